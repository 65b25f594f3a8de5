"""Schnick Schnack Schnuck: stone, scissors, paper, fire and well as cards, and the joker when nothing else is left."""

from games import art
from games.core import Game
from games.schnick import (
    board,
    judge,
    mind,
    options,
    outguess,
    reading,
    reveal,
    rules,
    tell,
    world,
)
from games.schnick.state import State, View


class Schnick(Game[options.Options, State, View]):
    SEATS = range(2, 7)
    options_class = options.Options
    BANNER = art.banner(__package__, "#20242e", room=(34, 8, 318, 304))
    """A hand of all the cards there are, the joker last."""
    EMBLEMS = tell.EMBLEMS

    start = staticmethod(rules.start)
    awaited = staticmethod(rules.awaited)
    view = staticmethod(world.view)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    reveal_all = staticmethod(rules.reveal_all)
    resample = staticmethod(world.resample)

    picture = staticmethod(board.picture)
    reveal = staticmethod(reveal.reveal)
    text = staticmethod(tell.text)
    alt = staticmethod(tell.alt)
    told = staticmethod(tell.told)
    label = staticmethod(tell.label)
    read = staticmethod(reading.read)
    question = staticmethod(tell.question)
    introduction = staticmethod(tell.introduction)
    emblem = staticmethod(tell.emblem)

    think = staticmethod(mind.think)
    random_move = staticmethod(mind.random_move)
    greedy_move = staticmethod(mind.greedy_move)
    met = staticmethod(outguess.met)
    exploit = staticmethod(outguess.exploit)
    habits = staticmethod(outguess.habits)
    worth = staticmethod(judge.worth)
    judged = staticmethod(judge.judged)


GAME = Schnick()
