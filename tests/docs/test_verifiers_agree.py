"""`duel verify` and `docs/verify.html` judge thousands of random records alike. They share no code."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser

from bot.cli.inputs import read_record
from bot.cli.replay import check_record
from games import record as records
from games.chain import BrokenRecord
from games.fairness import verify_record
from tests.docs.verifier_page import PageVerdict, Submission, open_verifier_page, verify_on_page
from tests.effort_level import EFFORT
from tests.games.independent_verifier import compute_seals
from tests.records.mirror_matches import make_mirror_pair
from tests.records.mutations import make_record, mutate
from tests.seeded_dice import DICE_SEED

RECORD_COUNT = {"little": 40, "more": 200, "most": 5000}[EFFORT]
BATCH_SIZE = 50
PAIR_RATE = 0.3
"""The share of cases with two records: of a first match, and of one that repeats its deal."""
ORIGINAL_COUNT = 25
"""The number of random matches that are mutated. Playing a match takes longer than verifying it."""
RULE_REFUSALS = {
    "choice-missing": "a step is complete, although somebody who changed a choice must choose again",
    "dice-wrong": "the dice choose the move of somebody who left, from a list of legal moves",
    "early-end": "the match is not over at the line `end`",
    "ended": "the match is over before the line `end`",
    "house-late": "the house is to move, and did not choose first",
    "illegal": "a move is not legal",
    "in-time": "somebody who has chosen, or is not to move, cannot run out of time",
    "not-awaited": "somebody who is not to move moves",
    "not-offered": "an answer comes a step after its offer, and a changed choice hides where the step ends",
    "offered": "a second offer in one step, if a changed choice hides where the step ends",
    "receipt-missing": "a move is hidden because others are to move, too",
    "receipt-open": "a move is open because nobody else is to move",
    "said-so": "a second answer or request in one step, if a changed choice hides where the step ends",
    "the game": "the options do not fit together, or do not fit the number of seats",
}
"""Reasons for which only `duel verify` can refuse a record, because the page does not know the rules of the games."""


@cache
def list_originals(seed: str) -> list[str]:
    return [make_record(Random(f"{seed} original {number}")) for number in range(ORIGINAL_COUNT)]


@cache
def list_pairs(seed: str) -> list[tuple[str, str]]:
    pairs = [make_mirror_pair(f"{seed} pair {number}", max_steps=number) for number in range(ORIGINAL_COUNT // 4)]
    return [(str(first), str(second)) for first, second in pairs]


def make_pair(seed: str, number: int) -> list[Submission]:
    """Return the record of a match and a mutated one that repeats its deal, each with or without its last seal."""
    random = Random(f"{seed} {number}")
    (first, second), (_, other) = random.sample(list_pairs(seed), 2)
    if random.random() < 0.3:
        # Each pair has its own key, but all have the same IDs.
        second = other
    mutated = mutate(second, first, random) if random.random() < 0.6 else second.encode()
    first_seal, second_seal = (random.choice(["", *[_get_seal(record, -1)] * 3]) for record in (first, mutated))
    return [Submission(first, first_seal), Submission(mutated, second_seal, follows=True)]


def make_submissions(seed: str, number: int) -> list[Submission]:
    """Return a mutated record with one of the seals that somebody could have kept, or a pair."""
    random = Random(f"{seed} kind {number}")
    return make_pair(seed, number) if random.random() < PAIR_RATE else [make_submission(seed, number)]


def make_submission(seed: str, number: int) -> Submission:
    """Return a mutated record with one of the seals that somebody could have kept."""
    random = Random(f"{seed} {number}")
    original, other = random.sample(list_originals(seed), 2)
    if random.random() < 0.5:
        mutated = mutate(original, other, random)
    else:
        mutated = make_record(random, fault_rate=random.choice((0, 0.1, 0.3, 0.5))).encode()
    own, earlier, original_seal = _get_seal(mutated, -1), _get_seal(mutated, -2), _get_seal(original, -1)
    seal = random.choice(["", own, own, own, own, own[:8], earlier, original_seal, original_seal[:8]])
    receipts = re.findall(r"# .*?(\S{43})$", original, flags=re.MULTILINE)
    receipt = random.choice(receipts) if receipts and random.random() < 0.2 else ""
    return Submission(mutated, seal, receipt, "mutated" if random.random() < 0.05 else "")


def _get_seal(record: str | bytes, index: int) -> str:
    """Return the seal with this index, where -1 is the last one, or "" for a record that is too damaged to have it."""
    try:
        return compute_seals(record if isinstance(record, str) else record.decode())[index]
    except (ValueError, IndexError):
        return ""


def verify_by_command(submissions: list[Submission], path: Path) -> tuple[str, str]:
    """Return the verdict of `duel verify` on the last record, and the reason why it refuses it, if it does.

    The record before it is that of the match whose deal it repeats.
    """
    *first_submissions, submission = submissions
    assert isinstance(submission.record, bytes)
    path.write_bytes(submission.record)
    first = next((records.parse_record(str(each.record)) for each in first_submissions), None)
    if b"\ndeal " not in submission.record:
        first = None
    (verdict, *_), code = check_record(
        "-",
        lambda: read_record(str(path)),
        "en",
        seals=[each.seal for each in (submissions if first else [submission]) if each.seal],
        commitments=[*filter(None, [submission.receipt])],
        player_seeds=[*filter(None, [submission.shook])],
        load_deal_source=(lambda: first) if first else None,
    )
    try:
        verify_record(records.parse_record(submission.record.decode(errors="replace")), first)
        reason = ""
    except BrokenRecord as error:
        reason = "the game" if error.why.package else error.why.key
    return ("proven" if code == 0 else "broken" if "Wrong" in verdict else "unproven"), reason


def do_verdicts_agree(by_command: str, reason: str, on_page: PageVerdict) -> bool:
    """Return whether both verdicts are the same, or differ only because the page does not check something.

    The page checks neither the rules of the games nor plain records.
    """
    if by_command == on_page.verdict:
        return True
    if reason in RULE_REFUSALS:
        return on_page.verdict != "proven" or "Not checked: whether every move was legal" in on_page.banner
    return on_page.why == "chainless"


@pytest.mark.gate
@pytest.mark.again
@pytest.mark.asyncio(loop_scope="session")
async def test_both_verifiers_agree_on_mutated_records(
    browser: Browser, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    seed = f"{DICE_SEED} {request.node.nodeid}"
    verdicts: Counter[str] = Counter()
    pair_verdicts: Counter[str] = Counter()
    async with open_verifier_page(browser) as page:
        for first in range(0, RECORD_COUNT, BATCH_SIZE):
            batch = [make_submissions(seed, number) for number in range(first, min(first + BATCH_SIZE, RECORD_COUNT))]
            on_pages = iter(await verify_on_page(page, [each for submissions in batch for each in submissions]))
            for submissions in batch:
                *_, on_page = islice(on_pages, len(submissions))
                by_command, reason = verify_by_command(submissions, tmp_path / "mutated.match")
                assert do_verdicts_agree(by_command, reason, on_page), (by_command, reason, on_page, submissions)
                (pair_verdicts if submissions[1:] else verdicts)[by_command] += 1
    assert min(verdicts[verdict] for verdict in ("proven", "unproven", "broken")) > RECORD_COUNT // 50
    assert min(pair_verdicts[verdict] for verdict in ("proven", "unproven", "broken")) >= RECORD_COUNT // 100
