"""What several have just chosen at once is shown above the board: to the channel, and to each in their hand."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.scenes import hand, match, menu
from bot.scenes.hand import Beside
from bot.scenes.match import MOST_HEARD, MOST_TOLD, forgets
from bot.scenes.names import names, plates
from bot.scenes.scene import Board
from bot.table.agreement import Agreement
from bot.table.table import Begun, Over, Play, Table
from bot.table.tables import Tables
from games import GAMES
from games.art import spoken
from games.core import Seat
from games.match import RESIGN
from games.options import choices
from games.words import LOCALES, Words
from tests.games.morra import GAME, View
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, begun, cause, round_of, said, show


class Bare(Words):
    """Of a game that has no texts of its own."""

    def __call__(self, key: str, locale: str, /, **_: object) -> str:
        return key if locale in LOCALES else ""


@pytest.fixture(autouse=True)
def worded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "say", Bare("games"))


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
    assert public.picture == GAME.reveal(view) != GAME.picture(view)
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
    for locale, house in (("en", "The house"), ("fr", "L’ordi")):
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

    monkeypatch.setattr(GAME, "forget", covered)
    # Nothing else tells of it: it is covered all the same.
    monkeypatch.setattr(GAME, "told", lambda *_: ["Shown."])
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
    monkeypatch.setattr(GAME, "told", lambda _, locale, names: [*names, locale] * 200)
    table = await shown(tables, DAN)
    public = match.playing(table, locale, tables.absences, uncovered=False).reveal
    assert public
    assert public.alt.startswith(f"seat-0 seat-1 {locale} ")
    assert len(public.alt) <= MOST_HEARD


def revealing() -> list[tuple[str, Mapping[str, Any], int]]:
    """Every game that has reveals, under the variants it knows, at its smallest table and a larger one."""
    found: list[tuple[str, Mapping[str, Any], int]] = []
    for key, game in GAMES.items():
        if game.overrides("reveal"):
            field = game.options_class.model_fields.get("variant")
            variants = [{"variant": it} for it in choices(field.annotation)] if field else [{}]
            found += [(key, variant, seats) for variant in variants for seats in {game.SEATS[0], game.SEATS[-1]}]
    return found


def looking() -> Iterator[pytest.ParameterSet]:
    """One person or two among the house; by turns at every change, and both where the house may go on by itself."""
    for at, (game, options, seats) in enumerate(revealing()):
        for people in (1, 2):
            late = game != "schnick" and people == 1 + at // 2 % 2
            yield pytest.param(game, options, seats, people, marks=[pytest.mark.gate] if late else [])


async def unasked(tables: Tables, table: Table, dice: random.Random, seen: list[Any]) -> Table:
    """What needs no person: the house, and whoever has nothing to choose from. `seen` is what came of each step."""
    while isinstance(table, Play):
        match, step = table.match, table.match.step
        seat = min(match.waiting)
        legal = list(match.legal(seat))
        if seat in table.housed:
            table = (await tables.say_for_the_house(table.id, seat, dice.choice(legal), step=step, now=NOON)).table
        elif match.awaited == {seat} and len(legal) == 1:
            table = (await tables.say_the_only_word(table.id, seat, legal[0], step=step, now=NOON)).table
        else:
            break
        assert isinstance(table, Begun)
        if table.match.step > step:
            seen.append(table.match.state)
    return table


@pytest.mark.parametrize(("game", "options", "seats", "people"), [*looking()])
async def test_who_chose_sees_what_met_whatever_went_on_by_itself(
    tables: Tables, game: str, options: Mapping[str, Any], seats: int, people: int
) -> None:
    """In the next frame they get: the challenge of the house that follows at once hides nothing, nor does a step in
    which there is nothing to choose; and every one of several is told.
    """
    dice = random.Random(f"{game} {options} {seats} {people}")
    late = await looked_on(tables, game, options, seats, people, dice)
    # How the cards are dealt nobody decides: with most, but not with all, the house challenges in its turn.
    for _ in range(30 if people == 1 and game == "schnick" and not late else 0):
        if late := await looked_on(tables, game, options, seats, people, dice):
            break
    assert late or people > 1 or game != "schnick"


async def looked_on(
    tables: Tables, game: str, options: Mapping[str, Any], seats: int, people: int, dice: random.Random
) -> int:
    """A match of so many people among the house; how often somebody saw what had met before the newest step."""
    kind = "practice" if people == 1 else "challenge"
    agreement = Agreement(kind=kind, seats=seats, house=seats - people, clock=None, rated=False)
    guests = (BEN,) * (people - 1)
    done = await tables.offer(
        ANN, guests, GAMES[game], options, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    table = done.table
    for guest in guests:
        table = (await tables.sit(table.id, guest, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    table = await unasked(tables, table, dice, [])
    mine: dict[Seat, list[Any]] = {}
    late = 0
    for _ in range(40):
        if not isinstance(table, Play):
            break
        seat = min(table.match.waiting)
        person, step, awaited = table.people[seat], table.match.step, table.match.awaited
        assert person is not None
        word = dice.choice(list(table.match.legal(seat)))
        table = (await tables.say(table.id, person, word, step=step, cause=cause(), now=NOON)).table
        assert isinstance(table, Begun)
        seen = [table.match.state] if table.match.step > step else []
        table = await unasked(tables, table, dice, seen)
        if not isinstance(table, Play) or not seen:
            continue
        deciders = [it for it in awaited if it not in table.housed]
        for other in mine:
            mine[other] += seen
        mine |= {it: [*seen] for it in deciders}
        assert_seen(tables, table, None, seen)
        for it in deciders:
            late += assert_seen(tables, table, it, mine[it])
    return late


def assert_seen(tables: Tables, table: Play, seat: Seat | None, states: Sequence[Any]) -> bool:
    """The card, or the hand of a seat, shows the newest and tells them all; is it older than the newest step?"""
    views = [table.game.forget(table.game.view(state, seat)) for state in states]
    pictures = [table.game.reveal(view) for view in views]
    if seat is None:
        scene = match.playing(table, "en", tables.absences, uncovered=False)
    else:
        scene = hand.hand(table, seat, "en", tables.absences)
    newest = [spoken(it, table.game.say, "en") for it in pictures if it is not None]
    assert (scene.reveal.picture if scene.reveal else None) == (newest[-1] if newest else None)
    told = [line for view, it in zip(views, pictures, strict=True) if it for line in told_of(table, view)]
    room = MOST_TOLD - (0 if pictures[-1] else len(told_of(table, views[-1])))
    assert set(told[-room:]) <= set(scene.above)
    return bool(newest) and pictures[-1] is None


def told_of(table: Play, view: Any) -> Sequence[str]:
    return table.game.told(view, "en", names(table, "en"))
