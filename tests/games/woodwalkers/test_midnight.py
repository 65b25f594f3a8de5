"""The midnight variant: hidden animals, guesses, and forgotten views."""

from __future__ import annotations

import pytest

from games.woodwalkers import GAME
from games.woodwalkers.events import LoserReturned
from tests.games.match_lines import find_refusal_key, list_move_texts, play_lines
from tests.games.woodwalkers.match_setup import (
    ARRANGEMENTS,
    WOLF_AND_OTTER,
    count_kept_tiles,
    count_wounds,
    find_animal_space,
    get_latest_duel,
    map_animals_by_space,
    play_turn,
    start_after_roll,
    start_match,
    start_midnight_duel,
    start_preset_match,
)

ALL_FACE_DOWN = dict.fromkeys(["b1", "c1", "d1", "e1", "f1", "g1", "h1"], "?")
ARRANGED_ANIMALS = dict(zip(ALL_FACE_DOWN, ARRANGEMENTS[0].split()[2:], strict=True))


# The guess


def test_defender_guesses_before_anything_is_turned_up() -> None:
    match = start_midnight_duel(3, 6)
    assert match.seats_asked == {1}
    assert list_move_texts(match, 1) == [
        *(f"guess {name}" for name in ("bison", "bear", "wolf", "puma", "otter", "deer", "squirrel")),
        "pass",
    ]
    for seat in (0, 1, None):
        assert not get_latest_duel(match, seat).is_face_up
        assert not get_latest_duel(match, seat).is_rolled
        assert (
            map_animals_by_space(match.view_of(seat), 0)["d2"]
            == map_animals_by_space(match.view_of(seat), 1)["d4"]
            == "?"
        )


@pytest.mark.parametrize(
    ("answer", "totals", "points"),
    [
        # Values 6 and 3, rolls 3 and 6.
        ("guess bear", (10, 9), (2, 0)),
        ("guess wolf", (9, 10), (0, 2)),
        ("pass", (9, 9), (0, 2)),
    ],
)
def test_guess_changes_a_total_by_one(answer: str, totals: tuple[int, int], points: tuple[int, int]) -> None:
    match = play_lines(start_midnight_duel(3, 6), f"1 {answer}")
    assert get_latest_duel(match).totals == totals
    assert match.scores() == points


def test_guess_bonus_also_counts_after_rerolls() -> None:
    board = "4 - . . 1ot\n3 - . ?d\n1 - . . 0wo"
    match = play_lines(start_after_roll(board, 3, 2, 1, 6, 4, variant="midnight"), "0 move d1 c3")
    match = play_turn(match, "0 roll", "0 keep", "0 move c3 d4", "1 guess wolf")
    # 6 + 1 against 3 + 6 + 1; the second roll makes 10, a tie.
    assert (get_latest_duel(match).totals, list_move_texts(match, 0)) == ((7, 10), ["reroll", "keep"])
    match = play_lines(match, "0 reroll")
    assert (get_latest_duel(match).totals, match.scores(), count_kept_tiles(match, 0)) == ((10, 10), (0, 2), (0, 0))


def test_removed_animals_cannot_be_guessed() -> None:
    match = start_midnight_duel(board="4 - . . 1ot\n2 - . . 0wo 0pu", alone=True)
    assert list_move_texts(match, 1) == ["guess wolf", "guess puma", "pass"]
    assert find_refusal_key(match, "1 guess bear") == "illegal"


# Views of the seats


def test_owners_do_not_see_their_animals_after_the_arrangement() -> None:
    match = play_lines(start_match(variant="midnight"), *ARRANGEMENTS)
    for seat in (0, 1, None):
        assert map_animals_by_space(match.view_of(seat), 0) == ALL_FACE_DOWN
    # The owner has seen them while arranging.
    assert map_animals_by_space(match.view_of(0), 0, known=True) == ARRANGED_ANIMALS
    assert (
        map_animals_by_space(match.view_of(1), 0, known=True)
        == map_animals_by_space(match.view_of(None), 0, known=True)
        == ALL_FACE_DOWN
    )


def test_memory_help_shows_own_animals_and_by_day_all_are_visible() -> None:
    match = play_lines(start_match(variant="midnight", memory_help="own"), *ARRANGEMENTS)
    assert map_animals_by_space(match.view_of(0), 0) == ARRANGED_ANIMALS
    assert map_animals_by_space(match.view_of(0), 1) == dict.fromkeys(map_animals_by_space(match.view_of(1), 1), "?")
    assert map_animals_by_space(match.view_of(None), 0) == ALL_FACE_DOWN
    # Forgetting does not hide what the help shows.
    forgotten = GAME.forget(match.view_of(0))
    assert map_animals_by_space(forgotten, 0) == map_animals_by_space(forgotten, 0, known=True) == ARRANGED_ANIMALS
    day = play_lines(start_match(), *ARRANGEMENTS)
    for seat in (0, 1, None):
        assert (
            map_animals_by_space(day.view_of(seat), 0)
            == map_animals_by_space(day.view_of(seat), 0, known=True)
            == ARRANGED_ANIMALS
        )


def test_animals_of_a_preset_start_are_unseen() -> None:
    match = start_preset_match(WOLF_AND_OTTER, variant="midnight")
    for seat in (0, 1, None):
        assert set(map_animals_by_space(match.view_of(seat), 0, known=True).values()) == {"?"}
    assert (
        map_animals_by_space(start_preset_match(WOLF_AND_OTTER, variant="midnight", memory_help="own").view_of(0), 0)[
            "d2"
        ]
        == "wolf"
    )


def test_duel_shows_both_animals_to_all_seats() -> None:
    match = play_lines(start_midnight_duel(6, 1), "1 pass")
    for seat in (0, 1, None):
        view = match.view_of(seat)
        assert map_animals_by_space(view, 0)["d4"] == "wolf"
        assert map_animals_by_space(view, 1)["hand"] == "otter"
        assert [name for name in map_animals_by_space(view, 0).values() if name != "?"] == ["wolf"]
        assert get_latest_duel(match, seat).totals == (12, 4)


def test_duel_animals_are_hidden_by_the_first_move_after_the_loser_has_returned() -> None:
    returned = play_lines(start_midnight_duel(6, 1), "1 pass", "1 home f9")
    assert (map_animals_by_space(returned.view_of(0), 1)["f9"], map_animals_by_space(returned.view_of(1), 0)["d4"]) == (
        "otter",
        "wolf",
    )
    match = play_lines(returned, "1 mode strength")
    for seat in (0, 1, None):
        view = match.view_of(seat)
        assert set(map_animals_by_space(view, 0).values()) == set(map_animals_by_space(view, 1).values()) == {"?"}
        # Cards lie open: everybody sees the wounds of each species, but not where it is.
        assert view.teams[1].wounds[4] == 1
        # Everybody can follow the two tiles from then on.
        assert (map_animals_by_space(view, 0, known=True)["d4"], map_animals_by_space(view, 1, known=True)["f9"]) == (
            "wolf",
            "otter",
        )
        assert not get_latest_duel(match, seat).is_face_up
        assert (get_latest_duel(match, seat).winner, get_latest_duel(match, seat).dice) == (0, (6, 1))
        assert [event.animal for event in view.turn_events if isinstance(event, LoserReturned)] == [-1]


def test_animal_seen_before_is_known_after_it_moves() -> None:
    match = play_lines(start_midnight_duel(6, 1, 1, mode="strength"), "1 pass", "1 home f9")
    match = play_turn(match, "0 roll", "0 move d4 e4")
    assert map_animals_by_space(match.view_of(1), 0, known=True)["e4"] == "wolf"


def test_removed_animals_are_public() -> None:
    match = play_lines(start_midnight_duel(6, 1, board="4 - . . 1ot2\n2 - . . 0wo"), "1 pass")
    match = play_lines(match, "1 mode strength")
    for seat in (0, 1, None):
        assert match.view_of(seat).teams[1].removed == (4,)
    assert find_animal_space(match, 1, "otter") == "out"


def test_healing_names_the_animal() -> None:
    match = play_lines(start_after_roll("3 - . ?m\n2 - . . 0wo1", 2, variant="midnight"), "0 move d2 c3")
    assert list_move_texts(match, 0) == ["heal wolf", "done"]
    assert count_wounds(play_lines(match, "0 heal wolf"), 0, "wolf") == 0


# Removal of knowledge by `forget`


@pytest.mark.parametrize("seat", [0, 1, None])
def test_forget_hides_all_animals_and_knowledge_of_them(seat: int | None) -> None:
    for match in (
        play_lines(start_match(variant="midnight"), *ARRANGEMENTS),
        play_lines(start_midnight_duel(6, 1), "1 guess bear"),
        play_lines(start_midnight_duel(6, 1), "1 guess bear", "1 home f9"),
    ):
        forgotten = GAME.forget(match.view_of(seat))
        for owner in (0, 1):
            assert (
                set(map_animals_by_space(forgotten, owner).values())
                == set(map_animals_by_space(forgotten, owner, known=True).values())
                == {"?"}
            )
            assert forgotten.teams[owner].revealed == frozenset()
        assert forgotten.duel is None or (not forgotten.duel.is_face_up and forgotten.duel.values == (0, 0))
        # The score stays.
        assert [team.points for team in forgotten.teams] == list(match.scores())


def test_forget_changes_nothing_by_day() -> None:
    view = play_lines(start_after_roll(WOLF_AND_OTTER, 2, 3, 6), "0 move d2 d4").view_of(0)
    assert GAME.forget(view) == view
