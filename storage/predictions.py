"""Predictions: which moves onlookers expect players to choose, and their scores. The journal does not contain them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import Statement, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class StoredPrediction:
    match_id: int
    step: int
    seat: int
    person_id: int
    """The onlooker."""
    server_id: int
    choice: str
    choice_count: int
    """How many moves the player can choose from."""
    is_counted: bool
    """Whether the prediction counts in the table of seers, which ranks the people on a server who predict best."""
    predicted_ms: int


@dataclass(frozen=True, slots=True)
class ResolvedChoice:
    """What a player chose in a step. The transaction that resolves the step also scores predictions of this choice."""

    step: int
    seat: int
    choice: str


@dataclass(frozen=True, slots=True)
class ScoredPrediction:
    """The score of a person's prediction of what one seat would choose."""

    seat: int
    score: int
    """The number of other moves if the prediction came true, and -1 otherwise."""


@dataclass(frozen=True, slots=True)
class SeerTally:
    """One person's total points for predicting choices on a server, and the numbers behind them."""

    person_id: int
    points: int
    prediction_count: int
    hit_count: int
    player_count: int
    """How many different players the person predicted."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How many of a person's predictions came true, and how many random guesses would have on average."""

    prediction_count: int
    hit_count: int
    guessed_hits: float


# Runs first in its transaction. It fails if the match has new events, and makes the next writer of the match wait.
_CHECK_EVENT_COUNT: Final = Statement(
    "UPDATE match SET event_count = event_count WHERE id = :match_id AND event_count = :event_count", must_match=True
)
_COLUMNS: Final = "match_id, step, seat, person_id, server_id, choice, choice_count, is_counted, predicted_ms"
_UPSERT_PREDICTION: Final = build_insert(
    "prediction",
    _COLUMNS,
    """ON CONFLICT (match_id, step, seat, person_id)
    DO UPDATE SET choice = excluded.choice, predicted_ms = excluded.predicted_ms""",
)
_SELECT_OWN: Final = build_select(
    "seat, choice", "FROM prediction WHERE match_id = :match_id AND step = :step AND person_id = :person_id"
)
_SELECT_LATEST_SCORED: Final = build_select(
    "seat, score",
    """FROM prediction WHERE match_id = :match_id AND person_id = :person_id AND score IS NOT NULL AND step = (
        SELECT MAX(step) FROM prediction
        WHERE match_id = :match_id AND person_id = :person_id AND score IS NOT NULL
    ) ORDER BY seat""",
)
SCORE_PREDICTIONS: Final = Statement(
    """
    UPDATE prediction SET score = CASE WHEN choice = :choice THEN choice_count - 1 ELSE -1 END
    WHERE match_id = :match_id AND step = :step AND seat = :seat
    """
)
_SELECT_SEERS_OF_STEPS: Final = build_select(
    "step, person_id",
    """FROM prediction WHERE match_id = :match_id AND step >= :first_step AND score IS NOT NULL
    GROUP BY step, person_id HAVING MIN(score) > 0
    ORDER BY step DESC, COUNT(*) DESC, MIN(predicted_ms), person_id""",
)
# Only a person's first predictions of each player count.
_SELECT_TALLIES: Final = build_select(
    "person_id, SUM(score), COUNT(*), SUM(CASE WHEN score > 0 THEN 1 ELSE 0 END), COUNT(DISTINCT player_id)",
    """FROM (
        SELECT prediction.person_id, score, seat.person_id AS player_id, ROW_NUMBER() OVER (
            PARTITION BY prediction.person_id, seat.person_id
            ORDER BY predicted_ms, prediction.match_id, step, prediction.seat
        ) AS number
        FROM prediction JOIN seat ON seat.match_id = prediction.match_id AND seat.seat = prediction.seat
        WHERE server_id = :server_id AND predicted_ms >= :start_ms AND predicted_ms < :end_ms
            AND is_counted = 1 AND score IS NOT NULL
    ) AS numbered
    WHERE number <= :max_per_player GROUP BY person_id ORDER BY SUM(score) DESC, COUNT(*), person_id""",
)
_SELECT_CALIBRATION: Final = build_select(
    "COUNT(*), SUM(CASE WHEN score > 0 THEN 1 ELSE 0 END), SUM(1.0 / choice_count)",
    "FROM prediction WHERE person_id = :person_id AND server_id = :server_id AND score IS NOT NULL",
)
_DELETE_OPEN_ON_PLAYER: Final = Statement(
    """
    DELETE FROM prediction WHERE score IS NULL AND EXISTS (
        SELECT 1 FROM seat WHERE seat.match_id = prediction.match_id AND seat.seat = prediction.seat
            AND seat.person_id = :player_id
    ) AND match_id IN (SELECT match_id FROM seat WHERE person_id = :player_id AND is_live = 1)
    """
)


class PredictionRepository(Repository):
    async def save(self, prediction: StoredPrediction, event_count: int) -> bool:
        """Save a prediction, or change it. Return False if the match does not have exactly `event_count` events.

        This rejects a prediction whose step was resolved in the meantime.
        """
        check = _CHECK_EVENT_COUNT(match_id=prediction.match_id, event_count=event_count)
        values = to_values(prediction) | {"is_counted": int(prediction.is_counted)}
        return await self.try_write(check, _UPSERT_PREDICTION(match_id=prediction.match_id, **values))

    async def load_own(self, match_id: int, step: int, person_id: int) -> dict[int, str]:
        """Return the choices that a person has predicted in a step, by seat."""
        rows = await self.fetch_rows(_SELECT_OWN(match_id=match_id, step=step, person_id=person_id))
        return {int(seat): str(choice) for seat, choice in rows}

    async def list_latest_scored(self, match_id: int, person_id: int) -> list[ScoredPrediction]:
        """Return the scores of a person's latest scored predictions, which all belong to one step, in seat order."""
        rows = await self.fetch_rows(_SELECT_LATEST_SCORED(match_id=match_id, person_id=person_id))
        return [ScoredPrediction(*map(int, row)) for row in rows]

    async def list_seers(self, match_id: int, first_step: int) -> list[int]:
        """Find the latest step in which all of somebody's predictions came true, and return these people, best first.

        Steps before `first_step` are ignored.
        """
        rows = await self.fetch_rows(_SELECT_SEERS_OF_STEPS(match_id=match_id, first_step=first_step))
        return [int(person_id) for step, person_id in rows if step == rows[0][0]]

    async def list_tallies(self, server_id: int, start_ms: int, end_ms: int, max_per_player: int) -> list[SeerTally]:
        """Return the total points of everybody who made predictions on a server in a period, most points first.

        Only a person's first `max_per_player` predictions of the same player count.
        """
        rows = await self.fetch_rows(
            _SELECT_TALLIES(server_id=server_id, start_ms=start_ms, end_ms=end_ms, max_per_player=max_per_player)
        )
        return [SeerTally(*map(int, row)) for row in rows]

    async def load_calibration(self, person_id: int, server_id: int) -> Calibration:
        [(count, hits, guessed)] = await self.fetch_rows(_SELECT_CALIBRATION(person_id=person_id, server_id=server_id))
        return Calibration(int(count), int(hits or 0), float(guessed or 0))

    async def delete_open_on_player(self, player_id: int) -> None:
        """Delete the unscored predictions of the choices of a player who no longer allows predictions."""
        await self.database.write(_DELETE_OPEN_ON_PLAYER(player_id=player_id))
