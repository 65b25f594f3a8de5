"""The daily duel: its days on each server, and the row and column that each person chose on a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import BoundStatement, Statement, build_select


@dataclass(frozen=True, slots=True)
class StoredDay:
    id: int
    server_id: int
    number: int
    board: str
    opens_ms: int
    closes_ms: int
    status: str
    """'open', then 'closed' (no more choices), 'scored', 'posting' (the results are being posted) and 'done'."""
    house_choices: str | None
    """The rows and columns that the house chose, such as '00 21 12'; None if the house did not join."""


@dataclass(frozen=True, slots=True)
class StoredChoice:
    """The row and column that one person chose on a day, and the result once the day has been scored.

    A negative `person_id` stands for somebody who asked to be forgotten.
    """

    daily_id: int
    person_id: int
    row: int
    column: int
    is_seen: bool = False
    """Whether the person has seen the result."""
    result_dm: str | None = None
    """'due' until the result has been sent as a direct message, and then 'sent'; None if it is not wanted."""
    is_ranked: bool | None = None
    """Whether others are scored against this choice, and the person has a place. None until the day has been scored."""
    score: float | None = None
    """The average points won per duel, negative for a loss; None until the day has been scored."""
    beaten_count: int = 0
    met_count: int = 0
    place: int | None = None
    """The place among the ranked people; None if the person is not ranked."""

    @property
    def lines(self) -> tuple[int, int]:
        return self.row, self.column


@dataclass(frozen=True, slots=True)
class PlayedDay:
    """A scored day and what one person chose on it."""

    day: StoredDay
    choice: StoredChoice


@dataclass(frozen=True, slots=True)
class MonthTotal:
    person_id: int
    total: float
    day_count: int


_DAY_COLUMNS: Final = (
    "daily.id, daily.server_id, daily.number, daily.board, daily.opens_ms, daily.closes_ms, daily.status, "
    "daily.house_choices"
)
_DAY_WIDTH: Final = len(_DAY_COLUMNS.split(", "))
_CHOICE_COLUMNS: Final = (
    "daily_choice.daily_id, daily_choice.person_id, chosen_row, chosen_column, is_seen, result_dm, is_ranked, score, "
    "beaten_count, met_count, place"
)
_INSERT_DAY: Final = Statement(
    """
    INSERT INTO daily (server_id, number, board, opens_ms, closes_ms, status)
    VALUES (:server_id, :number, :board, :opens_ms, :closes_ms, 'open')
    ON CONFLICT (server_id, number) DO NOTHING
    """
)
_SELECT_DAY_BY_NUMBER: Final = build_select(
    _DAY_COLUMNS, "FROM daily WHERE server_id = :server_id AND number = :number"
)
_SELECT_DAY: Final = build_select(_DAY_COLUMNS, "FROM daily WHERE id = :id")
_SELECT_LAST_DAY: Final = build_select(
    _DAY_COLUMNS, "FROM daily WHERE server_id = :server_id ORDER BY number DESC LIMIT 1"
)
_SELECT_DUE: Final = build_select(
    _DAY_COLUMNS, "FROM daily WHERE status <> 'done' AND closes_ms <= :now_ms ORDER BY closes_ms, daily.id"
)
# Changes nothing, but locks the row. Either closing the day waits until the choice is stored, or this statement finds
# the day already closed.
_CHECK_IS_OPEN: Final = Statement(
    "UPDATE daily SET status = 'open' WHERE id = :id AND status = 'open' AND closes_ms > :now_ms", must_match=True
)
_UPSERT_CHOICE: Final = Statement(
    """
    INSERT INTO daily_choice (daily_id, person_id, chosen_row, chosen_column, chosen_ms)
    VALUES (:id, :person_id, :chosen_row, :chosen_column, :now_ms)
    ON CONFLICT (daily_id, person_id) DO UPDATE SET chosen_row = excluded.chosen_row,
        chosen_column = excluded.chosen_column, chosen_ms = excluded.chosen_ms
    """
)
_SELECT_CHOICES: Final = build_select(
    _CHOICE_COLUMNS, "FROM daily_choice WHERE daily_id = :id ORDER BY place, score DESC, person_id"
)
_SELECT_CHOICE: Final = build_select(
    _CHOICE_COLUMNS, "FROM daily_choice WHERE daily_id = :id AND person_id = :person_id"
)
_SELECT_COUNT: Final = Statement("SELECT COUNT(*) FROM daily_choice WHERE daily_id = :id")
_SET_STATUS: Final = Statement(
    "UPDATE daily SET status = :status WHERE id = :id AND status = :old_status", must_match=True
)
_FINISH: Final = Statement("UPDATE daily SET status = 'done' WHERE id = :id AND status IN ('scored', 'posting')")
_SET_HOUSE: Final = Statement("UPDATE daily SET house_choices = :house_choices WHERE id = :id")
_SCORE_CHOICE: Final = Statement(
    """
    UPDATE daily_choice SET is_ranked = :is_ranked, score = :score, beaten_count = :beaten_count,
        met_count = :met_count, place = :place, result_dm = :result_dm
    WHERE daily_id = :id AND person_id = :person_id
    """
)
# Each person who chose on this day, with the number of other scored days that they played on any server.
_SELECT_EARLIER_DAYS: Final = Statement(
    """
    SELECT own.person_id, COUNT(earlier.daily_id) FROM daily_choice AS own
    LEFT JOIN daily_choice AS earlier ON earlier.person_id = own.person_id AND earlier.score IS NOT NULL
        AND earlier.daily_id <> own.daily_id
    WHERE own.daily_id = :id GROUP BY own.person_id
    """
)
_SELECT_DAY_COUNT: Final = Statement(
    """
    SELECT COUNT(*) FROM daily WHERE server_id = :server_id AND number < :number
        AND EXISTS (SELECT 1 FROM daily_choice WHERE daily_id = daily.id AND score IS NOT NULL)
    """
)
_SELECT_PLAYED: Final = build_select(
    f"{_DAY_COLUMNS}, {_CHOICE_COLUMNS}",
    """FROM daily_choice JOIN daily ON daily.id = daily_choice.daily_id
    WHERE daily_choice.person_id = :person_id AND score IS NOT NULL ORDER BY number DESC, daily.id DESC LIMIT :count""",
)
_SELECT_LATEST_PLAYED: Final = build_select(
    f"{_DAY_COLUMNS}, {_CHOICE_COLUMNS}",
    """FROM daily_choice JOIN daily ON daily.id = daily_choice.daily_id
    WHERE daily_choice.person_id = :person_id AND server_id = :server_id AND score IS NOT NULL
    ORDER BY number DESC LIMIT 1""",
)
_SELECT_NUMBERS: Final = Statement(
    """
    SELECT DISTINCT number FROM daily_choice JOIN daily ON daily.id = daily_choice.daily_id
    WHERE person_id = :person_id AND score IS NOT NULL ORDER BY number DESC
    """
)
_SELECT_MONTH: Final = Statement(
    """
    SELECT person_id, SUM(score), COUNT(*) FROM daily_choice JOIN daily ON daily.id = daily_choice.daily_id
    WHERE server_id = :server_id AND number BETWEEN :first_number AND :last_number AND is_ranked = 1
        AND house_choices IS NULL
    GROUP BY person_id ORDER BY SUM(score) DESC, person_id
    """
)
_MARK_SEEN: Final = Statement(
    "UPDATE daily_choice SET is_seen = 1 WHERE daily_id = :id AND person_id = :person_id AND score IS NOT NULL"
)
_SELECT_DUE_DMS: Final = build_select(
    _CHOICE_COLUMNS, "FROM daily_choice WHERE result_dm = 'due' ORDER BY daily_id, person_id LIMIT :count"
)
_SET_DM: Final = Statement(
    "UPDATE daily_choice SET result_dm = :result_dm WHERE daily_id = :id AND person_id = :person_id"
)
_SELECT_LAST_SERVER: Final = Statement(
    """
    SELECT server_id FROM daily_choice JOIN daily ON daily.id = daily_choice.daily_id
    WHERE person_id = :person_id ORDER BY chosen_ms DESC LIMIT 1
    """
)
_SELECT_LAST_MATCH_SERVER: Final = Statement(
    """
    SELECT server_id FROM past_result WHERE person_id = :person_id AND server_id IS NOT NULL
    ORDER BY ended_ms DESC LIMIT 1
    """
)
_SELECT_HAS_PLAYED: Final = Statement(
    """
    SELECT 1 FROM daily_choice JOIN daily ON daily.id = daily_choice.daily_id
    WHERE person_id = :person_id AND server_id = :server_id LIMIT 1
    """
)
FORGET_OPEN_CHOICES: Final = Statement(
    """
    DELETE FROM daily_choice WHERE person_id = :person_id
        AND EXISTS (SELECT 1 FROM daily WHERE daily.id = daily_choice.daily_id AND status = 'open')
    """
)


class DailyRepository(Repository):
    async def open_day(self, server_id: int, number: int, board: str, opens_ms: int, closes_ms: int) -> StoredDay:
        """Store a day of the daily duel, unless it is already stored, and return the stored day."""
        insert = _INSERT_DAY(server_id=server_id, number=number, board=board, opens_ms=opens_ms, closes_ms=closes_ms)
        await self.database.write(insert)
        rows = await self.fetch_rows(_SELECT_DAY_BY_NUMBER(server_id=server_id, number=number))
        return StoredDay(*rows[0])

    async def load_day(self, daily_id: int) -> StoredDay | None:
        row = await self.fetch_row(_SELECT_DAY(id=daily_id))
        return StoredDay(*row) if row else None

    async def load_last_day(self, server_id: int) -> StoredDay | None:
        row = await self.fetch_row(_SELECT_LAST_DAY(server_id=server_id))
        return StoredDay(*row) if row else None

    async def list_due(self, now_ms: int) -> list[StoredDay]:
        """Return the days that are over, but are not done: they must still be scored, or their results posted."""
        return [StoredDay(*row) for row in await self.fetch_rows(_SELECT_DUE(now_ms=now_ms))]

    async def save_choice(self, daily_id: int, person_id: int, lines: tuple[int, int], now_ms: int) -> bool:
        """Store a person's choice (row, column), replacing an earlier one. Return False if the day is over."""
        row, column = lines
        return await self.try_write(
            _CHECK_IS_OPEN(id=daily_id, now_ms=now_ms),
            _UPSERT_CHOICE(id=daily_id, person_id=person_id, chosen_row=row, chosen_column=column, now_ms=now_ms),
        )

    async def list_choices(self, daily_id: int) -> list[StoredChoice]:
        """Return everybody's choices, best place first. People without a place come last."""
        choices = [_read_choice(row) for row in await self.fetch_rows(_SELECT_CHOICES(id=daily_id))]
        return sorted(choices, key=lambda choice: choice.place is None)

    async def load_choice(self, daily_id: int, person_id: int) -> StoredChoice | None:
        row = await self.fetch_row(_SELECT_CHOICE(id=daily_id, person_id=person_id))
        return _read_choice(row) if row else None

    async def count_choices(self, daily_id: int) -> int:
        ((count,),) = await self.fetch_rows(_SELECT_COUNT(id=daily_id))
        return int(count)

    async def advance_status(self, daily_id: int, old_status: str, status: str) -> bool:
        """Change the status of a day. Return False if another process has already changed it."""
        return await self.try_write(_SET_STATUS(id=daily_id, old_status=old_status, status=status))

    async def finish_day(self, daily_id: int) -> None:
        """Mark a scored day as done: its results have been posted, or are not to be posted."""
        await self.database.write(_FINISH(id=daily_id))

    async def score_day(self, daily_id: int, scored: Sequence[StoredChoice], house_choices: str | None) -> bool:
        """Store the results of a closed day. Return False if another process has already done so."""
        writes: list[BoundStatement] = [_SET_STATUS(id=daily_id, old_status="closed", status="scored")]
        writes += (
            _SCORE_CHOICE(
                id=daily_id,
                person_id=choice.person_id,
                is_ranked=int(bool(choice.is_ranked)),
                score=choice.score,
                beaten_count=choice.beaten_count,
                met_count=choice.met_count,
                place=choice.place,
                result_dm=choice.result_dm,
            )
            for choice in scored
        )
        return await self.try_write(*writes, _SET_HOUSE(id=daily_id, house_choices=house_choices))

    async def count_earlier_days(self, daily_id: int) -> Mapping[int, int]:
        """Return, for each person who chose on this day, how many other scored days they played on any server."""
        return {
            int(person_id): int(count) for person_id, count in await self.fetch_rows(_SELECT_EARLIER_DAYS(id=daily_id))
        }

    async def count_days_before(self, server_id: int, number: int) -> int:
        """Return on how many days before the day `number` anybody on a server played the daily duel."""
        ((count,),) = await self.fetch_rows(_SELECT_DAY_COUNT(server_id=server_id, number=number))
        return int(count)

    async def list_played(self, person_id: int, count: int) -> list[PlayedDay]:
        """Return a person's latest scored days on all servers, newest first."""
        return _read_played(await self.fetch_rows(_SELECT_PLAYED(person_id=person_id, count=count)))

    async def load_latest_played(self, person_id: int, server_id: int) -> PlayedDay | None:
        rows = await self.fetch_rows(_SELECT_LATEST_PLAYED(person_id=person_id, server_id=server_id))
        return next(iter(_read_played(rows)), None)

    async def list_played_numbers(self, person_id: int) -> list[int]:
        """Return the numbers of all days that a person has played, newest first."""
        return [int(number) for (number,) in await self.fetch_rows(_SELECT_NUMBERS(person_id=person_id))]

    async def list_month(self, server_id: int, first_number: int, last_number: int) -> list[MonthTotal]:
        """Return the total scores of ranked people on a range of days, highest first, without days with the house."""
        rows = await self.fetch_rows(
            _SELECT_MONTH(server_id=server_id, first_number=first_number, last_number=last_number)
        )
        return [MonthTotal(int(person_id), float(total), int(count)) for person_id, total, count in rows]

    async def mark_seen(self, daily_id: int, person_id: int) -> None:
        await self.database.write(_MARK_SEEN(id=daily_id, person_id=person_id))

    async def list_due_dms(self, count: int) -> list[StoredChoice]:
        return [_read_choice(row) for row in await self.fetch_rows(_SELECT_DUE_DMS(count=count))]

    async def set_result_dm(self, daily_id: int, person_id: int, result_dm: str | None) -> None:
        await self.database.write(_SET_DM(id=daily_id, person_id=person_id, result_dm=result_dm))

    async def has_played(self, person_id: int, server_id: int) -> bool:
        return bool(await self.fetch_rows(_SELECT_HAS_PLAYED(person_id=person_id, server_id=server_id)))

    async def find_last_server(self, person_id: int) -> int | None:
        """Return the server on which a person last played a daily duel or, failing that, finished a match."""
        dailies, matches = await self.database.read(
            _SELECT_LAST_SERVER(person_id=person_id), _SELECT_LAST_MATCH_SERVER(person_id=person_id)
        )
        return next((int(server_id) for (server_id,) in (*dailies, *matches)), None)


def _read_choice(row: Sequence[object]) -> StoredChoice:
    daily_id, person_id, chosen_row, chosen_column, is_seen, result_dm, is_ranked, *rest = row
    ranked = None if is_ranked is None else bool(is_ranked)
    return StoredChoice(daily_id, person_id, chosen_row, chosen_column, bool(is_seen), result_dm, ranked, *rest)  # type: ignore[arg-type]


def _read_played(rows: Iterable[Sequence[object]]) -> list[PlayedDay]:
    return [PlayedDay(StoredDay(*row[:_DAY_WIDTH]), _read_choice(row[_DAY_WIDTH:])) for row in rows]  # type: ignore[arg-type]
