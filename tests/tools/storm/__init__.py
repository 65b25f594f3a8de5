"""A storm is a fault-injection test: people play with the real bot while processes, network, database and Discord fail.

`faults` plans and injects faults. `processes` runs the bot, and `proxy` lies between it and Discord and its database.
`witness` records which answers and messages people saw, and `verdict` lists the errors at the end. The people are
those of `tests/tools/driver.py`. They play 24 matches as fast as the bot answers, and change some of their moves.

The bot is killed at random moments and at certain points, paused, and cut off from Discord and its database. The seed
decides which fault comes, for which process and after how many requests. Nothing else is repeatable, because the
processes run in parallel.

The table at the end counts errors. All columns must be 0, except the last two.

| column | counts |
| --- | --- |
| lost | acknowledged moves that are not stored |
| doubled | moves that are stored or acknowledged twice, or that nobody made |
| altered | moves that are stored differently from the clicked button |
| unconfirmed | acknowledged moves that the answer does not show |
| silent | players who are to move and were not notified |
| stale | messages that ask for a step that is over, or that were replaced but not deleted |
| duplicates | notifications that were sent twice |
| unanswered | clicks that got no answer |
| unseen | steps that were never shown to a player |
| late | steps that were shown more than two sweeps (`TWO_SWEEPS_S`) after the last fault |
| dead | processes that ended unexpectedly or with an error |
| doctor | problems that `duel doctor` finds |
| median s, worst s | seconds until a step was shown |

A notification that is repeated after more than five minutes does not count as a duplicate, because Discord has
forgotten its nonce. Logs, a diary of events and the SQLite file are in `.cache/storm` afterward. `broken` contains bots
with errors, to test the table.
"""
