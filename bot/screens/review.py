"""What was: a match in review, board by board, and the proof of its dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import FinishedMatch, MatchState, StartedMatch
from bot.screens import coach_texts, review_positions
from bot.screens.charts import score_chart, win_chance_chart
from bot.screens.custom_ids import FILM_ARGUMENT, Action, CustomId
from bot.screens.dialogs import build_back_buttons, build_proof_button
from bot.screens.film import render_film
from bot.screens.match_card import format_match_title, render_board, render_recalled_board, render_reveal
from bot.screens.phrases import format_player_names, list_picture_names
from bot.screens.proof import format_broken_record, format_proof
from bot.screens.result_card import format_headline
from bot.screens.review_positions import build_jump_menu, build_viewpoint_menu, format_board_argument
from bot.screens.scene import Attachment, Button, Row, Scene, SceneImage
from bot.screens.turning_points import PositionCounter, ScoreSwing, format_score_swing, get_public_view
from games.chain import BrokenRecord, encode_hash
from games.core import Seat
from games.fairness import UNPROVABLE_REASONS, verify_record
from games.insight import Contribution
from games.match import OUTSIDE_REASONS, Match
from games.record import Record
from games.review import Review
from storage import Journal

VERDICT_ARGUMENT: Final = "verdict"
"""Behind the button by which everybody is told what decided a match."""


def render_review(
    match: StartedMatch, journal: Journal, record: Record | None, locale: str, coach_review: Review | None = None
) -> Scene:
    """The door to all of it: where it turned, the highlights as a film, and the way step by step; where the coach could
    tell, what was luck, and what was better.
    """
    passed = review_positions.list_positions(journal)
    count = review_positions.get_position_counter(journal, is_over=match.is_over)
    found = review_positions.list_main_score_swings(journal)
    lines = (
        _format_coach_lines(match, passed, coach_review, count, locale)
        if coach_review
        else _format_score_swings(match, passed, found, count, locale)
    )
    step = Button(say("button-step", locale), str(CustomId(Action.SHOW_REVIEW, match.id, 0, "0")))
    # Of a match that is still on nothing is proved yet.
    check = (build_proof_button(match, locale),) if record else ()
    stops = _list_jump_targets(journal, coach_review, is_over=match.is_over)
    return Scene(
        above=(*_format_heading(match, locale), *lines),
        reveal=(coach_review and _render_win_chance_chart(match, coach_review, count, locale))
        or _render_score_chart(match, passed, found, count, locale),
        board=render_film(match, passed, locale),
        attachment=Attachment(f"{match.id}.match", str(record).encode()) if record else None,
        rows=(
            build_jump_menu(match, passed, _list_turning_steps(journal, coach_review), stops, count, locale, 0, None),
            (step, *check),
        ),
    )


def add_share_button(scene: Scene, match: StartedMatch, locale: str) -> Scene:
    """With the way to tell everybody what decided it."""
    *rows, last = scene.rows
    assert isinstance(last, tuple)
    share = Button(say("button-share", locale), str(CustomId(Action.SHARE_MATCH, match.id, 0, VERDICT_ARGUMENT)))
    return replace(scene, rows=(*rows, (*last, share)))


def add_coach_is_thinking(scene: Scene, match: StartedMatch, locale: str) -> Scene:
    """The coach is still at it: what the score tells, and the way to look again."""
    again = Button(say("button-look-again", locale), str(CustomId(Action.SHOW_REVIEW, match.id, 0, FILM_ARGUMENT)))
    return replace(scene, rows=(*scene.rows, (again,)), below=(*scene.below, say("coach-thinks", locale)))


def render_verdict(match: StartedMatch, journal: Journal, coach_review: Review, locale: str) -> Scene:
    """What decided it, for everybody: in short, and the way to the whole."""
    count, called = (
        review_positions.get_position_counter(journal, is_over=match.is_over),
        format_player_names(match, locale),
    )
    told = (
        f"**{coach_texts.format_verdict(coach_review, count, called, locale)}**",
        *coach_texts.format_balance(coach_review, called, locale),
    )
    door = Button(say("button-replay", locale), str(CustomId(Action.SHOW_REVIEW, match.id, 0)))
    return Scene(
        above=(*_format_heading(match, locale), *told),
        board=_render_win_chance_chart(match, coach_review, count, locale),
        rows=((door,),),
    )


def _format_heading(match: StartedMatch, locale: str) -> Iterator[str]:
    """Which match it is, and how it ended if it has."""
    yield f"### {format_match_title(match, locale)}"
    if isinstance(match, FinishedMatch):
        yield format_headline(match, locale)


def _list_turning_steps(journal: Journal, coach_review: Review | None) -> Sequence[int]:
    """After how many steps it turned, the greatest first."""
    return (
        [turn.step.step_number for turn in coach_review.turning_points]
        if coach_review
        else [turn.step_number for turn in review_positions.list_main_score_swings(journal)]
    )


def _format_score_swings(
    match: StartedMatch, positions: Sequence[Match], swings: Sequence[ScoreSwing], counter: PositionCounter, locale: str
) -> Iterator[str]:
    """By the score."""
    if swings:
        yield say("review-gains", locale)
    for turn in sorted(swings, key=lambda turn: turn.step_number):
        moment = counter.find_moment(turn.step_number).format_with_total(locale)
        yield f"**{moment}** · {format_score_swing(match, positions, turn, locale)}"


def _format_coach_lines(
    match: StartedMatch, positions: Sequence[Match], coach_review: Review, counter: PositionCounter, locale: str
) -> Iterator[str]:
    called = format_player_names(match, locale)
    yield f"**{coach_texts.format_verdict(coach_review, counter, called, locale)}**"
    yield from coach_texts.format_balance(coach_review, called, locale)
    yield f"-# {say('debrief-unit', locale)}"
    if told := [*coach_texts.format_turning_points(coach_review, positions, counter, called, locale)]:
        yield say("review-turns", locale)
    for number, line in enumerate(told, 1):
        yield f"**{number}** · {line}"


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
    match: StartedMatch, coach_review: Review, counter: PositionCounter, locale: str
) -> SceneImage | None:
    scores, game = match.result.scores if isinstance(match, FinishedMatch) else match.engine.scores(), match.game
    score = game.format_scores(scores)
    picture = win_chance_chart.draw_win_chances(coach_review, score, counter, locale)
    seats = [match.game.say(f"seat-{seat}", locale) for seat in coach_review.seats]
    players = " · ".join(
        (
            coach_texts.format_verdict(coach_review, counter, seats, locale),
            *coach_texts.format_balance(coach_review, seats, locale),
        )
    )
    return (
        SceneImage(picture, say("ahead-picture", locale, players=players), list_picture_names(match, locale))
        if picture
        else None
    )


def render_review_board(
    match: StartedMatch,
    journal: Journal,
    argument: str,
    locale: str,
    coach_review: Review | None = None,
    own_seat: Seat | None = None,
) -> Scene:
    """`rest` is the number of the board and, when all lies open, the seat through whose eyes it is seen; `own` is where
    whoever looks has sat.
    """
    matches = review_positions.list_positions(journal)
    board, _, eye = argument.partition(".")
    at = min(int(board), len(matches) - 1) if board.isdecimal() else len(matches) - 1
    engine, count = matches[at], review_positions.get_position_counter(journal, is_over=match.is_over)
    seats = range(engine.seats) if match.is_over else range(0)
    seat = int(eye) if eye.isdecimal() and int(eye) in seats else None
    view = get_public_view(engine, is_over=match.is_over) if seat is None else engine.view_of(seat)

    ways = {"first": 0, "before": at - 1, "next": at + 1, "last": len(matches) - 1}

    def leaf(number: int, way: str, to: int) -> Button:
        # Two of them may lead to the same board, and are two buttons all the same.
        off = to == at or not 0 <= to < len(matches)
        return Button(
            say(f"button-{way}", locale),
            str(CustomId(Action.SHOW_REVIEW, match.id, number, format_board_argument(to, seat))),
            disabled=off,
        )

    reel = Button(say("button-film", locale), str(CustomId(Action.SHOW_REVIEW, match.id, 0, FILM_ARGUMENT)))
    stops = _list_jump_targets(journal, coach_review, is_over=match.is_over)
    rows: list[Row] = [
        (*(leaf(number, way, to) for number, (way, to) in enumerate(ways.items(), 2)), reel),
        build_jump_menu(match, matches, _list_turning_steps(journal, coach_review), stops, count, locale, at, seat),
    ]
    # What the coach says of this board; an end that came from the table is no step.
    steps = coach_review.steps[at - 1 : at] if coach_review and at else ()
    if match.is_over:
        rows.append(
            build_viewpoint_menu(
                match, at, seat, locale, has_hidden_information=review_positions.has_hidden_information(journal)
            )
        )
        slips = [part for step in steps for part in step.mistakes]
        on = _build_play_on_buttons(match, engine, slips, own_seat if seat is None else seat, locale)
        leaps = _build_mistake_buttons(match, coach_review, at, seat, count, locale)
        rows += [row] if (row := (*on, *leaps)) else []
    # Of an end that came from the table the game knows nothing.
    outside = isinstance(match, FinishedMatch) and match.result.reason in OUTSIDE_REASONS and at == len(matches) - 1
    ended = [format_headline(match, locale)] if outside and isinstance(match, FinishedMatch) else []
    # Whoever looks through the eyes of a seat need not be who sat there.
    nobodys = replace(view, seat=None)
    told = engine.game.describe_step(nobodys, locale, format_player_names(match, locale))
    remarks = [
        line
        for step in steps
        for line in coach_texts.format_step_remarks(step, engine, format_player_names(match, locale), locale)
    ]
    # While it is played nobody is helped to remember.
    recall = render_recalled_board(match, view, locale) if match.is_over and seat is not None else None
    known = _format_known_to_seat(match, view, locale) if recall else ()
    met = render_reveal(match, nobodys, locale) if at else None
    # Where the same choose once more the board has nothing that what met does not show.
    tied = at > 0 and _is_repeated_tie(matches[at - 1], engine)
    return Scene(
        above=(f"### {format_match_title(match, locale)}", *told, *remarks, *known, *ended),
        reveal=None if tied else met,
        board=met if met and tied else recall or render_board(match, view, locale),
        rows=tuple(rows),
        footer=_format_board_number(count, at, len(matches), locale),
    )


def _format_board_number(counter: PositionCounter, step_number: int, board_count: int, locale: str) -> str:
    """Which board of how many, and when that was, where that is counted otherwise."""
    number, moment = (
        say("board-number", locale, board=step_number + 1, boards=board_count),
        counter.find_moment(step_number),
    )
    # Before the first turn it is none.
    told = counter.unit != "step" and (moment.kind != "turn" or moment.number)
    return f"{number} · {moment.format_short(locale)}" if told else number


def _is_repeated_tie(before: Match, engine: Match) -> bool:
    """Did several choose at once, and came to nothing by it?"""
    chose = len(engine.seats_asked) > 1 and engine.seats_asked == before.seats_asked
    return chose and engine.scores() == before.scores()


def _list_mistake_steps(coach_review: Review | None) -> list[int]:
    """After how many steps there had been something better."""
    return [step.step_number for step in coach_review.steps if any(step.mistakes)] if coach_review else []


def _build_mistake_buttons(
    match: StartedMatch,
    coach_review: Review | None,
    step_number: int,
    seat: Seat | None,
    counter: PositionCounter,
    locale: str,
) -> Iterator[Button]:
    """To the mistake before this board, and to the next one."""
    found = _list_mistake_steps(coach_review)
    ways = {
        "earlier": [step for step in found if step < step_number][-1:],
        "later": [step for step in found if step > step_number][:1],
    }
    for number, (way, steps) in enumerate(ways.items(), 6):
        for step in steps:
            told = say(f"button-mistake-{way}", locale, when=counter.find_moment(step).format_short(locale))
            yield Button(told, str(CustomId(Action.SHOW_REVIEW, match.id, number, format_board_argument(step, seat))))


def _format_known_to_seat(match: StartedMatch, view: Any, locale: str) -> Iterator[str]:
    """What the eyes through which one looks could have known there, and which worlds were left."""
    called = format_player_names(match, locale)
    yield say("known-here", locale, who=called[view.seat])
    for seat, what, where in match.game.list_possibilities(view, locale):
        facts = {"what": say.format_list(what, locale), "where": say.format_list(where, locale)}
        yield say("known-unsure", locale, who=called[seat], **facts)


def _build_play_on_buttons(
    match: StartedMatch, engine: Match, mistakes: Sequence[Contribution], seat: Seat | None, locale: str
) -> tuple[Button, ...]:
    """To play on from this board against the house, and to make up for the mistakes that led to it."""

    def way(key: str, step: int, seat: Seat) -> Button:
        told = say(key, locale, seat=match.game.say(f"seat-{seat}", locale))
        return Button(told, str(CustomId(Action.PLAY_FROM_POSITION, match.id, step, str(seat))))

    again = tuple(way("button-again", engine.step - 1, part.seat) for part in mistakes if part.seat is not None)
    if engine.result:
        return again
    chooses = min(engine.seats_asked) if seat is None else seat
    return (way("button-onward", engine.step, chooses), *again)


def _list_jump_targets(journal: Journal, coach_review: Review | None, *, is_over: bool) -> Mapping[str, Sequence[int]]:
    """Where one may leap to; first of all to where there was something better."""
    found = _list_mistake_steps(coach_review)
    return {**({"mistake": found} if found else {}), **review_positions.list_jump_targets(journal, is_over=is_over)}


def render_proof(match: StartedMatch, record: Record, locale: str) -> Scene:
    """The verdict, of which match, what it rests on; and the record, for whoever believes no verdict."""
    try:
        proof = verify_record(record)
        seal = say("proof-seal", locale, seal=proof.seal)
        verdict, lines = (
            "fair" if proof.player_seeds else "unchanged",
            [seal, *format_proof(record, proof, locale, match.player_ids)],
        )
    except BrokenRecord as no:
        verdict, lines = (
            "unproven" if no.why.key in UNPROVABLE_REASONS else "unfair",
            [format_broken_record(no, locale)],
        )
    return Scene(
        above=(f"### {say(f'proof-{verdict}', locale, match=match.id)}", format_match_title(match, locale), *lines),
        attachment=Attachment(f"{match.id}.match", str(record).encode()),
        rows=(build_back_buttons(match, 0, locale),),
    )


def render_proof_promise(match: MatchState, person_id: int, locale: str) -> Scene:
    """What can be proved once it is over."""
    return Scene(
        rows=(build_back_buttons(match, match.find_view_seat(person_id), locale),),
        above=(
            f"### 🎲 {say('button-verify', locale)}",
            say("proof-promised", locale, seal=encode_hash(match.public_seal)),
        ),
    )
