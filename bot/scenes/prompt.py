"""What one person is asked, in private."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from bot.scenes import menu, picker
from bot.scenes.address import Address
from bot.scenes.match import title, told, wished
from bot.scenes.phrase import phrase, uncounted
from bot.scenes.picker import Page, back, labels, page, spell
from bot.scenes.scene import Board, Button, Row, Scene
from bot.scenes.spans import moment
from bot.scenes.verb import Verb
from bot.table.allowance import Absences
from bot.table.table import Begun, Play
from bot.texts import say
from games import named
from games.core import Seat, Thought, Word
from games.refused import Refused

IN_A_ROW: Final = 5


def asked(
    table: Play,
    seat: Seat,
    locale: str,
    absences: Absences,
    *,
    rest: str = "",
    reminding: bool = False,
    shut: bool = False,
) -> Scene:
    """The board as this seat sees it, and the choices after the characters in `rest`."""
    choices = page(ways(table.game.KEY, table.match.view(seat)), rest)
    if choices is None:
        raise Refused("stale", step=table.match.step)
    above = [f"### {title(table, locale)}"]
    above += [say("prompt-reminder", locale)] if reminding else []
    above += [say("prompt-shut", locale)] if shut else []
    above += told(table, locale, uncovered=False)
    below = [say("prompt-seat", locale, seat=table.game.say(f"seat-{seat}", locale))]
    below += [say("prompt-last", locale)] if last(table, seat) else []
    question = shared(table, seat)
    # A single choice says on its button what is done.
    deed = () if len(choices.choices) == 1 else question or picker.unsaid(choices)
    below += [f"**{worded(table, seat, deed, locale)}**"] if deed else []
    if rest and len(choices.said) > len(question):
        below.append(say("prompt-so-far", locale, word=worded(table, seat, choices.said, locale, after=len(question))))
    below += _until(table, seat, locale, absences)
    below += wished(table, locale)
    return Scene(
        above=tuple(above),
        board=_board(table, seat, locale),
        below=tuple(below),
        rows=_rows(table, seat, choices, rest, locale),
    )


def hinted(table: Play, seat: Seat, thought: Thought, locale: str, absences: Absences) -> Scene:
    """What the house would do and why, and the way to do it: its button, or one more."""
    scene = asked(table, seat, locale, absences)
    word = worded(table, seat, thought.word, locale, after=len(shared(table, seat)))
    why = table.game.say(thought.why, locale, **thought.facts)
    to = str(Address(Verb.PICK, table.id, table.match.step, spell(thought.word)))
    rows: list[Row] = [tuple(replace(it, tone="good") if it.to == to else it for it in row) for row in _only(scene)]
    if rows == list(scene.rows):
        rows[-1] = (Button(say("button-follow", locale), to, "good"), *_only(scene)[-1])
    return replace(scene, below=(*scene.below, say("prompt-hint", locale, word=word, why=why)), rows=tuple(rows))


def _only(scene: Scene) -> list[tuple[Button, ...]]:
    """Of buttons."""
    return [row for row in scene.rows if isinstance(row, tuple)]


def _until(table: Play, seat: Seat, locale: str, absences: Absences) -> Iterator[str]:
    """When it is too late."""
    due, limit = table.due(seat, absences), table.limit(absences)
    if due is not None:
        yield say("prompt-until", locale, until=moment(due))
    if limit is not None:
        yield say("limit-until", locale, until=moment(limit))


def _board(table: Play, seat: Seat, locale: str) -> Board:
    """What must be forgotten is on no prompt, which stays for hours."""
    return _laid(table.game.KEY, table.game.covered(table.match.view(seat)), locale)


@lru_cache(maxsize=1024)
def _laid(key: str, covered: Any, locale: str) -> Board:
    """From the question to what is sealed it is the same one."""
    game = named(key)
    return Board(game.picture(covered), game.alt(covered, locale))


def sealed(table: Play, seat: Seat, locale: str) -> Scene:
    """What was chosen, its receipt, and the way to think again while others still do."""
    line = table.sealed(seat)
    assert line
    small = say("prompt-receipt", locale, receipt=line.receipt) if line.receipt else ""
    change = Button(say("button-change", locale), str(Address(Verb.CHANGE, table.id, table.match.step)))
    return Scene(
        above=(f"### {title(table, locale)}", *told(table, locale, uncovered=False)),
        board=_board(table, seat, locale),
        below=(
            say("prompt-sealed", locale, word=_answered(table, seat, locale)),
            _others(table, locale),
            *wished(table, locale),
        ),
        rows=(*menu.answers(table, seat, locale), (change,)),
        small=small,
    )


def consulted(table: Play, seat: Seat, locale: str) -> Scene:
    """For somebody who has nothing to choose now: what the others wish, and the way to wish it, too."""
    return Scene(
        above=(f"### {title(table, locale)}", *told(table, locale, uncovered=False)),
        board=_board(table, seat, locale),
        below=tuple(wished(table, locale)),
        rows=tuple(menu.answers(table, seat, locale)),
    )


def current(
    table: Play, seat: Seat, locale: str, absences: Absences, *, rest: str = "", reminding: bool = False
) -> Scene:
    """Whatever is wanted of this seat now."""
    if seat in table.match.waiting:
        return asked(table, seat, locale, absences, rest=rest, reminding=reminding)
    return sealed(table, seat, locale) if seat in table.match.awaited else consulted(table, seat, locale)


def said(before: Play, after: Begun, seat: Seat, word: Word, locale: str) -> Scene:
    """It took effect at once. Before it the labels were those of the buttons, and what was asked goes without saying.

    What must be forgotten after it stands in no message that stays.
    """
    if _is_to_forget(after, seat):
        told = say("prompt-done", locale)
    else:
        told = say("prompt-said", locale, word=worded(before, seat, word, locale, after=len(shared(before, seat))))
    return Scene(above=(told,), rows=((_to_the_next(locale),),))


def _is_to_forget(table: Begun, seat: Seat) -> bool:
    view = table.match.view(seat)
    return bool(table.game.covered(view) != view)


def moved_on(match: int, locale: str) -> Scene:
    """An old prompt, and the way to the one that counts."""
    return Scene(
        above=(say("prompt-moved-on", locale),),
        rows=((Button(say("button-current", locale), str(Address(Verb.CHOOSE, match, 0)), "main"),),),
    )


def worded(table: Play, seat: Seat, word: Word, locale: str, *, after: int = 0) -> str:
    """As the buttons said it, but for the tokens that go without saying, and for how many there were."""
    view = table.game.covered(table.match.view(seat))
    labels = [uncounted(table.game.label(view, word[:end], locale)) for end in range(after + 1, len(word) + 1)]
    return phrase(labels, locale, begins=after == 0)


def shared(table: Play, seat: Seat) -> Word:
    """How all begin that this seat may say: the question."""
    legal = table.match.legal(seat)
    firsts = {word[:1] for word in legal}
    return firsts.pop() if len(firsts) == 1 and all(len(word) > 1 for word in legal) else ()


def _answered(table: Play, seat: Seat, locale: str) -> str:
    """What was sealed: among secrets the question is always the same."""
    return worded(table, seat, table.match.sealed[seat], locale, after=len(shared(table, seat)))


def last(table: Play, seat: Seat) -> bool:
    """Do all the others wait for this seat alone?"""
    return len(table.match.awaited) > 1 and table.match.waiting == {seat}


def _others(table: Play, locale: str) -> str:
    still = [table.game.say(f"seat-{other}", locale) for other in sorted(table.match.waiting)]
    return say("prompt-others", locale, who=say.listed(still, locale), count=len(still))


def chosen(table: Play, seat: Seat, rest: str) -> Word | None:
    """The word that is spelt out whole, if it is."""
    return picker.chosen(ways(table.game.KEY, table.match.view(seat)), rest)


@lru_cache(maxsize=8)
def ways(key: str, view: Any) -> Mapping[Word, Word]:
    """Every way to click a word: kept from one click to the next, for there can be ten thousand."""
    game = named(key)
    return picker.either(game, view, game.legal(view))


def _rows(table: Play, seat: Seat, choices: Page, rest: str, locale: str) -> tuple[Row, ...]:
    view = table.match.view(seat)
    match, step = table.id, table.match.step

    def pick(label: str, to: str, **more: Any) -> Button:
        return Button(label, str(Address(Verb.PICK, match, step, to)), **more)

    # What must be forgotten is on no button: a prompt stays for hours.
    told = labels(table.game, table.game.covered(view), choices, locale)
    buttons = [
        pick(label, choice.rest, tone="main" if choice.word else "plain")
        for choice, label in zip(choices.choices, told, strict=True)
    ]
    rows = even(buttons)
    others: list[Button] = []
    before = back(ways(table.game.KEY, view), rest)
    if before is not None:
        others.append(Button(say("button-back", locale), str(Address(Verb.PICK, match, step, before))))
    ready = table.game.ready(view)
    if ready and not rest and all(choice.word != ready for choice in choices.choices):
        others.append(pick(say("button-ready", locale), spell(ready), tone="good"))
    if table.agreement.kind == "practice":
        others.append(Button(say("button-hint", locale), str(Address(Verb.HINT, match, step))))
    others.append(Button(say("button-rules", locale), str(Address(Verb.RULES, match, step))))
    return (*rows, *menu.answers(table, seat, locale), tuple(others))


def even(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    """In as few rows as there can be, and all about as long: nine are five and four, twelve are four each."""
    rows = -(-len(buttons) // IN_A_ROW)
    cuts = [-(-len(buttons) * at // rows) for at in range(rows + 1)] if rows else []
    return [tuple(buttons[start:end]) for start, end in pairwise(cuts)]


def inbox(table: Play, seat: Seat, locale: str, absences: Absences, *, count: int) -> Scene:
    """One of the matches that wait; the next is one click away."""
    scene = asked(table, seat, locale, absences)
    if count < 2:
        return scene
    following = Button(say("button-next-match", locale), str(Address(Verb.INBOX, table.id, 0)))
    *choices, others = _only(scene)
    title, *above = scene.above
    return replace(
        scene, above=(title, say("inbox-waits", locale, count=count), *above), rows=(*choices, (*others, following))
    )


def _to_the_next(locale: str) -> Button:
    return Button(say("button-inbox", locale), str(Address(Verb.INBOX, 0, 0)))
