"""A choice counts as acknowledged where nothing else can have brought what its player was shown next."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.texts import say
from deploy.playground.client import JSON, Answer
from tests.bot.discord.guest import DEFERRED_UPDATE, EPHEMERAL, UPDATE
from tests.storm.player import Player
from tests.storm.witness import Witness

ANN, MATCH = 7, 3


def hand(step: int, verb: str = "pi", line: str = "") -> JSON:
    button = {"type": 2, "label": "Fox", "custom_id": f"{verb}:{MATCH}:{step}:fox"}
    return {"id": "1", "flags": EPHEMERAL, "content": line, "components": [{"type": 1, "components": [button]}]}


class Told:
    """Stands for somebody at the playground: each press is answered as the next in the list says."""

    id = ANN

    def __init__(self, *answers: Answer) -> None:
        self.witness = Witness()
        self.answers = list(answers)

    async def presses(self, *_: object) -> Answer:
        return self.answers.pop(0)


def answered(shown: JSON, kind: int = UPDATE) -> Answer:
    return Answer({"interaction": "1", "state": "answered", "type": kind, "message": shown})


NOBODY = Answer({"interaction": "1", "state": "failed", "type": None, "message": None, "error": "failed"})


@pytest.mark.parametrize(
    ("answers", "acknowledged"),
    [
        ([answered(hand(0, "mo"))], True),
        ([answered(hand(1))], True),
        ([answered(hand(1), DEFERRED_UPDATE)], True),
        # What was not answered may have counted, and what is shown after the next press may be because of that.
        ([NOBODY, answered(hand(0, "mo"))], True),
        ([NOBODY, answered(hand(0, "mo"), DEFERRED_UPDATE)], False),
        ([NOBODY, answered(hand(1))], False),
        ([NOBODY, answered(hand(2, "re"))], False),
        ([answered(hand(1, line=say("hand-moved-on", "en")))], False),
    ],
)
async def test_what_is_shown_may_be_because_of_an_earlier_press(answers: list[Answer], acknowledged: bool) -> None:
    told: Any = Told(*answers)
    player = Player(told, MATCH, "duels", "both", random.Random(1))
    for _ in answers:
        await player.answers(hand(0))
    assert told.witness.presses[-1].acknowledged == acknowledged
