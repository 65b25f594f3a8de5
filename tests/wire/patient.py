"""The bot with all the time there is to say goodbye: on a busy machine ten seconds may not be enough for it."""

from __future__ import annotations

from typing import Any

from bot import run
from bot.__main__ import app
from tests.dice import loaded
from tests.patience import PATIENCE

if __name__ == "__main__":
    patient: Any = run
    patient.DRAIN = PATIENCE
    loaded()
    app()
