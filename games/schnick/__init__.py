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
    BANNER = art.make_banner(__package__, "#20242e", room=(34, 8, 318, 304))
    """A hand of all the cards there are, the joker last."""
    EMBLEMS = tell.EMBLEMS

    initial_state = staticmethod(rules.start)
    seats_to_move = staticmethod(rules.awaited)
    view = staticmethod(world.view)
    legal_moves = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    scores = staticmethod(rules.scores)
    result = staticmethod(rules.result)
    reveal_all = staticmethod(rules.reveal_all)
    resample = staticmethod(world.resample)

    draw_board = staticmethod(board.picture)
    draw_reveal = staticmethod(reveal.reveal)
    describe_board = staticmethod(tell.text)
    describe_briefly = staticmethod(tell.alt)
    describe_step = staticmethod(tell.told)
    move_label = staticmethod(tell.label)
    parse_move = staticmethod(reading.read)
    ask_next_token = staticmethod(tell.question)
    introduce = staticmethod(tell.introduction)
    move_emblem = staticmethod(tell.emblem)

    think = staticmethod(mind.think)
    random_move = staticmethod(mind.random_move)
    greedy_move = staticmethod(mind.greedy_move)
    observe_opponent = staticmethod(outguess.met)
    exploit = staticmethod(outguess.exploit)
    list_habits = staticmethod(outguess.habits)
    win_shares = staticmethod(judge.worth)
    split_change = staticmethod(judge.judged)


GAME = Schnick()
