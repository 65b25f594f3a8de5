"""Tests for ratings on screens: points and ranks after a match, unrated matches, and one-sided series."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.handlers.settings import ONE_SIDED_MIN_MATCHES
from bot.i18n import say
from bot.matches.model import Offer, StartedMatch
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.ratings import rating_updates
from bot.ratings.ladder import Ladder, MatchRatingChanges, RatingChange
from bot.ratings.rating_updates import ALL_GAMES, SERIES_WINDOW_MS
from bot.screens import ladder as scenes
from bot.screens.ladder import format_rank_or_missing
from bot.screens.offer_card import render_offer_card
from bot.screens.result_card import format_rating_changes, format_unrated_reason
from bot.screens.scene import Scene, SceneImage
from bot.screens.settings import PLAYER_PANEL, SERVER_PANEL
from bot.wall_clock import DAY_MS, DISCORD_EPOCH_MS, NEW_ACCOUNT_DAYS, find_new_accounts
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import LadderPlace, MatchChange, SeatResult
from tests.games.morra import KEY
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    DAN,
    NOON_MS,
    SERVER_ID,
    accept_offer,
    offer_match,
    play_move,
    play_until_resigned,
)
from tests.kit.world import World, play_first_legal_move
from tests.storage.stored_matches import make_choice_event, make_new_match

# The end of a match


@pytest.fixture
def rank_after_one_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give players a rank after one match, so that tests need few matches."""
    monkeypatch.setattr(rating_updates, "RANK_MIN_MATCHES", 1)
    monkeypatch.setattr(rating_updates, "KNOWN_MIN_OPPONENTS", 0)


async def load_card_changes(ladder: Ladder, match_id: int) -> MatchRatingChanges:
    card = await ladder.load_match_rating_changes(match_id)
    assert card
    return card


async def test_unranked_player_sees_matches_and_opponents_to_rank(matches: MatchService, ladder: Ladder) -> None:
    card = await load_card_changes(ladder, await play_until_resigned(matches, CAT, BEN, NOON_MS))
    assert {change.matches_to_rank for _, change in card.seat_changes} == {4}
    assert all(text.endswith(" · unranked, 1 of 5 played") for text in format_rating_changes(card, "en").values())
    scene = scenes.render_ladder(await ladder.load_page(SERVER_ID, ALL_GAMES, 0, BEN, NOON_MS), "en")
    [own_row] = scene.below
    assert own_row.startswith(f"**(2)** <@{BEN}> · **")
    assert isinstance(scene.board, SceneImage)
    assert f"(1) <@{CAT}>, 11" in scene.board.alt
    assert f"(2) <@{BEN}>, 8" in scene.board.alt


@pytest.mark.parametrize(("reader", "seats_with_rank"), [(None, {0, 1, 2}), (1, {1})])
def test_end_of_a_larger_match_shows_ranks_as_far_as_there_is_room(
    reader: int | None, seats_with_rank: set[int]
) -> None:
    changes = [RatingChange(1000.0, 1012.0, 3, matches_to_rank=4 - seat) for seat in range(3)]
    card = MatchRatingChanges(None, None, tuple(enumerate(changes)))
    texts = format_rating_changes(card, "en", reader)
    for seat, text in texts.items():
        missing = f" · unranked, {1 + seat} of 5 played" if seat in seats_with_rank else ""
        assert text == f"📊 **1012** (+12){missing}"
    card_of_six = MatchRatingChanges(None, None, tuple(enumerate([*changes, *changes])))
    with_rank = {seat for seat, text in format_rating_changes(card_of_six, "en", reader).items() if "unranked" in text}
    assert with_rank == ({reader} if reader is not None else set())


async def test_end_shows_points_rank_and_ranks_gained(
    matches: MatchService, ladder: Ladder, rank_after_one_match: None
) -> None:
    await play_until_resigned(matches, CAT, BEN, NOON_MS)
    match = await matches.find_match(await play_until_resigned(matches, ANN, CAT, NOON_MS))
    assert isinstance(match, StartedMatch)
    card = await load_card_changes(ladder, match.id)
    places = {it.rating.person_id: it for it in await ladder.store.ratings.list_ladder_page(SERVER_ID, KEY, 0)}
    for seat, change in card.seat_changes:
        person_id = match.player_ids[seat]
        assert person_id is not None
        assert (change.rank, change.points_after) == (places[person_id].rank, places[person_id].rating.rating)
        # Cat lost the first place to Ann. Ann had no rank before, so she gains none.
        assert change.ranks_gained == (0 if person_id == ANN else -1)
    for locale in LOCALES:
        text = "\n".join(format_rating_changes(card, locale).values())
        assert re.search(r"\*\*(\d+)\*\* \([+−]\d+\)", text)
        assert "▼ 1" in text


async def test_rank_gain_ignores_opponents_who_were_unranked(
    matches: MatchService, ladder: Ladder, rank_after_one_match: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An opponent who gets a first rank from the same match must not change the number of ranks gained."""
    monkeypatch.setattr(rating_updates, "RANK_MIN_MATCHES", 2)
    for winner, loser in ((CAT, DAN), (ANN, BEN), (BEN, DAN)):
        await play_until_resigned(matches, winner, loser, NOON_MS)
    card = await load_card_changes(ladder, await play_until_resigned(matches, BEN, CAT, NOON_MS))
    assert [(change.matches_to_rank, change.ranks_gained) for _, change in card.seat_changes] == [(0, 0), (0, 0)]


@pytest.mark.parametrize(
    "later_settings",
    [ServerPreferences(pair=1), ServerPreferences(pair=None, steps=0)],
    ids=["same settings", "other settings"],
)
@pytest.mark.parametrize(("rounds", "reason"), [(1, "short"), (2, "pair")])
async def test_end_shows_why_the_match_is_unrated(
    matches: MatchService, ladder: Ladder, rounds: int, reason: str, later_settings: ServerPreferences
) -> None:
    await ladder.preferences.update_server(SERVER_ID, ServerPreferences(pair=1))
    await play_until_resigned(matches, ANN, BEN, NOON_MS)
    match_id = await play_until_resigned(matches, ANN, BEN, NOON_MS, rounds)
    await ladder.preferences.update_server(SERVER_ID, later_settings)
    card = await load_card_changes(ladder, match_id)
    assert (card.unrated_reason, card.seat_changes) == (reason, ())
    assert card.limit == (later_settings.steps if reason == "short" else later_settings.pair or 0)
    for locale in LOCALES:
        text = format_unrated_reason(card, locale)
        assert text
        assert "0" not in text


async def test_end_shows_neither_rank_nor_points_of_hidden_players(matches: MatchService, ladder: Ladder) -> None:
    await ladder.preferences.update_player(BEN, PlayerPreferences(listed=False))
    match = await matches.find_match(await play_until_resigned(matches, ANN, BEN, NOON_MS))
    assert isinstance(match, StartedMatch)
    card = await load_card_changes(ladder, match.id)
    assert {match.player_ids[seat]: change.rank for seat, change in card.seat_changes} == {ANN: 1}
    for locale in LOCALES:
        assert format_rating_changes(card, locale).keys() == {match.player_ids.index(ANN)}


@pytest.mark.parametrize("locale", LOCALES)
def test_rank_texts_for_missing_opponents_and_matches(locale: Locale) -> None:
    lacks_opponents = LadderPlace(
        1,
        1,
        replace(rating_updates.create_newcomer_rating(SERVER_ID, ALL_GAMES, 1, ANN), match_count=9, opponent_count=1),
    )
    assert format_rank_or_missing(lacks_opponents, locale) == say("rank-strangers", locale, strangers=2)
    lacks_both = replace(lacks_opponents, rating=replace(lacks_opponents.rating, match_count=1))
    assert format_rank_or_missing(lacks_both, locale) == say("rank-missing", locale, played=1, needed=5)
    for reason in ("practice", "drawn", "agreed", "cancelled", "abandoned", "short", "pair"):
        assert say(f"unrated-{reason}", locale, limit=3)


# New accounts

NEW_ACCOUNT_ID = (NOON_MS - DISCORD_EPOCH_MS - NEW_ACCOUNT_DAYS * DAY_MS + 1) << 22
"""The ID of an account that is a millisecond younger than a week."""
OLD_ACCOUNT_ID = (NOON_MS - DISCORD_EPOCH_MS - NEW_ACCOUNT_DAYS * DAY_MS) << 22


async def offer_rated_match(
    world: World,
    opponent_id: int,
    game: str = "shamanic_chess",
    *,
    rated: bool = True,
    server_id: int | None = SERVER_ID,
) -> Offer:
    offer = await offer_match(world.matches, opponent_id, game=game, rated=rated, server_id=server_id)
    assert isinstance(offer, Offer)
    return offer


def describe_offer(match: Offer) -> str:
    return str(render_offer_card(match, "en", Absences(), pinged_ids=frozenset()).below)


@pytest.mark.parametrize(
    ("guest_id", "elapsed_ms", "reason"),
    [(NEW_ACCOUNT_ID, 0, "young"), (NEW_ACCOUNT_ID, DAY_MS // 2, "young"), (OLD_ACCOUNT_ID, 0, "")],
    ids=str,
)
async def test_match_with_a_new_account_is_unrated(world: World, guest_id: int, elapsed_ms: int, reason: str) -> None:
    """The age of the account when the match is offered counts, no matter how long the match lasts."""
    offer = await offer_rated_match(world, guest_id)
    assert find_new_accounts(offer.involved_person_ids, offer.offered_ms) == ([guest_id] if reason else [])
    assert (f"🌱 <@{guest_id}>: new on Discord" in describe_offer(offer)) == bool(reason)
    now_ms = NOON_MS + elapsed_ms
    await accept_offer(world.matches, offer, guest_id, now_ms=now_ms)
    for _ in range(2):
        match = await world.matches.find_match(offer.id)
        assert isinstance(match, StartedMatch)
        (seat,) = match.engine.seats_asked
        await play_first_legal_move(world.matches, offer.id, match.player_ids[seat] or 0, now_ms)
    await play_move(world.matches, offer.id, ANN, "!resign", now_ms=now_ms)
    assert {it.unrated_reason for it in await world.store.results.list_of_match(offer.id)} == {reason or None}
    if reason:
        text = format_unrated_reason(await load_card_changes(world.services.ladder, offer.id), "en")
        assert text == "Unrated: new Discord account (under 7 days)."


async def test_unrated_offers_do_not_mention_new_accounts(world: World) -> None:
    for offer in (
        await offer_rated_match(world, NEW_ACCOUNT_ID, rated=False),
        await offer_rated_match(world, NEW_ACCOUNT_ID, server_id=None),
    ):
        assert "🌱" not in describe_offer(offer)


async def test_either_player_may_cancel_match_with_new_account(world: World) -> None:
    """The match is unrated. In a rated match, a player who has seen the cards could not cancel alone."""
    offer = await offer_rated_match(world, NEW_ACCOUNT_ID, "schnick")
    await accept_offer(world.matches, offer, NEW_ACCOUNT_ID)
    assert (await play_move(world.matches, offer.id, ANN, "!cancel")).is_over


# One-sided series


async def store_wins_against_ben(world: World, times: int, now_ms: int = NOON_MS - 1_000) -> None:
    """Store this many wins by Ann against Ben."""
    for number in range(times):
        results = tuple(
            SeatResult(seat, person_id, SERVER_ID, "pebbles", 0, 1 + seat, 0, "points", True, now_ms + number)
            for seat, person_id in enumerate((ANN, BEN))
        )
        await world.store.journal.create_match(make_new_match(), [make_choice_event("x")], MatchChange(results=results))


async def open_settings(world: World, panel: str = SERVER_PANEL, **request_fields: object) -> Scene:
    response = await world.person(ANN, **{"can_manage_server": True, **request_fields}).open_settings(panel)
    assert response.scene
    return response.scene


@pytest.mark.parametrize("locale", LOCALES)
async def test_only_server_managers_see_one_sided_pairs(world: World, locale: Locale) -> None:
    await store_wins_against_ben(world, ONE_SIDED_MIN_MATCHES, NOON_MS - SERIES_WINDOW_MS - 1_000)
    await store_wins_against_ben(world, ONE_SIDED_MIN_MATCHES - 1)
    assert len((await open_settings(world, locale=locale)).above) == 1
    await store_wins_against_ben(world, 1, NOON_MS - 500)
    scene = await open_settings(world, locale=locale)
    _, heading, line = scene.above
    assert heading == say("settings-sided", locale)
    assert f"<@{ANN}>" in line
    assert f"<@{BEN}>" in line
    assert line.count(str(ONE_SIDED_MIN_MATCHES)) == 2
    assert scene.pinged_ids == frozenset()
    with pytest.raises(Refused):
        await open_settings(world, can_manage_server=False)
    assert f"<@{BEN}>" not in str(await open_settings(world, PLAYER_PANEL))
