"""What several have just chosen at once is shown above the board: to the channel, and to each in their hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.scenes import hand, match, menu
from bot.scenes.hand import Beside
from bot.scenes.match import MOST_HEARD, forgets
from bot.scenes.names import plates
from bot.scenes.scene import Board
from bot.table.table import Over, Play, Table
from bot.table.tables import Tables
from games.match import RESIGN
from games.words import LOCALES, Words
from tests.bot.sitting import ANN, BEN, CAT, DAN, NOON, begun, round_of, said, show
from tests.games import morra
from tests.games.morra import View


class Bare(Words):
    """Of a game that has no texts of its own."""

    def __call__(self, key: str, locale: str, **_: object) -> str:
        return key if locale in LOCALES else ""


@pytest.fixture(autouse=True)
def worded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(morra, "say", Bare("games"))


def playing(table: Table) -> Play:
    assert isinstance(table, Play)
    return table


async def shown(tables: Tables, other: int = BEN) -> Play:
    """Both have shown a finger, once."""
    return playing(await round_of(tables, await begun(tables, other)))


def card(tables: Tables, table: Play, *, uncovered: bool = False) -> Board | None:
    return match.playing(table, "en", tables.absences, uncovered=uncovered).reveal


def held(tables: Tables, table: Table, beside: Beside = hand.ALONE) -> Board | None:
    assert isinstance(table, Play | Over)
    return hand.hand(table, 0, "en", tables.absences, beside).reveal


async def test_before_anybody_has_chosen_there_is_nothing_to_see(tables: Tables) -> None:
    table = playing(await begun(tables, BEN))
    assert card(tables, table) is None
    assert held(tables, table) is None
    assert menu.watched(table, "en", tables.absences).reveal is None


async def test_the_channel_and_every_hand_see_what_was_chosen(tables: Tables) -> None:
    table = await shown(tables)
    view = table.match.view(None)
    public = card(tables, table)
    assert public
    assert public.picture == morra.reveal(view) != morra.picture(view)
    assert public.names == table.people
    assert menu.watched(table, "en", tables.absences).reveal == public
    assert held(tables, table) == public


async def test_whoever_has_no_name_to_be_looked_up_is_called_as_it_is_read(tables: Tables) -> None:
    """The house in the reader’s language, whoever was forgotten by their seat."""
    table = await shown(tables)
    await tables.forget(BEN, NOON)
    left = await tables.table(table.id)
    assert isinstance(left, Over)
    assert plates(left, "en") == tuple(ANN if who == ANN else f"seat-{at}" for at, who in enumerate(left.people))
    housed = playing(await begun(tables, BEN, seats=4, house=2))
    for locale, house in (("en", "The house"), ("fr", "La maison")):
        assert plates(housed, locale) == tuple(house if who is None else who for who in housed.people)


async def test_it_stays_until_the_next_is_known(tables: Tables) -> None:
    """A choice that is sealed lies on the same; the second reveal takes the place of the first."""
    table = await shown(tables)
    first = held(tables, table)
    table = playing((await show(tables, table, 0, step=1)).table)
    assert table.match.sealed
    assert first == held(tables, table) == card(tables, table)
    table = playing((await show(tables, table, 1, step=1)).table)
    second = held(tables, table)
    assert second
    assert second == card(tables, table) != first


async def test_whoever_turns_pages_or_thinks_again_has_the_board_in_view(tables: Tables) -> None:
    table = await shown(tables)
    assert held(tables, table, Beside(rest="show.")) is None
    table = playing((await show(tables, table, 0, step=1)).table)
    assert held(tables, table, Beside(again=True)) is None
    assert held(tables, table)


async def test_an_end_has_one_picture(tables: Tables) -> None:
    """However it came: two are taller than the window."""
    table: Table = await shown(tables)
    for _ in range(2):
        table = await round_of(tables, table)
    assert table.over
    assert held(tables, table) is None
    left = (await said(tables, await shown(tables), 1, RESIGN[0])).table
    assert left.over
    assert held(tables, left) is None


async def test_what_must_be_forgotten_is_seen_only_while_it_lies_open(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def covered(view: View) -> View:
        return replace(view, state=replace(view.state, rounds=0))

    monkeypatch.setattr(morra, "covered", covered)
    # Nothing else tells of it: it is covered all the same.
    monkeypatch.setattr(morra, "told", lambda *_: ["Shown."])
    table = await shown(tables, CAT)
    assert forgets(table, None)
    assert card(tables, table) is None
    assert held(tables, table) is None
    assert menu.watched(table, "en", tables.absences).reveal is None
    opened = card(tables, table, uncovered=True)
    assert opened
    assert opened == held(tables, table, Beside(uncovered=True)) == menu.look(table, 0, "en").reveal


@pytest.mark.parametrize("locale", LOCALES)
async def test_whoever_listens_hears_what_was_told_of_seats(
    tables: Tables, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mentions are numbers to whoever reads a picture aloud; and Discord takes so many letters of it."""
    monkeypatch.setattr(morra, "told", lambda _, locale, names: [*names, locale] * 200)
    table = await shown(tables, DAN)
    public = match.playing(table, locale, tables.absences, uncovered=False).reveal
    assert public
    assert public.alt.startswith(f"seat-0 seat-1 {locale} ")
    assert len(public.alt) <= MOST_HEARD
