"""Brings channels and people up to date with the store: cards, player messages, notifications, season posts.

Depends on `matches`, `ratings`, `screens`, `rendering` and `ops`; it reaches Discord through the protocol
`Messenger`. What to show follows from the store alone, so the next refresh completes what a crash left undone. Entry
points: `DeliveryScheduler.schedule_refresh` requests the refresh of a match, `MatchRefresher.refresh_match` does it,
and `SeasonPosts.run` posts about seasons.
"""
