"""What a button means and is about, as its custom_id: all that a click brings back; nothing is remembered beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LONGEST: Final = 100
"""Characters that Discord keeps for us."""
FILM: Final = "film"
"""Behind the button that leads back to all of a match, in the place of what was pressed."""

_FORM: Final = re.compile(r"([a-z]{2}):(0|[1-9][0-9]{0,17}):(0|[1-9][0-9]{0,8}):([^:\s]*)")
"""Numbers have one spelling, and fit into the store's."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """`verb:match:step:rest`; two different addresses are two different custom_ids."""

    action: str
    match_id: int
    step: int
    rest: str = ""
    """Whatever the verb needs; of a word being picked, the characters so far, with a dot after each token."""

    def __post_init__(self) -> None:
        if not _written(str(self)):
            # A game whose words do not fit on a button; to be found by its author, not by its players.
            raise ValueError(str(self))

    def __str__(self) -> str:
        return f"{self.action}:{self.match_id}:{self.step}:{self.rest}"

    @classmethod
    def parse(cls, custom_id: str) -> CustomId | None:
        """None for everything that no address is written as."""
        written = _written(custom_id)
        if written is None:
            return None
        verb, match, step, rest = written.groups()
        return cls(verb, int(match), int(step), rest)


def _written(custom_id: str) -> re.Match[str] | None:
    return _FORM.fullmatch(custom_id) if len(custom_id) <= LONGEST and custom_id.isprintable() else None


class Action(StrEnum):
    # the offer
    SIT = "si"
    DECLINE = "de"
    WITHDRAW = "wi"
    START = "st"
    INVITE = "iv"
    """Somebody else, in the place of who would rather not."""
    OPTIONS = "op"
    SET = "se"
    """One of the options, chosen."""
    SHAKE = "sk"
    """The dice: opens the form in which somebody writes what with."""
    SHOOK = "sd"
    """That line; it comes from the form and from nowhere else."""
    PRACTISE = "pc"
    """Another one, in the place of the one that is played."""
    # the table
    CHOOSE = "ch"
    PICK = "pi"
    """Some characters of a word, or the whole of it."""
    TAKE = "ta"
    """Something from a list of buttons, each of which says itself what it does."""
    GAP = "ga"
    """Nothing: there is nothing to choose in that place, and the others stand where they belong."""
    CHANGE = "an"
    KEEP = "ke"
    """After all, what is sealed."""
    HINT = "hi"
    """What would you do?"""
    LOOK = "lo"
    MORE = "mo"
    TEXT = "te"
    ASK = "as"
    """Do you really want to resign, to offer a draw, to cancel?"""
    CALL = "ca"
    """Yes."""
    # before and after
    RULES = "ru"
    REMATCH = "re"
    REPLAY = "rp"
    VERIFY = "ve"
    ONWARD = "ow"
    """From a board of a match that is over, in practice."""
    SHOW = "sw"
    """The end of what was practised, to everybody in the channel."""
    # what waits
    INBOX = "in"
    LADDER = "la"
    """A page of it; the season stands where others have a match."""
    SETTINGS = "pr"
    SETTLED = "ps"
    ZONE = "tz"
    """A city in somebody's time zone; it comes from the form and from nowhere else."""
    DATA = "da"
    """All that is kept about whoever presses it, as a file."""
    FORGET = "fo"
    """Me: asked once more before it is done."""
    UNREAD = "ur"
    """Forget how I choose: the house that reads begins anew."""
    # who somebody is
    PROFILE = "pf"
    MEET = "me"
    """Whoever is chosen, and whose profile it is: how often was who ahead?"""
    MIND = "mi"
    SHARE = "sh"
    """With everybody in the channel."""
