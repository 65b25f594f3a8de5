"""What lies where in the picture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.art import Letters, Sprite
from games.match import Match
from games.schamanen import GAME
from games.schamanen.board import LEFT, PITCH, TOP
from games.schamanen.state import SPACES
from tests.games.schamanen.drawn import PILED, VECTOR, drafted, said, table


def lying(match: Match, seat: int | None = None) -> dict[str, list[str]]:
    """The sprites on each space that has more than its ground, as `name text`."""
    found: dict[str, list[str]] = {}
    for what, left, top in _sprites(match, seat):
        inside = LEFT <= left < LEFT + 3 * PITCH and TOP <= top < TOP + 3 * PITCH
        if inside and not what.name.startswith(("space", "panel")):
            space = SPACES[(top - TOP) // PITCH * 3 + (left - LEFT) // PITCH]
            found.setdefault(space, []).append(f"{what.name} {what.text}".strip())
    return found


def _sprites(match: Match, seat: int | None) -> Iterator[tuple[Sprite, int, int]]:
    for what, left, top in GAME.picture(match.view(seat)).marks:
        if isinstance(what, Sprite):
            yield what, left, top


def count(match: Match, name: str) -> int:
    return sum(what.name == name for what, _, _ in _sprites(match, None))


def test_every_stone_lies_on_its_space() -> None:
    cells = [cell.split("/") for cell in VECTOR.replace("|", " ").split()]
    assert lying(table(board=VECTOR)) == {
        space: [f"bison {bison}", f"wolf {wolf}"] for space, (bison, wolf) in zip(SPACES, cells, strict=True)
    }


def test_memory_shows_backs_but_for_the_duel() -> None:
    match = said(table(board=VECTOR, variant="memory"), "b2")
    backs = {space: ["bison_back", "wolf_back"] for space in SPACES}
    assert lying(match) == backs | {"b2": ["bison 8", "wolf 2"]}
    assert lying(said(match, "0 swap a1 b2")) == backs


def test_piles_show_their_sum_and_their_stones() -> None:
    match = table(board=PILED, variant="pro_stacks")
    on = lying(match)
    assert on["a1"] == ["bison_sum 17", "bison 8", "bison 9"]
    assert on["c3"] == ["bison 7", "wolf 4", "wolf 1", "wolf 3"]
    assert on["b2"] == ["wolf 2"]


def test_who_places_sees_where_one_may() -> None:
    # All but Bison's own space.
    match = drafted("9/1 -/- -/- | -/- -/- -/- | -/- -/- -/3")
    dotted = {space for space, sprites in lying(match, 0).items() if "dot" in sprites}
    assert dotted == set(SPACES) - {"a1"}
    assert count(match, "dot") == 0


def test_no_dots_stand_anywhere_else() -> None:
    match = said(table(board=VECTOR), "c1")
    assert not any("dot" in sprites for sprites in lying(match, 0).values())


@pytest.mark.parametrize("shells", [[9, 9], [1, 17], [17, 1]])
def test_shells_can_be_counted(shells: list[int]) -> None:
    match = table(board=VECTOR, shells=shells)
    assert count(match, "shell") == 18
    letters = [what.text for what, _, _ in GAME.picture(match.view(None)).marks if isinstance(what, Letters)]
    assert letters == [str(each) for each in shells]


def test_the_masks_that_met_are_gold() -> None:
    match = said(table(board=VECTOR), "c1")
    met = [(what.name, what.text) for what, _, _ in _sprites(match, None) if what.name.endswith("_met")]
    assert met == [("row_met", "1"), ("column_met", "C")]
    assert count(match, "space_lit") == 1
    assert count(said(match, "0 swap a1 a2"), "space_lit") == 2


def test_a_move_lights_where_its_stones_came_from_and_went() -> None:
    match = said(table(board=PILED, variant="pro_stacks"), "c3", "0 move b1 a2 w9 c1")
    lit = [(left, top) for what, left, top in _sprites(match, None) if what.name == "space_lit"]
    assert {SPACES[(top - TOP) // PITCH * 3 + (left - LEFT) // PITCH] for left, top in lit} == {"b1", "a2", "c1"}
