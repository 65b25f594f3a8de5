"""Tests for unusual display names in menus, thread names and pictures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import discord
import pytest

from bot.discord import interaction_data
from bot.discord.layout import list_mentioned_people, render_layout
from bot.discord.messages import Messages
from bot.discord.scene_sender import EmojiCache, SceneSender
from bot.display_names import DisplayNames
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.painting import Painter
from bot.screens.match_card import format_thread_name
from bot.screens.player_screen import render_move_choice
from bot.screens.scene import Scene, SelectMenu
from games.art import GOLD, INK, SMALL_TYPE_HEIGHT, PlayerName
from games.typeface import displayable_name, fit_name, text_width
from tests.kit.matches import ANN, BEN, CAT, SERVER_ID, begin_match
from tests.kit.scene_reading import BUTTON_TYPE, SELECT_TYPE, walk_components
from tests.kit.world import begin_match_with_ben

ANNS_USERNAME = "ann_7"
WIDEST_NAME = "W" * 32
# Each case is a name, its form in text, and its form in a picture. The picture font has no emoji or Chinese.
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
    # Control characters that reverse the rest of the line, or that are invisible.
    ("\u202eevil", "evil", "evil"),
    ("\u2067Ann", "Ann", "Ann"),
    ("A\u200bnn\ufeff", "Ann", "Ann"),
    ("a\nb\tc", "a b c", "a b c"),
    # Invisible names are replaced by the username.
    ("\u200b\u200b", ANNS_USERNAME, ANNS_USERNAME),
    ("\u200d\ufe0f", ANNS_USERNAME, ANNS_USERNAME),
    ("\u3164", ANNS_USERNAME, ANNS_USERNAME),
    ("\u2800 \u2800", ANNS_USERNAME, ANNS_USERNAME),
    ("   ", ANNS_USERNAME, ANNS_USERNAME),
    (None, ANNS_USERNAME, ANNS_USERNAME),
]
for_each_text = pytest.mark.parametrize(("name", "text"), [(name, text) for name, text, _ in NAME_CASES])


def get_name_after_command(name: str | None) -> str:
    """Return the name that the bot uses for a person after a command mentioned them."""
    user = {"id": f"{ANN}", "username": ANNS_USERNAME, "global_name": name}
    return interaction_data.parse_resolved_names({"resolved": {"users": {f"{ANN}": user}}})[ANN]


@for_each_text
def test_name_in_a_menu_is_one_readable_label(name: str | None, text: str) -> None:
    menu = SelectMenu("", "to", (("1", f"<@{ANN}>"), ("2", f"<@{BEN}>")), "", ((ANN, "Red"), (BEN, "Blue")))
    layout = render_layout(Scene(above=(), rows=(menu,)), names={ANN: get_name_after_command(name), BEN: "Ben"})
    (select,) = walk_components(layout, SELECT_TYPE)
    assert [option["label"] for option in select["options"]] == [text, "Ben"]


@pytest.mark.parametrize(
    ("names", "labels"),
    [(("Fox", WIDEST_NAME), ["◆ Fox", f"▲ {WIDEST_NAME}"]), (("", None), ["◆ Blue", "▲ Green"])],
)
async def test_buttons_for_opponents_have_their_names(
    matches: MatchService, names: tuple[str | None, ...], labels: list[str]
) -> None:
    """If a name is not known, the button has the color of the seat."""
    match = await begin_match(matches, BEN, CAT, options={"hands": ["wst", "wst", "wst"], "pile": "wst", "first": 0})
    scene = render_move_choice(match, 0, "en", Absences())
    opponents = [person_id for person_id in match.player_ids[1:] if person_id is not None]
    assert {*opponents} <= {*list_mentioned_people(scene)}
    known = {person_id: name for person_id, name in zip(opponents, names, strict=True) if name is not None}
    buttons = walk_components(render_layout(scene, names=known), BUTTON_TYPE)
    assert [button["label"] for button in buttons][:2] == labels


@pytest.mark.parametrize(("name", "painted"), [(name, painted) for name, _, painted in NAME_CASES])
def test_name_in_a_picture_fits_or_is_the_seat_number(name: str | None, painted: str) -> None:
    label = PlayerName(0, 200, SMALL_TYPE_HEIGHT, INK, GOLD)
    displayed = displayable_name([get_name_after_command(name)], 0)
    assert displayed == painted
    assert text_width(fit_name(label, displayed)) <= label.width


@for_each_text
async def test_thread_name_is_readable_and_within_100_characters(
    matches: MatchService, name: str | None, text: str
) -> None:
    async def get_member(*_: int) -> object:
        return {"nick": name, "user": {"username": ANNS_USERNAME, "global_name": None}}

    client = cast(discord.Client, SimpleNamespace(http=SimpleNamespace(get_member=get_member)))
    sender = SceneSender(Painter(), DisplayNames(matches.store), EmojiCache(str))
    messages = Messages(client, sender, matches.store)
    fetched_name = await messages.fetch_member_name(SERVER_ID, ANN)
    assert fetched_name == text
    match = await begin_match_with_ben(matches)
    title = format_thread_name(match, [fetched_name, "Ben"], "en")
    assert title.startswith(f"{text} – Ben · ")
    assert len(title) <= 100
