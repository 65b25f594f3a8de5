"""`docs/verify.html` gives every record the same verdict as `duel verify`, and shows the results of the dice.

The page is written from docs/fairness.md alone and shares no code with the project.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.cli.inputs import read_record
from bot.cli.replay import check_record
from deploy.playground.tests.playground_page import PHONE_VIEWPORT
from games import GAMES, record
from games.chain import BrokenRecord
from games.chained_record import hash_player_seed
from games.core import Game, Move, Seat
from games.dice import Dice
from games.fairness import draw_move_of_left_seat, verify_record
from games.match import RESIGN
from games.record import Record
from games.woodwalkers.spaces import SPACE_NAMES
from tests.docs.lobby_spellings import LOBBY_SPELLINGS, OPTION_SPELLINGS
from tests.docs.pages import FAIRNESS_PAGE, read_example_record
from tests.docs.verifier_page import PAGE_PATH, PageVerdict, Submission, open_verifier_page, verify_on_page
from tests.games.independent_verifier import compute_board
from tests.records import RECORDS_FOLDER
from tests.records.__main__ import add_moves, make_lobby_record
from tests.records.endings import replay_record
from tests.records.eventful_matches import make_eventful_record
from tests.records.forgeries import (
    FORGERIES,
    HIDDEN_LINE_PATTERN,
    SPELLING_FORGERIES,
    change_id,
    join_lines,
    replace_lines,
    split_lines,
)
from tests.records.genuine_records import GENUINE_RECORDS, LAST_SEALS, RECORD_MAKERS
from tests.records.mirror_matches import STORED_PAIR, make_mirror_pair

pytestmark = [pytest.mark.gate, pytest.mark.asyncio(loop_scope="session")]

RECORD_PATHS = sorted(RECORDS_FOLDER.glob("*/*.match"))
MIRROR_PATHS = [RECORDS_FOLDER / f"{name}.match" for name in STORED_PAIR]
RULE_REFUSALS = {"ended", "house-late", "illegal", "not-awaited", "unfinished"}
"""Reasons for refusal that the page cannot detect, because it does not implement the rules of the games."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    async with open_verifier_page(browser) as page:
        yield page


async def read_table(page: Page, table: str) -> list[str]:
    """Expand one of the page's tables and return the texts of its cells."""
    details = page.locator(f"details[data-name={table}]")
    await details.evaluate("(it) => { it.open = true; }")
    await expect(details.locator("td").first).to_be_visible()
    return await details.locator("td").all_text_contents()


def compute_exit_code(submission: Submission) -> int:
    """Return the exit code of `duel verify` for this submission."""
    text = submission.record if isinstance(submission.record, str) else submission.record.decode()
    seals, receipts, player_seeds = (
        [value] if value else [] for value in (submission.seal, submission.receipt, submission.shook)
    )
    return check_record(
        "-", lambda: record.parse_record(text), "en", seals=seals, commitments=receipts, player_seeds=player_seeds
    )[1]


def find_refusal(text: str) -> tuple[int, str]:
    """Return the line number and reason for which `duel verify` refuses a record, or (0, "") if it is accepted."""
    try:
        verify_record(record.parse_record(text))
    except BrokenRecord as error:
        return error.line, error.why.key
    return 0, ""


async def verify_both_ways(page: Page, submissions: list[Submission]) -> list[PageVerdict]:
    """Check that the page agrees with `duel verify`, and return the page's verdicts."""
    verdicts = await verify_on_page(page, submissions)
    assert [verdict.exit_code for verdict in verdicts] == [compute_exit_code(each) for each in submissions]
    return verdicts


async def test_recorded_match_is_proven_only_by_its_last_seal(page: Page) -> None:
    texts = [path.read_text("utf-8") for path in RECORD_PATHS]
    proofs = [verify_record(record.parse_record(text)) for text in texts]
    for text, proof, other in zip(texts, proofs, [*proofs[1:], proofs[0]], strict=True):
        is_drawn = not record.parse_record(text).options.is_preset and not record.parse_record(text).earlier_dice
        earlier = [*proof.seals][len(proof.seals) // 2]
        verdicts = await verify_on_page(page, [Submission(text, seal) for seal in (earlier, proof.seal, other.seal)])
        assert [verdict.exit_code for verdict in verdicts] == [1, 0 if is_drawn else 1, 2]
    cells = await read_table(page, "seals")
    assert dict(zip(cells[1::2], map(int, cells[::2]), strict=True)) == proofs[-1].seals


async def test_forgery_is_refused_unless_only_the_rules_reveal_it(page: Page) -> None:
    """The page must accept no forgery with the genuine last seal, and may miss only violations of the game's rules."""
    for number, (kind, forge) in enumerate(FORGERIES.items()):
        forged: dict[str, str] = {}
        for game in GAMES:
            names = [f"{game} {name}" for name in [*RECORD_MAKERS][number % 3 :] + [*RECORD_MAKERS][: number % 3]]
            forged |= dict(
                islice(((name, text) for name in names if (text := forge(GENUINE_RECORDS[name])) is not None), 1)
            )
        verdicts = await verify_on_page(page, [Submission(text, LAST_SEALS[name]) for name, text in forged.items()])
        for (name, text), verdict in zip(forged.items(), verdicts, strict=True):
            line, reason = find_refusal(text)
            is_refused = verdict.why not in ("", "sealForeign")
            assert verdict.exit_code, (kind, name)
            assert reason or not is_refused, (kind, name, verdict)
            assert is_refused or reason in {"", "unproven"} | RULE_REFUSALS, (kind, name, reason, verdict)
            if kind in SPELLING_FORGERIES and reason != "no-record":
                assert (verdict.line, is_refused) == (str(line), True), (kind, name, reason, verdict)


async def test_record_without_chain_is_not_proven(page: Page) -> None:
    genuine = record.parse_record(GENUINE_RECORDS["shamanic_chess two"])
    plain = str(replace(genuine, lobby_lines=()))
    lesson = (PAGE_PATH.parents[1] / "games/schnick/how/1.match").read_text("utf-8")
    texts = [plain, f"# by hand\n\n{plain}", plain.replace("\n", "\r\n"), lesson, record.to_pgn(genuine)]
    assert {find_refusal(text) for text in texts} == {(1, "unproven")}
    verdicts = await verify_both_ways(page, [Submission(text, LAST_SEALS["shamanic_chess two"]) for text in texts])
    assert {(verdict.verdict, verdict.line, verdict.why) for verdict in verdicts} == {("unproven", "1", "chainless")}


async def test_rebuilt_record_is_proven_only_by_its_own_seal(page: Page) -> None:
    """Only a seal from the card reveals an invented match. A seal computed from the record itself always fits."""
    invented = change_id(GENUINE_RECORDS["schnick shaken"])
    seal = verify_record(record.parse_record(invented)).seal
    submissions = [Submission(invented, seal), Submission(invented, LAST_SEALS["schnick shaken"])]
    assert [verdict.exit_code for verdict in await verify_both_ways(page, submissions)] == [0, 2]


@pytest.mark.parametrize("name", ["schamanen shaken", "woodwalkers house"])
async def test_receipts_and_player_seeds_are_found(page: Page, name: str) -> None:
    text, seal = GENUINE_RECORDS[name], LAST_SEALS[name]
    proof = verify_record(record.parse_record(text))
    submissions = [Submission(text, seal, receipt) for receipt in sorted(proof.commitments)[:6]]
    assert {verdict.exit_code for verdict in await verify_both_ways(page, submissions)} == {0}
    (other,) = islice(verify_record(record.parse_record(GENUINE_RECORDS["schnick two"])).commitments, 1)
    assert (await verify_both_ways(page, [Submission(text, seal, other)]))[0].why == "receiptForeign"
    submissions = [Submission(text, seal, shook="shaken 1"), Submission(text, seal, shook="shaken 1 ")]
    assert [verdict.exit_code for verdict in await verify_both_ways(page, submissions)] == (
        [0, 2] if "shaken" in name else [2, 2]
    )


async def test_player_seed_counts_only_if_it_is_the_latest(page: Page) -> None:
    first = str(make_eventful_record(GAMES["schamanen"], "again", seats=2, joined_count=2))
    begin_index = split_lines(first).index("begin")
    (resigned,) = [row for row in split_lines(first) if "!" in row][-1:] or ["0 !resign"]
    shakes = [f"shook 1 {hash_player_seed(text)}" for text in ("one", "two")]
    text = "".join(f"{row}\n" for row in [*split_lines(first)[:begin_index], *shakes, "begin", resigned, "end"])
    seal = verify_record(record.parse_record(text)).seal
    verdicts = await verify_both_ways(page, [Submission(text, seal, shook="one"), Submission(text, seal, shook="two")])
    assert [(verdict.exit_code, verdict.why) for verdict in verdicts] == [(2, "shookLost"), (0, "")]


def record_match_with_leavers(game: Game[Any, Any, Any], seed: str, seats: int) -> Record:
    """Record a match with random moves in which players leave and the computer opponent continues in their seats."""
    dice = Dice(sha256(seed.encode()).digest())
    lobby = make_lobby_record(
        game, game.options_class(), seats, joined_count=seats, seed=sha256(seed.encode()).digest()
    )
    match = replay_record(lobby)
    moves: list[tuple[Seat | None, Move]] = []
    left_before_step: frozenset[Seat] = frozenset()
    while not match.result:
        if match.step > 25 or (len(match.staying_seats) > 2 and not dice.draw_below(6)):
            moves.append((min(match.staying_seats), RESIGN))
        else:
            seat = dice.choose(sorted(match.to_move & left_before_step) or sorted(match.to_move))
            left_in_step = seat in match.left_seats - left_before_step and match.is_hidden(("",))
            moves.append(
                (seat, draw_move_of_left_seat(match, seat) if left_in_step else dice.choose(match.legal_moves(seat)))
            )
        before, match = match, match.play_move(*moves[-1])
        left_before_step = match.left_seats if match.step > before.step else left_before_step
    return add_moves(lobby, moves)


@pytest.mark.parametrize(("key", "seats"), [("schnick", 3), ("schnick", 4), ("woodwalkers", 4)])
async def test_house_chooses_first_from_the_step_after_a_player_left(page: Page, key: str, seats: int) -> None:
    texts = [str(record_match_with_leavers(GAMES[key], f"leaving {nth}", seats)) for nth in range(8)]
    assert {verdict.exit_code for verdict in await verify_both_ways(page, [Submission(text) for text in texts])} == {1}
    swapped = [Submission(other) for text in texts for other in islice(swap_neighbors(text), 4)]
    whys = {verdict.why for verdict in await verify_both_ways(page, swapped)}
    assert whys >= ({"", "houseLate", "incomplete"} if key == "schnick" else {""})


def swap_neighbors(text: str) -> Iterator[str]:
    """Yield copies of a record, each with one pair of adjacent hidden moves of different seats swapped."""
    for index, (first, second) in enumerate(pairwise(split_lines(text))):
        if (
            re.fullmatch(HIDDEN_LINE_PATTERN, first)
            and re.fullmatch(HIDDEN_LINE_PATTERN, second)
            and first.split()[0] != second.split()[0]
        ):
            yield replace_lines(text, index, second, first, removed=2) or ""


async def test_lines_before_begin_have_one_spelling(page: Page) -> None:
    """The page and `duel verify` must refuse the same lines."""
    lines = [row for row in split_lines(GENUINE_RECORDS["woodwalkers two"]) if not row.startswith(("sit ", "begin"))]
    head, seats, rest = lines[:5], lines[6], ["begin", *lines[7:]]
    records = [
        [*head, f"options {options}", seats, "sit 1 1001", "sit 2 1002", *rest]
        for options in [*OPTION_SPELLINGS, "[" * 9000]
    ]
    records += [
        [*head, "options {}", "seats 4" if "|seats 3" in lobby else seats, *filter(None, lobby.split("|")), *rest]
        for lobby in (each.replace("OWN", head[1].removeprefix("id ")) for each in LOBBY_SPELLINGS)
    ]
    verdicts = await verify_on_page(page, [Submission(join_lines(lines)) for lines in records])
    counts = [0, 0]
    for lines, verdict in zip(records, verdicts, strict=True):
        # Lines after `begin` fail anyway, because the options or people differ from the genuine record.
        begin_line = lines.index("begin") + 1
        line, reason = find_refusal(join_lines(lines))
        on_page, in_command = (number if number <= begin_line else 0 for number in (int(verdict.line or 0), line))
        assert on_page == in_command, (lines[5:begin_line], reason, verdict)
        counts[bool(on_page)] += 1
    assert min(counts) > 10


async def test_match_begins_within_a_thousand_lines(page: Page) -> None:
    head = split_lines(GENUINE_RECORDS["woodwalkers two"])[:7]
    texts = [
        join_lines([*head, *(f"since {number} {'ab' * 32}" for number in range(50_000))]),
        join_lines([*head, "sit 1 1001", *["options {}"] * 300_000]),
        join_lines([*head, "sit 1 1001", *["options {}"] * 991, "begin"]),
    ]
    verdicts = await verify_on_page(page, [Submission(text) for text in texts])
    lines = [int(verdict.line) for verdict in verdicts]
    assert lines == [find_refusal(text)[0] for text in texts] == [1006, 1006, 1000]


@pytest.mark.parametrize("key", GAMES)
async def test_receipt_of_changed_choice_has_one_spelling(page: Page, key: str) -> None:
    forged = re.sub(
        r"(~ # .{42})(.)", lambda match: match[1] + chr(ord(match[2]) + 1), GENUINE_RECORDS[f"{key} shaken"], count=1
    )
    if forged != GENUINE_RECORDS[f"{key} shaken"]:
        (verdict,) = await verify_both_ways(page, [Submission(forged)])
        assert (verdict.why, verdict.line) == ("hash", str(find_refusal(forged)[0]))


async def test_invalid_utf8_is_refused_in_the_same_line(page: Page, tmp_path: Path) -> None:
    genuine = GENUINE_RECORDS["schnick two"].encode()
    forgeries = genuine.replace(b"begin", b"beg\xffin"), genuine + b"\xc3", b"\xff\xfe" + genuine
    for number, forged in enumerate(forgeries):
        path = tmp_path / f"{number}.match"
        path.write_bytes(forged)
        with pytest.raises(BrokenRecord) as refusal:
            read_record(str(path))
        (verdict,) = await verify_on_page(page, [Submission(forged)])
        assert (verdict.exit_code, verdict.line) == (2, str(refusal.value.line))


async def test_example_of_the_page_is_proven_and_its_draws_are_shown(page: Page) -> None:
    text = read_example_record()
    seal = re.findall(r"\| after the last line \| `(.*?)` \|", FAIRNESS_PAGE)[0]
    assert [
        verdict.exit_code
        for verdict in await verify_both_ways(page, [Submission(text), Submission(text, seal, shook="page 15 0")])
    ] == [1, 0]
    forest, modes = await read_table(page, "drawn")
    _, match = next(record.replay_positions(record.parse_record(text)))
    assert forest == ", ".join(f"{SPACE_NAMES[space].upper()} {tile}" for space, tile in match.state.forest)
    assert modes.split() == [*match.state.stack]


@pytest.mark.parametrize("stem", ["two", "short", "midnight_help", "lap"])
async def test_woodwalkers_shows_forest_modes_and_dice(page: Page, stem: str) -> None:
    """The records cover the normal and midnight variants, fewer rounds, and preset modes and dice."""
    text = (RECORDS_FOLDER / "woodwalkers" / f"{stem}.match").read_text("utf-8")
    await verify_on_page(page, [Submission(text)])
    drawn = await read_table(page, "drawn")
    parsed = record.parse_record(text)
    (_, start), *rest = record.replay_positions(parsed)
    expected = [", ".join(f"{SPACE_NAMES[space].upper()} {tile}" for space, tile in start.state.forest)]
    if not parsed.options.is_preset:
        expected.append(" ".join(start.state.stack))
        dice = [str(match.state.die) for line, match in rest if line and line.move == ("roll",)]
        rolls = {f"Die of line {line.number}" for line, _ in rest if line and line.move == ("roll",)}
        heads = await page.locator("details[data-name=drawn] th").all_text_contents()
        assert [each for each, head in zip(drawn, heads, strict=True) if head in rolls] == dice != []
    assert drawn[: len(expected)] == expected


@pytest.mark.parametrize(
    "path", [path for path in RECORD_PATHS if path.parent.name == "schnick"], ids=lambda path: path.stem
)
async def test_schnick_shows_dealt_cards(page: Page, path: Path) -> None:
    """Hands that were dealt in a redeal must be shown, too."""
    text = path.read_text("utf-8")
    await verify_on_page(page, [Submission(text)])
    *_, (_, match) = (
        (line, match)
        for line, match in record.replay_positions(record.parse_record(text))
        if match.state.phase != "over"
    )
    preset_count = record.parse_record(text).options.is_preset
    drawn = {hand for dealt in match.state.dealt_hands for hand in dealt[preset_count:]}
    table = page.locator("details[data-name=drawn]")
    await expect(table).to_have_count(1 if drawn else 0)
    cells = await read_table(page, "drawn") if drawn else []
    cards = ["".join("t" if card == "stone" else card[0] for card in each.split()) for each in cells if " " in each]
    assert {hand for hand in cards if len(hand) == 6} == drawn


async def test_schamanen_shows_the_drawn_board(page: Page) -> None:
    text = (RECORDS_FOLDER / "schamanen" / "memory_random.match").read_text("utf-8")
    await verify_on_page(page, [Submission(text)])
    assert await read_table(page, "drawn") == [compute_board(text)]


async def test_verdict_of_the_record_before_is_never_shown(page: Page) -> None:
    """A record that the page cannot check must not keep the green verdict of another one."""
    name = "schnick two"
    good = Submission(GENUINE_RECORDS[name], LAST_SEALS[name])
    bad = Submission(GENUINE_RECORDS[name].replace("options {}", 'options {"hands":5}'), LAST_SEALS[name])
    for _ in range(2):
        verdicts = await verify_both_ways(page, [good, bad, good])
        assert [(verdict.verdict, verdict.line) for verdict in verdicts] == [
            ("proven", ""),
            ("broken", "6"),
            ("proven", ""),
        ]
    # Even if the page had an error of its own, it would not stay green.
    await page.evaluate(
        "() => { window.computeSealsBefore = computeSeals; computeSeals = () => { throw new Error(); }; }"
    )
    verdicts = await verify_on_page(page, [good])
    assert [(verdict.verdict, verdict.why) for verdict in verdicts] == [("broken", "failed")]
    await expect(page.locator("#verdict h2")).to_have_text("✗ Wrong")
    await expect(page.locator("#checked li, #shown details")).to_have_count(0)
    await page.evaluate("() => { computeSeals = window.computeSealsBefore; }")
    assert [verdict.verdict for verdict in await verify_on_page(page, [good])] == ["proven"]


async def test_presets_are_those_of_the_games(page: Page) -> None:
    for game in GAMES.values():
        options = await page.evaluate(
            f"Object.entries(GAMES.{game.KEY}.options).map(([key, it]) => [key, !!it.isPreset])"
        )
        assert {name for name, _ in options} == {*game.options_class.model_fields}
        assert {name for name, is_preset in options if is_preset} == game.options_class.PRESET_OPTIONS
    names = {name for game in GAMES.values() for name in game.options_class.model_fields}
    assert names == {*await page.evaluate("Object.keys(TEXTS.en.option)")}


@pytest.mark.parametrize("key", GAMES)
async def test_options_of_the_wrong_type_are_refused(page: Page, key: str) -> None:
    values = ("null", "true", "5", "-1", "1.5", '"x"', '""', "[]", "[5]", '["x"]', "[[]]", "{}", '{"a":1}')
    lines = split_lines(GENUINE_RECORDS[f"{key} two"])
    texts = [
        join_lines([*lines[:5], f'options {{"{name}":{value}}}', *lines[6:]])
        for name in GAMES[key].options_class.model_fields
        for value in values
    ]
    verdicts = await verify_on_page(page, [Submission(text) for text in texts])
    refusal_lines = [find_refusal(text)[0] for text in texts]
    assert "failed" not in {verdict.why for verdict in verdicts}
    wrongly_refused = [
        text
        for text, verdict, line in zip(texts, verdicts, refusal_lines, strict=True)
        if verdict.line == "6" and line != 6
    ]
    missed = [
        split_lines(text)[5]
        for text, verdict, line in zip(texts, verdicts, refusal_lines, strict=True)
        if line == 6 and verdict.line != "6"
    ]
    assert wrongly_refused == []
    # Only the rules decide which positions can be played, and which options fit together.
    assert {*missed} <= {'options {"fen":"x"}', 'options {"stack":[]}'}


@pytest.mark.parametrize("path", RECORD_PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
async def test_what_was_not_drawn_is_part_of_the_verdict(page: Page, path: Path) -> None:
    """Starts that were set by hand, and dice of other matches, are named, and such a match is never proven."""
    text = path.read_text("utf-8")
    parsed = record.parse_record(text)
    proof = verify_record(parsed)
    (verdict,) = await verify_both_ways(page, [Submission(text, proof.seal)])
    banner = await page.locator("#verdict").text_content()
    assert banner
    is_laid, goes_on = parsed.options.is_preset, proof.earlier_steps is not None
    is_repeated = proof.repeated_match_id is not None
    assert ("Set by hand, not drawn: " in banner) == is_laid
    assert ("This match goes on from another; its dice prove nothing up to step " in banner) == goes_on
    assert ("This match repeats the deal of match " in banner) == is_repeated
    is_drawn = not (is_laid or goes_on or is_repeated)
    assert (verdict.verdict, "Proven" in banner) == (("proven", True) if is_drawn else ("unproven", False))
    if goes_on or is_repeated:
        assert "shook" not in (await page.locator("#checked").text_content() or "")
    terms = await page.locator("#checked li", has_text="Terms: ").text_content()
    changes = parsed.options.list_public_changes()
    assert terms
    assert ("as usual" in terms) == (not changes)
    assert all(str(value) in terms for value in changes.values())


async def test_page_compares_the_deals_of_two_matches(page: Page) -> None:
    """The page remembers the records it has checked, in any order. Other records of the same match change nothing."""
    first, second = (path.read_text("utf-8") for path in MIRROR_PATHS)
    first_seal, second_seal = (verify_record(record.parse_record(text)).seal for text in (first, second))
    submissions = [
        Submission(second, second_seal),
        Submission(first, follows=True),
        Submission(second, second_seal, follows=True),
        Submission(first, first_seal, follows=True),
        Submission(first, follows=True),
        Submission(second, follows=True),
        Submission(second, second_seal, follows=True),
    ]
    verdicts = await verify_on_page(page, submissions)
    assert [verdict.verdict for verdict in verdicts] == ["unproven"] * 3 + ["proven"] + ["unproven"] * 2 + ["proven"]
    alone, _, without_seal, repeated, *_, same = (verdict.banner for verdict in verdicts)
    assert "Check the record of match 4711 here, too, with its last seal" in alone
    assert "only the last seal of match 4711 proves that record" in without_seal
    assert "Match 4712, which you checked here, repeats this deal." in repeated
    assert "The deal is that of match 4711, whose record you checked here." in same


async def test_page_notices_that_two_matches_had_other_deals(page: Page) -> None:
    """The page refuses the second match. If that one was checked before the first, the page says it then."""
    first = MIRROR_PATHS[0].read_text("utf-8")
    first_seal = verify_record(record.parse_record(first)).seal
    other, repeated = (str(each) for each in make_mirror_pair("another deal"))
    assert record.parse_record(other).id == record.parse_record(first).id
    seal = verify_record(record.parse_record(repeated)).seal
    for submissions in (
        [Submission(first, first_seal), Submission(repeated, seal, follows=True)],
        [Submission(repeated, seal), Submission(first, first_seal, follows=True), Submission(repeated, follows=True)],
        [Submission(first, first_seal), Submission(other, follows=True), Submission(repeated, seal, follows=True)],
    ):
        *earlier, last = await verify_on_page(page, submissions)
        assert (last.verdict, last.line, last.why) == ("broken", "8", "dealDiffers")
        assert [verdict.why for verdict in earlier if verdict.why] == ["dealContradicted"] * (
            submissions[0].seal == seal
        )


@pytest.mark.parametrize("name", ["schamanen shaken", "woodwalkers house"])
async def test_short_seal_is_compared_but_proves_nothing(page: Page, name: str) -> None:
    text, seal = GENUINE_RECORDS[name], LAST_SEALS[name]
    first_seal, last_line = next(iter(verify_record(record.parse_record(text)).seals)), len(split_lines(text))
    verdicts = await verify_both_ways(
        page, [Submission(text, short) for short in ("AAAAAAAA", first_seal[:8], seal[:8])]
    )
    assert [(verdict.verdict, verdict.why) for verdict in verdicts] == [
        ("broken", "sealForeign"),
        ("unproven", ""),
        ("unproven", ""),
    ]
    banner = page.locator("#verdict")
    await expect(banner).to_contain_text(f"{seal[:8]} is how the seal after line {last_line} begins")
    await page.get_by_label("The last seal").fill(f"🎲 {first_seal[:8]}…")
    await expect(banner).to_contain_text(f"{first_seal[:8]} is how the seal after line 5 begins")
    await page.get_by_label("The last seal").fill("")


async def test_record_cut_at_a_shown_seal_is_not_proven(page: Page) -> None:
    for name, text in GENUINE_RECORDS.items():
        seals = verify_record(record.parse_record(text)).seals
        cut = [
            Submission(join_lines([*split_lines(text)[:line_number], *end_lines]), seal)
            for seal, line_number in [*seals.items()][-8:-1]
            for end_lines in ([], ["end"])
        ]
        assert {verdict.verdict for verdict in await verify_on_page(page, cut)} <= {"unproven", "broken"}, name
        assert {verdict.exit_code for verdict in await verify_on_page(page, cut[::2])} == {2}


async def test_html_in_a_record_is_shown_as_text(page: Page) -> None:
    forged = replace_lines(GENUINE_RECORDS["schnick two"], 5, "<img src=x onerror=alert(1)><b>bold")
    assert forged
    assert [verdict.line for verdict in await verify_both_ways(page, [Submission(forged)])] == ["6"]
    await expect(page.locator("#verdict .line")).to_have_text("<img src=x onerror=alert(1)><b>bold")
    await expect(page.locator("img, #verdict b")).to_have_count(0)


async def test_verdict_follows_files_pasted_records_and_typed_seals(page: Page) -> None:
    name = "woodwalkers two"
    verdict = page.locator("#verdict h2")
    await page.locator("#file").set_input_files(
        {"name": "mine.match", "mimeType": "text/plain", "buffer": GENUINE_RECORDS[name].encode()}
    )
    await page.get_by_label("The last seal").fill("")
    await expect(verdict).to_contain_text("Not proven")
    await page.get_by_label("The last seal").fill(f"🎲 {LAST_SEALS[name]}")
    await expect(verdict).to_contain_text("Proven")
    await expect(page.get_by_role("status")).to_contain_text("This is the match that your seal belongs to.")
    await page.get_by_text("Paste it instead").click()
    await page.get_by_label("The record, pasted").fill(GENUINE_RECORDS["schnick two"].strip())
    await expect(verdict).to_contain_text("This does not match")
    await page.get_by_label("The last seal").fill(LAST_SEALS["schnick two"])
    await expect(verdict).to_contain_text("Proven")
    for language, title in (
        ("Deutsch", "Bewiesen bis zu deinem Siegel"),
        ("Français", "Prouvé jusqu’à ton sceau"),
        ("English", "Proven up to your seal"),
    ):
        await page.get_by_role("button", name=language).press("Enter")
        await expect(verdict).to_contain_text(title)
    await page.get_by_label("The last seal").fill("")


async def test_page_uses_the_browser_language_and_fits_a_phone(browser: Browser) -> None:
    for locale, title in (("de-AT", "War es fair?"), ("fr-CA", "C’était honnête")):
        context = await browser.new_context(locale=locale, viewport={"width": PHONE_VIEWPORT["width"], "height": 780})
        page = await context.new_page()
        await page.goto(PAGE_PATH.as_uri())
        await expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        await verify_on_page(page, [Submission(GENUINE_RECORDS["woodwalkers house"], "x" * 43)])
        for details in await page.locator("details").all():
            await details.evaluate("(it) => { it.open = true; }")
        assert await page.evaluate("document.scrollingElement.scrollWidth") <= PHONE_VIEWPORT["width"]
        await context.close()


async def test_all_languages_have_the_same_texts_and_placeholders(page: Page) -> None:
    texts = await page.evaluate("TEXTS")

    def collect_placeholders(entries: dict[str, Any], prefix: str = "") -> dict[str, list[str]]:
        placeholders: dict[str, list[str]] = {}
        for key, text in entries.items():
            if isinstance(text, dict):
                placeholders |= collect_placeholders(text, f"{prefix}{key}.")
            else:
                placeholders[prefix + key] = sorted(re.findall(r"\{.*?\}", text))
        return placeholders

    english, german, french = (collect_placeholders(texts[locale]) for locale in ("en", "de", "fr"))
    assert english == german == french
    source = PAGE_PATH.read_text("utf-8")
    keys = set(re.findall(r'new RecordError\([^"\n]*?, "(\w+)"', source))
    assert len(keys) > 30
    assert keys == set(texts["en"]["why"])


async def test_security_policy_allows_only_the_page_itself() -> None:
    """If the page's script or style changes, the hashes in its content security policy must be updated."""
    source = PAGE_PATH.read_text("utf-8")
    for kind in ("script", "style"):
        (inside,) = re.findall(rf"<{kind}>(.*?)</{kind}>", source, re.DOTALL)
        assert f"{kind}-src 'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in source
    assert "content=\"default-src 'none'; " in source
    assert "unsafe" not in source
    assert "innerHTML" not in source
