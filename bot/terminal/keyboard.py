"""A match at one keyboard: between people who look away in turns, or against the house."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import typer

from bot.scenes.outcome import outcome, terms
from bot.texts import say
from games import chain, lessons, words
from games.chain import Line
from games.core import Game, Level, Seat, Word
from games.dice import Chance
from games.fair import sealed, taken_over, verified
from games.match import RESIGN, begin
from games.mind import player, seconds
from games.options import Options
from games.record import Record
from games.refused import Refused

HOUSE: Final = Level.STEADY
"""How well the house plays for who has given up."""
_LISTED: Final = 40
_CLEARED: Final = "\x1b[2J\x1b[3J\x1b[H"
"""The screen and what was scrolled out of it."""


class Keyboard:
    """The one screen, and the match in front of it."""

    def __init__(
        self, game: Game[Any, Any, Any], options: Options, seats: int, others: Mapping[Seat, str], locale: str
    ) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.others = others
        """The seats that nobody at this keyboard plays, and which level or rival does."""
        self.locale = locale
        self.names = words.seats(game.say, seats, locale)
        self.seed = secrets.token_bytes(32)
        self.id = str(1 + secrets.randbelow(10**9))
        own = [seat for seat in range(seats) if seat not in others]
        self.nonces = tuple(str(1 + secrets.randbelow(10**9)) for _ in own)
        house = " ".join(map(str, sorted(others)))
        self.before = (
            chain.options(options),
            f"seats {seats}",
            *(f"sit {number} {self.nonces[number - 1]} {seat}" for number, seat in enumerate(own, 1)),
            *([f"house {house}"] if house else []),
            "begin",
        )
        """As at any table; only that all of it comes from this one program."""
        self.match = begin(game, options, seats, Chance.of(self.seed, self.nonces))
        self.lines: list[Line] = []

    def play(self) -> None:
        """Until the match is over, or somebody leaves."""
        typer.echo(" · ".join(terms(self.game, self.options, self.locale)))
        *_, seal = chain.links(chain.first(self.id, self.game, self.seed), self.before, self.seed)
        typer.echo(say("play-seal", self.locale, seal=chain.brief(seal)))
        typer.echo(say("play-help", self.locale))
        try:
            while not self.match.result:
                self._step()
        except (EOFError, KeyboardInterrupt, typer.Abort):
            typer.echo(f"\n{say('play-left', self.locale)}")
            return
        view = self.match.view(None)
        told = [*self.game.told(view, self.locale, self.names), "", self.game.text(view, self.locale)]
        last = say("play-seal", self.locale, seal=verified(self.record()).seal)
        typer.echo("\n".join(["", *told, *outcome(self.match, self.locale), last]))

    def record(self) -> Record:
        return Record(
            game=self.game,
            options=self.options,
            seats=self.seats,
            lines=tuple(self.lines),
            id=self.id,
            seed=self.seed,
            nonces=self.nonces,
            before=self.before,
        )

    def _step(self) -> None:
        elsewhere = self.others.keys() | self.match.left
        if len(elsewhere) == self.seats:
            # The house does not play on among itself.
            for seat in sorted(self.match.stayed):
                self._say(seat, RESIGN)
            return
        # The house first: it knows nothing of what others choose.
        for seat in sorted(self.match.waiting, key=lambda seat: (seat not in elsewhere, seat)):
            self._say(seat, self._think(seat) if seat in elsewhere else self._ask(seat))
            if self.match.result:
                return

    def _say(self, seat: Seat, word: Word) -> None:
        self.lines.append(sealed(self.match, self.id, seat, word, count=1))
        self.match = self.match.said(seat, word)
        if word == RESIGN and len(self.match.awaited) > 1 and seat in self.match.waiting:
            # In the middle of a step the house could know what others have chosen.
            self._say(seat, taken_over(self.match, seat))

    def _think(self, seat: Seat) -> Word:
        name = self.others.get(seat, HOUSE)
        until = time.monotonic() + seconds(name)
        return player(self.game, name)(self.match.view(seat), self.match.house(seat), lambda: until - time.monotonic())

    def _ask(self, seat: Seat) -> Word:
        """A word that may be said; whatever else is typed is answered, and asked again."""
        board = self.game.text(self.match.view(seat), self.locale)
        who = self.game.say(f"seat-{seat}", self.locale)
        secret = self._secret(seat, board)
        if secret:
            prompt = say("play-hidden", self.locale, who=who)
            typer.prompt(prompt, default="", show_default=False, hide_input=True)
        typer.echo("\n".join(["", *self.game.told(self.match.view(seat), self.locale, self.names), "", board]))
        while True:
            typed = typer.prompt(say("play-turn", self.locale, who=who), prompt_suffix=" > ", hide_input=secret)
            word = self._understood(seat, typed.strip())
            if word:
                break
        if secret:
            typer.echo(_CLEARED, nl=False)
            typer.echo(say("play-sealed", self.locale))
        return word

    def _secret(self, seat: Seat, board: str) -> bool:
        """Is there somebody at this keyboard who must not see what is shown or typed now?"""
        if len(self.others) == self.seats - 1:
            return False
        # From the same side of the table: a board may be turned round and yet hide nothing.
        everybodys = replace(self.match.view(None), seat=seat)
        return len(self.match.awaited) > 1 or board != self.game.text(everybodys, self.locale)

    def _understood(self, seat: Seat, typed: str) -> Word | None:
        if typed == "?":
            self._list(seat)
        elif typed.lower() == "how":
            typer.echo("\n\n".join(lessons.pages(self.game, self.locale, self.match.options)))
        elif typed.lower() == RESIGN[0]:
            return RESIGN
        else:
            try:
                return self.game.read(self.match.view(seat), typed)
            except Refused as no:
                typer.echo(say.no(no, self.locale))
        return None

    def _list(self, seat: Seat) -> None:
        words = [" ".join(word) for word in self.match.legal(seat)]
        typer.echo(say("play-words", self.locale, words=", ".join(words[:_LISTED])))
        if len(words) > _LISTED:
            typer.echo(say("play-more", self.locale, count=len(words) - _LISTED))
