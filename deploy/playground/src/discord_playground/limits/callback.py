"""Answers to interactions: which may follow which, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from discord_playground.limits import layout, message, option, phrases
from discord_playground.limits.files import Upload
from discord_playground.limits.values import is_number, listed
from discord_playground.refusal import Fault
from discord_playground.world.interaction import COMMAND, COMPLETION, COMPONENT, SUBMIT

# Discord asks it of web servers only.
PING = 1
PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9

ANSWERS = {
    PING: (PONG,),
    COMMAND: (MESSAGE, DEFERRED, MODAL),
    COMPONENT: (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL),
    COMPLETION: (CHOICES,),
    SUBMIT: (MESSAGE, DEFERRED, DEFERRED_UPDATE),
}


def faults(
    body: Any,
    uploads: Sequence[Upload] = (),
    *,
    interaction: int,
    on_message: bool,
    before: Mapping[str, Any] | None = None,
    typed: int | None = None,
) -> list[Fault]:
    """`on_message`: the interaction came from a message, be it through a modal; `before` is that message. `typed` is
    the kind of the option that a completion is asked for.
    """
    if not isinstance(body, dict):
        return [phrases.no_model(())]
    answers = ANSWERS[interaction]
    if interaction == SUBMIT and on_message:
        answers += (UPDATE,)
    kind, data = body.get("type"), body.get("data")
    if kind is None:
        return [phrases.required(("type",))]
    if not is_number(kind) or kind not in answers:
        return [phrases.not_among(("type",), answers)]
    if data is None and kind in {MESSAGE, CHOICES, MODAL}:
        return [phrases.required(("data",))]
    if kind == MESSAGE:
        return message.faults(data, uploads, settable=message.ANSWERED, place=("data",))
    if kind == UPDATE and data is not None:
        return message.faults(data, uploads, before=before or {}, settable=message.EDITED, place=("data",))
    if kind == DEFERRED and data is not None:
        # Discord keeps what it can of the flags and says nothing of the others.
        return message.faults(data, uploads, settable=message.ANY, place=("data",))
    if kind == CHOICES:
        return [*suggested(data, typed)]
    if kind == MODAL and isinstance(data, dict):
        return [*layout.of_modal(data.get("components"), ("data", "components"))]
    return []


def suggested(data: Any, typed: int | None) -> Iterator[Fault]:
    """Suggestions for an option of the kind `typed`: each value is of that kind."""
    for index, choice in enumerate(listed(data, "choices")):
        if isinstance(choice, dict):
            yield from option.of_value(choice.get("value"), typed, ("data", "choices", index, "value"))


def empty(body: Any, uploads: Sequence[Upload], before: Mapping[str, Any] | None) -> bool:
    match body:
        case {"type": int(kind), "data": dict(data)} if kind == MESSAGE:
            return message.empty(data, uploads)
        case {"type": int(kind), "data": dict(data)} if kind == UPDATE:
            return message.empty(data, uploads, before or {})
    return False
