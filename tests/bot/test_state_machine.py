"""Tests that a match agrees with a simple model after concurrent, repeated and late actions and after restarts."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.matches.model import EventType, StartedMatch
from bot.matches.service import ActionResult
from bot.wall_clock import DAY_MS, HOUR_MS
from games import GAMES
from games.refused import Refused
from storage import Store
from tests.effort_level import make_settings_for_slow_test
from tests.games import morra
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    create_match_service,
    fire_deadlines,
    make_click,
    next_interaction_id,
    offer_morra,
)

STRANGER_ID = 99
ROUND_COUNT = 3
PERSON_IDS = st.sampled_from([ANN, BEN, CAT, STRANGER_ID])
MOVES = st.sampled_from(
    [*[("show", fingers) for fingers in "1234"], ("!resign",), ("!offer",), ("!agree",), ("!cancel",), ("!lapse",)]
)


@dataclass
class MatchModel:
    """The expected state of a match with three players."""

    joined_ids: list[int] = field(default_factory=lambda: [ANN])
    declined_ids: set[int] = field(default_factory=set)
    end_status: str = ""
    player_ids: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0, 0])
    step: int = 0
    sealed_fingers: dict[int, int] = field(default_factory=dict)
    draw_supporter_ids: set[int] = field(default_factory=set)
    cancel_supporter_ids: set[int] = field(default_factory=set)
    quitter_ids: set[int] = field(default_factory=set)

    @property
    def is_offered(self) -> bool:
        return not self.end_status and not self.player_ids

    @property
    def is_playing(self) -> bool:
        return not self.end_status and bool(self.player_ids)

    @property
    def has_person_moved(self) -> bool:
        """Whether any player who has not quit has moved in this step."""
        return any(self.player_ids[seat] not in self.quitter_ids for seat in self.sealed_fingers)

    def can_decline(self, person_id: int) -> bool:
        return self.is_offered and person_id in {BEN, CAT} - self.declined_ids

    def decline(self, person_id: int) -> None:
        """Record that a guest declined. The offer ends when both guests have declined."""
        self.declined_ids.add(person_id)
        self.joined_ids = [it for it in self.joined_ids if it != person_id]
        if self.declined_ids == {BEN, CAT}:
            self.end_status = "declined"

    def can_play(self, person_id: int, move: tuple[str, ...]) -> bool:
        if not self.is_playing or person_id not in self.player_ids or person_id in self.quitter_ids:
            return False
        return {
            "show": move[-1] in "123",
            "!resign": True,
            # Only the clock plays this move.
            "!lapse": False,
            "!offer": not self.draw_supporter_ids,
            "!agree": bool(self.draw_supporter_ids) and person_id not in self.draw_supporter_ids,
            "!cancel": person_id not in self.cancel_supporter_ids,
        }[move[0]]

    def play_move(self, person_id: int, move: tuple[str, ...]) -> None:
        seat = self.player_ids.index(person_id)
        match move:
            case ("show", fingers):
                self.show_fingers(seat, int(fingers))
            case ("!resign",) | ("!lapse",):
                self.quitter_ids.add(person_id)
                if len(self.quitter_ids) == 3:
                    self.end_status = "abandoned"
            case ("!offer",) | ("!agree",):
                self.draw_supporter_ids.add(person_id)
                if self.draw_supporter_ids >= set(self.player_ids) - self.quitter_ids:
                    self.end_status = "agreed"
            case ("!cancel",):
                self.cancel_supporter_ids.add(person_id)
                if self.step == 0 or self.cancel_supporter_ids >= set(self.player_ids) - self.quitter_ids:
                    self.end_status = "cancelled"

    def show_fingers(self, seat: int, fingers: int) -> None:
        self.sealed_fingers[seat] = fingers
        if len(self.sealed_fingers) == 3:
            self.points[sum(self.sealed_fingers.values()) % 3] += 1
            self.step += 1
            self.sealed_fingers, self.draw_supporter_ids, self.cancel_supporter_ids = {}, set(), set()
            if self.step == ROUND_COUNT:
                self.end_status = "points"


class MatchStateMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.now_ms = NOON_MS
        self.model = MatchModel()
        self.successful_actions: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = []
        self.events_read = 0

    def run_coroutine(self, call: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(call)

    @initialize(at_once=st.booleans())
    def begin_match(self, at_once: bool) -> None:
        self.store = self.run_coroutine(Store.open(f"sqlite:///{Path(self.folder.name) / 'bot.db'}"))
        self.matches = create_match_service(self.store)
        self.match_id = self.run_coroutine(offer_morra(self.matches, BEN, CAT, options={"start": 0}, clock=HOUR_MS)).id
        for person_id in (BEN, CAT) if at_once else ():
            self.accept_offer(person_id)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.run_coroutine(self.store.close())
        self.loop.close()
        self.folder.cleanup()

    def perform_action(self, method: str, *args: Any, **kwargs: Any) -> bool:
        """Perform an action on the match. Return whether it succeeded. Successful actions may be repeated later."""
        kwargs |= {"interaction_id": next_interaction_id(), "now_ms": self.now_ms}
        try:
            result: ActionResult = self.run_coroutine(getattr(self.matches, method)(self.match_id, *args, **kwargs))
        except Refused:
            return False
        assert not result.is_repeat
        self.successful_actions.append((method, args, kwargs))
        return True

    def apply_automatic_events(self) -> None:
        """Apply AI moves and timeouts in the journal to the model."""
        events = self.run_coroutine(self.store.journal.load_match(self.match_id)).events
        for event in events[self.events_read :]:
            move = tuple(event.payload.split())
            if event.kind != EventType.MOVED or event.person_id is not None:
                continue
            assert event.seat is not None
            person_id = self.model.player_ids[event.seat]
            if move[0] == "show":
                assert person_id in self.model.quitter_ids
                self.model.show_fingers(event.seat, int(move[1]))
            else:
                assert move == ("!lapse",)
                assert event.seat not in self.model.sealed_fingers
                self.model.play_move(person_id, move)
        self.events_read = len(events)

    @rule(person_id=PERSON_IDS)
    def accept_offer(self, person_id: int) -> None:
        is_allowed = self.model.can_decline(person_id) and person_id not in self.model.joined_ids
        assert self.perform_action("join_offer", person_id) == is_allowed
        if is_allowed:
            self.model.joined_ids.append(person_id)
            if len(self.model.joined_ids) == 3:
                match = self.run_coroutine(self.matches.find_match(self.match_id))
                assert isinstance(match, StartedMatch)
                player_ids = [person_id for person_id in match.player_ids if person_id is not None]
                assert sorted(player_ids) == sorted(self.model.joined_ids)
                self.model.player_ids = player_ids

    @precondition(lambda self: len(self.model.joined_ids) > 1)
    @rule(person_id=PERSON_IDS)
    def decline_offer(self, person_id: int) -> None:
        is_allowed = self.model.can_decline(person_id)
        assert self.perform_action("decline_offer", person_id) == is_allowed
        if is_allowed:
            self.model.decline(person_id)

    @rule(person_id=PERSON_IDS, move=MOVES, steps_late=st.integers(0, 3))
    def play_move(self, person_id: int, move: tuple[str, ...], steps_late: int) -> None:
        """Play a move for the current step or, in one of four cases, for the step before."""
        step = self.model.step - (steps_late == 3)
        is_allowed = self.model.can_play(person_id, move) and steps_late != 3
        assert self.perform_action("play_move", person_id, move, step=step) == is_allowed
        if is_allowed:
            self.model.play_move(person_id, move)
            self.apply_automatic_events()

    @precondition(lambda self: self.model.is_playing and not self.model.has_person_moved)
    @rule(fingers=st.lists(st.sampled_from("123"), min_size=3, max_size=3))
    def choose_concurrently(self, fingers: list[str]) -> None:
        """Play a move for each seat, from three processes at once. The AI moves for players who have quit."""
        step = self.model.step

        async def choose(seat: int, move: tuple[str, ...]) -> None:
            matches, person_id = create_match_service(self.store), self.model.player_ids[seat]
            if person_id not in self.model.quitter_ids:
                await matches.play_move(self.match_id, person_id, move, step=step, **make_click(self.now_ms))
                return
            with suppress(Refused):
                await matches.play_ai_move(self.match_id, seat, move, step=step, now_ms=self.now_ms)

        async def choose_all() -> None:
            await asyncio.gather(*(choose(seat, ("show", finger_count)) for seat, finger_count in enumerate(fingers)))

        self.run_coroutine(choose_all())
        for seat, finger_count in enumerate(fingers):
            if self.model.player_ids[seat] not in self.model.quitter_ids:
                self.model.show_fingers(seat, int(finger_count))
        self.apply_automatic_events()
        assert self.model.step == step + 1

    @precondition(lambda self: self.successful_actions)
    @rule(data=st.data())
    def repeat_action(self, data: st.DataObject) -> None:
        method, args, kwargs = data.draw(st.sampled_from(self.successful_actions))
        result: ActionResult = self.run_coroutine(getattr(self.matches, method)(self.match_id, *args, **kwargs))
        assert result.is_repeat

    @rule()
    def restart_bot(self) -> None:
        self.run_coroutine(self.store.close())
        self.store = self.run_coroutine(Store.open(f"sqlite:///{Path(self.folder.name) / 'bot.db'}"))
        self.matches = create_match_service(self.store)

    @rule(hours=st.sampled_from([0.1, 0.3, 1.0, 30.0]))
    def pass_time(self, hours: float) -> None:
        self.now_ms += int(hours * HOUR_MS)
        self.run_coroutine(fire_deadlines(self.matches, self.now_ms))
        self.apply_automatic_events()
        if self.model.is_offered and self.now_ms >= NOON_MS + DAY_MS:
            self.model.end_status = "expired"

    @invariant()
    def check_match_equals_model(self) -> None:
        if not hasattr(self, "match_id"):
            return
        match = self.run_coroutine(self.matches.find_match(self.match_id))
        assert match.status == (self.model.end_status or ("playing" if self.model.player_ids else "offered"))
        assert isinstance(match, StartedMatch) == bool(self.model.player_ids)
        if isinstance(match, StartedMatch):
            assert match.engine.step == self.model.step
            assert list(match.engine.scores()) == self.model.points
            if self.model.is_playing:
                assert {seat: int(move[1]) for seat, move in match.engine.sealed.items()} == self.model.sealed_fingers
        if self.model.has_person_moved:
            assert self.model.quitter_ids <= {self.model.player_ids[seat] for seat in self.model.sealed_fingers}, (
                "AI seats move before people"
            )
        journal = self.run_coroutine(self.store.journal.load_match(self.match_id))
        assert journal.header.event_count == len(journal.events) == match.event_count
        assert journal.header.is_live != match.is_over
        assert not (match.is_over and journal.deadlines)


@pytest.fixture(autouse=True)
def morra_in_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, morra.KEY, morra.GAME)


MatchStateMachine.TestCase.settings = settings(
    make_settings_for_slow_test(8), stateful_step_count=40, suppress_health_check=list(HealthCheck)
)
TestMatchStateMachine = pytest.mark.again(MatchStateMachine.TestCase)
