"""Every match can be written as a record and read back."""

import json

from games import record
from games.record import Record
from tests.laws.law_tables import LawTable, get_random_match
from tests.records.endings import replay_record


def make_record(table: LawTable) -> Record:
    return Record(table.game, table.options, table.seats, get_random_match(table).lines, id="7", seed=bytes(32))


def test_record_survives_the_round_trip(table: LawTable) -> None:
    before = make_record(table)
    after = record.parse_record(str(before))
    assert str(after) == str(before)
    assert after.options == before.options
    all_options = json.dumps(table.options.model_dump(mode="json"))
    head = [f"options {all_options}" if line.startswith("options") else line for line in str(before).splitlines()]
    assert record.parse_record("\n".join(head)).options == table.options, "defaults may be written, too"
    assert replay_record(after).state == get_random_match(table).matches[-1].state


def test_capitals_and_remarks_do_not_change_a_record(table: LawTable) -> None:
    head, _, body = str(make_record(table)).partition("---\n")
    remarked_body = "\n\n# a remark\n".join(line.upper() for line in body.splitlines())
    replayed = replay_record(record.parse_record(f"# first\n{head}---\r\n{remarked_body}"))
    assert replayed.state == get_random_match(table).matches[-1].state
