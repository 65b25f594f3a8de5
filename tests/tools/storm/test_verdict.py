"""The verdict names whatever is wrong; where nothing is, its table is all noughts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from bot.scenes.hand import hand
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.journal import folded
from bot.table.table import Begun, Play, Table
from bot.time import EPOCH, HOUR, MINUTE
from games import GAMES
from games.core import Word
from storage import Journal, Store
from tests.kit.match import ANN, BEN, CHANNEL, SERVER, cause, seat_of, tabled
from tests.tools.storm.scenery import Lying
from tests.tools.storm.verdict import COLUMNS, Account, Verdict, is_same_move, judged
from tests.tools.storm.witness import SWEEPS, Failed, News, Press, Witness

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


def legal_of(journal: Journal, seat: int) -> Sequence[Word]:
    """Return the moves that somebody had before the last event."""
    table = folded(replace(journal, events=journal.events[:-1]), Absences())
    assert isinstance(table, Play)
    return table.match.legal(seat)


def screen_of(table: Table) -> str:
    """Return what Ann reads when the match stands like this."""
    assert isinstance(table, Begun)
    shown = hand(table, seat_of(table, ANN), "de", Absences())
    return "\n".join((*shown.above, *shown.below))


@pytest.fixture
async def scene(store: Store) -> Scene:
    tables, at, pressed = tabled(store), EPOCH + 10 * MINUTE, cause()
    game, agreement = GAMES["schamanen"], Agreement(seats=2, clock=None)
    options = {"placement": "random"}
    offer = await tables.offer(
        ANN, (BEN,), game, options, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=at
    )
    table = (await tables.sit(offer.table.id, BEN, cause=cause(), now=at)).table
    assert isinstance(table, Play)
    move = table.match.legal(seat_of(table, ANN))[0]
    table = (await tables.say(table.id, ANN, move, step=0, cause=pressed, now=at)).table
    journal = await store.load(table.id)
    assert journal
    press = Press(ANN, table.id, 0, pressed, "pi", move, screen_of(table), acknowledged=True)
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


async def test_a_move_that_was_not_pressed_is_altered(scene: Scene) -> None:
    press = scene.witness.presses[0]
    for acknowledged in (True, False):
        scene.witness.presses[0] = replace(press, move=("guard", "z9"), acknowledged=acknowledged)
        assert scene.wrong() == ["altered"]
    scene.witness.presses[0] = replace(press, person=BEN)
    assert "altered" in scene.wrong()
    scene.witness.presses[0] = replace(press, match=scene.match + 1)
    assert "altered" in scene.wrong()


@pytest.mark.parametrize(
    ("pressed", "stored", "same"),
    [
        ("place c3 a1", "place a1 c3", True),
        ("c3 a1", "a1 c3", True),
        ("a1 b2 c3 d4", "c3 d4 a1 b2", True),
        ("place a1", "place c3", False),
        ("place a1 c3", "place a1 b2", False),
        ("a1 place", "place a1 c3", False),
        ("", "a1", False),
    ],
)
def test_two_things_in_no_order_may_be_picked_in_either(pressed: str, stored: str, *, same: bool) -> None:
    assert is_same_move(pressed.split(), stored.split()) == same


async def test_a_screen_that_names_another_move_is_unconfirmed(scene: Scene) -> None:
    press = scene.witness.presses[0]
    journal = scene.account.journals[scene.match]
    table = folded(journal, Absences())
    assert isinstance(table, Play)
    # As if another of the moves that Ann had were sealed.
    before = folded(replace(journal, events=journal.events[:-1]), Absences())
    other = legal_of(journal, seat_of(table, ANN))[1]
    wrong = replace(journal.events[-1], word=" ".join(other))
    shown = screen_of(folded(replace(journal, events=(*journal.events[:-1], wrong)), Absences()))
    assert shown != press.screen
    scene.witness.presses[0] = replace(press, screen=shown)
    assert scene.wrong() == ["unconfirmed"]
    # As if it had not been said: the question still stands there.
    scene.witness.presses[0] = replace(press, screen=screen_of(before))
    assert scene.wrong() == ["unconfirmed"]


async def test_a_screen_may_show_what_followed_but_not_their_next_move(scene: Scene) -> None:
    press = scene.witness.presses[0]
    journal = scene.account.journals[scene.match]
    table = folded(journal, Absences())
    assert isinstance(table, Play)
    said = journal.events[-1]
    seat, other = seat_of(table, ANN), 1 - seat_of(table, ANN)
    reply = replace(said, person=BEN, seat=other, word=" ".join(table.match.legal(other)[0]), interaction=cause())
    answered = replace(journal, events=(*journal.events, reply))
    scene.witness.presses.append(Press(BEN, scene.match, 0, reply.interaction or 0, "pi", tuple(reply.word.split())))
    after = folded(answered, Absences())
    assert isinstance(after, Play)
    scene.witness.presses[0] = replace(press, screen=screen_of(after))
    journals = {scene.match: answered}
    assert "unconfirmed" not in scene.wrong(journals=journals)
    # A change of mind: what is read then must not be read in answer to the first press.
    first, second = (" ".join(it) for it in legal_of(journal, seat)[:2])
    assert first == said.word
    revised = replace(said, word=second, interaction=(again := cause()))
    changed = replace(journal, events=(*journal.events, revised))
    shown = screen_of(folded(changed, Absences()))
    scene.witness.presses[0] = replace(press, screen=shown)
    scene.witness.presses[1] = replace(press, interaction=again, move=tuple(second.split()), screen=shown, revises=True)
    assert scene.wrong(journals={scene.match: changed}) == ["unconfirmed"]
    scene.witness.presses[0] = press
    assert scene.wrong(journals={scene.match: changed}) == []
    scene.witness.presses[1] = replace(scene.witness.presses[1], revises=False)
    assert scene.wrong(journals={scene.match: changed}) == ["doubled"]


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
    scene.witness.presses.append(Press(ANN, scene.match, 0, resigned.interaction or 0, "pi", ("!resign",)))
    over = {scene.match: replace(journal, events=(*journal.events, resigned))}
    assert scene.wrong(journals=over) == ["stale"]


async def test_a_call_that_came_twice_is_a_duplicate(scene: Scene) -> None:
    scene.witness.calls[BEN, scene.match, 0, "dm"].add(OLD)
    assert scene.wrong() == ["duplicates"]


async def test_a_call_that_is_repeated_once_discord_has_forgotten_the_first_is_counted_apart(scene: Scene) -> None:
    calls = scene.witness.calls[BEN, scene.match, 0, "dm"]
    calls.add(HAND + ((5 * MINUTE + 1) << 22))
    assert scene.wrong() == []
    assert judged(scene.account).repeated == 1
    calls.add(HAND + ((5 * MINUTE) << 22))
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
