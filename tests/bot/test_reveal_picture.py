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
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, begun, cause, round_of, said, show


class KeyWords(Words):
    """The texts of a game that has none of its own: the keys."""

    def __call__(self, key: str, locale: str, /, **_: object) -> str:
        return key if locale in LOCALES else ""


@pytest.fixture(autouse=True)
def morra_has_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "say", KeyWords("games"))


def playing(match: MatchState) -> RunningMatch:
    assert isinstance(match, RunningMatch)
    return match


async def play_a_round(matches: MatchService) -> RunningMatch:
    return playing(await round_of(matches, await begun(matches, BEN)))


def on_card(matches: MatchService, match: RunningMatch, *, uncovered: bool = False) -> SceneImage | None:
    return match_card.render_match_card(match, "en", matches.absences, uncovered=uncovered).reveal


def in_hand(
    matches: MatchService, match: MatchState, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> SceneImage | None:
    assert isinstance(match, RunningMatch | FinishedMatch)
    return player_screen.render_player_screen(match, 0, "en", matches.absences, context).reveal


async def test_reveal_is_on_the_card_and_in_each_hand_until_the_next(matches: MatchService) -> None:
    match = playing(await begun(matches, BEN))
    assert (
        on_card(matches, match)
        is in_hand(matches, match)
        is dialogs.render_spectator_board(match, "en", matches.absences).reveal
        is None
    )
    match = await play_a_round(matches)
    view = match.engine.view_of(None)
    first = on_card(matches, match)
    assert first
    assert first.picture == GAME.draw_reveal(view) != GAME.draw_board(view)
    assert first.names == match.player_ids
    assert dialogs.render_spectator_board(match, "en", matches.absences).reveal == in_hand(matches, match) == first
    # Whoever turns pages or thinks again has the board in view.
    assert in_hand(matches, match, PlayerScreenContext(move_prefix="show.")) is None
    match = playing((await show(matches, match, 0, step=1)).match)
    assert match.engine.sealed
    assert first == in_hand(matches, match) == on_card(matches, match)
    assert in_hand(matches, match, PlayerScreenContext(is_rethinking=True)) is None
    match = playing((await show(matches, match, 1, step=1)).match)
    assert first != in_hand(matches, match) == on_card(matches, match)
    # At the end two pictures would be taller than the window.
    for over in (
        await round_of(matches, match),
        (await said(matches, await play_a_round(matches), 1, RESIGN[0])).match,
    ):
        assert over.is_over
        assert in_hand(matches, over) is None


async def test_house_and_forgotten_players_have_words_for_names(matches: MatchService) -> None:
    match = await play_a_round(matches)
    await matches.forget_person(BEN, NOON)
    left = await matches.find_match(match.id)
    assert isinstance(left, FinishedMatch)
    assert list_picture_names(left, "en") == tuple(
        ANN if who == ANN else f"seat-{at}" for at, who in enumerate(left.player_ids)
    )
    housed = playing(await begun(matches, BEN, seats=4, house=2))
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
    assert on_card(matches, match) is None
    assert in_hand(matches, match) is None
    assert dialogs.render_spectator_board(match, "en", matches.absences).reveal is None
    opened = on_card(matches, match, uncovered=True)
    assert opened
    assert (
        opened
        == in_hand(matches, match, PlayerScreenContext(uncovered=True))
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


def settings() -> Iterator[pytest.ParameterSet]:
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


async def play_for_the_house(
    matches: MatchService, match: MatchState, dice: random.Random, seen: list[Any]
) -> MatchState:
    """Choose for the house and for whoever has one choice only. Add the state after each step to `seen`."""
    while isinstance(match, RunningMatch):
        engine, step = match.engine, match.engine.step
        seat = min(engine.to_move)
        legal = list(engine.legal_moves(seat))
        if seat in match.ai_controlled_seats:
            match = (await matches.play_ai_move(match.id, seat, dice.choice(legal), step=step, now_ms=NOON)).match
        elif engine.seats_asked == {seat} and len(legal) == 1:
            match = (await matches.play_forced_move(match.id, seat, legal[0], step=step, now_ms=NOON)).match
        else:
            break
        assert isinstance(match, StartedMatch)
        if match.engine.step > step:
            seen.append(match.engine.state)
    return match


@pytest.mark.parametrize(("game", "options", "seats", "people"), [*settings()])
async def test_next_message_of_a_player_shows_all_that_was_revealed_since_the_last(
    matches: MatchService, game: str, options: Mapping[str, Any], seats: int, people: int
) -> None:
    """What the house does at once hides nothing, nor does a step in which there is nothing to choose."""
    dice = random.Random(f"{game} {options} {seats} {people}")
    late = await check_a_match(matches, game, options, seats, people, dice)
    # With most deals, but not with all, the house challenges in its turn.
    for _ in range(30 if people == 1 and game == "schnick" and not late else 0):
        if late := await check_a_match(matches, game, options, seats, people, dice):
            break
    assert late or people > 1 or game != "schnick"


async def check_a_match(
    matches: MatchService, game: str, options: Mapping[str, Any], seats: int, people: int, dice: random.Random
) -> int:
    """Play by dice. Return how often somebody saw what was revealed before the newest step."""
    kind = "practice" if people == 1 else "challenge"
    terms = MatchTerms(kind=kind, seats=seats, house=seats - people, clock=None, rated=False)
    guests = (BEN,) * (people - 1)
    done = await matches.create_offer(
        ANN,
        guests,
        GAMES[game],
        options,
        terms,
        server_id=SERVER,
        channel_id=CHANNEL,
        interaction_id=cause(),
        now_ms=NOON,
    )
    for guest in guests:
        done = await matches.join_offer(done.match.id, guest, interaction_id=cause(), now_ms=NOON)
    match = await play_for_the_house(matches, done.match, dice, [])
    since: dict[Seat, list[Any]] = {}
    late = 0
    for _ in range(40):
        if not isinstance(match, RunningMatch):
            break
        seat = min(match.engine.to_move)
        person_id, step, awaited = match.player_ids[seat], match.engine.step, match.engine.seats_asked
        assert person_id is not None
        word = dice.choice(list(match.engine.legal_moves(seat)))
        match = (
            await matches.play_move(match.id, person_id, word, step=step, interaction_id=cause(), now_ms=NOON)
        ).match
        assert isinstance(match, StartedMatch)
        seen = [match.engine.state] if match.engine.step > step else []
        match = await play_for_the_house(matches, match, dice, seen)
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
