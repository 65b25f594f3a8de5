"""The contract of a game: what the house asks of it, and nothing more.

It is one file, long as it is, because whoever writes a game reads it from top to bottom: first what every game has,
then, a protocol each, what only some have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar, cast, runtime_checkable

from games.art import Banner, Picture
from games.dice import Dice
from games.options import Options
from games.words import Words

Seat: TypeAlias = int
Word: TypeAlias = tuple[str, ...]
"""An action, one token a click: `("swap", "a1", "c3")`."""
Joint: TypeAlias = Mapping[Seat, Word]
"""The words of all who were awaited."""


@dataclass(frozen=True, slots=True)
class Result:
    ranks: tuple[int, ...]
    """By seat; 1 is best, equal ranks are a tie, places behind a tie are skipped."""
    scores: tuple[int, ...]
    reason: str


class Level(StrEnum):
    """How well the house plays."""

    PLAYFUL = "playful"
    STEADY = "steady"
    STRONG = "strong"


Left: TypeAlias = Callable[[], float]
"""How many seconds of thinking are left; time is an argument, so a thought can be had again."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A word, and why: a key of the game's catalogue and the facts that its line tells."""

    word: Word
    why: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


Outcome: TypeAlias = Literal["won", "lost", "tied", ""]
"""Of a choice; empty where it has none of its own."""
OUTCOMES: Final[tuple[Outcome, ...]] = ("won", "lost", "tied")


@dataclass(frozen=True, slots=True)
class Habit:
    """A choice laid open: among what it was made, what it met, how that ended. Only matches that are over tell it."""

    seat: Seat
    kind: str
    """Choices of one kind are held together; `habit-KIND` and `habit-KIND-SYMBOL` name them in the game's texts."""
    symbol: str
    among: tuple[str, ...]
    """What this seat could have chosen; one alone is no choice, but comes before the next."""
    met: str = ""
    """What one rival chose unseen at the same time, as `KIND-SYMBOL`; nothing where none did, or several."""
    outcome: Outcome = ""


@dataclass(frozen=True, slots=True)
class Met:
    """Two choices that met, as one of those two saw it: all that they know of how the other chooses."""

    symbol: str
    """What the other chose."""
    answer: str
    """What it met."""
    beats: tuple[str, ...]
    """What would have won against that."""
    won: int
    """What it brought them: 1, 0 or -1."""
    usual: Mapping[str, float]
    """By symbol, in the order that everybody knows: how likely each was of a player without habits."""
    plain: str
    """What looks best at a glance."""


Cause: TypeAlias = Literal["choice", "meeting", "dice", "sight"]
"""Why a match is worth something else after a step: what a seat chose; what simultaneous choices happened to meet;
dice, dealing and what turned out to lie face down; or that whoever judges sees further by now, which is neither luck
nor skill.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that a step came of."""

    cause: Cause
    gains: tuple[float, ...]
    """By how much it changed what the match is worth to each seat; what some gain, others lose."""
    seat: Seat | None = None
    """Whose choice it was. It gains nothing by it: at best it loses nothing."""
    better: Thought | None = None
    """What this seat could have known to be best, and why, where it lost something by another choice. Its line is told
    the `name` of whose choice it was besides its facts.
    """


@dataclass(frozen=True, slots=True)
class Emblem:
    """A drawing of a game that stands beside the words of a choice; `text` stands where the drawing says §."""

    drawing: str
    text: str = ""


class Seen(Protocol):
    """Whatever a game calls a view, it knows whose eyes it is for; `None` is everybody."""

    @property
    def seat(self) -> Seat | None: ...


O = TypeVar("O", bound=Options)
S = TypeVar("S")
V = TypeVar("V", bound=Seen)
A = TypeVar("A")

_ABLE: Final[dict[tuple[object, object], bool]] = {}


class Game(Protocol[O, S, V]):
    """A module of pure functions over frozen values: no clock, no chance, no I/O, no Discord."""

    @property
    def KEY(self) -> str: ...
    @property
    def EDITION(self) -> int:
        """Raised when old records would replay differently."""
        ...

    @property
    def SEATS(self) -> range: ...
    @property
    def TIMED(self) -> bool:
        """May the whole match have a limit?"""
        ...

    @property
    def Options(self) -> type[O]: ...

    # the rules
    def start(self, options: O, seats: int, dice: Dice) -> S: ...
    def awaited(self, state: S) -> frozenset[Seat]:
        """Who owes a word: cheap, and public."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """An allow-list: all that this seat was ever shown, and no more."""
        ...

    def legal(self, view: V) -> Sequence[Word]:
        """Canonical and prefix-free; empty exactly when the seat is not awaited."""
        ...

    def apply(self, state: S, joint: Joint, dice: Dice) -> S:
        """Trusts its words: the table and the record reader have asked `legal`."""
        ...

    def scores(self, state: S) -> tuple[int, ...]:
        """By seat, as everybody may see them now."""
        ...

    def result(self, state: S) -> Result | None: ...
    def uncovered(self, state: S) -> S:
        """How it lies when the match is over, however it ended: nobody is awaited, and nothing is hidden any more."""
        ...

    def guess(self, view: V, dice: Dice) -> S:
        """A world that this view allows; looked at from the same seat it gives the same view."""
        ...

    def covered(self, view: V) -> V:
        """The same without what must be forgotten, and without the memory of it."""
        ...

    # the telling
    @property
    def say(self) -> Words:
        """Every text of the game by its key: names, options, how to play; and refusals, which know who says them."""
        ...

    def picture(self, view: V) -> Picture:
        """The same whoever plays and whoever looks: names, and the few words it needs, have their places in it."""
        ...

    def text(self, view: V, locale: str) -> str:
        """The board in letters."""
        ...

    def alt(self, view: V, locale: str) -> str:
        """The board in a sentence, within Discord's 1,024 characters."""
        ...

    def told(self, view: V, locale: str, names: Sequence[str]) -> Sequence[str]:
        """What just happened, a line a fact: of everybody by their name in `names`, of the view's own seat as “you”.

        Names are opaque, one a seat, and are not inflected; `games/telling.py` does what that takes.
        """
        ...

    def label(self, view: V, prefix: Word, locale: str) -> str:
        """What the button that leads to `prefix` says; how many there are to choose from comes last, as “ ×2”."""
        ...

    def read(self, view: V, typed: str) -> Word:
        """Any spelling a player may use; refuses with what was probably meant."""
        ...

    def ready(self, view: V) -> Word | None:
        """A one-click suggestion, if there is one."""
        ...

    # the opponent
    def think(self, view: V, level: Level, dice: Dice, left: Left) -> Thought:
        """A legal word, from what the view shows and nothing else; when nothing is left it answers at once."""
        ...

    @property
    def rivals(self) -> Mapping[str, Callable[[V, Dice], Word]]:
        """By name, for proofs of strength; `random` and `greedy` everywhere."""
        ...


# What a game may have besides; whoever wants it asks with `isinstance`.


def able(game: Game[Any, Any, Any], to: Callable[..., A]) -> A | None:
    """The game as one that keeps this protocol, if it does. As `isinstance`, which reads the protocol anew each time:
    on a page of choices that would be a tenth of all that its answer takes.
    """
    known = _ABLE.get((game, to))
    if known is None:
        known = _ABLE[game, to] = isinstance(game, cast(type, to))
    return cast(A, game) if known else None


@runtime_checkable
class Counted(Protocol):
    """A game whose rules can be held against other programs by counting."""

    def perft(self, state: Any, depth: int) -> Mapping[Word, int]:
        """In how many ways one can go on for so many steps, by the first word; draws by rule do not end a way."""
        ...


@runtime_checkable
class Awarding(Protocol):
    """A game whose points are given at the end, and so also where its players end it."""

    def awarded(self, ranks: Sequence[int]) -> tuple[int, ...]:
        """By seat, for a resignation, a lapse or an agreed draw."""
        ...

    def tally(self, scores: Sequence[int]) -> str:
        """As such a result is written: 1–0."""
        ...


@runtime_checkable
class Welcoming(Protocol):
    """A game that says in a sentence what a choice is about, to whoever plays it for the first time."""

    def first(self, view: Any, locale: str) -> str:
        """Where this seat meets such a choice for the first time in the match; else nothing, so that nothing is said
        twice.
        """
        ...


@runtime_checkable
class Asking(Protocol):
    """A game that asks for each choice as its players would: which piece moves, and where it goes."""

    def asks(self, view: Any, said: Word, locale: str) -> str:
        """For what follows the tokens that were said; nothing where what the buttons do needs no question."""
        ...


@runtime_checkable
class Gathering(Protocol):
    """A game whose choices are sometimes too many for a page, and which has a name for those that begin alike."""

    def gathered(self, view: Any, begins: Word, locale: str) -> str:
        """Of the last token only the beginning, or the whole, where all that begin so go on in one way; nothing where
        that has no name.
        """
        ...


@runtime_checkable
class Abbreviated(Protocol):
    """A game whose players write less than its words have, and in letters of their own: `N~d5`."""

    def begun(self, view: Any, typed: str) -> Sequence[Word]:
        """The legal words that may be meant by the beginning of such a writing; none where nothing is typed."""
        ...


@runtime_checkable
class Notated(Protocol):
    """A game whose matches the world writes down as PGN."""

    def pgn(self, options: Any, lines: Sequence[tuple[Seat | None, Word]], result: Result | None) -> str:
        """Trusts its lines, which are all words that were said, those of the match too."""
        ...

    def from_pgn(self, text: str) -> tuple[Options, Sequence[tuple[Seat, Word]]] | None:
        """The options, and what was said; None where the text is of another game."""
        ...


@runtime_checkable
class Revealing(Protocol):
    """A game that shows what several chose at once, or a duel, in a picture of its own, before the board it led to."""

    def reveal(self, view: Any) -> Picture | None:
        """Of the newest step: what met, and who gains what. None where nothing did, and in a covered view where it must
        be forgotten.
        """
        ...


@runtime_checkable
class Bannered(Protocol):
    """A game that somebody is to know at a glance; its `hook` says in a few words what it is about."""

    @property
    def BANNER(self) -> Banner: ...


@runtime_checkable
class Eventful(Protocol):
    """A game in which more happens than its score tells; who looks back sees what weighed most."""

    def weight(self, before: Any, view: Any) -> int:
        """Of the step that led from one view to the other; 0 for a plain one."""
        ...


@runtime_checkable
class Emblazoned(Protocol):
    """A game that has drawings for its choices: of a stone, a piece, a card, an animal."""

    @property
    def EMBLEMS(self) -> Sequence[Emblem]:
        """All that there are: they are made known to Discord before anybody plays."""
        ...

    def emblem(self, view: Any, prefix: Word) -> Emblem | None:
        """Of what the last token of `prefix` names; it shows nothing that the label does not say."""
        ...


class Picked(str):
    """What stands on a page where that lies which was picked on the page before."""

    __slots__ = ()


@runtime_checkable
class Arranged(Protocol):
    """A game whose choices lie on their page as what they name lies on its board."""

    def rows(self, view: Any, choices: Sequence[Word]) -> Sequence[Sequence[Word | str]]:
        """These words and beginnings of words, each once, row by row from the top: at most five in a row, and four
        rows. Of one that opens a page of others the last token may be begun only. A text is what stands where there is
        nothing to choose, `Picked` where something was chosen already: the others stay where they belong. Nothing
        where they lie nowhere, or do not fit.
        """
        ...


@runtime_checkable
class Terse(Protocol):
    """A game of whose choices some are to stand side by side on a phone: what they are about is asked above them."""

    def brief(self, view: Any, word: Word, locale: str) -> str:
        """What the button of this word says; nothing where its label is short enough."""
        ...


@runtime_checkable
class Sketched(Protocol):
    """A game whose board shows whoever makes a choice of several parts what they have put together so far."""

    def sketch(self, view: Any, said: Word) -> Picture:
        """The board with what these tokens say, for the eyes of this seat alone."""
        ...


@runtime_checkable
class Forgetful(Protocol):
    """A game in which what was shown is covered again, and is to be kept in mind."""

    def recalled(self, view: Any) -> tuple[Picture, Any] | None:
        """The board with all that these eyes could know by now, for whoever looks back, and what they would see if all
        of that lay open: so it is told. None where they see it all.
        """
        ...

    def unsure(self, view: Any, locale: str) -> Iterable[tuple[Seat, Sequence[str], Sequence[str]]]:
        """Whose, what and where: each of these things may have lain in each of those places. All worlds that were left
        are these, in every order.
        """
        ...


@runtime_checkable
class Telltale(Protocol):
    """A game in which one comes to know one's opponents by what they choose."""

    def habits(self, state: Any, joint: Joint) -> Iterable[Habit]:
        """What a step tells of those who chose in it."""
        ...


@runtime_checkable
class Perceptive(Protocol):
    """A game in which the house may learn how somebody chooses, from what its own seat saw of them."""

    def met(self, view: Any, after: Any, joint: Joint) -> Met | None:
        """What a step told this seat of its rival, by what it saw before and after; nothing where they did not choose
        against each other.
        """
        ...

    def outguess(self, view: Any, runs: Sequence[Sequence[Met]], dice: Dice, left: Left) -> Thought:
        """As `think` at its strongest, but for what these matches, the last one still played, have told of the other:
        so far as that is sure, and exactly so where it tells nothing.
        """
        ...


@runtime_checkable
class Judged(Protocol):
    """A game that can tell afterwards what was luck and what was skill."""

    @property
    def ADVISES(self) -> bool:
        """Does it tell of a choice what would have been better? Else only many together tell anything."""
        ...

    def worth(self, state: Any, *, quickly: bool = False) -> tuple[float, ...]:
        """What the match is worth to each seat, of the one point that those in front share; quickly, for whoever asks
        thousands of times, by what is told at a glance.
        """
        ...

    def judged(self, state: Any, joint: Joint, after: Any) -> Sequence[Part]:
        """What the step from one state to the next came of: all parts together are what changed in `worth`.

        What a seat lost by its choice follows from its view and its word alone. What is by chance, `meeting` and
        `dice`, is nothing on average where everybody chooses as well as can be.
        """
        ...


@runtime_checkable
class Mixing(Judged, Protocol):
    """A game in which one may tell how those who are measured mix where several choose at once: so what was drawn well
    can be told from what was played well.
    """

    def mix(self, view: Any, name: str, left: Left) -> Mapping[Word, Fraction]:
        """How often the level or rival of that name says each word here; nothing where it has no mix of its own."""
        ...


@runtime_checkable
class Graded(Protocol):
    """A game that the house does not play at every level: a better one was looked for, and none was found."""

    @property
    def LEVELS(self) -> Sequence[Level]:
        """That can be picked, the best last."""
        ...
