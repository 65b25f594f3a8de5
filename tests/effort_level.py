"""The effort level of the tests: `little` in `make test`, `more` in `make check`, and `most` in `make nightly`.

The level affects the laws of all games and the Hypothesis tests, which are marked `again`. With little effort, laws
check few positions, each in one language, with at most four settings per game. With more effort they check eight other
settings, and with most effort up to forty.
"""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, settings

EXAMPLES_BY_EFFORT: Final = {"little": 40, "more": 250, "most": 2500}
"""The number of examples that Hypothesis tries in each test, by effort level."""
EFFORT: Final = os.environ.get("EFFORT", "little")
IS_LITTLE_EFFORT: Final = EFFORT == "little"
IS_MOST_EFFORT: Final = EFFORT == "most"

settings.register_profile(
    EFFORT,
    max_examples=EXAMPLES_BY_EFFORT[EFFORT],
    # Ordinary runs are reproducible, while nightly runs try new examples each time.
    derandomize=not IS_MOST_EFFORT,
    database=None,
    deadline=None,  # other programs on the machine slow examples down
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(EFFORT)


def make_settings_for_slow_test(slowness: int) -> settings:
    """Return Hypothesis settings for a slow test: the usual number of examples divided by `slowness`, at least 5."""
    return settings(max_examples=max(5, EXAMPLES_BY_EFFORT[EFFORT] // slowness))
