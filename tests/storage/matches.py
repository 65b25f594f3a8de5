"""A match of no game in particular, as the tests open and play it."""

from __future__ import annotations

from dataclasses import replace

from storage import Appended, Change, Deadline, Event, Journal, Opening, Seated, Store

SERVER, CHANNEL, ANNA, BEN = 11, 22, 1001, 1002


def opening(server: int | None = SERVER, channel: int = CHANNEL) -> Opening:
    return Opening(server, channel, "pebbles", 1, "{}", '{"clock": 60}', "5eed", "offered", 1_000)


def chose(word: str, interaction: int | None = None, at: int = 2_000, seat: int = 0) -> Event:
    return Event("chose", word, at, seat=seat, interaction=interaction)


def turn(due: int, step: int = 1) -> Deadline:
    return Deadline("turn", due, step)


async def opened(
    store: Store, interaction: int = 1, people: tuple[int, ...] = (ANNA, BEN), *, due: tuple[Deadline, ...] = ()
) -> Appended:
    seats = tuple(Seated(seat, person, "sat") for seat, person in enumerate(people))
    return await store.create(
        opening(),
        [Event("opened", "", 1_000, person=people[0], interaction=interaction)],
        Change(seats=seats, due=due),
    )


# What a line or a text might end with, and what is a quote: to a player a word like any other.
WORD = 'größer → "ja"\n\u2028 \\ [1,2]'


async def over(store: Store, interaction: int = 1, at: int = 2_000) -> int:
    """A match of Anna and Ben that has ended: both did something, and so did somebody who sits nowhere."""
    match = (await opened(store, interaction)).match
    said = Event("said", WORD, at, seat=0, person=ANNA, interaction=interaction + (1 << 62))
    await store.append(match, 1, [said, replace(chose("b1", at=at + 5), seat=1)])
    await store.append(match, 3, [Event("asked", "", at - 7, person=1003)])
    await store.append(match, 4, [Event("ended", "", at, person=BEN)], Change(live=False))
    return match


async def loaded(store: Store, match: int) -> Journal:
    journal = await store.load(match)
    assert journal
    return journal
