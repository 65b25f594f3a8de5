"""What people who do not play in a match see of it in private: the public board, its history, and predictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.i18n import say
from bot.matches.model import RunningMatch
from bot.matches.predictions import OpenChoices
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
from bot.screens.move_buttons import join_labels
from bot.screens.phrases import format_person_in_seat, format_preset_start
from bot.screens.review import render_review_board
from bot.screens.scene import Button, Row, Scene
from games.core import Game, Move, Seat
from games.words import SEAT_SHAPES
from storage import Journal


def render_watched_match(
    match: RunningMatch,
    locale: str,
    absences: Absences,
    choices: OpenChoices,
    predictions: Mapping[Seat, str],
) -> Scene:
    """Render the public board, with a row of buttons for each of the `choices` that the reader can predict.

    `predictions` holds what the reader has predicted in this step, as spelled moves by seat.
    """
    view, views = match.game.forget(match.engine.view_of(None)), list_recent_views(match, uncovered=False)
    labels = {seat: format_choice_labels(match.game, view, moves, locale) for seat, moves in choices.items()}
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
            *_format_predictions(match, choices, labels, predictions, locale),
        ),
        rows=(
            *_build_prediction_rows(match, choices, labels, predictions, locale),
            *_build_onlooker_rows(match, match.engine.step, locale),
        ),
        footer=" · ".join(format_preset_start(match.game, match.options, locale)),
        accent_color=match.game.ACCENT_COLOR,
    )


def render_earlier_board(match: RunningMatch, journal: Journal, step: int, locale: str) -> Scene:
    """Render the public board as it was after this step."""
    board = render_review_board(match, journal, str(step), locale)
    return replace(board, rows=_build_onlooker_rows(match, step, locale))


def format_choice_labels(game: Game[Any, Any, Any], view: Any, moves: Sequence[Move], locale: str) -> list[str]:
    """Return a label for each move, with a capital letter. The tokens that all moves begin with are left out."""
    shared = next(count for count in range(len(moves[0])) if len({move[: count + 1] for move in moves}) > 1)
    labels = [
        join_labels(
            [game.move_label(view, move[:end], locale) for end in range(shared + 1, len(move) + 1)],
            locale,
            starts_with_verb=not shared,
        )
        for move in moves
    ]
    return [label[:1].upper() + label[1:] for label in labels]


def _format_predictions(
    match: RunningMatch,
    choices: OpenChoices,
    labels: Mapping[Seat, Sequence[str]],
    predictions: Mapping[Seat, str],
    locale: str,
) -> Iterator[str]:
    if not choices:
        return
    expected = [
        f"{_format_player(match, seat, locale)} **{label}**"
        for seat, moves in choices.items()
        for move, label in zip(moves, labels[seat], strict=True)
        if predictions.get(seat) == " ".join(move)
    ]
    if expected:
        yield say("prediction", locale, what=" · ".join(expected))
    else:
        players = [_format_player(match, seat, locale) for seat in choices]
        yield say("prediction-ask", locale, who=" · ".join(players))


def _format_player(match: RunningMatch, seat: Seat, locale: str) -> str:
    return f"{SEAT_SHAPES[seat]} {format_person_in_seat(match, seat, locale)}"


def _build_prediction_rows(
    match: RunningMatch,
    choices: OpenChoices,
    labels: Mapping[Seat, Sequence[str]],
    predictions: Mapping[Seat, str],
    locale: str,
) -> Iterator[Row]:
    """Yield a row of buttons for each seat. If seats have the same choices, the labels begin with the seats' shapes."""
    view = match.game.forget(match.engine.view_of(None))
    has_same_choices = len({tuple(moves) for moves in choices.values()}) < len(choices)
    for seat, moves in choices.items():
        shape = f"{SEAT_SHAPES[seat]} " if has_same_choices else ""
        yield tuple(
            Button(
                shape + (match.game.short_label(view, move, locale) or label),
                str(CustomId(Action.PREDICT, match.id, match.engine.step, f"{seat}.{index}")),
                "main" if predictions.get(seat) == " ".join(move) else "plain",
            )
            for index, (move, label) in enumerate(zip(moves, labels[seat], strict=True))
        )


def _build_onlooker_rows(match: RunningMatch, step: int, locale: str) -> tuple[Row, ...]:
    """Build the buttons that lead through the public history, of which the last one also updates the board.

    Below them are the buttons to follow the match, and to read its rules.
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
