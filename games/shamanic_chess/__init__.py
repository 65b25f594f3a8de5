"""Shamanic Chess, by Mats Winther: orthodox chess in which pieces can fall into a trance and travel anywhere."""

from functools import cached_property

from games import art
from games.core import OpenGame
from games.shamanic_chess import (
    ai,
    analysis,
    board_picture,
    careless_moves,
    descriptions,
    exercises,
    labels,
    likely_moves,
    move_parser,
    options,
    pgn,
    rules,
)
from games.shamanic_chess.position import say
from games.shamanic_chess.state import WHITE, State
from games.shamanic_chess.translation import ChessWords


class ShamanicChess(OpenGame[options.Options, State]):
    SEATS = range(2, 3)
    options_class = options.Options
    HAS_RUNNING_SCORE = False
    FIRST_PRACTICE_SEAT = WHITE
    JUDGES_SINGLE_MOVES = True
    ACCENT_COLOR = 0x7A5FA8
    TYPICAL_MINUTES = 20
    BANNER = art.make_banner(__package__, "#2a1b45", title_area=(44, 24, 384, 272))
    """The banner image: a queen in trance above a board."""
    EXERCISES = exercises.EXERCISES
    EMBLEMS = labels.EMBLEMS

    @cached_property
    def say(self) -> ChessWords:
        return say

    initial_state = staticmethod(rules.initial_state)
    seats_to_move = staticmethod(rules.seats_to_move)
    legal_moves = staticmethod(rules.legal_moves)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    reveal_all = staticmethod(rules.reveal_all)

    draw_board = staticmethod(board_picture.draw_board)
    describe_board = staticmethod(descriptions.describe_board)
    describe_briefly = staticmethod(descriptions.describe_briefly)
    describe_places = staticmethod(descriptions.describe_places)
    describe_step = staticmethod(descriptions.describe_step)
    move_label = staticmethod(labels.move_label)
    group_label = staticmethod(labels.group_label)
    parse_move = staticmethod(move_parser.parse_move)
    complete_move = staticmethod(move_parser.complete_move)
    ask_next_token = staticmethod(labels.ask_next_token)
    introduce = staticmethod(descriptions.introduce)
    move_emblem = staticmethod(labels.move_emblem)
    arrange_buttons = staticmethod(labels.arrange_buttons)
    short_label = staticmethod(labels.short_label)
    number_moves = staticmethod(likely_moves.number_moves)
    numbers_any_move = staticmethod(likely_moves.numbers_any_move)
    draw_numbered_moves = staticmethod(board_picture.draw_numbered_moves)
    weigh_step = staticmethod(analysis.weigh_step)
    format_scores = staticmethod(rules.format_scores)

    think = staticmethod(ai.think)
    find_punishing_reply = staticmethod(careless_moves.find_punishing_reply)
    greedy_move = staticmethod(ai.greedy_move)
    win_shares = staticmethod(analysis.win_shares)
    split_change = staticmethod(analysis.split_change)

    perft = staticmethod(rules.perft)
    format_pgn = staticmethod(pgn.format_pgn)
    parse_pgn = staticmethod(pgn.parse_pgn)


GAME = ShamanicChess()
