"""What a button can mean; the two letters with which its custom_id begins."""

from __future__ import annotations

from enum import StrEnum


class Verb(StrEnum):
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
    SHOW = "sw"
    """The end of what was practised, to everybody in the channel."""
    # what waits
    INBOX = "in"
    LADDER = "la"
    """A page of it; the season stands where others have a match."""
    SETTINGS = "pr"
    SETTLED = "ps"
    DATA = "da"
    """All that is kept about whoever presses it, as a file."""
    FORGET = "fo"
    """Me: asked once more before it is done."""
    # who somebody is
    PROFILE = "pf"
    MIND = "mi"
    SHARE = "sh"
    """With everybody in the channel."""
