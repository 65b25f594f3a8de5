"""What an emoji may be called and drawn like, and how many there may be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deploy.playground.tests.bodies import JSON, Sent
from deploy.playground.tests.plain import written
from deploy.playground.tests.small import WAYS, told
from discord_playground.api.call import Call
from discord_playground.api.emojis import EMOJIS, add
from discord_playground.api_errors import ApiError
from discord_playground.cdn import Cdn, draw_avatar_png
from discord_playground.interactions_endpoint import InteractionsEndpoints
from discord_playground.limits.emoji import MAX_APPLICATION_EMOJIS, MAX_EMOJI_BYTES
from discord_playground.playground import PlaygroundServer, PlaygroundSettings
from discord_playground.world.emoji import ApplicationEmoji

POST, PATCH = ("POST", EMOJIS), ("PATCH", EMOJIS + "/{emoji_id}")
BAD, REGEX = "BASE_TYPE_BAD_LENGTH", "STRING_TYPE_REGEX"


PICTURE = written(draw_avatar_png(7))


def made(**body: Any) -> JSON:
    return {"name": "wolf_7", "image": PICTURE} | body


GOOD: list[tuple[str, JSON]] = [
    ("as it is", made()),
    ("a short name", made(name="W7")),
    ("a long name", made(name="w" * 32)),
    ("a large picture", made(image=written(b"\x89PNG".ljust(MAX_EMOJI_BYTES, b"\0")))),
    ("one that moves", made(image=written(b"GIF89a", "gif"))),
]
WRONG: list[tuple[str, JSON, set[tuple[str, str]]]] = [
    ("no name", {"image": PICTURE}, {("name", "BASE_TYPE_REQUIRED")}),
    ("no picture", {"name": "wolf"}, {("image", "BASE_TYPE_REQUIRED")}),
    ("a name of one letter", made(name="w"), {("name", BAD)}),
    ("a name that is too long", made(name="w" * 33), {("name", BAD)}),
    ("a name with a hyphen", made(name="wolf-7"), {("name", REGEX)}),
    ("a name with an umlaut", made(name="wölfe"), {("name", REGEX)}),
    ("a name that is no text", made(name=77), {("name", "STRING_TYPE_CONVERT")}),
    ("a picture that is no text", made(image=77), {("image", "STRING_TYPE_CONVERT")}),
    ("an address", made(image="https://oak.example/wolf.png"), {("image", "IMAGE_INVALID")}),
    ("a text for a picture", made(image=written(b"a wolf")), {("image", "IMAGE_INVALID")}),
    ("another kind", made(image=written(draw_avatar_png(7), "svg+xml")), {("image", "IMAGE_INVALID")}),
    ("half a letter", made(image=PICTURE[:-1]), {("image", "IMAGE_INVALID")}),
    (
        "too large",
        made(image=written(b"\x89PNG".ljust(MAX_EMOJI_BYTES + 1, b"\0"))),
        {("image", "BINARY_TYPE_MAX_SIZE")},
    ),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("what", "body"), GOOD, ids=[what for what, _ in GOOD])
def test_a_good_one_is_taken(what: str, body: JSON, way: str) -> None:
    assert told(Sent(body, POST), way) == set(), what


@pytest.mark.parametrize("way", WAYS[1:])
@pytest.mark.parametrize(("what", "body", "wrong"), WRONG, ids=[what for what, *_ in WRONG])
def test_a_wrong_one_is_refused_at_its_place(what: str, body: JSON, wrong: set[tuple[str, str]], way: str) -> None:
    assert told(Sent(body, POST), way) == wrong, what


@pytest.mark.parametrize("way", WAYS[1:])
def test_a_name_is_changed_by_the_same_rules(way: str) -> None:
    assert told(Sent({"name": "wolf"}, PATCH), way) == set()
    assert told(Sent({}, PATCH), way) == set()
    assert told(Sent({"name": "w"}, PATCH), way) == {("name", BAD)}


def test_there_are_two_thousand_and_no_more() -> None:
    whole = PlaygroundServer(PlaygroundSettings(), "http://127.0.0.1:1")
    (bot,) = whole.world.bots.values()
    bot.emojis.update({str(at): ApplicationEmoji(str(at), f"e{at}") for at in range(MAX_APPLICATION_EMOJIS - 1)})

    def adds(name: str) -> Any:
        return add(
            Call(
                whole,
                InteractionsEndpoints(whole, lambda *_: None),
                *POST,
                {"application_id": bot.id},
                {},
                made(name=name),
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
    told = add(
        Call(
            before,
            InteractionsEndpoints(before, lambda *_: None),
            *POST,
            {"application_id": bot.id},
            {},
            made(),
            [],
            bot,
        )
    )
    assert isinstance(told, dict)
    before.save_world()
    after = PlaygroundServer(settings, "http://127.0.0.1:1")
    assert after.world.bots[bot.id].emojis == bot.emojis
    assert Cdn("", tmp_path).read_file(told["id"]) == draw_avatar_png(7)
