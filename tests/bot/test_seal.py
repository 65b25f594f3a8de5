"""The fair-play seal of a match: it covers everything that happens, and reveals nothing before the end."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.matches.model import FinishedMatch, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.screens import dialogs, match_card, offer_card, player_screen
from games import GAMES, record
from games.chain import encode_hash, extend_seal
from games.chained_record import hash_player_seed
from games.core import Game
from games.fairness import verify_record
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    catch_refusal_key,
    next_interaction_id,
    offer_morra_with_terms,
    play_token,
)

OPEN_TERMS = MatchTerms(kind="open", seats=3, clock=None)
OTHER_TERMS = MatchTerms(seats=1, clock=60_000, rated=True)
WOODWALKERS: Game[Any, Any, Any] = GAMES["woodwalkers"]
"""A game in which all choose at once, and which has texts."""


async def open_woodwalkers_offer(matches: MatchService) -> Offer:
    done = await matches.create_offer(
        ANN,
        (),
        WOODWALKERS,
        {},
        OPEN_TERMS,
        server_id=1,
        channel_id=2,
        interaction_id=next_interaction_id(),
        now_ms=NOON_MS,
    )
    assert isinstance(done.match, Offer)
    return done.match


async def join_offer(matches: MatchService, match: MatchState, *person_ids: int) -> MatchState:
    for person_id in person_ids:
        match = (
            await matches.join_offer(match.id, person_id, interaction_id=next_interaction_id(), now_ms=NOON_MS)
        ).match
    return match


async def arrange_animals(
    matches: MatchService, match: RunningMatch, seat: int, arrangement_index: int = 0
) -> RunningMatch:
    person_id = match.player_ids[seat]
    assert person_id
    word = match.engine.game.legal_moves(WOODWALKERS.view(match.engine.state, seat))[arrangement_index]
    after = (
        await matches.play_move(match.id, person_id, word, step=0, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    ).match
    assert isinstance(after, RunningMatch)
    return after


async def resign_all_and_verify(matches: MatchService, match: MatchState) -> str:
    """Let everybody resign, and prove the match by the last seal that everybody saw. Return the record."""
    assert isinstance(match, StartedMatch)
    for seat, person_id in enumerate(match.player_ids):
        if person_id is not None and isinstance(match, RunningMatch) and seat not in match.ai_controlled_seats:
            match = (await play_token(matches, match, seat, "!resign")).match
    assert isinstance(match, FinishedMatch)
    assert match.public_seal == match.seal
    text = str(await matches.load_record(match.id))
    assert verify_record(record.parse_record(text)).seal == encode_hash(match.public_seal)
    return text


async def test_every_answer_to_an_offer_is_in_the_seal(matches: MatchService) -> None:
    match = await offer_morra_with_terms(matches, ANN, (), OPEN_TERMS)
    answers = (
        matches.join_offer(match.id, BEN, interaction_id=next_interaction_id(), now_ms=NOON_MS),
        matches.leave_offer(match.id, BEN, interaction_id=next_interaction_id(), now_ms=NOON_MS),
        matches.join_offer(match.id, BEN, interaction_id=next_interaction_id(), now_ms=NOON_MS),
        matches.change_terms(match.id, ANN, {}, OTHER_TERMS, interaction_id=next_interaction_id(), now_ms=NOON_MS),
        matches.join_offer(match.id, CAT, interaction_id=next_interaction_id(), now_ms=NOON_MS),
        matches.start_match(match.id, ANN, 3, interaction_id=next_interaction_id(), now_ms=NOON_MS),
    )
    seals = [match.public_seal, *[(await answer).match.public_seal for answer in answers]]
    assert len(set(seals)) == len(seals)
    text = await resign_all_and_verify(matches, await matches.find_match(match.id))
    lines = [row.split(" ")[0] for row in text.splitlines()[5:]]
    before = ["options", "seats", "sit", "sit", "rise", "sit", "options", "sit", "seats", "house", "begin"]
    assert lines[: len(before)] == before
    assert {encode_hash(seal) for seal in seals} < verify_record(record.parse_record(text)).seals.keys()


async def test_practice_and_a_host_alone_are_sealed_too(matches: MatchService) -> None:
    practice = MatchTerms(kind="practice", seats=2, house=1, rated=False)
    await resign_all_and_verify(matches, await offer_morra_with_terms(matches, ANN, (), practice))
    match = await offer_morra_with_terms(matches, ANN, (), OPEN_TERMS.model_copy(update={"fills": 60_000}))
    text = await resign_all_and_verify(
        matches,
        (await matches.start_match(match.id, ANN, 3, interaction_id=next_interaction_id(), now_ms=NOON_MS)).match,
    )
    # The host sits down anew.
    assert [row.split(" ")[:2] for row in text.splitlines()[7:10]] == [["sit", "1"], ["rise", "1"], ["sit", "2"]]


def collect_shown_seals(match: RunningMatch) -> tuple[set[str], set[bytes]]:
    """Return the receipts that hands show now, and the seals that hands and card do."""
    scenes = [player_screen.render_player_screen(match, seat, "en", Absences()) for seat in range(match.engine.seats)]
    scenes += [dialogs.render_more_menu(match, seat, "en") for seat in range(match.engine.seats)]
    scenes.append(match_card.render_match_card(match, "en", Absences(), uncovered=True))
    shown = " ".join(scene.footer for scene in scenes)
    receipts = {
        line.commitment
        for seat in match.engine.sealed
        if (line := match.find_sealed_move(seat)) and line.commitment in shown
    }
    seals = {
        seal
        for seal in (match.seal, match.public_seal, *match.first_choice_seals.values())
        if encode_hash(seal) in shown
    }
    return receipts, seals


@pytest.mark.parametrize("changes", [0, 1, 2])
async def test_seals_and_receipts_do_not_tell_that_somebody_thought_again(matches: MatchService, changes: int) -> None:
    """No two seals that were shown are linked by a receipt that was."""
    offered = await open_woodwalkers_offer(matches)
    small = offer_card.render_offer_card(offered, "en", Absences(), pinged_ids=frozenset()).footer
    assert small.endswith(f"🎲 Fair-play seal: {encode_hash(offered.public_seal)}")
    match = await join_offer(matches, offered, BEN, CAT)
    receipts, seals, cards = set[str](), set[bytes](), list[bytes]()
    for seat, times in ((0, 1), (1, 1), (0, changes), (1, changes), (2, 1)):
        for way in range(times):
            assert isinstance(match, RunningMatch)
            match = await arrange_animals(matches, match, seat, way)
            more, other = collect_shown_seals(match)
            receipts, seals = receipts | more, seals | other
            if match.public_seal not in cards:
                cards.append(match.public_seal)
    # Two first choices, and the end of the step: that and no more whatever they thought between.
    assert len(cards) == 3
    assert len(receipts) == (2 if changes else 0) + (2 if changes > 1 else 0)
    links = {
        extend_seal(seal, f"{seat} # {receipt}", b"") for seal in seals for seat in range(3) for receipt in receipts
    }
    assert not links & seals
    proof = verify_record(record.parse_record(await resign_all_and_verify(matches, match)))
    assert proof.changed_move_count == 2 * changes
    assert receipts <= proof.commitments
    assert {encode_hash(seal) for seal in seals} <= proof.seals.keys()


async def test_last_line_of_each_player_shakes_the_dice(matches: MatchService) -> None:
    match: MatchState = await offer_morra_with_terms(matches, ANN, (), OPEN_TERMS)
    assert (
        await catch_refusal_key(
            matches.add_player_seed(match.id, BEN, "b", interaction_id=next_interaction_id(), now_ms=NOON_MS)
        )
        == "not-seated"
    )
    await join_offer(matches, match, BEN)
    for person_id, text in ((ANN, "first thoughts"), (ANN, "ann’s line"), (BEN, "🎲 *any* line")):
        before = match.public_seal
        match = (
            await matches.add_player_seed(
                match.id, person_id, text, interaction_id=next_interaction_id(), now_ms=NOON_MS
            )
        ).match
        assert match.public_seal != before
    after = await join_offer(matches, match, CAT)
    assert (
        await catch_refusal_key(
            matches.add_player_seed(match.id, ANN, "too late", interaction_id=next_interaction_id(), now_ms=NOON_MS)
        )
        == "begun"
    )
    # Cat brought only an id, which could have been chosen: it has no part in these dice.
    proof = verify_record(record.parse_record(await resign_all_and_verify(matches, after)))
    assert proof.player_seeds == (hash_player_seed("ann’s line"), hash_player_seed("🎲 *any* line"))
    assert "ann’s" not in str(await matches.load_journal(match.id))


async def test_other_terms_are_shaken_for_anew(matches: MatchService) -> None:
    match = await offer_morra_with_terms(matches, ANN, (), OPEN_TERMS)
    await matches.add_player_seed(match.id, ANN, "mine", interaction_id=next_interaction_id(), now_ms=NOON_MS)
    await matches.change_terms(match.id, ANN, {}, OTHER_TERMS, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    text = await resign_all_and_verify(matches, await join_offer(matches, match, BEN, CAT))
    assert not verify_record(record.parse_record(text)).player_seeds


def test_markdown_in_a_shaken_line_is_escaped() -> None:
    told = offer_card.render_player_seed(
        cast(MatchState, SimpleNamespace(id=7)), ANN, "**@everyone** <@1> `#1`", "en"
    ).above[0]
    assert told.endswith(r"\*\*\@everyone\*\* \<\@1\> \`\#1\`")
