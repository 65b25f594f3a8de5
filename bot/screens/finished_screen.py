"""A player's private screen after a match, with the outcome for this player and buttons for the next actions."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import say
from bot.matches.model import FinishedMatch
from bot.screens import result_card
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_next_match_buttons
from bot.screens.match_card import format_match_title, format_recent_steps, list_recent_views
from bot.screens.player_screen_state import DEFAULT_CONTEXT, PlayerScreenContext
from bot.screens.scene import Button, Scene, Tone
from bot.screens.turning_points import find_main_score_swing
from games.core import Seat
from games.match import OUTSIDE_REASONS, UNRATED_REASONS
from games.mind_reader import ReadingVerdict


def render_finished_match(
    match: FinishedMatch, seat: Seat, locale: str, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    views = list_recent_views(match, locale, uncovered=True, seat=seat)
    last_steps = format_recent_steps(match, views, locale)
    main_swing = find_main_score_swing(context.positions)
    # If the last step was the turning point, `last_steps` already describes it.
    is_end = bool(main_swing and main_swing.step_number == len(context.positions) - 1)
    positions = () if is_end else context.positions
    story = [*result_card.format_turning_point_and_end(match, positions, last_steps, locale, seat)]
    story, outcome = _split_off_outcome(match, seat, story, locale)
    return Scene(
        above=(f"### {format_match_title(match, locale)}", *story),
        board=result_card.render_result_image(match, context.positions, locale),
        below=(
            outcome,
            *result_card.format_player_lines(match, locale, {}),
            *format_reading_report(match, context.reading_verdict, locale),
            *filter(None, [context.note]),
        ),
        rows=(
            (
                *_build_action_buttons(match, locale, context),
                *build_next_match_buttons(match, context.other_matches_waiting, locale),
            ),
        ),
        accent_color=match.game.ACCENT_COLOR,
    )


def _build_action_buttons(match: FinishedMatch, locale: str, context: PlayerScreenContext) -> Iterator[Button]:
    label_keys = {Action.OFFER_REMATCH: "button-rematch", Action.SHOW_REVIEW: "button-replay"}
    if match.is_practice and match.server_id is not None:
        label_keys[Action.SHARE_MATCH] = "button-share"
    for action, key in label_keys.items():
        if action != context.finished_action:
            tone: Tone = "main" if action == Action.OFFER_REMATCH else "plain"
            yield Button(say(key, locale), str(CustomId(action, match.id)), tone)


def _split_off_outcome(match: FinishedMatch, seat: Seat, story: list[str], locale: str) -> tuple[list[str], str]:
    """Return the story of the match without its outcome, and a line about the outcome for this seat.

    If this seat won alone or everybody tied, the last line of the story may already describe this outcome. That line is
    then removed from the story and returned as the outcome.
    """
    ranks, reason = match.result.ranks, match.result.reason
    is_sole_winner, is_draw = ranks[seat] == 1 == ranks.count(1), set(ranks) == {1}
    if story and result_card.is_winner_in_last_line(match) and (is_sole_winner or is_draw):
        *story, last = story
        return story, f"**{last}**{' 🎉' * is_sole_winner}"
    losing_seats = [other for other, rank in enumerate(ranks) if rank > 1]
    if reason in {"resign", "lapse"} and losing_seats == [seat]:
        return story, say(f"hand-{reason}", locale)
    if reason == "cancelled" and match.engine.first_canceller == seat:
        return story, say("done-cancelled", locale)
    if reason in UNRATED_REASONS or reason == "agreed":
        return story, result_card.format_match_end_reason(match, locale)
    if ranks[seat] > 1:
        key = "hand-lost"
    else:
        key = "hand-won" if is_sole_winner else "hand-drawn" if is_draw else "hand-shared"
    outcome = say(key, locale)
    if reason in OUTSIDE_REASONS:
        # The story contains only reasons that come from the rules of the game.
        return story, f"{outcome} {result_card.format_match_end_reason(match, locale)}"
    return story, outcome


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
