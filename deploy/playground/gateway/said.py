"""What a client says on its socket, and how it must be said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from deploy.playground.form import parsed
from deploy.playground.limits.phrases import Place
from deploy.playground.limits.shape import Each, Shape, Snowflake, Text, Whole, model
from deploy.playground.refusal import Fault, Refused

LONGEST: Final = 4096
"""Bytes of a payload; Discord hangs up on a longer one."""


@dataclass(frozen=True, slots=True)
class OneOrMany:
    item: Shape

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        yield from (Each(self.item) if isinstance(value, list) else self.item).faults(value, place)


ACTIVITY: Final = model(name=Text(), state=Text())
PRESENCE: Final = model(status=Text(), activities=Each(ACTIVITY), game=ACTIVITY)
SHAPES: Final[Mapping[int, Shape]] = {
    2: model(
        "token properties",
        token=Text(), properties=model(), intents=Whole(), shard=Each(Whole(), 2, 2), presence=PRESENCE,
    ),
    3: PRESENCE,
    6: model("token session_id", token=Text(), session_id=Text(), seq=Whole()),
    8: model(
        "guild_id", guild_id=OneOrMany(Snowflake()), query=Text(), limit=Whole(0), user_ids=OneOrMany(Snowflake())
    ),
}  # fmt: skip


def said(data: str | bytes) -> tuple[int, Any] | None:
    """The op and what it carries; None of what cannot be read. What nobody reads is not looked at."""
    if len(data) > LONGEST:
        return None
    try:
        payload = parsed(data)
    except Refused:
        return None
    if not isinstance(payload, dict) or type(op := payload.get("op")) is not int:
        return None
    body = payload.get("d")
    return None if op in SHAPES and any(SHAPES[op].faults(body, ())) else (op, body)
