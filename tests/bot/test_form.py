"""What a host can set in every game: on one page, and typed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.desk.asked import Asked
from bot.discord.layout import layout
from bot.scenes import options
from bot.scenes.address import Address, Verb
from bot.scenes.offer import offer
from bot.scenes.outcome import terms
from bot.scenes.scene import Select
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.table import Offer, Play, Table
from bot.table.tables import Tables
from bot.texts import say
from games import GAMES
from games.options import Options, example, settled, wanted
from games.refused import Refused
from games.words import LOCALES
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause
from tests.kit.scenes import inside
from tests.kit.world import create_rooms

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


def page(table: Table, locale: str = "en") -> dict[str, Select]:
    """What is set by each."""
    rows = [row for row in options.page(table, locale).rows if isinstance(row, Select)]
    return {row.to.split(":")[3]: row for row in rows}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", sorted(DRAWN))
async def test_a_page_has_all_that_people_set_and_nothing_else(tables: Tables, game: str, locale: str) -> None:
    """One message holds it; what is chosen is what counts, however the match begins."""
    for table in (await card(tables, game), await card(tables, game, DRAWN[game])):
        shown = page(table, locale)
        kind = table.game.options_class
        assert {name for name in shown if not name.endswith(".")} == kind.model_fields.keys() - kind.DRAWN
        assert len(list(inside(layout(options.page(table, locale))))) <= 40
        for select in shown.values():
            offered = dict(select.choices)
            assert select.chosen in offered
            assert 2 <= len(select.choices) <= 25
            assert all(select.about and label for label in offered.values())
            # What it is, and in one line what that means.
            assert re.fullmatch(r"[^\n]+\n-# [^\n]{10,200}", select.about), select.about


@pytest.mark.parametrize("game", sorted(DRAWN))
async def test_whatever_is_chosen_can_be_played(tables: Tables, game: str) -> None:
    """From wherever one comes: what does not go with it makes way, and nothing else does."""
    for given in ({}, DRAWN[game]):
        table = await card(tables, game, given)
        for name, select in page(table).items():
            for value, _ in select.choices:
                wanted = options.changed(table, name, value)
                done = await tables.change(table.id, ANN, wanted.options, wanted.agreement, cause=cause(), now=NOON)
                assert page(done.table)[name].chosen == value
                if value == select.chosen:
                    assert page(done.table) == page(table)
                    assert done.table.options == table.options


async def test_what_is_practised_has_no_clock_and_counts_nowhere(tables: Tables) -> None:
    for house in (False, True):
        shown = page(await card(tables, "schamanen", house=house))
        assert ({"clock.", "limit.", "rated."} <= shown.keys()) is not house


@pytest.mark.parametrize(("name", "value"), [("clock.", "soon"), ("colour", "red"), ("variant", "wild")])
async def test_what_nobody_offers_cannot_be_chosen(tables: Tables, name: str, value: str) -> None:
    table = await card(tables, "schamanen")
    with pytest.raises(Refused):
        settled(table.game.options_class, options.changed(table, name, value).options)


@pytest.mark.parametrize("game", sorted(DRAWN))
async def test_what_is_written_can_be_typed(tables: Tables, game: str) -> None:
    """Lists too, on one line."""
    table = await card(tables, game, DRAWN[game])
    given = {name: ", ".join(map(str, it)) if isinstance(it, list) else it for name, it in DRAWN[game].items()}
    for between in ("; ", " "):
        text = between.join(f"{name} = {value}" for name, value in given.items())
        assert settled(table.game.options_class, options.typed(table.game, text, "en")) == table.options


@pytest.mark.parametrize("typed", ["variant=memory placement=random", " variant = memory\tplacement= random ;"])
def test_a_blank_stands_between_options_as_well(typed: str) -> None:
    found = options.typed(GAMES["schamanen"], typed, "en")
    assert found == {"variant": "memory", "placement": "random"}


@pytest.mark.parametrize(("locale", "label"), [("en", "Preset shells"), ("de", "Vorgegebene"), ("fr", "imposés")])
def test_a_field_is_refused_by_the_name_that_players_know(locale: str, label: str) -> None:
    with pytest.raises(Refused) as no:
        options.typed(GAMES["schamanen"], "shells=many", locale)
    assert label in str(no.value.facts["option"])


@pytest.mark.parametrize("typed", ["variant", "variant=memory; variant=pro", "wild=yes", "variant=memory wild=yes"])
def test_what_is_no_option_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="option-"):
        options.typed(GAMES["schamanen"], typed, "en")


@pytest.mark.parametrize("typed", ["=", "=memory", "memory"])
def test_an_option_without_a_name_is_told_how_one_is_written(typed: str) -> None:
    with pytest.raises(Refused, match="option-form"):
        options.typed(GAMES["schamanen"], typed, "en")


@pytest.mark.parametrize(
    ("locale", "told"),
    [("en", "Variant: **memory**"), ("de", "Variante: **Memory**"), ("fr", "Variante\u202f: **mémoire**")],
)
async def test_what_other_rules_would_be_is_set_in_the_type_of_its_language(
    tables: Tables, locale: str, told: str
) -> None:
    offered = await card(tables, "schamanen")
    table = (await tables.sit(offered.id, BEN, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    assert told in options.sure(table, "variant", "memory", locale).above


async def test_terms_are_said_as_players_say_them(tables: Tables) -> None:
    table = await card(tables, "woodwalkers", {"modes": 11})
    assert "9 rounds" in terms(table.game, table.options, "en")
    free = await card(tables, "schamanen", {"duel_limit": 7})
    assert "7 duels at most" in terms(free.game, free.options, "en")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", sorted(DRAWN))
async def test_a_card_says_how_it_opens_wherever_somebody_new_to_it_opens_otherwise(
    tables: Tables, game: str, locale: str
) -> None:
    """The same command deals to a beginner and lets others lay out: nobody has to guess which it is."""
    kind = GAMES[game].options_class
    for given in ({}, dict(kind.gentle({}))):
        table = await card(tables, game, given)
        assert isinstance(table, Offer)
        shown = "\n".join(offer(table, locale, Absences(), called=frozenset()).below)
        opens = table.options.model_dump(mode="json", include=set(kind.gentle({})))
        for name, value in opens.items():
            assert table.game.say(f"agreed-{name}-{value}", locale) in shown
    drawn = await card(tables, game, DRAWN[game])
    assert not drawn.options.opens().keys() & kind.OPENING, "what is drawn is not laid out"


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
    kind = GAMES[game].options_class
    for name in kind.model_fields:
        shown = example(kind, name)
        assert (shown is None) == ("…" not in re.sub(r"\d+, \d+, \d+ …", "", wanted(kind, name))), name
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
def test_what_does_not_fit_is_refused_as_it_was_typed_and_says_what_can_be(
    game: str, field: str, typed: str, shown: str, locale: str
) -> None:
    with pytest.raises(Refused) as no:
        options.typed(GAMES[game], f"{field}={typed}", locale)
    line = say.no(no.value, locale)
    assert GAMES[game].say(f"option-{field}", locale) in line
    assert typed in line
    assert shown in line
    assert not set(line) & set('[]"')


async def test_from_the_options_one_comes_back_to_where_one_opened_them(tables: Tables) -> None:
    """In the same place: before a match to what its host may do, in practice to all the rest."""
    rooms = create_rooms(tables.store, Discord(lambda: NOON), lambda: NOON)
    offered, practised = await card(tables, "schamanen"), (await practice(tables)).id
    for match in (offered.id, practised):
        asked = Asked(ANN, "en", SERVER, CHANNEL, cause(), NOON, message=77, private=True)
        opened = await rooms.desk.answer(asked, Address(Verb.OPTIONS, match, 0))
        assert opened.scene
        [back] = [button for row in opened.scene.rows if isinstance(row, tuple) for button in row]
        to = Address.parse(back.to)
        assert to
        before = await rooms.desk.answer(asked, Address(Verb.MORE, match, 0))
        answer = await rooms.desk.answer(asked, to)
        assert answer.scene == before.scene
        assert (answer.apart, before.apart) == (False, True)


async def practice(tables: Tables) -> Table:
    agreement = Agreement(kind="practice", seats=2, house=1, rated=False)
    done = await tables.offer(
        ANN, (), GAMES["schnick"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    return done.table
