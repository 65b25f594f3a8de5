"""A match at one keyboard: between people who look away in turns, or against the house."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import typer

from bot.i18n import say
from bot.screens.phrases import format_game_and_options, format_outcome
from games import chain, lessons, words
from games.ai_players import find_player, thinking_time_s
from games.chain import RecordLine
from games.core import Game, Level, Move, Seat
from games.dice import Chance
from games.fairness import draw_move_of_left_seat, seal_move, verify_record
from games.match import RESIGN, begin_match
from games.options import Options
from games.record import Record
from games.refused import Refused

LEVEL_FOR_LEFT_SEATS: Final = Level.STEADY
"""How well the house plays for who has given up."""
_MAX_LISTED_MOVES: Final = 40
_CLEAR_SCREEN: Final = "\x1b[2J\x1b[3J\x1b[H"
"""The screen and what was scrolled out of it."""


class KeyboardMatch:
    """The one screen, and the match in front of it."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        options: Options,
        seat_count: int,
        computer_players: Mapping[Seat, str],
        locale: str,
    ) -> None:
        self.game = game
        self.options = options
        self.seat_count = seat_count
        self.computer_players = computer_players
        """The seats that nobody at this keyboard plays, and which level or rival does."""
        self.locale = locale
        self.names = words.seat_names(game.say, seat_count, locale)
        self.seed = secrets.token_bytes(32)
        self.id = str(1 + secrets.randbelow(10**9))
        own = [seat for seat in range(seat_count) if seat not in computer_players]
        self.nonces = tuple(str(1 + secrets.randbelow(10**9)) for _ in own)
        house = " ".join(map(str, sorted(computer_players)))
        self.lobby_lines = (
            chain.options_line(options),
            f"seats {seat_count}",
            *(f"sit {number} {self.nonces[number - 1]} {seat}" for number, seat in enumerate(own, 1)),
            *([f"house {house}"] if house else []),
            "begin",
        )
        """As at any table; only that all of it comes from this one program."""
        self.match = begin_match(game, options, seat_count, Chance.derive(self.seed, self.nonces))
        self.record_lines: list[RecordLine] = []

    def play_to_end(self) -> None:
        """Until the match is over, or somebody leaves."""
        typer.echo(" · ".join(format_game_and_options(self.game, self.options, self.locale)))
        *_, seal = chain.list_seals(chain.initial_seal(self.id, self.game, self.seed), self.lobby_lines, self.seed)
        typer.echo(say("play-seal", self.locale, seal=chain.encode_hash(seal)))
        typer.echo(say("play-help", self.locale))
        try:
            while not self.match.result:
                self._play_step()
        except (EOFError, KeyboardInterrupt, typer.Abort):
            typer.echo(f"\n{say('play-left', self.locale)}")
            return
        view = self.match.view_of(None)
        told = [
            *self.game.describe_step(view, self.locale, self.names),
            "",
            self.game.describe_board(view, self.locale),
        ]
        last = say("play-seal", self.locale, seal=verify_record(self.build_record()).seal)
        typer.echo("\n".join(["", *told, *format_outcome(self.match, self.locale), last]))

    def build_record(self) -> Record:
        return Record(
            game=self.game,
            options=self.options,
            seats=self.seat_count,
            lines=tuple(self.record_lines),
            id=self.id,
            seed=self.seed,
            nonces=self.nonces,
            lobby_lines=self.lobby_lines,
        )

    def _play_step(self) -> None:
        elsewhere = self.computer_players.keys() | self.match.left_seats
        if len(elsewhere) == self.seat_count:
            # The house does not play on among itself.
            for seat in sorted(self.match.staying_seats):
                self._play_move(seat, RESIGN)
            return
        # The house first: it knows nothing of what others choose.
        for seat in sorted(self.match.to_move, key=lambda seat: (seat not in elsewhere, seat)):
            self._play_move(seat, self._choose_computer_move(seat) if seat in elsewhere else self._ask_for_move(seat))
            if self.match.result:
                return

    def _play_move(self, seat: Seat, move: Move) -> None:
        self.record_lines.append(seal_move(self.match, self.id, seat, move, count=1))
        self.match = self.match.play_move(seat, move)
        if move == RESIGN and len(self.match.seats_asked) > 1 and seat in self.match.to_move:
            # In the middle of a step the house could know what others have chosen.
            self._play_move(seat, draw_move_of_left_seat(self.match, seat))

    def _choose_computer_move(self, seat: Seat) -> Move:
        name = self.computer_players.get(seat, LEVEL_FOR_LEFT_SEATS)
        until = time.monotonic() + thinking_time_s(name)
        return find_player(self.game, name)(
            self.match.view_of(seat), self.match.house_dice(seat), lambda: until - time.monotonic()
        )

    def _ask_for_move(self, seat: Seat) -> Move:
        """A word that may be said; whatever else is typed is answered, and asked again."""
        board = self.game.describe_board(self.match.view_of(seat), self.locale)
        who = self.game.say(f"seat-{seat}", self.locale)
        secret = self._must_hide_input(seat, board)
        if secret:
            prompt = say("play-hidden", self.locale, who=who)
            typer.prompt(prompt, default="", show_default=False, hide_input=True)
        typer.echo(
            "\n".join(["", *self.game.describe_step(self.match.view_of(seat), self.locale, self.names), "", board])
        )
        while True:
            typed = typer.prompt(say("play-turn", self.locale, who=who), prompt_suffix=" > ", hide_input=secret)
            word = self._parse_input(seat, typed.strip())
            if word:
                break
        if secret:
            typer.echo(_CLEAR_SCREEN, nl=False)
            typer.echo(say("play-sealed", self.locale))
        return word

    def _must_hide_input(self, seat: Seat, board: str) -> bool:
        """Is there somebody at this keyboard who must not see what is shown or typed now?"""
        if len(self.computer_players) == self.seat_count - 1:
            return False
        # From the same side of the table: a board may be turned round and yet hide nothing.
        everybodys = replace(self.match.view_of(None), seat=seat)
        return len(self.match.seats_asked) > 1 or board != self.game.describe_board(everybodys, self.locale)

    def _parse_input(self, seat: Seat, typed: str) -> Move | None:
        if typed == "?":
            self._print_legal_moves(seat)
        elif typed.lower() == "how":
            typer.echo("\n\n".join(lessons.format_lesson(self.game, self.locale, self.match.options)))
        elif typed.lower() == RESIGN[0]:
            return RESIGN
        else:
            try:
                return self.game.parse_move(self.match.view_of(seat), typed)
            except Refused as no:
                typer.echo(say.format_refusal(no, self.locale))
        return None

    def _print_legal_moves(self, seat: Seat) -> None:
        words = [" ".join(word) for word in self.match.legal_moves(seat)]
        typer.echo(say("play-words", self.locale, words=", ".join(words[:_MAX_LISTED_MOVES])))
        if len(words) > _MAX_LISTED_MOVES:
            typer.echo(say("play-more", self.locale, count=len(words) - _MAX_LISTED_MOVES))
