"""A proof holds only if nothing was touched, and says what it lacks."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from games import GAMES, chain, record
from games.chain import BrokenRecord
from games.chained_record import hash_player_seed, list_nonces
from games.core import Move, Seat
from games.dice import Chance
from games.fairness import UNPROVABLE_REASONS, compute_commitment, draw_move_of_left_seat, verify_record
from games.match import RESIGN, TIME_OUT
from games.record import Record
from games.refused import Refused
from tests.games import morra
from tests.records.__main__ import gathered, said
from tests.records.ending import replay_to_end
from tests.records.rich import rich

PROVEN = (Path(__file__).parents[1] / "records/schamanen/memory.match").read_text("utf-8")
OPENED = PROVEN.splitlines()[PROVEN.splitlines().index("begin") + 1]
SHAKEN = "a line of anything"
SEED = bytes(range(32))


def touched(old: str, new: str, text: str = PROVEN) -> tuple[str, str]:
    """The line at which verification breaks, and why."""
    assert old in text
    text = text.replace(old, new, 1)
    with pytest.raises(BrokenRecord) as no:
        verify_record(record.parse_record(text))
    return text.split("\n")[no.value.line - 1].split(" #")[0], no.value.why.key


def line(beginning: str) -> str:
    return next(row for row in PROVEN.splitlines() if row.startswith(beginning))


def refusal(record: Record) -> str:
    with pytest.raises(BrokenRecord) as no:
        verify_record(record)
    return no.value.why.key


def test_an_untouched_record_is_proven() -> None:
    proof = verify_record(record.parse_record(PROVEN))
    assert proof.steps > 18
    assert proof.hidden_move_count == len(proof.commitments) > 0
    assert sorted(proof.seats) == [0, 1]
    assert proof.seats_were_drawn
    assert proof.seals[proof.seal] == PROVEN.count("\n")


def test_the_chain_is_a_hash_over_each_line() -> None:
    """By hand, as `docs/fairness.md` says."""
    match, name, game, edition, seed, *lines = PROVEN.splitlines()
    secret = bytes.fromhex(seed.partition(" ")[2])
    seal = sha256(f"duel 1\n{match}\n{name}\n{game}\n{edition}\n".encode() + secret).digest()
    for each in lines:
        said, hidden, rest = each.partition(" # ")
        link = f"{said.split()[0]} # {rest.split()[-1]}" if hidden else each
        seal = sha256(seal + link.encode() + b"\n" + (secret if each.startswith("options ") else b"")).digest()
    assert chain.encode_hash(seal) == verify_record(record.parse_record(PROVEN)).seal


@pytest.mark.parametrize("before", ["\ufeff", " ", "\n", "# a remark\n"])
def test_nothing_stands_before_a_record_with_a_chain(before: str) -> None:
    with pytest.raises(BrokenRecord) as no:
        record.parse_record(before + PROVEN)
    assert (no.value.line, no.value.why.key) == (1, "spelling")


def test_a_receipt_is_the_hash_of_salt_and_place_and_word() -> None:
    by_hand = sha256(bytes(range(16)) + b"4711/19/0/mask 2").digest()
    assert compute_commitment(bytes(range(16)), "4711", 19, 0, ("mask", "2")) == chain.encode_hash(by_hand)


def test_where_anybody_shook_the_dice_no_id_counts() -> None:
    assert list_nonces([("1001", ""), ("1002", "")]) == ("1001", "1002")
    assert list_nonces([("1001", ""), ("1002", "b"), ("1003", "c")]) == ("b", "c")
    assert list_nonces([]) == ()


def test_a_shake_is_checked_by_its_text() -> None:
    proof = verify_record(rich(GAMES["schamanen"], SHAKEN, seats=2, came=2, shakes=1))
    proof.check_player_seed(f"{SHAKEN} 0")
    with pytest.raises(Refused):
        proof.check_player_seed(SHAKEN)


def test_a_receipt_that_was_shown_is_there_even_if_somebody_thought_again() -> None:
    match = gathered(morra.GAME, morra.Options(), 2, came=2, seed=SEED)
    proof = verify_record(said(match, [(0, ("show", "1")), (0, ("show", "2")), (1, ("show", "1")), (0, RESIGN)]))
    assert (proof.hidden_move_count, proof.changed_move_count, len(proof.commitments)) == (2, 1, 3)
    for each in proof.commitments:
        proof.check_commitment(each)
    with pytest.raises(Refused):
        proof.check_commitment(hash_player_seed(SHAKEN))


def test_changed_choices_and_salts_break_where_they_stand() -> None:
    was = line("0 mask")
    word, rest = was.split(" #")
    other = "0 mask 3" if word[-1] != "3" else "0 mask 1"
    assert touched(was, f"{other} #{rest}") == (other, "receipt-wrong")
    forged = compute_commitment(bytes(16), line("id").split()[1], 19, 0, ("mask", word[-1]))
    assert touched(was, f"{word} # {'0' * 32} {forged}") == (word, "salt-wrong")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        (line("id"), "id 1", "receipt-wrong"),
        ("begin\n", "", "muster"),
        # What is missing is not called wrong.
        (PROVEN.splitlines()[-1] + "\n", "", "unfinished"),
        (line("0 mask"), line("0 mask").partition(" #")[0], "receipt-missing"),
        # An open word has no receipt.
        (f"begin\n{OPENED}", f"begin\n{OPENED} # {'0' * 32} {hash_player_seed('')}", "receipt-open"),
    ],
)
def test_what_is_missing_or_too_much_is_named(old: str, new: str, key: str) -> None:
    assert touched(old, new)[1] == key
    assert (key in UNPROVABLE_REASONS) is (key in ("unfinished", "receipt-missing"))


def test_a_plain_record_proves_nothing() -> None:
    plain = str(replace(record.parse_record(PROVEN), lobby_lines=()))
    assert plain.startswith("match 1\n")
    assert refusal(record.parse_record(plain)) == "unproven"


def test_a_seed_that_nobody_drew_proves_nothing() -> None:
    """Of nought everybody could have told the dice beforehand."""
    ends: list[tuple[Seat | None, Move]] = [(0, RESIGN)]
    match = gathered(morra.GAME, morra.Options(), 2, came=2, seed=bytes(32))
    assert refusal(said(match, ends)) == "seedless"
    assert "seedless" in UNPROVABLE_REASONS


@pytest.mark.parametrize("kind", ["shook", "~"])
def test_a_hash_has_one_spelling(kind: str) -> None:
    """Of the 43 letters the last tells four bits only; two more would be anybody's, and the seal another."""
    text = str(rich(GAMES["schamanen"], SHAKEN, seats=2, came=2, shakes=1))
    row = next(row for row in text.splitlines() if kind in row.split()[:2])
    other = row[:-1] + chr(ord(row[-1]) + 1)
    assert touched(row, other, text) == (other.partition(" #")[0], "muster" if kind == "shook" else "line")


def gathering(*lines: str) -> str:
    """Why no match begins with these lines, after the options."""
    head = [*chain.header_lines("1", GAMES["woodwalkers"]), f"seed {SEED.hex()}", "options {}"]
    with pytest.raises(BrokenRecord) as no:
        verify_record(record.parse_record("".join(f"{row}\n" for row in [*head, *lines])))
    return f"{no.value.line} {no.value.why.key}"


def test_those_who_sit_down_have_all_agreed_on_a_seat_or_nobody_has() -> None:
    """Also where the first have risen again."""
    assert gathering("seats 2", "sit 1 1001", "rise 1", "sit 2 1002 0") == "10 muster"
    assert gathering("seats 2", "sit 1 1001 0", "rise 1", "sit 2 1002") == "10 muster"
    assert gathering("seats 2", "sit 1 1001 0", "rise 1", "sit 2 1002 0") == "10 not-yet"


def test_where_fewer_begin_the_dice_say_who_sits_where() -> None:
    """Also if they all rise and sit down once more, with the seats they had agreed on."""
    (first,) = Chance.derive(SEED, ["1003"]).draw_seats(2, 1)
    agreed = 1 - first
    came = ["seats 3", "sit 1 1001 0", "sit 2 1002 1", "seats 2", "rise 1", "rise 2", f"sit 3 1003 {agreed}"]
    assert gathering(*came, f"house {first}", "begin") == "14 house-wrong"
    assert gathering(*came, f"house {agreed}", "begin") == "15 unfinished"


def played(words: list[tuple[Seat | None, Move]], seats: int = 2, came: int = 2) -> Record:
    """Morra: all choose at once, again and again."""
    return said(gathered(morra.GAME, morra.Options(), seats, came=came, seed=SEED), words)


def test_the_house_chooses_first_and_does_not_change_its_mind() -> None:
    (house,) = [int(row.split()[1]) for row in played([], came=1).lobby_lines if row.startswith("house")]
    chosen, other, changed = (house, ("show", "1")), (1 - house, ("show", "1")), (house, ("show", "2"))
    left: tuple[Seat | None, Move] = (1 - house, RESIGN)
    assert verify_record(played([chosen, other, left], came=1)).hidden_move_count == 2
    assert refusal(played([other, chosen, left], came=1)) == "house-late"
    assert refusal(played([chosen, changed, other, left], came=1)) == "house-changed"


def test_a_choice_that_was_left_out_at_the_end_is_missing() -> None:
    """Else somebody could have chosen, seen what the others chose, and had it left out."""
    chosen = played([(0, ("show", "1")), (0, ("show", "2")), (1, RESIGN)])
    lines = tuple(line for line in chosen.lines if line.is_superseded or line.seat == 1)
    assert refusal(replace(chosen, lines=lines)) == "choice-missing"
    # Whoever has chosen is in time.
    first, *_ = chosen.lines
    assert refusal(replace(chosen, lines=(first, replace(first, move=TIME_OUT, commitment="")))) == "in-time"


def test_in_a_seat_that_is_left_in_the_middle_of_a_step_dice_choose() -> None:
    begun = played([(0, ("show", "1")), (1, RESIGN)], seats=3, came=3)
    match = replay_to_end(begun)
    word = draw_move_of_left_seat(match, 1)
    other = next(each for each in match.legal_moves(1) if each != word)
    told: list[tuple[Seat | None, Move]] = [(0, ("show", "1")), (1, RESIGN)]
    ends: list[tuple[Seat | None, Move]] = [(2, ("show", "1")), (0, RESIGN), (2, RESIGN)]
    assert verify_record(played([*told, (1, word), *ends], seats=3, came=3)).hidden_move_count == 3
    assert refusal(played([*told, (1, other), *ends], seats=3, came=3)) == "dice-wrong"
