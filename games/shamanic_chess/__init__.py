"""Shamanic Chess, by Mats Winther: the officers can fall into a trance and travel wherever they like."""

from games import art
from games.core import OpenGame
from games.shamanic_chess import (
    board,
    judge,
    mind,
    options,
    pgn,
    reading,
    rules,
    tell,
)
from games.shamanic_chess.state import State


class ShamanicChess(OpenGame[options.Options, State]):
    SEATS = range(2, 3)
    options_class = options.Options
    HAS_RUNNING_SCORE = False
    JUDGES_SINGLE_MOVES = True
    BANNER = art.banner(__package__, "#2a1b45", room=(44, 24, 384, 272))
    """A queen in her trance, above a board that goes on without her."""
    EMBLEMS = tell.EMBLEMS

    start = staticmethod(rules.start)
    awaited = staticmethod(rules.awaited)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    reveal_all = staticmethod(rules.reveal_all)

    picture = staticmethod(board.picture)
    text = staticmethod(tell.text)
    alt = staticmethod(tell.alt)
    told = staticmethod(tell.told)
    label = staticmethod(tell.label)
    group_label = staticmethod(tell.group_label)
    read = staticmethod(reading.read)
    complete = staticmethod(reading.complete)
    question = staticmethod(tell.question)
    introduction = staticmethod(tell.introduction)
    emblem = staticmethod(tell.emblem)
    arrange_buttons = staticmethod(tell.arrange_buttons)
    weigh_step = staticmethod(judge.weigh_step)
    format_scores = staticmethod(rules.format_scores)

    think = staticmethod(mind.think)
    greedy_move = staticmethod(mind.greedy_move)
    worth = staticmethod(judge.worth)
    judged = staticmethod(judge.judged)

    perft = staticmethod(rules.perft)
    from_pgn = staticmethod(pgn.from_pgn)
    pgn = staticmethod(pgn.pgn)


GAME = ShamanicChess()
