"""What an old message still offers after it is gone: each press is answered in a line and does no harm."""

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
PRESS_COUNT: Final = {"little": 120, "more": 1_500, "most": 20_000}[EFFORT]
CONCURRENT_PRESSES: Final = 8
MAX_MESSAGES: Final = 40
"""Messages that a person keeps; older ones are dismissed."""
FAILURE_TEXTS: Final = tuple(say("failed", locale, code="").partition(".")[0] for locale in LOCALES)
ODD_TEXTS: Final = (
    " ", "0", "-1", "1", "2", "9" * 18, "9" * 19, "9" * 99, "٣", "²", "1e9", "nan", "None", "null",
    "'; DROP TABLE match; --", "../..", "a" * 100, "ä" * 100, "\u202e\u0000x", "🐺", "{}", "[]", "%s", "@everyone",
    "<@1>", ":", "::::",
)  # fmt: skip
ODD_ARGUMENTS: Final = (
    "", "0", "1", "film", "9" * 18, "-1", "x", "server", "me", "me.zone", "server.clock", "me.holiday", "a.", ".", "..",
    "schnick", "schamanen.-.strong", "schnick.-.x", "all", "all.own", "all.a.1.1.7ff8000000000000.1",
    "all.a.1.1.4008000000000000.99999999999999999999", "variant", "clock.", "rated.", "resign", "cancel", "agree",
    "offer", "lapse", "house", "0.1", "0.9", "own", "x" * 60, "²", "٣", "%",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ForgedPress:
    """One interaction that no message offers."""

    interaction_type: int
    data: JSON
    message_id: str | None = None


class ForgedPressMaker:
    """Makes such presses; the same seed makes the same ones."""

    def __init__(
        self,
        seed: int,
        seen_custom_ids: Sequence[str],
        match_ids: Sequence[int],
        message_ids: Sequence[str],
        person_ids: Sequence[str],
    ) -> None:
        """`seen` are custom ids that were on buttons somewhere; `messages` and `people` are ids."""
        self.dice = random.Random(seed)
        self.seen_custom_ids = list(seen_custom_ids)
        self.match_ids = list(match_ids)
        self.message_ids = list(message_ids)
        self.person_ids = list(person_ids)

    def make_press(self) -> ForgedPress:
        return self._make_modal_press() if self.dice.random() < 0.15 else self._make_component_press()

    def _make_component_press(self) -> ForgedPress:
        data: JSON = {"custom_id": self._make_custom_id(), "component_type": self.dice.choice((2, 2, 2, 3, 5)), "id": 1}
        if data["component_type"] != 2:
            data["values"] = self.dice.choice((
                [self._make_custom_id()], [self._pick_text()], [self.dice.choice(self.person_ids)],
                ["yes"], ["none"], ["a", "b"],
            ))  # fmt: skip
        return ForgedPress(COMPONENT_INTERACTION, data, self.dice.choice(self.message_ids))

    def _make_custom_id(self) -> str:
        match self.dice.randrange(6):
            case 0:
                # As it was, but for another match.
                parts = self.dice.choice(self.seen_custom_ids).split(":")
                return ":".join((parts[0], str(self._pick_match_id()), *parts[2:]))[:100]
            case 1:
                whole = self.dice.choice(self.seen_custom_ids)
                return whole[: self.dice.randrange(len(whole))] or ":"
            case 2:
                return (self.dice.choice(self.seen_custom_ids) + self._pick_text())[:100]
            case 3:
                letters = list(self.dice.choice(self.seen_custom_ids))
                one, other = self.dice.randrange(len(letters)), self.dice.randrange(len(letters))
                letters[one], letters[other] = letters[other], letters[one]
                return "".join(letters)
            case 4:
                return self._pick_text()
            case _:
                verb = self.dice.choice([*map(str, Action), "xx", "SI", ""])
                step = self.dice.choice((0, 0, 1, 2, 7, 999_999_999))
                return f"{verb}:{self._pick_match_id()}:{step}:{self.dice.choice(ODD_ARGUMENTS)}"[:100]

    def _pick_match_id(self) -> int:
        return self.dice.choice((*self.match_ids, *self.match_ids, 0, 10**17, 999_999_999_999_999_999))

    def _pick_text(self) -> str:
        return self.dice.choice(ODD_TEXTS)

    def _make_modal_press(self) -> ForgedPress:
        field = {"type": 4, "id": 2, "custom_id": "line", "value": self.dice.choice(("", "a line", *ODD_TEXTS))}
        components = [{"type": 18, "id": 1, "component": field}]
        return ForgedPress(
            MODAL_INTERACTION,
            {"custom_id": self._make_custom_id(), "components": components},
            self.dice.choice(self.message_ids),
        )


SERVER_QUERIES: Final = (
    "SELECT server_id, number FROM season",
    "SELECT * FROM settings WHERE scope = 'server' ORDER BY owner_id",
)
MATCH_QUERIES: Final = (
    # The house goes on choosing, whatever people press.
    "SELECT * FROM event WHERE match_id BETWEEN ? AND ? AND (kind <> 'said' OR person_id IS NOT NULL) ORDER BY 1, 2",
    "SELECT match_id, seat, person_id, status, is_live FROM seat WHERE match_id BETWEEN ? AND ? ORDER BY 1, 2",
    "SELECT id, status, is_live, options, terms FROM match WHERE id BETWEEN ? AND ? ORDER BY id",
    "SELECT match_id, seat, rank FROM result WHERE match_id BETWEEN ? AND ? ORDER BY match_id, seat",
    "SELECT id FROM match WHERE id > max(?, ?) AND terms NOT LIKE '%\"practice\"%'",
)
"""Everybody may practise, so practice matches that begin do not count."""


def read_store(bot: BotProcess, match_ids: Sequence[int]) -> list[object]:
    """Read what belongs to these matches and to servers; matches of other tests may end meanwhile."""
    ends = min(match_ids), max(match_ids)
    return [*(bot.query_store(query, *ends) for query in MATCH_QUERIES), *map(bot.query_store, SERVER_QUERIES)]


async def create_matches(server: PlaygroundServer) -> list[int]:
    """Begin an ended match, one that is on, an offer and a practice match; return their ids."""
    otter, heron = server.otter, server.heron
    ended = await play_one_duel(server)
    running = await server.begin_match(otter, heron, form=RANDOM_PLACEMENT, game="schamanen")
    offered = get_match_id(await server.challenge_guests(otter, heron, game="woodwalkers"))
    practised = await server.begin_practice(otter, game="schnick")
    for verb in (Action.SHOW_MORE, Action.OPEN_MATCH):
        await otter.open_from_card(await server.wait_for_card(running), verb)
    await server.wait_until_shown()
    return [ended, running, offered, practised]


async def send_press(server: PlaygroundServer, guest: WirePerson, press: ForgedPress) -> JSON:
    return (await guest.forge_interaction(press.interaction_type, press.data, server.channel, press.message_id)).body


async def send_command(server: PlaygroundServer, name: str, options: list[Any], number: str = "1") -> JSON:
    data = JSON({"id": number, "name": name, "type": 1, "options": options})
    return await send_press(server, server.lynx, ForgedPress(COMMAND_INTERACTION, data))


def find_fault(answer: JSON) -> str:
    """Return what is wrong with an answer, or nothing."""
    if answer["state"] != "answered":
        return str(answer["error"] or answer["state"])
    if answer.get("modal"):
        return ""
    if answer["message"] is None:
        return "no message"
    return "failed" if any(failed in full_text(answer["message"]) for failed in FAILURE_TEXTS) else ""


async def send_many(server: PlaygroundServer, guest: WirePerson, presses: ForgedPressMaker, count: int) -> None:
    """Send so many presses, some at a time; each must be answered in a line."""
    wrong: list[tuple[str, ForgedPress]] = []
    left = [presses.make_press() for _ in range(count)]

    async def send_in_turn() -> None:
        while left:
            press = left.pop()
            if why := find_fault(await send_press(server, guest, press)):
                wrong.append((why, press))
            for message in (
                guest.list_messages()[:-MAX_MESSAGES] if len(guest.list_messages()) > 2 * MAX_MESSAGES else ()
            ):
                if message["flags"] & EPHEMERAL_FLAG and message["id"] not in presses.message_ids:
                    with suppress(PlaygroundError):
                        await guest.dismiss(message=message)

    await asyncio.gather(*(send_in_turn() for _ in range(CONCURRENT_PRESSES)))
    assert not wrong, (Counter(why for why, _ in wrong), wrong[:20])


async def open_rules(server: PlaygroundServer, guest: WirePerson) -> list[str]:
    """Return ids of messages that stay: a card may be moved while it is pressed."""
    return [(await server.run_command(guest, "duel rules", game=it)).message["id"] for it in ("schnick", "schamanen")]


def make_duel_option(name: str, *options: Any) -> list[Any]:
    return [{"type": 1, "name": name, "options": [*options]}]


async def test_command_of_another_version_is_refused_in_a_line(server: PlaygroundServer, bot: BotProcess) -> None:
    before = bot.query_store("SELECT MAX(id) FROM match")
    commands: list[tuple[str, list[Any]]] = [
        ("undeliverable", []),
        ("duel", []),
        ("duel", make_duel_option("undeliverable")),
        ("duel", make_duel_option("open", {"type": STRING_OPTION, "name": "undeliverable", "value": "x"})),
        ("duel", make_duel_option("open", {"type": STRING_OPTION, "name": "game", "value": "undeliverable"})),
        ("duel", make_duel_option("open", {"type": STRING_OPTION, "name": "clock", "value": "undeliverable"})),
        ("duel", make_duel_option("open", {"type": BOOLEAN_OPTION, "name": "rated", "value": True})),
        ("duel", make_duel_option("challenge")),
        ("ladder", [{"type": 2, "name": "season", "options": [{"type": 1, "name": "undeliverable"}]}]),
    ]
    for name, options in commands:
        answer = await send_command(server, name, options)
        assert full_text(answer["message"]) == say("no-command", "fr"), (name, options)
    assert bot.query_store("SELECT MAX(id) FROM match") == before


async def test_menu_entry_and_value_out_of_range_are_refused_in_a_line(server: PlaygroundServer) -> None:
    entry = JSON({"id": "1", "name": "undeliverable", "type": 2, "target_id": server.lynx.user_id, "resolved": {}})
    assert full_text(
        (await send_press(server, server.lynx, ForgedPress(COMMAND_INTERACTION, entry)))["message"]
    ) == say("no-command", "fr")
    answer = await send_command(
        server, "duel", make_duel_option("open", {"type": INTEGER_OPTION, "name": "seats", "value": 7})
    )
    assert "à 7" in full_text(answer["message"])
    assert not find_fault(answer)


async def test_command_and_completion_need_nothing_that_discord_leaves_out(server: PlaygroundServer) -> None:
    duel = next(one for one in (await server.lynx.load_view())["commands"] if one["name"] == "duel")
    bare = await send_command(server, "duel", [{"type": 1, "name": "list"}], duel["id"])
    assert say("list-empty", "fr") in full_text(bare["message"])
    typed = [
        {"type": USER_OPTION, "name": "opponent", "value": server.heron.user_id},
        {"type": STRING_OPTION, "name": "game", "value": "schamanen"},
        {"type": STRING_OPTION, "name": "variant", "value": "", "focused": True},
    ]
    data = JSON({"id": duel["id"], "name": "duel", "type": 1, "options": make_duel_option("challenge", *typed)})
    assert (await send_press(server, server.lynx, ForgedPress(AUTOCOMPLETE_INTERACTION, data)))["choices"]


@pytest.mark.again
async def test_stale_presses_of_a_stranger_change_and_show_nothing(
    server: PlaygroundServer, playground: Playground, bot: BotProcess
) -> None:
    """Not of a match in their server, and not of one in another."""
    async with create_server(playground, bot) as other:
        theirs, ours = await create_matches(other), await create_matches(server)
        theirs.append(get_match_id((await other.run_command(other.otter, "duel open", game="schnick")).message))
        secret = {guest.user_id for guest in other.guests.values()}
        heard = [
            message for it in (server, other) for guest in it.guests.values() for message in guest.received_messages
        ]
        ids = [to for message in heard for to in list_custom_ids(message)]
        people = [guest.user_id for guest in server.guests.values()]
        before = read_store(bot, [*ours, *theirs])
        strangers = (server.lynx, server.badger)
        for seed, guest in enumerate(strangers):
            presses = ForgedPressMaker(seed, ids, [*ours, *theirs], await open_rules(server, guest), people)
            await send_many(server, guest, presses, PRESS_COUNT // len(strangers))
        await server.wait_until_shown()
        assert read_store(bot, [*ours, *theirs]) == before
        for guest in strangers:
            assert not [it for it in guest.received_messages if secret & {*re.findall(r"<@(\d+)>", full_text(it))}]


@pytest.mark.again
async def test_stale_presses_of_a_player_do_only_what_is_theirs(server: PlaygroundServer, bot: BotProcess) -> None:
    """They may resign, accept, take back; but never in a seat of somebody else."""
    ours = await create_matches(server)
    otter, heron = server.otter, server.heron
    sealed = await server.begin_match(otter, heron, form=RANDOM_PLACEMENT, game="schamanen")
    await make_choice(otter, sealed)
    await server.wait_until_shown()
    ids = [to for guest in (heron, otter) for message in guest.received_messages for to in list_custom_ids(message)]
    messages = await open_rules(server, heron)
    presses = ForgedPressMaker(7, ids, [*ours, sealed], messages, [guest.user_id for guest in server.guests.values()])
    query = "SELECT match_id, seq, seat, person_id, payload FROM event WHERE match_id <= ? ORDER BY match_id, seq"
    before, settings = bot.query_store(query, sealed), [bot.query_store(each) for each in SERVER_QUERIES]
    # At least one press is theirs to do, whatever the dice say: they accept the offer.
    [accept] = {to for to in ids if to.startswith(f"{Action.JOIN_OFFER}:{ours[2]}:")}
    await send_press(
        server, heron, ForgedPress(COMPONENT_INTERACTION, JSON({"component_type": 2, "custom_id": accept}), messages[0])
    )
    await send_many(server, heron, presses, PRESS_COUNT // 4)
    await server.wait_until_shown()
    after = bot.query_store(query, sealed)
    assert {*before} < {*after}
    seats = bot.query_store("SELECT match_id, seat FROM seat WHERE person_id = ?", int(otter.user_id))
    for match, _, seat, person, word in {*after} - {*before}:
        assert person in (None, int(heron.user_id)), (match, word)
        # The bot itself makes the only choice that others have.
        assert (match, seat) not in seats or (person is None and not str(word).startswith("!")), (match, word)
    assert [bot.query_store(each) for each in SERVER_QUERIES] == settings
