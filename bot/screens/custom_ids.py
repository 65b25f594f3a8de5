"""What a button means and is about, as its custom_id: all that a click brings back; nothing is remembered beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

CUSTOM_ID_MAX_LENGTH: Final = 100
"""Characters that Discord keeps for us."""
FILM_ARGUMENT: Final = "film"
"""Behind the button that leads back to all of a match, in the place of what was pressed."""

_CUSTOM_ID_PATTERN: Final = re.compile(r"([a-z]{2}):(0|[1-9][0-9]{0,17}):(0|[1-9][0-9]{0,8}):([^:\s]*)")
"""Numbers have one spelling, and fit into the store's."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """`verb:match:step:rest`; two different addresses are two different custom_ids."""

    action: str
    match_id: int
    step: int
    argument: str = ""
    """Whatever the verb needs; of a word being picked, the characters so far, with a dot after each token."""

    def __post_init__(self) -> None:
        if not _fullmatch_custom_id(str(self)):
            # A game whose words do not fit on a button; to be found by its author, not by its players.
            raise ValueError(str(self))

    def __str__(self) -> str:
        return f"{self.action}:{self.match_id}:{self.step}:{self.argument}"

    @classmethod
    def parse(cls, custom_id: str) -> CustomId | None:
        """None for everything that no address is written as."""
        written = _fullmatch_custom_id(custom_id)
        if written is None:
            return None
        verb, match, step, rest = written.groups()
        return cls(verb, int(match), int(step), rest)


def _fullmatch_custom_id(custom_id: str) -> re.Match[str] | None:
    return (
        _CUSTOM_ID_PATTERN.fullmatch(custom_id)
        if len(custom_id) <= CUSTOM_ID_MAX_LENGTH and custom_id.isprintable()
        else None
    )


class Action(StrEnum):
    # the offer
    JOIN_OFFER = "si"
    DECLINE_OFFER = "de"
    WITHDRAW_OFFER = "wi"
    START_MATCH = "st"
    INVITE_PERSON = "iv"
    """Somebody else, in the place of who would rather not."""
    SHOW_OPTIONS = "op"
    SET_OPTION = "se"
    """One of the options, chosen."""
    OPEN_SEED_FORM = "sk"
    """The dice: opens the form in which somebody writes what with."""
    SUBMIT_SEED = "sd"
    """That line; it comes from the form and from nowhere else."""
    START_PRACTICE = "pc"
    """Another one, in the place of the one that is played."""
    # the table
    OPEN_MATCH = "ch"
    PICK_MOVE = "pi"
    """Some characters of a word, or the whole of it."""
    SELECT_FROM_MENU = "ta"
    """Something from a list of buttons, each of which says itself what it does."""
    DISABLED_PLACE = "ga"
    """Nothing: there is nothing to choose in that place, and the others stand where they belong."""
    CHANGE_MOVE = "an"
    KEEP_MOVE = "ke"
    """After all, what is sealed."""
    REQUEST_HINT = "hi"
    """What would you do?"""
    SHOW_TEMPORARY_REVEAL = "lo"
    SHOW_MORE = "mo"
    SHOW_BOARD_TEXT = "te"
    ASK_TO_END_MATCH = "as"
    """Do you really want to resign, to offer a draw, to cancel?"""
    CONFIRM_END_OF_MATCH = "ca"
    """Yes."""
    # before and after
    SHOW_RULES = "ru"
    OFFER_REMATCH = "re"
    SHOW_REVIEW = "rp"
    SHOW_PROOF = "ve"
    PLAY_FROM_POSITION = "ow"
    """From a board of a match that is over, in practice."""
    SHARE_MATCH = "sw"
    """The end of what was practised, to everybody in the channel."""
    # what waits
    SHOW_INBOX = "in"
    SHOW_LEADERBOARD = "la"
    """A page of it; the season stands where others have a match."""
    SHOW_SETTINGS = "pr"
    CHANGE_SETTING = "ps"
    SUBMIT_TIME_ZONE = "tz"
    """A city in somebody's time zone; it comes from the form and from nowhere else."""
    EXPORT_DATA = "da"
    """All that is kept about whoever presses it, as a file."""
    FORGET_PERSON = "fo"
    """Me: asked once more before it is done."""
    FORGET_HABITS = "ur"
    """Forget how I choose: the house that reads begins anew."""
    # who somebody is
    SHOW_PROFILE = "pf"
    SHOW_HEAD_TO_HEAD = "me"
    """Whoever is chosen, and whose profile it is: how often was who ahead?"""
    SHOW_MIND_READER = "mi"
    SHARE_PROFILE_OR_REPORT = "sh"
    """With everybody in the channel."""
