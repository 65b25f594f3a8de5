"""The hand: what one person sees of their match in private, what is asked of them, and what came of it.

One file, because a hand goes from each of its faces to any other, asked, sealed, waiting, over, and must look the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import Begun, Over, Play, Table
from bot.matches.time_budget import Absences
from bot.screens import dialogs, result_card
from bot.screens.custom_ids import Address, Verb
from bot.screens.match_card import forgets, laid, lately, newest, telling, title, waited_for, wished
from bot.screens.move_buttons import IN_A_ROW, even, pick, question, rows, shared, so_far, unsaid, ways, worded
from bot.screens.move_menu import Page, back, page, spell
from bot.screens.names import NOBODY, Absent, absence_lines, called, moment, runs_out, sentence
from bot.screens.proof import bound, short_seal_line
from bot.screens.scene import Board, Button, Row, Scene
from bot.screens.turning_points import point
from games.art import translate_picture
from games.core import Move, Seat, Suggestion
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match
from games.mind_reader import ReadingVerdict
from games.refused import Refused


@dataclass(frozen=True, slots=True)
class Beside:
    """What a hand says beside what stands on its table."""

    others: int = 0
    """Further matches that wait for its reader."""
    uncovered: bool = False
    """What must be forgotten lies open, for a moment."""
    rest: str = ""
    """The characters of the word that has been begun there."""
    again: bool = False
    """Its reader thinks again about what is sealed."""
    done: Verb | None = None
    """What its reader has just done with a match that is over, and need not do again."""
    note: str = ""
    """What came of that."""
    first: bool = False
    """Its reader has never played this game to its end."""
    reminding: bool = False
    shut: bool = False
    """Its reader’s direct messages are closed to us."""
    absent: Absent = NOBODY
    """Who of the others is not there."""
    passed: tuple[Match, ...] = ()
    """Of a match that is over its start and what came of each step."""
    verdict: ReadingVerdict | None = None
    """What the house read in it."""


ALONE: Final = Beside()
OVER: Final = "over"
"""What a hand shows once its match has ended: that changes no more."""


def hand(table: Begun, seat: Seat, locale: str, absences: Absences, beside: Beside = ALONE) -> Scene:
    """Whatever is wanted of this seat now, and the way to do it; else what it waits for, or what came of it."""
    if not isinstance(table, Play):
        return ended(table, seat, locale, beside)
    if seat in table.match.to_move or (beside.again and seat in table.match.sealed):
        scene = asked(table, seat, locale, absences, beside)
    elif seat in table.match.sealed:
        scene = sealed(table, seat, locale, beside)
    else:
        scene = waits(table, seat, locale, absences, beside)
    if begins := [*filter(None, [beside.note, announce_reading(table, locale)])]:
        heading, *above = scene.above
        scene = replace(scene, above=(heading, *begins, *above))
    return tell_absent(scene, table, beside.absent, locale)


def shown(table: Begun, seat: Seat, locale: str, beside: Beside = ALONE) -> str:
    """What a hand shows, as far as it changes: while this is the same it needs no edit."""
    if not isinstance(table, Play):
        return OVER
    match = table.match
    wishes = "".join(map(str, sorted(match.draw_agreed_by))) + "/" + "".join(map(str, sorted(match.cancel_agreed_by)))
    parts = [locale, str(match.step), str(beside.others), wishes, "open" if beside.uncovered else "covered"]
    parts += absence_lines(beside.absent, locale)
    if seat in match.to_move:
        return " ".join(["asked", *parts, "last" if last(table, seat) else ""])
    kind = "sealed" if seat in match.sealed else "waits"
    return " ".join([kind, *parts, "".join(map(str, sorted(match.to_move)))])


def lies_open(shows: str) -> bool:
    """Does a hand that shows this show what must be forgotten?"""
    return shows.split(" ")[5:6] == ["open"]


def asked(table: Play, seat: Seat, locale: str, absences: Absences, beside: Beside = ALONE) -> Scene:
    """The board as this seat sees it, and the choices after the characters that were pressed already."""
    rest = beside.rest
    choices = page(ways(table.game.KEY, table.match.view_of(seat)), rest)
    if choices is None:
        raise Refused("stale", step=table.match.step)
    notes = [say("hand-reminder", locale)] if beside.reminding else []
    notes += [say("hand-shut", locale)] if beside.shut else []
    below = []
    if beside.first and not rest and (welcome := welcomed(table, seat, locale)):
        below.append(f"💬 {welcome}")
    below += [_waited_on(table, seat, locale)] if last(table, seat) else []
    below += _asked(table, seat, choices, locale)
    if seat in table.match.sealed:
        below.append(say("hand-counts", locale, word=_answered(table, seat, locale)))
    below += _until(table, seat, locale, absences)
    below += wished(table, locale, seat)
    return replace(
        _show(table, seat, locale, beside, notes=notes, said=choices.said),
        below=tuple(below),
        rows=_rows(table, seat, choices, locale, beside),
        # Where the house has chosen before: it is bound by this, whatever is pressed now.
        small=short_seal_line(table, locale) if table.match.sealed.keys() & table.housed and not table.private else "",
    )


def welcomed(table: Play, seat: Seat, locale: str) -> str:
    """What whoever is new to the game is told here, where there is something new."""
    return table.game.introduce(table.game.forget(table.match.view_of(seat)), locale)


def _asked(table: Play, seat: Seat, choices: Page, locale: str) -> Iterator[str]:
    """What was said so far, and what is asked next: in the words of the game, else what the buttons leave unsaid."""
    begun = len(choices.said) > len(shared(table, seat))
    # A single choice says on its button what is done.
    asks = "" if len(choices.choices) == 1 else question(table, seat, choices.said, locale)
    if begun and (word := so_far(table, seat, choices.said, asks, locale)):
        yield say("hand-so-far", locale, word=word)
    if len(choices.choices) == 1:
        return
    if asks:
        first, *more = asks.split("\n")
        yield f"**{first}**"
        yield from more
    elif not begun and (deed := shared(table, seat) or unsaid(choices)):
        yield f"**{worded(table, seat, deed, locale)}**"


def _show(
    table: Begun, seat: Seat, locale: str, beside: Beside, *, notes: Sequence[str] = (), said: Move = ()
) -> Scene:
    """Return the title, what happened lately, and the board as this seat sees it."""
    new = lately(table, locale, uncovered=beside.uncovered, seat=seat)
    return Scene(
        above=(f"### {title(table, locale)}", *notes, *_happened(table, seat, new, locale, beside)),
        # Whoever turns pages, or thinks again, has seen it, and wants the board in view.
        reveal=None if beside.rest or beside.again else newest(table, new, locale),
        board=_board(table, seat, locale, beside, said),
    )


def _happened(table: Begun, seat: Seat, new: Sequence[Any], locale: str, beside: Beside) -> Iterator[str]:
    """As this seat may know it; what must be forgotten only while it lies open. Whoever is asked at a table of several
    reads all that happened since they last chose.
    """
    if table.match.seats > 2 and seat in table.match.to_move and not beside.uncovered:
        views = table.lately(seat, since=seat)
        if len(views) > 1:
            yield say("hand-since", locale)
            new = [*map(table.game.forget, views)]
    yield from telling(table, new, locale)


def hinted(
    table: Play, seat: Seat, thought: Suggestion, locale: str, absences: Absences, beside: Beside = ALONE
) -> Scene:
    """What the house would do and why, and the way to do it: its button, or one more."""
    scene = asked(table, seat, locale, absences, beside)
    word = worded(table, seat, thought.move, locale, after=len(shared(table, seat)))
    why = table.game.say(thought.why, locale, **thought.facts)
    follow = pick(table, say("button-follow", locale), spell(thought.move), tone="good")
    rows = [_stressed(row, follow.to) for row in scene.rows]
    if rows == list(scene.rows):
        rows.insert(0, (follow,))
    return replace(scene, below=(*scene.below, say("hand-hint", locale, word=word, why=why)), rows=tuple(rows))


def _stressed(row: Row, to: str) -> Row:
    """With the button in it that leads there, if there is one."""
    return tuple(replace(it, tone="good") if it.to == to else it for it in row) if isinstance(row, tuple) else row


def _until(table: Play, seat: Seat, locale: str, absences: Absences) -> Iterator[str]:
    """When it is too late."""
    due, limit = table.due(seat, absences), table.limit(absences)
    if due is not None:
        yield say("hand-until", locale, until=runs_out(due, locale))
    if limit is not None:
        yield say("limit-until", locale, until=moment(limit))


def _board(table: Begun, seat: Seat, locale: str, beside: Beside, said: Move = ()) -> Board:
    """With what this seat has put together so far, where that can be drawn."""
    view = table.match.view_of(seat)
    if not beside.uncovered:
        # What must be forgotten is on no hand, which stays for hours, but for the moment in which it lies open.
        view = table.game.forget(view)
    board = laid(table, view, locale)
    if said and (sketch := table.game.draw_partial_move(view, said)):
        return replace(board, picture=translate_picture(sketch, table.game.say, locale))
    return board


def sealed(table: Play, seat: Seat, locale: str, beside: Beside = ALONE) -> Scene:
    """What was chosen, its receipt, and the way to think again while others still do."""
    change = Button(say("button-change", locale), str(Address(Verb.CHANGE, table.id, table.match.step)))
    return replace(
        _show(table, seat, locale, beside, said=table.match.sealed[seat]),
        below=(
            say("hand-sealed", locale, word=_answered(table, seat, locale)),
            _others(table, locale),
            *wished(table, locale, seat),
        ),
        rows=(*dialogs.answers(table, seat, locale), (change, *_also(table, seat, locale, beside))),
        # Whoever practises finds the seal behind “More”.
        small="" if table.private else bound(table, seat, locale),
    )


def waits(table: Play, seat: Seat, locale: str, absences: Absences, beside: Beside = ALONE) -> Scene:
    """Nothing is asked of this seat now: what happened, and who is waited for."""
    return replace(
        _show(table, seat, locale, beside),
        below=tuple(waited_for(table, locale, absences, seat)),
        rows=(*dialogs.answers(table, seat, locale), *filter(None, [_also(table, seat, locale, beside)])),
    )


def ended(table: Begun, seat: Seat, locale: str, beside: Beside = ALONE) -> Scene:
    """What came of it, and what next; what was private can be shown to others now."""
    assert isinstance(table, Over)
    after = {Verb.REMATCH: "button-rematch", Verb.REPLAY: "button-replay"}
    if table.private and table.server is not None:
        after[Verb.SHOW] = "button-share"
    buttons = [
        Button(say(key, locale), str(Address(verb, table.id, 0)), "main" if verb == Verb.REMATCH else "plain")
        for verb, key in after.items()
        if verb != beside.done
    ]
    open_now = replace(beside, uncovered=True)
    happened = _happened(table, seat, lately(table, locale, uncovered=True, seat=seat), locale, open_now)
    turn = point(beside.passed)
    # Where the last step was the one, what happened there is told already.
    passed = () if turn and turn.at == len(beside.passed) - 1 else beside.passed
    told, came = _came(table, seat, [*result_card.came(table, passed, list(happened), locale, seat)], locale)
    return Scene(
        above=(f"### {title(table, locale)}", *told),
        board=result_card.shown(table, beside.passed, locale),
        below=(
            came,
            *result_card.players(table, locale, {}),
            *report_reading(table, beside.verdict, locale),
            *filter(None, [beside.note]),
        ),
        rows=((*buttons, *_next(table, locale, beside)),),
    )


def _came(table: Over, seat: Seat, told: Sequence[str], locale: str) -> tuple[Sequence[str], str]:
    """What is told, and apart from it how it ended for its reader: in the words of the game, where it tells whoever won
    alone or drew so itself, else in as many words. Where nobody won, or all agreed, why it ended says it, and so it
    does to whoever gave up. Why a game ended by its rules is told already.
    """
    ranks, reason = table.result.ranks, table.result.reason
    alone, level = ranks[seat] == 1 == ranks.count(1), set(ranks) == {1}
    if told and result_card.is_told(table) and (alone or level):
        *told, last = told
        return told, f"**{last}**{' 🎉' * alone}"
    if reason in {"resign", "lapse"} and [other for other, rank in enumerate(ranks) if rank > 1] == [seat]:
        return told, say(f"hand-{reason}", locale)
    if reason == "cancelled" and table.match.first_canceller == seat:
        return told, say("done-cancelled", locale)
    if reason in UNRATED_REASONS or reason == "agreed":
        return told, result_card.why(table, locale)
    won = "hand-won" if alone else "hand-drawn" if level else "hand-shared"
    came = say(won if ranks[seat] == 1 else "hand-lost", locale)
    return told, f"{came} {result_card.why(table, locale)}" if reason in OUTSIDE_REASONS else came


def paused(table: Begun, locale: str) -> Scene:
    """A hand that cannot be changed for much longer: nothing stands there that will be wrong."""
    on = Button(say("button-continue", locale), str(Address(Verb.CHOOSE, table.id, 0)), "main")
    return Scene(above=(f"### {title(table, locale)}", say("hand-paused", locale)), rows=((on,),))


def reached(scene: Scene, origin: Table, locale: str) -> Scene:
    """A hand to which somebody came from another match, with the way back there."""
    label = say("button-back-to", locale, game=origin.game.say("name", locale))
    return replace(scene, rows=beside_last(scene.rows, Button(label, str(Address(Verb.CHOOSE, origin.id, 0)))))


def _also(table: Play, seat: Seat, locale: str, beside: Beside) -> tuple[Button, ...]:
    """What else one can do there: look at what is covered, go on with the next match, all the rest."""
    # First the match that lies there.
    found = [*_next(table, locale, beside)]
    if not beside.uncovered and forgets(table, seat):
        found.append(Button(say("button-look", locale), str(Address(Verb.LOOK, table.id, table.match.step))))
    return (*found, Button(say("button-more", locale), str(Address(Verb.MORE, table.id, table.match.step))))


def _next(table: Begun, locale: str, beside: Beside) -> Iterator[Button]:
    """To the match that waits after this one: beside what is done here, as long as something is."""
    if beside.others:
        label = say("button-inbox", locale, count=beside.others)
        yield Button(label, str(Address(Verb.INBOX, table.id, 0)))


def _answered(table: Play, seat: Seat, locale: str) -> str:
    """What was sealed: among secrets the question is always the same."""
    return worded(table, seat, table.match.sealed[seat], locale, after=len(shared(table, seat)))


def last(table: Play, seat: Seat) -> bool:
    """Do all the others wait for this seat alone?"""
    # That the house waits is nothing to hurry for.
    return len(table.match.seats_asked - table.housed) > 1 and table.match.to_move == {seat}


def _waited_on(table: Play, seat: Seat, locale: str) -> str:
    """By one of two by name."""
    others = [called(table.people[other], locale) for other in sorted(table.match.seats_asked - table.housed - {seat})]
    return say("hand-last", locale, who=say.format_list(others, locale), count=len(others))


def _others(table: Play, locale: str) -> str:
    still = [called(table.people[other], locale) for other in sorted(table.match.to_move)]
    return sentence(say("hand-others", locale, who=say.format_list(still, locale), count=len(still)))


def _rows(table: Play, seat: Seat, choices: Page, locale: str, beside: Beside) -> tuple[Row, ...]:
    view = table.match.view_of(seat)
    match, step = table.id, table.match.step
    others: list[Button] = []
    before = back(ways(table.game.KEY, view), beside.rest)
    if before is not None:
        others.append(pick(table, say("button-back", locale), before))
    if seat in table.match.sealed:
        others.append(Button(say("button-keep", locale), str(Address(Verb.KEEP, match, step)), "good"))
    ready = table.game.suggest_move(view)
    if ready and not beside.rest and all(choice.word != ready for choice in choices.choices):
        others.append(pick(table, say("button-ready", locale), spell(ready), tone="good"))
    if table.agreement.kind == "practice":
        others.append(Button(say("button-hint", locale), str(Address(Verb.HINT, match, step))))
    others += _also(table, seat, locale, beside)
    return (*rows(table, seat, choices, beside.rest, locale), *dialogs.answers(table, seat, locale), *even(others))


def announce_reading(table: Begun, locale: str) -> str:
    """Until they have chosen for the first time."""
    return say("read-begins", locale) if table.agreement.reads and isinstance(table, Play) and not table.played else ""


def report_reading(table: Over, verdict: ReadingVerdict | None, locale: str) -> Iterator[str]:
    """What it went by in this match, and whether that was right. A match that came to nothing says nothing."""
    if not table.agreement.reads or table.result.reason in UNRATED_REASONS:
        return
    if verdict is None:
        yield say("read-none", locale)
        return
    key, _, symbol = verdict.habit.partition("-")
    facts = {"what": table.game.say(f"habit-{verdict.habit}", locale)} if symbol else {}
    habit = say(f"read-{key}", locale, **facts)
    how = "open" if verdict.was_right is None else "right" if verdict.was_right else "wrong"
    yield say(
        f"read-{how}",
        locale,
        habit=habit,
        hits=verdict.hit_count,
        of=verdict.prediction_count,
        usual=round(verdict.expected_hits),
    )


def tell_absent(scene: Scene, table: Play, absent: Absent, locale: str) -> Scene:
    """The same hand, which says it, and ends the match where nobody is left to agree."""
    if absent == NOBODY:
        return scene
    rows = scene.rows
    if absent.gone:
        end = Button(say("button-cancel", locale), str(Address(Verb.ASK, table.id, 0, "cancel")))
        rows = beside_last(rows, end)
    return replace(scene, below=(*scene.below, *absence_lines(absent, locale)), rows=rows)


def beside_last(rows: Sequence[Row], button: Button) -> tuple[Row, ...]:
    """In the last row, where there is room."""
    if any(button in row for row in rows if isinstance(row, tuple)):
        return tuple(rows)
    if rows and isinstance(rows[-1], tuple) and len(rows[-1]) < IN_A_ROW:
        return (*rows[:-1], (*rows[-1], button))
    return (*rows, (button,))
