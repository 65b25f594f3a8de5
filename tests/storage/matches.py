"""A match of no game in particular, as the tests open and play it."""

from __future__ import annotations

from storage import (
    AppendResult,
    Deadline,
    Event,
    InteractionToken,
    Journal,
    MatchChange,
    MatchHeader,
    NewMatch,
    SeatStatus,
    Store,
    StoredSeat,
)

SERVER, CHANNEL, ANNA, BEN = 11, 22, 1001, 1002


def opening(server: int | None = SERVER, channel: int = CHANNEL) -> NewMatch:
    return NewMatch(server, channel, "pebbles", 1, "{}", '{"clock": 60}', "5eed", "offered", 1_000)


def chose(word: str, interaction: int | None = None, at: int = 2_000, seat: int = 0) -> Event:
    return Event("chose", word, at, seat=seat, interaction_id=interaction)


def turn(due: int, step: int = 1) -> Deadline:
    return Deadline("turn", due, step)


async def opened(
    store: Store, interaction: int = 1, people: tuple[int, ...] = (ANNA, BEN), *, due: tuple[Deadline, ...] = ()
) -> AppendResult:
    seats = tuple(StoredSeat(seat, person, SeatStatus.JOINED) for seat, person in enumerate(people))
    return await store.journal.create_match(
        opening(),
        [Event("opened", "", 1_000, person_id=people[0], interaction_id=interaction)],
        MatchChange(seats=seats, set_deadlines=due),
    )


async def read_header(store: Store, match: int) -> MatchHeader:
    header = await store.matches.load_header(match)
    assert header
    return header


async def list_tokens(store: Store, match: int) -> list[InteractionToken]:
    """Return the interaction tokens of a match, newest first."""
    state = await store.delivery_states.load_state(match)
    assert state
    return [*state.tokens]


async def read_journal(store: Store, match: int) -> Journal:
    journal = await store.journal.load_match(match)
    assert journal
    return journal
