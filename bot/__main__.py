"""The `duel` command."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer
from typer.exceptions import Abort, TyperException

from bot import service, upkeep
from bot.arena import Bout, Tally, tally
from bot.keyboard import Keyboard
from bot.keyboard import say as spoken
from bot.paint import film, png
from bot.proof import proved
from bot.summary import lines, summary
from games import GAMES, named, record
from games.art import Picture
from games.core import Counted, Game, Seat
from games.dice import PLAIN
from games.match import Match, begin, check_seats
from games.mind import player
from games.options import Options, settled
from games.record import LARGEST, Broken, Record
from games.refused import Refused, plain
from games.words import HOUSE, Locale, Words

app = typer.Typer(
    help="Duels of hidden choices: play, replay and verify them, and look after the store.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Key = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.", metavar="GAME")]
File = Annotated[str, typer.Argument(help="A record; - reads standard input.", metavar="FILE")]
Lang = Annotated[Locale, typer.Option("--lang", help="The language of what is told.")]
Given = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the game; repeatable.")]
Seats = Annotated[int | None, typer.Option(help="How many sit at the table; as few as the game allows by default.")]
Side = Annotated[str, typer.Option(help="playful, steady, strong, or a rival of that game.")]
FRIEND: Final = "friend"
Drawn = Annotated[Path | None, typer.Option("--picture", metavar="OUT.png", help="Paint the board, too.")]


@app.command()
def replay(
    file: File,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of text.")] = False,
    legal: Annotated[bool, typer.Option("--legal", help="With the words that may be said.")] = False,
    seat: Annotated[int | None, typer.Option(help="As this seat sees it; as everybody does by default.")] = None,
    picture: Drawn = None,
    gif: Annotated[Path | None, typer.Option(metavar="OUT.gif", help="Paint the whole match.")] = None,
    as_pgn: Annotated[bool, typer.Option("--pgn", help="The match as a PGN, of a game that has one.")] = False,
    as_record: Annotated[bool, typer.Option("--record", help="The match as a record; FILE may be a PGN.")] = False,
    lang: Lang = "en",
) -> None:
    """Fold a record and tell where the match stands."""
    with _refusing(file, lang, as_json=as_json):
        read = _record(file)
        if seat is not None and seat not in range(read.seats):
            raise Refused("seat", seat=seat, seats=read.seats)
        end, pictures = _watched(read, seat, painted=gif is not None)
        if picture:
            picture.write_bytes(png(end.game.picture(end.view(seat))))
        if gif:
            gif.write_bytes(film(pictures))
        if as_pgn:
            typer.echo(record.pgn(read), nl=False)
        elif as_record:
            typer.echo(str(read), nl=False)
        elif as_json:
            typer.echo(json.dumps(summary(end, seat, lang, legal=legal), ensure_ascii=False))
        else:
            typer.echo("\n".join(lines(end, seat, lang, legal=legal)))


@app.command()
def verify(file: File, lang: Lang = "en") -> None:
    """Check commitment, dice and receipts of a finished record."""
    with _refusing(file, lang):
        for line in list(proved(_record(file), lang)):
            typer.echo(line)


@app.command()
def show(game: Key, option: Given = None, seats: Seats = None, picture: Drawn = None, lang: Lang = "en") -> None:
    """Show the opening position of a game."""
    with _refusing("duel", lang):
        played = named(game)
        with _refusing("duel", lang, say=played.say):
            match = begin(played, _options(played, option), played.SEATS[0] if seats is None else seats, PLAIN)
            if picture:
                picture.write_bytes(png(played.picture(match.view(None))))
            typer.echo(played.text(match.view(None), lang))


@app.command()
def perft(
    game: Key,
    depth: Annotated[int, typer.Argument(min=1, help="How many steps.")],
    variant: Annotated[str | None, typer.Option(help="Short for --option variant=…")] = None,
    fen: Annotated[str | None, typer.Option(help="Short for --option fen=…")] = None,
    option: Given = None,
    divide: Annotated[bool, typer.Option("--divide", help="By the first word, too.")] = False,
    lang: Lang = "en",
) -> None:
    """Count in how many ways a game can go on, to compare its rules with those of other programs."""
    with _refusing("duel", lang):
        played = named(game)
        if not isinstance(played, Counted):
            raise Refused("no-perft", given=game)
        with _refusing("duel", lang, say=played.say):
            short = {"variant": variant, "fen": fen}
            options = [*(option or ()), *(f"{key}={value}" for key, value in short.items() if value is not None)]
            state = played.start(_options(played, options), played.SEATS[0], PLAIN.step(0))
            counts = played.perft(state, depth)
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
    with _refusing("duel", lang):
        played = named(game)
        with _refusing("duel", lang, say=played.say):
            table = played.SEATS[0] if seats is None else seats
            check_seats(played, table)
            if seat not in range(table):
                raise Refused("seat", seat=seat, seats=table)
            if against != FRIEND:
                player(played, against)
            others = {other: against for other in range(table) if against != FRIEND and other != seat}
            keyboard = Keyboard(played, _options(played, option), table, others, lang)
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
    left: Side = "strong",
    right: Side = "random",
    matches: Annotated[int, typer.Option(min=1, help="How many; the seats change from one to the next.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same dice.")] = 1,
    seconds: Annotated[float | None, typer.Option(min=0, help="To think about a word; by level otherwise.")] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="All cores by default.")] = None,
    option: Given = None,
    seats: Seats = None,
    lang: Lang = "en",
) -> None:
    """Let two ways to play meet: left in one seat, right in all others."""
    with _refusing("duel", lang):
        played = named(game)
        with _refusing("duel", lang, say=played.say):
            table = played.SEATS[0] if seats is None else seats
            check_seats(played, table)
            for name in (left, right):
                player(played, name)
            options = _options(played, option).model_dump_json(exclude_defaults=True)
        bout = Bout(game, options, table, left, right, seed, seconds)
        with typer.progressbar(tally(bout, matches, processes), length=matches, file=sys.stderr) as fought:
            *_, came = fought
        typer.echo("\n".join(_told(came, left, right)))


def _told(came: Tally, left: str, right: str) -> Iterator[str]:
    low, high = came.interval
    yield f"{left}: {came.wins} won, {came.draws} shared, {came.losses} lost, in {came.seats} seats"
    yield f"score {came.score:.3f}, 95 % within {low:.3f}–{high:.3f}; as good as {right} would be {came.par:.3f}"
    yield ("no difference shown", f"{left} is better than {right}", f"{left} is worse than {right}")[came.verdict]
    yield "by seat: " + ", ".join(f"{score:.3f}" for score in came.by_seat)
    for name, pace in zip((left, right), came.paces, strict=True):
        yield f"{name}: {pace.words} words, CPU {pace.mean * 1000:.2f} ms each, {pace.most * 1000:.0f} ms at most"
    yield "ended by " + ", ".join(f"{reason} {count}" for reason, count in came.reasons.most_common())


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True}, add_help_option=False)
def playground(context: typer.Context) -> None:
    """A Discord on this machine, with a page; `--help` tells its options."""
    # A program of its own: nothing here may lean on it.
    os.execv(sys.executable, [sys.executable, "-m", "deploy.playground", *context.args])  # noqa: S606 - no shell


@contextmanager
def _refusing(source: str, locale: str, *, as_json: bool = False, say: Words = HOUSE) -> Iterator[None]:
    """One clear line and exit code 2 for whatever is wrong with the input."""
    try:
        yield
    except Broken as broken:
        _refuse(source, broken.line, broken.why.key, broken.text(locale), as_json=as_json)
    except Refused as no:
        _refuse(source, 0, no.key, say.no(no, locale), as_json=as_json)
    except OSError as wrong:
        if wrong.filename is None:
            # Not a file that was named: standard output.
            raise
        _refuse(str(wrong.filename), 0, "file", wrong.strerror or str(wrong), as_json=as_json)


def _refuse(source: str, line: int, key: str, text: str, *, as_json: bool) -> NoReturn:
    if as_json:
        typer.echo(json.dumps({"error": {"line": line, "key": key, "text": text}}, ensure_ascii=False))
    else:
        place = plain(source)
        typer.echo(f"{place}:{line}: {text}" if line else f"{place}: {text}", err=True)
    raise typer.Exit(2)


def _record(file: str) -> Record:
    with open(0, "rb", closefd=False) if file == "-" else Path(file).open("rb") as source:
        given = source.read(LARGEST + 1)
    if len(given) > LARGEST:
        raise Refused("too-large", limit=LARGEST >> 20)
    try:
        return record.read(given.decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        raise Broken(given[: wrong.start].count(b"\n") + 1, Refused("not-text")) from wrong


def _watched(read: Record, seat: Seat | None, *, painted: bool) -> tuple[Match, list[Picture]]:
    """The end of a match and, where wanted, its boards: at the start, after each step, at the end."""
    boards: dict[int, Picture] = {}
    for _, match in record.matches(read):
        end = match
        if painted:
            boards[match.step] = match.game.picture(match.view(seat))
    return end, list(boards.values())


def _options(game: Game[Any, Any, Any], given: Sequence[str] | None) -> Options:
    """`k=v` with v as JSON where it is JSON, and as a word where it is not."""
    options: dict[str, Any] = {}
    for each in given or ():
        key, sign, value = each.partition("=")
        if key in options:
            raise Refused("option-twice", option=key)
        if not sign:
            raise Refused("option-form", given=each)
        try:
            options[key] = json.loads(value)
        except (ValueError, RecursionError):
            options[key] = value
    settings: Options = settled(game.Options, options)
    return settings


app.add_typer(service.app)
app.add_typer(upkeep.app)


def main() -> None:
    """What is wrong with a call, or with the place its answer goes to, is one line and exit code 2, too."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal of the nineties shows a question mark where it has no quotation mark.
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


if __name__ == "__main__":
    main()
