"""What the coach tells behind the door of the end, and what is shared of it.

What everybody is told is taken from what one reads behind the door, and the same heads think of both.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.rooms import Rooms
from bot.scenes import ahead
from bot.scenes.address import Address, Verb
from bot.scenes.debrief import balance, shares, signed, turns, verdict
from bot.scenes.moments import Count, news
from bot.scenes.past import VERDICT
from bot.scenes.scene import Listed, Scene
from bot.table import manners
from bot.table.chronicle import record
from bot.texts import say
from games import GAMES
from games.art import Letters
from games.coach import reviewed
from games.core import Thought
from games.insight import Part
from games.match import RESIGN
from games.record import matches, read
from games.review import Balance, Review, Step
from games.words import LOCALES
from tests.bot.heads import Heads, by_the_coach, over
from tests.kit import world
from tests.kit.match import ANN, BEN, CAT, NOON, SERVER, asked, by_dice, cause, played
from tests.records import RECORDS

if "schamanen" not in GAMES:
    pytest.skip("these are matches of the Duel", allow_module_level=True)


def keys(scene: Scene | None) -> Iterator[int]:
    """Where it turned, as one may jump there."""
    assert scene
    for row in scene.rows:
        if isinstance(row, Listed):
            for button in row.buttons:
                if button.label.startswith("🔑"):
                    yield int(button.to.rpartition(":")[2])


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ((-2.48, 1.37, 0.61), (-250, 140, 60, -50)),
        # Rounded by themselves: 50, 20, and 30 come to ten less than the whole.
        ((0.53, 0.23, 0.34), (50, 20, 40, 110)),
        ((0.04, -0.04, 0.0), (0, 0, 0, 0)),
    ],
)
def test_what_is_rounded_still_adds_up(parts: tuple[float, float, float], told: tuple[int, ...]) -> None:
    assert shares(Balance(*parts)) == told
    assert shares(Balance(*(-part for part in parts))) == tuple(-share for share in told)


def test_it_begins_with_a_capital_whoever_won() -> None:
    """Of the house one speaks in the middle of a sentence as well."""
    found = reviewed(read((RECORDS / "schamanen" / "professional.match").read_text("utf-8")))
    assert found
    count, names = Count("step", (), None), ("the house", "the other")
    for locale in LOCALES:
        for line in (verdict(found, count, names, locale), *balance(found, names, locale)):
            first = next(letter for letter in line if letter.isalnum())
            assert not first.islower(), line


@pytest.mark.parametrize("of", ["schamanen/professional", *([] if "schnick" not in GAMES else ["schnick/five"])])
def test_where_it_led_from_and_to_is_what_it_came_of(of: str) -> None:
    """As it stands there, rounded: whoever reckons after it finds no fault."""
    found = reviewed(read((RECORDS / f"{of}.match").read_text("utf-8")))
    assert found
    for line in balance(found, [f"N{seat}" for seat in found.seats], "en"):
        if told := re.search(r"In all:? (?:.(\d+)|even).*\((\d+) → (\d+)\)", line):
            whole, first, last = (int(number or 0) for number in told.groups())
            assert abs(last - first) == whole, line
            assert 0 <= first <= 100 >= last


async def test_the_door_tells_luck_and_play_and_leads_to_where_it_turned(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    Heads(monkeypatch)
    match = await over(rooms)
    found = reviewed(record(await rooms.tables.journal(match)))
    assert found.turns
    for locale in LOCALES:
        scene = (await rooms.lookback.replay(asked(locale=locale), str(match))).scene
        assert scene
        assert sum(f"<@{person}>" in line for person in (ANN, BEN) for line in scene.above) >= 2
        assert scene.reveal
        shown = {what.text for what, _, _ in scene.reveal.picture.marks if isinstance(what, Letters)}
        told = {signed(abs(share)) for share in shares(found.balance(0))}
        assert {say("ahead-luck", locale), *told} <= shown
        # The same in words: below the verdict, and for whoever sees no picture.
        for text in (scene.reveal.alt, "\n".join(scene.above)):
            assert all(number in text for number in told - {"±0"})
        assert scene.above[2].startswith("**")
        assert [*keys(scene)] == [turn.step.at for turn in found.turns]
        at = found.turns[0].step.at
        frame = (await rooms.lookback.frame(asked(locale=locale), Address(Verb.REPLAY, match, 0, str(at)))).scene
        assert [*keys(frame)] == [*keys(scene)]


async def test_one_leaps_to_what_could_have_been_better_and_reads_it_there(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    Heads(monkeypatch)
    match = await over(rooms)
    found = reviewed(record(await rooms.tables.journal(match)))
    (mistake, part), *_ = [(step.at, part) for step in found.steps for part in step.mistakes]
    scene = (await rooms.lookback.replay(asked(), str(match))).scene
    assert scene
    leaps = [button for row in scene.rows if isinstance(row, Listed) for button in row.buttons]
    assert {button.label.partition(" ")[0] for button in leaps if button.to.endswith(f":{mistake}")} <= {"🔑", "💡"}
    assert any(button.label.startswith("💡") for button in leaps)
    for locale in LOCALES:
        frame = (await rooms.lookback.frame(asked(locale=locale), Address(Verb.REPLAY, match, 0, str(mistake)))).scene
        assert frame
        assert part.better
        why = GAMES["schamanen"].say(
            part.better.why, locale, name=f"<@{(ANN, BEN)[part.seat or 0]}>", **part.better.facts
        )
        (line,) = [line for line in frame.above if line.endswith(why)]
        assert line.startswith(f"💡 <@{(ANN, BEN)[part.seat or 0]}>")
    # Before the first step, and past the last.
    for at in ("0", str(len(found.steps))):
        assert (await rooms.lookback.frame(asked(), Address(Verb.REPLAY, match, 0, at))).scene


async def test_one_leaps_from_mistake_to_mistake_and_back_through_the_same_eyes(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    Heads(monkeypatch)
    match = await over(rooms)
    found = reviewed(record(await rooms.tables.journal(match)))
    mistakes = [step.at for step in found.steps if any(step.mistakes)]
    assert len(mistakes) > 2

    async def way(at: str, sign: str) -> str | None:
        scene = (await rooms.lookback.frame(asked(), Address(Verb.REPLAY, match, 0, at))).scene
        assert scene
        told = [button for row in scene.rows if isinstance(row, tuple) for button in row]
        leaps = [button.to.rpartition(":")[2] for button in told if "💡" in button.label and sign in button.label]
        return next(iter(leaps), None)

    for sign, at, steps in (("▶️", "0.1", mistakes), ("◀️", f"{len(found.steps)}.1", mistakes[::-1])):
        walked: list[str] = []
        while leap := await way(walked[-1] if walked else at, sign):
            walked.append(leap)
        assert walked == [f"{step}.1" for step in steps if f"{step}.1" != at]


async def test_a_match_that_was_given_up_is_told_up_to_there(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    Heads(monkeypatch)
    table = await world.begun(rooms.tables, "schamanen")
    await rooms.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    for rest in ("0", "1"):
        assert (await rooms.lookback.frame(asked(), Address(Verb.REPLAY, table.id, 0, rest))).scene
    assert by_the_coach((await rooms.lookback.replay(asked(), str(table.id))).scene)


@pytest.mark.parametrize("game", ["shamanic_chess", "woodwalkers"])
async def test_other_games_are_told_behind_the_same_door(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    if game not in GAMES:
        pytest.skip("that game is not here")
    Heads(monkeypatch)
    for name in {"shamanic_chess": ("LOOK", "LONG"), "woodwalkers": ("FEW", "LOT")}[game]:
        monkeypatch.setattr(f"games.{game}.judge.{name}", 4)
    table = await world.begun(rooms.tables, game)
    for _ in range(6):
        now = manners.begun(await rooms.tables.table(table.id))
        for seat in sorted(now.match.waiting):
            person, word = now.people[seat], now.match.legal(seat)[0]
            assert person
            await rooms.tables.say(table.id, person, word, step=None, cause=cause(), now=NOON)
    await rooms.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    for locale in LOCALES:
        scene = (await rooms.lookback.replay(asked(locale=locale), str(table.id))).scene
        assert scene
        assert scene.reveal
        assert any(say("ahead-play", locale) in line for line in scene.above)
        assert any(say("ahead-luck", locale) in line for line in scene.above) == (game == "woodwalkers")


@pytest.mark.skipif("woodwalkers" not in GAMES, reason="a game in which one finds what counts later")
@pytest.mark.parametrize("locale", LOCALES)
def test_what_somebody_found_alone_needs_no_other_reason(locale: str) -> None:
    """A flag scores nothing yet; that a chance to catch up was gone is told of what met, and of what others failed."""
    record, names = read((RECORDS / "woodwalkers" / "two.match").read_text("utf-8")), ("Ann", "Ben")
    passed = [*{match.step: match for _, match in matches(record)}.values()]
    found = set[bool]()
    for before, match in pairwise(passed):
        scores = match.scores()
        ahead = scores.index(max(scores))
        if scores != before.scores() or scores[ahead] == scores[1 - ahead] or match.result:
            continue
        step = Step(match.step, {}, (Part("dice", (0.2, -0.2) if ahead == 0 else (-0.2, 0.2)),), (0.5, 0.5))
        [line] = turns(Review((0.5, 0.5), (step,)), passed, Count("step", (), None), names, locale)
        told = " ".join(news(before, match, names, locale, over=True))
        alone = names[ahead] in told and names[1 - ahead] not in told
        assert (say("debrief-ahead", locale, name=names[ahead]) in line) is not alone, line
        found.add(alone)
    assert found == {True, False}


@pytest.mark.skipif("shamanic_chess" not in GAMES, reason="a match without luck")
@pytest.mark.parametrize("locale", LOCALES)
def test_where_nothing_is_luck_nothing_is_told_of_it(locale: str) -> None:
    slip = Part("choice", (-0.9, 0.9), 0, Thought(("a1", "a2"), "judged-mate", {"better": "Ra8#", "moves": 1}))
    found = Review((0.9, 0.1), (Step(1, {}, (slip,), (0.0, 1.0)),))
    count = Count("step", (), None)
    lines = [*balance(found, "AB", locale), say("debrief-unit", locale), verdict(found, count, "AB", locale)]
    assert not any(say("ahead-luck", locale).casefold() in line.casefold().split() for line in lines)
    assert say("ahead-play", locale) in lines[0]
    assert found.verdict.kind == "outplayed"
    picture = ahead.picture(found, "0–1", count, locale)
    assert picture
    told = [what.text for what, _, _ in picture.marks if isinstance(what, Letters)]
    assert say("ahead-luck", locale) not in told
    assert {"0–1", say("ahead-play", locale), "+90"} <= {*told}


async def test_of_a_match_that_is_on_nothing_is_thought(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would tell what lies face down."""
    heads = Heads(monkeypatch)
    table = await world.begun(rooms.tables)
    await rooms.lookback.replay(asked(), str(table.id))
    await rooms.lookback.frame(asked(), Address(Verb.REPLAY, table.id, 0, "0"))
    assert heads.asked == 0


async def test_a_game_that_cannot_tell_is_told_by_the_score(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = Heads(monkeypatch)
    monkeypatch.setattr(type(GAMES["schamanen"]), "can_judge", False)
    assert not by_the_coach((await rooms.lookback.replay(asked(), str(await over(rooms)))).scene)
    assert heads.asked == 0


def sharing(scene: Scene | None) -> list[str]:
    assert scene
    return [button.to for row in scene.rows if isinstance(row, tuple) for button in row if f"{Verb.SHOW}:" in button.to]


async def test_a_player_may_tell_everybody_once_what_decided_it(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = Heads(monkeypatch)
    match = await over(rooms)
    found = [(await rooms.lookback.replay(asked(person), str(match))).scene for person in (ANN, BEN, 99)]
    assert [len(sharing(scene)) for scene in found] == [1, 1, 0]
    to = Address.parse(sharing(found[0])[0])
    assert to
    presses = [rooms.lookback.show(asked(person), to) for person in (99, ANN, BEN, ANN)]
    told = await asyncio.gather(*presses)
    assert [answer.posts is None for answer in told].count(False) == 1
    assert told[0].posts is None
    (posts,) = filter(None, (answer.posts for answer in told))
    assert by_the_coach(posts)
    assert posts.board
    assert not posts.called
    assert not any(sharing(answer.scene) for answer in told)
    assert not sharing((await rooms.lookback.replay(asked(BEN), str(match))).scene)
    assert heads.asked == 1
    # Nor by another process, nor by this one after its end.
    assert not await rooms.tables.store.share(match)


@pytest.mark.parametrize("people", [(ANN, BEN), (ANN, BEN, CAT)])
@pytest.mark.skipif("schnick" not in GAMES, reason="a match of cards")
async def test_of_cards_it_is_told_for_two_and_for_more(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, people: tuple[int, ...]
) -> None:
    Heads(monkeypatch)
    match = await played(rooms.tables, people, "schnick", choose=by_dice(5))
    for locale in LOCALES:
        scene = (await rooms.lookback.replay(asked(locale=locale), str(match))).scene
        assert scene
        told = [
            line for line in scene.above if say("ahead-luck", locale) in line and say("ahead-whole", locale) in line
        ]
        assert len(told) == (1 if len(people) == 2 else len(people))
        assert scene.reveal
    assert (await rooms.lookback.show(asked(), Address(Verb.SHOW, match, 0, VERDICT))).posts


async def test_where_nobody_else_is_nothing_is_shared(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    Heads(monkeypatch)
    match = await over(rooms)
    for elsewhere in (None, SERVER + 1):
        there = replace(asked(), server=elsewhere)
        assert not sharing((await rooms.lookback.replay(there, str(match))).scene)
        assert (await rooms.lookback.show(there, Address(Verb.SHOW, match, 0, VERDICT))).posts is None
