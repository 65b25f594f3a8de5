"""What goes wrong in a storm, and when: from a seed, and by how much has happened meanwhile, never by a watch."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    KILL = "kill"
    """At any moment."""
    SNARE = "kill at a point"
    PAUSE = "pause"
    VANISH = "vanished host"
    CRASH = "database crash"
    WIRE = "wire"
    GATEWAY = "gateway"
    JUMP = "jump of time"
    ROLL = "another version"
    """It is asked to stop, and comes back as the bot will be one day, or as it was."""


@dataclass(frozen=True, slots=True)
class Fault:
    after: int
    """So many requests and commits since the one before."""
    kind: Kind
    whom: int
    """Which of the processes."""
    how: str = ""
    route: str = ""
    times: int = 1
    lasts: float = 0.0
    """Seconds, of what has to outlast somebody's patience; how far time jumps."""


SILENT: Final = 15.0
"""Seconds that the turn of somebody lasts who is silent."""
POINTS: Final[Mapping[str, str]] = {
    "post": r"POST /api/v10/channels/\d+/messages ",
    "edit": r"PATCH /api/v10/channels/\d+/messages/",
    "delete": r"DELETE /api/v10/channels/\d+/messages/",
    "hand": r"PATCH /api/v10/webhooks/",
    "open": r"POST /api/v10/webhooks/",
    "answer": r"POST /api/v10/interactions/",
    "dm": r"POST /api/v10/users/@me/channels",
    "commit": r"COMMIT;\x00",
}
"""Where a process can be killed: before the other side hears it, or after, before it hears that it was heard."""
TOLD: Final = (
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "DELETE /channels/{channel_id}/messages/{message_id}",
    "GET /channels/{channel_id}",
    "GET /channels/{channel_id}/messages/{message_id}",
    "GET /guilds/{guild_id}",
    "GET /guilds/{guild_id}/members/{user_id}",
    "POST /users/@me/channels",
    "POST /interactions/{interaction_id}/{interaction_token}/callback",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "*",
)
WIRES: Final = ("503", "500", "429", "drop", "carried drop", "carried 503", "late")
ROUND: Final = 32
GAP: Final = (15, 200)
LULL: Final = 12
"""After so many faults there is a while without: what goes wrong then is nobody's fault but ours."""
CALM: Final = 600
ROLL_GAP: Final = 150
"""Requests and commits between two changes of version."""
WEIGHTS: Final[Mapping[Kind, int]] = {
    Kind.KILL: 3, Kind.SNARE: 7, Kind.PAUSE: 1, Kind.VANISH: 1, Kind.CRASH: 1, Kind.WIRE: 12, Kind.GATEWAY: 2,
    Kind.JUMP: 3,
}  # fmt: skip
JUMPS: Final = (*[130.0] * 7, 700.0, 16 * 60.0, 3700.0)
"""Nobody is at it any more; who was called is called again; no token lasts; no card takes an edit."""


def faults(seed: str, processes: int, *, shared: bool) -> Iterator[Fault]:
    """For ever. Of each kind there is one soon, so that a short storm has all of them."""
    dice = random.Random(seed)
    kinds = [kind for kind in WEIGHTS if shared or kind is not Kind.CRASH]
    while True:
        dice.shuffle(kinds)
        yield from _spaced(kinds, dice, processes, shared=shared)
        yield from _spaced(
            dice.choices(kinds, [WEIGHTS[kind] for kind in kinds], k=ROUND), dice, processes, shared=shared
        )


def rolling(processes: int) -> Iterator[Fault]:
    """For ever: one after the other becomes newer, then one after the other what it was."""
    while True:
        for whom in range(processes):
            yield Fault(ROLL_GAP, Kind.ROLL, whom)


def _spaced(kinds: Sequence[Kind], dice: random.Random, processes: int, *, shared: bool) -> Iterator[Fault]:
    for at, kind in enumerate(kinds):
        after = dice.randint(*GAP) + (CALM if at % LULL == 0 else 0)
        whom = dice.randrange(processes)
        match kind:
            case Kind.SNARE:
                points = [point for point in POINTS if shared or point != "commit"]
                yield Fault(after, kind, whom, dice.choice(("before", "after")), dice.choice(points))
            case Kind.PAUSE:
                yield Fault(after, kind, whom, lasts=SILENT + dice.uniform(1, 5))
            case Kind.VANISH:
                how = dice.choice(("all", "Discord", "database") if shared else ("Discord",))
                how += dice.choice((" and comes back", " and is forgotten"))
                yield Fault(after, kind, whom, how, lasts=SILENT + dice.uniform(1, 5))
            case Kind.CRASH:
                yield Fault(after, kind, whom, dice.choice(("all", "session")), lasts=dice.uniform(0, 4))
            case Kind.WIRE:
                yield Fault(after, kind, whom, dice.choice(WIRES), dice.choice(TOLD), dice.randint(1, 6))
            case Kind.GATEWAY:
                yield Fault(after, kind, whom, dice.choice(("reconnect", "invalid", "drop")))
            case Kind.JUMP:
                yield Fault(after, kind, whom, lasts=dice.choice(JUMPS))
            case _:
                yield Fault(after, kind, whom, lasts=dice.choice((0.0, 0.0, 1.0, 6.0)))
