"""The screens of the daily duel: the question, the result, the month, and the public reveal.

Each person picks a row and a column of the day's board. Everybody meets everybody else in two duels: with their own row
against the other's column, and the other way round. A "line" of the board is a row or a column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from bot.daily import calendar, results
from bot.daily.results import APPRENTICE_DAYS, FIELD_MIN
from bot.daily.service import ClosedDay, OpenDay
from bot.daily.streaks import HABIT_DAYS, DailyHabit
from bot.i18n import say
from bot.screens.custom_ids import Action, CustomId
from bot.screens.phrases import format_mention, format_relative_time
from bot.screens.scene import Button, Row, Scene, SceneImage
from games.core import Level
from games.daily import DailyBoard, DailyChoice, PersonNumber, find_best_choice, score_meeting
from games.words import capitalize
from storage import MonthTotal, StoredChoice, StoredDay

NAMED_MAX: Final = 2
"""The maximum number of people that one sentence of the result names. It counts the others."""
MONTH_ROWS: Final = 10
STREAK_MIN: Final = 2
"""The shortest streak that is worth mentioning."""
MINUS: Final = "−"
ROUNDING_ERROR: Final = 1e-9
"""Totals that differ by less are equal. They were only added up in different orders."""
NOTIFY_ON: Final = "on"
NOTIFY_OFF: Final = "off"
SEPARATE_MESSAGE: Final = "separate"
"""The argument of buttons that answer with a new message, because their own message also shows the next board."""


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """A person's streak, place in the month, and habit, which the result of a day shows at its end."""

    streak: int
    month: Sequence[MonthTotal]
    habit: DailyHabit | None


# The question


def render_question(open_day: OpenDay, locale: str, note: str = "") -> Scene:
    """Render the open day's board with buttons for choosing a row, and the last score if the person has not seen it."""
    game, own = calendar.find_daily_game(), open_day.own
    buttons = tuple(
        _build_button(
            game.label_button(0, row, locale),
            CustomId(Action.PICK_DAILY_ROW, open_day.day.id, row),
            is_main=own is None or own.row == row,
        )
        for row in range(len(open_day.board.payoffs))
    )
    stake_key = "daily-match-point" if open_day.board.is_match_point else "daily-difference"
    return Scene(
        above=(format_title(open_day.day, locale), *([note] if note else []), *_format_unseen_result(open_day, locale)),
        board=_render_board(open_day.board, locale),
        below=(f"{say('daily-ask', locale)} {say(stake_key, locale)}", *_format_earlier_choice(open_day, locale)),
        rows=(buttons, *_build_last_result_rows(open_day, locale)),
        footer=_format_reveal_time(open_day.day, locale),
    )


def render_column_question(open_day: OpenDay, row: int, locale: str) -> Scene:
    game, own = calendar.find_daily_game(), open_day.own
    buttons = tuple(
        _build_button(
            game.label_button(1, column, locale),
            CustomId(Action.PICK_DAILY_COLUMN, open_day.day.id, column, str(row)),
            is_main=own is None or own.column == column,
        )
        for column in range(len(open_day.board.payoffs[0]))
    )
    back = _build_button(say("button-back", locale), CustomId(Action.CHANGE_DAILY, open_day.day.id))
    return Scene(
        above=(format_title(open_day.day, locale),),
        board=_render_board(open_day.board, locale, row),
        below=(
            say("daily-ask-column", locale, row=format_line_name(0, row, locale)),
            *_format_match_point(open_day.board, locale),
            *_format_earlier_choice(open_day, locale),
        ),
        rows=(buttons, (back,)),
        footer=_format_reveal_time(open_day.day, locale),
    )


def _format_earlier_choice(open_day: OpenDay, locale: str) -> Iterator[str]:
    """Yield a line with the person's earlier choice, if any, which counts until they complete a new one."""
    if open_day.own:
        row, column = open_day.own
        yield say(
            "hand-counts", locale, word=f"{format_line_name(0, row, locale)}, {format_line_name(1, column, locale)}"
        )


def render_locked(open_day: OpenDay, *, wants_dm: bool, locale: str) -> Scene:
    """Render the screen of a person who has chosen: their choice, and how many others have chosen so far."""
    assert open_day.own is not None
    row, column = open_day.own
    day_id = open_day.day.id
    tell_key = "button-daily-silent" if wants_dm else "button-daily-tell"
    tell = CustomId(Action.NOTIFY_DAILY, day_id, argument=NOTIFY_OFF if wants_dm else NOTIFY_ON)
    return Scene(
        above=(format_title(open_day.day, locale), *_format_unseen_result(open_day, locale)),
        board=_render_board(open_day.board, locale, row, column),
        below=(
            say(
                "daily-locked", locale, row=format_line_name(0, row, locale), column=format_line_name(1, column, locale)
            ),
            say("daily-others", locale, count=open_day.others_count),
        ),
        rows=(
            (
                _build_button(say("button-change", locale), CustomId(Action.CHANGE_DAILY, day_id)),
                _build_button(say(tell_key, locale), tell),
            ),
            *_build_last_result_rows(open_day, locale),
        ),
        footer=_format_reveal_time(open_day.day, locale),
    )


def _format_unseen_result(open_day: OpenDay, locale: str) -> Iterator[str]:
    last = open_day.last_played
    if last and not last.choice.is_seen:
        result = format_score_line(last.choice, locale)
        yield say("daily-last", locale, number=last.day.number, result=result)


def _build_last_result_rows(open_day: OpenDay, locale: str) -> Iterator[Row]:
    if open_day.last_played:
        last_day_id = open_day.last_played.day.id
        yield (_build_button(say("button-daily-last", locale), CustomId(Action.SHOW_DAILY_RESULT, last_day_id)),)


def _render_board(board: DailyBoard, locale: str, row: int | None = None, column: int | None = None) -> SceneImage:
    game = calendar.find_daily_game()
    return SceneImage(game.draw_board(board, row, column), "\n".join(game.describe_board(board, locale)))


def format_line_name(side: int, line: int, locale: str) -> str:
    """Return the label of a row (side 0) or of a column (side 1)."""
    game = calendar.find_daily_game()
    return game.label_column(line, locale) if side else game.label_row(line, locale)


def _format_match_point(board: DailyBoard, locale: str) -> Iterator[str]:
    if board.is_match_point:
        yield say("daily-match-point", locale)


def format_title(day: StoredDay, locale: str) -> str:
    return f"### {say('daily-title', locale, number=day.number)}"


def _format_reveal_time(day: StoredDay, locale: str) -> str:
    return say("daily-reveal", locale, when=format_relative_time(day.closes_ms))


# The result


def format_score_line(own: StoredChoice, locale: str) -> str:
    assert own.score is not None
    score = format_score(own.score, locale)
    return say("daily-score", locale, score=score, beaten=own.beaten_count, met=own.met_count)


def format_score(score: float | Fraction, locale: str) -> str:
    """Format a score with its sign and one decimal.

    >>> format_score(-0.04, "en"), format_score(Fraction(7, 10), "de"), format_score(-1.25, "en")
    ('0.0', '+0,7', '−1.2')
    """
    text = f"{abs(float(score)):.1f}"
    sign = "" if text == "0.0" else MINUS if score < 0 else "+"
    return sign + (text if locale == "en" else text.replace(".", ","))


def render_result(
    closed: ClosedDay,
    own: StoredChoice,
    standing: OwnStanding,
    named_ids: frozenset[int],
    locale: str,
    *,
    can_share: bool,
) -> Scene:
    """Render a closed day's result for one person.

    `named_ids` are the people who let others see their names here. With `can_share`, a button posts the score in the
    channel.
    """
    named_ids |= {own.person_id}
    own_lines = format_line_name(0, own.row, locale), format_line_name(1, own.column, locale)
    score = f"**{format_score_line(own, locale)}**"
    if own.place is not None:
        ranked_count = sum(choice.is_ranked or False for choice in closed.choices)
        score += f" · {say('daily-place', locale, place=own.place, count=ranked_count)}"
    return Scene(
        above=(format_title(closed.day, locale), score),
        board=_render_reveal_image(closed, named_ids, locale, own.person_id),
        below=(
            *_format_match_point(closed.board, locale),
            say("daily-own", locale, row=own_lines[0], column=own_lines[1]),
            *_format_meetings(closed, own, named_ids, locale),
            *_format_field(closed, named_ids, locale),
            *_format_standing(closed.day, own, standing, locale),
        ),
        rows=_build_result_rows(closed, own, locale, can_share=can_share),
        footer="" if own.is_ranked else say("daily-apprentice", locale, days=APPRENTICE_DAYS),
    )


def _build_result_rows(closed: ClosedDay, own: StoredChoice, locale: str, *, can_share: bool) -> tuple[Row, ...]:
    day_id = closed.day.id
    buttons = [
        _build_button(say("button-daily-play", locale), CustomId(Action.SHOW_DAILY), is_main=True),
        *_build_explaining_buttons(closed.day, locale),
    ]
    if own.met_count and can_share:
        buttons.append(_build_button(say("button-share", locale), CustomId(Action.SHARE_DAILY, day_id)))
    return (tuple(buttons),)


def _build_explaining_buttons(day: StoredDay, locale: str, argument: str = "") -> tuple[Button, ...]:
    return (
        _build_button(say("button-how", locale), CustomId(Action.EXPLAIN_DAILY, day.id, argument=argument)),
        _build_button(say("button-daily-month", locale), CustomId(Action.SHOW_DAILY_MONTH, day.id, argument=argument)),
    )


def _format_meetings(closed: ClosedDay, own: StoredChoice, named_ids: frozenset[int], locale: str) -> Iterator[str]:
    meetings = results.find_meetings(closed.board.payoffs, own, closed.choices, closed.house)
    if meetings is None:
        yield say("daily-alone", locale)
        return
    yield say(
        "daily-meetings",
        locale,
        best=format_shells(meetings.best),
        best_who=_name_people(meetings.best_ids, named_ids, locale) or say("daily-the-house", locale),
        worst=format_shells(meetings.worst),
        worst_who=_name_people(meetings.worst_ids, named_ids, locale) or say("daily-the-house", locale),
    )


def format_shells(won: int) -> str:
    """Format the shells (points) that somebody won in duels, with their sign: "+3", "−2" or "0"."""
    return f"+{won}" if won > 0 else f"{MINUS}{-won}" if won < 0 else "0"


def _name_people(person_ids: Sequence[int], named_ids: frozenset[int], locale: str) -> str:
    """Return a text such as “@Ann, @Ben and 3 others”, which names only people in `named_ids`, or "" for nobody."""
    named = [format_mention(person_id, locale) for person_id in person_ids if person_id in named_ids][:NAMED_MAX]
    more = len(person_ids) - len(named)
    if not named:
        return say("daily-people", locale, count=more) if more else ""
    return say.format_list([*named, *([say("daily-more", locale, count=more)] if more else [])], locale)


def _format_field(closed: ClosedDay, named_ids: frozenset[int], locale: str) -> Iterator[str]:
    """Yield lines about everybody's choices: which one was best, who made it, and which row or column was popular."""
    if not closed.field:
        return
    best, average = find_best_choice(closed.board.payoffs, closed.field)
    winners = [choice.person_id for choice in closed.choices if choice.is_ranked and choice.lines == best]
    yield say(
        "daily-best",
        locale,
        row=format_line_name(0, best.row, locale),
        column=format_line_name(1, best.column, locale),
        score=format_score(average, locale),
        count=len(closed.field),
        who=_name_people(winners, named_ids, locale) or say("daily-nobody", locale),
    )
    story, line = results.tell_story(closed.field, best)
    yield say(f"daily-story-{story}", locale, line=format_line_name(*line, locale) if line else "")
    newcomer_count = sum(not choice.is_ranked for choice in closed.choices)
    if newcomer_count:
        yield say("daily-newcomers", locale, count=newcomer_count)
    if closed.house:
        yield say("daily-house", locale, least=FIELD_MIN, newcomers=newcomer_count)


def _format_standing(day: StoredDay, own: StoredChoice, standing: OwnStanding, locale: str) -> Iterator[str]:
    parts = []
    if standing.streak >= STREAK_MIN:
        parts.append(say("daily-streak", locale, count=standing.streak))
    place = find_month_place(standing.month, own.person_id)
    if place is not None:
        total = next(each for each in standing.month if each.person_id == own.person_id).total
        parts.append(
            say(
                "daily-month-place",
                locale,
                month=format_month(day, locale),
                total=format_score(total, locale),
                place=place,
                count=len(standing.month),
            )
        )
    if parts:
        yield capitalize(" · ".join(parts))
    if standing.habit:
        yield say(f"daily-habit-{standing.habit.kind}", locale, count=standing.habit.count, lines=2 * HABIT_DAYS)


def find_month_place(month: Sequence[MonthTotal], person_id: int) -> int | None:
    """Return a person's place by the month's totals, or None without a total. Equal totals share a place."""
    own = next((each.total for each in month if each.person_id == person_id), None)
    return None if own is None else 1 + sum(each.total > own + ROUNDING_ERROR for each in month)


def format_month(day: StoredDay, locale: str) -> str:
    return say(f"month-{calendar.find_date(day.number).month}", locale)


def render_explanation(closed: ClosedDay, own: StoredChoice | None, named_ids: frozenset[int], locale: str) -> Scene:
    """Render how a score is computed, with the duels of the reader's choice `own` as examples if it is not None."""
    back = _build_button(say("button-back", locale), CustomId(Action.SHOW_DAILY_RESULT, closed.day.id))
    lines = say("daily-how-match-point" if closed.board.is_match_point else "daily-how", locale)
    own_lines = (*_format_example(closed, own, named_ids, locale), *_format_sum(closed, own, locale)) if own else ()
    return Scene(
        above=(format_title(closed.day, locale), lines, *own_lines, say("daily-how-mix", locale)), rows=((back,),)
    )


def _format_example(closed: ClosedDay, own: StoredChoice, named_ids: frozenset[int], locale: str) -> Iterator[str]:
    """Yield a line about both duels with the best opponent. Of equally good ones, prefer one who may be named."""
    met = results.list_met(own, closed.choices, closed.house)
    if not met:
        return
    payoffs, chosen = closed.board.payoffs, DailyChoice(*own.lines)
    other, person_id = max(met, key=lambda each: (score_meeting(payoffs, chosen, each[0]), each[1] in named_ids))
    as_row, as_column = payoffs[own.row][other.column], -payoffs[other.row][own.column]
    yield say(
        "daily-example",
        locale,
        who=_name_people([person_id], named_ids, locale) if person_id else say("daily-the-house", locale),
        row=format_line_name(0, own.row, locale),
        column=format_line_name(1, own.column, locale),
        other_row=format_line_name(0, other.row, locale),
        other_column=format_line_name(1, other.column, locale),
        as_row=format_shells(as_row),
        as_column=format_shells(as_column),
        total=format_shells(as_row + as_column),
    )


def _format_sum(closed: ClosedDay, own: StoredChoice, locale: str) -> Iterator[str]:
    """Yield a line with what the row and the column won against everybody, and the number of duels.

    The score is the total divided by this number.
    """
    payoffs, met = closed.board.payoffs, [other for other, _ in results.list_met(own, closed.choices, closed.house)]
    if not met:
        return
    as_row = sum(payoffs[own.row][other.column] for other in met)
    as_column = sum(-payoffs[other.row][own.column] for other in met)
    yield say(
        "daily-how-sum",
        locale,
        row=format_line_name(0, own.row, locale),
        column=format_line_name(1, own.column, locale),
        as_row=format_shells(as_row),
        as_column=format_shells(as_column),
        total=format_shells(as_row + as_column),
        count=2 * len(met),
    )


def render_month(
    day: StoredDay, month: Sequence[MonthTotal], named_ids: frozenset[int], reader_id: int, locale: str
) -> Scene:
    """Render the ranking by the sums of scores in a calendar month: the first ten people, and always the reader."""
    named_ids |= {reader_id}
    lines = []
    for index, each in enumerate(month):
        if index < MONTH_ROWS or each.person_id == reader_id:
            is_named = each.person_id in named_ids
            who = format_mention(each.person_id, locale) if is_named else say("daily-unnamed", locale)
            place = find_month_place(month, each.person_id) or 0
            total = format_score(each.total, locale)
            lines.append(say("daily-month-line", locale, place=place, who=who, total=total, days=each.day_count))
    back = _build_button(say("button-back", locale), CustomId(Action.SHOW_DAILY_RESULT, day.id))
    return Scene(
        above=(f"### {say('daily-month-title', locale, month=format_month(day, locale))}",),
        below=tuple(lines) or (say("daily-month-empty", locale, least=FIELD_MIN),),
        rows=((back,),),
        footer=say("daily-month-rule", locale),
    )


def render_share_line(day: StoredDay, own: StoredChoice, streak: int, locale: str) -> Scene:
    """Render the line that a person posts about their result. It reveals nothing about the board or the choices."""
    parts = [
        say("daily-share-title", locale, number=day.number),
        say("daily-share-beat", locale, beaten=own.beaten_count, met=own.met_count),
        *([f"🔥 {streak}"] if streak >= STREAK_MIN else []),
    ]
    play = _build_button(say("button-daily-play", locale), CustomId(Action.SHOW_DAILY), is_main=True)
    who = format_mention(own.person_id, locale)
    return Scene(above=(f"{who}: {' · '.join(parts)}",), rows=((play,),))


def add_next_question(result: Scene, closed: ClosedDay, open_day: OpenDay, locale: str) -> Scene:
    """Return a result for a direct message with the open day's board and buttons added below."""
    question = render_question(replace(open_day, last_played=None), locale)
    return replace(
        question,
        above=(*result.above, *result.below),
        reveal=result.board if isinstance(result.board, SceneImage) else None,
        between=question.above,
        rows=(*question.rows, _build_explaining_buttons(closed.day, locale, SEPARATE_MESSAGE)),
        footer=" ".join(filter(None, (result.footer, question.footer))),
    )


# The public reveal


def render_reveal(closed: ClosedDay, named_ids: frozenset[int], locale: str) -> Scene:
    """Render the public message about a closed day: the board with everybody's choices, and the best choice."""
    return Scene(
        above=(format_title(closed.day, locale),),
        board=_render_reveal_image(closed, named_ids, locale),
        below=(*_format_match_point(closed.board, locale), *_format_field(closed, named_ids, locale)),
        rows=(
            (
                _build_button(say("button-daily-play", locale), CustomId(Action.SHOW_DAILY), is_main=True),
                Button(say("button-daily-result", locale), build_reveal_custom_id(closed.day)),
            ),
        ),
    )


def build_reveal_custom_id(day: StoredDay) -> str:
    """Return the custom ID of the result button below a day's public reveal, which identifies that message."""
    return str(CustomId(Action.SHOW_DAILY_RESULT, day.id))


def _render_reveal_image(
    closed: ClosedDay, named_ids: frozenset[int], locale: str, reader_id: int | None = None
) -> SceneImage | None:
    """Draw the board with the choices that everybody met, and highlight the reader's. Return None if there are none.

    The names of people who may not be named are left out. The house is named by the AI level of each choice.
    """
    if not closed.field:
        return None
    game, payoffs = calendar.find_daily_game(), closed.board.payoffs
    best, _ = find_best_choice(payoffs, closed.field)
    ranked = [choice for choice in closed.choices if choice.is_ranked]
    names: list[int | str] = [choice.person_id for choice in ranked if choice.person_id in named_ids]
    numbers: list[tuple[DailyChoice, PersonNumber]] = [
        (DailyChoice(*choice.lines), names.index(choice.person_id) if choice.person_id in named_ids else None)
        for choice in ranked
    ]
    numbers += [(choice, len(names) + index) for index, choice in enumerate(closed.house)]
    names += [capitalize(say(f"level-{level}", locale)) for level in Level][: len(closed.house)]

    def list_people(side: int, line: int) -> list[PersonNumber]:
        return [number for choice, number in numbers if choice[side] == line]

    rows = [list_people(0, line) for line in range(len(payoffs))]
    columns = [list_people(1, line) for line in range(len(payoffs[0]))]

    texts = [name if isinstance(name, str) else format_mention(name, locale) for name in names]

    def name_people(people: Sequence[PersonNumber]) -> list[str]:
        return ["" if number is None else texts[number] for number in people]

    described = game.describe_reveal([*map(name_people, rows)], [*map(name_people, columns)], best, locale)
    alt = "\n".join([*game.describe_board(closed.board, locale), *described])
    own = names.index(reader_id) if reader_id in names else None
    return SceneImage(game.draw_reveal(closed.board, rows, columns, best, own), alt, tuple(names))


# Answers


def render_too_late(open_day: OpenDay, locale: str) -> Scene:
    """Render the current day's question with a note that the day of the clicked button has closed."""
    return render_question(open_day, locale, say("daily-too-late", locale))


def render_not_scored(day: StoredDay, locale: str) -> Scene:
    return Scene(above=(format_title(day, locale), say("daily-closing", locale)))


def render_not_played(closed: ClosedDay, named_ids: frozenset[int], locale: str) -> Scene:
    """Render a closed day for a person who did not play it: the public reveal, with a note that says so."""
    play = _build_button(say("button-daily-play", locale), CustomId(Action.SHOW_DAILY), is_main=True)
    scene = render_reveal(closed, named_ids, locale)
    return replace(scene, below=(say("daily-not-played", locale), *scene.below), rows=((play,),))


def _build_button(label: str, custom_id: CustomId, *, is_main: bool = False) -> Button:
    return Button(label, str(custom_id), "main" if is_main else "plain")
