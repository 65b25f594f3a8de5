"""The law to which every body of these tests is held, and that it sees what is wrong."""

from __future__ import annotations

import pytest

from deploy.playground.client import JSON
from tests.wire.bodies import faults

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
POST = "POST /channels/{channel_id}/messages"
ORIGINAL = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"
BOARD = [{"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}]
LISTED = [{"id": 0, "filename": "board.png"}]


def entry(route: str, sent: object, refused: str | None = None) -> JSON:
    return {"way": "rest", "bot": "Raven", "what": route, "route": route, "sent": sent, "refused": refused}


@pytest.mark.parametrize(
    ("route", "sent"),
    [
        (POST, {"components": BOARD}),
        (EDIT, {"components": BOARD}),
        (EDIT, {"components": BOARD, "attachments": []}),
        (EDIT, {"components": BOARD, "attachments": [{"id": "77"}]}),
        (ORIGINAL, {"components": []}),
        (ANSWER, {"type": 7, "data": {"components": BOARD}}),
        (ANSWER, {"type": 7, "data": {"components": []}}),
        (ANSWER, {"type": 4, "data": {"components": BOARD}}),
    ],
)
def test_a_file_that_is_not_listed_is_seen(route: str, sent: JSON) -> None:
    assert [*faults([entry(route, sent)])]


def test_a_form_that_discord_refuses_is_seen() -> None:
    assert [*faults([entry(POST, {}, "50035 Invalid Form Body")])]


@pytest.mark.parametrize(
    ("route", "sent"),
    [
        (POST, {"components": BOARD, "attachments": LISTED}),
        (POST, {"content": "Hoo"}),
        (EDIT, {"components": BOARD, "attachments": LISTED}),
        (EDIT, {"components": [], "attachments": []}),
        (ANSWER, {"type": 7, "data": {"components": BOARD, "attachments": LISTED}}),
        (ANSWER, {"type": 6}),
        (ANSWER, {"type": 9, "data": {"components": []}}),
        ("PATCH /channels/{channel_id}", {"archived": False}),
        (POST, None),
    ],
)
def test_what_is_sound_is_let_be(route: str, sent: object) -> None:
    assert [*faults([entry(route, sent)])] == []
