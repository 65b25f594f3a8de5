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
    BANNER = art.banner(__package__, "#14362e", room=(40, 10, 560, 154))
    """The animals below the moon, and the flag they all want."""
    EMBLEMS = asking.EMBLEMS

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
    sketch = staticmethod(board.sketch)
    reveal = staticmethod(reveal.reveal)
    text = staticmethod(tell.text)
    alt = staticmethod(tell.alt)
    told = staticmethod(tell.told)
    label = staticmethod(asking.label)
    group_label = staticmethod(asking.group_label)
    read = staticmethod(asking.read)
    suggest_move = staticmethod(asking.suggest_move)
    question = staticmethod(asking.question)
    introduction = staticmethod(rules.introduction)
    emblem = staticmethod(asking.emblem)
    arrange_buttons = staticmethod(asking.arrange_buttons)
    recall = staticmethod(board.recall)
    list_possibilities = staticmethod(board.list_possibilities)
    weigh_step = staticmethod(weight.weigh_step)

    think = staticmethod(mind.think)
    random_move = staticmethod(mind.random_move)
    greedy_move = staticmethod(mind.greedy_move)
    habits = staticmethod(judge.habits)
    worth = staticmethod(judge.worth)
    judged = staticmethod(judge.judged)


GAME = Woodwalkers()
