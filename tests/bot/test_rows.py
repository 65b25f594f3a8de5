"""Where the buttons of a hand lie, and when they are a list."""

from __future__ import annotations

import random
from typing import Final

import pytest

from bot.discord.layout import layout
from bot.scenes.address import Address
from bot.scenes.choices import FEW, IN_A_ROW, chosen, even, laid_out, ways
from bot.scenes.hand import Beside, asked, hinted
from bot.scenes.picker import MOST, page, spell
from bot.scenes.scene import Button, Listed
from bot.scenes.verb import Verb
from bot.table.allowance import Absences
from bot.table.table import Play
from bot.table.tables import Tables
from games import GAMES
from games.core import Thought
from tests.bot.sitting import cause
from tests.bot.town import EARLIER, begun

STEPS: Final = 12


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


def test_the_nine_spaces_lie_as_the_board_does() -> None:
    spaces = [f"{column}{row}" for column in "abc" for row in "123"]
    words = [("swap", one, other) for one in spaces for other in spaces if one < other]
    words += [("swap", other, one) for _, one, other in words]
    choices = page(words)
    assert choices
    rows = laid_out(choices, [Button(choice.prefix[-1], choice.rest) for choice in choices.choices])
    assert [[button.label for button in row] for row in rows] == [
        ["a1", "b1", "c1"],
        ["a2", "b2", "c2"],
        ["a3", "b3", "c3"],
    ]


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
            layout(scene)
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
