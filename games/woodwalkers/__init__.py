"""Woodwalkers, by Kai Haferkamp and Katja Brandis: seven animals a side, a hidden forest, and duels with dice."""

from games import art
from games.core import Game, Level
from games.woodwalkers import (
    asking,
    board,
    judge,
    legal,
    mind,
    options,
    reveal,
    rules,
    sight,
    tell,
    weight,
)
from games.woodwalkers.state import State, View


class Woodwalkers(Game[options.Options, State, View]):
    SEATS = range(2, 5)
    options_class = options.Options
    LEVELS = (Level.PLAYFUL, Level.STEADY)
    """None was found that is better than steady wherever two play: see docs/strength.md."""
    JUDGES_SINGLE_MOVES = True
    BANNER = art.make_banner(__package__, "#14362e", room=(40, 10, 560, 154))
    """The animals below the moon, and the flag they all want."""
    EMBLEMS = asking.EMBLEMS

    initial_state = staticmethod(rules.start)
    seats_to_move = staticmethod(rules.awaited)
    view = staticmethod(sight.view)
    legal_moves = staticmethod(legal.legal)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    resample = staticmethod(sight.resample)
    reveal_all = staticmethod(rules.reveal_all)
    forget = staticmethod(sight.forget)

    draw_board = staticmethod(board.picture)
    draw_partial_move = staticmethod(board.sketch)
    draw_reveal = staticmethod(reveal.reveal)
    describe_board = staticmethod(tell.text)
    describe_briefly = staticmethod(tell.alt)
    describe_step = staticmethod(tell.told)
    move_label = staticmethod(asking.label)
    group_label = staticmethod(asking.group_label)
    parse_move = staticmethod(asking.read)
    suggest_move = staticmethod(asking.suggest_move)
    ask_next_token = staticmethod(asking.question)
    introduce = staticmethod(rules.introduction)
    move_emblem = staticmethod(asking.emblem)
    arrange_buttons = staticmethod(asking.arrange_buttons)
    recall_board = staticmethod(board.recall)
    list_possibilities = staticmethod(board.list_possibilities)
    weigh_step = staticmethod(weight.weigh_step)

    think = staticmethod(mind.think)
    random_move = staticmethod(mind.random_move)
    greedy_move = staticmethod(mind.greedy_move)
    list_habits = staticmethod(judge.habits)
    win_shares = staticmethod(judge.worth)
    split_change = staticmethod(judge.judged)


GAME = Woodwalkers()
