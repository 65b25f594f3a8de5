"""Test application emoji: their valid names and images, their maximum number, and how they are saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deploy.playground.tests.bodies import JSON, RequestBody
from deploy.playground.tests.error_codes import BAD_LENGTH, NOT_A_STRING, REQUIRED
from deploy.playground.tests.minimal_bodies import VALIDATION_MODES, find_errors
from deploy.playground.tests.raw_bot import image_data_uri
from discord_playground.api.call import ApiCall
from discord_playground.api.emojis import EMOJIS_PATH, create_emoji
from discord_playground.api_errors import ApiError
from discord_playground.cdn import Cdn, draw_avatar_png
from discord_playground.interactions_endpoint import InteractionsEndpoints
from discord_playground.limits.emoji import MAX_APPLICATION_EMOJIS, MAX_EMOJI_BYTES
from discord_playground.playground import PlaygroundServer, PlaygroundSettings
from discord_playground.world.emoji import ApplicationEmoji

CREATE_EMOJI, EDIT_EMOJI = ("POST", EMOJIS_PATH), ("PATCH", EMOJIS_PATH + "/{emoji_id}")
REGEX_MISMATCH = "STRING_TYPE_REGEX"
IMAGE_DATA_URI = image_data_uri(draw_avatar_png(7))


def make_body(**body: Any) -> JSON:
    return {"name": "wolf_7", "image": IMAGE_DATA_URI} | body


VALID_BODIES: list[tuple[str, JSON]] = [
    ("a minimal body", make_body()),
    ("a short name", make_body(name="W7")),
    ("a long name", make_body(name="w" * 32)),
    ("a large picture", make_body(image=image_data_uri(b"\x89PNG".ljust(MAX_EMOJI_BYTES, b"\0")))),
    ("an animated picture", make_body(image=image_data_uri(b"GIF89a", "gif"))),
]
INVALID_BODIES: list[tuple[str, JSON, set[tuple[str, str]]]] = [
    ("no name", {"image": IMAGE_DATA_URI}, {("name", REQUIRED)}),
    ("no picture", {"name": "wolf"}, {("image", REQUIRED)}),
    ("a name of one letter", make_body(name="w"), {("name", BAD_LENGTH)}),
    ("a name that is too long", make_body(name="w" * 33), {("name", BAD_LENGTH)}),
    ("a name with a hyphen", make_body(name="wolf-7"), {("name", REGEX_MISMATCH)}),
    ("a name with an umlaut", make_body(name="wölfe"), {("name", REGEX_MISMATCH)}),
    ("a name that is no text", make_body(name=77), {("name", NOT_A_STRING)}),
    ("a picture that is no text", make_body(image=77), {("image", NOT_A_STRING)}),
    ("an image URL", make_body(image="https://oak.example/wolf.png"), {("image", "IMAGE_INVALID")}),
    ("image data that is no image", make_body(image=image_data_uri(b"a wolf")), {("image", "IMAGE_INVALID")}),
    (
        "an unsupported image type",
        make_body(image=image_data_uri(draw_avatar_png(7), "svg+xml")),
        {("image", "IMAGE_INVALID")},
    ),
    ("truncated base64", make_body(image=IMAGE_DATA_URI[:-1]), {("image", "IMAGE_INVALID")}),
    (
        "a picture that is too large",
        make_body(image=image_data_uri(b"\x89PNG".ljust(MAX_EMOJI_BYTES + 1, b"\0"))),
        {("image", "BINARY_TYPE_MAX_SIZE")},
    ),
]


@pytest.mark.parametrize("mode", VALIDATION_MODES)
@pytest.mark.parametrize(("title", "body"), VALID_BODIES, ids=[title for title, _ in VALID_BODIES])
def test_valid_emoji_is_accepted(title: str, body: JSON, mode: str) -> None:
    assert find_errors(RequestBody(body, CREATE_EMOJI), mode) == set(), title


@pytest.mark.parametrize("mode", VALIDATION_MODES[1:])
@pytest.mark.parametrize(("title", "body", "errors"), INVALID_BODIES, ids=[title for title, *_ in INVALID_BODIES])
def test_invalid_emoji_reports_path_and_code(title: str, body: JSON, errors: set[tuple[str, str]], mode: str) -> None:
    assert find_errors(RequestBody(body, CREATE_EMOJI), mode) == errors, title


@pytest.mark.parametrize("mode", VALIDATION_MODES[1:])
def test_emoji_edit_validates_name(mode: str) -> None:
    assert find_errors(RequestBody({"name": "wolf"}, EDIT_EMOJI), mode) == set()
    assert find_errors(RequestBody({}, EDIT_EMOJI), mode) == set()
    assert find_errors(RequestBody({"name": "w"}, EDIT_EMOJI), mode) == {("name", BAD_LENGTH)}


def call_create_emoji(server: PlaygroundServer, body: JSON) -> JSON:
    (bot,) = server.world.bots.values()
    endpoints = InteractionsEndpoints(server, lambda *_: None)
    return create_emoji(ApiCall(server, endpoints, *CREATE_EMOJI, {"application_id": bot.id}, {}, body, [], bot))


def test_emoji_beyond_limit_is_refused() -> None:
    server = PlaygroundServer(PlaygroundSettings(), "http://127.0.0.1:1")
    (bot,) = server.world.bots.values()
    emojis = [ApplicationEmoji(f"{number}", f"e{number}") for number in range(MAX_APPLICATION_EMOJIS - 1)]
    bot.emojis.update({emoji.id: emoji for emoji in emojis})
    assert call_create_emoji(server, make_body(name="last"))["name"] == "last"
    with pytest.raises(ApiError, match="30008"):
        call_create_emoji(server, make_body(name="one_more"))


def test_emoji_is_restored_from_saved_world(tmp_path: Path) -> None:
    settings = PlaygroundSettings(folder=tmp_path)
    before = PlaygroundServer(settings, "http://127.0.0.1:1")
    (bot,) = before.world.bots.values()
    emoji = call_create_emoji(before, make_body())
    before.save_world()
    after = PlaygroundServer(settings, "http://127.0.0.1:1")
    assert after.world.bots[bot.id].emojis == bot.emojis
    assert Cdn("", tmp_path).read_file(emoji["id"]) == draw_avatar_png(7)
