"""The contract of a game: the types it shares with the rest of the program, and the base class `Game`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar, final

from games import options
from games.dice import Dice
from games.spelling import match_spelling
from games.words import Words

if TYPE_CHECKING:
    from games.art import Banner, Emblem, Picture
    from games.insight import Contribution, Habit, OpponentChoice

Seat: TypeAlias = int
Move: TypeAlias = tuple[str, ...]
"""A move, one token a click: `("swap", "a1", "c3")`."""
JointMove: TypeAlias = Mapping[Seat, Move]
"""The moves of all seats that were to move."""


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


TimeLeft: TypeAlias = Callable[[], float]
"""Returns how many seconds are left to think. Time is an argument, so that decisions can be reproduced."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move and the reason for it: a key of the game's texts, and the values in that text."""

    move: Move
    why: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


class View(Protocol):
    """What one seat may know."""

    @property
    def seat(self) -> Seat | None:
        """The seat, or None for what everybody sees."""


O = TypeVar("O", bound=options.Options)
S = TypeVar("S")
V = TypeVar("V", bound=View)


class Game(ABC, Generic[O, S, V]):
    """A game of options `O`, states `S` and views `V`: pure functions over frozen values.

    A game knows no clock, I/O or Discord, and gets chance as an argument. `games/FOLDER/__init__.py` defines a subclass
    and sets `GAME` to an instance of it. What is abstract here must be defined; everything else has a default that
    suits a simple game.
    """

    EDITION: ClassVar[int] = 1
    """Raise it when old records would replay differently."""
    options_class: ClassVar[type[options.Options]] = options.Options
    """The settings that a host may choose; by default none."""
    MAY_LIMIT_MATCH_TIME: ClassVar[bool] = False
    """Can the whole match have a time limit, after which the higher score wins?"""
    LEVELS: ClassVar[Sequence[Level]] = tuple(Level)
    """The levels at which the house plays, the best last."""
    HAS_RUNNING_SCORE: ClassVar[bool] = True
    """Do points count while the match runs? If not, `award_points` gives them at the end."""
    JUDGES_SINGLE_MOVES: ClassVar[bool] = False
    """Does `split_change` say which move would have been better? Otherwise only many matches together say anything."""
    BANNER: ClassVar[Banner | None] = None
    """The drawing on a challenge. The texts `title` (the name in lines) and `hook` (a few words) are written on it."""
    EMBLEMS: ClassVar[Sequence[Emblem]] = ()
    """Every drawing that `move_emblem` may return; they are uploaded to Discord before anybody plays."""

    def __new__(cls) -> Self:
        """Refuse a game that lacks members. Python's own message would name neither its folder nor this file."""
        if missing := ", ".join(sorted(cls.__abstractmethods__)):
            folder = cls.__module__.replace(".", "/")
            raise TypeError(f"{folder}: {cls.__name__} does not define {missing} (see Game in games/core.py)")
        return super().__new__(cls)

    @cached_property
    def KEY(self) -> str:
        """The name of the game's folder."""
        return type(self).__module__.rpartition(".")[2]

    @cached_property
    def say(self) -> Words:
        """The game's texts by key, from `words/*.ftl` in its folder."""
        return Words(type(self).__module__)

    # The rules

    @property
    @abstractmethod
    def SEATS(self) -> range:
        """How many can play."""

    @abstractmethod
    def initial_state(self, options: O, seats: int, dice: Dice) -> S:
        """Return the state before the first move."""

    @abstractmethod
    def seats_to_move(self, state: S) -> frozenset[Seat]:
        """Return the seats that are to move. This is public, asked often, and must be cheap."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return everything that this seat was ever shown, and no more; for `None`, what everybody sees."""

    @abstractmethod
    def legal_moves(self, view: V) -> Sequence[Move]:
        """List the legal moves of the view's seat; empty exactly when it is not to move.

        No move may be the beginning of another.
        """

    @abstractmethod
    def apply(self, state: S, joint: JointMove, dice: Dice) -> S:
        """Resolve one step. The moves were checked against `legal_moves`."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return the scores by seat, as everybody may see them now."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return the result once the match has ended by the rules."""

    @abstractmethod
    def resample(self, view: V, dice: Dice) -> S:
        """Draw a random state in which the same seat sees the same view. Tests use it to find leaks."""

    def reveal_all(self, state: S) -> S:
        """Return the state with nothing hidden and nobody to move, for a match that its players or the clock ended.

        Override this if anything is hidden, or if boards or texts show whose move it is.
        """
        return state

    def forget(self, view: V) -> V:
        """Return the view without what was shown for a moment only and must be remembered."""
        return view

    # Texts and pictures

    @abstractmethod
    def draw_board(self, view: V) -> Picture:
        """Return the board. It is the same for all players and languages: names and texts have places in it."""

    @abstractmethod
    def describe_board(self, view: V, locale: str) -> str:
        """Describe the board in letters."""

    @abstractmethod
    def describe_step(self, view: V, locale: str, names: Sequence[str]) -> Sequence[str]:
        """Describe the last step, one line per event, with the players' names by seat and “you” for the view's seat.

        A name cannot be inflected; `games/words.py` deals with that.
        """

    @abstractmethod
    def move_label(self, view: V, prefix: Move, locale: str) -> str:
        """Return the button text for the last token of `prefix`.

        If it contains the number of identical items to choose from, that comes last, as “ ×2”.
        """

    def describe_briefly(self, view: V, locale: str) -> str:
        """Describe the board in a sentence, within Discord's 1,024 characters."""
        return self.describe_board(view, locale)

    def parse_move(self, view: V, typed: str) -> Move:
        """Parse a typed move in any spelling that a player may use. Raises `Refused` with what was probably meant."""
        return match_spelling(typed, [typed.casefold().split()], self.legal_moves(view))

    def complete_move(self, view: V, typed: str) -> Sequence[Move]:
        """List the legal moves that begin like this in a notation of the game's own; none if nothing is typed."""
        return ()

    def suggest_move(self, view: V) -> Move | None:
        """Return a move to offer as a single button where entering one takes many clicks; `None` elsewhere."""
        return None

    def ask_next_token(self, view: V, prefix: Move, locale: str) -> str:
        """Return the question above the buttons for the next token after `prefix`; empty if they need none."""
        return ""

    def introduce(self, view: V, locale: str) -> str:
        """Explain to a beginner what is new for this seat in this match; return an empty string if nothing is."""
        return ""

    def group_label(self, view: V, prefix: Move, locale: str) -> str:
        """Name the moves that begin with `prefix`, if there are too many for a page; empty if they have no name.

        The last token of `prefix` may be cut short.
        """
        return ""

    def short_label(self, view: V, move: Move, locale: str) -> str:
        """Return a shorter text for a move's button, to fit side by side on a phone; empty if its label is short."""
        return ""

    def move_emblem(self, view: V, prefix: Move) -> Emblem | None:
        """Return the drawing for the last token of `prefix`. It shows nothing that the label does not say."""
        return None

    def arrange_buttons(self, view: V, choices: Sequence[Move]) -> Sequence[Sequence[Move | str]]:
        """Lay out a page of choices as on the board: at most four rows of five, each choice once.

        The last token of a choice may be cut short, if it opens another page. A string is the label of a place where
        nothing can be chosen, or, as `Picked`, of an earlier choice. Return nothing if the choices do not fit.
        """
        return ()

    def draw_partial_move(self, view: V, prefix: Move) -> Picture | None:
        """Return the board with the tokens chosen so far, for this seat alone; `None` if it would look the same."""
        return None

    def draw_reveal(self, view: V) -> Picture | None:
        """Return a picture of what the latest step revealed, to be shown before the board; `None` if nothing.

        It must not show what the view has forgotten.
        """
        return None

    def recall_board(self, view: V) -> tuple[Picture, V] | None:
        """Return the board with everything that this seat has seen, and its view; `None` if nothing is hidden again."""
        return None

    def list_possibilities(self, view: V, locale: str) -> Iterable[tuple[Seat, Sequence[str], Sequence[str]]]:
        """List what this seat cannot know: for each owner, the hidden items and their places, in any order."""
        return ()

    def weigh_step(self, before: V, view: V) -> int | None:
        """Rate how much happened in a step, to find highlights: 0 for nothing special, `None` to go by the scores."""
        return None

    def award_points(self, ranks: Sequence[int]) -> tuple[int, ...]:
        """Return the scores by rank if players end a match without a running score: 2 to win, 1 to tie, 0 to lose."""
        return tuple(1 if ranks.count(rank) > 1 else 2 if rank == 1 else 0 for rank in ranks)

    def format_scores(self, scores: Sequence[int]) -> str:
        """Write a final score as players do, as “12 : 6” or “1–0”."""
        return " : ".join(map(str, scores))

    # The house

    @abstractmethod
    def think(self, view: V, level: Level, dice: Dice, left: TimeLeft) -> Suggestion:
        """Choose a legal move, from the view alone. Answer at once when no time is left."""

    def random_move(self, view: V, dice: Dice) -> Move:
        return dice.choose(self.legal_moves(view))

    def greedy_move(self, view: V, dice: Dice) -> Move:
        """Return the move that looks best at a glance, to measure the house against; by default any."""
        return self.random_move(view, dice)

    @property
    def baselines(self) -> Mapping[str, Callable[[V, Dice], Move]]:
        """The players that strength is measured against, by name."""
        return {"random": self.random_move, "greedy": self.greedy_move}

    def exploit(self, view: V, runs: Sequence[Sequence[OpponentChoice]], dice: Dice, left: TimeLeft) -> Suggestion:
        """Think at the highest level, using what the matches in `runs` (the last is this one) showed of the opponent.

        Deviate from `think` only as far as the observations are significant.
        """
        return self.think(view, self.LEVELS[-1], dice, left)

    def observe_opponent(self, view: V, after: V, joint: JointMove) -> OpponentChoice | None:
        """Return what this seat learned about its opponent in a step; `None` if their choices did not meet."""
        return None

    def policy(self, view: V, name: str, left: TimeLeft) -> Mapping[Move, Fraction]:
        """Return the probability of each move for a level or baseline, by name; empty if it plays no mixed strategy."""
        return {}

    # Looking back

    def list_habits(self, state: S, joint: JointMove) -> Iterable[Habit]:
        """List the choices of a step that show habits of its players."""
        return ()

    def win_shares(self, state: S, *, quickly: bool = False) -> tuple[float, ...]:
        """Return each seat's expected share of the one point that the winners share.

        With `quickly` it is a rough estimate, for callers that need thousands.
        """
        raise NotImplementedError

    def split_change(self, state: S, joint: JointMove, later: S) -> Sequence[Contribution]:
        """Split the change of `win_shares` in a step into luck and each seat's choice; all parts add up to it.

        What a seat lost by its choice follows from its view and its move alone. Luck (`meeting` and `dice`) is zero on
        average if everybody chooses as well as possible.
        """
        raise NotImplementedError

    # Other programs

    def perft(self, state: S, depth: int) -> Mapping[Move, int] | None:
        """Count the continuations of `depth` steps by their first move. Draws by rule do not end one."""
        return None

    def pgn(self, options: O, lines: Sequence[tuple[Seat | None, Move]], result: Result | None) -> str | None:
        """Write a match as PGN, including special moves such as `!resign`. The lines must be legal."""
        return None

    def from_pgn(self, text: str) -> tuple[options.Options, Sequence[tuple[Seat, Move]]] | None:
        """Read options and moves from PGN; `None` if the text is of another game."""
        return None

    # What a game can do

    @final
    def overrides(self, member: str) -> bool:
        """Does the game define this member itself?"""
        return getattr(type(self), member) is not getattr(Game, member)

    @property
    def has_habits(self) -> bool:
        """Can the mind reader learn from this game how somebody chooses?"""
        return self.overrides("list_habits")

    @property
    def can_exploit(self) -> bool:
        """Can the house learn from this game how its opponent chooses?"""
        return self.overrides("exploit")

    @property
    def can_judge(self) -> bool:
        """Can the game say afterwards what was luck and what was skill?"""
        return self.overrides("split_change")


@dataclass(frozen=True, slots=True)
class OpenView(Generic[S]):
    """A view of a game in which everybody sees everything."""

    seat: Seat | None
    state: S


class OpenGame(Game[O, S, OpenView[S]]):
    """A game that hides nothing but the moves of a step that is not resolved yet."""

    def view(self, state: S, seat: Seat | None) -> OpenView[S]:
        return OpenView(seat, state)

    def resample(self, view: OpenView[S], dice: Dice) -> S:
        return view.state
