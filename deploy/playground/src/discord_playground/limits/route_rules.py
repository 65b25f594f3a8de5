"""Rules for the bodies of requests about emoji, applications, channels, threads, members, events and DMs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from discord_playground.api_errors import FieldError
from discord_playground.limits import emoji, field_errors, scheduled_event
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import get_list, is_number

BodyRule: TypeAlias = Callable[[dict[str, Any]], Iterator[FieldError]]
AUTO_ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)
MAX_BULK_DELETE: Final = 100
MAX_APPLICATION_DESCRIPTION: Final = 400
MAX_APPLICATION_TAGS: Final = 5
MAX_TAG_LENGTH: Final = 20
INSTALL_SCOPES: Final = ("applications.commands", "bot")
INSTALL_CONTEXTS: Final = ("0", "1")


def check_new_emoji(body: dict[str, Any]) -> Iterator[FieldError]:
    yield from emoji.check_emoji_name(body.get("name"))
    yield from emoji.check_emoji_image(body.get("image"))


def check_emoji_rename(body: dict[str, Any]) -> Iterator[FieldError]:
    yield from emoji.check_emoji_name(body.get("name"))


def check_application_edit(body: dict[str, Any]) -> Iterator[FieldError]:
    """Yield the errors in an application's description, tags and install links, most of which the schema misses."""
    if not isinstance(body.get("description") or "", str):
        yield field_errors.not_a_string(("description",), body["description"])
    yield from check_length(body, "description", 0, MAX_APPLICATION_DESCRIPTION)
    tags = get_list(body, "tags")
    if len(tags) > MAX_APPLICATION_TAGS:
        yield field_errors.bad_length(("tags",), 0, MAX_APPLICATION_TAGS)
    for index, tag in enumerate(tags):
        if not isinstance(tag, str):
            yield field_errors.not_a_string(("tags", index), tag)
        elif not 1 <= len(tag) <= MAX_TAG_LENGTH:
            yield field_errors.bad_length(("tags", index), 1, MAX_TAG_LENGTH)
        elif tag in tags[:index]:
            yield field_errors.duplicate_value(("tags", index))
    yield from _check_install_params(body, "install_params", ())
    contexts = body.get("integration_types_config")
    if contexts is not None and not isinstance(contexts, dict):
        yield field_errors.not_a_dict(("integration_types_config",))
        return
    for context, config in (contexts or {}).items():
        path = ("integration_types_config", context)
        if context not in INSTALL_CONTEXTS:
            yield field_errors.not_one_of(path, INSTALL_CONTEXTS)
        elif config is not None and not isinstance(config, dict):
            yield field_errors.not_an_object(path)
        else:
            yield from _check_install_params(config or {}, "oauth2_install_params", path)


def _check_install_params(container: Mapping[str, Any], field: str, parents: FieldPath) -> Iterator[FieldError]:
    """Yield the errors in an install link. Only a link with the scope `bot` can grant permissions."""
    params, path = container.get(field), (*parents, field)
    if params is None:
        return
    if not isinstance(params, dict):
        yield field_errors.not_an_object(path)
        return
    scopes, permissions = params.get("scopes"), params.get("permissions")
    if scopes is not None and not isinstance(scopes, list):
        yield field_errors.not_a_list((*path, "scopes"))
    for index, scope in enumerate(get_list(params, "scopes")):
        if scope not in INSTALL_SCOPES:
            yield field_errors.not_one_of((*path, "scopes", index), INSTALL_SCOPES)
    if permissions is not None and not is_number(permissions):
        yield field_errors.not_a_number((*path, "permissions"), permissions)
    elif permissions and "bot" not in get_list(params, "scopes"):
        yield FieldError((*path, "permissions"), "INVALID_PERMISSIONS", "Permissions need the scope bot.")


def check_channel_edit(body: dict[str, Any]) -> Iterator[FieldError]:
    """Yield the errors in the name, topic and archive duration of a channel or thread.

    The schema misses them, because it allows the fields of all channel types at once.
    """
    yield from check_new_thread(body)
    yield from check_length(body, "name", 1, 100)
    yield from check_length(body, "topic", 0, 1024)


def check_nickname(body: dict[str, Any]) -> Iterator[FieldError]:
    yield from check_length(body, "nick", 0, 32)


def check_length(body: dict[str, Any], field: str, minimum: int, maximum: int) -> Iterator[FieldError]:
    if isinstance(text := body.get(field), str) and not minimum <= len(text) <= maximum:
        yield field_errors.bad_length((field,), minimum, maximum)


def check_new_thread(body: dict[str, Any]) -> Iterator[FieldError]:
    duration = body.get("auto_archive_duration")
    if duration is not None and duration not in AUTO_ARCHIVE_MINUTES:
        yield field_errors.not_one_of(("auto_archive_duration",), AUTO_ARCHIVE_MINUTES)


def check_new_dm(body: dict[str, Any]) -> Iterator[FieldError]:
    if body.get("recipient_id") is None:
        yield field_errors.missing_field(("recipient_id",))


def check_bulk_delete(body: dict[str, Any]) -> Iterator[FieldError]:
    if not 2 <= len(get_list(body, "messages")) <= MAX_BULK_DELETE:
        yield field_errors.bad_length(("messages",), 2, MAX_BULK_DELETE)


RULES_BY_ROUTE: Final[Mapping[str, BodyRule]] = {
    "POST /applications/{}/emojis": check_new_emoji,
    "PATCH /applications/{}/emojis/{}": check_emoji_rename,
    "PATCH /applications/@me": check_application_edit,
    "PATCH /channels/{}": check_channel_edit,
    "PATCH /guilds/{}/members/@me": check_nickname,
    "PATCH /guilds/{}/members/{}": check_nickname,
    "POST /channels/{}/threads": check_new_thread,
    "POST /channels/{}/messages/{}/threads": check_new_thread,
    "POST /channels/{}/messages/bulk-delete": check_bulk_delete,
    "POST /guilds/{}/scheduled-events": scheduled_event.check_new_event,
    "PATCH /guilds/{}/scheduled-events/{}": scheduled_event.check_event_edit,
    "POST /users/@me/channels": check_new_dm,
}
