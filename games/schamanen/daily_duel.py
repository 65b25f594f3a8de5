"""The daily duel on a board of the Duel: its pictures and texts."""

from __future__ import annotations

from collections.abc import Sequence

from games.daily import DailyChoice
from games.schamanen import daily, daily_picture
from games.schamanen.labels import mask_label
from games.schamanen.state import BISON, COLUMNS, ROWS, SIDES, WOLF, say
from games.words import seat_names


class SchamanenDailyDuel:
    """The daily duel on boards of Duel of the Shamans, where Bison chooses a row and Wolf a column."""

    find_board = staticmethod(daily.find_board)
    decode_board = staticmethod(daily.decode_board)
    draw_board = staticmethod(daily_picture.draw_daily_board)
    draw_reveal = staticmethod(daily_picture.draw_daily_reveal)

    def describe_board(self, board: daily.SchamanenDailyBoard, locale: str) -> Sequence[str]:
        """Describe a board in lines: the names of the sides, the stones of each row and, at match point, the shells."""
        lines = ["/".join(seat_names(say, len(SIDES), locale))]
        for row in range(len(ROWS)):
            spaces = range(len(COLUMNS) * row, len(COLUMNS) * (row + 1))
            stones = (
                f"{column} {board.bison[space]}/{board.wolf[space]}"
                for column, space in zip(COLUMNS.upper(), spaces, strict=True)
            )
            lines.append(say("daily-line", locale, line=self.label_row(row, locale), content=" · ".join(stones)))
        if board.is_match_point:
            lines.append(say("daily-shells", locale, bison=board.shells[BISON], wolf=board.shells[WOLF]))
        return lines

    def describe_reveal(
        self, rows: Sequence[Sequence[str]], columns: Sequence[Sequence[str]], best: DailyChoice, locale: str
    ) -> Sequence[str]:
        """Describe who chose each row and column, and what was best, in lines.

        An empty name stands for a person who is not named. If there are many people, the lines contain only numbers.
        """
        has_names = sum(map(len, rows)) <= daily_picture.NAMED_PEOPLE_MAX
        labels = [*(self.label_row(row, locale) for row in range(len(rows)))]
        labels += (self.label_column(column, locale) for column in range(len(columns)))
        lines = [
            say(
                "daily-line",
                locale,
                line=label,
                content=_format_people(people if has_names else [""] * len(people), locale),
            )
            for label, people in zip(labels, (*rows, *columns), strict=True)
        ]
        row, column = self.label_row(best.row, locale), self.label_column(best.column, locale)
        return [*lines, say("daily-best", locale, row=row, column=column)]

    def label_button(self, side: int, line: int, locale: str) -> str:
        return mask_label((ROWS, COLUMNS)[side][line], locale)

    def label_row(self, row: int, locale: str) -> str:
        return say("row", locale, line=ROWS[row])

    def label_column(self, column: int, locale: str) -> str:
        return say("column", locale, line=COLUMNS[column].upper())


def _format_people(names: Sequence[str], locale: str) -> str:
    """List the names, and count the people whose name is empty, for example “Ann, Ben and 3 more”."""
    named = list(filter(None, names))
    unnamed_count = len(names) - len(named)
    if not named:
        return say("daily-people" if names else "daily-nobody", locale, count=len(names))
    more = [say("daily-more", locale, count=unnamed_count)] if unnamed_count else []
    return say.format_list([*named, *more], locale)
