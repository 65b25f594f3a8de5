"""How much is looked at: little in `make test`, more in `make check`, most in `make nightly`."""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, settings

EFFORTS: Final = {"little": 40, "more": 250, "most": 2500}
"""Examples that hypothesis makes up for a law."""
EFFORT: Final = os.environ.get("EFFORT", "little")
LITTLE: Final = EFFORT == "little"
MOST: Final = EFFORT == "most"

settings.register_profile(
    EFFORT,
    max_examples=EFFORTS[EFFORT],
    # What is run at every change finds the same again; what is run by night may go and look elsewhere.
    derandomize=EFFORT != "most",
    database=None,
    # How long an example takes depends on who else is at the machine.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(EFFORT)


def rarely(times: int) -> settings:
    """For an example that takes so many times as long as most do."""
    return settings(max_examples=max(5, EFFORTS[EFFORT] // times))
