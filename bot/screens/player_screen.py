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
from bot.screens.match_card import (
    format_awaited_players,
    format_end_requests,
    format_match_title,
    format_recent_steps,
    list_recent_views,
    must_hide_again,
    render_board,
    render_latest_reveal,
)
from bot.screens.move_buttons import (
    BUTTONS_PER_ROW,
    build_choice_rows,
    build_pick_button,
    find_shared_first_token,
    find_unlabeled_verb,
    format_move,
    format_move_so_far,
    format_question,
    get_clickable_moves,
    split_into_even_rows,
)
from bot.screens.move_menu import MenuPage, build_menu_page, find_previous_page, spell_move
from bot.screens.phrases import (
    NO_ABSENT_PLAYERS,
    AbsentPlayers,
    capitalize_sentence,
    format_absences,
    format_mention,
    format_relative_time,
    format_time_left,
)
from bot.screens.proof import format_commitment, format_short_seal
from bot.screens.scene import Button, Row, Scene, SceneImage
from bot.screens.turning_points import find_main_score_swing
from games.art import translate_picture
from games.core import Move, Seat, Suggestion
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match
from games.mind_reader import ReadingVerdict
from games.refused import Refused


@dataclass(frozen=True, slots=True)
class PlayerScreenContext:
    """What a hand says beside what stands on its table."""

    other_matches_waiting: int = 0
    """Further matches that wait for its reader."""
    uncovered: bool = False
    """What must be forgotten lies open, for a moment."""
    move_prefix: str = ""
    """The characters of the word that has been begun there."""
    is_rethinking: bool = False
    """Its reader thinks again about what is sealed."""
    finished_action: Action | None = None
    """What its reader has just done with a match that is over, and need not do again."""
    note: str = ""
    """What came of that."""
    is_first_match: bool = False
    """Its reader has never played this game to its end."""
    is_reminder: bool = False
    has_closed_dms: bool = False
    """Its reader’s direct messages are closed to us."""
    absent: AbsentPlayers = NO_ABSENT_PLAYERS
    """Who of the others is not there."""
    positions: tuple[Match, ...] = ()
    """Of a match that is over its start and what came of each step."""
    reading_verdict: ReadingVerdict | None = None
    """What the house read in it."""


DEFAULT_CONTEXT: Final = PlayerScreenContext()
FINISHED_STATE: Final = "over"
"""What a hand shows once its match has ended: that changes no more."""


def render_player_screen(
    match: StartedMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    """Whatever is wanted of this seat now, and the way to do it; else what it waits for, or what came of it."""
    if not isinstance(match, RunningMatch):
        return render_finished_match(match, seat, locale, context)
    if seat in match.engine.to_move or (context.is_rethinking and seat in match.engine.sealed):
        scene = render_move_choice(match, seat, locale, absences, context)
    elif seat in match.engine.sealed:
        scene = render_sealed_move(match, seat, locale, context)
    else:
        scene = render_waiting(match, seat, locale, absences, context)
    if begins := [*filter(None, [context.note, format_reading_announcement(match, locale)])]:
        heading, *above = scene.above
        scene = replace(scene, above=(heading, *begins, *above))
    return add_absences(scene, match, context.absent, locale)


def encode_screen_state(
    match: StartedMatch, seat: Seat, locale: str, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> str:
    """What a hand shows, as far as it changes: while this is the same it needs no edit."""
    if not isinstance(match, RunningMatch):
        return FINISHED_STATE
    engine = match.engine
    wishes = "".join(map(str, sorted(engine.draw_agreed_by))) + "/" + "".join(map(str, sorted(engine.cancel_agreed_by)))
    parts = [
        locale,
        str(engine.step),
        str(context.other_matches_waiting),
        wishes,
        "open" if context.uncovered else "covered",
    ]
    parts += format_absences(context.absent, locale)
    if seat in engine.to_move:
        return " ".join(["asked", *parts, "last" if is_last_awaited(match, seat) else ""])
    kind = "sealed" if seat in engine.sealed else "waits"
    return " ".join([kind, *parts, "".join(map(str, sorted(engine.to_move)))])


def is_uncovered(screen_state: str) -> bool:
    """Does a hand that shows this show what must be forgotten?"""
    return screen_state.split(" ")[5:6] == ["open"]


def render_move_choice(
    match: RunningMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    """The board as this seat sees it, and the choices after the characters that were pressed already."""
    rest = context.move_prefix
    choices = build_menu_page(get_clickable_moves(match.game.KEY, match.engine.view_of(seat)), rest)
    if choices is None:
        raise Refused("stale", step=match.engine.step)
    notes = [say("hand-reminder", locale)] if context.is_reminder else []
    notes += [say("hand-shut", locale)] if context.has_closed_dms else []
    below = []
    if context.is_first_match and not rest and (welcome := format_welcome(match, seat, locale)):
        below.append(f"💬 {welcome}")
    below += [_format_waiting_opponents(match, seat, locale)] if is_last_awaited(match, seat) else []
    below += _format_question_lines(match, seat, choices, locale)
    if seat in match.engine.sealed:
        below.append(say("hand-counts", locale, word=_format_sealed_move(match, seat, locale)))
    below += _format_deadlines(match, seat, locale, absences)
    below += format_end_requests(match, locale, seat)
    return replace(
        _render_common_parts(match, seat, locale, context, notes=notes, tokens=choices.shared_tokens),
        below=tuple(below),
        rows=_build_move_rows(match, seat, choices, locale, context),
        # Where the house has chosen before: it is bound by this, whatever is pressed now.
        footer=format_short_seal(match, locale)
        if match.engine.sealed.keys() & match.ai_controlled_seats and not match.is_practice
        else "",
    )


def format_welcome(match: RunningMatch, seat: Seat, locale: str) -> str:
    """What whoever is new to the game is told here, where there is something new."""
    return match.game.introduce(match.game.forget(match.engine.view_of(seat)), locale)


def _format_question_lines(match: RunningMatch, seat: Seat, menu_page: MenuPage, locale: str) -> Iterator[str]:
    """What was said so far, and what is asked next: in the words of the game, else what the buttons leave unsaid."""
    begun = len(menu_page.shared_tokens) > len(find_shared_first_token(match, seat))
    # A single choice says on its button what is done.
    asks = "" if len(menu_page.choices) == 1 else format_question(match, seat, menu_page.shared_tokens, locale)
    if begun and (word := format_move_so_far(match, seat, menu_page.shared_tokens, asks, locale)):
        yield say("hand-so-far", locale, word=word)
    if len(menu_page.choices) == 1:
        return
    if asks:
        first, *more = asks.split("\n")
        yield f"**{first}**"
        yield from more
    elif not begun and (deed := find_shared_first_token(match, seat) or find_unlabeled_verb(menu_page)):
        yield f"**{format_move(match, seat, deed, locale)}**"


def _render_common_parts(
    match: StartedMatch,
    seat: Seat,
    locale: str,
    context: PlayerScreenContext,
    *,
    notes: Sequence[str] = (),
    tokens: Move = (),
) -> Scene:
    """Return the title, what happened lately, and the board as this seat sees it."""
    new = list_recent_views(match, locale, uncovered=context.uncovered, seat=seat)
    return Scene(
        above=(
            f"### {format_match_title(match, locale)}",
            *notes,
            *_format_recent_steps(match, seat, new, locale, context),
        ),
        # Whoever turns pages, or thinks again, has seen it, and wants the board in view.
        reveal=None if context.move_prefix or context.is_rethinking else render_latest_reveal(match, new, locale),
        board=_render_seat_board(match, seat, locale, context, tokens),
    )


def _format_recent_steps(
    match: StartedMatch, seat: Seat, recent_views: Sequence[Any], locale: str, context: PlayerScreenContext
) -> Iterator[str]:
    """As this seat may know it; what must be forgotten only while it lies open. Whoever is asked at a table of several
    reads all that happened since they last chose.
    """
    if match.engine.seats > 2 and seat in match.engine.to_move and not context.uncovered:
        views = match.list_recent_views(seat, since_move_of=seat)
        if len(views) > 1:
            yield say("hand-since", locale)
            recent_views = [*map(match.game.forget, views)]
    yield from format_recent_steps(match, recent_views, locale)


def render_hint(
    match: RunningMatch,
    seat: Seat,
    suggestion: Suggestion,
    locale: str,
    absences: Absences,
    context: PlayerScreenContext = DEFAULT_CONTEXT,
) -> Scene:
    """What the house would do and why, and the way to do it: its button, or one more."""
    scene = render_move_choice(match, seat, locale, absences, context)
    word = format_move(match, seat, suggestion.move, locale, skip_tokens=len(find_shared_first_token(match, seat)))
    why = match.game.say(suggestion.why, locale, **suggestion.facts)
    follow = build_pick_button(match, say("button-follow", locale), spell_move(suggestion.move), tone="good")
    rows = [_highlight_button(row, follow.custom_id) for row in scene.rows]
    if rows == list(scene.rows):
        rows.insert(0, (follow,))
    return replace(scene, below=(*scene.below, say("hand-hint", locale, word=word, why=why)), rows=tuple(rows))


def _highlight_button(row: Row, custom_id: str) -> Row:
    """With the button in it that leads there, if there is one."""
    return (
        tuple(replace(it, tone="good") if it.custom_id == custom_id else it for it in row)
        if isinstance(row, tuple)
        else row
    )


def _format_deadlines(match: RunningMatch, seat: Seat, locale: str, absences: Absences) -> Iterator[str]:
    """When it is too late."""
    due, limit = match.compute_seat_deadline(seat, absences), match.compute_match_deadline(absences)
    if due is not None:
        yield say("hand-until", locale, until=format_time_left(due, locale))
    if limit is not None:
        yield say("limit-until", locale, until=format_relative_time(limit))


def _render_seat_board(
    match: StartedMatch, seat: Seat, locale: str, context: PlayerScreenContext, tokens: Move = ()
) -> SceneImage:
    """With what this seat has put together so far, where that can be drawn."""
    view = match.engine.view_of(seat)
    if not context.uncovered:
        # What must be forgotten is on no hand, which stays for hours, but for the moment in which it lies open.
        view = match.game.forget(view)
    board = render_board(match, view, locale)
    if tokens and (sketch := match.game.draw_partial_move(view, tokens)):
        return replace(board, picture=translate_picture(sketch, match.game.say, locale))
    return board


def render_sealed_move(
    match: RunningMatch, seat: Seat, locale: str, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    """What was chosen, its receipt, and the way to think again while others still do."""
    change = Button(say("button-change", locale), str(CustomId(Action.CHANGE_MOVE, match.id, match.engine.step)))
    return replace(
        _render_common_parts(match, seat, locale, context, tokens=match.engine.sealed[seat]),
        below=(
            say("hand-sealed", locale, word=_format_sealed_move(match, seat, locale)),
            _format_awaited_players(match, locale),
            *format_end_requests(match, locale, seat),
        ),
        rows=(
            *dialogs.build_end_request_answers(match, seat, locale),
            (change, *_build_other_buttons(match, seat, locale, context)),
        ),
        # Whoever practises finds the seal behind “More”.
        footer="" if match.is_practice else format_commitment(match, seat, locale),
    )


def render_waiting(
    match: RunningMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    """Nothing is asked of this seat now: what happened, and who is waited for."""
    return replace(
        _render_common_parts(match, seat, locale, context),
        below=tuple(format_awaited_players(match, locale, absences, seat)),
        rows=(
            *dialogs.build_end_request_answers(match, seat, locale),
            *filter(None, [_build_other_buttons(match, seat, locale, context)]),
        ),
    )


def render_finished_match(
    match: StartedMatch, seat: Seat, locale: str, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    """What came of it, and what next; what was private can be shown to others now."""
    assert isinstance(match, FinishedMatch)
    after = {Action.OFFER_REMATCH: "button-rematch", Action.SHOW_REVIEW: "button-replay"}
    if match.is_practice and match.server_id is not None:
        after[Action.SHARE_MATCH] = "button-share"
    buttons = [
        Button(say(key, locale), str(CustomId(verb, match.id, 0)), "main" if verb == Action.OFFER_REMATCH else "plain")
        for verb, key in after.items()
        if verb != context.finished_action
    ]
    open_now = replace(context, uncovered=True)
    happened = _format_recent_steps(
        match, seat, list_recent_views(match, locale, uncovered=True, seat=seat), locale, open_now
    )
    turn = find_main_score_swing(context.positions)
    # Where the last step was the one, what happened there is told already.
    passed = () if turn and turn.step_number == len(context.positions) - 1 else context.positions
    told, came = _split_off_outcome(
        match, seat, [*result_card.format_turning_point_and_end(match, passed, list(happened), locale, seat)], locale
    )
    return Scene(
        above=(f"### {format_match_title(match, locale)}", *told),
        board=result_card.render_result_image(match, context.positions, locale),
        below=(
            came,
            *result_card.format_player_lines(match, locale, {}),
            *format_reading_report(match, context.reading_verdict, locale),
            *filter(None, [context.note]),
        ),
        rows=((*buttons, *_build_next_match_button(match, locale, context)),),
    )


def _split_off_outcome(
    match: FinishedMatch, seat: Seat, lines: Sequence[str], locale: str
) -> tuple[Sequence[str], str]:
    """What is told, and apart from it how it ended for its reader: in the words of the game, where it tells whoever won
    alone or drew so itself, else in as many words. Where nobody won, or all agreed, why it ended says it, and so it
    does to whoever gave up. Why a game ended by its rules is told already.
    """
    ranks, reason = match.result.ranks, match.result.reason
    alone, level = ranks[seat] == 1 == ranks.count(1), set(ranks) == {1}
    if lines and result_card.is_winner_in_last_line(match) and (alone or level):
        *lines, last = lines
        return lines, f"**{last}**{' 🎉' * alone}"
    if reason in {"resign", "lapse"} and [other for other, rank in enumerate(ranks) if rank > 1] == [seat]:
        return lines, say(f"hand-{reason}", locale)
    if reason == "cancelled" and match.engine.first_canceller == seat:
        return lines, say("done-cancelled", locale)
    if reason in UNRATED_REASONS or reason == "agreed":
        return lines, result_card.format_match_end_reason(match, locale)
    won = "hand-won" if alone else "hand-drawn" if level else "hand-shared"
    came = say(won if ranks[seat] == 1 else "hand-lost", locale)
    return lines, f"{came} {result_card.format_match_end_reason(match, locale)}" if reason in OUTSIDE_REASONS else came


def render_paused(match: StartedMatch, locale: str) -> Scene:
    """A hand that cannot be changed for much longer: nothing stands there that will be wrong."""
    on = Button(say("button-continue", locale), str(CustomId(Action.OPEN_MATCH, match.id, 0)), "main")
    return Scene(above=(f"### {format_match_title(match, locale)}", say("hand-paused", locale)), rows=((on,),))


def add_back_to_match_button(scene: Scene, origin: MatchState, locale: str) -> Scene:
    """A hand to which somebody came from another match, with the way back there."""
    label = say("button-back-to", locale, game=origin.game.say("name", locale))
    return replace(
        scene, rows=add_to_last_row(scene.rows, Button(label, str(CustomId(Action.OPEN_MATCH, origin.id, 0))))
    )


def _build_other_buttons(
    match: RunningMatch, seat: Seat, locale: str, context: PlayerScreenContext
) -> tuple[Button, ...]:
    """What else one can do there: look at what is covered, go on with the next match, all the rest."""
    # First the match that lies there.
    found = [*_build_next_match_button(match, locale, context)]
    if not context.uncovered and must_hide_again(match, seat):
        found.append(
            Button(say("button-look", locale), str(CustomId(Action.SHOW_TEMPORARY_REVEAL, match.id, match.engine.step)))
        )
    return (*found, Button(say("button-more", locale), str(CustomId(Action.SHOW_MORE, match.id, match.engine.step))))


def _build_next_match_button(match: StartedMatch, locale: str, context: PlayerScreenContext) -> Iterator[Button]:
    """To the match that waits after this one: beside what is done here, as long as something is."""
    if context.other_matches_waiting:
        label = say("button-inbox", locale, count=context.other_matches_waiting)
        yield Button(label, str(CustomId(Action.SHOW_INBOX, match.id, 0)))


def _format_sealed_move(match: RunningMatch, seat: Seat, locale: str) -> str:
    """What was sealed: among secrets the question is always the same."""
    return format_move(
        match, seat, match.engine.sealed[seat], locale, skip_tokens=len(find_shared_first_token(match, seat))
    )


def is_last_awaited(match: RunningMatch, seat: Seat) -> bool:
    """Do all the others wait for this seat alone?"""
    # That the house waits is nothing to hurry for.
    return len(match.engine.seats_asked - match.ai_controlled_seats) > 1 and match.engine.to_move == {seat}


def _format_waiting_opponents(match: RunningMatch, seat: Seat, locale: str) -> str:
    """By one of two by name."""
    others = [
        format_mention(match.player_ids[other], locale)
        for other in sorted(match.engine.seats_asked - match.ai_controlled_seats - {seat})
    ]
    return say("hand-last", locale, who=say.format_list(others, locale), count=len(others))


def _format_awaited_players(match: RunningMatch, locale: str) -> str:
    still = [format_mention(match.player_ids[other], locale) for other in sorted(match.engine.to_move)]
    return capitalize_sentence(say("hand-others", locale, who=say.format_list(still, locale), count=len(still)))


def _build_move_rows(
    match: RunningMatch, seat: Seat, menu_page: MenuPage, locale: str, context: PlayerScreenContext
) -> tuple[Row, ...]:
    view = match.engine.view_of(seat)
    match_id, step = match.id, match.engine.step
    others: list[Button] = []
    before = find_previous_page(get_clickable_moves(match.game.KEY, view), context.move_prefix)
    if before is not None:
        others.append(build_pick_button(match, say("button-back", locale), before))
    if seat in match.engine.sealed:
        others.append(Button(say("button-keep", locale), str(CustomId(Action.KEEP_MOVE, match_id, step)), "good"))
    ready = match.game.suggest_move(view)
    if ready and not context.move_prefix and all(choice.move != ready for choice in menu_page.choices):
        others.append(build_pick_button(match, say("button-ready", locale), spell_move(ready), tone="good"))
    if match.terms.kind == "practice":
        others.append(Button(say("button-hint", locale), str(CustomId(Action.REQUEST_HINT, match_id, step))))
    others += _build_other_buttons(match, seat, locale, context)
    return (
        *build_choice_rows(match, seat, menu_page, context.move_prefix, locale),
        *dialogs.build_end_request_answers(match, seat, locale),
        *split_into_even_rows(others),
    )


def format_reading_announcement(match: StartedMatch, locale: str) -> str:
    """Until they have chosen for the first time."""
    return (
        say("read-begins", locale)
        if match.terms.reads and isinstance(match, RunningMatch) and not match.has_any_person_moved
        else ""
    )


def format_reading_report(match: FinishedMatch, verdict: ReadingVerdict | None, locale: str) -> Iterator[str]:
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


def add_absences(scene: Scene, match: RunningMatch, absent: AbsentPlayers, locale: str) -> Scene:
    """The same hand, which says it, and ends the match where nobody is left to agree."""
    if absent == NO_ABSENT_PLAYERS:
        return scene
    rows = scene.rows
    if absent.left_server_ids:
        end = Button(say("button-cancel", locale), str(CustomId(Action.ASK_TO_END_MATCH, match.id, 0, "cancel")))
        rows = add_to_last_row(rows, end)
    return replace(scene, below=(*scene.below, *format_absences(absent, locale)), rows=rows)


def add_to_last_row(rows: Sequence[Row], button: Button) -> tuple[Row, ...]:
    """In the last row, where there is room."""
    if any(button in row for row in rows if isinstance(row, tuple)):
        return tuple(rows)
    if rows and isinstance(rows[-1], tuple) and len(rows[-1]) < BUTTONS_PER_ROW:
        return (*rows[:-1], (*rows[-1], button))
    return (*rows, (button,))
