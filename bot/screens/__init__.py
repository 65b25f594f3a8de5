"""The content of every message, as plain data in the reader's language: lines of text, pictures and buttons.

Depends on `matches`, `ratings`, `tournaments` and `daily`. All functions are pure. They return a `Scene`, which
`discord.layout` turns into a message. `charts/` draws the pictures of profiles, seasons and finished matches.
"""
