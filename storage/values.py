"""What goes into the store and comes out. Times are milliseconds; ids are Discord's.

One file, because it is all of the store’s vocabulary: a value each, and hardly anything that they do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CARD: Final = 0
"""In the place of a person: what is posted is the card of a match, and for all."""
LATE: Final = 0
"""In the place of a message that is to go: a card that was not there when somebody looked, and may still come."""
NO_SEAT: Final = -1
"""A deadline of the whole match."""


@dataclass(frozen=True, slots=True)
class Event:
    """What somebody did. Where a person is meant, `person` says so: words and terms name nobody, so that a player can
    be forgotten.
    """

    kind: str
    word: str
    at: int
    seat: int | None = None
    person: int | None = None
    interaction: int | None = None
    """Stored once in all matches together: a doubled click is answered with what happened the first time."""


@dataclass(frozen=True, slots=True)
class Seated:
    seat: int
    person: int | None
    """Nobody yet, or the house."""
    standing: str


@dataclass(frozen=True, slots=True)
class Deadline:
    kind: str
    due: int
    step: int
    """The step it belongs to: whoever fires it late finds that the match has moved on."""
    seat: int = NO_SEAT
    match: int = 0
    """Known when it comes out of the store."""
    answer: str = ""
    """What was done about it, where it stands on nonetheless; what has an answer is not due any more."""


@dataclass(frozen=True, slots=True)
class Opening:
    server: int | None
    """None in direct messages."""
    channel: int
    game: str
    edition: int
    options: str
    terms: str
    """What else was agreed: clock, limit, rated."""
    seed: str
    """Secret until the end."""
    status: str
    at: int
    venue: str = "home"
    """What the channel is to us, by a name that is not the store's."""


@dataclass(frozen=True, slots=True)
class Header:
    id: int
    server: int | None
    channel: int
    game: str
    edition: int
    options: str
    terms: str
    seed: str
    status: str
    live: bool
    seq: int
    """How many events there are, and so the key of the next."""
    shown: int
    """How many of them everybody has been told of."""
    message: int | None
    opened: int
    changed: int
    forgotten: int
    """How often somebody in it was forgotten: who remembers it with another number remembers a name too many."""
    posted: int
    """How many events its message shows."""
    home: int | None = None
    """The channel above, while or since it is played in a thread that hangs on its first message there."""
    venue: str = "home"
    archived: int = 0
    """How many of its events lie in the archive; the others have rows."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """How much is going on, of a person and on a server: offers that wait for somebody, and matches."""

    offers: int
    """That they have made."""
    matches: int
    offers_there: int
    matches_there: int


@dataclass(frozen=True, slots=True)
class Journal:
    """A match as stored, all from one moment; an event's place is its seq."""

    header: Header
    seats: tuple[Seated, ...]
    events: tuple[Event, ...]
    deadlines: tuple[Deadline, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended for one seat."""

    seat: int
    person: int | None
    server: int | None
    game: str
    season: int
    rank: int
    score: int
    reason: str
    rated: bool
    at: int
    rating_before: float | None = None
    rating_after: float | None = None
    match: int = 0
    """Known when it comes out of the store."""
    unrated: str = ""
    """Why it did not count, as a key; empty where it did."""
    quit: bool = False
    """They left a table of several before its end."""


@dataclass(frozen=True, slots=True)
class Met:
    """How a rated match ended for somebody: their rank, and the last there was."""

    rank: int
    last: int


@dataclass(frozen=True, slots=True)
class OneSided:
    """Two who have met often, nearly always with the same end."""

    ahead: int
    behind: int
    won: int
    met: int


@dataclass(frozen=True, slots=True)
class Rating:
    server: int
    game: str
    season: int
    player: int
    rating: float
    """What the ladder is ordered by."""
    mu: float
    sigma: float
    matches: int
    """One more than the rating it was computed from: so of two ends at once none is lost."""
    at: int
    hidden: bool = False
    """Others do not see it: by its player's wish, or because they are not there any more."""
    edition: int = 1
    """Of the arithmetic; all of a ladder are of one."""
    drift: float = 0.0
    """How much better they have done lately than was thought of them."""
    monday: float | None = None
    """The points when the week of their last match began; None where that was the week of their first."""
    opponents: int = 3
    """How many different people they have met here; of more than three nobody asks, nor did older editions."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player on a ladder."""

    place: int
    """Counted through: the next page goes on from it."""
    rank: int
    """Equal ratings share the rank of the first of them."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class Step:
    """Of a ladder of many: a place whose number is known, from which others are counted."""

    place: int
    rating: float
    player: int


@dataclass(frozen=True, slots=True)
class Season:
    server: int
    number: int
    name: str
    began: int
    ended: int | None
    due: int | None = None
    """When it closes by itself."""


@dataclass(frozen=True, slots=True)
class News:
    """What is to be told of a season beside its end."""

    server: int
    season: int
    kind: str
    due: int
    claimed: int = 0
    """When somebody took it upon themselves to tell of it."""


@dataclass(frozen=True, slots=True)
class Award:
    """What somebody has won in a season, or is named for at its end."""

    person: int
    server: int
    season: int
    kind: str
    game: str
    """The key of one, or nothing where it is for all together."""
    number: int
    """A place, or how much it was."""
    beside: int
    """Of what, or what it came to."""


HAND: Final = "hand"
LOOK: Final = "look"
"""At what lies open for a moment; it is known by the press that it answers."""
ASIDE: Final = "aside"
"""What opened beside an offer, for whoever may change it, shake its dice or go."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A private message: mostly one in which somebody plays."""

    match: int
    person: int
    message: int
    channel: int
    """0 for one that only its token reaches."""
    step: int
    at: int
    """When its token was fresh."""
    token: str = ""
    """With which it can be changed for a quarter of an hour, at no cost."""
    shows: str = ""
    """What stands there, as far as it changes."""
    kind: str = HAND


@dataclass(frozen=True, slots=True)
class Door:
    """What somebody has pressed on the card of a match, or called it with: by its token the card can be changed, and a
    hand be opened for them. One without a message is ajar: the answer to it was to become the card.
    """

    match: int
    person: int
    message: int
    token: str
    at: int


@dataclass(frozen=True, slots=True)
class Leftover:
    """A message that has been replaced, and is to go."""

    match: int
    channel: int
    message: int
    since: int = 0
    """When it could not be taken away first."""
    due: int = 0


@dataclass(frozen=True, slots=True)
class Posting:
    """A message of which nobody knows yet whether it came."""

    match: int
    person: int
    """Whom it calls; 0 is the card, for all."""
    channel: int
    """0 for direct messages; whom a card calls is called where it is."""
    step: int
    """Of a call what its deadline has there; of a card how many events it shows."""
    at: int
    """It is no older."""


@dataclass(frozen=True, slots=True)
class Presence:
    """When somebody last did something, and when they were last called."""

    at: int = 0
    called: int = 0


@dataclass(frozen=True, slots=True)
class Attended:
    """What Discord said of somebody on a server, and when."""

    at: int
    gone: bool


@dataclass(frozen=True, slots=True)
class Company:
    """What is to be known of somebody, and of who is with them at a match."""

    live: tuple[Header, ...]
    """All that they play just now, the oldest first."""
    gone: frozenset[int]
    """Who has left the server of the match, and done nothing since that was heard."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A match without its journal."""

    header: Header
    standing: tuple[Deadline, ...]
    """The earliest first."""
    hands: tuple[Hand, ...]
    """In which somebody plays."""
    asides: tuple[Hand, ...]
    doors: tuple[Door, ...]
    """The newest first."""
    leftovers: tuple[Leftover, ...]
    late: tuple[Leftover, ...]
    """Cards that were not there when they were looked for, and that may still come."""
    postings: tuple[Posting, ...]
    gone: frozenset[int]
    """Who has left its server, and done nothing since that was heard."""


@dataclass(frozen=True, slots=True)
class Holiday:
    """Their clocks stand still."""

    person: int
    began: int
    ended: int
    """When it ends, or did."""
    changed: int
    """When it was taken, or ended before its time."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an append carries beside its events, in the same transaction. None leaves a thing as it is."""

    status: str | None = None
    live: bool | None = None
    options: str | None = None
    terms: str | None = None
    seats: tuple[Seated, ...] | None = None
    """All of them: whoever is not named has got up."""
    undue: tuple[tuple[str, int], ...] = ()
    """Deadlines that are gone, by kind and seat."""
    due: tuple[Deadline, ...] = ()
    """New, or in the place of the one of the same kind and seat."""
    results: tuple[Result, ...] = ()
    ratings: tuple[Rating, ...] = ()
    season: Season | None = None
    """It must not have ended."""


@dataclass(frozen=True, slots=True)
class Appended:
    match: int
    seq: int
    """Where the first of the events stands."""
    again: bool = False
    """The interaction was heard before; this is where, and nothing was stored now."""


UNCHANGED: Final = Change()
