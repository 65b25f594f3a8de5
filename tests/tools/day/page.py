"""The results of a simulated day, as the lines of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tests.tools.day.day import Simulation
from tests.tools.day.discord import UNLIMITED_OPERATIONS
from tests.tools.day.model import (
    ACTIVE_MEMBERS_PER_SERVER,
    AWAY_MATCH_SHARE,
    DECISION_TIME_S,
    GAMES_PER_PLAYER_AND_DAY,
    PLAYER_SHARE,
    PLAYING_DAYS_PER_WEEK,
    PRACTICE_SHARE,
    RETURN_TIME_S,
    SHARE_BY_GAME,
    compute_hourly_shares,
    compute_matches_per_day,
)

BOT_REQUESTS_PER_SECOND: Final = 50
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
class DayCosts:
    """What the whole costs, by the sample."""

    simulation: Simulation
    idle: Simulation
    """An hour in which nobody plays."""

    @property
    def hours(self) -> float:
        return self.simulation.day.hours

    def scale_to_whole(self, total: float, idle_hour: float) -> float:
        """Scale up to the whole, without what is done even if nobody plays."""
        return max(0.0, total - idle_hour * self.hours / self.idle.day.hours) * self.simulation.day.scale_factor

    @property
    def peak_ratio(self) -> float:
        """Return the rate of the busiest hour, of the average one."""
        return max(compute_hourly_shares()) * 24

    @property
    def cpu_s(self) -> float:
        return self.scale_to_whole(self.simulation.cpu_s, self.idle.cpu_s)

    @property
    def commit_count(self) -> float:
        return self.scale_to_whole(self.simulation.writes, self.idle.writes)

    @property
    def event_count(self) -> float:
        return self.simulation.verdict.event_count * self.simulation.day.scale_factor

    @property
    def clicks(self) -> float:
        return self.simulation.record.press_count * self.simulation.day.scale_factor

    @property
    def limited_request_count(self) -> float:
        """Requests that count against the limit of the bot."""
        return self.simulation.day.scale_factor * sum(
            many for deed, many in self.simulation.discord.request_counts.items() if deed not in UNLIMITED_OPERATIONS
        )

    def find_busiest_rate(self, seconds: int) -> float:
        """Return the requests a second in the busiest period of so many seconds."""
        spent = self.simulation.discord.queue.requests_by_second
        last = max(spent, default=0)
        found = [sum(spent[it] for it in range(at, at + seconds)) for at in range(0, last + 1, seconds)]
        return max(found, default=0) / seconds


def compute_quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def format_model(servers: int) -> Iterator[str]:
    """Yield the assumptions about those who play."""
    hours = compute_hourly_shares()
    busiest, quietest = hours.index(max(hours)), hours.index(min(hours))
    mix = ", ".join(f"{share:.0%} {game}" for game, share in SHARE_BY_GAME.items())
    curve = (
        f"peak at 20:00 local time, one twelfth of it at 04:00; {max(hours):.1%} of all matches start in the hour from "
        f"{busiest:02}:00 UTC, {min(hours):.1%} in the hour from {quietest:02}:00"
    )
    rows = (
        (
            "people per server and month",
            f"{ACTIVE_MEMBERS_PER_SERVER:.1f}",
            "Discord: 150 million people, 19 million servers",
        ),
        (
            "share of them who play in a week",
            f"{PLAYER_SHARE:.0%}",
            "guess; server sizes follow an exponential distribution",
        ),
        ("days per week on which a player plays", f"{PLAYING_DAYS_PER_WEEK:g}", "guess"),
        (
            "matches per player on such a day",
            f"{GAMES_PER_PLAYER_AND_DAY:.2f}",
            "Chess.com, 20 January 2023: 31.7 of 10 million",
        ),
        ("practice matches", f"{PRACTICE_SHARE:.0%}", "Chess.com, February 2023: 480 of 1,057 million"),
        ("other matches with an absent player", f"{AWAY_MATCH_SHARE:.0%}", "guess; one in two hundred at Chess.com"),
        ("games", mix, "guess"),
        ("time for a move", _format_spread(DECISION_TIME_S), "guess: median, and σ of a log-normal distribution"),
        ("time for a move of an absent player", _format_spread(RETURN_TIME_S), "guess"),
        ("time of day", curve, "regions as Discord's visitors; the curve is a guess"),
        (f"matches per day on {servers:,} servers", f"{compute_matches_per_day() * servers:,.0f}", "follows"),
    )
    yield "| assumption | value | source |"
    yield "| --- | --- | --- |"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _format_spread(spread: tuple[float, float]) -> str:
    median, sigma = spread
    return f"{median:,.0f} s, {sigma:g}"


def print_days(days: Mapping[str, DayCosts]) -> Iterator[str]:
    """Yield a table of the results, with a column for each database."""
    yield f"| | {' | '.join(days)} |"
    yield f"| --- |{' --- |' * len(days)}"
    for cells in zip(*map(_list_results, days.values()), strict=True):
        (label, *_), values = cells[0], [value for _, value in cells]
        yield f"| {label} | {' | '.join(values)} |"
    yield ""
    for costs in days.values():
        verdict = costs.simulation.verdict
        yield from (f"- {it}" for it in (*verdict.lost_events, *verdict.repeated_messages))


def _list_results(costs: DayCosts) -> Iterator[tuple[str, str]]:
    """Yield the label and the value of each row."""
    told, record, discord, verdict = (
        costs.simulation,
        costs.simulation.record,
        costs.simulation.discord,
        costs.simulation.verdict,
    )
    planned = told.day.matches
    alone, away = sum(len(it.person_ids) == 1 for it in planned), sum(it.is_away for it in planned)
    yield "matches in the sample (practice, absent player)", f"{len(planned)} ({alone}, {away})"
    yield "factor, seed", f"{told.day.scale_factor:,.0f}, {told.day.seed}"
    yield "processes, hours", f"{told.processes}, {costs.hours:g}"
    yield "seconds of simulation (CPU)", f"{told.wall_s:.0f} ({told.cpu_s:.0f})"
    for what, found in (
        ("delay until a player message shows another player's move", record.player_message_delays_s),
        ("delay until the card shows it, partly on purpose", record.card_delays_s),
        ("delay of a notification after it is due", record.notification_delays_s),
        ("delay of a limited request in the queue", discord.waits_s),
    ):
        spread = f"{compute_quantile(found, 0.5):.1f}, {compute_quantile(found, 0.99):.1f}, {max(found, default=0):.1f}"
        yield what, f"{spread} ({len(found)})"
    free = (
        sum(many for deed, many in discord.request_counts.items() if deed in UNLIMITED_OPERATIONS)
        * told.day.scale_factor
    )
    for what, many in (
        ("clicks", costs.clicks),
        ("events", costs.event_count),
        ("commits", costs.commit_count),
        ("CPU seconds of handlers, matches and delivery", costs.cpu_s),
        ("requests by token, without responses", free),
    ):
        yield what, f"{many:,.0f} ({many * costs.peak_ratio / costs.hours / 3600:,.1f})"
    yield "limited requests", f"{costs.limited_request_count:,.0f} ({costs.find_busiest_rate(3600):.1f})"
    yield "limited requests per second, in the busiest minute", f"{costs.find_busiest_rate(60):.1f}"
    counts = (
        f"{many} {REQUEST_NAMES[deed]}"
        for deed, many in discord.request_counts.most_common()
        if deed not in UNLIMITED_OPERATIONS
    )
    yield "limited requests in the sample", ", ".join(counts)
    yield "refused by channel limits", str(sum(discord.refused_counts.values()))
    yield "compared events (acknowledged clicks)", f"{verdict.event_count:,} ({len(record.acknowledged_ids):,})"
    yield "finished and running matches", f"{verdict.finished_count} and {verdict.running_count}"
    yield "lost, duplicated", f"{len(verdict.lost_events)}, {len(verdict.repeated_messages)}"


def format_limit(costs: DayCosts) -> str:
    """Describe the resource that runs out first."""
    share = costs.find_busiest_rate(3600) / BOT_REQUESTS_PER_SECOND
    cores = costs.cpu_s * costs.peak_ratio / costs.hours / 3600
    return (
        f"**Bottleneck.** In its busiest hour, the day needs {share:.0%} of the fifty requests per second. With "
        f"{1 / share if share else 0:.1f} times as many servers, notifications and cards are late. You can add CPU "
        f"({cores:.0f} cores for handlers, matches and delivery, without painting) and disk speed, but not requests."
    )
