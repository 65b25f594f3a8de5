"""What is laid open: arrangements by day, and the two animals of a duel; nothing that must be forgotten."""

from __future__ import annotations

import pytest

from games import canvas
from games.art import GOLD, HEIGHT, WIDTH, Letters, Name, Picture, Sprite, Written
from games.match import RESIGN, Match
from games.woodwalkers import GAME
from games.woodwalkers.frame import SHAPES
from tests.games.lines import said, words
from tests.games.woodwalkers.drawn import SET, moving, night, table, turn, wandering
from tests.games.woodwalkers.scenes import SCENES, scene
from tests.laws.legibility import apart, within
from tests.laws.painted import HEAVIEST, LONG


def shown(match: Match, seat: int | None = None) -> Picture | None:
    return GAME.reveal(match.view(seat))


def covered(match: Match, seat: int | None) -> Picture | None:
    return GAME.reveal(GAME.forget(match.view(seat)))


def reveal(match: Match, seat: int | None = None) -> Picture:
    picture = shown(match, seat)
    assert picture
    return picture


def sprites(picture: Picture) -> list[str]:
    return [what.name for what, _, _ in picture.marks if isinstance(what, Sprite)]


def letters(picture: Picture, ink: str | None = None) -> list[str]:
    return [what.text for what, _, _ in picture.marks if isinstance(what, Letters) and ink in (None, what.ink)]


def names(picture: Picture) -> list[int]:
    return [what.seat for what, _, _ in picture.marks if isinstance(what, Name)]


# Arrangements


def test_arrangements_are_laid_open_by_day() -> None:
    picture = reveal(scene("arranged"))
    orders = [line.split()[2:] for line in SET]
    assert [name for name in sprites(picture) if " " in name] == [
        *(f"disc {animal}" for animal in orders[0]),
        *(f"diamond {animal}" for animal in orders[1]),
    ]
    assert letters(picture) == ["B1", "C1", "D1", "E1", "F1", "G1", "H1", "B9", "C9", "D9", "E9", "F9", "G9", "H9"]
    assert names(picture) == [0, 1]
    # It is the beginning.
    assert "dawn" in sprites(picture)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_of_all_who_play(seats: int) -> None:
    match = said(table(0, seats), *(f"{seat} {SET[0][2:]}" for seat in range(seats)))
    assert names(reveal(match)) == list(range(seats))
    # But once.
    assert shown(said(match, f"0 mode {match.view(None).open[0]}")) is None


@pytest.mark.parametrize(
    ("seats", "sides"),
    [(2, ["south", "north"]), (3, ["north", "south", "west"]), (4, ["south", "west", "north", "east"])],
)
def test_each_stands_at_their_side_as_on_the_board(seats: int, sides: list[str]) -> None:
    """One below the other they would look like a ranking."""
    match = said(table(0, seats), *(f"{seat} {SET[0][2:]}" for seat in range(seats)))
    marks = reveal(match).marks
    for shape, side in zip(SHAPES, sides, strict=False):
        found = [mark[1:] for mark in marks if isinstance(mark[0], Sprite) and mark[0].name.startswith(f"{shape} ")]
        assert len(found) == 7
        lefts, tops = zip(*found, strict=True)
        edge = {"west": max(lefts) < 50, "east": min(lefts) > 900, "north": max(tops) < 50, "south": min(tops) > 500}
        assert [name for name, there in edge.items() if there] == [side]


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("helped", ["off", "own"])
def test_at_midnight_they_stay_face_down(helped: str, seat: int | None) -> None:
    assert shown(said(table(variant="midnight", memory_help=helped), *SET), seat) is None


def test_while_anybody_arranges_there_is_nothing_to_show() -> None:
    assert shown(said(table(), SET[0])) is None


# Duels


def test_the_winner_shines_and_is_paid() -> None:
    picture = reveal(scene("home"))
    assert {"disc wolf", "diamond otter", "die_6", "die_1", "burst", "dizzy", "strength_now", "gains"} <= set(
        sprites(picture)
    )
    assert letters(picture, GOLD) == ["12"]
    assert "2" in letters(picture)
    assert {"6", "4", "3", "0"} <= set(letters(picture))
    assert sprites(picture).count("drop") == 1
    assert names(picture) == [0, 1]


def test_a_flag_that_is_won_goes_with_it() -> None:
    match = moving("4 - . . 1ot1+15\n2 - . . 0wo", 2, 6, 1)
    picture = reveal(said(match, "0 move d2 d4"))
    assert [what.text for what, _, _ in picture.marks if isinstance(what, Sprite) and what.name == "flag_large"] == [
        "15"
    ]
    # It goes where the arrow goes, to whose points it will be added.
    places = {what.name: left for what, left, _ in picture.marks if isinstance(what, Sprite)}
    assert places["flag_large"] < places["gains"]
    # Two for the duel; the flag counts at the end.
    assert "17" not in letters(picture)
    assert sprites(picture).count("drop") == 2


def test_what_the_defender_holds_already_is_nothing_new() -> None:
    picture = reveal(said(moving("4 - . . 1ot+15\n2 - . . 0wo", 2, 1, 6), "0 move d2 d4"))
    assert "flag_large" not in sprites(picture)
    assert "gains_right" in sprites(picture)
    assert letters(picture, GOLD) == ["9"]


def test_a_third_wound_is_crossed_out() -> None:
    picture = reveal(said(moving("4 - . . 1ot2\n2 - . . 0wo", 2, 6, 1), "0 move d2 d4"))
    assert "diamond otter gone" in sprites(picture)
    assert not {"dizzy", "drop"} & set(sprites(picture))


def test_whoever_is_behind_may_roll_again() -> None:
    picture = reveal(scene("duel"))
    assert "die" in sprites(picture)
    assert not {"burst", "dizzy", "drop", "gains"} & set(sprites(picture))
    assert "+2" not in letters(picture)
    # And what comes of it is shown again.
    assert "burst" in sprites(reveal(said(scene("duel"), "0 keep")))


@pytest.mark.parametrize(("word", "bonus"), [("guess bear", ["+1"]), ("guess wolf", ["+1"]), ("pass", [])])
def test_what_was_guessed_lies_between(word: str, bonus: list[str]) -> None:
    picture = reveal(said(night(6, 1), f"1 {word}"))
    assert [text for text in letters(picture) if text == "+1"] == bonus
    assert ("lost" in sprites(picture)) == (word == "guess bear")
    assert ("bear" in sprites(picture), "wolf" in sprites(picture)) == (word == "guess bear", word == "guess wolf")
    told = [what.key for what, _, _ in picture.marks if isinstance(what, Written) and what.key.startswith("shown-")]
    assert told == {"guess bear": ["shown-missed"], "guess wolf": ["shown-guessed"], "pass": []}[word]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_must_be_forgotten_is_not_shown_again(seat: int | None) -> None:
    match = said(night(6, 1), "1 guess bear")
    assert shown(match, seat)
    assert covered(match, seat) is None
    # Removed at once, nobody has a word before the next turn.
    match = said(night(6, 1, board="4 - . . 1ot2\n2 - . . 0wo"), "1 pass")
    assert shown(match, seat)
    assert covered(match, seat) is None


def test_it_is_shown_once() -> None:
    assert shown(said(scene("home"), "1 home f9")) is None
    match = said(moving("4 - . . 1ot2\n2 - . . 0wo", 2, 6, 1), "0 move d2 d4")
    assert shown(match)
    assert shown(said(match, f"1 mode {match.view(None).open[0]}")) is None


def test_who_does_not_heal_has_shown_it_already() -> None:
    """Nothing is told of that, and it is the newest word all the same."""
    board = "5 - . 1ot2\n3 - . ?m\n2 - . . 0wo1"
    match = said(moving(board, 2, 2, 6, 1, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    match = turn(match, "0 roll", "0 move c3 c5")
    assert words(match, 0) == ["heal wolf", "done"]
    assert shown(match)
    assert shown(said(match, "0 done")) is None
    assert shown(said(match, "0 heal wolf")) is None


def test_of_the_last_round_too() -> None:
    match = moving("4 - . . 1ot2\n2 - . . 0wo", 2, 6, 1, stack=["strength"] * 3)
    match = said(match, "0 move d2 d4")
    assert match.result
    assert shown(match)


@pytest.mark.parametrize("where", ["arranged", "home", "duel", "midnight home"])
def test_whoever_resigns_lays_nothing_open(where: str) -> None:
    assert shown(scene(where))
    assert shown(scene(where).said(0, RESIGN)) is None


@pytest.mark.parametrize("where", ["arrange", "mode", "roll", "move", "guess", "rest", "heal", "midnight over", "over"])
def test_other_steps_have_none(where: str) -> None:
    assert shown(scene(where)) is None


# At any number


@pytest.mark.gate
def test_nothing_is_clipped_and_nothing_lies_upon_type() -> None:
    matches = [scene(where) for where in SCENES]
    matches += [said(table(0, seats), *(f"{seat} {SET[0][2:]}" for seat in range(seats))) for seats in (2, 3, 4)]
    for seats, variant in ((2, "day"), (3, "midnight"), (4, "day")):
        matches += [match for match in wandering(1, seats, lively=True, variant=variant) if shown(match)][:20]
    rich = moving("4 - . . 1ot1+15\n2 - . . 0wo", 2, 6, 1, scores=[999, 999])
    for picture in filter(None, map(shown, [*matches, said(rich, "0 move d2 d4")])):
        assert (picture.width, picture.height) == (WIDTH, HEIGHT)
        assert len(canvas.png(picture, LONG)) <= HEAVIEST
        within(picture, picture.marks)
        apart(picture, picture.marks)
