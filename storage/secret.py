"""What the store knows and nobody outside: made of it, a mark can be compared and tells nothing of what is marked."""

from __future__ import annotations

import hmac
import secrets
from typing import Final

from storage.part import Part
from storage.statement import Statement

_SECRET: Final = Statement("SELECT text FROM secret WHERE id = 1")
_DRAW: Final = Statement("INSERT INTO secret (id, text) VALUES (1, :text) ON CONFLICT (id) DO NOTHING")


class Secrets(Part):
    async def mark(self, *what: object) -> str:
        """The same for the same; whoever sees it learns nothing, not even by trying what it could be."""
        return marked(await self._secret(), *what)

    async def _secret(self) -> str:
        """Of all processes that come first, one draws it."""
        while not (rows := (await self.database.read(_SECRET()))[0]):
            await self.database.write(_DRAW(text=secrets.token_hex(32)))
        return str(rows[0][0])


def marked(secret: str, *what: object) -> str:
    return hmac.digest(bytes.fromhex(secret), " ".join(map(str, what)).encode(), "sha256").hex()
