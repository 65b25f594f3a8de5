"""Tests for the pages of the move menu, with moves of real games and with generated moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, islice, permutations, product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.custom_ids import CUSTOM_ID_MAX_LENGTH, Action, CustomId
from bot.screens.move_buttons import BUTTON_LABEL_MAX_LENGTH, MENU_LABEL_MAX_LENGTH, format_choice_labels
from bot.screens.move_menu import (
    MAX_CHOICES_AS_BUTTONS,
    MenuChoice,
    MenuPage,
    build_menu_page,
    find_clicked_move,
    find_previous_page,
    map_clicks_to_moves,
    parse_complete_tokens,
    spell_move,
)
from games.core import Move
from games.match import Match
from games.refused import Refused
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, play_lines
from tests.kit.scene_reading import count_clicks_by_move, find_menu_path, walk_menu_pages

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]


def parse_moves(text: str) -> list[Move]:
    return [tuple(move.split()) for move in text.split(", ")]


def format_page(page: MenuPage | None) -> str:
    """Format the tokens that each choice on a page adds. "…" marks a partial token, and "!" a complete move."""
    assert page
    return ", ".join(
        " ".join([*it.tokens[len(page.shared_tokens) :], *([f"{it.partial_token}…"] if it.partial_token else [])])
        + "!" * bool(it.move)
        for it in page.choices
    )


def begin_exchange(**options: object) -> Match:
    """Return a match in which Bison must exchange two stones."""
    return play_lines(begin_duel(board=RULES_BOARD, prize="one", **options), "c3")


# Sets of moves as large as those of real games


def list_piece_moves(start: str, *moves: str, sign: Sequence[str] = ("~", "")) -> list[Move]:
    """Return a piece's moves to some squares and its journeys to all others. `sign` marks the journeys."""
    far_squares = [goal for goal in SQUARES if goal not in {start, *moves}]
    *separate, prefix = sign
    return [(start, goal) for goal in moves] + [(start, *separate, prefix + goal) for goal in far_squares]


ARMY_MOVES = [(start, goal) for start in SQUARES[:16] for goal in SQUARES[20:26]] + [
    move for start in SQUARES[:8] for move in list_piece_moves(start)
]
ROOK_MOVES = list_piece_moves("a1", *(f"a{rank}" for rank in range(2, 9)), *(f"{file}1" for file in "bcdefgh"))
SEVEN_ANIMAL_ORDERS = [
    ("set", *order) for order in permutations(["bison", "bear", "wolf", "puma", "otter", "deer", "squirrel"])
]
FIVE_ANIMAL_ORDERS = [("set", *order) for order in permutations(["bison", "bear", "wolf", "deer", "otter"])]
PREFIXED_MOVES = [("move", start, goal) for start in SQUARES[:7] for goal in SQUARES[16:40]]
STONE_MOVES = [("move", stone, "to", space) for stone in ("b1", "b2") for space in SQUARES[:16]]
CHALLENGE_MOVES = [("challenge", str(seat)) for seat in range(1, 40)]


@pytest.mark.parametrize(
    ("legal", "clicks"),
    [
        ([("pass",)], 1),
        ([("card", str(number)) for number in range(20)], 1),
        ([("card", str(number)) for number in range(21)], 2),
        (list_piece_moves("b1", "a3", "c3"), 2),
        (ARMY_MOVES, 3),
        ([*PREFIXED_MOVES, ("stay",)], 3),
        ([("".join(bits),) for bits in product("01", repeat=6)], 2),
        (SEVEN_ANIMAL_ORDERS, 4),
        ([("set", *order) for order in islice(permutations("abcdefgh"), 9792)], 4),
        ([("card", f"{number}") for number in range(9792)], 4),
    ],
    ids=["1", "20", "21", "knight", "army", "or stay", "binary", "7 animals", "8 animals", "9792 cards"],
)
def test_every_move_takes_few_clicks(legal: list[Move], clicks: int) -> None:
    click_counts = count_clicks_by_move(legal)
    assert click_counts.keys() == set(legal)
    assert max(click_counts.values()) == clicks


@given(st.lists(st.sampled_from(SQUARES[1:]), max_size=27, unique=True), st.sampled_from([("~", ""), ("~",)]))
def test_piece_move_takes_two_clicks(moves: list[str], sign: Sequence[str]) -> None:
    assert max(count_clicks_by_move(list_piece_moves("a1", *moves, sign=sign)).values()) == 2


@st.composite
def draw_moves(draw: st.DrawFn) -> list[Move]:
    """Generate moves from few letters, so that they often share prefixes. No move is a prefix of another one."""
    letters = draw(st.sampled_from(["ab", "a1~", "abcdefgh12345678", "äß漢🂡0"]))
    token = st.text(letters, min_size=1, max_size=3)
    moves = draw(st.lists(st.lists(token, min_size=1, max_size=4).map(tuple), min_size=1, max_size=120, unique=True))
    return [move for move in moves if not any(move[:end] in moves for end in range(1, len(move)))]


@given(draw_moves(), st.data(), st.sampled_from(["{token}", "twin", "x" * 100, "{token}" + "y" * 100, "{prefix}"]))
def test_every_move_has_one_path_on_pages_within_limits(legal: list[Move], data: st.DataObject, label: str) -> None:
    assert count_clicks_by_move(legal).keys() == set(legal)
    pages = {prefix: page for prefix, page, _ in walk_menu_pages(legal)}
    for prefix, page in pages.items():
        for choice in page.choices:
            # A choice leads to a move, or to at least two further choices.
            assert choice.tokens == parse_complete_tokens(choice.move_prefix)
            next_characters = {
                spell_move(move)[len(choice.move_prefix) :][:1]
                for move in legal
                if spell_move(move).startswith(choice.move_prefix)
            }
            assert (next_characters == {""}) if choice.move else len(next_characters) > 1
            assert choice.tokens[: len(page.shared_tokens)] == page.shared_tokens
        assert len({(choice.tokens, choice.partial_token) for choice in page.choices}) == len(page.choices)
        labels = format_choice_labels(make_labeling_game(label), None, page, "en")
        assert len(set(labels)) == len(labels) == len(page.choices)
        are_buttons = len(labels) <= MAX_CHOICES_AS_BUTTONS
        max_length = BUTTON_LABEL_MAX_LENGTH if are_buttons else MENU_LABEL_MAX_LENGTH
        assert all(0 < len(shown) <= max_length for shown in labels)
        previous = find_previous_page(legal, prefix)
        prefixes = [*(choice.move_prefix for choice in page.choices), *([] if previous is None else [previous])]
        ids = [str(CustomId(Action.PICK_MOVE, 1, 1, argument)) for argument in prefixes]
        assert len(set(ids)) == len(ids)
        assert max(map(len, ids)) <= CUSTOM_ID_MAX_LENGTH
    # After a restart the same clicks show the same pages.
    move = data.draw(st.sampled_from(legal))
    assert all(page == pages[prefix] for prefix, page in find_menu_path(legal, move))
    assert find_previous_page(legal, "") is None


@given(draw_moves(), st.text(max_size=12))
def test_forged_prefix_has_no_page(legal: list[Move], prefix: str) -> None:
    is_valid_prefix = any(spell_move(move).startswith(prefix) for move in legal)
    assert (build_menu_page(legal, prefix) is not None) == is_valid_prefix
    assert is_valid_prefix or find_previous_page(legal, prefix) is None
    move = find_clicked_move({move: move for move in legal}, prefix)
    assert move is None or (move in legal and spell_move(move) == prefix)


@pytest.mark.parametrize("prefix", ["x", "mask", "mask.2.x", "mask.22", ".", "mask..", "\0", "a" * 5000])
def test_stale_click_has_no_page(prefix: str) -> None:
    legal = parse_moves("mask 1, mask 2, mask 3")
    assert find_clicked_move({move: move for move in legal}, prefix) is None
    assert prefix == "mask" or build_menu_page(legal, prefix) is None
    assert build_menu_page([]) is None
    assert build_menu_page(parse_moves("mask 1")) == MenuPage(
        (), (MenuChoice("mask.1.", ("mask", "1"), move=("mask", "1")),)
    )


@pytest.mark.parametrize(
    ("legal", "prefix", "expected"),
    [
        # Few moves are shown whole; many are grouped by piece.
        (parse_moves("e1 d1, e1 d2, a2 a3"), "", "e1 d1!, e1 d2!, a2 a3!"),
        (ARMY_MOVES, "", ", ".join(SQUARES[:16])),
        (ARMY_MOVES, "a1.", "c5!, c6!, c7!, c8!, d1!, d2!, ~ a…, ~ b…, ~ c…, ~ d…, ~ e…, ~ f…, ~ g…, ~ h…"),
        (ARMY_MOVES, "b8.", "c5!, c6!, c7!, c8!, d1!, d2!"),
        # The largest branch is expanded, here the journeys by file.
        (list_piece_moves("b1", "a3", "c3"), "", "a3!, c3!, ~ a…, ~ b…, ~ c…, ~ d…, ~ e…, ~ f…, ~ g…, ~ h…"),
        (list_piece_moves("b1", "a3", "c3", sign=("~",)), "", "a3!, c3!, ~a…, ~b…, ~c…, ~d…, ~e…, ~f…, ~g…, ~h…"),
        # The goals of journeys are grouped; pieces are not.
        (
            [*((start, goal) for start in SQUARES[8:19] for goal in SQUARES[30:33]), *ROOK_MOVES], "",
            ", ".join([*SQUARES[8:19], "a1"]),
        ),
        # Moves of several shapes are expanded to the same depth.
        ([*PREFIXED_MOVES, ("stay",)], "", "move a1, move a2, move a3, move a4, move a5, move a6, move a7, stay!"),
        ([*PREFIXED_MOVES[:30], ("stay",)], "", "move a1, move a2, stay!"),
        (
            [("queen", goal) for goal in SQUARES[:27]] + parse_moves("king a1, king a2, pawn a3, pawn a4"), "",
            "queen, king, pawn",
        ),
        # Tokens with a shared prefix are grouped only for lack of room; a token without alternatives is appended.
        (
            FIVE_ANIMAL_ORDERS,
            "",
            ", ".join(" ".join(move[1:3]) for move in dict.fromkeys(move[:3] for move in FIVE_ANIMAL_ORDERS)),
        ),
        (STONE_MOVES, "", "b1 to, b2 to"),
        # A token that is a prefix of another stays distinct from it.
        (CHALLENGE_MOVES, "", "1…, 2…, 3…, 4!, 5!, 6!, 7!, 8!, 9!"),
        (CHALLENGE_MOVES, "challenge.1", "1!, 10!, 11!, 12!, 13!, 14!, 15!, 16!, 17!, 18!, 19!"),
    ],
)  # fmt: skip
def test_page_shows_similar_moves_at_the_same_depth(legal: list[Move], prefix: str, expected: str) -> None:
    assert format_page(build_menu_page(legal, prefix)) == expected


# Moves that name two things in either order


def build_first_page(engine: Match, prefix: str = "") -> MenuPage:
    page = build_menu_page(map_clicks_to_moves(engine.game, engine.view_of(0), engine.legal_moves(0)), prefix)
    assert page
    return page


def test_exchange_takes_two_clicks_in_either_order() -> None:
    engine = begin_exchange()
    spellings = map_clicks_to_moves(engine.game, engine.view_of(0), engine.legal_moves(0))
    assert count_clicks_by_move(spellings).keys() == {
        spelling for action, *move in engine.legal_moves(0) for spelling in [(action, *move), (action, *move[::-1])]
    }
    assert max(count_clicks_by_move(spellings).values()) == 2
    assert all(spellings[move] == move for move in engine.legal_moves(0))
    assert [find_clicked_move(spellings, clicks) for clicks in ("swap.c1.a1.", "swap.a1.c1.", "swap.a1.")] == [
        ("swap", "a1", "c1"), ("swap", "a1", "c1"), None
    ]  # fmt: skip
    labels = format_choice_labels(engine.game, engine.view_of(0), build_first_page(engine), "en")
    assert [label[:2] for label in labels] == [
        "A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3",
    ]  # fmt: skip
    # After the first click the other squares are in the order of the board.
    second_labels = format_choice_labels(engine.game, engine.view_of(0), build_first_page(engine, "swap.c1."), "en")
    assert second_labels == sorted(second_labels)
    assert second_labels[0] == "⇄ A1 · 9"
    # Moves that are shown whole are shown once.
    few, many = engine.legal_moves(0)[:20], engine.legal_moves(0)[:21]
    assert set(map_clicks_to_moves(engine.game, engine.view_of(0), few)) == set(few)
    assert len(map_clicks_to_moves(engine.game, engine.view_of(0), many)) == 2 * len(many)


def test_stacks_take_four_clicks_in_either_order() -> None:
    engine = begin_exchange(variant="pro_stacks")
    spellings = map_clicks_to_moves(engine.game, engine.view_of(0), engine.legal_moves(0))
    assert len(spellings) == 2 * len(engine.legal_moves(0)) == 2 * 9792
    assert {sorted(spelling) == sorted(move) for spelling, move in spellings.items()} == {True}
    assert set(count_clicks_by_move(spellings).values()) == {4}
    assert len(build_first_page(engine).choices) == 18
    # Typed text of this form would move the stone b1; clicks never take a stone for a space.
    assert find_clicked_move(spellings, "move.b3.b1.b2.c1.") == ("move", "b2", "c1", "b3", "b1")


def make_parsing_game(legal: Sequence[Move], *, unordered: bool = False) -> Any:
    """Return a game that parses these moves. If `unordered` is true, their tokens may be in any order."""

    def parse_move(view: None, typed: str) -> Move:
        tokens = typed.split()
        for move in legal:
            if move == tuple(tokens) or (unordered and sorted(move) == sorted(tokens)):
                return move
        raise Refused("illegal", word=typed)

    return SimpleNamespace(parse_move=parse_move)


EXCHANGE_MOVES = [("give", *squares) for squares in combinations(SQUARES, 2)]
GOAL_MOVES = [(start, goal) for start in SQUARES[:16] for goal in SQUARES[16:24]]


@pytest.mark.parametrize(
    ("legal", "unordered", "times"),
    [
        (ARMY_MOVES, False, 1),
        (SEVEN_ANIMAL_ORDERS, False, 1),
        (GOAL_MOVES, True, 1),
        (EXCHANGE_MOVES, False, 1),
        (EXCHANGE_MOVES, True, 2),
    ],
    ids=["army", "7 animals", "piece and goal", "ordered halves", "unordered halves"],
)
def test_order_of_clicks_is_free_only_if_the_game_allows_it(legal: list[Move], unordered: bool, times: int) -> None:
    spellings = map_clicks_to_moves(make_parsing_game(legal, unordered=unordered), None, legal)
    assert len(spellings) == times * len(legal)
    assert set(spellings.values()) == set(legal)


# Labels


class LabelingGame:
    """A stand-in for a game that only formats labels."""

    def __init__(self, label: Callable[[None, Move, str], str]) -> None:
        self.move_label = label

    def group_label(self, *_: object) -> str:
        return ""


def make_labeling_game(label: str) -> Any:
    def label_move(view: None, prefix: Move, locale: str) -> str:
        return label.format(token=prefix[-1], prefix=prefix)

    return LabelingGame(label_move)


@pytest.mark.parametrize(
    ("legal", "label", "expected"),
    [
        # All chosen tokens are shown, except a first token that most moves share.
        (parse_moves("e1 d1, e1 d2, a2 a3"), "<{token}>", ["<e1> <d1>", "<e1> <d2>", "<a2> <a3>"]),
        (list_piece_moves("b1", "a3", "c3"), "<{token}>", ["<a3>", "<c3>", *(f"<~> <{file}…" for file in "abcdefgh")]),
        (parse_moves("move a1 a2, move b1 b2, stay"), "<{token}>", ["<a1> <a2>", "<b1> <b2>", "<stay>"]),
        (parse_moves("heal bear, roll, skip"), "<{token}>", ["<heal> <bear>", "<roll>", "<skip>"]),
        # Grouped moves show only the distinguishing token; equal labels get the notation.
        (
            [(f"p{piece}", "~", f"q{goal}") for piece in range(10) for goal in range(30)], "<{token}>",
            [f"<p{piece}>" for piece in range(10)],
        ),
        (parse_moves("card b1, card w1, card b2"), "a stone", ["b1 a stone", "w1 a stone", "b2 a stone"]),
    ],
)  # fmt: skip
def test_label_shows_the_tokens_chosen_by_the_click(legal: list[Move], label: str, expected: list[str]) -> None:
    page = build_menu_page(legal)
    assert page
    assert format_choice_labels(make_labeling_game(label), None, page, "en") == expected


def test_label_of_grouped_moves_looks_like_its_neighbors() -> None:
    def label_move(view: None, prefix: Move, locale: str) -> str:
        return f"→ {prefix[-1].upper()}" if prefix[-1] != "well" else "into the well"

    game: Any = LabelingGame(label_move)
    page = build_menu_page([("move", goal) for goal in [*SQUARES, "h9", "i4", "well"]])
    assert page
    assert format_choice_labels(game, None, page, "en")[1:4] == ["→ B…", "→ C…", "→ D…"]
    assert format_choice_labels(game, None, page, "en")[-2:] == ["→ I4", "into the well"]
    # Without a shared label the notation is shown.
    assert format_choice_labels(make_labeling_game("{token[1]}"), None, page, "en")[1] == "b…"


@pytest.mark.parametrize("goals", [2, 3, 4, 10])
def test_first_page_lists_the_same_animals_whatever_their_number_of_moves(goals: int) -> None:
    """If moves can have numbers, a page without numbers lists each animal, but never all of their moves."""
    legal = [("move", start, goal) for start in SQUARES[:5] for goal in SQUARES[20 : 20 + goals]] + [("stay",)]
    page = build_menu_page(legal, number_moves=lambda _: ())
    assert format_page(page) == "move a1, move a2, move a3, move a4, move a5, stay!"
