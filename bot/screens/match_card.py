"""The card of a running match, which everybody in the channel sees, and the parts that other screens reuse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from textwrap import shorten
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.phrases import (
    NO_ABSENT_PLAYERS,
    AbsentPlayers,
    capitalize_sentence,
    format_absences,
    format_game_and_options,
    format_mention,
    format_person_in_seat,
    format_player_names,
    format_preset_start,
    format_relative_time,
    format_seated_player,
    format_short_seal,
    format_time_left,
    format_title_names,
    list_picture_names,
)
from bot.screens.scene import ALT_TEXT_MAX_LENGTH, Button, Row, Scene, SceneImage
from games import find_game
from games.art import Picture, translate_picture
from games.core import Seat

MAX_STEP_LINES: Final = 12
"""The maximum number of lines that describe the recent steps."""
SEERS_NAMED_MAX: Final = 3
THREAD_NAME_MAX_LENGTH: Final = 100
"""Discord's limit for the name of a thread, in characters."""
_DRAWING_CACHE_SIZE: Final = 256
"""The number of cached boards and of cached reveals, before they are painted. Each takes about 20 kB."""


def render_match_card(
    match: RunningMatch,
    locale: str,
    absences: Absences,
    *,
    uncovered: bool,
    pinged_ids: frozenset[int] = frozenset(),
    absent: AbsentPlayers = NO_ABSENT_PLAYERS,
    seer_ids: Sequence[int] = (),
) -> Scene:
    """Render the card. With `uncovered`, show what players must memorize, as in a temporary reveal.

    `seer_ids` are the onlookers whose predictions of the latest reveal were right.
    """
    view = match.engine.view_of(None)
    shown = view if uncovered else match.game.forget(view)
    views = list_recent_views(match, uncovered=uncovered)
    _, *unusual_options = format_game_and_options(match.game, match.options, locale)
    return Scene(
        above=(
            f"### {format_match_title(match, locale)}",
            *format_departures(match, locale),
            *format_recent_steps(match, views, locale),
            *format_seers(seer_ids, locale),
        ),
        reveal=render_latest_reveal(match, views, locale),
        board=render_board(match, shown, locale),
        below=(
            *format_awaited_players(match, locale, absences),
            *format_absences(absent, locale),
            *_format_pinged_players(match, pinged_ids, locale),
        ),
        rows=_build_card_rows(match, locale),
        footer=" · ".join(
            [*unusual_options, *format_preset_start(match.game, match.options, locale), format_short_seal(match)]
        ),
        pinged_ids=pinged_ids,
        accent_color=match.game.ACCENT_COLOR,
    )


def render_board(match: StartedMatch, view: Any, locale: str) -> SceneImage:
    """Draw the board of a view, with the players' names."""
    picture = translate_picture(_draw_board(match.game.KEY, view), match.game.say, locale)
    return SceneImage(picture, match.game.describe_briefly(view, locale), list_picture_names(match, locale))


@lru_cache(maxsize=_DRAWING_CACHE_SIZE)
def _draw_board(game_key: str, view: Any) -> Picture:
    return find_game(game_key).draw_board(view)


@lru_cache(maxsize=_DRAWING_CACHE_SIZE)
def draw_reveal(game_key: str, view: Any) -> Picture | None:
    """Return the game's picture of what the latest step revealed, or None."""
    return find_game(game_key).draw_reveal(view)


def render_recalled_board(match: StartedMatch, view: Any, locale: str) -> SceneImage | None:
    """Draw the board with everything that the view's seat has ever seen.

    Returns None if nothing that was shown has been hidden again.
    """
    recalled = match.game.recall_board(view)
    if recalled is None:
        return None
    picture, recalled_view = recalled
    return SceneImage(
        translate_picture(picture, match.game.say, locale),
        match.game.describe_briefly(recalled_view, locale),
        list_picture_names(match, locale),
    )


def list_recent_views(match: StartedMatch, *, uncovered: bool, seat: Seat | None = None) -> Sequence[Any]:
    """Return the views of the recent steps that a seat's screen (or the public card, if None) describes, oldest first.

    The list starts with the first reveal since the reader last chose, even if AI moves or forced moves followed. If
    there was no reveal, a seat gets its own move, so that its result stays in view, and all steps after it. The public
    card gets only the last step.

    The latest view is shown in full if `uncovered` is true. Earlier views are shown in full only after the match.
    """
    *earlier, latest = match.list_recent_views(seat, since_move_of=seat)
    views = [
        *(earlier if match.is_over else map(match.game.forget, earlier)),
        latest if uncovered else match.game.forget(latest),
    ]
    first_without_reveal = len(views) - 1 if seat is None else 0
    reveals = (i for i, view in enumerate(views) if draw_reveal(match.game.KEY, view))
    first = next(reveals, first_without_reveal)
    return views[first:]


def render_latest_reveal(match: StartedMatch, views: Sequence[Any], locale: str) -> SceneImage | None:
    """Draw the simultaneous choices of the latest step that revealed choices. Returns None if no step did."""
    return next(filter(None, (render_reveal(match, view, locale) for view in reversed(views))), None)


def render_reveal(match: StartedMatch, view: Any, locale: str) -> SceneImage | None:
    """Draw the simultaneous choices that a step revealed, or return None if it revealed none."""
    picture = draw_reveal(match.game.KEY, view)
    if picture is None:
        return None
    # Screen readers cannot resolve mentions in an image description, so the description uses the names of the seats.
    seats = [match.game.say(f"seat-{seat}", locale) for seat in range(match.engine.seats)]
    alt = " ".join(match.game.describe_step(view, locale, seats))
    if len(alt) > ALT_TEXT_MAX_LENGTH:
        alt = shorten(alt, ALT_TEXT_MAX_LENGTH, placeholder=" …")
    return SceneImage(translate_picture(picture, match.game.say, locale), alt, list_picture_names(match, locale))


def format_match_title(match: StartedMatch, locale: str) -> str:
    return _format_title(match, format_title_names(match, locale), locale)


def format_match_title_with_seats(match: StartedMatch, locale: str) -> str:
    """Return the title with each player's seat, for screens without a board that shows the seats."""
    return _format_title(
        match, [format_seated_player(match, seat, locale) for seat in range(match.engine.seats)], locale
    )


def _format_title(match: StartedMatch, players: Sequence[str], locale: str) -> str:
    return say("match-title", locale, game=match.game.say("name", locale), players=" – ".join(players))


def format_departures(match: StartedMatch, locale: str, seat: Seat | None = None) -> Iterator[str]:
    """Yield a line for each player who left since `seat` last chose, or since anybody did if `seat` is None."""
    for left_seat in match.list_recent_departures(seat):
        key = "house-plays-on-after-timeout" if left_seat in match.engine.timed_out_seats else "house-plays-on"
        yield say(key, locale, who=format_person_in_seat(match, left_seat, locale))


def format_recent_steps(match: StartedMatch, views: Sequence[Any], locale: str) -> list[str]:
    """Describe the steps of these views.

    If the description is too long, include only the last step and the steps with a reveal.
    """
    lines = _format_steps_without_repeats(match, views, locale)
    if len(lines) > MAX_STEP_LINES:
        *earlier, latest = views
        reveals = [view for view in earlier if draw_reveal(match.game.KEY, view)]
        lines = _format_steps_without_repeats(match, (*reveals, latest), locale)
    return lines[-MAX_STEP_LINES:]


def _format_steps_without_repeats(match: StartedMatch, views: Iterable[Any], locale: str) -> list[str]:
    """Describe each step, leaving out its first lines if they repeat the last lines about the previous step.

    The previous step is compared as described at the time, and as described after its information is hidden again.
    """
    game, names = match.game, format_player_names(match, locale)
    lines: list[str] = []
    forgotten_lines: Sequence[str] = ()
    for view in views:
        step_lines, known = tuple(game.describe_step(view, locale, names)), (tuple(lines), forgotten_lines)
        repeated = max(
            size for size in range(len(step_lines) + 1) for it in known if it[len(it) - size :] == step_lines[:size]
        )
        lines += step_lines[repeated:]
        forgotten = game.forget(view)
        forgotten_lines = step_lines if forgotten is view else tuple(game.describe_step(forgotten, locale, names))
    return lines


def format_awaited_players(
    match: RunningMatch, locale: str, absences: Absences, reader_seat: Seat | None = None
) -> Iterator[str]:
    """Yield lines about the players who have chosen and those who are to move, with all deadlines.

    Lines about requests to end the match follow.
    """
    names = format_player_names(match, locale)
    for seat in sorted(match.engine.seats_asked - match.engine.to_move):
        yield capitalize_sentence(say("has-chosen", locale, who=names[seat]))
    deadlines = {seat: match.compute_seat_deadline(seat, absences) for seat in sorted(match.engine.to_move)}
    # Compare the formatted times, so that players whose deadlines are in the same second share a line.
    times_left = {seat: due if due is None else format_time_left(due, locale) for seat, due in deadlines.items()}
    for time_left in dict.fromkeys(times_left.values()):
        awaited = [names[seat] for seat in times_left if times_left[seat] == time_left]
        facts: dict[str, str | int] = {"who": say.format_list(awaited, locale), "count": len(awaited)}
        yield capitalize_sentence(
            say("chooses", locale, **facts)
            if time_left is None
            else say("chooses-until", locale, until=time_left, **facts)
        )
    match_deadline = match.compute_match_deadline(absences)
    if match_deadline is not None:
        yield say("limit-until", locale, until=format_relative_time(match_deadline))
    yield from format_end_requests(match, locale, reader_seat)


def format_end_requests(match: RunningMatch, locale: str, reader_seat: Seat | None) -> Iterator[str]:
    """Yield a line for each draw offer and each request to cancel the match, with “you” for the reader."""
    names = format_player_names(match, locale)
    for seat in sorted(match.engine.draw_agreed_by):
        own_line = f"🤝 {say('done-offer', locale)}"
        yield own_line if seat == reader_seat else say("offers-draw", locale, who=names[seat])
    for seat in sorted(match.engine.cancel_agreed_by):
        own_line = f"🕊️ {say('done-cancel', locale)}"
        yield own_line if seat == reader_seat else say("asks-to-cancel", locale, who=names[seat])


def _format_pinged_players(match: RunningMatch, pinged_ids: frozenset[int], locale: str) -> Iterator[str]:
    """Yield a line that mentions the pinged players who are to move.

    Players who only have to answer a request to end the match are left out.
    """
    waiting = sorted(pinged_ids & {match.player_ids[seat] for seat in match.engine.to_move})
    if waiting:
        yield say(
            "choose-here",
            locale,
            who=say.format_list([format_mention(person_id, locale) for person_id in waiting], locale),
        )


def format_seers(seer_ids: Sequence[int], locale: str) -> Iterator[str]:
    """Yield a line about the onlookers who predicted the latest reveal correctly: up to three names, and a count."""
    if seer_ids:
        names = [format_mention(person_id, locale) for person_id in seer_ids[:SEERS_NAMED_MAX]]
        if len(seer_ids) > SEERS_NAMED_MAX:
            names.append(say("seers-more", locale, count=len(seer_ids) - SEERS_NAMED_MAX))
        yield say("seers", locale, who=say.format_list(names, locale))


def _build_card_rows(match: RunningMatch, locale: str) -> tuple[Row, ...]:
    def build_custom_id(action: Action) -> str:
        return str(CustomId(action, match.id, match.engine.step))

    awaited_people = match.engine.to_move - match.ai_controlled_seats
    row = [Button(say("button-choose", locale), build_custom_id(Action.OPEN_MATCH), "main")] if awaited_people else []
    if must_hide_again(match, None):
        row.append(Button(say("button-look", locale), build_custom_id(Action.SHOW_TEMPORARY_REVEAL)))
    watch = build_watch_button(match.id, match.engine.step, locale)
    return ((*row, watch, Button(say("button-more", locale), build_custom_id(Action.SHOW_MORE))),)


def build_watch_button(match_id: int, step: int, locale: str) -> Button:
    """Build the button that shows a running match to onlookers, in private."""
    return Button(say("button-watch", locale), str(CustomId(Action.WATCH_MATCH, match_id, step)))


def format_thread_name(match: StartedMatch, player_names: Sequence[str], locale: str) -> str:
    """Return the name of a match's thread.

    The name contains display names, because Discord does not resolve mentions in thread names.
    """
    game = match.game.say("name", locale)
    max_length = THREAD_NAME_MAX_LENGTH - len(say("match-name", locale, game=game, players=""))
    return say("match-name", locale, game=game, players=shorten(" – ".join(player_names), max_length, placeholder="…"))


def must_hide_again(match: StartedMatch, seat: Seat | None) -> bool:
    """Return whether a seat's view (the public view if None) shows things that players must memorize.

    Such things are shown only for a moment, in a temporary reveal, and then hidden again.
    """
    view = match.engine.view_of(seat)
    covered_view, no_names = match.game.forget(view), ("",) * match.engine.seats
    # Usually the views are equal, so comparing them first saves drawing the boards.
    return covered_view != view and bool(
        match.game.draw_board(covered_view) != match.game.draw_board(view)
        or match.game.draw_reveal(covered_view) != match.game.draw_reveal(view)
        or match.game.describe_step(covered_view, "en", no_names) != match.game.describe_step(view, "en", no_names)
    )
