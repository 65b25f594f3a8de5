"""Tournaments: formats, pairings, standings, and the service that runs them.

Depends on `matches`. `TournamentService` opens tournaments, creates their matches and collects the results. All other
modules are pure. Everything follows from stored rows: the `Tournament`, its `Entrant`s and its `Fixture`s. A fixture
is a match of two players, or a bye. Its round, table and number are its key.

The service uses the formats like this:

1. At the start, store `choose_format(…)` and, in a Swiss tournament, a number of rounds. Entrants who left earlier are
   not passed to any function. `can_join` says whether others can still enter.
2. At the start, after each result, and in an arena every `PAIRING_INTERVAL_MS`, insert the rows that
   `list_next_fixtures` returns in one transaction. Repeat this until it returns none. Another process that read the
   same rows would insert the same keys, so the key is the lock. With 64 players, a call takes a quarter of a second.
3. Create a match for each fixture without an outcome, and store its outcome when it ends.
4. When a round is overdue, the side to move loses each unfinished match.
5. `list_standings` ranks the entrants at any time. `is_finished` says when the tournament is over.
"""
