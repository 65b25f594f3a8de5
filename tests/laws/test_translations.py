"""Every text exists in every language, with that language's typography. `tests/lint` finds unused texts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser

from games import GAMES, lessons
from games.core import Game
from games.message_format import compile_entry
from games.words import LOCALES, SHARED_WORDS, Words, load_catalog
from tests.laws.law_tables import list_option_values
from tests.laws.text_catalogs import GAME_PACKAGES, PACKAGES, get_public_key, list_languages, load_variables_by_key
from tests.lint.source_files import OUR_PACKAGES


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_same_keys_and_variables(package: str, locale: str) -> None:
    """A plug-in may lack languages and texts, which are then in English."""
    texts, english_texts = load_variables_by_key(package, locale), load_variables_by_key(package, "en")
    differing = sorted(key for key, names in texts.items() if english_texts.get(key) != names)
    assert not differing, f"{package}: words/en.ftl lacks these texts of {locale}.ftl, or their variables: {differing}"
    assert texts == english_texts or package.partition(".")[0] not in OUR_PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_long_texts_differ_between_languages(package: str) -> None:
    """A text of more than three words that is equal in two languages has probably not been translated."""
    texts = {locale: _read_raw_texts(package, locale) for locale in list_languages(package)}
    for key, text in texts["en"].items():
        if len(re.sub(r"\{.*?\}", "", text, flags=re.DOTALL).split()) > 3:
            translations = [texts[locale][key] for locale in texts if key in texts[locale]]
            assert len(set(translations)) == len(translations), key


@pytest.mark.parametrize("package", PACKAGES)
def test_texts_use_the_typography_of_their_language(package: str) -> None:
    """Check quotes, apostrophes, dashes and, in French, narrow no-break spaces before punctuation and inside quotes."""
    texts: dict[str, str] = {locale: _read_prose(package, locale) for locale in LOCALES}
    for locale, quotes in (("en", "„«»"), ("de", "”«»"), ("fr", "„“”")):
        wrong = rf"[{quotes}]|\w'\w|\.\.\.| - |—"
        assert not re.findall(f".{{0,20}}(?:{wrong}).{{0,20}}", texts[locale])
    # Times, as they are typed in commands, have a colon between digits.
    assert not re.findall(r".{0,20}(?:«[^\u202f]|[^\u202f](?:[»;!?%]|:(?!\d))).{0,20}", texts["fr"])
    assert not re.findall(r".{0,20}\s[:;!?].{0,20}", texts["en"] + texts["de"])


def _read_prose(package: str, locale: str) -> str:
    """Return all texts of a package without comments, which are in English, and without JSON and PGN examples."""
    return re.sub(r'(?m)^#.*|\{"\{"\}.*\{"\}"\}|\[Result .*\]', "…", load_catalog(package, locale))


def _read_raw_texts(package: str, locale: str) -> dict[str, str]:
    parts = re.split(r"^([a-z][\w-]*) =", load_catalog(package, locale), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("package", GAME_PACKAGES)
def test_text_that_addresses_a_reader_has_a_version_for_others(package: str) -> None:
    texts = load_variables_by_key(package, "en")
    for key in texts:
        if key.endswith("-you"):
            assert texts[key] <= texts[get_public_key(key)], key


@pytest.mark.parametrize("package", [package for package in PACKAGES if package != "games"])
def test_shared_text_is_not_defined_again(package: str) -> None:
    """If a key were defined twice, the text would depend on the caller."""
    assert not load_variables_by_key(package, "en").keys() & load_variables_by_key("games", "en").keys()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.KEY)
def test_game_has_texts_for_name_seats_options_and_rules(game: Game[Any, Any, Any]) -> None:
    for locale in LOCALES:
        assert game.say("name", locale)
        assert len(game.say("about", locale)) <= 90, "one line of a card"
        assert lessons.format_lesson(game, locale)
        for seat in range(game.SEATS[-1]):
            assert game.say(f"seat-{seat}", locale)
        for name, field in game.options_class.model_fields.items():
            assert game.say(f"option-{name}", locale)
            assert name in game.options_class.PRESET_OPTIONS or game.say(f"meaning-{name}", locale)
            for choice in list_option_values(field.annotation):
                assert game.say(f"option-{name}-{choice}", locale)
            if name not in game.options_class.PRESET_OPTIONS:
                _check_terms_agree(game, name, locale)


def _check_terms_agree(game: Game[Any, Any, Any], name: str, locale: str) -> None:
    """Check that each value of an option has a short text for the card. Only default values may have none."""
    field = game.options_class.model_fields[name]
    choices, default = list_option_values(field.annotation), field.default
    for choice in choices:
        may_be_silent = choice == default and name not in game.options_class.OPENING_OPTIONS
        assert may_be_silent or len(game.say(f"agreed-{name}-{choice}", locale)) <= 45
    assert set(game.options_class.list_offered(name)) == {*map(str, choices)} or game.say(
        f"agreed-{name}", locale, value=7
    )


def test_unknown_language_falls_back_to_english() -> None:
    for game in GAMES.values():
        assert game.say("name", "pt-BR") == game.say("name", "en")
        assert game.say("name", "en-GB") == game.say("name", "en")


@pytest.mark.gate
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("package", PACKAGES)
def test_text_is_formatted_as_by_the_fluent_library(package: str, locale: str) -> None:
    """The project has its own formatter because the Fluent library is slow. Both must give the same texts."""
    say, bundle = Words(package), FluentBundle([locale], use_isolating=False)
    for source in dict.fromkeys((SHARED_WORDS.package, package)):
        bundle.add_resource(FluentResource(load_catalog(source, locale)), allow_overrides=True)
    names = frozenset[str]().union(
        *load_variables_by_key(SHARED_WORDS.package, locale).values(), *load_variables_by_key(package, locale).values()
    )
    for fact in ("wolf", 0, 1, 2, 1_000_000, -1):
        facts = dict.fromkeys(names, fact)
        fluent_facts = dict.fromkeys(names, fluent_number(fact, useGrouping=False) if isinstance(fact, int) else fact)
        for key in load_variables_by_key(package, locale):
            text = bundle.get_message(key).value
            assert text
            assert (say(key, locale, **facts), []) == bundle.format_pattern(text, fluent_facts), key


@pytest.mark.parametrize(
    "placeable", ["{ NUMBER($count) }", "{ -house }", "{ other.title }", "{ 1 }", "{ { $count } }"]
)
def test_unsupported_fluent_syntax_is_refused(placeable: str) -> None:
    with pytest.raises(ValueError, match="unsupported"):
        compile_entry(FluentParser().parse_entry(f"key = It is {placeable}."), "en", lambda _: str)


def test_error_about_broken_syntax_quotes_the_text() -> None:
    with pytest.raises(ValueError, match=r'Expected token: "}" in key = Card \{ \$card'):
        compile_entry(FluentParser().parse_entry("key = Card { $card"), "en", lambda _: str)


def test_missing_variable_raises_key_error() -> None:
    with pytest.raises(KeyError):
        SHARED_WORDS("rank", "en", rank=1)
