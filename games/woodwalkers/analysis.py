"""Match review: habits, highlights, and the effects of luck and of each choice on the win shares.

Luck is measured by enumerating all possible rolls and tiles. Each choice is compared with the AI's move, in random
states that are consistent with the seat's view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Final

from games.core import JointMove, Level, Move, Seat, Suggestion
from games.dice import UNSEEDED, Dice
from games.insight import Contribution, Habit
from games.woodwalkers.ai import greedy_move, think
from games.woodwalkers.evaluation import Shares, estimate_shares
from games.woodwalkers.events import Duel, Event, TileFound
from games.woodwalkers.figures import DIE_FACES, FIGURES, MODES
from games.woodwalkers.legal_moves import REROLL, ROLL
from games.woodwalkers.pieces import Forest, Tile, flag_value
from games.woodwalkers.probabilities import tile_probabilities
from games.woodwalkers.rules import apply, result
from games.woodwalkers.spaces import SPACE_BY_NAME, Space
from games.woodwalkers.state import State, View
from games.woodwalkers.views import resample, view


def list_habits(state: State, joint: JointMove) -> Iterator[Habit]:
    """Yield a `Habit` for each battle mode that a seat chose in `joint`.

    No other seat chooses at the same time, so the habit has no opposing choice and no outcome.
    """
    if state.phase != "mode":
        return
    alternatives = tuple(mode for mode in MODES if mode in state.open_modes)
    for seat, (_, mode) in joint.items():
        yield Habit(seat, "mode", mode, alternatives)


REMOVAL_WEIGHT: Final = 6
"""The weight added to a duel as a highlight if an animal leaves the game in it."""


def weigh_step(before: View, view: View) -> int:
    return sum(_weigh_event(view, event) for event in view.turn_events if event not in before.turn_events)


def _weigh_event(view: View, event: Event) -> int:
    """Return an event's weight as a highlight.

    The weight of a settled duel includes its points, its flag, and the removal of an animal. A turned-up tile has the
    weight of its flag or point.
    """
    match event:
        case Duel(space=space, winner=winner, is_loser_removed=is_removed) if winner is not None:
            return 2 * FIGURES.duel_points + dict(view.flags).get(space, 0) + REMOVAL_WEIGHT * is_removed
        case TileFound(tile=tile):
            return flag_value(tile) // 2 + (tile == "point")
    return 0


SCREENING_SAMPLES: Final = 16
"""The number of random states in the screening, which is the first comparison of a player's move with the AI's move.

In the screening, each state is played on only until the player's next turn.
"""
SAMPLES_PER_BATCH: Final = 32
"""The number of new random states in each batch that follows the screening of a possible mistake.

Each new state is played on for more turns. The results of the screening are not used again. They are biased, because
only moves that did badly in the screening get this far.
"""
MAX_BATCHES: Final = 3
"""The maximum number of batches for one move. After the last batch, a loss is judged even if it is still unclear."""
TURNS_PLAYED_ON: Final = 2
"""The number of further turns that the player gets in each state of a batch before the state is evaluated."""
ROUNDS_PLAYED_TO_END: Final = 3
"""The number of last rounds in which moves are not screened, and each state is played on to the end of the match.

In these rounds, an evaluation before the end would not show who wins.
"""
MIN_LOSS: Final = 0.04
"""The smallest loss in win share that is reported as a mistake."""
MIN_STANDARD_ERRORS: Final = 0.5
"""The number of standard errors by which a loss must exceed `MIN_LOSS` to be reported."""
CLEAR_STANDARD_ERRORS: Final = 2.0
"""The number of standard errors by which a loss must differ from `MIN_LOSS` to be clear without another batch."""
ROUNDING_ERROR: Final = 1e-9
"""The largest change in a win share that is attributed to rounding."""


def win_shares(state: State, *, quickly: bool = False) -> Shares:
    """Estimate each seat's win share as if all animals were face up. The forest tiles stay face down.

    The estimate is always fast, so `quickly` has no effect.
    """
    if state.phase == "over":
        final = result(state)
        assert final
        return tuple((rank == 1) / final.ranks.count(1) for rank in final.ranks)
    return estimate_shares(state)


def split_change(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    before, after = win_shares(state), win_shares(later)
    parts = []
    if state.phase != "arrange":
        ((seat, move),) = joint.items()
        parts += [_judge_choice(view(state, seat), seat, move), *_measure_luck(state, joint, after)]
    explained = [sum(part.gains[seat] for part in parts) for seat in range(state.terms.seats)]
    rest = tuple(end - start - gain for start, end, gain in zip(before, after, explained, strict=True))
    return [*parts, Contribution("sight", rest)] if max(map(abs, rest)) > ROUNDING_ERROR else parts


def _measure_luck(state: State, joint: JointMove, after: Shares) -> Iterator[Contribution]:
    """Yield the effect of dice or tiles on the win shares. Yield nothing if only one outcome was possible.

    The effect is the difference between the actual win shares and the average over all possible outcomes.
    """
    outcomes = [*_list_outcomes(state, *joint.values())]
    if len(outcomes) > 1:
        shares_by_outcome = [
            (probability, win_shares(apply(outcome, joint, UNSEEDED.step_dice(1)))) for probability, outcome in outcomes
        ]
        mean = [
            sum(probability * shares[seat] for probability, shares in shares_by_outcome)
            for seat in range(state.terms.seats)
        ]
        yield Contribution("dice", tuple(actual - average for actual, average in zip(after, mean, strict=True)))


def _list_outcomes(state: State, move: Move) -> Iterator[tuple[float, State]]:
    """Yield each possible outcome of a move's dice rolls or turned-up tile, as a probability and a state.

    The rolls or the tile are preset in that state.
    """
    if move in (ROLL, REROLL):
        yield from _list_possible_rolls(state, 1)
    elif move[0] == "move":
        target = SPACE_BY_NAME[move[2]]
        if any(target in team.spaces for team in state.teams):
            # At midnight, the dice of a duel are rolled only after the guess.
            if not state.terms.is_midnight:
                yield from _list_possible_rolls(state, 2)
        else:
            yield from _list_possible_tiles(state, target)
    elif state.phase == "guess":
        yield from _list_possible_rolls(state, 2)


def _list_possible_rolls(state: State, count: int) -> Iterator[tuple[float, State]]:
    """Yield the probability of each combination of `count` rolls, and a copy of the state with these rolls preset.

    Yield nothing if the state already has preset rolls.
    """
    if not state.preset_rolls:
        for rolls in product(DIE_FACES, repeat=count):
            yield len(DIE_FACES) ** -float(count), replace(state, preset_rolls=rolls)


def _list_possible_tiles(state: State, space: Space) -> Iterator[tuple[float, State]]:
    if space in dict(state.forest):
        for tile, probability in tile_probabilities(view(state, None)).items():
            yield probability, replace(state, forest=_replace_tile(state, space, tile))


def _replace_tile(state: State, space: Space, tile: Tile) -> Forest:
    """Return the forest with `tile` on the space and all other tiles unchanged.

    The other tiles do not affect the estimate while they are face down.
    """
    return tuple(
        (forest_space, tile if forest_space == space else forest_tile) for forest_space, forest_tile in state.forest
    )


def _judge_choice(seat_view: View, seat: Seat, move: Move) -> Contribution:
    """Return the loss from a player's move compared with the AI's move, based only on the player's knowledge.

    If a screening with few random states suggests a loss, compare the two moves in batches of new states. Stop when the
    result is clear or after `MAX_BATCHES` batches.
    """
    no_loss = Contribution("choice", (0.0,) * seat_view.terms.seats, seat)
    best = _suggest_best_move(seat_view)
    if best.move == move:
        return no_loss
    is_late = seat_view.round > seat_view.rounds_total - ROUNDS_PLAYED_TO_END
    if not is_late:
        loss, standard_error = _mean_loss(_compare_with_best(seat_view, seat, move, range(SCREENING_SAMPLES), 1), seat)
        # Screening looks less far ahead, so clear a choice only if its loss is well below half of the minimum.
        if loss + CLEAR_STANDARD_ERRORS * standard_error < MIN_LOSS / 2:
            return no_loss
    shares_by_sample = list[tuple[Shares, Shares]]()
    for start in range(SCREENING_SAMPLES, SCREENING_SAMPLES + MAX_BATCHES * SAMPLES_PER_BATCH, SAMPLES_PER_BATCH):
        shares_by_sample += _compare_with_best(
            seat_view,
            seat,
            move,
            range(start, start + SAMPLES_PER_BATCH),
            ROUNDS_PLAYED_TO_END if is_late else TURNS_PLAYED_ON,
        )
        loss, standard_error = _mean_loss(shares_by_sample, seat)
        if abs(loss - MIN_LOSS) > CLEAR_STANDARD_ERRORS * standard_error:
            break
    if loss - MIN_STANDARD_ERRORS * standard_error < MIN_LOSS:
        return no_loss
    gains = tuple(
        fmean(chosen[each] - best_shares[each] for chosen, best_shares in shares_by_sample)
        for each in range(seat_view.terms.seats)
    )
    facts = {
        **best.facts,
        "better": "→".join(space.upper() for space in best.move[1:]) if best.move[0] == "move" else "",
        "chances": round(100 * fmean(best_shares[seat] for _, best_shares in shares_by_sample)),
        "instead": round(100 * fmean(chosen[seat] for chosen, _ in shares_by_sample)),
        "unsure": max(1, round(100 * standard_error)),
    }
    text_key = f"judged-{best.why.removeprefix('why-')}"
    return Contribution("choice", gains, seat, Suggestion(best.move, text_key, facts))


def measure_loss(seat_view: View, seat: Seat, move: Move, samples: Iterable[int], turns: int) -> tuple[float, float]:
    """Return the win share that a move loses compared with the AI's move, and the standard error of this loss.

    Both moves are played on for `turns` further turns of the seat.
    """
    return _mean_loss(_compare_with_best(seat_view, seat, move, samples, turns), seat)


def _mean_loss(shares_by_sample: Sequence[tuple[Shares, Shares]], seat: Seat) -> tuple[float, float]:
    losses = [best_shares[seat] - chosen[seat] for chosen, best_shares in shares_by_sample]
    return fmean(losses), stdev(losses) / sqrt(len(losses))


@lru_cache(maxsize=1 << 8)
def _suggest_best_move(seat_view: View) -> Suggestion:
    """Return the medium level's suggestion. Its dice are independent of the random states used to compare moves."""
    return think(seat_view, Level.MEDIUM, Dice(b"best"), lambda: inf)


def _compare_with_best(
    seat_view: View, seat: Seat, move: Move, samples: Iterable[int], turns: int
) -> Sequence[tuple[Shares, Shares]]:
    """Play on after the given move and after the AI's move, in the same random states and with the same dice.

    Return a pair of win shares for each sample: those after the given move, and those after the AI's move.
    """
    best_move = _suggest_best_move(seat_view).move
    shares_by_sample = []
    for number in samples:
        state = resample(seat_view, Dice(f"world {number}".encode()))
        shares_by_sample.append(
            (_play_on(state, seat, move, number, turns), _play_on(state, seat, best_move, number, turns))
        )
    return shares_by_sample


def _play_on(state: State, seat: Seat, move: Move, number: int, turns: int) -> Shares:
    """Play a move and then greedy moves for all seats, and return the resulting win shares.

    Stop when the seat has begun `turns` further turns, or when the match ends. The dice are derived from `number` and
    the turn. Two moves that are compared therefore get the same rolls in the same turn.
    """
    joint, others_moved, steps_by_turn = {seat: move}, False, Counter[tuple[object, ...]]()
    while True:
        turn = state.round, state.mover, state.phase
        steps_by_turn[turn] += 1
        name = f"{number} {turn} {steps_by_turn[turn]}"
        state = apply(state, joint, Dice(f"world {name}".encode()))
        others_moved = others_moved or state.mover != seat or state.phase == "mode"
        if others_moved and state.phase == "roll" and state.mover == seat:
            others_moved, turns = False, turns - 1
        if state.phase == "over" or not turns:
            return win_shares(state)
        seat_to_move = state.seat_to_move
        assert seat_to_move is not None
        joint = {seat_to_move: greedy_move(view(state, seat_to_move), Dice(f"choice {name}".encode()))}
