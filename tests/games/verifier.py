"""A second reading of docs/fairness.md, written from that page alone: it imports nothing from the project."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

MOST_CHANGES_OF_MIND = 1000  # the record does not say how often


class Choice(NamedTuple):
    """A line after `---`; salt and receipt are empty where it was open."""

    seat: str
    word: str
    salt: str
    receipt: str

    @property
    def hidden(self) -> bool:
        """In Duel of the Shamans `mask` is hidden, and nothing else; in other games the receipt tells."""
        return bool(self.receipt) or self.word.startswith("mask ")


class Record(NamedTuple):
    """The keys before `---`, each with the rest of its line, and the choices in the order in which they were made."""

    keys: dict[str, str]
    choices: list[Choice]

    @property
    def seed(self) -> bytes:
        """32 zero bytes where there is none."""
        return bytes.fromhex(self.keys.get("seed", "00" * 32))

    @property
    def nonces(self) -> list[str]:
        return self.keys.get("nonces", "").split()

    def key(self, use: str) -> bytes:
        """The match key is the HMAC of the nonces parted by `|` under the seed; each use has a key of its own."""
        return mac(mac(self.seed, "|".join(self.nonces).encode()), use.encode())


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def parse(text: str) -> Record:
    """Blank lines and lines that begin with `#` mean nothing, before and after `---`."""
    lines = [line for row in text.splitlines() if (line := row.strip()) and not line.startswith("#")]
    rule = lines.index("---")
    keys = {key: rest for key, _, rest in (line.partition(" ") for line in lines[:rule])}
    choices = []
    for line in lines[rule + 1 :]:
        said, _, seal = line.partition(" # ")
        seat, *tokens = said.split()
        salt, _, receipt = seal.partition(" ")
        choices.append(Choice(seat, " ".join(tokens), salt, receipt))
    return Record(keys, choices)


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


def steps(record: Record) -> Iterator[tuple[int, Choice]]:
    """An open choice is a step of its own; hidden ones in a row are one step until a seat chooses again."""
    step, spoken = 0, set[str]()
    for choice in (choice for choice in record.choices if not choice.word.startswith("!")):
        if not choice.hidden or not spoken or choice.seat in spoken:
            step, spoken = step + 1, set()
        spoken |= {choice.seat} if choice.hidden else set()
        yield step, choice


def check(text: str) -> list[str]:
    """What is wrong with the commitment, the seats, the receipts and their salts; empty if nothing is."""
    record, wrong = parse(text), []
    if record.keys.get("commit", committed := hashlib.sha256(record.seed).hexdigest()) != committed:
        wrong.append("commitment")
    drawn = shuffled(numbers(record.key("seats")), int(record.keys["seats"]))[: len(record.nonces)]
    if record.keys.get("sat", sat := " ".join(map(str, drawn))) != sat:
        wrong.append("seats")
    for step, (seat, word, salt, receipt) in ((step, choice) for step, choice in steps(record) if choice.hidden):
        said = f"{record.keys.get('id', '')}/{step}/{seat}/{word}"
        if hashlib.sha256(bytes.fromhex(salt) + said.encode()).hexdigest() != receipt:
            wrong.append(f"receipt {step}/{seat}")
        uses = (f"salt/{step}/{seat}/{times}" for times in range(1, MOST_CHANGES_OF_MIND + 1))
        if not any(record.key(use)[:16].hex() == salt for use in uses):
            wrong.append(f"salt {step}/{seat}")
    return wrong


def layout(text: str) -> str:
    """The board that random placement drew: `bison/wolf` values, cells row by row, rows parted by ` | `."""
    record = parse(text)
    row = numbers(record.key("step/0"))
    bison, wolf = shuffled(row, 9), shuffled(row, 9)
    classic = json.loads(record.keys.get("options", "{}")).get("variant", "classic") == "classic"
    while classic and any(one == other for one, other in zip(bison, wolf, strict=True)):
        wolf = shuffled(row, 9)
    cells = [f"{bison.index(space) + 1}/{wolf.index(space) + 1}" for space in range(9)]
    return " | ".join(" ".join(cells[at : at + 3]) for at in range(0, 9, 3))


def deal(text: str) -> str:
    """Schnick Schnack Schnuck: the hands by seat, the pile from its bottom, and who challenges first."""
    record = parse(text)
    row, seats = numbers(record.key("step/0")), int(record.keys["seats"])
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
