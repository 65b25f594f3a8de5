"""Routes for application emoji. Only the application's own bot can use them, but in every channel."""

from __future__ import annotations

from typing import Any, Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api_errors import INVALID_FORM, TOO_MANY_EMOJIS, UNKNOWN_APPLICATION, UNKNOWN_EMOJI, ApiError
from discord_playground.limits import emoji
from discord_playground.world.change import PageFrameChanged
from discord_playground.world.emoji import ApplicationEmoji

EMOJIS_PATH: Final = "/applications/{application_id}/emojis"
EMOJI_PATH: Final = EMOJIS_PATH + "/{emoji_id}"


@route("GET", EMOJIS_PATH)
def list_emojis(call: ApiCall) -> ResponseBody:
    return {"items": [_render_emoji(call, it) for it in _get_application_emojis(call).values()]}


@route("POST", EMOJIS_PATH, success_status=201)
def create_emoji(call: ApiCall) -> ResponseBody:
    emojis = _get_application_emojis(call)
    body = call.validate_body()
    _check_name_is_free(call, body["name"])
    if len(emojis) >= emoji.MAX_APPLICATION_EMOJIS:
        raise ApiError(TOO_MANY_EMOJIS)
    image = emoji.decode_data_url(body["image"])
    assert image, "validate_body checks the data URL"
    is_animated = emoji.detect_media_type(image) == "image/gif"
    created = ApplicationEmoji(call.world.clock.new_snowflake(), body["name"], is_animated)
    call.playground.cdn.store_file(created.id, image)
    emojis[created.id] = created
    call.world.publish_change(PageFrameChanged())
    return _render_emoji(call, created)


@route("GET", EMOJI_PATH)
def get_emoji(call: ApiCall) -> ResponseBody:
    return _render_emoji(call, _find_emoji(call))


@route("PATCH", EMOJI_PATH)
def edit_emoji(call: ApiCall) -> ResponseBody:
    edited = _find_emoji(call)
    if name := call.validate_body().get("name"):
        _check_name_is_free(call, name, except_emoji=edited)
        edited.name = name
        call.world.publish_change(PageFrameChanged())
    return _render_emoji(call, edited)


@route("DELETE", EMOJI_PATH)
def delete_emoji(call: ApiCall) -> ResponseBody:
    deleted = _get_application_emojis(call).pop(_find_emoji(call).id)
    call.playground.cdn.delete_files_later(call.world.clock, deleted.id)
    call.world.publish_change(PageFrameChanged())
    return None


def _get_application_emojis(call: ApiCall) -> dict[str, ApplicationEmoji]:
    if call.path_params["application_id"] != call.bot.id:
        raise ApiError(UNKNOWN_APPLICATION)
    return call.bot.emojis


def _find_emoji(call: ApiCall) -> ApplicationEmoji:
    found = _get_application_emojis(call).get(call.path_params["emoji_id"])
    if found is None:
        raise ApiError(UNKNOWN_EMOJI)
    return found


def _check_name_is_free(call: ApiCall, name: str, except_emoji: ApplicationEmoji | None = None) -> None:
    if any(it.name == name for it in _get_application_emojis(call).values() if it is not except_emoji):
        raise ApiError(INVALID_FORM, [emoji.name_taken_error(("name",))])


def _render_emoji(call: ApiCall, application_emoji: ApplicationEmoji) -> dict[str, Any]:
    return application_emoji.to_api_json(call.world.people[call.bot.id].api_json)
