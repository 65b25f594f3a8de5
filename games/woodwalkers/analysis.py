"""What was luck in a match of Woodwalkers, and what each choice gave away: dice and tiles are counted out, choices are
tried in the worlds that their seat could not tell from this one.
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
from games.woodwalkers.figures import DIE_FACES, MODES
from games.woodwalkers.legal_moves import REROLL, ROLL
from games.woodwalkers.pieces import Tile
from games.woodwalkers.probabilities import tile_probabilities
from games.woodwalkers.rules import apply, result
from games.woodwalkers.spaces import SPACE_BY_NAME, Space
from games.woodwalkers.state import State, View
from games.woodwalkers.views import resample, view


def list_habits(state: State, joint: JointMove) -> Iterator[Habit]:
    """Chosen alone and openly: it meets nothing, and decides nothing by itself."""
    if state.phase != "mode":
        return
    among = tuple(mode for mode in MODES if mode in state.open_modes)
    for seat, (_, mode) in joint.items():
        yield Habit(seat, "mode", mode, among)


SCREENING_SAMPLES: Final = 16
"""Worlds in which a choice is tried that the house would not have made, until its seat rolls again."""
SAMPLES_PER_BATCH: Final = 32
"""Others in which it is played on for longer, where it may have lost something; what made it seem so counts no more."""
MAX_BATCHES: Final = 3
"""So many at the most, until it is clear."""
TURNS_PLAYED_ON: Final = 2
ROUNDS_PLAYED_TO_END: Final = 3
"""In so many last rounds it is played on to the end at once: nothing else tells there who wins."""
MIN_LOSS: Final = 0.04
"""What seems to lose less than this lost nothing that could be told."""
MIN_STANDARD_ERRORS: Final = 0.5
"""So many standard errors what was lost must be more than that."""
CLEAR_STANDARD_ERRORS: Final = 2.0
"""So many to either side, and no other worlds are tried."""
ROUNDING_ERROR: Final = 1e-9


def win_shares(state: State, *, quickly: bool = False) -> Shares:
    """With all animals face up, for the match is over; what lies face down in the forest nobody has yet."""
    if state.phase == "over":
        end = result(state)
        assert end
        return tuple((rank == 1) / end.ranks.count(1) for rank in end.ranks)
    return estimate_shares(state)


def split_change(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    before, after = win_shares(state), win_shares(later)
    parts = []
    if state.phase != "arrange":
        ((seat, word),) = joint.items()
        parts += [_judge_choice(view(state, seat), seat, word), *_split_off_luck(state, joint, after)]
    told = [sum(part.gains[at] for part in parts) for at in range(state.terms.seats)]
    rest = tuple(late - soon - part for soon, late, part in zip(before, after, told, strict=True))
    return [*parts, Contribution("sight", rest)] if max(map(abs, rest)) > ROUNDING_ERROR else parts


def _split_off_luck(state: State, joint: JointMove, after: Shares) -> Iterator[Contribution]:
    """What dice and tiles brought, less what they bring on average."""
    ways = [*_list_outcomes(state, *joint.values())]
    if len(ways) > 1:
        found = [(times, win_shares(apply(way, joint, UNSEEDED.step_dice(1)))) for times, way in ways]
        mean = [sum(times * shares[seat] for times, shares in found) for seat in range(state.terms.seats)]
        yield Contribution("dice", tuple(late - each for late, each in zip(after, mean, strict=True)))


def _list_outcomes(state: State, word: Move) -> Iterator[tuple[float, State]]:
    """How it could have come out just as well, and how often: with these dice to come, or that tile there."""
    if word in (ROLL, REROLL):
        yield from _list_rolls(state, 1)
    elif word[0] == "move":
        goal = SPACE_BY_NAME[word[2]]
        if any(goal in team.spaces for team in state.teams):
            yield from () if state.terms.is_midnight else _list_rolls(state, 2)
        else:
            yield from _list_tiles_turned_up(state, goal)
    elif state.phase == "guess":
        yield from _list_rolls(state, 2)


def _list_rolls(state: State, dice: int) -> Iterator[tuple[float, State]]:
    """Of a drawn start the dice are drawn, too."""
    for rolls in () if state.preset_rolls else product(DIE_FACES, repeat=dice):
        yield len(DIE_FACES) ** -float(dice), replace(state, preset_rolls=rolls)


def _list_tiles_turned_up(state: State, goal: Space) -> Iterator[tuple[float, State]]:
    if goal in dict(state.forest):
        for tile, share in tile_probabilities(view(state, None)).items():
            yield share, replace(state, forest=_replace_tile(state, goal, tile))


def _replace_tile(state: State, goal: Space, tile: Tile) -> tuple[tuple[Space, Tile], ...]:
    """What lies elsewhere is nobody's yet, so it matters not."""
    return tuple((space, tile if space == goal else other) for space, other in state.forest)


def _judge_choice(seen: View, seat: Seat, word: Move) -> Contribution:
    """As the seat saw it, and so the same whatever lay hidden."""
    nothing = Contribution("choice", (0.0,) * seen.terms.seats, seat)
    best = _find_best_move(seen)
    if best.move == word:
        return nothing
    late = seen.round > seen.rounds_total - ROUNDS_PLAYED_TO_END
    if not late:
        lost, unsure = _mean_loss(_compare_with_best(seen, seat, word, range(SCREENING_SAMPLES), 1), seat)
        if lost + CLEAR_STANDARD_ERRORS * unsure < MIN_LOSS / 2:
            return nothing
    found = list[tuple[Shares, Shares]]()
    for start in range(SCREENING_SAMPLES, SCREENING_SAMPLES + MAX_BATCHES * SAMPLES_PER_BATCH, SAMPLES_PER_BATCH):
        found += _compare_with_best(
            seen, seat, word, range(start, start + SAMPLES_PER_BATCH), ROUNDS_PLAYED_TO_END if late else TURNS_PLAYED_ON
        )
        lost, unsure = _mean_loss(found, seat)
        if abs(lost - MIN_LOSS) > CLEAR_STANDARD_ERRORS * unsure:
            break
    if lost - MIN_STANDARD_ERRORS * unsure < MIN_LOSS:
        return nothing
    gains = tuple(fmean(before[at] - after[at] for before, after in found) for at in range(seen.terms.seats))
    facts = {
        **best.facts,
        "better": "→".join(space.upper() for space in best.move[1:]) if best.move[0] == "move" else "",
        "chances": round(100 * fmean(after[seat] for _, after in found)),
        "instead": round(100 * fmean(before[seat] for before, _ in found)),
        "unsure": max(1, round(100 * unsure)),
    }
    why = f"judged-{best.why.removeprefix('why-')}"
    return Contribution("choice", gains, seat, Suggestion(best.move, why, facts))


def measure_loss(seen: View, seat: Seat, word: Move, worlds: Iterable[int], turns: int) -> tuple[float, float]:
    """What a choice lost in these worlds, so many turns of its own later, and by how much that may well be off."""
    return _mean_loss(_compare_with_best(seen, seat, word, worlds, turns), seat)


def _mean_loss(found: Sequence[tuple[Shares, Shares]], seat: Seat) -> tuple[float, float]:
    each = [after[seat] - before[seat] for before, after in found]
    return fmean(each), stdev(each) / sqrt(len(each))


@lru_cache(maxsize=1 << 8)
def _find_best_move(seen: View) -> Suggestion:
    """Told by the house, and not by the worlds in which it is held against another."""
    return think(seen, Level.STEADY, Dice(b"best"), lambda: inf)


def _compare_with_best(
    seen: View, seat: Seat, word: Move, worlds: Iterable[int], turns: int
) -> Sequence[tuple[Shares, Shares]]:
    """What it comes to, and what the best comes to, in the same worlds with the same dice."""
    best, found = _find_best_move(seen).move, []
    for number in worlds:
        world = resample(seen, Dice(f"world {number}".encode()))
        found.append((_play_on(world, seat, word, number, turns), _play_on(world, seat, best, number, turns)))
    return found


def _play_on(state: State, seat: Seat, word: Move, number: int, turns: int) -> Shares:
    """What it is worth when that seat is to roll again for the so-manyth time, or at the end, if all play as is best at
    a glance. Each die belongs to its turn, so that it falls alike whatever was chosen before.
    """
    joint, others, thrown = {seat: word}, False, Counter[tuple[object, ...]]()
    while True:
        turn = state.round, state.mover, state.phase
        thrown[turn] += 1
        name = f"{number} {turn} {thrown[turn]}"
        state = apply(state, joint, Dice(f"world {name}".encode()))
        others = others or state.mover != seat or state.phase == "mode"
        if others and state.phase == "roll" and state.mover == seat:
            others, turns = False, turns - 1
        if state.phase == "over" or not turns:
            return win_shares(state)
        asked = state.seat_to_move
        assert asked is not None
        joint = {asked: greedy_move(view(state, asked), Dice(f"choice {name}".encode()))}
