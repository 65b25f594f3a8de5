"""Midnight: who has seen what, and the guess."""

from __future__ import annotations

import pytest

from games.match import RESIGN, Match
from games.woodwalkers import GAME
from games.woodwalkers.events import Duel, LoserReturned
from tests.games.lines import refusal, said, words
from tests.games.woodwalkers.match_setup import (
    ARRANGEMENTS,
    WOLF_AND_OTTER,
    animals_by_space,
    count_kept_tiles,
    play_turn,
    space_of,
    start_after_roll,
    start_match,
    start_midnight_duel,
    start_preset_match,
    wounds_of,
)

BACKS = dict.fromkeys(["b1", "c1", "d1", "e1", "f1", "g1", "h1"], "?")
ARRANGED = dict(zip(BACKS, ARRANGEMENTS[0].split()[2:], strict=True))


def duel(match: Match, seat: int | None = None) -> Duel:
    fought = match.view_of(seat).duel
    assert isinstance(fought, Duel)
    return fought


# The guess


def test_the_defender_is_asked_before_anything_is_turned_up() -> None:
    match = start_midnight_duel(3, 6)
    assert match.seats_asked == {1}
    assert words(match, 1) == [
        *(f"guess {name}" for name in ("bison", "bear", "wolf", "puma", "otter", "deer", "squirrel")),
        "pass",
    ]
    for seat in (0, 1, None):
        assert not duel(match, seat).is_face_up
        assert not duel(match, seat).is_rolled
        assert animals_by_space(match.view_of(seat), 0)["d2"] == animals_by_space(match.view_of(seat), 1)["d4"] == "?"


@pytest.mark.parametrize(
    ("word", "sums", "points"),
    [
        # Base 6 against 3, rolls 3 and 6.
        ("guess bear", (10, 9), (2, 0)),
        ("guess wolf", (9, 10), (0, 2)),
        ("pass", (9, 9), (0, 2)),
    ],
)
def test_a_guess_is_worth_one(word: str, sums: tuple[int, int], points: tuple[int, int]) -> None:
    match = said(start_midnight_duel(3, 6), f"1 {word}")
    assert duel(match).totals == sums
    assert match.scores() == points


def test_the_one_counts_through_all_rolls() -> None:
    board = "4 - . . 1ot\n3 - . ?d\n1 - . . 0wo"
    match = said(start_after_roll(board, 3, 2, 1, 6, 4, variant="midnight"), "0 move d1 c3")
    match = play_turn(match, "0 roll", "0 keep", "0 move c3 d4", "1 guess wolf")
    # 6 + 1 against 3 + 6 + 1; a second roll makes 10, which is equal.
    assert (duel(match).totals, words(match, 0)) == ((7, 10), ["reroll", "keep"])
    match = said(match, "0 reroll")
    assert (duel(match).totals, match.scores(), count_kept_tiles(match, 0)) == ((10, 10), (0, 2), (0, 0))


def test_who_has_left_the_game_cannot_be_guessed() -> None:
    match = start_midnight_duel(board="4 - . . 1ot\n2 - . . 0wo 0pu", alone=True)
    assert words(match, 1) == ["guess wolf", "guess puma", "pass"]
    assert refusal(match, "1 guess bear") == "illegal"


# Who sees what


def test_the_owner_looks_while_arranging_and_never_again() -> None:
    match = said(start_match(variant="midnight"), *ARRANGEMENTS)
    for seat in (0, 1, None):
        assert animals_by_space(match.view_of(seat), 0) == BACKS
    # But has seen it.
    assert animals_by_space(match.view_of(0), 0, known=True) == ARRANGED
    assert (
        animals_by_space(match.view_of(1), 0, known=True)
        == animals_by_space(match.view_of(None), 0, known=True)
        == BACKS
    )


def test_help_shows_ones_own_and_by_day_all_is_seen_by_all() -> None:
    match = said(start_match(variant="midnight", memory_help="own"), *ARRANGEMENTS)
    assert animals_by_space(match.view_of(0), 0) == ARRANGED
    assert animals_by_space(match.view_of(0), 1) == dict.fromkeys(animals_by_space(match.view_of(1), 1), "?")
    assert animals_by_space(match.view_of(None), 0) == BACKS
    # A cover leaves what help shows.
    cover = GAME.forget(match.view_of(0))
    assert animals_by_space(cover, 0) == animals_by_space(cover, 0, known=True) == ARRANGED
    day = said(start_match(), *ARRANGEMENTS)
    for seat in (0, 1, None):
        assert animals_by_space(day.view_of(seat), 0) == animals_by_space(day.view_of(seat), 0, known=True) == ARRANGED


def test_of_a_drawn_start_nobody_has_seen_anything() -> None:
    match = start_preset_match(WOLF_AND_OTTER, variant="midnight")
    for seat in (0, 1, None):
        assert set(animals_by_space(match.view_of(seat), 0, known=True).values()) == {"?"}
    assert (
        animals_by_space(start_preset_match(WOLF_AND_OTTER, variant="midnight", memory_help="own").view_of(0), 0)["d2"]
        == "wolf"
    )


def test_a_duel_turns_two_up_and_all_see_them() -> None:
    match = said(start_midnight_duel(6, 1), "1 pass")
    for seat in (0, 1, None):
        view = match.view_of(seat)
        assert animals_by_space(view, 0)["d4"] == "wolf"
        assert animals_by_space(view, 1)["hand"] == "otter"
        assert [name for name in animals_by_space(view, 0).values() if name != "?"] == ["wolf"]
        assert duel(match, seat).totals == (12, 4)


def test_they_are_turned_down_with_the_next_word_after_the_loser_is_home() -> None:
    home = said(start_midnight_duel(6, 1), "1 pass", "1 home f9")
    assert (animals_by_space(home.view_of(0), 1)["f9"], animals_by_space(home.view_of(1), 0)["d4"]) == ("otter", "wolf")
    match = said(home, "1 mode strength")
    for seat in (0, 1, None):
        view = match.view_of(seat)
        assert set(animals_by_space(view, 0).values()) == set(animals_by_space(view, 1).values()) == {"?"}
        # Cards lie open: everybody sees which species carries how many wounds, but not where it is.
        assert view.teams[1].wounds[4] == 1
        # All of them can follow the two ever after.
        assert (animals_by_space(view, 0, known=True)["d4"], animals_by_space(view, 1, known=True)["f9"]) == (
            "wolf",
            "otter",
        )
        assert not duel(match, seat).is_face_up
        assert (duel(match, seat).winner, duel(match, seat).dice) == (0, (6, 1))
        assert [fact.animal for fact in view.turn_events if isinstance(fact, LoserReturned)] == [-1]


def test_what_was_seen_is_followed_when_it_moves() -> None:
    match = said(start_midnight_duel(6, 1, 1, mode="strength"), "1 pass", "1 home f9")
    match = play_turn(match, "0 roll", "0 move d4 e4")
    assert animals_by_space(match.view_of(1), 0, known=True)["e4"] == "wolf"


def test_who_is_removed_stays_visible() -> None:
    match = said(start_midnight_duel(6, 1, board="4 - . . 1ot2\n2 - . . 0wo"), "1 pass")
    match = said(match, "1 mode strength")
    for seat in (0, 1, None):
        assert match.view_of(seat).teams[1].removed == (4,)
    assert space_of(match, 1, "otter") == "out"


def test_healing_names_the_species() -> None:
    match = said(start_after_roll("3 - . ?m\n2 - . . 0wo1", 2, variant="midnight"), "0 move d2 c3")
    assert words(match, 0) == ["heal wolf", "done"]
    assert wounds_of(said(match, "0 heal wolf"), 0, "wolf") == 0


def test_when_it_is_over_all_is_turned_up() -> None:
    match = said(start_match(variant="midnight"), *ARRANGEMENTS).play_move(0, RESIGN)
    for seat in (0, 1, None):
        assert animals_by_space(match.view_of(seat), 0) == ARRANGED
        assert all(tile for _, tile in match.view_of(seat).forest)


# What must be forgotten


@pytest.mark.parametrize("seat", [0, 1, None])
def test_covering_turns_all_down_and_drops_the_recall(seat: int | None) -> None:
    for match in (
        said(start_match(variant="midnight"), *ARRANGEMENTS),
        said(start_midnight_duel(6, 1), "1 guess bear"),
        said(start_midnight_duel(6, 1), "1 guess bear", "1 home f9"),
    ):
        cover = GAME.forget(match.view_of(seat))
        for owner in (0, 1):
            assert (
                set(animals_by_space(cover, owner).values())
                == set(animals_by_space(cover, owner, known=True).values())
                == {"?"}
            )
            assert cover.teams[owner].revealed == frozenset()
        assert cover.duel is None or (not cover.duel.is_face_up and cover.duel.values == (0, 0))
        # What it came to may stay.
        assert [camp.points for camp in cover.teams] == list(match.scores())


def test_by_day_there_is_nothing_to_cover() -> None:
    view = said(start_after_roll(WOLF_AND_OTTER, 2, 3, 6), "0 move d2 d4").view_of(0)
    assert GAME.forget(view) == view
