"""No dead ends: every private message has a button that leads on."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import pytest

from bot.handlers.requests import Response
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import render_refusal
from bot.screens.scene import Button, ButtonMenu, ChannelSelect, PersonSelect, RoleSelect, Scene, SelectMenu
from games import GAMES
from games.match import CANCEL, RESIGN
from games.refused import Refused
from tests.kit.matches import ANN, BEN, CAT, play_move
from tests.kit.person import Person
from tests.kit.world import World, begin_match_with_ben, offer_match_to_ben, play_first_legal_move

pytestmark = pytest.mark.usefixtures("without_morra")

MAX_PRESSES = 250
"""Presses; there are fewer kinds of them."""


def list_possible_presses(scene: Scene) -> list[tuple[CustomId, str]]:
    """Return what can be pressed there, and what is taken from a list."""
    found = []
    for row in scene.rows:
        match row:
            case SelectMenu():
                found += [(row.custom_id, value) for value, _ in row.choices[:2]]
            case ButtonMenu():
                found += [(row.custom_id, it.custom_id) for it in row.buttons[:2]]
            case ChannelSelect() | RoleSelect() | PersonSelect():
                found.append((row.custom_id, ""))
            case _:
                found += [(it.custom_id, "") for it in row if isinstance(it, Button) and not it.disabled]
    return [(custom_id, value) for to, value in found if (custom_id := CustomId.parse(to))]


async def use_commands(person: Person) -> AsyncIterator[Response]:
    store = person.world.store
    for game in GAMES:
        yield await person.practice(game)
        yield await person.show_rules(game)
    for command in (person.list_matches(), person.open_inbox(), person.show_leaderboard(""), person.show_profile()):
        yield await command
    for header in await store.matches.list_live_of_person(person.id):
        if (await person.world.matches.load_current(header)).find_view_seat(person.id) is None:
            continue
        for end in (person.resign, person.offer_draw, person.cancel):
            try:
                yield await end(header.id)
            except Refused as no:
                # Who may not cancel alone is shown what they can do; an error line needs no way on.
                assert no.key == "house-plays-on" or render_refusal(no, "en").rows  # noqa: PT017
        yield await person.show_board(header.id, text=True)
        yield await person.open_review(header.id)
    for result in await store.results.list_of_person(person.id, count=9):
        yield await person.open_review(result.match_id)
        yield await person.verify_match(result.match_id)


async def begin_matches(world: World) -> None:
    """Begin matches in every state there is."""
    for word in (RESIGN, CANCEL):
        await play_move(world.matches, (await begin_match_with_ben(world.matches)).id, ANN, *word)
    await begin_match_with_ben(world.matches)
    midnight = await begin_match_with_ben(world.matches, variant="midnight")
    for person_id in (ANN, BEN):
        await play_first_legal_move(world.matches, midnight.id, person_id)
    schnick = await begin_match_with_ben(world.matches, "schnick")
    await play_move(world.matches, schnick.id, BEN, "!offer")
    await offer_match_to_ben(world.matches)


@pytest.mark.parametrize("number", [ANN, *(pytest.param(it, marks=pytest.mark.gate) for it in (BEN, CAT))])
async def test_every_private_message_has_a_way_on(world: World, number: int) -> None:
    """Whoever presses everything there is comes to no message without a button."""
    await begin_matches(world)
    person = world.person(number, can_manage_server=True, token="token")  # noqa: S106 - of a press
    live = [header.id for header in await world.store.matches.list_live_of_person(ANN)]
    to_do = [
        (CustomId(verb, match_id, 0), "")
        for match_id in live
        for verb in (Action.OPEN_MATCH, Action.SHOW_MORE, Action.SHOW_TEMPORARY_REVEAL)
    ]
    known: set[tuple[str, str, str]] = set()
    dead: set[str] = set()

    def note(response: Response, whence: str) -> None:
        if response.scene:
            found = list_possible_presses(response.scene)
            if not found:
                dead.add(f"{whence}: {response.scene.above}")
            to_do.extend(found)

    async for response in use_commands(person):
        note(response, "a command")
    for _ in itertools.takewhile(lambda _: to_do, range(MAX_PRESSES)):
        to, value = to_do.pop(0)
        status = (await world.matches.find_match(to.match_id)).status if to.match_id else ""
        kind = (
            to.action,
            status,
            to.argument if to.action in {Action.ASK_TO_END_MATCH, Action.CONFIRM_END_OF_MATCH} else "",
        )
        if kind in known:
            continue
        known.add(kind)
        try:
            chosen = (value,) if value else ()
            response = await person.click(
                to.action, to.match_id, to.number, to.argument, selected_values=chosen, message_id=77
            )
        except Refused:
            continue
        note(response, str(to))
    assert not dead
    assert len(known) > 10
