"""What was: a match in review, board by board, and the proof of its dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import FinishedMatch, MatchState, StartedMatch
from bot.screens import coach_texts, review_positions
from bot.screens.charts import score_chart, win_chance_chart
from bot.screens.custom_ids import FILM, Action, CustomId
from bot.screens.dialogs import to_table, verify_button
from bot.screens.film import film
from bot.screens.match_card import laid, recalled, reveal, title
from bot.screens.names import names, plates
from bot.screens.proof import broken, proved
from bot.screens.result_card import headline
from bot.screens.review_positions import eyes, jumps, looked
from bot.screens.scene import Attachment, Button, Row, Scene, SceneImage
from bot.screens.turning_points import PositionCounter, TurningPoint, retold, seen
from games.chain import BrokenRecord, encode_hash
from games.core import Seat
from games.fairness import UNPROVABLE_REASONS, verify_record
from games.insight import Contribution
from games.match import OUTSIDE_REASONS, Match
from games.record import Record
from games.review import Review
from storage import Journal

VERDICT: Final = "verdict"
"""Behind the button by which everybody is told what decided a match."""


def review(
    match: StartedMatch, stored: Journal, record: Record | None, locale: str, coached: Review | None = None
) -> Scene:
    """The door to all of it: where it turned, the highlights as a film, and the way step by step; where the coach could
    tell, what was luck, and what was better.
    """
    passed = review_positions.passed(stored)
    count = review_positions.count(stored, over=match.is_over)
    found = review_positions.turns(stored)
    lines = _coached(match, passed, coached, count, locale) if coached else _turned(match, passed, found, count, locale)
    step = Button(say("button-step", locale), str(CustomId(Action.REPLAY, match.id, 0, "0")))
    # Of a match that is still on nothing is proved yet.
    check = (verify_button(match, locale),) if record else ()
    stops = _stopped(stored, coached, over=match.is_over)
    return Scene(
        above=(*_heading(match, locale), *lines),
        reveal=(coached and _ahead(match, coached, count, locale)) or _course(match, passed, found, count, locale),
        board=film(match, passed, locale),
        attached=Attachment(f"{match.id}.match", str(record).encode()) if record else None,
        rows=(jumps(match, passed, _turns(stored, coached), stops, count, locale, 0, None), (step, *check)),
    )


def shareable(scene: Scene, match: StartedMatch, locale: str) -> Scene:
    """With the way to tell everybody what decided it."""
    *rows, last = scene.rows
    assert isinstance(last, tuple)
    share = Button(say("button-share", locale), str(CustomId(Action.SHOW, match.id, 0, VERDICT)))
    return replace(scene, rows=(*rows, (*last, share)))


def thinking(scene: Scene, match: StartedMatch, locale: str) -> Scene:
    """The coach is still at it: what the score tells, and the way to look again."""
    again = Button(say("button-look-again", locale), str(CustomId(Action.REPLAY, match.id, 0, FILM)))
    return replace(scene, rows=(*scene.rows, (again,)), below=(*scene.below, say("coach-thinks", locale)))


def verdict(match: StartedMatch, stored: Journal, coached: Review, locale: str) -> Scene:
    """What decided it, for everybody: in short, and the way to the whole."""
    count, called = review_positions.count(stored, over=match.is_over), names(match, locale)
    told = (f"**{coach_texts.verdict(coached, count, called, locale)}**", *coach_texts.balance(coached, called, locale))
    door = Button(say("button-replay", locale), str(CustomId(Action.REPLAY, match.id, 0)))
    return Scene(
        above=(*_heading(match, locale), *told),
        board=_ahead(match, coached, count, locale),
        rows=((door,),),
    )


def _heading(match: StartedMatch, locale: str) -> Iterator[str]:
    """Which match it is, and how it ended if it has."""
    yield f"### {title(match, locale)}"
    if isinstance(match, FinishedMatch):
        yield headline(match, locale)


def _turns(stored: Journal, coached: Review | None) -> Sequence[int]:
    """After how many steps it turned, the greatest first."""
    return (
        [turn.step.step_number for turn in coached.turning_points]
        if coached
        else [turn.at for turn in review_positions.turns(stored)]
    )


def _turned(
    match: StartedMatch, passed: Sequence[Match], found: Sequence[TurningPoint], count: PositionCounter, locale: str
) -> Iterator[str]:
    """By the score."""
    if found:
        yield say("review-gains", locale)
    for turn in sorted(found, key=lambda turn: turn.at):
        yield f"**{count.moment(turn.at).said(locale)}** · {retold(match, passed, turn, locale)}"


def _coached(
    match: StartedMatch, passed: Sequence[Match], coached: Review, count: PositionCounter, locale: str
) -> Iterator[str]:
    called = names(match, locale)
    yield f"**{coach_texts.verdict(coached, count, called, locale)}**"
    yield from coach_texts.balance(coached, called, locale)
    yield f"-# {say('debrief-unit', locale)}"
    if told := [*coach_texts.turns(coached, passed, count, called, locale)]:
        yield say("review-turns", locale)
    for number, line in enumerate(told, 1):
        yield f"**{number}** · {line}"


def _course(
    match: StartedMatch, passed: Sequence[Match], found: Sequence[TurningPoint], count: PositionCounter, locale: str
) -> SceneImage | None:
    picture = score_chart.picture(passed, found, count, locale)
    if picture is None:
        return None
    seats = (match.game.say(f"seat-{seat}", locale) for seat in range(match.engine.seats))
    scores = " · ".join(f"{seat} {score}" for seat, score in zip(seats, match.engine.scores(), strict=True))
    return SceneImage(picture, say("review-course", locale, scores=scores), plates(match, locale))


def _ahead(match: StartedMatch, coached: Review, count: PositionCounter, locale: str) -> SceneImage | None:
    scores, game = match.result.scores if isinstance(match, FinishedMatch) else match.engine.scores(), match.game
    score = game.format_scores(scores)
    picture = win_chance_chart.picture(coached, score, count, locale)
    seats = [match.game.say(f"seat-{seat}", locale) for seat in coached.seats]
    players = " · ".join(
        (coach_texts.verdict(coached, count, seats, locale), *coach_texts.balance(coached, seats, locale))
    )
    return (
        SceneImage(picture, say("ahead-picture", locale, players=players), plates(match, locale)) if picture else None
    )


def frame(
    match: StartedMatch, stored: Journal, rest: str, locale: str, coached: Review | None = None, own: Seat | None = None
) -> Scene:
    """`rest` is the number of the board and, when all lies open, the seat through whose eyes it is seen; `own` is where
    whoever looks has sat.
    """
    matches = review_positions.passed(stored)
    board, _, eye = rest.partition(".")
    at = min(int(board), len(matches) - 1) if board.isdecimal() else len(matches) - 1
    engine, count = matches[at], review_positions.count(stored, over=match.is_over)
    seats = range(engine.seats) if match.is_over else range(0)
    seat = int(eye) if eye.isdecimal() and int(eye) in seats else None
    view = seen(engine, over=match.is_over) if seat is None else engine.view_of(seat)

    ways = {"first": 0, "before": at - 1, "next": at + 1, "last": len(matches) - 1}

    def leaf(number: int, way: str, to: int) -> Button:
        # Two of them may lead to the same board, and are two buttons all the same.
        off = to == at or not 0 <= to < len(matches)
        return Button(
            say(f"button-{way}", locale), str(CustomId(Action.REPLAY, match.id, number, looked(to, seat))), off=off
        )

    reel = Button(say("button-film", locale), str(CustomId(Action.REPLAY, match.id, 0, FILM)))
    stops = _stopped(stored, coached, over=match.is_over)
    rows: list[Row] = [
        (*(leaf(number, way, to) for number, (way, to) in enumerate(ways.items(), 2)), reel),
        jumps(match, matches, _turns(stored, coached), stops, count, locale, at, seat),
    ]
    # What the coach says of this board; an end that came from the table is no step.
    steps = coached.steps[at - 1 : at] if coached and at else ()
    if match.is_over:
        rows.append(eyes(match, at, seat, locale, hides=review_positions.hides(stored)))
        slips = [part for step in steps for part in step.mistakes]
        on = _onward(match, engine, slips, own if seat is None else seat, locale)
        leaps = _leaps(match, coached, at, seat, count, locale)
        rows += [row] if (row := (*on, *leaps)) else []
    # Of an end that came from the table the game knows nothing.
    outside = isinstance(match, FinishedMatch) and match.result.reason in OUTSIDE_REASONS and at == len(matches) - 1
    ended = [headline(match, locale)] if outside and isinstance(match, FinishedMatch) else []
    # Whoever looks through the eyes of a seat need not be who sat there.
    nobodys = replace(view, seat=None)
    told = engine.game.describe_step(nobodys, locale, names(match, locale))
    remarks = [line for step in steps for line in coach_texts.remarks(step, engine, names(match, locale), locale)]
    # While it is played nobody is helped to remember.
    recall = recalled(match, view, locale) if match.is_over and seat is not None else None
    known = _known(match, view, locale) if recall else ()
    met = reveal(match, nobodys, locale) if at else None
    # Where the same choose once more the board has nothing that what met does not show.
    tied = at > 0 and _again(matches[at - 1], engine)
    return Scene(
        above=(f"### {title(match, locale)}", *told, *remarks, *known, *ended),
        reveal=None if tied else met,
        board=met if met and tied else recall or laid(match, view, locale),
        rows=tuple(rows),
        small=_where(count, at, len(matches), locale),
    )


def _where(count: PositionCounter, at: int, boards: int, locale: str) -> str:
    """Which board of how many, and when that was, where that is counted otherwise."""
    number, moment = say("board-number", locale, board=at + 1, boards=boards), count.moment(at)
    # Before the first turn it is none.
    told = count.kind != "step" and (moment.kind != "turn" or moment.number)
    return f"{number} · {moment.named(locale)}" if told else number


def _again(before: Match, engine: Match) -> bool:
    """Did several choose at once, and came to nothing by it?"""
    chose = len(engine.seats_asked) > 1 and engine.seats_asked == before.seats_asked
    return chose and engine.scores() == before.scores()


def _slipped(coached: Review | None) -> list[int]:
    """After how many steps there had been something better."""
    return [step.step_number for step in coached.steps if any(step.mistakes)] if coached else []


def _leaps(
    match: StartedMatch, coached: Review | None, at: int, seat: Seat | None, count: PositionCounter, locale: str
) -> Iterator[Button]:
    """To the mistake before this board, and to the next one."""
    found = _slipped(coached)
    ways = {"earlier": [step for step in found if step < at][-1:], "later": [step for step in found if step > at][:1]}
    for number, (way, steps) in enumerate(ways.items(), 6):
        for step in steps:
            told = say(f"button-mistake-{way}", locale, when=count.moment(step).named(locale))
            yield Button(told, str(CustomId(Action.REPLAY, match.id, number, looked(step, seat))))


def _known(match: StartedMatch, view: Any, locale: str) -> Iterator[str]:
    """What the eyes through which one looks could have known there, and which worlds were left."""
    called = names(match, locale)
    yield say("known-here", locale, who=called[view.seat])
    for seat, what, where in match.game.list_possibilities(view, locale):
        facts = {"what": say.format_list(what, locale), "where": say.format_list(where, locale)}
        yield say("known-unsure", locale, who=called[seat], **facts)


def _onward(
    match: StartedMatch, engine: Match, slips: Sequence[Contribution], seat: Seat | None, locale: str
) -> tuple[Button, ...]:
    """To play on from this board against the house, and to make up for the mistakes that led to it."""

    def way(key: str, step: int, seat: Seat) -> Button:
        told = say(key, locale, seat=match.game.say(f"seat-{seat}", locale))
        return Button(told, str(CustomId(Action.ONWARD, match.id, step, str(seat))))

    again = tuple(way("button-again", engine.step - 1, part.seat) for part in slips if part.seat is not None)
    if engine.result:
        return again
    chooses = min(engine.seats_asked) if seat is None else seat
    return (way("button-onward", engine.step, chooses), *again)


def _stopped(stored: Journal, coached: Review | None, *, over: bool) -> Mapping[str, Sequence[int]]:
    """Where one may leap to; first of all to where there was something better."""
    found = _slipped(coached)
    return {**({"mistake": found} if found else {}), **review_positions.stops(stored, over=over)}


def proof(match: StartedMatch, record: Record, locale: str) -> Scene:
    """The verdict, of which match, what it rests on; and the record, for whoever believes no verdict."""
    try:
        proof = verify_record(record)
        seal = say("proof-seal", locale, seal=proof.seal)
        verdict, lines = (
            "fair" if proof.player_seeds else "unchanged",
            [seal, *proved(record, proof, locale, match.people)],
        )
    except BrokenRecord as no:
        verdict, lines = "unproven" if no.why.key in UNPROVABLE_REASONS else "unfair", [broken(no, locale)]
    return Scene(
        above=(f"### {say(f'proof-{verdict}', locale, match=match.id)}", title(match, locale), *lines),
        attached=Attachment(f"{match.id}.match", str(record).encode()),
        rows=(to_table(match, 0, locale),),
    )


def promise(match: MatchState, person_id: int, locale: str) -> Scene:
    """What can be proved once it is over."""
    return Scene(
        rows=(to_table(match, match.eyes_of(person_id), locale),),
        above=(
            f"### 🎲 {say('button-verify', locale)}",
            say("proof-promised", locale, seal=encode_hash(match.shown)),
        ),
    )
