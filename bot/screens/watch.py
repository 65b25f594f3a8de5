"""The private screen of onlookers in a running match: the public board, its history, and predictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.i18n import say
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.predictions import CLOCK_MIN_MS, OpenChoices
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_rules_button
from bot.screens.match_card import (
    format_awaited_players,
    format_departures,
    format_match_title,
    format_recent_steps,
    list_recent_views,
    render_board,
    render_latest_reveal,
)
from bot.screens.move_buttons import join_token_labels
from bot.screens.phrases import format_person_in_seat, format_preset_start
from bot.screens.review import render_review_board
from bot.screens.scene import Button, Row, Scene
from bot.wall_clock import MINUTE_MS
from games.core import Game, Move, Seat
from games.words import SEAT_SHAPES
from storage import Journal, ScoredPrediction


@dataclass(frozen=True, slots=True)
class OnlookerPredictions:
    """The choices of a match that a reader can predict, and the reader's predictions."""

    choices: OpenChoices
    own: Mapping[Seat, str]
    """The reader's predictions in this step by seat, as tokens joined by spaces."""
    scored: Sequence[ScoredPrediction] = ()
    """The latest predictions of the reader that have been scored."""
    needs_longer_clock: bool = False
    """Whether nothing can be predicted for the sole reason that the match's clock is too short."""


def render_watched_match(
    match: RunningMatch, locale: str, absences: Absences, predictions: OnlookerPredictions
) -> Scene:
    """Render the public board, with a row of buttons for each choice that the reader can predict."""
    view, views = match.game.forget(match.engine.view_of(None)), list_recent_views(match, uncovered=False)
    labels = {
        seat: format_prediction_labels(match.game, view, moves, locale) for seat, moves in predictions.choices.items()
    }
    return Scene(
        above=(
            f"### {format_match_title(match, locale)}",
            *format_departures(match, locale),
            *format_recent_steps(match, views, locale),
        ),
        reveal=render_latest_reveal(match, views, locale),
        board=render_board(match, view, locale),
        below=(
            *format_awaited_players(match, locale, absences),
            *format_scored_predictions(match, predictions.scored, locale),
            *_format_predictions(match, predictions, labels, locale),
        ),
        rows=(
            *_build_prediction_rows(match, predictions, labels, locale),
            *_build_onlooker_rows(match, match.engine.step, locale),
        ),
        footer=" · ".join(format_preset_start(match.game, match.options, locale)),
        accent_color=match.game.ACCENT_COLOR,
    )


def render_earlier_board(match: RunningMatch, journal: Journal, step: int, locale: str) -> Scene:
    """Render the public board as it was after this step."""
    board = render_review_board(match, journal, str(step), locale)
    return replace(board, rows=_build_onlooker_rows(match, step, locale))


def format_prediction_labels(game: Game[Any, Any, Any], view: Any, moves: Sequence[Move], locale: str) -> list[str]:
    """Return a capitalized label for each move, without the tokens with which all moves begin."""
    shared = next(count for count in range(len(moves[0])) if len({move[: count + 1] for move in moves}) > 1)
    labels = [join_token_labels(game, view, move, locale, shared) for move in moves]
    return [label[:1].upper() + label[1:] for label in labels]


def format_scored_predictions(match: StartedMatch, scored: Sequence[ScoredPrediction], locale: str) -> Iterator[str]:
    """Yield a line that tells the reader how their latest predictions came out, if there are any."""
    outcomes = [
        say(
            "prediction-right" if it.score > 0 else "prediction-wrong",
            locale,
            who=_format_player(match, it.seat, locale),
            points=abs(it.score),
        )
        for it in scored
    ]
    if outcomes:
        yield say("prediction-last", locale, outcomes=" · ".join(outcomes))


def _format_predictions(
    match: RunningMatch, predictions: OnlookerPredictions, labels: Mapping[Seat, Sequence[str]], locale: str
) -> Iterator[str]:
    expected = [
        f"{_format_player(match, seat, locale)} **{label}**"
        for seat, moves in predictions.choices.items()
        for move, label in zip(moves, labels[seat], strict=True)
        if predictions.own.get(seat) == " ".join(move)
    ]
    if expected:
        yield say("prediction", locale, what=" · ".join(expected))
    elif predictions.choices:
        players = [_format_player(match, seat, locale) for seat in predictions.choices]
        yield say("prediction-ask", locale, who=" · ".join(players))
    elif predictions.needs_longer_clock:
        yield say("prediction-clock", locale, minutes=CLOCK_MIN_MS // MINUTE_MS)


def _format_player(match: StartedMatch, seat: Seat, locale: str) -> str:
    return f"{SEAT_SHAPES[seat]} {format_person_in_seat(match, seat, locale)}"


def _build_prediction_rows(
    match: RunningMatch, predictions: OnlookerPredictions, labels: Mapping[Seat, Sequence[str]], locale: str
) -> Iterator[Row]:
    """Yield a row of buttons for each seat. If seats have the same choices, the labels begin with the seats' shapes."""
    view, choices = match.game.forget(match.engine.view_of(None)), predictions.choices
    has_same_choices = len({tuple(moves) for moves in choices.values()}) < len(choices)
    for seat, moves in choices.items():
        shape = f"{SEAT_SHAPES[seat]} " if has_same_choices else ""
        yield tuple(
            Button(
                shape + (match.game.short_label(view, move, locale) or label),
                str(CustomId(Action.PREDICT, match.id, match.engine.step, f"{seat}.{index}")),
                "main" if predictions.own.get(seat) == " ".join(move) else "plain",
            )
            for index, (move, label) in enumerate(zip(moves, labels[seat], strict=True))
        )


def _build_onlooker_rows(match: RunningMatch, step: int, locale: str) -> tuple[Row, ...]:
    """Build a row with buttons for the previous, the next and the current board. The last also updates the board.

    Below this row are buttons to follow the match and to read its rules.
    """
    earlier, later = step - 1, step + 1
    history = (
        Button(
            say("button-before", locale),
            str(CustomId(Action.WATCH_MATCH, match.id, step, str(max(0, earlier)))),
            disabled=earlier < 0,
        ),
        Button(
            say("button-next", locale),
            str(CustomId(Action.WATCH_MATCH, match.id, step, str(later))),
            disabled=later > match.engine.step,
        ),
        Button(say("button-now", locale), str(CustomId(Action.WATCH_MATCH, match.id, step))),
    )
    follow = Button(say("button-follow-start", locale), str(CustomId(Action.FOLLOW, match.id)))
    return history, (*([follow] if match.server_id is not None else []), build_rules_button(match, locale))
