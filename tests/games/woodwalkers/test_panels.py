"""What stands beside the board: who plays, what counts, what was won, and what is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.art import GOLD, PANEL, Box, Letters, Sprite, Written
from games.woodwalkers import GAME
from games.woodwalkers.frame import ASIDE
from tests.games.lines import said
from tests.games.woodwalkers.drawn import ended, moving, table, turn
from tests.games.woodwalkers.marks import aside, crowded, letters, picture, player, sprites
from tests.games.woodwalkers.scenes import SCENES, scene


def test_only_the_mode_that_counts_is_shown() -> None:
    board = picture("roll")
    # Strength of the seven, in their order.
    values = [int(text) for text in letters(board) if text.isdigit()]
    assert values[:7] == [8, 7, 6, 6, 3, 3, 2]
    assert sprites(board).count("strength_now") == 1
    assert not {"speed_now", "endurance_now", "intelligence_now"} & set(sprites(board))


def test_what_counts_is_said_in_a_word() -> None:
    said = {where: [what.key for what, _, _ in aside(picture(where)) if isinstance(what, Written)] for where in SCENES}
    said = {where: [key for key in keys if "asked" not in key] for where, keys in said.items()}
    assert said["roll"] == said["home"] == ["mode-strength", "shown-flags"]
    assert said["mode"] == ["shown-mode", "shown-flags"]
    assert said["arrange"] == ["shown-flags"]


def test_to_choose_there_are_those_that_lie_open() -> None:
    board = picture("mode")
    # Strength twice, speed once.
    assert [name for name in sprites(board) if name.endswith("_now")] == ["strength_now", "speed_now"]
    tiles = [what for what, _, _ in aside(board) if isinstance(what, Box) and (what.width, what.height) == (46, 46)]
    assert len(tiles) == 3


def test_to_arrange_there_are_all_modes() -> None:
    assert len([text for text in letters(picture("arrange")) if text.isdigit()]) == 4 * 7 + 2


def test_the_duel_shows_both_sums_and_what_they_are_made_of() -> None:
    board = picture("home")
    assert {"12", "4"} <= set(letters(board))
    # What it brings stands beside the winner's points.
    assert letters(board, GOLD) == ["12", "+2"]
    assert {"die_6", "die_1", "disc wolf", "diamond otter", "drop"} <= set(sprites(board))
    # Each sum is made under its animal.
    parts = [(what.name, left) for what, left, _ in aside(board) if isinstance(what, Sprite) and what.width in (34, 46)]
    assert [name for name, _ in parts] == ["strength", "die_6", "drop", "strength", "die_1"]
    assert parts[1][1] + 46 < ASIDE + 195 < parts[3][1]
    # Whom it is about stands out among the seven.
    assert sum(isinstance(what, Box) and (what.width, what.ink) == (53, GOLD) for what, _, _ in aside(board)) == 2


def test_a_flag_that_is_fought_for_lies_between() -> None:
    match = said(moving("4 - . . 1ot+7\n2 - . . 0wo", 2, variant="midnight"), "0 move d2 d4")
    board = GAME.picture(match.view(None))
    fought = [what.width for what, left, _ in board.marks if left >= ASIDE and getattr(what, "text", "") == "7"]
    assert fought.count(84) == 1


def test_before_the_guess_nothing_is_seen() -> None:
    board = picture("guess", 1)
    assert letters(board, GOLD)[0] == "?"
    assert not any(name.startswith("die_") for name in sprites(board))


def test_a_duel_that_must_be_forgotten_shows_backs_and_dice() -> None:
    board = picture("midnight over")
    assert {"die_6", "die_1"} <= set(sprites(board))
    assert "+2" in letters(board)
    assert not {"13", "12", "+1"} & set(letters(board))
    assert not {"disc wolf", "diamond otter"} & set(sprites(board))


def test_a_third_wound_is_crossed_out() -> None:
    match = table(animals=["0 wolf d2", "1 otter d4 2"], stack=["strength"] * 4, rolls=[2, 6, 1])
    match = said(match, "0 mode strength", "1 skip", "0 roll", "0 move d2 d4")
    # Its owner has it to show, whatever else happens.
    assert player(GAME.picture(match.view(None)), 1)[1:4] == ["choose", "otter", "lost"]


@pytest.mark.parametrize(
    ("where", "shows"),
    [("move", "die_3"), ("rest", "medicine"), ("reroll", "die_1"), ("heal", "medicine"), ("roll", "strength")],
)
def test_what_just_happened_is_shown_large(where: str, shows: str) -> None:
    found = [what.width for what, left, _ in aside(picture(where)) if isinstance(what, Sprite) and what.name == shows]
    assert max(found) >= 96


def test_a_found_flag_is_shown_large() -> None:
    match = said(moving("7 - . ?15\n8 - . . 1wo", 2, seat=1), "1 move d8 c7")
    assert any(
        what.text == "15" and what.width > 100
        for what, _, _ in GAME.picture(match.view(None)).marks
        if isinstance(what, Sprite)
    )


@pytest.mark.parametrize(
    ("where", "awaited", "sign"),
    [
        ("arrange", (0, 1), "arrange"),
        ("mode", (0,), "choose"),
        ("roll", (1,), "roll"),
        ("reroll", (0,), "die"),
        ("move", (0,), "die_3"),
        ("guess", (1,), ""),
        ("duel", (0,), "die"),
        ("home", (1,), "home"),
        ("rest", (0,), "medicine"),
    ],
)
def test_whose_turn_it_is(where: str, awaited: tuple[int, ...], sign: str) -> None:
    """A gold rim, and what they are asked."""
    board = picture(where)
    seats = [
        what.rim for what, _, _ in aside(board) if isinstance(what, Box) and what.ink == PANEL and what.width == 390
    ]
    assert [seat for seat, rim in enumerate(seats[-2:]) if rim == GOLD] == list(awaited)
    if sign:
        assert all(sign in player(board, seat) for seat in awaited)
    else:
        assert letters(board).count("?") == 2


@pytest.mark.parametrize("where", SCENES)
def test_what_somebody_is_asked_is_said_in_a_word(where: str) -> None:
    """Beside its sign, which alone says little; once for each that is asked."""
    view = scene(where).view(None)
    said = [what.key for what, _, _ in GAME.picture(view).marks if isinstance(what, Written)]
    awaited = view.terms.seats if view.phase == "arrange" else int(view.asked is not None)
    assert [key for key in said if "asked" in key] == [f"shown-asked-{view.phase}"] * awaited


def test_without_room_the_sign_stands_alone() -> None:
    """What is kept and lost is known from nowhere else."""
    crowded_out = next(view for view in crowded() if view.phase == "home")
    board = GAME.picture(crowded_out)
    assert not [what for what, _, _ in board.marks if isinstance(what, Written) and "asked" in what.key]
    assert "home" in player(board, 1)


def test_seats_are_numbered_from_one() -> None:
    assert [player(picture("four"), seat)[0] for seat in range(4)] == ["1", "2", "3", "4"]


def test_what_flags_will_add_stands_apart_from_the_points() -> None:
    board = picture("move")
    assert letters(board)[-2:] == ["0", "0"]
    assert player(board, 1)[1] == "+7"
    # After the points, as one reads.
    (flags,) = [left for what, left, _ in board.marks if isinstance(what, Sprite) and what.text == "+7"]
    *_, points = [left + what.width for what, left, _ in board.marks if isinstance(what, Letters) and what.text == "0"]
    assert flags - points >= 8
    # At the end they have been added, and one sees to what.
    assert letters(picture("over")) == ["15", "10 +", "11", "3 +"]


def test_what_was_just_gained_stands_beside_the_points() -> None:
    match = said(moving("3 - . ?p\n2 - . . 0wo", 2), "0 move d2 c3")
    assert letters(GAME.picture(match.view(None)))[-3:] == ["+1", "1", "0"]
    # What a flag is worth stands upon it.
    match = said(moving("7 - . ?15\n8 - . . 1wo", 2, seat=1), "1 move d8 c7")
    assert not [text for text in letters(GAME.picture(match.view(None))) if text.startswith("+")]
    # Three digits and a flag of two: the name keeps its room, and the flag is told before what is new.
    view = scene("home").view(None)
    rich = replace(view.camps[0], points=985)
    full = replace(view, camps=(rich, view.camps[1]), flags=((view.camps[0].spaces[0], 15),))
    assert player(GAME.picture(full), 0)[:2] == ["1", "+15"]
    assert "985" in letters(GAME.picture(full))


def test_who_sees_their_animals_at_midnight_has_an_eye() -> None:
    assert [player(picture("midnight help", 0), seat).count("eye") for seat in (0, 1)] == [1, 0]
    assert [player(picture("midnight help", 1), seat).count("eye") for seat in (0, 1)] == [0, 1]
    assert "eye" not in sprites(picture("midnight help")) + sprites(picture("midnight move", 0))
    assert "eye" not in sprites(picture("move", 0))


def test_tiles_kept_are_counted() -> None:
    match = turn(
        said(moving("2 - . . 0wo\n3 - . ?d\n4 - . . ?d", 2, 2), "0 move d2 c3"), "0 roll", "0 keep", "0 move c3 d4"
    )
    board = GAME.picture(match.view(None))
    assert player(board, 0).count("die") == 1
    assert "2" in [what.text for what, _, _ in aside(board) if isinstance(what, Letters) and what.height == 40]


def test_wounds_are_on_cards_at_midnight() -> None:
    """Face down, tiles do not tell; but cards lie open."""
    match = moving("2 - . . 0wo2 . 0be1", 2, variant="midnight")
    assert player(GAME.picture(match.view(None)), 0)[1:7] == ["die_2", "bear", "drop", "wolf", "drop", "drop"]
    match = moving("2 - . . 0wo2 . 0be1", 2)
    assert not {"bear", "wolf"} & set(player(GAME.picture(match.view(None)), 0))


def test_at_the_end_the_best_are_crowned() -> None:
    board = picture("over")
    assert sprites(board).count("crown") == 1
    assert letters(board, GOLD) == ["15"]
    # It is nobody's turn.
    assert GOLD not in [what.rim for what, _, _ in board.marks if isinstance(what, Box)]
    assert [what.text for what, left, _ in aside(board) if isinstance(what, Sprite) and what.name == "pennant"] == [
        "5",
        "8",
    ]
    # What decides where points do not: one more animal on a flag.
    board = GAME.picture(ended("4 - . . 0wo+8\n6 - . . 1ot+5 . 1be+5", scores=[2, 0]).view(None))
    assert (letters(board, GOLD), letters(board)) == (["10"], ["10", "2 +", "10", "0 +"])
    # Who resigns ends the match, and not the game.
    assert "crown" not in sprites(GAME.picture(scene("move").said(0, ("!resign",)).view(None)))
