"""Duel der Schamanen, by Wolfgang Kramer: rows against columns, and the shells go where the masks meet."""

from games import art
from games.core import Game
from games.schamanen import (
    board,
    buttons,
    clash,
    judge,
    legal,
    mind,
    options,
    outguess,
    rules,
    sight,
    tell,
)
from games.schamanen.state import State, View


class Schamanen(Game[options.Options, State, View]):
    SEATS = range(2, 3)
    options_class = options.Options
    MAY_LIMIT_MATCH_TIME = True
    JUDGES_SINGLE_MOVES = True
    BANNER = art.make_banner(__package__, "#4a2208", room=(44, 24, 420, 272))
    """Bison and Wolf, and what lies hidden between them."""
    EMBLEMS = buttons.EMBLEMS

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
    draw_reveal = staticmethod(clash.reveal)
    describe_board = staticmethod(tell.text)
    describe_briefly = staticmethod(tell.alt)
    describe_step = staticmethod(tell.told)
    move_label = staticmethod(tell.label)
    short_label = staticmethod(tell.short_label)
    parse_move = staticmethod(tell.read)
    ask_next_token = staticmethod(tell.question)
    introduce = staticmethod(tell.introduction)
    move_emblem = staticmethod(buttons.emblem)
    arrange_buttons = staticmethod(buttons.arrange_buttons)
    recall_board = staticmethod(board.recall)
    list_possibilities = staticmethod(board.list_possibilities)

    think = staticmethod(mind.think)
    greedy_move = staticmethod(mind.greedy_move)
    observe_opponent = staticmethod(outguess.met)
    exploit = staticmethod(outguess.exploit)
    policy = staticmethod(mind.mix)
    list_habits = staticmethod(outguess.habits)
    win_shares = staticmethod(judge.worth)
    split_change = staticmethod(judge.judged)


GAME = Schamanen()
