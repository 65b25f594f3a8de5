"""What a turn of Shamanic Chess gave away: nothing in it is luck, and each is held against the best that was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Final

from games.core import JointMove, Move, Seat, Suggestion
from games.insight import Contribution
from games.shamanic_chess.fen import san
from games.shamanic_chess.position import NAMES, Position
from games.shamanic_chess.reason import CALLED, reason
from games.shamanic_chess.rules import done, scores
from games.shamanic_chess.search import HOW, MATE, PLY, SURE, Mailbox, Search, Turn, Verdict, spelt, turned
from games.shamanic_chess.state import WHITE, State, View
from games.shamanic_chess.turns import checked, turns
from games.shamanic_chess.worth import KIND, PAWN

VALUES: Final = (0, 9, 5, 3, 3, 1)
"""In the order of the kinds, as players reckon them."""


def weigh_step(before: View, view: View) -> int:
    one, other = before.state.position, view.state.position
    # What is taken weighs more than all else that a turn can bring.
    taken = abs(_material(one) - _material(other))
    return 4 * taken + 2 * (one.trance != other.trance) + checked(other)


def _material(position: Position) -> int:
    return sum(value * those.bit_count() for value, those in zip(VALUES, position.kinds, strict=True))


GLANCE: Final = 2_000
LOOK: Final = 100_000
LONG: Final = 300_000
"""Boards: at a glance, at every position, and once more where a turn seems to have lost something."""
FRESH: Final = 40
"""After so many moves less and less is looked at: however long a match is, it is judged in little time."""
SLIP: Final = 0.1
"""What seems to lose less than this lost nothing that could be told."""
TENFOLD: Final = 300
"""Who is so many hundredths of a pawn ahead wins ten times as often as not."""
TELLING: Final = frozenset(
    {"why-castles", "why-checks", "why-flees", "why-forks", "why-guards", "why-lies-in-wait", "why-promotes"}
    | {"why-retreats", "why-threatens", "why-uncovers", "why-wakes", "why-wakes-check"}
)
"""Why the house would play a turn, where that tells anybody what is good about it."""


def worth(state: State, *, quickly: bool = False) -> tuple[float, ...]:
    return _by_seat(state.mover, _share(state, GLANCE if quickly else fresh(state, LOOK)))


def judged(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    ((seat, word),) = joint.items()
    choice = _chosen(state, seat, word, later)
    before, after = worth(state), worth(later)
    # Whatever the choice did not lose, only the next look found.
    rest = after[WHITE] - before[WHITE] - choice.gains[WHITE]
    return [choice, Contribution("sight", _gains(WHITE, rest))] if rest else [choice]


def _by_seat(seat: Seat, share: float) -> tuple[float, ...]:
    return (share, 1 - share) if seat == WHITE else (1 - share, share)


def _gains(seat: Seat, gain: float) -> tuple[float, ...]:
    return (gain, -gain) if seat == WHITE else (-gain, gain)


def fresh(state: State, boards: int) -> int:
    return int(boards * min(1.0, FRESH / state.number) ** 2)


def _share(state: State, boards: int) -> float:
    """To who is to move there, or would be."""
    if state.end and state.end != "stopped":
        return scores(state)[state.mover] / 2
    return _odds(looked(state, boards).worth)


def _odds(worth: int) -> float:
    return 1.0 if worth >= SURE else 0.0 if worth <= -SURE else 1 / (1 + 10 ** (-worth / TENFOLD))


@lru_cache(maxsize=1 << 6)
def looked(state: State, boards: int) -> Verdict:
    """The same whoever asks, and whenever: what is counted is boards, not seconds."""
    root = Mailbox.of(state.position, state.quiet)
    search = Search(root, map(Mailbox.of, state.stood), lambda: inf, boards, free=state.free)
    return search.best([*map(turned, sorted(turns(state.position, free=state.free)))], {})


def lost(state: State, word: Move, later: State, boards: int) -> float:
    """What a turn lost against the best, where each is looked at for so many boards."""
    best = spelt(looked(state, boards).turn)
    return _share(later, boards) - _share(later if best == word else done(state, best), boards)


def _chosen(state: State, seat: Seat, word: Move, later: State) -> Contribution:
    nothing = Contribution("choice", (0.0, 0.0), seat)
    look, long = fresh(state, LOOK), fresh(state, LONG)
    best = spelt(looked(state, look).turn)
    if best == word or _share(state, look) - (1 - _share(later, look)) < SLIP:
        return nothing
    made = done(state, best)
    chances, instead = 1 - _share(made, long), 1 - _share(later, long)
    if chances - instead < SLIP:
        return nothing
    facts: dict[str, str | int] = {
        "better": san(state.position, best, free=state.free),
        "chances": round(100 * chances),
        "instead": round(100 * instead),
    }
    key, more = _why(state, turned(best), made, word, later, long)
    return Contribution("choice", _gains(seat, instead - chances), seat, Suggestion(best, key, {**facts, **more}))


def _why(
    state: State, best: Turn, made: State, word: Move, later: State, boards: int
) -> tuple[str, Mapping[str, str | int]]:
    """What was missed, or what was let happen; the weightiest first."""
    if made.end == "mate":
        return "judged-mate", {"moves": 1}
    if not made.end and (lost := looked(made, boards).worth) <= -SURE:
        return "judged-mate", {"moves": 1 + _moves(lost)}
    if later.end:
        return "judged-drawn", {}
    root, after = looked(state, fresh(state, LOOK)), looked(later, boards)
    answer = {"answer": san(later.position, spelt(after.turn), free=later.free)}
    if after.mate:
        return "judged-mated", {**answer, "moves": after.mate}
    here, there = Mailbox.of(state.position), Mailbox.of(later.position)
    taken = there.squares[after.turn >> 6 & 63] & KIND or PAWN
    if there.gain(after.turn) > here.gain(turned(word)) and not after.turn >> HOW:
        return "judged-taken", {**answer, "taken": CALLED[taken], "to": NAMES[after.turn >> 6 & 63]}
    if here.gain(best) and not best >> HOW:
        taken = here.squares[best >> 6 & 63] & KIND or PAWN
        return "judged-missed", {"taken": CALLED[taken], "to": NAMES[best >> 6 & 63]}
    key, facts = reason(state.position, root)
    return (f"judged-{key}", facts) if key in TELLING else ("judged-turn", answer)


def _moves(worth: int) -> int:
    """In how many moves of its own who is to move there is mated."""
    return (MATE + worth) // (2 * PLY)
