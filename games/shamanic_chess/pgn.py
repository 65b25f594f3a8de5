"""Matches as PGN, with `~` for journeys and `^` for wakings in the movetext."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from games.core import Move, OpenView, Result, Seat
from games.options import validate_options
from games.refused import Refused
from games.shamanic_chess.move_parser import parse_move
from games.shamanic_chess.options import Options
from games.shamanic_chess.position import say
from games.shamanic_chess.rules import build_initial_state, play_move
from games.shamanic_chess.san import format_san
from games.shamanic_chess.state import BLACK, SIDE_NAMES, WHITE, State

_VARIANT_TAGS: Final = {"classic": "Shamanic", "free": "Shamanic free"}
_UNKNOWN_TAGS: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""The tags that every PGN must have. Their values are unknown, because a record contains no names and no dates."""
_RESULTS: Final = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}
"""The PGN results, by the ranks of White and Black."""
_TERMINATIONS: Final = {"lapse": "time forfeit", "abandoned": "abandoned", "cancelled": "abandoned"}
"""The PGN terminations, by the reason why the match ended. For all other reasons, the termination is `normal`."""
_COMMENT_SIDES: Final = ("White", "Black")
_LINE_MAX_CHARS: Final = 79
_NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"

_TAG_PATTERN: Final = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_SPECIAL_MOVE_PATTERN: Final = re.compile(r"(White|Black):\s+(![a-z]+)")
_TOKEN_PATTERN: Final = re.compile(
    r"\{(?P<comment>[^}]*)\}|(?P<ignored>;[^\n]*|^%[^\n]*|\$[0-9]+|[0-9]+(?:\.+|(?=\s))|\.+)|(?P<bracket>[(){}])"
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![^\s{}();]))|(?P<move>[^\s{}();]+)",
    re.MULTILINE,
)


def format_pgn(options: Options, lines: Sequence[tuple[Seat | None, Move]], result: Result | None) -> str:
    """Return a match as PGN. Special moves such as `!resign` are written as comments, so that nothing is lost."""
    result_mark = _RESULTS[result.ranks[0], result.ranks[1]] if result else "*"
    tags = {**_UNKNOWN_TAGS, "Result": result_mark, "Variant": _VARIANT_TAGS[options.variant]}
    if options.fen is not None:
        tags |= {"SetUp": "1", "FEN": options.fen}
    tags["Termination"] = _TERMINATIONS.get(result.reason, "normal") if result else "unterminated"
    head = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
    movetext = " ".join([*_write_movetext(options, lines), result_mark])
    body = "\n".join(wrap(movetext, _LINE_MAX_CHARS, break_on_hyphens=False))
    return f"{head}\n\n{body.replace(_NO_BREAK_SPACE, ' ')}\n"


def _write_movetext(options: Options, lines: Sequence[tuple[Seat | None, Move]]) -> Iterator[str]:
    state, is_number_written = build_initial_state(options), False
    for seat, move in lines:
        if move[0].startswith("!"):
            # The no-break space keeps a comment on one line.
            yield f"{{{_COMMENT_SIDES[seat or WHITE]}:{_NO_BREAK_SPACE}{move[0]}}}"
            is_number_written = False
            continue
        if state.seat_to_move == WHITE or not is_number_written:
            yield f"{state.fullmove_number}{'.' if state.seat_to_move == WHITE else '...'}"
        yield format_san(state.position, move, free_shamans=state.free_shamans)
        state, is_number_written = play_move(state, move), True


def parse_pgn(text: str) -> tuple[Options, Sequence[tuple[Seat, Move]]] | None:
    """Parse the options and moves, including special moves. Return `None` if the PGN belongs to another game."""
    tags, body = _split_tags(text)
    variants = {tag.casefold(): variant for variant, tag in _VARIANT_TAGS.items()}
    variant = variants.get(" ".join(tags.get("Variant", "").casefold().split()))
    if variant is None:
        return None
    given = {"variant": variant} | ({"fen": tags["FEN"]} if "FEN" in tags else {})
    options = validate_options(Options, given)
    return options, list(_parse_movetext(options, tags, body))


def _split_tags(text: str) -> tuple[Mapping[str, str], str]:
    """Return the tags by name, and the text that follows the tags."""
    tags: dict[str, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        if not line.lstrip().startswith("["):
            return tags, "\n".join(lines[number:])
        tag = _TAG_PATTERN.fullmatch(line.strip())
        if not tag:
            raise say.make_refusal("pgn-tag", line=line)
        tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
    return tags, ""


def _parse_movetext(options: Options, tags: Mapping[str, str], body: str) -> Iterator[tuple[Seat, Move]]:
    state, result, is_ended_by_players = build_initial_state(options), tags.get("Result", "*"), False
    for kind, token in _tokenize(body):
        if kind == "result":
            result = token
        elif kind == "comment":
            for side, special_move in _SPECIAL_MOVE_PATTERN.findall(token):
                yield _COMMENT_SIDES.index(side), (special_move,)
                is_ended_by_players = special_move in ("!resign", "!lapse", "!agree", "!cancel")
        else:
            move = _parse_san(state, token)
            yield state.seat_to_move, move
            state = play_move(state, move)
    if not state.end_reason and not is_ended_by_players:
        yield from _derive_ending(state, result, tags.get("Termination", ""))


def _tokenize(body: str) -> Iterator[tuple[str, str]]:
    """Yield the kind (`move`, `comment` or `result`) and the text of each token, and skip variations."""
    depth = 0
    for token in _TOKEN_PATTERN.finditer(body):
        kind, text = str(token.lastgroup), token[0]
        if kind == "bracket":
            depth += {"(": 1, ")": -1}.get(text, 0)
            if depth < 0 or text in "{}":
                raise say.make_refusal("pgn-open")
        elif kind != "ignored" and not depth:
            yield kind, text
    if depth:
        raise say.make_refusal("pgn-open")


def _parse_san(state: State, token: str) -> Move:
    try:
        return parse_move(OpenView(state.seat_to_move, state), token)
    except Refused as refusal:
        side = SIDE_NAMES[state.seat_to_move]
        raise say.make_refusal("pgn-turn", typed=token, number=state.fullmove_number, side=side) from refusal


def _derive_ending(state: State, result: str, termination: str) -> Iterator[tuple[Seat, Move]]:
    """Yield the special moves that account for the result of a match that did not end on the board."""
    if result == "1/2-1/2":
        yield WHITE, ("!offer",)
        yield BLACK, ("!agree",)
    elif result in ("1-0", "0-1"):
        loser = BLACK if result == "1-0" else WHITE
        is_late = termination == "time forfeit" and state.seat_to_move == loser
        yield loser, ("!lapse",) if is_late else ("!resign",)
