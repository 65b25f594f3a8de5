"""Every text exists in every language, says the same, and is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from games import GAMES, lessons
from games.core import Game
from games.pattern import understood
from games.words import HOUSE, LOCALES, Words, catalogue
from tests.laws.positions import choices
from tests.lint.sources import OURS, ROOT, nodes, read_text, sources

PACKAGES = sorted(
    f"{folder.parent.relative_to(ROOT)}".replace("/", ".") for folder in ROOT.glob("[a-z]*/**/words") if folder.is_dir()
)
GAME_PACKAGES = [f"games.{game.KEY}" for game in GAMES.values()]


class _Facts(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802 - the visitor's own name
        self.names.add(node.id.name)


@cache
def messages(package: str, locale: str) -> dict[str, frozenset[str]]:
    """Each text's key, and the facts it tells."""
    found: dict[str, frozenset[str]] = {}
    for entry in FluentParser().parse(catalogue(package, locale)).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found
            facts = _Facts()
            facts.visit(entry)
            found[entry.id.name] = frozenset(facts.names)
    return found


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_same_texts(package: str, locale: str) -> None:
    assert messages(package, locale) == messages(package, "en")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_is_written_for_its_readers(package: str) -> None:
    """A text of some length that reads the same in two languages was forgotten."""
    texts = {locale: _raw(package, locale) for locale in LOCALES}
    for key, text in texts["en"].items():
        if len(re.sub(r"\{.*?\}", "", text, flags=re.DOTALL).split()) > 3:
            assert len({texts[locale][key] for locale in LOCALES}) == len(LOCALES), key


@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_is_set_in_its_own_type(package: str) -> None:
    """Quotes, apostrophes, dashes; in French a thin space that no line breaks stands before signs and inside quotes."""
    told: dict[str, str] = {locale: _prose(package, locale) for locale in LOCALES}
    for locale, quotes in (("en", "„«»"), ("de", "”«»"), ("fr", "„“”")):
        wrong = rf"[{quotes}]|\w'\w|\.\.\.| - |—"
        assert not re.findall(f".{{0,20}}(?:{wrong}).{{0,20}}", told[locale])
    assert not re.findall(r".{0,20}(?:«[^\u202f]|[^\u202f][»:;!?%]).{0,20}", told["fr"])
    assert not re.findall(r".{0,20}\s[:;!?].{0,20}", told["en"] + told["de"])


def _prose(package: str, locale: str) -> str:
    """The texts without examples of JSON and PGN, which are no prose."""
    return re.sub(r'\{"\{"\}.*\{"\}"\}|\[Result .*\]', "…", catalogue(package, locale))


def _raw(package: str, locale: str) -> dict[str, str]:
    parts = re.split(r"^([a-z][\w-]*) =", catalogue(package, locale), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_is_used(package: str) -> None:
    used = {*_patterns(package)}
    # Nearly all are whole: only what has a part to be filled in is worth a look for each key.
    filled = [re.compile(pattern) for pattern in used if ".+" in pattern or r"\d" in pattern]
    for key in map(everybodys, messages(package, "en")):
        assert re.escape(key) in used or any(pattern.fullmatch(key) for pattern in filled), key


def everybodys(key: str) -> str:
    """The text for all of what is told to one reader as “you”."""
    return key.removesuffix("-you").removesuffix("-to")


@pytest.mark.parametrize("package", GAME_PACKAGES)
def test_what_is_told_to_one_can_be_told_to_all(package: str) -> None:
    texts = messages(package, "en")
    for key in texts:
        if key.endswith("-you"):
            assert texts[key] <= texts[everybodys(key)], key


def _patterns(package: str) -> Iterator[str]:
    """What the code asks for: whole keys, and keys with a part that is filled in."""
    folders = sorted(OURS - {"tests"}) if package == "games" else [package.replace(".", "/")]
    for folder in folders:
        for source in sources(folder):
            yield from _asked(source)
    # Asked for by the house, of every game.
    yield from (
        "name",
        "title",
        "hook",
        "about",
        r"seat-\d",
        "agreed-.+",
        r"option-.+",
        r"meaning-.+",
        r"how-\d",
        "reason-.+",
        "habit-.+",
    )


@cache
def _asked(source: Path) -> Set[str]:
    """Of one file: it is read once, for its own package and for what all share."""
    found: set[str] = set()
    for node in nodes(source):
        if isinstance(node, ast.Call) and _refuses(node):
            found.update(re.escape(f"no-{key}") for key in _strings(node.args[0]))
            if isinstance(node.args[0], ast.JoinedStr):
                found.update(f"no-{key}" for key in _filled_in(node.args[0]))
        found.update(map(re.escape, _strings(node)))
        if isinstance(node, ast.JoinedStr):
            found.update(_filled_in(node))
    return found


def _refuses(call: ast.Call) -> str:
    """`Refused` has no words of its own, `refused` those of whoever says it."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    return name if name in {"Refused", "refused"} else ""


def _filled_in(key: ast.JoinedStr) -> Iterator[str]:
    """A key that begins as written and goes on with what is filled in."""
    parts = [str(part.value) if isinstance(part, ast.Constant) else None for part in key.values]
    if parts and parts[0] and "-" in parts[0]:
        yield "".join(".+" if part is None else re.escape(part) for part in parts)


def _strings(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_strings(node.body), *_strings(node.orelse))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_refusal_has_a_text(package: str) -> None:
    shared, own = messages("games", "en"), messages(package, "en")
    for source in _sources(package):
        text = read_text(source)
        # Most of them refuse nothing.
        for node in nodes(source) if "efused(" in text else ():
            if isinstance(node, ast.Call) and (refuses := _refuses(node)):
                # Of a game's own texts nobody knows who does not hear that it is the game that speaks.
                known = {**shared, **(own if refuses == "refused" or package not in GAME_PACKAGES else {})}
                for key in _strings(node.args[0]):
                    facts = {keyword.arg for keyword in node.keywords}
                    assert f"no-{key}" in known, f"{source.name}: {key}"
                    assert known[f"no-{key}"] <= facts, f"{source.name}: {key}"


def _sources(package: str) -> list[Path]:
    """Those whose texts are this package's."""
    folder = ROOT / package.replace(".", "/")
    others = [ROOT / other.replace(".", "/") for other in PACKAGES if other.startswith(f"{package}.")]
    return [path for path in sorted(folder.rglob("*.py")) if not any(path.is_relative_to(other) for other in others)]


@pytest.mark.parametrize("package", [package for package in PACKAGES if package != "games"])
def test_what_all_share_nobody_says_once_more(package: str) -> None:
    """It would be told as all say it, or as whoever was asked first."""
    assert not messages(package, "en").keys() & messages("games", "en").keys()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.KEY)
def test_every_game_tells_its_name_seats_options_and_rules(game: Game[Any, Any, Any]) -> None:
    for locale in LOCALES:
        assert game.say("name", locale)
        assert len(game.say("about", locale)) <= 90, "one line of a card"
        assert lessons.pages(game, locale)
        for seat in range(game.SEATS[-1]):
            assert game.say(f"seat-{seat}", locale)
        for name, field in game.options_class.model_fields.items():
            assert game.say(f"option-{name}", locale)
            assert name in game.options_class.DRAWN or game.say(f"meaning-{name}", locale)
            for choice in choices(field.annotation):
                assert game.say(f"option-{name}-{choice}", locale)
            if name not in game.options_class.DRAWN:
                _agreed(game, name, locale)


def _agreed(game: Game[Any, Any, Any], name: str, locale: str) -> None:
    """All that is not as usual is said in a few words; how a match opens always is."""
    field = game.options_class.model_fields[name]
    named, usual = choices(field.annotation), field.default
    for choice in named:
        unsaid = choice == usual and name not in game.options_class.OPENING
        assert unsaid or len(game.say(f"agreed-{name}-{choice}", locale)) <= 45
    assert set(game.options_class.offered(name)) == {*map(str, named)} or game.say(f"agreed-{name}", locale, value=7)


def test_an_unknown_language_is_told_in_english() -> None:
    for game in GAMES.values():
        assert game.say("name", "pt-BR") == game.say("name", "en")
        assert game.say("name", "en-GB") == game.say("name", "en")


@pytest.mark.gate
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_is_told_as_fluent_tells_it(package: str, locale: str) -> None:
    """Its own library is slow; whoever translates knows what it makes of a text."""
    say, bundle = Words(package), FluentBundle([locale], use_isolating=False)
    for source in dict.fromkeys((HOUSE.package, package)):
        bundle.add_resource(FluentResource(catalogue(source, locale)), allow_overrides=True)
    names = frozenset[str]().union(*messages(HOUSE.package, locale).values(), *messages(package, locale).values())
    for fact in ("wolf", 0, 1, 2, 1_000_000, -1):
        facts = dict.fromkeys(names, fact)
        told = dict.fromkeys(names, fluent_number(fact, useGrouping=False) if isinstance(fact, int) else fact)
        for key in messages(package, locale):
            text = bundle.get_message(key).value
            assert text
            assert (say(key, locale, **facts), []) == bundle.format_pattern(text, told), key


@pytest.mark.parametrize("wrong", ["{ NUMBER($count) }", "{ -house }", "{ other.title }", "{ 1 }", "{ { $count } }"])
def test_what_no_text_needs_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="no text may say this"):
        understood(FluentParser().parse_entry(f"key = It is {wrong}."), "en", lambda _: str)


def test_an_unknown_text_is_loud() -> None:
    say = next(iter(GAMES.values())).say
    with pytest.raises(LookupError):
        say("no-such-text", "en")


def test_a_text_without_its_facts_is_loud() -> None:
    with pytest.raises(KeyError):
        HOUSE("rank", "en", rank=1)
