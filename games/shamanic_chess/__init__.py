"""Shamanic Chess, by Mats Winther: the officers can fall into a trance and travel wherever they like."""

from typing import Final

from games import shamanic_chess
from games.core import Game
from games.shamanic_chess.banner import BANNER
from games.shamanic_chess.board import picture
from games.shamanic_chess.emblem import EMBLEMS, emblem
from games.shamanic_chess.judge import ADVISES, judged, worth
from games.shamanic_chess.legal import legal
from games.shamanic_chess.lesson import first
from games.shamanic_chess.mind import rivals, think
from games.shamanic_chess.options import Options
from games.shamanic_chess.pgn import from_pgn, pgn
from games.shamanic_chess.reading import begun, read
from games.shamanic_chess.rows import rows
from games.shamanic_chess.rules import (
    apply,
    awaited,
    awarded,
    covered,
    guess,
    perft,
    result,
    scores,
    start,
    tally,
    uncovered,
    view,
)
from games.shamanic_chess.state import State, View
from games.shamanic_chess.tell import alt, asks, gathered, label, ready, text, told
from games.shamanic_chess.texts import say
from games.shamanic_chess.weight import weight

KEY: Final = "shamanic_chess"
EDITION: Final = 1
SEATS: Final = range(2, 3)
TIMED: Final = False

GAME: Game[Options, State, View] = shamanic_chess

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
    "awarded",
    "begun",
    "covered",
    "emblem",
    "first",
    "from_pgn",
    "gathered",
    "guess",
    "judged",
    "label",
    "legal",
    "perft",
    "pgn",
    "picture",
    "read",
    "ready",
    "result",
    "rivals",
    "rows",
    "say",
    "scores",
    "start",
    "tally",
    "text",
    "think",
    "told",
    "uncovered",
    "view",
    "weight",
    "worth",
]
