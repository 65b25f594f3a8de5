"""Tests for the fair-play seal, which covers all events of a match and reveals nothing before its end."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches import offer_rules
from bot.matches.model import FinishedMatch, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.screens import dialogs, match_card, offer_card, player_screen, proof
from games import GAMES, record
from games.chain import encode_hash, extend_seal
from games.chained_record import hash_player_seed
from games.core import Game
from games.fairness import verify_record
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    accept_offer,
    catch_refusal_key,
    make_click,
    offer_match,
    offer_morra,
    play_token,
    start_offer,
)
from tests.kit.scene_reading import read_text

OPEN_TERMS: dict[str, Any] = {"kind": "open", "seats": 3, "clock": None}
OTHER_TERMS = MatchTerms(seats=1, clock=60_000, rated=True)
WOODWALKERS: Game[Any, Any, Any] = GAMES["woodwalkers"]
"""A game that, unlike Morra, has texts. Its players move at the same time."""


async def open_woodwalkers_offer(matches: MatchService) -> Offer:
    offer = await offer_match(matches, game="woodwalkers", kind="open", seats=3)
    assert isinstance(offer, Offer)
    return offer


async def arrange_animals(
    matches: MatchService, match: RunningMatch, seat: int, arrangement_index: int = 0
) -> RunningMatch:
    person_id = match.player_ids[seat]
    assert person_id
    move = match.engine.game.legal_moves(WOODWALKERS.view(match.engine.state, seat))[arrangement_index]
    after = (await matches.play_move(match.id, person_id, move, step=0, **make_click())).match
    assert isinstance(after, RunningMatch)
    return after


async def resign_all_and_verify(matches: MatchService, match: MatchState) -> str:
    """Have all players resign, and verify the record against the last public seal. Return the record."""
    assert isinstance(match, StartedMatch)
    for seat, person_id in enumerate(match.player_ids):
        if person_id is not None and isinstance(match, RunningMatch) and seat not in match.ai_controlled_seats:
            match = await play_token(matches, match, seat, "!resign")
    assert isinstance(match, FinishedMatch)
    assert match.public_seal == match.seal
    text = str(await matches.load_record(match.id))
    assert verify_record(record.parse_record(text)).seal == encode_hash(match.public_seal)
    return text


async def test_seal_covers_every_answer_to_an_offer(matches: MatchService) -> None:
    match = await offer_morra(matches, **OPEN_TERMS)
    answers = (
        matches.join_offer(match.id, BEN, **make_click()),
        matches.leave_offer(match.id, BEN, **make_click()),
        matches.join_offer(match.id, BEN, **make_click()),
        matches.change_terms(match.id, ANN, {}, OTHER_TERMS, **make_click()),
        matches.join_offer(match.id, CAT, **make_click()),
        matches.start_match(match.id, ANN, 3, **make_click()),
    )
    seals = [match.public_seal, *[(await answer).match.public_seal for answer in answers]]
    assert len(set(seals)) == len(seals)
    text = await resign_all_and_verify(matches, await matches.find_match(match.id))
    lines = [line.split(" ")[0] for line in text.splitlines()[5:]]
    expected_lines = ["options", "seats", "sit", "sit", "rise", "sit", "options", "sit", "house", "begin"]
    assert lines[: len(expected_lines)] == expected_lines
    assert {encode_hash(seal) for seal in seals} < verify_record(record.parse_record(text)).seals.keys()


async def test_practice_and_matches_of_a_lone_host_are_sealed(matches: MatchService) -> None:
    practice = await offer_morra(matches, kind="practice", seats=2, house=1, rated=False)
    await resign_all_and_verify(matches, practice)
    match = await offer_morra(matches, **OPEN_TERMS, fills=60_000)
    text = await resign_all_and_verify(matches, await start_offer(matches, match, 3))
    # The host gets a new seat.
    assert [line.split(" ")[:2] for line in text.splitlines()[7:10]] == [["sit", "1"], ["rise", "1"], ["sit", "2"]]


async def test_agreed_seats_stay_if_the_house_plays_for_a_person_who_declined(matches: MatchService) -> None:
    offer = await offer_morra(matches, BEN, CAT, clock=None, order=(2, 0, 1))
    match = await accept_offer(matches, offer, BEN)
    await matches.decline_offer(match.id, CAT, **make_click())
    started = await start_offer(matches, match, 3)
    assert isinstance(started, RunningMatch)
    assert started.player_ids == (BEN, None, ANN)
    await resign_all_and_verify(matches, started)


async def test_offer_that_changes_too_often_is_not_changed_again(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No record could contain an endless lobby."""
    monkeypatch.setattr(offer_rules, "OFFER_MAX_EVENTS", 4)
    match = await offer_morra(matches, **OPEN_TERMS)
    for text in ("one", "two"):
        await matches.add_player_seed(match.id, ANN, text, **make_click())
    await accept_offer(matches, match, BEN)
    answers = (
        matches.add_player_seed(match.id, ANN, "three", **make_click()),
        matches.join_offer(match.id, CAT, **make_click()),
        matches.change_terms(match.id, ANN, {}, OTHER_TERMS, **make_click()),
    )
    assert {await catch_refusal_key(answer) for answer in answers} == {"changed-too-often"}
    await matches.leave_offer(match.id, BEN, **make_click())


def collect_shown_seals(match: RunningMatch) -> tuple[set[str], set[bytes]]:
    """Return two sets: the commitments and the seals that player messages and the card show."""
    scenes = [player_screen.render_player_screen(match, seat, "en", Absences()) for seat in range(match.engine.seats)]
    scenes += [dialogs.render_more_menu(match, seat, "en") for seat in range(match.engine.seats)]
    scenes += [proof.render_proof_promise(match, person_id, "en") for person_id in match.player_ids if person_id]
    scenes.append(match_card.render_match_card(match, "en", Absences(), uncovered=True))
    texts = " ".join(read_text(scene) for scene in scenes)
    commitments = {
        line.commitment
        for seat in match.engine.sealed
        if (line := match.find_sealed_move(seat)) and line.commitment in texts
    }
    seals = {
        seal
        for seal in (match.seal, match.public_seal, *match.first_choice_seals.values())
        if encode_hash(seal) in texts
    }
    return commitments, seals


@pytest.mark.parametrize("change_count", [0, 1, 2])
async def test_seals_and_commitments_do_not_reveal_changed_moves(matches: MatchService, change_count: int) -> None:
    """People must not be able to derive a visible seal from another visible seal and a visible commitment."""
    offer = await open_woodwalkers_offer(matches)
    footer = offer_card.render_offer_card(offer, "en", Absences(), pinged_ids=frozenset()).footer
    assert footer.endswith(f"🎲 `{encode_hash(offer.public_seal)[:8]}`")
    match = await accept_offer(matches, offer, BEN, CAT)
    commitments, seals, card_seals = set[str](), set[bytes](), list[bytes]()
    for seat, move_count in ((0, 1), (1, 1), (0, change_count), (1, change_count), (2, 1)):
        for arrangement_index in range(move_count):
            assert isinstance(match, RunningMatch)
            match = await arrange_animals(matches, match, seat, arrangement_index)
            new_commitments, new_seals = collect_shown_seals(match)
            commitments, seals = commitments | new_commitments, seals | new_seals
            if match.public_seal not in card_seals:
                card_seals.append(match.public_seal)
    # The card gets a seal for each of two first moves and for the end of the step, but not for changed moves.
    assert len(card_seals) == 3
    assert len(commitments) == (2 if change_count else 0) + (2 if change_count > 1 else 0)
    links = {
        extend_seal(seal, f"{seat} # {commitment}", b"")
        for seal in seals
        for seat in range(3)
        for commitment in commitments
    }
    assert not links & seals
    verified = verify_record(record.parse_record(await resign_all_and_verify(matches, match)))
    assert verified.changed_move_count == 2 * change_count
    assert commitments <= verified.commitments
    assert {encode_hash(seal) for seal in seals} <= verified.seals.keys()


async def test_latest_seed_of_each_player_changes_the_dice(matches: MatchService) -> None:
    match: MatchState = await offer_morra(matches, **OPEN_TERMS)
    assert await catch_refusal_key(matches.add_player_seed(match.id, BEN, "b", **make_click())) == "not-seated"
    await accept_offer(matches, match, BEN)
    for person_id, text in ((ANN, "first thoughts"), (ANN, "ann’s line"), (BEN, "🎲 *any* line")):
        before = match.public_seal
        match = (await matches.add_player_seed(match.id, person_id, text, **make_click())).match
        assert match.public_seal != before
    after = await accept_offer(matches, match, CAT)
    assert await catch_refusal_key(matches.add_player_seed(match.id, ANN, "too late", **make_click())) == "begun"
    # Cat contributed only an ID, which could have been chosen on purpose, so it does not affect these dice.
    verified = verify_record(record.parse_record(await resign_all_and_verify(matches, after)))
    assert verified.player_seeds == (hash_player_seed("ann’s line"), hash_player_seed("🎲 *any* line"))
    assert "ann’s" not in str(await matches.load_journal(match.id))


async def test_changed_terms_discard_player_seeds(matches: MatchService) -> None:
    match = await offer_morra(matches, **OPEN_TERMS)
    await matches.add_player_seed(match.id, ANN, "mine", **make_click())
    await matches.change_terms(match.id, ANN, {}, OTHER_TERMS, **make_click())
    text = await resign_all_and_verify(matches, await accept_offer(matches, match, BEN, CAT))
    assert not verify_record(record.parse_record(text)).player_seeds
