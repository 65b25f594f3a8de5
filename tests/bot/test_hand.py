"""What player messages, cards and lists say around a board, as approved, and what holds for every game."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from bot.matches.model import Offer, Play
from bot.matches.service import Tables
from bot.matches.time_budget import Absences
from bot.screens import dialogs, inbox, match_card, move_buttons, move_menu, names, player_screen
from bot.screens.move_menu import spell
from bot.screens.offer_card import offer
from bot.screens.scene import Board, Button, Listed, Scene
from bot.wall_clock import HOUR
from games import GAMES
from games.art import Picture, translate_picture
from games.core import Suggestion
from games.words import LOCALES
from tests.games.approved import assert_approved
from tests.kit.match import ANN, BEN, NOON, begin_match, offer_match, say_word
from tests.kit.world import begun

pytestmark = pytest.mark.usefixtures("without_morra")

NOBODY_AWAY: Final = Absences()
MIDNIGHT: Final = {"variant": "midnight", "animals": ["0 wolf d4", "1 wolf d5"], "forest": [], "rolls": [1]}
"""Two wolves meet at midnight, and the first die shows a one."""
SEAL: Final = re.compile(r"\b[\w-]{12}(?:…|[\w-]{31})")
"""It depends on the dice of the run."""

Shows: TypeAlias = Callable[[str], Scene]
"""A scene in a language."""


async def begin(tables: Tables, game: str, **agreed: Any) -> Play:
    return await begin_match(tables, BEN, game=game, order=(0, 1), **agreed)


async def say(tables: Tables, table: Play, person: int, *word: str) -> Play:
    after = await say_word(tables, table.id, person, *word)
    assert isinstance(after, Play)
    return after


async def begin_duel(tables: Tables, *hands: str) -> Play:
    return await begin(tables, "schnick", options={"hands": list(hands), "pile": "stpfw", "first": 0})


async def ask_at_midnight(tables: Tables, verb: str) -> Play:
    """Play until somebody is asked this in Woodwalkers."""
    table = await begin(tables, "woodwalkers", options=MIDNIGHT)
    for _ in range(9):
        seat = min(table.match.to_move)
        legal = list(table.match.legal_moves(seat))
        if any(word[0] == verb for word in legal):
            return table
        # Whoever can reach the other goes there.
        word = next((it for it in legal if it[0] == "move" and it[-1] in {"d4", "d5"}), legal[0])
        table = await say(tables, table, (ANN, BEN)[seat], *word)
    raise AssertionError(f"nobody is asked to {verb}")


def show_hand(table: Play, seat: int, **beside: Any) -> Shows:
    return lambda locale: player_screen.hand(table, seat, locale, NOBODY_AWAY, player_screen.Beside(**beside))


def show_card(table: Play) -> Shows:
    return lambda locale: match_card.playing(table, locale, NOBODY_AWAY, uncovered=False)


def show_titles(table: Play) -> Shows:
    """Of the board as text, and of a match in which two have the same name."""
    alike = replace(table, people=(None, None))
    return lambda locale: Scene(above=(dialogs.text(table, 0, locale).above[0], match_card.title(alike, locale)))


async def list_scenes(tables: Tables) -> AsyncIterator[tuple[str, Shows]]:
    for key in GAMES:
        options = {"placement": "random"} if key == "schamanen" else {}
        table = await begin(tables, key, options=options, clock=HOUR)
        for seat in sorted(table.match.to_move):
            yield f"{key}, seat {seat}, first choice", show_hand(table, seat, first=True)
        yield f"{key}, card", show_card(table)
        yield f"{key}, titles", show_titles(table)
    for verb in ("move", "guess"):
        table = await ask_at_midnight(tables, verb)
        yield f"woodwalkers, asked to {verb}", show_hand(table, min(table.match.to_move))
    table = await begin_duel(tables, "ssstt", "ppff")
    yield "schnick, to challenge", show_hand(table, 0)
    table = await say(tables, table, ANN, "challenge", "1")
    for seat in (0, 1):
        yield f"schnick, challenged, seat {seat}", show_hand(table, seat)
    yield "schnick, challenged, card", show_card(table)
    for name, people in (("house", (None, BEN)), ("forgotten", (-1, BEN))):
        yield f"schnick, {name} challenges, card", show_card(replace(table, people=people))
    thought, asks = Suggestion(("card", "scissors"), "why-only-card"), table
    yield "schnick, hint", lambda locale: player_screen.hinted(asks, 0, thought, locale, NOBODY_AWAY)
    table = await say(tables, table, ANN, "card", "scissors")
    yield "schnick, sealed", show_hand(table, 0)
    yield "schnick, last to choose", show_hand(table, 1)
    single = await begin_duel(tables, "ww", "ppff")
    yield "schnick, single challenge", show_hand(single, 0)
    yield "schnick, single card", show_hand(await say(tables, single, ANN, "challenge", "1"), 0)
    masks = await begin(tables, "schamanen", options={"placement": "random"}, clock=HOUR)
    yield "schamanen, inbox", lambda locale: inbox.inbox([masks], ANN, {}, locale, NOBODY_AWAY)
    yield "schamanen, list", lambda locale: inbox.running([masks], ANN, {}, locale, NOBODY_AWAY, more=0)
    yield "schamanen, sealed row", show_hand(await say(tables, masks, ANN, "mask", "1"), 0)
    masks_again = await begin(tables, "schamanen", options={"placement": "random"})
    yield "schamanen, sealed column", show_hand(await say(tables, masks_again, BEN, "mask", "a"), 1)
    opened = await offer_match(tables, game="woodwalkers", kind="open", seats=3, fills=HOUR, clock=HOUR)
    assert isinstance(opened, Offer)
    yield "woodwalkers, open table", lambda locale: offer(opened, locale, NOBODY_AWAY, called=frozenset())


def transcribe(shown: Scene) -> str:
    """Write the lines above the board, those below it, and what the buttons say."""
    pressed = [it for row in shown.rows if isinstance(row, tuple) for it in row if isinstance(it, Button)]
    told = [f"{it.label} (with a picture)" if it.emoji else it.label for it in pressed]
    told += [row.empty for row in shown.rows if isinstance(row, Listed)]
    parts = (*shown.above, "⊞", *shown.below, *([shown.small] if shown.small else []), f"[{' | '.join(told)}]")
    return SEAL.sub("SEAL", " / ".join(parts).replace("\n", " / "))


async def test_scenes_say_what_was_approved(tables: Tables) -> None:
    lines = []
    async for name, show in list_scenes(tables):
        lines.append(f"{name}:")
        lines += [f"  {locale}: {transcribe(show(locale))}" for locale in LOCALES]
    assert_approved(Path(__file__).parent / "scenes.txt", lines)


@pytest.mark.parametrize(("late", "lines"), [(1, 1), (1000, 2)])
async def test_players_with_the_same_deadline_share_a_line(tables: Tables, late: int, lines: int) -> None:
    """The challenger uses a moment of the time that both have."""
    options = {"hands": ["stpfwsj", "ttppffj"], "pile": "stpfw", "first": 0}
    table = await begin(tables, "schnick", options=options, clock=24 * HOUR)
    table_after = await say_word(tables, table.id, ANN, *table.match.legal_moves(0)[0], now=NOON + late)
    assert isinstance(table_after, Play)
    scene = match_card.playing(table_after, "en", NOBODY_AWAY, uncovered=False)
    assert sum("⏳" in line for line in scene.below) == lines


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("schamanen", {}),
        ("schamanen", {"variant": "pro_stacks"}),
        ("schnick", {}),
        ("shamanic_chess", {}),
        pytest.param("woodwalkers", {}, marks=pytest.mark.gate),
    ],
)
async def test_picked_and_asked_things_are_each_said_once(tables: Tables, game: str, options: dict[str, str]) -> None:
    """On every page of a first choice: no list asks again what stands above it."""
    table = await begun(tables, game, None, **options)
    assert isinstance(table, Play)
    seat, pages = min(table.match.to_move), [""]
    ways = move_buttons.ways(game, table.match.view_of(seat))
    first = move_menu.page(ways)
    assert first
    deed = move_buttons.shared(table, seat) or move_buttons.unsaid(first)
    view = table.game.forget(table.match.view_of(seat))
    for rest in pages:
        page = move_menu.page(ways, rest)
        assert page
        pages += [choice.rest for choice in page.choices[-2:] if choice.word is None]
        for locale in LOCALES:
            scene = player_screen.asked(table, seat, locale, NOBODY_AWAY, player_screen.Beside(rest=rest))
            told = [line.casefold() for line in scene.below]
            for row in scene.rows:
                if isinstance(row, Listed):
                    assert not any(row.empty.partition(" (")[0].casefold() in it for it in told)
            for end in range(len(deed), len(page.said)):
                label = table.game.move_label(view, page.said[: end + 1], locale)
                thing = label.rpartition(" · ")[2].casefold()
                assert sum(thing in line for line in told) == 1 or label.endswith("…"), (thing, told)


async def test_sealed_arrangement_at_midnight_is_not_told_again(tables: Tables) -> None:
    """Not even they may look at their own tiles again."""
    table = await begin(tables, "woodwalkers", options={"variant": "midnight"})
    await say(tables, table, ANN, *table.match.legal_moves(0)[0])
    word = table.match.legal_moves(1)[0]
    after = await say_word(tables, table.id, BEN, *word)
    for locale in LOCALES:
        told = str(player_screen.hand(after, 1, locale, NOBODY_AWAY).above)
        assert not any(after.game.say(f"animal-{animal}", locale) in told for animal in word[1:])


async def test_arrangement_is_drawn_as_it_grows_for_its_player_only(tables: Tables) -> None:
    table = await begin(tables, "woodwalkers")
    word = table.match.legal_moves(0)[100]

    def read_picture(scene: Scene) -> Picture:
        assert isinstance(scene.board, Board)
        return scene.board.picture

    grown = [player_screen.Beside(rest=spell(word[:end]) if end else "") for end in (0, 2, 3, 4)]
    assert len({read_picture(player_screen.asked(table, 0, "en", NOBODY_AWAY, it)) for it in grown}) == 4
    table = await say(tables, table, ANN, *word)
    sketch = table.game.draw_partial_move(table.match.view_of(0), word)
    assert sketch
    for scene, drawn in (
        (player_screen.hand(table, 0, "en", NOBODY_AWAY), sketch),
        (player_screen.hand(table, 1, "en", NOBODY_AWAY), table.game.draw_board(table.match.view_of(1))),
        (
            match_card.playing(table, "en", NOBODY_AWAY, uncovered=False),
            table.game.draw_board(table.match.view_of(None)),
        ),
    ):
        assert read_picture(scene) == translate_picture(drawn, table.game.say, "en")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("the house to move", "The house to move"),
        ("✅ das Haus (Blau) hat gewählt.", "✅ Das Haus (Blau) hat gewählt."),
        ("**l’ordi** : 3", "**L’ordi** : 3"),
        ("<@11> to move", "<@11> to move"),
        ("🏆 <@11>: a card", "🏆 <@11>: a card"),
        ("…", "…"),
    ],
)
def test_sentence_begins_with_a_capital(line: str, sentence: str) -> None:
    assert names.sentence(line) == sentence
