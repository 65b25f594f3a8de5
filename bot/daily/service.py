"""Runs the daily duel: opens days, stores choices, and closes days.

Everything follows from what is stored, so it does not matter which process closes a day, or when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.daily import calendar, results, streaks
from bot.daily.calendar import ClosingTime, DaySpan
from bot.preferences import Preferences
from bot.wall_clock import DAY_MS
from games.daily import DailyBoard, DailyChoice
from games.dice import Dice
from games.refused import Refused
from storage import MonthTotal, PlayedDay, Store, StoredChoice, StoredDay

CHECKED_PEOPLE_MAX: Final = 25
"""How many people's settings are read to find out whether they may be named."""
VOID_SEARCH_DAYS: Final = 400
"""How far back a streak is protected by days on which the bot was away."""


@dataclass(frozen=True, slots=True)
class OpenDay:
    """A day that is not over, as one person may see it: other people's choices are only counted."""

    day: StoredDay
    board: DailyBoard
    own: DailyChoice | None
    others_count: int
    last_played: PlayedDay | None
    """The day on this server that the person played last and that has been scored."""


@dataclass(frozen=True, slots=True)
class ClosedDay:
    """A day that is over and scored, with everybody's choices and places."""

    day: StoredDay
    board: DailyBoard
    choices: tuple[StoredChoice, ...]
    """Best place first; people without a place come last."""
    house: tuple[DailyChoice, ...]

    @property
    def field(self) -> list[DailyChoice]:
        return results.list_field(self.choices, self.house)

    def find_choice(self, person_id: int) -> StoredChoice | None:
        return next((choice for choice in self.choices if choice.person_id == person_id), None)


@dataclass(eq=False)
class DailyService:
    _store: Store
    _preferences: Preferences

    async def load_open_day(self, server_id: int, person_id: int, now_ms: int) -> OpenDay:
        """Return a server's current day, opening it if this is the first request. Refuse if it has no daily duel."""
        settings = await self._preferences.load_server(server_id)
        if not settings.daily:
            raise Refused("daily-off")
        last = await self._store.daily.load_last_day(server_id)
        closing = ClosingTime(settings.daily_hour, settings.daily_zone)
        last_span = DaySpan(last.number, last.opens_ms, last.closes_ms) if last else None
        span = calendar.find_current_day(closing, last_span, now_ms)
        if last is None or last.number != span.number:
            board = calendar.find_board(span.number).encode()
            last = await self._store.daily.open_day(server_id, span.number, board, span.opens_ms, span.closes_ms)
        return await self._load_for_person(last, person_id)

    async def load_if_open(self, day: StoredDay, person_id: int, now_ms: int) -> OpenDay | None:
        """Return a day as one person may see it, or None if it is over."""
        return await self._load_for_person(day, person_id) if day.status == "open" and now_ms < day.closes_ms else None

    async def load_day(self, daily_id: int) -> StoredDay:
        day = await self._store.daily.load_day(daily_id)
        if day is None:
            raise Refused("button")
        return day

    async def _load_for_person(self, day: StoredDay, person_id: int) -> OpenDay:
        own = await self._store.daily.load_choice(day.id, person_id)
        count = await self._store.daily.count_choices(day.id)
        board = calendar.find_daily_game().decode_board(day.board)
        last_played = await self._store.daily.load_latest_played(person_id, day.server_id)
        return OpenDay(day, board, DailyChoice(*own.lines) if own else None, count - bool(own), last_played)

    async def load_closed_day(self, day: StoredDay) -> ClosedDay | None:
        """Return a day with everybody's results, or None if it has not been scored yet."""
        if day.status in {"open", "closed"}:
            return None
        choices = tuple(await self._store.daily.list_choices(day.id))
        board = calendar.find_daily_game().decode_board(day.board)
        return ClosedDay(day, board, choices, results.decode_house(day.house_choices))

    async def close_day(self, day: StoredDay) -> StoredDay:
        """Close a day whose closing time has passed, and score its choices. Repeated calls are safe."""
        if day.status == "open":
            # From here on, nobody can change a choice.
            await self._store.daily.advance_status(day.id, "open", "closed")
            day = await self.load_day(day.id)
        if day.status == "closed":
            await self._score(day)
            day = await self.load_day(day.id)
        return day

    async def _score(self, day: StoredDay) -> None:
        choices = await self._store.daily.list_choices(day.id)
        payoffs = calendar.find_daily_game().decode_board(day.board).payoffs
        # The key is fixed before the day opens, so the house cannot react to anybody.
        key_hex = await self._store.people.compute_keyed_hash("daily", day.server_id, day.number)
        result = results.score_day(
            payoffs,
            choices,
            results.seal_house_choices(payoffs, Dice(bytes.fromhex(key_hex))),
            await self._store.daily.count_earlier_days(day.id),
            await self._store.daily.count_days_before(day.server_id, day.number),
            day.closes_ms,
        )
        scored = [
            replace(choice, result_dm="due") if await self._wants_dm(choice.person_id) else choice
            for choice in result.choices
        ]
        await self._store.daily.score_day(day.id, scored, results.encode_house(result.house))

    async def _wants_dm(self, person_id: int) -> bool:
        return person_id > 0 and (await self._preferences.load_player(person_id)).daily_dm

    # Names

    async def list_named(self, closed: ClosedDay) -> frozenset[int]:
        """Return the ranked people whom the result of a day may name, at most the best `CHECKED_PEOPLE_MAX`."""
        ranked = [choice.person_id for choice in closed.choices if choice.is_ranked]
        return await self.list_named_people(closed.day.server_id, ranked)

    async def list_named_people(self, server_id: int, person_ids: Sequence[int]) -> frozenset[int]:
        """Return which of the first `CHECKED_PEOPLE_MAX` people may be named in public.

        Left out are people who are hidden on ladders, left the server, or had their data deleted.
        """
        return frozenset(
            [it for it in person_ids[:CHECKED_PEOPLE_MAX] if it > 0 and await self._may_be_named(server_id, it)]
        )

    async def _may_be_named(self, server_id: int, person_id: int) -> bool:
        if not (await self._preferences.load_player(person_id)).listed:
            return False
        membership = await self._store.people.load_membership(server_id, person_id)
        return membership is None or not membership.has_left

    # What people see about themselves

    async def count_streak(self, person_id: int, day: StoredDay) -> int:
        """Return how many days in a row a person has played up to this day, on any server."""
        played = await self._store.daily.list_played_numbers(person_id)
        return streaks.count_streak(played, await self._list_void_days(day), day.number)

    async def _list_void_days(self, day: StoredDay) -> frozenset[int]:
        """Return the numbers of recent days for whose whole length the bot was away, so that they break no streak."""
        settings = await self._preferences.load_server(day.server_id)
        closing = ClosingTime(settings.daily_hour, settings.daily_zone)
        downtimes = await self._store.heartbeats.list_downtimes(day.closes_ms - VOID_SEARCH_DAYS * DAY_MS)
        return frozenset(
            number
            for start_ms, end_ms in downtimes
            if end_ms - start_ms >= calendar.MIN_DAY_MS
            for number in range(day.number - VOID_SEARCH_DAYS, day.number + 1)
            if start_ms <= closing.find_close_ms(number - 1) and closing.find_close_ms(number) <= end_ms
        )

    async def load_month(self, day: StoredDay) -> Sequence[MonthTotal]:
        """Return each person's total score in the calendar month of this day, highest first."""
        return await self._store.daily.list_month(day.server_id, *calendar.find_month(day.number))

    async def find_habit(self, person_id: int) -> streaks.DailyHabit | None:
        played: Sequence[PlayedDay] = await self._store.daily.list_played(person_id, streaks.HABIT_DAYS)
        game = calendar.find_daily_game()
        days = [(game.decode_board(each.day.board).payoffs, DailyChoice(*each.choice.lines)) for each in played]
        return streaks.find_habit(days)
