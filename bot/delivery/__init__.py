"""Brings channels and people up to date with the store: cards, player messages, notifications, season posts.

Depends on `matches`, `ratings`, `screens`, `rendering` and `ops`; it reaches Discord through the protocol
`Messenger`. What to show follows from the store alone, so the next pass repairs what a crash left undone. Entry
points: `DeliveryScheduler.stir` asks for a pass over a match, `MatchRefresher` does it, and `SeasonPosts.run`
announces seasons.
"""
