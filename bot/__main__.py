"""The `duel` command.

Here, in `cli/run` and in `cli/maintenance`, each command imports other modules in its body. Otherwise, `duel --help`
would have to load Discord, a database and all games. A test lists the modules that may be imported up here.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Final

import typer
from typer.exceptions import Abort, TyperException

from bot.cli import game, maintenance, run
from games import GAMES
from games.refused import Refused
from games.words import Locale

app = typer.Typer(
    help="Play, replay and verify duels of hidden choices; run the Discord bot and maintain its database.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameArgument = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.", metavar="GAME")]
RecordFileArgument = Annotated[
    str, typer.Argument(help="The record of a match; - reads standard input.", metavar="FILE")
]
LanguageOption = Annotated[Locale, typer.Option("--lang", help="The language of the output.")]
GameOptionsOption = Annotated[
    list[str] | None, typer.Option("--option", metavar="K=V", help="Set an option of the game; can be repeated.")
]
SeatCountOption = Annotated[
    int | None, typer.Option(help="Number of players; by default, the fewest that the game allows.")
]
RightPlayerOption = Annotated[
    str, typer.Option(help="Player in all other seats: a level of the house, or a baseline of the game.")
]
LeftPlayerOption = Annotated[
    str | None,
    typer.Option(
        help="Player in one seat: a level of the house (by default, the strongest), or a baseline of the game."
    ),
]
FRIEND_OPPONENT: Final = "friend"
PicturePathOption = Annotated[
    Path | None, typer.Option("--picture", metavar="OUT.png", help="Also write a picture of the board.")
]


@app.command()
def replay(
    file: RecordFileArgument,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")] = False,
    include_legal_moves: Annotated[bool, typer.Option("--legal", help="Also list the legal moves.")] = False,
    seat: Annotated[
        int | None, typer.Option(help="Show only what this seat may know; by default, what everyone may know.")
    ] = None,
    picture: PicturePathOption = None,
    gif: Annotated[
        Path | None, typer.Option(metavar="OUT.gif", help="Also write an animation of the whole match.")
    ] = None,
    as_pgn: Annotated[bool, typer.Option("--pgn", help="Print the match as PGN, if the game supports it.")] = False,
    as_record: Annotated[
        bool, typer.Option("--record", help="Print the match as a record, for example to convert a PGN file.")
    ] = False,
    lang: LanguageOption = "en",
) -> None:
    """Replay a record, and show the resulting position."""
    import json

    from bot.cli.inputs import exit_on_bad_input, read_record
    from bot.cli.replay import draw_board, format_match, match_to_dict, replay_with_boards
    from games import record

    with exit_on_bad_input(file, lang, as_json=as_json):
        parsed = read_record(file)
        if seat is not None and seat not in range(parsed.seats):
            raise Refused("seat", seat=seat, seats=parsed.seats)
        end, boards = replay_with_boards(parsed, seat, lang, draw_boards=gif is not None)
        if picture:
            from games.canvas import paint_png

            picture.write_bytes(paint_png(draw_board(end, seat, lang)))
        if gif:
            from bot.painting import paint_film

            gif.write_bytes(paint_film(boards))
        if as_pgn:
            typer.echo(record.to_pgn(parsed), nl=False)
        elif as_record:
            typer.echo(str(record.normalize_moves(parsed)), nl=False)
        elif as_json:
            data = match_to_dict(end, seat, lang, include_legal_moves=include_legal_moves)
            typer.echo(json.dumps(data, ensure_ascii=False))
        else:
            typer.echo("\n".join(format_match(end, seat, lang, include_legal_moves=include_legal_moves)))


@app.command()
def review(
    file: Annotated[
        str,
        typer.Argument(help="The record of a match, or a folder of records; - reads standard input.", metavar="FILE"),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")] = False,
    lang: LanguageOption = "en",
) -> None:
    """Separate luck from skill in a match. Also lists its turning points; for a folder, prints averages instead."""
    import json

    from bot.cli.inputs import exit_on_bad_input, read_record
    from bot.cli.review import ReviewSummary, format_review, review_to_dict
    from games.coach import review_with_positions

    with exit_on_bad_input(file, lang, as_json=as_json):
        if Path(file).is_dir():
            summary = ReviewSummary()
            for path in sorted(Path(file).rglob("*.match")):
                with exit_on_bad_input(str(path), lang, as_json=as_json):
                    summary.add_record(read_record(str(path)))
            if as_json:
                typer.echo(json.dumps(summary.to_dict(), ensure_ascii=False))
            else:
                typer.echo("\n".join(summary.format_lines(lang)))
            return
        reviewed = review_with_positions(read_record(file))
        if as_json:
            typer.echo(json.dumps(review_to_dict(reviewed, lang), ensure_ascii=False))
        else:
            typer.echo("\n".join(format_review(reviewed, lang)))


def _check_seals(seals: list[str] | None) -> list[str] | None:
    # A card shows a short seal, which may be copied with the ellipsis after it.
    seals = [seal.rstrip("…") for seal in seals or ()]
    for seal in seals:
        if not re.fullmatch(r"[A-Za-z0-9_-]{43}|[A-Za-z0-9_-]{8}", seal):
            raise typer.BadParameter(f"a seal has 43 letters, digits, - and _, or 8 on a card: {seal}")
    return seals


@app.command()
def verify(
    file: RecordFileArgument,
    seal: Annotated[
        list[str] | None,
        typer.Option(help="A seal that the bot showed during the match; can be repeated.", callback=_check_seals),
    ] = None,
    receipt: Annotated[
        list[str] | None, typer.Option(help="A receipt that the bot showed to a player; can be repeated.")
    ] = None,
    shook: Annotated[
        list[str] | None, typer.Option(help="A text that a player added to the dice; can be repeated.")
    ] = None,
    deal_of: Annotated[
        str | None, typer.Option(metavar="FIRST_FILE", help="The record of the match whose deal this one repeats.")
    ] = None,
    lang: LanguageOption = "en",
) -> None:
    """Check the record of a finished match. Exit code 0: proven; 1: true, but not proven; 2: missing or wrong data."""
    from bot.cli.inputs import exit_on_bad_input, read_record
    from bot.cli.replay import check_record

    with exit_on_bad_input(file, lang):
        lines, code = check_record(
            file,
            lambda: read_record(file),
            lang,
            seals=seal or (),
            commitments=receipt or (),
            player_seeds=shook or (),
            deal_source=deal_of or "",
            load_deal_source=None if deal_of is None else lambda: read_record(deal_of),
        )
        typer.echo("\n".join(lines), err=code == 2)
        raise typer.Exit(code)


@app.command()
def show(
    game_key: GameArgument,
    option: GameOptionsOption = None,
    seats: SeatCountOption = None,
    picture: PicturePathOption = None,
    lang: LanguageOption = "en",
) -> None:
    """Show the opening position of a game."""
    from bot.cli.inputs import find_game_or_exit, parse_game_options
    from games.dice import UNSEEDED
    from games.match import begin_match

    with find_game_or_exit(game_key, lang) as game:
        seat_count = game.SEATS[0] if seats is None else seats
        engine = begin_match(game, parse_game_options(game, option), seat_count, UNSEEDED)
        if picture:
            from bot.cli.replay import draw_board
            from games.canvas import paint_png

            picture.write_bytes(paint_png(draw_board(engine, None, lang)))
        typer.echo(game.describe_board(engine.view_of(None), lang))


@app.command()
def daily(
    day: Annotated[
        datetime, typer.Argument(help="The date on which the day closes.", metavar="DATE", formats=["%Y-%m-%d"])
    ],
    include_solution: Annotated[bool, typer.Option("--solution", help="Also show the perfect mix.")] = False,
    lang: LanguageOption = "en",
) -> None:
    """Show the board of the daily duel on a date, such as 2027-01-31."""
    from bot.cli.daily import format_daily_board
    from bot.daily.calendar import FIRST_DAY

    if day.date() < FIRST_DAY:
        raise typer.BadParameter(f"the first daily duel closes on {FIRST_DAY}")
    typer.echo("\n".join(format_daily_board(day.date(), lang, include_solution=include_solution)))


@app.command()
def perft(
    game_key: GameArgument,
    depth: Annotated[int, typer.Argument(min=1, max=99, help="Number of steps.")],
    variant: Annotated[str | None, typer.Option(help="Short for --option variant=…")] = None,
    fen: Annotated[str | None, typer.Option(help="Short for --option fen=…")] = None,
    option: GameOptionsOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also list the counts by first move.")] = False,
    lang: LanguageOption = "en",
) -> None:
    """Count the possible sequences of moves. This helps to compare the rules with those of other programs."""
    from bot.cli.inputs import find_game_or_exit, parse_game_options
    from games.dice import UNSEEDED

    with find_game_or_exit(game_key, lang) as game:
        shortcuts = {"variant": variant, "fen": fen}
        options = [*(option or ()), *(f"{key}={value}" for key, value in shortcuts.items() if value is not None)]
        state = game.initial_state(parse_game_options(game, options), game.SEATS[0], UNSEEDED.step_dice(0))
        counts = game.perft(state, depth)
        if counts is None:
            raise Refused("no-perft", given=game_key)
        if divide:
            typer.echo("".join(f"{''.join(move)}: {count}\n" for move, count in counts.items()))
        typer.echo(sum(counts.values()))


@app.command()
def play(
    game_key: GameArgument,
    against: Annotated[
        str, typer.Option(help="friend (at the same keyboard); easy, medium or hard; or a baseline of the game.")
    ] = FRIEND_OPPONENT,
    seat: Annotated[int, typer.Option(help="Your seat; ignored against a friend.")] = 0,
    option: GameOptionsOption = None,
    seats: SeatCountOption = None,
    record_path: Annotated[
        Path | None, typer.Option("--record", metavar="OUT", help="Write the record to this file at the end.")
    ] = None,
    lang: LanguageOption = "en",
) -> None:
    """Play a match in the terminal."""
    from bot.cli.inputs import find_game_or_exit, parse_game_options
    from bot.cli.play import KeyboardMatch
    from bot.i18n import say
    from games.ai_players import find_player
    from games.match import check_seats

    with find_game_or_exit(game_key, lang) as game:
        seat_count = game.SEATS[0] if seats is None else seats
        check_seats(game, seat_count)
        if seat not in range(seat_count):
            raise Refused("seat", seat=seat, seats=seat_count)
        if against != FRIEND_OPPONENT:
            find_player(game, against)
        other_seats = [other for other in range(seat_count) if other != seat]
        computer_players = {} if against == FRIEND_OPPONENT else dict.fromkeys(other_seats, against)
        match = KeyboardMatch(game, parse_game_options(game, option), seat_count, computer_players, lang)
        # If standard input is closed, fail before the match instead of in the middle of it.
        os.fstat(0)
        if record_path:
            # If the file cannot be written, fail before the match.
            record_path.touch()
        match.play_to_end()
        if record_path:
            record_path.write_text(str(match.build_record()), "utf-8")
            typer.echo(say("play-saved", lang, file=str(record_path)))


@app.command()
def arena(
    game_key: GameArgument,
    left: LeftPlayerOption = None,
    right: RightPlayerOption = "random",
    matches: Annotated[
        int, typer.Option(min=1, help="Number of matches; players change seats after each match.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same dice.")] = 1,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="Seconds to think about each move; by default, set by the level.")
    ] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="Number of processes; by default, one per core.")] = None,
    option: GameOptionsOption = None,
    seats: SeatCountOption = None,
) -> None:
    """Play many matches between two computer players. Left takes one seat, and right takes all others."""
    from bot.cli.arena import ArenaPairing, format_tally, run_matches
    from bot.cli.inputs import find_game_or_exit, parse_game_options
    from games.ai_players import find_player
    from games.match import check_seats

    with find_game_or_exit(game_key, "en") as game:
        seat_count = game.SEATS[0] if seats is None else seats
        check_seats(game, seat_count)
        left = left or game.LEVELS[-1]
        for name in (left, right):
            find_player(game, name)
        options = parse_game_options(game, option).model_dump_json(exclude_defaults=True)
        pairing = ArenaPairing(game_key, options, seat_count, left, right, seed, seconds)
        with typer.progressbar(run_matches(pairing, matches, processes), length=matches, file=sys.stderr) as tallies:
            *_, tally = tallies
        typer.echo("\n".join(format_tally(tally, left, right)))


app.add_typer(run.app)
app.add_typer(maintenance.app)
app.add_typer(game.app, name="game")


def main() -> None:
    """Run the command. If the arguments are wrong or writing output fails, print one line and exit with code 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Without UTF-8, characters that cannot be encoded or decoded are replaced instead of raising an error.
            stream.reconfigure(errors="replace")
    try:
        code = app(sys.argv[1:] or ["--help"], prog_name="duel", standalone_mode=False)
        sys.stdout.flush()
    except TyperException as error:
        message = str(getattr(error, "format_message", error.__str__)())
        typer.echo(f"duel: {' '.join(message.split())}", err=True)
        code = 2
    except Abort:
        code = 1
    except OSError as error:
        # The reader is gone, or the disk is full. Discard buffered output; otherwise, Python writes it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if not isinstance(error, BrokenPipeError):
            place = "" if error.filename is None else f"{error.filename}: "
            typer.echo(f"duel: {place}{error.strerror or error}", err=True)
        code = 2
    sys.exit(code)


def run_process() -> None:
    """Run `main` as the `duel` script, with infrequent garbage collection, because most commands end soon."""
    gc.set_threshold(100_000)
    # Otherwise, Python would run the collector twice at exit, over objects that are freed anyway.
    atexit.register(gc.freeze)
    main()


if __name__ == "__main__":
    run_process()
