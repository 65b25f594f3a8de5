"""Looks up everything a screen needs, and renders it: the card of a match, the message of a player.

Depends on `matches`, `ratings` and `screens`. Handlers use it to answer a click and `delivery` uses it to update
messages, so both show the same. Entry points: `CardRenderer`, `PlayerRenderer`, `Attendance` (who is away) and
`TemporaryReveal` (which boards are open right now).
"""
