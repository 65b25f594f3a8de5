"""The metrics of a running bot, in the Prometheus format.

The package `prometheus-client` provides thread-safe histograms, escapes the text format correctly, and measures the
memory, open files and CPU time of the process. It has no dependencies of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from storage import Database
from storage.statement import BoundStatement, Row

# Discord waits three seconds for a response to an interaction.
LATENCY_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)

ShardLatencyReader = Callable[[], Mapping[int, float | None]]
"""A function that returns each shard's heartbeat latency in seconds, or None for a shard that is not connected."""


class Metrics:
    """All metrics of a bot. Each bot has its own registry, so several bots can run in one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        create_counter = partial(Counter, registry=registry)
        create_gauge = partial(Gauge, registry=registry)
        create_histogram = partial(Histogram, registry=registry, buckets=LATENCY_BUCKETS_S)
        self.interactions = create_counter("duel_interactions", "Clicks and commands, by outcome.", ("outcome",))
        self.refusals = create_counter(
            "duel_refusals", "Refused clicks and commands, by the key of the refusal.", ("key",)
        )
        self.acknowledgement_seconds = create_histogram(
            "duel_acknowledgement_seconds", "Time from an interaction to its response."
        )
        self.commit_seconds = create_histogram(
            "duel_commit_seconds", "Time to commit writes to the database, including the time in the queue."
        )
        self.emoji_refusals = create_counter(
            "duel_emoji_refused",
            "Messages that Discord rejected because of an emoji, and that were sent again without emoji.",
        )
        self.requests = create_counter(
            "duel_requests",
            "Requests to Discord, by whether they count toward the rate limit, and by outcome.",
            ("rate_limited", "outcome"),
        )
        self._matches = create_gauge("duel_matches", "Offers and running matches, by state.", ("state",))
        self._store_bytes = create_gauge("duel_store_bytes", "Size of the database on disk.")
        self._last_backup = create_gauge(
            "duel_last_backup_timestamp_seconds", "Time of the last backup: 0 if there is none, NaN without a folder."
        )
        self._last_backup.set(math.nan)
        self._gateway_up = create_gauge("duel_gateway_up", "Whether the shard is connected: 1 or 0.", ("shard",))
        self._gateway_latency = create_gauge(
            "duel_gateway_latency_seconds", "Time from a heartbeat to its acknowledgement.", ("shard",)
        )
        self._read_shard_latencies: ShardLatencyReader = dict
        self._paint_seconds = create_histogram("duel_paint_seconds", "Time to paint a picture, by kind.", ("kind",))

    def set_store_gauges(self, match_counts: Mapping[str, int], size_bytes: float) -> None:
        """Set the gauges whose values come from the store. States missing from `match_counts` are not reported."""
        self._matches.clear()
        for state, count in match_counts.items():
            self._matches.labels(state).set(count)
        self._store_bytes.set(size_bytes)

    def set_last_backup_time(self, time_s: float) -> None:
        self._last_backup.set(time_s)

    def time_painting(self, picture_kind: str) -> AbstractContextManager[object]:
        return self._paint_seconds.labels(picture_kind).time()

    def register_live_gauges(
        self,
        count_queued: Callable[[], int],
        count_stuck: Callable[[], int],
        count_requests_left: Callable[[], int],
        read_shard_latencies: ShardLatencyReader,
    ) -> None:
        """Register gauges whose values are computed each time the metrics are requested."""
        for name, description, compute_value in (
            ("duel_delivery_queue", "Matches with changes that are not shown on Discord yet.", count_queued),
            ("duel_undeleted_messages", "Messages that could not be deleted yet.", count_stuck),
            (
                "duel_requests_left",
                "Requests that were left of the rate limit in the busiest second of the last minute.",
                count_requests_left,
            ),
        ):
            Gauge(name, description, registry=self.registry).set_function(compute_value)
        self._read_shard_latencies = read_shard_latencies

    def format_for_prometheus(self) -> bytes:
        for gauge in (self._gateway_up, self._gateway_latency):
            gauge.clear()
        for shard, latency in self._read_shard_latencies().items():
            self._gateway_up.labels(shard).set(latency is not None)
            if latency is not None and math.isfinite(latency):
                self._gateway_latency.labels(shard).set(latency)
        return generate_latest(self.registry)


class TimedDatabase:
    """A database that measures how long each commit takes, including the time spent in the queue."""

    def __init__(self, database: Database, commit_seconds: Histogram) -> None:
        self.database = database
        self.commit_seconds = commit_seconds

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        with self.commit_seconds.time():
            return await self.database.write(*writes)
