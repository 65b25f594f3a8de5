"""The emoji that an application owns: it alone may show them, and everywhere."""

from __future__ import annotations

from typing import Any, Final

from discord_playground.api.call import Answer, Call, route
from discord_playground.api_errors import INVALID_FORM, TOO_MANY_EMOJIS, UNKNOWN_APPLICATION, UNKNOWN_EMOJI, ApiError
from discord_playground.limits import emoji
from discord_playground.world.change import PageFrameChanged
from discord_playground.world.emoji import ApplicationEmoji

EMOJIS: Final = "/applications/{application_id}/emojis"
EMOJI: Final = EMOJIS + "/{emoji_id}"
ANIMATED: Final = b"GIF8"


@route("GET", EMOJIS)
def listed(call: Call) -> Answer:
    return {"items": [_shape(call, one) for one in _own(call).values()]}


@route("POST", EMOJIS, status=201)
def add(call: Call) -> Answer:
    own = _own(call)
    body = call.checked()
    _free(call, body["name"])
    if len(own) >= emoji.MAX_APPLICATION_EMOJIS:
        raise ApiError(TOO_MANY_EMOJIS)
    picture = emoji.decode_data_url(body["image"])
    assert picture, "its form was looked at"
    made = ApplicationEmoji(call.world.clock.new_snowflake(), body["name"], picture.startswith(ANIMATED))
    call.playground.cdn.store_file(made.id, picture)
    own[made.id] = made
    call.world.publish_change(PageFrameChanged())
    return _shape(call, made)


@route("GET", EMOJI)
def told(call: Call) -> Answer:
    return _shape(call, _one(call))


@route("PATCH", EMOJI)
def change(call: Call) -> Answer:
    one = _one(call)
    if name := call.checked().get("name"):
        _free(call, name, besides=one)
        one.name = name
        call.world.publish_change(PageFrameChanged())
    return _shape(call, one)


@route("DELETE", EMOJI)
def remove(call: Call) -> Answer:
    gone = _own(call).pop(_one(call).id)
    call.playground.cdn.delete_files_later(call.world.clock, gone.id)
    call.world.publish_change(PageFrameChanged())
    return None


def _own(call: Call) -> dict[str, ApplicationEmoji]:
    if call.path["application_id"] != call.bot.id:
        raise ApiError(UNKNOWN_APPLICATION)
    return call.bot.emojis


def _one(call: Call) -> ApplicationEmoji:
    found = _own(call).get(call.path["emoji_id"])
    if found is None:
        raise ApiError(UNKNOWN_EMOJI)
    return found


def _free(call: Call, name: str, besides: ApplicationEmoji | None = None) -> None:
    if any(one.name == name for one in _own(call).values() if one is not besides):
        raise ApiError(INVALID_FORM, [emoji.name_taken_error(("name",))])


def _shape(call: Call, one: ApplicationEmoji) -> dict[str, Any]:
    return one.to_api_json(call.world.people[call.bot.id].api_json)
