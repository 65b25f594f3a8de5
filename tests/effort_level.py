"""How much the tests try: `EFFORT` is little in `make test`, more in `make check`, and most in `make nightly`.

It applies to the laws over all games and to tests with examples of hypothesis, which are marked `again`. With little
effort, laws look at few positions, in one language each, with at most four settings of each game. With more effort they
look at eight others, and with most effort at up to forty.
"""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, settings

EXAMPLES_BY_EFFORT: Final = {"little": 40, "more": 250, "most": 2500}
"""Examples of hypothesis for each test."""
EFFORT: Final = os.environ.get("EFFORT", "little")
IS_LITTLE_EFFORT: Final = EFFORT == "little"
IS_MOST_EFFORT: Final = EFFORT == "most"

settings.register_profile(
    EFFORT,
    max_examples=EXAMPLES_BY_EFFORT[EFFORT],
    # Runs after a change find the same faults again; runs by night look elsewhere each time.
    derandomize=not IS_MOST_EFFORT,
    database=None,
    deadline=None,  # other programs on the machine slow examples down
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(EFFORT)


def make_settings_for_slow_test(slowness: int) -> settings:
    """Return settings for a test whose examples take this many times as long as others do."""
    return settings(max_examples=max(5, EXAMPLES_BY_EFFORT[EFFORT] // slowness))
