"""A newer version of the bot: the Shaman duel has another edition and initial state, and there is another migration."""

from __future__ import annotations

from typing import Any, Final

from bot.__main__ import app
from games.dice import Dice
from games.schamanen import GAME
from storage import migration
from storage.migration import Migration
from storage.statement import Statement
from tests.seeded_dice import replace_randomness

ORIGINAL_INITIAL_STATE: Final[Any] = GAME.initial_state
ADDED_TABLE_SQL: Final = (
    "CREATE TABLE feather (match INTEGER NOT NULL PRIMARY KEY REFERENCES match (id), count INTEGER NOT NULL) STRICT",
    "ALTER TABLE match ADD COLUMN feathers INTEGER NOT NULL DEFAULT 0",
)


def create_other_initial_state(options: Any, seats: int, dice: Dice) -> Any:
    dice.draw_below(2)
    return ORIGINAL_INITIAL_STATE(options, seats, dice)


if __name__ == "__main__":
    known = (*migration.load_migrations(), Migration(99, "0099_adds_feathers", tuple(map(Statement, ADDED_TABLE_SQL))))
    migration.load_migrations = lambda: known  # type: ignore[assignment]
    renewed: Any = GAME
    renewed.EDITION += 1
    renewed.initial_state = create_other_initial_state
    replace_randomness()
    app()
