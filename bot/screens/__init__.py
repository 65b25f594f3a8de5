"""What every message looks like, as plain data in the reader's language: lines, a picture, buttons.

Depends on `matches` and `ratings`. All functions are pure. They return a `Scene`, which `discord.layout` turns into a
message; `charts/` draws the pictures that are not boards.
"""
