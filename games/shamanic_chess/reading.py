"""What a player typed: coordinates or the notation of chess players, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from games.core import Move
from games.refused import Refused
from games.shamanic_chess.fen import CASTLED, castles, names
from games.shamanic_chess.position import KINDS, SQUARES, TRANCE, WAKE, Kind, Position, say
from games.shamanic_chess.rules import legal
from games.shamanic_chess.state import View
from games.shamanic_chess.turns import checked
from games.spelling import SUGGESTIONS_MAX

Known: TypeAlias = Mapping[str, Sequence[Move]]
"""Spellings, and what each can mean."""

_LETTERS: Final = 16
"""So much of somebody's junk is looked at; no turn is longer."""
_ALIKE: Final = 0.5
_WRITTEN: Final = str.maketrans(
    {**dict.fromkeys("∼～〜˜⇢", TRANCE), **dict.fromkeys("ˆ＾", WAKE), **dict.fromkeys("♙♟", "")}
    | {figure: kind for kind, figures in zip(KINDS, ("♔♚", "♕♛", "♖♜", "♗♝", "♘♞"), strict=False) for figure in figures}
)
_IDLE: Final = re.compile(r"[Ee]\.?[Pp]\.?$|[\s\-‐–—−→>:=+#!?().,/xX×]+")
"""What says nothing that is not said anyway: blanks, dashes, captures, checks, praise."""
_CASTLING: Final = re.compile(r"[0Oo]{2,3}")
_COORDINATES: Final = re.compile(r"[a-h][1-8](~?[a-h][1-8]|\^)", re.IGNORECASE)
_SIGNS: Final = str.maketrans("", "", TRANCE + WAKE)


def read(view: View, typed: str) -> Move:
    """Capitals matter only where they tell two turns apart."""
    words = legal(view)
    if not words:
        raise say.make_refusal("not-asked")
    if (word := tuple(typed.lower().split())) in words:
        return word
    known = _spellings(view.state.position, words)
    given = _plain(typed)
    if given not in known and _COORDINATES.match(given):
        given = given.lower()
    meant = _meant(known, given)
    if len(meant) == 1:
        return meant[0]
    raise _no(view, words, known, typed, given)


def complete(view: View, typed: str) -> Sequence[Move]:
    """As it stands; where no turn begins so, whatever the capitals."""
    given = _plain(typed)
    if not given:
        return ()
    turns = legal(view)
    known = _spellings(view.state.position, turns)
    for cased in (str, str.lower):
        meant = {
            word for spelling, words in known.items() if cased(spelling).startswith(cased(given)) for word in words
        }
        if meant:
            return [word for word in turns if word in meant]
    return ()


def _plain(typed: str) -> str:
    given = _IDLE.sub("", typed.strip().translate(_WRITTEN))[:_LETTERS]
    return given.upper().replace("0", "O") if _CASTLING.fullmatch(given) else given


def _spellings(position: Position, words: Sequence[Move]) -> Known:
    """Everything that may be typed for these words, and which of them it can mean."""
    known: dict[str, list[Move]] = {}
    kinds = {at: position.kind(SQUARES[at]) for at in {word[0] for word in words}}
    for word in words:
        for spelling in dict.fromkeys(_spelt(position, kinds[word[0]], word)):
            known.setdefault(spelling, []).append(word)
    return known


def _spelt(position: Position, kind: Kind, word: Move) -> Iterator[str]:
    at, *rest = word
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


def _meant(known: Known, given: str) -> Sequence[Move]:
    """As it stands; else whatever the capitals."""
    if given in known:
        return known[given]
    same = given.lower()
    return list(dict.fromkeys(word for spelling, meant in known.items() if spelling.lower() == same for word in meant))


def _no(view: View, words: Sequence[Move], known: Known, typed: str, given: str) -> Refused:
    """In the notation in which it was typed, and with the rule that was overlooked."""
    position = view.state.position
    written = {word: "".join(word) for word in words} if _COORDINATES.match(given) else names(position, words)
    barred = given != given.translate(_SIGNS) and checked(position)
    start = given[:2].lower()
    asleep = start in SQUARES and position.own & position.trance & 1 << SQUARES[start] and TRANCE not in given
    meant = _meant(known, given) or [
        *_forgot(known, given),
        *([(start, WAKE)] if asleep else _alike(written, given.translate(_SIGNS) if barred else given)),
    ]
    if barred:
        # Few moves parry a check: any of them is a hint.
        meant = meant or words
    near = ", ".join(list(dict.fromkeys(written[word] for word in meant if word in written))[:SUGGESTIONS_MAX])
    if not near:
        return say.make_refusal("illegal", word=typed)
    if barred:
        return say.make_refusal("unread-check", typed=typed, near=near)
    if asleep:
        return say.make_refusal("unread-trance", typed=typed, near=near, square=start)
    return say.make_refusal("unread", typed=typed, near=near)


def _forgot(known: Known, given: str) -> list[Move]:
    """What it would be with the sign, or without."""
    bare = given.translate(_SIGNS)
    return [word for spelling, meant in known.items() if spelling.translate(_SIGNS) == bare for word in meant]


def _alike(written: Mapping[Move, str], given: str) -> list[Move]:
    """What resembles it and has the same sign."""
    sign = next((letter for letter in given if letter in (TRANCE, WAKE)), "")
    alike = SequenceMatcher(b=given)
    ranked = []
    for word, name in written.items():
        if sign in word or not (sign or TRANCE in word or WAKE in word):
            alike.set_seq1(_plain(name))
            # The quick one is never less, and hundreds of words are alike in nothing.
            if alike.quick_ratio() >= _ALIKE and (likeness := alike.ratio()) >= _ALIKE:
                # A pawn nearly always becomes a queen.
                ranked.append((-likeness, word[-1] != "q", word))
    return [word for *_, word in sorted(ranked)]
