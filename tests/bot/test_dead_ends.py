"""Tests that every private message has a button with which the person can continue."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import pytest

from bot.discord.layout import list_pictures, render_form, render_layout
from bot.handlers.requests import Response
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import render_refusal
from bot.screens.scene import Button, ButtonMenu, ChannelSelect, PersonSelect, RoleSelect, Scene, SelectMenu
from discord_playground.api_errors import FieldError
from discord_playground.limits.component_tree import check_message_components, check_modal_components
from games import GAMES
from games.match import CANCEL, RESIGN
from games.refused import Refused
from tests.kit.matches import ANN, BEN, CAT, play_move
from tests.kit.person import Person
from tests.kit.world import World, begin_match_with_ben, offer_match_to_ben, play_first_legal_move

pytestmark = pytest.mark.usefixtures("without_morra")

MAX_PRESSES = 250
"""A limit that keeps a failing test from running forever. There are fewer kinds of presses."""


def list_possible_presses(scene: Scene) -> list[tuple[CustomId, str]]:
    """Return the custom IDs in a message, each with the menu value to select. For buttons, the value is empty."""
    presses = [(section.button.custom_id, "") for section in scene.sections]
    for row in scene.rows:
        match row:
            case SelectMenu():
                presses += [(row.custom_id, value) for value, _ in row.choices[:2]]
            case ButtonMenu():
                presses += [(row.custom_id, it.custom_id) for it in row.buttons[:2]]
            case ChannelSelect() | RoleSelect() | PersonSelect():
                presses.append((row.custom_id, ""))
            case _:
                presses += [(it.custom_id, "") for it in row if isinstance(it, Button) and not it.disabled]
    return [(custom_id, value) for text, value in presses if (custom_id := CustomId.parse(text))]


def list_component_errors(scene: Scene) -> list[FieldError]:
    """Return what Discord would refuse in a message, such as more than 40 components."""
    attachment_names = frozenset(name for name, _ in list_pictures(scene))
    if scene.attachment:
        attachment_names |= {scene.attachment.name}
    components = render_layout(scene).components
    return [*check_message_components(components, (), is_v2=True, attachment_names=attachment_names)]


async def use_commands(person: Person) -> AsyncIterator[Response]:
    store = person.world.store
    for game in GAMES:
        yield await person.practice(game)
        yield await person.show_rules(game)
    yield await person.open_front_door()
    for command in (person.list_matches(), person.open_inbox(), person.show_ladder(""), person.show_profile()):
        yield await command
    for header in await store.matches.list_live_of_person(person.id):
        if (await person.world.matches.load_current(header)).find_view_seat(person.id) is None:
            continue
        for ask in (person.resign, person.offer_draw, person.cancel):
            try:
                yield await ask(header.id)
            except Refused as refusal:
                # A refused cancellation shows other buttons, but a plain error message needs none.
                is_plain = refusal.key in {"house-plays-on", "draw-already-offered"}
                assert is_plain or render_refusal(refusal, "en").rows  # noqa: PT017
        yield await person.show_board(header.id, text=True)
        yield await person.open_review(header.id)
    for result in await store.results.list_of_person(person.id, count=9):
        yield await person.open_review(result.match_id)
        yield await person.verify_match(result.match_id)


async def begin_matches(world: World) -> None:
    """Create matches in different states: finished, running, and offered."""
    for move in (RESIGN, CANCEL):
        await play_move(world.matches, (await begin_match_with_ben(world.matches)).id, ANN, *move)
    await begin_match_with_ben(world.matches)
    midnight = await begin_match_with_ben(world.matches, variant="midnight")
    for person_id in (ANN, BEN):
        await play_first_legal_move(world.matches, midnight.id, person_id)
    schnick = await begin_match_with_ben(world.matches, "schnick")
    await play_move(world.matches, schnick.id, BEN, "!offer")
    await offer_match_to_ben(world.matches)


@pytest.mark.parametrize("person_id", [ANN, *(pytest.param(it, marks=pytest.mark.gate) for it in (BEN, CAT))])
async def test_every_private_message_is_valid_and_has_a_button(world: World, person_id: int) -> None:
    """Press each kind of button once, and check every message that is shown."""
    await begin_matches(world)
    person = world.person(person_id, can_manage_server=True, token="token")  # noqa: S106 - of a press
    live_ids = [header.id for header in await world.store.matches.list_live_of_person(ANN)]
    pending = [
        (CustomId(action, match_id, 0), "")
        for match_id in live_ids
        for action in (Action.OPEN_MATCH, Action.SHOW_MORE, Action.SHOW_TEMPORARY_REVEAL)
    ]
    pressed_kinds: set[tuple[str, str, str]] = set()
    dead_ends: set[str] = set()

    def check_response(response: Response, source: str) -> None:
        if response.form:
            assert [*check_modal_components(render_form(response.form).to_dict()["components"], ())] == []
        if response.scene:
            assert list_component_errors(response.scene) == []
            presses = list_possible_presses(response.scene)
            if not presses:
                dead_ends.add(f"{source}: {response.scene.above}")
            pending.extend(presses)

    async for response in use_commands(person):
        check_response(response, "a command")
    for _ in itertools.takewhile(lambda _: pending, range(MAX_PRESSES)):
        custom_id, value = pending.pop(0)
        status = (await world.matches.find_match(custom_id.match_id)).status if custom_id.match_id else ""
        kind = (
            custom_id.action,
            status,
            custom_id.argument if custom_id.action in {Action.ASK_TO_END_MATCH, Action.CONFIRM_END_OF_MATCH} else "",
        )
        if kind in pressed_kinds:
            continue
        pressed_kinds.add(kind)
        try:
            values = (value,) if value else ()
            response = await person.press(custom_id, selected_values=values, message_id=77)
        except Refused:
            continue
        check_response(response, str(custom_id))
    assert not dead_ends
    assert len(pressed_kinds) > 10
