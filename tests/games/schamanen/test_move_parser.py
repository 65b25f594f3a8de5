"""Parsing of typed moves and record lines."""

from __future__ import annotations

import pytest

from games import record
from games.match import Match
from tests.games.match_lines import catch_broken_record, check_suggestions, format_parsed_move, write_plain_record
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, play_lines
from tests.games.schamanen.scenes import get_scene
from tests.records.endings import replay_record


@pytest.mark.parametrize(
    ("scene", "seat", "move", "spellings"),
    [
        ("place", 0, "place 5 b1", ["5 b1", "b1 5", "5-b1", "5b1", "Place B1 5", " 5 → b1 "]),
        ("relocate", 1, "relocate 4 a1", ["4 a1", "a1 4", "A1, 4", "RELOCATE A1 4"]),
        ("mask", 0, "mask 2", ["2", "MASK 2", "Mask, 2"]),
        ("mask", 1, "mask a", ["a", "A", "mask\ta"]),
        (
            "swap",
            0,
            "swap a1 c3",
            ["swap c3 a1", "c3 a1", "c3-a1", "a1c3", "A1 ⇄ C3", "a1↔c3", "SWAP C3,A1", "a1 > c3"],
        ),
        ("memory swap", 0, "swap a1 b1", ["b1 a1", "swap b1 a1"]),
        ("pro empty", 0, "place b7 c2", ["b7 c2", "c2 b7", "PLACE C2-B7"]),
        # B1, B2 and B3 can be spaces or stones. The first name is taken for the stone.
        ("pro empty", 0, "place b3 b1", ["place b3 b1", "b3 b1", "B3-B1"]),
        ("pro empty", 0, "place b2 a1", ["b2 a1", "a1 b2", "PLACE B2 A1"]),
        ("pro empty", 0, "place w2 b2", ["w2 b2", "b2 w2"]),
        ("pro swap", 0, "swap wolf a1 c3", ["wolf c3 a1", "WOLF A1-C3", "swap wolf c3 a1"]),
        ("pro swap", 0, "swap bison a1 c3", ["bison c3 a1", "swap Bison c3-a1"]),
        ("stacks move", 0, "move b7 a1 w3 c2", ["b7 a1 w3 c2", "w3 c2 b7 a1", "move w3 c2 b7 a1", "B7→A1, W3→C2"]),
        ("stacks move", 0, "move b1 c1 b2 b3", ["b2 b3 b1 c1", "move b2 b3, b1 c1", "b1 c1 b2 b3"]),
        ("stacks move", 0, "move b3 b1 b9 b3", ["b9 b3 b3 b1", "b3 b1 b9 b3"]),
    ],
)
def test_all_spellings_are_parsed(scene: str, seat: int, move: str, spellings: list[str]) -> None:
    assert {spelling: format_parsed_move(get_scene(scene), seat, spelling) for spelling in spellings} == dict.fromkeys(
        spellings, move
    )


@pytest.mark.parametrize(
    ("scene", "seat", "typed", "suggestions"),
    [
        ("place", 0, "5", "place 5 a1"),
        ("place", 0, "9 c1", "c1"),
        ("place", 0, "plaec 5 b1", "place 5 b1"),
        ("relocate", 1, "place 4 c3", "relocate 4"),
        ("mask", 0, "mask a", "mask 1"),
        ("mask", 0, "maks 2", "mask 2"),
        # Equal values would meet.
        ("swap", 0, "a1 b1", "a1"),
        # The side is missing.
        ("pro empty", 0, "7 c2", "c2"),
        ("pro swap", 0, "swap a1 c3", "swap wolf a1 c3"),
        ("stacks move", 0, "b7 a1", "b7 a1"),
        # A stone that is named twice or is not in the supply is not taken for a space.
        ("stacks move", 0, "move b2 b2 b2 b3", "b2"),
        ("stacks move", 0, "b3 b2 b3 b1", "b3"),
        ("pro late", 0, "place b1 b3", "b3"),
    ],
)
def test_refusal_suggests_legal_moves(scene: str, seat: int, typed: str, suggestions: str) -> None:
    check_suggestions(get_scene(scene), seat, typed, suggestions)


def write_record(*lines: str, variant: str = "classic") -> str:
    options = f'{{"variant": "{variant}", "board": "{RULES_BOARD}", "shells": [5, 13]}}'
    return write_plain_record("schamanen", *lines, options=options)


def play_record_lines(*lines: str, variant: str = "classic") -> Match:
    return replay_record(record.parse_record(write_record(*lines, variant=variant)))


def test_vector_2_of_the_rules_as_a_record() -> None:
    match = play_record_lines("0 mask 2", "1 mask a")
    assert match.result
    assert (match.result.scores, match.result.ranks) == ((0, 18), (2, 1))


@pytest.mark.parametrize(
    ("variant", "move", "spelling"),
    [
        ("classic", "swap a1 c3", "SWAP C3 A1"),
        ("pro_stacks", "move b7 a1 w3 c2", "move w3 c2 b7 a1"),
    ],
)
def test_record_lists_spaces_and_stones_in_any_order(variant: str, move: str, spelling: str) -> None:
    after = play_lines(begin_duel(board=RULES_BOARD, shells=[5, 13], variant=variant), "c1", f"0 {move}")
    assert play_record_lines("0 mask 1", "1 mask c", f"0 {spelling}", variant=variant).state == after.state


@pytest.mark.parametrize(
    ("variant", "lines", "wrong_line", "key"),
    [
        ("classic", ("0 mask 1", "0 mask 2", "1 mask c"), 1, "sealed"),
        ("classic", ("0 mask 1", "0 mask 1", "1 mask c"), 1, "sealed"),
        ("classic", ("0 mask a",), 0, "illegal"),
        # Records contain complete moves only.
        ("classic", ("0 1", "1 mask c"), 0, "illegal"),
        ("classic", ("0 mask 1", "1 mask c", "1 swap a1 c3"), 2, "not-awaited"),
        ("classic", ("0 mask 1", "1 mask c", "0 swap a1 b1"), 2, "illegal"),
        ("classic", ("0 mask 1", "1 mask c", "0 swap bison a1 c3"), 2, "illegal"),
        ("classic", ("0 mask 2", "1 mask a", "0 swap a1 c3"), 2, "ended"),
        ("pro", ("0 mask 1", "1 mask c", "0 swap a1 c3"), 2, "illegal"),
        ("pro_stacks", ("0 mask 1", "1 mask c", "0 move b2 b2 b2 b3"), 2, "illegal"),
        ("pro_stacks", ("0 mask 1", "1 mask c", "0 move b3 b1 b3 b2"), 2, "illegal"),
    ],
)
def test_wrong_line_breaks_the_record_where_it_stands(
    variant: str, lines: tuple[str, ...], wrong_line: int, key: str
) -> None:
    broken = catch_broken_record(write_record(*lines, variant=variant))
    assert (broken.why.key, broken.line) == (key, 7 + wrong_line)
