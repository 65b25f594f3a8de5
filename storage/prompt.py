"""Who is being asked where."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from storage.part import Part
from storage.statement import Bound, Statement, select
from storage.values import Prompt

_ASK: Final = Statement(
    """
    INSERT INTO prompt (match, person, message, channel, step, at, token)
    VALUES (:match, :person, :message, :channel, :step, :at, :token)
    ON CONFLICT (match, person, message)
    DO UPDATE SET channel = excluded.channel, step = excluded.step, at = excluded.at, token = excluded.token
    """
)
_CLOSE: Final = Statement("DELETE FROM prompt WHERE match = :match AND person = :person AND message = :message")
_COLUMNS: Final = "match, person, message, channel, step, at, token"
_IN: Final = select(_COLUMNS, "FROM prompt WHERE match = :match ORDER BY person, at, message")
_OF: Final = select(_COLUMNS, "FROM prompt WHERE person = :person ORDER BY match, at, message")
# Prompts are few, and so are live matches; all that ever ended are not.
_LEFT_OPEN: Final = select(
    _COLUMNS,
    """FROM prompt WHERE NOT EXISTS (SELECT 1 FROM match WHERE match.id = prompt.match AND live = 1)
    ORDER BY match, person""",
)


class Prompts(Part):
    async def ask(self, prompt: Prompt) -> None:
        """This message asks now; one that asked before asks for the new step."""
        await self.database.write(_ASK(**asdict(prompt)))

    async def close_prompt(self, match: int, person: int, message: int) -> None:
        await self.database.write(_CLOSE(match=match, person=person, message=message))

    async def prompts(self, match: int) -> list[Prompt]:
        return await self._prompts(_IN(match=match))

    async def prompts_of(self, person: int) -> list[Prompt]:
        return await self._prompts(_OF(person=person))

    async def prompts_left_open(self) -> list[Prompt]:
        """Those of matches that have ended."""
        return await self._prompts(_LEFT_OPEN())

    async def _prompts(self, query: Bound) -> list[Prompt]:
        (rows,) = await self.database.read(query)
        return [Prompt(*row) for row in rows]
