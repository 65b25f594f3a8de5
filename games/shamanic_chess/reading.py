"""What a player typed: coordinates or the notation of chess players, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from games.core import Word
from games.refused import Refused
from games.shamanic_chess.legal import legal
from games.shamanic_chess.position import SQUARES, TRANCE, WAKE, Position
from games.shamanic_chess.san import CASTLED, castles, names
from games.shamanic_chess.state import View
from games.shamanic_chess.turns import checked
from games.spelling import SUGGESTED

_LETTERS: Final = 16
"""So much of somebody's junk is looked at; no turn is longer."""
_ALIKE: Final = 0.5
_WRITTEN: Final = str.maketrans({"∼": TRANCE, "～": TRANCE, "〜": TRANCE, "˜": TRANCE, "ˆ": WAKE, "＾": WAKE})
_IDLE: Final = re.compile(r"[Ee]\.?[Pp]\.?$|[xX]|[^A-Za-z0-9~^]+")
"""What says nothing that is not said anyway: blanks, dashes, captures, checks, praise."""
_CASTLING: Final = re.compile(r"[0Oo]{2,3}")
_COORDINATES: Final = re.compile(r"[a-h][1-8](~?[a-h][1-8]|\^)", re.IGNORECASE)


def read(view: View, typed: str) -> Word:
    """Capitals matter only where they tell two turns apart."""
    words = legal(view)
    if not words:
        raise Refused("not-asked")
    if (word := tuple(typed[: 2 * _LETTERS].lower().split())) in words:
        return word
    position = view.state.position
    given = _plain(typed)
    known = _spellings(position, words)
    meant = known.get(given) or _folded(known, given)
    if len(meant) == 1:
        return meant[0]
    raise _no(view, typed, given, meant or _alike(known, given), words)


def _plain(typed: str) -> str:
    given = _IDLE.sub("", typed.strip()[: 2 * _LETTERS].translate(_WRITTEN))[:_LETTERS]
    return given.upper().replace("0", "O") if _CASTLING.fullmatch(given) else given


def _spellings(position: Position, words: Sequence[Word]) -> dict[str, list[Word]]:
    """Everything that may be typed for these words, and which of them it can mean."""
    known: dict[str, list[Word]] = {}
    for word in words:
        for spelling in dict.fromkeys(_spelt(position, word)):
            known.setdefault(spelling, []).append(word)
    return known


def _spelt(position: Position, word: Word) -> Iterator[str]:
    at, *rest = word
    kind = position.kind(SQUARES[at])
    yield "".join(word)
    if castles(position, word):
        yield CASTLED[rest[0][0]].replace("-", "")
    elif kind == "P":
        taker = at[0] if at[0] != rest[0][0] else ""
        end = "".join(rest[1:]).upper()
        yield f"{taker}{rest[0]}{end}"
        yield f"{at}{rest[0]}{end}"
    elif rest == [WAKE]:
        yield f"{kind}{at}{WAKE}"
    else:
        goal = "".join(rest)
        for start in ("", at[0], at[1], at):
            yield f"{kind}{start}{goal}"


def _folded(known: dict[str, list[Word]], given: str) -> list[Word]:
    same = given.lower()
    return list(dict.fromkeys(word for spelling, meant in known.items() if spelling.lower() == same for word in meant))


def _alike(known: dict[str, list[Word]], given: str) -> list[Word]:
    near = get_close_matches(given, known, n=4 * SUGGESTED, cutoff=_ALIKE)
    return list(dict.fromkeys(word for spelling in near for word in known[spelling]))


def _no(view: View, typed: str, given: str, near: Sequence[Word], words: Sequence[Word]) -> Refused:
    """In the notation in which it was typed, and with the rule that was overlooked."""
    position = view.state.position
    written = {word: "".join(word) for word in near} if _COORDINATES.match(given) else names(position, words)
    told = ", ".join(written[word] for word in near[:SUGGESTED])
    if (TRANCE in given or WAKE in given) and checked(position):
        return Refused("unread-check", typed=typed, near=told) if told else Refused("illegal", word=typed)
    asleep = SQUARES.get(given[:2].lower())
    if told and asleep is not None and position.own & position.trance & 1 << asleep and TRANCE not in given:
        return Refused("unread-trance", typed=typed, near=told, square=given[:2].lower())
    return Refused("unread", typed=typed, near=told) if told else Refused("illegal", word=typed)
