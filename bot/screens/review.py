"""What was: a match in review, board by board, and the proof of its dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import Begun, Over, Table
from bot.screens import coach_texts, review_positions
from bot.screens.charts import score_chart, win_chance_chart
from bot.screens.custom_ids import FILM, Address, Verb
from bot.screens.dialogs import to_table, verify_button
from bot.screens.film import film
from bot.screens.match_card import laid, recalled, reveal, title
from bot.screens.names import names, plates
from bot.screens.proof import broken, proved
from bot.screens.result_card import headline
from bot.screens.review_positions import eyes, jumps, looked
from bot.screens.scene import Attached, Board, Button, Row, Scene
from bot.screens.turning_points import Count, Turn, retold, seen
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


def review(table: Begun, stored: Journal, record: Record | None, locale: str, coached: Review | None = None) -> Scene:
    """The door to all of it: where it turned, the highlights as a film, and the way step by step; where the coach could
    tell, what was luck, and what was better.
    """
    passed = review_positions.passed(stored)
    count = review_positions.count(stored, over=table.over)
    found = review_positions.turns(stored)
    lines = _coached(table, passed, coached, count, locale) if coached else _turned(table, passed, found, count, locale)
    step = Button(say("button-step", locale), str(Address(Verb.REPLAY, table.id, 0, "0")))
    # Of a match that is still on nothing is proved yet.
    check = (verify_button(table, locale),) if record else ()
    stops = _stopped(stored, coached, over=table.over)
    return Scene(
        above=(*_heading(table, locale), *lines),
        reveal=(coached and _ahead(table, coached, count, locale)) or _course(table, passed, found, count, locale),
        board=film(table, passed, locale),
        attached=Attached(f"{table.id}.match", str(record).encode()) if record else None,
        rows=(jumps(table, passed, _turns(stored, coached), stops, count, locale, 0, None), (step, *check)),
    )


def shareable(scene: Scene, table: Begun, locale: str) -> Scene:
    """With the way to tell everybody what decided it."""
    *rows, last = scene.rows
    assert isinstance(last, tuple)
    share = Button(say("button-share", locale), str(Address(Verb.SHOW, table.id, 0, VERDICT)))
    return replace(scene, rows=(*rows, (*last, share)))


def thinking(scene: Scene, table: Begun, locale: str) -> Scene:
    """The coach is still at it: what the score tells, and the way to look again."""
    again = Button(say("button-look-again", locale), str(Address(Verb.REPLAY, table.id, 0, FILM)))
    return replace(scene, rows=(*scene.rows, (again,)), below=(*scene.below, say("coach-thinks", locale)))


def verdict(table: Begun, stored: Journal, coached: Review, locale: str) -> Scene:
    """What decided it, for everybody: in short, and the way to the whole."""
    count, called = review_positions.count(stored, over=table.over), names(table, locale)
    told = (f"**{coach_texts.verdict(coached, count, called, locale)}**", *coach_texts.balance(coached, called, locale))
    door = Button(say("button-replay", locale), str(Address(Verb.REPLAY, table.id, 0)))
    return Scene(
        above=(*_heading(table, locale), *told),
        board=_ahead(table, coached, count, locale),
        rows=((door,),),
    )


def _heading(table: Begun, locale: str) -> Iterator[str]:
    """Which match it is, and how it ended if it has."""
    yield f"### {title(table, locale)}"
    if isinstance(table, Over):
        yield headline(table, locale)


def _turns(stored: Journal, coached: Review | None) -> Sequence[int]:
    """After how many steps it turned, the greatest first."""
    return (
        [turn.step.step_number for turn in coached.turning_points]
        if coached
        else [turn.at for turn in review_positions.turns(stored)]
    )


def _turned(table: Begun, passed: Sequence[Match], found: Sequence[Turn], count: Count, locale: str) -> Iterator[str]:
    """By the score."""
    if found:
        yield say("review-gains", locale)
    for turn in sorted(found, key=lambda turn: turn.at):
        yield f"**{count.moment(turn.at).said(locale)}** · {retold(table, passed, turn, locale)}"


def _coached(table: Begun, passed: Sequence[Match], coached: Review, count: Count, locale: str) -> Iterator[str]:
    called = names(table, locale)
    yield f"**{coach_texts.verdict(coached, count, called, locale)}**"
    yield from coach_texts.balance(coached, called, locale)
    yield f"-# {say('debrief-unit', locale)}"
    if told := [*coach_texts.turns(coached, passed, count, called, locale)]:
        yield say("review-turns", locale)
    for number, line in enumerate(told, 1):
        yield f"**{number}** · {line}"


def _course(table: Begun, passed: Sequence[Match], found: Sequence[Turn], count: Count, locale: str) -> Board | None:
    picture = score_chart.picture(passed, found, count, locale)
    if picture is None:
        return None
    seats = (table.game.say(f"seat-{seat}", locale) for seat in range(table.match.seats))
    scores = " · ".join(f"{seat} {score}" for seat, score in zip(seats, table.match.scores(), strict=True))
    return Board(picture, say("review-course", locale, scores=scores), plates(table, locale))


def _ahead(table: Begun, coached: Review, count: Count, locale: str) -> Board | None:
    scores, game = table.result.scores if isinstance(table, Over) else table.match.scores(), table.game
    score = game.format_scores(scores)
    picture = win_chance_chart.picture(coached, score, count, locale)
    seats = [table.game.say(f"seat-{seat}", locale) for seat in coached.seats]
    players = " · ".join(
        (coach_texts.verdict(coached, count, seats, locale), *coach_texts.balance(coached, seats, locale))
    )
    return Board(picture, say("ahead-picture", locale, players=players), plates(table, locale)) if picture else None


def frame(
    table: Begun, stored: Journal, rest: str, locale: str, coached: Review | None = None, own: Seat | None = None
) -> Scene:
    """`rest` is the number of the board and, when all lies open, the seat through whose eyes it is seen; `own` is where
    whoever looks has sat.
    """
    matches = review_positions.passed(stored)
    board, _, eye = rest.partition(".")
    at = min(int(board), len(matches) - 1) if board.isdecimal() else len(matches) - 1
    match, count = matches[at], review_positions.count(stored, over=table.over)
    seats = range(match.seats) if table.over else range(0)
    seat = int(eye) if eye.isdecimal() and int(eye) in seats else None
    view = seen(match, over=table.over) if seat is None else match.view_of(seat)

    ways = {"first": 0, "before": at - 1, "next": at + 1, "last": len(matches) - 1}

    def leaf(number: int, way: str, to: int) -> Button:
        # Two of them may lead to the same board, and are two buttons all the same.
        off = to == at or not 0 <= to < len(matches)
        return Button(
            say(f"button-{way}", locale), str(Address(Verb.REPLAY, table.id, number, looked(to, seat))), off=off
        )

    reel = Button(say("button-film", locale), str(Address(Verb.REPLAY, table.id, 0, FILM)))
    stops = _stopped(stored, coached, over=table.over)
    rows: list[Row] = [
        (*(leaf(number, way, to) for number, (way, to) in enumerate(ways.items(), 2)), reel),
        jumps(table, matches, _turns(stored, coached), stops, count, locale, at, seat),
    ]
    # What the coach says of this board; an end that came from the table is no step.
    steps = coached.steps[at - 1 : at] if coached and at else ()
    if table.over:
        rows.append(eyes(table, at, seat, locale, hides=review_positions.hides(stored)))
        slips = [part for step in steps for part in step.mistakes]
        on = _onward(table, match, slips, own if seat is None else seat, locale)
        leaps = _leaps(table, coached, at, seat, count, locale)
        rows += [row] if (row := (*on, *leaps)) else []
    # Of an end that came from the table the game knows nothing.
    outside = isinstance(table, Over) and table.result.reason in OUTSIDE_REASONS and at == len(matches) - 1
    ended = [headline(table, locale)] if outside and isinstance(table, Over) else []
    # Whoever looks through the eyes of a seat need not be who sat there.
    nobodys = replace(view, seat=None)
    told = match.game.describe_step(nobodys, locale, names(table, locale))
    remarks = [line for step in steps for line in coach_texts.remarks(step, match, names(table, locale), locale)]
    # While it is played nobody is helped to remember.
    recall = recalled(table, view, locale) if table.over and seat is not None else None
    known = _known(table, view, locale) if recall else ()
    met = reveal(table, nobodys, locale) if at else None
    # Where the same choose once more the board has nothing that what met does not show.
    tied = at > 0 and _again(matches[at - 1], match)
    return Scene(
        above=(f"### {title(table, locale)}", *told, *remarks, *known, *ended),
        reveal=None if tied else met,
        board=met if met and tied else recall or laid(table, view, locale),
        rows=tuple(rows),
        small=_where(count, at, len(matches), locale),
    )


def _where(count: Count, at: int, boards: int, locale: str) -> str:
    """Which board of how many, and when that was, where that is counted otherwise."""
    number, moment = say("board-number", locale, board=at + 1, boards=boards), count.moment(at)
    # Before the first turn it is none.
    told = count.kind != "step" and (moment.kind != "turn" or moment.number)
    return f"{number} · {moment.named(locale)}" if told else number


def _again(before: Match, match: Match) -> bool:
    """Did several choose at once, and came to nothing by it?"""
    chose = len(match.seats_asked) > 1 and match.seats_asked == before.seats_asked
    return chose and match.scores() == before.scores()


def _slipped(coached: Review | None) -> list[int]:
    """After how many steps there had been something better."""
    return [step.step_number for step in coached.steps if any(step.mistakes)] if coached else []


def _leaps(
    table: Begun, coached: Review | None, at: int, seat: Seat | None, count: Count, locale: str
) -> Iterator[Button]:
    """To the mistake before this board, and to the next one."""
    found = _slipped(coached)
    ways = {"earlier": [step for step in found if step < at][-1:], "later": [step for step in found if step > at][:1]}
    for number, (way, steps) in enumerate(ways.items(), 6):
        for step in steps:
            told = say(f"button-mistake-{way}", locale, when=count.moment(step).named(locale))
            yield Button(told, str(Address(Verb.REPLAY, table.id, number, looked(step, seat))))


def _known(table: Begun, view: Any, locale: str) -> Iterator[str]:
    """What the eyes through which one looks could have known there, and which worlds were left."""
    called = names(table, locale)
    yield say("known-here", locale, who=called[view.seat])
    for seat, what, where in table.game.list_possibilities(view, locale):
        facts = {"what": say.format_list(what, locale), "where": say.format_list(where, locale)}
        yield say("known-unsure", locale, who=called[seat], **facts)


def _onward(
    table: Begun, match: Match, slips: Sequence[Contribution], seat: Seat | None, locale: str
) -> tuple[Button, ...]:
    """To play on from this board against the house, and to make up for the mistakes that led to it."""

    def way(key: str, step: int, seat: Seat) -> Button:
        told = say(key, locale, seat=table.game.say(f"seat-{seat}", locale))
        return Button(told, str(Address(Verb.ONWARD, table.id, step, str(seat))))

    again = tuple(way("button-again", match.step - 1, part.seat) for part in slips if part.seat is not None)
    if match.result:
        return again
    chooses = min(match.seats_asked) if seat is None else seat
    return (way("button-onward", match.step, chooses), *again)


def _stopped(stored: Journal, coached: Review | None, *, over: bool) -> Mapping[str, Sequence[int]]:
    """Where one may leap to; first of all to where there was something better."""
    found = _slipped(coached)
    return {**({"mistake": found} if found else {}), **review_positions.stops(stored, over=over)}


def proof(table: Begun, record: Record, locale: str) -> Scene:
    """The verdict, of which match, what it rests on; and the record, for whoever believes no verdict."""
    try:
        proof = verify_record(record)
        seal = say("proof-seal", locale, seal=proof.seal)
        verdict, lines = (
            "fair" if proof.player_seeds else "unchanged",
            [seal, *proved(record, proof, locale, table.people)],
        )
    except BrokenRecord as no:
        verdict, lines = "unproven" if no.why.key in UNPROVABLE_REASONS else "unfair", [broken(no, locale)]
    return Scene(
        above=(f"### {say(f'proof-{verdict}', locale, match=table.id)}", title(table, locale), *lines),
        attached=Attached(f"{table.id}.match", str(record).encode()),
        rows=(to_table(table, 0, locale),),
    )


def promise(table: Table, person: int, locale: str) -> Scene:
    """What can be proved once it is over."""
    return Scene(
        rows=(to_table(table, table.eyes_of(person), locale),),
        above=(
            f"### 🎲 {say('button-verify', locale)}",
            say("proof-promised", locale, seal=encode_hash(table.shown)),
        ),
    )
