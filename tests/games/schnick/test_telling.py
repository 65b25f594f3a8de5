"""Schnick Schnack Schnuck in three languages: what happened, the table in letters and in a sentence.

Half of it is what must be told, written out fact by fact.
"""

from __future__ import annotations

import pytest

from games.schnick import GAME
from games.schnick.state import BEATEN, NAMES
from games.words import LOCALES
from tests.games.lines import heard
from tests.games.schnick.drawn import PLENTY, said, table, wandered
from tests.games.schnick.scenes import SCENES, scene

# A scene, the lines after it, and how that is told in English.
FACTS: dict[str, tuple[str, tuple[str, ...], list[str]]] = {
    "dealt": ("challenge", (), ["The cards are dealt; Red challenges first."]),
    "redealt and kept": (
        "redeal",
        ("1 keep", "0 redeal"),
        [
            "The cards are dealt; Blue challenges first.",
            "Red had four or more alike and takes six new cards.",
            "Blue has four or more alike and keeps them.",
        ],
    ),
    "challenged": ("challenge", ("0 challenge 3",), ["Red challenges Purple."]),
    "won": (
        "challenged",
        ("stone scissors",),
        [
            "Red challenges Blue.",
            "Red plays stone, Blue plays scissors: stone blunts scissors.",
            "Red wins 2 cards and draws 1 from the pile.",
        ],
    ),
    "won by the other": (
        "challenged",
        ("stone paper",),
        [
            "Red challenges Blue.",
            "Red plays stone, Blue plays paper: paper wraps stone.",
            "Blue wins 2 cards and draws 1 from the pile.",
        ],
    ),
    "tied and won": (
        "tied",
        ("fire paper",),
        [
            "Red challenges Blue.",
            "Red plays stone, Blue plays stone: a tie. Whoever wins next takes all that lies in the middle.",
            "Red plays fire, Blue plays paper: fire burns paper.",
            "Red wins 4 cards and draws 1 from the pile.",
        ],
    ),
    "the joker": (
        "joker",
        (),
        ["Red challenges Blue.", "Blue has only the joker left, and lays it: it can be any symbol."],
    ),
    "the joker wins": (
        "joker",
        ("fire well",),
        [
            "Red challenges Blue.",
            "Blue has only the joker left, and lays it: it can be any symbol.",
            "Red plays fire, Blue shows well: the well’s water puts out the fire.",
            "Blue wins 2 cards and draws 3 from the pile.",
        ],
    ),
    "the joker ties": (
        "joker",
        ("fire fire",),
        [
            "Red challenges Blue.",
            "Blue has only the joker left, and lays it: it can be any symbol.",
            "Red plays fire, Blue shows fire: a tie. Whoever wins next takes all that lies in the middle.",
            "Blue has no card left and takes one from the pile.",
        ],
    ),
    "the joker loses": (
        "joker",
        ("stone fire",),
        [
            "Red challenges Blue.",
            "Blue has only the joker left, and lays it: it can be any symbol.",
            "Red plays stone, Blue shows fire: stone smothers fire.",
            "Red wins 2 cards and draws 1 from the pile.",
            "Blue has no card left, so the game is over: now the cards won decide.",
            "Red wins with 2 cards.",
        ],
    ),
    "nothing left": (
        "signs",
        ("paper stone",),
        [
            "Red challenges Blue.",
            "Red plays fire, Blue plays fire: a tie. Whoever wins next takes all that lies in the middle.",
            "Red has no card left and takes one from the pile.",
            "Red plays scissors, Blue shows scissors: another tie.",
            "Red shows paper, Blue shows stone: paper wraps stone.",
            "Red wins 3 cards and has nothing left to draw.",
            "Red and Blue have no card left, so the game is over: now the cards won decide.",
            "Red wins with 3 cards.",
        ],
    ),
    "the pile used up": (
        "pile over",
        (),
        [
            "Red challenges Blue.",
            "Red plays scissors, Blue plays paper: scissors cut paper.",
            "Red wins 2 cards and draws 1 from the pile.",
            "The pile is used up, so the game is over: now the cards won decide.",
            "Red wins with 2 cards.",
        ],
    ),
    "level": (
        "level",
        (),
        [
            "Green challenges Red.",
            "Green plays stone, Red plays scissors: stone blunts scissors.",
            "Green wins 2 cards and draws 1 from the pile.",
            "The pile is used up, so the game is over: now the cards won decide.",
            "Red, Blue and Green have 2 cards each.",
        ],
    ),
    "level still": (
        "level",
        ("0 sign paper", "1 sign paper", "2 sign stone"),
        ["Red shows paper, Blue shows paper, Green shows stone: Red and Blue stay in."],
    ),
    "signed": (
        "level still",
        ("0 sign scissors", "1 sign paper"),
        ["Red shows scissors, Blue shows paper.", "Red wins with 2 cards: the signs decided."],
    ),
    "shared": ("shared", (), ["Red and Blue share first place with 2 cards each."]),
}

# The same to one of those who play.
TOLD: dict[str, tuple[int, list[str]]] = {
    "dealt": (0, ["The cards are dealt; you challenge first."]),
    "redealt and kept": (
        1,
        [
            "The cards are dealt; you challenge first.",
            "Red had four or more alike and takes six new cards.",
            "You have four or more alike and keep them.",
        ],
    ),
    "challenged": (3, ["Red challenges you."]),
    "won": (
        0,
        [
            "You challenge Blue.",
            "You play stone, Blue plays scissors: stone blunts scissors.",
            "You win 2 cards and draw 1 from the pile.",
        ],
    ),
    "the joker ties": (
        1,
        [
            "Red challenges you.",
            "You have only the joker left, and lay it: it can be any symbol.",
            "Red plays fire, you show fire: a tie. Whoever wins next takes all that lies in the middle.",
            "You have no card left and take one from the pile.",
        ],
    ),
    "the joker loses": (
        1,
        ["You have no card left, so the game is over: now the cards won decide.", "Red wins with 2 cards."],
    ),
    "nothing left": (
        0,
        [
            "You win 3 cards and have nothing left to draw.",
            "You and Blue have no card left, so the game is over: now the cards won decide.",
            "You win with 3 cards.",
        ],
    ),
    "level": (2, ["You, Red and Blue have 2 cards each."]),
    "level still": (1, ["Red shows paper, you show paper, Green shows stone: you and Red stay in."]),
    "signed": (0, ["You show scissors, Blue shows paper.", "You win with 2 cards: the signs decided."]),
    "shared": (1, ["You and Red share first place with 2 cards each."]),
}


@pytest.mark.parametrize("fact", TOLD)
def test_those_who_play_are_told_of_themselves(fact: str) -> None:
    where, lines, _ = FACTS[fact]
    seat, told = TOLD[fact]
    assert heard(GAME, said(scene(where), *lines).view(seat))[-len(told) :] == told


NAMED = {
    "en": ("Red", "Blue", "Green", "Purple"),
    "de": ("Rot", "Blau", "Grün", "Lila"),
    "fr": ("Rouge", "Bleu", "Vert", "Violet"),
}


@pytest.mark.parametrize("fact", FACTS)
def test_what_happened_is_told(fact: str) -> None:
    where, lines, told = FACTS[fact]
    assert heard(GAME, said(scene(where), *lines).view(None))[-len(told) :] == told


@pytest.mark.parametrize("locale", ["de", "fr"])
@pytest.mark.parametrize("fact", FACTS)
def test_and_told_in_every_language(fact: str, locale: str) -> None:
    """Other words, the same names and numbers."""
    where, lines, told = FACTS[fact]
    there = heard(GAME, said(scene(where), *lines).view(None), locale)[-len(told) :]
    for line, english in zip(there, told, strict=True):
        assert line != english
        assert [sign for sign in line if sign.isdigit()] == [sign for sign in english if sign.isdigit()]
        for name, translated in zip(NAMED["en"], NAMED[locale], strict=True):
            assert line.count(translated) == english.count(name)


def test_the_duel_before_is_told_once_more_with_the_challenge_after_it() -> None:
    match = said(scene("won"), "1 challenge 2")
    assert heard(GAME, match.view(None)) == [
        "Red plays stone, Blue plays scissors: stone blunts scissors.",
        "Red wins 2 cards and draws 1 from the pile.",
        "Blue challenges Green.",
    ]
    # Of a duel with ties, the step that decided it.
    match = said(scene("tied"), "fire paper", "1 challenge 2")
    assert heard(GAME, match.view(None)) == [
        "Red plays fire, Blue plays paper: fire burns paper.",
        "Red wins 4 cards and draws 1 from the pile.",
        "Blue challenges Green.",
    ]
    # And no more, once the next has been shown.
    assert heard(GAME, said(match, "scissors fire").view(None))[0] == "Blue challenges Green."


@pytest.mark.parametrize("locale", LOCALES)
def test_why_one_beats_another_is_told_ten_ways(locale: str) -> None:
    told = set()
    for better, beaten in BEATEN.items():
        for worse in beaten:
            match = said(table(f"{better}s {worse}p | {PLENTY}"), "0 challenge 1", f"{NAMES[better]} {NAMES[worse]}")
            line = heard(GAME, match.view(None), locale)[1]
            assert {GAME.say(f"card-{NAMES[symbol]}", locale) in line for symbol in (better, worse)} == {True}
            told.add(line.rpartition(":")[2])
    assert len(told) == 10


def test_the_table_in_letters() -> None:
    match = said(table(f"sttfj tspj ppf j | {PLENTY}"), "0 challenge 1", "stone stone")
    assert GAME.text(match.view(0), "en").splitlines() == [
        "▸ ● Red     3 cards + joker  0 won",
        "▸ ◆ Blue    2 cards + joker  0 won",
        "  ▲ Green   3 cards          0 won",
        "  ■ Purple  only the joker   0 won",
        "",
        "Pile: 10 cards",
        "In the middle: Red stone · Blue stone",
        "Played so far: stone ×2",
        "Your hand: scissors, stone, fire, joker",
        "Red against Blue: each chooses a card.",
    ]
    assert "hand" not in GAME.text(match.view(None), "en")


def test_when_all_is_over_every_hand_is_told() -> None:
    assert GAME.text(scene("over").view(1), "en").splitlines()[4:] == [
        "Pile: 2 cards",
        "Played so far: scissors, paper",
        "Red still held: stone ×3, joker",
        "Green still held: fire ×2, joker",
        "Red wins with 2 cards.",
    ]


@pytest.mark.parametrize(
    ("where", "en", "de", "fr"),
    [
        (
            "redeal",
            "Four or more alike: Red and Blue may take new hands.",
            "Vier oder mehr gleiche: Rot und Blau dürfen die Hand tauschen.",
            "Au moins quatre pareilles\u202f: Rouge et Bleu peuvent échanger leur main.",
        ),
        ("challenge", "Red challenges somebody.", "Rot fordert jemanden heraus.", "Rouge défie quelqu’un."),
        (
            "tied",
            "Red against Blue: each chooses a card.",
            "Rot gegen Blau: Beide wählen eine Karte.",
            "Rouge contre Bleu\u202f: chacun choisit une carte.",
        ),
        (
            "joker",
            "Red against Blue: Red chooses a card, Blue a sign.",
            "Rot gegen Blau: Rot wählt eine Karte, Blau ein Handzeichen.",
            "Rouge contre Bleu\u202f: Rouge choisit une carte, Bleu un signe.",
        ),
        (
            "jokers",
            "Red against Blue: each chooses a sign.",
            "Rot gegen Blau: Beide wählen ein Handzeichen.",
            "Rouge contre Bleu\u202f: chacun choisit un signe.",
        ),
        (
            "level",
            "Signs decide: Red, Blue and Green choose one each.",
            "Handzeichen entscheiden: Rot, Blau und Grün wählen je eines.",
            "Les signes décident\u202f: Rouge, Bleu et Vert en choisissent chacun un.",
        ),
        (
            "resigned",
            "The match ended before anybody had won.",
            "Die Partie endete, bevor jemand gewonnen hatte.",
            "La partie s’est arrêtée avant que quelqu’un ait gagné.",
        ),
    ],
)
def test_who_is_awaited_is_told(where: str, en: str, de: str, fr: str) -> None:
    view = scene(where).view(None)
    for locale, status in (("en", en), ("de", de), ("fr", fr)):
        assert GAME.text(view, locale).splitlines()[-1] == status
        assert GAME.alt(view, locale).endswith(status)


def test_at_a_table_of_six_every_awaited_seat_is_marked() -> None:
    for match in wandered(6, 2):
        rows = GAME.text(match.view(None), "en").splitlines()[:6]
        assert {seat for seat, row in enumerate(rows) if row.startswith("▸")} == match.awaited


def test_the_table_in_a_sentence() -> None:
    match = said(table(f"sttfj tspj ppf j | {PLENTY}"), "0 challenge 1", "stone stone")
    assert GAME.alt(match.view(2), "en") == (
        "Red: 3 cards + joker, 0 won. Blue: 2 cards + joker, 0 won. Green: 3 cards, 0 won. "
        "Purple: only the joker, 0 won. Pile: 10 cards. In the middle: Red stone · Blue stone. "
        "Played so far: stone ×2. Your hand: paper ×2, fire. "
        "Red plays stone, Blue plays stone: a tie. Whoever wins next takes all that lies in the middle. "
        "Red against Blue: each chooses a card."
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_the_longest_sentence_fits(locale: str) -> None:
    """Six hands of every kind, laid open in the middle of a duel after a tie; and whatever comes up by chance."""
    match = table("ssttppffwj ssttppffwj ssttppfwj ssttppfwj ssttppfwj sttppfj | s")
    match = said(match, "0 challenge 1", "stone stone")
    match = said(match, "paper paper")
    views = [GAME.view(GAME.reveal_all(match.state), None), *(match.view(seat) for seat in range(6))]
    views += [each.view(0) for seed in range(4) for each in wandered(6, seed)]
    assert max(len(GAME.alt(view, locale)) for view in views) <= 1024


def test_every_scene_is_told_in_every_language() -> None:
    for where in SCENES:
        for seat in (0, 1, None):
            view = scene(where).view(seat)
            assert len({GAME.text(view, locale) for locale in LOCALES}) == 3
            assert len({GAME.alt(view, locale) for locale in LOCALES}) == 3
