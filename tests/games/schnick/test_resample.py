"""How many worlds a view allows, counted by hand or found by playing over; guessing finds them all, and no others."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dice import Dice
from games.match import Match
from games.schnick import GAME
from games.schnick.state import has_four_alike
from tests.games.schnick.match_setup import format_cards, play_lines, sample_states, start_match, start_shuffled_match
from tests.games.schnick.rejection_sampling import Lie, lie, lived

PILE = f"w{'s' * 9}{'t' * 9}{'p' * 10}{'f' * 8}"
"""Of a full deck, when the hands are wwwwst and ssttpp."""


def counted(match: Match, rolls: int = 400) -> list[int]:
    """For each seat and for everybody; every world looks the same to those eyes."""
    found = {seat: sample_states(match.view_of(seat), rolls) for seat in (*range(match.seats), None)}
    for seat, guesses in found.items():
        assert {GAME.view(world, seat) for world in guesses} == {match.view_of(seat)}
        assert match.state in guesses
    return [len(guesses) for guesses in found.values()]


@pytest.mark.parametrize(
    ("deal", "counts"),
    [
        # Two of three cards in the other hand; for everybody two of five, and two of the three that are left.
        ("st pf | w", [3, 3, 30]),
        # One of p, w, f, f in the other hand, the rest in any order: 4! / 2!. From the other side s, t, w, f, f in a
        # row, of which the first two are a hand and have no order: (60 + 6) / 2. For everybody (360 + 24) / 2.
        pytest.param("st p | wff", [12, 33, 192], marks=pytest.mark.gate),
        # Jokers are public.
        ("stj pfj | w", [3, 3, 30]),
        ("stj j | wf", [2, 12, 12]),
        # All alike: there is one world.
        ("ss ss | sss", [1, 1, 1]),
    ],
)
def test_a_hand_unknown_to_you(deal: str, counts: list[int]) -> None:
    # Each so often that none is missed.
    assert counted(start_match(deal), 16 * max(counts)) == counts


def test_what_was_played_is_known_to_all() -> None:
    match = play_lines(start_match("sst ppf | fff"), "0 challenge 1", "stone fire")
    # Seen: t, f. To seat 0, who drew an f: among p, p, f, f two are in the other hand: pp, pf or ff; in pp the pile is
    # ff, in pf it is pf or fp, in ff pp.
    assert counted(match, 200)[0] == 4
    # To seat 1, who has pp: the other hand has two of three left and one drawn, of s, s, f, f, f.
    assert match.view_of(1).play_history == ("t+", "f")


def test_in_a_tie_an_empty_hand_takes_a_card_that_only_its_owner_sees() -> None:
    match = play_lines(start_match("p pt | fsw"), "0 challenge 1", "paper paper")
    assert format_cards(match) == "w t | fs"
    # To its owner: one of t, f, s in the other hand, two in the pile in either order. To the other any of w, f, s.
    # Everybody: one of four, one of three, and two orders.
    assert counted(match) == [6, 6, 24]
    assert match.view_of(1).hands == ("?", "t")


# Offers


def test_no_offer_tells_that_four_are_not_alike() -> None:
    for seats in (2, 6):
        match = next(
            match for seed in range(9) if not (match := start_shuffled_match(seats, seed)).state.seats_offered_redeal
        )
        for world in sample_states(match.view_of(0), 100):
            assert not any(has_four_alike(hand) for hand in world.hands)


def test_an_offer_tells_that_four_are_alike() -> None:
    match = start_match("ttttpfj stpfwsj ppppsfj | wwssstttf")
    for seat in (0, 1, 2, None):
        for world in sample_states(match.view_of(seat), 25):
            assert [has_four_alike(hand) for hand in world.hands] == [True, False, True]
            assert world.seats_offered_redeal == {0, 2}


def test_who_kept_four_alike_had_them_whatever_was_played_since() -> None:
    match = play_lines(
        start_match("ttttpf ssttpp | ffffppppssssww"), "0 keep", "0 challenge 1", "paper stone", "1 challenge 0"
    )
    match = play_lines(match, "paper fire")
    assert match.view_of(1).play_history == ("p+f+", "tp")
    for world in sample_states(match.view_of(1), 100):
        assert has_four_alike(world.dealt_hands[0][-1])
        # Two have gone: at most both of the four.
        assert max(Counter(world.hands[0]).values()) >= 2


def test_what_one_returned_is_in_nobodys_first_hand() -> None:
    """Five wells are in the deck, and four of them were returned."""
    match = play_lines(start_match(f"wwwwst ssttpp | {PILE}"), "0 redeal")
    guesses = sample_states(match.view_of(0), 60)
    assert {world.hands[1].count("w") for world in guesses} == {0, 1}
    assert all(world.pile.count("w") >= 4 for world in guesses)
    # The other has not seen them.
    assert max(world.hands[0].count("w") for world in sample_states(match.view_of(1), 100)) >= 2
    assert {world.dealt_hands[0][0] for world in guesses} == {"stwwww"}
    assert len({world.dealt_hands[0][0] for world in sample_states(match.view_of(1), 50)}) > 10


def test_what_one_returned_makes_the_rest_likelier() -> None:
    """Neither its own nor returned are s, s and p, to seat 0; two of these are in the other hand."""
    match = play_lines(start_match("ttttpp sp | sspptwf"), "0 redeal")
    assert match.state.hands[0] == "stppfw"
    view = match.view_of(0)
    hands = Counter(GAME.resample(view, Dice(bytes([roll, 7]))).hands[1] for roll in range(250))
    assert hands.keys() == {"sp", "ss"}
    # One third, within four standard errors.
    assert abs(hands["ss"] / 250 - 1 / 3) < 0.12


def test_where_none_could_be_made_no_offer_tells_nothing() -> None:
    match = start_match("ttttpp pppttt | pt")
    assert match.view_of(0).has_four_alike == (None, None)
    found = {tuple(map(has_four_alike, world.hands)) for world in sample_states(match.view_of(None), 200)}
    assert len(found) >= 3
    assert match.seats_asked == {0}


def test_a_card_that_can_only_have_come_from_the_pile_came_from_there() -> None:
    """All scissors were returned, so the one that was played was drawn; what was drawn after it is one of two."""
    match = play_lines(start_match("sssstt wf | ttppff"), "0 redeal", "0 challenge 1", "fire well", "1 challenge 0")
    match = play_lines(match, "scissors paper")
    view = match.view_of(0)
    guesses = sample_states(view, 100)
    assert {(world.hands[1], "".join(sorted(world.pile))) for world in guesses} == {("tf", "ssst"), ("sf", "sstt")}
    assert {GAME.view(world, 0) for world in guesses} == {view}


# A second opinion

OVER = {
    "a duel": ("stp pf | wst", "0 challenge 1, 0 card stone, 1 card fire"),
    "a tie": ("s sp | tsf", "0 challenge 1, 0 card scissors, 1 card scissors"),
    "a card drawn and played": (
        "sp tp | ftt",
        "0 challenge 1, 0 card scissors, 1 card paper, 1 challenge 0, 0 card paper, 1 card stone",
    ),
    "a redeal": ("ttttpp s | ttttpp", "0 redeal"),
    "a redeal and a duel": ("ttttpp sp | tttspp", "0 redeal, 0 challenge 1, 0 card paper, 1 card scissors"),
    "two redeals at once": ("tttttp pppppt | tttppp", "0 redeal, 1 redeal"),
    "a redeal after another": ("ttttpp p | ttpppp", "0 redeal, 0 redeal"),
    "four alike and no six to exchange them": ("ttttp ppptt | pttt", "0 challenge 1, 0 card stone, 1 card paper"),
    "six alike and no six in the pile": ("tttttt pppttt | pp", "0 challenge 1, 0 card stone, 1 card paper"),
    "kept and played": ("tttttp pt | tttptt", "0 keep, 0 challenge 1, 0 card stone, 1 card paper"),
}


QUICK = {"a redeal and a duel", "kept and played"}


def compared(over: str, seat: int | None, tries: int, rolls: int) -> tuple[Counter[Lie], Counter[Lie]]:
    """What was lived, and what is guessed."""
    deal, spelt = OVER[over]
    match = play_lines(start_match(deal), *spelt.split(", "))
    lines = [(int(line[0]), tuple(line[2:].split())) for line in spelt.split(", ")]
    view = match.view_of(seat)
    guessed = Counter(lie(GAME.resample(view, Dice(roll.to_bytes(4, "big")))) for roll in range(rolls))
    return lived(match.state, deal, lines, seat, tries), guessed


from_one_side = pytest.mark.parametrize(
    "seat", [0, *(pytest.param(seat, marks=pytest.mark.gate) for seat in (1, None))]
)


@from_one_side
@pytest.mark.parametrize(
    "over", [pytest.param(over, marks=[] if over in QUICK else [pytest.mark.gate]) for over in OVER]
)
def test_the_worlds_are_those_that_playing_over_leads_to(over: str, seat: int | None) -> None:
    found, guessed = compared(over, seat, 2500, 300)
    often = {world for world, count in found.items() if count > found.total() // 40}
    assert often <= set(guessed) <= set(found)


@pytest.mark.gate
@pytest.mark.parametrize("seat", [0, 1, None])
def test_worlds_come_up_as_often_as_playing_over_leads_to_them(seat: int | None) -> None:
    """Within five standard errors, world by world."""
    found, guessed = compared("a duel", seat, 6000, 1500)
    for world, count in found.items():
        share = (guessed[world] + count) / (guessed.total() + found.total())
        error = (share * (1 - share) * (1 / guessed.total() + 1 / found.total())) ** 0.5
        assert abs(guessed[world] / guessed.total() - count / found.total()) < 5 * error
