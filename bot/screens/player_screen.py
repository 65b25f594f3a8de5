"""The hand: what one person sees of their match in private, what is asked of them, and what came of it.

One file, because a hand goes from each of its faces to any other, asked, sealed, waiting, over, and must look the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens import dialogs, result_card
from bot.screens.custom_ids import Action, CustomId
from bot.screens.match_card import forgets, laid, lately, newest, telling, title, waited_for, wished
from bot.screens.move_buttons import IN_A_ROW, even, pick, question, rows, shared, so_far, unsaid, ways, worded
from bot.screens.move_menu import MenuPage, back, page, spell
from bot.screens.names import NOBODY, AbsentPlayers, absence_lines, called, moment, runs_out, sentence
from bot.screens.proof import bound, short_seal_line
from bot.screens.scene import Button, Row, Scene, SceneImage
from bot.screens.turning_points import point
from games.art import translate_picture
from games.core import Move, Seat, Suggestion
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match
from games.mind_reader import ReadingVerdict
from games.refused import Refused


@dataclass(frozen=True, slots=True)
class PlayerScreenContext:
    """What a hand says beside what stands on its table."""

    others: int = 0
    """Further matches that wait for its reader."""
    uncovered: bool = False
    """What must be forgotten lies open, for a moment."""
    rest: str = ""
    """The characters of the word that has been begun there."""
    again: bool = False
    """Its reader thinks again about what is sealed."""
    done: Action | None = None
    """What its reader has just done with a match that is over, and need not do again."""
    note: str = ""
    """What came of that."""
    first: bool = False
    """Its reader has never played this game to its end."""
    reminding: bool = False
    shut: bool = False
    """Its reader’s direct messages are closed to us."""
    absent: AbsentPlayers = NOBODY
    """Who of the others is not there."""
    passed: tuple[Match, ...] = ()
    """Of a match that is over its start and what came of each step."""
    verdict: ReadingVerdict | None = None
    """What the house read in it."""


ALONE: Final = PlayerScreenContext()
OVER: Final = "over"
"""What a hand shows once its match has ended: that changes no more."""


def hand(
    match: StartedMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext = ALONE
) -> Scene:
    """Whatever is wanted of this seat now, and the way to do it; else what it waits for, or what came of it."""
    if not isinstance(match, RunningMatch):
        return ended(match, seat, locale, context)
    if seat in match.engine.to_move or (context.again and seat in match.engine.sealed):
        scene = asked(match, seat, locale, absences, context)
    elif seat in match.engine.sealed:
        scene = sealed(match, seat, locale, context)
    else:
        scene = waits(match, seat, locale, absences, context)
    if begins := [*filter(None, [context.note, announce_reading(match, locale)])]:
        heading, *above = scene.above
        scene = replace(scene, above=(heading, *begins, *above))
    return tell_absent(scene, match, context.absent, locale)


def shown(match: StartedMatch, seat: Seat, locale: str, context: PlayerScreenContext = ALONE) -> str:
    """What a hand shows, as far as it changes: while this is the same it needs no edit."""
    if not isinstance(match, RunningMatch):
        return OVER
    engine = match.engine
    wishes = "".join(map(str, sorted(engine.draw_agreed_by))) + "/" + "".join(map(str, sorted(engine.cancel_agreed_by)))
    parts = [locale, str(engine.step), str(context.others), wishes, "open" if context.uncovered else "covered"]
    parts += absence_lines(context.absent, locale)
    if seat in engine.to_move:
        return " ".join(["asked", *parts, "last" if last(match, seat) else ""])
    kind = "sealed" if seat in engine.sealed else "waits"
    return " ".join([kind, *parts, "".join(map(str, sorted(engine.to_move)))])


def lies_open(shows: str) -> bool:
    """Does a hand that shows this show what must be forgotten?"""
    return shows.split(" ")[5:6] == ["open"]


def asked(
    match: RunningMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext = ALONE
) -> Scene:
    """The board as this seat sees it, and the choices after the characters that were pressed already."""
    rest = context.rest
    choices = page(ways(match.game.KEY, match.engine.view_of(seat)), rest)
    if choices is None:
        raise Refused("stale", step=match.engine.step)
    notes = [say("hand-reminder", locale)] if context.reminding else []
    notes += [say("hand-shut", locale)] if context.shut else []
    below = []
    if context.first and not rest and (welcome := welcomed(match, seat, locale)):
        below.append(f"💬 {welcome}")
    below += [_waited_on(match, seat, locale)] if last(match, seat) else []
    below += _asked(match, seat, choices, locale)
    if seat in match.engine.sealed:
        below.append(say("hand-counts", locale, word=_answered(match, seat, locale)))
    below += _until(match, seat, locale, absences)
    below += wished(match, locale, seat)
    return replace(
        _show(match, seat, locale, context, notes=notes, said=choices.said),
        below=tuple(below),
        rows=_rows(match, seat, choices, locale, context),
        # Where the house has chosen before: it is bound by this, whatever is pressed now.
        small=short_seal_line(match, locale)
        if match.engine.sealed.keys() & match.housed and not match.is_practice
        else "",
    )


def welcomed(match: RunningMatch, seat: Seat, locale: str) -> str:
    """What whoever is new to the game is told here, where there is something new."""
    return match.game.introduce(match.game.forget(match.engine.view_of(seat)), locale)


def _asked(match: RunningMatch, seat: Seat, choices: MenuPage, locale: str) -> Iterator[str]:
    """What was said so far, and what is asked next: in the words of the game, else what the buttons leave unsaid."""
    begun = len(choices.said) > len(shared(match, seat))
    # A single choice says on its button what is done.
    asks = "" if len(choices.choices) == 1 else question(match, seat, choices.said, locale)
    if begun and (word := so_far(match, seat, choices.said, asks, locale)):
        yield say("hand-so-far", locale, word=word)
    if len(choices.choices) == 1:
        return
    if asks:
        first, *more = asks.split("\n")
        yield f"**{first}**"
        yield from more
    elif not begun and (deed := shared(match, seat) or unsaid(choices)):
        yield f"**{worded(match, seat, deed, locale)}**"


def _show(
    match: StartedMatch,
    seat: Seat,
    locale: str,
    context: PlayerScreenContext,
    *,
    notes: Sequence[str] = (),
    said: Move = (),
) -> Scene:
    """Return the title, what happened lately, and the board as this seat sees it."""
    new = lately(match, locale, uncovered=context.uncovered, seat=seat)
    return Scene(
        above=(f"### {title(match, locale)}", *notes, *_happened(match, seat, new, locale, context)),
        # Whoever turns pages, or thinks again, has seen it, and wants the board in view.
        reveal=None if context.rest or context.again else newest(match, new, locale),
        board=_board(match, seat, locale, context, said),
    )


def _happened(
    match: StartedMatch, seat: Seat, new: Sequence[Any], locale: str, context: PlayerScreenContext
) -> Iterator[str]:
    """As this seat may know it; what must be forgotten only while it lies open. Whoever is asked at a table of several
    reads all that happened since they last chose.
    """
    if match.engine.seats > 2 and seat in match.engine.to_move and not context.uncovered:
        views = match.lately(seat, since=seat)
        if len(views) > 1:
            yield say("hand-since", locale)
            new = [*map(match.game.forget, views)]
    yield from telling(match, new, locale)


def hinted(
    match: RunningMatch,
    seat: Seat,
    thought: Suggestion,
    locale: str,
    absences: Absences,
    context: PlayerScreenContext = ALONE,
) -> Scene:
    """What the house would do and why, and the way to do it: its button, or one more."""
    scene = asked(match, seat, locale, absences, context)
    word = worded(match, seat, thought.move, locale, after=len(shared(match, seat)))
    why = match.game.say(thought.why, locale, **thought.facts)
    follow = pick(match, say("button-follow", locale), spell(thought.move), tone="good")
    rows = [_stressed(row, follow.to) for row in scene.rows]
    if rows == list(scene.rows):
        rows.insert(0, (follow,))
    return replace(scene, below=(*scene.below, say("hand-hint", locale, word=word, why=why)), rows=tuple(rows))


def _stressed(row: Row, to: str) -> Row:
    """With the button in it that leads there, if there is one."""
    return tuple(replace(it, tone="good") if it.to == to else it for it in row) if isinstance(row, tuple) else row


def _until(match: RunningMatch, seat: Seat, locale: str, absences: Absences) -> Iterator[str]:
    """When it is too late."""
    due, limit = match.due(seat, absences), match.limit(absences)
    if due is not None:
        yield say("hand-until", locale, until=runs_out(due, locale))
    if limit is not None:
        yield say("limit-until", locale, until=moment(limit))


def _board(match: StartedMatch, seat: Seat, locale: str, context: PlayerScreenContext, said: Move = ()) -> SceneImage:
    """With what this seat has put together so far, where that can be drawn."""
    view = match.engine.view_of(seat)
    if not context.uncovered:
        # What must be forgotten is on no hand, which stays for hours, but for the moment in which it lies open.
        view = match.game.forget(view)
    board = laid(match, view, locale)
    if said and (sketch := match.game.draw_partial_move(view, said)):
        return replace(board, picture=translate_picture(sketch, match.game.say, locale))
    return board


def sealed(match: RunningMatch, seat: Seat, locale: str, context: PlayerScreenContext = ALONE) -> Scene:
    """What was chosen, its receipt, and the way to think again while others still do."""
    change = Button(say("button-change", locale), str(CustomId(Action.CHANGE, match.id, match.engine.step)))
    return replace(
        _show(match, seat, locale, context, said=match.engine.sealed[seat]),
        below=(
            say("hand-sealed", locale, word=_answered(match, seat, locale)),
            _others(match, locale),
            *wished(match, locale, seat),
        ),
        rows=(*dialogs.answers(match, seat, locale), (change, *_also(match, seat, locale, context))),
        # Whoever practises finds the seal behind “More”.
        small="" if match.is_practice else bound(match, seat, locale),
    )


def waits(
    match: RunningMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext = ALONE
) -> Scene:
    """Nothing is asked of this seat now: what happened, and who is waited for."""
    return replace(
        _show(match, seat, locale, context),
        below=tuple(waited_for(match, locale, absences, seat)),
        rows=(*dialogs.answers(match, seat, locale), *filter(None, [_also(match, seat, locale, context)])),
    )


def ended(match: StartedMatch, seat: Seat, locale: str, context: PlayerScreenContext = ALONE) -> Scene:
    """What came of it, and what next; what was private can be shown to others now."""
    assert isinstance(match, FinishedMatch)
    after = {Action.REMATCH: "button-rematch", Action.REPLAY: "button-replay"}
    if match.is_practice and match.server_id is not None:
        after[Action.SHOW] = "button-share"
    buttons = [
        Button(say(key, locale), str(CustomId(verb, match.id, 0)), "main" if verb == Action.REMATCH else "plain")
        for verb, key in after.items()
        if verb != context.done
    ]
    open_now = replace(context, uncovered=True)
    happened = _happened(match, seat, lately(match, locale, uncovered=True, seat=seat), locale, open_now)
    turn = point(context.passed)
    # Where the last step was the one, what happened there is told already.
    passed = () if turn and turn.at == len(context.passed) - 1 else context.passed
    told, came = _came(match, seat, [*result_card.came(match, passed, list(happened), locale, seat)], locale)
    return Scene(
        above=(f"### {title(match, locale)}", *told),
        board=result_card.shown(match, context.passed, locale),
        below=(
            came,
            *result_card.players(match, locale, {}),
            *report_reading(match, context.verdict, locale),
            *filter(None, [context.note]),
        ),
        rows=((*buttons, *_next(match, locale, context)),),
    )


def _came(match: FinishedMatch, seat: Seat, told: Sequence[str], locale: str) -> tuple[Sequence[str], str]:
    """What is told, and apart from it how it ended for its reader: in the words of the game, where it tells whoever won
    alone or drew so itself, else in as many words. Where nobody won, or all agreed, why it ended says it, and so it
    does to whoever gave up. Why a game ended by its rules is told already.
    """
    ranks, reason = match.result.ranks, match.result.reason
    alone, level = ranks[seat] == 1 == ranks.count(1), set(ranks) == {1}
    if told and result_card.is_told(match) and (alone or level):
        *told, last = told
        return told, f"**{last}**{' 🎉' * alone}"
    if reason in {"resign", "lapse"} and [other for other, rank in enumerate(ranks) if rank > 1] == [seat]:
        return told, say(f"hand-{reason}", locale)
    if reason == "cancelled" and match.engine.first_canceller == seat:
        return told, say("done-cancelled", locale)
    if reason in UNRATED_REASONS or reason == "agreed":
        return told, result_card.why(match, locale)
    won = "hand-won" if alone else "hand-drawn" if level else "hand-shared"
    came = say(won if ranks[seat] == 1 else "hand-lost", locale)
    return told, f"{came} {result_card.why(match, locale)}" if reason in OUTSIDE_REASONS else came


def paused(match: StartedMatch, locale: str) -> Scene:
    """A hand that cannot be changed for much longer: nothing stands there that will be wrong."""
    on = Button(say("button-continue", locale), str(CustomId(Action.CHOOSE, match.id, 0)), "main")
    return Scene(above=(f"### {title(match, locale)}", say("hand-paused", locale)), rows=((on,),))


def reached(scene: Scene, origin: MatchState, locale: str) -> Scene:
    """A hand to which somebody came from another match, with the way back there."""
    label = say("button-back-to", locale, game=origin.game.say("name", locale))
    return replace(scene, rows=beside_last(scene.rows, Button(label, str(CustomId(Action.CHOOSE, origin.id, 0)))))


def _also(match: RunningMatch, seat: Seat, locale: str, context: PlayerScreenContext) -> tuple[Button, ...]:
    """What else one can do there: look at what is covered, go on with the next match, all the rest."""
    # First the match that lies there.
    found = [*_next(match, locale, context)]
    if not context.uncovered and forgets(match, seat):
        found.append(Button(say("button-look", locale), str(CustomId(Action.LOOK, match.id, match.engine.step))))
    return (*found, Button(say("button-more", locale), str(CustomId(Action.MORE, match.id, match.engine.step))))


def _next(match: StartedMatch, locale: str, context: PlayerScreenContext) -> Iterator[Button]:
    """To the match that waits after this one: beside what is done here, as long as something is."""
    if context.others:
        label = say("button-inbox", locale, count=context.others)
        yield Button(label, str(CustomId(Action.INBOX, match.id, 0)))


def _answered(match: RunningMatch, seat: Seat, locale: str) -> str:
    """What was sealed: among secrets the question is always the same."""
    return worded(match, seat, match.engine.sealed[seat], locale, after=len(shared(match, seat)))


def last(match: RunningMatch, seat: Seat) -> bool:
    """Do all the others wait for this seat alone?"""
    # That the house waits is nothing to hurry for.
    return len(match.engine.seats_asked - match.housed) > 1 and match.engine.to_move == {seat}


def _waited_on(match: RunningMatch, seat: Seat, locale: str) -> str:
    """By one of two by name."""
    others = [called(match.people[other], locale) for other in sorted(match.engine.seats_asked - match.housed - {seat})]
    return say("hand-last", locale, who=say.format_list(others, locale), count=len(others))


def _others(match: RunningMatch, locale: str) -> str:
    still = [called(match.people[other], locale) for other in sorted(match.engine.to_move)]
    return sentence(say("hand-others", locale, who=say.format_list(still, locale), count=len(still)))


def _rows(
    match: RunningMatch, seat: Seat, choices: MenuPage, locale: str, context: PlayerScreenContext
) -> tuple[Row, ...]:
    view = match.engine.view_of(seat)
    match_id, step = match.id, match.engine.step
    others: list[Button] = []
    before = back(ways(match.game.KEY, view), context.rest)
    if before is not None:
        others.append(pick(match, say("button-back", locale), before))
    if seat in match.engine.sealed:
        others.append(Button(say("button-keep", locale), str(CustomId(Action.KEEP, match_id, step)), "good"))
    ready = match.game.suggest_move(view)
    if ready and not context.rest and all(choice.word != ready for choice in choices.choices):
        others.append(pick(match, say("button-ready", locale), spell(ready), tone="good"))
    if match.terms.kind == "practice":
        others.append(Button(say("button-hint", locale), str(CustomId(Action.HINT, match_id, step))))
    others += _also(match, seat, locale, context)
    return (*rows(match, seat, choices, context.rest, locale), *dialogs.answers(match, seat, locale), *even(others))


def announce_reading(match: StartedMatch, locale: str) -> str:
    """Until they have chosen for the first time."""
    return (
        say("read-begins", locale) if match.terms.reads and isinstance(match, RunningMatch) and not match.played else ""
    )


def report_reading(match: FinishedMatch, verdict: ReadingVerdict | None, locale: str) -> Iterator[str]:
    """What it went by in this match, and whether that was right. A match that came to nothing says nothing."""
    if not match.terms.reads or match.result.reason in UNRATED_REASONS:
        return
    if verdict is None:
        yield say("read-none", locale)
        return
    key, _, symbol = verdict.habit.partition("-")
    facts = {"what": match.game.say(f"habit-{verdict.habit}", locale)} if symbol else {}
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


def tell_absent(scene: Scene, match: RunningMatch, absent: AbsentPlayers, locale: str) -> Scene:
    """The same hand, which says it, and ends the match where nobody is left to agree."""
    if absent == NOBODY:
        return scene
    rows = scene.rows
    if absent.gone:
        end = Button(say("button-cancel", locale), str(CustomId(Action.ASK, match.id, 0, "cancel")))
        rows = beside_last(rows, end)
    return replace(scene, below=(*scene.below, *absence_lines(absent, locale)), rows=rows)


def beside_last(rows: Sequence[Row], button: Button) -> tuple[Row, ...]:
    """In the last row, where there is room."""
    if any(button in row for row in rows if isinstance(row, tuple)):
        return tuple(rows)
    if rows and isinstance(rows[-1], tuple) and len(rows[-1]) < IN_A_ROW:
        return (*rows[:-1], (*rows[-1], button))
    return (*rows, (button,))
