"""The state of a match, computed from its moves: the seats to move, the sealed moves and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from games.core import Game, JointMove, Move, Result, Seat
from games.dice import Chance, Dice
from games.options import Options
from games.refused import Refused

RESIGN: Final = ("!resign",)
TIME_OUT: Final = ("!lapse",)
OFFER_DRAW: Final = ("!offer",)
AGREE_DRAW: Final = ("!agree",)
CANCEL: Final = ("!cancel",)
MATCH_TIME_OVER: Final = ("!time",)
SPECIAL_MOVES: Final = frozenset({RESIGN, TIME_OUT, OFFER_DRAW, AGREE_DRAW, CANCEL})
"""Moves that exist in every game. Except for `TIME_OUT`, a seat can make them even when it is not to move."""

UNRATED_REASONS: Final = frozenset({"abandoned", "cancelled"})
"""End reasons that show nothing about which player is better."""
OUTSIDE_REASONS: Final = UNRATED_REASONS | {"agreed", "lapse", "resign", "time"}
"""End reasons that are not part of any game's rules, so games have no texts for them."""

_NOBODY: Final[frozenset[Seat]] = frozenset()
_DEAL_SAMPLES: Final = 4
"""How many random deals are compared with the true deal to find out which seats know a secret.

A single random deal could equal the true deal by chance.
"""


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match. `check_move` checks whether a move is allowed, and `play_move` plays it."""

    game: Game[Any, Any, Any]
    options: Options
    seats: int
    chance: Chance
    state: Any
    step: int = 0
    """How many joint moves have been resolved. The moves that are currently being chosen belong to `step + 1`."""
    sealed: JointMove = field(default_factory=dict)
    draw_agreed_by: frozenset[Seat] = _NOBODY
    """The seats that have offered or accepted a draw in this step."""
    cancel_agreed_by: frozenset[Seat] = _NOBODY
    """The seats that have asked to cancel the match in this step."""
    first_canceller: Seat | None = None
    """The seat that was the first to ask to cancel."""
    steps_before_leaving: Mapping[Seat, int] = field(default_factory=dict)
    """The number of resolved steps before each seat resigned or timed out in a match of three or more."""
    timed_out_seats: frozenset[Seat] = _NOBODY
    """The seats that left because they timed out. The others resigned."""
    no_show_seats: frozenset[Seat] = _NOBODY
    """The seats that ended a match by not making its first move in time."""
    result: Result | None = None
    _legal: dict[Seat, tuple[Any, Sequence[Move]]] = field(default_factory=dict, compare=False, repr=False)
    """Cached legal moves by seat, each with the state that they belong to.

    This field and `_views` are the only mutable fields. `replace` passes both caches on to the new match, where their
    entries remain valid as long as the state is the same.
    """
    _views: dict[Seat | None, tuple[Any, Any]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def seats_asked(self) -> frozenset[Seat]:
        """The seats that must choose in this step, including those that have already chosen."""
        return _NOBODY if self.result else self.game.seats_to_move(self.state)

    @property
    def to_move(self) -> frozenset[Seat]:
        return self.seats_asked - self.sealed.keys()

    @property
    def left_seats(self) -> frozenset[Seat]:
        """The seats that resigned or timed out. The computer opponent plays on for them."""
        return frozenset(self.steps_before_leaving)

    @property
    def staying_seats(self) -> frozenset[Seat]:
        return frozenset(range(self.seats)) - self.left_seats

    def is_hidden(self, move: Move) -> bool:
        """Return whether this move stays secret until all other seats have chosen."""
        return len(self.seats_asked) > 1 and move not in SPECIAL_MOVES

    def view_of(self, seat: Seat | None) -> Any:
        """Return a seat's view. Views are cached, because showing a match requests the same view a dozen times."""
        state, view = self._views.get(seat, (None, None))
        if state is not self.state:
            view = self.game.view(self.state, seat)
            self._views[seat] = self.state, view
        return view

    def house_dice(self, seat: Seat) -> Dice:
        """Return the dice for the computer opponent's next move in this seat."""
        return self.chance.house_dice(seat, self.step + 1)

    def scores(self) -> tuple[int, ...]:
        return self.result.scores if self.result else self.game.scores(self.state)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Return a seat's legal moves. They are cached, because there can be ten thousand of them."""
        if seat not in self.seats_asked:
            return ()
        state, moves = self._legal.get(seat, (None, ()))
        if state is not self.state:
            moves = self.game.legal_moves(self.view_of(seat))
            self._legal[seat] = self.state, moves
        return moves

    def check_move(self, seat: Seat | None, move: Move) -> None:
        """Raise `Refused` if this move is not currently allowed. Seat None stands for the match clock."""
        if self.result:
            raise Refused("ended")
        if seat is None:
            self._check_time(move)
        elif seat not in range(self.seats):
            raise Refused("seat", seat=seat, seats=self.seats)
        elif move in SPECIAL_MOVES:
            self._check_special_move(seat, move)
        elif seat not in self.seats_asked:
            raise Refused("not-awaited", seat=seat, awaited=", ".join(map(str, sorted(self.seats_asked))))
        elif move not in self.legal_moves(seat):
            raise Refused("illegal", word=" ".join(move))

    def _check_time(self, move: Move) -> None:
        if move != MATCH_TIME_OVER:
            raise Refused("illegal", word=" ".join(move))
        if not self.game.MAY_LIMIT_MATCH_TIME:
            raise Refused("untimed")

    def _check_special_move(self, seat: Seat, move: Move) -> None:
        if seat in self.left_seats:
            raise Refused("left", seat=seat)
        if move == TIME_OUT and seat not in self.to_move:
            raise Refused("in-time", seat=seat)
        if move == OFFER_DRAW and self.draw_agreed_by:
            raise Refused("offered")
        if move == AGREE_DRAW and not self.draw_agreed_by:
            raise Refused("not-offered")
        if (move == AGREE_DRAW and seat in self.draw_agreed_by) or (move == CANCEL and seat in self.cancel_agreed_by):
            raise Refused("said-so")

    def play_move(self, seat: Seat | None, move: Move) -> Match:
        """Return the match after a move. The move is not checked again and must be allowed."""
        if seat is None:
            return self._end("time", _rank_by_score(self.game.scores(self.state)))
        if move in SPECIAL_MOVES:
            return self._play_special_move(seat, move)
        sealed = {**self.sealed, seat: move}
        if self.game.seats_to_move(self.state) - sealed.keys():
            return replace(self, sealed=sealed)
        return self._resolve_step(sealed)

    def _resolve_step(self, joint: JointMove) -> Match:
        step = self.step + 1
        state = self.game.apply(self.state, joint, self.chance.step_dice(step))
        result = self.game.result(state)
        if result and self.left_seats:
            state = self.game.rule_out_winners(state, self.left_seats)
        return Match(
            game=self.game,
            options=self.options,
            seats=self.seats,
            chance=self.chance,
            state=state,
            step=step,
            steps_before_leaving=self.steps_before_leaving,
            timed_out_seats=self.timed_out_seats,
            result=result and self._rank_left_seats_last(result),
        )

    def _play_special_move(self, seat: Seat, move: Move) -> Match:
        if move in (RESIGN, TIME_OUT):
            return self._leave(seat, move)
        if move == CANCEL:
            cancelled = self.cancel_agreed_by | {seat}
            match = replace(
                self,
                cancel_agreed_by=cancelled,
                first_canceller=self.first_canceller if self.cancel_agreed_by else seat,
            )
            # Before the first step, one player is enough to cancel the match.
            return match._end("cancelled") if self.step == 0 or cancelled >= self.staying_seats else match
        agreed = self.draw_agreed_by | {seat}
        if agreed >= self.staying_seats:
            return self._end("agreed")
        return replace(self, draw_agreed_by=agreed)

    def _leave(self, seat: Seat, move: Move) -> Match:
        if self.seats > 2:
            match = replace(
                self,
                steps_before_leaving={**self.steps_before_leaving, seat: self.step},
                timed_out_seats=self.timed_out_seats | ({seat} if move == TIME_OUT else _NOBODY),
            )
            return match if match.staying_seats else match._end("abandoned")
        if move == TIME_OUT and self.step == 0 and not self.sealed and not self._may_flee_from_deal():
            return replace(self, no_show_seats=self.to_move)._end("abandoned")
        if move == TIME_OUT and self.to_move == frozenset(range(self.seats)):
            return self._end("abandoned")
        return self._end(move[0][1:], tuple(2 if other == seat else 1 for other in range(self.seats)))

    def _may_flee_from_deal(self) -> bool:
        """Return whether the only seat to move knows a secret from the deal.

        If it could cancel the match by not moving in time, it could do so after every bad deal.
        """
        return len(self.to_move) == 1 and self.to_move <= find_seats_with_secrets(self)

    def _end(self, reason: str, ranks: tuple[int, ...] | None = None) -> Match:
        ranks = ranks or (1,) * self.seats
        if self.game.HAS_RUNNING_SCORE or reason in UNRATED_REASONS:
            scores = self.game.scores(self.state)
        else:
            scores = self.game.award_points(ranks)
        result = Result(ranks, scores, reason)
        return replace(
            self,
            state=self.game.reveal_all(self.state),
            sealed={},
            result=result if reason in UNRATED_REASONS else self._rank_left_seats_last(result),
        )

    def _rank_left_seats_last(self, result: Result) -> Result:
        """Return the result with the seats that left ranked last. The other seats keep their order."""
        if not self.left_seats:
            return result
        staying = {seat: result.ranks[seat] for seat in self.staying_seats}
        ranks = tuple(
            1 + sum(other < staying[seat] for other in staying.values()) if seat in staying else len(staying) + 1
            for seat in range(self.seats)
        )
        return replace(result, ranks=ranks)


def check_edition(game: Game[Any, Any, Any], edition: int) -> None:
    """Raise `Refused` unless `edition` is the current edition of the game's rules.

    Under the rules of another edition, moves could have different effects.
    """
    if edition != game.EDITION:
        raise Refused("edition", given=edition, known=game.EDITION)


def check_seats(game: Game[Any, Any, Any], seats: int) -> None:
    if seats not in game.SEATS:
        least, most = game.SEATS[0], game.SEATS[-1]
        raise Refused("seats", seats=seats, allowed=f"{least}" if least == most else f"{least}–{most}")


def begin_match(game: Game[Any, Any, Any], options: Options, seats: int, chance: Chance) -> Match:
    check_seats(game, seats)
    state = game.initial_state(options, seats, chance.step_dice(0))
    return Match(game, options, seats, chance, state, result=game.result(state))


def find_seats_with_secrets(match: Match) -> frozenset[Seat]:
    """Return the seats that know a secret from the start.

    Such a seat must not be able to cancel for free before the first step, or it could cancel every bad deal.
    """
    game = match.game
    start = game.initial_state(match.options, match.seats, match.chance.step_dice(0))
    # Sample deals that match the public view. A seat whose view of a sample differs from its real view knows a secret.
    samples = [game.resample(game.view(start, None), Dice(bytes([number]))) for number in range(_DEAL_SAMPLES)]
    return frozenset(
        seat
        for seat in range(match.seats)
        if any(game.view(sample, seat) != game.view(start, seat) for sample in samples)
    )


def _rank_by_score(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)
