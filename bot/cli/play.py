"""`duel play`: a match at one keyboard, between people who share it or against the computer."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import typer

from bot.i18n import say
from bot.screens.phrases import format_game_and_options, format_outcome, format_preset_start
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

LEVEL_FOR_LEFT_SEATS: Final = Level.MEDIUM
"""The house's level when it takes over the seat of a player who has resigned."""
_MAX_LISTED_MOVES: Final = 40
_CLEAR_SCREEN: Final = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and the scrollback, so that nobody can read a hidden move there."""


class KeyboardMatch:
    """A match played at one terminal."""

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
        """The name of the level or baseline that plays each computer seat."""
        self.locale = locale
        self.names = words.seat_names(game.say, seat_count, locale)
        self.seed = secrets.token_bytes(32)
        self.id = str(1 + secrets.randbelow(10**9))
        person_seats = [seat for seat in range(seat_count) if seat not in computer_players]
        self.nonces = tuple(map(str, secrets.SystemRandom().sample(range(1, 10**9), len(person_seats))))
        house_seats = " ".join(map(str, sorted(computer_players)))
        self.lobby_lines = (
            chain.options_line(options),
            f"seats {seat_count}",
            *(f"sit {number} {self.nonces[number - 1]} {seat}" for number, seat in enumerate(person_seats, 1)),
            *([f"house {house_seats}"] if house_seats else []),
            "begin",
        )
        """The record lines that precede the match, in the bot's format. All nonces come from this process."""
        self.match = begin_match(game, options, seat_count, Chance.derive(self.seed, self.nonces))
        self.record_lines: list[RecordLine] = []

    def play_to_end(self) -> None:
        """Play until the match is over or somebody quits.

        The match's seal (the latest hash of its record) is printed at the start and, if it is over, also at the end.
        """
        terms = [
            *format_game_and_options(self.game, self.options, self.locale),
            *format_preset_start(self.game, self.options, self.locale),
        ]
        typer.echo(" · ".join(terms))
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
        lines = [
            "",
            *self.game.describe_step(view, self.locale, self.names),
            "",
            self.game.describe_board(view, self.locale),
            *format_outcome(self.match, self.locale),
            say("play-seal", self.locale, seal=verify_record(self.build_record()).seal),
        ]
        typer.echo("\n".join(lines))

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
            has_end_line=self.match.result is not None,
        )

    def _play_step(self) -> None:
        computer_seats = self.computer_players.keys() | self.match.left_seats
        if len(computer_seats) == self.seat_count:
            # No person is left, so end the match instead of letting the house play on alone.
            for seat in sorted(self.match.staying_seats):
                self._play_move(seat, RESIGN)
            return
        # The house moves first, so that it cannot know what people choose.
        for seat in sorted(self.match.to_move, key=lambda seat: (seat not in computer_seats, seat)):
            is_computer = seat in computer_seats
            self._play_move(seat, self._choose_computer_move(seat) if is_computer else self._ask_for_move(seat))
            if self.match.result:
                return

    def _play_move(self, seat: Seat, move: Move) -> None:
        self.record_lines.append(seal_move(self.match, self.id, seat, move, count=1))
        self.match = self.match.play_move(seat, move)
        if move == RESIGN and len(self.match.seats_asked) > 1 and seat in self.match.to_move:
            # Other players may have chosen already, so the dice choose for this seat instead of the house.
            self._play_move(seat, draw_move_of_left_seat(self.match, seat))

    def _choose_computer_move(self, seat: Seat) -> Move:
        name = self.computer_players.get(seat, LEVEL_FOR_LEFT_SEATS)
        deadline_s = time.monotonic() + thinking_time_s(name)
        choose_move = find_player(self.game, name)
        return choose_move(self.match.view_of(seat), self.match.house_dice(seat), lambda: deadline_s - time.monotonic())

    def _ask_for_move(self, seat: Seat) -> Move:
        """Show the board to the player in this seat, and ask for a move until a valid one is typed."""
        board = self.game.describe_board(self.match.view_of(seat), self.locale)
        name = self.game.say(f"seat-{seat}", self.locale)
        is_secret = self._must_hide_input(seat, board)
        if is_secret:
            prompt = say("play-hidden", self.locale, who=name)
            typer.prompt(prompt, default="", show_default=False, hide_input=True)
        step_lines = self.game.describe_step(self.match.view_of(seat), self.locale, self.names)
        typer.echo("\n".join(["", *step_lines, "", board]))
        move = None
        while not move:
            typed = typer.prompt(say("play-turn", self.locale, who=name), prompt_suffix=" > ", hide_input=is_secret)
            move = self._parse_input(seat, typed.strip())
        if is_secret:
            typer.echo(_CLEAR_SCREEN, nl=False)
            typer.echo(say("play-sealed", self.locale))
        return move

    def _must_hide_input(self, seat: Seat, board: str) -> bool:
        """Return whether this seat's board or move must be hidden from another person at the keyboard."""
        if len(self.computer_players) == self.seat_count - 1:
            return False
        # Compare with the public view from the same side, because a rotated board looks different without hiding
        # anything.
        public_view = replace(self.match.view_of(None), seat=seat)
        return len(self.match.seats_asked) > 1 or board != self.game.describe_board(public_view, self.locale)

    def _parse_input(self, seat: Seat, typed: str) -> Move | None:
        """Return the typed move. For any other input, print help or an error message, and return None."""
        if typed == "?":
            self._print_legal_moves(seat)
        elif typed.lower() == "how":
            typer.echo("\n\n".join(lessons.format_lesson(self.game, self.locale, self.match.options)))
        elif typed.lower() == RESIGN[0]:
            return RESIGN
        else:
            try:
                return self.game.parse_move(self.match.view_of(seat), typed)
            except Refused as error:
                typer.echo(say.format_refusal(error, self.locale))
        return None

    def _print_legal_moves(self, seat: Seat) -> None:
        moves = [" ".join(move) for move in self.match.legal_moves(seat)]
        typer.echo(say("play-words", self.locale, words=", ".join(moves[:_MAX_LISTED_MOVES])))
        if len(moves) > _MAX_LISTED_MOVES:
            typer.echo(say("play-more", self.locale, count=len(moves) - _MAX_LISTED_MOVES))
