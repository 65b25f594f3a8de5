"""Checks that stored records replay to the stored end and that their proofs are complete."""

from pathlib import Path

import pytest

from games import GAMES, record
from games.fairness import verify_record
from games.record import replay_positions
from tests.records import RECORDS_FOLDER
from tests.records.endings import describe_end, replay_record
from tests.records.mirror_matches import STORED_PAIR, STORED_SEED, make_mirror_pair

RECORD_PATHS = sorted(RECORDS_FOLDER.glob("*/*.match"))


@pytest.mark.parametrize("path", RECORD_PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_match_replays_to_its_stored_end(path: Path) -> None:
    parsed = record.parse_record(path.read_text("utf-8"))
    # The first line of the file beside a record describes its end.
    assert describe_end(replay_record(parsed)) == path.with_suffix(".end").read_text("utf-8").splitlines()[0]
    assert len(verify_record(parsed).seals) == len(parsed.lobby_lines) + len(parsed.lines) + 2


@pytest.mark.skipif("schamanen" not in GAMES, reason="needs a game whose deal can be repeated")
def test_stored_pair_of_matches_with_one_deal_is_what_the_games_play() -> None:
    """The second match repeats the deal of the first, with swapped seats. All later steps have dice of their own."""
    first, second = make_mirror_pair(STORED_SEED)
    paths = [RECORDS_FOLDER / f"{name}.match" for name in STORED_PAIR]
    assert [str(first), str(second)] == [path.read_text("utf-8") for path in paths]
    (_, first_start), (_, second_start) = (next(replay_positions(each)) for each in (first, second))
    assert first_start.state.stone_spaces == second_start.state.stone_spaces
    assert first.chance.key != second.chance.key
    proof = verify_record(second, first)
    assert (verify_record(first).seats, proof.seats) == ((0, 1), (1, 0))
    assert (proof.repeated_match_id, proof.deal_was_compared, proof.earlier_steps) == ("4711", True, None)
    assert not verify_record(second).deal_was_compared


def test_every_game_has_records() -> None:
    assert {path.parent.name for path in RECORD_PATHS} >= set(GAMES)
