"""The picture of what several players have just chosen at once: on the card, and in each player message."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.matches.model import Begun, Over, Play, Table
from bot.matches.service import Tables
from bot.matches.terms import Agreement
from bot.screens import dialogs, match_card, player_screen
from bot.screens.match_card import MOST_HEARD, MOST_TOLD, forgets
from bot.screens.names import names, plates
from bot.screens.player_screen import Beside
from bot.screens.scene import Board
from games import GAMES
from games.art import translate_picture
from games.core import Seat
from games.match import RESIGN
from games.options import list_choices
from games.words import LOCALES, Words
from tests.games.morra import GAME, View
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, begun, cause, round_of, said, show


class KeyWords(Words):
    """The texts of a game that has none of its own: the keys."""

    def __call__(self, key: str, locale: str, /, **_: object) -> str:
        return key if locale in LOCALES else ""


@pytest.fixture(autouse=True)
def morra_has_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "say", KeyWords("games"))


def playing(table: Table) -> Play:
    assert isinstance(table, Play)
    return table


async def play_a_round(tables: Tables) -> Play:
    return playing(await round_of(tables, await begun(tables, BEN)))


def on_card(tables: Tables, table: Play, *, uncovered: bool = False) -> Board | None:
    return match_card.playing(table, "en", tables.absences, uncovered=uncovered).reveal


def in_hand(tables: Tables, table: Table, beside: Beside = player_screen.ALONE) -> Board | None:
    assert isinstance(table, Play | Over)
    return player_screen.hand(table, 0, "en", tables.absences, beside).reveal


async def test_reveal_is_on_the_card_and_in_each_hand_until_the_next(tables: Tables) -> None:
    table = playing(await begun(tables, BEN))
    assert (
        on_card(tables, table) is in_hand(tables, table) is dialogs.watched(table, "en", tables.absences).reveal is None
    )
    table = await play_a_round(tables)
    view = table.match.view_of(None)
    first = on_card(tables, table)
    assert first
    assert first.picture == GAME.draw_reveal(view) != GAME.draw_board(view)
    assert first.names == table.people
    assert dialogs.watched(table, "en", tables.absences).reveal == in_hand(tables, table) == first
    # Whoever turns pages or thinks again has the board in view.
    assert in_hand(tables, table, Beside(rest="show.")) is None
    table = playing((await show(tables, table, 0, step=1)).table)
    assert table.match.sealed
    assert first == in_hand(tables, table) == on_card(tables, table)
    assert in_hand(tables, table, Beside(again=True)) is None
    table = playing((await show(tables, table, 1, step=1)).table)
    assert first != in_hand(tables, table) == on_card(tables, table)
    # At the end two pictures would be taller than the window.
    for over in (await round_of(tables, table), (await said(tables, await play_a_round(tables), 1, RESIGN[0])).table):
        assert over.over
        assert in_hand(tables, over) is None


async def test_house_and_forgotten_players_have_words_for_names(tables: Tables) -> None:
    table = await play_a_round(tables)
    await tables.forget(BEN, NOON)
    left = await tables.table(table.id)
    assert isinstance(left, Over)
    assert plates(left, "en") == tuple(ANN if who == ANN else f"seat-{at}" for at, who in enumerate(left.people))
    housed = playing(await begun(tables, BEN, seats=4, house=2))
    for locale, house in (("en", "The house"), ("fr", "L’ordi")):
        assert plates(housed, locale) == tuple(house if who is None else who for who in housed.people)


async def test_reveal_that_must_be_hidden_again_is_seen_only_while_uncovered(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def covered(view: View) -> View:
        return replace(view, state=replace(view.state, rounds=0))

    monkeypatch.setattr(GAME, "forget", covered)
    # Nothing else tells of it: it is covered all the same.
    monkeypatch.setattr(GAME, "describe_step", lambda *_: ["Shown."])
    table = await play_a_round(tables)
    assert forgets(table, None)
    assert on_card(tables, table) is None
    assert in_hand(tables, table) is None
    assert dialogs.watched(table, "en", tables.absences).reveal is None
    opened = on_card(tables, table, uncovered=True)
    assert opened
    assert opened == in_hand(tables, table, Beside(uncovered=True)) == dialogs.look(table, 0, "en").reveal


@pytest.mark.parametrize("locale", LOCALES)
async def test_alt_text_names_seats_and_is_not_too_long(
    tables: Tables, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen reader reads mentions as numbers."""
    monkeypatch.setattr(GAME, "describe_step", lambda _, locale, names: [*names, locale] * 200)
    public = match_card.playing(await play_a_round(tables), locale, tables.absences, uncovered=False).reveal
    assert public
    assert public.alt.startswith(f"seat-0 seat-1 {locale} ")
    assert len(public.alt) <= MOST_HEARD


def settings() -> Iterator[pytest.ParameterSet]:
    """Every game that has reveals, in its variants, at its smallest table and its largest, of one person or two."""
    at = 0
    for key, game in GAMES.items():
        if not game.overrides("draw_reveal"):
            continue
        field = game.options_class.model_fields.get("variant")
        for variant in [{"variant": it} for it in list_choices(field.annotation)] if field else [{}]:
            for seats in {game.SEATS[0], game.SEATS[-1]}:
                for people in (1, 2):
                    # At every change at small tables, of one or two people by turns.
                    late = key != "schnick" and (people == 1 + at // 2 % 2 or seats > 2)
                    yield pytest.param(key, variant, seats, people, marks=[pytest.mark.gate] if late else [])
                at += 1


async def play_for_the_house(tables: Tables, table: Table, dice: random.Random, seen: list[Any]) -> Table:
    """Choose for the house and for whoever has one choice only. Add the state after each step to `seen`."""
    while isinstance(table, Play):
        match, step = table.match, table.match.step
        seat = min(match.to_move)
        legal = list(match.legal_moves(seat))
        if seat in table.housed:
            table = (await tables.say_for_the_house(table.id, seat, dice.choice(legal), step=step, now=NOON)).table
        elif match.seats_asked == {seat} and len(legal) == 1:
            table = (await tables.say_the_only_word(table.id, seat, legal[0], step=step, now=NOON)).table
        else:
            break
        assert isinstance(table, Begun)
        if table.match.step > step:
            seen.append(table.match.state)
    return table


@pytest.mark.parametrize(("game", "options", "seats", "people"), [*settings()])
async def test_next_message_of_a_player_shows_all_that_was_revealed_since_the_last(
    tables: Tables, game: str, options: Mapping[str, Any], seats: int, people: int
) -> None:
    """What the house does at once hides nothing, nor does a step in which there is nothing to choose."""
    dice = random.Random(f"{game} {options} {seats} {people}")
    late = await check_a_match(tables, game, options, seats, people, dice)
    # With most deals, but not with all, the house challenges in its turn.
    for _ in range(30 if people == 1 and game == "schnick" and not late else 0):
        if late := await check_a_match(tables, game, options, seats, people, dice):
            break
    assert late or people > 1 or game != "schnick"


async def check_a_match(
    tables: Tables, game: str, options: Mapping[str, Any], seats: int, people: int, dice: random.Random
) -> int:
    """Play by dice. Return how often somebody saw what was revealed before the newest step."""
    kind = "practice" if people == 1 else "challenge"
    agreement = Agreement(kind=kind, seats=seats, house=seats - people, clock=None, rated=False)
    guests = (BEN,) * (people - 1)
    done = await tables.offer(
        ANN, guests, GAMES[game], options, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    for guest in guests:
        done = await tables.sit(done.table.id, guest, cause=cause(), now=NOON)
    table = await play_for_the_house(tables, done.table, dice, [])
    since: dict[Seat, list[Any]] = {}
    late = 0
    for _ in range(40):
        if not isinstance(table, Play):
            break
        seat = min(table.match.to_move)
        person, step, awaited = table.people[seat], table.match.step, table.match.seats_asked
        assert person is not None
        word = dice.choice(list(table.match.legal_moves(seat)))
        table = (await tables.say(table.id, person, word, step=step, cause=cause(), now=NOON)).table
        assert isinstance(table, Begun)
        seen = [table.match.state] if table.match.step > step else []
        table = await play_for_the_house(tables, table, dice, seen)
        if not isinstance(table, Play) or not seen:
            continue
        for other in since:
            since[other] += seen
        deciders = [it for it in awaited if it not in table.housed]
        since |= {it: [*seen] for it in deciders}
        check_reveal(tables, table, None, seen)
        late += sum(check_reveal(tables, table, it, since[it]) for it in deciders)
    return late


def check_reveal(tables: Tables, table: Play, seat: Seat | None, states: Sequence[Any]) -> bool:
    """Check that a hand, or the card, shows the newest reveal and tells all. Is it older than the newest step?"""
    views = [table.game.forget(table.game.view(state, seat)) for state in states]
    pictures = [table.game.draw_reveal(view) for view in views]
    if seat is None:
        scene = match_card.playing(table, "en", tables.absences, uncovered=False)
    else:
        scene = player_screen.hand(table, seat, "en", tables.absences)
    newest = [translate_picture(it, table.game.say, "en") for it in pictures if it is not None]
    assert (scene.reveal.picture if scene.reveal else None) == (newest[-1] if newest else None)
    lines = [table.game.describe_step(view, "en", names(table, "en")) for view in views]
    told = [line for each, it in zip(lines, pictures, strict=True) if it for line in each]
    assert set(told[-(MOST_TOLD - (0 if pictures[-1] else len(lines[-1]))) :]) <= set(scene.above)
    return bool(newest) and pictures[-1] is None
