"""The card of a finished match: the winner, the turning point, the end of the match, and a line per player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import shorten

from bot.i18n import say
from bot.matches.model import FinishedMatch
from bot.ratings.leaderboard import MatchRatingChanges, RatingChange
from bot.screens.charts import result_picture
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_proof_button, build_rules_button
from bot.screens.leaderboard import format_change_arrow, format_missing_matches
from bot.screens.match_card import (
    ALT_TEXT_MAX_LENGTH,
    format_match_title,
    format_recent_steps,
    list_recent_views,
    render_board,
)
from bot.screens.move_buttons import ELLIPSIS
from bot.screens.phrases import (
    capitalize_sentence,
    format_end_reason,
    format_outcome,
    format_player_names,
    format_seal,
    list_picture_names,
    list_ranking,
)
from bot.screens.scene import Attachment, Button, Row, Scene, SceneImage
from bot.screens.turning_points import format_main_score_swing, list_lines_after_hiding
from games.core import Seat
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match
from games.record import Record


def render_result_card(
    match: FinishedMatch,
    locale: str,
    positions: Sequence[Match],
    rating_changes: MatchRatingChanges | None,
    *,
    pinged_ids: frozenset[int],
) -> Scene:
    """Render the card of a finished match. `positions` is the match at its start and after each step."""
    lines = format_recent_steps(match, list_recent_views(match, locale, uncovered=True), locale)
    end_lines = lines[:-1] if is_winner_in_last_line(match) else lines
    rating_texts = {} if rating_changes is None else format_rating_changes(rating_changes, locale)
    unrated_reason = "" if rating_changes is None else format_unrated_reason(rating_changes, locale)
    return Scene(
        above=(
            f"### {format_headline(match, locale)}",
            _format_title_with_score(match, locale),
            *format_turning_point_and_end(match, positions, end_lines, locale),
        ),
        board=render_result_image(match, positions, locale),
        below=tuple(format_player_lines(match, locale, rating_texts)),
        rows=(_build_result_buttons(match, locale),),
        footer=" · ".join(filter(None, [unrated_reason, format_seal(match, locale)])),
        pinged_ids=pinged_ids,
        accent_color=match.game.ACCENT_COLOR,
    )


def format_turning_point_and_end(
    match: FinishedMatch, positions: Sequence[Match], end_lines: Sequence[str], locale: str, seat: Seat | None = None
) -> Iterator[str]:
    """Yield a line about the turning point, then the `end_lines` that do not repeat that line."""
    turning_point = format_main_score_swing(match, positions, locale, seat)
    yield from filter(None, [turning_point])
    repeats = list_lines_after_hiding(match, positions, locale, seat) if turning_point else set()
    new_lines = [line for line in end_lines if line.rstrip(".") not in turning_point and line not in repeats]
    if turning_point and new_lines:
        new_lines[0] = say("end-last", locale, what=new_lines[0])
    yield from new_lines


def render_result_image(match: FinishedMatch, positions: Sequence[Match], locale: str) -> SceneImage:
    """Render the result picture. For an abandoned or canceled match, render the last board instead."""
    view = match.engine.view_of(None)
    full_alt = " ".join([*format_outcome(match.engine, locale), match.game.describe_briefly(view, locale)])
    alt = shorten(full_alt, ALT_TEXT_MAX_LENGTH, placeholder=" …")
    if match.result.reason in UNRATED_REASONS:
        return replace(render_board(match, view, locale), alt=alt)
    picture = result_picture.draw_result(match.engine, positions, locale)
    return SceneImage(picture, alt, list_picture_names(match, locale))


def render_thread_result(
    match: FinishedMatch, card_location: tuple[int, int], locale: str, *, pinged_ids: frozenset[int]
) -> Scene:
    """Render the last message in a match's thread, which links to the card of the match.

    `card_location` is the channel id and message id of the card.
    """
    channel_id, message_id = card_location
    where = f"https://discord.com/channels/{match.server_id}/{channel_id}/{message_id}"
    return Scene(
        above=(f"### {format_headline(match, locale)}", _format_title_with_score(match, locale)),
        below=(*format_player_lines(match, locale, {}), say("match-result", locale, where=where)),
        pinged_ids=pinged_ids,
        accent_color=match.game.ACCENT_COLOR,
    )


def is_winner_in_last_line(match: FinishedMatch) -> bool:
    """Return whether the last line of the game's description names the winner.

    The game has no such line if the players or the clock ended the match. If a player left, this function returns
    False, because the line may name the AI that took over the seat.
    """
    return match.result.reason not in OUTSIDE_REASONS and not match.engine.left_seats


def format_headline(match: FinishedMatch, locale: str) -> str:
    """Return a line that says how the match ended and who won, if anybody did."""
    player_names = format_player_names(match, locale)
    winners = [seat for seat, rank in enumerate(match.result.ranks) if rank == 1]
    names_winner = is_winner_in_last_line(match)
    outcome = (
        match.game.describe_step(match.engine.view_of(None), locale, player_names)[-1]
        if names_winner
        else format_match_end_reason(match, locale)
    )
    if len(winners) > 1:
        return f"{'🕊️' if match.result.reason in UNRATED_REASONS else '🤝'} {outcome}"
    if names_winner:
        return f"🏆 {outcome}"
    return capitalize_sentence(say("over-won", locale, who=player_names[winners[0]], why=outcome))


def format_match_end_reason(match: FinishedMatch, locale: str) -> str:
    return capitalize_sentence(
        format_end_reason(match.engine, dict(enumerate(format_player_names(match, locale))), locale)
    )


def _format_title_with_score(match: FinishedMatch, locale: str) -> str:
    """Return the match's title, with the score if the match has one that the player lines do not show."""
    if match.game.HAS_RUNNING_SCORE or match.result.reason in UNRATED_REASONS:
        return format_match_title(match, locale)
    return f"{format_match_title(match, locale)} · **{match.game.format_scores(match.result.scores)}**"


def format_player_lines(match: FinishedMatch, locale: str, rating_texts: Mapping[Seat, str]) -> Iterator[str]:
    """Yield a line per player, best first. Tied players have the same rank.

    Yield nothing for an abandoned or canceled match.
    """
    if match.result.reason in UNRATED_REASONS:
        return
    has_sole_winner, player_names = match.result.ranks.count(1) == 1, format_player_names(match, locale)
    for rank, seat, score in list_ranking(match.engine):
        rank_text = "🏆" if rank == 1 and has_sole_winner else f"**{rank}.**"
        parts = [f"{rank_text} {capitalize_sentence(player_names[seat])}"]
        if match.game.HAS_RUNNING_SCORE:
            parts.append(str(score))
        if seat in match.engine.left_seats:
            parts.append(say("over-left", locale))
        if seat in rating_texts:
            parts.append(rating_texts[seat])
        yield " · ".join(parts)


def format_rating_changes(rating_changes: MatchRatingChanges, locale: str) -> dict[Seat, str]:
    """Return a text for each seat about the change in the player's points and rank on the leaderboard."""
    return {seat: " · ".join(_format_rating_change(change, locale)) for seat, change in rating_changes.seat_changes}


def _format_rating_change(rating_change: RatingChange, locale: str) -> Iterator[str]:
    before, after = round(rating_change.points_before), round(rating_change.points_after)
    difference = f"{after - before:+d}".replace("-", "−")
    yield f"📊 {before} → **{after}** ({difference})"
    if rating_change.matches_to_rank:
        yield format_missing_matches(rating_change.matches_to_rank, rating_change.opponents_to_rank, locale)
        return
    yield say("rated-rank", locale, rank=rating_change.rank) + format_change_arrow(rating_change.ranks_gained)
    if rating_change.points_to_next_rank is not None:
        yield say("rated-behind", locale, points=rating_change.points_to_next_rank)


def format_unrated_reason(rating_changes: MatchRatingChanges, locale: str) -> str:
    """Return the reason why the match is not rated, or "" if it is rated."""
    limit = {} if rating_changes.limit is None else {"limit": rating_changes.limit}
    return say(f"unrated-{rating_changes.unrated_reason}", locale, **limit) if rating_changes.unrated_reason else ""


def _build_result_buttons(match: FinishedMatch, locale: str) -> Row:
    # Everybody in the channel may review a practice match, but only its player may repeat it.
    rematch = Button(say("button-rematch", locale), str(CustomId(Action.OFFER_REMATCH, match.id)), "main")
    return (
        *([] if match.is_practice else [rematch]),
        Button(say("button-replay", locale), str(CustomId(Action.SHOW_REVIEW, match.id))),
        Button(ELLIPSIS, str(CustomId(Action.SHOW_MORE, match.id))),
    )


def render_match_record(match: FinishedMatch, record: Record, locale: str) -> Scene:
    """Render the answer to the "…" button: the record as a file, and buttons that show the proof and the rules."""
    return Scene(
        above=(f"### {format_match_title(match, locale)}", say("over-record", locale)),
        attachment=Attachment(f"{match.id}.match", str(record).encode()),
        rows=((build_proof_button(match, locale), build_rules_button(match, locale)),),
        accent_color=match.game.ACCENT_COLOR,
    )
