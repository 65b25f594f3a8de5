"""Arrangement, battle modes, who comes when, and for how long."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from games.match import Match
from games.woodwalkers import GAME
from games.woodwalkers.pieces import ANIMALS
from tests.games.lines import refusal, said, words
from tests.games.woodwalkers.match_setup import catch_refusal, space_of, start_match, start_preset_match

IN_ORDER = "set bison bear wolf puma otter deer squirrel"


@pytest.mark.parametrize("variant", ["day", "midnight"])
@pytest.mark.parametrize(
    ("seats", "starts"), [(2, ["b1", "b9"]), (3, ["b9", "b1", "a2"]), (4, ["b1", "a2", "b9", "i2"])]
)
def test_everybody_arranges_at_once(variant: str, seats: int, starts: list[str]) -> None:
    match = start_match(0, seats, variant=variant)
    assert match.seats_asked == set(range(seats))
    for seat in range(seats):
        assert set(match.legal_moves(seat)) == {("set", *order) for order in permutations(ANIMALS)}
        assert len(match.legal_moves(seat)) == 5040
    for seat in range(seats):
        assert match.seats_asked == set(range(seats))
        match = said(match, f"{seat} set wolf bear otter puma deer bison squirrel")
    assert match.seats_asked == {0}
    assert [space_of(match, seat, "wolf") for seat in range(seats)] == starts
    # Along the side: the third is the otter's, the last the squirrel's.
    along = {"b1": ("d1", "h1"), "a2": ("a4", "a8"), "b9": ("d9", "h9"), "i2": ("i4", "i8")}
    assert [(space_of(match, seat, "otter"), space_of(match, seat, "squirrel")) for seat in range(seats)] == [
        along[start] for start in starts
    ]


def test_an_arrangement_names_each_animal_once() -> None:
    match = start_match()
    for order in (
        "wolf",
        "bison bear wolf puma otter deer",
        "bison bison wolf puma otter deer squirrel",
        "a b c d e f g",
    ):
        assert refusal(match, f"0 set {order}") == "illegal"


def test_tables_that_arrange_share_their_words() -> None:
    """A thousand live tables hold the 5,040 words once."""
    assert start_match(1).legal_moves(0) is start_match(2, 4, variant="midnight").legal_moves(3)


def test_nobody_sees_an_arrangement_before_all_are_there() -> None:
    before = start_match(0, 3)
    after = said(before, f"1 {IN_ORDER}")
    for seat in (0, 1, 2, None):
        assert after.view_of(seat) == before.view_of(seat)


def order(match: Match, steps: int) -> str:
    """Who is asked in so many steps in which nobody rolls; in capitals who chooses a mode."""
    asked = ""
    for _ in range(steps):
        (seat,) = match.seats_asked
        word = words(match, seat)[0]
        asked += "ABCD"[seat] if word.startswith("mode") else "abcd"[seat]
        match = said(match, f"{seat} {word if word.startswith('mode') else 'skip'}")
    return asked


@pytest.mark.parametrize(
    ("seats", "asked"),
    # Of two, whoever rolled last in a round rolls first in the next.
    [(4, "AbcdaBcdabCd"), (2, "AbaBabAba"), (3, "AbcaBcab")],
)
def test_turns_go_clockwise_beginning_beside_the_seat_that_chose(seats: int, asked: str) -> None:
    assert order(start_preset_match(seats=seats), len(asked)) == asked


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("modes", "rounds"), [(20, 18), (14, 12), (11, 9)])
def test_rounds_and_dice_turns(seats: int, modes: int, rounds: int) -> None:
    asked = ""
    match = start_preset_match(seats=seats, modes=modes)
    displays = []
    while not match.result:
        displays.append(len(match.view_of(None).open_modes))
        assert match.view_of(None).rounds_total == rounds
        asked += order(match, 1)
        (seat,) = match.seats_asked
        match = said(match, f"{seat} {words(match, seat)[0] if asked[-1].isupper() else 'skip'}")
    assert sum(sign.isupper() for sign in asked) == rounds
    assert sum(sign.islower() for sign in asked) == rounds * seats
    assert match.step == rounds * (seats + 1)
    # Three lie open until the last choice, which cannot be refilled: then two.
    assert displays == [3] * (len(displays) - seats) + [2] * seats


def test_a_chosen_mode_is_refilled_at_once() -> None:
    match = start_preset_match(stack=["strength", "speed", "strength", "endurance", "intelligence"])
    assert words(match, 0) == ["mode strength", "mode speed"]
    match = said(match, "0 mode strength")
    view = match.view_of(None)
    assert (view.mode, Counter(view.open_modes)) == ("strength", Counter(["speed", "strength", "endurance"]))
    match = said(match, "1 skip", "0 skip")
    assert match.view_of(None).mode is None
    assert words(match, 1) == ["mode strength", "mode speed", "mode endurance"]


def test_the_last_round_is_the_one_whose_choice_cannot_be_refilled() -> None:
    match = start_preset_match(stack=["strength", "speed", "speed", "endurance"])
    match = said(match, "0 mode strength", "1 skip", "0 skip", "1 mode speed")
    assert len(match.view_of(None).open_modes) == 2
    assert not match.result
    match = said(match, "0 skip", "1 skip")
    assert match.result
    assert match.result.reason == "points"


def test_there_is_one_word_for_each_different_mode() -> None:
    assert words(start_preset_match(stack=["speed", "speed", "speed", "strength"]), 0) == ["mode speed"]


@pytest.mark.parametrize("modes", [20, 14, 11])
def test_a_short_match_draws_its_modes_from_the_twenty(modes: int) -> None:
    drawings = set()
    for seed in range(8):
        state = start_match(seed, modes=modes).state
        assert len(state.stack) == modes
        assert max(Counter(state.stack).values()) <= 5
        drawings.add(tuple(sorted(state.stack)))
    assert (len(drawings) == 1) == (modes == 20)


def test_the_display_is_turned_up_after_the_arrangement() -> None:
    match = start_match()
    assert match.view_of(0).open_modes == ()
    assert match.view_of(None).rounds_total == 18
    match = said(match, f"0 {IN_ORDER}", f"1 {IN_ORDER}")
    assert len(match.view_of(None).open_modes) == 3


GONE = "2 - 1wo"
"""Seat 0 has nobody left."""


def test_a_seat_without_animals_has_no_turns_and_still_chooses() -> None:
    assert order(start_preset_match(GONE, alone=True), 6) == "AbBbAb"
    assert order(start_preset_match("2 - 1wo . 2be", seats=3, alone=True), 7) == "AbcBcbC"


def test_with_nobody_left_only_modes_are_chosen() -> None:
    match = start_preset_match(alone=True, stack=["strength", "speed", "speed", "endurance", "endurance"])
    assert order(match, 3) == "ABA"
    match = said(match, "0 mode strength", "1 mode speed", "0 mode speed")
    assert match.result
    assert match.result.ranks == (1, 1)


@pytest.mark.parametrize(("round_", "holder"), [(1, 0), (2, 1), (3, 2), (4, 0), (18, 2)])
def test_a_later_round_has_its_own_holder(round_: int, holder: int) -> None:
    match = start_preset_match(seats=3, round=round_)
    assert match.seats_asked == {holder}
    assert match.view_of(None).round == round_
    assert match.view_of(None).rounds_total == 18
    assert len(match.state.stack) + 3 == 20 - (round_ - 1)


def test_a_match_can_begin_in_its_last_round_and_no_later() -> None:
    assert len(start_preset_match(round=9, modes=11).state.stack) == 0
    no = catch_refusal(round=10, modes=11)
    assert (no.key, no.facts) == ("round", {"round": 10, "last": 9})
    assert catch_refusal(round=0).key == catch_refusal(round=19).key == "round"


def test_seats_and_time() -> None:
    assert list(GAME.SEATS) == [2, 3, 4]
    assert not GAME.MAY_LIMIT_MATCH_TIME
