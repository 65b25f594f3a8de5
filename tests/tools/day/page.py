"""The results of a simulated day, as the lines of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tests.tools.day.day import Simulation
from tests.tools.day.discord import UNLIMITED
from tests.tools.day.model import (
    AWAY,
    DAYS,
    GAMES,
    GAMES_A_DAY,
    MEMBERS,
    PLAY,
    PRACTICE,
    RETURNS,
    THINKS,
    hourly_shares,
    matches_a_day,
)

LIMIT: Final = 50


@dataclass(frozen=True)
class Costs:
    """What the whole costs, by the sample."""

    simulation: Simulation
    idle: Simulation
    """An hour in which nobody plays."""

    @property
    def hours(self) -> float:
        return self.simulation.day.hours

    def scale(self, total: float, idle_hour: float) -> float:
        """Scale up to the whole, without what is done even if nobody plays."""
        return max(0.0, total - idle_hour * self.hours / self.idle.day.hours) * self.simulation.day.factor

    @property
    def peak(self) -> float:
        """Return the rate of the busiest hour, of the average one."""
        return max(hourly_shares()) * 24

    @property
    def cpu_s(self) -> float:
        return self.scale(self.simulation.cpu_s, self.idle.cpu_s)

    @property
    def commits(self) -> float:
        return self.scale(self.simulation.writes, self.idle.writes)

    @property
    def events(self) -> float:
        return self.simulation.verdict.events * self.simulation.day.factor

    @property
    def presses(self) -> float:
        return self.simulation.record.presses * self.simulation.day.factor

    @property
    def counted(self) -> float:
        """Requests that count against the limit of the bot."""
        return self.simulation.day.factor * sum(
            many for deed, many in self.simulation.discord.requests.items() if deed not in UNLIMITED
        )

    def busiest(self, seconds: int) -> float:
        """Return the requests a second in the busiest period of so many seconds."""
        spent = self.simulation.discord.queue.spent
        last = max(spent, default=0)
        found = [sum(spent[it] for it in range(at, at + seconds)) for at in range(0, last + 1, seconds)]
        return max(found, default=0) / seconds


def quantile(found: Sequence[float], part: float) -> float:
    return sorted(found)[min(len(found) - 1, int(len(found) * part))] if found else 0.0


def print_model(servers: int) -> Iterator[str]:
    """Yield the assumptions about those who play."""
    hours = hourly_shares()
    busiest, quietest = hours.index(max(hours)), hours.index(min(hours))
    mix = ", ".join(f"{share:.0%} {game}" for game, share in GAMES.items())
    curved = (
        f"most at eight in the evening where they live, a twelfth of it at four; of all of them {max(hours):.1%} from "
        f"{busiest} h UTC, {min(hours):.1%} from {quietest} h"
    )
    rows = (
        (
            "people of a server who are there in a month",
            f"{MEMBERS:.1f}",
            "Discord: 150 million people, 19 million servers",
        ),
        ("of them play with the bot in a week", f"{PLAY:.0%}", "a guess; sizes spread as an exponential does"),
        ("days a week on which they play", f"{DAYS:g}", "a guess"),
        (
            "matches a day for each who plays on it",
            f"{GAMES_A_DAY:.2f}",
            "Chess.com, 20 January 2023: 31.7 of 10 million",
        ),
        ("of all matches practice", f"{PRACTICE:.0%}", "Chess.com, February 2023: 480 of 1,057 million"),
        ("of those between people with somebody away", f"{AWAY:.0%}", "a guess; at Chess.com one in two hundred"),
        ("games", mix, "a guess"),
        ("a decision at one sitting", _spread(THINKS), "a guess: median, and σ of a lognormal"),
        ("one of somebody away", _spread(RETURNS), "a guess"),
        ("when", curved, "regions as Discord's visitors; the curve is a guess"),
        (f"hence matches a day on {servers:,} servers", f"{matches_a_day() * servers:,.0f}", ""),
    )
    yield "| what is taken for true | | from |"
    yield "| --- | --- | --- |"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _spread(spread: tuple[float, float]) -> str:
    median, sigma = spread
    return f"{median:,.0f} s, {sigma:g}"


def print_day(costs: Costs, database: str) -> Iterator[str]:
    told, record, discord = costs.simulation, costs.simulation.record, costs.simulation.discord
    matches = len(told.day.matches)
    yield f"### On {database}"
    yield ""
    alone = sum(len(it.people) == 1 for it in told.day.matches)
    away = sum(it.is_away for it in told.day.matches)
    yield (
        f"A sample of {matches} matches of {matches * told.day.factor:,.0f} (factor {told.day.factor:,.0f}, "
        f"seed {told.day.seed}), {alone} of them practice and {away} with somebody away; "
        f"{told.processes} {'processes' if told.processes > 1 else 'process'}, {costs.hours:g} hours, told in "
        f"{told.wall_s:.0f} s with {told.cpu_s:.0f} s of the processor."
    )
    yield ""
    yield "| seconds until | how many | p50 | p99 | the last |"
    yield "| --- | --- | --- | --- | --- |"
    for what, found in (
        ("a hand that is open shows what somebody else did", record.hand_delays_s),
        ("the card shows it, which trails on purpose", record.card_delays_s),
        ("somebody who is not there is called, from when they are to be", record.call_delays_s),
        ("a request that counts may go, of all that wait in line", discord.waits_s),
    ):
        spread = f"{quantile(found, 0.5):.1f} | {quantile(found, 0.99):.1f} | {max(found, default=0):.1f}"
        yield f"| {what} | {len(found)} | {spread} |"
    yield ""
    yield "| of all of them | in a day | a second in the busiest hour |"
    yield "| --- | --- | --- |"
    rows = (
        ("presses", costs.presses, costs.peak),
        ("events", costs.events, costs.peak),
        ("commits", costs.commits, costs.peak),
        ("seconds of the processor for desk, tables and tellers, hence cores", costs.cpu_s, costs.peak),
    )
    for what, many, peak in rows:
        yield f"| {what} | {many:,.0f} | {many * peak / costs.hours / 3600:,.1f} |"
    busy = f"{costs.busiest(3600):.1f}, of 50; in the busiest minute {costs.busiest(60):.1f}"
    yield f"| requests that count | {costs.counted:,.0f} | {busy} |"
    free = sum(many for deed, many in discord.requests.items() if deed in UNLIMITED) * told.day.factor
    a_second = free * costs.peak / costs.hours / 3600
    yield f"| requests by the token of a press, without answers | {free:,.0f} | {a_second:,.1f} |"
    yield ""
    spent = ", ".join(f"{many} {deed}" for deed, many in discord.requests.most_common() if deed not in UNLIMITED)
    yield f"What counted, of the sample: {spent}. Refused by a channel's limit: {sum(discord.refused.values())}."
    yield ""
    verdict = told.verdict
    yield (
        f"Lost: {len(verdict.lost)}. Twice: {len(verdict.twice)}. Held beside each other were {verdict.events:,} "
        f"events, of them {len(record.acknowledged):,} presses that were told to count, {verdict.over} matches that "
        f"are over and {verdict.live} that go on, and all that lies in channels."
    )
    yield from (f"- {it}" for it in (*verdict.lost, *verdict.twice))
    yield ""


def print_limit(costs: Costs) -> str:
    """Return what is used up first."""
    share = costs.busiest(3600) / LIMIT
    cores = costs.cpu_s * costs.peak / costs.hours / 3600
    return (
        f"**What breaks first.** In its busiest hour the day takes {share:.0%} of the fifty requests a second: with "
        f"{1 / share if share else 0:.1f} times as many servers calls and cards begin to wait. The processor "
        f"({cores:.0f} cores for desk, tables and tellers, painting not counted) and the commits can be bought; "
        f"the fifty cannot."
    )
