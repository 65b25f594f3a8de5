"""A second reading of docs/fairness.md, written from that page alone: it imports nothing from the project."""

import hashlib
import hmac
import json
import re
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, count, pairwise
from typing import NamedTuple

HEAD = (r"match 1", r"id [1-9]\d*", r"game [a-z_]+", r"edition [1-9]\d*", r"seed [0-9a-f]{64}")
B64 = r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]"
SEAT = r"(?:0|[1-9]\d*)"
HIDDEN = re.compile(rf"({SEAT}) ([^#]+?) # ([0-9a-f]{{32}}) ({B64})", re.ASCII)
GONE = re.compile(rf"({SEAT}) ~ # ({B64})", re.ASCII)
LATER = re.compile(rf"(?:{SEAT}|-) [!-~]+(?: [!-~]+)*", re.ASCII)
EARLIER = re.compile(
    rf"options \{{.*\}}|seats [1-9]\d*|sit [1-9]\d* \d+(?: {SEAT})?|rise [1-9]\d*|shook [1-9]\d* {B64}"
    rf"|since [1-9]\d* [0-9a-f]{{64}}|house {SEAT}(?: {SEAT})*",
    re.ASCII,
)


class Person(NamedTuple):
    """Somebody who sits there."""

    number: str
    id: str
    seat: str
    shook: str


class Record(NamedTuple):
    """The head by its keys, the lines of the chain before the match began, and those after."""

    keys: dict[str, str]
    before: list[str]
    after: list[str]

    @property
    def seed(self) -> bytes:
        return bytes.fromhex(self.keys["seed"])

    @property
    def options(self) -> dict[str, object]:
        told: dict[str, object] = json.loads([line for line in self.before if line.startswith("options ")][-1][8:])
        return told

    @property
    def seats(self) -> int:
        return int([line for line in self.before if line.startswith("seats ")][-1][6:])

    @property
    def people(self) -> list[Person]:
        there: list[Person] = []
        for line in self.before[1:]:
            match line.split(" "):
                case ["options", *_]:
                    there = [person._replace(shook="") for person in there[:1]]
                case ["sit", number, name, *seat]:
                    there.append(Person(number, name, "".join(seat), ""))
                case ["rise", number]:
                    there = [person for person in there if person.number != number]
                case ["shook", number, shake]:
                    there = [person._replace(shook=shake) if person.number == number else person for person in there]
        return there

    @property
    def nonces(self) -> list[str]:
        return [person.shook for person in self.people if person.shook] or [person.id for person in self.people]

    @property
    def drawn(self) -> bool:
        kinds = [line.partition(" ")[0] for line in self.before]
        return not self.people[0].seat or "seats" in kinds[kinds.index("sit") :]

    @property
    def since(self) -> list[tuple[int, bytes]]:
        """Up to which step its dice fell by which key of another match."""
        told = [line.split(" ") for line in self.before if line.startswith("since ")]
        return [(int(steps), bytes.fromhex(key)) for _, steps, key in told]

    def key(self, use: str) -> bytes:
        """The match key is the HMAC of the nonces parted by `|` under the seed; each use has a key of its own."""
        kind, _, step = use.partition("/")
        earlier = (key for steps, key in self.since if kind == "step" and int(step) <= steps)
        own = mac(self.seed, "|".join(self.nonces).encode())
        return mac(next(earlier, own), use.encode())


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def b64(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def spelt(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def parse(text: str) -> Record:
    """Or a ValueError: there is one spelling."""
    *lines, end = text.split("\n")
    head, chain = lines[:5], lines[5:]
    if end or len(head) < 5 or not all(re.fullmatch(*pair, re.ASCII) for pair in zip(HEAD, head, strict=True)):
        raise ValueError("head")
    begun = chain.index("begin")
    before, after = chain[:begun], chain[begun + 1 :]
    if [line.partition(" ")[0] for line in before[:2]] != ["options", "seats"]:
        raise ValueError("options, seats")
    kinds = [line.partition(" ")[0] for line in before]
    if "since" in kinds[kinds.index("sit") :]:
        raise ValueError("since")
    for line in before:
        if not EARLIER.fullmatch(line):
            raise ValueError(line)
        if line.startswith("options ") and line != f"options {spelt(json.loads(line[8:]))}":
            raise ValueError(line)
    for line in after:
        if not (HIDDEN.fullmatch(line) or GONE.fullmatch(line) or LATER.fullmatch(line)):
            raise ValueError(line)
    record = Record(dict(line.split(" ", 1) for line in head), before, after)
    if any(later <= earlier for (earlier, _), (later, _) in pairwise(record.since)):
        raise ValueError("since")
    return record


def numbers(key: bytes) -> Iterator[int]:
    """The endless row of a key: block i is HMAC(key, i as 8 bytes), eight numbers of 4 bytes each."""
    for index in count():
        block = mac(key, index.to_bytes(8, "big"))
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))


def shuffled(row: Iterator[int], size: int) -> list[int]:
    """The list 0 … size-1, whose items are the places of what is really shuffled."""
    items = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(row, last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def below(row: Iterator[int], bound: int) -> int:
    """The next number of the row that is fair."""
    fair = 2**32 - 2**32 % bound
    return next(number for number in row if number < fair) % bound


def seals(text: str) -> list[str]:
    """One after `seed`, and one after each line of the chain."""
    *head, seed = text.split("\n")[:5]
    secret = bytes.fromhex(seed[5:])
    first = hashlib.sha256("".join(f"{line}\n" for line in ["duel 1", *head]).encode() + secret).digest()

    def link(seal: bytes, line: str) -> bytes:
        found = HIDDEN.fullmatch(line) or GONE.fullmatch(line)
        told = f"{found[1]} # {found[found.re.groups]}" if found else line
        return hashlib.sha256(seal + f"{told}\n".encode() + (secret if line.startswith("options ") else b"")).digest()

    return [b64(seal) for seal in accumulate(text.split("\n")[5:-1], link, initial=first)]


def check(text: str) -> list[str]:
    """What is wrong as far as no rules are needed: spelling, seats, receipts, salts, the house; empty if nothing is."""
    try:
        record = parse(text)
    except ValueError as no:
        return [f"spelling: {no}"]
    drawn = [str(seat) for seat in shuffled(numbers(record.key("seats")), record.seats)[: len(record.people)]]
    sat = drawn if record.drawn else [person.seat for person in record.people]
    house = [str(seat) for seat in range(record.seats) if str(seat) not in sat]
    told = [line for line in record.before if line.startswith("house")]
    reading = Reading(record, set(house))
    for line in record.after:
        reading.read(line)
    wrong = [] if told == ([" ".join(["house", *house])] if house else []) else ["house"]
    return wrong + reading.wrong + [f"never chosen {seat}" for seat in sorted(reading.again)]


class Reading:
    """The lines after `begin`, one after the other. Which step a hidden choice belongs to its receipt says."""

    def __init__(self, record: Record, house: set[str]) -> None:
        self.record = record
        self.house = house
        self.leaving = set[str]()
        """Who has left in this step: from the next one on the house plays there."""
        self.step = 1
        self.chosen = set[str]()
        self.again = Counter[str]()
        """How often each seat has chosen since its last choice that is laid open."""
        self.wrong: list[str] = []

    def read(self, line: str) -> None:
        if gone := GONE.fullmatch(line):
            self.again[gone[1]] += 1
            self.wrong += [f"changed {gone[1]}"] if gone[1] in self.house else []
        elif hidden := HIDDEN.fullmatch(line):
            self.lay_open(*hidden.groups())
        elif line.endswith((" !resign", " !lapse")) and self.record.seats > 2:
            self.leaving.add(line.partition(" ")[0])
        elif " !" not in line:
            # One seat is awaited alone: whatever was hidden before is complete, and this is a step of its own.
            self.complete(1 + bool(self.chosen))

    def complete(self, steps: int) -> None:
        self.step += steps
        self.chosen.clear()
        self.house |= self.leaving

    def lay_open(self, seat: str, word: str, salt: str, receipt: str) -> None:
        receipts = [
            b64(
                hashlib.sha256(bytes.fromhex(salt) + f"{self.record.keys['id']}/{step}/{seat}/{word}".encode()).digest()
            )
            for step in (self.step, self.step + 1)
        ]
        if self.chosen and receipt == receipts[1]:
            self.complete(1)
        elif receipt != receipts[0]:
            self.wrong.append(f"receipt {self.step}/{seat}")
        count = self.again.pop(seat, 0) + 1
        if self.record.key(f"salt/{self.step}/{seat}/{count}")[:16].hex() != salt:
            self.wrong.append(f"salt {self.step}/{seat}")
        if seat in self.house and (self.chosen | self.again.keys()) - self.house - self.leaving:
            self.wrong.append(f"late {self.step}/{seat}")
        self.chosen.add(seat)


def layout(text: str) -> str:
    """The board that random placement drew: `bison/wolf` values, cells row by row, rows parted by ` | `."""
    record = parse(text)
    row = numbers(record.key("step/0"))
    bison, wolf = shuffled(row, 9), shuffled(row, 9)
    classic = record.options.get("variant", "classic") == "classic"
    while classic and any(one == other for one, other in zip(bison, wolf, strict=True)):
        wolf = shuffled(row, 9)
    cells = [f"{bison.index(space) + 1}/{wolf.index(space) + 1}" for space in range(9)]
    return " | ".join(" ".join(cells[at : at + 3]) for at in range(0, 9, 3))


def deal(text: str) -> str:
    """Schnick Schnack Schnuck: the hands by seat, the pile from its bottom, and who challenges first."""
    record = parse(text)
    row, seats = numbers(record.key("step/0")), record.seats
    deck = "s" * 12 + "t" * 12 + "p" * 12 + "f" * 8 + "w" * 5
    cards = "".join(deck[at] for at in shuffled(row, len(deck)))
    hands = ["".join(sorted(cards[6 * seat : 6 * seat + 6])) for seat in range(seats)]
    return " ".join([*hands, cards[6 * seats :], str(below(row, seats))])


def forest(text: str, tiles: list[str]) -> str:
    """Woodwalkers: what lies on the light spaces, in the order of their names, and all battle modes in theirs."""
    row = numbers(parse(text).key("step/0"))
    modes = [mode for mode in ("strength", "speed", "endurance", "intelligence") for _ in range(5)]
    lies = [tiles[at] for at in shuffled(row, len(tiles))]
    return " ".join(lies + [modes[at] for at in shuffled(row, len(modes))])
