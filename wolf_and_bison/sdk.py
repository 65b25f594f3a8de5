"""Everything that the author of a game imports, as in `from wolf_and_bison.sdk import Game, Result`.

The guide is `docs/adding_a_game.md`. Each name is documented where it is defined, in `games/`.
"""

# ruff: noqa: E402 - the packages become importable first

from __future__ import annotations

from wolf_and_bison import make_packages_importable

make_packages_importable()

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    FAINT,
    GOLD,
    INK,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    PAPER,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Banner,
    Emblem,
    Letters,
    Palette,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    TranslatedWord,
    make_banner,
    seat_badge,
)
from games.core import (
    Exercise,
    Game,
    JointMove,
    Level,
    MixedSuggestion,
    Move,
    OpenGame,
    OpenView,
    Result,
    Seat,
    Suggestion,
    TimeLeft,
    View,
)
from games.dice import UNSEEDED, Dice
from games.grid import PickedLabel, arrange_grid
from games.insight import Contribution, Habit, OpponentChoice
from games.match import Match, begin_match
from games.matrix import draw_from_mix, solve_matrix
from games.options import Options
from games.refused import Refused
from games.spelling import match_spelling
from games.tables import load_table
from games.words import StepNarrator, Words

__all__ = [
    "BOARD_HEIGHT",
    "BOARD_WIDTH",
    "FAINT",
    "GOLD",
    "INK",
    "LARGE_TYPE_HEIGHT",
    "LIGHT",
    "PANEL",
    "PAPER",
    "SLATE",
    "SMALL_TYPE_HEIGHT",
    "UNSEEDED",
    "Banner",
    "Contribution",
    "Dice",
    "Emblem",
    "Exercise",
    "Game",
    "Habit",
    "JointMove",
    "Letters",
    "Level",
    "Match",
    "MixedSuggestion",
    "Move",
    "OpenGame",
    "OpenView",
    "OpponentChoice",
    "Options",
    "Palette",
    "PickedLabel",
    "Picture",
    "PlacedMark",
    "PlayerName",
    "Rectangle",
    "Refused",
    "Result",
    "Seat",
    "Sprite",
    "StepNarrator",
    "Suggestion",
    "TimeLeft",
    "TranslatedWord",
    "View",
    "Words",
    "arrange_grid",
    "begin_match",
    "draw_from_mix",
    "load_table",
    "make_banner",
    "match_spelling",
    "seat_badge",
    "solve_matrix",
]
