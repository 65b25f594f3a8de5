"""Test that outdated and forged interactions are answered with a message and do no harm."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import pytest

from bot.i18n import say
from bot.screens.custom_ids import Action
from discord_playground.client import JSON, Playground, PlaygroundError, full_text
from games.words import LOCALES
from tests.effort_level import EFFORT
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import (
    AUTOCOMPLETE_INTERACTION,
    COMMAND_INTERACTION,
    COMPONENT_INTERACTION,
    EPHEMERAL_FLAG,
    MODAL_INTERACTION,
    WirePerson,
    list_custom_ids,
)
from tests.wire.match_play import RANDOM_PLACEMENT, make_choice, play_one_duel
from tests.wire.playground_server import PlaygroundServer, create_server, get_match_id

STRING_OPTION, INTEGER_OPTION, BOOLEAN_OPTION, USER_OPTION = 3, 4, 5, 6
"""Types of options."""
INTERACTION_COUNT: Final = {"little": 120, "more": 1_500, "most": 20_000}[EFFORT]
CONCURRENT_INTERACTIONS: Final = 8
MAX_MESSAGES: Final = 40
"""Messages that a person keeps. Older ones are dismissed."""
FAILURE_TEXTS: Final = tuple(say("failed", locale, code="").partition(".")[0] for locale in LOCALES)
ODD_TEXTS: Final = (
    " ", "0", "-1", "1", "2", "9" * 18, "9" * 19, "9" * 99, "٣", "²", "1e9", "nan", "None", "null",
    "'; DROP TABLE match; --", "../..", "a" * 100, "ä" * 100, "\u202e\u0000x", "🐺", "{}", "[]", "%s", "@everyone",
    "<@1>", ":", "::::",
)  # fmt: skip
ODD_ARGUMENTS: Final = (
    "", "0", "1", "film", "9" * 18, "-1", "x", "server", "me", "me.zone", "server.clock", "me.holiday", "a.", ".", "..",
    "schnick", "schamanen.-.hard", "schnick.-.x", "all", "all.own", "all.a.1.1.7ff8000000000000.1",
    "all.a.1.1.4008000000000000.99999999999999999999", "variant", "clock.", "rated.", "resign", "cancel", "agree",
    "offer", "lapse", "house", "0.1", "0.9", "own", "x" * 60, "²", "٣", "%",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ForgedInteraction:
    """An interaction that no message offers."""

    interaction_type: int
    data: JSON
    message_id: str | None = None


class ForgedInteractionMaker:
    """Makes random forged interactions, which are the same for the same seed."""

    def __init__(
        self,
        seed: int,
        seen_custom_ids: Sequence[str],
        match_ids: Sequence[int],
        message_ids: Sequence[str],
        person_ids: Sequence[str],
    ) -> None:
        self.dice = random.Random(seed)
        self.seen_custom_ids = list(seen_custom_ids)
        self.match_ids = list(match_ids)
        self.message_ids = list(message_ids)
        self.person_ids = list(person_ids)

    def make_interaction(self) -> ForgedInteraction:
        return self._make_modal_submission() if self.dice.random() < 0.15 else self._make_component_interaction()

    def _make_component_interaction(self) -> ForgedInteraction:
        data: JSON = {"custom_id": self._make_custom_id(), "component_type": self.dice.choice((2, 2, 2, 3, 5)), "id": 1}
        if data["component_type"] != 2:
            data["values"] = self.dice.choice((
                [self._make_custom_id()], [self._pick_text()], [self.dice.choice(self.person_ids)],
                ["yes"], ["none"], ["a", "b"],
            ))  # fmt: skip
        return ForgedInteraction(COMPONENT_INTERACTION, data, self.dice.choice(self.message_ids))

    def _make_custom_id(self) -> str:
        match self.dice.randrange(6):
            case 0:
                # The same button of another match.
                parts = self.dice.choice(self.seen_custom_ids).split(":")
                return ":".join((parts[0], str(self._pick_match_id()), *parts[2:]))[:100]
            case 1:
                custom_id = self.dice.choice(self.seen_custom_ids)
                return custom_id[: self.dice.randrange(len(custom_id))] or ":"
            case 2:
                return (self.dice.choice(self.seen_custom_ids) + self._pick_text())[:100]
            case 3:
                letters = list(self.dice.choice(self.seen_custom_ids))
                first, second = self.dice.randrange(len(letters)), self.dice.randrange(len(letters))
                letters[first], letters[second] = letters[second], letters[first]
                return "".join(letters)
            case 4:
                return self._pick_text()
            case _:
                action = self.dice.choice([*map(str, Action), "xx", "SI", ""])
                step = self.dice.choice((0, 0, 1, 2, 7, 999_999_999))
                return f"{action}:{self._pick_match_id()}:{step}:{self.dice.choice(ODD_ARGUMENTS)}"[:100]

    def _pick_match_id(self) -> int:
        return self.dice.choice((*self.match_ids, *self.match_ids, 0, 10**17, 999_999_999_999_999_999))

    def _pick_text(self) -> str:
        return self.dice.choice(ODD_TEXTS)

    def _make_modal_submission(self) -> ForgedInteraction:
        field = {"type": 4, "id": 2, "custom_id": "line", "value": self.dice.choice(("", "a line", *ODD_TEXTS))}
        components = [{"type": 18, "id": 1, "component": field}]
        return ForgedInteraction(
            MODAL_INTERACTION,
            {"custom_id": self._make_custom_id(), "components": components},
            self.dice.choice(self.message_ids),
        )


SERVER_QUERIES: Final = (
    "SELECT server_id, number FROM season",
    "SELECT * FROM settings WHERE scope = 'server' ORDER BY owner_id",
)
MATCH_QUERIES: Final = (
    # The AI keeps choosing regardless of these interactions.
    "SELECT * FROM event WHERE match_id BETWEEN ? AND ? AND (kind <> 'said' OR person_id IS NOT NULL) ORDER BY 1, 2",
    "SELECT match_id, seat, person_id, status, is_live FROM seat WHERE match_id BETWEEN ? AND ? ORDER BY 1, 2",
    "SELECT id, status, is_live, options, terms FROM match WHERE id BETWEEN ? AND ? ORDER BY id",
    "SELECT match_id, seat, rank FROM result WHERE match_id BETWEEN ? AND ? ORDER BY match_id, seat",
    "SELECT id FROM match WHERE id > max(?, ?) AND terms NOT LIKE '%\"practice\"%'",
)
"""Queries for the rows of a range of matches. Everybody may start practice matches, so new ones are left out."""


def read_store(bot: BotProcess, match_ids: Sequence[int]) -> list[object]:
    """Read the rows of these matches and of servers. Matches of other tests may end meanwhile."""
    id_range = min(match_ids), max(match_ids)
    return [*(bot.query_store(query, *id_range) for query in MATCH_QUERIES), *map(bot.query_store, SERVER_QUERIES)]


async def create_matches(server: PlaygroundServer) -> list[int]:
    """Create an ended match, a running one, an offer and a practice match, and return their IDs."""
    otter, heron = server.otter, server.heron
    ended_id = await play_one_duel(server)
    running_id = await server.begin_match(otter, heron, form=RANDOM_PLACEMENT, game="schamanen")
    offer_id = get_match_id(await server.challenge_guests(otter, heron, game="woodwalkers"))
    practice_id = await server.begin_practice(otter, game="schnick")
    for action in (Action.SHOW_MORE, Action.OPEN_MATCH):
        await otter.open_from_card(await server.wait_for_card(running_id), action)
    await server.wait_until_shown()
    return [ended_id, running_id, offer_id, practice_id]


async def send_interaction(server: PlaygroundServer, guest: WirePerson, forged: ForgedInteraction) -> JSON:
    return (await guest.forge_interaction(forged.interaction_type, forged.data, server.channel, forged.message_id)).body


async def send_command(server: PlaygroundServer, name: str, options: list[Any], number: str = "1") -> JSON:
    data = JSON({"id": number, "name": name, "type": 1, "options": options})
    return await send_interaction(server, server.lynx, ForgedInteraction(COMMAND_INTERACTION, data))


def find_fault(answer: JSON) -> str:
    """Return what is wrong with an answer, or an empty string."""
    if answer["state"] != "answered":
        return str(answer["error"] or answer["state"])
    if answer["message"] is None:
        # The answer is a modal, or a player message that the bot has already deleted, because a concurrent click of the
        # same person opened a newer one.
        return ""
    return "failed" if any(text in full_text(answer["message"]) for text in FAILURE_TEXTS) else ""


async def send_random_interactions(
    server: PlaygroundServer, guest: WirePerson, maker: ForgedInteractionMaker, count: int
) -> None:
    """Send many interactions, some of them concurrently, and check that each is answered."""
    faults: list[tuple[str, ForgedInteraction]] = []
    remaining = [maker.make_interaction() for _ in range(count)]

    async def send_remaining() -> None:
        while remaining:
            interaction = remaining.pop()
            if fault := find_fault(await send_interaction(server, guest, interaction)):
                faults.append((fault, interaction))
            for message in (
                guest.list_messages()[:-MAX_MESSAGES] if len(guest.list_messages()) > 2 * MAX_MESSAGES else ()
            ):
                if message["flags"] & EPHEMERAL_FLAG and message["id"] not in maker.message_ids:
                    with suppress(PlaygroundError):
                        await guest.dismiss(message=message)

    await asyncio.gather(*(send_remaining() for _ in range(CONCURRENT_INTERACTIONS)))
    assert not faults, (Counter(fault for fault, _ in faults), faults[:20])


async def open_rules(server: PlaygroundServer, guest: WirePerson) -> list[str]:
    """Open the rules of two games, and return the IDs of the messages. They stay in place, unlike cards."""
    return [(await server.run_command(guest, "duel rules", game=it)).message["id"] for it in ("schnick", "schamanen")]


def make_duel_option(name: str, *options: Any) -> list[Any]:
    return [{"type": 1, "name": name, "options": [*options]}]


async def test_command_of_another_version_is_refused(server: PlaygroundServer, bot: BotProcess) -> None:
    before = bot.query_store("SELECT MAX(id) FROM match")
    commands: list[tuple[str, list[Any]]] = [
        ("unknown", []),
        ("duel", []),
        ("duel", make_duel_option("unknown")),
        ("duel", make_duel_option("open", {"type": STRING_OPTION, "name": "unknown", "value": "x"})),
        ("duel", make_duel_option("open", {"type": STRING_OPTION, "name": "game", "value": "unknown"})),
        ("duel", make_duel_option("open", {"type": STRING_OPTION, "name": "clock", "value": "unknown"})),
        ("duel", make_duel_option("open", {"type": BOOLEAN_OPTION, "name": "rated", "value": True})),
        ("duel", make_duel_option("challenge")),
        ("ladder", [{"type": 2, "name": "season", "options": [{"type": 1, "name": "unknown"}]}]),
    ]
    for name, options in commands:
        answer = await send_command(server, name, options)
        assert full_text(answer["message"]) == say("no-command", "fr"), (name, options)
    assert bot.query_store("SELECT MAX(id) FROM match") == before


async def test_unknown_menu_command_and_out_of_range_value_are_refused(server: PlaygroundServer) -> None:
    menu_command = JSON({"id": "1", "name": "unknown", "type": 2, "target_id": server.lynx.user_id, "resolved": {}})
    assert full_text(
        (await send_interaction(server, server.lynx, ForgedInteraction(COMMAND_INTERACTION, menu_command)))["message"]
    ) == say("no-command", "fr")
    answer = await send_command(
        server, "duel", make_duel_option("open", {"type": INTEGER_OPTION, "name": "seats", "value": 7})
    )
    assert "à 7" in full_text(answer["message"])
    assert not find_fault(answer)


async def test_command_and_autocomplete_work_without_optional_fields(server: PlaygroundServer) -> None:
    duel = next(it for it in (await server.lynx.load_view())["commands"] if it["name"] == "duel")
    bare = await send_command(server, "duel", [{"type": 1, "name": "list"}], duel["id"])
    assert say("list-empty", "fr") in full_text(bare["message"])
    typed = [
        {"type": USER_OPTION, "name": "opponent", "value": server.heron.user_id},
        {"type": STRING_OPTION, "name": "game", "value": "schamanen"},
        {"type": STRING_OPTION, "name": "variant", "value": "", "focused": True},
    ]
    data = JSON({"id": duel["id"], "name": "duel", "type": 1, "options": make_duel_option("challenge", *typed)})
    assert (await send_interaction(server, server.lynx, ForgedInteraction(AUTOCOMPLETE_INTERACTION, data)))["choices"]


async def test_click_on_a_dismissed_message_is_answered_with_a_new_one(server: PlaygroundServer) -> None:
    """The person dismissed the message before the click arrived."""
    heron = server.heron
    match_id = await server.begin_practice(heron, game="schnick")
    [message_id, _] = await open_rules(server, heron)
    [dismissed] = [it for it in heron.list_messages() if it["id"] == message_id]
    await heron.dismiss(message=dismissed)
    for action in (Action.REQUEST_HINT, Action.OPEN_MATCH, Action.SHOW_MORE):
        data = JSON({"component_type": 2, "custom_id": f"{action}:{match_id}:0:"})
        answer = await send_interaction(server, heron, ForgedInteraction(COMPONENT_INTERACTION, data, message_id))
        assert not find_fault(answer), action
        assert answer["message"]["id"] != message_id


@pytest.mark.again
async def test_forged_clicks_of_a_stranger_change_and_show_nothing(
    server: PlaygroundServer, playground: Playground, bot: BotProcess
) -> None:
    """Matches in the stranger's own server are tested as well as those in another."""
    async with create_server(playground, bot) as other:
        other_match_ids, match_ids = await create_matches(other), await create_matches(server)
        other_match_ids.append(
            get_match_id((await other.run_command(other.otter, "duel open", game="schnick")).message)
        )
        other_person_ids = {guest.user_id for guest in other.guests.values()}
        received = [
            message for it in (server, other) for guest in it.guests.values() for message in guest.received_messages
        ]
        custom_ids = [custom_id for message in received for custom_id in list_custom_ids(message)]
        people = [guest.user_id for guest in server.guests.values()]
        before = read_store(bot, [*match_ids, *other_match_ids])
        strangers = (server.lynx, server.badger)
        for seed, guest in enumerate(strangers):
            maker = ForgedInteractionMaker(
                seed, custom_ids, [*match_ids, *other_match_ids], await open_rules(server, guest), people
            )
            await send_random_interactions(server, guest, maker, INTERACTION_COUNT // len(strangers))
        await server.wait_until_shown()
        assert read_store(bot, [*match_ids, *other_match_ids]) == before
        for guest in strangers:
            assert not [
                it for it in guest.received_messages if other_person_ids & {*re.findall(r"<@(\d+)>", full_text(it))}
            ]


@pytest.mark.again
async def test_forged_clicks_of_a_player_only_affect_their_seats(server: PlaygroundServer, bot: BotProcess) -> None:
    """The player may resign, accept and withdraw, but never in the seat of somebody else."""
    match_ids = await create_matches(server)
    otter, heron = server.otter, server.heron
    sealed_id = await server.begin_match(otter, heron, form=RANDOM_PLACEMENT, game="schamanen")
    await make_choice(otter, sealed_id)
    await server.wait_until_shown()
    received = [message for guest in (heron, otter) for message in guest.received_messages]
    custom_ids = [custom_id for message in received for custom_id in list_custom_ids(message)]
    messages = await open_rules(server, heron)
    maker = ForgedInteractionMaker(
        7, custom_ids, [*match_ids, sealed_id], messages, [guest.user_id for guest in server.guests.values()]
    )
    query = "SELECT match_id, seq, seat, person_id, payload FROM event WHERE match_id <= ? ORDER BY match_id, seq"
    before, server_rows = bot.query_store(query, sealed_id), [bot.query_store(each) for each in SERVER_QUERIES]
    # Accepting the offer is allowed, so at least one interaction has an effect.
    [accept_id] = {it for it in custom_ids if it.startswith(f"{Action.JOIN_OFFER}:{match_ids[2]}:")}
    await send_interaction(
        server,
        heron,
        ForgedInteraction(COMPONENT_INTERACTION, JSON({"component_type": 2, "custom_id": accept_id}), messages[0]),
    )
    await send_random_interactions(server, heron, maker, INTERACTION_COUNT // 4)
    await server.wait_until_shown()
    after = bot.query_store(query, sealed_id)
    assert {*before} < {*after}
    seats = bot.query_store("SELECT match_id, seat FROM seat WHERE person_id = ?", int(otter.user_id))
    for match_id, _, seat, person_id, payload in {*after} - {*before}:
        assert person_id in (None, int(heron.user_id)), (match_id, payload)
        # The bot itself makes a choice without alternatives.
        assert (match_id, seat) not in seats or (person_id is None and not str(payload).startswith("!")), (
            match_id,
            payload,
        )
    assert [bot.query_store(each) for each in SERVER_QUERIES] == server_rows


def make_resolved_user(user_id: int) -> JSON:
    user = {"id": str(user_id), "username": "vast", "global_name": "Vast", "discriminator": "0", "avatar": None}
    return JSON({"users": {str(user_id): user}})


@pytest.mark.parametrize("user_id", [2**63, 10**19 - 1, 10**40])
async def test_user_id_that_does_not_fit_into_the_store_is_refused(server: PlaygroundServer, user_id: int) -> None:
    heron = server.heron
    [message_id, _] = await open_rules(server, heron)
    resolved = make_resolved_user(user_id)
    option = {"type": USER_OPTION, "value": str(user_id)}
    challenge = JSON(
        {"id": "1", "name": "duel", "type": 1, "options": make_duel_option("challenge", option | {"name": "opponent"})}
    )
    profile = JSON(
        {
            "id": "1",
            "name": "ladder",
            "type": 1,
            "options": [{"type": 1, "name": "player", "options": [option | {"name": "user"}]}],
        }
    )
    menu = JSON({"id": "1", "name": "Profile", "type": 2, "target_id": str(user_id), "resolved": resolved})
    selected = JSON({"component_type": 5, "id": 1, "values": [str(user_id)]})
    rivals = selected | {"custom_id": f"{Action.SHOW_HEAD_TO_HEAD}:0:0:{heron.user_id}"}
    commands = [
        challenge | {"resolved": resolved},
        # Discord would describe the chosen user.
        challenge | {"resolved": make_resolved_user(int(heron.user_id))},
        profile | {"resolved": resolved},
        menu,
    ]
    clicks = [
        selected | {"custom_id": f"{Action.CHALLENGE_PERSON}:0:0:schnick", "resolved": resolved},
        selected | {"custom_id": f"{Action.CHALLENGE_PERSON}:0:0:schnick"},
        rivals,
        selected | {"custom_id": f"{Action.SHOW_PROFILE}:0:0:{user_id}"},
    ]
    for forged in [
        *(ForgedInteraction(COMMAND_INTERACTION, data) for data in commands),
        *(ForgedInteraction(COMPONENT_INTERACTION, data, message_id) for data in clicks),
    ]:
        answer = await send_interaction(server, heron, forged)
        assert full_text(answer["message"]) in {say("no-unknown-person", "de"), say("no-button", "de")}, forged


@pytest.mark.parametrize("separator", ["\n", "\x0b", "\x85", "\u2028", "\u2029"])
async def test_typed_line_separator_is_never_taken_for_an_old_command(server: PlaygroundServer, separator: str) -> None:
    text = f"a{separator}b"
    await server.begin_practice(server.lynx, game="schnick")
    typed = [("move", "word"), ("shake", "line"), ("open", "options"), ("open", "variant"), ("practice", "options")]
    typed += [(command, "match") for command in ("board", "resign", "draw", "cancel", "replay", "verify")]
    for command, name in typed:
        option = {"type": STRING_OPTION, "name": name, "value": text}
        answer = await send_command(server, "duel", make_duel_option(command, option))
        assert not find_fault(answer), command
        assert say("no-command", "fr") not in full_text(answer["message"]), command
