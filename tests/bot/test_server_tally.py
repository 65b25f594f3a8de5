"""Tests for the tally of a server's matches, which `/duel verify` shows."""

from __future__ import annotations

import pytest

from bot.i18n import say
from bot.matches.model import EventType, StartedMatch
from bot.matches.server_tally import ServerTally, tally_outcomes
from bot.matches.service import MatchService
from bot.screens.proof import format_server_tally
from bot.wall_clock import DAY_MS, HOUR_MS
from games.match import CANCEL, RESIGN
from games.words import LOCALES
from tests.bot.database_marks import both_databases
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    SERVER_ID,
    begin_match,
    begin_morra,
    begin_practice,
    fire_deadlines,
    make_click,
    offer_match,
    offer_morra,
    play_for_seat,
    play_move,
    play_until_resigned,
)
from tests.kit.scene_reading import read_text
from tests.kit.world import World


async def load_tally(matches: MatchService) -> ServerTally:
    return tally_outcomes(
        await matches.store.matches.count_by_outcome(SERVER_ID, move_kind=EventType.MOVED, cancel_move="!cancel")
    )


async def cancel_agreed(matches: MatchService) -> None:
    """Cancel a match after its first step, when both players have to agree."""
    match: StartedMatch = await begin_match(matches, BEN, game="shamanic_chess")
    for seat in (0, 1):
        match = await play_for_seat(matches, match, seat, match.engine.legal_moves(seat)[0])
    for person_id in (ANN, BEN):
        await play_move(matches, match.id, person_id, *CANCEL)


async def end_matches_in_every_way(matches: MatchService) -> ServerTally:
    """End matches on the server, and return the tally that they should give."""
    await play_until_resigned(matches, ANN, BEN, NOON_MS)
    await play_until_resigned(matches, BEN, ANN, NOON_MS)
    await cancel_agreed(matches)
    withdrawn, declined = await offer_morra(matches, BEN), await offer_morra(matches, BEN)
    await matches.withdraw_offer(withdrawn.id, ANN, **make_click())
    await matches.decline_offer(declined.id, BEN, **make_click())
    for rated in (False, True):
        alone = await begin_match(matches, BEN, game="shamanic_chess", rated=rated)
        await play_move(matches, alone.id, ANN, *CANCEL)
    against_house = await begin_match(matches, BEN, game="schnick", house=1, seats=3)
    await play_move(matches, against_house.id, BEN, *RESIGN)
    await play_move(matches, against_house.id, ANN, *CANCEL)
    await begin_morra(matches, BEN, clock=HOUR_MS)  # Nobody moves, so this match is called off.
    await offer_morra(matches, BEN)
    await fire_deadlines(matches, NOON_MS + DAY_MS)
    later_ms = NOON_MS + DAY_MS
    await offer_morra(matches, CAT, now_ms=later_ms)
    await begin_morra(matches, CAT, now_ms=later_ms, clock=None)
    # These do not count.
    await begin_practice(matches)
    await offer_match(matches, BEN, server_id=SERVER_ID + 1)
    await offer_match(matches, BEN, server_id=None)
    return ServerTally(with_result=2, called_off=4, cancelled_alone=3, expired=1, live=2)


@both_databases
async def test_matches_of_a_server_are_counted_by_how_they_ended(matches: MatchService) -> None:
    assert await load_tally(matches) == ServerTally()
    expected = await end_matches_in_every_way(matches)
    assert await load_tally(matches) == expected
    assert expected.sealed == 12


@pytest.mark.parametrize("locale", LOCALES)
async def test_verify_shows_the_tally_of_the_server_unless_a_match_is_named(world: World, locale: str) -> None:
    ann = world.person(ANN, locale=locale)
    await begin_match(world.matches, BEN)
    unfinished = await ann.verify_match()
    assert say("no-running", locale) in read_text(unfinished.scene)
    assert unfinished.scene
    assert unfinished.scene.footer == say("proof-tally", locale, sealed=1, results=0, off=0, alone=0, expired=0, live=1)
    match_id = (await begin_match(world.matches, BEN)).id
    await play_move(world.matches, match_id, BEN, *RESIGN)
    proof = await ann.verify_match()
    assert proof.scene
    assert proof.scene.attachment
    assert proof.scene.footer == say("proof-tally", locale, sealed=2, results=1, off=0, alone=0, expired=0, live=1)
    assert format_server_tally(ServerTally(), locale) == ""
    for named in (await ann.verify_match(match_id), await world.person(ANN, server_id=None).verify_match()):
        assert named.scene
        assert named.scene.footer == ""
