"""Random records and random changes to records, by a program that does not understand them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

from games import GAMES
from games.match import AGREE_DRAW, CANCEL, MATCH_TIME_OVER, OFFER_DRAW, RESIGN, TIME_OUT, Match
from games.record import Record
from games.refused import Refused
from tests.records.__main__ import add_moves
from tests.records.forgeries import join_lines, split_lines
from tests.records.hostile_host import INTERACTION_ID, Moves, list_house_seats, prepare_record, resign_all, shake, start

Mutation: TypeAlias = Callable[[list[str], list[str], Random], list[str]]
"""A change to the lines of a record. The second argument is the lines of another record."""

OPTIONS: Final = {
    "schamanen": ("{}", '{"placement":"random"}', '{"prize":"one","variant":"memory"}', '{"duel_limit":3}'),
    "shamanic_chess": ("{}", '{"variant":"free"}'),
    "schnick": ("{}", '{"tiebreak":"shared"}', '{"hands":["sssttt","pppfff"],"pile":"sstpw"}', '{"first":1}'),
    "woodwalkers": ("{}", '{"modes":11}', '{"variant":"midnight"}', '{"rolls":[6,1]}', '{"scores":[5,0]}'),
}
STRANGE_TOKENS: Final = (
    *("0", "1", "2", "7", "00", "-1", "-", "~", "#", "^", "1e3", "99999999999999999999", "99999999999999999999999"),
    *("{}", "[]", "null", '{"hands":5}', '{"rolls":[7]}', '{"variant":"free"}', '{"__proto__":{}}', '{"modes":1e400}'),
    *(
        "begin",
        "end",
        "house",
        "sit",
        "rise",
        "shook",
        "since",
        "deal",
        "seats",
        "options",
        "match",
        "!offer",
        "!agree",
        "keep",
    ),
)
STRANGE_LINES: Final = (
    *(f"{seat} {word}" for seat in range(3) for word in ("!offer", "!agree", "!cancel", "!resign", "!lapse")),
    *("- !time", "end", "begin", "house 0", "house 1 2", "rise 1", "rise 2", "seats 2", "seats 3", "options {}"),
    *(f"sit {number} {INTERACTION_ID + 9 + number}" for number in range(1, 5)),
    *(
        f"sit 2 {INTERACTION_ID + 9} 0",
        "sit 2 0",
        f"since 0 {'ab' * 32}",
        f"since 7 {'cd' * 32}",
        f"deal 7 {'ab' * 32}",
        f"deal 8 {'cd' * 32}",
        "---",
        "",
        "# remark",
    ),
    *(shake(number, "mutated") for number in (1, 2, 3)),
)
OPTION_VALUES: Final = (
    *(
        "0",
        "1",
        "5",
        "21",
        "22",
        "-1",
        "99999999999999999999",
        "true",
        "null",
        '""',
        '"x"',
        '"own"',
        '"none"',
        '"random"',
    ),
    *("[]", "{}", "[1]", "[6,1]", "[7]", "[9,9]", "[14,4]", "[1,2,3]", '["x"]', '["strength"]', '["sssttt","pppfff"]'),
    *('["0 wolf d2"]', '["die c3"]', '["flag9 c3"]', '"sstpw"', '"pro"', '"midnight"', "[[1]]", "[null]", '["s","t"]'),
    *('"4k3/8/8/3Q~4/8/8/8/4K3 w - - 0 1"', '"9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"', '"9/9 1/1 5/4 | 2/8 | 6/7"'),
)
SPECIAL_MOVES: Final = (RESIGN, TIME_OUT, OFFER_DRAW, AGREE_DRAW, CANCEL)


# Random records


def make_record(random: Random, *, fault_rate: float = 0) -> str:
    """Return the record of a random match, in which people join and leave, offer draws and ask to cancel.

    `fault_rate` is the share of moves that ignore the rules of the protocol. All receipts are true.
    """
    game = random.choice(sorted(GAMES))
    lobby, match_id = _make_lobby(game, random), str(random.randint(1, 99))
    record = prepare_record(game, lobby, seed=random.randbytes(32), match_id=match_id)
    return str(replace(add_moves(record, _make_moves(record, random, fault_rate)), has_end_line=True))


def _make_lobby(game: str, random: Random) -> list[str]:
    options = random.choice(OPTIONS[game])
    most = 2 if "hands" in options or "scores" in options else min(4, GAMES[game].SEATS[-1])
    seats = random.randint(2, most)
    lobby = [f"options {options}", f"seats {seats}"]
    people: list[int] = []
    if random.random() < 0.15:
        since = [f"since {steps} {random.randbytes(32).hex()}" for steps in sorted(random.sample(range(9), 2))]
        return [*lobby, *since, f"sit 1 {INTERACTION_ID}"]
    is_repeated = seats == 2 and random.random() < 0.15
    if is_repeated:
        lobby.append(f"deal {random.randint(100, 199)} {random.randbytes(32).hex()}")
    agreed = random.sample(range(seats), seats) if is_repeated or random.random() < 0.2 else None
    for number in range(1, seats + 1):
        lobby.append(
            f"sit {number} {INTERACTION_ID + random.randrange(10**9)}{f' {agreed[number - 1]}' if agreed else ''}"
        )
        people.append(number)
        if random.random() < 0.4:
            lobby.append(shake(random.choice(people), str(random.random())))
        if agreed is None and len(people) > 1 and random.random() < 0.2:
            lobby.append(f"rise {people.pop(random.randrange(len(people)))}")
        if not is_repeated and random.random() < 0.1:
            lobby.append(f"options {options}")
            people = people[:1]
    fewer = max(2, len(people))
    return [*lobby, f"seats {fewer}"] if fewer < seats and random.random() < 0.5 else lobby


def _make_moves(record: Record, random: Random, fault_rate: float) -> Moves:
    match, house, moves, length = start(record), list_house_seats(record), Moves(), random.randint(0, 12)
    left_before_step: frozenset[int] = frozenset()
    while not match.result:
        is_faulty = random.random() < fault_rate
        # The dice would choose for a seat that was left during a step, so the others resign then.
        owes_move = match.left_seats - left_before_step & match.to_move and len(match.seats_asked) > 1
        if special := _pick_special_move(match, random, is_faulty=is_faulty):
            moves.append(special)
        elif match.step >= length or (owes_move and not is_faulty):
            leavers = [move for move in resign_all(record) if move[0] in match.staying_seats]
            return [*moves, *(leavers[:1] if match.seats == 2 else leavers)]
        else:
            first = frozenset[int]() if is_faulty else (house | left_before_step) & match.to_move
            revised = [seat for seat in match.sealed if is_faulty or seat not in house | match.left_seats]
            may_revise = not first and revised and random.random() < 0.3
            seat = random.choice(revised if may_revise else sorted(first or match.to_move))
            moves.append((seat, random.choice(match.legal_moves(seat))))
        before, match = match, match.play_move(*moves[-1])
        left_before_step = match.left_seats if match.step > before.step else left_before_step
    return moves


def _pick_special_move(match: Match, random: Random, *, is_faulty: bool) -> tuple[int | None, tuple[str, ...]] | None:
    if random.random() > 0.15:
        return None
    seat = None if random.random() < 0.05 else random.randrange(match.seats)
    move = MATCH_TIME_OVER if seat is None else random.choice((*SPECIAL_MOVES[2:], *SPECIAL_MOVES[2:], *SPECIAL_MOVES))
    try:
        match.check_move(seat, move)
    except Refused:
        return (seat, move) if is_faulty else None
    return seat, move


# Random changes


def mutate(record: str, other: str, random: Random) -> bytes:
    """Return a record with one to three random changes. They can take lines from another record."""
    lines = split_lines(record)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        lines = random.choice(LINE_MUTATIONS)(lines, split_lines(other), random)
    text = join_lines(lines).encode()
    return _mutate_bytes(text, random) if random.random() < 0.15 else text


def _mutate_bytes(text: bytes, random: Random) -> bytes:
    at = random.randrange(len(text) + 1)
    new = random.choice((b"", b"\n", b" ", b"\0", b"\xff", b"\r\n", "\u2028".encode(), bytes([random.randrange(256)])))
    return text[:at] + new + text[at + random.randint(0, 2) :]


def _pick(lines: list[str], random: Random) -> int:
    """Return the index of a random line. The first lines, which are few in a long record, are picked more often."""
    head = min(len(lines), 14)
    return random.randrange(head if random.random() < 0.4 else len(lines)) if lines else 0


def delete_line(lines: list[str], _: list[str], random: Random) -> list[str]:
    at = _pick(lines, random)
    return [*lines[:at], *lines[at + 1 :]]


def double_line(lines: list[str], _: list[str], random: Random) -> list[str]:
    at = _pick(lines, random)
    return [*lines[: at + 1], *lines[at:]]


def swap_lines(lines: list[str], _: list[str], random: Random) -> list[str]:
    new, one = [*lines], _pick(lines, random)
    other = one + 1 if one + 1 < len(lines) and random.random() < 0.7 else _pick(lines, random)
    if lines:
        new[one], new[other] = new[other], new[one]
    return new


def insert_line_of_other(lines: list[str], other: list[str], random: Random) -> list[str]:
    at = _pick(lines, random)
    return [*lines[:at], other[_pick(other, random)], *lines[at + random.randint(0, 1) :]]


def insert_strange_line(lines: list[str], _: list[str], random: Random) -> list[str]:
    at = _pick(lines, random)
    return [*lines[:at], random.choice(STRANGE_LINES), *lines[at:]]


def insert_strange_line_near_the_end(lines: list[str], _: list[str], random: Random) -> list[str]:
    at = max(0, len(lines) - random.randint(0, 4))
    return [*lines[:at], random.choice(STRANGE_LINES), *lines[at:]]


def change_token(lines: list[str], other: list[str], random: Random) -> list[str]:
    new, at = [*lines], _pick(lines, random)
    tokens = new[at].split(" ") if new else [""]
    known = " ".join([*lines, *other]).split(" ")
    tokens[random.randrange(len(tokens))] = random.choice((random.choice(STRANGE_TOKENS), random.choice(known)))
    new[at : at + 1] = [" ".join(tokens)]
    return new


def change_number(lines: list[str], _: list[str], random: Random) -> list[str]:
    new, at = [*lines], _pick(lines, random)
    numbers = [*re.finditer(r"\d+", new[at])] if new else []
    if numbers:
        found = random.choice(numbers)
        number = max(0, int(found[0]) + random.choice((-1, 1, 10)))
        new[at] = f"{new[at][: found.start()]}{number}{new[at][found.end() :]}"
    return new


def change_letter(lines: list[str], _: list[str], random: Random) -> list[str]:
    new, at = [*lines], _pick(lines, random)
    if new and new[at]:
        place = random.randrange(len(new[at]))
        new[at] = new[at][:place] + random.choice('abcxyzABC0129-_ !#~{}",') + new[at][place + 1 :]
    return new


def change_option(lines: list[str], _: list[str], random: Random) -> list[str]:
    """Replace the options by one or two random ones, most of them with a value of the wrong type."""
    names = sorted({name for game in GAMES.values() for name in game.options_class.model_fields})
    own = next((line[5:] for line in lines if line.startswith("game ")), "")
    if own in GAMES and random.random() < 0.9:
        names = sorted(GAMES[own].options_class.model_fields)
    options = ",".join(
        f'"{name}":{random.choice(OPTION_VALUES)}' for name in sorted(random.sample(names, random.choice((1, 1, 2))))
    )
    return [f"options {{{options}}}" if line.startswith("options ") else line for line in lines]


def cut(lines: list[str], _: list[str], random: Random) -> list[str]:
    end = ["end"] if random.random() < 0.5 else []
    return [*lines[: random.randrange(len(lines) + 1)], *end]


def splice(lines: list[str], other: list[str], random: Random) -> list[str]:
    """Return the beginning of a record with the end of another. Often, the two parts meet after `begin`."""
    if random.random() < 0.5 and "begin" in lines and "begin" in other:
        return [*lines[: lines.index("begin")], *other[other.index("begin") :]]
    return [*lines[: random.randrange(len(lines) + 1)], *other[random.randrange(len(other)) :]]


LINE_MUTATIONS: Final[tuple[Mutation, ...]] = (
    delete_line,
    double_line,
    swap_lines,
    insert_line_of_other,
    insert_strange_line,
    insert_strange_line_near_the_end,
    change_token,
    change_number,
    change_letter,
    change_option,
    change_option,
    cut,
    splice,
)
