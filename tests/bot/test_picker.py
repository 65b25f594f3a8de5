"""Pages of choices, for words as games have them and for words that nobody has.

It is one law after the other of one thing, and the words that all of them are tried on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, permutations, product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.scenes.address import LONGEST, Address, Verb
from bot.scenes.choices import BUTTON_LABEL, LIST_LABEL, labels
from bot.scenes.picker import FEW, Choice, Page, back, chosen, either, page, said, spell
from games.core import Word
from games.dice import PLAIN
from games.match import Match, begin
from games.options import settled
from games.refused import Refused
from tests.games.morra import GAME as MORRA
from tests.games.schamanen.drawn import VECTOR, table
from tests.games.schamanen.drawn import said as told
from tests.kit.scenes import clicked, pages, path

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]


def words(text: str) -> list[Word]:
    return [tuple(word.split()) for word in text.split(", ")]


def shown(page: Page | None) -> str:
    """What each choice settles beyond the page's own tokens; … where it ends inside a token, ! where it is a word."""
    assert page
    return ", ".join(
        " ".join([*each.prefix[len(page.said) :], *([f"{each.part}…"] if each.part else [])]) + "!" * bool(each.word)
        for each in page.choices
    )


def exchange(**options: object) -> Match:
    """Bison is to exchange."""
    return told(table(board=VECTOR, prize="one", **options), "c3")


# Sets of words as large as games have them.


def knight(start: str, *moves: str, sign: Sequence[str] = ("~", "")) -> list[Word]:
    """A piece that may go to some squares, and journey to any other; the sign is a token, or begins one."""
    goals = [goal for goal in SQUARES if goal not in {start, *moves}]
    *apart, joined = sign
    return [(start, goal) for goal in moves] + [(start, *apart, joined + goal) for goal in goals]


ARMY = [(start, goal) for start in SQUARES[:16] for goal in SQUARES[20:26]] + [
    word for start in SQUARES[:8] for word in knight(start)
]
ARRANGED = [("set", *order) for order in permutations(["bison", "bear", "wolf", "puma", "otter", "deer", "squirrel"])]
ARRANGED_OF_EIGHT = [("set", *order) for order in islice(permutations("abcdefgh"), 9792)]
NUMBERED = [("card", f"{number}") for number in range(9792)]
BINARY = [("".join(bits),) for bits in product("01", repeat=6)]


@pytest.mark.parametrize(
    ("legal", "clicks"),
    [
        ([("pass",)], 1),
        (words("sign 1, sign 2, sign 3"), 1),
        ([("card", str(number)) for number in range(20)], 1),
        ([("card", str(number)) for number in range(21)], 2),
        (knight("b1", "a3", "c3"), 2),
        (ARMY, 3),
        (BINARY, 2),
        (ARRANGED, 4),
        (ARRANGED_OF_EIGHT, 4),
        (NUMBERED, 4),
    ],
    ids=["one", "signs", "twenty", "more", "knight", "army", "binary", "arranged", "arranged of eight", "numbered"],
)
def test_no_word_takes_more_clicks(legal: list[Word], clicks: int) -> None:
    taken = clicked(legal)
    assert taken.keys() == set(legal)
    assert max(taken.values()) == clicks


@st.composite
def made_up(draw: st.DrawFn) -> list[Word]:
    """Words of short tokens over few letters, so that they begin alike; none is the beginning of another."""
    letters = draw(st.sampled_from(["ab", "a1~", "abcdefgh12345678", "äß漢🂡0"]))
    token = st.text(letters, min_size=1, max_size=3)
    drawn = draw(st.lists(st.lists(token, min_size=1, max_size=4).map(tuple), min_size=1, max_size=120, unique=True))
    return [word for word in drawn if not any(word[:end] in drawn for end in range(1, len(word)))]


@given(made_up())
def test_every_word_is_clicked_in_exactly_one_way(legal: list[Word]) -> None:
    assert clicked(legal).keys() == set(legal)


@given(made_up(), st.data())
def test_after_a_restart_one_finds_the_same_way_and_back(legal: list[Word], data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(legal))
    known = {prefix: shown for prefix, shown, _ in pages(legal)}
    assert all(shown == known[prefix] for prefix, shown in path(legal, word))
    assert back(legal, "") is None


@given(made_up())
def test_a_choice_leads_to_a_word_or_to_a_fork(legal: list[Word]) -> None:
    for _, shown, _ in pages(legal):
        for choice in shown.choices:
            assert choice.prefix == said(choice.rest)
            after = {spell(word)[len(choice.rest) :][:1] for word in legal if spell(word).startswith(choice.rest)}
            assert (after == {""}) if choice.word else len(after) > 1


@given(made_up())
def test_choices_differ_in_what_they_settle(legal: list[Word]) -> None:
    for _, shown, _ in pages(legal):
        assert len({(choice.prefix, choice.part) for choice in shown.choices}) == len(shown.choices)
        assert all(choice.prefix[: len(shown.said)] == shown.said for choice in shown.choices)


@given(made_up(), st.text(max_size=12))
def test_a_beginning_of_nothing_has_no_page(legal: list[Word], prefix: str) -> None:
    begins = any(spell(word).startswith(prefix) for word in legal)
    assert (page(legal, prefix) is not None) == begins
    assert begins or back(legal, prefix) is None
    word = chosen({word: word for word in legal}, prefix)
    assert word is None or (word in legal and spell(word) == prefix)


@pytest.mark.parametrize("prefix", ["x", "mask", "mask.2.x", "mask.22", ".", "mask..", "\0", "a" * 5000])
def test_a_stale_click_has_no_page(prefix: str) -> None:
    legal = words("mask 1, mask 2, mask 3")
    assert chosen({word: word for word in legal}, prefix) is None
    if prefix != "mask":
        assert page(legal, prefix) is None


def test_without_words_there_is_no_page() -> None:
    assert page([]) is None
    assert back([], "") is None
    assert page(words("mask 1")) == Page((), (Choice("mask.1.", ("mask", "1"), word=("mask", "1")),))


def test_nothing_leads_back_from_the_first_page_and_no_word_is_read_to_find_out() -> None:
    legal = iter(words("a b, c d"))
    assert back(legal, "") is None
    assert next(legal) == ("a", "b")


def test_whole_words_are_shown_where_few_are_left() -> None:
    assert shown(page(words("e1 d1, e1 d2, a2 a3"))) == "e1 d1!, e1 d2!, a2 a3!"


def test_pieces_come_before_their_goals() -> None:
    assert shown(page(ARMY)) == ", ".join(SQUARES[:16])
    assert shown(page(ARMY, "a1.")).startswith("c5!, c6!, c7!, c8!, d1!, d2!, ~ a…")
    assert shown(page(ARMY, "b8.")) == "c5!, c6!, c7!, c8!, d1!, d2!"


@pytest.mark.parametrize("sign", [("~", ""), ("~",)], ids=["apart", "joined"])
def test_the_largest_branch_is_opened_and_like_things_alike(sign: Sequence[str]) -> None:
    """A knight's two moves, and its journeys by file: not by square for one file only, though there would be room."""
    journeys = [f"{' '.join(sign)}{file}…" for file in "abcdefgh"]
    assert shown(page(knight("b1", "a3", "c3", sign=sign))) == ", ".join(["a3!", "c3!", *journeys])


@given(st.lists(st.sampled_from(SQUARES[1:]), max_size=27, unique=True), st.sampled_from([("~", ""), ("~",)]))
def test_whatever_a_piece_may_do_takes_two_clicks_more(moves: list[str], sign: Sequence[str]) -> None:
    assert max(clicked(knight("a1", *moves, sign=sign)).values()) == 2


def test_goals_are_folded_for_journeys_and_pieces_are_not() -> None:
    rook = knight("a1", *(f"a{rank}" for rank in range(2, 9)), *(f"{file}1" for file in "bcdefgh"))
    assert shown(page(rook)).startswith("a…, b1!, c1!, d1!, e1!, f1!, g1!, h1!, ~ b…")
    pieces = [(start, goal) for start in SQUARES[8:19] for goal in SQUARES[30:33]]
    assert shown(page([*pieces, *rook])) == ", ".join([*SQUARES[8:19], "a1"])


def test_words_of_several_shapes_are_opened_to_the_same_measure() -> None:
    """Somebody who may just stay sees the animals beside it, and no animal's goals by half."""
    moves = [("move", start, goal) for start in SQUARES[:7] for goal in SQUARES[16:40]]
    legal = [*moves, ("stay",)]
    assert shown(page(legal)) == "move a1, move a2, move a3, move a4, move a5, move a6, move a7, stay!"
    assert max(clicked(legal).values()) == 3
    # With few animals there would be room to.
    assert shown(page([*moves[:24], *moves[24:30], ("stay",)])) == "move a1, move a2, stay!"
    assert shown(page([("queen", goal) for goal in SQUARES[:27]] + words("king a1, king a2, pawn a3, pawn a4"))) == (
        "queen, king, pawn"
    )


def test_tokens_that_begin_alike_are_not_folded_where_there_is_room() -> None:
    five = [("set", *order) for order in permutations(["bison", "bear", "wolf", "deer", "otter"])]
    pairs = permutations(["bison", "bear", "wolf", "deer", "otter"], 2)
    assert shown(page(five)) == ", ".join(" ".join(pair) for pair in pairs)


def test_a_run_with_one_way_on_is_walked() -> None:
    legal = [("move", stone, "to", space) for stone in ("b1", "b2") for space in SQUARES[:16]]
    assert shown(page(legal)) == "b1 to, b2 to"
    assert shown(page(legal, "move.b1.")) == shown(page(legal, "move.b1.to."))


def test_a_token_that_begins_another_is_told_from_it() -> None:
    legal = [("challenge", str(seat)) for seat in range(1, 40)]
    assert shown(page(legal)) == "1…, 2…, 3…, 4!, 5!, 6!, 7!, 8!, 9!"
    assert shown(page(legal, "challenge.1")).startswith("1!, 10!, 11!")


# At the table of a game.


def test_masks_take_one_click() -> None:
    match = table(board=VECTOR)
    assert set(clicked(match.legal(0)).values()) == {1}
    assert labels(match.game, match.view(0), _only(match), "en") == ["Row 1", "Row 2", "Row 3"]
    morra = begin(MORRA, settled(MORRA.options_class, {}), 2, PLAIN)
    assert set(clicked(morra.legal(1)).values()) == {1}


def _only(match: Match, prefix: str = "") -> Page:
    shown = page(either(match.game, match.view(0), match.legal(0)), prefix)
    assert shown
    return shown


def test_an_exchange_takes_two_clicks_and_either_stone_may_come_first() -> None:
    match = exchange()
    ways = either(match.game, match.view(0), match.legal(0))
    assert clicked(ways).keys() == {way for one, *word in match.legal(0) for way in [(one, *word), (one, *word[::-1])]}
    assert max(clicked(ways).values()) == 2
    assert all(ways[word] == word for word in match.legal(0))
    assert chosen(ways, "swap.c1.a1.") == ("swap", "a1", "c1")
    assert chosen(ways, "swap.a1.c1.") == ("swap", "a1", "c1")
    assert chosen(ways, "swap.a1.") is None
    assert [label[:2] for label in labels(match.game, match.view(0), _only(match), "en")] == [
        "A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3",
    ]  # fmt: skip
    # Whichever was clicked first, the others stand in the order of the board.
    others = labels(match.game, match.view(0), _only(match, "swap.c1."), "en")
    assert others == sorted(others)
    assert others[0] == "⇄ A1 · 9"


def test_stacks_take_four_clicks_whichever_stone_comes_first() -> None:
    match = exchange(variant="pro_stacks")
    ways = either(match.game, match.view(0), match.legal(0))
    assert len(ways) == 2 * len(match.legal(0)) == 2 * 9792
    assert {sorted(way) == sorted(word) for way, word in ways.items()} == {True}
    assert set(clicked(ways).values()) == {4}
    assert len(_only(match).choices) == 18
    # Typed, this would move the stone b1; clicked, no stone is taken for a space.
    assert chosen(ways, "move.b3.b1.b2.c1.") == ("move", "b2", "c1", "b3", "b1")


def test_words_that_are_shown_whole_are_shown_once() -> None:
    match = exchange()
    few, more = match.legal(0)[:20], match.legal(0)[:21]
    assert set(either(match.game, match.view(0), few)) == set(few)
    assert len(either(match.game, match.view(0), more)) == 2 * len(more)


@pytest.mark.parametrize("legal", [ARMY, ARRANGED], ids=["army", "arranged"])
def test_what_is_in_order_stays_in_order(legal: list[Word]) -> None:
    assert set(either(_reading(legal), None, legal)) == set(legal)


def test_a_piece_comes_before_its_goal_however_the_game_reads() -> None:
    legal = [(start, goal) for start in SQUARES[:16] for goal in SQUARES[16:24]]
    assert set(either(_reading(legal, unordered=True), None, legal)) == set(legal)


def test_the_order_of_halves_is_left_alone_where_the_game_does_not_read_it() -> None:
    legal = [("give", one, other) for at, one in enumerate(SQUARES) for other in SQUARES[at + 1 :]]
    assert set(either(_reading(legal), None, legal)) == set(legal)
    assert len(either(_reading(legal, unordered=True), None, legal)) == 2 * len(legal)


def _reading(legal: Sequence[Word], *, unordered: bool = False) -> Any:
    """A game that reads its words, in any order if it may."""

    def read(view: None, typed: str) -> Word:
        given = typed.split()
        for word in legal:
            if word == tuple(given) or (unordered and sorted(word) == sorted(given)):
                return word
        raise Refused("illegal", word=typed)

    return SimpleNamespace(read=read)


# What the buttons say.


class _Labelling:
    """As much of a game as its labels take."""

    def __init__(self, label: Callable[[None, Word, str], str]) -> None:
        self.label = label

    def group_label(self, *_: object) -> str:
        return ""


def _labelling(label: str) -> Any:
    def told(view: None, prefix: Word, locale: str) -> str:
        return label.format(token=prefix[-1], prefix=prefix)

    return _Labelling(told)


def test_a_label_tells_all_that_a_click_settles() -> None:
    shown = page(words("e1 d1, e1 d2, a2 a3"))
    assert shown
    assert labels(_labelling("<{token}>"), None, shown, "en") == ["<e1> <d1>", "<e1> <d2>", "<a2> <a3>"]
    shown = page(knight("b1", "a3", "c3"))
    assert shown
    assert labels(_labelling("<{token}>"), None, shown, "en")[1:3] == ["<c3>", "<~> <a…"]


def test_what_is_folded_reads_like_its_neighbours() -> None:
    def told(view: None, prefix: Word, locale: str) -> str:
        return f"→ {prefix[-1].upper()}" if prefix[-1] != "well" else "into the well"

    game: Any = _Labelling(told)
    shown = page([("move", goal) for goal in [*SQUARES, "h9", "i4", "well"]])
    assert shown
    assert labels(game, None, shown, "en")[1:4] == ["→ B…", "→ C…", "→ D…"]
    assert labels(game, None, shown, "en")[-2:] == ["→ I4", "into the well"]
    # Where labels say nothing in common, the notation does.
    assert labels(_labelling("{token[1]}"), None, shown, "en")[1] == "b…"


def test_what_leads_on_says_only_what_tells_it_apart() -> None:
    shown = page([(f"p{piece}", "~", f"q{goal}") for piece in range(10) for goal in range(30)])
    assert shown
    assert [choice.prefix[-1] for choice in shown.choices] == ["~"] * 10
    assert labels(_labelling("<{token}>"), None, shown, "en") == [f"<p{piece}>" for piece in range(10)]


def test_what_most_buttons_would_say_is_not_said_beside_a_bare_word() -> None:
    def told(text: str) -> list[str]:
        shown = page(words(text))
        assert shown
        return labels(_labelling("<{token}>"), None, shown, "en")

    assert told("move a1 a2, move b1 b2, stay") == ["<a1> <a2>", "<b1> <b2>", "<stay>"]
    assert told("heal bear, roll, skip") == ["<heal> <bear>", "<roll>", "<skip>"]
    assert told("e1 d1, e1 d2, a2 a3") == ["<e1> <d1>", "<e1> <d2>", "<a2> <a3>"]


def test_twins_are_told_apart_by_their_notation() -> None:
    shown = page(words("card b1, card w1, card b2"))
    assert shown
    assert labels(_labelling("a stone"), None, shown, "en") == ["b1 a stone", "w1 a stone", "b2 a stone"]


@given(made_up(), st.sampled_from(["{token}", "twin", "x" * 100, "{token}" + "y" * 100, "{prefix}"]))
def test_labels_fit_and_differ(legal: list[Word], label: str) -> None:
    for _, shown, _ in pages(legal):
        told = labels(_labelling(label), None, shown, "en")
        assert len(set(told)) == len(told) == len(shown.choices)
        assert all(0 < len(each) <= (BUTTON_LABEL if len(told) <= FEW else LIST_LABEL) for each in told)


@given(made_up())
def test_ids_fit_and_differ(legal: list[Word]) -> None:
    for prefix, shown, _ in pages(legal):
        rests = [choice.rest for choice in shown.choices]
        before = back(legal, prefix)
        ids = [str(Address(Verb.PICK, 1, 1, rest)) for rest in [*rests, *([] if before is None else [before])]]
        assert len(set(ids)) == len(ids)
        assert max(map(len, ids)) <= LONGEST
