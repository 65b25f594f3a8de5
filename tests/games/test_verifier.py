"""docs/fairness.md suffices: a program written from that page alone agrees with the games."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games import GAMES, record
from games.chain import BrokenRecord
from games.core import Game
from games.fairness import fold_lobby, verify_record
from tests.games.independent_verifier import (
    compute_board,
    compute_forest,
    compute_schnick_deal,
    compute_seals,
    encode_base64,
    find_faults,
)
from tests.records import RECORDS_FOLDER
from tests.records.__main__ import make_lobby_record, play_random_record
from tests.records.endings import replay_record
from tests.records.eventful_matches import make_eventful_record
from tests.records.forgeries import FORGERIES

RECORD_PATHS = sorted(RECORDS_FOLDER.glob("*/*.match"))
SHAMAN_DUEL: Game[Any, Any, Any] = GAMES["schamanen"]
PROVEN_RECORD = (Path(__file__).parents[1] / "records/schamanen/memory_random.match").read_text("utf-8")
OPTIONS_AND_SEEDS: list[tuple[dict[str, Any], str]] = [
    ({"variant": variant, "placement": "random"}, str(seed)) for variant in ("classic", "memory") for seed in range(5)
]


def find_line(beginning: str) -> str:
    return next(row for row in PROVEN_RECORD.splitlines() if row.startswith(beginning))


def check_after_change(old: str, new: str) -> list[str]:
    assert old in PROVEN_RECORD
    return find_faults(PROVEN_RECORD.replace(old, new, 1))


def format_initial_board(text: str) -> str:
    """The board at the start, as the game laid it out."""
    _, match = next(record.replay_positions(record.parse_record(text)))
    bison, wolf = match.state.stone_spaces
    cells = [f"{bison.index(space) + 1}/{wolf.index(space) + 1}" for space in range(9)]
    return " | ".join(" ".join(cells[at : at + 3]) for at in range(0, 9, 3))


@pytest.mark.parametrize("path", RECORD_PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nothing_is_wrong_with_a_recorded_match(path: Path) -> None:
    text = path.read_text("utf-8")
    assert find_faults(text) == []
    if record.parse_record(text).options.model_dump().get("placement") == "random":
        assert compute_board(text) == format_initial_board(text)


@pytest.mark.parametrize(("options", "seed"), OPTIONS_AND_SEEDS, ids=str)
def test_both_readings_agree_on_a_match_of_today(options: dict[str, Any], seed: str) -> None:
    text = str(play_random_record(SHAMAN_DUEL, seed, options, max_steps=12))
    assert find_faults(text) == []
    assert compute_board(text) == format_initial_board(text)


@pytest.mark.parametrize("shakes", range(3))
@pytest.mark.parametrize("key", GAMES)
def test_both_readings_have_the_same_seals(key: str, shakes: int) -> None:
    """Of matches in which people think again, shake the dice, and the house plays."""
    game = GAMES[key]
    for seats in (game.SEATS[0], game.SEATS[-1]):
        text = str(
            make_eventful_record(
                game,
                f"{seats} {shakes}",
                seats=seats,
                joined_count=max(1, seats - shakes),
                player_seed_count=min(1, shakes),
            )
        )
        assert find_faults(text) == []
        assert [*verify_record(record.parse_record(text)).seals] == compute_seals(text)


def test_the_example_of_the_page_holds() -> None:
    page = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8")
    text = "".join(f"{row[4:]}\n" for row in page.partition("## An example")[2].splitlines() if row.startswith("    "))
    read = record.parse_record(text)
    proof = verify_record(read)
    assert (proof.changed_move_count, len(proof.player_seeds), len(fold_lobby(read).house)) == (1, 1, 1)
    proof.check_player_seed("page 15 0")
    assert find_faults(text) == []
    _, match = next(record.replay_positions(read))
    dice, stands = read.chance.step_dice(0), compute_seals(text)
    for value in (
        f"`{stands[0]}`",
        f"`{stands[1]}`",
        f"`{stands[len(read.lobby_lines)]}`",
        f"`{stands[-1]}`",
        f"`{'|'.join(read.nonces)}`",
        f"`{read.chance.key.hex()}`",
        " ".join(map(str, proof.seats)),
        ", ".join(str(dice.draw_below(1 << 32)) for _ in range(3)),
        " ".join(map(str, read.chance.step_dice(0).shuffle(range(9)))),
        " ".join(tile for _, tile in match.state.forest[:5]) + " … " + " ".join(match.state.stack[:4]),
        f"`{read.chance.derive_salt(1, 2, 2).hex()}`",
    ):
        assert f"| {value} |" in page


def test_the_page_says_every_word_of_every_game() -> None:
    page = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8")
    said = {line.move[0] for path in RECORD_PATHS for line in record.parse_record(path.read_text("utf-8")).lines}
    assert set(filter(str.isalpha, said)) <= set(re.findall(r"[`, ]([a-z]+)[` ]", page))


@pytest.mark.parametrize("kind", FORGERIES)
def test_both_readings_agree_on_forgeries_as_far_as_no_rules_are_needed(kind: str) -> None:
    """Where the second finds something wrong the first does; where the first finds nothing the second does not."""
    for seats, came in ((2, 2), (3, 2)):
        genuine = str(
            make_eventful_record(
                GAMES["woodwalkers"],
                f"{kind} {seats}",
                seats=seats,
                joined_count=came,
                player_seed_count=1,
                max_steps=6,
            )
        )
        forged = FORGERIES[kind](genuine)
        if forged is None:
            continue
        try:
            agrees = bool(verify_record(record.parse_record(forged)))
        except BrokenRecord:
            agrees = False
        assert not (agrees and find_faults(forged)), forged


def begin_record(key: str, seats: int) -> tuple[str, Any]:
    """The record before anybody has said anything, and the state that the game has dealt."""
    game = GAMES[key]
    text = str(
        make_lobby_record(game, game.options_class(), seats, joined_count=seats, seed=sha256(bytes([seats])).digest())
    )
    return text, replay_record(record.parse_record(text)).state


@pytest.mark.parametrize("seats", GAMES["schnick"].SEATS)
def test_both_readings_deal_the_same_cards(seats: int) -> None:
    text, state = begin_record("schnick", seats)
    hands = ("".join(sorted(hand.rstrip("j"))) for hand in state.hands)
    assert compute_schnick_deal(text) == " ".join([*hands, state.pile, str(state.challenger)])


@pytest.mark.parametrize("seats", GAMES["woodwalkers"].SEATS)
def test_both_readings_lay_the_same_forest(seats: int) -> None:
    """With as many tiles of each kind as `docs/rules/woodwalkers.md` says."""
    flags = [f"flag{value}" for value in (5, 5, 6, 7, 8, 10, 12, 15)]
    text, state = begin_record("woodwalkers", seats)
    drawn = compute_forest(text, [*flags, *["medicine"] * 4, *["die"] * 4, *["point"] * 4])
    assert drawn.startswith(" ".join([*(tile for _, tile in state.forest), *state.stack]))


# What somebody has changed


def test_changed_receipts_choices_and_salts_are_found() -> None:
    was = find_line("0 mask")
    *said, _, receipt = was.split()
    assert check_after_change(receipt, encode_base64(sha256(receipt.encode()).digest())) == ["receipt 1/0"]
    assert check_after_change(was, was.replace("mask 2", "mask 3")) == ["receipt 1/0"]
    # With a salt of its own a receipt holds, so only the key of the salt tells.
    salt = bytes(16)
    forged = encode_base64(sha256(salt + f"{find_line('id').split()[1]}/1/0/mask 2".encode()).digest())
    assert check_after_change(was, " ".join([*said, salt.hex(), forged])) == ["salt 1/0"]


def test_changed_seats_and_a_house_that_is_late_are_found() -> None:
    genuine = str(make_eventful_record(SHAMAN_DUEL, "late", seats=2, joined_count=1))
    (row,) = re.findall(r"^house .*$", genuine, re.MULTILINE)
    house = row[-1]
    assert "house" in find_faults(genuine.replace(row, f"house {1 - int(house)}"))
    first, second = re.findall(rf"^({house} mask.*)\n(.*)$", genuine, re.MULTILINE)[0]
    assert "late" in find_faults(genuine.replace(f"{first}\n{second}", f"{second}\n{first}"))[0]
