"""Custom IDs of buttons and menus.

A custom ID contains everything that is needed to handle a click. The bot stores nothing about its buttons.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

CUSTOM_ID_MAX_LENGTH: Final = 100
"""Discord's limit for a custom ID, in characters."""
FILM_ARGUMENT: Final = "film"
"""The argument that makes `SHOW_REVIEW` replace the clicked message with the start of the review."""
CONFIRMED_ARGUMENT: Final = "yes"
"""The argument of the button that answers "Are you sure?" with yes."""

MAX_DISCORD_ID: Final = 2**63 - 1
"""The largest Discord ID that fits into the store's 64-bit columns. Discord will not reach it before 2084."""

_DISCORD_ID_PATTERN: Final = re.compile(r"[1-9][0-9]{0,18}")
# Numbers have no leading zeros, and fit into SQLite's 64-bit integers.
_CUSTOM_ID_PATTERN: Final = re.compile(r"([a-z]{2}):(0|[1-9][0-9]{0,17}):(0|[1-9][0-9]{0,8}):([^:\s]*)")


@dataclass(frozen=True, slots=True)
class CustomId:
    """A custom ID of the form `action:subject_id:number:argument`.

    Two different IDs never have the same string form.
    """

    action: str
    subject_id: int = 0
    """The ID of a match, a tournament or a day of the daily duel, or the number of a season, depending on the action.

    It is 0 if there is none.
    """
    number: int = 0
    """The step of a move or position, the number of a choice, or any number that makes the ID unique in its message."""
    argument: str = ""
    """An argument whose meaning depends on the action. For `PICK_MOVE`, it is the start of a spelled move."""

    def __post_init__(self) -> None:
        if not _fullmatch_custom_id(str(self)):
            # A move that does not fit into a custom ID is a bug in its game, which the tests must find.
            raise ValueError(str(self))

    def __str__(self) -> str:
        return f"{self.action}:{self.subject_id}:{self.number}:{self.argument}"

    @property
    def match_id(self) -> int:
        """The match ID, which is the subject of every action that concerns a match."""
        return self.subject_id

    @property
    def season_number(self) -> int:
        """The season number, which is the subject of the actions about seasons."""
        return self.subject_id

    @property
    def tournament_id(self) -> int:
        """The tournament's ID, which is the subject of the actions about tournaments."""
        return self.subject_id

    @property
    def daily_id(self) -> int:
        """The ID of a day of the daily duel, which is the subject of the actions about it."""
        return self.subject_id

    @property
    def step(self) -> int:
        """The step, which is the number in custom IDs about a move or a position."""
        return self.number

    @classmethod
    def parse(cls, custom_id: str) -> CustomId | None:
        """Parse a custom ID. Return None if the string is not a valid custom ID."""
        found = _fullmatch_custom_id(custom_id)
        if found is None:
            return None
        action, subject_id, number, argument = found.groups()
        return cls(action, int(subject_id), int(number), argument)


def _fullmatch_custom_id(custom_id: str) -> re.Match[str] | None:
    return (
        _CUSTOM_ID_PATTERN.fullmatch(custom_id)
        if len(custom_id) <= CUSTOM_ID_MAX_LENGTH and custom_id.isprintable()
        else None
    )


def parse_discord_id(text: str) -> int:
    """Parse the Discord ID of a user, a role or a channel. Raise `ValueError` if the text cannot be such an ID."""
    if not _DISCORD_ID_PATTERN.fullmatch(text) or int(text) > MAX_DISCORD_ID:
        raise ValueError(text)
    return int(text)


class Action(StrEnum):
    """The actions that buttons, menus and forms can trigger."""

    # The front door
    SHOW_GAME = "ho"
    """Show a game's page. Without an argument, show the list of games."""
    CHOOSE_OPPONENT = "wh"
    CHALLENGE_PERSON = "cl"
    """Challenge the selected person, or the one in the argument, to a match with the usual options."""
    OPEN_TABLE = "ev"
    """Post an open offer with the usual options."""
    QUICK_MATCH = "qm"
    """Start a match with a person who waits in the lobby for the same game. If nobody does, wait there."""
    JOIN_QUICK_MATCH = "qj"
    """Start a match with the person who waits in the lobby for this game."""
    LEAVE_QUICK_MATCH = "ql"
    """Stop waiting in the lobby."""
    # Offers
    JOIN_OFFER = "si"
    DECLINE_OFFER = "de"
    WITHDRAW_OFFER = "wi"
    START_MATCH = "st"
    INVITE_PERSON = "iv"
    """Invite somebody in place of a player who declined."""
    SHOW_OPTIONS = "op"
    SUBMIT_OPTIONS = "se"
    """Submit a form with options. The number is the version of the options for which the form was opened."""
    OPEN_SEED_FORM = "sk"
    """Open the form in which a player enters a seed for the dice."""
    SUBMIT_SEED = "sd"
    """Submit the player seed that was entered in the form."""
    START_PRACTICE = "pc"
    """Start a practice match. The subject is the practice match to be replaced, if there is one."""
    # Matches
    OPEN_MATCH = "ch"
    PICK_MOVE = "pi"
    """Pick a move, or the next part of it."""
    CONFIRM_MOVE = "cm"
    """Play a move in spite of a warning."""
    SELECT_FROM_MENU = "ta"
    """Run the action whose custom ID was selected in a menu."""
    DISABLED_PLACE = "ga"
    """Do nothing. This is the action of disabled buttons, which keep the other buttons in their places."""
    CHANGE_MOVE = "an"
    KEEP_MOVE = "ke"
    """Keep the sealed move after all."""
    REQUEST_HINT = "hi"
    TAKE_BACK_MOVE = "tb"
    """Continue practice from before the person's last decision, whose step is the number."""
    SHOW_TEMPORARY_REVEAL = "lo"
    SHOW_MORE = "mo"
    SHOW_BOARD_TEXT = "te"
    WATCH_MATCH = "wa"
    """Show a running match to an onlooker. The argument is the number of an earlier step, or empty for the latest."""
    PREDICT = "pd"
    """Predict what a seat chooses. The argument is the seat and the index of the choice."""
    ASK_TO_END_MATCH = "as"
    """Ask the player to confirm that they want to resign, offer a draw or cancel the match."""
    CONFIRM_END_OF_MATCH = "ca"
    # Before and after matches
    SHOW_RULES = "ru"
    SHOW_EXERCISE = "ex"
    """Show an exercise of a game, or the result of a try. The subject is the match to return to, if there is one."""
    OFFER_REMATCH = "re"
    SHOW_RESULT = "er"
    """Show the complete result of a match, if the channel shows only one line of it."""
    SHOW_REVIEW = "rp"
    SHOW_PROOF = "ve"
    PLAY_FROM_POSITION = "ow"
    """Start a practice match from a position of a finished match."""
    SHARE_MATCH = "sw"
    """Post a practice match that has ended, or a review, in the channel."""
    FOLLOW = "fl"
    """Follow the person in the argument or, without one, the match that is the subject."""
    UNFOLLOW = "fu"
    """Stop following the person in the argument, everybody, or the match that is the subject."""
    LIST_FOLLOWED = "fw"
    # Tournaments
    ENTER_TOURNAMENT = "tn"
    """Enter a tournament, or continue after a pause. The subject of all these actions is a tournament."""
    LEAVE_TOURNAMENT = "tl"
    PAUSE_TOURNAMENT = "tp"
    START_TOURNAMENT = "tg"
    CANCEL_TOURNAMENT = "tc"
    OPEN_TOURNAMENT_MATCH = "tm"
    """Show the match that the person has to play in a tournament now."""
    SHOW_STANDINGS = "ts"
    """Show a page of a tournament's standings."""
    # The daily duel
    SHOW_DAILY = "dd"
    """Show the current day of the daily duel."""
    CHANGE_DAILY = "dg"
    """Let a person choose again. The subject of this and the following actions is a day of the daily duel."""
    PICK_DAILY_ROW = "dr"
    """Pick the row whose index is the number, and ask for a column."""
    PICK_DAILY_COLUMN = "dc"
    """Choose the column whose index is the number, and the row whose index is the argument."""
    NOTIFY_DAILY = "dn"
    """Turn direct messages with the results on or off."""
    SHOW_DAILY_RESULT = "do"
    EXPLAIN_DAILY = "dw"
    """Explain the score of a result."""
    SHOW_DAILY_MONTH = "dt"
    SHARE_DAILY = "dh"
    """Post the person's own score in the channel."""
    # Lists and settings
    SHOW_INBOX = "in"
    SHOW_LADDER = "la"
    """Show a page of a season's ladder."""
    SHARE_LADDER = "sb"
    """Post a page of a season's ladder in the channel."""
    SHOW_SEERS = "ye"
    """Show the table of seers, which ranks onlookers by their predictions. The number is the month."""
    END_SEASON = "es"
    """End a season. Only the question whether to end it has this button."""
    SUBMIT_SEASON = "ss"
    """Submit the form that begins a season in place of the running one, whose number is the subject."""
    SHOW_SETTINGS = "pr"
    CHANGE_SETTING = "ps"
    SUBMIT_TIME_ZONE = "tz"
    """Submit the time zone form."""
    EXPORT_DATA = "da"
    """Send the reader a file with everything that is stored about them."""
    FORGET_PERSON = "fo"
    """Delete the reader's data, after asking for confirmation."""
    FORGET_HABITS = "ur"
    """Delete what the mind reader has learned about the reader, after asking for confirmation."""
    # Profiles
    SHOW_PROFILE = "pf"
    EXPLAIN_PROFILE = "wy"
    """Explain what counts in a profile. The argument is the owner of the profile."""
    SHOW_HEAD_TO_HEAD = "me"
    """Compare the owner of a profile with a selected person."""
    SHARE_HEAD_TO_HEAD = "sx"
    """Post the comparison with the person in the argument in the channel."""
    SHOW_MIND_READER = "mi"
    SHARE_PROFILE_OR_REPORT = "sh"
    """Post a profile or mind-reader report in the channel."""
