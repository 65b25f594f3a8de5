"""Test that the verdict reports each kind of error of a storm in its column, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.matches.fold import fold_journal
from bot.matches.model import StartedMatch
from bot.matches.time_budget import Absences
from bot.screens.player_screen import render_player_screen
from bot.wall_clock import DISCORD_EPOCH_MS, HOUR_MS, MINUTE_MS
from storage import Journal, Store
from tests.kit.matches import ANN, BEN, begin_match, create_match_service, get_seat, next_interaction_id
from tests.tools.driver import MovePress, ResolvedStep
from tests.tools.storm.verdict import FinalMessage, StormEvidence, judge_storm
from tests.tools.storm.witness import TWO_SWEEPS_S, FailedPress, StormWitness

CARD_MESSAGE_ID, PLAYER_MESSAGE_ID, OLD_MESSAGE_ID = ((10 * MINUTE_MS) << 22 | each for each in (7, 8, 9))
FAILED_PRESS = FailedPress(10.0, 13.0, 99, "press")


@dataclass
class StormScene:
    """A match in which Ann has chosen a move and Ben was notified by direct message."""

    evidence: StormEvidence
    match_id: int

    @property
    def witness(self) -> StormWitness:
        return self.evidence.witness

    def change_press(self, **changes: Any) -> None:
        self.witness.presses[0] = replace(self.witness.presses[0], **changes)

    def add_message(self, **changes: Any) -> None:
        message = replace(self.evidence.messages[0], **changes)
        self.evidence = replace(self.evidence, messages=(*self.evidence.messages, message))


def read_screen(journal: Journal) -> str:
    """Return the text that Ann's player message shows for this journal."""
    match = fold_journal(journal, Absences())
    assert isinstance(match, StartedMatch)
    screen = render_player_screen(match, get_seat(match, ANN), "de", Absences())
    return "\n".join((*screen.above, *screen.below))


@pytest.fixture
def database_kind() -> str:
    return "sqlite"


@pytest.fixture
async def storm_scene(store: Store) -> StormScene:
    matches, interaction_id = create_match_service(store), next_interaction_id()
    now_ms = DISCORD_EPOCH_MS + 10 * MINUTE_MS
    match = await begin_match(matches, BEN, game="schamanen", options={"placement": "random"}, now_ms=now_ms)
    move = match.engine.legal_moves(get_seat(match, ANN))[0]
    await matches.play_move(match.id, ANN, move, step=0, interaction_id=interaction_id, now_ms=now_ms)
    journal = await store.journal.load_match(match.id)
    assert journal
    press = MovePress(ANN, match.id, 0, interaction_id, "pi", move, read_screen(journal), acknowledged=True)
    witness = StormWitness([press], match_ids={match.id})
    witness.ping_message_ids[BEN].append((11 * MINUTE_MS) << 22)
    witness.notification_ids[BEN, match.id, 0, "dm"].add(PLAYER_MESSAGE_ID)
    match_ids = frozenset({match.id})
    messages = (
        FinalMessage(CARD_MESSAGE_ID, None, match_ids, 0, frozenset({"ch"}), is_heavy=True),
        FinalMessage(PLAYER_MESSAGE_ID, BEN, match_ids, 0, frozenset({"pi"}), is_heavy=True),
    )
    evidence = StormEvidence(
        witness, {match.id: journal}, {match.id: CARD_MESSAGE_ID}, messages, frozenset(), DISCORD_EPOCH_MS + HOUR_MS
    )
    return StormScene(evidence, match.id)


def show_question_again(scene: StormScene) -> None:
    """Change the scene so that Ann's player message still asks her for a choice."""
    journal = scene.evidence.journals[scene.match_id]
    scene.change_press(screen=read_screen(replace(journal, events=journal.events[:-1])))


def add_failure_during_fault(scene: StormScene) -> None:
    scene.witness.failed_presses.append(FAILED_PRESS)
    scene.witness.fault_periods.append([12.0, 12.5])


def add_late_answer(scene: StormScene) -> None:
    scene.witness.failed_presses.append(FAILED_PRESS)
    scene.witness.tried_ids.add(FAILED_PRESS.interaction_id)


def add_late_sight(scene: StormScene) -> None:
    resolved_s = time.monotonic() - TWO_SWEEPS_S - 1
    scene.witness.unseen_steps.append(ResolvedStep(scene.match_id, 1, ANN, resolved_s))
    scene.witness.record_seen_step(BEN, scene.match_id, 1)


VERDICT_CASES: dict[str, tuple[Callable[[StormScene], object], list[str]]] = {
    "no fault": (lambda _: None, []),
    "acknowledged move is not stored": (
        lambda it: it.witness.presses.append(
            MovePress(BEN, it.match_id, 0, next_interaction_id(), "pi", acknowledged=True)
        ),
        ["lost"],
    ),
    "unacknowledged move is not stored": (
        lambda it: it.witness.presses.append(MovePress(BEN, it.match_id, 0, next_interaction_id(), "pi")),
        [],
    ),
    "offer is not stored": (lambda it: it.witness.match_ids.add(it.match_id + 1), ["lost"]),
    "stored move was not pressed": (lambda it: it.witness.presses.clear(), ["doubled"]),
    "another move is stored": (lambda it: it.change_press(move=("guard", "z9")), ["altered"]),
    "screen does not show the move": (show_question_again, ["unconfirmed"]),
    "player is not notified": (lambda it: it.witness.ping_message_ids.clear(), ["silent"]),
    "second card with a board": (lambda it: it.add_message(message_id=OLD_MESSAGE_ID), ["stale"]),
    "second card without a board": (lambda it: it.add_message(message_id=OLD_MESSAGE_ID, is_heavy=False), []),
    "notified twice": (
        lambda it: it.witness.notification_ids[BEN, it.match_id, 0, "dm"].add(OLD_MESSAGE_ID),
        ["duplicates"],
    ),
    "notified again after five minutes": (
        lambda it: it.witness.notification_ids[BEN, it.match_id, 0, "dm"].add(
            PLAYER_MESSAGE_ID + ((5 * MINUTE_MS + 1) << 22)
        ),
        [],
    ),
    "unanswered without a fault": (lambda it: it.witness.failed_presses.append(FAILED_PRESS), ["unanswered"]),
    "unanswered during a fault": (add_failure_during_fault, []),
    "answered too late": (add_late_answer, []),
    "step is never seen by the opponent": (
        lambda it: it.witness.unseen_steps.append(ResolvedStep(it.match_id, 1, ANN, 0.0)),
        ["unseen"],
    ),
    "step is seen late": (add_late_sight, ["late"]),
    "process is dead": (lambda it: it.witness.deaths.append("exited with 1"), ["dead"]),
}


@pytest.mark.parametrize("case", VERDICT_CASES)
async def test_verdict_reports_each_fault_in_its_column(storm_scene: StormScene, case: str) -> None:
    change, columns = VERDICT_CASES[case]
    change(storm_scene)
    verdict = judge_storm(storm_scene.evidence)
    assert [column for column, lines in verdict.faults.items() if lines] == columns
    assert verdict.format_table()
