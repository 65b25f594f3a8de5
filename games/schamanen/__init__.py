"""Duel of the Shamans (Duel der Schamanen), by Wolfgang Kramer.

Bison chooses a row and Wolf a column. The stones on the space where the two lines meet fight for shells.
"""

from types import MappingProxyType

from games import art
from games.core import Game
from games.schamanen import (
    ai,
    analysis,
    board_picture,
    daily_duel,
    descriptions,
    labels,
    legal_moves,
    move_parser,
    opponent_model,
    options,
    reveal_picture,
    rules,
    views,
)
from games.schamanen.state import State, View


class Schamanen(Game[options.Options, State, View]):
    SEATS = range(2, 3)
    options_class = options.Options
    MAY_LIMIT_MATCH_TIME = True
    LIVE_OPTIONS = MappingProxyType({"duel_limit": 11})
    MIRROR_OPTIONS = MappingProxyType({"placement": "random"})
    DAILY = daily_duel.SchamanenDailyDuel()
    JUDGES_SINGLE_MOVES = True
    ACCENT_COLOR = 0xC8553D
    BANNER = art.make_banner(__package__, "#4a2208", title_area=(44, 24, 420, 272))
    """The banner image: Bison and Wolf, with two hidden stones between them."""
    EMBLEMS = labels.EMBLEMS

    initial_state = staticmethod(rules.initial_state)
    seats_to_move = staticmethod(rules.seats_to_move)
    view = staticmethod(views.view)
    list_public_choices = staticmethod(legal_moves.list_public_choices)
    legal_moves = staticmethod(legal_moves.legal_moves)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    resample = staticmethod(views.resample)
    reveal_all = staticmethod(rules.reveal_all)
    forget = staticmethod(views.forget)

    draw_board = staticmethod(board_picture.draw_board)
    draw_reveal = staticmethod(reveal_picture.draw_reveal)
    describe_board = staticmethod(descriptions.describe_board)
    describe_briefly = staticmethod(descriptions.describe_briefly)
    describe_places = staticmethod(descriptions.describe_places)
    describe_step = staticmethod(descriptions.describe_step)
    summarize_step = staticmethod(descriptions.summarize_step)
    move_label = staticmethod(labels.move_label)
    short_label = staticmethod(labels.short_label)
    parse_move = staticmethod(move_parser.parse_move)
    ask_next_token = staticmethod(labels.ask_next_token)
    introduce = staticmethod(descriptions.introduce)
    move_emblem = staticmethod(labels.move_emblem)
    arrange_buttons = staticmethod(labels.arrange_buttons)
    recall_board = staticmethod(board_picture.recall_board)
    list_possibilities = staticmethod(board_picture.list_possibilities)

    think = staticmethod(ai.think)
    greedy_move = staticmethod(ai.greedy_move)
    observe_opponent = staticmethod(opponent_model.observe_opponent)
    exploit = staticmethod(opponent_model.exploit)
    policy = staticmethod(ai.policy)
    list_habits = staticmethod(opponent_model.list_habits)
    win_shares = staticmethod(analysis.win_shares)
    split_change = staticmethod(analysis.split_change)


GAME = Schamanen()
