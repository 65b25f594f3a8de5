"""Matches of a made-up game for tests, and functions that read stored matches."""

from __future__ import annotations

from storage import (
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

SERVER_ID, CHANNEL_ID, ANNA, BEN = 11, 22, 1001, 1002


def make_new_match(server_id: int | None = SERVER_ID, channel_id: int = CHANNEL_ID) -> NewMatch:
    return NewMatch(server_id, channel_id, "pebbles", 1, "{}", '{"clock": 60}', "5eed", "offered", 1_000)


def make_choice_event(payload: str, interaction_id: int | None = None, created_ms: int = 2_000, seat: int = 0) -> Event:
    return Event("chose", payload, created_ms, seat=seat, interaction_id=interaction_id)


def make_turn_deadline(due_ms: int, step: int = 1) -> Deadline:
    return Deadline("turn", due_ms, step)


async def create_match(
    store: Store,
    interaction_id: int = 1,
    person_ids: tuple[int, ...] = (ANNA, BEN),
    *,
    deadlines: tuple[Deadline, ...] = (),
) -> int:
    """Create a match of these people, and return its ID."""
    seats = tuple(StoredSeat(seat, person, SeatStatus.JOINED) for seat, person in enumerate(person_ids))
    created = await store.journal.create_match(
        make_new_match(),
        [Event("opened", "", 1_000, person_id=person_ids[0], interaction_id=interaction_id)],
        MatchChange(seats=seats, set_deadlines=deadlines),
    )
    return created.match_id


async def read_header(store: Store, match_id: int) -> MatchHeader:
    header = await store.matches.load_header(match_id)
    assert header
    return header


async def list_tokens(store: Store, match_id: int) -> list[InteractionToken]:
    """Return the interaction tokens of a match, newest first."""
    state = await store.delivery_states.load_state(match_id)
    assert state
    return [*state.tokens]


async def read_journal(store: Store, match_id: int) -> Journal:
    journal = await store.journal.load_match(match_id)
    assert journal
    return journal
