"""Where the buttons of a hand lie, and when they are a list."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest

from bot.discord.layout import layout
from bot.scenes.address import Address, Verb
from bot.scenes.choices import IN_A_ROW, chosen, even, laid_out, ways
from bot.scenes.hand import Beside, asked, hinted
from bot.scenes.picker import FEW, MOST, Page, either, page, spell
from bot.scenes.scene import Button, Listed
from bot.table.allowance import Absences
from bot.table.table import Play
from bot.table.tables import Tables
from games import GAMES
from games.core import Seat, Thought, Word
from games.dice import Chance
from games.grid import Picked
from games.match import Match, begin
from games.options import settled
from tests.kit.match import cause
from tests.kit.scenes import inside
from tests.kit.world import EARLIER, begun

STEPS: Final = 12
COMPONENTS: Final = 40
"""In one message."""
GAP: Final = Address(Verb.GAP, 7, 3)


@pytest.mark.parametrize(
    ("count", "rows"),
    [(0, []), (1, [1]), (5, [5]), (6, [3, 3]), (8, [4, 4]), (9, [3, 3, 3]), (12, [4, 4, 4]), (18, [5, 4, 5, 4])],
)
def test_rows_are_few_and_about_as_long(count: int, rows: list[int]) -> None:
    assert [len(row) for row in even([Button(f"{n}", f"{n}") for n in range(count)])] == rows


def test_every_choice_of_a_page_has_its_place() -> None:
    for count in range(MOST + 1):
        buttons = [Button(f"{n}", f"{n}") for n in range(count)]
        rows = even(buttons)
        assert [button for row in rows for button in row] == buttons
        # The fifth row is for the way back.
        assert len(rows) <= 4
        assert all(0 < len(row) <= IN_A_ROW for row in rows)


def laid(shown: Page, lies: Sequence[Sequence[Word | str]]) -> list[list[str]]:
    """By how they begin; what cannot be pressed in brackets."""
    buttons = [Button(".".join(choice.begins), choice.rest) for choice in shown.choices]
    rows = laid_out(shown, buttons, lies, GAP)
    return [[f"({it.label})" if it.off else it.label for it in row] for row in rows]


def test_buttons_lie_as_their_game_has_them() -> None:
    shown = page([("a1", "b1"), ("a1", "a2"), ("a1", "b2")])
    assert shown
    one, two, three = (choice.begins for choice in shown.choices)
    assert laid(shown, [[two, three], ["A1", one]]) == [["a1.a2", "a1.b2"], ["(A1)", "a1.b1"]]
    (_, (gap, _)) = laid_out(shown, [Button("x", "x")] * 3, [[two, three], ["A1", one]], GAP)
    assert gap == Button("A1", str(replace(GAP, rest="A1")), off=True)


@pytest.mark.parametrize(
    "lies",
    [
        pytest.param("", id="nowhere"),
        pytest.param("b1 a2", id="one is missing"),
        pytest.param("b1 a2 b2 b2", id="one twice"),
        pytest.param("b1 a2 b2 c2", id="a stranger"),
        pytest.param("b1 / a2 / b2 / B1 / C1", id="too many rows"),
        pytest.param("b1 a2 b2 A1 B1 C1", id="a row too long"),
        pytest.param("b1 a2 b2 X X", id="a gap twice"),
        pytest.param("b1 / / a2 b2", id="a hole"),
    ],
)
def test_where_they_do_not_fit_they_lie_evenly_and_none_is_lost(lies: str) -> None:
    shown = page([("a1", "b1"), ("a1", "a2"), ("a1", "b2")])
    assert shown
    rows: list[list[Word | str]] = [
        [it if it.isupper() else ("a1", it) for it in row.split()] for row in lies.split("/") if lies
    ]
    assert laid(shown, rows) == [["a1.b1", "a1.a2", "a1.b2"]]


def test_the_nine_spaces_lie_as_the_board_does() -> None:
    """Also where some are taken: the others stay in their places. A hand of stones is no board."""
    assert lying("schamanen", 0, 0, "place") == ["1 2 3 4 5", "6 7 8 9"]
    assert lying("schamanen", 0, 0, "place.1") == ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3"]
    assert lying("schamanen", 6, 1, "place.9") == ["(A1) (B1) c1", "(A2) b2 c2", "a3 b3 c3"]
    assert lying("schamanen", 1, 0, "", placement="random") == ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3"]


def test_what_was_picked_is_marked_and_the_board_keeps_its_shape() -> None:
    """Also where a whole row of it can be chosen no more."""
    assert lying("schamanen", 1, 0, "swap.a1", placement="random") == [
        "(✓ A1 · 7) b1 (C1 · 2)", "a2 b2 (C2 · 6)", "a3 b3 c3"
    ]  # fmt: skip
    alone = [("swap", "a1", to) for to in ("b3", "c3")]
    (first, _, last) = ends(begun_there("schamanen", 1, placement="random"), 0, alone)
    assert first.startswith("(✓ A1")
    assert last.endswith("b3 c3")
    shown = page([("a1", "b1"), ("a1", "a2")])
    assert shown
    one, two = (choice.begins for choice in shown.choices)
    ((gap, *_),) = laid_out(shown, [Button("x", "x")] * 2, [[Picked("✓ A1"), one, two]], GAP)
    assert gap == Button("✓ A1", str(replace(GAP, rest="✓A1")), "good", off=True)


def test_squares_lie_as_each_side_sees_them() -> None:
    assert lying("shamanic_chess", 0, 0, "a1.~") == ["a b c d", "e f g h"]
    assert lying("shamanic_chess", 1, 1, "a8.~") == ["h g f e", "d c b a"]
    words = [("e4", to) for to in ("d3", "d4", "d5", "e3", "e5", "f3", "f4", "f5")]
    assert placed("shamanic_chess", 0, words) == ["d5 e5 f5", "d4 (e4) f4", "d3 e3 f3"]
    assert placed("shamanic_chess", 1, words) == ["f3 e3 d3", "f4 (e4) d4", "f5 e5 d5"]
    # A knight’s are too far apart for gaps, a bishop’s are too many rows, a pawn’s stand above each other.
    knight = [("e4", to) for to in ("c3", "c5", "d2", "d6", "f2", "f6", "g3", "g5")]
    assert placed("shamanic_chess", 0, knight) == ["d6 f6", "c5 g5", "c3 g3", "d2 f2"]
    assert placed("shamanic_chess", 0, [("a1", to) for to in ("b2", "c3", "d4", "e5", "f6")]) == []
    assert placed("shamanic_chess", 0, [("e2", "e3"), ("e2", "e4")]) == []
    assert placed("shamanic_chess", 0, [("e1", "f1"), ("e1", "^"), ("e1", "~", "a"), ("e1", "~", "h4")]) == [
        "f1 ^", "a", "h4"
    ]  # fmt: skip


def test_spaces_lie_as_the_forest_has_them() -> None:
    goals = [("move", "b1", to) for to in ("b3", "c2", "c3", "d2")]
    assert placed("woodwalkers", 0, goals) == ["b3 c3 (D3)", "(B2) c2 d2"]
    assert placed("woodwalkers", 0, [("move", "b1"), ("move", "c2"), ("stay",)]) == ["(B2) c2", "b1 (C1)", "stay"]
    assert placed("woodwalkers", 0, [("set", "wolf"), ("set", "bear")]) == []


def begun_there(game: str, steps: int, **options: object) -> Match:
    """After so many steps of first words."""
    module = GAMES[game]
    match = begin(module, settled(module.options_class, options), 2, Chance.of(bytes(32), ()))
    while match.step < steps:
        seat = min(match.waiting)
        match = match.said(seat, match.legal(seat)[0])
    return match


def lying(game: str, steps: int, seat: Seat, begins: str, **options: object) -> list[str]:
    match = begun_there(game, steps, **options)
    view = match.view(seat)
    shown = page(either(match.game, view, match.legal(seat)), f"{begins}." if begins else "")
    assert shown
    return ends(match, seat, [choice.begins for choice in shown.choices])


def placed(game: str, seat: Seat, words: Sequence[Word]) -> list[str]:
    return ends(begun_there(game, 0), seat, words)


def ends(match: Match, seat: Seat, words: Sequence[Word]) -> list[str]:
    """The last token of each, row by row; what cannot be chosen in brackets."""
    rows = match.game.arrange_buttons(match.view(seat), words)
    return [" ".join(f"({it})" if isinstance(it, str) else it[-1] for it in row) for row in rows]


@pytest.mark.parametrize("game", GAMES)
async def test_in_every_hand_the_board_stays_in_view(tables: Tables, game: str) -> None:
    """Every choice of every page stands there once: on few buttons, or in one list."""
    table, dice = await begun(tables, game), random.Random(game)
    for _ in range(STEPS):
        if not isinstance(table, Play):
            break
        seat = min(table.match.waiting)
        rest = ""
        while not (word := chosen(table, seat, rest)):
            scene = asked(table, seat, "en", Absences(), Beside(rest=rest))
            choices = page(ways(table.game.KEY, table.match.view(seat)), rest)
            assert choices
            picks = [str(Address(Verb.PICK, table.id, table.match.step, each.rest)) for each in choices.choices]
            rows = {row: [it.to for it in row] for row in scene.rows if isinstance(row, tuple)}
            lists = [row for row in scene.rows if isinstance(row, Listed)]
            assert [len(row.buttons) for row in lists] == ([len(picks)] if len(picks) > FEW else [])
            shown = [it.to for row in lists for it in row.buttons] + [to for row in rows.values() for to in row]
            assert sorted(to for to in shown if to in picks) == sorted(picks)
            assert len(set(shown)) == len(shown)
            assert len(list(inside(layout(scene)))) <= COMPONENTS
            rest = dice.choice(choices.choices).rest
        person = table.people[seat]
        assert person
        done = await tables.say(table.id, person, word, step=table.match.step, cause=cause(), now=EARLIER)
        table = done.table


async def test_what_the_house_would_take_from_a_list_is_a_button(tables: Tables) -> None:
    table = await begun(tables, "shamanic_chess")
    assert isinstance(table, Play)
    seat = min(table.match.waiting)
    before = asked(table, seat, "en", Absences())
    word = table.match.legal(seat)[0]
    first, *others = hinted(table, seat, Thought(word, "why-only"), "en", Absences()).rows
    assert first == (Button("I’ll do that", str(Address(Verb.PICK, table.id, 0, spell(word))), "good"),)
    assert tuple(others) == before.rows
