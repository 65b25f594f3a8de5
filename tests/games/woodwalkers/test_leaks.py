"""Checks that views, legal moves, texts, labels and pictures do not reveal hidden information."""

from __future__ import annotations

from itertools import permutations

from games.match import Match
from games.woodwalkers import GAME
from games.words import LOCALES
from tests.games.match_lines import collect_visible_output, describe_last_step, play_lines
from tests.games.woodwalkers.match_setup import ARRANGEMENTS, start_match, start_midnight_duel, start_preset_match


def start_arranged(order: str, *lines: str) -> Match:
    return play_lines(start_match(variant="midnight"), f"0 set {order}", ARRANGEMENTS[1], *lines)


def test_others_see_no_difference_between_arrangements() -> None:
    """In the midnight variant, seat 1 and spectators must not see any difference, even in later steps."""
    match = start_arranged(ARRANGEMENTS[0][6:])
    mode = match.view_of(None).open_modes[0]
    lines = (f"0 mode {mode}", "1 skip", "0 roll")
    orders = [" ".join(order) for order in list(permutations(ARRANGEMENTS[0].split()[2:]))[:: 5040 // 6]]
    for length in range(len(lines) + 1):
        for seat in (1, None):
            outputs = [collect_visible_output(start_arranged(order, *lines[:length]), seat) for order in orders]
            assert all(each == outputs[0] for each in outputs)


def test_face_down_tiles_and_modes_are_hidden_from_all() -> None:
    """Two matches with different face-down tiles and stacks must look the same."""
    first, second = (
        start_preset_match(
            stack=[*["strength", "speed", "speed"], *stack], forest=[f"{tile} c3", f"{two} d4"], rolls=[1]
        )
        for stack, tile, two in ((["endurance", "speed"], "die", "flag7"), (["speed", "endurance"], "flag15", "point"))
    )
    for seat in (0, 1, None):
        assert collect_visible_output(first, seat) == collect_visible_output(second, seat)


def test_preset_rolls_are_hidden() -> None:
    first, second = (start_preset_match(rolls=[die], stack=["strength"] * 4) for die in (1, 6))
    for seat in (0, 1, None):
        assert collect_visible_output(first, seat) == collect_visible_output(second, seat)


def test_before_the_guess_all_challengers_look_the_same() -> None:
    """Nobody may see whether the challenger is the wolf or the bison until the guess has been made."""
    first = start_midnight_duel(board="", animals=["0 wolf d2", "0 bison b1", "1 otter d4"])
    second = start_midnight_duel(board="", animals=["0 bison d2", "0 wolf b1", "1 otter d4"])
    for seat in (0, 1, None):
        assert collect_visible_output(first, seat) == collect_visible_output(second, seat)
    assert collect_visible_output(play_lines(first, "1 pass"), 1) != collect_visible_output(
        play_lines(second, "1 pass"), 1
    )


def test_remembered_animals_are_not_shown() -> None:
    """A view contains animals that were seen earlier, but texts, pictures and labels may show only face-up animals."""
    match = play_lines(start_midnight_duel(6, 1, 1), "1 pass", "1 home f9", "1 mode strength", "0 roll")
    for seat in (0, 1, None):
        view, cover = match.view_of(seat), GAME.forget(match.view_of(seat))
        assert view.teams[0].known_tiles != cover.teams[0].known_tiles
        assert GAME.draw_board(view) == GAME.draw_board(cover)
        for locale in LOCALES:
            assert GAME.describe_board(view, locale) == GAME.describe_board(cover, locale)
            assert GAME.describe_briefly(view, locale) == GAME.describe_briefly(cover, locale)
            assert describe_last_step(GAME, view, locale) == describe_last_step(GAME, cover, locale)
        assert GAME.move_label(view, ("move", "d4"), "en") == "D4"


def test_forgotten_view_names_no_animal_of_the_duel() -> None:
    """After the temporary reveal, texts may name only wounded animals, because wounds are public."""
    for match in (
        play_lines(start_midnight_duel(6, 1), "1 guess bear"),
        play_lines(start_midnight_duel(6, 1), "1 guess bear", "1 home f9"),
    ):
        cover = GAME.forget(match.view_of(None))
        names = " ".join([*describe_last_step(GAME, cover, "en"), GAME.describe_briefly(cover, "en")])
        assert "wolf" not in names
        assert "bear" not in names
        # The wound on its card is public.
        assert "wounds: otter 1" in names
        assert names.count("otter") == 1
