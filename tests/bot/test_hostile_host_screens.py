"""Tests that the fair-play page and cards show what a dishonest host did, as far as a record can reveal it."""

from __future__ import annotations

import re

import pytest

from bot.matches.model import Offer
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.screens.match_card import render_match_card
from bot.screens.offer_card import render_offer_card
from bot.screens.proof import render_proof
from games.record import parse_record
from tests.kit.matches import BEN, begin_match, offer_match
from tests.kit.scene_reading import read_text
from tests.records import attacks_on_dice, attacks_on_moves, attacks_on_records, attacks_on_terms
from tests.records.hostile_host import ATTACKS, UNSHAKEN, AttackOutcome

ATTACK_MODULES = (attacks_on_dice, attacks_on_moves, attacks_on_records, attacks_on_terms)
TESTED_ATTACKS = {
    name: attack
    for name, attack in ATTACKS.items()
    if attack.forge.__module__ in {module.__name__ for module in ATTACK_MODULES}
}
"""Attacks on a single match. Another test file may have registered those on pairs of matches, too."""


@pytest.mark.parametrize(
    "name", [name for name, attack in TESTED_ATTACKS.items() if attack.outcome == AttackOutcome.NAMED_IN_VERDICT]
)
async def test_verdict_on_the_fair_play_page_names_what_the_host_chose(name: str, matches: MatchService) -> None:
    record = parse_record(ATTACKS[name].forge().record)
    heading, *lines = render_proof(await begin_match(matches, BEN, game=record.game.KEY), record, "en").above
    assert "not all of it was drawn" in heading
    assert "✅" not in heading
    assert re.search(ATTACKS[name].words, "\n".join(lines)), lines


@pytest.mark.parametrize(
    "name", [name for name, attack in TESTED_ATTACKS.items() if attack.outcome == AttackOutcome.NAMED_IN_FACTS]
)
async def test_facts_on_the_fair_play_page_show_what_the_host_could_influence(name: str, matches: MatchService) -> None:
    record = parse_record(ATTACKS[name].forge().record)
    scene = render_proof(await begin_match(matches, BEN, game=record.game.KEY), record, "en")
    assert re.search(ATTACKS[name].words, read_text(scene)), scene.above
    assert ATTACKS[name].words != UNSHAKEN or "was fair" not in scene.above[0]


@pytest.mark.parametrize("name", [name for name in TESTED_ATTACKS if "set by hand" in name and ATTACKS[name].words])
async def test_cards_name_what_the_host_set_by_hand_from_the_challenge_on(name: str, matches: MatchService) -> None:
    record = parse_record(ATTACKS[name].forge().record)
    game, options = record.game.KEY, record.options.model_dump(mode="json", exclude_defaults=True)
    offer = await offer_match(matches, BEN, game=game, options=options)
    match = await begin_match(matches, BEN, game=game, options=options)
    assert isinstance(offer, Offer)
    cards = (
        render_offer_card(offer, "en", Absences(), pinged_ids=frozenset()),
        render_match_card(match, "en", Absences(), uncovered=False),
    )
    for card in cards:
        assert "set by hand: " in read_text(card)
