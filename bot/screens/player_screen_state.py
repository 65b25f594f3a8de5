"""The context of a player's screen, and the stored state that shows whether a player message is up to date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from typing import Final

from bot.matches.model import RunningMatch, StartedMatch
from bot.ratings.ladder import MatchRatingChanges
from bot.screens.custom_ids import Action
from bot.screens.phrases import NO_ABSENT_PLAYERS, AbsentPlayers, format_absences
from games.core import Seat
from games.match import Match
from games.mind_reader import ReadingVerdict

FINISHED_STATE: Final = "over"
"""The state of all screens of finished matches. These screens never change."""
UNCOVERED: Final = "open"
COVERED: Final = "covered"


@dataclass(frozen=True, slots=True)
class PlayerScreenContext:
    """Everything that a player's screen depends on apart from the match itself."""

    other_matches_waiting: int = 0
    """The number of other matches that are waiting for the reader."""
    uncovered: bool = False
    """Whether the screen shows a temporary reveal."""
    move_prefix: str = ""
    """The start of the move that the reader is entering."""
    is_rethinking: bool = False
    """Whether the reader is changing a sealed move."""
    finished_action: Action | None = None
    """The action that the reader has just taken in a finished match. Its button is left out."""
    note: str = ""
    """A line about the result of the reader's last action."""
    is_first_match: bool = False
    """Whether the reader has never finished a match of this game."""
    is_out_of_tournament: bool = False
    """Whether the reader has no more matches to play in the tournament of this match, which is finished."""
    is_reminder: bool = False
    has_closed_dms: bool = False
    """Whether the reader does not accept direct messages from the bot."""
    absent: AbsentPlayers = NO_ABSENT_PLAYERS
    """The other players who are away."""
    positions: tuple[Match, ...] = ()
    """The positions of a finished match: its start and the position after each step. Empty for a running match."""
    rating_changes: MatchRatingChanges | None = None
    """How a finished match changed the ratings. None for a running match."""
    reading_verdict: ReadingVerdict | None = None
    """The habit that the AI found in the reader's choices during a finished match, if any."""


DEFAULT_CONTEXT: Final = PlayerScreenContext()


@dataclass(frozen=True, slots=True)
class _StateHeader:
    """The first words of a screen state (see `encode_screen_state`), in the order in which they are stored."""

    kind: str
    locale: str
    step: str
    other_matches_waiting: str
    end_requests: str
    visibility: str

    def __str__(self) -> str:
        return " ".join(astuple(self))

    @classmethod
    def parse(cls, screen_state: str) -> _StateHeader | None:
        """Parse the start of a screen state, or return None for a finished match, whose state has no header."""
        words = screen_state.split(" ")[: len(fields(cls))]
        return cls(*words) if len(words) == len(fields(cls)) else None


def encode_screen_state(
    match: StartedMatch, seat: Seat, locale: str, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> str:
    """Return a string that stands for the content of a player message.

    It is stored with the message. If a later string differs, the message must be edited.
    """
    if not isinstance(match, RunningMatch):
        return FINISHED_STATE
    engine = match.engine
    if seat in engine.to_move:
        # Once the player has opened or skipped the first look, the screen asks for a move instead.
        kind = "looked" if seat in match.seats_that_opened_reveal else "asked"
        awaited = "last" if is_last_awaited(match, seat) else ""
    else:
        kind, awaited = "sealed" if seat in engine.sealed else "waits", _join_seats(engine.to_move)
    header = _StateHeader(
        kind=kind,
        locale=locale,
        step=str(engine.step),
        other_matches_waiting=str(context.other_matches_waiting),
        end_requests=f"{_join_seats(engine.draw_agreed_by)}/{_join_seats(engine.cancel_agreed_by)}",
        visibility=UNCOVERED if context.uncovered else COVERED,
    )
    left = _join_seats(engine.left_seats)
    return " ".join([str(header), *format_absences(context.absent, locale), left, awaited])


def _join_seats(seats: Iterable[Seat]) -> str:
    return "".join(map(str, sorted(seats)))


def is_uncovered(screen_state: str) -> bool:
    """Return whether a message in this state shows a temporary reveal."""
    header = _StateHeader.parse(screen_state)
    return header is not None and header.visibility == UNCOVERED


def is_last_awaited(match: RunningMatch, seat: Seat) -> bool:
    """Return whether only this seat still has to choose, and at least one other person has already chosen."""
    return len(match.engine.seats_asked - match.ai_controlled_seats) > 1 and match.engine.to_move == {seat}
