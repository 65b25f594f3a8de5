"""The verdict names what is wrong in a storm, and nothing where all is well."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.matches.fold import fold_journal
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.screens.player_screen import render_player_screen
from bot.wall_clock import DISCORD_EPOCH_MS, HOUR_MS, MINUTE_MS
from games import GAMES
from storage import Journal, Store
from tests.kit.match import ANN, BEN, CHANNEL, SERVER, cause, seat_of, tabled
from tests.tools.driver import Press, ResolvedStep
from tests.tools.storm.verdict import Evidence, FinalMessage, judge
from tests.tools.storm.witness import TWO_SWEEPS_S, FailedPress, Witness

CARD, HAND, OLD = ((10 * MINUTE_MS) << 22 | each for each in (7, 8, 9))
FAILED = FailedPress(10.0, 13.0, 99, "press")


@dataclass
class Scene:
    """A match at which Ann has chosen, and Ben has been called by a direct message."""

    evidence: Evidence
    match_id: int

    @property
    def witness(self) -> Witness:
        return self.evidence.witness

    def change_press(self, **changes: Any) -> None:
        self.witness.presses[0] = replace(self.witness.presses[0], **changes)

    def add_message(self, **changes: Any) -> None:
        message = replace(self.evidence.messages[0], **changes)
        self.evidence = replace(self.evidence, messages=(*self.evidence.messages, message))


def read_screen(journal: Journal) -> str:
    """Return what Ann reads when the match stands like this."""
    match = fold_journal(journal, Absences())
    assert isinstance(match, StartedMatch)
    shown = render_player_screen(match, seat_of(match, ANN), "de", Absences())
    return "\n".join((*shown.above, *shown.below))


@pytest.fixture
def database() -> str:
    return "sqlite"


@pytest.fixture
async def scene(store: Store) -> Scene:
    matches, at, pressed = tabled(store), DISCORD_EPOCH_MS + 10 * MINUTE_MS, cause()
    offer = await matches.create_offer(
        ANN, (BEN,), GAMES["schamanen"], {"placement": "random"}, MatchTerms(seats=2, clock=None),
        server_id=SERVER, channel_id=CHANNEL, interaction_id=cause(), now_ms=at,
    )  # fmt: skip
    match = (await matches.join_offer(offer.match.id, BEN, interaction_id=cause(), now_ms=at)).match
    assert isinstance(match, RunningMatch)
    move = match.engine.legal_moves(seat_of(match, ANN))[0]
    await matches.play_move(match.id, ANN, move, step=0, interaction_id=pressed, now_ms=at)
    journal = await store.journal.load_match(match.id)
    assert journal
    press = Press(ANN, match.id, 0, pressed, "pi", move, read_screen(journal), acknowledged=True)
    witness = Witness([press], match_ids={match.id})
    witness.pings[BEN].append((11 * MINUTE_MS) << 22)
    witness.calls[BEN, match.id, 0, "dm"].add(HAND)
    match_ids = frozenset({match.id})
    messages = (
        FinalMessage(CARD, None, match_ids, 0, frozenset({"ch"}), is_heavy=True),
        FinalMessage(HAND, BEN, match_ids, 0, frozenset({"pi"}), is_heavy=True),
    )
    evidence = Evidence(
        witness, {match.id: journal}, {match.id: CARD}, messages, frozenset(), DISCORD_EPOCH_MS + HOUR_MS
    )
    return Scene(evidence, match.id)


def confuse_screen(scene: Scene) -> None:
    """Show Ann the question again, as if she had chosen nothing."""
    journal = scene.evidence.journals[scene.match_id]
    scene.change_press(screen=read_screen(replace(journal, events=journal.events[:-1])))


def fail_in_fault(scene: Scene) -> None:
    scene.witness.failed.append(FAILED)
    scene.witness.troubles.append([12.0, 12.5])


def answer_too_late(scene: Scene) -> None:
    scene.witness.failed.append(FAILED)
    scene.witness.tried.add(FAILED.interaction_id)


def see_late(scene: Scene) -> None:
    resolved_s = time.monotonic() - TWO_SWEEPS_S - 1
    scene.witness.unseen.append(ResolvedStep(scene.match_id, 1, ANN, resolved_s))
    scene.witness.see(BEN, scene.match_id, 1)


CASES: dict[str, tuple[Callable[[Scene], object], list[str]]] = {
    "nothing": (lambda _: None, []),
    "acknowledged and not stored": (
        lambda it: it.witness.presses.append(Press(BEN, it.match_id, 0, cause(), "pi", acknowledged=True)),
        ["lost"],
    ),
    "not acknowledged and not stored": (
        lambda it: it.witness.presses.append(Press(BEN, it.match_id, 0, cause(), "pi")),
        [],
    ),
    "an offer that is not stored": (lambda it: it.witness.match_ids.add(it.match_id + 1), ["lost"]),
    "stored and not pressed": (lambda it: it.witness.presses.clear(), ["doubled"]),
    "another move stored": (lambda it: it.change_press(move=("guard", "z9")), ["altered"]),
    "a screen without the choice": (confuse_screen, ["unconfirmed"]),
    "awaited and not called": (lambda it: it.witness.pings.clear(), ["silent"]),
    "a second board": (lambda it: it.add_message(message_id=OLD), ["stale"]),
    "a second message without a board": (lambda it: it.add_message(message_id=OLD, is_heavy=False), []),
    "called twice": (lambda it: it.witness.calls[BEN, it.match_id, 0, "dm"].add(OLD), ["duplicates"]),
    "called again after five minutes": (
        lambda it: it.witness.calls[BEN, it.match_id, 0, "dm"].add(HAND + ((5 * MINUTE_MS + 1) << 22)),
        [],
    ),
    "unanswered without a fault": (lambda it: it.witness.failed.append(FAILED), ["unanswered"]),
    "unanswered in a fault": (fail_in_fault, []),
    "answered too late": (answer_too_late, []),
    "a step that nobody else saw": (
        lambda it: it.witness.unseen.append(ResolvedStep(it.match_id, 1, ANN, 0.0)),
        ["untold"],
    ),
    "a step seen late": (see_late, ["late"]),
    "a dead process": (lambda it: it.witness.deaths.append("ended with 1"), ["dead"]),
}


@pytest.mark.parametrize("case", CASES)
async def test_verdict_names_what_is_wrong(scene: Scene, case: str) -> None:
    change, columns = CASES[case]
    change(scene)
    verdict = judge(scene.evidence)
    assert [column for column, lines in verdict.wrong.items() if lines] == columns
    assert verdict.table()
