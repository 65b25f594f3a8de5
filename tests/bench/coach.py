"""`make coach`: how good the coach is. Is what it calls luck nobody's, are its chances right, does it find mistakes?

Of the Duel: a rival that thinks as far as the coach plays itself, for the chances and for luck. Into more of its
matches a choice by chance is planted, and what that cost says a judge who thinks further. What else is flagged is
counted where the house plays itself at its strongest, which thinks further, too. Of Schnick the house plays itself, and
then somebody who plays by chance: luck must be nobody's there, too. Of chess a turn by chance is planted into matches
of a rival that looks two turns ahead, and what it cost says who looks at fifteen times as many boards. Of Woodwalkers
the house plays itself, and what a move by chance cost says who plays on for longer, in more worlds; who also says of
what is flagged where others play, who look no further than their own turn, whether it cost anything. And the house,
which all are held against there, is held against the moves that look better in some worlds, in others.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from statistics import fmean, pvariance
from typing import Final

from bot.ladder.mean import Mean
from games import GAMES
from games.coach import MISTAKE, Review, looked, reviewed
from games.core import Seat, Word
from games.dice import Chance, Dice
from games.insight import Judged
from games.line import Line
from games.match import Match, begin
from games.mind import Player, player
from games.options import settled
from games.record import Record
from games.schamanen.ground import after, exchanged, seen
from games.schamanen.outlook import Outlook, at_leisure, likings, worth
from games.schamanen.state import BISON
from games.shamanic_chess import judge as chess
from games.woodwalkers import judge as forest
from tests.bench.clock import row

MATCHES: Final = 500
PLANTED: Final = 150
CARDS: Final = 800
SLIPS: Final = 160
WALKS: Final = 40
PROMISING: Final = 4
"""As many exchanges the judge thinks through besides the one that was planted."""
COSTS: Final = 0.02
DEAR: Final = 0.2
DEEP: Final = 1_500_000
"""Boards, for the judge of chess."""
STRAY: Final = 0.08
PLAYED: Final = 160
TURNS: Final = 3
"""In so many worlds, and for so many turns, for the judge of Woodwalkers."""
TRIED: Final = 5
"""As many other moves as the house may have overlooked."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the coach told of a match that was played for it."""

    share: float
    """Of the one point, to the first seat."""
    luck: float
    points: Sequence[float]
    """What the match was worth to the first seat before each step that it judges."""
    mistakes: int
    """Other than what was planted."""
    seconds: float
    planted: float = 0.0
    """What it cost, as the judge says."""
    found: bool = False


def fought(key: str, options: Mapping[str, object], names: Sequence[str], number: int) -> Seen:
    """By seat, and by chance that only its number tells."""
    game = GAMES[key]
    seed = hashlib.sha256(f"coach {key} {number}".encode()).digest()
    match = begin(game, settled(game.Options, dict(options)), len(names), Chance.of(seed, ()))
    return _seen(seed, *_played(match, [player(game, name) for name in names]))


def twice(key: str, name: str, phases: Collection[str], most: int, number: int) -> Sequence[tuple[float, float]]:
    """From the first so many steps of these phases: what comes of it to the first seat if it is played on from there
    with other dice, and with others, while all hands, piles and stones lie as they lay.
    """
    game, found = GAMES[key], list[tuple[float, float]]()
    seed = hashlib.sha256(f"coach {key} {number}".encode()).digest()
    match, house = begin(game, settled(game.Options, {}), 2, Chance.of(seed, ())), player(game, name)
    while match.result is None and len(found) < most:
        if match.state.phase in phases:
            others = [hashlib.sha256(f"{number} {match.step} {each}".encode()).digest() for each in range(2)]
            one, other = (_played(replace(match, chance=Chance.of(each, ())), [house] * 2)[0] for each in others)
            found.append((_share(one), _share(other)))
        for seat in sorted(match.awaited):
            match = match.said(seat, house(match.view(seat), match.house(seat), at_leisure))
    return found


def _share(match: Match) -> float:
    """Of the one point, to the first seat."""
    assert match.result
    return (match.result.ranks[0] == 1) / match.result.ranks.count(1)


def _played(match: Match, players: Sequence[Player], plant: int = 0) -> tuple[Match, list[Line], int, float]:
    """With a choice by chance where that many exchanges were made; after which step it is, and at what cost."""
    lines: list[Line] = []
    step, cost, exchanges = 0, 0.0, 0
    while match.result is None:
        before = match
        if plant and len(before.awaited) == 1 and before.state.phase == "exchange":
            exchanges += 1
        for seat in sorted(before.awaited):
            word = players[seat](before.view(seat), before.house(seat), at_leisure)
            if plant and exchanges == plant and not step:
                word = Dice(f"{plant}".encode()).choice(before.legal(seat))
                step, cost = before.step + 1, costs(before, seat, word)
            lines.append(Line(seat, word))
            match = match.said(seat, word)
    return match, lines, step, cost


def _seen(seed: bytes, match: Match, lines: Sequence[Line], step: int, cost: float) -> Seen:
    record = Record(match.game, match.options, match.seats, tuple(lines), seed=seed)
    began = time.process_time()
    review = reviewed(record)
    seconds = time.process_time() - began
    flagged = [each.at for each in review.steps for _ in each.mistakes]
    return Seen(
        share=_share(match),
        luck=review.luck(0),
        points=[*_points(review)],
        mistakes=sum(at != step for at in flagged),
        seconds=seconds,
        planted=cost,
        found=step in flagged,
    )


def _points(review: Review) -> Iterator[float]:
    """From where on it knows anything."""
    for before, each in zip(review.curve, review.steps, strict=False):
        if any(part.seat is not None for part in each.parts):
            yield before[0]


def costs(match: Match, seat: Seat, word: Word) -> float:
    """What an exchange loses, thought two duels ahead."""
    looked = match.view(None)
    outlook, sign = Outlook.of(looked), 1 if seat == BISON else -1
    ground = seen(looked)
    liking = likings(seat, outlook.tariff)
    made = after(ground, word, seat)
    best = sorted(
        (sign * worth(other.meetings, outlook.ahead(other)), at, other)
        for at, (_, other) in enumerate(exchanged(ground, looked.terms, seat, liking))
    )[-PROMISING:]
    deep = [sign * worth(other.meetings, outlook.ahead(other, 2)) for _, _, other in best]
    return max(0.0, max(deep) - sign * worth(made.meetings, outlook.ahead(made, 2)))


def planted(key: str, number: int) -> Seen:
    game = GAMES[key]
    seed = hashlib.sha256(f"planted {key} {number}".encode()).digest()
    match = begin(game, settled(game.Options, {"placement": "random"}), 2, Chance.of(seed, ()))
    return _seen(seed, *_played(match, [player(game, "nash3")] * 2, plant=1 + number % 4))


def judged_strong(key: str, number: int) -> Seen:
    """Nothing is planted: what is flagged, the house at its strongest chose."""
    return fought(key, {"placement": "random"}, ("strong", "strong"), number)


def brier(found: Sequence[Seen]) -> float:
    return fmean((point - each.share) ** 2 for each in found for point in each.points)


def bins(found: Sequence[Seen], many: int = 10) -> list[tuple[float, float]]:
    """What was foretold and what came of it, in tenths of all that was foretold."""
    told = sorted((point, each.share) for each in found for point in each.points)
    size = len(told) / many
    parts = [told[round(at * size) : round((at + 1) * size)] for at in range(many)]
    return [(fmean(point for point, _ in part), fmean(share for _, share in part)) for part in parts]


def foretold(game: str, found: Sequence[Seen], most: float, apart: float, fewer: float) -> bool:
    """Are its chances right, is its luck nobody's, and does it take little time?"""
    told = bins(found)
    gap = fmean(abs(point - share) for point, share in told)
    shares = [each.share for each in found]
    ratio = pvariance(shares) / pvariance([each.share - each.luck for each in found])
    seconds = fmean(each.seconds for each in found)
    held = row(f"{game}: Brier", f"{brier(found):.3f}", f"≤ {most:g}", holds=brier(found) <= most)
    held &= row(f"{game}: gap, in ten bins", f"{gap:.3f}", f"≤ {apart:g}", holds=gap <= apart)
    print("  " + " ".join(f"{point:.2f}:{share:.2f}" for point, share in told))  # noqa: T201 - its product
    held &= nobodys(f"{game}: luck of the first seat a match", found)
    held &= row(f"{game}: fewer matches with luck taken out", f"{ratio:.1f}×", f"≥ {fewer:g}×", holds=ratio >= fewer)
    return row(f"{game}: CPU a match", f"{seconds:.2f} s", "≤ 0.2 s", holds=seconds <= 0.2) and held


def nobodys(name: str, found: Sequence[Seen]) -> bool:
    luck, unsure = Mean.of([each.luck for each in found])
    return row(name, f"{luck:+.3f} ±{unsure:.3f}", "nothing", holds=abs(luck) <= unsure)


def duel(crew: ProcessPoolExecutor, matches: int, mistakes: int) -> bool:
    found = list(crew.map(partial(fought, "schamanen", {}, ("nash3", "nash3")), range(matches), chunksize=4))
    held = foretold("Duel", found, 0.17, 0.04, 4.5)
    pairs = [pair for (pair,) in crew.map(partial(twice, "schamanen", "nash3", {"mask"}, 1), range(matches))]
    mean = fmean(each for pair in pairs for each in pair)
    placed, unsure = Mean.of([(one - mean) * (other - mean) for one, other in pairs])
    row("Duel: of a result, what is settled once all stones lie", f"{placed:.3f} ±{unsure:.3f}", "is told", holds=True)
    tried = list(crew.map(partial(planted, "schamanen"), range(mistakes), chunksize=2))
    cost = [each for each in tried if each.planted > COSTS]
    hits = sum(each.found for each in cost) / len(cost)
    held &= row(f"Duel: planted mistakes found, of {len(cost)}", f"{hits:.0%}", "≥ 95 %", holds=hits >= 0.95)
    strong = list(crew.map(partial(judged_strong, "schamanen"), range(mistakes // 8), chunksize=1))
    others = fmean(each.mistakes for each in strong)
    held &= row(f"Duel: others flagged a match, of {len(strong)}", f"{others:.2f}", "≤ 0.5", holds=others <= 0.5)
    dark = crew.map(partial(fought, "schamanen", {"variant": "memory"}, ("steady", "steady")), range(mistakes // 8))
    seconds = fmean(each.seconds for each in dark)
    return row("Memory: CPU a match", f"{seconds:.2f} s", "≤ 0.2 s", holds=seconds <= 0.2) and held


def schnick(crew: ProcessPoolExecutor, matches: int) -> bool:
    found = list(crew.map(partial(fought, "schnick", {}, ("strong", "strong")), range(matches), chunksize=16))
    held = foretold("Schnick", found, 0.175, 0.03, 1)
    twos = crew.map(partial(twice, "schnick", "strong", {"duel", "sign"}, matches), range(matches), chunksize=16)
    least = fmean((one - other) ** 2 / 2 for pairs in twos for one, other in pairs)
    row("Schnick: Brier of whoever knew all cards and the house", f"{least:.3f}", "is told", holds=True)
    others = list(crew.map(partial(fought, "schnick", {}, ("strong", "random")), range(matches), chunksize=16))
    share = fmean(each.share for each in others)
    return nobodys(f"Schnick: luck of the house, which wins {share:.2f} against chance", others) and held


def slipped(number: int) -> tuple[float, bool]:
    """A turn by chance: what it cost, as who looks further says, and whether it was found."""
    game = GAMES["shamanic_chess"]
    assert isinstance(game, Judged)
    seed = hashlib.sha256(f"slipped {number}".encode()).digest()
    match, rival = begin(game, settled(game.Options, {}), 2, Chance.of(seed, ())), player(game, "depth2")
    while match.result is None:
        (seat,) = match.awaited
        plant = match.step == 6 + number % 60
        word = (
            (Dice(seed).choice(match.legal(seat))) if plant else rival(match.view(seat), match.house(seat), at_leisure)
        )
        before, match = match, match.said(seat, word)
        if plant:
            lost = chess.lost(before.state, word, match.state, DEEP)
            return lost, any(part.better for part in game.judged(before.state, {seat: word}, match.state))
    return 0.0, False


def shamanic(crew: ProcessPoolExecutor, mistakes: int) -> bool:
    cost = [(lost, hit) for lost, hit in crew.map(slipped, range(mistakes), chunksize=2) if lost > DEAR]
    hits = fmean(hit for _, hit in cost)
    held = row(f"Chess: planted mistakes found, of {len(cost)}", f"{hits:.0%}", "≥ 80 %", holds=hits >= 0.8)
    strong = list(
        crew.map(partial(fought, "shamanic_chess", {}, ("strong", "strong")), range(mistakes // 16), chunksize=1)
    )
    others = fmean(each.mistakes for each in strong)
    seconds = max(each.seconds for each in strong) / 2
    held &= row(f"Chess: others flagged a match, of {len(strong)}", f"{others:.2f}", "≤ 0.3", holds=others <= 0.3)
    return row("Chess: CPU a side, at most", f"{seconds:.1f} s", "≤ 20 s", holds=seconds <= 20) and held


def wandered(number: int) -> tuple[Match, Seat]:
    """Somewhere in the last third of a match of the house in the forest, before a move: earlier few cost much."""
    game = GAMES["woodwalkers"]
    seats, options = 2 + number % 3, {"variant": ("day", "midnight")[number % 2]}
    seed = hashlib.sha256(f"strayed {number}".encode()).digest()
    match, rival = begin(game, settled(game.Options, options), seats, Chance.of(seed, ())), player(game, "steady")
    moves = 12 * seats + number % (6 * seats)
    while True:
        for seat in sorted(match.awaited):
            moves -= match.state.phase == "move"
            if match.state.phase == "move" and not moves:
                return match, seat
            match = match.said(seat, rival(match.view(seat), match.house(seat), at_leisure))


def strayed(number: int) -> tuple[float, bool]:
    """A move by chance: what it cost, as who plays on for longer says, and whether it was found."""
    match, seat = wandered(number)
    word = Dice(f"strayed {number}".encode()).choice(match.legal(seat))
    # Most cost little, which is soon seen, and those are left out.
    lost, _ = forest.losses(match.view(seat), seat, word, range(1_000, 1_016), TURNS)
    if lost > STRAY / 2:
        lost, _ = forest.losses(match.view(seat), seat, word, range(2_000, 2_000 + PLAYED), TURNS)
    if lost <= STRAY:
        return lost, False
    parts = forest.judged(match.state, {seat: word}, match.said(seat, word).state)
    return lost, any(part.better for part in parts)


def blamed(number: int) -> tuple[int, int, float]:
    """Where those play who look no further than their own turn: what is flagged, how much of it cost nothing that
    counts, as who plays on for longer says, and how long a seat took.
    """
    game = GAMES["woodwalkers"]
    seats, options = 2 + number % 3, {"variant": ("day", "midnight")[number % 2]}
    seed = hashlib.sha256(f"blamed {number}".encode()).digest()
    match = begin(game, settled(game.Options, options), seats, Chance.of(seed, ()))
    match, lines, _, _ = _played(match, [player(game, "greedy")] * seats)
    record = Record(game, match.options, seats, tuple(lines), seed=seed)
    began = time.process_time()
    back = looked(record)
    seconds = (time.process_time() - began) / seats
    told = [
        forest.losses(before.view(part.seat), part.seat, step.joint[part.seat], range(2_000, 2_000 + PLAYED), TURNS)[0]
        for before, step in zip(back.passed, back.review.steps, strict=False)
        for part in step.mistakes
        if part.seat is not None
    ]
    return len(told), sum(lost < MISTAKE for lost in told), seconds


def overlooked(number: int) -> float:
    """What the house's own move lost against the best of those that looked good: chosen in some worlds, and told in
    others.
    """
    match, seat = wandered(number)
    looked = match.view(seat)

    def loses(worlds: range, turns: int, words: Iterable[Word]) -> list[tuple[float, Word]]:
        return sorted((forest.losses(looked, seat, word, worlds, turns)[0], word) for word in words)

    found = [word for _, word in loses(range(3_000, 3_004), 1, match.legal(seat))[:TRIED]]
    (lost, best), *_ = loses(range(3_100, 3_132), 2, found)
    return -forest.losses(looked, seat, best, range(3_200, 3_264), 2)[0] if lost < 0 else 0.0


def woodwalkers(crew: ProcessPoolExecutor, matches: int) -> bool:
    """By day and at midnight, for two, three and four."""
    held, worst = True, 0.0
    for seats in (2, 3, 4):
        found = [
            each
            for variant in ("day", "midnight")
            for each in crew.map(
                partial(fought, "woodwalkers", {"variant": variant}, ("steady",) * seats), range(matches), chunksize=4
            )
        ]
        name = f"Woodwalkers for {seats}"
        held &= nobodys(f"{name}: luck of the first seat a match", found)
        told = bins(found)
        gap = fmean(abs(point - share) for point, share in told)
        worst = max(worst, *(each.seconds / seats for each in found))
        row(f"{name}: Brier", f"{brier(found):.3f}", "is told", holds=True)
        row(f"{name}: gap, in ten bins", f"{gap:.3f}", "is told", holds=True)
        shares = [each.share for each in found]
        ratio = pvariance(shares) / pvariance([each.share - each.luck for each in found])
        row(f"{name}: fewer matches with luck taken out", f"{ratio:.1f}×", "is told", holds=True)
    cost = [(lost, hit) for lost, hit in crew.map(strayed, range(8 * matches), chunksize=2) if lost > STRAY]
    hits = fmean(hit for _, hit in cost)
    held &= row(f"Woodwalkers: planted mistakes found, of {len(cost)}", f"{hits:.0%}", "≥ 90 %", holds=hits >= 0.9)
    flagged = list(crew.map(blamed, range(matches * 3 // 10), chunksize=1))
    every, others, _ = map(fmean, zip(*flagged, strict=True))
    name = f"Woodwalkers: others flagged a match, beside {every - others:.1f}, of {len(flagged)}"
    held &= row(name, f"{others:.2f}", "≤ 0.5", holds=others <= 0.5)
    worst = max(worst, *(each for _, _, each in flagged))
    held &= row("Woodwalkers: CPU a seat, at most", f"{worst:.1f} s", "≤ 20 s", holds=worst <= 20)
    lost, unsure = Mean.of(list(crew.map(overlooked, range(matches), chunksize=2)))
    points = f"{100 * lost:.1f} ±{100 * unsure:.1f}"
    return row("Woodwalkers: what a move of the house loses", points, "≤ 2 points", holds=lost <= 0.02) and held


def main(
    duels: int = MATCHES, mistakes: int = PLANTED, cards: int = CARDS, slips: int = SLIPS, walks: int = WALKS
) -> bool:
    """None of a kind, and it is left out."""
    with ProcessPoolExecutor(2, get_context("spawn")) as crew:
        held = [schnick(crew, cards)] if cards else []
        held += [shamanic(crew, slips)] if slips else []
        held += [woodwalkers(crew, walks)] if walks else []
        return all([*held, duel(crew, duels, mistakes)] if duels else held)


if __name__ == "__main__":
    raise SystemExit(not main(*map(int, sys.argv[1:6])))
