"""What Discord's own app would not let a person do."""

from __future__ import annotations


class Denied(Exception):
    """One line that says what is wrong."""
