"""What Discord, or an old message, still offers after it is gone: each press is answered in a line and does no harm."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import pytest

from bot.scenes.address import Verb
from bot.texts import say
from deploy.playground.client import JSON, Denied, Playground, text
from games.words import LOCALES
from tests.effort import EFFORT
from tests.kit.process import Process
from tests.kit.wire_person import EPHEMERAL, WirePerson, does, leads, picks
from tests.wire.asked import RANDOM
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade, founded, number
from tests.wire.short import ONE
from tests.wire.stale import (
    BOOLEAN,
    COMMAND,
    COMPLETION,
    COMPONENT,
    INTEGER,
    STRING,
    USER,
    Press,
    StalePresses,
)

HOW_MANY: Final = {"little": 120, "more": 1_500, "most": 20_000}[EFFORT]
AT_ONCE: Final = 8
MOST: Final = 40
"""Messages that somebody keeps before them."""
FAILED: Final = tuple(say("failed", locale, code="").partition(".")[0] for locale in LOCALES)
OF_SERVERS: Final = (
    "SELECT server, number FROM season",
    "SELECT * FROM settings WHERE whose = 'server' ORDER BY id",
)
TRUTH: Final = (
    # The house thinks on, whoever presses what.
    "SELECT * FROM event WHERE match BETWEEN ? AND ? AND (kind <> 'said' OR person IS NOT NULL) ORDER BY match, seq",
    "SELECT match, seat, person, standing, live FROM seat WHERE match BETWEEN ? AND ? ORDER BY match, seat",
    "SELECT id, status, live, options, terms FROM match WHERE id BETWEEN ? AND ? ORDER BY id",
    "SELECT match, seat, rank FROM result WHERE match BETWEEN ? AND ? ORDER BY match, seat",
    "SELECT id FROM match WHERE id > max(?, ?) AND terms NOT LIKE '%\"practice\"%'",
    *OF_SERVERS,
)
"""All that others have, and whether there is more of it. Everybody may practise: that is their own."""


def truth(bot: Process, matches: Sequence[int]) -> list[object]:
    """What other tests have left behind may end meanwhile."""
    ends = min(matches), max(matches)
    return [bot.asked(query, *(ends if "?" in query else ())) for query in TRUTH]


async def lively(glade: Glade) -> list[int]:
    """A match that is played, one that is over, an offer, and somebody's practice."""
    otter, heron = glade.otter, glade.heron
    over = await glade.begun(otter, heron, form=ONE, game="schamanen")
    await played(glade, over, otter, heron, manner=Driven.in_the_hand)
    running = await glade.begun(otter, heron, form=RANDOM, game="schamanen")
    offered = number(await glade.challenges(otter, heron, game="woodwalkers"))
    practised = number((await glade.says(otter, "duel practice", game="schnick")).message)
    for verb in (Verb.MORE, Verb.CHOOSE):
        await glade.otter.opens(await glade.table(running), verb)
    await glade.noted()
    return [over, running, offered, practised]


def shown(glade: Glade) -> list[JSON]:
    """All that its people have had before them."""
    return [message for guest in glade.guests.values() for message in guest.heard]


async def sent(glade: Glade, guest: WirePerson, press: Press) -> JSON:
    return (await guest.forges(press.kind, press.data, glade.channel, press.message)).body


def fault(answer: JSON) -> str:
    """What is wrong with how it was answered."""
    if answer["state"] != "answered":
        return str(answer["error"] or answer["state"])
    if answer.get("modal"):
        return ""
    if answer["message"] is None:
        return "not a word"
    told = text(answer["message"])
    return "it failed" if any(failed in told for failed in FAILED) else ""


async def thrown(glade: Glade, guest: WirePerson, presses: StalePresses, many: int) -> list[tuple[str, Press]]:
    """As many at once as some people would; returns what was answered badly."""
    wrong: list[tuple[str, Press]] = []
    left = [presses.make() for _ in range(many)]

    async def one() -> None:
        while left:
            press = left.pop()
            if fell := fault(await sent(glade, guest, press)):
                wrong.append((fell, press))
            for message in guest.all()[:-MOST] if len(guest.all()) > 2 * MOST else ():
                if message["flags"] & EPHEMERAL and message["id"] not in presses.messages:
                    with suppress(Denied):
                        await guest.dismiss(message=message)

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))
    return wrong


def in_duel(name: str, *options: Any) -> list[Any]:
    return [{"type": 1, "name": name, "options": [*options]}]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("unheard", []),
        ("duel", []),
        ("duel", in_duel("unheard")),
        ("duel", in_duel("open", {"type": STRING, "name": "unheard", "value": "x"})),
        ("duel", in_duel("open", {"type": STRING, "name": "game", "value": "unheard"})),
        ("duel", in_duel("open", {"type": STRING, "name": "clock", "value": "unheard"})),
        ("duel", in_duel("open", {"type": BOOLEAN, "name": "rated", "value": True})),
        ("duel", in_duel("challenge")),
        ("ladder", [{"type": 2, "name": "season", "options": [{"type": 1, "name": "unheard"}]}]),
    ],
)
async def test_a_command_that_is_registered_otherwise_is_refused_in_a_line(
    glade: Glade, raven: Process, name: str, options: list[Any]
) -> None:
    before = raven.asked("SELECT MAX(id) FROM match")
    answer = await sent(glade, glade.lynx, Press(COMMAND, {"id": "1", "name": name, "type": 1, "options": options}))
    assert text(answer["message"]) == say("no-command", "fr")
    assert raven.asked("SELECT MAX(id) FROM match") == before


async def test_a_value_out_of_range_is_refused_in_a_line(glade: Glade) -> None:
    options = in_duel("open", {"type": INTEGER, "name": "seats", "value": 7})
    answer = await sent(glade, glade.lynx, Press(COMMAND, {"id": "1", "name": "duel", "type": 1, "options": options}))
    assert "à 7" in text(answer["message"])
    assert not fault(answer)


async def test_a_menu_entry_that_is_no_more_is_refused_in_a_line(glade: Glade) -> None:
    entry = {"id": "1", "name": "unheard", "type": 2, "target_id": glade.lynx.id, "resolved": {}}
    assert text((await sent(glade, glade.lynx, Press(COMMAND, entry)))["message"]) == say("no-command", "fr")


@pytest.mark.again
async def test_stale_presses_of_somebody_who_does_not_play_do_nothing(
    glade: Glade, playground: Playground, raven: Process
) -> None:
    """And nothing is shown of a match on another server."""
    async with founded(playground, raven) as abroad:
        theirs, ours = await lively(abroad), await lively(glade)
        # At home anybody may sit down there.
        theirs.append(number((await abroad.says(abroad.otter, "duel open", game="schnick")).message))
        secret = {guest.id for guest in abroad.guests.values()}
        ids = [to for message in (*shown(glade), *shown(abroad)) for to in leads(message)]
        people = [guest.id for guest in glade.guests.values()]
        before = truth(raven, [*ours, *theirs])
        pressing = (glade.lynx, glade.badger)
        for seed, guest in enumerate(pressing):
            # They press what is theirs and stays: a card may be moved while it is pressed.
            messages = [
                (await glade.says(guest, "duel rules", game=game)).message["id"] for game in ("schnick", "schamanen")
            ]
            presses = StalePresses(seed, ids, [*ours, *theirs], messages, people)
            wrong = await thrown(glade, guest, presses, HOW_MANY // len(pressing))
            assert not wrong, (Counter(why for why, _ in wrong), wrong[:20])
        await glade.noted()
        for was, now in zip(before, truth(raven, [*ours, *theirs]), strict=True):
            assert now == was
        for guest in pressing:
            assert not [it for it in guest.heard if secret & set(_named(it))], "of another server nothing is told"


@pytest.mark.again
async def test_stale_presses_of_a_player_do_only_what_is_theirs(glade: Glade, raven: Process) -> None:
    """They may resign, accept, take back: whatever is stored then is said by them, in their own seats and by no other
    person; and what somebody else has sealed nobody changes.
    """
    ours = await lively(glade)
    otter, heron = glade.otter, glade.heron
    sealed = await glade.begun(otter, heron, form=RANDOM, game="schamanen")
    hand = await otter.handed(does(Verb.PICK, sealed))
    await otter.click(hand, custom_id=picks(hand)[0])
    await glade.noted()
    ids = [to for guest in (heron, otter) for message in guest.heard for to in leads(message)]
    messages = [(await glade.says(heron, "duel rules", game=game)).message["id"] for game in ("schnick", "schamanen")]
    presses = StalePresses(7, ids, [*ours, sealed], messages, [guest.id for guest in glade.guests.values()])
    query = "SELECT match, seq, seat, person, word FROM event WHERE match <= ? ORDER BY match, seq"
    before, whole = raven.asked(query, sealed), [raven.asked(each) for each in OF_SERVERS]
    # One at least is what they may do, whatever the dice say: they are offered a match.
    [accepting] = {to for to in ids if to.startswith(f"{Verb.SIT}:{ours[2]}:")}
    await sent(glade, heron, Press(COMPONENT, JSON({"component_type": 2, "custom_id": accepting}), messages[0]))
    wrong = await thrown(glade, heron, presses, HOW_MANY // 4)
    assert not wrong, (Counter(why for why, _ in wrong), wrong[:20])
    await glade.noted()
    after = raven.asked(query, sealed)
    assert {*before} <= {*after}
    seats = raven.asked("SELECT match, seat FROM seat WHERE person = ?", int(otter.id))
    assert len(after) > len(before), "of all that they may do they have done something"
    for match, _, seat, person, word in {*after} - {*before}:
        assert person in (None, int(heron.id)), (match, word)
        # What others have no choice in goes without asking.
        assert (match, seat) not in seats or (person is None and not str(word).startswith("!")), (match, word)
    # The bot is not ours alone: others may have begun a season, in servers of their own.
    assert [raven.asked(each) for each in OF_SERVERS] == whole


async def test_what_discord_leaves_out_is_not_missed(glade: Glade) -> None:
    """Of a command without options, and of whom a completion names."""
    duel = next(one for one in (await glade.lynx.see())["commands"] if one["name"] == "duel")
    data = {"id": duel["id"], "name": "duel", "type": 1}
    bare = Press(COMMAND, JSON(data | {"options": [{"type": 1, "name": "list"}]}))
    assert say("list-empty", "fr") in text((await sent(glade, glade.lynx, bare))["message"])
    typed = [
        {"type": USER, "name": "opponent", "value": glade.heron.id},
        {"type": STRING, "name": "game", "value": "schamanen"},
        {"type": STRING, "name": "variant", "value": "", "focused": True},
    ]
    asked = Press(COMPLETION, JSON(data | {"options": [{"type": 1, "name": "challenge", "options": typed}]}))
    assert (await sent(glade, glade.lynx, asked))["choices"]


def _named(message: JSON) -> list[str]:
    return [part.partition(">")[0] for part in text(message).split("<@")[1:]]
