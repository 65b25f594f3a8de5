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

Key = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.", metavar="GAME")]
File = Annotated[str, typer.Argument(help="A record; - reads standard input.", metavar="FILE")]
Lang = Annotated[Locale, typer.Option("--lang", help="The language of the output.")]
Given = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the game; repeatable.")]
Seats = Annotated[int | None, typer.Option(help="How many sit at the table; as few as the game allows by default.")]
Side = Annotated[str, typer.Option(help="In all other seats: a level of the house, or a rival of that game.")]
Best = Annotated[
    str | None,
    typer.Option(
        help="In one seat: a level of the house, or a rival of that game; the house at its best if not given."
    ),
]
FRIEND: Final = "friend"
Drawn = Annotated[Path | None, typer.Option("--picture", metavar="OUT.png", help="Paint the board, too.")]


@app.command()
def replay(
    file: File,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of text.")] = False,
    legal: Annotated[bool, typer.Option("--legal", help="List the words that may be said, too.")] = False,
    seat: Annotated[int | None, typer.Option(help="As this seat sees it; as everybody does by default.")] = None,
    picture: Drawn = None,
    gif: Annotated[Path | None, typer.Option(metavar="OUT.gif", help="Paint the whole match.")] = None,
    as_pgn: Annotated[bool, typer.Option("--pgn", help="The match as a PGN, of a game that has one.")] = False,
    as_record: Annotated[bool, typer.Option("--record", help="The match as a record; FILE may be a PGN.")] = False,
    lang: Lang = "en",
) -> None:
    """Replay a record and tell where the match stands."""
    import json

    from bot.cli.inputs import recorded, refusing
    from bot.cli.replay import lines, summary, watched
    from games import record

    with refusing(file, lang, as_json=as_json):
        read = recorded(file)
        if seat is not None and seat not in range(read.seats):
            raise Refused("seat", seat=seat, seats=read.seats)
        end, boards = watched(read, seat, lang, painted=gif is not None)
        if picture:
            from games.art import translate_picture
            from games.canvas import paint_png

            picture.write_bytes(
                paint_png(translate_picture(end.game.draw_board(end.view_of(seat)), end.game.say, lang))
            )
        if gif:
            from bot.painting import film

            gif.write_bytes(film(boards))
        if as_pgn:
            typer.echo(record.to_pgn(read), nl=False)
        elif as_record:
            typer.echo(str(record.normalize_moves(read)), nl=False)
        elif as_json:
            typer.echo(json.dumps(summary(end, seat, lang, legal=legal), ensure_ascii=False))
        else:
            typer.echo("\n".join(lines(end, seat, lang, legal=legal)))


@app.command()
def review(
    file: Annotated[str, typer.Argument(help="A record, or a folder of them; - reads standard input.", metavar="FILE")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of text.")] = False,
    lang: Lang = "en",
) -> None:
    """Tell luck from skill in a match, and where it turned; for a folder, the average of its matches."""
    import json

    from bot.cli.inputs import recorded, refusing
    from bot.cli.review import ReviewSummary, lines, one
    from games.coach import review_with_positions

    with refusing(file, lang, as_json=as_json):
        if Path(file).is_dir():
            many = ReviewSummary()
            for path in sorted(Path(file).rglob("*.match")):
                with refusing(str(path), lang, as_json=as_json):
                    many.add(recorded(str(path)))
            typer.echo(json.dumps(many.summary(), ensure_ascii=False) if as_json else "\n".join(many.lines(lang)))
            return
        seen = review_with_positions(recorded(file))
        typer.echo(json.dumps(one(seen, lang), ensure_ascii=False) if as_json else "\n".join(lines(seen, lang)))


@app.command()
def verify(
    file: File,
    seal: Annotated[list[str] | None, typer.Option(help="As a card or a hand showed it; repeatable.")] = None,
    receipt: Annotated[list[str] | None, typer.Option(help="As a hand showed it; repeatable.")] = None,
    shook: Annotated[list[str] | None, typer.Option(help="A line that the dice were shaken with; repeatable.")] = None,
    lang: Lang = "en",
) -> None:
    """Check a finished record. Exit code 0: proven; 1: no last seal given; 2: something is missing or wrong."""
    from bot.cli.inputs import recorded, refusing
    from bot.cli.replay import check_record

    with refusing(file, lang):
        lines, code = check_record(
            file, lambda: recorded(file), lang, seals=seal or (), receipts=receipt or (), shook=shook or ()
        )
        typer.echo("\n".join(lines), err=code == 2)
        raise typer.Exit(code)


@app.command()
def show(game: Key, option: Given = None, seats: Seats = None, picture: Drawn = None, lang: Lang = "en") -> None:
    """Show the opening position of a game."""
    from bot.cli.inputs import playing, wanted
    from games.dice import UNSEEDED
    from games.match import begin_match

    with playing(game, lang) as played:
        engine = begin_match(played, wanted(played, option), played.SEATS[0] if seats is None else seats, UNSEEDED)
        if picture:
            from games.art import translate_picture
            from games.canvas import paint_png

            picture.write_bytes(paint_png(translate_picture(played.draw_board(engine.view_of(None)), played.say, lang)))
        typer.echo(played.describe_board(engine.view_of(None), lang))


@app.command()
def perft(
    game: Key,
    depth: Annotated[int, typer.Argument(min=1, max=99, help="How many steps.")],
    variant: Annotated[str | None, typer.Option(help="Short for --option variant=…")] = None,
    fen: Annotated[str | None, typer.Option(help="Short for --option fen=…")] = None,
    option: Given = None,
    divide: Annotated[bool, typer.Option("--divide", help="List the counts by first word, too.")] = False,
    lang: Lang = "en",
) -> None:
    """Count in how many ways a game can go on, to compare its rules with those of other programs."""
    from bot.cli.inputs import playing, wanted
    from games.dice import UNSEEDED

    with playing(game, lang) as played:
        short = {"variant": variant, "fen": fen}
        options = [*(option or ()), *(f"{key}={value}" for key, value in short.items() if value is not None)]
        state = played.initial_state(wanted(played, options), played.SEATS[0], UNSEEDED.step_dice(0))
        counts = played.perft(state, depth)
        if counts is None:
            raise Refused("no-perft", given=game)
        if divide:
            typer.echo("".join(f"{''.join(word)}: {ways}\n" for word, ways in counts.items()))
        typer.echo(sum(counts.values()))


@app.command()
def play(
    game: Key,
    against: Annotated[
        str, typer.Option(help="friend at the same keyboard; playful, steady or strong; or a rival of that game.")
    ] = FRIEND,
    seat: Annotated[int, typer.Option(help="Your seat, unless against a friend.")] = 0,
    option: Given = None,
    seats: Seats = None,
    save: Annotated[Path | None, typer.Option("--record", metavar="OUT", help="Write the record at the end.")] = None,
    lang: Lang = "en",
) -> None:
    """Play a match in the terminal."""
    from bot.cli.inputs import playing, wanted
    from bot.cli.play import KeyboardMatch
    from bot.i18n import say as spoken
    from games.ai_players import find_player
    from games.match import check_seats

    with playing(game, lang) as played:
        table = played.SEATS[0] if seats is None else seats
        check_seats(played, table)
        if seat not in range(table):
            raise Refused("seat", seat=seat, seats=table)
        if against != FRIEND:
            find_player(played, against)
        others = {other: against for other in range(table) if against != FRIEND and other != seat}
        keyboard = KeyboardMatch(played, wanted(played, option), table, others, lang)
        # Closed, it could not be asked anything.
        os.fstat(0)
        if save:
            # Now, so that nobody plays for a file that cannot be written.
            save.touch()
        keyboard.play()
        if save:
            save.write_text(str(keyboard.record()), "utf-8")
            typer.echo(spoken("play-saved", lang, file=str(save)))


@app.command()
def arena(
    game: Key,
    left: Best = None,
    right: Side = "random",
    matches: Annotated[int, typer.Option(min=1, help="How many; the seats change from one to the next.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same dice.")] = 1,
    seconds: Annotated[float | None, typer.Option(min=0, help="To think about a word; by level otherwise.")] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="All cores by default.")] = None,
    option: Given = None,
    seats: Seats = None,
) -> None:
    """Let two ways to play meet: left in one seat, right in all others."""
    from bot.cli.arena import ArenaMatch, tally, told
    from bot.cli.inputs import playing, wanted
    from games.ai_players import find_player
    from games.match import check_seats

    with playing(game, "en") as played:
        table = played.SEATS[0] if seats is None else seats
        check_seats(played, table)
        left = left or played.LEVELS[-1]
        for name in (left, right):
            find_player(played, name)
        options = wanted(played, option).model_dump_json(exclude_defaults=True)
        bout = ArenaMatch(game, options, table, left, right, seed, seconds)
        with typer.progressbar(tally(bout, matches, processes), length=matches, file=sys.stderr) as fought:
            *_, came = fought
        typer.echo("\n".join(told(came, left, right)))


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


def process() -> None:
    """The command as a process of its own, which is over before looking for garbage pays."""
    gc.set_threshold(100_000)
    # At the end, when all of it goes, Python would look through everything twice.
    atexit.register(gc.freeze)
    main()


if __name__ == "__main__":
    process()
