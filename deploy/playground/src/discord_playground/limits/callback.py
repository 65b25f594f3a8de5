"""Answers to interactions: which may follow which, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from discord_playground.api_errors import FieldError
from discord_playground.limits import command_option, component_tree, field_errors, message
from discord_playground.limits.files import Upload
from discord_playground.limits.values import get_list, is_number
from discord_playground.world.interaction import (
    APPLICATION_COMMAND,
    APPLICATION_COMMAND_AUTOCOMPLETE,
    MESSAGE_COMPONENT,
    MODAL_SUBMIT,
)

# Discord asks it of web servers only.
PING_INTERACTION = 1
PONG_CALLBACK, NEW_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE_MESSAGE, AUTOCOMPLETE_RESULT, MODAL_CALLBACK = (
    1,
    4,
    5,
    6,
    7,
    8,
    9,
)

ALLOWED_CALLBACK_TYPES = {
    PING_INTERACTION: (PONG_CALLBACK,),
    APPLICATION_COMMAND: (NEW_MESSAGE, DEFERRED_MESSAGE, MODAL_CALLBACK),
    MESSAGE_COMPONENT: (NEW_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE_MESSAGE, MODAL_CALLBACK),
    APPLICATION_COMMAND_AUTOCOMPLETE: (AUTOCOMPLETE_RESULT,),
    MODAL_SUBMIT: (NEW_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE),
}


def check_callback(
    body: Any,
    uploads: Sequence[Upload] = (),
    *,
    interaction_type: int,
    on_message: bool,
    previous: Mapping[str, Any] | None = None,
    focused_option_type: int | None = None,
) -> list[FieldError]:
    """`on_message`: the interaction came from a message, be it through a modal; `before` is that message. `typed` is
    the kind of the option that a completion is asked for.
    """
    if not isinstance(body, dict):
        return [field_errors.not_an_object(())]
    answers = ALLOWED_CALLBACK_TYPES[interaction_type]
    if interaction_type == MODAL_SUBMIT and on_message:
        answers += (UPDATE_MESSAGE,)
    kind, data = body.get("type"), body.get("data")
    if kind is None:
        return [field_errors.missing_field(("type",))]
    if not is_number(kind) or kind not in answers:
        return [field_errors.not_one_of(("type",), answers)]
    if data is None and kind in {NEW_MESSAGE, AUTOCOMPLETE_RESULT, MODAL_CALLBACK}:
        return [field_errors.missing_field(("data",))]
    if kind == NEW_MESSAGE:
        return message.check_message(data, uploads, settable_flags=message.FLAGS_FOR_RESPONSE, path=("data",))
    if kind == UPDATE_MESSAGE and data is not None:
        return message.check_message(
            data, uploads, previous=previous or {}, settable_flags=message.FLAGS_FOR_EDIT, path=("data",)
        )
    if kind == DEFERRED_MESSAGE and data is not None:
        # Discord keeps what it can of the flags and says nothing of the others.
        return message.check_message(data, uploads, settable_flags=message.ALL_FLAGS, path=("data",))
    if kind == AUTOCOMPLETE_RESULT:
        return [*check_choices(data, focused_option_type)]
    if kind == MODAL_CALLBACK and isinstance(data, dict):
        return [*component_tree.check_modal_components(data.get("components"), ("data", "components"))]
    return []


def check_choices(data: Any, focused_option_type: int | None) -> Iterator[FieldError]:
    """Suggestions for an option of the kind `typed`: each value is of that kind."""
    for index, choice in enumerate(get_list(data, "choices")):
        if isinstance(choice, dict):
            yield from command_option.check_choice_value(
                choice.get("value"), focused_option_type, ("data", "choices", index, "value")
            )


def is_empty_callback(body: Any, uploads: Sequence[Upload], previous: Mapping[str, Any] | None) -> bool:
    match body:
        case {"type": int(kind), "data": dict(data)} if kind == NEW_MESSAGE:
            return message.is_empty_message(data, uploads)
        case {"type": int(kind), "data": dict(data)} if kind == UPDATE_MESSAGE:
            return message.is_empty_message(data, uploads, previous or {})
    return False
