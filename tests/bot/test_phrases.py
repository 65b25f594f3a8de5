"""Tests for the texts of moves, positions and refusals."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest
import typer

from bot.cli.inputs import exit_on_bad_input
from bot.i18n import say
from bot.screens import phrases
from bot.screens.move_buttons import join_labels
from bot.screens.turning_points import PositionCounter, build_position_counter
from games.chain import BrokenRecord
from games.record import parse_record, replay_positions
from games.refused import Refused
from games.words import LOCALES, Words
from tests.records import RECORDS_FOLDER

# Moves


@pytest.mark.parametrize(
    ("labels", "locale", "starts_with_verb", "text"),
    [
        (["Exchange two stones", "A1 · 9", "⇄ A3 · 8"], "en", True, "Exchange two stones: A1 · 9 ⇄ A3 · 8"),
        (["A1 · 9", "⇄ A3 · 8"], "en", False, "A1 · 9 ⇄ A3 · 8"),
        (["Pawn b2", "→ b4"], "en", True, "Pawn b2 → b4"),
        (["B1 · bison", "C1 · bear", "D1 · wolf"], "en", False, "B1 · bison, C1 · bear, D1 · wolf"),
        # A label that ends in "…" is dropped if another follows.
        (["Knight b1", "Journey in trance to …", "~ d5"], "en", True, "Knight b1 ~ d5"),
        (["Knight b1", "Journey in trance to …"], "en", True, "Knight b1: Journey in trance to …"),
        (["Choisir un masque", "Rangée 1"], "fr", True, "Choisir un masque\u202f: Rangée 1"),
        (["Roll the die"], "en", True, "Roll the die"),
        ([], "en", True, ""),
    ],
)
def test_labels_are_joined_to_a_phrase(labels: list[str], locale: str, starts_with_verb: bool, text: str) -> None:
    assert join_labels(labels, locale, starts_with_verb=starts_with_verb) == text


# Positions


def test_position_between_duels_is_named_after_the_last_duel() -> None:
    counter = PositionCounter("duel", (3, 7), 9)
    assert {step: counter.find_moment(step).format_with_total("en") for step in (2, 3, 5, 7, 8, 9)} == {
        2: "Before the first duel",
        3: "Duel 1 of 2",
        5: "After duel 1 of 2",
        7: "Duel 2 of 2",
        8: "After duel 2 of 2",
        9: "The end",
    }
    assert PositionCounter("duel", (3, 9), 9).find_moment(9).format_with_total("de") == "Duell 2 von 2"
    names = {step: PositionCounter("duel", (3, 9), 12).find_moment(step).format_short("de") for step in (2, 5, 9, 12)}
    assert names == {2: "Vor dem ersten Duell", 5: "Nach Duell 1", 9: "Duell 2", 12: "Der Schluss"}


@pytest.mark.parametrize(
    ("name", "kind", "duel_count"),
    [("schamanen/classic", "duel", 3), ("schnick/two", "duel", 9), ("woodwalkers/duels", "duel", None),
     ("shamanic_chess/classic", "move", None)],
)  # fmt: skip
def test_positions_are_counted_in_duels_or_moves(name: str, kind: str, duel_count: int | None) -> None:
    record = parse_record((RECORDS_FOLDER / f"{name}.match").read_text("utf-8"))
    positions = list({engine.step: engine for _, engine in replay_positions(record)}.values())
    counter = build_position_counter(positions, is_over=True)
    assert counter.unit == kind
    assert duel_count in (None, len(counter.step_numbers))
    # The reveal of the arrangements is no duel.
    assert name != "woodwalkers/duels" or 1 not in counter.step_numbers
    assert all(counter.find_moment(i).format_with_total(locale) for i in range(len(positions)) for locale in LOCALES)
    if kind == "move":
        # A move consists of a turn of each side, as in chess.
        assert [counter.find_moment(i).number for i in range(6)] == [1, 1, 1, 2, 2, 3]
        for i, position in enumerate(positions[:-1]):
            assert counter.find_moment(i + 1).number == position.state.fullmove_number


# Refusals

PACKAGE_NAMES = ("herons", "otters")


@pytest.fixture(scope="module", autouse=True)
def catalogs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Create two packages with different texts for the same keys. The bot also has a text for one of the keys."""
    folder = tmp_path_factory.mktemp("speakers")
    for name in PACKAGE_NAMES:
        (folder / name / "words").mkdir(parents=True)
        (folder / name / "__init__.py").touch()
        for locale in LOCALES:
            text = f"no-tail = {locale}: {{ $count }} {name} have no tail.\nno-late = {locale}: {name} sleep.\n"
            (folder / name / "words" / f"{locale}.ftl").write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield


@pytest.mark.parametrize("locale", LOCALES)
def test_refusal_has_the_text_of_its_package(locale: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in PACKAGE_NAMES:
        for refusal, sentence in (
            (Words(name).make_refusal("tail", count=2), f"{locale}: 2 {name} have no tail."),
            (Words(name).make_refusal("late"), f"{locale}: {name} sleep."),
            # For keys that the package lacks, the bot's own text is used.
            (Words(name).make_refusal("ended"), say("no-ended", locale)),
        ):
            # A refusal may come from another process, in pickled form.
            for received in (refusal, pickle.loads(pickle.dumps(refusal))):  # noqa: S301 - pickled here
                assert say.format_refusal(received, locale) == sentence
                assert BrokenRecord(1, received).format_error(locale) == sentence
                with pytest.raises(typer.Exit), exit_on_bad_input("here", locale):
                    raise received
                assert capsys.readouterr().err == f"here: {sentence}\n"
    assert say.format_refusal(Refused("late"), locale) == say("no-late", locale)
    refusal = pickle.loads(pickle.dumps(Refused("seat", "otters", seat=7, typed="a\nb")))  # noqa: S301 - our own
    assert (refusal.key, refusal.package, refusal.facts) == ("seat", "otters", {"seat": 7, "typed": "a�b"})


def test_markdown_in_refused_input_is_escaped() -> None:
    refusal = phrases.escape_typed_facts(Refused("unread", typed="**@everyone** [x](http://y)", near="a1"))
    assert refusal.facts == {"typed": r"\*\*\@everyone\*\* \[x\]\(http\:\/\/y\)", "near": "a1"}
    invisible = Refused("unread", typed="🐺 \u200dabc", near="challenge 0, challenge 2")
    assert phrases.escape_typed_facts(invisible).facts == {"typed": "🐺 abc", "near": "challenge 0, challenge 2"}
    mentions = Refused("not-now", who="<@11>, <@22>", count=2)
    assert phrases.escape_typed_facts(mentions).facts == mentions.facts
