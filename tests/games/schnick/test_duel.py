"""Duels: symbols and what they beat, ties, jokers, and cards won from the middle."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.schnick.state import NAME_BY_SYMBOL, CardTakenInTie, ChoicesRevealed
from tests.games.match_lines import find_refusal_key, list_move_texts
from tests.games.schnick.match_setup import LARGE_PILE, format_cards, list_won_cards, play_lines, start_match

OUTCOME_TABLE = """
    s  t  p  f  w
 s  0 -1 +1 -1 -1
 t +1  0 -1 +1 -1
 p -1 +1  0 -1 +1
 f +1 -1 +1  0 -1
 w +1 +1 -1 +1  0
"""
TABLE_COLUMNS, *TABLE_ROWS = (line.split() for line in OUTCOME_TABLE.strip().splitlines())
OUTCOMES = [
    (row[0], column, int(entry)) for row in TABLE_ROWS for column, entry in zip(TABLE_COLUMNS, row[1:], strict=True)
]


@pytest.mark.parametrize(("symbol", "other_symbol", "outcome"), OUTCOMES)
def test_outcome_of_each_pair_of_symbols_follows_the_table(symbol: str, other_symbol: str, outcome: int) -> None:
    match = play_lines(
        start_match(f"{symbol}tf {other_symbol}pj | {LARGE_PILE}"),
        "0 challenge 1",
        f"{NAME_BY_SYMBOL[symbol]} {NAME_BY_SYMBOL[other_symbol]}",
    )
    assert match.scores() == {1: (2, 0), 0: (0, 0), -1: (0, 2)}[outcome]
    assert match.seats_asked == ({0, 1} if outcome == 0 else {1})


# The joker


def test_joker_cannot_be_chosen() -> None:
    match = play_lines(start_match(f"stj ppj | {LARGE_PILE}"), "0 challenge 1")
    assert list_move_texts(match, 0) == ["card scissors", "card stone"]
    assert list_move_texts(match, 1) == ["card paper"]
    for move in ("card joker", "card j", "joker", "sign fire"):
        assert find_refusal_key(match, f"0 {move}") == "illegal"


def test_challenged_player_with_only_the_joker_lays_it() -> None:
    match = play_lines(start_match(f"ffp j | {LARGE_PILE}"), "0 challenge 1")
    assert match.state.cards_in_middle == ("", "j")
    assert format_cards(match) == f"pff - | {LARGE_PILE}"
    assert list_move_texts(match, 1) == ["sign scissors", "sign stone", "sign paper", "sign fire", "sign well"]
    # The sign is chosen in secret, like the card.
    assert match.seats_asked == {0, 1}


@dataclass(frozen=True)
class DuelOutcome:
    """The state after a duel: hands and pile, cards won by each seat, cards in the middle, and why the match ended."""

    cards: str
    won_cards: str
    cards_in_middle: str = " "
    reason: str = ""


DUEL_CASES = {
    "the winner takes both cards and draws one": ("tff spp | wst", "stone scissors", DuelOutcome("tff pp | ws", "st,")),
    "a tie leaves all in the middle": ("pft psp | wst", "paper paper", DuelOutcome("tf sp | wst", ",", "p p")),
    "and the next winner takes it": ("pft psp | wst", "paper paper, fire paper", DuelOutcome("tt s | ws", "fppp,")),
    "a chain of ties is one duel": (
        "stpfw stpfw | stpfw",
        "well well, fire fire, paper paper, stone stone",
        DuelOutcome("s s | stpfw", ",", "wfpt wfpt"),
    ),
    "empty hands draw, the challenger first": (
        "stpfw stpfw | stpfw",
        "well well, fire fire, paper paper, stone stone, scissors scissors",
        DuelOutcome("w f | stp", ",", "wfpts wfpts"),
    ),
    "one empty hand draws alone": ("p pf | fws", "paper paper", DuelOutcome("s f | fw", ",", "p p")),
    "a winning joker takes both cards and draws three": (
        "ffp j | stpfw",
        "fire well",
        DuelOutcome("pf pfw | st", ",fj"),
    ),
    "the challenger's joker, too": ("j ffp | stpfw", "well fire", DuelOutcome("pfw pf | st", "fj,")),
    # The winner still draws one, which changes nothing.
    "a joker that loses ends the game": (
        "ttp j | stpfw",
        "stone fire",
        DuelOutcome("tpw - | stpf", "jt,", reason="hand"),
    ),
    "a joker that ties draws a card": ("psf j | stpfwt", "paper paper", DuelOutcome("sf t | stpfw", ",", "p j")),
    "and still wins three": ("psf j | stpfwt", "paper paper, scissors stone", DuelOutcome("f pfw | st", ",jpst")),
    "a joker ties more than once": (
        "ppf j | stfwpp",
        "paper paper, paper paper",
        DuelOutcome("f p | stfw", ",", "pp jp"),
    ),
    "and its owner loses with the duel": (
        "ppf j | stfwpp",
        "paper paper, paper paper, fire paper",
        DuelOutcome("w - | stf", "fjpppp,", reason="hand"),
    ),
    "the last symbol gone in a tie brings the joker": (
        "sj sp | stpfw",
        "scissors scissors",
        DuelOutcome("- p | stpfw", ",", "sj s"),
    ),
    "which wins": ("sj sp | stpfw", "scissors scissors, fire paper", DuelOutcome("pfw - | st", "jpss,", reason="hand")),
    "two jokers and two signs": ("j j | stpfw", "well paper", DuelOutcome("- pfw | st", ",jj", reason="hand")),
    "two jokers that tie draw in turn": ("j j | stpfw", "well well", DuelOutcome("w f | stp", ",", "j j")),
    # The winner draws three cards for the joker laid before the tie. The loser has no cards left.
    "and one of them draws three": (
        "j j | stpfw",
        "well well, well fire",
        DuelOutcome("stp - |", "fjjw,", reason="hand"),
    ),
    "the last card goes to the challenger and the other signs": (
        "p p | s",
        "paper paper",
        DuelOutcome("s - |", ",", "p p"),
    ),
    "and may win by it": ("p p | s", "paper paper, scissors fire", DuelOutcome("- - |", ",pps", reason="hand")),
    "the other's empty hand takes the last card": (
        "pf p | s",
        "paper paper, fire scissors",
        DuelOutcome("- - |", "fpps,", reason="hand"),
    ),
    # Signs are not cards, so nothing is added to the middle.
    "an empty pile and a tie are decided by signs": (
        "f f | s",
        "fire fire, scissors scissors, well well, stone stone, paper well",
        DuelOutcome("- - |", "ffs,", reason="hand"),
    ),
    "a winner draws as far as the pile reaches": ("ff j | s", "fire well", DuelOutcome("f s |", ",fj", reason="pile")),
}


@pytest.mark.parametrize(("deal", "lines", "after"), DUEL_CASES.values(), ids=DUEL_CASES)
def test_duel_moves_cards_as_the_rules_say(deal: str, lines: str, after: DuelOutcome) -> None:
    match = play_lines(start_match(deal), "0 challenge 1", *lines.split(", "))
    reason = match.result.reason if match.result else ""
    assert (
        DuelOutcome(format_cards(match), ",".join(list_won_cards(match)), " ".join(match.state.cards_in_middle), reason)
        == after
    )


def test_joker_works_only_once() -> None:
    match = play_lines(start_match("fffff j | sstfff"), "0 challenge 1", "fire well")
    assert format_cards(match) == "ffff fff | sst"
    # After the joker is spent, its owner draws one card in a tie and one for a win, like all players.
    match = play_lines(match, "1 challenge 0", "fire fire", "fire fire", "fire fire", "stone fire")
    assert format_cards(match) == "- s | s"
    assert match.scores() == (0, 10)


@pytest.mark.parametrize("first", [0, 1])
def test_challenger_draws_first_when_both_hands_are_empty(first: int) -> None:
    """The challenger must get the top card of the pile, t, and the rival the next card, s."""
    match = play_lines(start_match("p p | fwwst", first=first), f"{first} challenge {1 - first}", "paper paper")
    assert format_cards(match) == ("t s | fww" if first == 0 else "s t | fww")
    assert match.state.recent_events[-2:] == (CardTakenInTie(first), CardTakenInTie(1 - first))


def test_events_show_choices_and_winner() -> None:
    match = play_lines(start_match("tff j | wst"), "0 challenge 1", "fire fire")
    expected_event = ChoicesRevealed((0, 1), ("f", "f"), (False, True), None)
    assert match.state.recent_events[-2:] == (expected_event, CardTakenInTie(1))


# Challenges


def test_player_left_of_challenger_is_next_challenger() -> None:
    match = start_match(f"stj ppj ttj ffj | {LARGE_PILE}", first=2)
    assert match.seats_asked == {2}
    assert list_move_texts(match, 2) == ["challenge 0", "challenge 1", "challenge 3"]
    match = play_lines(match, "2 challenge 0", "stone scissors")
    assert match.seats_asked == {3}
    match = play_lines(match, "3 challenge 1", "fire paper")
    assert match.seats_asked == {0}


@pytest.mark.parametrize("line", ["0 challenge 0", "0 challenge 2", "0 challenge -1", "0 challenge", "0 card stone"])
def test_illegal_challenges_are_refused(line: str) -> None:
    assert find_refusal_key(start_match(f"stj ppj | {LARGE_PILE}"), line) == "illegal"


def test_challenged_player_must_play() -> None:
    match = play_lines(start_match(f"stj ppj ttj | {LARGE_PILE}"), "0 challenge 2")
    assert match.seats_asked == {0, 2}
    assert list_move_texts(match, 2) == ["card stone"]
    assert find_refusal_key(match, "1 card paper") == "not-awaited"
