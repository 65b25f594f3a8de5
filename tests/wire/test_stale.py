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
from discord_playground.client import JSON, Denied, Playground, text
from games.words import LOCALES
from tests.effort import EFFORT
from tests.kit.process import Process
from tests.kit.wire_person import COMMAND, COMPLETION, COMPONENT, EPHEMERAL, MODAL, WirePerson, leads
from tests.wire.play import RANDOM, choose, play_one_duel
from tests.wire.server import Server, create_server, match_of

STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6
"""Types of options."""
PRESSES: Final = {"little": 120, "more": 1_500, "most": 20_000}[EFFORT]
AT_ONCE: Final = 8
MOST_MESSAGES: Final = 40
"""Messages that a person keeps; older ones are dismissed."""
FAILED: Final = tuple(say("failed", locale, code="").partition(".")[0] for locale in LOCALES)
TEXTS: Final = (
    " ", "0", "-1", "1", "2", "9" * 18, "9" * 19, "9" * 99, "٣", "²", "1e9", "nan", "None", "null",
    "'; DROP TABLE match; --", "../..", "a" * 100, "ä" * 100, "\u202e\u0000x", "🐺", "{}", "[]", "%s", "@everyone",
    "<@1>", ":", "::::",
)  # fmt: skip
RESTS: Final = (
    "", "0", "1", "film", "9" * 18, "-1", "x", "server", "me", "me.zone", "server.clock", "me.holiday", "a.", ".", "..",
    "schnick", "schamanen.-.strong", "schnick.-.x", "all", "all.own", "all.a.1.1.7ff8000000000000.1",
    "all.a.1.1.4008000000000000.99999999999999999999", "variant", "clock.", "rated.", "resign", "cancel", "agree",
    "offer", "lapse", "house", "0.1", "0.9", "own", "x" * 60, "²", "٣", "%",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Press:
    """One interaction that no message offers."""

    kind: int
    data: JSON
    message: str | None = None


class StalePresses:
    """Makes such presses; the same seed makes the same ones."""

    def __init__(
        self, seed: int, seen: Sequence[str], matches: Sequence[int], messages: Sequence[str], people: Sequence[str]
    ) -> None:
        """`seen` are custom ids that were on buttons somewhere; `messages` and `people` are ids."""
        self.dice = random.Random(seed)
        self.seen = list(seen)
        self.matches = list(matches)
        self.messages = list(messages)
        self.people = list(people)

    def make(self) -> Press:
        return self._modal() if self.dice.random() < 0.15 else self._component()

    def _component(self) -> Press:
        data: JSON = {"custom_id": self._custom_id(), "component_type": self.dice.choice((2, 2, 2, 3, 5)), "id": 1}
        if data["component_type"] != 2:
            data["values"] = self.dice.choice((
                [self._custom_id()], [self._text()], [self.dice.choice(self.people)], ["yes"], ["none"], ["a", "b"],
            ))  # fmt: skip
        return Press(COMPONENT, data, self.dice.choice(self.messages))

    def _custom_id(self) -> str:
        match self.dice.randrange(6):
            case 0:
                # As it was, but for another match.
                parts = self.dice.choice(self.seen).split(":")
                return ":".join((parts[0], str(self._match()), *parts[2:]))[:100]
            case 1:
                whole = self.dice.choice(self.seen)
                return whole[: self.dice.randrange(len(whole))] or ":"
            case 2:
                return (self.dice.choice(self.seen) + self._text())[:100]
            case 3:
                letters = list(self.dice.choice(self.seen))
                one, other = self.dice.randrange(len(letters)), self.dice.randrange(len(letters))
                letters[one], letters[other] = letters[other], letters[one]
                return "".join(letters)
            case 4:
                return self._text()
            case _:
                verb = self.dice.choice([*map(str, Action), "xx", "SI", ""])
                step = self.dice.choice((0, 0, 1, 2, 7, 999_999_999))
                return f"{verb}:{self._match()}:{step}:{self.dice.choice(RESTS)}"[:100]

    def _match(self) -> int:
        return self.dice.choice((*self.matches, *self.matches, 0, 10**17, 999_999_999_999_999_999))

    def _text(self) -> str:
        return self.dice.choice(TEXTS)

    def _modal(self) -> Press:
        field = {"type": 4, "id": 2, "custom_id": "line", "value": self.dice.choice(("", "a line", *TEXTS))}
        components = [{"type": 18, "id": 1, "component": field}]
        return Press(MODAL, {"custom_id": self._custom_id(), "components": components}, self.dice.choice(self.messages))


OF_SERVERS: Final = (
    "SELECT server_id, number FROM season",
    "SELECT * FROM settings WHERE scope = 'server' ORDER BY owner_id",
)
OF_MATCHES: Final = (
    # The house goes on choosing, whatever people press.
    "SELECT * FROM event WHERE match_id BETWEEN ? AND ? AND (kind <> 'said' OR person_id IS NOT NULL) ORDER BY 1, 2",
    "SELECT match_id, seat, person_id, status, is_live FROM seat WHERE match_id BETWEEN ? AND ? ORDER BY 1, 2",
    "SELECT id, status, is_live, options, terms FROM match WHERE id BETWEEN ? AND ? ORDER BY id",
    "SELECT match_id, seat, rank FROM result WHERE match_id BETWEEN ? AND ? ORDER BY match_id, seat",
    "SELECT id FROM match WHERE id > max(?, ?) AND terms NOT LIKE '%\"practice\"%'",
)
"""Everybody may practise, so practice matches that begin do not count."""


def read_store(bot: Process, matches: Sequence[int]) -> list[object]:
    """Read what belongs to these matches and to servers; matches of other tests may end meanwhile."""
    ends = min(matches), max(matches)
    return [*(bot.query(query, *ends) for query in OF_MATCHES), *map(bot.query, OF_SERVERS)]


async def fill(server: Server) -> list[int]:
    """Begin an ended match, one that is on, an offer and a practice match; return their ids."""
    otter, heron = server.otter, server.heron
    ended = await play_one_duel(server)
    running = await server.begin_match(otter, heron, form=RANDOM, game="schamanen")
    offered = match_of(await server.challenge(otter, heron, game="woodwalkers"))
    practised = await server.begin_practice(otter, game="schnick")
    for verb in (Action.SHOW_MORE, Action.OPEN_MATCH):
        await otter.opens(await server.wait_for_card(running), verb)
    await server.wait_until_shown()
    return [ended, running, offered, practised]


async def send(server: Server, guest: WirePerson, press: Press) -> JSON:
    return (await guest.forges(press.kind, press.data, server.channel, press.message)).body


async def send_command(server: Server, name: str, options: list[Any], number: str = "1") -> JSON:
    data = JSON({"id": number, "name": name, "type": 1, "options": options})
    return await send(server, server.lynx, Press(COMMAND, data))


def find_fault(answer: JSON) -> str:
    """Return what is wrong with an answer, or nothing."""
    if answer["state"] != "answered":
        return str(answer["error"] or answer["state"])
    if answer.get("modal"):
        return ""
    if answer["message"] is None:
        return "no message"
    return "failed" if any(failed in text(answer["message"]) for failed in FAILED) else ""


async def send_many(server: Server, guest: WirePerson, presses: StalePresses, many: int) -> None:
    """Send so many presses, some at a time; each must be answered in a line."""
    wrong: list[tuple[str, Press]] = []
    left = [presses.make() for _ in range(many)]

    async def send_in_turn() -> None:
        while left:
            press = left.pop()
            if why := find_fault(await send(server, guest, press)):
                wrong.append((why, press))
            for message in guest.all()[:-MOST_MESSAGES] if len(guest.all()) > 2 * MOST_MESSAGES else ():
                if message["flags"] & EPHEMERAL and message["id"] not in presses.messages:
                    with suppress(Denied):
                        await guest.dismiss(message=message)

    await asyncio.gather(*(send_in_turn() for _ in range(AT_ONCE)))
    assert not wrong, (Counter(why for why, _ in wrong), wrong[:20])


async def open_rules(server: Server, guest: WirePerson) -> list[str]:
    """Return ids of messages that stay: a card may be moved while it is pressed."""
    return [(await server.command(guest, "duel rules", game=it)).message["id"] for it in ("schnick", "schamanen")]


def in_duel(name: str, *options: Any) -> list[Any]:
    return [{"type": 1, "name": name, "options": [*options]}]


async def test_command_of_another_version_is_refused_in_a_line(server: Server, bot: Process) -> None:
    before = bot.query("SELECT MAX(id) FROM match")
    commands: list[tuple[str, list[Any]]] = [
        ("unheard", []),
        ("duel", []),
        ("duel", in_duel("unheard")),
        ("duel", in_duel("open", {"type": STRING, "name": "unheard", "value": "x"})),
        ("duel", in_duel("open", {"type": STRING, "name": "game", "value": "unheard"})),
        ("duel", in_duel("open", {"type": STRING, "name": "clock", "value": "unheard"})),
        ("duel", in_duel("open", {"type": BOOLEAN, "name": "rated", "value": True})),
        ("duel", in_duel("challenge")),
        ("ladder", [{"type": 2, "name": "season", "options": [{"type": 1, "name": "unheard"}]}]),
    ]
    for name, options in commands:
        answer = await send_command(server, name, options)
        assert text(answer["message"]) == say("no-command", "fr"), (name, options)
    assert bot.query("SELECT MAX(id) FROM match") == before


async def test_menu_entry_and_value_out_of_range_are_refused_in_a_line(server: Server) -> None:
    entry = JSON({"id": "1", "name": "unheard", "type": 2, "target_id": server.lynx.id, "resolved": {}})
    assert text((await send(server, server.lynx, Press(COMMAND, entry)))["message"]) == say("no-command", "fr")
    answer = await send_command(server, "duel", in_duel("open", {"type": INTEGER, "name": "seats", "value": 7}))
    assert "à 7" in text(answer["message"])
    assert not find_fault(answer)


async def test_command_and_completion_need_nothing_that_discord_leaves_out(server: Server) -> None:
    duel = next(one for one in (await server.lynx.see())["commands"] if one["name"] == "duel")
    bare = await send_command(server, "duel", [{"type": 1, "name": "list"}], duel["id"])
    assert say("list-empty", "fr") in text(bare["message"])
    typed = [
        {"type": USER, "name": "opponent", "value": server.heron.id},
        {"type": STRING, "name": "game", "value": "schamanen"},
        {"type": STRING, "name": "variant", "value": "", "focused": True},
    ]
    data = JSON({"id": duel["id"], "name": "duel", "type": 1, "options": in_duel("challenge", *typed)})
    assert (await send(server, server.lynx, Press(COMPLETION, data)))["choices"]


@pytest.mark.again
async def test_stale_presses_of_a_stranger_change_and_show_nothing(
    server: Server, playground: Playground, bot: Process
) -> None:
    """Not of a match in their server, and not of one in another."""
    async with create_server(playground, bot) as other:
        theirs, ours = await fill(other), await fill(server)
        theirs.append(match_of((await other.command(other.otter, "duel open", game="schnick")).message))
        secret = {guest.id for guest in other.guests.values()}
        heard = [message for it in (server, other) for guest in it.guests.values() for message in guest.heard]
        ids = [to for message in heard for to in leads(message)]
        people = [guest.id for guest in server.guests.values()]
        before = read_store(bot, [*ours, *theirs])
        strangers = (server.lynx, server.badger)
        for seed, guest in enumerate(strangers):
            presses = StalePresses(seed, ids, [*ours, *theirs], await open_rules(server, guest), people)
            await send_many(server, guest, presses, PRESSES // len(strangers))
        await server.wait_until_shown()
        assert read_store(bot, [*ours, *theirs]) == before
        for guest in strangers:
            assert not [it for it in guest.heard if secret & {*re.findall(r"<@(\d+)>", text(it))}]


@pytest.mark.again
async def test_stale_presses_of_a_player_do_only_what_is_theirs(server: Server, bot: Process) -> None:
    """They may resign, accept, take back; but never in a seat of somebody else."""
    ours = await fill(server)
    otter, heron = server.otter, server.heron
    sealed = await server.begin_match(otter, heron, form=RANDOM, game="schamanen")
    await choose(otter, sealed)
    await server.wait_until_shown()
    ids = [to for guest in (heron, otter) for message in guest.heard for to in leads(message)]
    messages = await open_rules(server, heron)
    presses = StalePresses(7, ids, [*ours, sealed], messages, [guest.id for guest in server.guests.values()])
    query = "SELECT match_id, seq, seat, person_id, payload FROM event WHERE match_id <= ? ORDER BY match_id, seq"
    before, settings = bot.query(query, sealed), [bot.query(each) for each in OF_SERVERS]
    # At least one press is theirs to do, whatever the dice say: they accept the offer.
    [accept] = {to for to in ids if to.startswith(f"{Action.JOIN_OFFER}:{ours[2]}:")}
    await send(server, heron, Press(COMPONENT, JSON({"component_type": 2, "custom_id": accept}), messages[0]))
    await send_many(server, heron, presses, PRESSES // 4)
    await server.wait_until_shown()
    after = bot.query(query, sealed)
    assert {*before} < {*after}
    seats = bot.query("SELECT match_id, seat FROM seat WHERE person_id = ?", int(otter.id))
    for match, _, seat, person, word in {*after} - {*before}:
        assert person in (None, int(heron.id)), (match, word)
        # The bot itself makes the only choice that others have.
        assert (match, seat) not in seats or (person is None and not str(word).startswith("!")), (match, word)
    assert [bot.query(each) for each in OF_SERVERS] == settings
