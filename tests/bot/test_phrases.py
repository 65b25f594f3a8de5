"""How moves, moments of a match and refusals are put into words."""

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
    ("labels", "locale", "begins", "text"),
    [
        (["Exchange two stones", "A1 · 9", "⇄ A3 · 8"], "en", True, "Exchange two stones: A1 · 9 ⇄ A3 · 8"),
        (["A1 · 9", "⇄ A3 · 8"], "en", False, "A1 · 9 ⇄ A3 · 8"),
        (["Pawn b2", "→ b4"], "en", True, "Pawn b2 → b4"),
        (["B1 · bison", "C1 · bear", "D1 · wolf"], "en", False, "B1 · bison, C1 · bear, D1 · wolf"),
        # What only leads on goes once something follows.
        (["Knight b1", "Journey in trance to …", "~ d5"], "en", True, "Knight b1 ~ d5"),
        (["Knight b1", "Journey in trance to …"], "en", True, "Knight b1: Journey in trance to …"),
        (["Choisir un masque", "Rangée 1"], "fr", True, "Choisir un masque\u202f: Rangée 1"),
        (["Roll the die"], "en", True, "Roll the die"),
        ([], "en", True, ""),
    ],
)
def test_labels_join_to_a_phrase(labels: list[str], locale: str, begins: bool, text: str) -> None:
    assert join_labels(labels, locale, starts_with_verb=begins) == text


# Moments


def test_moment_between_duels_is_named_after_the_last() -> None:
    count = PositionCounter("duel", (3, 7), 9)
    assert {at: count.find_moment(at).format_with_total("en") for at in (2, 3, 5, 7, 8, 9)} == {
        2: "Before the first duel",
        3: "Duel 1 of 2",
        5: "After duel 1 of 2",
        7: "Duel 2 of 2",
        8: "After duel 2 of 2",
        9: "The end",
    }
    assert PositionCounter("duel", (3, 9), 9).find_moment(9).format_with_total("de") == "Duell 2 von 2"
    named = {at: PositionCounter("duel", (3, 9), 12).find_moment(at).format_short("de") for at in (2, 5, 9, 12)}
    assert named == {2: "Vor dem ersten Duell", 5: "Nach Duell 1", 9: "Duell 2", 12: "Der Schluss"}


@pytest.mark.parametrize(
    ("name", "kind", "many"),
    [("schamanen/classic", "duel", 3), ("schnick/two", "duel", 9), ("woodwalkers/duels", "duel", None),
     ("shamanic_chess/classic", "move", None)],
)  # fmt: skip
def test_match_is_counted_in_its_duels_or_moves(name: str, kind: str, many: int | None) -> None:
    record = parse_record((RECORDS_FOLDER / f"{name}.match").read_text("utf-8"))
    passed = list({engine.step: engine for _, engine in replay_positions(record)}.values())
    count = build_position_counter(passed, is_over=True)
    assert count.unit == kind
    assert many in (None, len(count.step_numbers))
    # By day everybody's arrangement is laid open, which is no duel.
    assert name != "woodwalkers/duels" or 1 not in count.step_numbers
    assert all(count.find_moment(at).format_with_total(locale) for at in range(len(passed)) for locale in LOCALES)
    if kind == "move":
        # A move is what both choose one after the other, as chess counts.
        assert [count.find_moment(at).number for at in range(6)] == [1, 1, 1, 2, 2, 3]
        assert all(
            count.find_moment(at + 1).number == before.state.fullmove_number for at, before in enumerate(passed[:-1])
        )


# Refusals

PACKAGE_NAMES = ("herons", "otters")


@pytest.fixture(scope="module", autouse=True)
def catalogs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Two packages with different texts of the same keys; the bot has a text of one of these keys, too."""
    place = tmp_path_factory.mktemp("speakers")
    for name in PACKAGE_NAMES:
        (place / name / "words").mkdir(parents=True)
        (place / name / "__init__.py").touch()
        for locale in LOCALES:
            text = f"no-tail = {locale}: {{ $count }} {name} have no tail.\nno-late = {locale}: {name} sleep.\n"
            (place / name / "words" / f"{locale}.ftl").write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(place)
        yield


@pytest.mark.parametrize("locale", LOCALES)
def test_refusal_has_the_text_of_the_package_that_refuses(locale: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in PACKAGE_NAMES:
        for no, sentence in (
            (Words(name).make_refusal("tail", count=2), f"{locale}: 2 {name} have no tail."),
            (Words(name).make_refusal("late"), f"{locale}: {name} sleep."),
            # What all share they say as all do.
            (Words(name).make_refusal("ended"), say("no-ended", locale)),
        ):
            # Also after it has come from another process.
            for told in (no, pickle.loads(pickle.dumps(no))):  # noqa: S301 - our own, this moment
                assert say.format_refusal(told, locale) == BrokenRecord(1, told).format_error(locale) == sentence
                with pytest.raises(typer.Exit), exit_on_bad_input("here", locale):
                    raise told
                assert capsys.readouterr().err == f"here: {sentence}\n"
    assert say.format_refusal(Refused("late"), locale) == say("no-late", locale)
    no = pickle.loads(pickle.dumps(Refused("seat", "otters", seat=7, typed="a\nb")))  # noqa: S301 - our own
    assert (no.key, no.package, no.facts) == ("seat", "otters", {"seat": 7, "typed": "a�b"})


def test_markdown_in_refused_input_is_escaped() -> None:
    no = phrases.escape_typed_facts(Refused("unread", typed="**@everyone** [x](http://y)", near="a1"))
    assert no.facts == {"typed": r"\*\*\@everyone\*\* \[x\]\(http\:\/\/y\)", "near": "a1"}
    mentions = Refused("not-now", who="<@11>, <@22>", count=2)
    assert phrases.escape_typed_facts(mentions).facts == mentions.facts
