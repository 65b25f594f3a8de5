"""Tests of all board and reveal pictures, in addition to the approved pictures of the scenes in `pictures.txt`."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.screens.scene import ALT_TEXT_MAX_LENGTH
from games.art import GOLD, INK, LIGHT, Letters, Picture, PlayerName, Rectangle, Sprite
from games.match import Match
from games.schnick import GAME
from games.schnick.card_sprites import TABLE_LEFT_PX, TABLE_MIDDLE_PX, TABLE_WIDTH_PX
from games.schnick.result_drawing import draw_winners
from games.schnick.reveal_picture import DEFEAT_BY_SYMBOLS, draw_reveal
from games.schnick.state import DREW_CARD, NAME_BY_SYMBOL, SYMBOLS, SYMBOLS_BEATEN_BY
from games.words import LOCALES
from tests.games.match_lines import describe_last_step
from tests.games.schnick.match_setup import LARGE_PILE, list_random_match, play_lines, start_match
from tests.games.schnick.scenes import get_scene

PANEL_WIDTH: Final = 234
HAND_TOP: Final = 390
STRIP_TOP: Final = 580


def list_panels(board: Picture) -> list[tuple[int, int]]:
    """Return the top left corners of the seat panels."""
    return [(left, top) for mark, left, top in board.marks if isinstance(mark, Rectangle) and mark.width == PANEL_WIDTH]


def list_drawables_in_panel(board: Picture, owner: int) -> list[tuple[Any, int]]:
    """Return the drawables in the panel of a seat, each with its x coordinate."""
    starts = [
        index
        for index, (mark, *_) in enumerate(board.marks)
        if isinstance(mark, Rectangle) and mark.width == PANEL_WIDTH
    ]
    marks = board.marks[starts[owner] : [*starts, len(board.marks)][owner + 1]]
    return [
        (mark, left)
        for mark, left, top in marks
        if not TABLE_LEFT_PX <= left < TABLE_LEFT_PX + TABLE_WIDTH_PX and top < STRIP_TOP
    ]


def list_drawables_between_panels(board: Picture, bottom: int = STRIP_TOP) -> list[tuple[Any, int]]:
    """Return the drawables between the panels, above `bottom`, each with its x coordinate."""
    return [
        (mark, left)
        for mark, left, top in board.marks
        if TABLE_LEFT_PX <= left < TABLE_LEFT_PX + TABLE_WIDTH_PX and top < bottom
    ]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_panel_shows_badge_points_and_whether_seat_is_to_move(seats: int) -> None:
    for match in list_random_match(seats, 3)[::2]:
        board = GAME.draw_board(match.view_of(None))
        for owner in range(seats):
            drawables = [mark for mark, _ in list_drawables_in_panel(board, owner)]
            names = [mark.name for mark in drawables if isinstance(mark, Sprite)]
            (badge,) = [mark for mark in drawables if isinstance(mark, Sprite) and mark.name.startswith("seat")]
            assert (badge.name, badge.text) == (f"seat_{owner}", str(owner + 1))
            points, *gain = [mark for mark in drawables if isinstance(mark, Letters)]
            assert (points.text, points.ink, points.bold) == (str(match.scores()[owner]), LIGHT, True)
            assert all(mark.ink == GOLD and mark.text[0] == "+" for mark in gain)
            assert (
                (drawables[0].rim == GOLD)
                == any(name.startswith("owes") for name in names)
                == (owner in match.seats_asked)
            )


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_panels_are_placed_clockwise(seats: int) -> None:
    """Panels go down the right side, then up the left side. With two seats, seat 0 is on the left."""
    panels = list_panels(GAME.draw_board(list_random_match(seats, 3)[0].view_of(None)))
    right, left = (panels[1:], panels[:1]) if seats == 2 else (panels[: (seats + 1) // 2], panels[(seats + 1) // 2 :])
    assert all(x > TABLE_MIDDLE_PX for x, _ in right)
    assert all(x < TABLE_MIDDLE_PX for x, _ in left)
    assert [top for _, top in right] == sorted(top for _, top in right)
    assert [top for _, top in left] == sorted((top for _, top in left), reverse=True)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_choice_of_left_seat_is_drawn_on_the_left(seats: int) -> None:
    """Names and cards must keep their sides before, during and after the reveal."""
    for challenger, rival in permutations(range(seats), 2):
        challenged = play_lines(
            start_match(f"{' '.join(['stpf'] * seats)} | stp", first=challenger), f"{challenger} challenge {rival}"
        )
        revealed = play_lines(challenged, "paper fire")
        boards = [
            GAME.draw_board(challenged.view_of(None)),
            GAME.draw_board(revealed.view_of(None)),
            draw_reveal(revealed.view_of(None)),
        ]
        panels = [left for left, _ in list_panels(GAME.draw_board(revealed.view_of(None)))]
        left, right = sorted((challenger, rival), key=lambda seat: panels[seat])
        played = dict(zip((challenger, rival), ("paper", "fire"), strict=True))
        for board in boards:
            assert board
            between = list_drawables_between_panels(board, 460)
            names = {mark.seat: x for mark, x in between if isinstance(mark, PlayerName)}
            assert names[left] < names[right]
            cards = {mark.name: x for mark, x in between if isinstance(mark, Sprite)}
            assert board is boards[0] or cards[f"card_{played[left]}"] < min(
                x for name, x in cards.items() if name.startswith(f"card_{played[right]}")
            )


def test_large_hands_fit_panel_and_table() -> None:
    board = GAME.draw_board(start_match(f"{'s' * 12}tttttttttttt pp | ffff").view_of(0))
    for owner, count in ((0, 24), (1, 2)):
        lefts = [
            left for mark, left in list_drawables_in_panel(board, owner) if getattr(mark, "name", "") == "card_back"
        ]
        assert len(lefts) == count
        assert max(lefts) - min(lefts) <= PANEL_WIDTH - 24
    cards = {
        (left, left + mark.width)
        for mark, left, top in board.marks
        if isinstance(mark, Sprite) and mark.name in ("card_scissors", "card_stone") and HAND_TOP <= top < STRIP_TOP
    }
    assert len(cards) == 24
    assert min(left for left, _ in cards) >= TABLE_LEFT_PX
    assert max(right for _, right in cards) <= TABLE_LEFT_PX + TABLE_WIDTH_PX


@pytest.mark.parametrize("winner_count", range(1, 7))
def test_winners_are_centered_in_rows_of_three(winner_count: int) -> None:
    view: Any = SimpleNamespace(winners=tuple(range(winner_count)), won_cards=((),) * 6)
    crowns = [
        (left + mark.width / 2, top) for mark, left, top in draw_winners(view) if getattr(mark, "name", "") == "crown"
    ]
    rows = [[middle for middle, top in crowns if top == row] for row in sorted({top for _, top in crowns})]
    assert [len(row) for row in rows] == ([3, winner_count - 3] if winner_count > 3 else [winner_count])
    assert all(abs(sum(row) / len(row) - TABLE_MIDDLE_PX) <= 1 for row in rows)


@pytest.mark.parametrize("seats", [2, 6])
def test_strip_counts_played_cards_of_each_symbol(seats: int) -> None:
    """The strip has a place for each card in the game. As many places must be filled as cards have been played."""
    for match in list_random_match(seats, 3)[::3]:
        view = match.view_of(None)
        played = Counter("".join(view.play_history).replace(DREW_CARD, ""))
        marks = [mark for mark, _, top in GAME.draw_board(view).marks if top >= STRIP_TOP]
        places = [mark for mark in marks if isinstance(mark, Rectangle) and mark.width == 15]
        assert len(places) == len(view.symbol_cards) == 49
        assert sum(mark.ink != mark.ground for mark in places) == played.total()
        *numbers, pile = [mark.text for mark in marks if isinstance(mark, Letters)]
        assert numbers == [
            text for kind in SYMBOLS for text in (str(played[kind]), f"/{view.symbol_cards.count(kind)}")
        ]
        assert pile == str(len(view.pile))


# Reveals


def play_step(symbol: str, other_symbol: str) -> Match:
    return play_lines(
        start_match(f"stpfwj stpfwj | {LARGE_PILE}"),
        "0 challenge 1",
        f"{NAME_BY_SYMBOL[symbol]} {NAME_BY_SYMBOL[other_symbol]}",
    )


def list_reveal_sprites(match: Match) -> list[str]:
    """Return the sprites of a reveal in drawing order, with `*` for the winner's gold background."""
    board = draw_reveal(match.view_of(None))
    assert board
    assert all(draw_reveal(match.view_of(seat)) == board for seat in range(match.seats))
    names = []
    for mark, _ in list_drawables_between_panels(board):
        if isinstance(mark, Sprite) and not mark.name.startswith(("seat", "rays")) and mark.width > 70:
            names.append(mark.name)
        elif isinstance(mark, Rectangle) and (mark.ink, mark.rim) == (GOLD, INK):
            names.append("*")
    return names


def test_reveal_shows_winner_on_gold_and_how_loser_is_defeated() -> None:
    reasons = set[str]()
    for winner in SYMBOLS:
        assert list_reveal_sprites(play_step(winner, winner)) == [
            f"card_{NAME_BY_SYMBOL[winner]}",
            f"card_{NAME_BY_SYMBOL[winner]}",
            "tie",
        ]
        for loser in SYMBOLS_BEATEN_BY[winner]:
            defeat = DEFEAT_BY_SYMBOLS[winner + loser]
            loser_sprites = ["card_paper_cut"] if defeat == "cut" else [f"card_{NAME_BY_SYMBOL[loser]}", defeat]
            for match in (play_step(winner, loser), play_step(loser, winner)):
                assert list_reveal_sprites(match) == ["burst", "*", f"card_{NAME_BY_SYMBOL[winner]}", *loser_sprites]
            line = describe_last_step(GAME, match.view_of(None))[1]
            names = {GAME.say(f"card-{NAME_BY_SYMBOL[symbol]}", "en") for symbol in (winner, loser)}
            assert names <= {*line.replace(":", "").replace(",", "").split()}
            reasons.add(line.partition(":")[2])
    assert len(reasons) == len(DEFEAT_BY_SYMBOLS) == 10


@pytest.mark.parametrize("ended", ["1 challenge 0", "1 !resign"])
def test_no_reveal_after_a_step_without_one(ended: str) -> None:
    assert draw_reveal(play_lines(play_step("t", "s"), ended).view_of(None)) is None


@pytest.mark.parametrize("locale", LOCALES)
def test_longest_brief_description_fits_discord_limit(locale: str) -> None:
    """The longest description shows six open hands with all kinds of cards in a duel after two ties."""
    match = start_match("ssttppffwj ssttppffwj ssttppfwj ssttppfwj ssttppfwj sttppfj | s")
    match = play_lines(match, "0 challenge 1", "stone stone", "paper paper")
    views = [GAME.view(GAME.reveal_all(match.state), None), *(match.view_of(seat) for seat in range(6))]
    views.append(get_scene("six signed").view_of(0))
    assert max(len(GAME.describe_briefly(view, locale)) for view in views) <= ALT_TEXT_MAX_LENGTH
