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
REQUEST_NAMES: Final = {
    "post": "posts",
    "edit": "edits",
    "remove": "deletions",
    "there": "message lookups",
    "newest": "last-message lookups",
    "check": "channel lookups",
    "ours": "history lookups",
    "member": "member lookups",
    "dm": "DM channels",
}
"""The requests that count toward the limit of the bot."""


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
    def clicks(self) -> float:
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
    curve = (
        f"peak at 20:00 local time, one twelfth of it at 04:00; {max(hours):.1%} of all matches from {busiest}:00 UTC, "
        f"{min(hours):.1%} from {quietest}:00 UTC"
    )
    rows = (
        ("people per server and month", f"{MEMBERS:.1f}", "Discord: 150 million people, 19 million servers"),
        ("share of them who play in a week", f"{PLAY:.0%}", "guess; server sizes follow an exponential distribution"),
        ("days per week on which a player plays", f"{DAYS:g}", "guess"),
        ("matches per player on such a day", f"{GAMES_A_DAY:.2f}", "Chess.com, 20 January 2023: 31.7 of 10 million"),
        ("practice matches", f"{PRACTICE:.0%}", "Chess.com, February 2023: 480 of 1,057 million"),
        ("other matches with an absent player", f"{AWAY:.0%}", "guess; one in two hundred at Chess.com"),
        ("games", mix, "guess"),
        ("time for a move", _spread(THINKS), "guess: median, and σ of a log-normal distribution"),
        ("time for a move of an absent player", _spread(RETURNS), "guess"),
        ("time of day", curve, "regions as Discord's visitors; the curve is a guess"),
        (f"matches per day on {servers:,} servers", f"{matches_a_day() * servers:,.0f}", "follows"),
    )
    yield "| assumption | value | source |"
    yield "| --- | --- | --- |"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _spread(spread: tuple[float, float]) -> str:
    median, sigma = spread
    return f"{median:,.0f} s, {sigma:g}"


def print_day(costs: Costs, database: str) -> Iterator[str]:
    told, record, discord = costs.simulation, costs.simulation.record, costs.simulation.discord
    matches = len(told.day.matches)
    yield f"### {database}"
    yield ""
    alone = sum(len(it.people) == 1 for it in told.day.matches)
    away = sum(it.is_away for it in told.day.matches)
    yield (
        f"Sample: {matches} of {matches * told.day.factor:,.0f} matches (factor {told.day.factor:,.0f}, seed "
        f"{told.day.seed}), {alone} of them practice and {away} with an absent player. "
        f"{told.processes} {'processes' if told.processes > 1 else 'process'} simulated {costs.hours:g} hours in "
        f"{told.wall_s:.0f} s, with {told.cpu_s:.0f} s of CPU time."
    )
    yield ""
    yield "| delay in seconds | count | p50 | p99 | max |"
    yield "| --- | --- | --- | --- | --- |"
    for what, found in (
        ("until a player message shows another player's move", record.hand_delays_s),
        ("until the card shows it, delayed on purpose", record.card_delays_s),
        ("until an absent player is notified, once it is due", record.call_delays_s),
        ("of a limited request in the proxy's queue", discord.waits_s),
    ):
        spread = f"{quantile(found, 0.5):.1f} | {quantile(found, 0.99):.1f} | {max(found, default=0):.1f}"
        yield f"| {what} | {len(found)} | {spread} |"
    yield ""
    yield "| all servers | per day | per second in the busiest hour |"
    yield "| --- | --- | --- |"
    rows = (
        ("clicks", costs.clicks, costs.peak),
        ("events", costs.events, costs.peak),
        ("commits", costs.commits, costs.peak),
        ("CPU seconds of handlers, matches and delivery (cores)", costs.cpu_s, costs.peak),
    )
    for what, many, peak in rows:
        yield f"| {what} | {many:,.0f} | {many * peak / costs.hours / 3600:,.1f} |"
    busy = f"{costs.busiest(3600):.1f} of 50; {costs.busiest(60):.1f} in the busiest minute"
    yield f"| limited requests | {costs.counted:,.0f} | {busy} |"
    free = sum(many for deed, many in discord.requests.items() if deed in UNLIMITED) * told.day.factor
    a_second = free * costs.peak / costs.hours / 3600
    yield f"| requests by token, without responses | {free:,.0f} | {a_second:,.1f} |"
    yield ""
    counts = ", ".join(
        f"{many} {REQUEST_NAMES[deed]}" for deed, many in discord.requests.most_common() if deed not in UNLIMITED
    )
    refused = sum(discord.refused.values())
    yield f"Limited requests: {counts}. Refused by channel limits: {refused}."
    yield ""
    verdict = told.verdict
    yield (
        f"Lost: {len(verdict.lost)}. Duplicated: {len(verdict.twice)}. Compared: {verdict.events:,} events, "
        f"{len(record.acknowledged):,} of them acknowledged clicks, {verdict.over} finished and {verdict.live} running "
        f"matches, and all messages."
    )
    yield from (f"- {it}" for it in (*verdict.lost, *verdict.twice))
    yield ""


def print_limit(costs: Costs) -> str:
    """Describe the resource that runs out first."""
    share = costs.busiest(3600) / LIMIT
    cores = costs.cpu_s * costs.peak / costs.hours / 3600
    return (
        f"**Bottleneck.** In its busiest hour, the day needs {share:.0%} of the fifty requests per second. With "
        f"{1 / share if share else 0:.1f} times as many servers, notifications and cards are late. You can add CPU "
        f"({cores:.0f} cores for handlers, matches and delivery, without painting) and disk speed, but not requests."
    )
