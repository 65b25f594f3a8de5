"""Simulated players with known habits, for tests of the mind reader."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from bot.ratings.mind_reader import HabitPattern, build_reports
from games.insight import Habit, Outcome

CHOICES_PER_MATCH: Final = 12
SYMBOLS: Final = ("stone", "paper", "scissors", "fire", "well")

Chooser: TypeAlias = Callable[[random.Random, Sequence[str], Sequence[Habit]], str]
"""Picks a symbol among those there are, after the own choices in this match."""


def dice(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    return chance.choice(among)


def same(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    return among[0]


def cycle(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    return among[len(past) % len(among)]


def alternation(chance: random.Random, among: Sequence[str], past: Sequence[Habit]) -> str:
    return among[len(past) % 2]


def favourite(often: float) -> Chooser:
    """Return a player who chooses the first symbol with this chance, and each other one equally often."""

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
    """Choose what the rival chose last."""
    return past[-1].met.removeprefix("sign-") if past else chance.choice(among)


def _same(story: HabitPattern) -> bool:
    return story.kind == "favourite" and story.tally.hit_count == story.tally.trial_count


def _favourite(story: HabitPattern) -> bool:
    return story.kind == "favourite" and story.symbols == ("stone",) and story.tally.exceeds_chance


def _stays(story: HabitPattern) -> bool:
    told = {outcome: tally.exceeds_chance for outcome, tally in story.tallies_by_outcome}
    return bool(told) and told.items() <= {"won": True, "lost": False}.items()


def _shifts(story: HabitPattern) -> bool:
    return [(outcome, tally.exceeds_chance) for outcome, tally in story.tallies_by_outcome] == [("lost", False)]


PLAYERS: Final[Mapping[str, tuple[Chooser, Callable[[HabitPattern], bool]]]] = {
    "always the same": (same, _same),
    "each in turn": (cycle, lambda story: story.kind == "ring" and len(story.symbols) > 2),
    "two in turn": (alternation, lambda story: story.kind == "ring" and len(story.symbols) == 2),
    "one in 50 of 100": (favourite(0.5), _favourite),
    "one in 70 of 100": (favourite(0.7), _favourite),
    "never the same again": (never_again, lambda story: story.kind == "again" and not story.tally.exceeds_chance),
    "stays after a win, changes after a loss": (
        win_stay_lose_shift,
        _stays,
    ),
    "changes after a loss, else dice": (lose_shift, _shifts),
    "what the rival chose last": (mirror, lambda story: story.kind == "copy"),
}


TURNED: Final[Mapping[Outcome, Outcome]] = {"won": "lost", "lost": "won", "tied": "tied"}


def played(seed: str, choose: Chooser, rival: Chooser, symbols: int, choices: int) -> list[list[Habit]]:
    """Play matches in which each symbol beats the half of the others that follow it."""
    chance, among = random.Random(seed), SYMBOLS[:symbols]
    matches: list[list[Habit]] = []
    theirs: list[Habit] = []
    for at in range(choices):
        if at % CHOICES_PER_MATCH == 0:
            matches.append([])
            theirs = []
        one, other = choose(chance, among, matches[-1]), rival(chance, among, theirs)
        ahead = (among.index(other) - among.index(one)) % symbols
        outcome: Outcome = "tied" if not ahead else "won" if 2 * ahead < symbols else "lost"
        matches[-1].append(Habit(0, "sign", one, among, f"sign-{other}", outcome))
        theirs.append(Habit(1, "sign", other, among, f"sign-{one}", TURNED[outcome]))
    return matches


def told(matches: Sequence[Sequence[Habit]]) -> HabitPattern | None:
    """Return the first story, if any."""
    return next((report.pattern for report in build_reports(matches)), None)


def seen(name: str, symbols: int, choices: int, people: int) -> tuple[float, float]:
    """Return how often the reader is right about such people, and how often wrong."""
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


def alarms(rival: Chooser, symbols: int, choices: int, people: int) -> float:
    """Return how often the reader says anything about people who throw dice."""
    found = [told(played(f"dice{at}", dice, rival, symbols, choices)) for at in range(people)]
    return sum(story is not None for story in found) / people
