"""Renders match cards and player messages, after loading the data that they need.

Depends on `matches`, `ratings`, `daily`, `tournaments` and `screens`. Handlers use this package to respond to clicks,
and `delivery` uses it to update messages, so both produce the same screens. Entry points: `CardRenderer`,
`PlayerRenderer`, `Attendance` (who is away) and `TemporaryReveal` (which boards are open at the moment).
"""
