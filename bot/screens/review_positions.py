"""The positions of a match in review, and the menus that jump to them: turning points, highlights, duels or turns.

Positions are computed once per match and cached, because reviewers look at many boards of the same match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bot.i18n import say
from bot.matches import fold
from bot.matches.model import MatchState, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens import turning_points
from bot.screens.custom_ids import Action, CustomId
from bot.screens.film import FILM_MAX_FRAMES, rank_steps_by_weight
from bot.screens.phrases import capitalize_sentence, format_player_names, format_seated_player, list_mention_fallbacks
from bot.screens.scene import Button, ButtonMenu, SelectMenu
from bot.screens.turning_points import (
    PositionCounter,
    ScoreSwing,
    build_position_counter,
    get_public_view,
    list_new_lines,
)
from games.core import Seat
from games.match import Match
from storage import Journal

JUMPABLE_UNITS: Final = frozenset({"duel", "turn"})
"""Units of a position counter whose items are in the jump menu. A match has too many moves for that."""
REVIEW_CACHE_SIZE: Final = 16
"""Matches in the cache."""
MAX_JUMPS: Final = 25
"""Discord's limit of options in a select menu."""
STEP_JUMP_INTERVAL: Final = 10
"""Every tenth step is in the jump menu if a match has no better targets."""
JUMP_MENU_NUMBER: Final = 0
VIEWPOINT_MENU_NUMBER: Final = 1
"""Numbers that keep the custom_ids of the two menus apart."""


def list_positions(journal: Journal) -> tuple[Match, ...]:
    """Return the match at its start and after each step. Cached: for a long match this takes a quarter of a second."""
    # Clear what changes while messages are delivered, so that the card and all player messages share a cache entry.
    header = replace(
        journal.header, channel_id=0, card_message_id=None, events_shown=0, events_on_card=0, parent_channel_id=None
    )
    return _replay_positions(replace(journal, header=header, deadlines=()))


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def _replay_positions(journal: Journal) -> tuple[Match, ...]:
    match: MatchState = fold.build_initial_offer(journal)
    positions: list[Match] = []
    for event in journal.events[1:]:
        match = fold.apply_event(match, event, Absences())
        if not isinstance(match, StartedMatch):
            continue
        if not positions or match.engine.step > positions[-1].step or match.is_over:
            positions.append(match.engine)
    return tuple(positions)


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def get_position_counter(journal: Journal, *, is_over: bool) -> PositionCounter:
    return build_position_counter(list_positions(journal), is_over=is_over)


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def list_main_score_swings(journal: Journal) -> tuple[ScoreSwing, ...]:
    return tuple(turning_points.find_main_score_swings(list_positions(journal)))


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def has_hidden_information(journal: Journal) -> bool:
    """Return whether a player ever saw something that spectators did not, or the reverse."""
    return any(
        replace(engine.view_of(seat), seat=None) != engine.view_of(None)
        for engine in list_positions(journal)
        for seat in range(engine.seats)
    )


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def list_jump_targets(journal: Journal, *, is_over: bool) -> Mapping[str, Sequence[int]]:
    """Return the steps that the jump menu offers, by kind: the highlights of the film, and duels or turns."""
    positions, counter = list_positions(journal), get_position_counter(journal, is_over=is_over)
    views = [get_public_view(engine, is_over=is_over) for engine in positions]
    targets = {
        "highlight": rank_steps_by_weight(positions, views)[: FILM_MAX_FRAMES - 2],
        **({counter.unit: list(counter.step_numbers)} if counter.unit in JUMPABLE_UNITS else {}),
    }
    return {kind: sorted(steps) for kind, steps in targets.items() if steps}


def build_jump_menu(
    match: StartedMatch,
    positions: Sequence[Match],
    turning_steps: Sequence[int],
    jump_targets: Mapping[str, Sequence[int]],
    counter: PositionCounter,
    locale: str,
    step_number: int,
    seat: Seat | None,
) -> ButtonMenu:
    """Build the menu that jumps to a board. `step_number` and `seat` are those of the current board.

    `jump_targets` has steps by kind, such as `highlight` or `duel`. If there are too many, turning points, mistakes and
    highlights are kept, then the steps closest to the current board.
    """
    labels: dict[int, str] = {}
    for step in turning_steps:
        moment, caption = counter.find_moment(step), _format_step_caption(match, positions, step, locale)
        # The descriptions of some games begin with the number of the duel.
        has_moment = moment.format_short(locale) in caption
        when = caption if has_moment else f"{moment.format_with_total(locale)} · {caption}"
        labels[step] = say("jump-turning", locale, when=when)
    targets = jump_targets or {"step": range(0, len(positions), STEP_JUMP_INTERVAL)}
    for kind, steps in targets.items():
        for number, step in enumerate(steps, 1):
            label = (
                counter.find_moment(step).format_short(locale)
                if kind == "step"
                else say(f"jump-{kind}", locale, number=number)
            )
            labels.setdefault(step, label)
    by_distance = sorted(labels, key=lambda step: (step in targets.get("step", ()), abs(step - step_number)))
    important = [*turning_steps] + [
        step for kind in ("mistake", "highlight") for step in targets.get(kind, ()) if step in labels
    ]
    selected = list(dict.fromkeys([*important, *by_distance]))[:MAX_JUMPS]
    for step in selected:
        if step not in turning_steps and (caption := _format_step_caption(match, positions, step, locale)):
            labels[step] += f" · {caption}"
    buttons = [
        Button(labels[step], _build_board_custom_id(match, JUMP_MENU_NUMBER, step, seat)) for step in sorted(selected)
    ]
    return ButtonMenu(
        say("jump", locale),
        str(CustomId(Action.SELECT_FROM_MENU, match.id, JUMP_MENU_NUMBER)),
        tuple(buttons),
        list_mention_fallbacks(match, locale),
    )


def build_viewpoint_menu(
    match: StartedMatch, step_number: int, seat: Seat | None, locale: str, *, has_hidden_information: bool
) -> SelectMenu:
    """Build the menu that selects the seat from which the board is seen.

    Without hidden information a seat only turns the board, so there is no option for spectators.
    """
    viewpoints: list[Seat | None] = [*([None] if has_hidden_information else []), *range(match.engine.seats)]
    current = seat if has_hidden_information else seat or 0
    choices = [
        (
            _build_board_custom_id(match, VIEWPOINT_MENU_NUMBER, step_number, viewpoint),
            say("button-everybody", locale)
            if viewpoint is None
            else capitalize_sentence(format_seated_player(match, viewpoint, locale)),
        )
        for viewpoint in viewpoints
    ]
    return SelectMenu(
        say("jump-eyes" if has_hidden_information else "jump-turned", locale),
        str(CustomId(Action.SELECT_FROM_MENU, match.id, VIEWPOINT_MENU_NUMBER)),
        tuple(choices),
        _build_board_custom_id(match, VIEWPOINT_MENU_NUMBER, step_number, current),
        list_mention_fallbacks(match, locale),
    )


def _build_board_custom_id(match: StartedMatch, menu_number: int, step_number: int, seat: Seat | None) -> str:
    return str(CustomId(Action.SHOW_REVIEW, match.id, menu_number, format_board_argument(step_number, seat)))


def _format_step_caption(match: StartedMatch, positions: Sequence[Match], step_number: int, locale: str) -> str:
    """Return the first line about a step that names two players, or else its first line."""
    player_names, engine = format_player_names(match, locale), positions[step_number]
    new_lines = (
        list_new_lines(positions[step_number - 1], engine, player_names, locale, is_over=match.is_over)
        if step_number
        else ()
    )
    with_two_players = [
        line for line in new_lines if sum(name.casefold() in line.casefold() for name in player_names) > 1
    ]
    lines = (*with_two_players, *new_lines) or engine.game.describe_step(
        get_public_view(engine, is_over=match.is_over), locale, player_names
    )
    return next(iter(lines), "")


def format_board_argument(step_number: int, seat: Seat | None) -> str:
    """Encode a board as the argument of a custom_id, such as "12" or "12.0" for the view of seat 0."""
    return str(step_number) if seat is None else f"{step_number}.{seat}"
