"""What a host can measure of the bot while it runs, as Prometheus reads it.

`prometheus-client` has no dependencies of its own, and brings what we would else write and maintain: histograms that
threads may fill, the format with all that has to be escaped in it, and memory, files and CPU time of the process.
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

# Discord waits three seconds for an answer.
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)

Shards = Callable[[], Mapping[int, float | None]]
"""Seconds between a heartbeat and its echo, by shard; None for one that is not connected."""


class Metrics:
    """Each bot has its own: two of them in one process do not mix."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        count, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        took = partial(Histogram, registry=registry, buckets=SECONDS)
        self.interactions = count("duel_interactions", "Clicks and commands, by what came of them.", ("came",))
        self.refusals = count("duel_refusals", "What was refused, by its key.", ("key",))
        self.acknowledged = took("duel_acknowledgement_seconds", "From an interaction to its answer.")
        self.commits = took("duel_commit_seconds", "For what was to be stored to be safe.")
        self.emoji = count(
            "duel_emoji_refused", "Messages that Discord refused for an emoji, and that went out without any."
        )
        self.requests = count(
            "duel_requests",
            "Requests to Discord, by whether they count against its limit, and what it said to them.",
            ("counts", "came"),
        )
        self._matches = gauge("duel_matches", "Matches that are not over, by state.", ("state",))
        self._weight = gauge("duel_store_bytes", "What the store takes on its disk.")
        self._up = gauge("duel_gateway_up", "Is this shard connected?", ("shard",))
        self._latency = gauge("duel_gateway_latency_seconds", "From heartbeat to echo.", ("shard",))
        self._shards: Shards = dict
        self._paints = took("duel_paint_seconds", "For a picture to be painted.", ("what",))

    def weighed(self, matches: Mapping[str, int], weight: float) -> None:
        """What only the store knows; nothing is told of it where nobody could read it."""
        self._matches.clear()
        for state, count in matches.items():
            self._matches.labels(state).set(count)
        self._weight.set(weight)

    def painting(self, what: str) -> AbstractContextManager[object]:
        return self._paints.labels(what).time()

    def watches(
        self,
        queue: Callable[[], int],
        stuck: Callable[[], int],
        left: Callable[[], int],
        shards: Shards,
    ) -> None:
        """What is looked at only when somebody asks."""
        for name, about, figure in (
            ("duel_herald_queue", "Matches of which something is to be told.", queue),
            ("duel_leftovers", "Messages that are to go, and could not be taken away yet.", stuck),
            (
                "duel_requests_left",
                "Requests that Discord would have taken besides, in the busiest second of the last minute.",
                left,
            ),
        ):
            Gauge(name, about, registry=self.registry).set_function(figure)
        self._shards = shards

    def page(self) -> bytes:
        for figures in (self._up, self._latency):
            figures.clear()
        for shard, latency in self._shards().items():
            self._up.labels(shard).set(latency is not None)
            if latency is not None and math.isfinite(latency):
                self._latency.labels(shard).set(latency)
        return generate_latest(self.registry)


class TimedStore:
    """A database that tells how long its commits take, all that was before them in the queue included."""

    def __init__(self, database: Database, commits: Histogram) -> None:
        self.database = database
        self.commits = commits

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        with self.commits.time():
            return await self.database.write(*writes)
