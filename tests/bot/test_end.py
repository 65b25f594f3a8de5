"""What a match came to is said once: what its game has told is not said again below the board."""

from __future__ import annotations

import random
import re

import pytest

from bot.scenes import match as scenes
from bot.scenes import past
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.journal import Kind, after
from bot.table.table import Begun, Over, Play, Table
from bot.table.tables import Tables
from games import GAMES
from games.core import Seat
from games.words import LOCALES
from storage import Event
from tests.bot.playing import by_dice, played
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause, said
from tests.bot.town import begun, chosen

WINS = {"en": "wins", "de": "gewinnt", "fr": "gagne"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", LOCALES)
async def test_who_won_and_why_is_said_once(tables: Tables, game: str, locale: str) -> None:
    table = await tables.table(await played(tables, (ANN, BEN), game, choose=by_dice(3)))
    assert isinstance(table, Over)
    scene = scenes.over(table, locale, b"", None, called=frozenset())
    lines = [*scene.above[1:], *scene.below]
    assert str(lines).count(table.game.say(f"reason-{table.result.reason}", locale).rstrip(".")) <= 1
    assert not any(WINS[locale] in line for line in scene.below), scene.below
    assert [str(scene.below).count(f"<@{person}>") for person in (ANN, BEN)] == [1, 1]


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_names_everybody_through_whose_eyes_it_may_be_seen(tables: Tables, game: str) -> None:
    """Whoever turns its pages need not have sat there."""
    table = await tables.table(await played(tables, (ANN, BEN), game, choose=by_dice(3)))
    assert isinstance(table, Over)
    journal = await tables.store.load(table.id)
    assert journal
    for eyes in range(2):
        told = [line for at in range(4) for line in past.frame(table, journal, f"{at}.{eyes}", "en").above[1:]]
        assert told
        assert not any(re.search(r"\b[Yy]ou", line) for line in told), told


def gone_on(table: Table, seat: Seat, *word: str) -> Table:
    """As it is after one more word."""
    return after(table, Event(Kind.SAID, " ".join(word), NOON, seat=seat), Absences())


@pytest.mark.parametrize("word", ["!resign", "!lapse"])
@pytest.mark.parametrize("locale", LOCALES)
async def test_who_gave_up_is_named(tables: Tables, locale: str, word: str) -> None:
    table = await chosen(tables, (await begun(tables)).id, ANN)
    assert isinstance(table, Begun)
    table = gone_on(table, table.people.index(BEN), word)
    assert isinstance(table, Over)
    why, first, second = scenes.over(table, locale, b"", None, called=frozenset()).below
    assert f"<@{BEN}>" in why
    assert first.startswith("🏆")
    assert f"<@{ANN}>" in first
    assert second.startswith("2.")


@pytest.mark.parametrize("locale", LOCALES)
async def test_of_equals_nobody_has_the_cup(tables: Tables, locale: str) -> None:
    table = await begun(tables)
    for seat, word in enumerate(("!offer", "!agree")):
        table = (await said(tables, table, seat, word)).table
    assert isinstance(table, Over)
    why, *ranks = scenes.over(table, locale, b"", None, called=frozenset()).below
    assert why == table.game.say("reason-agreed", locale)
    assert [line[:2] for line in ranks] == ["1.", "1."]


@pytest.mark.parametrize("locale", LOCALES)
async def test_whoever_left_is_said_to_come_last_whatever_the_house_did_there(tables: Tables, locale: str) -> None:
    agreement = Agreement(kind="open", seats=3)
    done = await tables.offer(
        ANN, (), GAMES["schnick"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    table = done.table
    for person in (BEN, CAT):
        table = (await tables.sit(table.id, person, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    dice = random.Random(1)
    table = gone_on(table, table.people.index(ANN), "!resign")
    while isinstance(table, Play):
        seat = min(table.match.waiting)
        table = gone_on(table, seat, *dice.choice(table.match.legal(seat)))
    assert isinstance(table, Over)
    above, *ranks = scenes.over(table, locale, b"", None, called=frozenset()).below
    assert f"<@{ANN}>" in above
    assert not ranks[-1].startswith("🏆")
    assert f"<@{ANN}>" in ranks[-1]
