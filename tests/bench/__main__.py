"""`make bench`: every measurement, with the ratio it should keep; exits with 1 where one is missed."""

import sys

from tests.bench import paint, perft, play, playground, store, table

sys.exit(not all([play.main(), perft.main(), paint.main(), store.main(), table.main(), playground.main()]))
