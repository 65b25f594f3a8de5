"""What came of a choice, for all but whose secret it is: whatever can be pressed, typed and waited for, and heard."""

from __future__ import annotations

import re
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from bot.delivery.attendance import AT_IT
from bot.handlers.autocomplete import Completion
from bot.handlers.requests import Answer, Asked
from bot.matches.fold import after, laid
from bot.matches.model import Begun, Play, Table
from bot.matches.time_budget import Absences
from bot.screens import settings
from bot.screens.custom_ids import FILM, Address, Verb
from bot.screens.mind_reader import HOW
from bot.screens.move_menu import page, spell
from bot.screens.proof import GLIMPSE
from bot.wall_clock import HOUR
from games.chain import encode_hash
from games.core import Move, Seat
from storage import Journal, Store
from tests.bot.ear import Heard, Tower
from tests.bot.snapshot import PEOPLE, Snapshot
from tests.kit.match import ANN, BEN, CAT, DAN, NOON

_SEAL: Final = re.compile(r"[\w-]{43}|[\w-]{12}(?=…)")


@dataclass(frozen=True)
class Run:
    """What came of it, for all but whose secret it is."""

    heard: tuple[Heard, ...]
    order: tuple[str, ...]
    """Of everything, also of what only that person received, and nothing of what it was."""
    measured: tuple[str, ...]
    others: tuple[object, ...]
    """What stands in the journal of everybody else."""


async def run(snapshot: Snapshot, path: Path, said: Sequence[Move]) -> Run:
    shutil.copy(snapshot.file, path)
    async with await Store.open(f"sqlite:///{path}") as store:
        tower = Tower(store, snapshot.board, NOON)
        if snapshot.person is not None:
            tower.rooms.herald.stir(snapshot.match)
            await tower.settles()
        before = len(tower.log)
        await _chosen(tower, snapshot, said)
        tower.begins_at(950_000)
        for reader in (ANN, BEN, CAT, DAN):
            if reader != snapshot.person:
                await looks(tower, snapshot, reader)
        # What the clock brings comes in as many rounds as it takes: of that only what is heard is the same.
        order, measured = tuple(f"{it.how} to {it.to}" for it in _in_order(tower.log[before:])), tower.measured()
        by_clock = len(tower.log)
        for hour in (NOON + AT_IT, NOON + HOUR, NOON + 2 * HOUR + HOUR // 2):
            await tower.waits(hour)
        assert not [it for it in measured if '"failed"' in it or '"put off"' in it]
        assert len(tower.log) - before > len(Verb), "nobody was told anything"
        journal = await store.journal.load_match(snapshot.match)
        assert journal
        seals = _seals(journal, snapshot.secret)
        # Nor is it known whom of several the clock has told first.
        told = sorted(_in_order(tower.log[by_clock:]), key=lambda it: (it.match, it.to))
        heard = [*_in_order(tower.log[before:by_clock]), *told]
        return Run(
            tuple(_masked(it, seals) for it in heard if it.to != snapshot.person),
            order,
            tuple(measured),
            tuple((it.kind, it.seat, it.person_id, it.payload) for it in journal.events if it.seat != snapshot.secret),
        )


def _in_order(log: list[Heard]) -> list[Heard]:
    """Matches are told beside each other, and nobody knows which of two is first."""
    return sorted(log, key=lambda it: it.match)


async def _chosen(tower: Tower, snapshot: Snapshot, said: Sequence[Move]) -> None:
    table = await tower.rooms.tables.table(snapshot.match)
    assert isinstance(table, Play)
    step = table.match.step
    for word in said:
        if snapshot.person is None:
            await tower.rooms.tables.say_for_the_house(
                snapshot.match, snapshot.secret, word, step=step, now=tower.now()
            )
            tower.rooms.herald.stir(snapshot.match)
            await tower.settles()
        else:
            to = str(Address(Verb.PICK, snapshot.match, step, spell(word)))
            await tower.presses(snapshot.person, to, message=700 + snapshot.person)


def _seals(stored: Journal, secret: Seat) -> set[str]:
    """All that were ever on the card, and with which others went in."""
    table: Table = laid(replace(stored, events=stored.events[:1]))
    seals = set[bytes]()
    for event in stored.events[1:]:
        table = after(table, event, Absences())
        seals.add(table.shown)
        if isinstance(table, Begun):
            seals |= {seal for seat, seal in table.entered.items() if seat != secret}
    return {encode_hash(seal) for seal in seals}


def _masked(heard: Heard, seals: set[str]) -> Heard:
    """A seal has the receipt of what was chosen in it, and is to be different: it is known by nothing but its salt."""
    known = seals | {seal[:GLIMPSE] for seal in seals}
    return Heard(heard.to, heard.how, _SEAL.sub(lambda it: "a seal" if it[0] in known else it[0], heard.what))


async def looks(tower: Tower, snapshot: Snapshot, reader: int) -> None:
    """All that can be pressed, typed and asked for, whether it has an answer or not."""
    rooms, match = tower.rooms, snapshot.match
    table = await rooms.tables.table(match)
    assert isinstance(table, Play)
    key, step = table.game.KEY, table.match.step
    mine = 700 + reader if reader in snapshot.people else 0
    for verb in Verb:
        for rest in _rests(verb, key):
            if rest == "cancel" and verb == Verb.CALL and (None in table.people or not step):
                # The house agrees, and nobody is asked before the first step; then all lies open.
                continue
            to = Address(verb, match, step, rest)
            if verb == Verb.TAKE:
                await tower.presses(reader, str(to), message=mine, values=[str(Address(Verb.CHOOSE, match, step))])
            else:
                await tower.presses(reader, str(to), message=mine, values=["no"] if verb == Verb.SETTLED else [])
    await tower.presses(reader, str(Address(Verb.MIND, 0, HOW, key)), message=mine)
    card = (await tower.store.journal.load_match(match)).header.card_message_id or 1  # type: ignore[union-attr]
    await tower.presses(reader, str(Address(Verb.CHOOSE, match, step)), message=card)
    seat = table.eyes_of(reader)
    if seat in table.match.to_move and (pages := page(table.match.legal_moves(seat))):
        for choice in [it for it in pages.choices if it.word is None][:3]:
            await tower.presses(reader, str(Address(Verb.PICK, match, step, choice.rest)), message=mine)
    number = str(match)
    commands: dict[str, Callable[[Asked], Awaitable[Answer]]] = {
        "inbox": rooms.moves.inbox,
        "list": rooms.asides.listing,
        "board": lambda asked: rooms.asides.board(asked, number, text=False),
        "letters": lambda asked: rooms.asides.board(asked, number, text=True),
        "resign": lambda asked: rooms.asides.end(asked, "resign", number),
        "draw": lambda asked: rooms.asides.end(asked, "offer", number),
        "cancel": lambda asked: rooms.asides.end(asked, "cancel", number),
        "replay": lambda asked: rooms.lookback.replay(asked, number),
        "verify": lambda asked: rooms.lookback.verify(asked, number),
        "rules": lambda asked: rooms.asides.lesson(asked, key),
        "ladder": lambda asked: rooms.ladders.opened(asked, "", ""),
        "this ladder": lambda asked: rooms.ladders.opened(asked, key, ""),
        **{f"player {it}": partial(_player, tower, it) for it in PEOPLE},
    }
    for name, do in commands.items():
        await tower.says(reader, do, name)
    for typed in ("", "a", "1"):
        await tower.types(reader, partial(_words, tower, typed, number), f"move {typed}")
    for over in (False, True):
        await tower.types(reader, partial(rooms.which.matches, over=over), f"match {over}")


async def _player(tower: Tower, person: int, asked: Asked) -> Answer:
    return await tower.rooms.profiles.player(asked, person)


async def _words(tower: Tower, typed: str, match: str, asked: Asked) -> list[Completion]:
    return await tower.rooms.moves.words(asked, typed, match)


def _rests(verb: Verb, key: str) -> tuple[str, ...]:
    """What ends a match lays it open, and so is asked for only."""
    match verb:
        case Verb.ASK:
            return ("resign", "offer", "agree", "cancel")
        case Verb.CALL:
            return ("offer", "agree", "cancel")
        case Verb.MIND:
            return ("schnick", key)
        case Verb.SHARE:
            return ("", "schnick")
        case Verb.REPLAY:
            return ("", FILM, "0")
        case Verb.SETTINGS:
            return (settings.ME, settings.SERVER)
        case Verb.SETTLED:
            return ("me.reminders",)
        case Verb.INBOX:
            return ("", "0")
    return ("",)
