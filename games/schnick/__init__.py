"""Schnick Schnack Schnuck: stone, scissors, paper, fire and well as cards, and the joker when nothing else is left."""

from typing import Final

from games import schnick
from games.core import Game
from games.schnick.banner import BANNER
from games.schnick.board import picture
from games.schnick.emblem import EMBLEMS, emblem
from games.schnick.habits import habits
from games.schnick.judge import ADVISES, judged, worth
from games.schnick.legal import legal
from games.schnick.mind import rivals, think
from games.schnick.options import Options
from games.schnick.outguess import met, outguess
from games.schnick.reading import read
from games.schnick.reveal import reveal
from games.schnick.rules import apply, awaited, result, scores, start, uncovered
from games.schnick.sight import covered, view
from games.schnick.state import State, View
from games.schnick.tell import alt, asks, first, label, ready, text, told
from games.schnick.texts import say
from games.schnick.world import guess

KEY: Final = "schnick"
EDITION: Final = 1
SEATS: Final = range(2, 7)
TIMED: Final = False

GAME: Game[Options, State, View] = schnick

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
    "covered",
    "emblem",
    "first",
    "guess",
    "habits",
    "judged",
    "label",
    "legal",
    "met",
    "outguess",
    "picture",
    "read",
    "ready",
    "result",
    "reveal",
    "rivals",
    "say",
    "scores",
    "start",
    "text",
    "think",
    "told",
    "uncovered",
    "view",
    "worth",
]
