"""What lies where in the picture."""

from __future__ import annotations

import pytest

from games.art import Letters, Picture, Sprite
from games.match import Match
from games.schnick import GAME
from games.schnick.board import TABLE_HEIGHT
from tests.games.schnick.drawn import PLENTY, said, table, wandered
from tests.games.schnick.scenes import scene


def sprites(match: Match, seat: int | None = None) -> list[tuple[Sprite, int, int]]:
    marks = picture(match, seat).marks
    return [(what, left, top) for what, left, top in marks if isinstance(what, Sprite)]


def picture(match: Match, seat: int | None = None) -> Picture:
    return GAME.picture(match.view(seat))


def on_the_table(match: Match, seat: int | None = None) -> list[str]:
    """The names of what lies there but for emblems and the pile, left to right; a star stands for gold beneath."""
    (top,) = (top for what, _, top in sprites(match, seat) if what.name == "table")
    found: list[tuple[int, str]] = []
    for what, left, down in sprites(match, seat):
        pile = what.name in ("card_back", "card_none") and what.width == 114
        if top <= down < top + TABLE_HEIGHT and not what.name.startswith(("table", "seat", "won")) and not pile:
            found.append((left, "*" if what.name.startswith("glow") else what.name.split("_")[-1]))
    return [name for _, name in sorted(found)]


def hand(match: Match, seat: int) -> list[str]:
    """What lies below the table, left to right, with a dot where it may be chosen."""
    (top,) = (top for what, _, top in sprites(match, seat) if what.name == "table")
    row = sorted((left, what.name) for what, left, down in sprites(match, seat) if down > top + TABLE_HEIGHT)
    return [name.split("_")[-1] for _, name in row]


def awaited(match: Match, seat: int | None = None) -> list[bool]:
    return [what.name.endswith("awaited") for what, _, _ in sprites(match, seat) if what.name.startswith("panel")]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_has_its_shape_its_number_and_its_points(seats: int) -> None:
    for match in wandered(seats, 3):
        emblems = [(what.name, what.text) for what, _, _ in sprites(match) if what.width == 76]
        assert emblems == [(f"seat_{seat}", str(seat)) for seat in range(seats)]
        letters = [what for what, _, _ in picture(match).marks if isinstance(what, Letters)]
        points = [what.text for what in letters if what.height == 62]
        assert points == [str(score) for score in match.scores()]
        assert all(what.height >= 34 for what in letters)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_who_is_awaited_has_a_golden_frame(seats: int) -> None:
    for match in wandered(seats, 3):
        assert awaited(match) == [seat in match.awaited for seat in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_pictures_of_a_match_are_all_of_one_size(seats: int) -> None:
    """An animation needs that."""
    sizes = {(picture(match).width, picture(match).height) for match in wandered(seats, 3)}
    assert len(sizes) == 1


def test_hands_beside_the_seats_show_backs_and_jokers() -> None:
    match = table(f"sttj pp j | {PLENTY}")
    beside = [what.name for what, _, _ in sprites(match, 0) if what.width == 38]
    assert beside == ["card_back", "card_back", "card_back", "card_joker", "card_back", "card_back", "card_joker"]


def test_when_all_is_over_hands_lie_open_beside_the_seats() -> None:
    match = scene("over")
    for seat in (0, None):
        beside = [what.name for what, _, _ in sprites(match, seat) if what.width == 38]
        assert beside == ["card_stone"] * 3 + ["card_joker"] + ["card_fire"] * 2 + ["card_joker"]
    assert picture(match, 0) == picture(match, None)
    (crown,) = [(left, top) for what, left, top in sprites(match) if what.name == "crown"]
    assert crown[0] < 100


def test_many_cards_stay_within_the_panel() -> None:
    match = table(f"{'s' * 12}tttttttttttt pp | ffff")
    for what, left, _ in sprites(match, 0):
        assert 0 <= left <= 900 - what.width
    assert len({left for what, left, _ in sprites(match, 0) if what.width == 38}) == 24 + 2


def test_dots_show_who_may_be_challenged() -> None:
    match = scene("challenge")
    assert sum(what.name == "dot" for what, _, _ in sprites(match, 0)) == 5
    assert not any(what.name == "dot" for seat in (1, None) for what, _, _ in sprites(match, seat))


def test_dots_show_what_may_be_played_and_never_the_joker() -> None:
    match = scene("challenged")
    assert hand(match, 0) == [
        "scissors", "dot", "stone", "dot", "stone", "dot", "fire", "dot", "joker",
    ]  # fmt: skip
    # Not in the duel: nothing may be chosen.
    assert hand(match, 2) == ["paper", "paper", "fire", "joker"]


def test_who_has_to_sign_sees_the_signs() -> None:
    for where, seat in (("joker", 1), ("jokers", 0), ("signs", 0), ("level", 0)):
        assert hand(scene(where), seat) == [
            "scissors", "dot", "stone", "dot", "paper", "dot", "fire", "dot", "well", "dot",
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "lies"),
    [
        ("challenge", []),
        ("challenged", ["back", "back"]),
        ("joker", ["back", "joker", "unknown"]),
        ("jokers", ["joker", "unknown", "joker", "unknown"]),
        # The winner on gold, and a mark that points at the loser.
        ("won", ["*", "stone", "right", "scissors"]),
        # The tie, and small ones face down for what comes.
        ("tied", ["stone", "back", "tie", "back", "stone"]),
        # The tie before lies small below.
        ("tied again", ["stone", "stone", "back", "tie", "back", "stone", "stone"]),
        ("joker won", ["fire", "left", "*", "joker", "well"]),
        ("joker tied", ["fire", "back", "tie", "back", "joker", "fire"]),
        ("joker in a tie", ["scissors", "joker", "unknown", "tie", "back", "scissors"]),
        # A sign without a joker is a sign alone.
        ("signs", ["fire", "scissors", "unknown", "tie", "unknown", "scissors", "fire"]),
        # The joker was laid for an earlier step.
        ("signs again", ["fire", "scissors", "well", "unknown", "tie", "unknown", "well", "scissors", "fire"]),
        ("over", ["*", "scissors", "right", "paper"]),
        ("level", ["*", "stone", "right", "scissors"]),
        ("level still", ["*", "paper", "*", "paper", "stone"]),
        ("signed", ["*", "scissors", "paper"]),
    ],
)
def test_the_duel_lies_on_the_table(where: str, lies: list[str]) -> None:
    assert on_the_table(scene(where)) == lies


def test_the_pile_and_the_middle_are_counted() -> None:
    def numbers(where: str) -> list[str]:
        marks = picture(scene(where)).marks
        (top,) = (top for what, _, top in sprites(scene(where)) if what.name == "table")
        return [what.text for what, _, down in marks if isinstance(what, Letters) and down > top]

    assert numbers("challenged") == ["10"]
    assert numbers("tied") == ["10", "2"]
    assert numbers("tied again") == ["10", "4"]
    assert numbers("joker") == ["10", "1"]
    # Used up: an empty place.
    assert numbers("signs") == ["0", "3"]
    assert any(what.name == "card_none" for what, _, _ in sprites(scene("signs")))


def test_what_was_just_won_is_told_in_gold() -> None:
    match = said(scene("tied"), "fire paper")
    gold = [what.text for what, _, _ in picture(match).marks if isinstance(what, Letters) and what.text[0] == "+"]
    assert gold == ["+4"]
