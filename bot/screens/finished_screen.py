"""A player's private screen after a match, with the outcome for this player and buttons for the next actions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from bot.i18n import say
from bot.matches.model import FinishedMatch
from bot.screens import result_card
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_next_match_buttons
from bot.screens.match_card import format_match_title
from bot.screens.phrases import format_player_names, format_tournament
from bot.screens.player_screen_state import DEFAULT_CONTEXT, PlayerScreenContext
from bot.screens.scene import Button, Scene, Tone
from bot.screens.tournaments import build_standings_button
from games.core import Seat
from games.match import UNRATED_REASONS
from games.mind_reader import ReadingVerdict

LAST_STEP_MAX_LENGTHS: Final = {2: 165, 3: 165, 4: 140}
"""The maximum length of the lines about the last step, by number of seats. A mention counts as `SHORT_NAME`.

With more seats, the lines about the players leave no room for the last step.
"""
SHORT_NAME: Final = "@Somebody"


def render_finished_match(
    match: FinishedMatch, seat: Seat, locale: str, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    has_begun = result_card.has_begun(match)
    story = result_card.format_story_line(match, context.positions, context.rating_changes, locale) if has_begun else ()
    # Without a board and a score, only the title says which match this was.
    title = () if has_begun else (format_match_title(match, locale),)
    buttons = (
        *_build_action_buttons(match, locale, context),
        # In a tournament, the match that waits is usually the next one, which already has a button.
        *([] if match.terms.tournament else build_next_match_buttons(match, context.other_matches_waiting, locale)),
    )
    return Scene(
        above=(*_format_own_outcome(match, seat, locale), *title, *_format_last_step(match, seat, locale)),
        board=result_card.render_result_image(match, context.positions, locale) if has_begun else None,
        below=(
            *story,
            *result_card.format_player_lines(match, locale, context.rating_changes, seat),
            *format_reading_report(match, context.reading_verdict, locale),
            *filter(None, [context.note]),
        ),
        rows=(buttons,) if buttons else (),
        footer=" · ".join(_format_footer(match, locale, context)) if has_begun else "",
        accent_color=match.game.ACCENT_COLOR,
    )


def _format_footer(match: FinishedMatch, locale: str, context: PlayerScreenContext) -> Iterator[str]:
    yield from format_tournament(match, locale)
    yield from result_card.format_game_and_score(match, locale)
    # Everybody knows that practice is unrated.
    if context.rating_changes and context.rating_changes.unrated_reason and not match.is_practice:
        yield result_card.format_unrated_reason(context.rating_changes, locale)


def _build_action_buttons(match: FinishedMatch, locale: str, context: PlayerScreenContext) -> Iterator[Button]:
    if match.terms.tournament and context.is_out_of_tournament:
        yield build_standings_button(match.terms.tournament.id, locale)
    elif match.terms.tournament:
        next_id = CustomId(Action.OPEN_TOURNAMENT_MATCH, match.terms.tournament.id)
        yield Button(say("button-tournament-next", locale), str(next_id), "main")
    label_keys = {Action.OFFER_REMATCH: "button-rematch", Action.SHOW_REVIEW: "button-replay"}
    if match.is_practice and match.server_id is not None:
        label_keys[Action.SHARE_MATCH] = "button-share"
    if match.terms.tournament:
        del label_keys[Action.OFFER_REMATCH]
    if not result_card.has_begun(match):
        del label_keys[Action.SHOW_REVIEW]
    for action, key in label_keys.items():
        if action != context.finished_action:
            tone: Tone = "main" if action == Action.OFFER_REMATCH else "plain"
            yield Button(say(key, locale), str(CustomId(action, match.id)), tone)


def _format_own_outcome(match: FinishedMatch, seat: Seat, locale: str) -> Iterator[str]:
    """Yield the outcome for this seat as a heading. If the heading does not say who won, the next line does."""
    ranks, reason, engine = match.result.ranks, match.result.reason, match.engine
    headline = result_card.format_headline(match, locale, seat)
    if reason == "cancelled" and engine.first_canceller == seat:
        yield f"### {say('done-cancelled', locale)}"
    elif seat in engine.no_show_seats:
        yield f"### {say('hand-no-show', locale)}"
    elif ranks[seat] == 1:
        is_sole_winner = ranks.count(1) == 1
        yield f"### {headline}{' 🎉' if is_sole_winner else ''}"
    elif engine.seats == 2:
        yield f"### {say(f'hand-{reason}', locale) if reason in {'resign', 'lapse'} else headline}"
    else:
        yield f"### {_format_place(match, seat, locale)}"
        yield headline


def _format_last_step(match: FinishedMatch, seat: Seat, locale: str) -> Iterator[str]:
    """Yield the last lines about the step that ended the match, so that its players see what their choices led to."""
    max_length = 0 if seat in match.engine.left_seats else LAST_STEP_MAX_LENGTHS.get(match.engine.seats, 0)
    if not max_length or not match.game.HAS_RUNNING_SCORE or not result_card.is_decided_by_rules(match):
        return
    names = format_player_names(match, locale)
    lines = match.game.describe_last_step(match.engine.view_of(seat), locale, names)
    lengths = accumulate(len(re.sub(r"<@\d+>", SHORT_NAME, line)) for line in reversed(lines))
    yield from lines[len(lines) - sum(length <= max_length for length in lengths) :]


def _format_place(match: FinishedMatch, seat: Seat, locale: str) -> str:
    ranks = match.result.ranks
    if seat in match.engine.left_seats:
        return say("hand-timed-out" if seat in match.engine.timed_out_seats else "hand-left", locale)
    key = "hand-place-shared" if ranks.count(ranks[seat]) > 1 else "hand-place"
    return say(key, locale, place=ranks[seat], players=len(ranks))


def format_reading_report(match: FinishedMatch, verdict: ReadingVerdict | None, locale: str) -> Iterator[str]:
    """Yield a line about the habit that the AI used to predict the player's choices.

    The line also says how often the predictions were right. Yields nothing if the match was canceled or was not played
    against the mind reader.
    """
    if not match.terms.reads or match.result.reason in UNRATED_REASONS:
        return
    if verdict is None:
        yield say("read-none", locale)
        return
    habit_kind, _, symbol = verdict.habit.partition("-")
    facts = {"what": match.game.say(f"habit-{verdict.habit}", locale)} if symbol else {}
    success = "open" if verdict.was_right is None else "right" if verdict.was_right else "wrong"
    yield say(
        f"read-{success}",
        locale,
        habit=say(f"read-{habit_kind}", locale, **facts),
        hits=verdict.hit_count,
        of=verdict.prediction_count,
        usual=round(verdict.expected_hits),
    )
