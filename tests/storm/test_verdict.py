"""The verdict names whatever is wrong; where nothing is, its table is all noughts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from bot.table.table import Begun
from bot.time import EPOCH, HOUR, MINUTE
from games import GAMES
from storage import Store
from tests.bot.sitting import ANN, BEN, CHANNEL, begun, cause, tabled
from tests.games import morra
from tests.storm.scenery import Lying
from tests.storm.verdict import COLUMNS, Account, Verdict, judged
from tests.storm.witness import SWEEPS, Failed, News, Press, Witness

CARD, HAND, OLD = ((10 * MINUTE) << 22 | each for each in (7, 8, 9))
NOW = EPOCH + HOUR
NOBODY: frozenset[int] = frozenset()


@dataclass
class Scene:
    """A match at which Ann has chosen, and Ben has been called by a direct message."""

    account: Account
    match: int
    verdict: Callable[[Account], Verdict] = field(default=judged)

    @property
    def witness(self) -> Witness:
        return self.account.witness

    def wrong(self, **changed: object) -> list[str]:
        verdict = judged(replace(self.account, **changed))  # type: ignore[arg-type]
        return [column for column in COLUMNS if verdict.wrong[column]]


@pytest.fixture
def database() -> str:
    return "sqlite"


@pytest.fixture
async def scene(store: Store, monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setitem(GAMES, morra.KEY, morra.GAME)
    tables, at, pressed = tabled(store), EPOCH + 10 * MINUTE, cause()
    table = await begun(tables, BEN, now=at, clock=None)
    assert isinstance(table, Begun)
    await tables.say(table.id, ANN, ("show", "1"), step=0, cause=pressed, now=at)
    journal = await store.load(table.id)
    assert journal
    press = Press(ANN, table.id, 0, pressed, "pi", acknowledged=True)
    witness = Witness([press], offers={table.id})
    witness.pinged[BEN].append((11 * MINUTE) << 22)
    witness.calls[BEN, table.id, 0, "dm"].add(HAND)
    match = frozenset({table.id})
    lying = (
        Lying(CARD, 0, match, 0, frozenset({"ch"}), heavy=True),
        Lying(HAND, BEN, match, 0, frozenset({"pi"}), heavy=True),
    )
    account = Account(witness, {table.id: journal}, {table.id: (CHANNEL, CARD)}, lying, NOBODY, NOW)
    return Scene(account, table.id)


async def test_where_all_is_well_nothing_is_wrong(scene: Scene) -> None:
    assert scene.wrong() == []
    assert judged(scene.account).good


async def test_what_was_acknowledged_and_is_not_there_is_lost(scene: Scene) -> None:
    scene.witness.presses.append(Press(BEN, scene.match, 0, cause(), "pi", acknowledged=True))
    assert scene.wrong() == ["lost"]
    scene.witness.presses[-1].acknowledged = False
    assert scene.wrong() == []
    scene.witness.offers.add(scene.match + 1)
    assert scene.wrong() == ["lost"]


async def test_what_nobody_has_pressed_is_doubled(scene: Scene) -> None:
    scene.witness.presses.clear()
    assert scene.wrong() == ["doubled"]


async def test_who_is_awaited_and_was_not_called_is_silent(scene: Scene) -> None:
    scene.witness.pinged[BEN] = [(9 * MINUTE) << 22]
    assert scene.wrong() == []
    scene.witness.acted(BEN, ((9 * MINUTE) << 22) + 1)
    assert scene.wrong() == ["silent"]
    assert scene.wrong(unwilling=frozenset({BEN})) == []


async def test_a_board_that_is_no_card_is_stale(scene: Scene) -> None:
    old = Lying(OLD, 0, frozenset({scene.match}), 0, frozenset({"ch"}), heavy=True)
    assert scene.wrong(lying=(*scene.account.lying, old)) == ["stale"]
    assert scene.wrong(lying=(*scene.account.lying, replace(old, heavy=False))) == []


async def test_a_message_that_asks_for_a_step_that_is_over_is_stale(scene: Scene) -> None:
    table_is_over = replace(scene.account.lying[1], verbs=frozenset({"mo"}), step=-1)
    assert scene.wrong(lying=(table_is_over,)) == []
    journal = scene.account.journals[scene.match]
    resigned = replace(journal.events[-1], word="!resign", interaction=cause())
    scene.witness.presses.append(Press(ANN, scene.match, 0, resigned.interaction or 0, "pi"))
    over = {scene.match: replace(journal, events=(*journal.events, resigned))}
    assert scene.wrong(journals=over) == ["stale"]


async def test_a_call_that_came_twice_is_a_duplicate(scene: Scene) -> None:
    scene.witness.calls[BEN, scene.match, 0, "dm"].add(OLD)
    assert scene.wrong() == ["duplicates"]


async def test_an_interaction_that_nobody_answered_is_told_of_where_nothing_was_wrong(scene: Scene) -> None:
    scene.witness.failed.append(Failed(10.0, 13.0, 99, "press"))
    assert scene.wrong() == ["unanswered"]
    scene.witness.troubles.append([12.0, 12.5])
    assert scene.wrong() == []


async def test_whoever_was_not_connected_comes_back_in_time(scene: Scene) -> None:
    scene.witness.troubles.append([5.0, 10.0])
    scene.witness.failed += [Failed(at, at + 3, 99, "press", heard) for at, heard in ((11.0, False), (10.0, True))]
    assert scene.wrong() == []
    scene.witness.failed.append(Failed(11.0, 14.0, 99, "press"))
    assert scene.wrong() == ["unanswered"]
    scene.witness.failed[-1:] = [Failed(10.0 + SWEEPS + 1, 30.0, 99, "press", heard=False)]
    assert scene.wrong() == ["unanswered"]


async def test_an_answer_that_came_too_late_is_told_apart(scene: Scene) -> None:
    """That the machine is busy is nothing that a bot could help."""
    scene.witness.failed.append(Failed(10.0, 13.0, 99, "press"))
    scene.witness.tried.add(99)
    assert scene.wrong() == []
    assert judged(scene.account).late == 1


async def test_a_step_that_the_others_never_saw_is_untold(scene: Scene) -> None:
    scene.witness.untold.append(News(scene.match, 1, ANN, 0.0))
    assert scene.wrong() == ["untold"]


async def test_a_step_that_the_others_saw_late_is_told_of(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """From when nothing was wrong any more."""
    for seconds, wrong in ((SWEEPS - 1, []), (SWEEPS + 1, ["late"])):
        scene.witness.untold.append(News(scene.match, 1, ANN, 100.0))
        scene.witness.troubles[:] = [[90.0, 120.0]]
        monkeypatch.setattr(time, "monotonic", lambda now=120.0 + seconds: now)
        scene.witness.sees(BEN, scene.match, 1)
        assert scene.wrong() == wrong
    assert [round(it) for it in scene.witness.told] == [SWEEPS - 1, SWEEPS + 1]


@pytest.mark.parametrize("outlived", [False, True])
async def test_a_step_that_nothing_but_a_call_could_tell_is_not_late(scene: Scene, *, outlived: bool) -> None:
    """All that they had of it takes no edits any more, and nobody calls who is at it."""
    scene.witness.untold.append(News(scene.match, 1, ANN, time.monotonic() - SWEEPS - 1))
    scene.witness.sees(BEN, scene.match, 1, lambda: outlived)
    assert scene.wrong() == ([] if outlived else ["late"])


async def test_what_the_doctor_finds_is_in_the_table(scene: Scene) -> None:
    verdict = judged(scene.account, "something is wrong")
    assert not verdict.good
    assert "doctor: something is wrong" in verdict.table()
