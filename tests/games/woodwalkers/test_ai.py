"""The AI: legal moves with reasons, and positions with one best move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.core import Level, Suggestion
from games.dice import Dice
from games.match import Match
from games.woodwalkers import GAME
from games.woodwalkers.assessment import assess_position
from games.woodwalkers.move_value import value_moves
from games.woodwalkers.pieces import ANIMALS, FACE_DOWN
from games.woodwalkers.spaces import SPACE_BY_NAME
from games.words import LOCALES
from tests.effort_level import IS_LITTLE_EFFORT
from tests.games.match_lines import make_timer, play_lines
from tests.games.woodwalkers.match_setup import (
    ONE_ROUND_STACK,
    play_randomly,
    play_turn,
    start_after_roll,
    start_midnight_duel,
)
from tests.games.woodwalkers.scenes import SCENES, get_scene
from tests.tools.bench.baselines import choose_without_duels


def suggest_move(match: Match, level: Level = Level.MEDIUM, seat: int = 0) -> Suggestion:
    return GAME.think(match.view_of(seat), level, Dice(bytes(4)), lambda: 1.0)


def choose_move(match: Match, seat: int = 0) -> str:
    return " ".join(suggest_move(match, seat=seat).move)


def sample_positions() -> Iterator[tuple[Match, int]]:
    """Yield all scenes, and positions of random matches with many duels. With little effort, yield fewer positions."""
    variants: list[dict[str, Any]] = [{}, {"variant": "midnight"}, {"variant": "midnight", "memory_help": "own"}]
    matches = [get_scene(name) for name in SCENES]
    for seats in (2, 3, 4):
        for options in variants[seats - 2 :: 3] if IS_LITTLE_EFFORT else variants:
            matches += list(play_randomly(5, seats, lively=True, **options))[:: 33 if IS_LITTLE_EFFORT else 11]
    return ((match, seat) for match in matches for seat in sorted(match.to_move))


@pytest.mark.again
def test_every_suggestion_is_legal_and_has_a_reason_for_any_time_left() -> None:
    reasons, valued_positions, forgotten_views = set[str](), 0, 0
    for match, seat in sample_positions():
        view, legal = match.view_of(seat), match.legal_moves(seat)
        medium, easy = suggest_move(match, seat=seat), suggest_move(match, Level.EASY, seat)
        assert {medium.move, easy.move, choose_without_duels(view, Dice(b"rival"))} <= {*legal}
        assert all(
            GAME.say(suggestion.why, locale, **suggestion.facts) for locale in LOCALES for suggestion in (medium, easy)
        )
        reasons |= {medium.why, easy.why}
        for checks in (0, 1) if IS_LITTLE_EFFORT else (0, 1, 30):
            hasty = GAME.think(view, Level.MEDIUM, Dice(b""), make_timer(checks))
            assert hasty.move in legal
            assert (hasty.why == "why-random") == (checks == 0)
        if view.phase == "move":
            values = value_moves(assess_position(view), view.mode, count_threats=True)
            moves = [value.move for value in values if value.steps <= view.die]
            assert sorted([*moves, ("stay",)]) == sorted(legal)
            valued_positions += 1
        elif view.phase not in ("duel", "home"):
            # The easy level remembers nothing that lies face down.
            forgotten = GAME.forget(view)
            forgotten_views += forgotten != view
            assert GAME.think(forgotten, Level.EASY, Dice(bytes(4)), lambda: 1.0) == easy
    assert len(reasons) >= 15
    assert valued_positions > 10
    assert forgotten_views > 5


# Positions with one right move


@pytest.mark.parametrize(
    ("board", "die", "seat", "move"),
    [
        # In the last turn the highest flag is taken, and a flag is not left for a smaller one.
        ("3 - . +5 . +15\n2 - . . 0wo", 2, 0, "move d2 e3"),
        ("3 - . +5\n2 - . . 0wo+8", 2, 0, "stay"),
        # A duel that cannot be lost is begun.
        ("4 - . . 1sq+15\n2 - . . 0bi", 2, 0, "move d2 d4"),
        # The animal takes the one of two equal flags that the bison cannot reach in its later turn.
        ("4 - 0bi . +5 . +5\n3 - . . . 1sq", 2, 1, "move e3 f4"),
        ("4 - . . +5 . +5 . 0bi\n3 - . . . 1sq", 2, 1, "move e3 d4"),
    ],
)
def test_best_move_of_the_last_round_is_found(board: str, die: int, seat: int, move: str) -> None:
    assert choose_move(start_after_roll(board, die, stack=ONE_ROUND_STACK, seat=seat, alone=True), seat) == move


def test_suggestions_give_the_deciding_reason() -> None:
    flag = start_after_roll("3 - . +5 . +15\n2 - . . 0wo", 2, stack=ONE_ROUND_STACK)
    assert suggest_move(flag) == Suggestion(("move", "d2", "e3"), "why-flag", {"space": "E3", "value": 15})
    assert suggest_move(flag, Level.HARD) == suggest_move(flag, GAME.LEVELS[-1])
    sure = start_after_roll("4 - . . 1sq+15\n2 - . . 0bi", 2, stack=ONE_ROUND_STACK)
    assert suggest_move(sure) == Suggestion(
        ("move", "d2", "d4"), "why-duel-flag", {"space": "D4", "value": 15, "chance": 100}
    )
    assert choose_without_duels(sure.view_of(0), Dice(b"")) != ("move", "d2", "d4")
    hopeless = start_after_roll("4 - . . 1bi+15\n2 - . . 0sq", 2, stack=ONE_ROUND_STACK)
    assert choose_move(hopeless) != "move d2 d4"
    healing = play_lines(start_after_roll("3 - . ?m\n2 - . . 0wo2", 2), "0 move d2 c3")
    assert suggest_move(healing) == Suggestion(("heal", "wolf"), "why-heal", {"animal": "wolf", "wounds": 2})


def test_die_tile_is_used_in_a_duel_only_if_it_can_help() -> None:
    view = get_scene("duel").view_of(get_scene("duel").view_of(None).seat_to_move)
    assert view.duel
    hopeless = replace(view, duel=replace(view.duel, values=(0, 9), dice=(1, 6)))
    assert GAME.think(hopeless, Level.MEDIUM, Dice(b""), lambda: 1.0).move == ("keep",)
    # A tie is enough for the defender but not for the challenger.
    for values, rolls, chance in (((6, 6), (1, 2), 67), ((6, 6), (3, 1), 67)):
        losing = replace(view, duel=replace(view.duel, values=values, dice=rolls))
        expected = Suggestion(("reroll",), "why-duel-again", {"chance": chance})
        assert GAME.think(losing, Level.MEDIUM, Dice(b""), lambda: 1.0) == expected


def test_only_a_known_challenger_is_guessed() -> None:
    match = start_midnight_duel(3, 6)
    assert suggest_move(match, seat=1) == Suggestion(("pass",), "why-pass", {"count": 7})
    view = match.view_of(1)
    wolf = ANIMALS.index("wolf")
    known_tiles = tuple(
        (space, wolf if space == SPACE_BY_NAME["d2"] else animal) for space, animal in view.teams[0].known_tiles
    )
    sure = replace(view, teams=(replace(view.teams[0], known_tiles=known_tiles), view.teams[1]))
    assert GAME.think(sure, Level.MEDIUM, Dice(b""), lambda: 1.0).move == ("guess", "wolf")
    # For a player without memory, all seven animals are still possible.
    assert GAME.think(sure, Level.EASY, Dice(b""), lambda: 1.0).move == ("pass",)


def test_no_guess_among_three_candidates() -> None:
    """The attacker is a bison, bear or deer. With three candidates, a guess is more likely wrong than right."""
    view = start_midnight_duel(3, 6, board="4 - . . 1sq\n2 - . . 0de").view_of(1)
    seen_animals = dict(zip(("b1", "c1", "e1", "h1"), ("wolf", "puma", "otter", "squirrel"), strict=True))
    names = {SPACE_BY_NAME[space]: ANIMALS.index(name) for space, name in seen_animals.items()}
    known_tiles = tuple((space, names.get(space, FACE_DOWN)) for space, _ in view.teams[0].known_tiles)
    squirrel = ((SPACE_BY_NAME["d4"], ANIMALS.index("squirrel")),)
    third = replace(
        view, teams=(replace(view.teams[0], known_tiles=known_tiles), replace(view.teams[1], known_tiles=squirrel))
    )
    assert GAME.think(third, Level.MEDIUM, Dice(b""), lambda: 1.0) == Suggestion(("pass",), "why-pass", {"count": 3})


@pytest.mark.parametrize(("die", "move"), [(1, "reroll"), (6, "keep")])
def test_die_tile_is_used_if_another_roll_gains_more_than_it_is_worth(die: int, move: str) -> None:
    """The flag is out of reach after a roll of 1, but most other rolls reach it. No roll is better than a 6."""
    match = start_after_roll("4 - . . ?d . . . +15\n2 - . . 0wo", 2, die, stack=["strength"] * 4)
    match = play_turn(play_lines(match, "0 move d2 d4"), "0 roll")
    assert choose_move(match) == move
    assert suggest_move(match).facts == {"die": die}
