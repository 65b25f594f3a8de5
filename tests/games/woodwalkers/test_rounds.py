"""The arrangement of animals, battle modes, the order of turns, and the number of rounds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from games.match import Match
from games.woodwalkers import GAME
from games.woodwalkers.pieces import ANIMALS
from tests.games.match_lines import catch_options_refusal, find_refusal_key, list_move_texts, play_lines
from tests.games.woodwalkers.match_setup import find_animal_space, start_match, start_preset_match
from tests.games.woodwalkers.scenes import get_scene

IN_ORDER = "set bison bear wolf puma otter deer squirrel"


@pytest.mark.parametrize("variant", ["day", "midnight"])
@pytest.mark.parametrize(
    ("seats", "starts"), [(2, ["b1", "b9"]), (3, ["b9", "b1", "a2"]), (4, ["b1", "a2", "b9", "i2"])]
)
def test_all_players_arrange_at_the_same_time(variant: str, seats: int, starts: list[str]) -> None:
    match = start_match(0, seats, variant=variant)
    assert match.seats_asked == set(range(seats))
    for seat in range(seats):
        assert set(match.legal_moves(seat)) == {("set", *order) for order in permutations(ANIMALS)}
        assert len(match.legal_moves(seat)) == 5040
    for seat in range(seats):
        assert match.seats_asked == set(range(seats))
        match = play_lines(match, f"{seat} set wolf bear otter puma deer bison squirrel")
    assert match.seats_asked == {0}
    assert [find_animal_space(match, seat, "wolf") for seat in range(seats)] == starts
    # The otter is on the third space of its side, the squirrel on the last.
    otter_and_squirrel = {"b1": ("d1", "h1"), "a2": ("a4", "a8"), "b9": ("d9", "h9"), "i2": ("i4", "i8")}
    assert [
        (find_animal_space(match, seat, "otter"), find_animal_space(match, seat, "squirrel")) for seat in range(seats)
    ] == [otter_and_squirrel[start] for start in starts]


def test_battle_modes_are_explained_at_the_first_choice_of_each_player() -> None:
    match = play_lines(start_match(), f"0 {IN_ORDER}", f"1 {IN_ORDER}")
    choosers: list[tuple[int, bool]] = []
    while len(choosers) < 4:
        (seat,) = match.seats_asked
        view, moves = match.view_of(seat), match.legal_moves(seat)
        if moves[0][0] == "mode":
            choosers.append((seat, GAME.say("first-mode", "en") in GAME.introduce(view, "en")))
        match = match.play_move(seat, moves[-1])
    assert choosers == [(0, True), (1, True), (0, False), (1, False)]


def test_arrangement_names_each_animal_once() -> None:
    match = start_match()
    for order in (
        "wolf",
        "bison bear wolf puma otter deer",
        "bison bison wolf puma otter deer squirrel",
        "a b c d e f g",
    ):
        assert find_refusal_key(match, f"0 set {order}") == "illegal"


def test_matches_share_the_arrangement_moves() -> None:
    """All matches must share one list of the 5,040 moves to save memory."""
    assert start_match(1).legal_moves(0) is start_match(2, 4, variant="midnight").legal_moves(3)


def play_turn_order(match: Match, steps: int) -> str:
    """Return the seats to move in the next steps if all skip their turns.

    Each step is the letter of its seat, in upper case if the seat chooses a mode.
    """
    turn_order = ""
    for _ in range(steps):
        (seat,) = match.seats_asked
        move = list_move_texts(match, seat)[0]
        turn_order += "ABCD"[seat] if move.startswith("mode") else "abcd"[seat]
        match = play_lines(match, f"{seat} {move if move.startswith('mode') else 'skip'}")
    return turn_order


@pytest.mark.parametrize(
    ("seats", "turn_order"),
    # With two players, the last to roll in a round rolls first in the next.
    [(4, "AbcdaBcdabCd"), (2, "AbaBabAba"), (3, "AbcaBcab")],
)
def test_turns_go_clockwise_from_the_left_of_the_mode_chooser(seats: int, turn_order: str) -> None:
    assert play_turn_order(start_preset_match(seats=seats), len(turn_order)) == turn_order


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("modes", "rounds"), [(20, 18), (14, 12), (11, 9)])
def test_number_of_rounds_and_dice_turns(seats: int, modes: int, rounds: int) -> None:
    turn_order = ""
    match = start_preset_match(seats=seats, modes=modes)
    open_mode_counts = []
    while not match.result:
        open_mode_counts.append(len(match.view_of(None).open_modes))
        assert match.view_of(None).rounds_total == rounds
        turn_order += play_turn_order(match, 1)
        (seat,) = match.seats_asked
        match = play_lines(match, f"{seat} {list_move_texts(match, seat)[0] if turn_order[-1].isupper() else 'skip'}")
    assert sum(letter.isupper() for letter in turn_order) == rounds
    assert sum(letter.islower() for letter in turn_order) == rounds * seats
    assert match.step == rounds * (seats + 1)
    # Three modes are open until the last choice, which cannot be refilled.
    assert open_mode_counts == [3] * (len(open_mode_counts) - seats) + [2] * seats


def test_chosen_mode_is_replaced_at_once() -> None:
    match = start_preset_match(stack=["strength", "speed", "strength", "endurance", "intelligence"])
    assert list_move_texts(match, 0) == ["mode strength", "mode speed"]
    match = play_lines(match, "0 mode strength")
    view = match.view_of(None)
    assert (view.mode, Counter(view.open_modes)) == ("strength", Counter(["speed", "strength", "endurance"]))
    match = play_lines(match, "1 skip", "0 skip")
    assert match.view_of(None).mode is None
    assert list_move_texts(match, 1) == ["mode strength", "mode speed", "mode endurance"]


def test_round_whose_mode_cannot_be_replaced_is_the_last() -> None:
    match = start_preset_match(stack=["strength", "speed", "speed", "endurance"])
    match = play_lines(match, "0 mode strength", "1 skip", "0 skip", "1 mode speed")
    assert len(match.view_of(None).open_modes) == 2
    assert not match.result
    match = play_lines(match, "0 skip", "1 skip")
    assert match.result
    assert match.result.reason == "points"


def test_there_is_one_legal_move_per_different_mode() -> None:
    assert list_move_texts(start_preset_match(stack=["speed", "speed", "speed", "strength"]), 0) == ["mode speed"]


@pytest.mark.parametrize("modes", [20, 14, 11])
def test_short_match_draws_its_modes_from_all_twenty(modes: int) -> None:
    stacks = set()
    for seed in range(8):
        state = start_match(seed, modes=modes).state
        assert len(state.stack) == modes
        assert max(Counter(state.stack).values()) <= 5
        stacks.add(tuple(sorted(state.stack)))
    assert (len(stacks) == 1) == (modes == 20)


def test_modes_are_turned_up_after_the_arrangement() -> None:
    match = start_match()
    assert match.view_of(0).open_modes == ()
    assert match.view_of(None).rounds_total == 18
    match = play_lines(match, f"0 {IN_ORDER}", f"1 {IN_ORDER}")
    assert len(match.view_of(None).open_modes) == 3


SEAT_0_HAS_NO_ANIMALS = "2 - 1wo"


def test_seat_without_animals_has_no_turns_but_chooses_modes() -> None:
    assert play_turn_order(start_preset_match(SEAT_0_HAS_NO_ANIMALS, alone=True), 6) == "AbBbAb"
    assert play_turn_order(start_preset_match("2 - 1wo . 2be", seats=3, alone=True), 7) == "AbcBcbC"


def test_without_any_animals_only_modes_are_chosen() -> None:
    match = start_preset_match(alone=True, stack=["strength", "speed", "speed", "endurance", "endurance"])
    assert play_turn_order(match, 3) == "ABA"
    match = play_lines(match, "0 mode strength", "1 mode speed", "0 mode speed")
    assert match.result
    assert match.result.ranks == (1, 1)


@pytest.mark.parametrize(("round_", "mode_chooser"), [(1, 0), (2, 1), (3, 2), (4, 0), (18, 2)])
def test_preset_round_has_its_mode_chooser(round_: int, mode_chooser: int) -> None:
    match = start_preset_match(seats=3, round=round_)
    assert match.seats_asked == {mode_chooser}
    assert match.view_of(None).round == round_
    assert match.view_of(None).rounds_total == 18
    assert len(match.state.stack) + 3 == 20 - (round_ - 1)


def test_match_can_begin_in_its_last_round_but_no_later() -> None:
    assert len(start_preset_match(round=9, modes=11).state.stack) == 0
    refused = catch_options_refusal(GAME, round=10, modes=11)
    assert (refused.key, refused.facts) == ("round", {"round": 10, "last": 9})
    assert catch_options_refusal(GAME, round=0).key == catch_options_refusal(GAME, round=19).key == "round"


def test_number_of_seats_and_no_match_time_limit() -> None:
    assert list(GAME.SEATS) == [2, 3, 4]
    assert not GAME.MAY_LIMIT_MATCH_TIME


def test_die_is_rolled_unasked_unless_a_medicine_could_be_used_first() -> None:
    """Nobody has to move after the roll, so rolling decides nothing. Arrangements and moves are never automatic."""
    plain, heal = get_scene("roll"), get_scene("heal")
    assert GAME.find_automatic_move(plain.view_of(min(plain.seats_asked))) == ("roll",)
    assert GAME.find_automatic_move(heal.view_of(min(heal.seats_asked))) is None
    for name in ("arrange", "mode", "reroll", "move"):
        match = get_scene(name)
        assert GAME.find_automatic_move(match.view_of(min(match.seats_asked))) is None
