"""What one is asked says what is done, where the buttons do not.

All of it is of the few lines between a board and its buttons, in whichever game shows it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.scenes import choices, hand, inbox, match, menu, names, picker
from bot.scenes.offer import offer
from bot.scenes.picker import spell
from bot.scenes.scene import Board, Listed, Scene
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.table import Begun, Offer, Play, Table
from bot.table.tables import Tables
from bot.time import HOUR
from games import GAMES
from games.art import Picture, spoken
from games.core import Thought, Word
from games.words import LOCALES
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause
from tests.kit.world import begun

QUESTIONS = {
    "move": {
        "en": "**Who moves? Up to 1 space.**",
        "de": "**Wer zieht? Bis zu 1 Feld.**",
        "fr": "**Qui avance\u202f? 1 case au plus.**",
    },
    "guess": {
        "en": "**Who is attacking you?**",
        "de": "**Wer greift dich an?**",
        "fr": "**Qui t’attaque\u202f?**",
    },
}
DEALT = {"hands": ["stpfwsj", "ttppffj"], "pile": "stpfw", "first": 0}


@pytest.mark.parametrize("verb", QUESTIONS)
async def test_what_goes_without_saying_on_the_buttons_is_said_above_them(tables: Tables, verb: str) -> None:
    table = await asked_to(tables, verb)
    assert isinstance(table, Begun)
    seat = min(table.match.waiting)
    for locale, question in QUESTIONS[verb].items():
        assert isinstance(table, Play)
        scene = hand.asked(table, seat, locale, Absences())
        assert question in scene.below
        told = [button.label for row in scene.rows if isinstance(row, tuple) for button in row]
        assert not any(question.strip("*") in label for label in told)


async def asked_to(tables: Tables, verb: str) -> Table:
    """Two wolves meet at midnight, and the first die shows a one."""
    options = {"variant": "midnight", "animals": ["0 wolf d4", "1 wolf d5"], "forest": [], "rolls": [1]}
    agreement = Agreement(seats=2, clock=None, order=(0, 1))
    done = await tables.offer(
        ANN, (BEN,), GAMES["woodwalkers"], options, agreement,
        server=SERVER, channel=CHANNEL, cause=cause(), now=NOON,
    )  # fmt: skip
    table = (await tables.sit(done.table.id, BEN, cause=cause(), now=NOON)).table
    for _ in range(9):
        assert isinstance(table, Begun)
        seat = min(table.match.waiting)
        legal = list(table.match.legal(seat))
        if any(word[0] == verb for word in legal):
            return table
        # Whoever can reach the other goes there.
        word = next((it for it in legal if it[0] == "move" and it[-1] in {"d4", "d5"}), legal[0])
        person = table.people[seat]
        assert person is not None
        table = (await tables.say(table.id, person, word, step=None, cause=cause(), now=NOON)).table
    raise AssertionError(f"nobody is asked to {verb}")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", GAMES)
async def test_people_have_names_and_of_two_sides_which_is_theirs(tables: Tables, key: str, locale: str) -> None:
    """A colour at a table for many says what the board does; it is said in letters, and where two are alike."""
    table = await begun(tables, key)
    assert isinstance(table, Play)
    game = table.game
    sides = [game.say(f"seat-{seat}", locale) for seat in range(2)]
    heading, *_ = hand.asked(table, min(table.match.waiting), locale, Absences()).above
    assert all((f"({side})" in heading) == (game.SEATS[-1] == 2) for side in sides)
    assert not any(f"({side})" in line for side in sides for line in match.waited_for(table, locale, Absences()))
    assert all(f"({side})" in menu.text(table, 0, locale).above[0] for side in sides)
    alike = match.title(replace(table, people=(None, None)), locale)
    assert all(f"({side})" in alike for side in sides)


async def duelling(tables: Tables, hands: Sequence[str], *words: Word) -> Table:
    """Schnick with these hands, after what the first of two has said."""
    options = {"hands": list(hands), "pile": "stpfw", "first": 0}
    done = await tables.offer(
        ANN, (BEN,), GAMES["schnick"], options, Agreement(seats=2, clock=None, order=(0, 1)),
        server=SERVER, channel=CHANNEL, cause=cause(), now=NOON,
    )  # fmt: skip
    table = (await tables.sit(done.table.id, BEN, cause=cause(), now=NOON)).table
    for word in words:
        table = (await tables.say(table.id, ANN, word, step=None, cause=cause(), now=NOON)).table
    return table


@pytest.mark.parametrize(
    ("locale", "mine", "theirs", "everybodys"),
    [
        ("en", "You challenge <@22>.", "<@11> challenges you.", "<@11> challenges <@22>."),
        ("de", "Du forderst <@22> heraus.", "<@11> fordert dich heraus.", "<@11> fordert <@22> heraus."),
        ("fr", "Tu défies <@22>.", "<@11> te défie.", "<@11> défie <@22>."),
    ],
)
async def test_what_happened_is_told_by_name_and_in_private_to_you(
    tables: Tables, locale: str, mine: str, theirs: str, everybodys: str
) -> None:
    table = await duelling(tables, ["ww", "ppff"], ("challenge", "1"))
    assert isinstance(table, Play)
    assert mine in hand.hand(table, 0, locale, Absences()).above
    assert theirs in hand.hand(table, 1, locale, Absences()).above
    assert everybodys in match.playing(table, locale, Absences(), uncovered=False).above
    table = (await tables.say(table.id, ANN, ("card", "well"), step=None, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    assert mine in hand.hand(table, 0, locale, Absences()).above


async def test_the_house_has_a_name_and_several_of_its_seats_are_told_apart(tables: Tables) -> None:
    table = await duelling(tables, ["ww", "ppff"], ("challenge", "1"))
    assert isinstance(table, Play)
    assert names.names(replace(table, people=(ANN, None)), "en") == ("<@11>", "the house")
    assert names.names(replace(table, people=(None, None)), "de") == ("das Haus (Rot)", "das Haus (Blau)")
    # Who asked to be forgotten has no name any more.
    assert names.names(replace(table, people=(-1, BEN)), "fr") == ("Rouge", "<@22>")
    above = match.playing(replace(table, people=(None, BEN)), "en", Absences(), uncovered=False).above
    assert "The house challenges <@22>." in above


@pytest.mark.parametrize("locale", LOCALES)
async def test_how_many_one_holds_is_said_by_the_button_alone(tables: Tables, locale: str) -> None:
    """One card is sealed, of however many."""
    table = await duelling(tables, ["ssstt", "ppff"], ("challenge", "1"))
    assert isinstance(table, Play)
    assert "×3" in str(hand.asked(table, 0, locale, Absences()).rows)
    hint = hand.hinted(table, 0, Thought(("card", "scissors"), "why-only-card"), locale, Absences())
    table = (await tables.say(table.id, ANN, ("card", "scissors"), step=None, cause=cause(), now=NOON)).table
    scissors = table.game.say("card-scissors", locale)
    assert isinstance(table, Play)
    for scene in (hint, hand.sealed(table, 0, locale)):
        told = " ".join((*scene.above, *scene.below))
        assert f"{scissors}**" in told
        assert f"{scissors} ×" not in told


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_single_choice_says_by_itself_what_is_done(tables: Tables, locale: str) -> None:
    table = await duelling(tables, ["ww", "ppff"])
    verbs = [table.game.say(f"verb-{verb}", locale) for verb in ("challenge", "card")]
    for verb, word in zip(verbs, (("challenge", "1"), ("card", "well")), strict=True):
        assert isinstance(table, Play)
        scene = hand.asked(table, 0, locale, Absences())
        assert str(scene).count(verb) == 1
        table = (await tables.say(table.id, ANN, word, step=None, cause=cause(), now=NOON)).table


@pytest.mark.parametrize(("late", "lines"), [(1, 1), (1000, 2)])
async def test_who_has_until_the_same_second_is_named_in_one_breath(tables: Tables, late: int, lines: int) -> None:
    """Of two, the challenger has used a moment of the time that both have."""
    done = await tables.offer(
        ANN, (BEN,), GAMES["schnick"], DEALT, Agreement(seats=2, order=(0, 1)),
        server=SERVER, channel=CHANNEL, cause=cause(), now=NOON,
    )  # fmt: skip
    table = (await tables.sit(done.table.id, BEN, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    seat = min(table.match.waiting)
    person, word = table.people[seat], next(iter(table.match.legal(seat)))
    assert person is not None
    table = (await tables.say(table.id, person, word, step=None, cause=cause(), now=NOON + late)).table
    assert isinstance(table, Play)
    scene = match.playing(table, "en", Absences(), uncovered=False)
    assert sum("⏳" in line for line in scene.below) == lines


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("game", "options"), [*((key, {}) for key in GAMES), ("schamanen", {"variant": "pro_stacks"})])
async def test_what_was_picked_and_what_is_asked_are_each_said_once(
    tables: Tables, game: str, options: dict[str, str], locale: str
) -> None:
    """On every page of a first choice: nothing that was picked is lost, and no list asks again what stands above it."""
    table = await begun(tables, game, None, **options)
    assert isinstance(table, Play)
    seat, pages = min(table.match.waiting), [""]
    ways = choices.ways(game, table.match.view(seat))
    first = picker.page(ways)
    assert first
    deed = choices.shared(table, seat) or choices.unsaid(first)
    for rest in pages:
        page = picker.page(ways, rest)
        assert page
        pages += [choice.rest for choice in page.choices[-2:] if choice.word is None]
        scene = hand.asked(table, seat, locale, Absences(), hand.Beside(rest=rest))
        told = [line.casefold() for line in scene.below]
        for row in scene.rows:
            assert not isinstance(row, Listed) or not any(row.empty.partition(" (")[0].casefold() in it for it in told)
        view = table.game.forget(table.match.view(seat))
        for end in range(len(deed), len(page.said)):
            label = table.game.label(view, page.said[: end + 1], locale)
            thing = label.rpartition(" · ")[2].casefold()
            assert sum(thing in line for line in told) == 1 or label.endswith("…"), (thing, told)


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_time_is_said_to_be_what_is_left(tables: Tables, locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the offer, the card, the hand, in the inbox and in lists: “in 1 day” behind a sign alone reads like a date."""
    # It has no name to be listed by.
    monkeypatch.delitem(GAMES, "morra")
    agreement = Agreement(kind="open", seats=3, fills=HOUR, clock=HOUR)
    done = await tables.offer(
        ANN, (), GAMES["woodwalkers"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    assert isinstance(done.table, Offer)
    played = await begun(tables, "schamanen", clock=HOUR, placement="random")
    assert isinstance(played, Play)
    scenes = [
        offer(done.table, locale, Absences(), called=frozenset()),
        match.playing(played, locale, Absences(), uncovered=False),
        hand.asked(played, 0, locale, Absences()),
        inbox.inbox([played], ANN, {}, locale, Absences()),
        inbox.running([played], ANN, {}, locale, Absences(), more=0),
    ]
    for scene in scenes:
        told = "\n".join([*scene.above, *scene.below, scene.small])
        assert re.search(r"<t:\d+:R>", told)
        assert not re.search(r"[^\w\s] <t:\d+:R>", told)


async def test_the_last_to_arrange_keeps_no_list_of_what_must_be_forgotten(tables: Tables) -> None:
    """At midnight not even they may look at their own tiles again."""
    agreement = Agreement(kind="open", seats=2)
    done = await tables.offer(
        ANN, (), GAMES["woodwalkers"], {"variant": "midnight"}, agreement,
        server=SERVER, channel=CHANNEL, cause=cause(), now=NOON,
    )  # fmt: skip
    table = (await tables.sit(done.table.id, BEN, cause=cause(), now=NOON)).table
    table = (await tables.say(table.id, ANN, legal(table, ANN)[0], step=None, cause=cause(), now=NOON)).table
    word = legal(table, BEN)[0]
    table = (await tables.say(table.id, BEN, word, step=None, cause=cause(), now=NOON)).table
    for locale in LOCALES:
        assert isinstance(table, Begun)
        told = str(hand.hand(table, table.people.index(BEN), locale, Absences()).above)
        assert not any(table.game.say(f"animal-{animal}", locale) in told for animal in word[1:])


def legal(table: Table, person: int) -> Sequence[Word]:
    assert isinstance(table, Begun)
    return table.match.legal(table.people.index(person))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("the house to move", "The house to move"),
        ("✅ das Haus (Blau) hat gewählt.", "✅ Das Haus (Blau) hat gewählt."),
        ("**l’ordi** : 3", "**L’ordi** : 3"),
        ("<@11> to move", "<@11> to move"),
        ("🏆 <@11>: a card", "🏆 <@11>: a card"),
        ("…", "…"),
    ],
)
def test_a_line_begins_with_a_capital_wherever_the_house_comes_first(line: str, sentence: str) -> None:
    assert names.sentence(line) == sentence


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.overrides("introduction")])
async def test_who_wins_is_said_to_whoever_is_new_to_it(tables: Tables, game: str, locale: str) -> None:
    """In the hand of their first choice, whichever that is, and once."""
    table = await begun(tables, game)
    assert isinstance(table, Play)
    seat = min(table.match.waiting)
    wins = re.compile(r"\b(wins|gewinnt|gagne)\.")
    for first in (True, False):
        below = hand.asked(table, seat, locale, Absences(), hand.Beside(first=first)).below
        assert sum(len(wins.findall(line)) for line in below) == first


async def test_who_arranges_their_animals_sees_them_on_the_board(tables: Tables) -> None:
    """As far as they have got, and as they are sealed; nobody else does."""
    table = await begun(tables, "woodwalkers")
    assert isinstance(table, Play)
    mine = table.seat_of(ANN)
    assert mine is not None
    word = table.match.legal(mine)[100]

    def picture(scene: Scene) -> Picture:
        assert isinstance(scene.board, Board)
        return scene.board.picture

    empty = picture(hand.asked(table, mine, "en", Absences()))
    grown = [
        picture(hand.asked(table, mine, "en", Absences(), hand.Beside(rest=spell(word[:end])))) for end in (2, 3, 4)
    ]
    assert len({empty, *grown}) == 4
    table = (await tables.say(table.id, ANN, word, step=None, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    theirs = 1 - mine
    card = match.playing(table, "en", Absences(), uncovered=False)
    sketch = table.game.sketch(table.match.view(mine), word)
    assert sketch
    for scene, drawn in (
        (hand.hand(table, mine, "en", Absences()), sketch),
        (hand.hand(table, theirs, "en", Absences()), table.game.picture(table.match.view(theirs))),
        (card, table.game.picture(table.match.view(None))),
    ):
        assert picture(scene) == spoken(drawn, table.game.say, "en")


@pytest.mark.parametrize("locale", LOCALES)
async def test_three_masks_stand_side_by_side_on_a_phone(tables: Tables, locale: str) -> None:
    """Their buttons say the line alone, with its drawing; what is sealed says whether it is a row or a column."""
    for person in (ANN, BEN):
        table = await begun(tables, "schamanen", placement="random")
        assert isinstance(table, Play)
        seat = table.seat_of(person)
        assert seat is not None
        row, *_ = hand.asked(table, seat, locale, Absences()).rows
        assert isinstance(row, tuple)
        assert [(button.label, bool(button.emoji)) for button in row] == [(it, True) for it in ("123", "ABC")[seat]]
        word = table.match.legal(seat)[0]
        table = (await tables.say(table.id, person, word, step=None, cause=cause(), now=NOON)).table
        assert isinstance(table, Play)
        told = table.game.say("column" if seat else "row", locale, line=word[1].upper())
        assert any(f"**{told}**" in line for line in hand.hand(table, seat, locale, Absences()).below)
