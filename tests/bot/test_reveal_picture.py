"""The picture of moves that several players just made at once, on the card and in player messages."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.screens import dialogs, match_card, player_screen
from bot.screens.match_card import ALT_TEXT_MAX_LENGTH, MAX_STEP_LINES, must_hide_again
from bot.screens.phrases import format_player_names, list_picture_names
from bot.screens.player_screen_state import DEFAULT_CONTEXT, PlayerScreenContext
from bot.screens.scene import SceneImage
from games import GAMES
from games.art import translate_picture
from games.core import Seat
from games.match import RESIGN
from games.options import list_choices
from games.words import LOCALES, Words
from tests.games.morra import GAME, View
from tests.kit.matches import (
    ANN,
    BEN,
    CHANNEL_ID,
    NOON_MS,
    SERVER_ID,
    begin_morra,
    next_interaction_id,
    play_morra_round,
    play_token,
    show_fingers,
)


class KeyOnlyWords(Words):
    """The texts of a game that has none of its own: the keys."""

    def __call__(self, key: str, locale: str, /, **_: object) -> str:
        return key if locale in LOCALES else ""


@pytest.fixture(autouse=True)
def morra_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "say", KeyOnlyWords("games"))


def as_running_match(match: MatchState) -> RunningMatch:
    assert isinstance(match, RunningMatch)
    return match


async def play_a_round(matches: MatchService) -> RunningMatch:
    return as_running_match(await play_morra_round(matches, await begin_morra(matches, BEN)))


def get_reveal_on_card(matches: MatchService, match: RunningMatch, *, is_uncovered: bool = False) -> SceneImage | None:
    return match_card.render_match_card(match, "en", matches.absences, uncovered=is_uncovered).reveal


def get_reveal_in_player_message(
    matches: MatchService, match: MatchState, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> SceneImage | None:
    assert isinstance(match, RunningMatch | FinishedMatch)
    return player_screen.render_player_screen(match, 0, "en", matches.absences, context).reveal


async def test_reveal_is_on_the_card_and_in_each_hand_until_the_next(matches: MatchService) -> None:
    match = as_running_match(await begin_morra(matches, BEN))
    assert (
        get_reveal_on_card(matches, match)
        is get_reveal_in_player_message(matches, match)
        is dialogs.render_spectator_board(match, "en", matches.absences).reveal
        is None
    )
    match = await play_a_round(matches)
    view = match.engine.view_of(None)
    first = get_reveal_on_card(matches, match)
    assert first
    assert first.picture == GAME.draw_reveal(view) != GAME.draw_board(view)
    assert first.names == match.player_ids
    assert (
        dialogs.render_spectator_board(match, "en", matches.absences).reveal
        == get_reveal_in_player_message(matches, match)
        == first
    )
    # Whoever turns pages or thinks again has the board in view.
    assert get_reveal_in_player_message(matches, match, PlayerScreenContext(move_prefix="show.")) is None
    match = as_running_match((await show_fingers(matches, match, 0, step=1)).match)
    assert match.engine.sealed
    assert first == get_reveal_in_player_message(matches, match) == get_reveal_on_card(matches, match)
    assert get_reveal_in_player_message(matches, match, PlayerScreenContext(is_rethinking=True)) is None
    match = as_running_match((await show_fingers(matches, match, 1, step=1)).match)
    assert first != get_reveal_in_player_message(matches, match) == get_reveal_on_card(matches, match)
    # At the end two pictures would be taller than the window.
    for over in (
        await play_morra_round(matches, match),
        (await play_token(matches, await play_a_round(matches), 1, RESIGN[0])).match,
    ):
        assert over.is_over
        assert get_reveal_in_player_message(matches, over) is None


async def test_house_and_forgotten_players_have_words_for_names(matches: MatchService) -> None:
    match = await play_a_round(matches)
    await matches.forget_person(BEN, NOON_MS)
    left = await matches.find_match(match.id)
    assert isinstance(left, FinishedMatch)
    assert list_picture_names(left, "en") == tuple(
        ANN if who == ANN else f"seat-{at}" for at, who in enumerate(left.player_ids)
    )
    housed = as_running_match(await begin_morra(matches, BEN, seats=4, house=2))
    for locale, house in (("en", "The house"), ("fr", "L’ordi")):
        assert list_picture_names(housed, locale) == tuple(house if who is None else who for who in housed.player_ids)


async def test_reveal_that_must_be_hidden_again_is_seen_only_while_uncovered(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def covered(view: View) -> View:
        return replace(view, state=replace(view.state, rounds=0))

    monkeypatch.setattr(GAME, "forget", covered)
    # Nothing else tells of it: it is covered all the same.
    monkeypatch.setattr(GAME, "describe_step", lambda *_: ["Shown."])
    match = await play_a_round(matches)
    assert must_hide_again(match, None)
    assert get_reveal_on_card(matches, match) is None
    assert get_reveal_in_player_message(matches, match) is None
    assert dialogs.render_spectator_board(match, "en", matches.absences).reveal is None
    opened = get_reveal_on_card(matches, match, is_uncovered=True)
    assert opened
    assert (
        opened
        == get_reveal_in_player_message(matches, match, PlayerScreenContext(uncovered=True))
        == dialogs.render_temporary_reveal(match, 0, "en").reveal
    )


@pytest.mark.parametrize("locale", LOCALES)
async def test_alt_text_names_seats_and_is_not_too_long(
    matches: MatchService, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen reader reads mentions as numbers."""
    monkeypatch.setattr(GAME, "describe_step", lambda _, locale, names: [*names, locale] * 200)
    public = match_card.render_match_card(await play_a_round(matches), locale, matches.absences, uncovered=False).reveal
    assert public
    assert public.alt.startswith(f"seat-0 seat-1 {locale} ")
    assert len(public.alt) <= ALT_TEXT_MAX_LENGTH


def list_settings() -> Iterator[pytest.ParameterSet]:
    """Every game that has reveals, in its variants, at its smallest table and its largest, of one person or two."""
    at = 0
    for key, game in GAMES.items():
        if not game.overrides("draw_reveal"):
            continue
        field = game.options_class.model_fields.get("variant")
        for variant in [{"variant": it} for it in list_choices(field.annotation)] if field else [{}]:
            for seats in {game.SEATS[0], game.SEATS[-1]}:
                for people in (1, 2):
                    # At every change at small tables, of one or two people by turns.
                    late = key != "schnick" and (people == 1 + at // 2 % 2 or seats > 2)
                    yield pytest.param(key, variant, seats, people, marks=[pytest.mark.gate] if late else [])
                at += 1


async def play_ai_moves(
    matches: MatchService, match: MatchState, random_source: random.Random, states: list[Any]
) -> MatchState:
    """Choose for the house and for whoever has one choice only. Add the state after each step to `seen`."""
    while isinstance(match, RunningMatch):
        engine, step = match.engine, match.engine.step
        seat = min(engine.to_move)
        legal = list(engine.legal_moves(seat))
        if seat in match.ai_controlled_seats:
            match = (
                await matches.play_ai_move(match.id, seat, random_source.choice(legal), step=step, now_ms=NOON_MS)
            ).match
        elif engine.seats_asked == {seat} and len(legal) == 1:
            match = (await matches.play_forced_move(match.id, seat, legal[0], step=step, now_ms=NOON_MS)).match
        else:
            break
        assert isinstance(match, StartedMatch)
        if match.engine.step > step:
            states.append(match.engine.state)
    return match


@pytest.mark.parametrize(("game", "options", "seats", "people"), [*list_settings()])
async def test_next_message_of_a_player_shows_all_that_was_revealed_since_the_last(
    matches: MatchService, game: str, options: Mapping[str, Any], seats: int, people: int
) -> None:
    """What the house does at once hides nothing, nor does a step in which there is nothing to choose."""
    dice = random.Random(f"{game} {options} {seats} {people}")
    late = await check_random_match(matches, game, options, seats, people, dice)
    # With most deals, but not with all, the house challenges in its turn.
    for _ in range(30 if people == 1 and game == "schnick" and not late else 0):
        if late := await check_random_match(matches, game, options, seats, people, dice):
            break
    assert late or people > 1 or game != "schnick"


async def check_random_match(
    matches: MatchService,
    game: str,
    options: Mapping[str, Any],
    seats: int,
    player_count: int,
    random_source: random.Random,
) -> int:
    """Play by dice. Return how often somebody saw what was revealed before the newest step."""
    kind = "practice" if player_count == 1 else "challenge"
    terms = MatchTerms(kind=kind, seats=seats, house=seats - player_count, clock=None, rated=False)
    guests = (BEN,) * (player_count - 1)
    done = await matches.create_offer(
        ANN,
        guests,
        GAMES[game],
        options,
        terms,
        server_id=SERVER_ID,
        channel_id=CHANNEL_ID,
        interaction_id=next_interaction_id(),
        now_ms=NOON_MS,
    )
    for guest in guests:
        done = await matches.join_offer(done.match.id, guest, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    match = await play_ai_moves(matches, done.match, random_source, [])
    since: dict[Seat, list[Any]] = {}
    late = 0
    for _ in range(40):
        if not isinstance(match, RunningMatch):
            break
        seat = min(match.engine.to_move)
        person_id, step, awaited = match.player_ids[seat], match.engine.step, match.engine.seats_asked
        assert person_id is not None
        word = random_source.choice(list(match.engine.legal_moves(seat)))
        match = (
            await matches.play_move(
                match.id, person_id, word, step=step, interaction_id=next_interaction_id(), now_ms=NOON_MS
            )
        ).match
        assert isinstance(match, StartedMatch)
        seen = [match.engine.state] if match.engine.step > step else []
        match = await play_ai_moves(matches, match, random_source, seen)
        if not isinstance(match, RunningMatch) or not seen:
            continue
        for other in since:
            since[other] += seen
        deciders = [it for it in awaited if it not in match.ai_controlled_seats]
        since |= {it: [*seen] for it in deciders}
        check_reveal(matches, match, None, seen)
        late += sum(check_reveal(matches, match, it, since[it]) for it in deciders)
    return late


def check_reveal(matches: MatchService, match: RunningMatch, seat: Seat | None, states: Sequence[Any]) -> bool:
    """Check that a hand, or the card, shows the newest reveal and tells all. Is it older than the newest step?"""
    views = [match.game.forget(match.game.view(state, seat)) for state in states]
    pictures = [match.game.draw_reveal(view) for view in views]
    if seat is None:
        scene = match_card.render_match_card(match, "en", matches.absences, uncovered=False)
    else:
        scene = player_screen.render_player_screen(match, seat, "en", matches.absences)
    newest = [translate_picture(it, match.game.say, "en") for it in pictures if it is not None]
    assert (scene.reveal.picture if scene.reveal else None) == (newest[-1] if newest else None)
    lines = [match.game.describe_step(view, "en", format_player_names(match, "en")) for view in views]
    told = [line for each, it in zip(lines, pictures, strict=True) if it for line in each]
    assert set(told[-(MAX_STEP_LINES - (0 if pictures[-1] else len(lines[-1]))) :]) <= set(scene.above)
    return bool(newest) and pictures[-1] is None
