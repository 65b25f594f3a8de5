"""Leaks that are planted: of each kind by which a secret choice could be told, one that the pairs must find."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from bot.desk.asides import Asides
from bot.desk.completion import Completion
from bot.desk.which import Which
from bot.herald.channels import Place
from bot.herald.hands import Hands
from bot.herald.notice import Notice
from bot.host.gauges import Gauges
from bot.scenes.scene import Scene
from bot.table.table import Table
from games import canvas
from games.core import Move
from games.refused import Refused
from storage import MatchDeliveryState
from tests.bot.ear import Ear


def _written(path: str, patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    """Where a scene is made something stands in small print that the word has made."""
    module, _, name = path.rpartition(".")
    make = getattr(sys.modules[module], name)
    patch.setattr(path, lambda *given, **more: replace(made := make(*given, **more), small=f"{made.small} {word[-1]}"))


def _completed(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    patch.setattr("bot.desk.moves.completions", lambda *_: [Completion(" ".join(word), "")])


def _matched(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    async def matches(*_: object, **__: object) -> list[tuple[str, str]]:
        return [(" ".join(word), "")]

    patch.setattr(Which, "matches", matches)


def _painted(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    paint = canvas.paint_png
    patch.setattr(canvas, "paint_png", lambda *given: paint(*given) + str(word).encode())


def _refused(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    async def board(*_: object, **__: object) -> None:
        raise Refused("illegal", word=" ".join(word))

    patch.setattr(Asides, "board", board)


def _twice(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    """Whoever looks sees that it was edited, though it says the same."""
    edit = Ear.edit

    async def edited(self: Ear, place: Place, scene: Scene) -> None:
        for _ in range(1 + at):
            await edit(self, place, scene)

    patch.setattr(Ear, "edit", edited)


def _sooner(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    """Hands change before the card does, or after it."""
    there: list[Hands] = []
    tend, placed = Hands.tend, Notice.placed

    async def tended(self: Hands, table: Table, outlook: MatchDeliveryState) -> None:
        there.append(self)
        await tend(self, table, outlook)

    async def first(self: Notice, table: Table, *given: Any) -> Any:
        if at and there and (outlook := await self.store.delivery_states.load_state(table.id)):
            await tend(there[0], table, outlook)
        return await placed(self, table, *given)

    patch.setattr(Hands, "tend", tended)
    patch.setattr(Notice, "placed", first)


def _numbered(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    post = Ear.post
    patch.setattr(Ear, "post", lambda self, channel, scene, once: post(self, channel, scene, f"{once} {word}"))


def _counted(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    facts = Gauges.page

    def page(self: Gauges) -> bytes:
        self.refusals.labels(" ".join(word)).inc()
        return facts(self)

    patch.setattr(Gauges, "page", page)


LEAKS: Final[Mapping[str, Callable[[pytest.MonkeyPatch, Move, int], None]]] = {
    "the card": partial(_written, "bot.scenes.match.playing"),
    "a hand": partial(_written, "bot.scenes.hand.hand"),
    "what a stranger sees": partial(_written, "bot.scenes.menu.watched"),
    "more": partial(_written, "bot.scenes.menu.more"),
    "the board in letters": partial(_written, "bot.scenes.menu.text"),
    "the inbox": partial(_written, "bot.scenes.inbox.inbox"),
    "the list": partial(_written, "bot.scenes.inbox.running"),
    "the proof": partial(_written, "bot.scenes.past.promise"),
    "a profile": partial(_written, "bot.scenes.profile.profile"),
    "the mind reader": partial(_written, "bot.scenes.mind_reader.report"),
    "the ladder": partial(_written, "bot.scenes.ladder.shown"),
    "the settings": partial(_written, "bot.scenes.settings.mine"),
    "a hint": partial(_written, "bot.scenes.hand.hinted"),
    "a completion": _completed,
    "the name of a match": _matched,
    "a picture": _painted,
    "a refusal": _refused,
    "how often it is edited": _twice,
    "the order": _sooner,
    "a nonce": _numbered,
    "what is counted": _counted,
}
