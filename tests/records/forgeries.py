"""Ways to forge a record by editing its text or by computing another record.

A forgery is a function from the text of a record to a forged text. The result is None for a record that cannot be
forged in this way, for example because it has no hidden choice.
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
from tests.records.__main__ import add_moves, make_lobby_record
from tests.records.endings import replay_record

Forgery: TypeAlias = Callable[[str], str | None]
RecordedMoves: TypeAlias = list[tuple[Seat | None, Move]]

HEAD_LINE_COUNT: Final = 5
"""The number of lines before the first chained line."""
HIDDEN_LINE_PATTERN: Final = r"\d+ [^#~]+ # \S+ \S+"
OPEN_LINE_PATTERN: Final = r"\d+ [^#!]+"
INVENTED_SEED_HASH: Final = hash_player_seed("invented")


def split_lines(record: str) -> list[str]:
    return record.split("\n")[:-1]


def join_lines(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def find_first_move_line(record: str) -> int:
    """Return the index of the first line after `begin`."""
    return split_lines(record).index("begin") + 1


def find_middle_line(record: str) -> int:
    return (find_first_move_line(record) + len(split_lines(record))) // 2


def find_line(record: str, pattern: str) -> int | None:
    """Return the index of the first line after the head that matches a pattern, or None."""
    return next(
        (
            index
            for index, line in enumerate(split_lines(record))
            if index >= HEAD_LINE_COUNT and re.fullmatch(pattern, line)
        ),
        None,
    )


def replace_lines(record: str, index: int | None, *lines: str, removed: int = 0) -> str | None:
    """Return the record with `removed` lines at `index` replaced by new lines, or None if `index` is None."""
    if index is None:
        return None
    old = split_lines(record)
    return join_lines([*old[:index], *lines, *old[index + removed :]])


def drop_line(pattern: str) -> Forgery:
    """Return a forgery that removes the first line that matches a pattern."""
    return lambda it: replace_lines(it, find_line(it, pattern), removed=1)


def replace_pattern(pattern: str, replacement: str | Callable[[re.Match[str]], str], count: int = 1) -> Forgery:
    """Return a forgery that replaces the first `count` matches of a pattern, or all matches if `count` is 0."""

    def forge(record: str) -> str | None:
        new = re.sub(pattern, replacement, record, count=count, flags=re.MULTILINE)
        return new if new != record else None

    return forge


def replace_text(old: str, new: str) -> Forgery:
    return replace_pattern(re.escape(old), lambda _: new)


def list_moves(record: str) -> RecordedMoves:
    """Return the moves that count, without superseded choices."""
    return [(line.seat, line.move) for line in parse_record(record).lines if not line.is_superseded]


def rebuild_record(record: Record, moves: RecordedMoves) -> str:
    """Return the text of a record with these moves and newly computed commitments."""
    return str(add_moves(replace(record, lines=()), moves))


def change_id(record: str) -> str:
    return rebuild_record(replace(parse_record(record), id="1"), list_moves(record))


# Forgeries that need a function of their own


def double_options(record: str) -> str | None:
    return replace_lines(record, HEAD_LINE_COUNT, split_lines(record)[HEAD_LINE_COUNT])


def swap_hidden_moves(record: str) -> str | None:
    index = find_line(record, HIDDEN_LINE_PATTERN)
    if index is None or not re.fullmatch(HIDDEN_LINE_PATTERN, split_lines(record)[index + 1]):
        return None
    return replace_lines(record, index, split_lines(record)[index + 1], split_lines(record)[index], removed=2)


def swap_people(record: str) -> str | None:
    if "\nsit 2 1002\n" not in record:
        return None
    return replace_lines(record, find_line(record, "sit 1 1001"), "sit 1 1002", "sit 2 1001", removed=2)


def swap_first_and_last_move(record: str) -> str:
    lines, first = split_lines(record), find_first_move_line(record)
    lines[first], lines[-1] = lines[-1], lines[first]
    return join_lines(lines)


def reorder_head(record: str) -> str:
    lines = split_lines(record)
    return join_lines([lines[0], lines[2], lines[1], *lines[3:]])


def agree_early(record: str) -> str:
    agreements = [f"{seat} !agree" for seat in range(1, parse_record(record).seats)]
    return join_lines([*split_lines(record)[: find_first_move_line(record)], "0 !offer", *agreements])


def add_revised_choice(record: str) -> str | None:
    index = find_line(record, HIDDEN_LINE_PATTERN)
    return replace_lines(record, index, f"{split_lines(record)[index or 0].split()[0]} ~ # {INVENTED_SEED_HASH}")


def move_ai_seat(record: str) -> str | None:
    ai_seats = re.findall(r"^house (\d+)", record, re.MULTILINE)
    return replace_pattern(r"^house .*", f"house {(int(ai_seats[0]) + 1) % 2}")(record) if ai_seats else None


def find_other_move(record: str, pattern: str) -> tuple[int, str, Match, Move] | None:
    """Find a matching line for which there is another legal move.

    Return the index and text of the line, the match before the line, and the other move.
    """
    parsed = parse_record(record)
    before: Match | None = None
    for line, match in records.replay_positions(parsed):
        if (
            line
            and before
            and line.seat is not None
            and re.fullmatch(pattern, line_text := split_lines(record)[line.number - 1])
        ):
            for move in before.legal_moves(line.seat):
                if move != line.move:
                    return line.number - 1, line_text, before, move
        before = match
    return None


def forge_other_move(pattern: str) -> Forgery:
    """Return a forgery that changes the move of a matching line but keeps its salt and commitment."""

    def forge(record: str) -> str | None:
        if not (change := find_other_move(record, pattern)):
            return None
        index, old_line, _, move = change
        _, commitment_mark, rest = old_line.partition(" #")
        return replace_lines(record, index, f"{old_line.split()[0]} {' '.join(move)}{commitment_mark}{rest}", removed=1)

    return forge


def reseal_choice(*, own_salt: bool, other_move: bool) -> Forgery:
    """Return a forgery that changes the salt or move of a hidden choice, with a new commitment that fits both."""

    def forge(record: str) -> str | None:
        if not (change := find_other_move(record, HIDDEN_LINE_PATTERN)):
            return None
        index, old_line, match, other = change
        seat, *move = old_line.partition(" #")[0].split()
        chosen = other if other_move else tuple(move)
        salt = bytes(16) if own_salt else match.chance.derive_salt(match.step + 1, int(seat), 1)
        commitment = compute_commitment(salt, parse_record(record).id, match.step + 1, int(seat), chosen)
        return replace_lines(record, index, f"{seat} {' '.join(chosen)} # {salt.hex()} {commitment}", removed=1)

    return forge


def take_commitment_of_another_match(record: str) -> str | None:
    index, other = find_line(record, HIDDEN_LINE_PATTERN), change_id(record)
    return (
        None
        if index is None
        else replace_lines(record, index, split_lines(other)[find_line(other, HIDDEN_LINE_PATTERN) or 0], removed=1)
    )


def take_all_commitments_of_another_match(record: str) -> str | None:
    other = change_id(record)
    head = split_lines(record)[: find_first_move_line(record)]
    return (
        join_lines([*head, *split_lines(other)[find_first_move_line(other) :]])
        if find_line(record, HIDDEN_LINE_PATTERN)
        else None
    )


def seal_open_move(record: str) -> str | None:
    index = find_line(record, OPEN_LINE_PATTERN)
    return (
        None
        if index is None
        else replace_lines(
            record, index, f"{split_lines(record)[index]} # {'0' * 32} {encode_hash(bytes(32))}", removed=1
        )
    )


def change_seat_of_move(record: str) -> str | None:
    seat, _, rest = split_lines(record)[index := find_first_move_line(record)].partition(" ")
    return replace_lines(record, index, f"{(int(seat) + 1) % parse_record(record).seats} {rest}", removed=1)


def resign_all(seats: int) -> RecordedMoves:
    return [(seat, RESIGN) for seat in range(seats - 1)]


def resign_after_first_move(record: str) -> str:
    first, seats = list_moves(record)[0], range(parse_record(record).seats)
    return rebuild_record(parse_record(record), [first, *((seat, RESIGN) for seat in seats if seat != first[0])])


def choose_nonce(record: str) -> str:
    old = parse_record(record)
    other = make_lobby_record(old.game, old.options, old.seats, joined_count=old.seats, seed=bytes(32))
    return rebuild_record(replace(other, id=old.id), resign_all(old.seats))


def invent_match_of_same_id(record: str) -> str:
    """Return the record of a different match with the same ID and other dice."""
    old = parse_record(record)
    other = make_lobby_record(old.game, old.options, old.seats, joined_count=old.seats, seed=bytes(range(32)))
    match = replay_record(replace(other, id=old.id))
    moves: RecordedMoves = []
    while not match.result and len(moves) < 30:
        seat = min(match.to_move)
        moves.append((seat, Dice(bytes([len(moves)])).choose(match.legal_moves(seat))))
        match = match.play_move(*moves[-1])
    return rebuild_record(replace(other, id=old.id), moves if match.result else moves + resign_all(old.seats))


def add_revised_choice_and_rebuild(record: str) -> str | None:
    index = find_line(record, HIDDEN_LINE_PATTERN)
    if index is None:
        return None
    moves: RecordedMoves = []
    for line in parse_record(record).lines:
        moves += [(line.seat, line.move)] * (0 if line.is_superseded else 2 if line.number == index + 1 else 1)
    return rebuild_record(parse_record(record), moves)


def remove_chain(record: str) -> str:
    """Return the record as a plain record, without the chain that proves it."""
    return str(
        replace(
            parse_record(record),
            lobby_lines=(),
            lines=tuple(it for it in parse_record(record).lines if not it.is_superseded),
        )
    )


def name_other_game(record: str) -> str | None:
    return replace_pattern(r"^game .*", "game " + ("schnick" if "game schnick" not in record else "schamanen"))(record)


CHANGE_FORGERIES: Final[dict[str, Forgery]] = {
    # Cut
    "the last line is cut": lambda it: join_lines(split_lines(it)[:-1]),
    "all moves are cut": lambda it: join_lines(split_lines(it)[: find_first_move_line(it)]),
    "half of the moves are cut": lambda it: join_lines(split_lines(it)[: find_middle_line(it)]),
    "it is cut before the line begin": lambda it: join_lines(split_lines(it)[: find_first_move_line(it) - 1]),
    "it is cut within its header": lambda it: join_lines(split_lines(it)[:3]),
    "its last letter is cut": lambda it: it[:-2] + "\n",
    "its last newline is cut": lambda it: it[:-1],
    "it is empty": lambda _: "",
    # Left out
    "the first move is left out": lambda it: replace_lines(it, find_first_move_line(it), removed=1),
    "a move in the middle is left out": lambda it: replace_lines(it, find_middle_line(it), removed=1),
    "a hidden choice is left out": drop_line(HIDDEN_LINE_PATTERN),
    "a superseded choice is left out": drop_line(r"\d+ ~ # \S+"),
    "a player is left out": drop_line(r"sit .*"),
    "the options are left out": drop_line(r"options .*"),
    "the seats are left out": drop_line(r"seats .*"),
    "the line house is left out": drop_line(r"house .*"),
    "a player seed is left out": drop_line(r"shook .*"),
    "the line begin is left out": drop_line("begin"),
    # Doubled or swapped
    "the last line is there twice": lambda it: it + split_lines(it)[-1] + "\n",
    "the first move is there twice": lambda it: replace_lines(
        it, find_first_move_line(it), split_lines(it)[find_first_move_line(it)]
    ),
    "the options are there twice": double_options,
    "a key of the header is there twice": lambda it: replace_lines(it, 2, split_lines(it)[1]),
    "two moves of one step are swapped": swap_hidden_moves,
    "two players are swapped": swap_people,
    "the first and the last move are swapped": swap_first_and_last_move,
    "the header is in another order": reorder_head,
    # Added
    "a player resigns early": lambda it: join_lines([*split_lines(it)[: find_first_move_line(it) + 2], "0 !resign"]),
    "a player resigns after the end": lambda it: it + "0 !resign\n",
    "the time runs out early": lambda it: join_lines([*split_lines(it)[: find_first_move_line(it) + 2], "- !time"]),
    "a draw is agreed early": agree_early,
    "a superseded choice is added": add_revised_choice,
    "the commitment of a superseded choice differs": replace_pattern(r"~ # \S+", f"~ # {INVENTED_SEED_HASH}"),
    "a player seed is added": lambda it: replace_lines(
        it, find_line(it, "house .*|begin"), f"shook 1 {INVENTED_SEED_HASH}"
    ),
    "a player seed differs": replace_pattern(r"^(shook 1) \S+", rf"\1 {INVENTED_SEED_HASH}"),
    "the house has another seat": move_ai_seat,
    "the house has a player's seat": lambda it: (
        None if "\nhouse " in it else replace_lines(it, find_first_move_line(it) - 1, "house 0")
    ),
    # Other moves, salts and commitments
    "an open move differs": forge_other_move(OPEN_LINE_PATTERN),
    "a hidden move differs": forge_other_move(HIDDEN_LINE_PATTERN),
    "a hidden move and its commitment differ": reseal_choice(own_salt=False, other_move=True),
    # The chain holds only the commitment of a hidden choice.
    "a salt differs and its commitment does not": replace_pattern(r"# [0-9a-f]{32} ", f"# {'0' * 32} "),
    "a salt is chosen": reseal_choice(own_salt=True, other_move=False),
    "a salt and a move are chosen": reseal_choice(own_salt=True, other_move=True),
    "a commitment is left out": replace_pattern(r"^(\d+ [^#~]+?) # .*", r"\1"),
    "all commitments are left out": replace_pattern(r"^(\d+ [^#~]+?) # .*", r"\1", count=0),
    "a commitment is from another match": take_commitment_of_another_match,
    "all commitments are from another match": take_all_commitments_of_another_match,
    "an open move has a commitment": seal_open_move,
    "the first move has another seat": change_seat_of_move,
    # Another header
    "its id differs": replace_pattern(r"^id .*", "id 1"),
    "its seed differs": replace_pattern(r"^seed ..", "seed 00"),
    "its game differs": name_other_game,
    "its edition differs": replace_pattern(r"^edition .*", "edition 99"),
    "the id of a player differs": replace_pattern(r"^sit 1 \d+", "sit 1 7"),
    "it has one more seat": replace_pattern(r"^seats (\d)", lambda it: f"seats {int(it[1]) + 1}"),
    "its chain is left out": remove_chain,
    "it has the separator of a plain record": lambda it: replace_lines(it, find_first_move_line(it), "---"),
    "it ends with the separator of a plain record": lambda it: it + "---\n",
    # Rebuilt
    "it is rebuilt with another id": change_id,
    "it is rebuilt with other moves": lambda it: rebuild_record(parse_record(it), resign_all(parse_record(it).seats)),
    "it is rebuilt with an early resignation": resign_after_first_move,
    "it is rebuilt with chosen nonces": choose_nonce,
    "it is rebuilt as an invented match": invent_match_of_same_id,
    "it is rebuilt with a superseded choice": add_revised_choice_and_rebuild,
}
SPELLING_FORGERIES: Final[dict[str, Forgery]] = {
    "a letter looks alike": replace_text("begin", "beg\u0456n"),
    "a letter of a move looks alike": replace_pattern(r"^(\d+ [a-z]*?)e", "\\1\u0435"),
    "a digit looks alike": replace_text("\nsit 1", "\nsit \uff11"),
    "a seat looks alike": replace_pattern(r"^0 ", "\uff10 "),
    "a blank looks alike": replace_text("seats ", "seats\u00a0"),
    "a blank of a move looks alike": replace_pattern(r"^(\d) ", "\\1\u2003"),
    "a blank is a tab": replace_pattern(r"^(\d) ", "\\1\t"),
    "a blank is doubled": replace_pattern(r"^(\d) ", r"\1  "),
    "a line ends with a blank": replace_pattern(r"^(\d .*)$", r"\1 "),
    "a line begins with a blank": replace_pattern(r"^(\d .*)$", r" \1"),
    "lines end with CRLF": lambda it: it.replace("\n", "\r\n"),
    "one line ends with CRLF": replace_text("begin\n", "begin\r\n"),
    "lines end with a carriage return": lambda it: it.replace("\n", "\r"),
    "a line ends with another separator": replace_text("begin\n", "begin\u2028"),
    "it begins with a byte order mark": lambda it: "\ufeff" + it,
    "it contains a zero-width space": replace_text("begin", "be\u200bgin"),
    "it contains an empty line": replace_text("begin\n", "begin\n\n"),
    "it ends with an empty line": lambda it: it + "\n",
    "it contains a remark": replace_text("begin\n", "begin\n# nothing\n"),
    "it begins with a remark": lambda it: "# nothing\n" + it,
    "it ends with a null character": lambda it: it + "\0\n",
    "a move is in capitals": replace_pattern(r"^\d !?[a-z]+", lambda found: found[0].upper()),
    "a seed is in capitals": replace_pattern(r"^seed .*", lambda found: f"seed {found[0][5:].upper()}"),
    "a salt is in capitals": replace_pattern(r"# [0-9a-f]{32} ", lambda found: found[0].upper()),
    "a seat has a zero before it": replace_pattern(r"^(\d) ", r"0\1 "),
    "a seat has a sign": replace_pattern(r"^(\d) ", r"+\1 "),
    "a number has a zero before it": replace_text("sit 1 ", "sit 1 0"),
    "an id has a zero before it": replace_text("\nid ", "\nid 0"),
    "options have a blank": replace_pattern(r"^options \{(.*)\}", r"options { \1}"),
    "options have another key": replace_pattern(r"^options \{\}", 'options {"color":"red"}'),
    "options list the defaults": lambda it: replace_pattern(
        r"^options \{.*", f"options {parse_record(it).options.model_dump_json()}"
    )(it),
    "a hash has padding": replace_pattern(r"(# \S+ \S{43})$", r"\1="),
    "a hash has an equivalent last letter": replace_pattern(
        r"(# \S+ \S{42})(\S)$", lambda found: found[1] + chr(ord(found[2]) + 1)
    ),
}
FORGERIES: Final = CHANGE_FORGERIES | SPELLING_FORGERIES
