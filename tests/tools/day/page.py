"""Formats the results of a simulated day as Markdown for docs/scaling.md."""

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
    "post_message": "posts",
    "edit_message": "edits",
    "delete_message": "deletions",
    "message_exists": "message lookups",
    "fetch_last_message_id": "last-message lookups",
    "check_can_post": "channel lookups",
    "find_cards": "history lookups",
    "fetch_member_name": "member lookups",
    "send_dm": "DM channels",
}
"""The labels of the requests that count toward the bot's rate limit."""


@dataclass(frozen=True)
class DayCosts:
    """The costs of all servers, extrapolated from the sample."""

    simulation: Simulation
    idle: Simulation
    """The simulation of an hour without players."""

    @property
    def hours(self) -> float:
        return self.simulation.day.hours

    def scale_to_all_servers(self, total: float, idle_hour: float) -> float:
        """Return the cost for all servers, given the total of the sample and that of an hour without players.

        The cost without players is subtracted, and the rest is multiplied by the scale factor.
        """
        return max(0.0, total - idle_hour * self.hours / self.idle.day.hours) * self.simulation.day.scale_factor

    @property
    def peak_ratio(self) -> float:
        """The rate of matches in the busiest hour, divided by the average rate."""
        return max(compute_hourly_shares()) * 24

    @property
    def cpu_s(self) -> float:
        return self.scale_to_all_servers(self.simulation.cpu_s, self.idle.cpu_s)

    @property
    def commit_count(self) -> float:
        return self.scale_to_all_servers(self.simulation.writes, self.idle.writes)

    @property
    def event_count(self) -> float:
        return self.simulation.verdict.event_count * self.simulation.day.scale_factor

    @property
    def clicks(self) -> float:
        return self.simulation.record.press_count * self.simulation.day.scale_factor

    @property
    def limited_request_count(self) -> float:
        """The number of requests that count toward the bot's rate limit."""
        return self.simulation.day.scale_factor * sum(
            count
            for operation, count in self.simulation.discord.request_counts.items()
            if operation not in UNLIMITED_OPERATIONS
        )

    def find_busiest_rate(self, seconds: int) -> float:
        """Return the requests per second in the busiest period of `seconds` seconds."""
        counts = self.simulation.discord.queue.requests_by_second
        starts = range(0, max(counts, default=0) + 1, seconds)
        totals = [sum(counts[second] for second in range(start, start + seconds)) for start in starts]
        return max(totals, default=0) / seconds


def compute_quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def format_model(servers: int) -> Iterator[str]:
    """Yield the lines of a table of the model's assumptions."""
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


def format_days(days: Mapping[str, DayCosts]) -> Iterator[str]:
    """Yield the lines of a table of the results, with a column for each database, and of a list of all errors."""
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
    """Yield the label and the value of each row of the table."""
    simulation = costs.simulation
    record, discord, verdict = simulation.record, simulation.discord, simulation.verdict
    planned = simulation.day.matches
    practice, away = sum(len(it.person_ids) == 1 for it in planned), sum(it.is_away for it in planned)
    yield "matches in the sample (practice, absent player)", f"{len(planned)} ({practice}, {away})"
    yield "factor, seed", f"{simulation.day.scale_factor:,.0f}, {simulation.day.seed}"
    yield "processes, hours", f"{simulation.processes}, {costs.hours:g}"
    yield "seconds of simulation (CPU)", f"{simulation.wall_s:.0f} ({simulation.cpu_s:.0f})"
    for label, delays_s in (
        ("delay until a player message shows another player's move", record.player_message_delays_s),
        ("delay until the card shows it, partly on purpose", record.card_delays_s),
        ("delay of a notification after it is due", record.notification_delays_s),
        ("delay of a limited request in the queue", discord.waits_s),
    ):
        quantiles = f"{compute_quantile(delays_s, 0.5):.1f}, {compute_quantile(delays_s, 0.99):.1f}"
        yield label, f"{quantiles}, {max(delays_s, default=0):.1f} ({len(delays_s)})"
    unlimited = sum(count for operation, count in discord.request_counts.items() if operation in UNLIMITED_OPERATIONS)
    for label, count in (
        ("clicks", costs.clicks),
        ("events", costs.event_count),
        ("commits", costs.commit_count),
        ("CPU seconds of handlers, matches and delivery", costs.cpu_s),
        ("requests by token, without responses", unlimited * simulation.day.scale_factor),
    ):
        yield label, f"{count:,.0f} ({count * costs.peak_ratio / costs.hours / 3600:,.1f})"
    yield "limited requests", f"{costs.limited_request_count:,.0f} ({costs.find_busiest_rate(3600):.1f})"
    yield "limited requests per second, in the busiest minute", f"{costs.find_busiest_rate(60):.1f}"
    counts = (
        f"{count} {REQUEST_NAMES[operation]}"
        for operation, count in discord.request_counts.most_common()
        if operation not in UNLIMITED_OPERATIONS
    )
    yield "limited requests in the sample", ", ".join(counts)
    yield "refused by channel limits", str(sum(discord.refused_counts.values()))
    yield "compared events (acknowledged clicks)", f"{verdict.event_count:,} ({len(record.acknowledged_ids):,})"
    yield "finished and running matches", f"{verdict.finished_count} and {verdict.running_count}"
    yield "lost, duplicated", f"{len(verdict.lost_events)}, {len(verdict.repeated_messages)}"


def format_limit(costs: DayCosts) -> str:
    """Return a sentence about the resource that limits the number of servers."""
    share = costs.find_busiest_rate(3600) / BOT_REQUESTS_PER_SECOND
    cores = costs.cpu_s * costs.peak_ratio / costs.hours / 3600
    return (
        f"**Bottleneck.** In its busiest hour, the day needs {share:.0%} of the fifty requests per second. With "
        f"{1 / share if share else 0:.1f} times as many servers, notifications and cards are late. You can add CPU "
        f"({cores:.0f} cores for handlers, matches and delivery, without painting) and disk speed, but not requests."
    )
