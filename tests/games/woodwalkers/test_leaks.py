"""Nothing tells what must not be known: neither view nor words, text, label or picture."""

from __future__ import annotations

from itertools import permutations

from games.match import Match
from games.woodwalkers import GAME
from games.words import LOCALES
from tests.games.lines import heard, said, showing
from tests.games.woodwalkers.match_setup import ARRANGEMENTS, start_match, start_midnight_duel, start_preset_match


def after(order: str, *lines: str) -> Match:
    return said(start_match(variant="midnight"), f"0 set {order}", ARRANGEMENTS[1], *lines)


def test_arrangements_that_differ_look_alike_to_the_others() -> None:
    """Whatever seat 0 has arranged, seat 1 and everybody see the same, also while it walks."""
    match = after(ARRANGEMENTS[0][6:])
    mode = match.view_of(None).open_modes[0]
    lines = (f"0 mode {mode}", "1 skip", "0 roll")
    orders = [" ".join(order) for order in list(permutations(ARRANGEMENTS[0].split()[2:]))[:: 5040 // 6]]
    for length in range(len(lines) + 1):
        for seat in (1, None):
            shown = [showing(after(order, *lines[:length]), seat) for order in orders]
            assert all(each == shown[0] for each in shown)


def test_the_forest_and_the_stack_look_alike() -> None:
    """Two forests, two stacks: until something is turned up nobody can tell them apart."""
    one, other = (
        start_preset_match(
            stack=[*["strength", "speed", "speed"], *stack], forest=[f"{tile} c3", f"{two} d4"], rolls=[1]
        )
        for stack, tile, two in ((["endurance", "speed"], "die", "flag7"), (["speed", "endurance"], "flag15", "point"))
    )
    for seat in (0, 1, None):
        assert showing(one, seat) == showing(other, seat)


def test_the_dice_to_come_are_not_told() -> None:
    one, other = (start_preset_match(rolls=[die], stack=["strength"] * 4) for die in (1, 6))
    for seat in (0, 1, None):
        assert showing(one, seat) == showing(other, seat)


def test_before_the_guess_all_challengers_look_alike() -> None:
    """Neither the question nor the board tells whether the wolf is coming and the bison at home, or the other way."""
    one = start_midnight_duel(board="", animals=["0 wolf d2", "0 bison b1", "1 otter d4"])
    other = start_midnight_duel(board="", animals=["0 bison d2", "0 wolf b1", "1 otter d4"])
    for seat in (0, 1, None):
        assert showing(one, seat) == showing(other, seat)
    assert showing(said(one, "1 pass"), 1) != showing(said(other, "1 pass"), 1)


def test_what_is_remembered_is_not_told() -> None:
    """A view knows more than lies open; texts, pictures and labels are for whoever looks over the shoulder."""
    match = said(start_midnight_duel(6, 1, 1), "1 pass", "1 home f9", "1 mode strength", "0 roll")
    for seat in (0, 1, None):
        view, cover = match.view_of(seat), GAME.forget(match.view_of(seat))
        assert view.teams[0].known_tiles != cover.teams[0].known_tiles
        assert GAME.draw_board(view) == GAME.draw_board(cover)
        for locale in LOCALES:
            assert GAME.describe_board(view, locale) == GAME.describe_board(cover, locale)
            assert GAME.describe_briefly(view, locale) == GAME.describe_briefly(cover, locale)
            assert heard(GAME, view, locale) == heard(GAME, cover, locale)
        assert GAME.move_label(view, ("move", "d4"), "en") == "D4"


def test_a_cover_names_nobody() -> None:
    """The reveal is shown for ten seconds; what stays in the channel tells no species but those on the cards."""
    for match in (
        said(start_midnight_duel(6, 1), "1 guess bear"),
        said(start_midnight_duel(6, 1), "1 guess bear", "1 home f9"),
    ):
        cover = GAME.forget(match.view_of(None))
        names = " ".join([*heard(GAME, cover, "en"), GAME.describe_briefly(cover, "en")])
        assert "wolf" not in names
        assert "bear" not in names
        # Its card has a wound.
        assert "wounds: otter 1" in names
        assert names.count("otter") == 1
