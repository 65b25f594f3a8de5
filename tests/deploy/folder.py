"""What is in `deploy/`, as its tests look at it, and the token of nobody with which a bot is started there."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Final

from tests.deploy.compose import Compose

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
COMPOSE: Final = Compose.read(DEPLOY / "compose.yaml")
UNITS: Final = ("duel@.service", "duel-backup.service", "duel-backup.timer")
NOBODYS: Final = f"{base64.b64encode(b'123').decode()}.a.b"
