"""The review of a match: an overview, individual boards and the coach's verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import FinishedMatch, StartedMatch
from bot.screens import coach_texts, review_positions
from bot.screens.charts import score_chart, win_chance_chart
from bot.screens.coach_texts import ReviewReader, find_reader_seat
from bot.screens.custom_ids import FILM_ARGUMENT, Action, CustomId
from bot.screens.dialogs import build_proof_button
from bot.screens.film import render_film
from bot.screens.match_card import format_match_title, render_board, render_recalled_board, render_reveal
from bot.screens.phrases import format_player_names, list_picture_names
from bot.screens.result_card import format_headline
from bot.screens.review_positions import build_jump_menu, build_viewpoint_menu, format_board_argument
from bot.screens.scene import Attachment, Button, Row, Scene, SceneImage
from bot.screens.shared_posts import build_match_buttons, build_post
from bot.screens.turning_points import PositionCounter, ScoreSwing, format_score_swing, get_public_view
from games.core import Seat
from games.insight import Contribution
from games.match import OUTSIDE_REASONS, Match
from games.record import Record
from games.review import Review
from storage import Journal

REVIEW_ARGUMENT: Final = "review"
"""The argument of the button that shares the review in the channel."""


def render_review(
    match: StartedMatch,
    journal: Journal,
    record: Record | None,
    locale: str,
    coach_review: Review | None = None,
    own_seat: Seat | None = None,
) -> Scene:
    """Render the first page of a review: a chart, the turning points and the film.

    With a `coach_review`, the page also shows the coach's verdict and how much luck and play contributed to the result.
    It is written from the side of `own_seat` or, for other readers, of the winner.
    """
    positions = review_positions.list_positions(journal)
    counter = review_positions.get_position_counter(journal, is_over=match.is_over)
    swings = review_positions.list_main_score_swings(journal)
    reader = _build_reader(match, locale, own_seat)
    lines = (
        _number_turning_points(positions, coach_review, counter, reader)
        if coach_review
        else _format_score_swings(match, positions, swings, counter, locale)
    )
    chart = _render_win_chance_chart(match, coach_review, counter, reader) if coach_review else None
    # Without hidden information, a seat only rotates the board, so players see it from their own side.
    viewpoint = None if review_positions.has_hidden_information(journal) else own_seat
    first_board = CustomId(Action.SHOW_REVIEW, match.id, argument=format_board_argument(0, viewpoint))
    step_button = Button(say("button-step", locale), str(first_board))
    # Only a finished match has a record, which the proof button verifies.
    proof_buttons = (build_proof_button(match, locale),) if record else ()
    turning_steps = _list_turning_steps(journal, coach_review, reader.seat)
    jump_targets = _list_all_jump_targets(journal, coach_review, is_over=match.is_over)
    return Scene(
        above=(*_format_heading(match, locale), *lines),
        reveal=chart or _render_score_chart(match, positions, swings, counter, locale),
        board=render_film(match, positions, locale),
        attachment=Attachment(f"{match.id}.match", str(record).encode()) if record else None,
        rows=(
            build_jump_menu(match, positions, turning_steps, jump_targets, counter, locale, 0, viewpoint),
            (step_button, *proof_buttons),
        ),
        below=tuple(_format_verdict_and_balance(coach_review, counter, reader)) if coach_review else (),
        accent_color=match.game.ACCENT_COLOR,
    )


def _build_reader(match: StartedMatch, locale: str, own_seat: Seat | None = None) -> ReviewReader:
    return ReviewReader(format_player_names(match, locale), find_reader_seat(match.engine, own_seat), own_seat, locale)


def add_share_button(scene: Scene, match: StartedMatch, locale: str) -> Scene:
    """Return the scene with a button that shares the review in the channel."""
    *rows, last_row = scene.rows
    assert isinstance(last_row, tuple)
    share = Button(say("button-share", locale), str(CustomId(Action.SHARE_MATCH, match.id, argument=REVIEW_ARGUMENT)))
    return replace(scene, rows=(*rows, (*last_row, share)))


def add_coach_is_thinking(scene: Scene, match: StartedMatch, locale: str) -> Scene:
    """Return the scene with a note that the coach is still analyzing the match, and a button to reload the review."""
    again = Button(
        say("button-look-again", locale), str(CustomId(Action.SHOW_REVIEW, match.id, argument=FILM_ARGUMENT))
    )
    return replace(scene, rows=(*scene.rows, (again,)), below=(*scene.below, say("coach-thinks", locale)))


def render_shared_review(
    match: StartedMatch, journal: Journal, coach_review: Review | None, sharer_id: int, seat: Seat, locale: str
) -> Scene:
    """Render a public post with the film and the coach's verdict, if there is one. The sharer played in `seat`."""
    reader = _build_reader(match, locale)
    positions = review_positions.list_positions(journal)
    counter = review_positions.get_position_counter(journal, is_over=match.is_over)
    scene = Scene(
        above=(
            *_format_heading(match, locale),
            # Only the first line, which is the verdict. The chart shows the rest.
            *islice(_format_verdict_and_balance(coach_review, counter, reader) if coach_review else (), 1),
        ),
        reveal=_render_win_chance_chart(match, coach_review, counter, reader) if coach_review else None,
        board=render_film(match, positions, locale),
        accent_color=match.game.ACCENT_COLOR,
    )
    return build_post(scene, sharer_id, build_match_buttons(match, positions[0], sharer_id, seat, locale), locale)


def _format_heading(match: StartedMatch, locale: str) -> Iterator[str]:
    """Yield the match's title and, if the match is over, a line about how it ended."""
    yield f"### {format_match_title(match, locale)}"
    if isinstance(match, FinishedMatch):
        yield format_headline(match, locale)


def _list_turning_steps(journal: Journal, coach_review: Review | None, reader_seat: Seat) -> Sequence[int]:
    """Return the steps of the coach's turning points or, without a coach's review, of the main score swings."""
    if coach_review:
        return [turn.step.step_number for turn in coach_review.list_turning_points(reader_seat)]
    return [swing.step_number for swing in review_positions.list_main_score_swings(journal)]


def _format_score_swings(
    match: StartedMatch, positions: Sequence[Match], swings: Sequence[ScoreSwing], counter: PositionCounter, locale: str
) -> Iterator[str]:
    if swings:
        yield say("review-gains", locale)
    for swing in sorted(swings, key=lambda swing: swing.step_number):
        moment = counter.find_moment(swing.step_number).format_with_total(locale)
        yield f"**{moment}** · {format_score_swing(match, positions, swing, locale)}"


def _format_verdict_and_balance(coach_review: Review, counter: PositionCounter, reader: ReviewReader) -> Iterator[str]:
    yield f"**{coach_texts.format_verdict(coach_review, counter, reader)}**"
    yield from coach_texts.format_balance(coach_review, reader)


def _number_turning_points(
    positions: Sequence[Match], coach_review: Review, counter: PositionCounter, reader: ReviewReader
) -> Iterator[str]:
    lines = [*coach_texts.format_turning_points(coach_review, positions, counter, reader)]
    for number, line in enumerate(lines, 1):
        yield f"**{number}** · {line}"
    if lines:
        yield f"-# {say('review-legend', reader.locale)}"


def _render_score_chart(
    match: StartedMatch, positions: Sequence[Match], swings: Sequence[ScoreSwing], counter: PositionCounter, locale: str
) -> SceneImage | None:
    picture = score_chart.draw_score_chart(positions, swings, counter, locale)
    if picture is None:
        return None
    seats = (match.game.say(f"seat-{seat}", locale) for seat in range(match.engine.seats))
    scores = " · ".join(f"{seat} {score}" for seat, score in zip(seats, match.engine.scores(), strict=True))
    return SceneImage(picture, say("review-course", locale, scores=scores), list_picture_names(match, locale))


def _render_win_chance_chart(
    match: StartedMatch, coach_review: Review, counter: PositionCounter, reader: ReviewReader
) -> SceneImage | None:
    locale = reader.locale
    scores = match.result.scores if isinstance(match, FinishedMatch) else match.engine.scores()
    picture = win_chance_chart.draw_win_chances(
        coach_review, match.game.format_scores(scores), counter, locale, reader.seat
    )
    if picture is None:
        return None
    # Alternative texts cannot contain mentions.
    seat_names = [match.game.say(f"seat-{seat}", locale) for seat in coach_review.seats]
    named_by_seat = replace(reader, player_names=seat_names, own_seat=None)
    players = " · ".join(
        (
            coach_texts.format_verdict(coach_review, counter, named_by_seat),
            *coach_texts.format_balance(coach_review, named_by_seat),
        )
    )
    return SceneImage(picture, say("ahead-picture", locale, players=players), list_picture_names(match, locale))


def render_review_board(
    match: StartedMatch,
    journal: Journal,
    argument: str,
    locale: str,
    coach_review: Review | None = None,
    own_seat: Seat | None = None,
) -> Scene:
    """Render one board of a match, with buttons and menus that lead to other boards.

    `argument` contains a step and, in a finished match, optionally the seat from which the board is seen. For example,
    "12.0" is the board after step 12 as seen by seat 0. An invalid step selects the last board, and an invalid seat
    selects the public view, which a running match always shows. With `coach_review`, the text says how good the choices
    were. `own_seat` is the reader's seat, or None if the reader did not play: readers who did are called "you".
    """
    positions = review_positions.list_positions(journal)
    board_text, _, seat_text = argument.partition(".")
    last_step = len(positions) - 1
    step = min(int(board_text), last_step) if board_text.isdecimal() else last_step
    engine, counter = positions[step], review_positions.get_position_counter(journal, is_over=match.is_over)
    allowed_seats = range(engine.seats) if match.is_over else range(0)
    seat = int(seat_text) if seat_text.isdecimal() and int(seat_text) in allowed_seats else None
    view = get_public_view(engine, is_over=match.is_over) if seat is None else engine.view_of(seat)
    # Describe the step as for an onlooker, because the reader may have selected a seat that is not their own.
    onlooker_view = replace(view, seat=None)
    reader = _build_reader(match, locale, own_seat)
    lines = engine.game.describe_step(onlooker_view, locale, reader.player_names)
    # The game does not describe how the players or the clock ended the match, because that is not a step of the game.
    end_lines = []
    if isinstance(match, FinishedMatch) and match.result.reason in OUTSIDE_REASONS and step == last_step:
        end_lines = [format_headline(match, locale)]
    reviewed_steps = coach_review.steps[step - 1 : step] if coach_review and step else ()
    remarks = [
        line for reviewed in reviewed_steps for line in coach_texts.format_step_remarks(reviewed, engine, reader)
    ]
    # Until the match is over, players must rely on their own memory, so do not show everything a seat has seen.
    recalled = render_recalled_board(match, view, locale) if match.is_over and seat is not None else None
    known_lines = _format_known_to_seat(match, view, locale) if recalled else ()
    reveal = render_reveal(match, onlooker_view, locale) if step else None
    # A repeated tie leaves the board unchanged, so the reveal takes the place of the board.
    only_reveal = step > 0 and _is_repeated_tie(positions[step - 1], engine)
    jump_targets = _list_all_jump_targets(journal, coach_review, is_over=match.is_over)
    turning_steps = _list_turning_steps(journal, coach_review, reader.seat)
    rows: list[Row] = [
        _build_step_buttons(match, step, last_step, seat, locale),
        build_jump_menu(match, positions, turning_steps, jump_targets, counter, locale, step, seat),
    ]
    if match.is_over:
        has_hidden = review_positions.has_hidden_information(journal)
        rows.append(build_viewpoint_menu(match, step, seat, locale, has_hidden_information=has_hidden))
        mistakes = [mistake for reviewed in reviewed_steps for mistake in reviewed.mistakes]
        buttons = (
            *_build_play_on_buttons(match, engine, mistakes, own_seat if seat is None else seat, locale),
            *_build_mistake_buttons(match, coach_review, step, seat, counter, locale),
        )
        rows += [buttons] if buttons else []
    return Scene(
        above=(f"### {format_match_title(match, locale)}", *lines, *remarks, *known_lines, *end_lines),
        reveal=None if only_reveal else reveal,
        board=reveal if reveal and only_reveal else recalled or render_board(match, view, locale),
        rows=tuple(rows),
        footer=_format_board_number(counter, step, len(positions), locale),
        accent_color=match.game.ACCENT_COLOR,
    )


def _build_step_buttons(match: StartedMatch, step: int, last_step: int, seat: Seat | None, locale: str) -> Row:
    """Build the buttons that lead to the first, previous, next and last boards, and to the review."""
    targets = {"first": 0, "before": step - 1, "next": step + 1, "last": last_step}
    buttons = [
        Button(
            say(f"button-{key}", locale),
            # Two buttons can have the same target, so the number keeps their custom IDs different.
            str(CustomId(Action.SHOW_REVIEW, match.id, number, format_board_argument(target, seat))),
            disabled=target == step or not 0 <= target <= last_step,
        )
        for number, (key, target) in enumerate(targets.items(), 2)
    ]
    review = Button(say("button-replay", locale), str(CustomId(Action.SHOW_REVIEW, match.id, argument=FILM_ARGUMENT)))
    return (*buttons, review)


def _format_board_number(counter: PositionCounter, step_number: int, board_count: int, locale: str) -> str:
    """Return a text such as "Board 3 of 12", with the current duel, turn or move if the match is counted in them."""
    board_number = say("board-number", locale, board=step_number + 1, boards=board_count)
    moment = counter.find_moment(step_number)
    is_before_first_turn = moment.kind == "turn" and not moment.number
    if counter.unit == "step" or is_before_first_turn:
        return board_number
    return f"{board_number} · {moment.format_short(locale)}"


def _is_repeated_tie(before: Match, after: Match) -> bool:
    """Return whether seats that chose at once have tied: nobody scored, and the same seats must choose again."""
    same_seats_choose = len(after.seats_asked) > 1 and after.seats_asked == before.seats_asked
    return same_seats_choose and after.scores() == before.scores()


def _list_mistake_steps(coach_review: Review | None) -> list[int]:
    return [step.step_number for step in coach_review.steps if any(step.mistakes)] if coach_review else []


def _build_mistake_buttons(
    match: StartedMatch,
    coach_review: Review | None,
    step_number: int,
    seat: Seat | None,
    counter: PositionCounter,
    locale: str,
) -> Iterator[Button]:
    """Yield buttons that lead to the previous and the next step with a mistake, if there are such steps."""
    mistake_steps = _list_mistake_steps(coach_review)
    targets = {
        "earlier": [step for step in mistake_steps if step < step_number][-1:],
        "later": [step for step in mistake_steps if step > step_number][:1],
    }
    for number, (direction, steps) in enumerate(targets.items(), 6):
        for step in steps:
            moment = counter.find_moment(step).format_short(locale)
            custom_id = CustomId(Action.SHOW_REVIEW, match.id, number, format_board_argument(step, seat))
            yield Button(say(f"button-mistake-{direction}", locale, when=moment), str(custom_id))


def _format_known_to_seat(match: StartedMatch, view: Any, locale: str) -> Iterator[str]:
    """Yield a note that the board shows all that the seat could know, then a line per item that it could not locate."""
    player_names = format_player_names(match, locale)
    yield say("known-here", locale, who=player_names[view.seat])
    for owner, items, places in match.game.list_possibilities(view, locale):
        facts = {"what": say.format_list(items, locale), "where": say.format_list(places, locale)}
        yield say("known-unsure", locale, who=player_names[owner], **facts)


def _build_play_on_buttons(
    match: StartedMatch, engine: Match, mistakes: Sequence[Contribution], seat: Seat | None, locale: str
) -> tuple[Button, ...]:
    """Build buttons for playing on against the AI, from the current board or from the board before a mistake."""

    def build_button(key: str, step: int, seat: Seat) -> Button:
        label = say(key, locale, seat=match.game.say(f"seat-{seat}", locale))
        return Button(label, str(CustomId(Action.PLAY_FROM_POSITION, match.id, step, str(seat))))

    retries = tuple(
        build_button("button-again", engine.step - 1, mistake.seat) for mistake in mistakes if mistake.seat is not None
    )
    if engine.result:
        return retries
    playing_seat = min(engine.seats_asked) if seat is None else seat
    return (build_button("button-onward", engine.step, playing_seat), *retries)


def _list_all_jump_targets(
    journal: Journal, coach_review: Review | None, *, is_over: bool
) -> Mapping[str, Sequence[int]]:
    """Return the steps that the jump menu offers, by kind. The mistakes that the coach found come first."""
    mistake_steps = _list_mistake_steps(coach_review)
    mistakes = {"mistake": mistake_steps} if mistake_steps else {}
    return {**mistakes, **review_positions.list_jump_targets(journal, is_over=is_over)}
