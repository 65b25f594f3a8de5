"""Makes the chances by which the house plays the Duel: `python -m tests.tools.bench.duel_chances >
games/schamanen/chances.toml`.

A rival plays against itself, and of where it exchanged it is kept which duels it could have had. From the last duel
backwards, a match with some shells and duels to come is then worth what the best of these is worth, on average over
those places, masks mixed as well as can be. It comes out the same whatever the file held before: no rival reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final, TypeAlias

from games import matrix
from games.dice import Chance, Dice
from games.match import begin_match
from games.options import validate_options
from games.schamanen import GAME
from games.schamanen.evaluation import Evaluator, make_board_scorer
from games.schamanen.known_board import STACK_PAIRING_TIE, board_known_to_viewer, list_exchanges
from games.schamanen.state import BISON, View
from tests.tools.bench.baselines import nash1, nash2

Duel: TypeAlias = Sequence[int]
"""What the nine meetings bring whoever has just exchanged; his masks are the rows."""

MATCHES: Final = 40
PLACES: Final = 150
BEST: Final = 6
LONGEST: Final = 30
"""With more duels to come than that, one more changes nothing that could be seen."""
RIVALS: Final = {"classic": nash2, "pro": nash2, "pro_stacks": nash1}
"""With stacks, `nash2` takes ten times as long."""


def choices(variant: str, prize: str) -> list[list[Duel]]:
    """Between which duels one could choose wherever a rival that plays itself exchanged."""
    placement = "random" if variant == "classic" else "draft"
    options = validate_options(GAME.options_class, {"variant": variant, "prize": prize, "placement": placement})
    found: list[list[Duel]] = []
    for number in range(MATCHES):
        engine = begin_match(GAME, options, 2, Chance.derive(f"{number}".encode(), ()))
        said = 0
        while not engine.result:
            view = engine.view_of(min(engine.to_move))
            if view.phase == "exchange":
                found.append(_duels(view))
            engine = engine.play_move(view.seat, RIVALS[variant](view, Dice(f"{number}/{said}".encode())))
            said += 1
    return Random(1).sample(found, PLACES)


def _duels(view: View) -> list[Duel]:
    """The best by shells, and the best to win at all: nobody would choose another."""
    assert view.seat is not None
    liking = make_board_scorer(view.seat, Evaluator.from_view(view).shell_values)
    grounds = [ground for _, ground in list_exchanges(board_known_to_viewer(view), view.terms, view.seat, liking)]
    found = [_turned(ground.pairings, view.seat) for ground in grounds]
    shells, wins = (sorted(found, key=partial(_worth, after=after))[-BEST:] for after in (_SHELLS, _WINS))
    if view.terms.prize_is_one_shell:
        shells = wins = [[(margin > 0) - (margin < 0) for margin in duel] for duel in wins]
    return [*shells, *wins]


def _turned(meetings: Sequence[int], seat: int) -> Duel:
    margins = [meeting - STACK_PAIRING_TIE if meeting >= 100 else meeting // 10 - meeting % 10 for meeting in meetings]
    return margins if seat == BISON else [-margins[row * 3 + column] for column in range(3) for row in range(3)]


def chances(found: Sequence[Sequence[Duel]]) -> list[list[float]]:
    """By duels to come and shells, 1 to 17, for whoever exchanges next."""
    after = [0.0] * 9 + [0.5] + [1.0] * 9
    rows: list[list[float]] = []
    for _ in range(LONGEST):
        rows.append([_mean(found, shells, after) for shells in range(1, 18)])
        # After the duel it is the other who exchanges next.
        after = [0.0, *(1 - chance for chance in reversed(rows[-1])), 1.0]
    return rows


def _mean(found: Sequence[Sequence[Duel]], shells: int, after: Sequence[float]) -> float:
    won = [after[min(18, max(0, shells + margin))] for margin in _MARGINS]
    return sum(max(_worth(duel, won) for duel in duels) for duels in found) / len(found)


def _worth(duel: Duel, after: Sequence[float]) -> float:
    a, b, c, d, e, f, g, h, i = (after[margin] for margin in duel)
    return matrix.value_3x3(a, b, c, d, e, f, g, h, i)


_MARGINS: Final = (*range(46), *range(-45, 0))
"""As a margin finds its place in a list, from its end where it is below 0."""
_SHELLS: Final = [float(max(-9, min(9, margin))) for margin in _MARGINS]
_WINS: Final = [float((margin > 0) - (margin < 0)) for margin in _MARGINS]


def main() -> None:
    lines = ["# Made by tests/tools/bench/duel_chances.py. In each row, the chances of the player who exchanges next:"]
    lines += ["# with 1 to 17 shells; the first row is for the last duel, the next for two duels to come, and so on."]
    for prize in ("difference", "one"):
        lines += ["", f"[{prize}]"]
        for variant in RIVALS:
            rows = chances(choices(variant, prize))
            lines += [f"{variant.removeprefix('pro_')} = ["]
            lines += ["  [" + ", ".join(f"{chance:.3f}" for chance in row) + "]," for row in rows]
            lines += ["]"]
    print("\n".join(lines))  # noqa: T201 - it is the program's answer


if __name__ == "__main__":
    main()
