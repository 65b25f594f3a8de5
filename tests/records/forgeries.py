"""How a record may be forged: by hand in its text, and by whoever makes up another and computes all of it anew.

Each takes a record as text, and returns the forged one, or nothing where it does not apply: no choice was hidden there,
nobody shook the dice.

Most are three lines and a name, and all are one list: only side by side does one see which of them is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from games import record as records
from games.chain import brief
from games.chained_record import shaken
from games.core import Seat, Word
from games.dice import Dice
from games.fair import receipt
from games.match import RESIGN, Match
from games.record import Record
from tests.records.__main__ import gathered, said

Forgery: TypeAlias = Callable[[str], str | None]
FORGERIES: Final[dict[str, Forgery]] = {}

HEAD: Final = 5
"""Lines before those of the chain."""


def forgery(forge: Forgery) -> Forgery:
    FORGERIES[forge.__name__] = forge
    return forge


def rows(text: str) -> list[str]:
    return text.split("\n")[:-1]


def text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def begun(text: str) -> int:
    """Where the first word stands."""
    return rows(text).index("begin") + 1


def where(text: str, pattern: str) -> int | None:
    """The first line of the kind, after the head."""
    return next((at for at, row in enumerate(rows(text)) if at >= HEAD and re.fullmatch(pattern, row)), None)


HIDDEN: Final = r"\d+ [^#~]+ # \S+ \S+"
OPEN: Final = r"\d+ [^#!]+"


def dropped(text_: str, at: int | None) -> str | None:
    if at is None:
        return None
    lines = rows(text_)
    return text(lines[:at] + lines[at + 1 :])


def put(text_: str, at: int | None, *lines: str, instead: int = 0) -> str | None:
    if at is None:
        return None
    old = rows(text_)
    return text([*old[:at], *lines, *old[at + instead :]])


def changed(text_: str, pattern: str, by: str | Callable[[re.Match[str]], str]) -> str | None:
    """The first occurrence, in whichever line."""
    new = re.sub(pattern, by, text_, count=1, flags=re.MULTILINE)
    return new if new != text_ else None


def spelt(old: str, new: str) -> Forgery:
    return lambda text_: text_.replace(old, new, 1) if old in text_ else None


def read(text_: str) -> Record:
    return records.read(text_)


def words(text_: str) -> list[tuple[Seat | None, Word]]:
    """Those that counted."""
    return [(line.seat, line.word) for line in read(text_).lines if not line.superseded]


# Cutting


@forgery
def the_last_line_is_cut(text_: str) -> str | None:
    return text(rows(text_)[:-1])


@forgery
def all_words_are_cut(text_: str) -> str | None:
    return text(rows(text_)[: begun(text_)])


@forgery
def half_of_the_words_is_cut(text_: str) -> str | None:
    return text(rows(text_)[: (begun(text_) + len(rows(text_))) // 2])


@forgery
def it_is_cut_before_it_begins(text_: str) -> str | None:
    return text(rows(text_)[: begun(text_) - 1])


@forgery
def it_is_cut_in_its_head(text_: str) -> str | None:
    return text(rows(text_)[:3])


@forgery
def its_last_letter_is_cut(text_: str) -> str | None:
    return text_[:-2] + "\n"


@forgery
def its_last_line_end_is_cut(text_: str) -> str | None:
    return text_[:-1]


@forgery
def nothing_is_left(_: str) -> str | None:
    return ""


# Dropping


@forgery
def the_first_word_is_dropped(text_: str) -> str | None:
    return dropped(text_, begun(text_))


@forgery
def a_word_in_the_middle_is_dropped(text_: str) -> str | None:
    return dropped(text_, (begun(text_) + len(rows(text_))) // 2)


@forgery
def a_hidden_choice_is_dropped(text_: str) -> str | None:
    return dropped(text_, where(text_, HIDDEN))


@forgery
def a_change_of_mind_is_dropped(text_: str) -> str | None:
    return dropped(text_, where(text_, r"\d+ ~ # \S+"))


@forgery
def somebody_never_came(text_: str) -> str | None:
    return dropped(text_, where(text_, r"sit .*"))


@forgery
def the_options_are_dropped(text_: str) -> str | None:
    return dropped(text_, where(text_, r"options .*"))


@forgery
def the_seats_are_dropped(text_: str) -> str | None:
    return dropped(text_, where(text_, r"seats .*"))


@forgery
def the_house_is_dropped(text_: str) -> str | None:
    return dropped(text_, where(text_, r"house .*"))


@forgery
def a_shake_is_dropped(text_: str) -> str | None:
    return dropped(text_, where(text_, r"shook .*"))


@forgery
def the_beginning_is_dropped(text_: str) -> str | None:
    return dropped(text_, begun(text_) - 1)


# Swapping and doubling


@forgery
def the_last_line_is_there_twice(text_: str) -> str | None:
    return text_ + rows(text_)[-1] + "\n"


@forgery
def the_first_word_is_there_twice(text_: str) -> str | None:
    return put(text_, begun(text_), rows(text_)[begun(text_)])


@forgery
def the_options_are_there_twice(text_: str) -> str | None:
    return put(text_, HEAD, rows(text_)[HEAD])


@forgery
def a_key_of_the_head_is_there_twice(text_: str) -> str | None:
    return put(text_, 2, rows(text_)[1])


@forgery
def two_of_one_step_change_places(text_: str) -> str | None:
    at = where(text_, HIDDEN)
    if at is None or not re.fullmatch(HIDDEN, rows(text_)[at + 1]):
        return None
    return put(text_, at, rows(text_)[at + 1], rows(text_)[at], instead=2)


@forgery
def two_who_came_change_places(text_: str) -> str | None:
    one, other = "sit 1 1001", "sit 2 1002"
    return put(text_, where(text_, one), "sit 1 1002", "sit 2 1001", instead=2) if f"\n{other}\n" in text_ else None


@forgery
def the_first_and_the_last_word_change_places(text_: str) -> str | None:
    lines = rows(text_)
    lines[begun(text_)], lines[-1] = lines[-1], lines[begun(text_)]
    return text(lines)


@forgery
def the_head_is_in_another_order(text_: str) -> str | None:
    lines = rows(text_)
    return text([lines[0], lines[2], lines[1], *lines[3:]])


# Inventing


@forgery
def it_is_resigned_early(text_: str) -> str | None:
    return text([*rows(text_)[: begun(text_) + 2], "0 !resign"])


@forgery
def it_is_resigned_after_its_end(text_: str) -> str | None:
    return text_ + "0 !resign\n"


@forgery
def its_time_runs_out_early(text_: str) -> str | None:
    return text([*rows(text_)[: begun(text_) + 2], "- !time"])


@forgery
def a_draw_is_agreed_early(text_: str) -> str | None:
    agreed = [f"{seat} !agree" for seat in range(1, read(text_).seats)]
    return text([*rows(text_)[: begun(text_)], "0 !offer", *agreed])


@forgery
def somebody_changed_their_mind(text_: str) -> str | None:
    at = where(text_, HIDDEN)
    return put(text_, at, f"{rows(text_)[at or 0].split()[0]} ~ # {shaken('invented')}")


@forgery
def another_receipt_was_superseded(text_: str) -> str | None:
    return changed(text_, r"~ # \S+", f"~ # {shaken('invented')}")


@forgery
def somebody_shook_the_dice(text_: str) -> str | None:
    return put(text_, where(text_, "house .*|begin"), f"shook 1 {shaken('invented')}")


@forgery
def somebody_shook_them_with_another_line(text_: str) -> str | None:
    return changed(text_, r"^(shook 1) \S+", rf"\1 {shaken('invented')}")


@forgery
def the_house_sits_elsewhere(text_: str) -> str | None:
    taken = re.findall(r"^house (\d+)", text_, re.MULTILINE)
    return changed(text_, r"^house .*", f"house {(int(taken[0]) + 1) % 2}") if taken else None


@forgery
def the_house_sits_where_somebody_did(text_: str) -> str | None:
    return put(text_, begun(text_) - 1, "house 0") if "\nhouse " not in text_ else None


# Other words, salts and receipts


def _another(text_: str, pattern: str) -> tuple[int, str, Match, Word] | None:
    """A line of this kind that could have said something else: where, whose, when and what."""
    record = read(text_)
    places = {line.number: line for line in record.lines}
    before: Match | None = None
    for line, match in records.matches(record):
        if line and before and re.fullmatch(pattern, str(places[line.number])) and line.seat is not None:
            others = [word for word in before.legal(line.seat) if word != line.word]
            if others:
                return line.number - 1, str(places[line.number]), before, others[0]
        before = match
    return None


@forgery
def somebody_said_something_else(text_: str) -> str | None:
    found = _another(text_, OPEN)
    return put(text_, found[0], f"{found[1].split()[0]} {' '.join(found[3])}", instead=1) if found else None


@forgery
def somebody_chose_something_else(text_: str) -> str | None:
    found = _another(text_, HIDDEN)
    if not found:
        return None
    at, was, _, word = found
    return put(text_, at, f"{was.split()[0]} {' '.join(word)} #{was.partition('#')[2]}", instead=1)


def _salted(text_: str, salt: bytes | None, *, other: bool) -> str | None:
    found = _another(text_, HIDDEN)
    if not found:
        return None
    at, was, match, word = found
    seat, *said_ = was.partition(" #")[0].split()
    told = word if other else tuple(said_)
    its = match.chance.salt(match.step + 1, int(seat), 1) if salt is None else salt
    made = receipt(its, read(text_).id, match.step + 1, int(seat), told)
    return put(text_, at, f"{seat} {' '.join(told)} # {its.hex()} {made}", instead=1)


@forgery
def somebody_chose_something_else_with_its_receipt(text_: str) -> str | None:
    return _salted(text_, None, other=True)


@forgery
def a_salt_is_another_and_its_receipt_is_not(text_: str) -> str | None:
    """Of a hidden choice the chain has the receipt only."""
    return changed(text_, r"# [0-9a-f]{32} ", f"# {'0' * 32} ")


@forgery
def a_salt_is_of_ones_own(text_: str) -> str | None:
    return _salted(text_, bytes(16), other=False)


@forgery
def a_salt_is_of_ones_own_and_so_is_the_choice(text_: str) -> str | None:
    return _salted(text_, bytes(16), other=True)


@forgery
def a_receipt_is_left_out(text_: str) -> str | None:
    return changed(text_, r"^(\d+ [^#~]+?) # .*", r"\1")


@forgery
def all_receipts_are_left_out(text_: str) -> str | None:
    new = re.sub(r"^(\d+ [^#~]+?) # .*", r"\1", text_, flags=re.MULTILINE)
    return new if new != text_ else None


@forgery
def a_receipt_is_of_another_match(text_: str) -> str | None:
    other = str(said(replace(read(text_), id="1"), words(text_)))
    at = where(text_, HIDDEN)
    return None if at is None else changed(text_, re.escape(rows(text_)[at]), rows(other)[where(other, HIDDEN) or 0])


@forgery
def all_receipts_are_of_another_match(text_: str) -> str | None:
    other = str(said(replace(read(text_), id="1"), words(text_)))
    return text([*rows(text_)[: begun(text_)], *rows(other)[begun(other) :]]) if where(text_, HIDDEN) else None


@forgery
def an_open_word_has_a_receipt(text_: str) -> str | None:
    at = where(text_, OPEN)
    return None if at is None else put(text_, at, f"{rows(text_)[at]} # {'0' * 32} {brief(bytes(32))}", instead=1)


@forgery
def somebody_else_said_it(text_: str) -> str | None:
    seats = read(text_).seats
    at = begun(text_)
    seat, _, rest = rows(text_)[at].partition(" ")
    return put(text_, at, f"{(int(seat) + 1) % seats} {rest}", instead=1)


# Restamping


@forgery
def it_is_of_another_id(text_: str) -> str | None:
    return changed(text_, r"^id .*", "id 1")


@forgery
def it_has_another_seed(text_: str) -> str | None:
    return changed(text_, r"^seed ..", "seed 00")


@forgery
def it_is_another_game(text_: str) -> str | None:
    return changed(text_, r"^game .*", "game " + ("schnick" if "game schnick" not in text_ else "schamanen"))


@forgery
def it_is_another_edition(text_: str) -> str | None:
    return changed(text_, r"^edition .*", "edition 99")


@forgery
def somebody_came_by_another_id(text_: str) -> str | None:
    return changed(text_, r"^sit 1 \d+", "sit 1 7")


@forgery
def there_were_more_seats(text_: str) -> str | None:
    return changed(text_, r"^seats (\d)", lambda it: f"seats {int(it[1]) + 1}")


@forgery
def it_has_no_chain(text_: str) -> str | None:
    """A plain record needs no proof."""
    plain = replace(read(text_), before=(), lines=tuple(it for it in read(text_).lines if not it.superseded))
    return str(plain)


@forgery
def it_has_the_line_of_a_plain_record(text_: str) -> str | None:
    return put(text_, begun(text_), "---")


@forgery
def it_ends_with_the_line_of_a_plain_record(text_: str) -> str | None:
    return text_ + "---\n"


@forgery
def all_of_it_is_of_another_id(text_: str) -> str | None:
    return str(said(replace(read(text_), id="1"), words(text_)))


@forgery
def all_of_it_has_other_words(text_: str) -> str | None:
    """Whoever lost resigns at once, and everything is computed anew."""
    return str(said(replace(read(text_), lines=()), [(seat, RESIGN) for seat in range(read(text_).seats - 1)]))


@forgery
def all_of_it_is_resigned_early(text_: str) -> str | None:
    record = read(text_)
    told = words(text_)[:1]
    left = set(range(record.seats)) - {told[0][0]}
    return str(said(replace(record, lines=()), [*told, *((seat, RESIGN) for seat in sorted(left))]))


@forgery
def all_of_it_has_a_nonce_that_was_looked_for(text_: str) -> str | None:
    record = read(text_)
    other = gathered(record.game, record.options, record.seats, came=record.seats, seed=bytes(32))
    return str(said(replace(other, id=record.id), [(seat, RESIGN) for seat in range(record.seats - 1)]))


@forgery
def all_of_it_is_invented(text_: str) -> str | None:
    """Another match of the same name, by other dice."""
    record = read(text_)
    seed = bytes(range(32))
    other = replace(gathered(record.game, record.options, record.seats, came=record.seats, seed=seed), id=record.id)
    match = records.replayed(other)
    told: list[tuple[Seat | None, Word]] = []
    while not match.result and len(told) < 30:
        seat = min(match.waiting)
        told.append((seat, Dice(bytes([len(told)])).choice(match.legal(seat))))
        match = match.said(*told[-1])
    told += [(seat, RESIGN) for seat in range(record.seats) if not match.result]
    return str(said(other, told[: None if match.result else -1]))


@forgery
def a_choice_was_thought_over_afterwards(text_: str) -> str | None:
    """And everything after it computed anew."""
    at = where(text_, HIDDEN)
    if at is None:
        return None
    told: list[tuple[Seat | None, Word]] = []
    for line in read(text_).lines:
        told += [(line.seat, line.word)] * (0 if line.superseded else 2 if line.number == at + 1 else 1)
    return str(said(read(text_), told))


# Spelling

FORGERIES["a letter looks alike"] = spelt("begin", "beg\u0456n")
FORGERIES["a letter of a word looks alike"] = lambda it: changed(it, r"^(\d+ [a-z]*?)e", "\\1\u0435")
FORGERIES["a digit looks alike"] = spelt("\nsit 1", "\nsit \uff11")
FORGERIES["a seat looks alike"] = lambda it: changed(it, r"^0 ", "\uff10 ")
FORGERIES["a blank looks alike"] = spelt("seats ", "seats\u00a0")
FORGERIES["a blank of a word looks alike"] = lambda it: changed(it, r"^(\d) ", "\\1\u2003")
FORGERIES["a blank is a tab"] = lambda it: changed(it, r"^(\d) ", "\\1\t")
FORGERIES["a blank is two"] = lambda it: changed(it, r"^(\d) ", r"\1  ")
FORGERIES["a line ends with a blank"] = lambda it: changed(it, r"^(\d .*)$", r"\1 ")
FORGERIES["a line begins with a blank"] = lambda it: changed(it, r"^(\d .*)$", r" \1")
FORGERIES["lines end as in the eighties"] = lambda it: it.replace("\n", "\r\n")
FORGERIES["one line ends as in the eighties"] = spelt("begin\n", "begin\r\n")
FORGERIES["lines end with a carriage return"] = lambda it: it.replace("\n", "\r")
FORGERIES["a line ends with another separator"] = spelt("begin\n", "begin\u2028")
FORGERIES["something invisible stands before it"] = lambda it: "\ufeff" + it
FORGERIES["something invisible stands in it"] = spelt("begin", "be\u200bgin")
FORGERIES["an empty line stands in it"] = spelt("begin\n", "begin\n\n")
FORGERIES["an empty line stands at its end"] = lambda it: it + "\n"
FORGERIES["a remark stands in it"] = spelt("begin\n", "begin\n# nothing\n")
FORGERIES["a remark stands before it"] = lambda it: "# nothing\n" + it
FORGERIES["nothing printable stands at its end"] = lambda it: it + "\0\n"
FORGERIES["a word is in capitals"] = lambda it: changed(it, r"^\d !?[a-z]+", lambda found: found[0].upper())
FORGERIES["a seed is in capitals"] = lambda it: changed(it, r"^seed .*", lambda found: f"seed {found[0][5:].upper()}")
FORGERIES["a salt is in capitals"] = lambda it: changed(it, r"# [0-9a-f]{32} ", lambda found: found[0].upper())
FORGERIES["a seat has a zero before it"] = lambda it: changed(it, r"^(\d) ", r"0\1 ")
FORGERIES["a seat has a sign"] = lambda it: changed(it, r"^(\d) ", r"+\1 ")
FORGERIES["a number has a zero before it"] = spelt("sit 1 ", "sit 1 0")
FORGERIES["an id has a zero before it"] = spelt("\nid ", "\nid 0")
FORGERIES["options have a blank"] = lambda it: changed(it, r"^options \{(.*)\}", r"options { \1}")
FORGERIES["options have another key"] = lambda it: changed(it, r"^options \{\}", 'options {"colour":"red"}')
FORGERIES["options say what is usual"] = lambda it: changed(
    it, r"^options \{.*", f"options {read(it).options.model_dump_json()}"
)
FORGERIES["a hash has its sign of the end"] = lambda it: changed(it, r"(# \S+ \S{43})$", r"\1=")
FORGERIES["a hash has a last letter that means the same"] = lambda it: changed(
    it, r"(# \S+ \S{42})(\S)$", lambda found: found[1] + chr(ord(found[2]) + 1)
)
