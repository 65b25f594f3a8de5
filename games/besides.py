"""What a game may have besides the contract, a protocol each; whoever wants it asks with `able` or `isinstance`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar, cast, runtime_checkable

from games.art import Banner, Picture
from games.core import Game, Level, Result, Seat, Word
from games.options import Options

A = TypeVar("A")

_ABLE: Final[dict[tuple[object, object], bool]] = {}


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


@dataclass(frozen=True, slots=True)
class Emblem:
    """A drawing of a game that stands beside the words of a choice; `text` stands where the drawing says §."""

    drawing: str
    text: str = ""


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
class Graded(Protocol):
    """A game that the house does not play at every level: a better one was looked for, and none was found."""

    @property
    def LEVELS(self) -> Sequence[Level]:
        """That can be picked, the best last."""
        ...
