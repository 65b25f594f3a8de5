"""Lists, threads and pictures can be sent and read whatever people are called, and mention nobody else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord import interaction_data
from bot.discord.layout import render_layout
from bot.discord.messages import Messages
from bot.discord.scene_sender import EmojiCache, SceneSender
from bot.display_names import DisplayNames
from bot.matches.model import StartedMatch
from bot.matches.service import MatchService
from bot.painting import Painter
from bot.screens.match_card import format_thread_name as thread_name
from bot.screens.scene import Scene, SelectMenu
from games.art import GOLD, INK, SMALL_TYPE_HEIGHT, PlayerName
from games.typeface import displayable_name, fit_name, text_width
from tests.kit.matches import ANN, BEN, SERVER_ID
from tests.kit.world import begin_match_with_ben

ANNS_USERNAME = "ann_7"
WIDEST_NAME = "W" * 32
# A name, how it reads in a line of text, and how in a picture, whose font has neither emoji nor Chinese.
NAME_CASES = [
    ("Ann", "Ann", "Ann"),
    ("🦦🦦", "🦦🦦", "1"),
    ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧", "1"),
    ("❤️", "❤️", "1"),
    ("مريم", "مريم", "1"),
    ("שרה לוי", "שרה לוי", "1"),
    ("小狐", "小狐", "1"),
    ("**Ann** ~~_`x`_~~", "**Ann** ~~_`x`_~~", "**Ann** ~~_`x`_~~"),
    ("# Ann", "# Ann", "# Ann"),
    (WIDEST_NAME, WIDEST_NAME, WIDEST_NAME),
    (f"<@{BEN}>", f"<@{BEN}>", f"<@{BEN}>"),
    ("@everyone", "@everyone", "@everyone"),
    # Controls that turn the rest of the line around, or that nobody sees.
    ("\u202eevil", "evil", "evil"),
    ("\u2067Ann", "Ann", "Ann"),
    ("A\u200bnn\ufeff", "Ann", "Ann"),
    ("a\nb\tc", "a b c", "a b c"),
    # Names that look like nothing give way to the username.
    ("\u200b\u200b", ANNS_USERNAME, ANNS_USERNAME),
    ("\u200d\ufe0f", ANNS_USERNAME, ANNS_USERNAME),
    ("\u3164", ANNS_USERNAME, ANNS_USERNAME),
    ("\u2800 \u2800", ANNS_USERNAME, ANNS_USERNAME),
    ("   ", ANNS_USERNAME, ANNS_USERNAME),
    (None, ANNS_USERNAME, ANNS_USERNAME),
]
for_each_name = pytest.mark.parametrize(("name", "text", "painted"), NAME_CASES)


def get_name_after_command(name: str | None) -> str:
    """Return how somebody is called from now on who was named in a command."""
    user = {"id": f"{ANN}", "username": ANNS_USERNAME, "global_name": name}
    return interaction_data.resolved_names({"resolved": {"users": {f"{ANN}": user}}})[ANN]


@for_each_name
def test_name_in_a_list_is_one_readable_label_of_one_person(name: str | None, text: str, painted: str) -> None:
    del painted
    listed = SelectMenu("", "to", (("1", f"<@{ANN}>"), ("2", f"<@{BEN}>")), "", ((ANN, "Red"), (BEN, "Blue")))
    shown = render_layout(Scene(above=(), rows=(listed,)), names={ANN: get_name_after_command(name), BEN: "Ben"})
    options = cast(Any, shown.to_components())[0]["components"][0]["options"]
    assert [option["label"] for option in options] == [text, "Ben"]


@for_each_name
def test_name_in_a_picture_fits_or_is_the_number_of_the_seat(name: str | None, text: str, painted: str) -> None:
    del text
    room = PlayerName(0, 200, SMALL_TYPE_HEIGHT, INK, GOLD)
    shown = displayable_name([get_name_after_command(name)], 0)
    assert shown == painted
    assert text_width(fit_name(room, shown)) <= room.width


@for_each_name
async def test_name_of_a_thread_has_readable_names_and_at_most_100_characters(
    matches: MatchService, name: str | None, text: str, painted: str
) -> None:
    del painted

    async def get_member(*_: int) -> object:
        return {"nick": name, "user": {"username": ANNS_USERNAME, "global_name": None}}

    client = cast(discord.Client, SimpleNamespace(http=SimpleNamespace(get_member=get_member)))
    sender = SceneSender(Painter(), DisplayNames(matches.store), EmojiCache(str))
    messages = Messages(client, sender, matches.store)
    called = await messages.fetch_member_name(SERVER_ID, ANN)
    assert called == text
    match = await begin_match_with_ben(matches)
    assert isinstance(match, StartedMatch)
    title = thread_name(match, [called, "Ben"], "en")
    assert title.startswith(f"{text} – Ben · ")
    assert len(title) <= 100
