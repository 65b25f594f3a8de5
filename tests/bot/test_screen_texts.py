"""Tests for the texts around the board: they match an approved file, and follow rules that hold for all games."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from bot.matches import service
from bot.matches.model import Offer, RunningMatch
from bot.matches.predictions import list_open_choices
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.screens import dialogs, inbox, match_card, move_buttons, move_menu, phrases, player_screen, watch
from bot.screens.move_menu import spell_move
from bot.screens.offer_card import render_offer_card
from bot.screens.player_screen_state import PlayerScreenContext
from bot.screens.scene import Button, ButtonMenu, Scene, SceneImage
from bot.wall_clock import HOUR_MS
from games import GAMES
from games.art import Picture, translate_picture
from games.core import Suggestion
from games.words import LOCALES
from storage import ScoredPrediction
from tests.games.approved_files import assert_file_approved
from tests.kit.matches import ANN, BEN, CAT, DAN, NOON_MS, begin_match, offer_match, play_move
from tests.kit.world import begin_match_with_ben

pytestmark = pytest.mark.usefixtures("without_morra")

NO_ABSENCES: Final = Absences()
MIDNIGHT_OPTIONS: Final = {"variant": "midnight", "animals": ["0 wolf d4", "1 wolf d5"], "forest": [], "rolls": [1]}
"""Options with two wolves that can meet at midnight, and with a first die that shows a one."""
CARD_OPTIONS: Final = {"hands": ["stpfwsj", "ttppffj"], "pile": "stpfw", "first": 0}
"""Options with which the first player challenges, and has several cards to choose from."""
SEAL_PATTERN: Final = re.compile(r"(?<=🎲 `)[\w-]{8}(?=`)|(?<![\w-])[\w-]{43}(?![\w-])")
"""A seal. Seals differ between runs, so the transcript replaces them."""

RenderInLocale: TypeAlias = Callable[[str], Scene]
"""A function that renders a scene in a locale."""


async def begin_match_of(matches: MatchService, game: str, **terms_fields: Any) -> RunningMatch:
    return await begin_match(matches, BEN, game=game, order=(0, 1), **terms_fields)


async def play_and_stay_running(matches: MatchService, match: RunningMatch, person_id: int, *move: str) -> RunningMatch:
    after = await play_move(matches, match.id, person_id, *move)
    assert isinstance(after, RunningMatch)
    return after


async def begin_duel(matches: MatchService, *hands: str) -> RunningMatch:
    return await begin_match_of(matches, "schnick", options={"hands": list(hands), "pile": "stpfw", "first": 0})


async def play_until_asked(matches: MatchService, first_token: str) -> RunningMatch:
    """Play Woodwalkers until the next seat has a legal move that begins with this token."""
    match = await begin_match_of(matches, "woodwalkers", options=MIDNIGHT_OPTIONS)
    for _ in range(9):
        seat = min(match.engine.to_move)
        legal = list(match.engine.legal_moves(seat))
        if any(move[0] == first_token for move in legal):
            return match
        # The wolves go where they can meet.
        move = next((it for it in legal if it[0] == "move" and it[-1] in {"d4", "d5"}), legal[0])
        match = await play_and_stay_running(matches, match, (ANN, BEN)[seat], *move)
    raise AssertionError(f"nobody is asked to {first_token}")


def make_player_message_renderer(match: RunningMatch, seat: int, **context_fields: Any) -> RenderInLocale:
    return lambda locale: player_screen.render_player_screen(
        match, seat, locale, NO_ABSENCES, PlayerScreenContext(**context_fields)
    )


def make_card_renderer(match: RunningMatch, seer_ids: Sequence[int] = ()) -> RenderInLocale:
    return lambda locale: match_card.render_match_card(match, locale, NO_ABSENCES, uncovered=False, seer_ids=seer_ids)


def make_watch_renderer(match: RunningMatch) -> RenderInLocale:
    """Return a renderer of what an onlooker sees who has predicted the last of the choices, if any can be predicted."""
    choices = list_open_choices(match)
    predicted = {seat: " ".join(moves[-1]) for seat, moves in [*choices.items()][-1:]}
    predictions = watch.OnlookerPredictions(choices, predicted, [ScoredPrediction(0, 2), ScoredPrediction(1, -1)])
    return lambda locale: watch.render_watched_match(match, locale, NO_ABSENCES, predictions)


def make_title_renderer(match: RunningMatch) -> RenderInLocale:
    """Return a renderer of two titles: for the board as text, and for a match between players with the same name."""
    same_names = replace(match, player_ids=(None, None))
    return lambda locale: Scene(
        above=(dialogs.render_board_text(match, 0, locale).above[0], match_card.format_match_title(same_names, locale))
    )


async def list_scenes(matches: MatchService) -> AsyncIterator[tuple[str, RenderInLocale]]:
    for key in GAMES:
        options: Any = {"schamanen": {"placement": "random"}, "schnick": CARD_OPTIONS}.get(key, {})
        match = await begin_match_of(matches, key, options=options, clock=HOUR_MS)
        for seat in sorted(match.engine.to_move):
            yield f"{key}, seat {seat}, first choice", make_player_message_renderer(match, seat, is_first_match=True)
        yield f"{key}, card", make_card_renderer(match)
        yield f"{key}, titles", make_title_renderer(match)
    for first_token in ("move", "guess"):
        match = await play_until_asked(matches, first_token)
        yield f"woodwalkers, asked to {first_token}", make_player_message_renderer(match, min(match.engine.to_move))
    match = await begin_duel(matches, "ssstt", "ppff")
    yield "schnick, to challenge", make_player_message_renderer(match, 0)
    match = await play_and_stay_running(matches, match, ANN, "challenge", "1")
    for seat in (0, 1):
        yield f"schnick, challenged, seat {seat}", make_player_message_renderer(match, seat)
    yield "schnick, challenged, card", make_card_renderer(match)
    for name, player_ids in (("house", (None, BEN)), ("forgotten", (-1, BEN))):
        yield f"schnick, {name} challenges, card", make_card_renderer(replace(match, player_ids=player_ids))
    suggestion, challenged = Suggestion(("card", "scissors"), "why-only-card"), match
    yield "schnick, hint", lambda locale: player_screen.render_hint(challenged, 0, suggestion, locale, NO_ABSENCES)
    match = await play_and_stay_running(matches, match, ANN, "card", "scissors")
    yield "schnick, sealed", make_player_message_renderer(match, 0)
    yield "schnick, last to choose", make_player_message_renderer(match, 1)
    single = await begin_duel(matches, "ww", "ppff")
    yield "schnick, single challenge", make_player_message_renderer(single, 0)
    yield (
        "schnick, single card",
        make_player_message_renderer(await play_and_stay_running(matches, single, ANN, "challenge", "1"), 0),
    )
    mask_match = await begin_match_of(matches, "schamanen", options={"placement": "random"}, clock=HOUR_MS)
    header = await matches.store.matches.load_header(mask_match.id)
    assert header
    yield "schamanen, card with seers", make_card_renderer(mask_match, seer_ids=(CAT, DAN, 55, 66))
    yield "schamanen, watched", make_watch_renderer(mask_match)
    yield "schamanen, inbox", lambda locale: inbox.render_inbox([mask_match], ANN, locale, NO_ABSENCES)
    yield (
        "schamanen, list",
        lambda locale: inbox.render_match_list(
            [(replace(header, card_message_id=77), mask_match)], ANN, locale, NO_ABSENCES, unlisted_count=0
        ),
    )
    yield (
        "schamanen, sealed row",
        make_player_message_renderer(await play_and_stay_running(matches, mask_match, ANN, "mask", "1"), 0),
    )
    second_mask_match = await begin_match_of(matches, "schamanen", options={"placement": "random"})
    yield (
        "schamanen, sealed column",
        make_player_message_renderer(await play_and_stay_running(matches, second_mask_match, BEN, "mask", "a"), 1),
    )
    open_offer = await offer_match(matches, game="woodwalkers", kind="open", seats=3, fills=HOUR_MS, clock=HOUR_MS)
    assert isinstance(open_offer, Offer)
    yield (
        "woodwalkers, open table",
        lambda locale: render_offer_card(open_offer, locale, NO_ABSENCES, pinged_ids=frozenset()),
    )


def transcribe_scene(scene: Scene) -> str:
    """Format the lines above and below the board and the labels of the buttons as a single line."""
    buttons = [button for row in scene.rows if isinstance(row, tuple) for button in row if isinstance(button, Button)]
    labels = [f"{button.label} (with a picture)" if button.emoji else button.label for button in buttons]
    labels += [row.placeholder for row in scene.rows if isinstance(row, ButtonMenu)]
    sections = [f"{section.text} [{section.button.label}]" for section in scene.sections]
    parts = (
        *scene.above,
        "⊞",
        *scene.below,
        *sections,
        *([scene.footer] if scene.footer else []),
        f"[{' | '.join(labels)}]",
    )
    return SEAL_PATTERN.sub("SEAL", " / ".join(parts).replace("\n", " / "))


async def test_scene_texts_match_approved_file(matches: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    # The same dice in every match, so that the file does not depend on the name of this test.
    monkeypatch.setattr(service, "token_bytes", bytes)
    lines = []
    async for name, render in list_scenes(matches):
        lines.append(f"{name}:")
        lines += [f"  {locale}: {transcribe_scene(render(locale))}" for locale in LOCALES]
    assert_file_approved(Path(__file__).parent / "scenes.txt", lines)


@pytest.mark.parametrize(("elapsed_ms", "line_count"), [(1, 1), (1000, 2)])
async def test_players_with_the_same_deadline_share_a_line(
    matches: MatchService, elapsed_ms: int, line_count: int
) -> None:
    """The first player uses `elapsed_ms` of the time, so the deadlines differ by as much."""
    match = await begin_match_of(matches, "schnick", options=CARD_OPTIONS, clock=24 * HOUR_MS)
    after = await play_move(matches, match.id, ANN, *match.engine.legal_moves(0)[0], now_ms=NOON_MS + elapsed_ms)
    assert isinstance(after, RunningMatch)
    scene = match_card.render_match_card(after, "en", NO_ABSENCES, uncovered=False)
    assert sum("⏳" in line for line in scene.below) == line_count


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
async def test_move_menu_pages_repeat_no_text(matches: MatchService, game: str, options: dict[str, str]) -> None:
    """Placeholders of menus and tokens that are already chosen must not appear twice on a page."""
    match = await begin_match_with_ben(matches, game, None, **options)
    seat, pages = min(match.engine.to_move), [""]
    moves = move_buttons.get_clickable_moves(game, match.engine.view_of(seat))
    first_page = move_menu.build_menu_page(moves)
    assert first_page
    shared_prefix = move_buttons.find_shared_first_token(match, seat) or move_buttons.find_unlabeled_verb(first_page)
    view = match.game.forget(match.engine.view_of(seat))
    for prefix in pages:
        page = move_menu.build_menu_page(moves, prefix)
        assert page
        pages += [choice.move_prefix for choice in page.choices[-2:] if choice.move is None]
        for locale in LOCALES:
            scene = player_screen.render_move_choice(
                match, seat, locale, NO_ABSENCES, PlayerScreenContext(move_prefix=prefix)
            )
            lines = [line.casefold() for line in scene.below]
            for row in scene.rows:
                if isinstance(row, ButtonMenu):
                    assert not any(row.placeholder.partition(" (")[0].casefold() in line for line in lines)
            for end in range(len(shared_prefix), len(page.shared_tokens)):
                label = match.game.move_label(view, page.shared_tokens[: end + 1], locale)
                token_text = label.rpartition(" · ")[2].casefold()
                assert sum(token_text in line for line in lines) == 1 or label.endswith("…"), (token_text, lines)


async def test_sealed_arrangement_at_midnight_is_hidden_from_its_player(matches: MatchService) -> None:
    """In the midnight variant, players may not look at their own animals again after they have arranged them."""
    match = await begin_match_of(matches, "woodwalkers", options={"variant": "midnight"})
    await play_and_stay_running(matches, match, ANN, *match.engine.legal_moves(0)[0])
    move = match.engine.legal_moves(1)[0]
    after = await play_move(matches, match.id, BEN, *move)
    for locale in LOCALES:
        text = str(player_screen.render_player_screen(after, 1, locale, NO_ABSENCES).above)
        assert not any(after.game.say(f"animal-{animal}", locale) in text for animal in move[1:])


async def test_partial_arrangement_is_drawn_only_for_its_player(matches: MatchService) -> None:
    match = await begin_match_of(matches, "woodwalkers")
    move = match.engine.legal_moves(0)[100]

    def read_picture(scene: Scene) -> Picture:
        assert isinstance(scene.board, SceneImage)
        return scene.board.picture

    contexts = [PlayerScreenContext(move_prefix=spell_move(move[:end]) if end else "") for end in (0, 2, 3, 4)]
    scenes = [player_screen.render_move_choice(match, 0, "en", NO_ABSENCES, context) for context in contexts]
    assert len({*map(read_picture, scenes)}) == 4
    match = await play_and_stay_running(matches, match, ANN, *move)
    partial_board = match.game.draw_partial_move(match.engine.view_of(0), move)
    assert partial_board
    for scene, expected in (
        (player_screen.render_player_screen(match, 0, "en", NO_ABSENCES), partial_board),
        (
            player_screen.render_player_screen(match, 1, "en", NO_ABSENCES),
            match.game.draw_board(match.engine.view_of(1)),
        ),
        (
            match_card.render_match_card(match, "en", NO_ABSENCES, uncovered=False),
            match.game.draw_board(match.engine.view_of(None)),
        ),
    ):
        assert read_picture(scene) == translate_picture(expected, match.game.say, "en")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("the house to move", "The house to move"),
        ("✅ der Computer (Blau) hat gewählt.", "✅ Der Computer (Blau) hat gewählt."),
        ("**l’ordi** : 3", "**L’ordi** : 3"),
        ("<@11> to move", "<@11> to move"),
        ("🏆 <@11>: a card", "🏆 <@11>: a card"),
        ("…", "…"),
    ],
)
def test_sentence_is_capitalized(line: str, sentence: str) -> None:
    assert phrases.capitalize_sentence(line) == sentence
