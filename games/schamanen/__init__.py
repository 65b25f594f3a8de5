"""Duel der Schamanen, by Wolfgang Kramer: rows against columns, and the shells go where the masks meet."""

from typing import Final

from games import schamanen
from games.core import Game
from games.schamanen.banner import BANNER
from games.schamanen.board import picture
from games.schamanen.clash import reveal
from games.schamanen.emblem import EMBLEMS, emblem
from games.schamanen.habits import habits
from games.schamanen.judge import ADVISES, judged, worth
from games.schamanen.legal import legal
from games.schamanen.memory import recalled, unsure
from games.schamanen.mind import mix, rivals, think
from games.schamanen.options import Options
from games.schamanen.outguess import met, outguess
from games.schamanen.rows import rows
from games.schamanen.rules import apply, awaited, result, scores, start, uncovered
from games.schamanen.sight import covered, guess, view
from games.schamanen.state import State, View
from games.schamanen.tell import alt, asks, brief, first, label, read, ready, text, told
from games.schamanen.texts import say

KEY: Final = "schamanen"
EDITION: Final = 1
SEATS: Final = range(2, 3)
TIMED: Final = True

GAME: Game[Options, State, View] = schamanen

__all__ = [
    "ADVISES",
    "BANNER",
    "EDITION",
    "EMBLEMS",
    "GAME",
    "KEY",
    "SEATS",
    "TIMED",
    "Options",
    "alt",
    "apply",
    "asks",
    "awaited",
    "brief",
    "covered",
    "emblem",
    "first",
    "guess",
    "habits",
    "judged",
    "label",
    "legal",
    "met",
    "mix",
    "outguess",
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
    "start",
    "text",
    "think",
    "told",
    "uncovered",
    "unsure",
    "view",
    "worth",
]
