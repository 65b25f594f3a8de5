"""The daily duel: a board on which everybody on a server makes one secret choice and meets everybody else.

Each person chooses a row and a column. Two people meet twice: the row of each against the column of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from games.core import Level
from games.dice import Dice
from games.matrix import draw_from_mix, solve_matrix

if TYPE_CHECKING:
    from games.art import Picture

Payoffs: TypeAlias = Sequence[Sequence[int]]
"""The points that the person who chose a row wins from the person who chose a column. A loss is negative."""
PersonNumber: TypeAlias = int | None
"""A person's index in the names of a picture, or None for a person who is not named."""


class DailyChoice(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Score:
    """A person's results against everybody else on one board."""

    meetings: tuple[int, ...]
    """For each opponent, the points won in both duels together. A loss is negative."""

    @property
    def average(self) -> Fraction:
        """The average number of points won per duel; 0 if there was no opponent."""
        return Fraction(sum(self.meetings), 2 * len(self.meetings)) if self.meetings else Fraction()

    @property
    def beaten_count(self) -> int:
        """How many opponents lost points over their two duels with this person."""
        return sum(meeting > 0 for meeting in self.meetings)


def score_meeting(payoffs: Payoffs, own: DailyChoice, other: DailyChoice) -> int:
    """Return the points that a person wins from another one in both of their duels together."""
    return payoffs[own.row][other.column] - payoffs[other.row][own.column]


def score_choice(payoffs: Payoffs, own: DailyChoice, others: Sequence[DailyChoice]) -> Score:
    return Score(tuple(score_meeting(payoffs, own, other) for other in others))


def find_best_choice(payoffs: Payoffs, field: Sequence[DailyChoice]) -> tuple[DailyChoice, Fraction]:
    """Return the choice that would have won most against the choices in `field`, and its average win per duel."""
    choices = [DailyChoice(row, column) for row in range(len(payoffs)) for column in range(len(payoffs[0]))]
    best = max(choices, key=lambda choice: sum(score_choice(payoffs, choice, field).meetings))
    return best, score_choice(payoffs, best, field).average


def find_average_choice(payoffs: Payoffs) -> DailyChoice:
    """Return the row and the column that win most against a random opponent."""
    columns = list(zip(*payoffs, strict=True))
    return DailyChoice(
        max(range(len(payoffs)), key=lambda row: sum(payoffs[row])),
        min(range(len(columns)), key=lambda column: sum(columns[column])),
    )


def find_bold_choice(payoffs: Payoffs) -> DailyChoice:
    """Return the row and the column with the greatest single prize."""
    columns = list(zip(*payoffs, strict=True))
    return DailyChoice(
        max(range(len(payoffs)), key=lambda row: max(payoffs[row])),
        min(range(len(columns)), key=lambda column: min(columns[column])),
    )


def choose_for_house(payoffs: Payoffs, level: Level, dice: Dice) -> DailyChoice:
    """Return the house's choice at a level.

    - easy: on half of the days the greatest prizes, otherwise random lines
    - medium: on half of the days the best averages, otherwise the optimal mixed strategy
    - hard: always the optimal mixed strategy
    """
    solution = solve_matrix(payoffs)
    mixed = DailyChoice(draw_from_mix(solution.rows, dice), draw_from_mix(solution.columns, dice))
    blind = DailyChoice(dice.draw_below(len(payoffs)), dice.draw_below(len(payoffs[0])))
    follows_habit = dice.draw_below(2) == 0
    match level:
        case Level.EASY:
            return find_bold_choice(payoffs) if follows_habit else blind
        case Level.MEDIUM:
            return find_average_choice(payoffs) if follows_habit else mixed
        case Level.HARD:
            return mixed


class DailyBoard(Protocol):
    """A board of the daily duel. Boards are immutable and hashable."""

    @property
    def payoffs(self) -> Payoffs: ...

    @property
    def is_match_point(self) -> bool:
        """Whether only winning the match counts, because this is its last duel."""
        ...

    def encode(self) -> str:
        """Return the board as a short text, for storing it."""
        ...


class DailyDuel(Protocol):
    """The part of a game that the daily duel uses."""

    def find_board(self, number: int, *, is_match_point: bool) -> DailyBoard:
        """Return the board with this number, from 0. Boards with and without match point are numbered separately."""
        ...

    def decode_board(self, text: str) -> DailyBoard: ...

    def draw_board(self, board: Any, row: int | None = None, column: int | None = None) -> Picture:
        """Draw a board, and mark the chosen row and column."""
        ...

    def draw_reveal(
        self,
        board: Any,
        rows: Sequence[Sequence[PersonNumber]],
        columns: Sequence[Sequence[PersonNumber]],
        best: DailyChoice,
        own: PersonNumber = None,
    ) -> Picture:
        """Draw a board with the people who chose each row and column, and mark the best choice and the reader's own.

        If there are many people, the picture shows only their numbers.
        """
        ...

    def describe_board(self, board: Any, locale: str) -> Sequence[str]:
        """Describe a board in lines, so completely that it can be played without a picture."""
        ...

    def describe_reveal(
        self, rows: Sequence[Sequence[str]], columns: Sequence[Sequence[str]], best: DailyChoice, locale: str
    ) -> Sequence[str]:
        """Describe who chose each row and column, and what was best, in lines.

        An empty name stands for a person who is not named.
        """
        ...

    def label_button(self, side: int, line: int, locale: str) -> str:
        """Return a short label of a row (side 0) or column (side 1): three fit beside each other on a phone."""
        ...

    def label_row(self, row: int, locale: str) -> str: ...

    def label_column(self, column: int, locale: str) -> str: ...
