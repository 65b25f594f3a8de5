"""The texts around a board in player messages, cards and lists: approved ones, and rules for every game."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from bot.matches.model import Offer, RunningMatch
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.screens import dialogs, inbox, match_card, move_buttons, move_menu, phrases, player_screen
from bot.screens.move_menu import spell_move
from bot.screens.offer_card import render_offer_card
from bot.screens.player_screen_state import PlayerScreenContext
from bot.screens.scene import Button, ButtonMenu, Scene, SceneImage
from bot.wall_clock import HOUR_MS
from games import GAMES
from games.art import Picture, translate_picture
from games.core import Suggestion
from games.words import LOCALES
from tests.games.approved_files import assert_file_approved
from tests.kit.matches import ANN, BEN, NOON_MS, begin_match, offer_match, play_move
from tests.kit.world import begin_match_with_ben

pytestmark = pytest.mark.usefixtures("without_morra")

NO_ABSENCES: Final = Absences()
MIDNIGHT_OPTIONS: Final = {"variant": "midnight", "animals": ["0 wolf d4", "1 wolf d5"], "forest": [], "rolls": [1]}
"""Two wolves meet at midnight, and the first die shows a one."""
SEAL_PATTERN: Final = re.compile(r"\b[\w-]{12}(?:…|[\w-]{31})")
"""It depends on the dice of the run."""

RenderInLocale: TypeAlias = Callable[[str], Scene]
"""A scene in a language."""


async def begin_match_of(matches: MatchService, game: str, **terms_fields: Any) -> RunningMatch:
    return await begin_match(matches, BEN, game=game, order=(0, 1), **terms_fields)


async def play_and_stay_running(matches: MatchService, match: RunningMatch, person_id: int, *move: str) -> RunningMatch:
    after = await play_move(matches, match.id, person_id, *move)
    assert isinstance(after, RunningMatch)
    return after


async def begin_duel(matches: MatchService, *hands: str) -> RunningMatch:
    return await begin_match_of(matches, "schnick", options={"hands": list(hands), "pile": "stpfw", "first": 0})


async def play_until_asked(matches: MatchService, first_token: str) -> RunningMatch:
    """Play until somebody is asked this in Woodwalkers."""
    match = await begin_match_of(matches, "woodwalkers", options=MIDNIGHT_OPTIONS)
    for _ in range(9):
        seat = min(match.engine.to_move)
        legal = list(match.engine.legal_moves(seat))
        if any(word[0] == first_token for word in legal):
            return match
        # Whoever can reach the other goes there.
        word = next((it for it in legal if it[0] == "move" and it[-1] in {"d4", "d5"}), legal[0])
        match = await play_and_stay_running(matches, match, (ANN, BEN)[seat], *word)
    raise AssertionError(f"nobody is asked to {first_token}")


def make_player_message_renderer(match: RunningMatch, seat: int, **context_fields: Any) -> RenderInLocale:
    return lambda locale: player_screen.render_player_screen(
        match, seat, locale, NO_ABSENCES, PlayerScreenContext(**context_fields)
    )


def make_card_renderer(match: RunningMatch) -> RenderInLocale:
    return lambda locale: match_card.render_match_card(match, locale, NO_ABSENCES, uncovered=False)


def make_title_renderer(match: RunningMatch) -> RenderInLocale:
    """Of the board as text, and of a match in which two have the same name."""
    alike = replace(match, player_ids=(None, None))
    return lambda locale: Scene(
        above=(dialogs.render_board_text(match, 0, locale).above[0], match_card.format_match_title(alike, locale))
    )


async def list_scenes(matches: MatchService) -> AsyncIterator[tuple[str, RenderInLocale]]:
    for key in GAMES:
        options = {"placement": "random"} if key == "schamanen" else {}
        match = await begin_match_of(matches, key, options=options, clock=HOUR_MS)
        for seat in sorted(match.engine.to_move):
            yield f"{key}, seat {seat}, first choice", make_player_message_renderer(match, seat, is_first_match=True)
        yield f"{key}, card", make_card_renderer(match)
        yield f"{key}, titles", make_title_renderer(match)
    for verb in ("move", "guess"):
        match = await play_until_asked(matches, verb)
        yield f"woodwalkers, asked to {verb}", make_player_message_renderer(match, min(match.engine.to_move))
    match = await begin_duel(matches, "ssstt", "ppff")
    yield "schnick, to challenge", make_player_message_renderer(match, 0)
    match = await play_and_stay_running(matches, match, ANN, "challenge", "1")
    for seat in (0, 1):
        yield f"schnick, challenged, seat {seat}", make_player_message_renderer(match, seat)
    yield "schnick, challenged, card", make_card_renderer(match)
    for name, people in (("house", (None, BEN)), ("forgotten", (-1, BEN))):
        yield f"schnick, {name} challenges, card", make_card_renderer(replace(match, player_ids=people))
    thought, asks = Suggestion(("card", "scissors"), "why-only-card"), match
    yield "schnick, hint", lambda locale: player_screen.render_hint(asks, 0, thought, locale, NO_ABSENCES)
    match = await play_and_stay_running(matches, match, ANN, "card", "scissors")
    yield "schnick, sealed", make_player_message_renderer(match, 0)
    yield "schnick, last to choose", make_player_message_renderer(match, 1)
    single = await begin_duel(matches, "ww", "ppff")
    yield "schnick, single challenge", make_player_message_renderer(single, 0)
    yield (
        "schnick, single card",
        make_player_message_renderer(await play_and_stay_running(matches, single, ANN, "challenge", "1"), 0),
    )
    masks = await begin_match_of(matches, "schamanen", options={"placement": "random"}, clock=HOUR_MS)
    yield "schamanen, inbox", lambda locale: inbox.render_inbox([masks], ANN, {}, locale, NO_ABSENCES)
    yield (
        "schamanen, list",
        lambda locale: inbox.render_match_list([masks], ANN, {}, locale, NO_ABSENCES, unlisted_count=0),
    )
    yield (
        "schamanen, sealed row",
        make_player_message_renderer(await play_and_stay_running(matches, masks, ANN, "mask", "1"), 0),
    )
    masks_again = await begin_match_of(matches, "schamanen", options={"placement": "random"})
    yield (
        "schamanen, sealed column",
        make_player_message_renderer(await play_and_stay_running(matches, masks_again, BEN, "mask", "a"), 1),
    )
    opened = await offer_match(matches, game="woodwalkers", kind="open", seats=3, fills=HOUR_MS, clock=HOUR_MS)
    assert isinstance(opened, Offer)
    yield (
        "woodwalkers, open table",
        lambda locale: render_offer_card(opened, locale, NO_ABSENCES, pinged_ids=frozenset()),
    )


def transcribe_scene(scene: Scene) -> str:
    """Write the lines above the board, those below it, and what the buttons say."""
    pressed = [it for row in scene.rows if isinstance(row, tuple) for it in row if isinstance(it, Button)]
    told = [f"{it.label} (with a picture)" if it.emoji else it.label for it in pressed]
    told += [row.placeholder for row in scene.rows if isinstance(row, ButtonMenu)]
    parts = (*scene.above, "⊞", *scene.below, *([scene.footer] if scene.footer else []), f"[{' | '.join(told)}]")
    return SEAL_PATTERN.sub("SEAL", " / ".join(parts).replace("\n", " / "))


async def test_scenes_say_what_was_approved(matches: MatchService) -> None:
    lines = []
    async for name, show in list_scenes(matches):
        lines.append(f"{name}:")
        lines += [f"  {locale}: {transcribe_scene(show(locale))}" for locale in LOCALES]
    assert_file_approved(Path(__file__).parent / "scenes.txt", lines)


@pytest.mark.parametrize(("late", "lines"), [(1, 1), (1000, 2)])
async def test_players_with_the_same_deadline_share_a_line(matches: MatchService, late: int, lines: int) -> None:
    """The challenger uses a moment of the time that both have."""
    options = {"hands": ["stpfwsj", "ttppffj"], "pile": "stpfw", "first": 0}
    match = await begin_match_of(matches, "schnick", options=options, clock=24 * HOUR_MS)
    table_after = await play_move(matches, match.id, ANN, *match.engine.legal_moves(0)[0], now_ms=NOON_MS + late)
    assert isinstance(table_after, RunningMatch)
    scene = match_card.render_match_card(table_after, "en", NO_ABSENCES, uncovered=False)
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
async def test_picked_and_asked_things_are_each_said_once(
    matches: MatchService, game: str, options: dict[str, str]
) -> None:
    """On every page of a first choice: no list asks again what stands above it."""
    match = await begin_match_with_ben(matches, game, None, **options)
    assert isinstance(match, RunningMatch)
    seat, pages = min(match.engine.to_move), [""]
    ways = move_buttons.get_clickable_moves(game, match.engine.view_of(seat))
    first = move_menu.build_menu_page(ways)
    assert first
    deed = move_buttons.find_shared_first_token(match, seat) or move_buttons.find_unlabeled_verb(first)
    view = match.game.forget(match.engine.view_of(seat))
    for rest in pages:
        page = move_menu.build_menu_page(ways, rest)
        assert page
        pages += [choice.move_prefix for choice in page.choices[-2:] if choice.move is None]
        for locale in LOCALES:
            scene = player_screen.render_move_choice(
                match, seat, locale, NO_ABSENCES, PlayerScreenContext(move_prefix=rest)
            )
            told = [line.casefold() for line in scene.below]
            for row in scene.rows:
                if isinstance(row, ButtonMenu):
                    assert not any(row.placeholder.partition(" (")[0].casefold() in it for it in told)
            for end in range(len(deed), len(page.shared_tokens)):
                label = match.game.move_label(view, page.shared_tokens[: end + 1], locale)
                thing = label.rpartition(" · ")[2].casefold()
                assert sum(thing in line for line in told) == 1 or label.endswith("…"), (thing, told)


async def test_sealed_arrangement_at_midnight_is_not_told_again(matches: MatchService) -> None:
    """Not even they may look at their own tiles again."""
    match = await begin_match_of(matches, "woodwalkers", options={"variant": "midnight"})
    await play_and_stay_running(matches, match, ANN, *match.engine.legal_moves(0)[0])
    word = match.engine.legal_moves(1)[0]
    after = await play_move(matches, match.id, BEN, *word)
    for locale in LOCALES:
        told = str(player_screen.render_player_screen(after, 1, locale, NO_ABSENCES).above)
        assert not any(after.game.say(f"animal-{animal}", locale) in told for animal in word[1:])


async def test_arrangement_is_drawn_as_it_grows_for_its_player_only(matches: MatchService) -> None:
    match = await begin_match_of(matches, "woodwalkers")
    word = match.engine.legal_moves(0)[100]

    def read_picture(scene: Scene) -> Picture:
        assert isinstance(scene.board, SceneImage)
        return scene.board.picture

    grown = [PlayerScreenContext(move_prefix=spell_move(word[:end]) if end else "") for end in (0, 2, 3, 4)]
    assert len({read_picture(player_screen.render_move_choice(match, 0, "en", NO_ABSENCES, it)) for it in grown}) == 4
    match = await play_and_stay_running(matches, match, ANN, *word)
    sketch = match.game.draw_partial_move(match.engine.view_of(0), word)
    assert sketch
    for scene, drawn in (
        (player_screen.render_player_screen(match, 0, "en", NO_ABSENCES), sketch),
        (
            player_screen.render_player_screen(match, 1, "en", NO_ABSENCES),
            match.game.draw_board(match.engine.view_of(1)),
        ),
        (
            match_card.render_match_card(match, "en", NO_ABSENCES, uncovered=False),
            match.game.draw_board(match.engine.view_of(None)),
        ),
    ):
        assert read_picture(scene) == translate_picture(drawn, match.game.say, "en")


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
    assert phrases.capitalize_sentence(line) == sentence
