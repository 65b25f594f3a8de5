"""A host who has all keys cannot make an unfair match read as a fair one.

Both verifiers must refuse each attack, leave it unproven or name it. Only attacks that no record can reveal may pass,
and docs/fairness.md must list them.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from functools import cache

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.cli.replay import check_record
from games.record import parse_record
from tests.docs.pages import FAIRNESS_PAGE
from tests.docs.verifier_page import PageVerdict, Submission, open_verifier_page, verify_on_page
from tests.games.independent_verifier import compute_seals
from tests.records import attacks_on_deals, attacks_on_dice, attacks_on_moves, attacks_on_records, attacks_on_terms
from tests.records.hostile_host import ATTACKS, HONEST_RECORDS, AttackOutcome, Evidence

ATTACK_MODULES = (attacks_on_deals, attacks_on_dice, attacks_on_moves, attacks_on_records, attacks_on_terms)
"""Importing them fills `ATTACKS`."""
GAPS = re.split(r"^## ", FAIRNESS_PAGE, flags=re.MULTILINE)
(GAPS_TEXT,) = (" ".join(section.split()) for section in GAPS if section.startswith("What a seal can't prove"))
PLAIN_VERDICT = "Proven: this is the match that was played"
"""The verdict of `duel verify` on a match in which it found no gap."""


@cache
def forge(name: str) -> Evidence:
    return ATTACKS[name].forge()


def verify_by_command(evidence: Evidence) -> tuple[list[str], int]:
    return check_record(
        "-",
        lambda: parse_record(evidence.record),
        "en",
        seals=[*filter(None, [*evidence.seals, evidence.seal_of_deal])],
        commitments=[*filter(None, [evidence.receipt])],
        player_seeds=[*filter(None, [evidence.player_seed])],
        load_deal_source=(lambda: parse_record(evidence.deal_of)) if evidence.deal_of else None,
    )


def test_attacks_cover_every_outcome() -> None:
    assert len(ATTACKS) >= 40
    assert {attack.outcome for attack in ATTACKS.values()} == {*AttackOutcome}
    assert all(attack.forge.__doc__ for attack in ATTACKS.values())


@pytest.mark.parametrize("game", HONEST_RECORDS)
def test_command_proves_an_honest_match(game: str) -> None:
    record = HONEST_RECORDS[game]()
    (verdict, *_), code = verify_by_command(Evidence(record, (compute_seals(record)[-1],)))
    assert (code, PLAIN_VERDICT in verdict) == (0, True)


@pytest.mark.parametrize("name", ATTACKS)
def test_command_shows_what_the_host_did(name: str) -> None:
    attack = ATTACKS[name]
    (verdict, *facts), code = verify_by_command(forge(name))
    match attack.outcome:
        case AttackOutcome.REFUSED | AttackOutcome.ILLEGAL:
            assert (code, "Wrong" in verdict) == (2, True), verdict
        case AttackOutcome.UNPROVEN:
            assert code in {1, 2}, verdict
            assert "Wrong" not in verdict
            assert PLAIN_VERDICT not in verdict
        case AttackOutcome.NAMED_IN_VERDICT:
            assert (code, PLAIN_VERDICT in verdict) == (1, False), verdict
            assert re.search(attack.words, facts[0]), facts
        case AttackOutcome.NAMED_IN_FACTS:
            assert re.search(attack.words, "\n".join(facts)), facts
        case AttackOutcome.UNDETECTABLE:
            assert (code, PLAIN_VERDICT in verdict) == (0, True), verdict
            assert attack.words in GAPS_TEXT


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    async with open_verifier_page(browser) as page:
        yield page


@pytest.mark.gate
@pytest.mark.asyncio(loop_scope="session")
async def test_page_proves_an_honest_match(page: Page) -> None:
    records = [write() for write in HONEST_RECORDS.values()]
    verdicts = await verify_on_page(page, [Submission(record, compute_seals(record)[-1]) for record in records])
    assert [(verdict.verdict, verdict.why) for verdict in verdicts] == [("proven", "")] * len(records)


@pytest.mark.gate
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("name", ATTACKS)
async def test_page_shows_what_the_host_did(page: Page, name: str) -> None:
    attack, evidence = ATTACKS[name], forge(name)
    follows = bool(evidence.deal_of)
    submissions = [
        Submission(evidence.record, seal, evidence.receipt, evidence.player_seed, follows) for seal in evidence.seals
    ]
    if follows:
        submissions.insert(0, Submission(evidence.deal_of, evidence.seal_of_deal))
    *first_verdicts, last_verdict = await verify_on_page(page, submissions)
    verdicts = [last_verdict, *first_verdicts]
    # The page takes one seal at a time. The one that says most counts.
    verdict = min(verdicts, key=lambda it: ["broken", "unproven", "proven"].index(it.verdict))
    check_page(verdict, attack.outcome, attack.words)


def check_page(verdict: PageVerdict, outcome: AttackOutcome, words: str) -> None:
    match outcome:
        case AttackOutcome.REFUSED:
            assert verdict.verdict == "broken", verdict
        case AttackOutcome.UNPROVEN:
            assert verdict.verdict == "unproven", verdict
        case AttackOutcome.NAMED_IN_VERDICT:
            assert verdict.verdict == "unproven", verdict
            assert re.search(words, verdict.banner), verdict
        case AttackOutcome.NAMED_IN_FACTS:
            assert re.search(words, verdict.checks), verdict
        case AttackOutcome.ILLEGAL:
            assert "Not checked: whether every move was legal" in verdict.banner, verdict
        case AttackOutcome.UNDETECTABLE:
            assert (verdict.verdict, verdict.why) == ("proven", ""), verdict
