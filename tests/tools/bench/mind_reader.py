"""How often the mind reader is right: `python -m tests.tools.bench.mind_reader`, a few minutes.

People who choose by a rule play somebody who throws dice, and the reader is asked about their first 20, 50, 100 and 200
choices. About people who throw dice it should say nothing, whatever their rivals do.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from bot.ladder.habits import Story, reports
from games.insight import Habit, Outcome

SIZES: Final = (20, 50, 100, 200)
PEOPLE: Final = 100
THROWERS: Final = 1000
MATCH: Final = 12
"""Choices in a match."""
SYMBOLS: Final = ("stone", "paper", "scissors", "fire", "well")

Chooser: TypeAlias = Callable[[random.Random, Sequence[str], Sequence[Habit]], str]
"""Among what, and after which choices of theirs in this match."""


def dice(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    return chance.choice(among)


def same(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    return among[0]


def cycle(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    return among[len(past) % len(among)]


def alternation(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    return among[len(past) % 2]


def favourite(often: float) -> Chooser:
    """The first of them so often, and each of the others as often as the others."""

    def choose(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
        return among[0] if chance.random() < often else chance.choice(among[1:])

    return choose


def win_stay_lose_shift(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    if past and past[-1].outcome == "won":
        return past[-1].symbol
    return lose_shift(chance, among, past)


def lose_shift(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    if past and past[-1].outcome == "lost":
        return chance.choice([each for each in among if each != past[-1].symbol])
    return chance.choice(among)


def never_again(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    return chance.choice([each for each in among if not past or each != past[-1].symbol])


def mirror(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    """What the rival chose last."""
    return past[-1].met.removeprefix("sign-") if past else chance.choice(among)


def _same(story: Story) -> bool:
    return story.sort == "favourite" and story.tally.times == story.tally.of


def _favourite(story: Story) -> bool:
    return story.sort == "favourite" and story.symbols == ("stone",) and story.tally.more


def _stays(story: Story) -> bool:
    """After a tie this one throws dice."""
    told = {outcome: tally.more for outcome, tally in story.outcomes}
    return bool(told) and told.items() <= {"won": True, "lost": False}.items()


def _shifts(story: Story) -> bool:
    return [(outcome, tally.more) for outcome, tally in story.outcomes] == [("lost", False)]


PLAYERS: Final[Mapping[str, tuple[Chooser, Callable[[Story], bool]]]] = {
    "always the same": (same, _same),
    "each in turn": (cycle, lambda story: story.sort == "ring" and len(story.symbols) > 2),
    "two in turn": (alternation, lambda story: story.sort == "ring" and len(story.symbols) == 2),
    "one in 50 of 100": (favourite(0.5), _favourite),
    "one in 70 of 100": (favourite(0.7), _favourite),
    "never the same again": (never_again, lambda story: story.sort == "again" and not story.tally.more),
    "stays after a win, changes after a loss": (
        win_stay_lose_shift,
        _stays,
    ),
    "changes after a loss, else dice": (lose_shift, _shifts),
    "what the rival chose last": (mirror, lambda story: story.sort == "copy"),
}


TURNED: Final[Mapping[Outcome, Outcome]] = {"won": "lost", "lost": "won", "tied": "tied"}


def played(seed: str, choose: Chooser, rival: Chooser, symbols: int, choices: int) -> list[list[Habit]]:
    """Matches in which each symbol beats the half of the others that follow it."""
    chance, among = random.Random(seed), SYMBOLS[:symbols]
    matches: list[list[Habit]] = []
    theirs: list[Habit] = []
    for at in range(choices):
        if at % MATCH == 0:
            matches.append([])
            theirs = []
        one, other = choose(chance, among, matches[-1]), rival(chance, among, theirs)
        ahead = (among.index(other) - among.index(one)) % symbols
        outcome: Outcome = "tied" if not ahead else "won" if 2 * ahead < symbols else "lost"
        matches[-1].append(Habit(0, "sign", one, among, f"sign-{other}", outcome))
        theirs.append(Habit(1, "sign", other, among, f"sign-{one}", TURNED[outcome]))
    return matches


def told(matches: Sequence[Sequence[Habit]]) -> Story | None:
    """The first thing, if any."""
    return next((report.story for report in reports(matches)), None)


def seen(name: str, symbols: int, choices: int, people: int = PEOPLE) -> tuple[float, float]:
    """How often they are told rightly, and how often otherwise."""
    choose, right = PLAYERS[name]
    stories = [told(played(f"{name}{at}", choose, dice, symbols, choices)) for at in range(people)]
    rightly = [story is not None and right(story) for story in stories]
    wrongly = sum(story is not None for story in stories) - sum(rightly)
    return sum(rightly) / people, wrongly / people


RIVALS: Final[Mapping[str, Chooser]] = {
    "dice": dice,
    "what was chosen last": mirror,
    "stays after a win, changes after a loss": win_stay_lose_shift,
    "always the same": same,
}


def alarms(rival: Chooser, symbols: int, choices: int, people: int = THROWERS) -> float:
    """How often something is told of people who throw dice."""
    found = [told(played(f"dice{at}", dice, rival, symbols, choices)) for at in range(people)]
    return sum(story is not None for story in found) / people


def main() -> None:
    for symbols in (3, 5):
        _row(f"of {symbols}, who chooses", map(str, SIZES))
        _row("---", ["---"] * len(SIZES))
        for name in PLAYERS:
            figures = [seen(name, symbols, choices) for choices in SIZES]
            _row(name, (f"{right:.0%}" + (f" ({wrong:.0%})" if wrong else "") for right, wrong in figures))
        for name, rival in RIVALS.items():
            _row(f"dice, against {name}", (f"{alarms(rival, symbols, choices):.1%}" for choices in SIZES))


def _row(name: str, cells: Iterable[str]) -> None:
    sys.stdout.write(f"| {name} | {' | '.join(cells)} |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
