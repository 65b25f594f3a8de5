"""Shows the state of the store on Discord: matches, notifications, lobbies, seasons, tournaments and daily duels.

Depends on `matches`, `ratings`, `tournaments`, `daily`, `screens`, `rendering` and `ops`, and reaches Discord through
the `Messenger` protocol. Every message is derived from the store, so the next refresh completes any work that a crash
interrupted. Entry points: `DeliveryScheduler.schedule_refresh` requests a refresh of a match, and
`MatchRefresher.refresh_match` performs it. Classes with a `run` method do the rest, such as lobbies and seasons.
"""
