"""Woodwalkers in three languages: what happened, the board in letters and in a sentence."""

from __future__ import annotations

import pytest

from games.woodwalkers import GAME
from games.words import LOCALES
from tests.games.lines import heard, said
from tests.games.woodwalkers.drawn import crowd, drawn, ended, turn, wandering
from tests.games.woodwalkers.scenes import scene

# A kind of fact: the scene, the lines after it, and how it is told in English (the line that is meant).
FACTS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "arranged": ("arranged", (), "All the animals stand on their start spaces."),
    "chosen": ("mode", ("0 mode speed",), "Red chooses speed."),
    "skipped": ("roll", ("1 skip",), "Blue skips the turn."),
    "rolled": ("roll", ("1 roll",), "Blue rolls 3."),
    "rolled again": ("reroll", ("0 reroll",), "Red spends a Die and rolls 6."),
    "moved": ("move", ("0 move d2 d3",), "Red moves the wolf from D2 to D3."),
    "moved face down": ("midnight move", ("0 move d2 d3",), "Red moves from D2 to D3."),
    "stayed": ("move", ("0 stay",), "Red moves no animal."),
    "found a medicine": ("rest", (), "On C3 Red finds a Medicine."),
    "healed": ("rest", ("0 heal wolf",), "Red spends a Medicine: one wound fewer for the wolf."),
    "met": ("guess", (), "Duel on D4: Red against Blue."),
    "fought": ("home", (), "Duel on D4: Red, wolf 6+6 = 12, against Blue, otter 3+1 = 4. Red wins 2 points."),
    "behind": ("duel", (), "Duel on D5: Red, wolf 5+1 = 6, against Blue, otter 3+6 = 9."),
    "guessed right": (
        "guess",
        ("1 guess wolf",),
        (
            "Duel on D4: Red, wolf 6+3 = 9, against Blue, otter 3+6+1 = 10. "
            "Blue guessed wolf: right, 1 more for the defence. Blue wins 2 points."
        ),
    ),
    "guessed wrong": (
        "guess",
        ("1 guess bear",),
        (
            "Duel on D4: Red, wolf 6+3+1 = 10, against Blue, otter 3+6 = 9. "
            "Blue guessed bear: wrong, 1 more for the attack. Red wins 2 points."
        ),
    ),
    "not guessed": (
        "guess",
        ("1 pass",),
        "Duel on D4: Red, wolf 6+3 = 9, against Blue, otter 3+6 = 9. Equal: the defence holds. Blue wins 2 points.",
    ),
    "returned": ("home", ("1 home f9",), "Blue brings the otter home to F9."),
    "returned by night": ("midnight home", ("1 home f9",), "Blue brings the otter home to F9."),
    "counted": ("over", (), "The flags are counted: Red +5, Blue +8."),
}


def told(fact: str, locale: str) -> tuple[str, ...]:
    where, lines, _ = FACTS[fact]
    return tuple(heard(GAME, said(scene(where), *lines).view(None), locale))


@pytest.mark.parametrize("fact", FACTS)
def test_what_happened_is_told(fact: str) -> None:
    assert FACTS[fact][2] in told(fact, "en")


# The same to Red, to Blue.
TOLD: dict[str, tuple[str, str]] = {
    "chosen": ("You choose speed.", "Red chooses speed."),
    "skipped": ("Blue skips the turn.", "You skip your turn."),
    "rolled again": ("You spend a Die and roll 6.", "Red spends a Die and rolls 6."),
    "moved": ("You move the wolf from D2 to D3.", "Red moves the wolf from D2 to D3."),
    "stayed": ("You move no animal.", "Red moves no animal."),
    "found a medicine": ("On C3 you find a Medicine.", "On C3 Red finds a Medicine."),
    "healed": (
        "You spend a Medicine: one wound fewer for the wolf.",
        "Red spends a Medicine: one wound fewer for the wolf.",
    ),
    "met": ("Duel on D4: you against Blue.", "Duel on D4: Red against you."),
    "fought": (
        "Duel on D4: you, wolf 6+6 = 12, against Blue, otter 3+1 = 4. You win 2 points.",
        "Duel on D4: Red, wolf 6+6 = 12, against you, otter 3+1 = 4. Red wins 2 points.",
    ),
    "guessed right": (
        (
            "Duel on D4: you, wolf 6+3 = 9, against Blue, otter 3+6+1 = 10. "
            "Blue guessed wolf: right, 1 more for the defence. Blue wins 2 points."
        ),
        (
            "Duel on D4: Red, wolf 6+3 = 9, against you, otter 3+6+1 = 10. "
            "You guessed wolf: right, 1 more for the defence. You win 2 points."
        ),
    ),
    "returned": ("Blue brings the otter home to F9.", "You bring the otter home to F9."),
    "counted": ("The flags are counted: you +5, Blue +8.", "The flags are counted: Red +5, you +8."),
}


@pytest.mark.parametrize("fact", TOLD)
def test_those_who_play_are_told_of_themselves(fact: str) -> None:
    where, lines, _ = FACTS[fact]
    match = said(scene(where), *lines)
    for seat, line in enumerate(TOLD[fact]):
        assert line in heard(GAME, match.view(seat))


SEATS = {"en": ("Red", "Blue"), "de": ("Rot", "Blau"), "fr": ("Rouge", "Bleu")}


@pytest.mark.parametrize("locale", ["de", "fr"])
@pytest.mark.parametrize("fact", FACTS)
def test_and_told_in_every_language(fact: str, locale: str) -> None:
    """Other words, the same names, sums and spaces."""
    english = FACTS[fact][2]
    line = told(fact, locale)[told(fact, "en").index(english)]
    assert line != english
    assert _signs(line) == _signs(english)
    for name, translated in zip(SEATS["en"], SEATS[locale], strict=True):
        assert line.count(translated) == english.count(name)


def _signs(line: str) -> list[str]:
    """Dice, sums and spaces: whatever has a digit, in any order."""
    return sorted(word.strip(".,:;") for word in line.split() if any(sign.isdigit() for sign in word))


@pytest.mark.parametrize(
    ("tile", "line"),
    [
        ("7", "On D4 Red turns up a flag worth 7; it stays there."),
        ("m", "On D4 Red finds a Medicine."),
        ("d", "On D4 Red finds a Die."),
        ("p", "On D4 Red finds 1 point."),
    ],
)
def test_what_was_found_is_told(tile: str, line: str) -> None:
    match = drawn(f"4 - . . ?{tile}\n2 - . . 0wo", rolls=[2], stack=["strength"] * 4)
    match = turn(match, "0 roll", "0 move d2 d4")
    assert heard(GAME, match.view(None))[-1] == line
    assert len({heard(GAME, match.view(None), locale)[-1] for locale in LOCALES}) == 3


def test_a_third_wound_is_told() -> None:
    match = drawn("4 - . . 1ot2\n2 - . . 0wo", rolls=[2, 6, 1], stack=["strength"] * 4)
    line = heard(GAME, turn(match, "0 roll", "0 move d2 d4").view(None))[-1]
    assert line.endswith("Red wins 2 points. That was the loser’s third wound: the animal is out of the game.")


def test_a_turn_is_told_from_its_beginning_with_the_mode_before_it() -> None:
    match = drawn("2 - . . 0wo", rolls=[2, 3], stack=["strength"] * 5)
    match = turn(match, "0 roll", "0 move d2 d4")
    assert heard(GAME, match.view(None)) == ["Red rolls 2.", "Red moves the wolf from D2 to D4."]
    match = said(match, "1 mode strength")
    # Whoever looks up now has missed both.
    assert heard(GAME, match.view(None))[1:] == ["Red moves the wolf from D2 to D4.", "Blue chooses strength."]
    match = said(match, "0 roll")
    assert heard(GAME, match.view(None)) == ["Blue chooses strength.", "Red rolls 3."]


def test_what_was_turned_down_is_told_without_its_name() -> None:
    end = scene("midnight over")
    assert heard(GAME, end.view(None)) == [
        "Red rolls 2.",
        "Red moves from D2 to D4.",
        "Duel on D4: Red against Blue. Red wins 2 points.",
        "Blue brings the loser home to F9.",
        "Blue chooses strength.",
    ]


@pytest.mark.parametrize(
    ("board", "scores", "outcome"),
    [
        ("", [5, 3], "Red wins with 5 points."),
        ("4 - . . 1be+5", [5, 0], "Blue wins with 5 points and more animals on flags."),
        ("4 - . . 0be1", [5, 5], "Blue wins with 5 points and fewer wounds."),
        ("", [5, 5], "Red and Blue share the victory with 5 points each."),
    ],
)
def test_the_end_is_told(board: str, scores: list[int], outcome: str) -> None:
    view = ended(board, scores=scores).view(None)
    assert heard(GAME, view)[-1] == outcome
    assert GAME.text(view, "en").splitlines()[-1] == outcome
    assert GAME.alt(view, "en").startswith(outcome)
    assert len({heard(GAME, view, locale)[-1] for locale in LOCALES}) == 3


def test_whoever_wins_is_told_so() -> None:
    assert heard(GAME, ended("", scores=[5, 3]).view(0))[-1] == "You win with 5 points."
    assert heard(GAME, ended("", scores=[5, 5]).view(1))[-1] == "You and Red share the victory with 5 points each."


def test_the_board_in_letters() -> None:
    assert GAME.text(scene("move").view(None), "en").splitlines() == [
        "    A   B   C   D   E   F   G   H   I",
        "9      ◆Bi ◆Be ◆Wo ◆Pu  ·  ◆De ◆Sq",
        "8   ·   ·   ·   ·   ·   ·   ·   ·   ·",
        "7   ·   ·   ·   ·   ·   ·   ·   ·   ·",
        "6   ·   ·   ·   ·   ·   ·   ·   ·   ·",
        "5   ·   ·   ·   ·   ·   ·   ·   ·   ·",
        "4   ·   ·   ·  ◆Ot  ·  +5   ·   ·   ·",
        "3   ·   ·   ·   ·   ?   ·   ·   ·   ·",
        "2   ·   ·   ·  ●Wo  ·   ·   ·   ·   ·",
        "1      ●Bi ●Be  ·  ●Pu ●Ot ●De ●Sq",
        "",
        "Battle mode: strength. Open: strength, strength, speed.",
        "bison 8, bear 7, wolf 6, puma 6, otter 3, deer 3, squirrel 2",
        "● Red (south), 0 points · wounds: wolf 1",
        "◆ Blue (north), 0 points · +7 on flags",
        "Flags: 7 D4 ◆, 5 F4. Face down: 1 tile.",
        "Round 1 of 3, strength: Red has rolled 3 and moves.",
    ]


def test_what_just_happened_stands_in_brackets() -> None:
    match = said(scene("move"), "0 move d2 e2")
    assert GAME.text(match.view(None), "en").splitlines()[8] == "2   ·   ·   · [ · |●Wo] ·   ·   ·   ·"


def test_at_midnight_letters_are_backs() -> None:
    assert GAME.text(scene("midnight move").view(0), "en").splitlines()[8] == "2   ·   ·   ·  ●??  ·   ·   ·   ·   ·"
    assert GAME.text(scene("midnight help").view(0), "en").splitlines()[8] == "2   ·   ·   ·  ●Wo  ·   ·   ·   ·   ·"
    assert GAME.text(scene("midnight help").view(1), "en").splitlines()[8] == "2   ·   ·   ·  ●??  ·   ·   ·   ·   ·"


@pytest.mark.parametrize("locale", LOCALES)
def test_letters_tell_the_animals_apart(locale: str) -> None:
    row = GAME.text(scene("mode").view(None), locale).splitlines()[9].split()[1:]
    assert len(set(row)) == 7
    assert all(len(cell) == 3 for cell in row)


@pytest.mark.parametrize(
    ("where", "locale", "status"),
    [
        ("arrange", "en", "Everybody arranges their seven animals."),
        ("mode", "de", "Runde 1 von 3: Rot wählt den Kampfmodus."),
        ("roll", "fr", "Manche 1 sur 6, force\u202f: Bleu lance le dé ou passe."),
        ("reroll", "en", "Round 2 of 6, strength: Red has rolled 1 and may roll again."),
        ("rest", "en", "Round 1 of 6, strength: Red may heal before the turn ends."),
        ("guess", "de", "Runde 1 von 3, Stärke: Blau wird angegriffen und darf raten, von wem."),
        ("duel", "en", "Round 2 of 6, strength: Red is behind in the duel and may roll again."),
        ("home", "en", "Round 1 of 3, strength: Blue brings the loser home."),
    ],
)
def test_whose_turn_it_is_is_told(where: str, locale: str, status: str) -> None:
    view = scene(where).view(None)
    assert GAME.text(view, locale).splitlines()[-1] == status
    assert GAME.alt(view, locale).startswith(status)


def test_points_tiles_wounds_and_losses_are_told() -> None:
    lines = GAME.text(scene("four").view(None), "en").splitlines()
    assert "▲ Green (north), 51 points · space 1, lap 2 · wounds: bear 1" in lines
    assert "■ Purple (east), 101 points · space 1, lap 3 · wounds: puma 2" in lines
    assert "● Red (south), 0 points · 1 Medicine · wounds: wolf 1" in GAME.text(scene("rest").view(None), "en")
    assert "● Red (south), 0 points · 1 Die" in GAME.text(scene("reroll").view(None), "en")
    gone = drawn("2 - . . 0wo", alone=True).view(None)
    assert "◆ Blue (north), 0 points · gone: bison, bear, wolf, puma, otter, deer, squirrel" in GAME.text(gone, "en")


def test_the_board_in_a_sentence() -> None:
    assert GAME.alt(scene("move").view(None), "en") == " ".join(
        [
            "Round 1 of 3, strength: Red has rolled 3 and moves.",
            "Red (south), 0 points – bison B1, bear C1, wolf D2, puma E1, otter F1, deer G1, squirrel H1",
            "· wounds: wolf 1.",
            "Blue (north), 0 points – bison B9, bear C9, otter D4, wolf D9, puma E9, deer G9, squirrel H9",
            "· +7 on flags.",
            "Flags: 7 D4 ◆, 5 F4. Face down: 1 tile.",
        ]
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_the_longest_texts_fit(locale: str) -> None:
    matches = [crowd(), *list(wandering(5, 4, lively=True))[::20], *list(wandering(5, 4, variant="midnight"))[::30]]
    for match in matches:
        view = match.view(None)
        assert len(GAME.alt(view, locale)) <= 1024
        assert len(GAME.text(view, locale)) < 2000
        assert sum(map(len, heard(GAME, view, locale))) < 1000
