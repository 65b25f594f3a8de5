"""A player's private screens in a running match: for choosing a move, changing a sealed move, or waiting for others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.i18n import say
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens import dialogs
from bot.screens.custom_ids import Action, CustomId
from bot.screens.exercises import build_exercise_button
from bot.screens.finished_screen import render_finished_match
from bot.screens.match_card import (
    format_awaited_players,
    format_departures,
    format_end_requests,
    format_match_title,
    format_recent_steps,
    list_recent_views,
    must_hide_again,
    render_board,
    render_latest_reveal,
)
from bot.screens.move_buttons import (
    MAX_BUTTONS_PER_ROW,
    build_choice_rows,
    build_move_page,
    build_pick_button,
    find_previous_prefix,
    find_shared_first_token,
    find_unlabeled_verb,
    format_move,
    format_move_so_far,
    format_question,
    split_into_even_rows,
)
from bot.screens.move_menu import MenuPage, spell_move
from bot.screens.phrases import (
    NO_ABSENT_PLAYERS,
    AbsentPlayers,
    capitalize_sentence,
    format_absences,
    format_mention,
    format_preset_start,
    format_relative_time,
    format_time_left,
    format_tournament,
)
from bot.screens.player_screen_state import DEFAULT_CONTEXT, PlayerScreenContext, is_last_awaited
from bot.screens.scene import Button, Row, Scene, SceneImage
from games.art import translate_picture
from games.core import MixedSuggestion, Move, Seat, Suggestion
from games.refused import Refused


def render_player_screen(
    match: StartedMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    """Render the screen for a first look, a move choice, a sealed move, waiting, or a result, whichever applies."""
    if isinstance(match, FinishedMatch):
        return render_finished_match(match, seat, locale, context)
    assert isinstance(match, RunningMatch)
    if not context.uncovered and can_take_first_look(match, seat):
        scene = render_first_look(match, seat, locale, absences, context)
    elif seat in match.engine.to_move or (context.is_rethinking and seat in match.engine.sealed):
        scene = render_move_choice(match, seat, locale, absences, context)
    elif seat in match.engine.sealed:
        scene = render_sealed_move(match, seat, locale, context)
    else:
        scene = render_waiting(match, seat, locale, absences, context)
    announcements = [_format_reading_announcement(match, locale), _format_first_match_note(match, locale)]
    if notes := [*filter(None, [context.note, *announcements])]:
        heading, *above = scene.above
        scene = replace(scene, above=(heading, *notes, *above))
    footer = (*format_tournament(match, locale), *format_preset_start(match.game, match.options, locale))
    scene = replace(scene, footer=" · ".join(footer))
    return _add_absences(scene, match, context.absent, locale)


def can_take_first_look(match: RunningMatch, seat: Seat) -> bool:
    """Return whether this seat may still take its first look, or skip it, before its first move.

    In a first look, players see once what they have to memorize. At the start, they have not seen any of it yet.
    """
    return (
        match.engine.step == 0
        and seat in match.engine.to_move
        and seat not in match.seats_that_opened_reveal
        and must_hide_again(match, seat)
    )


def render_first_look(
    match: RunningMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext
) -> Scene:
    """Render the covered board with two buttons: one uncovers it once, the other skips the look.

    The choices of a move come only afterwards, so that no click gives up the look by accident.
    """
    look = Button(match.game.say("button-first-look", locale), str(_build_reveal_id(match)), "main")
    # This button opens the first page of choices, so it gives up the look.
    skip = build_pick_button(match, say("button-skip-look", locale), "")
    return replace(
        _render_common_parts(match, seat, locale, context),
        below=tuple(_format_deadlines(match, seat, locale, absences)),
        rows=(
            (look, skip),
            *dialogs.build_end_request_answers(match, seat, locale),
            _build_other_buttons(match, seat, locale, context),
        ),
    )


def _build_reveal_id(match: RunningMatch) -> CustomId:
    return CustomId(Action.SHOW_TEMPORARY_REVEAL, match.id, match.engine.step)


def render_move_choice(
    match: RunningMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    """Render the board as this seat sees it, with the choices that follow the context's move prefix.

    Raises `Refused` if no legal move starts with the prefix.
    """
    menu_page = build_move_page(match, seat, context.move_prefix)
    if menu_page is None:
        raise Refused("stale", step=match.engine.step)
    notes = [say("hand-reminder", locale)] if context.is_reminder else []
    notes += [say("hand-shut", locale)] if context.has_closed_dms else []
    below = []
    if context.is_first_match and not context.move_prefix and (welcome := format_welcome(match, seat, locale)):
        below.append(f"💬 {welcome}")
    below += [_format_waiting_opponents(match, seat, locale)] if is_last_awaited(match, seat) else []
    below += _format_question_lines(match, seat, menu_page, locale)
    if seat in match.engine.sealed:
        below.append(say("hand-counts", locale, word=_format_sealed_move(match, seat, locale)))
    below += _format_deadlines(match, seat, locale, absences)
    below += format_end_requests(match, locale, seat)
    return replace(
        _render_common_parts(
            match, seat, locale, context, notes=notes, tokens=menu_page.shared_tokens, numbered=menu_page.numbered
        ),
        below=tuple(below),
        rows=_build_move_rows(match, seat, menu_page, locale, context),
    )


def format_welcome(match: RunningMatch, seat: Seat, locale: str) -> str:
    """Return the game's explanation for beginners at this point of the match, or "" if nothing is new."""
    return match.game.introduce(match.game.forget(match.engine.view_of(seat)), locale)


def _format_question_lines(match: RunningMatch, seat: Seat, menu_page: MenuPage, locale: str) -> Iterator[str]:
    """Yield the part of the move that was picked so far, and the game's question about the rest.

    If the game has no question and nothing was picked, yield the verb that the button labels leave out.
    """
    has_picked = len(menu_page.shared_tokens) > len(find_shared_first_token(match, seat))
    # With a single choice, the label of its button says everything, so nothing is asked.
    is_single = len(menu_page.choices) == 1
    question = "" if is_single else format_question(match, seat, menu_page.shared_tokens, locale)
    if has_picked and (picked := format_move_so_far(match, seat, menu_page.shared_tokens, question, locale)):
        yield say("hand-so-far", locale, word=picked)
    if is_single:
        return
    if question:
        first, *more = question.split("\n")
        yield f"**{first}**"
        yield from more
    elif not has_picked and (verb := find_shared_first_token(match, seat) or find_unlabeled_verb(menu_page)):
        yield f"**{format_move(match, seat, verb, locale)}**"


def _render_common_parts(
    match: StartedMatch,
    seat: Seat,
    locale: str,
    context: PlayerScreenContext,
    *,
    notes: Sequence[str] = (),
    tokens: Move = (),
    numbered: Sequence[Move] = (),
) -> Scene:
    """Return a scene with the title, the recent steps and the board as this seat sees them.

    `tokens` are the picked part of a move, and `numbered` are the moves that have numbers on the board.
    """
    recent_views = list_recent_views(match, uncovered=context.uncovered, seat=seat)
    # A reader who is entering or changing a move has seen the reveal, and needs to see the board.
    hides_reveal = context.move_prefix or context.is_rethinking
    return Scene(
        above=(
            f"### {format_match_title(match, locale)}",
            *notes,
            *_format_steps_for_seat(match, seat, recent_views, locale, context),
            *([say("look-closes", locale)] if context.uncovered else []),
        ),
        reveal=None if hides_reveal else render_latest_reveal(match, recent_views, locale),
        board=_render_seat_board(match, seat, locale, context, tokens, numbered),
        accent_color=match.game.ACCENT_COLOR,
    )


def _format_steps_for_seat(
    match: StartedMatch, seat: Seat, recent_views: Sequence[Any], locale: str, context: PlayerScreenContext
) -> Iterator[str]:
    """Yield descriptions of the recent steps, limited to what this seat may know.

    With more than two players, a player who is to move sees everything since their own last move.
    """
    yield from format_departures(match, locale, seat)
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
    """Render the move choice with a hint and its reason, and with a highlighted button that follows the hint.

    If the best play is a random mix of moves, the hint shows all probabilities and recommends the most likely move.
    """
    scene = render_move_choice(match, seat, locale, absences, context)
    mix = suggestion.mix if isinstance(suggestion, MixedSuggestion) else ()
    if mix:
        suggestion, _ = mix[0]
    move = _format_hinted_move(match, seat, suggestion, locale)
    why = capitalize_sentence(match.game.say(suggestion.why, locale, **suggestion.facts))
    if len(mix) > 1:
        why += f" ({_format_mix(match, seat, mix, locale)})"
    hint = say("hand-hint", locale, word=move, why=why)
    follow = build_pick_button(match, say("button-follow", locale), spell_move(suggestion.move), tone="good")
    rows = [_highlight_button(row, follow.custom_id) for row in scene.rows]
    if rows == list(scene.rows):
        rows.insert(0, (follow,))
    return replace(scene, below=(*scene.below, hint), rows=tuple(rows))


def _format_hinted_move(match: RunningMatch, seat: Seat, suggestion: Suggestion, locale: str) -> str:
    verbs = {find_shared_first_token(match, seat)}
    if first_page := build_move_page(match, seat):
        # The labels of the buttons leave out this verb, too.
        verbs.add(find_unlabeled_verb(first_page))
    skip_tokens = int(suggestion.move[:1] in verbs and len(suggestion.move) > 1)
    return format_move(match, seat, suggestion.move, locale, skip_tokens=skip_tokens)


def _format_mix(match: RunningMatch, seat: Seat, mix: Sequence[tuple[Suggestion, int]], locale: str) -> str:
    """Return the probabilities of the moves, such as "A 60% · B 30% · C 10%"."""
    names = [_format_hinted_move(match, seat, suggestion, locale) for suggestion, _ in mix]
    first_words = {name.partition(" ")[0] for name in names}
    # Leave out a word that all names share, such as "Column", but not before numbers ("Row 2"), which need it.
    short = [name.partition(" ")[2] for name in names]
    names = short if len(first_words) == 1 and all(map(str.isalpha, short)) else names
    return " · ".join(
        say("hint-share", locale, move=name, percent=percent) for name, (_, percent) in zip(names, mix, strict=True)
    )


def render_move_warning(
    match: RunningMatch,
    seat: Seat,
    move: Move,
    warning: Suggestion,
    locale: str,
    context: PlayerScreenContext,
) -> Scene:
    """Render the question whether a player really wants to play a move that the AI considers careless."""
    skip_tokens = len(find_shared_first_token(match, seat))
    confirm_id = CustomId(Action.CONFIRM_MOVE, match.id, match.engine.step, spell_move(move))
    why = match.game.say(warning.why, locale, **warning.facts)
    return replace(
        _render_common_parts(match, seat, locale, replace(context, move_prefix=spell_move(move))),
        below=(
            say("hand-so-far", locale, word=format_move(match, seat, move, locale, skip_tokens=skip_tokens)),
            f"⚠️ **{say('hand-careless', locale, why=why)}**",
        ),
        rows=(
            (
                Button(say("button-play-anyway", locale), str(confirm_id)),
                build_pick_button(match, say("button-back", locale), "", tone="main"),
            ),
        ),
    )


def _highlight_button(row: Row, custom_id: str) -> Row:
    return (
        tuple(replace(button, tone="good") if button.custom_id == custom_id else button for button in row)
        if isinstance(row, tuple)
        else row
    )


def _format_deadlines(match: RunningMatch, seat: Seat, locale: str, absences: Absences) -> Iterator[str]:
    seat_deadline, match_deadline = match.compute_seat_deadline(seat, absences), match.compute_match_deadline(absences)
    if seat_deadline is not None:
        yield say("hand-until", locale, until=format_time_left(seat_deadline, locale))
    if match_deadline is not None:
        yield say("limit-until", locale, until=format_relative_time(match_deadline))


def _render_seat_board(
    match: StartedMatch,
    seat: Seat,
    locale: str,
    context: PlayerScreenContext,
    tokens: Move,
    numbered: Sequence[Move],
) -> SceneImage:
    """Draw the board as this seat sees it, including the picked part of a move if the game supports that."""
    view = match.engine.view_of(seat)
    if not context.uncovered:
        # A player message stays visible for hours, so it shows hidden things only during a temporary reveal.
        view = match.game.forget(view)
    board = render_board(match, view, locale)
    picture = None
    if numbered:
        picture = match.game.draw_numbered_moves(view, tokens, numbered)
    elif tokens:
        picture = match.game.draw_partial_move(view, tokens)
    if picture:
        return replace(board, picture=translate_picture(picture, match.game.say, locale))
    return board


def render_sealed_move(match: RunningMatch, seat: Seat, locale: str, context: PlayerScreenContext) -> Scene:
    """Render a player's sealed move while others still choose, with a button to change the move."""
    change = Button(say("button-change", locale), str(CustomId(Action.CHANGE_MOVE, match.id, match.engine.step)))
    return replace(
        _render_common_parts(match, seat, locale, context, tokens=match.engine.sealed[seat]),
        below=(
            say("hand-sealed", locale, word=_format_sealed_move(match, seat, locale)),
            _format_players_still_choosing(match, locale),
            *format_end_requests(match, locale, seat),
        ),
        rows=(
            *dialogs.build_end_request_answers(match, seat, locale),
            (change, *_build_other_buttons(match, seat, locale, context)),
        ),
    )


def render_waiting(
    match: RunningMatch, seat: Seat, locale: str, absences: Absences, context: PlayerScreenContext = DEFAULT_CONTEXT
) -> Scene:
    """Render the recent steps and the players who are to move, for a seat that has nothing to do."""
    return replace(
        _render_common_parts(match, seat, locale, context),
        below=tuple(format_awaited_players(match, locale, absences, seat)),
        rows=(
            *dialogs.build_end_request_answers(match, seat, locale),
            _build_other_buttons(match, seat, locale, context),
        ),
    )


def render_departure(match: RunningMatch, seat: Seat, locale: str) -> Scene:
    """Render the last screen, without buttons, of a player who left while the match goes on."""
    key = "departure-timed-out" if seat in match.engine.timed_out_seats else "departure-left"
    return Scene(
        above=(f"### {format_match_title(match, locale)}", say(key, locale)),
        accent_color=match.game.ACCENT_COLOR,
    )


def render_paused(match: StartedMatch, locale: str) -> Scene:
    """Render the screen that replaces a player message before its token expires, with a button to continue.

    It stays correct even though the bot can no longer edit the message.
    """
    resume = Button(say("button-continue", locale), str(CustomId(Action.OPEN_MATCH, match.id)), "main")
    return Scene(
        above=(f"### {format_match_title(match, locale)}", say("hand-paused", locale)),
        rows=((resume,),),
        accent_color=match.game.ACCENT_COLOR,
    )


def add_back_to_match_button(scene: Scene, origin: MatchState, locale: str) -> Scene:
    """Return any scene with a button added that leads back to `origin`, the match from which the reader came."""
    label = say("button-back-to", locale, game=origin.game.say("name", locale))
    back = Button(label, str(CustomId(Action.OPEN_MATCH, origin.id)))
    return replace(scene, rows=_add_to_last_row(scene.rows, back))


def _build_other_buttons(
    match: RunningMatch, seat: Seat, locale: str, context: PlayerScreenContext
) -> tuple[Button, ...]:
    """Build the buttons that take back a move, and open the next match, a temporary reveal and the “More” menu."""
    buttons = []
    decision_step = match.last_decision_steps.get(seat)
    if match.is_practice and decision_step is not None and seat not in match.engine.sealed and not context.move_prefix:
        take_back_id = CustomId(Action.TAKE_BACK_MOVE, match.id, decision_step)
        buttons.append(Button(say("button-take-back", locale), str(take_back_id)))
    buttons += dialogs.build_next_match_buttons(match, context.other_matches_waiting, locale)
    if _can_open_reveal(match, seat) and not context.uncovered and not can_take_first_look(match, seat):
        buttons.append(Button(say("button-look", locale), str(_build_reveal_id(match))))
    return (*buttons, Button(say("button-more", locale), str(CustomId(Action.SHOW_MORE, match.id, match.engine.step))))


def _can_open_reveal(match: RunningMatch, seat: Seat) -> bool:
    return (
        seat not in match.engine.sealed and seat not in match.seats_that_opened_reveal and must_hide_again(match, seat)
    )


def _format_sealed_move(match: RunningMatch, seat: Seat, locale: str) -> str:
    """Describe the sealed move. The first token is left out if all legal moves share it."""
    skip_tokens = len(find_shared_first_token(match, seat))
    return format_move(match, seat, match.engine.sealed[seat], locale, skip_tokens=skip_tokens)


def _format_waiting_opponents(match: RunningMatch, seat: Seat, locale: str) -> str:
    others = [
        format_mention(match.player_ids[other], locale)
        for other in sorted(match.engine.seats_asked - match.ai_controlled_seats - {seat})
    ]
    return say("hand-last", locale, who=say.format_list(others, locale), count=len(others))


def _format_players_still_choosing(match: RunningMatch, locale: str) -> str:
    awaited = [format_mention(match.player_ids[other], locale) for other in sorted(match.engine.to_move)]
    return capitalize_sentence(say("hand-others", locale, who=say.format_list(awaited, locale), count=len(awaited)))


def _build_move_rows(
    match: RunningMatch, seat: Seat, menu_page: MenuPage, locale: str, context: PlayerScreenContext
) -> tuple[Row, ...]:
    view = match.engine.view_of(seat)
    match_id, step = match.id, match.engine.step
    buttons: list[Button] = []
    previous_prefix = find_previous_prefix(match, seat, context.move_prefix)
    if previous_prefix is not None:
        buttons.append(build_pick_button(match, say("button-back", locale), previous_prefix))
    if seat in match.engine.sealed:
        buttons.append(Button(say("button-keep", locale), str(CustomId(Action.KEEP_MOVE, match_id, step)), "good"))
    suggested = match.game.suggest_move(view)
    if suggested and not context.move_prefix and all(choice.move != suggested for choice in menu_page.choices):
        buttons.append(build_pick_button(match, say("button-ready", locale), spell_move(suggested), tone="good"))
    if match.is_practice:
        buttons.append(Button(say("button-hint", locale), str(CustomId(Action.REQUEST_HINT, match_id, step))))
        buttons.append(dialogs.build_rules_button(match, locale))
        if (
            match.game.EXERCISES
            and context.is_first_match
            and not context.move_prefix
            and not match.has_any_person_moved
        ):
            buttons.append(build_exercise_button(match.game, match_id, locale))
    buttons += _build_other_buttons(match, seat, locale, context)
    return (
        *build_choice_rows(match, seat, menu_page, context.move_prefix, locale),
        *dialogs.build_end_request_answers(match, seat, locale),
        *split_into_even_rows(buttons),
    )


def _format_reading_announcement(match: RunningMatch, locale: str) -> str:
    """Return the announcement that the AI learns from this match.

    Returns "" if the AI does not learn from the match, or if a person has already moved.
    """
    return say("read-begins", locale) if match.terms.reads and not match.has_any_person_moved else ""


def _format_first_match_note(match: RunningMatch, locale: str) -> str:
    """Return the note that a newcomer's first match has even chances, or "" once the person has moved."""
    if not match.terms.even_deal or match.has_any_person_moved:
        return ""
    return say("first-match", locale, level=match.terms.level)


def _add_absences(scene: Scene, match: RunningMatch, absent: AbsentPlayers, locale: str) -> Scene:
    """Add a line about each absent player, and a button to cancel the match if somebody has left the server."""
    if absent == NO_ABSENT_PLAYERS:
        return scene
    rows = scene.rows
    if absent.left_server_ids:
        rows = _add_to_last_row(rows, dialogs.build_end_match_button(match.id, "cancel", locale))
    return replace(scene, below=(*scene.below, *format_absences(absent, locale)), rows=rows)


def _add_to_last_row(rows: Sequence[Row], button: Button) -> tuple[Row, ...]:
    """Add a button to the last row, or to a new row if the last row is full.

    If any row already contains the button, return the rows unchanged.
    """
    if any(button in row for row in rows if isinstance(row, tuple)):
        return tuple(rows)
    if rows and isinstance(rows[-1], tuple) and len(rows[-1]) < MAX_BUTTONS_PER_ROW:
        return (*rows[:-1], (*rows[-1], button))
    return (*rows, (button,))
