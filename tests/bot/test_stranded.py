"""Abroad, where nobody can be called: whoever dies in the middle of a challenge, its people find their hands open."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.desk.asked import Wish
from bot.discord import router, waiting
from bot.errors import Lost
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Scene
from bot.table.table import Offer
from storage import Store
from tests.bot.databases import both_databases
from tests.bot.ear import Tower
from tests.bot.life import Killed, Life, Mortal
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, NOON

CAUSES: Final = count(500_000)
"""What people do has a number of its own each time."""


@dataclass
class Reeds:
    """A conversation of others, as it stands there whoever of us lives."""

    card: int = 0
    """What answered the challenge, for all to see."""
    hands: dict[int, int] = field(default_factory=dict)
    """Whose each private message is."""


class Guest(Tower):
    """A process of the bot there, which does so many deeds and no more."""

    def __init__(self, store: Store, reeds: Reeds, life: Life) -> None:
        mortal: Any = Mortal(store.database, life)
        super().__init__(Store(mortal), Discord(lambda: NOON), NOON)
        self.kept = store
        self.reeds = reeds
        self.life = life
        asked: dict[str, Callable[..., Any]] = {
            "open": self._opened,
            "edit_private": self._edited,
            "answered": self._card,
        }
        for name, deed in asked.items():
            setattr(self.ear, name, partial(self._mortally, deed))

    async def challenges(self) -> None:
        wish = Wish("shamanic_chess")
        with suppress(Killed):
            await self.says(ANN, lambda asked: self.rooms.offers.challenge(asked, (BEN,), wish), "duel challenge")

    async def accepts(self, match: int) -> None:
        with suppress(Killed):
            await self.presses(BEN, str(Address(Verb.SIT, match, 0)), message=self.reeds.card)

    async def opens(self, match: int) -> None:
        await self.presses(BEN, str(Address(Verb.CHOOSE, match, 0)), message=self.reeds.card)

    async def catches_up(self) -> None:
        await self.rooms.herald.catch_up()
        await self.settles()

    async def _mortally(self, deed: Callable[..., Any], *given: Any, **more: Any) -> Any:
        return await self.life.does(partial(deed, *given, **more))

    async def _opened(self, token: str, scene: Scene) -> int:
        assert scene.rows
        message = next(CAUSES)
        self.reeds.hands[message] = _whose(token)
        return message

    async def _edited(self, token: str, message: int, scene: Scene) -> None:
        assert message == self.reeds.card or self.reeds.hands[message] == _whose(token), scene

    async def _card(self, token: str) -> int:
        if int(token.split()[1]) != self.reeds.card:
            raise Lost
        return self.reeds.card

    def _pressed(self, person: int, message: int, data: Any) -> Any:
        cause = next(CAUSES)
        done: list[str] = []

        async def respond(how: str, **sent: Any) -> SimpleNamespace:
            done.append(how)
            if how == "send" and not sent.get("ephemeral"):
                self.reeds.card = cause
            elif how in {"send", "follow"}:
                self.reeds.hands[cause] = person
            return SimpleNamespace(message_id=cause, id=cause)

        heard: Any = super()._pressed(person, message, data)

        def deed(how: str) -> Callable[..., Any]:
            return partial(self._mortally, respond, how)

        heard.id, heard.token = cause, f"{person} {cause}"
        heard.guild_id, heard.context = None, SimpleNamespace(private_channel=True)
        heard.followup = SimpleNamespace(send=deed("follow"))
        heard.response = SimpleNamespace(
            is_done=lambda: bool(done),
            defer=deed("defer"),
            send_message=deed("send"),
            edit_message=deed("edit"),
        )
        if heard.message:
            heard.message.flags.ephemeral = message in self.reeds.hands
        return heard


@both_databases
async def test_wherever_we_die_both_have_their_hands(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever challenged presses nothing more, and nothing else would open theirs; whose press died with us does."""
    monkeypatch.setattr(router, "now", lambda: NOON)
    monkeypatch.setattr(waiting, "LULL", 0.0)
    monkeypatch.setattr(waiting, "LOST", 0.0)
    answered = 0
    for deeds in count(1):
        life, reeds = Life(deeds), Reeds()
        one = Guest(store, reeds, life)
        await one.challenges()
        if not reeds.card:
            # Nobody has anything before them: she asks once more.
            continue
        answered += 1
        one = await followed(one)
        match = max(it.id for it in await store.live_of(ANN))
        await one.accepts(match)
        one = await followed(one)
        if isinstance(await one.rooms.tables.table(match), Offer):
            await one.accepts(match)
        header = await store.header(match)
        assert header
        assert (header.message, header.shown) == (reeds.card, header.seq), deeds
        if not await hands(store, match, BEN):
            await one.opens(match)
        for person in (ANN, BEN):
            mine = await hands(store, match, person)
            assert mine, (deeds, person)
            assert {reeds.hands.get(it) for it in mine} == {person}, deeds
        if not life.over:
            break
    assert answered > 5


async def followed(one: Guest) -> Guest:
    """By another process, where it has died."""
    if not one.life.over:
        return one
    another = Guest(one.kept, one.reeds, Life(10_000))
    await another.catches_up()
    return another


async def hands(store: Store, match: int, person: int) -> list[int]:
    return [it.message for it in await store.hands(match) if it.person == person]


def _whose(token: str) -> int:
    return int(token.split(maxsplit=1)[0])
