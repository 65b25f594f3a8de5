"""The host's form of every game: what it asks, what it says back, and how it can be filled in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.scenes import options
from bot.scenes.scene import Field, Form, Scene
from bot.scenes.terms import terms
from bot.table.agreement import Agreement
from bot.table.table import Table
from bot.table.tables import Tables
from bot.texts import say
from games import GAMES
from games.options import Options, example, settled, wanted
from games.refused import Refused
from games.words import LOCALES
from tests.bot.sitting import ANN, BEN, CHANNEL, NOON, SERVER, cause

DRAWN: dict[str, dict[str, Any]] = {
    "schamanen": {"board": "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3", "shells": [7, 11]},
    "shamanic_chess": {"fen": "4k3/8/8/3Q~4/8/8/8/4K3 w - - 0 1"},
    "schnick": {"hands": ["stpfwsj", "ttppffj"], "pile": "stpfw", "first": 0},
    "woodwalkers": {
        "animals": ["0 wolf d2 1", "1 otter out"],
        "forest": ["die c3"],
        "rolls": [6, 1],
        "round": 3,
        "scores": [1, 2],
    },
}


async def card(tables: Tables, game: str, given: dict[str, Any] | None = None, *, house: bool = False) -> Table:
    agreement = (
        Agreement(kind="practice", seats=2, house=1, rated=False) if house else Agreement(kind="challenge", seats=2)
    )
    done = await tables.offer(
        ANN, () if house else (BEN,), GAMES[game], given or {}, agreement,
        server=SERVER, channel=CHANNEL, cause=cause(), now=NOON,
    )  # fmt: skip
    return done.table


def forms(table: Table) -> Iterator[tuple[Field, ...]]:
    first = options.opened(table, "en", "")
    if isinstance(first, Form):
        yield first.fields
        return
    for at, _ in enumerate(buttons(table)):
        form = options.opened(table, "en", str(at))
        assert isinstance(form, Form)
        yield form.fields


def buttons(table: Table) -> list[str]:
    scene = options.opened(table, "en", "")
    rows = scene.rows if isinstance(scene, Scene) else ()
    return [it.label for row in rows if isinstance(row, tuple) for it in row]


@pytest.mark.parametrize("game", sorted(DRAWN))
async def test_a_form_that_is_sent_as_it_was_opened_changes_nothing(tables: Tables, game: str) -> None:
    """Lists too can be written on one line, and read from there."""
    table = await card(tables, game, DRAWN[game])
    for fields in forms(table):
        wanted = options.filled(table, {field.key: field.value for field in fields}, "en")
        assert settled(table.game.Options, wanted.options) == table.options


@pytest.mark.parametrize("game", sorted(GAMES.keys() & DRAWN))
async def test_a_drawn_start_stands_apart_from_the_clock(tables: Tables, game: str) -> None:
    table = await card(tables, game)
    keys = [[field.key for field in fields] for fields in forms(table)]
    for part in keys:
        drawn = [key in table.game.Options.DRAWN for key in part]
        assert len(part) <= options.IN_A_FORM
        assert drawn == sorted(drawn)
        assert len(keys) == 1 or len(set(drawn)) == 1
    labels = buttons(table)
    assert len(set(labels)) == len(labels)
    assert all(len(set(label.split(" – "))) == 2 for label in labels)


async def test_the_ladder_is_not_offered_against_the_house(tables: Tables) -> None:
    for house in (False, True):
        table = await card(tables, "schamanen", house=house)
        keys = {field.key for fields in forms(table) for field in fields}
        assert ("rated." in keys) is not house


@pytest.mark.parametrize(("locale", "label"), [("en", "Preset shells"), ("de", "Vorgegebene"), ("fr", "imposés")])
async def test_a_field_is_refused_by_the_name_that_it_has_in_the_form(tables: Tables, locale: str, label: str) -> None:
    table = await card(tables, "schamanen")
    with pytest.raises(Refused) as no:
        options.filled(table, {"shells": "many"}, locale)
    assert label in str(no.value.facts["option"])


async def test_terms_say_a_number_that_has_a_name_by_its_name(tables: Tables) -> None:
    table = await card(tables, "woodwalkers", {"modes": 11})
    assert "Battle-mode tiles: 11, for 9 rounds" in terms(table.game, table.options, "en")
    free = await card(tables, "schamanen", {"duel_limit": 7})
    assert "Duel limit: 7" in terms(free.game, free.options, "en")


BESIDE = {"shells-alone", "hands-pile"}
"""Refusals that want another option beside that one."""


def why_not(kind: type[Options], given: dict[str, Any]) -> str:
    try:
        settled(kind, given)
    except Refused as no:
        return no.key
    return ""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_cannot_be_listed_is_shown_by_an_example(game: str) -> None:
    """Nobody can type what is only called a list; and what is proposed is not refused as what it was proposed for."""
    kind = GAMES[game].Options
    for name in kind.model_fields:
        shown = example(kind, name)
        assert (shown is None) == ("…" not in wanted(kind, name).replace("1, 2, 3 …", "")), name
        assert shown is None or why_not(kind, {name: shown}) in {"", *BESIDE}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("game", "field", "typed", "shown"),
    [
        ("schamanen", "shells", "9 9", "10, 8"),
        ("schamanen", "duel_limit", "many", "none"),
        ("schamanen", "board", "5", "9/1 1/9"),
        ("woodwalkers", "rolls", "six", "6, 1"),
        ("woodwalkers", "round", "three", "1, 2, 3"),
    ],
)
async def test_what_does_not_fit_is_refused_as_it_was_typed_and_says_what_can_be(
    tables: Tables, game: str, field: str, typed: str, shown: str, locale: str
) -> None:
    table = await card(tables, game)
    with pytest.raises(Refused) as no:
        options.filled(table, {field: typed}, locale)
    line = say.no(no.value, locale)
    assert table.game.say(f"option-{field}", locale) in line
    assert typed in line
    assert shown in line
    assert not set(line) & set('[]"')
