"""The interface of a game: the base class `Game`, and the types that games share with the rest of the program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Protocol, Self, TypeAlias, TypeVar, final

from games import options
from games.dice import Dice
from games.spelling import match_spelling
from games.words import Words

if TYPE_CHECKING:
    from games.art import Banner, Emblem, Picture
    from games.daily import DailyDuel
    from games.insight import Contribution, Habit, OpponentChoice

Seat: TypeAlias = int
Move: TypeAlias = tuple[str, ...]
"""A move as a tuple of tokens, for example `("swap", "a1", "c3")`. Players choose one token per click."""
JointMove: TypeAlias = Mapping[Seat, Move]
"""The moves of all seats that were to move in a step, by seat."""


HOUSE_ACCENT_COLOR: Final = 0xFFD76A
"""The color of the stripe beside messages that are not about a single game. It is the gold of the pictures."""


@dataclass(frozen=True, slots=True)
class Result:
    ranks: tuple[int, ...]
    """The ranks by seat. 1 is the best rank, equal ranks mean a tie, and the ranks after a tie are skipped."""
    scores: tuple[int, ...]
    reason: str


class Level(StrEnum):
    """The playing strength of the computer opponent."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


TimeLeft: TypeAlias = Callable[[], float]
"""A function that returns how many seconds are left to think. Tests pass their own function to control the time."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested move and its reason. The reason consists of the key of a game text and the values for that text."""

    move: Move
    why: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MixedSuggestion(Suggestion):
    """A suggestion that chance picked, because the best strategy is a mix of several moves."""

    mix: tuple[tuple[Suggestion, int], ...] = ()
    """Each possible suggestion with its probability in percent, the most likely one first."""

    @classmethod
    def from_weights(cls, chosen: Move, weights: Iterable[tuple[Suggestion, float]]) -> MixedSuggestion:
        """Return the suggestion of the move `chosen`, with all suggestions in `weights` as its mix.

        The weights are converted to whole percentages from 1 to 99.
        """
        possible = sorted((each for each in weights if each[1] > 0), key=lambda each: -each[1])
        total = sum(weight for _, weight in possible)
        mix = tuple((suggestion, min(99, max(1, round(100 * weight / total)))) for suggestion, weight in possible)
        picked = next(suggestion for suggestion, _ in mix if suggestion.move == chosen)
        return cls(picked.move, picked.why, picked.facts, mix)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A small position in which a beginner tries out a rule.

    The text `try-N` sets the task of exercise N, `do-N-M` labels the button for its choice M, and `try-N-M` says what
    came of this choice. Numbers start at 1.
    """

    options: Mapping[str, str]
    """The options that set up the position. The first seat that is to move solves the exercise."""
    tries: Sequence[Sequence[Move]]
    """The choices. Each is the player's move, followed by the reply that refutes it."""
    solution: int
    """The index of the right choice in `tries`."""


class View(Protocol):
    """The part of a state that one seat may know."""

    @property
    def seat(self) -> Seat | None:
        """The seat whose view this is, or None for the public view."""


O = TypeVar("O", bound=options.Options)
S = TypeVar("S")
V = TypeVar("V", bound=View)


class Game(ABC, Generic[O, S, V]):
    """Base class of a game with options `O`, states `S` and views `V`. Its methods are pure functions on frozen values.

    A game uses no clock, no I/O and no Discord, and gets dice as an argument. `games/FOLDER/__init__.py` defines a
    subclass and sets `GAME` to an instance of it. The subclass must define the abstract members; all other members have
    a default that suits a simple game.
    """

    SEATS: ClassVar[range] = range(2, 3)
    """The possible numbers of players; by default, only two."""
    EDITION: ClassVar[int] = 1
    """The version of the rules. Increment it when old records would replay differently."""
    options_class: ClassVar[type[options.Options]] = options.Options
    """The class of the options that a host can choose; by default, there are none."""
    MAY_LIMIT_MATCH_TIME: ClassVar[bool] = False
    """Whether the whole match can have a time limit, after which the highest score wins."""
    LIVE_OPTIONS: ClassVar[Mapping[str, int | str] | None] = None
    """Options that live tournaments require to keep matches short; None if matches of two are too long for them."""
    MIRROR_OPTIONS: ClassVar[Mapping[str, object] | None] = None
    """Options for mirror matches, in which two players play the same random deal twice, with seats swapped."""
    DECIDER_OPTIONS: ClassVar[Mapping[str, object] | None] = None
    """Options of a short match that always has a winner, which decides between two players whose matches were drawn."""
    DAILY: ClassVar[DailyDuel | None] = None
    """The daily duel on boards of this game, if it provides one."""
    LEVELS: ClassVar[Sequence[Level]] = tuple(Level)
    """The levels at which the computer opponent plays, from weakest to strongest."""
    FIRST_PRACTICE_SEAT: ClassVar[Seat | None] = None
    """The seat of a person in their first practice match, or None to draw it as usual."""
    HAS_RUNNING_SCORE: ClassVar[bool] = True
    """Whether there is a score during the match. If not, `award_points` defines the score of a match ended early."""
    JUDGES_SINGLE_MOVES: ClassVar[bool] = False
    """Whether `split_change` says which move would have been better.

    If not, only the sum over many matches shows how well somebody plays.
    """
    ACCENT_COLOR: ClassVar[int] = HOUSE_ACCENT_COLOR
    """The color of the stripe beside the messages about this game, as 0xRRGGBB."""
    TYPICAL_MINUTES: ClassVar[int] = 10
    """How long a match usually takes if nobody has to wait for the others."""
    BANNER: ClassVar[Banner | None] = None
    """The drawing on a challenge. The texts `title` (the game's name) and `hook` (a few words) are written on it."""
    EXERCISES: ClassVar[Sequence[Exercise]] = ()
    """Exercises that teach what is unusual about the game. The text `button-try` is on the button that opens them."""
    EMBLEMS: ClassVar[Sequence[Emblem]] = ()
    """All drawings that `move_emblem` can return. They are uploaded to Discord before anybody plays."""

    def __new__(cls) -> Self:
        """Create the game. Raises `TypeError` if the game does not define all abstract members.

        Python's own message would name neither the game's folder nor the file that declares the members.
        """
        if missing := ", ".join(sorted(cls.__abstractmethods__)):
            raise TypeError(f"{cls.__module__}: {cls.__name__} does not define {missing} (see Game in games/core.py)")
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

    @abstractmethod
    def initial_state(self, options: O, seats: int, dice: Dice) -> S:
        """Return the state before the first move."""

    def seats_to_move(self, state: S) -> frozenset[Seat]:
        """Return the seats that are to move. They are public. The method is called often and must be fast.

        By default, all seats move in each step, until there is a result.
        """
        return frozenset() if self.result(state) else frozenset(range(len(self.scores(state))))

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return the view with everything that this seat has ever been shown, or the public view if `seat` is None."""

    @abstractmethod
    def legal_moves(self, view: V) -> Sequence[Move]:
        """Return the legal moves of the view's seat. The list is empty if, and only if, the seat is not to move.

        No move may be a prefix of another.
        """

    def find_automatic_move(self, view: V) -> Move | None:
        """Return a move that is made without asking the view's seat, or None if the seat has something to decide.

        By default, it is the only legal move. A game can also return a move that never turns out worse than another.
        """
        moves = self.legal_moves(view)
        return moves[0] if len(moves) == 1 else None

    def list_public_choices(self, view: V, seat: Seat) -> Sequence[Move]:
        """Return the legal moves of a seat that is to move, if everybody can work them out from the public `view`.

        Onlookers predict which of them the seat chooses. By default, the list is empty, and nothing can be predicted.
        """
        return ()

    @abstractmethod
    def apply(self, state: S, joint: JointMove, dice: Dice) -> S:
        """Return the state after a step. All moves in `joint` are known to be legal."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return the current public scores, by seat."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return the result if the match has ended by the rules, else None."""

    @abstractmethod
    def resample(self, view: V, dice: Dice) -> S:
        """Return a random state that looks the same to the view's seat. Tests use it to find leaks of hidden data."""

    def reveal_all(self, state: S) -> S:
        """Return the state with nothing hidden and nobody to move, for a match that the players or the clock ended.

        Override this method if the game hides anything, or if its boards or texts show whose move it is.
        """
        return state

    def rule_out_winners(self, state: S, seats: frozenset[Seat]) -> S:
        """Return the final state in which these seats cannot win, because their players left the match.

        Override this method if the game has more than two seats. Its boards and texts must not name these seats as
        winners.
        """
        return state

    def forget(self, view: V) -> V:
        """Return the view without anything that was shown only briefly and that players must remember.

        If there is something to remember from the start of a match, the text `button-first-look` labels the button that
        shows it.
        """
        return view

    # Texts and pictures

    @abstractmethod
    def draw_board(self, view: V) -> Picture:
        """Return a picture of the board, with placeholders for the parts that depend on names or the language."""

    @abstractmethod
    def describe_board(self, view: V, locale: str) -> str:
        """Return the board as text."""

    @abstractmethod
    def describe_step(self, view: V, locale: str, names: Sequence[str]) -> Sequence[str]:
        """Return one line of text for each event of the last step.

        `names` holds the players' names by seat, but the view's seat is called “you”. Names must not be inflected; see
        `StepNarrator` in `games/words.py`.
        """

    def describe_last_step(self, view: V, locale: str, names: Sequence[str]) -> Sequence[str]:
        """Return short lines about the step that ended the match, without the outcome."""
        return self.describe_step(view, locale, names)[:-1]

    def move_label(self, view: V, prefix: Move, locale: str) -> str:
        """Return the button text for the last token of `prefix`; by default, the text `move-TOKEN`.

        If the player can choose among several identical items, the text ends with their number, for example “ ×2”.
        """
        return self.say(f"move-{prefix[-1]}", locale)

    def describe_briefly(self, view: V, locale: str) -> str:
        """Describe the board as alternative text of its picture, which Discord limits to 1,024 characters."""
        return self.describe_board(view, locale)

    def describe_places(self, view: V, locale: str) -> Iterable[tuple[str, str]]:
        """Return the name and the contents of each place on the board, for players who look up a single place.

        The contents of an empty place are an empty string. Other facts, such as scores, have no name. By default, each
        line of `describe_board` is such a fact.
        """
        return [("", " ".join(line.split())) for line in self.describe_board(view, locale).splitlines() if line.strip()]

    def summarize_step(self, view: V, locale: str) -> str:
        """Return the latest step in a few words for the middle of a sentence, such as “8 over 2”, or "" if unknown."""
        return ""

    def parse_move(self, view: V, typed: str) -> Move:
        """Parse a typed move in any supported spelling. Raises `Refused` with similar legal moves if none matches."""
        return match_spelling(typed, [typed.casefold().split()], self.legal_moves(view))

    def spell_move(self, view: V, move: Move, locale: str) -> str:
        """Return a spelling of a move that `parse_move` accepts, as players in this language would type it."""
        return " ".join(move)

    def complete_move(self, view: V, typed: str) -> Sequence[Move]:
        """Return the legal moves that start with `typed` in the game's own notation, in the order to suggest them.

        For empty text, return the moves to suggest before anything is typed, or nothing to suggest them in any order.
        """
        return ()

    def suggest_move(self, view: V) -> Move | None:
        """Return a move to offer as a single button, or None. This helps in games where a move takes many clicks."""
        return None

    def ask_next_token(self, view: V, prefix: Move, locale: str) -> str:
        """Return the question above the buttons for the next token after `prefix`, or an empty string."""
        return ""

    def introduce(self, view: V, locale: str) -> str:
        """Explain to a beginner what is new for the view's seat. Return an empty string if nothing is new."""
        return ""

    def group_label(self, view: V, prefix: Move, locale: str) -> str:
        """Return a name for the group of moves that begin with `prefix`, or an empty string if the group has no name.

        Moves are grouped if they do not fit on one page. The last token of `prefix` can be incomplete, for example “e”
        for all squares from “e1” to “e8”.
        """
        return ""

    def short_label(self, view: V, prefix: Move, locale: str) -> str:
        """Return a shorter button text for a move or the start of a move, or an empty string to use the normal text.

        With short texts, buttons fit side by side on a phone. As in `group_label`, the last token can be incomplete.
        """
        return ""

    def move_emblem(self, view: V, prefix: Move) -> Emblem | None:
        """Return the drawing for the last token of `prefix`, or None. It must not convey more than the label."""
        return None

    def arrange_buttons(self, view: V, choices: Sequence[Move]) -> Sequence[Sequence[Move | str]]:
        """Arrange a page of choices as on the board, in at most four rows of five. Each choice appears once.

        The last token of a choice can be truncated if the choice opens another page. A string labels a cell where
        nothing can be chosen, and a `PickedLabel` labels an earlier choice. Return an empty sequence if the choices
        do not fit.
        """
        return ()

    def draw_partial_move(self, view: V, prefix: Move) -> Picture | None:
        """Return a picture of the board with the tokens chosen so far, or None if the board would look the same.

        Only the view's seat gets the picture.
        """
        return None

    def number_moves(self, view: V, prefix: Move) -> Sequence[Move]:
        """Return the moves after `prefix` that are offered first and have numbers on the board, likeliest first.

        By default, there are none. As in `group_label`, the last token of `prefix` can be incomplete.
        """
        return ()

    def numbers_any_move(self, view: V, prefix: Move) -> bool:
        """Return whether `number_moves` returns any moves after `prefix`. Override this if ranking them takes long."""
        return bool(self.number_moves(view, prefix))

    def draw_numbered_moves(self, view: V, prefix: Move, moves: Sequence[Move]) -> Picture | None:
        """Return a picture of the board with the tokens chosen so far, and with numbers for `moves`, starting at 1.

        Only games that define `number_moves` need this method.
        """
        return None

    def draw_reveal(self, view: V) -> Picture | None:
        """Return a picture of what the latest step revealed, or None. The picture is shown before the board.

        The picture must not show anything that `forget` has removed from the view.
        """
        return None

    def recall_board(self, view: V) -> tuple[Picture, V] | None:
        """Return a picture with everything that the view's seat has ever seen, and a view that matches the picture.

        Return None if nothing that was shown has been hidden again.
        """
        return None

    def list_possibilities(self, view: V, locale: str) -> Iterable[tuple[Seat, Sequence[str], Sequence[str]]]:
        """Return the items whose places the viewer does not know, as (owner, items, possible places) for each owner.

        The items and the places are in no particular order.
        """
        return ()

    def weigh_step(self, before: V, view: V) -> int | None:
        """Rate how much happened in a step; 0 means nothing special. Highlights are chosen by this rating.

        If the method returns None, the change in the scores is used instead.
        """
        return None

    def award_points(self, ranks: Sequence[int]) -> tuple[int, ...]:
        """Return each seat's points for its rank.

        The points are the score of a match that the players or the clock ended, in a game without a running score. By
        default, a win gives 2 points, a tie 1 and a loss 0.
        """
        return tuple(1 if ranks.count(rank) > 1 else 2 if rank == 1 else 0 for rank in ranks)

    def format_scores(self, scores: Sequence[int]) -> str:
        """Return final scores as players write them, for example “12 : 6” or “1–0”, or the score of a single seat."""
        return " : ".join(map(str, scores))

    # The computer opponent

    def think(self, view: V, level: Level, dice: Dice, time_left: TimeLeft) -> Suggestion:
        """Choose a legal move, based only on the view. Return immediately once no time is left.

        By default, the move is random.
        """
        return Suggestion(self.random_move(view, dice), "why-random")

    def find_punishing_reply(self, view: V, move: Move) -> Suggestion | None:
        """Return the opponent's reply that makes a legal move careless, with a warning to the player as its reason.

        Practice then asks whether the player really wants the move. By default, no move is careless.
        """
        return None

    def random_move(self, view: V, dice: Dice) -> Move:
        return dice.choose(self.legal_moves(view))

    def greedy_move(self, view: V, dice: Dice) -> Move:
        """Return the move that looks best at a glance; by default, a random move.

        The computer opponent's strength is measured against this baseline.
        """
        return self.random_move(view, dice)

    @property
    def baselines(self) -> Mapping[str, Callable[[V, Dice], Move]]:
        """The move choosers of simple players, by name. The computer opponent's strength is measured against them."""
        return {"random": self.random_move, "greedy": self.greedy_move}

    def exploit(self, view: V, runs: Sequence[Sequence[OpponentChoice]], dice: Dice, time_left: TimeLeft) -> Suggestion:
        """Choose a move at the highest level, exploiting the opponent's habits.

        `runs` holds the opponent's choices as one sequence per match. The last sequence is the current match. Deviate
        from `think` only as far as these observations justify.
        """
        return self.think(view, self.LEVELS[-1], dice, time_left)

    def observe_opponent(self, view: V, after: V, joint: JointMove) -> OpponentChoice | None:
        """Return what the view's seat learned about its opponent in a step.

        Return None if the two did not choose simultaneously.
        """
        return None

    def policy(self, view: V, name: str, time_left: TimeLeft) -> Mapping[Move, Fraction]:
        """Return the probability of each move for the level or baseline `name`.

        Return an empty mapping if that player does not use a mixed strategy.
        """
        return {}

    # Analysis

    def list_habits(self, state: S, joint: JointMove) -> Iterable[Habit]:
        """Return the choices in a step that can reveal the players' habits."""
        return ()

    def win_shares(self, state: S, *, quickly: bool = False) -> tuple[float, ...]:
        """Return each seat's expected share of the point that is divided among the winners of a match.

        With `quickly`, return a rough estimate. Some callers need thousands of estimates.
        """
        raise NotImplementedError

    def split_change(self, state: S, joint: JointMove, later: S) -> Sequence[Contribution]:
        """Split the change of `win_shares` in a step into luck and each seat's choice. All parts add up to the change.

        What a seat lost by its choice must depend only on its view and its move. Luck (`meeting` and `dice`) must
        average zero if everybody chooses as well as possible.
        """
        raise NotImplementedError

    # Exchange with other programs

    def perft(self, state: S, depth: int) -> Mapping[Move, int] | None:
        """For each first move, count the move sequences of `depth` steps. Draws by rule do not end a sequence.

        Return None if the game does not support this.
        """
        return None

    def format_pgn(self, options: O, lines: Sequence[tuple[Seat | None, Move]], result: Result | None) -> str | None:
        """Return a match as PGN, including special moves such as `!resign`, or None if the game has no PGN.

        `lines` holds the moves of the match, which must be legal.
        """
        return None

    def parse_pgn(self, text: str) -> tuple[options.Options, Sequence[tuple[Seat, Move]]] | None:
        """Parse options and moves from PGN. Return None if the text belongs to another game."""
        return None

    # Capabilities

    @final
    def overrides(self, member: str) -> bool:
        """Return whether the game itself defines this member."""
        return getattr(type(self), member) is not getattr(Game, member)

    @property
    def has_habits(self) -> bool:
        """Whether the mind reader can learn a player's habits from this game."""
        return self.overrides("list_habits")

    @property
    def can_exploit(self) -> bool:
        """Whether the computer opponent can exploit its opponent's habits in this game."""
        return self.overrides("exploit")

    @property
    def can_judge(self) -> bool:
        """Whether a finished match of this game can be split into luck and skill."""
        return self.overrides("split_change")


@dataclass(frozen=True, slots=True)
class OpenView(Generic[S]):
    """A view in a game where everybody sees everything."""

    seat: Seat | None
    state: S


class OpenGame(Game[O, S, OpenView[S]]):
    """Base class of a game that hides nothing except the moves in an unresolved step."""

    def view(self, state: S, seat: Seat | None) -> OpenView[S]:
        return OpenView(seat, state)

    def list_public_choices(self, view: OpenView[S], seat: Seat) -> Sequence[Move]:
        return self.legal_moves(OpenView(seat, view.state))

    def resample(self, view: OpenView[S], dice: Dice) -> S:
        return view.state
