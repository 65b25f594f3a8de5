"""How likely a match is won, by its shells and the duels to come: what a shell is worth when one chooses."""

from __future__ import annotations

from typing import Final, TypeAlias

from games.schamanen.state import BISON, Terms, exchanger
from games.tables import table

Chances: TypeAlias = tuple[tuple[float, ...], ...]
"""By duels to come and shells, for the side that exchanges next; nobody knows yet how the stones will lie."""


def chance(terms: Terms, duels: int, shells: int) -> float:
    """Bison's, with so many shells after so many duels; a draw is half a win."""
    if shells in (0, 18) or duels == terms.limit:
        return ended(shells)
    chances = _CHANCES["stacks" if terms.stacks else "pro" if terms.both else "classic", terms.one]
    row = chances[min(terms.limit - duels, len(chances)) - 1]
    return row[shells - 1] if exchanger(duels) == BISON else 1 - row[17 - shells]


def ended(shells: int) -> float:
    """What Bison has with so many at the end."""
    return (1 + (shells > 9) - (shells < 9)) / 2


def _read() -> dict[tuple[str, bool], Chances]:
    """For a duel and more to come, and 1 to 17 shells; whoever has more is better off."""
    found: dict[tuple[str, bool], Chances] = {}
    for prize, variants in table(__package__, "chances").items():
        for variant, rows in variants.items():
            for row in rows:
                if len(row) != 17 or row != sorted(row) or not 0 <= row[0] <= row[-1] <= 1:
                    raise ValueError(f"chances.toml: {prize}.{variant}: {row}")
            found[variant, prize == "one"] = tuple(map(tuple, rows))
    return found


_CHANCES: Final = _read()
