"""A verifier written from docs/fairness.md alone, which imports nothing from the project."""

import hashlib
import hmac
import json
import re
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, count, pairwise
from typing import NamedTuple

HEAD_PATTERNS = (r"match 1", r"id [1-9]\d*", r"game [a-z_]+", r"edition [1-9]\d*", r"seed [0-9a-f]{64}")
BASE64_PATTERN = r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]"
SEAT_PATTERN = r"(?:0|[1-9]\d*)"
HIDDEN_CHOICE_PATTERN = re.compile(rf"({SEAT_PATTERN}) ([^#]+?) # ([0-9a-f]{{32}}) ({BASE64_PATTERN})", re.ASCII)
REPLACED_CHOICE_PATTERN = re.compile(rf"({SEAT_PATTERN}) ~ # ({BASE64_PATTERN})", re.ASCII)
EVENT_LINE_PATTERN = re.compile(rf"(?:{SEAT_PATTERN}|-) [!-~]+(?: [!-~]+)*", re.ASCII)
LOBBY_LINE_PATTERN = re.compile(
    rf"options \{{.*\}}|seats [1-9]\d*|sit [1-9]\d* \d+(?: {SEAT_PATTERN})?"
    rf"|rise [1-9]\d*|shook [1-9]\d* {BASE64_PATTERN}"
    rf"|since {SEAT_PATTERN} [0-9a-f]{{64}}|deal [1-9]\d* [0-9a-f]{{64}}|house {SEAT_PATTERN}(?: {SEAT_PATTERN})*",
    re.ASCII,
)


class LobbyPlayer(NamedTuple):
    """A player who joined the match before `begin`."""

    join_number: str
    person_id: str
    seat: str
    seed_hash: str


class ParsedRecord(NamedTuple):
    """A record: the header lines by key, the chained lines before `begin`, and those between `begin` and `end`."""

    head: dict[str, str]
    lobby_lines: list[str]
    event_lines: list[str]
    has_end: bool

    @property
    def seed(self) -> bytes:
        return bytes.fromhex(self.head["seed"])

    @property
    def options(self) -> dict[str, object]:
        lines = [line for line in self.lobby_lines if line.startswith("options ")]
        return dict(json.loads(lines[-1][8:]))

    @property
    def seats(self) -> int:
        return int([line for line in self.lobby_lines if line.startswith("seats ")][-1][6:])

    @property
    def people(self) -> list[LobbyPlayer]:
        players: list[LobbyPlayer] = []
        for line in self.lobby_lines[1:]:
            match line.split(" "):
                case ["options", *_]:
                    players = [person._replace(seed_hash="") for person in players[:1]]
                case ["sit", number, name, *seat]:
                    players.append(LobbyPlayer(number, name, "".join(seat), ""))
                case ["rise", number]:
                    players = [person for person in players if person.join_number != number]
                case ["shook", number, shake]:
                    players = [
                        person._replace(seed_hash=shake) if person.join_number == number else person
                        for person in players
                    ]
        return players

    @property
    def nonces(self) -> list[str]:
        return [person.seed_hash for person in self.people if person.seed_hash] or [
            person.person_id for person in self.people
        ]

    @property
    def are_seats_drawn(self) -> bool:
        kinds = [line.partition(" ")[0] for line in self.lobby_lines]
        return not self.people[0].seat or "seats" in kinds[kinds.index("sit") :]

    @property
    def earlier_match_keys(self) -> list[tuple[int, bytes]]:
        """The keys of earlier matches that this match uses for its first steps, each with the last of these steps."""
        lines = [line.split(" ") for line in self.lobby_lines if line.startswith(("since ", "deal "))]
        if lines and lines[0][0] == "deal":
            # The match in the line is the source of the setup alone.
            return [(0, bytes.fromhex(lines[0][2]))]
        return [(int(steps), bytes.fromhex(key)) for _, steps, key in lines]

    def derive_key(self, use: str) -> bytes:
        """Derive the key for one use of the dice, such as `seats` or `step/3`, from the match key.

        The match key is the HMAC of the nonces, joined by `|`, with the seed as the key.
        """
        kind, _, step = use.partition("/")
        earlier = (key for steps, key in self.earlier_match_keys if kind == "step" and int(step) <= steps)
        own = compute_mac(self.seed, "|".join(self.nonces).encode())
        return compute_mac(next(earlier, own), use.encode())


def compute_mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def encode_base64(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def format_json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def parse_record(text: str) -> ParsedRecord:
    """Parse a record. Raise ValueError if the spelling differs from the one in docs/fairness.md."""
    *lines, end = text.split("\n")
    head, chain = lines[:5], lines[5:]
    if end or len(head) < 5 or not all(re.fullmatch(*pair, re.ASCII) for pair in zip(HEAD_PATTERNS, head, strict=True)):
        raise ValueError("head")
    begin_index = chain.index("begin")
    lobby_lines, event_lines = chain[:begin_index], chain[begin_index + 1 :]
    has_end = event_lines[-1:] == ["end"]
    if has_end:
        del event_lines[-1]
    if [line.partition(" ")[0] for line in lobby_lines[:2]] != ["options", "seats"]:
        raise ValueError("options, seats")
    kinds = [line.partition(" ")[0] for line in lobby_lines]
    if "since" in kinds[kinds.index("sit") :]:
        raise ValueError("since")
    for line in lobby_lines:
        if not LOBBY_LINE_PATTERN.fullmatch(line):
            raise ValueError(line)
        if line.startswith("options ") and line != f"options {format_json(json.loads(line[8:]))}":
            raise ValueError(line)
    for line in event_lines:
        if not (
            HIDDEN_CHOICE_PATTERN.fullmatch(line)
            or REPLACED_CHOICE_PATTERN.fullmatch(line)
            or EVENT_LINE_PATTERN.fullmatch(line)
        ):
            raise ValueError(line)
    record = ParsedRecord(dict(line.split(" ", 1) for line in head), lobby_lines, event_lines, has_end)
    if "deal" in kinds and not has_valid_deal(record):
        raise ValueError("deal")
    if any(later <= earlier for (earlier, _), (later, _) in pairwise(record.earlier_match_keys)):
        raise ValueError("since")
    return record


def has_valid_deal(record: ParsedRecord) -> bool:
    """Return whether a lobby may repeat the deal of another match: it has only two people, with agreed seats."""
    kinds = [line.partition(" ")[0] for line in record.lobby_lines]
    return (
        kinds[:3] == ["options", "seats", "deal"]
        and {*kinds[3:]} <= {"sit", "rise", "shook"}
        and record.seats == len(record.people) == 2
        and all(line.count(" ") == 3 for line in record.lobby_lines if line.startswith("sit "))
        and record.lobby_lines[2].split(" ")[1] != record.head["id"]
    )


def generate_numbers(key: bytes) -> Iterator[int]:
    """Yield random numbers from a key without end. Block i, HMAC(key, i as 8 bytes), gives eight numbers of 4 bytes."""
    for index in count():
        block = compute_mac(key, index.to_bytes(8, "big"))
        yield from (int.from_bytes(block[start : start + 4], "big") for start in range(0, 32, 4))


def shuffle_indices(numbers: Iterator[int], size: int) -> list[int]:
    """Return the indices from 0 to size - 1, shuffled."""
    items = list(range(size))
    for last in range(size - 1, 0, -1):
        other = draw_below(numbers, last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def draw_below(numbers: Iterator[int], bound: int) -> int:
    """Draw a number below the bound, skipping numbers that would make small results more likely."""
    fair = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < fair) % bound


def compute_seals(text: str) -> list[str]:
    """Return the seal after the `seed` line and the seal after each chained line."""
    *head, seed = text.split("\n")[:5]
    secret = bytes.fromhex(seed[5:])
    first = hashlib.sha256("".join(f"{line}\n" for line in ["duel 1", *head]).encode() + secret).digest()

    def link(seal: bytes, line: str) -> bytes:
        choice = HIDDEN_CHOICE_PATTERN.fullmatch(line) or REPLACED_CHOICE_PATTERN.fullmatch(line)
        hashed_text = f"{choice[1]} # {choice[choice.re.groups]}" if choice else line
        return hashlib.sha256(
            seal + f"{hashed_text}\n".encode() + (secret if line.startswith("options ") else b"")
        ).digest()

    return [encode_base64(seal) for seal in accumulate(text.split("\n")[5:-1], link, initial=first)]


def find_faults(text: str) -> list[str]:
    """Return all faults that can be found without the rules of the game.

    These are faults of spelling, seats, receipts, salts, and the computer opponent.
    """
    try:
        record = parse_record(text)
    except ValueError as error:
        return [f"spelling: {error}"]
    drawn_seats = [
        str(seat)
        for seat in shuffle_indices(generate_numbers(record.derive_key("seats")), record.seats)[: len(record.people)]
    ]
    taken_seats = drawn_seats if record.are_seats_drawn else [person.seat for person in record.people]
    ai_seats = [str(seat) for seat in range(record.seats) if str(seat) not in taken_seats]
    house_lines = [line for line in record.lobby_lines if line.startswith("house")]
    reader = EventReader(record, set(ai_seats))
    for line in record.event_lines:
        reader.read_line(line)
    house_faults = [] if house_lines == ([" ".join(["house", *ai_seats])] if ai_seats else []) else ["house"]
    end_faults = [] if record.has_end else ["end"]
    return house_faults + end_faults + reader.faults + [f"never chosen {seat}" for seat in sorted(reader.choice_counts)]


class EventReader:
    """Reads the lines after `begin` in order. Infers the step of a hidden choice from its receipt."""

    def __init__(self, record: ParsedRecord, ai_seats: set[str]) -> None:
        self.record = record
        self.ai_seats = ai_seats
        self.leaving_seats = set[str]()
        """Seats whose players left in this step. The computer opponent plays for them from the next step on."""
        self.step = 1
        self.seats_that_chose = set[str]()
        self.choice_counts = Counter[str]()
        """The number of times each seat has chosen since its last revealed choice."""
        self.faults: list[str] = []

    def read_line(self, line: str) -> None:
        if replaced := REPLACED_CHOICE_PATTERN.fullmatch(line):
            self.choice_counts[replaced[1]] += 1
            self.faults += [f"changed {replaced[1]}"] if replaced[1] in self.ai_seats else []
        elif hidden := HIDDEN_CHOICE_PATTERN.fullmatch(line):
            self.check_revealed_choice(*hidden.groups())
        elif line.endswith((" !resign", " !lapse")) and self.record.seats > 2:
            self.leaving_seats.add(line.partition(" ")[0])
        elif " !" not in line:
            # An open move is its own step: the hidden choices before this line are complete.
            self.complete_steps(1 + bool(self.seats_that_chose))

    def complete_steps(self, step_count: int) -> None:
        self.step += step_count
        self.seats_that_chose.clear()
        self.ai_seats |= self.leaving_seats

    def check_revealed_choice(self, seat: str, move_text: str, salt: str, receipt: str) -> None:
        receipts = [
            encode_base64(
                hashlib.sha256(
                    bytes.fromhex(salt) + f"{self.record.head['id']}/{step}/{seat}/{move_text}".encode()
                ).digest()
            )
            for step in (self.step, self.step + 1)
        ]
        if self.seats_that_chose and receipt == receipts[1]:
            self.complete_steps(1)
        elif receipt != receipts[0]:
            self.faults.append(f"receipt {self.step}/{seat}")
        count = self.choice_counts.pop(seat, 0) + 1
        if self.record.derive_key(f"salt/{self.step}/{seat}/{count}")[:16].hex() != salt:
            self.faults.append(f"salt {self.step}/{seat}")
        if (
            seat in self.ai_seats
            and (self.seats_that_chose | self.choice_counts.keys()) - self.ai_seats - self.leaving_seats
        ):
            self.faults.append(f"late {self.step}/{seat}")
        self.seats_that_chose.add(seat)


def compute_board(text: str) -> str:
    """Return the board of a random placement: a `bison/wolf` pair of values per space, with ` | ` between rows."""
    record = parse_record(text)
    numbers = generate_numbers(record.derive_key("step/0"))
    bison, wolf = shuffle_indices(numbers, 9), shuffle_indices(numbers, 9)
    classic = record.options.get("variant", "classic") == "classic"
    while classic and any(first == second for first, second in zip(bison, wolf, strict=True)):
        wolf = shuffle_indices(numbers, 9)
    cells = [f"{bison.index(space) + 1}/{wolf.index(space) + 1}" for space in range(9)]
    return " | ".join(" ".join(cells[start : start + 3]) for start in range(0, 9, 3))


def compute_schnick_deal(text: str) -> str:
    """Return the hands in seat order, the pile from bottom to top, and the first challenger, separated by spaces."""
    record = parse_record(text)
    numbers, seats = generate_numbers(record.derive_key("step/0")), record.seats
    deck = "s" * 12 + "t" * 12 + "p" * 12 + "f" * 8 + "w" * 5
    cards = "".join(deck[index] for index in shuffle_indices(numbers, len(deck)))
    hands = ["".join(sorted(cards[6 * seat : 6 * seat + 6])) for seat in range(seats)]
    return " ".join([*hands, cards[6 * seats :], str(draw_below(numbers, seats))])


def compute_forest(text: str, tiles: list[str]) -> str:
    """Return the Woodwalkers tiles on the light spaces, sorted by space name, and the stack of battle modes."""
    numbers = generate_numbers(parse_record(text).derive_key("step/0"))
    modes = [mode for mode in ("strength", "speed", "endurance", "intelligence") for _ in range(5)]
    light_spaces = [tiles[index] for index in shuffle_indices(numbers, len(tiles))]
    return " ".join(light_spaces + [modes[index] for index in shuffle_indices(numbers, len(modes))])
