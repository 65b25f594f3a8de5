"""Answers to interactions: which may follow which, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deploy.playground.limits import message, modal, phrases
from deploy.playground.limits.files import Upload
from deploy.playground.limits.option import INTEGER, NUMBER, STRING, WHOLE, choices
from deploy.playground.limits.phrases import Place
from deploy.playground.limits.shape import Model, Real, Shape, Text, is_number, model
from deploy.playground.refusal import Fault
from deploy.playground.world.interaction import COMMAND, COMPLETION, COMPONENT, SUBMIT

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


@dataclass(frozen=True, slots=True)
class Value:
    """Of a choice for an option of no known kind: a text or a number."""

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not is_number(value):
            yield from TEXT.faults(value, place)


def suggested(value: Shape) -> Model:
    return model(choices=choices(value, sparse=True))


TEXT = Text(0, 100)
SUGGESTED: dict[int | None, Model] = {
    None: suggested(Value()),
    STRING: suggested(TEXT),
    INTEGER: suggested(WHOLE),
    NUMBER: suggested(Real()),
}
"""By the kind of the option that is being typed."""


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
        return [*SUGGESTED.get(typed, SUGGESTED[None]).faults(data, ("data",))]
    if kind == MODAL:
        return modal.faults(data, ("data",))
    return []


def empty(body: Any, uploads: Sequence[Upload], before: Mapping[str, Any] | None) -> bool:
    match body:
        case {"type": int(kind), "data": dict(data)} if kind == MESSAGE:
            return message.empty(data, uploads)
        case {"type": int(kind), "data": dict(data)} if kind == UPDATE:
            return message.empty(data, uploads, before or {})
    return False
