"""The formats of tournaments: who plays whom next, and who is ahead. All functions are pure.

Depends on no other subpackage of `bot`. Everything follows from stored rows: the `Tournament`, its `Entrant`s and its
`Fixture`s. A fixture is one thing to be played, or a bye. Its round, table and number are its key.

A service uses the package like this:

1. At the start, store `choose_format(…)` and, in a Swiss tournament, a number of rounds. Entrants who left earlier are
   not passed to any function. `can_join` says whether others can still enter.
2. At the start, after each result, and in an arena every `PAIRING_INTERVAL_MS`, insert the rows that
   `list_next_fixtures` returns, all in one transaction, until it returns none. Another process that read the same
   rows would insert the same keys, so the key is the lock. With 64 players, a call takes a quarter of a second.
3. Create a match for each `MATCH` and `MIRROR` without an outcome. `SIGNS` asks both players; see `judge_signs`.
4. Store each outcome. `judge_absence` judges no-shows, and `judge_round_deadline` the matches of an overdue round.
   If a player leaves, end their running fixture with a forfeit.
5. `list_standings` ranks the entrants at any time. `is_finished` says when the tournament is over.
"""
