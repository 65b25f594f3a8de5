"""Every match can be written down and read again."""

import json

from games import record
from games.dice import Chance
from games.record import Record
from tests.laws.positions import Table, played
from tests.records.ending import replay_to_end


def written(table: Table) -> Record:
    return Record(table.game, table.options, table.seats, played(table).lines, id="7", seed=bytes(32))


def test_a_record_survives_the_round_trip(table: Table) -> None:
    before = written(table)
    after = record.parse_record(str(before))
    assert str(after) == str(before)
    assert after.options == before.options
    every = json.dumps(table.options.model_dump(mode="json"))
    head = [f"options {every}" if line.startswith("options") else line for line in str(before).splitlines()]
    assert record.parse_record("\n".join(head)).options == table.options, "defaults may be written, too"
    assert replay_to_end(after).state == played(table).matches[-1].state


def test_a_record_reads_the_same_in_capitals_and_with_remarks(table: Table) -> None:
    head, _, body = str(written(table)).partition("---\n")
    said = "\n\n# a remark\n".join(line.upper() for line in body.splitlines())
    assert replay_to_end(record.parse_record(f"# first\n{head}---\r\n{said}")).state == played(table).matches[-1].state


def test_seed_decides_the_dice() -> None:
    one, other = (Chance.derive(seed.to_bytes(32, "big"), ()) for seed in (1, 2))
    assert one.step_dice(1).draw_below(1 << 32) != other.step_dice(1).draw_below(1 << 32)
    assert one.step_dice(1).draw_below(1 << 32) == Chance.derive((1).to_bytes(32, "big"), ()).step_dice(1).draw_below(
        1 << 32
    )
