"""The card of a match that is over: who won and how, where it turned, a line a player."""

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
from bot.screens.leaderboard import format_missing_matches, format_rank_change
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
    list_picture_names,
    list_ranking,
)
from bot.screens.proof import format_seal
from bot.screens.scene import Attachment, Button, Row, Scene, SceneImage
from bot.screens.turning_points import format_turning_point, list_lines_after_hiding
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
    """`passed` is the match at its start and after each step."""
    lines = format_recent_steps(match, list_recent_views(match, locale, uncovered=True), locale)
    return Scene(
        above=(
            f"### {format_headline(match, locale)}",
            _format_title_with_score(match, locale),
            *format_turning_point_and_end(
                match, positions, lines[:-1] if is_winner_in_last_line(match) else lines, locale
            ),
        ),
        board=render_result_image(match, positions, locale),
        below=tuple(
            format_player_lines(
                match, locale, {} if rating_changes is None else format_rating_changes(rating_changes, locale)
            )
        ),
        rows=(_build_result_buttons(match, locale),),
        footer=" · ".join(
            filter(
                None,
                [
                    "" if rating_changes is None else format_unrated_reason(rating_changes, locale),
                    format_seal(match, locale),
                ],
            )
        ),
        pinged_ids=pinged_ids,
    )


def format_turning_point_and_end(
    match: FinishedMatch, positions: Sequence[Match], end_lines: Sequence[str], locale: str, seat: Seat | None = None
) -> Iterator[str]:
    """Where it turned, then how it ended: two moments, of which the picture shows the first. Once is enough."""
    turning = "".join(format_turning_point(match, positions, locale, seat))
    yield from filter(None, [turning])
    again = list_lines_after_hiding(match, positions, locale, seat) if turning else set()
    last = [line for line in end_lines if line.rstrip(".") not in turning and line not in again]
    if turning and last:
        last[0] = say("end-last", locale, what=last[0])
    yield from last


def render_result_image(match: FinishedMatch, positions: Sequence[Match], locale: str) -> SceneImage:
    """Who won, and where it turned; of a match that says nothing about who plays better its last board."""
    last_board = match.game.describe_briefly(match.engine.view_of(None), locale)
    alt = " ".join([*format_outcome(match.engine, locale), last_board])
    if match.result.reason in UNRATED_REASONS:
        board = render_board(match, match.engine.view_of(None), locale)
        return replace(board, alt=shorten(alt, ALT_TEXT_MAX_LENGTH, placeholder=" …"))
    picture = result_picture.draw_result(match.engine, positions, locale)
    return SceneImage(picture, shorten(alt, ALT_TEXT_MAX_LENGTH, placeholder=" …"), list_picture_names(match, locale))


def render_thread_result(
    match: FinishedMatch, card_location: tuple[int, int], locale: str, *, pinged_ids: frozenset[int]
) -> Scene:
    """What stays in its thread: who won, and the way to the card, by channel and number."""
    where = f"https://discord.com/channels/{match.server_id}/{card_location[0]}/{card_location[1]}"
    return Scene(
        above=(f"### {format_headline(match, locale)}", _format_title_with_score(match, locale)),
        below=(*format_player_lines(match, locale, {}), say("match-result", locale, where=where)),
        pinged_ids=pinged_ids,
    )


def is_winner_in_last_line(match: FinishedMatch) -> bool:
    """Does the last line that its game tells say who won? It knows nothing of those who left, and may praise what the
    house did there.
    """
    return match.result.reason not in OUTSIDE_REASONS and not match.engine.left_seats


def format_headline(match: FinishedMatch, locale: str) -> str:
    called = format_player_names(match, locale)
    first = [seat for seat, rank in enumerate(match.result.ranks) if rank == 1]
    # The telling of a game ends with its outcome.
    told = (
        match.game.describe_step(match.engine.view_of(None), locale, called)[-1]
        if is_winner_in_last_line(match)
        else format_match_end_reason(match, locale)
    )
    if len(first) > 1:
        return f"{'🕊️' if match.result.reason in UNRATED_REASONS else '🤝'} {told}"
    return (
        f"🏆 {told}"
        if is_winner_in_last_line(match)
        else capitalize_sentence(say("over-won", locale, who=called[first[0]], why=told))
    )


def format_match_end_reason(match: FinishedMatch, locale: str) -> str:
    return capitalize_sentence(
        format_end_reason(match.engine, dict(enumerate(format_player_names(match, locale))), locale)
    )


def _format_title_with_score(match: FinishedMatch, locale: str) -> str:
    """Who played what; and how such a result is written, where it is."""
    if match.game.HAS_RUNNING_SCORE or match.result.reason in UNRATED_REASONS:
        return format_match_title(match, locale)
    return f"{format_match_title(match, locale)} · **{match.game.format_scores(match.result.scores)}**"


def format_player_lines(match: FinishedMatch, locale: str, rating_texts: Mapping[Seat, str]) -> Iterator[str]:
    """A line each; equal places are written equal, and no list counts them anew. Where nobody won there are none."""
    if match.result.reason in UNRATED_REASONS:
        return
    alone, people = match.result.ranks.count(1) == 1, format_player_names(match, locale)
    for rank, seat, score in list_ranking(match.engine):
        parts = [f"{'🏆' if rank == 1 and alone else f'**{rank}.**'} {capitalize_sentence(people[seat])}"]
        if match.game.HAS_RUNNING_SCORE:
            parts.append(str(score))
        if seat in match.engine.left_seats:
            parts.append(say("over-left", locale))
        if seat in rating_texts:
            parts.append(rating_texts[seat])
        yield " · ".join(parts)


def format_rating_changes(rating_changes: MatchRatingChanges, locale: str) -> dict[Seat, str]:
    """What it did to everybody's place on the ladder."""
    return {seat: " · ".join(_format_rating_change(changed, locale)) for seat, changed in rating_changes.seat_changes}


def _format_rating_change(rating_change: RatingChange, locale: str) -> Iterator[str]:
    before, after = round(rating_change.points_before), round(rating_change.points_after)
    change = f"{after - before:+d}".replace("-", "−")
    yield f"📊 {before} → **{after}** ({change})"
    if rating_change.matches_to_rank:
        yield format_missing_matches(rating_change.matches_to_rank, rating_change.opponents_to_rank, locale)
        return
    yield say("rated-rank", locale, rank=rating_change.rank) + format_rank_change(rating_change.ranks_gained)
    if rating_change.points_to_next_rank is not None:
        yield say("rated-behind", locale, points=rating_change.points_to_next_rank)


def format_unrated_reason(rating_changes: MatchRatingChanges, locale: str) -> str:
    """Why it counts for no ladder; nothing where it does."""
    limit = {} if rating_changes.limit is None else {"limit": rating_changes.limit}
    return say(f"unrated-{rating_changes.unrated_reason}", locale, **limit) if rating_changes.unrated_reason else ""


def _build_result_buttons(match: FinishedMatch, locale: str) -> Row:
    # What was practised can be looked at by all, and played once more by one.
    again = Button(say("button-rematch", locale), str(CustomId(Action.OFFER_REMATCH, match.id, 0)), "main")
    return (
        *([] if match.is_practice else [again]),
        Button(say("button-replay", locale), str(CustomId(Action.SHOW_REVIEW, match.id, 0))),
        Button(ELLIPSIS, str(CustomId(Action.SHOW_MORE, match.id, 0))),
    )


def render_match_record(match: FinishedMatch, record: Record, locale: str) -> Scene:
    """Behind the sign at the end of the row: the record, and what proves it."""
    return Scene(
        above=(f"### {format_match_title(match, locale)}", say("over-record", locale)),
        attachment=Attachment(f"{match.id}.match", str(record).encode()),
        rows=((build_proof_button(match, locale), build_rules_button(match, locale)),),
    )
