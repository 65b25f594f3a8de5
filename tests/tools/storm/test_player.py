"""A choice counts as acknowledged where nothing else can have brought what its player was shown next."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from bot.texts import say
from deploy.playground.client import JSON, Answer
from tests.kit.wire_person import DEFERRED_UPDATE, EPHEMERAL, UPDATE, leads
from tests.patience import PATIENCE
from tests.tools.storm.player import Player
from tests.tools.storm.witness import Witness

ANN, MATCH = 7, 3


def hand(step: int, verb: str = "pi", line: str = "") -> JSON:
    button = {"type": 2, "label": "Fox", "custom_id": f"{verb}:{MATCH}:{step}:fox"}
    return {"id": "1", "flags": EPHEMERAL, "content": line, "components": [{"type": 1, "components": [button]}]}


class Stander:
    """Stands for somebody at the playground: each press is answered as the next in the list says, None by nobody."""

    id = ANN

    def __init__(self, *heard: Answer | None) -> None:
        self.witness = Witness()
        self.heard = list(heard)
        self.shown: list[JSON] = []

    def private(self, law: Callable[[JSON], bool]) -> JSON | None:
        return next(filter(law, self.shown), None)

    async def presses(self, message: JSON, to: str) -> Answer | None:
        assert to in leads(message)
        return self.heard.pop(0)


def answered(shown: JSON | None, kind: int = UPDATE) -> Answer:
    return Answer({"interaction": "1", "state": "answered", "type": kind, "message": shown})


FAILED = Answer({"interaction": "1", "state": "failed", "type": None, "message": None, "error": "failed"})


@pytest.mark.parametrize(
    ("heard", "acknowledged"),
    [
        ([answered(hand(0, "mo"))], True),
        ([answered(hand(1))], True),
        ([answered(hand(1), DEFERRED_UPDATE)], True),
        ([answered(hand(0, "re"))], True),
        ([FAILED, answered(hand(0, "mo"))], True),
        # What was not answered may have counted, and what is shown after the next press may be because of that.
        ([FAILED, answered(hand(0, "mo"), DEFERRED_UPDATE)], False),
        ([FAILED, answered(hand(1))], False),
        ([None, answered(hand(1))], False),
        ([FAILED, answered(hand(0, "re"))], False),
        ([answered(None, DEFERRED_UPDATE)], False),
        ([answered(hand(1, line=say("hand-moved-on", "en")))], False),
    ],
)
async def test_what_is_shown_may_be_because_of_an_earlier_press(heard: list[Answer | None], acknowledged: bool) -> None:
    stander: Any = Stander(*heard)
    player = Player(stander, MATCH, "duels", "both", random.Random(1))
    for _ in heard:
        await player.answers(hand(0))
    assert stander.witness.presses[-1].acknowledged == acknowledged


async def test_a_change_of_mind_is_a_press_of_its_own_in_the_same_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tools.storm.player.CHANGES_MIND", 1)
    sealed = hand(0, "an")
    stander: Any = Stander(answered(sealed), answered(hand(0)), answered(sealed))
    player = Player(stander, MATCH, "duels", "both", random.Random(1))
    await player.answers(hand(0))
    stander.shown = [sealed]
    assert await player.reconsiders()
    assert [(it.step, it.revises, it.acknowledged) for it in stander.witness.presses] == [
        (0, False, True),
        (0, True, True),
    ]
    assert not await player.reconsiders(), "once a step is enough"


async def test_a_press_that_waits_for_long_makes_room_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tools.storm.witness.SLOT_S", 0.0)
    monkeypatch.setattr("tests.tools.storm.witness.AT_ONCE", 1)
    witness = Witness()
    async with asyncio.timeout(PATIENCE), witness.slot(), witness.slot():
        pass
    monkeypatch.setattr("tests.tools.storm.witness.SLOT_S", PATIENCE)
    async with witness.slot():
        assert witness.room.locked()
    assert not witness.room.locked()
