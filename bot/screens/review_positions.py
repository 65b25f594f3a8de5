"""A match at its start and after each step, folded once for all who look back upon it, and where they may jump to: the
turning points, the highlights, every duel or turn, from one list.
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
"""What of its count one may leap to: of moves there are too many."""
REVIEW_CACHE_SIZE: Final = 16
"""Matches that are looked back upon just now."""
MAX_JUMPS: Final = 25
"""In a list."""
STEP_JUMP_INTERVAL: Final = 10
"""So many steps at once, where there is nothing better to jump to."""


def list_positions(journal: Journal) -> tuple[Match, ...]:
    """The match at its start and after each step. Of a long one it takes a quarter of a second, and whoever looks back
    looks at one board after the other.
    """
    # Wherever it is shown by now, it is the same match: when it ends the card asks, and then each hand.
    header = replace(
        journal.header, channel_id=0, card_message_id=None, events_shown=0, events_on_card=0, parent_channel_id=None
    )
    return _replay_positions(replace(journal, header=header, deadlines=()))


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def _replay_positions(journal: Journal) -> tuple[Match, ...]:
    match: MatchState = fold.build_initial_offer(journal)
    found: list[Match] = []
    for event in journal.events[1:]:
        match = fold.apply_event(match, event, Absences())
        if isinstance(match, StartedMatch) and (not found or match.engine.step > found[-1].step or match.is_over):
            found.append(match.engine)
    return tuple(found)


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def get_position_counter(journal: Journal, *, is_over: bool) -> PositionCounter:
    return build_position_counter(list_positions(journal), is_over=is_over)


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def list_main_score_swings(journal: Journal) -> tuple[ScoreSwing, ...]:
    return tuple(turning_points.find_main_score_swings(list_positions(journal)))


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def has_hidden_information(journal: Journal) -> bool:
    """Did anybody ever see what others did not, or less? Else to look from a seat only turns the board."""
    return any(
        replace(engine.view_of(seat), seat=None) != engine.view_of(None)
        for engine in list_positions(journal)
        for seat in range(engine.seats)
    )


@lru_cache(maxsize=REVIEW_CACHE_SIZE)
def list_jump_targets(journal: Journal, *, is_over: bool) -> Mapping[str, Sequence[int]]:
    """Where one may leap to, by kind."""
    matches, counts = list_positions(journal), get_position_counter(journal, is_over=is_over)
    views = [get_public_view(engine, is_over=is_over) for engine in matches]
    found = {
        "highlight": rank_steps_by_weight(matches, views)[: FILM_MAX_FRAMES - 2],
        **({counts.unit: list(counts.step_numbers)} if counts.unit in JUMPABLE_UNITS else {}),
    }
    return {kind: sorted(stops) for kind, stops in found.items() if stops}


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
    """`turns` is where it turned, `stops` where else one may jump to, by kind; where there is too much, what matters
    most, and then what is near.
    """
    labels: dict[int, str] = {}
    for turn in turning_steps:
        moment, what = counter.find_moment(turn), _format_step_caption(match, positions, turn, locale)
        # Of a duel the game tells itself which it was.
        when = what if moment.format_short(locale) in what else f"{moment.format_with_total(locale)} · {what}"
        labels[turn] = say("jump-turning", locale, when=when)
    kinds = jump_targets or {"step": range(0, len(positions), STEP_JUMP_INTERVAL)}
    for kind, steps in kinds.items():
        for number, step in enumerate(steps, 1):
            named = (
                counter.find_moment(step).format_short(locale)
                if kind == "step"
                else say(f"jump-{kind}", locale, number=number)
            )
            labels.setdefault(step, named)
    near = sorted(labels, key=lambda step: (step in kinds.get("step", ()), abs(step - step_number)))
    first = [*turning_steps] + [
        step for kind in ("mistake", "highlight") for step in kinds.get(kind, ()) if step in labels
    ]
    kept = list(dict.fromkeys([*first, *near]))[:MAX_JUMPS]
    for step in kept:
        if step not in turning_steps and (what := _format_step_caption(match, positions, step, locale)):
            labels[step] += f" · {what}"
    buttons = [Button(labels[step], _build_board_custom_id(match, 0, step, seat)) for step in sorted(kept)]
    return ButtonMenu(
        say("jump", locale),
        str(CustomId(Action.SELECT_FROM_MENU, match.id, 0)),
        tuple(buttons),
        list_mention_fallbacks(match, locale),
    )


def build_viewpoint_menu(
    match: StartedMatch, step_number: int, seat: Seat | None, locale: str, *, has_hidden_information: bool
) -> SelectMenu:
    """Through whose one looks, once nothing is hidden any more; where nothing ever was, from which side."""
    through: list[Seat | None] = [*([None] if has_hidden_information else []), *range(match.engine.seats)]
    seat = seat if has_hidden_information else seat or 0
    names = [
        say("button-everybody", locale)
        if eye is None
        else capitalize_sentence(format_seated_player(match, eye, locale))
        for eye in through
    ]
    choices = [
        (_build_board_custom_id(match, 1, step_number, eye), name) for eye, name in zip(through, names, strict=True)
    ]
    to, now = str(CustomId(Action.SELECT_FROM_MENU, match.id, 1)), _build_board_custom_id(match, 1, step_number, seat)
    return SelectMenu(
        say("jump-eyes" if has_hidden_information else "jump-turned", locale),
        to,
        tuple(choices),
        now,
        list_mention_fallbacks(match, locale),
    )


def _build_board_custom_id(match: StartedMatch, menu_number: int, step_number: int, seat: Seat | None) -> str:
    return str(CustomId(Action.SHOW_REVIEW, match.id, menu_number, format_board_argument(step_number, seat)))


def _format_step_caption(match: StartedMatch, positions: Sequence[Match], step_number: int, locale: str) -> str:
    """What happened there: where somebody met somebody that, else what was told first."""
    called = format_player_names(match, locale)
    lines = (
        list_new_lines(positions[step_number - 1], positions[step_number], called, locale, is_over=match.is_over)
        if step_number
        else ()
    )
    met = [line for line in lines if sum(name.casefold() in line.casefold() for name in called) > 1]
    told = (*met, *lines) or positions[step_number].game.describe_step(
        get_public_view(positions[step_number], is_over=match.is_over), locale, called
    )
    return next(iter(told), "")


def format_board_argument(step_number: int, seat: Seat | None) -> str:
    return str(step_number) if seat is None else f"{step_number}.{seat}"
