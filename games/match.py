"""A match is a list of words, folded: who is awaited, what is sealed, what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from games.core import Game, Joint, Result, Seat, Word
from games.dice import Chance, Dice
from games.options import Options
from games.refused import Refused

RESIGN: Final = ("!resign",)
LAPSE: Final = ("!lapse",)
OFFER: Final = ("!offer",)
AGREE: Final = ("!agree",)
CANCEL: Final = ("!cancel",)
TIME: Final = ("!time",)
CALLS: Final = frozenset({RESIGN, LAPSE, OFFER, AGREE, CANCEL})
"""What a seat may say in every game, whether or not it is awaited."""

UNRATED: Final = frozenset({"abandoned", "cancelled"})
"""The ends that say nothing about who plays better."""
OUTSIDE: Final = UNRATED | {"agreed", "lapse", "resign", "time"}
"""The ends that come from the table and not from the rules: the telling of the game knows nothing of them."""

_NOBODY: Final[frozenset[Seat]] = frozenset()
_WORLDS: Final = 4
"""One may be the truth by chance."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands. `check` asks whether a word may be said; `said` folds one that may."""

    game: Game[Any, Any, Any]
    options: Options
    seats: int
    chance: Chance
    state: Any
    step: int = 0
    """How many joint words the game has applied; the words being chosen now belong to step + 1."""
    sealed: Joint = field(default_factory=dict)
    agreed: frozenset[Seat] = _NOBODY
    """Who offered a draw or agreed to one, in this step."""
    cancelled: frozenset[Seat] = _NOBODY
    """Who asked to cancel, in this step."""
    caller: Seat | None = None
    """Who of them asked first."""
    left: frozenset[Seat] = _NOBODY
    """Who resigned or lapsed at a table of three and more; the house plays on there."""
    result: Result | None = None
    _legal: dict[Seat, tuple[Any, Sequence[Word]]] = field(default_factory=dict, compare=False, repr=False)
    """What `legal` has worked out, and of which state: this and the next are all that is written later. `replace` hands
    it on, so that a choice leaves the others theirs; where it changes the state, they are of another, and made anew.
    """
    _views: dict[Seat | None, tuple[Any, Any]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def awaited(self) -> frozenset[Seat]:
        """Whom the game asks in this step, whether or not they have chosen."""
        return _NOBODY if self.result else self.game.awaited(self.state)

    @property
    def waiting(self) -> frozenset[Seat]:
        return self.awaited - self.sealed.keys()

    @property
    def stayed(self) -> frozenset[Seat]:
        return frozenset(range(self.seats)) - self.left

    def hides(self, word: Word) -> bool:
        """Is this word kept from the others until they have chosen too?"""
        return len(self.awaited) > 1 and word not in CALLS

    def view(self, seat: Seat | None) -> Any:
        """Worked out once, likewise: whoever shows a match asks for it a dozen times."""
        state, view = self._views.get(seat, (None, None))
        if state is not self.state:
            view = self.game.view(self.state, seat)
            self._views[seat] = self.state, view
        return view

    def house(self, seat: Seat) -> Dice:
        """What the house rolls for the word that it chooses now in that seat."""
        return self.chance.house(seat, self.step + 1)

    def scores(self) -> tuple[int, ...]:
        return self.result.scores if self.result else self.game.scores(self.state)

    def legal(self, seat: Seat) -> Sequence[Word]:
        """Worked out once for a state and seat: there can be ten thousand."""
        if seat not in self.awaited:
            return ()
        state, words = self._legal.get(seat, (None, ()))
        if state is not self.state:
            words = self.game.legal(self.view(seat))
            self._legal[seat] = self.state, words
        return words

    def check(self, seat: Seat | None, word: Word) -> None:
        """Refuses what may not be said now; says nothing otherwise."""
        if self.result:
            raise Refused("ended")
        if seat is None:
            self._check_time(word)
        elif seat not in range(self.seats):
            raise Refused("seat", seat=seat, seats=self.seats)
        elif word in CALLS:
            self._check_call(seat, word)
        elif seat not in self.awaited:
            raise Refused("not-awaited", seat=seat, awaited=", ".join(map(str, sorted(self.awaited))))
        elif word not in self.legal(seat):
            raise Refused("illegal", word=" ".join(word))

    def _check_time(self, word: Word) -> None:
        if word != TIME:
            raise Refused("illegal", word=" ".join(word))
        if not self.game.MAY_LIMIT_MATCH_TIME:
            raise Refused("untimed")

    def _check_call(self, seat: Seat, word: Word) -> None:
        if seat in self.left:
            raise Refused("left", seat=seat)
        if word == LAPSE and seat not in self.waiting:
            raise Refused("in-time", seat=seat)
        if word == OFFER and self.agreed:
            raise Refused("offered")
        if word == AGREE and not self.agreed:
            raise Refused("not-offered")
        if (word == AGREE and seat in self.agreed) or (word == CANCEL and seat in self.cancelled):
            raise Refused("said-so")

    def said(self, seat: Seat | None, word: Word) -> Match:
        """The match after a word that was checked, now or when it was stored."""
        if seat is None:
            return self._ended("time", _by_score(self.game.scores(self.state)))
        if word in CALLS:
            return self._called(seat, word)
        sealed = {**self.sealed, seat: word}
        if self.game.awaited(self.state) - sealed.keys():
            return replace(self, sealed=sealed)
        return self._resolved(sealed)

    def _resolved(self, joint: Joint) -> Match:
        step = self.step + 1
        state = self.game.apply(self.state, joint, self.chance.step(step))
        result = self.game.result(state)
        return Match(
            game=self.game,
            options=self.options,
            seats=self.seats,
            chance=self.chance,
            state=state,
            step=step,
            left=self.left,
            result=result and self._told_with_the_left(result),
        )

    def _called(self, seat: Seat, word: Word) -> Match:
        if word in (RESIGN, LAPSE):
            return self._quit(seat, word)
        if word == CANCEL:
            cancelled = self.cancelled | {seat}
            match = replace(self, cancelled=cancelled, caller=self.caller if self.cancelled else seat)
            # Before the first step nothing is lost: one is enough.
            return match._ended("cancelled") if self.step == 0 or cancelled >= self.stayed else match
        agreed = self.agreed | {seat}
        if agreed >= self.stayed:
            return self._ended("agreed")
        return replace(self, agreed=agreed)

    def _quit(self, seat: Seat, word: Word) -> Match:
        if self.seats > 2:
            match = replace(self, left=self.left | {seat})
            return match if match.stayed else match._ended("abandoned")
        if word == LAPSE and self.waiting == frozenset(range(self.seats)):
            return self._ended("abandoned")
        return self._ended(word[0][1:], tuple(2 if other == seat else 1 for other in range(self.seats)))

    def _ended(self, reason: str, ranks: tuple[int, ...] | None = None) -> Match:
        ranks = ranks or (1,) * self.seats
        if self.game.HAS_RUNNING_SCORE or reason in UNRATED:
            scores = self.game.scores(self.state)
        else:
            scores = self.game.award_points(ranks)
        result = Result(ranks, scores, reason)
        return replace(
            self,
            state=self.game.reveal_all(self.state),
            sealed={},
            result=result if reason in UNRATED else self._told_with_the_left(result),
        )

    def _told_with_the_left(self, result: Result) -> Result:
        """Whoever left is last; those who stayed keep their order among themselves."""
        if not self.left:
            return result
        stayed = {seat: result.ranks[seat] for seat in self.stayed}
        ranks = tuple(
            1 + sum(other < stayed[seat] for other in stayed.values()) if seat in stayed else len(stayed) + 1
            for seat in range(self.seats)
        )
        return replace(result, ranks=ranks)


def check_edition(game: Game[Any, Any, Any], edition: int) -> None:
    """Under other rules the same words would tell another match."""
    if edition != game.EDITION:
        raise Refused("edition", given=edition, known=game.EDITION)


def check_seats(game: Game[Any, Any, Any], seats: int) -> None:
    if seats not in game.SEATS:
        least, most = game.SEATS[0], game.SEATS[-1]
        raise Refused("seats", seats=seats, allowed=f"{least}" if least == most else f"{least}–{most}")


def begin(game: Game[Any, Any, Any], options: Options, seats: int, chance: Chance) -> Match:
    check_seats(game, seats)
    state = game.start(options, seats, chance.step(0))
    return Match(game, options, seats, chance, state, result=game.result(state))


def dealt(match: Match) -> frozenset[Seat]:
    """Who knew from the start what not everybody did: whoever could drop a match then would keep the good hands."""
    game = match.game
    start = game.start(match.options, match.seats, match.chance.step(0))
    # What everybody sees leaves several worlds open; in some of them this seat would have seen something else.
    worlds = [game.resample(game.view(start, None), Dice(bytes([roll]))) for roll in range(_WORLDS)]
    return frozenset(
        seat for seat in range(match.seats) if any(game.view(world, seat) != game.view(start, seat) for world in worlds)
    )


def _by_score(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)
