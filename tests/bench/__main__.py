"""`make bench`: every measurement, with the ratio it should keep; exits with 1 where one is missed."""

import sys

from tests.bench import (
    click,
    film,
    ladder,
    paint,
    perft,
    pester,
    pick,
    play,
    playground,
    processes,
    profile,
    requests,
    store,
    table,
)

MEASURES = (
    play, perft, pick, paint, film, store, ladder, profile, table, playground, requests, click, processes, pester
)  # fmt: skip

# Every one, whatever became of those before.
held = [measure.main() for measure in MEASURES]
sys.exit(not all(held))
