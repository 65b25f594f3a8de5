"""What can happen at a table."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """Stored by name."""

    OFFERED = "offered"
    NAMED = "named"
    SAT = "sat"
    ROSE = "rose"
    SHOOK = "shook"
    """The dice, with a line of which the hash is stored and nothing else."""
    SET = "set"
    """Other terms: whoever had accepted is asked again."""
    STARTED = "started"
    """By its host, before the table was full, or before all who sit there had shaken the dice."""
    FILLED = "filled"
    """The house sat down, and its host is there alone: they begin by a click, their part of the dice."""
    SAID = "said"
    REMINDED = "reminded"
    LOOKED = "looked"
    SHELVED = "shelved"
    """What was practised is put away for another one: it has come to nothing."""
    PASSED = "passed"
    """One of several would rather not; the others may go on."""
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    OUTDATED = "outdated"
    """The rules have changed: what began by those before ends here, for nothing."""
