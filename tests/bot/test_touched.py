"""Of a message that was pressed as much is read as answers need, and in the library's own place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from bot.discord.touched import Touched, touching
from bot.scenes.address import Verb

EPHEMERAL = 1 << 6


@pytest.fixture(autouse=True)
def read() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as theirs:
        # It is put back as it was.
        theirs.setattr("discord.interactions.Message", discord.Message)
        touching()
        yield


def pressed(**message: Any) -> discord.Interaction[Any]:
    user = {"id": "7", "username": "otter", "discriminator": "0", "avatar": None}
    data = {"component_type": 2, "custom_id": f"{Verb.PICK}:1:0:", "id": 5}
    told: Any = {
        "version": 1, "id": "1", "application_id": "2", "type": 3, "token": "t", "data": data, "user": user,
        "attachment_size_limit": 1, "context": 1, "entitlements": [], "authorizing_integration_owners": {},
        "message": message,
    }  # fmt: skip
    return discord.Interaction(data=told, state=MagicMock())


@pytest.mark.parametrize(("flags", "whispered"), [(EPHEMERAL | 1 << 15, True), (1 << 15, False)])
def test_what_was_pressed_is_known_by_its_number_and_whether_one_alone_sees_it(flags: int, whispered: bool) -> None:
    message = pressed(id="9", flags=flags, components="whatever is written there nobody reads").message
    assert isinstance(message, Touched)
    assert (message.id, message.flags.ephemeral) == (9, whispered)


def test_a_message_that_is_none_is_none() -> None:
    assert pressed(flags=0).message is None
