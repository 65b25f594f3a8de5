"""The door: what discord.py sends passes, and what is wrong is told at its place."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy.playground.tests import bodies, wrong_answers, wrong_commands, wrong_components, wrong_messages
from deploy.playground.tests.bodies import ADD, FOLLOW_UP, JSON, ORIGINAL, PICTURE, SEND, SYNC, V2, Sent
from deploy.playground.tests.small import (
    NEW,
    OLD,
    WAYS,
    answered,
    button,
    command,
    container,
    edit,
    embed,
    file,
    form,
    message,
    option,
    row,
    section,
    text,
    told,
    v2,
)
from discord_playground.api_errors import (
    EMPTY_MESSAGE,
    INVALID_FORM,
    INVALID_JSON,
    REQUEST_TOO_LARGE,
    TOO_MANY_COMMANDS,
    ApiError,
    ApiErrorCode,
)
from discord_playground.limits.files import Upload

GOOD = asyncio.run(bodies.made())

BAD = [*wrong_messages.CASES, *wrong_components.CASES, *wrong_answers.CASES, *wrong_commands.CASES]
ROW = "components.0.components"

# What is refused by a code of its own.
CODES: list[tuple[str, Sent, ApiErrorCode]] = [
    ("nothing", Sent(None), EMPTY_MESSAGE),
    ("blanks", message(content=" \n"), EMPTY_MESSAGE),
    ("an empty list", message(content=..., components=[], embeds=[]), EMPTY_MESSAGE),
    ("an empty answer", answered(4, 2, flags=64), EMPTY_MESSAGE),
    ("an update to nothing", answered(7, 3, True, content="", embeds=[], components=[]), EMPTY_MESSAGE),
    ("an edit to nothing", edit({"content": None, "embeds": []}, OLD), EMPTY_MESSAGE),
    ("an edit to no components", edit({"components": []}, {**NEW, "attachments": []}), EMPTY_MESSAGE),
    ("a file too large", Sent({}, SEND, [Upload("0", "x", 10 * 1024 * 1024 + 1)]), REQUEST_TOO_LARGE),
    (
        "a file too large for an answer",
        replace(answered(4, 2, content="x"), uploads=[Upload("0", "x", 2**30)]),
        REQUEST_TOO_LARGE,
    ),
    (
        "too many files",
        Sent({}, SEND, [Upload(str(i), f"{i}.png", 1) for i in range(11)]),
        ApiErrorCode(400, 30015, ""),
    ),
    (
        "too many files with those that are there",
        edit(
            {"attachments": [{"id": "77"}, *({"id": i} for i in range(10))]},
            NEW,
            *(Upload(str(i), f"{i}.png", 1) for i in range(10)),
        ),
        ApiErrorCode(400, 30015, ""),
    ),
    ("too many commands", Sent([command(name=f"duel{i}").body for i in range(101)], SYNC), TOO_MANY_COMMANDS),
    ("too many context menus", Sent([{"type": 2, "name": f"Duel {i}"} for i in range(16)], SYNC), TOO_MANY_COMMANDS),
    ("two ways in", Sent([{"type": 4, "name": "duel"}, {"type": 4, "name": "duels"}], SYNC), TOO_MANY_COMMANDS),
    ("one too many", Sent(command().body, ADD, beside=[{"name": f"duel{i}"} for i in range(100)]), TOO_MANY_COMMANDS),
    ("half a character", message(content="\ud800"), INVALID_JSON),
    ("no number", message(flags=float("nan")), INVALID_JSON),
]

# What looks doubtful and is not.
FINE: list[tuple[str, Sent]] = [
    ("only an embed", message(content=..., embeds=[embed()])),
    ("only a file", Sent({}, SEND, [PICTURE])),
    ("only a file, and no body", Sent(None, SEND, [PICTURE])),
    ("only a sticker", message(content="", sticker_ids=["5"])),
    ("only buttons", message(row(button()))),
    ("a message without sound or previews", message(flags=1 << 12 | 1 << 2)),
    ("a voice", Sent({"flags": 1 << 13}, SEND, [PICTURE])),
    ("nulls", message(content="x", embeds=None, components=None, allowed_mentions=None, flags=None, nonce=None)),
    ("an empty list of mentions", message(allowed_mentions={"parse": ["users"], "users": []})),
    ("largest file", Sent({}, SEND, [Upload("0", "x", 10 * 1024 * 1024)])),
    ("ten files", Sent({}, SEND, [Upload(str(i), f"{i}.png", 1) for i in range(10)])),
    ("a number that asks for one", v2(text(id=0), text(id=0))),
    ("a keycap", message(row(button(emoji={"name": "1️⃣"})))),
    ("an emoji by its id", message(row(button(emoji={"id": "5", "name": None})))),
    (
        "an old file kept by id and name",
        edit({"components": [file("attachment://old.png")], "attachments": [{"id": "77", "filename": "old.png"}]}, NEW),
    ),
    (
        "the renamed file",
        Sent(
            {
                "flags": V2,
                "components": [file("attachment://new.png")],
                "attachments": [{"id": "0", "filename": "new.png"}],
            },
            SEND,
            [PICTURE],
        ),
    ),
    ("an edit of components", edit({"components": [container(text())]}, NEW)),
    ("an edit by the flag it has", edit({"flags": V2 | 4, "components": [text()]}, NEW)),
    ("an edit of an edit's flags", edit({"content": "x", "flags": 64 | 4}, {"content": "y", "flags": 64})),
    ("ephemeral in a follow-up", Sent({"content": "x", "flags": 64}, FOLLOW_UP)),
    ("an edit of the answer", Sent({"content": "x"}, ORIGINAL, before={"flags": 128 | 64})),
    ("an answer of a number", Sent({"type": 4.0, "data": {"content": "x"}}, answers=2)),
    ("numbers as suggestions", answered(8, 4, choices=[{"name": "x", "value": 1.5}, None])),
    ("a name in Devanagari", command(name="द्वंद्व")),
    ("a name in Thai", command(name="ดวลกัน")),
    ("a name of digits", command(name="7-a_b'c")),
    ("permissions as digits", command(default_member_permissions="8")),
    ("the same name for another kind", Sent([command().body, {"type": 2, "name": "duel"}], SYNC)),
    ("all of a kind", Sent([command(name=f"duel{i}").body for i in range(100)], SYNC)),
    ("the hundredth", Sent(command().body, ADD, beside=[{"name": f"duel{i}"} for i in range(99)])),
    ("no command at all", Sent([], SYNC)),
    (
        "all options required",
        command(options=[option(name="a", required=True), option(name="b", required=True), option(name="c")]),
    ),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sent", GOOD.values(), ids=GOOD)
def test_what_discord_py_sends_passes(sent: Sent, way: str) -> None:
    sent.to(form(way))


@pytest.mark.parametrize("sent", [sent for _, sent in FINE], ids=[name for name, _ in FINE])
def test_what_only_looks_wrong_passes(sent: Sent) -> None:
    for way in WAYS:
        sent.to(form(way))


@pytest.mark.parametrize(("sent", "faults"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_what_is_wrong_is_told_at_its_place(sent: Sent, faults: set[tuple[str, str]]) -> None:
    assert told(sent, "with schemas") == faults


@pytest.mark.parametrize(("sent", "code"), [case[1:] for case in CODES], ids=[case[0] for case in CODES])
def test_some_refusals_have_a_code_of_their_own(sent: Sent, code: ApiErrorCode) -> None:
    for way in WAYS:
        with pytest.raises(ApiError) as refused:
            sent.to(form(way))
        assert refused.value.code[:2] == code[:2], way


def test_the_limit_of_commands_is_told() -> None:
    with pytest.raises(ApiError, match="reached \\(15\\)"):
        Sent([{"type": 3, "name": f"Duel {i}"} for i in range(16)], SYNC).to(form("limits alone"))


def test_the_tree_is_discords() -> None:
    with pytest.raises(ApiError) as refused:
        v2(text(), container(section(button("x")))).to(form("with schemas"))
    assert refused.value.body == {
        "message": "Invalid Form Body",
        "code": 50035,
        "errors": {
            "components": {
                "1": {
                    "components": {
                        "0": {
                            "components": {
                                "0": {
                                    "_errors": [
                                        {
                                            "code": "UNION_TYPE_CHOICES",
                                            "message": 'Value of field "type" must be one of (10,).',
                                        }
                                    ]
                                }
                            }
                        }
                    }
                }
            }
        },
    }


def test_only_a_strict_reader_minds_what_it_does_not_know() -> None:
    sent = message(row(button(lable="Go")), contnet="x")
    assert told(sent, "with schemas") == set()
    assert told(sent, "strict") == {("contnet", "UNKNOWN_FIELD"), (f"{ROW}.0.lable", "UNKNOWN_FIELD")}


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(
        ["x" * 101, "x" * 5000, "attachment://none.png", "https://", "7", 2**31, 2**54, 1, 2, 3, 4, 5, 9, 10]
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "id", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(body: JSON, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield place
    for step, inner in body.items() if isinstance(body, dict) else enumerate(body if isinstance(body, list) else ()):
        yield from places(inner, (*place, step))


@given(st.sampled_from(sorted(GOOD)), st.data())
def test_nothing_that_is_sent_breaks_the_door(name: str, data: st.DataObject) -> None:
    """Without schemas more passes, and never less."""
    sent = GOOD[name]
    place = data.draw(st.sampled_from(list(places(sent.body))))
    body = put(sent.body, place, data.draw(JUNK))
    alone, checked = refused(sent.with_body(body), "limits alone"), refused(sent.with_body(body), "with schemas")
    assert alone in {checked, None} or checked == INVALID_FORM.code


def put(body: JSON, place: tuple[Any, ...], junk: JSON) -> JSON:
    if not place:
        return junk
    step, *rest = place
    other = copy.copy(body)
    other[step] = put(body[step], tuple(rest), junk)
    return other


def refused(sent: Sent, way: str) -> int | None:
    try:
        sent.to(form(way))
    except ApiError as refusal:
        return refusal.code.code
    return None


def test_deep_bodies_are_refused_as_others_are() -> None:
    deep: JSON = []
    for _ in range(100_000):
        deep = [deep]
    assert refused(message(components=deep), "limits alone") == INVALID_JSON.code
    shallow: JSON = text()
    for _ in range(50):
        shallow = container(shallow)
    assert refused(v2(shallow), "with schemas") == INVALID_FORM.code
