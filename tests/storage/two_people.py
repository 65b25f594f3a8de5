"""Test data: two people, each with a row in every table that has data about people."""

from __future__ import annotations

from dataclasses import replace

from storage import (
    Award,
    Event,
    InteractionToken,
    MatchChange,
    NewTournament,
    PendingSend,
    PlayerMessage,
    QuickMatch,
    Rating,
    Season,
    SeatResult,
    Store,
    StoredPrediction,
)
from tests.storage.database_fixtures import record_presence
from tests.storage.stored_matches import ANNA, BEN, SERVER_ID, create_match, make_choice_event

STRANGER = 1003
"""Somebody whom both people follow."""


async def store_two_people(store: Store) -> int:
    """Store two matches of Anna and Ben, and rows about both in every table. Return the ID of the first match."""
    match = await create_match(store)
    result = SeatResult(0, ANNA, SERVER_ID, "pebbles", 1, 1, 9, "shells", True, 50, None, 20.0)
    rating = Rating(SERVER_ID, "pebbles", 1, ANNA, 20.0, 25.0, 8.0, 1, 50)
    await store.journal.append_events(match, 1, [make_choice_event("a1", 5), make_choice_event("b1", seat=1)])
    await store.journal.append_events(match, 3, [Event("joined", "", 40, person_id=BEN)])
    results = (result, replace(result, seat=1, person_id=BEN, rank=2))
    await store.journal.append_events(
        match,
        4,
        [make_choice_event("c1")],
        MatchChange(is_live=False, results=results, ratings=(rating, replace(rating, person_id=BEN))),
    )
    for person in (ANNA, BEN):
        await store.people.change_player_settings(person, {"language": "de"})
        await store.player_messages.save_message(PlayerMessage(match, person, 500, 60, 1, 100))
        await store.cleanup.begin_send(PendingSend(match, person, None, 100))
        await store.player_messages.save_token(InteractionToken(match, person, 900, "token", 100))
        await record_presence(store, [person], 100, match)
        await store.people.save_membership(SERVER_ID, person, 100, has_left=False)
        await store.holidays.start_holiday(person, 100, 200)
        await store.quick_matches.begin_search(QuickMatch(person, person, person, "pebbles", "token", 100, 900))
    number = await store.seasons.begin_season(SERVER_ID, "", 40)
    awards = [Award(person, SERVER_ID, number, "place", "", place, 1000) for place, person in enumerate((ANNA, BEN), 1)]
    await store.seasons.save_awards(Season(SERVER_ID, number, "", 40, 50), awards)
    await store.people.save_names({ANNA: "Anna", BEN: "Ben"})
    await store.results.save_review(match, 1, b"", [(0.3, -0.1), (-0.3, 0.1)])
    for interaction_id, person in enumerate((ANNA, BEN), 70):
        tournament = NewTournament(SERVER_ID, 60, person, interaction_id, "", "pebbles", "{}", "{}", "", 40, None)
        await store.tournaments.enter(await store.tournaments.open_tournament(tournament), person, 20.0, 50)
    day = await store.daily.open_day(SERVER_ID, 1, "board", 0, 100)
    for person in (ANNA, BEN):
        await store.daily.save_choice(day.id, person, (0, 1), 50)
    await store.daily.advance_status(day.id, "open", "closed")
    strangers_match = await create_match(store, 10, (STRANGER,))
    for person in (ANNA, BEN):
        await store.follows.follow_match(person, strangers_match, 100)
        await store.follows.follow_person(person, STRANGER, 100)
    await store.journal.append_events(
        strangers_match, 1, [make_choice_event("a1", 11)], MatchChange(follow_phase="started")
    )
    second_match = await create_match(store, 9)
    for person in (ANNA, BEN):
        await store.predictions.save(StoredPrediction(second_match, 0, 0, person, SERVER_ID, "z1", 3, True, 55), 1)
    last_events = [
        replace(make_choice_event(word, created_ms=60), person_id=person)
        for word, person in (("z1", ANNA), ("y1", BEN))
    ]
    await store.journal.append_events(second_match, 1, last_events, MatchChange(is_live=False))
    return match
