"""A no is told in the words of whoever said it, by the bot, at a terminal and of a record."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest
import typer

from bot.scenes import names
from bot.terminal.given import refusing
from bot.texts import say
from games.chain import Broken
from games.refused import Refused
from games.words import LOCALES, Words

SPEAKERS = ("herons", "otters")


@pytest.fixture(scope="module", autouse=True)
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Two packages that say something else by the same keys; by one of them the bot has a sentence, too."""
    place = tmp_path_factory.mktemp("speakers")
    for name in SPEAKERS:
        (place / name / "words").mkdir(parents=True)
        (place / name / "__init__.py").touch()
        for locale in LOCALES:
            text = f"no-tail = {locale}: {{ $count }} {name} have no tail.\nno-late = {locale}: {name} sleep.\n"
            (place / name / "words" / f"{locale}.ftl").write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(place)
        yield


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", SPEAKERS)
def test_whoever_says_no_is_heard(name: str, locale: str, capsys: pytest.CaptureFixture[str]) -> None:
    for no, sentence in (
        (Words(name).refused("tail", count=2), f"{locale}: 2 {name} have no tail."),
        (Words(name).refused("late"), f"{locale}: {name} sleep."),
        # What all share they say as all do.
        (Words(name).refused("ended"), say("no-ended", locale)),
    ):
        for told in (no, pickle.loads(pickle.dumps(no))):  # noqa: S301 - our own, this moment
            assert say.no(told, locale) == Broken(1, told).text(locale) == sentence
            with pytest.raises(typer.Exit), refusing("here", locale):
                raise told
            assert capsys.readouterr().err == f"here: {sentence}\n"


@pytest.mark.parametrize("locale", LOCALES)
def test_who_does_not_say_who_they_are_is_the_house(locale: str) -> None:
    assert say.no(Refused("late"), locale) == say("no-late", locale)
    assert say.no(Refused("seat", seat=7, seats=2), locale) == say("no-seat", locale, seat=7, seats=2)


def test_a_refusal_is_the_same_in_another_process() -> None:
    no = pickle.loads(pickle.dumps(Refused("seat", "otters", seat=7, typed="a\nb")))  # noqa: S301 - our own
    assert (no.key, no.package, no.facts) == ("seat", "otters", {"seat": 7, "typed": "a�b"})


def test_no_sign_in_what_somebody_typed_does_anything() -> None:
    """They read it themselves, and a link or a heading that they did not write would be the bot's."""
    no = names.typed(Refused("unread", typed="**@everyone** [x](http://y)", near="a1"))
    assert no.facts == {"typed": r"\*\*\@everyone\*\* \[x\]\(http\:\/\/y\)", "near": "a1"}
    mentions = Refused("not-now", who="<@11>, <@22>", count=2)
    assert names.typed(mentions).facts == mentions.facts
