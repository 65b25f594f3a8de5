"""The picture of what two or more showed at once."""

from __future__ import annotations

import pytest

from games.art import GOLD, INK, Box, Letters, Name, Picture, Sprite
from games.match import Match
from games.schnick.reveal import UNDONE, reveal
from games.schnick.state import BEATEN, NAMES, SYMBOLS
from games.schnick.things import ACROSS, LEFT
from tests.games.schnick.drawn import PLENTY, said, table, wandered
from tests.games.schnick.scenes import level, scene

STRIP = 580


def shown(match: Match, seat: int | None = None) -> Picture:
    found = reveal(match.view(seat))
    assert isinstance(found, Picture)
    return found


def middle(match: Match) -> list[str]:
    """What lies between the seats, as it is painted; a star stands for gold beneath a winner."""
    found = []
    for what, left, top in shown(match).marks:
        if LEFT <= left < LEFT + ACROSS and top < STRIP:
            if isinstance(what, Sprite) and not what.name.startswith(("seat", "rays")) and what.width > 70:
                found.append(what.name)
            elif isinstance(what, Box) and what.ink == GOLD and what.rim == INK:
                found.append("*")
    return found


def gains(match: Match) -> list[str]:
    """What is told on the table."""
    letters = [(what, left) for what, left, _ in shown(match).marks if isinstance(what, Letters)]
    return [what.text for what, left in letters if what.text[0] == "+" and LEFT <= left < LEFT + ACROSS]


def met(one: str, other: str) -> Match:
    return said(table(f"stpfwj stpfwj | {PLENTY}"), "0 challenge 1", f"{NAMES[one]} {NAMES[other]}")


def test_everything_that_loses_is_undone_in_a_way_of_its_own() -> None:
    assert set(UNDONE) == {better + worse for better, those in BEATEN.items() for worse in those}


@pytest.mark.parametrize(("one", "other"), [(one, other) for one in SYMBOLS for other in BEATEN[one]])
def test_the_winner_is_whole_and_upon_gold_and_the_loser_undone(one: str, other: str) -> None:
    how = UNDONE[one + other]
    loser = ["card_paper_cut"] if how == "cut" else [f"card_{NAMES[other]}", how]
    assert middle(met(one, other)) == ["burst", "*", f"card_{NAMES[one]}", *loser]
    assert middle(met(other, one)) == ["burst", "*", f"card_{NAMES[one]}", *loser]
    # Where they sit: the challenger left.
    for match, left in ((met(one, other), True), (met(other, one), False)):
        (burst,) = [
            (at + what.width // 2) for what, at, _ in shown(match).marks if getattr(what, "name", "") == "burst"
        ]
        assert (burst < LEFT + ACROSS // 2) == left


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_tie_has_no_gold(symbol: str) -> None:
    match = met(symbol, symbol)
    assert middle(match) == [f"card_{NAMES[symbol]}", f"card_{NAMES[symbol]}", "tie"]
    assert gains(match) == []
    inside = [what for what, left, top in shown(match).marks if LEFT <= left < LEFT + ACROSS and top < STRIP]
    assert not any(isinstance(what, Box) and GOLD in (what.ink, what.rim) for what in inside)
    # What is at stake.
    assert [what.text for what in inside if isinstance(what, Letters)] == ["2"]


def test_who_gains_how_many_and_which() -> None:
    match = said(scene("tied"), "fire paper")
    assert gains(match) == ["+4"]
    small = [what.name for what, _, top in shown(match).marks if isinstance(what, Sprite) and what.width == 44]
    assert sorted(small) == ["card_fire", "card_paper", "card_stone", "card_stone"]
    names = [
        what.seat for what, left, _ in shown(match).marks if isinstance(what, Name) and LEFT <= left < LEFT + ACROSS
    ]
    assert sorted(names) == [0, 1]


@pytest.mark.parametrize(
    ("where", "lies"),
    [
        ("joker won", ["burst", "*", "card_joker", "sign_well", "card_fire", "sunk"]),
        ("joker tied", ["card_fire", "card_joker", "sign_fire", "tie"]),
        # Formed with no joker: alone.
        ("signs again", ["sign_well", "sign_well", "tie"]),
        ("signed", ["burst", "*", "sign_scissors", "sign_paper_cut", "crown"]),
        ("level", ["burst", "*", "card_stone", "card_scissors", "crushed"]),
        ("level still", ["burst", "*", "sign_paper", "burst", "*", "sign_paper", "sign_stone", "covered"]),
    ],
)
def test_signs_meet_like_cards(where: str, lies: list[str]) -> None:
    assert middle(scene(where)) == lies


def test_a_sign_upon_the_joker_is_undone_too() -> None:
    match = said(table(f"j sttj ttj | {PLENTY}"), "0 challenge 1", "paper scissors")
    assert middle(match) == ["burst", "*", "card_scissors", "card_joker", "sign_paper_cut"]


def test_six_signs_have_room_and_all_level_have_no_gold() -> None:
    def signed(*symbols: str) -> Match:
        return said(level(len(symbols)), *(f"{seat} sign {symbol}" for seat, symbol in enumerate(symbols)))

    match = signed("scissors", "paper", "stone", "fire", "well", "paper")
    assert sum(name.startswith("sign") for name in middle(match)) == 6
    assert 0 < middle(match).count("*") < 6
    level_all = signed("paper", "paper", "paper")
    assert middle(level_all) == ["sign_paper"] * 3


@pytest.mark.parametrize("where", ["redeal", "challenge", "challenged", "joker", "jokers", "resigned"])
def test_where_nobody_chose_at_once_nothing_is_revealed(where: str) -> None:
    assert reveal(scene(where).view(None)) is None


def test_a_duel_is_not_revealed_again_when_the_next_begins_or_the_match_is_ended() -> None:
    match = said(table(f"stpfwj stpfwj | {PLENTY}"), "0 challenge 1", "stone scissors")
    assert shown(match)
    for line in ("1 challenge 0", "1 !resign"):
        assert reveal(said(match, line).view(None)) is None


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_all_see_the_same(seats: int) -> None:
    for match in wandered(seats, 3):
        pictures = {reveal(match.view(seat)) for seat in (None, *range(seats))}
        assert len(pictures) == 1
