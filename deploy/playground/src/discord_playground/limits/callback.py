"""Rules for responses to interactions: their allowed types and their content."""

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

NEW_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE_MESSAGE = 4, 5, 6, 7
AUTOCOMPLETE_RESULT, MODAL_CALLBACK = 8, 9

ALLOWED_CALLBACK_TYPES = {
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
    """Return the errors in a response to an interaction.

    `on_message` is true if the interaction started from a message's component. `previous` is that message.
    `focused_option_type` is the type of the option that autocomplete choices are for.
    """
    if not isinstance(body, dict):
        return [field_errors.not_an_object(())]
    allowed_types = ALLOWED_CALLBACK_TYPES[interaction_type]
    if interaction_type == MODAL_SUBMIT and on_message:
        allowed_types += (UPDATE_MESSAGE,)
    callback_type, data = body.get("type"), body.get("data")
    if callback_type is None:
        return [field_errors.missing_field(("type",))]
    if not is_number(callback_type) or callback_type not in allowed_types:
        return [field_errors.not_one_of(("type",), allowed_types)]
    if data is None and callback_type in {NEW_MESSAGE, AUTOCOMPLETE_RESULT, MODAL_CALLBACK}:
        return [field_errors.missing_field(("data",))]
    if callback_type == NEW_MESSAGE:
        return message.check_message(data, uploads, settable_flags=message.FLAGS_FOR_RESPONSE, path=("data",))
    if callback_type == UPDATE_MESSAGE and data is not None:
        return message.check_message(
            data, uploads, previous=previous or {}, settable_flags=message.FLAGS_FOR_EDIT, path=("data",)
        )
    if callback_type == DEFERRED_MESSAGE and data is not None:
        # Discord silently ignores flags that do not apply to deferred responses.
        return message.check_message(data, uploads, settable_flags=message.ALL_FLAGS, path=("data",))
    if callback_type == AUTOCOMPLETE_RESULT:
        return [*check_choices(data, focused_option_type)]
    if callback_type == MODAL_CALLBACK and isinstance(data, dict):
        return [*component_tree.check_modal_components(data.get("components"), ("data", "components"))]
    return []


def check_choices(data: Any, focused_option_type: int | None) -> Iterator[FieldError]:
    """Yield an error for each autocomplete choice whose value does not fit the option's type."""
    for index, choice in enumerate(get_list(data, "choices")):
        if isinstance(choice, dict):
            yield from command_option.check_choice_value(
                choice.get("value"), focused_option_type, ("data", "choices", index, "value")
            )


def is_empty_callback(body: Any, uploads: Sequence[Upload], previous: Mapping[str, Any] | None) -> bool:
    match body:
        case {"type": int(callback_type), "data": dict(data)} if callback_type == NEW_MESSAGE:
            return message.is_empty_message(data, uploads)
        case {"type": int(callback_type), "data": dict(data)} if callback_type == UPDATE_MESSAGE:
            return message.is_empty_message(data, uploads, previous or {})
    return False
