"""A match as programs for chess and its relatives exchange it: PGN, with the signs of the trance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from games.core import Move, OpenView, Result, Seat
from games.options import validate_options
from games.refused import Refused
from games.shamanic_chess.fen import san
from games.shamanic_chess.options import Options
from games.shamanic_chess.position import say
from games.shamanic_chess.reading import read
from games.shamanic_chess.rules import begun, done
from games.shamanic_chess.state import BLACK, SIDES, WHITE, State

_VARIANTS: Final = {"classic": "Shamanic", "free": "Shamanic free"}
_TITLES: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""A record knows no names, and no days."""
_RESULTS: Final = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}
_ENDINGS: Final = {"lapse": "time forfeit", "abandoned": "abandoned", "cancelled": "abandoned"}
_CALLERS: Final = ("White", "Black")
_WIDTH: Final = 79
_HELD: Final = "\N{NO-BREAK SPACE}"

_TAG: Final = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_CALL: Final = re.compile(r"(White|Black):\s+(![a-z]+)")
_TEXT: Final = re.compile(
    r"\{(?P<comment>[^}]*)\}|(?P<idle>;[^\n]*|^%[^\n]*|\$[0-9]+|[0-9]+(?:\.+|(?=\s))|\.+)|(?P<bracket>[(){}])"
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![^\s{}();]))|(?P<turn>[^\s{}();]+)",
    re.MULTILINE,
)


def pgn(options: Options, lines: Sequence[tuple[Seat | None, Move]], result: Result | None) -> str:
    """What is said at the table but not played stands in comments, so that nothing of the match is lost."""
    ended = _RESULTS[result.ranks[0], result.ranks[1]] if result else "*"
    told = {**_TITLES, "Result": ended, "Variant": _VARIANTS[options.variant]}
    if options.fen is not None:
        told |= {"SetUp": "1", "FEN": options.fen}
    told["Termination"] = _ENDINGS.get(result.reason, "normal") if result else "unterminated"
    head = "\n".join(f'[{name} "{value}"]' for name, value in told.items())
    body = "\n".join(wrap(" ".join([*_movetext(options, lines), ended]), _WIDTH, break_on_hyphens=False))
    return f"{head}\n\n{body.replace(_HELD, ' ')}\n"


def _movetext(options: Options, lines: Sequence[tuple[Seat | None, Move]]) -> Iterator[str]:
    state, numbered = begun(options), False
    for seat, word in lines:
        if word[0].startswith("!"):
            yield f"{{{_CALLERS[seat or WHITE]}:{_HELD}{word[0]}}}"
            numbered = False
            continue
        if state.mover == WHITE or not numbered:
            yield f"{state.number}{'.' if state.mover == WHITE else '...'}"
        yield san(state.position, word, free=state.free)
        state, numbered = done(state, word), True


def from_pgn(text: str) -> tuple[Options, Sequence[tuple[Seat, Move]]] | None:
    """The options of a match and what was said in it; None where it is another game's."""
    tags, body = _parted(text)
    kinds = {name.casefold(): variant for variant, name in _VARIANTS.items()}
    variant = kinds.get(" ".join(tags.get("Variant", "").casefold().split()))
    if variant is None:
        return None
    given = {"variant": variant} | ({"fen": tags["FEN"]} if "FEN" in tags else {})
    options = validate_options(Options, given)
    return options, list(_said(options, tags, body))


def _parted(text: str) -> tuple[Mapping[str, str], str]:
    """The tags, and all from the first line that is none."""
    tags: dict[str, str] = {}
    rows = text.splitlines()
    for at, row in enumerate(rows):
        if not row.strip():
            continue
        if not row.lstrip().startswith("["):
            return tags, "\n".join(rows[at:])
        tag = _TAG.fullmatch(row.strip())
        if not tag:
            raise say.make_refusal("pgn-tag", line=row)
        tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
    return tags, ""


def _said(options: Options, tags: Mapping[str, str], body: str) -> Iterator[tuple[Seat, Move]]:
    state, result, over = begun(options), tags.get("Result", "*"), False
    for kind, token in _tokens(body):
        if kind == "result":
            result = token
        elif kind == "comment":
            for caller, call in _CALL.findall(token):
                yield _CALLERS.index(caller), (call,)
                over = call in ("!resign", "!lapse", "!agree", "!cancel")
        else:
            word = _read(state, token)
            yield state.mover, word
            state = done(state, word)
    if not state.end and not over:
        yield from _ended(state, result, tags.get("Termination", ""))


def _tokens(body: str) -> Iterator[tuple[str, str]]:
    """Turns, comments and results of the main line; variations are skipped, whatever is in them."""
    depth = 0
    for token in _TEXT.finditer(body):
        kind, said = str(token.lastgroup), token[0]
        if kind == "bracket":
            depth += {"(": 1, ")": -1}.get(said, 0)
            if depth < 0 or said in "{}":
                raise say.make_refusal("pgn-open")
        elif kind != "idle" and not depth:
            yield kind, said
    if depth:
        raise say.make_refusal("pgn-open")


def _read(state: State, token: str) -> Move:
    try:
        return read(OpenView(state.mover, state), token)
    except Refused as no:
        raise say.make_refusal("pgn-turn", typed=token, number=state.number, side=SIDES[state.mover]) from no


def _ended(state: State, result: str, termination: str) -> Iterator[tuple[Seat, Move]]:
    """A match that did not end on the board was given up, lost on time, or agreed drawn."""
    if result == "1/2-1/2":
        yield WHITE, ("!offer",)
        yield BLACK, ("!agree",)
    elif result in ("1-0", "0-1"):
        loser = BLACK if result == "1-0" else WHITE
        late = termination == "time forfeit" and state.mover == loser
        yield loser, ("!lapse",) if late else ("!resign",)
