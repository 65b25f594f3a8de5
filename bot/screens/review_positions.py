"""The positions of a reviewed match, and the menus that select a board and the seat from which it is seen.

Positions are computed once per match and cached, because reviewers look at many boards of the same match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bot.i18n import say
from bot.matches import fold
from bot.matches.model import StartedMatch
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
"""The units that the jump menu lists. Moves and steps are not listed, because a match has too many of them."""
REVIEW_CACHE_SIZE: Final = 16
"""The maximum number of entries in each cache of this module."""
MAX_JUMPS: Final = 25
"""Discord's limit on the number of options in a select menu."""
STEP_JUMP_INTERVAL: Final = 10
"""The interval between the steps in the jump menu if the match has no better targets."""
JUMP_MENU_NUMBER: Final = 0
VIEWPOINT_MENU_NUMBER: Final = 1
"""The number that keeps the custom IDs of the viewpoint menu different from those of the jump menu."""


def list_positions(journal: Journal) -> tuple[Match, ...]:
    """Return the match at its start and after each step.

    The result is cached, because replaying a long match takes a quarter of a second.
    """
    # Delivery changes these fields. Clear them, so that the card and all player messages share a cache entry.
    header = replace(
        journal.header, channel_id=0, card_message_id=None, events_shown=0, events_on_card=0, parent_channel_id=None
    )
    return _replay_positions(replace(journal, header=header, deadlines=()))


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def _replay_positions(journal: Journal) -> tuple[Match, ...]:
    positions: list[Match] = []
    for _, _, match in fold.replay_events(journal):
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
    """Return whether any player ever saw something in the match that onlookers did not see."""
    return any(
        replace(engine.view_of(seat), seat=None) != engine.view_of(None)
        for engine in list_positions(journal)
        for seat in range(engine.seats)
    )


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def list_jump_targets(journal: Journal, *, is_over: bool) -> Mapping[str, Sequence[int]]:
    """Return the steps that the jump menu offers, by kind: the film's highlights, and the match's duels or turns."""
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
    """Build the menu that jumps to another board. `step_number` and `seat` describe the current board.

    `jump_targets` maps kinds of steps, such as `highlight` or `duel`, to step numbers. If there are too many steps for
    the menu, it keeps turning points, mistakes and highlights first, then the steps closest to the current board.
    """

    def describe_moment(step: int) -> str:
        moment, caption = counter.find_moment(step), _format_step_caption(match, positions, step, locale)
        # The descriptions of some games already begin with the number of the duel.
        has_moment = moment.format_short(locale) in caption
        return caption if has_moment else f"{moment.format_with_total(locale)} · {caption}".removesuffix(" · ")

    labels = {step: say("jump-turning", locale, when=describe_moment(step)) for step in turning_steps}
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
        if step in important and step not in turning_steps:
            labels[step] += f" · {describe_moment(step)}"
        elif step not in turning_steps and (caption := _format_step_caption(match, positions, step, locale)):
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

    Without hidden information, selecting a seat only rotates the board, so the menu has no option for onlookers.
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
    """Return a one-line caption of a step: the first line that names two players or, without one, the first line."""
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
    """Encode a board as the argument of a custom ID, for example "12", or "12.0" for the board as seen by seat 0."""
    return str(step_number) if seat is None else f"{step_number}.{seat}"
