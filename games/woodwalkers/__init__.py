"""The board game Woodwalkers by Kai Haferkamp and Katja Brandis, with animals, hidden tiles and dice duels."""

from games import art
from games.core import Game, Level
from games.woodwalkers import (
    ai,
    analysis,
    board_picture,
    descriptions,
    labels,
    legal_moves,
    move_parser,
    options,
    reveal_picture,
    rules,
    views,
)
from games.woodwalkers.state import State, View


class Woodwalkers(Game[options.Options, State, View]):
    SEATS = range(2, 5)
    options_class = options.Options
    LEVELS = (Level.EASY, Level.MEDIUM)
    """The available AI levels. There is no hard level.

    No AI was found that is clearly better than the medium level (see docs/computer_opponent.md).
    """
    JUDGES_SINGLE_MOVES = True
    ACCENT_COLOR = 0x5B8C4A
    TYPICAL_MINUTES = 25
    BANNER = art.make_banner(__package__, "#14362e", title_area=(40, 10, 560, 154))
    """The game's banner, which shows a flag and the animals below the moon."""
    EMBLEMS = labels.EMBLEMS

    initial_state = staticmethod(rules.initial_state)
    seats_to_move = staticmethod(rules.seats_to_move)
    view = staticmethod(views.view)
    find_automatic_move = staticmethod(legal_moves.find_automatic_move)
    list_public_choices = staticmethod(legal_moves.list_public_choices)
    legal_moves = staticmethod(legal_moves.legal_moves)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    resample = staticmethod(views.resample)
    reveal_all = staticmethod(rules.reveal_all)
    rule_out_winners = staticmethod(rules.rule_out_winners)
    forget = staticmethod(views.forget)

    draw_board = staticmethod(board_picture.draw_board)
    draw_partial_move = staticmethod(board_picture.draw_partial_move)
    draw_numbered_moves = staticmethod(board_picture.draw_numbered_moves)
    draw_reveal = staticmethod(reveal_picture.draw_reveal)
    describe_board = staticmethod(descriptions.describe_board)
    describe_briefly = staticmethod(descriptions.describe_briefly)
    describe_places = staticmethod(descriptions.describe_places)
    describe_step = staticmethod(descriptions.describe_step)
    move_label = staticmethod(labels.move_label)
    number_moves = staticmethod(labels.number_moves)
    group_label = staticmethod(labels.group_label)
    parse_move = staticmethod(move_parser.parse_move)
    suggest_move = staticmethod(labels.suggest_move)
    ask_next_token = staticmethod(labels.ask_next_token)
    introduce = staticmethod(rules.introduce)
    move_emblem = staticmethod(labels.move_emblem)
    arrange_buttons = staticmethod(labels.arrange_buttons)
    recall_board = staticmethod(board_picture.recall_board)
    list_possibilities = staticmethod(board_picture.list_possibilities)
    weigh_step = staticmethod(analysis.weigh_step)

    think = staticmethod(ai.think)
    random_move = staticmethod(ai.random_move)
    greedy_move = staticmethod(ai.greedy_move)
    list_habits = staticmethod(analysis.list_habits)
    win_shares = staticmethod(analysis.win_shares)
    split_change = staticmethod(analysis.split_change)


GAME = Woodwalkers()
