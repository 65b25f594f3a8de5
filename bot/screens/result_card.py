"""The card of a finished match: the headline, the picture, the story of the match, and a line per player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import shorten
from typing import Final

from bot.i18n import say
from bot.matches.model import FinishedMatch
from bot.ratings.ladder import MatchRatingChanges, RatingChange
from bot.screens.charts import result_picture
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_proof_button, build_rules_button
from bot.screens.ladder import format_change_arrow, format_missing_matches
from bot.screens.match_card import format_match_title, render_board
from bot.screens.match_story import find_story, format_story
from bot.screens.phrases import (
    capitalize_sentence,
    format_end_reason,
    format_message_link,
    format_outcome,
    format_player_names,
    format_preset_start,
    format_short_seal,
    format_win_reason,
    list_picture_names,
    list_ranking,
)
from bot.screens.scene import ALT_TEXT_MAX_LENGTH, Attachment, Button, Row, Scene, SceneImage
from games.core import Seat
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match
from games.record import Record

RANKS_MAX_SEATS: Final = 5
"""The maximum number of seats with which a card has room for each player's rank on the ladder."""


def render_result_card(
    match: FinishedMatch,
    locale: str,
    positions: Sequence[Match],
    rating_changes: MatchRatingChanges | None,
    *,
    pinged_ids: frozenset[int],
) -> Scene:
    """Render the card of a finished match. `positions` is the match at its start and after each step.

    If the match ended before its first step, the card is a single line.
    """
    headline = f"### {format_headline(match, locale)}"
    if not has_begun(match):
        return Scene(above=(headline,), rows=build_result_rows(match, locale), pinged_ids=pinged_ids)
    unrated_reason = "" if rating_changes is None else format_unrated_reason(rating_changes, locale)
    footer = [*format_game_and_score(match, locale), unrated_reason, format_short_seal(match)]
    return Scene(
        above=(headline,),
        board=render_result_image(match, positions, locale),
        below=(
            *format_story_line(match, positions, rating_changes, locale),
            *format_player_lines(match, locale, rating_changes),
        ),
        rows=build_result_rows(match, locale),
        footer=" · ".join(filter(None, footer)),
        pinged_ids=pinged_ids,
        accent_color=match.game.ACCENT_COLOR,
    )


def has_begun(match: FinishedMatch) -> bool:
    """Return whether there is anything to show: the match has a result, or at least one step was played."""
    return match.result.reason not in UNRATED_REASONS or match.engine.step > 0


def format_story_line(
    match: FinishedMatch, positions: Sequence[Match], rating_changes: MatchRatingChanges | None, locale: str
) -> Iterator[str]:
    """Yield the story of the match. If it has none and its game has no running score, yield the last move instead."""
    player_names = format_player_names(match, locale)
    seat_changes = rating_changes.seat_changes if rating_changes else ()
    story = find_story(positions, {seat: change.points_before for seat, change in seat_changes})
    if story:
        yield format_story(story, positions, player_names, locale)
    elif not match.game.HAS_RUNNING_SCORE and is_decided_by_rules(match):
        *last_move, _ = match.game.describe_step(match.engine.view_of(None), locale, player_names)
        yield from last_move[-1:]


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

    `card_location` is the channel ID and message ID of the card.
    """
    where = format_message_link(match.server_id, card_location)
    return Scene(
        above=(f"### {format_headline(match, locale)}",),
        below=(*format_player_lines(match, locale, None), say("match-result", locale, where=where)),
        pinged_ids=pinged_ids,
        accent_color=match.game.ACCENT_COLOR,
    )


def is_decided_by_rules(match: FinishedMatch) -> bool:
    """Return whether the match ended by the rules of its game, which then describes the outcome in its own words."""
    return match.result.reason not in OUTSIDE_REASONS


def format_headline(match: FinishedMatch, locale: str, seat: Seat | None = None) -> str:
    """Return a line that says how the match ended and who won, if anybody did.

    If `seat` is not None, the line addresses its player as “you” wherever the game's texts do.
    """
    ranks, reason = match.result.ranks, match.result.reason
    player_names = format_player_names(match, locale)
    if reason in UNRATED_REASONS:
        return f"🕊️ {_format_match_end_reason(match, locale)}"
    has_sole_winner = ranks.count(1) == 1
    if is_decided_by_rules(match):
        outcome = match.game.describe_step(match.engine.view_of(seat), locale, player_names)[-1]
        return f"{'🏆' if has_sole_winner else '🤝'} {outcome.rstrip('.')}"
    if not has_sole_winner:
        return f"🤝 {_format_match_end_reason(match, locale)}"
    winner = ranks.index(1)
    why = format_win_reason(match.engine, dict(enumerate(player_names)), locale)
    if winner == seat:
        return say("over-won-you", locale, why=why)
    return capitalize_sentence(say("over-won", locale, who=player_names[winner], why=why))


def _format_match_end_reason(match: FinishedMatch, locale: str) -> str:
    """Return the reason why the match ended, without a period."""
    names = dict(enumerate(format_player_names(match, locale)))
    return capitalize_sentence(format_end_reason(match.engine, names, locale)).rstrip(".")


def format_game_and_score(match: FinishedMatch, locale: str) -> Iterator[str]:
    """Yield the name of the game, the preset start if there was one, and the score if the player lines lack it."""
    yield match.game.say("name", locale)
    yield from format_preset_start(match.game, match.options, locale)
    if not match.game.HAS_RUNNING_SCORE and match.result.reason not in UNRATED_REASONS:
        yield match.game.format_scores(match.result.scores)


def format_player_lines(
    match: FinishedMatch, locale: str, rating_changes: MatchRatingChanges | None, reader: Seat | None = None
) -> Iterator[str]:
    """Yield a line per player, best first. Tied players have the same rank.

    Yield nothing for an abandoned or canceled match. `reader` is the seat of the only reader, or None if everybody in
    the channel reads the lines.
    """
    if match.result.reason in UNRATED_REASONS:
        return
    rating_texts = {} if rating_changes is None else format_rating_changes(rating_changes, locale, reader)
    has_sole_winner, names = match.result.ranks.count(1) == 1, format_player_names(match, locale)
    for rank, seat, score in list_ranking(match.engine):
        rank_text = "🏆" if rank == 1 and has_sole_winner else f"**{rank}.**"
        parts = [f"{rank_text} {capitalize_sentence(names[seat])}"]
        if match.game.HAS_RUNNING_SCORE:
            parts.append(str(score))
        if seat in match.engine.left_seats:
            has_timed_out = seat in match.engine.timed_out_seats
            parts.append(say("over-timed-out" if has_timed_out else "over-left", locale))
        if seat in rating_texts:
            parts.append(rating_texts[seat])
        yield " · ".join(parts)


def format_rating_changes(
    rating_changes: MatchRatingChanges, locale: str, reader: Seat | None = None
) -> dict[Seat, str]:
    """Return a text for each seat about the change in the player's points, and their rank on the ladder.

    If there are too many players for ranks, the texts have only the points, except for the reader's own text.
    """
    player_count = len(rating_changes.seat_changes)
    has_room = player_count <= 2 or (reader is None and player_count <= RANKS_MAX_SEATS)
    return {
        seat: " · ".join(_format_rating_change(change, locale, with_rank=has_room or seat == reader))
        for seat, change in rating_changes.seat_changes
    }


def _format_rating_change(rating_change: RatingChange, locale: str, *, with_rank: bool) -> Iterator[str]:
    before, after = round(rating_change.points_before), round(rating_change.points_after)
    difference = f"{after - before:+d}".replace("-", "−")
    yield f"📊 **{after}** ({difference})"
    if not with_rank:
        return
    if rating_change.matches_to_rank:
        yield format_missing_matches(rating_change.matches_to_rank, rating_change.opponents_to_rank, locale)
        return
    yield say("rated-rank", locale, rank=rating_change.rank) + format_change_arrow(rating_change.ranks_gained)


def format_unrated_reason(rating_changes: MatchRatingChanges, locale: str) -> str:
    """Return the reason why the match is not rated, or "" if it is rated."""
    limit = {} if rating_changes.limit is None else {"limit": rating_changes.limit}
    return say(f"unrated-{rating_changes.unrated_reason}", locale, **limit) if rating_changes.unrated_reason else ""


def build_result_rows(match: FinishedMatch, locale: str, *, can_rematch: bool = True) -> tuple[Row, ...]:
    """Return the buttons below a result. Pass `can_rematch=False` for a private copy that an onlooker reads."""
    # Everybody in the channel may review a practice match, but only its player may repeat it.
    buttons = []
    if can_rematch and not match.is_practice:
        rematch_id = CustomId(Action.OFFER_REMATCH, match.id)
        buttons.append(Button(say("button-rematch", locale), str(rematch_id), "main"))
    if has_begun(match):
        buttons.append(Button(say("button-replay", locale), str(CustomId(Action.SHOW_REVIEW, match.id))))
        buttons.append(Button(say("button-more", locale), str(CustomId(Action.SHOW_MORE, match.id))))
    return (tuple(buttons),) if buttons else ()


def render_match_record(match: FinishedMatch, record: Record, locale: str) -> Scene:
    """Render the answer to “More”: the record as a file, and buttons that show the proof and the rules."""
    return Scene(
        above=(f"### {format_match_title(match, locale)}", say("over-record", locale)),
        attachment=Attachment(f"{match.id}.match", str(record).encode()),
        rows=((build_proof_button(match, locale), build_rules_button(match, locale)),),
        accent_color=match.game.ACCENT_COLOR,
    )
