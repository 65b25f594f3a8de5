"""Woodwalkers, by Kai Haferkamp and Katja Brandis: seven animals a side, a hidden forest, and duels with dice."""

from typing import Final

from games import woodwalkers
from games.core import Game, Level
from games.woodwalkers.asking import asks, gathered, label, read, ready
from games.woodwalkers.banner import BANNER
from games.woodwalkers.board import picture, sketch
from games.woodwalkers.emblem import EMBLEMS, emblem
from games.woodwalkers.habits import habits
from games.woodwalkers.judge import ADVISES, judged, worth
from games.woodwalkers.legal import legal
from games.woodwalkers.lesson import first
from games.woodwalkers.memory import recalled, unsure
from games.woodwalkers.mind import rivals, think
from games.woodwalkers.options import Options
from games.woodwalkers.reveal import reveal
from games.woodwalkers.rows import rows
from games.woodwalkers.rules import apply, awaited, result, scores, start, uncovered
from games.woodwalkers.sight import covered, guess, view
from games.woodwalkers.state import State, View
from games.woodwalkers.tell import alt, text, told
from games.woodwalkers.texts import say
from games.woodwalkers.weight import weight

KEY: Final = "woodwalkers"
EDITION: Final = 1
SEATS: Final = range(2, 5)
TIMED: Final = False
LEVELS: Final = (Level.PLAYFUL, Level.STEADY)
"""None was found that is better than steady wherever two play: see docs/strength.md."""

GAME: Game[Options, State, View] = woodwalkers

__all__ = [
    "ADVISES",
    "BANNER",
    "EDITION",
    "EMBLEMS",
    "GAME",
    "KEY",
    "LEVELS",
    "SEATS",
    "TIMED",
    "Options",
    "alt",
    "apply",
    "asks",
    "awaited",
    "covered",
    "emblem",
    "first",
    "gathered",
    "guess",
    "habits",
    "judged",
    "label",
    "legal",
    "picture",
    "read",
    "ready",
    "recalled",
    "result",
    "reveal",
    "rivals",
    "rows",
    "say",
    "scores",
    "sketch",
    "start",
    "text",
    "think",
    "told",
    "uncovered",
    "unsure",
    "view",
    "weight",
    "worth",
]
