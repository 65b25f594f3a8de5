"""Example matches with every kind of move and every way to end, built on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Final

from games.match import RESIGN, Match
from tests.games.shamanic_chess.positions import (
    ALL_IN_TRANCE_FEN,
    KIWIPETE_FEN,
    QUEEN_IN_TRANCE_FEN,
    begin_chess,
    play_typed,
)

MIXED_FEN: Final = "r3k2r/8/8/3Q~4/1n~1p4/8/2P1P3/R3K2R w KQkq - 4 9"
WAKING_FEN: Final = "R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1"
CHECKED_FEN: Final = "4k3/8/8/8/8/8/3N4/r3K2R w K - 0 1"
CAPTURED_FEN: Final = "rnb1k2r/ppppp3/8/8/8/8/PPPPPPPP/R~NBQK3 w - - 0 1"
PROMOTION_FEN: Final = "rnbqkbn1/pppppppP/8/8/8/8/PPPPPPP1/RNBQKBNR w KQq - 0 1"


def play_from(fen: str | None, typed: str = "", *variant: str) -> Match:
    return play_typed(begin_chess(fen, *variant), typed)


SCENE_ARGUMENTS: Final[Mapping[str, tuple[str | None, *tuple[str, ...]]]] = {
    "opening": (None,),
    "moved": (None, "e4"),
    "journeyed": (None, "Nb1~e4"),
    "captured": (KIWIPETE_FEN, "Qxf6"),
    "captured on both sides": (KIWIPETE_FEN, "Bxa6 hxg2"),
    "captured before": (KIWIPETE_FEN, "Bxa6 hxg2 a3"),
    "castled short": (KIWIPETE_FEN, "O-O"),
    "castled long": (KIWIPETE_FEN, "O-O-O"),
    "promoted by a capture": (KIWIPETE_FEN, "a3 hxg2 a4 gxh1=N"),
    "promoted": ("6k1/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N"),
    "promotion": ("n~5k1/1P6/8/8/8/8/8/4K3 w - - 0 1",),
    "shaman captured": ("n~5k1/1P6/8/8/8/8/8/4K3 w - - 0 1", "bxa8=B"),
    "king moved": (MIXED_FEN, "Kf2"),
    "journeyed by Black": (MIXED_FEN, "Rh1~g7 Ra8~b6"),
    "woken": (MIXED_FEN, "d5^"),
    "captured in passing": (MIXED_FEN, "c4 dxc3"),
    "double step": (MIXED_FEN, "c4"),
    "free shaman journeyed on": (MIXED_FEN, "d5~a3", "free"),
    "check": ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "Qa4"),
    "check by a drawn start": (CHECKED_FEN,),
    "checkmate": (WAKING_FEN, "a8^"),
    "stalemate": ("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", "Kg6"),
    "dead position": ("8/8/8/8/8/4k3/3R~4/K6N b - - 0 1", "Kxd2"),
    "fifty moves": ("4k3/8/8/8/8/8/8/R3K3 w Q - 99 90", "Ra2"),
    "queen in trance": (QUEEN_IN_TRANCE_FEN,),
    "one in trance": ("4k3/8/8/8/Q~7/8/8/4K3 w - - 0 1",),
    "two in trance": ("4k3/8/8/8/Q~R~6/8/8/4K3 w - - 0 1",),
    "all kinds in trance": ("4k3/8/8/q~r~b~n~4/Q~R~B~N~4/8/8/4K3 w - - 0 1",),
    "crowd in trance": (ALL_IN_TRANCE_FEN,),
    "much captured": (CAPTURED_FEN,),
    "promoted piece is not captured": (PROMOTION_FEN, "hxg8=Q"),
}
"""For each scene, the start position as FEN, then optionally the moves and the variant."""
SCENES: Final[Mapping[str, Callable[[], Match]]] = {
    **{name: partial(play_from, *each) for name, each in SCENE_ARGUMENTS.items()},
    "resigned": lambda: play_typed(begin_chess(), "e4 e5").play_move(0, RESIGN),
}

LABEL_CASES: Final = (
    *("king moved 1 b4", "king moved 1 b4 ^", "king moved 1 e8 f8", "opening 0 a1", "opening 0 b1", "opening 0 a2"),
    *("woken 1 a8 ~", "woken 1 a8 ~ b7", "woken 1 a8 b8", "woken 1 a8 a1", "king moved 1 e8 g8"),
    *("double step 1 d4 c3", "double step 1 d4 d3", "queen in trance 1 e8 d7", "check by a drawn start 0 d2"),
    *("one in trance 0 a4", "promotion 0 b7", "promotion 0 b7 a8", "promotion 0 b7 a8 n"),
)
TEXT_CASES: Final = (*(("king moved", 0), ("journeyed by Black", 1), ("check", None), ("resigned", None)),)


@cache
def get_scene(name: str) -> Match:
    return SCENES[name]()
