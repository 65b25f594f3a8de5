"""The masks meeting: what the picture of it shows, and when there is none."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest

from games import art, canvas
from games.art import Box, Letters, Name, Picture, Sprite
from games.match import RESIGN, Match
from games.schamanen import GAME
from games.schamanen.panel import PALETTE
from games.schamanen.state import SPACES, Fought
from tests.games.schamanen.drawn import EYES, PILED, TWINS, VECTOR, drafted, said, table, wandering
from tests.games.schamanen.scenes import SCENES, scene
from tests.lettering import lettering

NINE = "1+2+3+4+5+6+7+8+9"
HEAPED = f"{NINE}/{NINE} 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/0 0/0"
THREE = "7+8+9/7+8+9 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/1+2 1+2+3+4+5+6/3+4+5+6"
FEWER = f"{NINE}/1 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/2 0/3+4+5+6+7+8+9"
READ: Final = 50
"""The least size of type that is read at 350."""


def shown(match: Match, seat: int | None = None) -> Picture:
    picture = GAME.reveal(match.view(seat))
    assert picture
    return picture


def sprites(picture: Picture, *names: str) -> list[Sprite]:
    return [what for what, _, _ in picture.marks if isinstance(what, Sprite) and what.name.startswith(names)]


def letters(picture: Picture) -> list[str]:
    return [what.text for what, _, _ in picture.marks if isinstance(what, Letters)]


def test_a_duel_has_a_picture_of_its_own() -> None:
    picture = shown(said(table(board=VECTOR), "b3"))
    wolf, bison = sprites(picture, "bison_hit", "wolf_hit")
    assert (bison.name, bison.text, wolf.name, wolf.text) == ("bison_hit", "3", "wolf_hit", "6")
    assert wolf.width > bison.width
    assert [mask.text for mask in sprites(picture, "row_met", "column_met")] == ["3", "B"]
    # The space, what each holds now, and what was won.
    assert letters(picture) == ["B3", "6", "12", "+3"]
    assert sprites(picture, "halves burst")
    assert {what.seat for what, _, _ in picture.marks if isinstance(what, Name)} == {0, 1}


@pytest.mark.parametrize(("space", "winner"), [("b3", 1), ("c1", 0)])
def test_who_gains_stands_on_the_side_of_whoever_gains(space: str, winner: int) -> None:
    picture = shown(said(table(board=VECTOR), space))
    (gain,) = [left + what.width // 2 for what, left, _ in picture.marks if getattr(what, "text", "")[:1] == "+"]
    assert (gain > picture.width // 2) == (winner == 1)
    assert sprites(picture, f"{('bison', 'wolf')[winner]}_head")[0].name.endswith("_glad")
    assert sprites(picture, f"{('wolf', 'bison')[winner]}_head")[0].name.endswith("_beaten")


@pytest.mark.parametrize(
    ("shells", "space", "rope", "won"),
    [
        ([9, 9], "b3", 6, {6, 7, 8}),
        ([9, 9], "c1", 10, {9}),
        ([9, 9], "a1", 17, set(range(9, 17))),
        ([3, 15], "a2", 0, {0, 1, 2}),
        ([17, 1], "a1", 18, {17}),
    ],
)
def test_the_rope_has_all_the_shells_and_those_that_changed_hands_in_gold(
    shells: list[int], space: str, rope: int, won: set[int]
) -> None:
    """Bison’s on the left, Wolf’s on the right of the mark."""
    picture = shown(said(table(board=VECTOR, shells=shells), space))
    beads = [(what.ink, left) for what, left, _ in picture.marks if isinstance(what, Box) and what.ground == art.PANEL]
    assert [ink for ink, _ in beads] == ["#d55e00"] * rope + ["#0072b2"] * (18 - rope)
    assert beads == sorted(beads, key=lambda bead: bead[1])
    lying = [what.name for what in sprites(picture, "shell") if what.ground in ("#d55e00", "#0072b2")]
    assert {at for at, name in enumerate(lying) if name == "shell_won"} == won
    assert len(lying) == 18
    (mark,) = [left for what, left, _ in picture.marks if isinstance(what, Box) and what.width == 8]
    assert [left < mark for _, left in beads] == [True] * rope + [False] * (18 - rope)
    # And once more on their way.
    assert len([each for each in sprites(picture, "shell_won") if each.ground == art.SLATE]) == len(won)


def test_a_tie_has_no_gold_and_nobody_gains() -> None:
    picture = shown(said(table(board=TWINS, variant="memory"), "b2"))
    wolf, bison = sprites(picture, "bison_hit", "wolf_hit")
    assert (bison.text, wolf.text) == ("5", "5")
    assert bison.width == wolf.width
    assert letters(picture) == ["B2", "9", "9", "="]
    assert sprites(picture, "halves even")
    assert not sprites(picture, "shell_won", "to_", "halves burst")


def test_piles_meet_with_their_sums_and_what_makes_them() -> None:
    picture = shown(said(table(board=PILED, variant="pro_stacks"), "c3"))
    assert [(what.name, what.text) for what in sprites(picture, "bison_hit", "wolf_hit")] == [
        ("wolf_hit", "4"),
        ("bison_hit", "7"),
    ]
    assert letters(picture) == ["C3", "1+3", "12", "6", "+3"]
    # The end, and a space on which one side has nothing.
    picture = shown(said(table(board=PILED, variant="pro_stacks"), "a1"))
    assert [(what.name, what.text) for what in sprites(picture, "bison_hit", "wolf_hit")] == [
        ("wolf_hit", "0"),
        ("bison_hit_sum", "17"),
    ]
    assert letters(picture) == ["A1", "8+9", "18", "0", "+9"]
    assert sprites(picture, "bison_head")[0].name == "bison_head bison_glad crowned"


@pytest.mark.parametrize(
    ("board", "shells", "space"),
    [(HEAPED, [9, 9], "a1"), (FEWER, [1, 17], "a1"), (FEWER, [17, 1], "c3"), (THREE, [9, 9], "a1")],
)
def test_the_largest_piles_have_room(board: str, shells: list[int], space: str) -> None:
    picture = shown(said(table(board=board, shells=shells, variant="pro_stacks"), space))
    for what, left, top in picture.marks:
        assert 0 <= left <= left + what.width <= picture.width, what
        assert 0 <= top <= top + canvas.height(PALETTE, what) <= picture.height, what
    boxes = [
        (left, left + what.width) for what, left, _ in picture.marks if isinstance(what, Box) and what.ink == art.INK
    ]
    masks = [
        (left, left + what.width) for what, left, _ in picture.marks if isinstance(what, Sprite) and "_met" in what.name
    ]
    apart = sorted(boxes + masks)
    assert all(one[1] <= other[0] for one, other in pairwise(apart))


@pytest.mark.parametrize(("board", "space"), [(VECTOR, "b3"), (PILED, "c3"), (HEAPED, "a1")])
def test_what_met_and_what_was_won_is_read_at_350(board: str, space: str) -> None:
    picture = shown(said(table(board=board, variant="pro_stacks"), space))
    for what in sprites(picture, "bison_hit", "wolf_hit", "row_met", "column_met"):
        ((size, _, _),) = lettering(PALETTE, what)
        assert size >= READ, what
    for each, _, _ in picture.marks:
        # All but what the sums of more than three are made of.
        if isinstance(each, Letters) and each.text.count("+") < 3:
            assert each.bold
            assert each.height * art.SIZE >= READ, each


@pytest.mark.parametrize("name", SCENES)
def test_there_is_none_but_of_a_duel(name: str) -> None:
    match = scene(name)
    newest = match.state.last[-1] if match.state.last else None
    for seat in EYES:
        assert bool(GAME.reveal(match.view(seat))) == isinstance(newest, Fought)


def test_what_ends_a_match_otherwise_is_no_duel() -> None:
    match = said(table(board=VECTOR), "b3")
    assert match.waiting == {0}
    assert GAME.reveal(match.view(None))
    assert not GAME.reveal(match.said(0, RESIGN).view(None))


@pytest.mark.parametrize(
    "options", [{"board": VECTOR}, {"board": VECTOR, "memory_help": "own"}, {"placement": "random"}]
)
def test_in_memory_it_is_for_everybody_until_the_next_choice(options: dict[str, object]) -> None:
    match = said(table(variant="memory", prize="one", **options), "b2")
    pictures = [shown(match, seat) for seat in EYES]
    assert pictures[0] == pictures[1] == pictures[2]
    for seat in EYES:
        assert not GAME.reveal(GAME.forget(match.view(seat)))
    after = said(match, "0 swap a1 a2")
    assert not any(GAME.reveal(after.view(seat)) for seat in EYES)
    assert not any(GAME.reveal(said(after, "1 mask a").view(seat)) for seat in EYES)


def test_in_memory_the_last_duel_stays_open() -> None:
    end = said(drafted(VECTOR, variant="memory", duel_limit=1), "b2")
    assert end.result
    for seat in EYES:
        assert GAME.reveal(GAME.forget(end.view(seat))) == shown(end, seat)


@pytest.mark.parametrize("options", [{"variant": "memory", "placement": "random"}, {"variant": "pro_stacks"}])
def test_it_shows_what_the_view_of_everybody_tells(options: dict[str, object]) -> None:
    """In a whole match: of each duel, and of nothing else, and no more than the newest fact holds."""
    duels = 0
    for match in wandering(3, prize="one", duel_limit=9, **options):
        picture = GAME.reveal(match.view(None))
        newest = match.view(None).last[-1] if match.view(None).last else None
        assert bool(picture) == isinstance(newest, Fought)
        if picture and isinstance(newest, Fought):
            duels += 1
            met = {what.name[0]: what.text for what in sprites(picture, "bison_hit", "wolf_hit")}
            assert met == {"b": str(sum(newest.values[0])), "w": str(sum(newest.values[1]))}
            assert letters(picture)[0] == SPACES[newest.space].upper()
    assert duels == match.state.duels > 1
