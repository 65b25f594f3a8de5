"""The least that answers as a sealed choice is answered: the trivial bot, which stores the rows of a choice and shows a
board. Rules, texts and who may do what are all that our own has besides.
"""

from __future__ import annotations

import os
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Final

import discord
from discord import ui

from bot.discord.nod import nodding
from bot.table.deadlines import Due
from bot.table.table import Kind
from bot.time import now
from storage import Change, Deadline, Event, Hand, Store
from tests.tools.bench.trivial import Trivial, stone

CAUSES: Final = count(1 << 40)
BOARD: Final = "board.png"
PAINTED: Final = Path(__file__).parents[3] / "docs" / "pictures" / "duel.png"


class Least(Trivial):
    """Each of its stones has a match of its own."""

    async def setup_hook(self) -> None:
        self.store = await Store.open(os.environ["DATABASE_URL"])
        self.fresh = [(header.id, header.seq) for header in await self.store.live(0, 1 << 10)]
        self.matches: dict[int, tuple[int, int]] = {}
        self.board = PAINTED.read_bytes()
        await super().setup_hook()

    async def touched(self, interaction: discord.Interaction) -> None:
        assert interaction.message
        number = interaction.message.id
        match, seq = self.matches[number] if number in self.matches else self.fresh.pop()
        self.matches[number] = (match, seq + 1)
        await said(self.store, match, seq)
        view = stone(
            f"Touched by {interaction.user.mention}", ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{BOARD}"))
        )
        with nodding():
            await interaction.response.edit_message(view=view, attachments=[discord.File(BytesIO(self.board), BOARD)])
        await noted(self.store, match, seq)


async def said(store: Store, match: int, seq: int) -> None:
    """What a choice that is sealed leaves in the store before it is answered."""
    undue = tuple((due, 0) for due in (Due.TURN, Due.REMINDER, Due.CALL))
    await store.append(match, seq, [Event(Kind.SAID, "mask a", now(), 0, match, next(CAUSES))], Change(undue=undue))


async def noted(store: Store, match: int, seq: int) -> None:
    """And afterwards: the hand that shows it."""
    hand = Hand(match, match, match, 0, seq, now(), "token", "sealed")
    await store.hold(hand, present=True, pause=Deadline(Due.PAUSE, now(), 0))


if __name__ == "__main__":
    Least().lives()
