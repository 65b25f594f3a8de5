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
    BANNER = art.make_banner(__package__, "#2a1b45", room=(44, 24, 384, 272))
    """A queen in her trance, above a board that goes on without her."""
    EMBLEMS = tell.EMBLEMS

    initial_state = staticmethod(rules.start)
    seats_to_move = staticmethod(rules.awaited)
    legal_moves = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    reveal_all = staticmethod(rules.reveal_all)

    draw_board = staticmethod(board.picture)
    describe_board = staticmethod(tell.text)
    describe_briefly = staticmethod(tell.alt)
    describe_step = staticmethod(tell.told)
    move_label = staticmethod(tell.label)
    group_label = staticmethod(tell.group_label)
    parse_move = staticmethod(reading.read)
    complete_move = staticmethod(reading.complete)
    ask_next_token = staticmethod(tell.question)
    introduce = staticmethod(tell.introduction)
    move_emblem = staticmethod(tell.emblem)
    arrange_buttons = staticmethod(tell.arrange_buttons)
    weigh_step = staticmethod(judge.weigh_step)
    format_scores = staticmethod(rules.format_scores)

    think = staticmethod(mind.think)
    greedy_move = staticmethod(mind.greedy_move)
    win_shares = staticmethod(judge.worth)
    split_change = staticmethod(judge.judged)

    perft = staticmethod(rules.perft)
    from_pgn = staticmethod(pgn.from_pgn)
    pgn = staticmethod(pgn.pgn)


GAME = ShamanicChess()
