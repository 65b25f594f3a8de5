"""Why the bot cannot be where it should be, in one line for its host."""

from __future__ import annotations


class Barred(Exception):
    pass
