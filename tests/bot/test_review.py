"""What is looked back upon: where it turned, and all of it step by step."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.scenes import course, film, moments, past, positions
from bot.scenes.charts import COLOURS, LINE_WIDTH
from bot.scenes.match import reveal
from bot.scenes.names import names as called
from bot.scenes.positions import MOST_JUMPS
from bot.scenes.scene import Board, Button, Film, Listed, Scene, Select
from bot.table.chronicle import record
from bot.table.table import Begun, Play, Table
from bot.table.tables import Tables
from bot.texts import say
from games import GAMES, canvas
from games.art import Box, Letters, Name
from games.words import LOCALES
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, at_first, by_dice, looked, past_one, played
from tests.kit.scenes import buttons
from tests.kit.world import begun, chosen, round_of
from tests.laws.legibility import apart, readable
from tests.laws.painted import LONG


def listed(scene: Scene) -> list[Button]:
    return [button for row in scene.rows if isinstance(row, Listed) for button in row.buttons]


@pytest.mark.parametrize("game", GAMES)
async def test_the_turning_points_come_first_and_lead_to_their_boards(tables: Tables, game: str) -> None:
    table, journal, passed = await looked(tables, game)
    for locale in LOCALES:
        scene = past.review(table, journal, record(journal), locale)
        found = moments.turns(passed)
        jumps = [button for button in listed(scene) if button.label.startswith("🔑")]
        assert len(jumps) == len(found) <= 3
        count = moments.counted(passed, over=True)
        for jump, turn in zip(jumps, sorted(found, key=lambda turn: turn.at), strict=True):
            moment = count.moment(turn.at)
            when = moment.said(locale)
            # Which duel it was its game tells itself: it is not said twice.
            assert jump.label.startswith((f"🔑 {when} · ", f"🔑 {moment.named(locale)} "))
            assert jump.label.count(moment.named(locale)) == 1
            assert jump.to.endswith(f":{turn.at}")
            shown = past.frame(table, journal, str(turn.at), locale)
            assert shown.board
            board = say("board-number", locale, board=turn.at + 1, boards=len(passed))
            named = [count.moment(turn.at).named(locale)] * (count.kind != "step")
            assert shown.small == " · ".join((board, *named))
            # Its caption tells of that step, and names nobody but those who played.
            caption = scene.above[-len(found) :][jumps.index(jump)]
            assert caption.startswith(f"**{when}** · ")
            told = caption.split("** · ", 1)[1].rpartition(" (")[0]
            assert told in {line.rstrip(".") for line in shown.above} | {f"<@{ANN}>", f"<@{BEN}>"}


@pytest.mark.parametrize("game", at_first("schamanen", "shamanic_chess"))
@pytest.mark.parametrize("kind", ["highlight", "duel", "turn"])
async def test_one_jumps_to_what_there_is(tables: Tables, game: str, kind: str) -> None:
    """To the highlights, the duels or else the turns, whichever are there; of more than a list holds to what is near,
    and to no board twice.
    """
    table, journal, passed = await looked(tables, game)
    views = [moments.seen(match, over=table.over) for match in passed]
    seen: list[int] = []
    match kind:
        case "highlight":
            seen = sorted(film.heaviest(passed, views)[: film.MOST - 2])
        case "duel" if table.game.overrides("reveal"):
            seen = [at for at, view in enumerate(views) if at and table.game.reveal(view)]
            # An arrangement is laid open, too.
            seen = [at for at in seen if table.game.weigh_step(views[at - 1], views[at]) != 0]
        case "turn" if not table.game.overrides("reveal"):
            seen = [at for at in range(1, len(passed)) if passed[at].awaited != passed[at - 1].awaited]
            seen = [] if len(seen) == len(passed) - 1 else seen
    visited: set[int] = set()
    for at in range(0, len(passed), 5):
        found = listed(past.frame(table, journal, str(at), "en"))
        stops = [int(it.to.split(":")[3]) for it in found]
        assert stops == sorted(set(stops))
        assert 0 < len(stops) <= MOST_JUMPS
        visited |= set(stops)
    assert set(seen) <= visited


@pytest.mark.parametrize("game", GAMES)
async def test_lists_tell_what_happened_there_and_not_what_is_told_once_more(tables: Tables, game: str) -> None:
    table, journal, passed = await looked(tables, game)
    told = [{*match.game.told(moments.seen(match, over=True), "en", called(table, "en"))} for match in passed]
    captions = 0
    for jump in listed(past.frame(table, journal, "3", "en")):
        at = int(jump.to.split(":")[3])
        new = [line for line in told[at] - told[at - 1] if jump.label.endswith(f" {line}")]
        captions += bool(new)
        assert new or not at or not told[at] - told[at - 1], jump.label
    assert captions


async def test_before_the_first_turn_no_board_is_of_one(tables: Tables) -> None:
    table: Table = await begun(tables, "woodwalkers")
    while len(positions.passed(journal := await tables.journal(table.id))) < 5:
        assert isinstance(table, Begun)
        table = await chosen(tables, table.id, table.people[min(table.match.waiting)] or 0)
    assert isinstance(table, Begun)
    assert past.frame(table, journal, "0", "en").small == say("board-number", "en", board=1, boards=5)


@pytest.mark.parametrize("game", at_first("schamanen"))
async def test_what_met_is_told_of_people_through_whose_eyes_ever(tables: Tables, game: str) -> None:
    """Whoever looks through the eyes of a seat need not be who sat there."""
    table, journal, passed = await looked(tables, game)
    for at in range(1, len(passed), 4):
        found = {past.frame(table, journal, f"{at}{eye}", "en").reveal for eye in ("", ".0", ".1")}
        assert len(found) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", LOCALES)
async def test_lists_name_people_and_not_their_seats(tables: Tables, game: str, locale: str) -> None:
    """As everything beside them does; seats stand in for whose name nobody knows."""
    table, journal, _ = await looked(tables, game)
    scene = past.frame(table, journal, "3", locale)
    seats = [table.game.say(f"seat-{seat}", locale) for seat in range(2)]
    [jump] = [row for row in scene.rows if isinstance(row, Listed)]
    [eyes] = [row for row in scene.rows if isinstance(row, Select)]
    assert jump.named == eyes.named == ((ANN, seats[0]), (BEN, seats[1]))
    told = " ".join(button.label for button in jump.buttons)
    assert "<@" in told
    assert not [seat for seat in seats if re.search(rf"\b{seat}\b", told)]
    # Where nothing was ever hidden one only turns the board, and nobody saw more than everybody.
    everybody = [say("button-everybody", locale)] if game == "schnick" else []
    choices = [label for _, label in eyes.choices]
    assert choices == [*everybody, f"<@{ANN}> ({seats[0]})", f"<@{BEN}> ({seats[1]})"]
    assert eyes.about == say("jump-eyes" if everybody else "jump-turned", locale)


@pytest.mark.skipif("schnick" not in GAMES, reason="of all games this one ties")
async def test_where_a_tie_was_there_is_one_picture(tables: Tables) -> None:
    """What met: the board below would show the same once more. In three matches of a hundred nothing ties."""
    seeds, ties = count(5), 0
    while not ties:
        table, journal, passed = await past_one(tables, "schnick", next(seeds))
        before = 0
        for at in range(1, len(passed)):
            scene = past.frame(table, journal, str(at), "en")
            told = sum("a tie" in line for line in scene.above)
            if told > before:
                ties += 1
                assert scene.reveal is None
                assert scene.board == reveal(table, moments.seen(passed[at], over=True), "en")
            elif scene.reveal:
                assert isinstance(scene.board, Board)
                assert scene.board.picture != scene.reveal.picture
            before = told
            if ties > 1:
                break


@pytest.mark.parametrize("game", GAMES)
async def test_every_button_leads_somewhere_of_its_own(tables: Tables, game: str) -> None:
    table, journal, _ = await looked(tables, game)
    for at in range(3):
        scene = past.frame(table, journal, str(at), "en")
        ids = [it.to for it in buttons(scene)]
        assert len(set(ids)) == len(ids) == 6, "a row of them, one to play on, and lists for the rest"
        assert all(len(row) <= 5 for row in scene.rows if isinstance(row, tuple))
        assert len(scene.rows) <= 5


async def test_without_any_of_these_one_jumps_ten_steps(tables: Tables) -> None:
    table = await begun(tables, "shamanic_chess")
    assert isinstance(table, Begun)
    labels = [it.label for it in listed(past.frame(table, await tables.journal(table.id), "0", "en"))]
    assert labels == ["Step 1"]


@pytest.mark.parametrize("game", GAMES)
async def test_the_door_shows_who_was_ahead(tables: Tables, game: str) -> None:
    """A line each, by a scale, and at the turning points who gained what, and the duels that the text tells of; where
    nothing was scored, nothing.
    """
    table, journal, passed = await looked(tables, game)
    for locale in LOCALES:
        shown = past.review(table, journal, record(journal), locale).reveal
        found = moments.turns(passed)
        assert bool(shown) == bool(found)
        if shown:
            assert shown.names == (ANN, BEN)
            readable(shown.picture, shown.picture.marks)
            apart(shown.picture, shown.picture.marks)
            assert len(canvas.png(shown.picture, LONG)) <= 60 * 1024
            texts = [what.text for what, _, _ in shown.picture.marks if isinstance(what, Letters) and not what.bold]
            count = moments.counted(passed, over=True)
            assert {str(count.moment(turn.at).number) for turn in found} <= set(texts), "which duels they were"
            assert sum(text.startswith("+") for text in texts) == len(found)
            scale = [int(text) for text in texts if text.isdecimal()]
            assert min(scale) <= min(table.match.scores()) <= max(table.match.scores()) <= max(scale)
            assert all(str(score) in shown.alt for score in table.match.scores())


async def test_a_line_ends_at_its_score_and_is_led_to_whose_it_is(tables: Tables) -> None:
    match = await played(tables, (ANN, BEN, CAT, DAN), "schnick", choose=by_dice(2))
    passed = positions.passed(await tables.journal(match))
    picture = course.picture(passed, moments.turns(passed), moments.counted(passed, over=True), "en")
    assert picture
    scale = [
        (int(what.text), top + what.height // 2)
        for what, _, top in picture.marks
        if isinstance(what, Letters) and what.lie == "right" and not what.bold
    ]
    (least, low), (most, high) = scale[0], scale[-1]
    names = {what.seat: top + what.height // 2 for what, _, top in picture.marks if isinstance(what, Name)}
    for seat, score in enumerate(passed[-1].scores()):
        *_, out, along, to = [
            (what, left, top)
            for what, left, top in picture.marks
            if isinstance(what, Box) and what.ink == COLOURS[seat] and LINE_WIDTH not in (what.height, what.width)
        ]
        stands = low + (high - low) * (score - least) / (most - least)
        assert abs(out[2] + out[0].height / 2 - stands) <= 1
        assert abs(to[2] + to[0].height / 2 - names[seat]) <= 1
        assert {along[2], along[2] + along[0].height} >= {min(out[2], to[2])}, "one line"


async def test_of_those_who_are_level_each_is_seen(tables: Tables) -> None:
    """Whose line is hidden is nowhere in the picture."""
    match = await played(tables, (ANN, BEN, CAT, DAN), "schnick", choose=by_dice(2))
    passed = positions.passed(await tables.journal(match))
    picture = course.picture(passed, moments.turns(passed), moments.counted(passed, over=True), "en")
    assert picture
    assert set(passed[0].scores()) == {0}
    first = Image.open(BytesIO(canvas.png(picture))).convert("RGB").crop((120, 0, 200, picture.height))
    seen = {colour for _, colour in first.getcolors(1 << 16) or ()}
    assert {tuple(bytes.fromhex(ink[1:])) for ink in COLOURS[:4]} <= seen


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(1, 80)), min_size=1, max_size=6))
def test_what_stands_beside_each_other_stays_in_order_and_near(places: list[tuple[int, int]]) -> None:
    starts, sizes = sorted(start for start, _ in places), [size for _, size in places]
    found = course.spread(starts, sizes, 0, 500)
    assert found[0] >= 0
    assert found[-1] + sizes[-1] <= 500
    assert all(left + size <= right for left, size, right in zip(found, sizes, found[1:], strict=False))
    free = all(left + size <= right for left, size, right in zip(starts, sizes, [*starts[1:], 500], strict=True))
    assert not free or found == starts


@pytest.mark.parametrize("locale", LOCALES)
async def test_while_it_is_played_nothing_is_told_that_must_be_forgotten(tables: Tables, locale: str) -> None:
    table = await begun(tables, "schamanen", variant="memory", placement="random", prize="one")
    for _ in range(3):
        table = await tables.table(table.id)
        assert isinstance(table, Play)
        if len(table.match.waiting) == 2:
            await round_of(tables, table.id)
            continue
        seat = min(table.match.waiting)
        person = table.people[seat]
        assert person
        word = table.match.legal(seat)[0]
        await tables.say(table.id, person, word, step=None, cause=table.seq + 7_000_000, now=1)
    table, journal = await tables.table(table.id), await tables.journal(table.id)
    assert isinstance(table, Play)
    passed = positions.passed(journal)
    scene = past.review(table, journal, None, locale)
    assert isinstance(scene.board, Film)
    for match, picture in zip(passed, scene.board.pictures, strict=True):
        covered = match.game.picture(match.game.forget(match.view(None)))
        assert picture.marks[: len(covered.marks)] == covered.marks


async def test_one_match_is_looked_back_upon_once_wherever_it_is_shown(tables: Tables) -> None:
    """Its card asks when it ends, and then each hand; between them it is noted where the card is."""
    match = (await begun(tables, "schnick")).id
    stored = await tables.journal(match)
    await tables.store.show(match, stored.header.seq, CHANNEL, 900)
    later = await tables.journal(match)
    assert later != stored
    assert positions.passed(later) is positions.passed(stored)
