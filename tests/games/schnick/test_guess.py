"""How many worlds a view allows, counted by hand or found by playing over; guessing finds them all, and no others."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dice import Dice
from games.match import Match
from games.schnick import GAME
from games.schnick.state import four_alike
from tests.games.schnick.again import lie, lived
from tests.games.schnick.drawn import drawing, said, table, usual, wandered, worlds

PILE = f"w{'s' * 9}{'t' * 9}{'p' * 10}{'f' * 8}"
"""Of a full deck, when the hands are wwwwst and ssttpp."""


def counted(match: Match, rolls: int = 600) -> list[int]:
    """For each seat and for everybody; every world looks the same to those eyes."""
    found = {seat: worlds(match.view(seat), rolls) for seat in (*range(match.seats), None)}
    for seat, guesses in found.items():
        assert {GAME.view(world, seat) for world in guesses} == {match.view(seat)}
        assert match.state in guesses
    return [len(guesses) for guesses in found.values()]


@pytest.mark.parametrize(
    ("deal", "counts"),
    [
        # Two of three cards in the other hand; for everybody two of five, and two of the three that are left.
        ("st pf | w", [3, 3, 30]),
        # One of p, w, f, f in the other hand, the rest in any order: 4! / 2!. From the other side s, t, w, f, f in a
        # row, of which the first two are a hand and have no order: (60 + 6) / 2. For everybody (360 + 24) / 2.
        ("st p | wff", [12, 33, 192]),
        # Jokers are public.
        ("stj pfj | w", [3, 3, 30]),
        ("stj j | wf", [2, 12, 12]),
        # All alike: there is one world.
        ("ss ss | sss", [1, 1, 1]),
    ],
)
def test_a_hand_unknown_to_you(deal: str, counts: list[int]) -> None:
    assert counted(table(deal), 3000) == counts


def test_what_was_played_is_known_to_all() -> None:
    match = said(table("sst ppf | fff"), "0 challenge 1", "stone fire")
    # Seen: t, f. To seat 0, who drew an f: among p, p, f, f two are in the other hand: pp, pf or ff; in pp the pile is
    # ff, in pf it is pf or fp, in ff pp.
    assert counted(match, 200)[0] == 4
    # To seat 1, who has pp: the other hand has two of three left and one drawn, of s, s, f, f, f.
    assert match.view(1).past == ("t+", "f")


def test_in_a_tie_an_empty_hand_takes_a_card_that_only_its_owner_sees() -> None:
    match = said(table("p pt | fsw"), "0 challenge 1", "paper paper")
    assert drawing(match) == "w t | fs"
    # To its owner: one of t, f, s in the other hand, two in the pile in either order. To the other any of w, f, s.
    # Everybody: one of four, one of three, and two orders.
    assert counted(match) == [6, 6, 24]
    assert match.view(1).hands == ("?", "t")


def test_when_all_is_over_there_is_one_world() -> None:
    end = wandered(3, 1)[-1]
    assert counted(end, 20) == [1, 1, 1, 1]


# Offers


def test_no_offer_tells_that_four_are_not_alike() -> None:
    for seats in (2, 6):
        match = next(match for seed in range(9) if not (match := usual(seats, seed)).state.offered)
        for world in worlds(match.view(0), 100):
            assert not any(four_alike(hand) for hand in world.hands)


def test_an_offer_tells_that_four_are_alike() -> None:
    match = table("ttttpfj stpfwsj ppppsfj | wwssstttf")
    for seat in (0, 1, 2, None):
        for world in worlds(match.view(seat), 60):
            assert [four_alike(hand) for hand in world.hands] == [True, False, True]
            assert world.offered == {0, 2}


def test_who_kept_four_alike_had_them_whatever_was_played_since() -> None:
    match = said(table("ttttpf ssttpp | ffffppppssssww"), "0 keep", "0 challenge 1", "paper stone", "1 challenge 0")
    match = said(match, "paper fire")
    assert match.view(1).past == ("p+f+", "tp")
    for world in worlds(match.view(1), 100):
        assert four_alike(world.dealt[0][-1])
        # Two have gone: at most both of the four.
        assert max(Counter(world.hands[0]).values()) >= 2


def test_what_one_returned_is_in_nobodys_first_hand() -> None:
    """Five wells are in the deck, and four of them were returned."""
    match = said(table(f"wwwwst ssttpp | {PILE}"), "0 redeal")
    guesses = worlds(match.view(0), 200)
    assert {world.hands[1].count("w") for world in guesses} == {0, 1}
    assert all(world.pile.count("w") >= 4 for world in guesses)
    # The other has not seen them.
    assert max(world.hands[0].count("w") for world in worlds(match.view(1), 300)) >= 2
    assert {world.dealt[0][0] for world in guesses} == {"stwwww"}
    assert len({world.dealt[0][0] for world in worlds(match.view(1), 50)}) > 10


def test_what_one_returned_may_be_drawn_by_the_other() -> None:
    match = said(table("wwwwsp ttttpf | sstttppssppff"), "0 redeal", "1 keep", "0 challenge 1")
    assert match.state.hands[0] == "ssppff"
    match = said(match, "scissors stone")
    assert match.scores() == (0, 2)
    # One card came from the pile, where the wells are.
    assert {world.hands[1].count("w") for world in worlds(match.view(0), 200)} == {0, 1}


def test_a_pile_of_six_is_what_was_returned() -> None:
    match = said(table("ttttpp sf | sfwwss"), "0 redeal")
    # The owner knows the other hand: s, f; only the order of the pile is open, 6! / (4! 2!).
    guesses = worlds(match.view(0), 300)
    assert {world.hands[1] for world in guesses} == {"sf"}
    assert len(guesses) == 15


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
    "kept": ("tttttp pt | tttp", "0 challenge 1, 0 card stone, 1 card paper"),
    "kept and played": ("tttttp pt | tttptt", "0 keep, 0 challenge 1, 0 card stone, 1 card paper"),
}


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("over", OVER)
def test_the_worlds_are_those_that_playing_over_leads_to(over: str, seat: int | None) -> None:
    deal, spelt = OVER[over]
    lines = spelt.split(", ")
    found = lived(deal, [(int(line[0]), tuple(line[2:].split())) for line in lines], seat, 3000)
    guessed = {lie(world) for world in worlds(said(table(deal), *lines).view(seat), 400)}
    often = {world for world, count in found.items() if count > found.total() // 40}
    assert often <= guessed <= set(found)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_and_as_often(seat: int | None) -> None:
    """Within five standard errors of either, hand by hand."""
    deal, lines = "sstp pf | wst", ["0 challenge 1", "0 card stone", "1 card fire"]
    found = lived(deal, [(int(line[0]), tuple(line[2:].split())) for line in lines], seat, 8000)
    view, rolls = said(table(deal), *lines).view(seat), 2000
    guessed = Counter(lie(GAME.guess(view, Dice(roll.to_bytes(4, "big")))) for roll in range(rolls))
    total = sum(found.values())
    for world, count in found.items():
        share = (guessed[world] + count) / (rolls + total)
        error = (share * (1 - share) * (1 / rolls + 1 / total)) ** 0.5
        assert abs(guessed[world] / rolls - count / total) < 5 * error
