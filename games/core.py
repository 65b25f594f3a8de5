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
"""How many seconds of thinking are left; time is an argument, so a thought can be had again."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, and why: a key of the game's texts and the facts in that text."""

    move: Move
    why: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


class View(Protocol):
    """A view knows whose eyes it is for; `None` is everybody."""

    @property
    def seat(self) -> Seat | None: ...


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
        """Name the game and the members it lacks; Python's own message names neither folder nor file."""
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
        """Return what this seat was ever shown, and no more; for `None`, what everybody sees."""

    @abstractmethod
    def legal_moves(self, view: V) -> Sequence[Move]:
        """List the moves of the view's seat, none the beginning of another; empty exactly when it is not to move."""

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
        """Draw a state that this view allows. The same seat sees the same view in it. The laws find leaks with it."""

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
        """Describe the last step, one line a fact, with the players' names by seat and “you” for the view's seat.

        A name cannot be inflected; `games/words.py` deals with that.
        """

    @abstractmethod
    def move_label(self, view: V, prefix: Move, locale: str) -> str:
        """Return the button text for the last token of `prefix`.

        How many there are to choose from comes last, as “ ×2”.
        """

    def describe_briefly(self, view: V, locale: str) -> str:
        """Describe the board in a sentence, within Discord's 1,024 characters."""
        return self.describe_board(view, locale)

    def parse_move(self, view: V, typed: str) -> Move:
        """Parse a typed move in any spelling a player may use; refuse with what was probably meant."""
        return match_spelling(typed, [typed.casefold().split()], self.legal_moves(view))

    def complete_move(self, view: V, typed: str) -> Sequence[Move]:
        """List the legal moves that begin like this in a notation of the game's own; none if nothing is typed."""
        return ()

    def suggest_move(self, view: V) -> Move | None:
        """Return a move for one click where choosing takes many."""
        return None

    def ask_next_token(self, view: V, prefix: Move, locale: str) -> str:
        """Return the question that the next token answers after `prefix`; empty if the buttons need none."""
        return ""

    def introduce(self, view: V, locale: str) -> str:
        """Explain to a beginner what this seat meets here for the first time in the match; else return nothing."""
        return ""

    def group_label(self, view: V, prefix: Move, locale: str) -> str:
        """Name the moves that start like this, where they are too many for a page; empty if they have no name.

        The last token of `prefix` may be cut short.
        """
        return ""

    def short_label(self, view: V, word: Move, locale: str) -> str:
        """Return a shorter text for a move's button, to fit side by side on a phone; empty if its label is short."""
        return ""

    def move_emblem(self, view: V, prefix: Move) -> Emblem | None:
        """Return the drawing for the last token of `prefix`. It shows nothing that the label does not say."""
        return None

    def arrange_buttons(self, view: V, choices: Sequence[Move]) -> Sequence[Sequence[Move | str]]:
        """Lay out a page of choices as on the board: at most four rows of five, each choice once.

        The last token of a choice may be cut short, if it opens another page. A string stands where nothing can be
        chosen, `Picked` where something was chosen before. Return nothing if they have no places or do not fit.
        """
        return ()

    def draw_partial_move(self, view: V, prefix: Move) -> Picture | None:
        """Return the board with the tokens chosen so far, for this seat alone; `None` if it would look the same."""
        return None

    def draw_reveal(self, view: V) -> Picture | None:
        """Return a picture of what met in the newest step, shown before the board; `None` if nothing did.

        What a view has forgotten is not in it.
        """
        return None

    def recall_board(self, view: V) -> tuple[Picture, V] | None:
        """Return the board with all that this seat could remember, and that view; `None` if it sees everything."""
        return None

    def list_possibilities(self, view: V, locale: str) -> Iterable[tuple[Seat, Sequence[str], Sequence[str]]]:
        """List what this seat cannot know: whose things, which, and where. Every order of them is possible."""
        return ()

    def weigh_step(self, before: V, view: V) -> int | None:
        """Say how much happened in a step, 0 for a plain one, to find highlights; `None` if the score says it."""
        return None

    def award_points(self, ranks: Sequence[int]) -> tuple[int, ...]:
        """Return the scores for these ranks, where players end a match without a running score: 2, 1 or 0."""
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

        Follow them only as far as they are significant.
        """
        return self.think(view, self.LEVELS[-1], dice, left)

    def observe_opponent(self, view: V, after: V, joint: JointMove) -> OpponentChoice | None:
        """Return what a step told this seat of its opponent; `None` if they did not choose against each other."""
        return None

    def policy(self, view: V, name: str, left: TimeLeft) -> Mapping[Move, Fraction]:
        """Return how often the level or rival of that name plays each move here; empty if it does not mix."""
        return {}

    # Looking back

    def list_habits(self, state: S, joint: JointMove) -> Iterable[Habit]:
        """List what a step tells of its players' habits."""
        return ()

    def win_shares(self, state: S, *, quickly: bool = False) -> tuple[float, ...]:
        """Return each seat's expected share of the one point that the winners share.

        `quickly` is a rough estimate, for callers that ask thousands of times.
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
        """Write a match as PGN, calls such as `!resign` included. The lines were checked."""
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
