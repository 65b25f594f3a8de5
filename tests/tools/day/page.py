"""The results of a simulated day, as the lines of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
        f"peak at 20:00 local time, one twelfth of it at 04:00; {max(hours):.1%} of all matches start in the hour from "
        f"{busiest:02}:00 UTC, {min(hours):.1%} in the hour from {quietest:02}:00"
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


def print_days(days: Mapping[str, Costs]) -> Iterator[str]:
    """Yield a table of the results, with a column for each database."""
    yield f"| | {' | '.join(days)} |"
    yield f"| --- |{' --- |' * len(days)}"
    for cells in zip(*map(_list_results, days.values()), strict=True):
        (label, *_), values = cells[0], [value for _, value in cells]
        yield f"| {label} | {' | '.join(values)} |"
    yield ""
    for costs in days.values():
        verdict = costs.simulation.verdict
        yield from (f"- {it}" for it in (*verdict.lost, *verdict.twice))


def _list_results(costs: Costs) -> Iterator[tuple[str, str]]:
    """Yield the label and the value of each row."""
    told, record, discord, verdict = (
        costs.simulation,
        costs.simulation.record,
        costs.simulation.discord,
        costs.simulation.verdict,
    )
    planned = told.day.matches
    alone, away = sum(len(it.people) == 1 for it in planned), sum(it.is_away for it in planned)
    yield "matches in the sample (practice, absent player)", f"{len(planned)} ({alone}, {away})"
    yield "factor, seed", f"{told.day.factor:,.0f}, {told.day.seed}"
    yield "processes, hours", f"{told.processes}, {costs.hours:g}"
    yield "seconds of simulation (CPU)", f"{told.wall_s:.0f} ({told.cpu_s:.0f})"
    for what, found in (
        ("delay until a player message shows another player's move", record.hand_delays_s),
        ("delay until the card shows it, partly on purpose", record.card_delays_s),
        ("delay of a notification after it is due", record.call_delays_s),
        ("delay of a limited request in the queue", discord.waits_s),
    ):
        spread = f"{quantile(found, 0.5):.1f}, {quantile(found, 0.99):.1f}, {max(found, default=0):.1f}"
        yield what, f"{spread} ({len(found)})"
    free = sum(many for deed, many in discord.requests.items() if deed in UNLIMITED) * told.day.factor
    for what, many in (
        ("clicks", costs.clicks),
        ("events", costs.events),
        ("commits", costs.commits),
        ("CPU seconds of handlers, matches and delivery", costs.cpu_s),
        ("requests by token, without responses", free),
    ):
        yield what, f"{many:,.0f} ({many * costs.peak / costs.hours / 3600:,.1f})"
    yield "limited requests", f"{costs.counted:,.0f} ({costs.busiest(3600):.1f})"
    yield "limited requests per second, in the busiest minute", f"{costs.busiest(60):.1f}"
    counts = (f"{many} {REQUEST_NAMES[deed]}" for deed, many in discord.requests.most_common() if deed not in UNLIMITED)
    yield "limited requests in the sample", ", ".join(counts)
    yield "refused by channel limits", str(sum(discord.refused.values()))
    yield "compared events (acknowledged clicks)", f"{verdict.events:,} ({len(record.acknowledged):,})"
    yield "finished and running matches", f"{verdict.over} and {verdict.live}"
    yield "lost, duplicated", f"{len(verdict.lost)}, {len(verdict.twice)}"


def print_limit(costs: Costs) -> str:
    """Describe the resource that runs out first."""
    share = costs.busiest(3600) / LIMIT
    cores = costs.cpu_s * costs.peak / costs.hours / 3600
    return (
        f"**Bottleneck.** In its busiest hour, the day needs {share:.0%} of the fifty requests per second. With "
        f"{1 / share if share else 0:.1f} times as many servers, notifications and cards are late. You can add CPU "
        f"({cores:.0f} cores for handlers, matches and delivery, without painting) and disk speed, but not requests."
    )
