"""Tests for the picture that reveals simultaneous moves, on the card and in player messages."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.screens import match_card, player_screen, watch
from bot.screens.match_card import MAX_STEP_LINES, must_hide_again
from bot.screens.phrases import format_player_names, list_picture_names
from bot.screens.player_screen_state import DEFAULT_CONTEXT, PlayerScreenContext
from bot.screens.scene import ALT_TEXT_MAX_LENGTH, SceneImage
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
    NOON_MS,
    begin_match,
    begin_morra,
    play_for_seat,
    play_morra_round,
    play_token,
    show_fingers,
)


class KeyOnlyWords(Words):
    """Texts for a game that has none. Each text is its own key."""

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


async def test_card_and_player_messages_show_latest_reveal(matches: MatchService) -> None:
    match = as_running_match(await begin_morra(matches, BEN))
    assert (
        get_reveal_on_card(matches, match)
        is get_reveal_in_player_message(matches, match)
        is watch.render_watched_match(match, "en", matches.absences, watch.OnlookerPredictions({}, {})).reveal
        is None
    )
    match = await play_a_round(matches)
    view = match.engine.view_of(None)
    first = get_reveal_on_card(matches, match)
    assert first
    assert first.picture == GAME.draw_reveal(view) != GAME.draw_board(view)
    assert first.names == match.player_ids
    assert (
        watch.render_watched_match(match, "en", matches.absences, watch.OnlookerPredictions({}, {})).reveal
        == get_reveal_in_player_message(matches, match)
        == first
    )
    # A player who is choosing a move sees the board instead.
    assert get_reveal_in_player_message(matches, match, PlayerScreenContext(move_prefix="show.")) is None
    match = as_running_match(await show_fingers(matches, match, 0, step=1))
    assert match.engine.sealed
    assert first == get_reveal_in_player_message(matches, match) == get_reveal_on_card(matches, match)
    assert get_reveal_in_player_message(matches, match, PlayerScreenContext(is_rethinking=True)) is None
    match = as_running_match(await show_fingers(matches, match, 1, step=1))
    assert first != get_reveal_in_player_message(matches, match) == get_reveal_on_card(matches, match)
    # At the end two pictures would not fit into the window.
    for finished in (
        await play_morra_round(matches, match),
        await play_token(matches, await play_a_round(matches), 1, RESIGN[0]),
    ):
        assert finished.is_over
        assert get_reveal_in_player_message(matches, finished) is None


async def test_pictures_name_the_ai_and_forgotten_players(matches: MatchService) -> None:
    match = await play_a_round(matches)
    await matches.forget_person(BEN, NOON_MS)
    without_ben = await matches.find_match(match.id)
    assert isinstance(without_ben, FinishedMatch)
    assert list_picture_names(without_ben, "en") == tuple(
        ANN if player_id == ANN else f"seat-{seat}" for seat, player_id in enumerate(without_ben.player_ids)
    )
    with_ai = as_running_match(await begin_morra(matches, BEN, seats=3, house=1))
    for locale, ai_name in (("en", "House"), ("de", "Computer"), ("fr", "Ordi")):
        assert list_picture_names(with_ai, locale) == tuple(
            ai_name if player_id is None else player_id for player_id in with_ai.player_ids
        )


async def test_pictures_number_the_ai_players_and_those_who_replace_people(matches: MatchService) -> None:
    match = as_running_match(await begin_morra(matches, BEN, seats=3, house=1))
    seats = [match.player_ids.index(person_id) for person_id in (None, BEN)]
    left = as_running_match(await play_token(matches, match, seats[1], RESIGN[0]))
    names = list_picture_names(left, "en")
    assert [names[seat] for seat in seats] == [f"House {seat + 1}" for seat in seats]
    assert names[left.player_ids.index(ANN)] == ANN


async def test_reveal_to_be_forgotten_is_visible_only_while_uncovered(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forget_rounds(view: View) -> View:
        return replace(view, state=replace(view.state, rounds=0))

    monkeypatch.setattr(GAME, "forget", forget_rounds)
    # The texts do not mention the reveal, and it must be hidden all the same.
    monkeypatch.setattr(GAME, "describe_step", lambda *_: ["Shown."])
    match = await play_a_round(matches)
    assert must_hide_again(match, None)
    assert get_reveal_on_card(matches, match) is None
    assert get_reveal_in_player_message(matches, match) is None
    assert watch.render_watched_match(match, "en", matches.absences, watch.OnlookerPredictions({}, {})).reveal is None
    reveal = get_reveal_on_card(matches, match, is_uncovered=True)
    assert reveal
    assert reveal == get_reveal_in_player_message(matches, match, PlayerScreenContext(uncovered=True))


@pytest.mark.parametrize("locale", LOCALES)
async def test_alt_text_names_seats_and_is_truncated(
    matches: MatchService, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The alternative text contains no mentions, since screen readers would read them as numbers."""
    monkeypatch.setattr(GAME, "describe_step", lambda _, locale, names: [*names, locale] * 200)
    reveal = match_card.render_match_card(await play_a_round(matches), locale, matches.absences, uncovered=False).reveal
    assert reveal
    assert reveal.alt.startswith(f"seat-0 seat-1 {locale} ")
    assert len(reveal.alt) <= ALT_TEXT_MAX_LENGTH


def list_reveal_cases() -> Iterator[pytest.ParameterSet]:
    """Yield each variant of the games with reveals, with the fewest and the most seats, and with one and two people."""
    number = 0
    for key, game in GAMES.items():
        if not game.overrides("draw_reveal"):
            continue
        field = game.options_class.model_fields.get("variant")
        for variant in [{"variant": choice} for choice in list_choices(field.annotation)] if field else [{}]:
            for seats in {game.SEATS[0], game.SEATS[-1]}:
                for player_count in (1, 2):
                    # The quick run takes the smallest tables, alternately with one and two people.
                    is_gate = key != "schnick" and (player_count == 1 + number // 2 % 2 or seats > 2)
                    yield pytest.param(key, variant, seats, player_count, marks=[pytest.mark.gate] if is_gate else [])
                number += 1


async def play_ai_moves(
    matches: MatchService, match: MatchState, random_source: random.Random, states: list[Any]
) -> MatchState:
    """Play AI moves and forced moves until a person has a choice. Add the state after each step to `states`."""
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


@pytest.mark.parametrize(("game", "options", "seats", "player_count"), [*list_reveal_cases()])
async def test_player_message_shows_all_reveals_since_the_last_message(
    matches: MatchService, game: str, options: Mapping[str, Any], seats: int, player_count: int
) -> None:
    """AI moves and forced moves follow at once, and must not hide an earlier reveal."""
    dice = random.Random(f"{game} {options} {seats} {player_count}")
    early_reveal_count = await check_random_match(matches, game, options, seats, player_count, dice)
    # The AI challenges in its turn in most deals, but not in all of them.
    for _ in range(30 if player_count == 1 and game == "schnick" and not early_reveal_count else 0):
        if early_reveal_count := await check_random_match(matches, game, options, seats, player_count, dice):
            break
    assert early_reveal_count or player_count > 1 or game != "schnick"


async def check_random_match(
    matches: MatchService,
    game: str,
    options: Mapping[str, Any],
    seats: int,
    player_count: int,
    random_source: random.Random,
) -> int:
    """Play random moves and check each reveal. Return how many player messages showed one of an earlier step."""
    kind = "practice" if player_count == 1 else "challenge"
    guests = [BEN][: player_count - 1]
    begun = await begin_match(
        matches, *guests, game=game, options=options, kind=kind, seats=seats, house=seats - player_count, rated=False
    )
    match = await play_ai_moves(matches, begun, random_source, [])
    states_since_message: dict[Seat, list[Any]] = {}
    early_reveal_count = 0
    for _ in range(40):
        if not isinstance(match, RunningMatch):
            break
        seat = min(match.engine.to_move)
        step, seats_asked = match.engine.step, match.engine.seats_asked
        move = random_source.choice(list(match.engine.legal_moves(seat)))
        match = await play_for_seat(matches, match, seat, move, step=step)
        new_states = [match.engine.state] if match.engine.step > step else []
        match = await play_ai_moves(matches, match, random_source, new_states)
        if not isinstance(match, RunningMatch) or not new_states:
            continue
        for other_seat in states_since_message:
            states_since_message[other_seat] += new_states
        human_seats = [human_seat for human_seat in seats_asked if human_seat not in match.ai_controlled_seats]
        states_since_message |= {human_seat: [*new_states] for human_seat in human_seats}
        check_reveal(matches, match, None, new_states)
        early_reveal_count += sum(
            check_reveal(matches, match, human_seat, states_since_message[human_seat]) for human_seat in human_seats
        )
    return early_reveal_count


def check_reveal(matches: MatchService, match: RunningMatch, seat: Seat | None, states: Sequence[Any]) -> bool:
    """Check that a message shows the latest reveal and all texts. Return whether the reveal is from an earlier step."""
    views = [match.game.forget(match.game.view(state, seat)) for state in states]
    pictures = [match.game.draw_reveal(view) for view in views]
    if seat is None:
        scene = match_card.render_match_card(match, "en", matches.absences, uncovered=False)
    else:
        scene = player_screen.render_player_screen(match, seat, "en", matches.absences)
    pictures_shown = [translate_picture(picture, match.game.say, "en") for picture in pictures if picture is not None]
    assert (scene.reveal.picture if scene.reveal else None) == (pictures_shown[-1] if pictures_shown else None)
    lines = [match.game.describe_step(view, "en", format_player_names(match, "en")) for view in views]
    expected_texts = [
        line for step_lines, picture in zip(lines, pictures, strict=True) if picture for line in step_lines
    ]
    assert set(expected_texts[-(MAX_STEP_LINES - (0 if pictures[-1] else len(lines[-1]))) :]) <= set(scene.above)
    return bool(pictures_shown) and pictures[-1] is None
