"""`duel daily`: shows the board of the daily duel on a date."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from fractions import Fraction

from bot.daily.calendar import find_board, find_daily_game, find_number
from bot.i18n import say
from games.matrix import solve_matrix


def format_daily_board(day: date, locale: str, *, include_solution: bool) -> Iterator[str]:
    number = find_number(day)
    board, game = find_board(number), find_daily_game()
    yield say("show-daily", locale, number=number, date=day.isoformat())
    yield say("show-daily-sunday" if board.is_match_point else "show-daily-weekday", locale)
    yield from game.describe_board(board, locale)
    if include_solution:
        solution = solve_matrix(board.payoffs)
        rows = _format_mix(solution.rows, game.label_row, locale)
        columns = _format_mix(solution.columns, game.label_column, locale)
        yield say("show-daily-solution", locale, rows=rows, columns=columns)


def _format_mix(mix: Sequence[Fraction], label_line: Callable[[int, str], str], locale: str) -> str:
    return " · ".join(
        say("hint-share", locale, move=label_line(line, locale), percent=round(100 * share))
        for line, share in enumerate(mix)
    )
