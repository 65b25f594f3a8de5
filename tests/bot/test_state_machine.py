"""A match as a state machine: people act at once, twice and too late, with restarts, and it agrees with a model."""

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
from tests.effort import rarely
from tests.games import morra
from tests.kit.match import ANN, BEN, CAT, NOON, cause, challenge, fired, tabled

STRANGER = 99
ROUNDS = 3
PEOPLE = st.sampled_from([ANN, BEN, CAT, STRANGER])
WORDS = st.sampled_from(
    [*[("show", fingers) for fingers in "1234"], ("!resign",), ("!offer",), ("!agree",), ("!cancel",), ("!lapse",)]
)


@dataclass
class Model:
    """The state of a match of three."""

    sat: list[int] = field(default_factory=lambda: [ANN])
    passed: set[int] = field(default_factory=set)
    ended: str = ""
    people: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0, 0])
    step: int = 0
    sealed: dict[int, int] = field(default_factory=dict)
    drawn: set[int] = field(default_factory=set)
    cancelled: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)

    @property
    def offered(self) -> bool:
        return not self.ended and not self.people

    @property
    def playing(self) -> bool:
        return not self.ended and bool(self.people)

    @property
    def chosen(self) -> bool:
        """Has anybody who plays?"""
        return any(self.people[seat] not in self.left for seat in self.sealed)

    def may_decline(self, person_id: int) -> bool:
        return self.offered and person_id in {BEN, CAT} - self.passed

    def decline(self, person_id: int) -> None:
        """The other one may want to go on without them; with both it is over."""
        self.passed.add(person_id)
        self.sat = [it for it in self.sat if it != person_id]
        if self.passed == {BEN, CAT}:
            self.ended = "declined"

    def may_say(self, person_id: int, word: tuple[str, ...]) -> bool:
        if not self.playing or person_id not in self.people or person_id in self.left:
            return False
        return {
            "show": word[-1] in "123",
            "!resign": True,
            # The clock's own word.
            "!lapse": False,
            "!offer": not self.drawn,
            "!agree": bool(self.drawn) and person_id not in self.drawn,
            "!cancel": person_id not in self.cancelled,
        }[word[0]]

    def say(self, person_id: int, word: tuple[str, ...]) -> None:
        seat = self.people.index(person_id)
        match word:
            case ("show", fingers):
                self.show(seat, int(fingers))
            case ("!resign",) | ("!lapse",):
                self.left.add(person_id)
                if len(self.left) == 3:
                    self.ended = "abandoned"
            case ("!offer",) | ("!agree",):
                self.drawn.add(person_id)
                if self.drawn >= set(self.people) - self.left:
                    self.ended = "agreed"
            case ("!cancel",):
                self.cancelled.add(person_id)
                if self.step == 0 or self.cancelled >= set(self.people) - self.left:
                    self.ended = "cancelled"

    def show(self, seat: int, fingers: int) -> None:
        self.sealed[seat] = fingers
        if len(self.sealed) == 3:
            self.points[sum(self.sealed.values()) % 3] += 1
            self.step += 1
            self.sealed, self.drawn, self.cancelled = {}, set(), set()
            if self.step == ROUNDS:
                self.ended = "points"


class Matches(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.now = NOON
        self.model = Model()
        self.again: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = []
        self.heard = 0

    def run(self, call: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(call)

    @initialize(at_once=st.booleans())
    def begins(self, at_once: bool) -> None:
        self.store = self.run(Store.open(f"sqlite:///{Path(self.folder.name) / 'bot.db'}"))
        self.tables = tabled(self.store)
        self.match = self.run(challenge(self.tables, BEN, CAT, options={"start": 0}, clock=HOUR_MS)).id
        for person_id in (BEN, CAT) if at_once else ():
            self.somebody_accepts(person_id)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.run(self.store.close())
        self.loop.close()
        self.folder.cleanup()

    def act(self, how: str, *args: Any, **kwargs: Any) -> bool:
        """Whether it was done; kept, so that it can be done again."""
        kwargs |= {"interaction_id": cause(), "now_ms": self.now}
        try:
            done: ActionResult = self.run(getattr(self.tables, how)(self.match, *args, **kwargs))
        except Refused:
            return False
        assert not done.is_repeat
        self.again.append((how, args, kwargs))
        return True

    def read_journal(self) -> None:
        """The model takes what nobody chose from the journal: the house's fingers, and who was late."""
        events = self.run(self.store.journal.load_match(self.match)).events
        for event in events[self.heard :]:
            word = tuple(event.payload.split())
            if event.kind != EventType.MOVED or event.person_id is not None:
                continue
            assert event.seat is not None
            person = self.model.people[event.seat]
            if word[0] == "show":
                assert person in self.model.left
                self.model.show(event.seat, int(word[1]))
            else:
                assert word == ("!lapse",)
                assert event.seat not in self.model.sealed
                self.model.say(person, word)
        self.heard = len(events)

    @rule(person_id=PEOPLE)
    def somebody_accepts(self, person_id: int) -> None:
        may = self.model.may_decline(person_id) and person_id not in self.model.sat
        assert self.act("join_offer", person_id) == may
        if may:
            self.model.sat.append(person_id)
            if len(self.model.sat) == 3:
                table = self.run(self.tables.find_match(self.match))
                assert isinstance(table, StartedMatch)
                people = [person_id for person_id in table.player_ids if person_id is not None]
                assert sorted(people) == sorted(self.model.sat)
                self.model.people = people

    @precondition(lambda self: len(self.model.sat) > 1)
    @rule(person_id=PEOPLE)
    def somebody_declines(self, person_id: int) -> None:
        may = self.model.may_decline(person_id)
        assert self.act("decline_offer", person_id) == may
        if may:
            self.model.decline(person_id)

    @rule(person_id=PEOPLE, word=WORDS, late=st.integers(0, 3))
    def somebody_says(self, person_id: int, word: tuple[str, ...], late: int) -> None:
        """Mostly from the prompt of now, sometimes from an old one."""
        step = self.model.step - (late == 3)
        may = self.model.may_say(person_id, word) and late != 3
        assert self.act("play_move", person_id, word, step=step) == may
        if may:
            self.model.say(person_id, word)
            self.read_journal()

    @precondition(lambda self: self.model.playing and not self.model.chosen)
    @rule(fingers=st.lists(st.sampled_from("123"), min_size=3, max_size=3))
    def all_choose_at_once(self, fingers: list[str]) -> None:
        """From three processes; the house for whoever left, unless dice have done it before somebody else."""
        step = self.model.step

        async def chosen(seat: int, word: tuple[str, ...]) -> None:
            matches, person_id = tabled(self.store), self.model.people[seat]
            if person_id not in self.model.left:
                await matches.play_move(self.match, person_id, word, step=step, interaction_id=cause(), now_ms=self.now)
                return
            with suppress(Refused):
                await matches.play_ai_move(self.match, seat, word, step=step, now_ms=self.now)

        async def together() -> None:
            await asyncio.gather(*(chosen(seat, ("show", shown)) for seat, shown in enumerate(fingers)))

        self.run(together())
        for seat, shown in enumerate(fingers):
            if self.model.people[seat] not in self.model.left:
                self.model.show(seat, int(shown))
        self.read_journal()
        assert self.model.step == step + 1

    @precondition(lambda self: self.again)
    @rule(data=st.data())
    def a_click_comes_twice(self, data: st.DataObject) -> None:
        how, args, kwargs = data.draw(st.sampled_from(self.again))
        done: ActionResult = self.run(getattr(self.tables, how)(self.match, *args, **kwargs))
        assert done.is_repeat

    @rule()
    def the_bot_restarts(self) -> None:
        self.run(self.store.close())
        self.store = self.run(Store.open(f"sqlite:///{Path(self.folder.name) / 'bot.db'}"))
        self.tables = tabled(self.store)

    @rule(hours=st.sampled_from([0.1, 0.3, 1.0, 30.0]))
    def time_passes(self, hours: float) -> None:
        self.now += int(hours * HOUR_MS)
        self.run(fired(self.tables, self.now))
        self.read_journal()
        if self.model.offered and self.now >= NOON + DAY_MS:
            self.model.ended = "expired"

    @invariant()
    def the_table_is_as_the_model_says(self) -> None:
        if not hasattr(self, "match"):
            return
        table = self.run(self.tables.find_match(self.match))
        assert table.status == (self.model.ended or ("playing" if self.model.people else "offered"))
        assert isinstance(table, StartedMatch) == bool(self.model.people)
        if isinstance(table, StartedMatch):
            assert table.engine.step == self.model.step
            assert list(table.engine.scores()) == self.model.points
            if self.model.playing:
                assert {seat: int(word[1]) for seat, word in table.engine.sealed.items()} == self.model.sealed
        if self.model.chosen:
            assert self.model.left <= {self.model.people[seat] for seat in self.model.sealed}, (
                "the house is bound first"
            )
        journal = self.run(self.store.journal.load_match(self.match))
        assert journal.header.event_count == len(journal.events) == table.event_count
        assert journal.header.is_live != table.is_over
        assert not (table.is_over and journal.deadlines)


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, morra.KEY, morra.GAME)


Matches.TestCase.settings = settings(rarely(8), stateful_step_count=40, suppress_health_check=list(HealthCheck))
TestMatches = pytest.mark.again(Matches.TestCase)
