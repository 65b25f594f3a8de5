"""Every way to forge a record: by hand in its text, or by computing another record anew.

Each function takes the text of a record and returns the forged one, or None where the record has nothing of that kind:
no hidden choice, or nobody who shook the dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from games import record as records
from games.chain import encode_hash
from games.chained_record import hash_player_seed
from games.core import Move, Seat
from games.dice import Dice
from games.fairness import compute_commitment
from games.match import RESIGN, Match
from games.record import Record, parse_record
from tests.records.__main__ import gathered, said
from tests.records.ending import replay_to_end

Forgery: TypeAlias = Callable[[str], str | None]
Told: TypeAlias = list[tuple[Seat | None, Move]]

HEAD: Final = 5
"""Lines before those of the chain."""
HIDDEN: Final = r"\d+ [^#~]+ # \S+ \S+"
OPEN: Final = r"\d+ [^#!]+"
INVENTED: Final = hash_player_seed("invented")


def rows(record: str) -> list[str]:
    return record.split("\n")[:-1]


def text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def first_word(record: str) -> int:
    """Return the index of the first line of the match itself."""
    return rows(record).index("begin") + 1


def middle(record: str) -> int:
    return (first_word(record) + len(rows(record))) // 2


def find(record: str, pattern: str) -> int | None:
    """Return the index of the first such line after the head."""
    return next((at for at, row in enumerate(rows(record)) if at >= HEAD and re.fullmatch(pattern, row)), None)


def put(record: str, at: int | None, *lines: str, instead: int = 0) -> str | None:
    """Insert lines before this one, in the place of as many as `instead` says."""
    if at is None:
        return None
    old = rows(record)
    return text([*old[:at], *lines, *old[at + instead :]])


def drop(pattern: str) -> Forgery:
    """Leave out the first such line."""
    return lambda it: put(it, find(it, pattern), instead=1)


def change(pattern: str, by: str | Callable[[re.Match[str]], str], count: int = 1) -> Forgery:
    """Change the first occurrence of a pattern, in whichever line; with a count of 0 all of them."""

    def forge(record: str) -> str | None:
        new = re.sub(pattern, by, record, count=count, flags=re.MULTILINE)
        return new if new != record else None

    return forge


def swap(old: str, new: str) -> Forgery:
    return change(re.escape(old), lambda _: new)


def list_words(record: str) -> Told:
    """Return the words that counted."""
    return [(line.seat, line.move) for line in parse_record(record).lines if not line.is_superseded]


def remake(record: Record, words: Told) -> str:
    """Compute all of it anew, with these words."""
    return str(said(replace(record, lines=()), words))


def change_id(record: str) -> str:
    return remake(replace(parse_record(record), id="1"), list_words(record))


# Forgeries that need more than a line


def double_options(record: str) -> str | None:
    return put(record, HEAD, rows(record)[HEAD])


def swap_hidden_words(record: str) -> str | None:
    at = find(record, HIDDEN)
    if at is None or not re.fullmatch(HIDDEN, rows(record)[at + 1]):
        return None
    return put(record, at, rows(record)[at + 1], rows(record)[at], instead=2)


def swap_people(record: str) -> str | None:
    if "\nsit 2 1002\n" not in record:
        return None
    return put(record, find(record, "sit 1 1001"), "sit 1 1002", "sit 2 1001", instead=2)


def swap_first_and_last_word(record: str) -> str:
    lines, first = rows(record), first_word(record)
    lines[first], lines[-1] = lines[-1], lines[first]
    return text(lines)


def reorder_head(record: str) -> str:
    lines = rows(record)
    return text([lines[0], lines[2], lines[1], *lines[3:]])


def agree_early(record: str) -> str:
    agreed = [f"{seat} !agree" for seat in range(1, parse_record(record).seats)]
    return text([*rows(record)[: first_word(record)], "0 !offer", *agreed])


def add_change_of_mind(record: str) -> str | None:
    at = find(record, HIDDEN)
    return put(record, at, f"{rows(record)[at or 0].split()[0]} ~ # {INVENTED}")


def move_house(record: str) -> str | None:
    taken = re.findall(r"^house (\d+)", record, re.MULTILINE)
    return change(r"^house .*", f"house {(int(taken[0]) + 1) % 2}")(record) if taken else None


def find_other_word(record: str, pattern: str) -> tuple[int, str, Match, Move] | None:
    """Return a line of this kind that could have said another word: its index, text, match and that word."""
    parsed = parse_record(record)
    before: Match | None = None
    for line, engine in records.replay_positions(parsed):
        if (
            line
            and before
            and line.seat is not None
            and re.fullmatch(pattern, written := rows(record)[line.number - 1])
        ):
            for word in before.legal_moves(line.seat):
                if word != line.move:
                    return line.number - 1, written, before, word
        before = engine
    return None


def say_other_word(pattern: str) -> Forgery:
    """Change the word of such a line, and leave its salt and receipt."""

    def forge(record: str) -> str | None:
        if not (found := find_other_word(record, pattern)):
            return None
        at, was, _, word = found
        _, mark, rest = was.partition(" #")
        return put(record, at, f"{was.split()[0]} {' '.join(word)}{mark}{rest}", instead=1)

    return forge


def seal_anew(*, own_salt: bool, other_word: bool) -> Forgery:
    """Change the salt or the word of a hidden choice, with the receipt that fits."""

    def forge(record: str) -> str | None:
        if not (found := find_other_word(record, HIDDEN)):
            return None
        at, was, engine, other = found
        seat, *word = was.partition(" #")[0].split()
        chosen = other if other_word else tuple(word)
        salt = bytes(16) if own_salt else engine.chance.derive_salt(engine.step + 1, int(seat), 1)
        made = compute_commitment(salt, parse_record(record).id, engine.step + 1, int(seat), chosen)
        return put(record, at, f"{seat} {' '.join(chosen)} # {salt.hex()} {made}", instead=1)

    return forge


def take_receipt_of_another_match(record: str) -> str | None:
    at, other = find(record, HIDDEN), change_id(record)
    return None if at is None else put(record, at, rows(other)[find(other, HIDDEN) or 0], instead=1)


def take_all_receipts_of_another_match(record: str) -> str | None:
    other = change_id(record)
    head = rows(record)[: first_word(record)]
    return text([*head, *rows(other)[first_word(other) :]]) if find(record, HIDDEN) else None


def seal_open_word(record: str) -> str | None:
    at = find(record, OPEN)
    return (
        None if at is None else put(record, at, f"{rows(record)[at]} # {'0' * 32} {encode_hash(bytes(32))}", instead=1)
    )


def change_speaker(record: str) -> str | None:
    seat, _, rest = rows(record)[at := first_word(record)].partition(" ")
    return put(record, at, f"{(int(seat) + 1) % parse_record(record).seats} {rest}", instead=1)


def resign_all(seats: int) -> Told:
    return [(seat, RESIGN) for seat in range(seats - 1)]


def resign_after_first_word(record: str) -> str:
    first, seats = list_words(record)[0], range(parse_record(record).seats)
    return remake(parse_record(record), [first, *((seat, RESIGN) for seat in seats if seat != first[0])])


def choose_nonce(record: str) -> str:
    old = parse_record(record)
    other = gathered(old.game, old.options, old.seats, came=old.seats, seed=bytes(32))
    return remake(replace(other, id=old.id), resign_all(old.seats))


def invent_match(record: str) -> str:
    """Play another match of the same name by other dice."""
    old = parse_record(record)
    other = gathered(old.game, old.options, old.seats, came=old.seats, seed=bytes(range(32)))
    engine = replay_to_end(replace(other, id=old.id))
    told: Told = []
    while not engine.result and len(told) < 30:
        seat = min(engine.to_move)
        told.append((seat, Dice(bytes([len(told)])).choose(engine.legal_moves(seat))))
        engine = engine.play_move(*told[-1])
    return remake(replace(other, id=old.id), told if engine.result else told + resign_all(old.seats))


def add_change_of_mind_and_remake(record: str) -> str | None:
    at = find(record, HIDDEN)
    if at is None:
        return None
    told: Told = []
    for line in parse_record(record).lines:
        told += [(line.seat, line.move)] * (0 if line.is_superseded else 2 if line.number == at + 1 else 1)
    return remake(parse_record(record), told)


def remove_chain(record: str) -> str:
    """Make a plain record, which needs no proof."""
    return str(
        replace(
            parse_record(record),
            lobby_lines=(),
            lines=tuple(it for it in parse_record(record).lines if not it.is_superseded),
        )
    )


def name_other_game(record: str) -> str | None:
    return change(r"^game .*", "game " + ("schnick" if "game schnick" not in record else "schamanen"))(record)


CHANGES: Final[dict[str, Forgery]] = {
    # Cut
    "the last line is cut": lambda it: text(rows(it)[:-1]),
    "all words are cut": lambda it: text(rows(it)[: first_word(it)]),
    "half of the words is cut": lambda it: text(rows(it)[: middle(it)]),
    "it is cut before it begins": lambda it: text(rows(it)[: first_word(it) - 1]),
    "it is cut in its head": lambda it: text(rows(it)[:3]),
    "its last letter is cut": lambda it: it[:-2] + "\n",
    "its last line end is cut": lambda it: it[:-1],
    "nothing is left": lambda _: "",
    # Left out
    "the first word is left out": lambda it: put(it, first_word(it), instead=1),
    "a word in the middle is left out": lambda it: put(it, middle(it), instead=1),
    "a hidden choice is left out": drop(HIDDEN),
    "a change of mind is left out": drop(r"\d+ ~ # \S+"),
    "a person is left out": drop(r"sit .*"),
    "the options are left out": drop(r"options .*"),
    "the seats are left out": drop(r"seats .*"),
    "the house is left out": drop(r"house .*"),
    "a shake is left out": drop(r"shook .*"),
    "the beginning is left out": drop("begin"),
    # Doubled or swapped
    "the last line is there twice": lambda it: it + rows(it)[-1] + "\n",
    "the first word is there twice": lambda it: put(it, first_word(it), rows(it)[first_word(it)]),
    "the options are there twice": double_options,
    "a key of the head is there twice": lambda it: put(it, 2, rows(it)[1]),
    "two words of one step are swapped": swap_hidden_words,
    "two people are swapped": swap_people,
    "the first and the last word are swapped": swap_first_and_last_word,
    "the head is in another order": reorder_head,
    # Added
    "it is resigned early": lambda it: text([*rows(it)[: first_word(it) + 2], "0 !resign"]),
    "it is resigned after its end": lambda it: it + "0 !resign\n",
    "its time runs out early": lambda it: text([*rows(it)[: first_word(it) + 2], "- !time"]),
    "a draw is agreed early": agree_early,
    "a change of mind is added": add_change_of_mind,
    "another receipt was superseded": change(r"~ # \S+", f"~ # {INVENTED}"),
    "a shake is added": lambda it: put(it, find(it, "house .*|begin"), f"shook 1 {INVENTED}"),
    "a shake is another": change(r"^(shook 1) \S+", rf"\1 {INVENTED}"),
    "the house sits elsewhere": move_house,
    "the house has a person's seat": lambda it: None if "\nhouse " in it else put(it, first_word(it) - 1, "house 0"),
    # Other words, salts and receipts
    "an open word is another": say_other_word(OPEN),
    "a hidden word is another": say_other_word(HIDDEN),
    "a hidden word is another, with its receipt": seal_anew(own_salt=False, other_word=True),
    # Of a hidden choice the chain has the receipt only.
    "a salt is another and its receipt is not": change(r"# [0-9a-f]{32} ", f"# {'0' * 32} "),
    "a salt is chosen": seal_anew(own_salt=True, other_word=False),
    "a salt and a word are chosen": seal_anew(own_salt=True, other_word=True),
    "a receipt is left out": change(r"^(\d+ [^#~]+?) # .*", r"\1"),
    "all receipts are left out": change(r"^(\d+ [^#~]+?) # .*", r"\1", count=0),
    "a receipt is of another match": take_receipt_of_another_match,
    "all receipts are of another match": take_all_receipts_of_another_match,
    "an open word has a receipt": seal_open_word,
    "the first word is somebody else's": change_speaker,
    # Another head
    "its id is another": change(r"^id .*", "id 1"),
    "its seed is another": change(r"^seed ..", "seed 00"),
    "its game is another": name_other_game,
    "its edition is another": change(r"^edition .*", "edition 99"),
    "the id of a person is another": change(r"^sit 1 \d+", "sit 1 7"),
    "its seats are more": change(r"^seats (\d)", lambda it: f"seats {int(it[1]) + 1}"),
    "its chain is left out": remove_chain,
    "it has the line of a plain record": lambda it: put(it, first_word(it), "---"),
    "it ends with the line of a plain record": lambda it: it + "---\n",
    # Computed anew
    "all of it has another id": change_id,
    "all of it has other words": lambda it: remake(parse_record(it), resign_all(parse_record(it).seats)),
    "all of it is resigned early": resign_after_first_word,
    "all of it has chosen nonces": choose_nonce,
    "all of it is invented": invent_match,
    "a change of mind is added, and all computed anew": add_change_of_mind_and_remake,
}
SPELLINGS: Final[dict[str, Forgery]] = {
    "a letter looks alike": swap("begin", "beg\u0456n"),
    "a letter of a word looks alike": change(r"^(\d+ [a-z]*?)e", "\\1\u0435"),
    "a digit looks alike": swap("\nsit 1", "\nsit \uff11"),
    "a seat looks alike": change(r"^0 ", "\uff10 "),
    "a blank looks alike": swap("seats ", "seats\u00a0"),
    "a blank of a word looks alike": change(r"^(\d) ", "\\1\u2003"),
    "a blank is a tab": change(r"^(\d) ", "\\1\t"),
    "a blank is two": change(r"^(\d) ", r"\1  "),
    "a line ends with a blank": change(r"^(\d .*)$", r"\1 "),
    "a line begins with a blank": change(r"^(\d .*)$", r" \1"),
    "lines end as in the eighties": lambda it: it.replace("\n", "\r\n"),
    "one line ends as in the eighties": swap("begin\n", "begin\r\n"),
    "lines end with a carriage return": lambda it: it.replace("\n", "\r"),
    "a line ends with another separator": swap("begin\n", "begin\u2028"),
    "something invisible stands before it": lambda it: "\ufeff" + it,
    "something invisible stands in it": swap("begin", "be\u200bgin"),
    "an empty line stands in it": swap("begin\n", "begin\n\n"),
    "an empty line stands at its end": lambda it: it + "\n",
    "a remark stands in it": swap("begin\n", "begin\n# nothing\n"),
    "a remark stands before it": lambda it: "# nothing\n" + it,
    "nothing printable stands at its end": lambda it: it + "\0\n",
    "a word is in capitals": change(r"^\d !?[a-z]+", lambda found: found[0].upper()),
    "a seed is in capitals": change(r"^seed .*", lambda found: f"seed {found[0][5:].upper()}"),
    "a salt is in capitals": change(r"# [0-9a-f]{32} ", lambda found: found[0].upper()),
    "a seat has a zero before it": change(r"^(\d) ", r"0\1 "),
    "a seat has a sign": change(r"^(\d) ", r"+\1 "),
    "a number has a zero before it": swap("sit 1 ", "sit 1 0"),
    "an id has a zero before it": swap("\nid ", "\nid 0"),
    "options have a blank": change(r"^options \{(.*)\}", r"options { \1}"),
    "options have another key": change(r"^options \{\}", 'options {"color":"red"}'),
    "options say what is usual": lambda it: change(
        r"^options \{.*", f"options {parse_record(it).options.model_dump_json()}"
    )(it),
    "a hash has its sign of the end": change(r"(# \S+ \S{43})$", r"\1="),
    "a hash has a last letter that means the same": change(
        r"(# \S+ \S{42})(\S)$", lambda found: found[1] + chr(ord(found[2]) + 1)
    ),
}
FORGERIES: Final = CHANGES | SPELLINGS
