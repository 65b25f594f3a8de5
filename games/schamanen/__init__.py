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
    BANNER = art.banner(__package__, "#4a2208", room=(44, 24, 420, 272))
    """Bison and Wolf, and what lies hidden between them."""
    EMBLEMS = buttons.EMBLEMS

    start = staticmethod(rules.start)
    awaited = staticmethod(rules.awaited)
    view = staticmethod(sight.view)
    legal = staticmethod(legal.legal)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    resample = staticmethod(sight.resample)
    reveal_all = staticmethod(rules.reveal_all)
    forget = staticmethod(sight.forget)

    picture = staticmethod(board.picture)
    reveal = staticmethod(clash.reveal)
    text = staticmethod(tell.text)
    alt = staticmethod(tell.alt)
    told = staticmethod(tell.told)
    label = staticmethod(tell.label)
    short_label = staticmethod(tell.short_label)
    read = staticmethod(tell.read)
    question = staticmethod(tell.question)
    introduction = staticmethod(tell.introduction)
    emblem = staticmethod(buttons.emblem)
    arrange_buttons = staticmethod(buttons.arrange_buttons)
    recall = staticmethod(board.recall)
    list_possibilities = staticmethod(board.list_possibilities)

    think = staticmethod(mind.think)
    greedy_move = staticmethod(mind.greedy_move)
    met = staticmethod(outguess.met)
    exploit = staticmethod(outguess.exploit)
    mix = staticmethod(mind.mix)
    habits = staticmethod(outguess.habits)
    worth = staticmethod(judge.worth)
    judged = staticmethod(judge.judged)


GAME = Schamanen()
