"""`docs/verify.html`, written from docs/fairness.md alone, says of every record what `duel verify` says.

What it shows is asked beside what it proves: of the same page, opened once, and of the same recorded matches.
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
from deploy.playground.tests.page_stage import PHONE
from games import GAMES, record
from games.chain import BrokenRecord
from games.chained_record import hash_player_seed
from games.core import Game, Move, Seat
from games.dice import Dice
from games.fairness import draw_move_of_left_seat, verify_record
from games.match import RESIGN
from games.record import Record
from games.woodwalkers.spaces import SPACE_NAMES
from tests.docs.sceptic import PAGE, Answer, Held, asked
from tests.docs.spellings import MUSTERS, OPTIONS
from tests.records import RECORDS
from tests.records.__main__ import gathered, said
from tests.records.ending import replay_to_end
from tests.records.forgeries import FORGERIES, HIDDEN, SPELLINGS, change_id, put, rows
from tests.records.forgeries import text as told_as
from tests.records.genuine import GENUINE, KINDS, SEALS
from tests.records.rich import rich

pytestmark = [pytest.mark.gate, pytest.mark.asyncio(loop_scope="session")]

PLAYED = sorted(RECORDS.glob("*/*.match"))
FAIRNESS = (PAGE.parent / "fairness.md").read_text("utf-8")
RULES = {"ended", "house-late", "illegal", "not-awaited", "unfinished"}
"""What only the rules of a game tell: who is awaited, what may be said, and when it is over."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """Opened once, as a file; it may ask nobody for anything, and nothing may go wrong on it."""
    context = await browser.new_context(locale="en-GB")
    page = await context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text))
    page.on("request", lambda request: troubles.append(request.url))
    await page.goto(PAGE.as_uri())
    assert troubles.pop(0) == PAGE.as_uri()
    yield page
    assert troubles == []
    await context.close()


async def told_in(page: Page, table: str) -> list[str]:
    """What stands in one of the tables that can be opened."""
    details = page.locator(f"details[data-name={table}]")
    await details.evaluate("(it) => { it.open = true; }")
    await expect(details.locator("td").first).to_be_visible()
    return await details.locator("td").all_text_contents()


def verdict(held: Held) -> int:
    text = held.record if isinstance(held.record, str) else held.record.decode()
    seals, receipts, shook = ([each] if each else [] for each in (held.seal, held.receipt, held.shook))
    return check_record(
        "-", lambda: record.parse_record(text), "en", seals=seals, commitments=receipts, player_seeds=shook
    )[1]


def refused(text: str) -> tuple[int, str]:
    """The line at which `duel verify` refuses it, and why."""
    try:
        verify_record(record.parse_record(text))
    except BrokenRecord as no:
        return no.line, no.why.key
    return 0, ""


async def agreed(page: Page, held: list[Held]) -> list[Answer]:
    """What both say."""
    answers = await asked(page, held)
    assert [answer.code for answer in answers] == [verdict(each) for each in held]
    return answers


async def test_every_recorded_match_is_proven_by_its_last_seal_and_by_nothing_else(page: Page) -> None:
    texts = [path.read_text("utf-8") for path in PLAYED]
    proofs = [verify_record(record.parse_record(text)) for text in texts]
    for text, proof, other in zip(texts, proofs, [*proofs[1:], proofs[0]], strict=True):
        earlier = [*proof.seals][len(proof.seals) // 2]
        answers = await asked(page, [Held(text, seal) for seal in (earlier, proof.seal, other.seal)])
        assert [answer.code for answer in answers] == [1, 0, 2]
    shown = await told_in(page, "seals")
    assert dict(zip(shown[1::2], map(int, shown[::2]), strict=True)) == proofs[-1].seals


async def test_both_say_the_same_of_every_forgery_as_far_as_no_rules_are_needed(page: Page) -> None:
    """And none passes with the last seal of the match that was played: `duel verify` has a law of its own for that."""
    for at, (kind, forge) in enumerate(FORGERIES.items()):
        forged: dict[str, str] = {}
        for game in GAMES:
            names = [f"{game} {name}" for name in [*KINDS][at % 3 :] + [*KINDS][: at % 3]]
            forged |= dict(islice(((name, text) for name in names if (text := forge(GENUINE[name])) is not None), 1))
        answers = await asked(page, [Held(text, SEALS[name]) for name, text in forged.items()])
        for (name, text), answer in zip(forged.items(), answers, strict=True):
            line, why = refused(text)
            wrong = answer.why not in ("", "sealForeign")
            assert answer.code, (kind, name)
            assert why or not wrong, (kind, name, answer)
            assert wrong or why in {"", "unproven"} | RULES, (kind, name, why, answer)
            if kind in SPELLINGS and why != "no-record":
                assert (answer.line, wrong) == (str(line), True), (kind, name, why, answer)


async def test_a_record_without_a_chain_is_not_proven_by_either(page: Page) -> None:
    genuine = record.parse_record(GENUINE["shamanic_chess two"])
    plain = str(replace(genuine, lobby_lines=()))
    lesson = (PAGE.parents[1] / "games/schnick/how/1.match").read_text("utf-8")
    texts = [plain, f"# by hand\n\n{plain}", plain.replace("\n", "\r\n"), lesson, record.to_pgn(genuine)]
    assert {refused(text) for text in texts} == {(1, "unproven")}
    answers = await agreed(page, [Held(text, SEALS["shamanic_chess two"]) for text in texts])
    assert {(answer.verdict, answer.line, answer.why) for answer in answers} == {("unproven", "1", "chainless")}


async def test_what_was_made_up_is_proven_by_its_own_seal_only(page: Page) -> None:
    """So whoever checks must have theirs from the card."""
    made = change_id(GENUINE["schnick shaken"])
    seal = verify_record(record.parse_record(made)).seal
    assert [it.code for it in await agreed(page, [Held(made, seal), Held(made, SEALS["schnick shaken"])])] == [0, 2]


@pytest.mark.parametrize("name", ["schamanen shaken", "woodwalkers house"])
async def test_receipts_and_shakes_are_looked_for(page: Page, name: str) -> None:
    text, seal = GENUINE[name], SEALS[name]
    proof = verify_record(record.parse_record(text))
    held = [Held(text, seal, receipt) for receipt in sorted(proof.commitments)[:6]]
    assert {answer.code for answer in await agreed(page, held)} == {0}
    (other,) = islice(verify_record(record.parse_record(GENUINE["schnick two"])).commitments, 1)
    assert (await agreed(page, [Held(text, seal, other)]))[0].why == "receiptForeign"
    held = [Held(text, seal, shook="shaken 1"), Held(text, seal, shook="shaken 1 ")]
    assert [it.code for it in await agreed(page, held)] == ([0, 2] if "shaken" in name else [2, 2])


async def test_a_shake_counts_only_if_none_came_after_it(page: Page) -> None:
    first = str(rich(GAMES["schamanen"], "again", seats=2, came=2))
    (at,) = [at for at, row in enumerate(rows(first)) if row == "begin"]
    (resigned,) = [row for row in rows(first) if "!" in row][-1:] or ["0 !resign"]
    shakes = [f"shook 1 {hash_player_seed(text)}" for text in ("one", "two")]
    text = "".join(f"{row}\n" for row in [*rows(first)[:at], *shakes, "begin", resigned])
    seal = verify_record(record.parse_record(text)).seal
    answers = await agreed(page, [Held(text, seal, shook="one"), Held(text, seal, shook="two")])
    assert [(answer.code, answer.why) for answer in answers] == [(2, "shookLost"), (0, "")]


def leaving(game: Game[Any, Any, Any], seed: str, seats: int) -> Record:
    """All by dice, some leave, wherever; the house plays on in their seats as it must."""
    dice = Dice(sha256(seed.encode()).digest())
    begun = gathered(game, game.options_class(), seats, came=seats, seed=sha256(seed.encode()).digest())
    engine = replay_to_end(begun)
    words: list[tuple[Seat | None, Move]] = []
    left: frozenset[Seat] = frozenset()
    while not engine.result:
        if engine.step > 25 or (len(engine.staying_seats) > 2 and not dice.draw_below(6)):
            words.append((min(engine.staying_seats), RESIGN))
        else:
            seat = dice.choose(sorted(engine.to_move & left) or sorted(engine.to_move))
            late = seat in engine.left_seats - left and engine.is_hidden(("",))
            words.append(
                (seat, draw_move_of_left_seat(engine, seat) if late else dice.choose(engine.legal_moves(seat)))
            )
        before, engine = engine, engine.play_move(*words[-1])
        left = engine.left_seats if engine.step > before.step else left
    return said(begun, words)


@pytest.mark.parametrize(("key", "seats"), [("schnick", 3), ("schnick", 4), ("woodwalkers", 4)])
async def test_where_people_leave_both_bind_the_house_from_the_next_step_on(page: Page, key: str, seats: int) -> None:
    texts = [str(leaving(GAMES[key], f"leaving {nth}", seats)) for nth in range(8)]
    assert {answer.code for answer in await agreed(page, [Held(text) for text in texts])} == {1}
    swapped = [Held(other) for text in texts for other in islice(swaps(text), 4)]
    whys = {answer.why for answer in await agreed(page, swapped)}
    assert whys >= ({"", "houseLate", "incomplete"} if key == "schnick" else {""})


def swaps(text: str) -> Iterator[str]:
    """Each time two hidden choices of different seats that stand together, the other way round."""
    for at, (one, other) in enumerate(pairwise(rows(text))):
        if re.fullmatch(HIDDEN, one) and re.fullmatch(HIDDEN, other) and one.split()[0] != other.split()[0]:
            yield put(text, at, other, one, instead=2) or ""


async def test_there_is_one_spelling_of_all_that_comes_before_a_match_begins(page: Page) -> None:
    """Both refuse the same lines of it, and read the rest."""
    words = [row for row in rows(GENUINE["woodwalkers two"]) if not row.startswith(("sit ", "begin"))]
    head, seats, rest = words[:5], words[6], ["begin", *words[7:]]
    spelt = [[*head, f"options {each}", seats, "sit 1 1001", "sit 2 1002", *rest] for each in [*OPTIONS, "[" * 9000]]
    spelt += [[*head, "options {}", seats, *filter(None, each.split("|")), *rest] for each in MUSTERS]
    answers = await asked(page, [Held(told_as(lines)) for lines in spelt])
    refusals = [0, 0]
    for lines, answer in zip(spelt, answers, strict=True):
        # What follows is a match of other options, or of others.
        begun = lines.index("begin") + 1
        line, why = refused(told_as(lines))
        here = [at if at <= begun else 0 for at in (int(answer.line or 0), line)]
        assert here[0] == here[1], (lines[5:begun], why, answer)
        refusals[bool(here[0])] += 1
    assert min(refusals) > 10


@pytest.mark.parametrize("key", GAMES)
async def test_a_receipt_has_one_spelling_also_of_what_was_changed(page: Page, key: str) -> None:
    forged = re.sub(r"(~ # .{42})(.)", lambda it: it[1] + chr(ord(it[2]) + 1), GENUINE[f"{key} shaken"], count=1)
    if forged != GENUINE[f"{key} shaken"]:
        (answer,) = await agreed(page, [Held(forged)])
        assert (answer.why, answer.line) == ("hash", str(refused(forged)[0]))


async def test_bytes_that_are_no_text_are_refused_by_both_in_the_same_line(page: Page, tmp_path: Path) -> None:
    genuine = GENUINE["schnick two"].encode()
    for at, forged in enumerate((genuine.replace(b"begin", b"beg\xffin"), genuine + b"\xc3", b"\xff\xfe" + genuine)):
        path = tmp_path / f"{at}.match"
        path.write_bytes(forged)
        with pytest.raises(BrokenRecord) as no:
            read_record(str(path))
        (answer,) = await asked(page, [Held(forged)])
        assert (answer.code, answer.line) == (2, str(no.value.line))


async def test_the_example_and_what_its_dice_drew(page: Page) -> None:
    text = "".join(f"{row[4:]}\n" for row in FAIRNESS.partition("## An example")[2].splitlines() if row[:4] == "    ")
    seal = re.findall(r"\| after the last line \| `(.*?)` \|", FAIRNESS)[0]
    assert [answer.code for answer in await agreed(page, [Held(text), Held(text, seal, shook="page 15 0")])] == [1, 0]
    forest, modes = await told_in(page, "drawn")
    _, engine = next(record.replay_positions(record.parse_record(text)))
    assert forest == ", ".join(f"{SPACE_NAMES[space].upper()} {tile}" for space, tile in engine.state.forest)
    assert modes.split() == [*engine.state.stack]


@pytest.mark.parametrize("stem", ["two", "short", "midnight_help", "lap"])
async def test_the_forest_the_battle_modes_and_the_dice_are_shown(page: Page, stem: str) -> None:
    """By day and at midnight, of fewer rounds, and of a preset start that names the modes and some of the dice."""
    text = (RECORDS / "woodwalkers" / f"{stem}.match").read_text("utf-8")
    await asked(page, [Held(text)])
    drawn = await told_in(page, "drawn")
    read = record.parse_record(text)
    (_, start), *rest = record.replay_positions(read)
    laid = [", ".join(f"{SPACE_NAMES[space].upper()} {tile}" for space, tile in start.state.forest)]
    if not read.options.is_preset:
        laid.append(" ".join(start.state.stack))
        dice = [str(engine.state.die) for line, engine in rest if line and line.move == ("roll",)]
        rolls = {f"Die of line {line.number}" for line, _ in rest if line and line.move == ("roll",)}
        told = await page.locator("details[data-name=drawn] th").all_text_contents()
        assert [each for each, head in zip(drawn, told, strict=True) if head in rolls] == dice != []
    assert drawn[: len(laid)] == laid


@pytest.mark.parametrize("path", [path for path in PLAYED if path.parent.name == "schnick"], ids=lambda path: path.stem)
async def test_the_cards_that_were_dealt_are_shown(page: Page, path: Path) -> None:
    """Also those for which somebody exchanged theirs."""
    text = path.read_text("utf-8")
    await asked(page, [Held(text)])
    *_, (_, engine) = (
        (line, engine)
        for line, engine in record.replay_positions(record.parse_record(text))
        if engine.state.phase != "over"
    )
    laid = record.parse_record(text).options.is_preset
    drawn = {six for dealt in engine.state.dealt_hands for six in dealt[laid:]}
    table = page.locator("details[data-name=drawn]")
    await expect(table).to_have_count(1 if drawn else 0)
    told = await told_in(page, "drawn") if drawn else []
    cards = ["".join("t" if card == "stone" else card[0] for card in each.split()) for each in told if " " in each]
    assert {hand for hand in cards if len(hand) == 6} == drawn


async def test_the_board_that_was_drawn_is_shown(page: Page) -> None:
    text = (RECORDS / "schamanen" / "memory_random.match").read_text("utf-8")
    await asked(page, [Held(text)])
    _, engine = next(record.replay_positions(record.parse_record(text)))
    bison, wolf = engine.state.stone_spaces
    cells = [f"{bison.index(space) + 1}/{wolf.index(space) + 1}" for space in range(9)]
    board = " | ".join(" ".join(cells[at : at + 3]) for at in range(0, 9, 3))
    assert await told_in(page, "drawn") == [board]


async def test_what_a_record_says_is_text_and_nothing_else(page: Page) -> None:
    forged = put(GENUINE["schnick two"], 5, "<img src=x onerror=alert(1)><b>bold")
    assert forged
    assert [answer.line for answer in await agreed(page, [Held(forged)])] == ["6"]
    await expect(page.locator("#verdict .line")).to_have_text("<img src=x onerror=alert(1)><b>bold")
    await expect(page.locator("img, #answer b")).to_have_count(0)


async def test_a_record_is_chosen_or_pasted_and_the_verdict_follows_what_is_typed(page: Page) -> None:
    name = "woodwalkers two"
    verdict = page.locator("#verdict h2")
    await page.locator("#file").set_input_files(
        {"name": "mine.match", "mimeType": "text/plain", "buffer": GENUINE[name].encode()}
    )
    await page.get_by_label("The last seal").fill("")
    await expect(verdict).to_contain_text("Not proven")
    await page.get_by_label("The last seal").fill(f"🎲 {SEALS[name]}")
    await expect(verdict).to_contain_text("Proven")
    await expect(page.get_by_role("status")).to_contain_text("This is the match that your seal belongs to.")
    await page.get_by_text("Paste it instead").click()
    await page.get_by_label("The record, pasted").fill(GENUINE["schnick two"].strip())
    await expect(verdict).to_contain_text("This does not match")
    await page.get_by_label("The last seal").fill(SEALS["schnick two"])
    await expect(verdict).to_contain_text("Proven")
    for tongue, title in (
        ("Deutsch", "Bewiesen bis zu deinem Siegel"),
        ("Français", "Prouvé jusqu’à ton sceau"),
        ("English", "Proven up to your seal"),
    ):
        await page.get_by_role("button", name=tongue).press("Enter")
        await expect(verdict).to_contain_text(title)
    await page.get_by_label("The last seal").fill("")


async def test_it_speaks_the_language_of_the_browser_and_fits_a_phone(browser: Browser) -> None:
    for locale, title in (("de-AT", "War es fair?"), ("fr-CA", "C’était honnête")):
        context = await browser.new_context(locale=locale, viewport={"width": PHONE["width"], "height": 780})
        page = await context.new_page()
        await page.goto(PAGE.as_uri())
        await expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        await asked(page, [Held(GENUINE["woodwalkers house"], "x" * 43)])
        for details in await page.locator("details").all():
            await details.evaluate("(it) => { it.open = true; }")
        assert await page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
        await context.close()


async def test_every_language_has_every_text(page: Page) -> None:
    words = await page.evaluate("TEXTS")

    def flat(texts: dict[str, Any], before: str = "") -> dict[str, list[str]]:
        told: dict[str, list[str]] = {}
        for key, text in texts.items():
            if isinstance(text, dict):
                told |= flat(text, f"{before}{key}.")
            else:
                told[before + key] = sorted(re.findall(r"\{.*?\}", text))
        return told

    assert flat(words["en"]) == flat(words["de"]) == flat(words["fr"])
    source = PAGE.read_text("utf-8")
    whys = set(re.findall(r'new RecordError\([^"\n]*?, "(\w+)"', source))
    assert len(whys) > 30
    assert whys == set(words["en"]["why"])


async def test_its_policy_lets_it_do_nothing_but_count() -> None:
    """Whoever changes the page puts in what this says."""
    source = PAGE.read_text("utf-8")
    for kind in ("script", "style"):
        (inside,) = re.findall(rf"<{kind}>(.*?)</{kind}>", source, re.DOTALL)
        assert f"{kind}-src 'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in source
    assert "content=\"default-src 'none'; " in source
    assert "unsafe" not in source
    assert "innerHTML" not in source
