"""Schnick Schnack Schnuck: a card game with scissors, stone, paper, fire and well, and one joker per player."""

from types import MappingProxyType

from games import art
from games.core import Game
from games.schnick import (
    ai,
    analysis,
    board_picture,
    descriptions,
    labels,
    move_parser,
    opponent_model,
    options,
    reveal_picture,
    rules,
    views,
)
from games.schnick.state import SEAT_COUNTS, State, View


class Schnick(Game[options.Options, State, View]):
    SEATS = SEAT_COUNTS
    options_class = options.Options
    ACCENT_COLOR = 0xE0A030
    TYPICAL_MINUTES = 5
    LIVE_OPTIONS = MappingProxyType({})
    DECIDER_OPTIONS = MappingProxyType({"hands": ("j", "j"), "pile": "s"})
    """Each player has only a joker, so both choose a sign until one of them wins."""
    BANNER = art.make_banner(__package__, "#20242e", title_area=(34, 8, 318, 304))
    """The game's banner, which shows a hand with one card of each kind, ending with the joker."""
    EMBLEMS = labels.EMBLEMS

    initial_state = staticmethod(rules.initial_state)
    seats_to_move = staticmethod(rules.seats_to_move)
    view = staticmethod(views.view)
    legal_moves = staticmethod(rules.legal_moves)
    list_public_choices = staticmethod(rules.list_public_choices)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    reveal_all = staticmethod(rules.reveal_all)
    rule_out_winners = staticmethod(rules.rule_out_winners)
    resample = staticmethod(views.resample)

    draw_board = staticmethod(board_picture.draw_board)
    draw_reveal = staticmethod(reveal_picture.draw_reveal)
    describe_board = staticmethod(descriptions.describe_board)
    describe_briefly = staticmethod(descriptions.describe_briefly)
    describe_step = staticmethod(descriptions.describe_step)
    describe_last_step = staticmethod(descriptions.describe_last_step)
    summarize_step = staticmethod(descriptions.summarize_step)
    move_label = staticmethod(labels.move_label)
    spell_move = staticmethod(labels.spell_move)
    parse_move = staticmethod(move_parser.parse_move)
    ask_next_token = staticmethod(labels.ask_next_token)
    introduce = staticmethod(descriptions.introduce)
    move_emblem = staticmethod(labels.move_emblem)

    think = staticmethod(ai.think)
    random_move = staticmethod(ai.random_move)
    greedy_move = staticmethod(ai.greedy_move)
    observe_opponent = staticmethod(opponent_model.observe_opponent)
    exploit = staticmethod(opponent_model.exploit)
    list_habits = staticmethod(opponent_model.list_habits)
    win_shares = staticmethod(analysis.win_shares)
    split_change = staticmethod(analysis.split_change)


GAME = Schnick()
