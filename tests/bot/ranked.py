"""Results of matches that nobody has played, by rank."""

from __future__ import annotations

from storage import Result
from tests.bot.sitting import SERVER
from tests.games.morra import KEY


def match(*ranks: int, at: int = 5, number: int = 1, people: tuple[int, ...] = ()) -> list[Result]:
    people = people or tuple(range(100, 100 + len(ranks)))
    return [
        Result(seat, person, SERVER, KEY, 0, rank, 0, "points", True, at, match=number)
        for seat, (person, rank) in enumerate(zip(people, ranks, strict=True))
    ]
