"""What an emoji may be called and drawn like, and how many there may be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deploy.playground.tests.bodies import JSON, RequestBody
from deploy.playground.tests.minimal_bodies import VALIDATION_MODES, find_faults
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
BAD_LENGTH, REGEX_MISMATCH = "BASE_TYPE_BAD_LENGTH", "STRING_TYPE_REGEX"


IMAGE_DATA_URI = image_data_uri(draw_avatar_png(7))


def make_body(**body: Any) -> JSON:
    return {"name": "wolf_7", "image": IMAGE_DATA_URI} | body


VALID_BODIES: list[tuple[str, JSON]] = [
    ("as it is", make_body()),
    ("a short name", make_body(name="W7")),
    ("a long name", make_body(name="w" * 32)),
    ("a large picture", make_body(image=image_data_uri(b"\x89PNG".ljust(MAX_EMOJI_BYTES, b"\0")))),
    ("one that moves", make_body(image=image_data_uri(b"GIF89a", "gif"))),
]
INVALID_BODIES: list[tuple[str, JSON, set[tuple[str, str]]]] = [
    ("no name", {"image": IMAGE_DATA_URI}, {("name", "BASE_TYPE_REQUIRED")}),
    ("no picture", {"name": "wolf"}, {("image", "BASE_TYPE_REQUIRED")}),
    ("a name of one letter", make_body(name="w"), {("name", BAD_LENGTH)}),
    ("a name that is too long", make_body(name="w" * 33), {("name", BAD_LENGTH)}),
    ("a name with a hyphen", make_body(name="wolf-7"), {("name", REGEX_MISMATCH)}),
    ("a name with an umlaut", make_body(name="wölfe"), {("name", REGEX_MISMATCH)}),
    ("a name that is no text", make_body(name=77), {("name", "STRING_TYPE_CONVERT")}),
    ("a picture that is no text", make_body(image=77), {("image", "STRING_TYPE_CONVERT")}),
    ("an address", make_body(image="https://oak.example/wolf.png"), {("image", "IMAGE_INVALID")}),
    ("a text for a picture", make_body(image=image_data_uri(b"a wolf")), {("image", "IMAGE_INVALID")}),
    ("another kind", make_body(image=image_data_uri(draw_avatar_png(7), "svg+xml")), {("image", "IMAGE_INVALID")}),
    ("half a letter", make_body(image=IMAGE_DATA_URI[:-1]), {("image", "IMAGE_INVALID")}),
    (
        "too large",
        make_body(image=image_data_uri(b"\x89PNG".ljust(MAX_EMOJI_BYTES + 1, b"\0"))),
        {("image", "BINARY_TYPE_MAX_SIZE")},
    ),
]


@pytest.mark.parametrize("way", VALIDATION_MODES)
@pytest.mark.parametrize(("what", "body"), VALID_BODIES, ids=[what for what, _ in VALID_BODIES])
def test_a_good_one_is_taken(what: str, body: JSON, way: str) -> None:
    assert find_faults(RequestBody(body, CREATE_EMOJI), way) == set(), what


@pytest.mark.parametrize("way", VALIDATION_MODES[1:])
@pytest.mark.parametrize(("what", "body", "wrong"), INVALID_BODIES, ids=[what for what, *_ in INVALID_BODIES])
def test_a_wrong_one_is_refused_at_its_place(what: str, body: JSON, wrong: set[tuple[str, str]], way: str) -> None:
    assert find_faults(RequestBody(body, CREATE_EMOJI), way) == wrong, what


@pytest.mark.parametrize("way", VALIDATION_MODES[1:])
def test_a_name_is_changed_by_the_same_rules(way: str) -> None:
    assert find_faults(RequestBody({"name": "wolf"}, EDIT_EMOJI), way) == set()
    assert find_faults(RequestBody({}, EDIT_EMOJI), way) == set()
    assert find_faults(RequestBody({"name": "w"}, EDIT_EMOJI), way) == {("name", BAD_LENGTH)}


def test_there_are_two_thousand_and_no_more() -> None:
    whole = PlaygroundServer(PlaygroundSettings(), "http://127.0.0.1:1")
    (bot,) = whole.world.bots.values()
    bot.emojis.update({str(at): ApplicationEmoji(str(at), f"e{at}") for at in range(MAX_APPLICATION_EMOJIS - 1)})

    def adds(name: str) -> Any:
        return create_emoji(
            ApiCall(
                whole,
                InteractionsEndpoints(whole, lambda *_: None),
                *CREATE_EMOJI,
                {"application_id": bot.id},
                {},
                make_body(name=name),
                [],
                bot,
            )
        )

    assert adds("last")["name"] == "last"
    with pytest.raises(ApiError, match="30008"):
        adds("one_more")


def test_a_world_is_remembered_with_its_emoji(tmp_path: Path) -> None:
    settings = PlaygroundSettings(folder=tmp_path)
    before = PlaygroundServer(settings, "http://127.0.0.1:1")
    (bot,) = before.world.bots.values()
    told = create_emoji(
        ApiCall(
            before,
            InteractionsEndpoints(before, lambda *_: None),
            *CREATE_EMOJI,
            {"application_id": bot.id},
            {},
            make_body(),
            [],
            bot,
        )
    )
    assert isinstance(told, dict)
    before.save_world()
    after = PlaygroundServer(settings, "http://127.0.0.1:1")
    assert after.world.bots[bot.id].emojis == bot.emojis
    assert Cdn("", tmp_path).read_file(told["id"]) == draw_avatar_png(7)
