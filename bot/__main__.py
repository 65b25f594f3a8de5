"""The `duel` command.

What a command needs is imported in its body, here, in `cli/run` and `cli/maintenance`: help, or the opening of one
game, does not wait for Discord, a database and all other games. A test lists the modules that may be imported.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Final

import typer
from typer.exceptions import Abort, TyperException

from bot.cli import maintenance, run
from games import GAMES
from games.refused import Refused
from games.words import Locale

app = typer.Typer(
    help="Duels of hidden choices: play, replay and verify them, and look after the store.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameArgument = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.", metavar="GAME")]
RecordFileArgument = Annotated[str, typer.Argument(help="A record; - reads standard input.", metavar="FILE")]
LanguageOption = Annotated[Locale, typer.Option("--lang", help="The language of the output.")]
GameOptionsOption = Annotated[
    list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the game; repeatable.")
]
SeatCountOption = Annotated[
    int | None, typer.Option(help="How many sit at the table; as few as the game allows by default.")
]
RightPlayerOption = Annotated[
    str, typer.Option(help="In all other seats: a level of the house, or a rival of that game.")
]
LeftPlayerOption = Annotated[
    str | None,
    typer.Option(
        help="In one seat: a level of the house, or a rival of that game; the house at its best if not given."
    ),
]
FRIEND_OPPONENT: Final = "friend"
PicturePathOption = Annotated[Path | None, typer.Option("--picture", metavar="OUT.png", help="Paint the board, too.")]


@app.command()
def replay(
    file: RecordFileArgument,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of text.")] = False,
    include_legal_moves: Annotated[bool, typer.Option("--legal", help="List the words that may be said, too.")] = False,
    seat: Annotated[int | None, typer.Option(help="As this seat sees it; as everybody does by default.")] = None,
    picture: PicturePathOption = None,
    gif: Annotated[Path | None, typer.Option(metavar="OUT.gif", help="Paint the whole match.")] = None,
    as_pgn: Annotated[bool, typer.Option("--pgn", help="The match as a PGN, of a game that has one.")] = False,
    as_record: Annotated[bool, typer.Option("--record", help="The match as a record; FILE may be a PGN.")] = False,
    lang: LanguageOption = "en",
) -> None:
    """Replay a record and tell where the match stands."""
    import json

    from bot.cli.inputs import exit_on_bad_input, read_record
    from bot.cli.replay import format_match, match_to_dict, replay_with_boards
    from games import record

    with exit_on_bad_input(file, lang, as_json=as_json):
        read = read_record(file)
        if seat is not None and seat not in range(read.seats):
            raise Refused("seat", seat=seat, seats=read.seats)
        end, boards = replay_with_boards(read, seat, lang, draw_boards=gif is not None)
        if picture:
            from games.art import translate_picture
            from games.canvas import paint_png

            picture.write_bytes(
                paint_png(translate_picture(end.game.draw_board(end.view_of(seat)), end.game.say, lang))
            )
        if gif:
            from bot.painting import paint_film

            gif.write_bytes(paint_film(boards))
        if as_pgn:
            typer.echo(record.to_pgn(read), nl=False)
        elif as_record:
            typer.echo(str(record.normalize_moves(read)), nl=False)
        elif as_json:
            typer.echo(
                json.dumps(match_to_dict(end, seat, lang, include_legal_moves=include_legal_moves), ensure_ascii=False)
            )
        else:
            typer.echo("\n".join(format_match(end, seat, lang, include_legal_moves=include_legal_moves)))


@app.command()
def review(
    file: Annotated[str, typer.Argument(help="A record, or a folder of them; - reads standard input.", metavar="FILE")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of text.")] = False,
    lang: LanguageOption = "en",
) -> None:
    """Tell luck from skill in a match, and where it turned; for a folder, the average of its matches."""
    import json

    from bot.cli.inputs import exit_on_bad_input, read_record
    from bot.cli.review import ReviewSummary, format_review, review_to_dict
    from games.coach import review_with_positions

    with exit_on_bad_input(file, lang, as_json=as_json):
        if Path(file).is_dir():
            many = ReviewSummary()
            for path in sorted(Path(file).rglob("*.match")):
                with exit_on_bad_input(str(path), lang, as_json=as_json):
                    many.add_record(read_record(str(path)))
            typer.echo(
                json.dumps(many.to_dict(), ensure_ascii=False) if as_json else "\n".join(many.format_lines(lang))
            )
            return
        seen = review_with_positions(read_record(file))
        typer.echo(
            json.dumps(review_to_dict(seen, lang), ensure_ascii=False)
            if as_json
            else "\n".join(format_review(seen, lang))
        )


@app.command()
def verify(
    file: RecordFileArgument,
    seal: Annotated[list[str] | None, typer.Option(help="As a card or a hand showed it; repeatable.")] = None,
    receipt: Annotated[list[str] | None, typer.Option(help="As a hand showed it; repeatable.")] = None,
    shook: Annotated[list[str] | None, typer.Option(help="A line that the dice were shaken with; repeatable.")] = None,
    lang: LanguageOption = "en",
) -> None:
    """Check a finished record. Exit code 0: proven; 1: no last seal given; 2: something is missing or wrong."""
    from bot.cli.inputs import exit_on_bad_input, read_record
    from bot.cli.replay import check_record

    with exit_on_bad_input(file, lang):
        lines, code = check_record(
            file, lambda: read_record(file), lang, seals=seal or (), commitments=receipt or (), player_seeds=shook or ()
        )
        typer.echo("\n".join(lines), err=code == 2)
        raise typer.Exit(code)


@app.command()
def show(
    game: GameArgument,
    option: GameOptionsOption = None,
    seats: SeatCountOption = None,
    picture: PicturePathOption = None,
    lang: LanguageOption = "en",
) -> None:
    """Show the opening position of a game."""
    from bot.cli.inputs import find_game_or_exit, parse_game_options
    from games.dice import UNSEEDED
    from games.match import begin_match

    with find_game_or_exit(game, lang) as played:
        engine = begin_match(
            played, parse_game_options(played, option), played.SEATS[0] if seats is None else seats, UNSEEDED
        )
        if picture:
            from games.art import translate_picture
            from games.canvas import paint_png

            picture.write_bytes(paint_png(translate_picture(played.draw_board(engine.view_of(None)), played.say, lang)))
        typer.echo(played.describe_board(engine.view_of(None), lang))


@app.command()
def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(min=1, max=99, help="How many steps.")],
    variant: Annotated[str | None, typer.Option(help="Short for --option variant=…")] = None,
    fen: Annotated[str | None, typer.Option(help="Short for --option fen=…")] = None,
    option: GameOptionsOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="List the counts by first word, too.")] = False,
    lang: LanguageOption = "en",
) -> None:
    """Count in how many ways a game can go on, to compare its rules with those of other programs."""
    from bot.cli.inputs import find_game_or_exit, parse_game_options
    from games.dice import UNSEEDED

    with find_game_or_exit(game, lang) as played:
        short = {"variant": variant, "fen": fen}
        options = [*(option or ()), *(f"{key}={value}" for key, value in short.items() if value is not None)]
        state = played.initial_state(parse_game_options(played, options), played.SEATS[0], UNSEEDED.step_dice(0))
        counts = played.perft(state, depth)
        if counts is None:
            raise Refused("no-perft", given=game)
        if divide:
            typer.echo("".join(f"{''.join(word)}: {ways}\n" for word, ways in counts.items()))
        typer.echo(sum(counts.values()))


@app.command()
def play(
    game: GameArgument,
    against: Annotated[
        str, typer.Option(help="friend at the same keyboard; playful, steady or strong; or a rival of that game.")
    ] = FRIEND_OPPONENT,
    seat: Annotated[int, typer.Option(help="Your seat, unless against a friend.")] = 0,
    option: GameOptionsOption = None,
    seats: SeatCountOption = None,
    record_path: Annotated[
        Path | None, typer.Option("--record", metavar="OUT", help="Write the record at the end.")
    ] = None,
    lang: LanguageOption = "en",
) -> None:
    """Play a match in the terminal."""
    from bot.cli.inputs import find_game_or_exit, parse_game_options
    from bot.cli.play import KeyboardMatch
    from bot.i18n import say as spoken
    from games.ai_players import find_player
    from games.match import check_seats

    with find_game_or_exit(game, lang) as played:
        table = played.SEATS[0] if seats is None else seats
        check_seats(played, table)
        if seat not in range(table):
            raise Refused("seat", seat=seat, seats=table)
        if against != FRIEND_OPPONENT:
            find_player(played, against)
        others = {other: against for other in range(table) if against != FRIEND_OPPONENT and other != seat}
        keyboard = KeyboardMatch(played, parse_game_options(played, option), table, others, lang)
        # Closed, it could not be asked anything.
        os.fstat(0)
        if record_path:
            # Now, so that nobody plays for a file that cannot be written.
            record_path.touch()
        keyboard.play_to_end()
        if record_path:
            record_path.write_text(str(keyboard.build_record()), "utf-8")
            typer.echo(spoken("play-saved", lang, file=str(record_path)))


@app.command()
def arena(
    game: GameArgument,
    left: LeftPlayerOption = None,
    right: RightPlayerOption = "random",
    matches: Annotated[int, typer.Option(min=1, help="How many; the seats change from one to the next.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same dice.")] = 1,
    seconds: Annotated[float | None, typer.Option(min=0, help="To think about a word; by level otherwise.")] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="All cores by default.")] = None,
    option: GameOptionsOption = None,
    seats: SeatCountOption = None,
) -> None:
    """Let two ways to play meet: left in one seat, right in all others."""
    from bot.cli.arena import ArenaPairing, format_tally, run_matches
    from bot.cli.inputs import find_game_or_exit, parse_game_options
    from games.ai_players import find_player
    from games.match import check_seats

    with find_game_or_exit(game, "en") as played:
        table = played.SEATS[0] if seats is None else seats
        check_seats(played, table)
        left = left or played.LEVELS[-1]
        for name in (left, right):
            find_player(played, name)
        options = parse_game_options(played, option).model_dump_json(exclude_defaults=True)
        bout = ArenaPairing(game, options, table, left, right, seed, seconds)
        with typer.progressbar(run_matches(bout, matches, processes), length=matches, file=sys.stderr) as fought:
            *_, came = fought
        typer.echo("\n".join(format_tally(came, left, right)))


app.add_typer(run.app)
app.add_typer(maintenance.app)


def main() -> None:
    """What is wrong with a call, or with the place its answer goes to, is one line and exit code 2, too."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal of the nineties shows a question mark where it has no quotation mark, and may say anything.
            stream.reconfigure(errors="replace")
    try:
        code = app(sys.argv[1:] or ["--help"], prog_name="duel", standalone_mode=False)
        sys.stdout.flush()
    except TyperException as wrong:
        told = str(getattr(wrong, "format_message", wrong.__str__)())
        typer.echo(f"duel: {' '.join(told.split())}", err=True)
        code = 2
    except Abort:
        code = 1
    except OSError as wrong:
        # Nobody reads any more, or there is no room; what is still unsaid must not be tried again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if not isinstance(wrong, BrokenPipeError):
            typer.echo(f"duel: {wrong.strerror or wrong}", err=True)
        code = 2
    sys.exit(code)


def run_process() -> None:
    """The command as a process of its own, which is over before looking for garbage pays."""
    gc.set_threshold(100_000)
    # At the end, when all of it goes, Python would look through everything twice.
    atexit.register(gc.freeze)
    main()


if __name__ == "__main__":
    run_process()
