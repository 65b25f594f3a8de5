"""What beats what, what ties, and who takes what lies in the middle."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.schnick.state import NAME_BY_SYMBOL, SYMBOLS_BEATEN_BY, CardTakenInTie, ChoicesRevealed
from tests.games.lines import refusal, words
from tests.games.schnick.match_setup import PLENTY, format_cards, list_won_cards, play_lines, start_match

MATRIX = """
    s  t  p  f  w
 s  0 -1 +1 -1 -1
 t +1  0 -1 +1 -1
 p -1 +1  0 -1 +1
 f +1 -1 +1  0 -1
 w +1 +1 -1 +1  0
"""
COLUMNS, *ROWS = (line.split() for line in MATRIX.strip().splitlines())
ENTRIES = [(row[0], column, int(entry)) for row in ROWS for column, entry in zip(COLUMNS, row[1:], strict=True)]


@pytest.mark.parametrize(("one", "other", "outcome"), ENTRIES)
def test_every_entry_of_the_matrix_as_a_duel(one: str, other: str, outcome: int) -> None:
    match = play_lines(
        start_match(f"{one}tf {other}pj | {PLENTY}"), "0 challenge 1", f"{NAME_BY_SYMBOL[one]} {NAME_BY_SYMBOL[other]}"
    )
    assert match.scores() == {1: (2, 0), 0: (0, 0), -1: (0, 2)}[outcome]
    assert match.seats_asked == ({0, 1} if outcome == 0 else {1})


def test_the_well_beats_three_the_stone_scissors_only_and_fire() -> None:
    assert {symbol: len(beaten) for symbol, beaten in SYMBOLS_BEATEN_BY.items()} == {
        "s": 1,
        "t": 2,
        "p": 2,
        "f": 2,
        "w": 3,
    }
    assert len(ENTRIES) == 25


# The joker


def test_the_joker_is_never_chosen() -> None:
    match = play_lines(start_match(f"stj ppj | {PLENTY}"), "0 challenge 1")
    assert words(match, 0) == ["card scissors", "card stone"]
    assert words(match, 1) == ["card paper"]
    for word in ("card joker", "card j", "joker", "sign fire"):
        assert refusal(match, f"0 {word}") == "illegal"


def test_a_joker_alone_lies_down_when_its_owner_is_challenged() -> None:
    match = play_lines(start_match(f"ffp j | {PLENTY}"), "0 challenge 1")
    assert match.state.cards_in_middle == ("", "j")
    assert format_cards(match) == f"pff - | {PLENTY}"
    assert words(match, 1) == ["sign scissors", "sign stone", "sign paper", "sign fire", "sign well"]
    # The sign is chosen in secret, as is the card.
    assert match.seats_asked == {0, 1}


@dataclass(frozen=True)
class After:
    """How a duel has come out: the cards as drawn, what each seat has won, and why the match is over."""

    drawing: str
    won: str
    middle: str = " "
    reason: str = ""


DUELS = {
    "the winner takes both cards and draws one": ("tff spp | wst", "stone scissors", After("tff pp | ws", "st,")),
    "a tie leaves all in the middle": ("pft psp | wst", "paper paper", After("tf sp | wst", ",", "p p")),
    "and the next winner takes it": ("pft psp | wst", "paper paper, fire paper", After("tt s | ws", "fppp,")),
    "a chain of ties is one duel": (
        "stpfw stpfw | stpfw",
        "well well, fire fire, paper paper, stone stone",
        After("s s | stpfw", ",", "wfpt wfpt"),
    ),
    "empty hands draw, the challenger first": (
        "stpfw stpfw | stpfw",
        "well well, fire fire, paper paper, stone stone, scissors scissors",
        After("w f | stp", ",", "wfpts wfpts"),
    ),
    "one empty hand draws alone": ("p pf | fws", "paper paper", After("s f | fw", ",", "p p")),
    "a winning joker takes both cards and draws three": ("ffp j | stpfw", "fire well", After("pf pfw | st", ",fj")),
    "the challenger's joker, too": ("j ffp | stpfw", "well fire", After("pfw pf | st", "fj,")),
    # The winner still draws one, which changes nothing.
    "a joker that loses ends the game": ("ttp j | stpfw", "stone fire", After("tpw - | stpf", "jt,", reason="hand")),
    "a joker that ties draws a card": ("psf j | stpfwt", "paper paper", After("sf t | stpfw", ",", "p j")),
    "and still wins three": ("psf j | stpfwt", "paper paper, scissors stone", After("f pfw | st", ",jpst")),
    "a joker ties more than once": ("ppf j | stfwpp", "paper paper, paper paper", After("f p | stfw", ",", "pp jp")),
    "and its owner loses with the duel": (
        "ppf j | stfwpp",
        "paper paper, paper paper, fire paper",
        After("w - | stf", "fjpppp,", reason="hand"),
    ),
    "the last symbol gone in a tie brings the joker": (
        "sj sp | stpfw",
        "scissors scissors",
        After("- p | stpfw", ",", "sj s"),
    ),
    "which wins": ("sj sp | stpfw", "scissors scissors, fire paper", After("pfw - | st", "jpss,", reason="hand")),
    "two jokers and two signs": ("j j | stpfw", "well paper", After("- pfw | st", ",jj", reason="hand")),
    "two jokers that tie draw in turn": ("j j | stpfw", "well well", After("w f | stp", ",", "j j")),
    # Three for the joker that was laid before the tie; the other has nothing left.
    "and one of them draws three": ("j j | stpfw", "well well, well fire", After("stp - |", "fjjw,", reason="hand")),
    "the last card goes to the challenger and the other signs": ("p p | s", "paper paper", After("s - |", ",", "p p")),
    "and may win by it": ("p p | s", "paper paper, scissors fire", After("- - |", ",pps", reason="hand")),
    "the other's empty hand takes the last card": (
        "pf p | s",
        "paper paper, fire scissors",
        After("- - |", "fpps,", reason="hand"),
    ),
    # Signs are no cards: nothing more comes to lie in the middle.
    "an empty pile and a tie are decided by signs": (
        "f f | s",
        "fire fire, scissors scissors, well well, stone stone, paper well",
        After("- - |", "ffs,", reason="hand"),
    ),
    "a winner draws as far as the pile reaches": ("ff j | s", "fire well", After("f s |", ",fj", reason="pile")),
}


@pytest.mark.parametrize(("deal", "lines", "after"), DUELS.values(), ids=DUELS)
def test_a_duel_comes_out(deal: str, lines: str, after: After) -> None:
    match = play_lines(start_match(deal), "0 challenge 1", *lines.split(", "))
    reason = match.result.reason if match.result else ""
    assert (
        After(format_cards(match), ",".join(list_won_cards(match)), " ".join(match.state.cards_in_middle), reason)
        == after
    )


def test_a_joker_spent_is_spent() -> None:
    match = play_lines(start_match("fffff j | sstfff"), "0 challenge 1", "fire well")
    assert format_cards(match) == "ffff fff | sst"
    # Out of cards once more, its owner takes one from the pile, and wins one like anybody.
    match = play_lines(match, "1 challenge 0", "fire fire", "fire fire", "fire fire", "stone fire")
    assert format_cards(match) == "- s | s"
    assert match.scores() == (0, 10)


@pytest.mark.parametrize("first", [0, 1])
def test_empty_hands_draw_challenger_first(first: int) -> None:
    """The pile ends in s and t: t, on top, goes to the challenger."""
    match = play_lines(start_match("p p | fwwst", first=first), f"{first} challenge {1 - first}", "paper paper")
    assert format_cards(match) == ("t s | fww" if first == 0 else "s t | fww")
    assert match.state.recent_events[-2:] == (CardTakenInTie(first), CardTakenInTie(1 - first))


def test_what_was_shown_is_told_with_who_won() -> None:
    match = play_lines(start_match("tff j | wst"), "0 challenge 1", "fire fire")
    shown = ChoicesRevealed((0, 1), ("f", "f"), (False, True), None)
    assert match.state.recent_events[-2:] == (shown, CardTakenInTie(1))


# Who challenges


def test_left_of_the_challenger_comes_next_whoever_won() -> None:
    match = start_match(f"stj ppj ttj ffj | {PLENTY}", first=2)
    assert match.seats_asked == {2}
    assert words(match, 2) == ["challenge 0", "challenge 1", "challenge 3"]
    match = play_lines(match, "2 challenge 0", "stone scissors")
    assert match.seats_asked == {3}
    match = play_lines(match, "3 challenge 1", "fire paper")
    assert match.seats_asked == {0}


@pytest.mark.parametrize("line", ["0 challenge 0", "0 challenge 2", "0 challenge -1", "0 challenge", "0 card stone"])
def test_one_cannot_challenge_oneself_or_nobody(line: str) -> None:
    assert refusal(start_match(f"stj ppj | {PLENTY}"), line) == "illegal"


def test_who_is_challenged_has_to_play() -> None:
    match = play_lines(start_match(f"stj ppj ttj | {PLENTY}"), "0 challenge 2")
    assert match.seats_asked == {0, 2}
    assert words(match, 2) == ["card stone"]
    assert refusal(match, "1 card paper") == "not-awaited"
