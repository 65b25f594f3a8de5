"""Pages of the move menu, for moves of the games and for generated ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, permutations, product
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
    return [tuple(word.split()) for word in text.split(", ")]


def format_page(page: MenuPage | None) -> str:
    """Write what each choice adds to the page: "…" where it ends inside a token, "!" where it is a word."""
    assert page
    return ", ".join(
        " ".join([*each.tokens[len(page.shared_tokens) :], *([f"{each.partial_token}…"] if each.partial_token else [])])
        + "!" * bool(each.move)
        for each in page.choices
    )


def begin_exchange(**options: object) -> Match:
    """Return a match in which Bison is to exchange two stones."""
    return play_lines(begin_duel(board=RULES_BOARD, prize="one", **options), "c3")


# Sets of words as large as games have them.


def list_piece_moves(start: str, *moves: str, sign: Sequence[str] = ("~", "")) -> list[Move]:
    """A piece that may go to some squares, and journey to any other; the sign is a token, or begins one."""
    goals = [goal for goal in SQUARES if goal not in {start, *moves}]
    *apart, joined = sign
    return [(start, goal) for goal in moves] + [(start, *apart, joined + goal) for goal in goals]


ARMY_MOVES = [(start, goal) for start in SQUARES[:16] for goal in SQUARES[20:26]] + [
    word for start in SQUARES[:8] for word in list_piece_moves(start)
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
    ids=["one", "twenty", "more", "knight", "army", "or stay", "binary", "arranged", "of eight", "numbered"],
)
def test_word_takes_few_clicks(legal: list[Move], clicks: int) -> None:
    taken = count_clicks_by_move(legal)
    assert taken.keys() == set(legal)
    assert max(taken.values()) == clicks


@given(st.lists(st.sampled_from(SQUARES[1:]), max_size=27, unique=True), st.sampled_from([("~", ""), ("~",)]))
def test_any_choice_of_a_piece_takes_two_clicks(moves: list[str], sign: Sequence[str]) -> None:
    assert max(count_clicks_by_move(list_piece_moves("a1", *moves, sign=sign)).values()) == 2


@st.composite
def generated_moves(draw: st.DrawFn) -> list[Move]:
    """Words of short tokens over few letters, so that they begin alike; none is the beginning of another."""
    letters = draw(st.sampled_from(["ab", "a1~", "abcdefgh12345678", "äß漢🂡0"]))
    token = st.text(letters, min_size=1, max_size=3)
    drawn = draw(st.lists(st.lists(token, min_size=1, max_size=4).map(tuple), min_size=1, max_size=120, unique=True))
    return [word for word in drawn if not any(word[:end] in drawn for end in range(1, len(word)))]


@given(generated_moves(), st.data(), st.sampled_from(["{token}", "twin", "x" * 100, "{token}" + "y" * 100, "{prefix}"]))
def test_every_word_is_clicked_in_one_way_on_pages_that_fit(legal: list[Move], data: st.DataObject, label: str) -> None:
    assert count_clicks_by_move(legal).keys() == set(legal)
    known = {prefix: shown for prefix, shown, _ in walk_menu_pages(legal)}
    for prefix, shown in known.items():
        for choice in shown.choices:
            # It leads to a word or to a fork.
            assert choice.tokens == parse_complete_tokens(choice.move_prefix)
            after = {
                spell_move(word)[len(choice.move_prefix) :][:1]
                for word in legal
                if spell_move(word).startswith(choice.move_prefix)
            }
            assert (after == {""}) if choice.move else len(after) > 1
            assert choice.tokens[: len(shown.shared_tokens)] == shown.shared_tokens
        assert len({(choice.tokens, choice.partial_token) for choice in shown.choices}) == len(shown.choices)
        told = format_choice_labels(make_labeling_game(label), None, shown, "en")
        assert len(set(told)) == len(told) == len(shown.choices)
        assert all(
            0 < len(each) <= (BUTTON_LABEL_MAX_LENGTH if len(told) <= MAX_CHOICES_AS_BUTTONS else MENU_LABEL_MAX_LENGTH)
            for each in told
        )
        before = find_previous_page(legal, prefix)
        rests = [*(choice.move_prefix for choice in shown.choices), *([] if before is None else [before])]
        ids = [str(CustomId(Action.PICK_MOVE, 1, 1, rest)) for rest in rests]
        assert len(set(ids)) == len(ids)
        assert max(map(len, ids)) <= CUSTOM_ID_MAX_LENGTH
    # After a restart the same way leads there and back.
    word = data.draw(st.sampled_from(legal))
    assert all(shown == known[prefix] for prefix, shown in find_menu_path(legal, word))
    assert find_previous_page(legal, "") is None


@given(generated_moves(), st.text(max_size=12))
def test_forged_beginning_has_no_page(legal: list[Move], prefix: str) -> None:
    begins = any(spell_move(word).startswith(prefix) for word in legal)
    assert (build_menu_page(legal, prefix) is not None) == begins
    assert begins or find_previous_page(legal, prefix) is None
    word = find_clicked_move({word: word for word in legal}, prefix)
    assert word is None or (word in legal and spell_move(word) == prefix)


@pytest.mark.parametrize("prefix", ["x", "mask", "mask.2.x", "mask.22", ".", "mask..", "\0", "a" * 5000])
def test_stale_click_has_no_page(prefix: str) -> None:
    legal = parse_moves("mask 1, mask 2, mask 3")
    assert find_clicked_move({word: word for word in legal}, prefix) is None
    assert prefix == "mask" or build_menu_page(legal, prefix) is None
    assert build_menu_page([]) is None
    assert build_menu_page(parse_moves("mask 1")) == MenuPage(
        (), (MenuChoice("mask.1.", ("mask", "1"), move=("mask", "1")),)
    )


@pytest.mark.parametrize(
    ("legal", "prefix", "shown"),
    [
        # Whole words where few are left; pieces come before their goals.
        (parse_moves("e1 d1, e1 d2, a2 a3"), "", "e1 d1!, e1 d2!, a2 a3!"),
        (ARMY_MOVES, "", ", ".join(SQUARES[:16])),
        (ARMY_MOVES, "a1.", "c5!, c6!, c7!, c8!, d1!, d2!, ~ a…, ~ b…, ~ c…, ~ d…, ~ e…, ~ f…, ~ g…, ~ h…"),
        (ARMY_MOVES, "b8.", "c5!, c6!, c7!, c8!, d1!, d2!"),
        # The largest branch is opened, and like things alike: journeys by file.
        (list_piece_moves("b1", "a3", "c3"), "", "a3!, c3!, ~ a…, ~ b…, ~ c…, ~ d…, ~ e…, ~ f…, ~ g…, ~ h…"),
        (list_piece_moves("b1", "a3", "c3", sign=("~",)), "", "a3!, c3!, ~a…, ~b…, ~c…, ~d…, ~e…, ~f…, ~g…, ~h…"),
        # Goals are folded for journeys, and pieces are not.
        (
            [*((start, goal) for start in SQUARES[8:19] for goal in SQUARES[30:33]), *ROOK_MOVES], "",
            ", ".join([*SQUARES[8:19], "a1"]),
        ),
        # Words of several shapes are opened to the same depth.
        ([*PREFIXED_MOVES, ("stay",)], "", "move a1, move a2, move a3, move a4, move a5, move a6, move a7, stay!"),
        ([*PREFIXED_MOVES[:30], ("stay",)], "", "move a1, move a2, stay!"),
        (
            [("queen", goal) for goal in SQUARES[:27]] + parse_moves("king a1, king a2, pawn a3, pawn a4"), "",
            "queen, king, pawn",
        ),
        # Tokens that begin alike are not folded where there is room; a run with one way on is walked.
        (
            FIVE_ANIMAL_ORDERS,
            "",
            ", ".join(" ".join(move[1:3]) for move in dict.fromkeys(move[:3] for move in FIVE_ANIMAL_ORDERS)),
        ),
        (STONE_MOVES, "", "b1 to, b2 to"),
        # A token that begins another is told from it.
        (CHALLENGE_MOVES, "", "1…, 2…, 3…, 4!, 5!, 6!, 7!, 8!, 9!"),
        (CHALLENGE_MOVES, "challenge.1", "1!, 10!, 11!, 12!, 13!, 14!, 15!, 16!, 17!, 18!, 19!"),
    ],
)  # fmt: skip
def test_page_shows_like_things_alike(legal: list[Move], prefix: str, shown: str) -> None:
    assert format_page(build_menu_page(legal, prefix)) == shown


# Words that name two things in no order.


def build_first_page(engine: Match, prefix: str = "") -> MenuPage:
    shown = build_menu_page(map_clicks_to_moves(engine.game, engine.view_of(0), engine.legal_moves(0)), prefix)
    assert shown
    return shown


def test_exchange_takes_two_clicks_in_either_order() -> None:
    engine = begin_exchange()
    ways = map_clicks_to_moves(engine.game, engine.view_of(0), engine.legal_moves(0))
    assert count_clicks_by_move(ways).keys() == {
        way for one, *word in engine.legal_moves(0) for way in [(one, *word), (one, *word[::-1])]
    }
    assert max(count_clicks_by_move(ways).values()) == 2
    assert all(ways[word] == word for word in engine.legal_moves(0))
    assert [find_clicked_move(ways, rest) for rest in ("swap.c1.a1.", "swap.a1.c1.", "swap.a1.")] == [
        ("swap", "a1", "c1"), ("swap", "a1", "c1"), None
    ]  # fmt: skip
    labels = format_choice_labels(engine.game, engine.view_of(0), build_first_page(engine), "en")
    assert [label[:2] for label in labels] == [
        "A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3",
    ]  # fmt: skip
    # After the first click the others stand in the order of the board.
    others = format_choice_labels(engine.game, engine.view_of(0), build_first_page(engine, "swap.c1."), "en")
    assert others == sorted(others)
    assert others[0] == "⇄ A1 · 9"
    # Words that are shown whole are shown once.
    few, more = engine.legal_moves(0)[:20], engine.legal_moves(0)[:21]
    assert set(map_clicks_to_moves(engine.game, engine.view_of(0), few)) == set(few)
    assert len(map_clicks_to_moves(engine.game, engine.view_of(0), more)) == 2 * len(more)


def test_stacks_take_four_clicks_in_either_order() -> None:
    engine = begin_exchange(variant="pro_stacks")
    ways = map_clicks_to_moves(engine.game, engine.view_of(0), engine.legal_moves(0))
    assert len(ways) == 2 * len(engine.legal_moves(0)) == 2 * 9792
    assert {sorted(way) == sorted(word) for way, word in ways.items()} == {True}
    assert set(count_clicks_by_move(ways).values()) == {4}
    assert len(build_first_page(engine).choices) == 18
    # Typed, this would move the stone b1; clicked, no stone is taken for a space.
    assert find_clicked_move(ways, "move.b3.b1.b2.c1.") == ("move", "b2", "c1", "b3", "b1")


def make_parsing_game(legal: Sequence[Move], *, unordered: bool = False) -> Any:
    """Return a game that reads its words, in any order if it may."""

    def read(view: None, typed: str) -> Move:
        given = typed.split()
        for word in legal:
            if word == tuple(given) or (unordered and sorted(word) == sorted(given)):
                return word
        raise Refused("illegal", word=typed)

    return SimpleNamespace(parse_move=read)


EXCHANGE_MOVES = [("give", one, other) for at, one in enumerate(SQUARES) for other in SQUARES[at + 1 :]]
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
    ids=["army", "arranged", "piece and goal", "ordered halves", "halves"],
)
def test_halves_are_turned_only_where_the_game_reads_them_alike(legal: list[Move], unordered: bool, times: int) -> None:
    ways = map_clicks_to_moves(make_parsing_game(legal, unordered=unordered), None, legal)
    assert len(ways) == times * len(legal)
    assert set(ways.values()) == set(legal)


# What the buttons say.


class LabelingGame:
    """As much of a game as its labels take."""

    def __init__(self, label: Callable[[None, Move, str], str]) -> None:
        self.move_label = label

    def group_label(self, *_: object) -> str:
        return ""


def make_labeling_game(label: str) -> Any:
    def tell(view: None, prefix: Move, locale: str) -> str:
        return label.format(token=prefix[-1], prefix=prefix)

    return LabelingGame(tell)


@pytest.mark.parametrize(
    ("legal", "label", "shown"),
    [
        # All that a click settles; what most buttons would say is not said beside a bare word.
        (parse_moves("e1 d1, e1 d2, a2 a3"), "<{token}>", ["<e1> <d1>", "<e1> <d2>", "<a2> <a3>"]),
        (list_piece_moves("b1", "a3", "c3"), "<{token}>", ["<a3>", "<c3>", *(f"<~> <{file}…" for file in "abcdefgh")]),
        (parse_moves("move a1 a2, move b1 b2, stay"), "<{token}>", ["<a1> <a2>", "<b1> <b2>", "<stay>"]),
        (parse_moves("heal bear, roll, skip"), "<{token}>", ["<heal> <bear>", "<roll>", "<skip>"]),
        # What leads on says only what tells it apart; twins are told apart by their notation.
        (
            [(f"p{piece}", "~", f"q{goal}") for piece in range(10) for goal in range(30)], "<{token}>",
            [f"<p{piece}>" for piece in range(10)],
        ),
        (parse_moves("card b1, card w1, card b2"), "a stone", ["b1 a stone", "w1 a stone", "b2 a stone"]),
    ],
)  # fmt: skip
def test_label_tells_what_a_click_settles(legal: list[Move], label: str, shown: list[str]) -> None:
    found = build_menu_page(legal)
    assert found
    assert format_choice_labels(make_labeling_game(label), None, found, "en") == shown


def test_folded_label_reads_like_its_neighbors() -> None:
    def tell(view: None, prefix: Move, locale: str) -> str:
        return f"→ {prefix[-1].upper()}" if prefix[-1] != "well" else "into the well"

    game: Any = LabelingGame(tell)
    shown = build_menu_page([("move", goal) for goal in [*SQUARES, "h9", "i4", "well"]])
    assert shown
    assert format_choice_labels(game, None, shown, "en")[1:4] == ["→ B…", "→ C…", "→ D…"]
    assert format_choice_labels(game, None, shown, "en")[-2:] == ["→ I4", "into the well"]
    # Where labels say nothing in common, the notation does.
    assert format_choice_labels(make_labeling_game("{token[1]}"), None, shown, "en")[1] == "b…"
