"""docs/fairness.md suffices: a program written from that page alone agrees with the games."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games import GAMES, record
from games.core import Game
from tests.games.verifier import check, deal, forest, layout
from tests.records.__main__ import finished

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*/*.match"))
SHAMANS: Game[Any, Any, Any] = GAMES["schamanen"]
PROVEN = (Path(__file__).parents[1] / "records/schamanen/memory_random.match").read_text("utf-8")
SAMPLES: list[tuple[dict[str, Any], str]] = [
    ({"variant": variant, "placement": "random"}, str(seed)) for variant in ("classic", "memory") for seed in range(20)
]


def line(beginning: str) -> str:
    return next(row for row in PROVEN.splitlines() if row.startswith(beginning))


def touched(old: str, new: str) -> list[str]:
    assert old in PROVEN
    return check(PROVEN.replace(old, new, 1))


def shown(text: str) -> str:
    """The board at the start, as the game laid it out."""
    _, match = next(record.matches(record.read(text)))
    bison, wolf = match.state.at
    cells = [f"{bison.index(space) + 1}/{wolf.index(space) + 1}" for space in range(9)]
    return " | ".join(" ".join(cells[at : at + 3]) for at in range(0, 9, 3))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nothing_is_wrong_with_a_recorded_match(path: Path) -> None:
    assert check(path.read_text("utf-8")) == []


def test_both_readings_draw_the_same_boards_in_the_records() -> None:
    texts = [path.read_text("utf-8") for path in RECORDS]
    drawn = [text for text in texts if record.read(text).options.model_dump().get("placement") == "random"]
    assert drawn
    assert [layout(text) for text in drawn] == [shown(text) for text in drawn]


@pytest.mark.parametrize(("options", "seed"), SAMPLES, ids=str)
def test_both_readings_agree_on_a_match_of_today(options: dict[str, Any], seed: str) -> None:
    text = str(finished(SHAMANS, seed, options, longest=12))
    assert check(text) == []
    assert layout(text) == shown(text)


def begun(key: str, seats: int) -> str:
    """Before anybody has said anything."""
    seed = sha256(bytes([seats])).hexdigest()
    return f"match 1\ngame {key}\nedition {GAMES[key].EDITION}\nseats {seats}\nseed {seed}\nnonces 1001\n---\n"


@pytest.mark.parametrize("seats", GAMES["schnick"].SEATS)
def test_both_readings_deal_the_same_cards(seats: int) -> None:
    text = begun("schnick", seats)
    match = record.replayed(record.read(text))
    hands = ("".join(sorted(hand.rstrip("j"))) for hand in match.state.hands)
    assert deal(text) == " ".join([*hands, match.state.pile, str(match.state.challenger)])


@pytest.mark.parametrize("seats", GAMES["woodwalkers"].SEATS)
def test_both_readings_lay_the_same_forest(seats: int) -> None:
    """As many of each as `docs/rules/woodwalkers.md` says."""
    flags = [f"flag{value}" for value in (5, 5, 6, 7, 8, 10, 12, 15)]
    text = begun("woodwalkers", seats)
    match = record.replayed(record.read(text))
    lies = [tile for _, tile in match.state.forest]
    drawn = forest(text, [*flags, *["medicine"] * 4, *["die"] * 4, *["point"] * 4])
    assert drawn.startswith(" ".join([*lies, *match.state.stack]))


def test_who_sits_with_the_house_sits_where_the_dice_say() -> None:
    """The house brings no nonce, and `sat` tells nothing of its seat."""
    alone = record.read("match 1\ngame schamanen\nedition 1\nseats 2\nnonces 1001\n---")
    seat = alone.chance.seats(2, 1)[0]
    text = str(alone)
    assert check(text.replace("---", f"sat {seat}\n---")) == []
    assert check(text.replace("---", f"sat {1 - seat}\n---")) == ["seats"]


def test_a_changed_receipt_is_found() -> None:
    receipt = line("0 mask").split()[-1]
    assert touched(receipt, sha256(receipt.encode()).hexdigest()) == ["receipt 1/0"]


def test_a_changed_choice_is_found() -> None:
    was = line("0 mask")
    assert touched(was, was.replace("mask 2", "mask 3")) == ["receipt 1/0"]


def test_a_salt_that_is_not_of_the_match_is_found() -> None:
    """Its receipt holds, so only the key of the salt tells."""
    *said, _, _ = line("0 mask").split()
    salt = bytes(16)
    receipt = sha256(salt + f"{line('id').split()[1]}/1/0/mask 2".encode()).hexdigest()
    assert touched(line("0 mask"), " ".join([*said, salt.hex(), receipt])) == ["salt 1/0"]


def test_a_receipt_left_out_is_found() -> None:
    assert touched(line("0 mask"), "0 mask 2") == ["receipt 1/0", "salt 1/0"]


def test_a_changed_seed_is_found() -> None:
    """Everything hangs on it: the seats may fall the same, the salts cannot."""
    wrong = touched(line("seed"), f"seed {'0' * 64}")
    assert wrong[0] == "commitment"
    assert "salt 1/0" in wrong


def test_changed_seats_are_found() -> None:
    assert touched(line("sat"), f"sat {' '.join(reversed(line('sat').split()[1:]))}") == ["seats"]
