"""Small private screens, such as the “More” menu, the board as text, confirmations and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import ClosedMatch, MatchState, RunningMatch, StartedMatch
from bot.screens.custom_ids import FILM_ARGUMENT, Action, CustomId
from bot.screens.match_card import format_match_title, format_match_title_with_seats
from bot.screens.match_options import has_options
from bot.screens.phrases import escape_typed_facts
from bot.screens.scene import Button, ButtonMenu, Row, Scene, Tone
from games import GAMES
from games.core import Game, Seat
from games.match import find_seats_with_secrets
from games.refused import Refused

IRREVERSIBLE_ENDS: Final = frozenset({"resign", "cancel"})
"""The ways of ending a match that cannot be undone. Their buttons are red."""


def render_more_menu(match: StartedMatch, seat: Seat | None, locale: str) -> Scene:
    """Render the “More” menu with everything that players rarely need. For a player, it replaces the player message."""
    is_playing = seat is not None and not match.is_over
    back = [_build_back_button(match, locale)] if is_playing else []
    rows: list[Row] = [
        (
            *back,
            build_rules_button(match, locale),
            Button(say("button-text", locale), str(CustomId(Action.SHOW_BOARD_TEXT, match.id))),
            build_proof_button(match, locale),
            build_inbox_button(locale),
        )
    ]
    if match.is_practice and not match.is_over and has_options(match):
        rows.append((Button(say("button-options", locale), str(CustomId(Action.SHOW_OPTIONS, match.id))),))
    if seat is not None and not match.is_over:
        rows.append(tuple(build_end_match_button(match.id, it, locale) for it in _list_ways_to_end(match, seat)))
    # Nobody needs the number of a practice match: there is only one, and its number changes with each takeback.
    footer_lines = [] if match.is_practice else [say("match-number", locale, match=match.id)]
    if is_playing and not match.is_practice:
        # Players look for the hint button of practice matches here, so explain why it is missing.
        footer_lines[:0] = [f"💡 {say('no-no-hints', locale)}"]
    ends = [say("more-ends-practice" if match.is_practice else "more-ends", locale)] if is_playing else []
    return Scene(
        above=(f"### {format_match_title_with_seats(match, locale)}", *ends),
        rows=tuple(rows),
        footer="\n-# ".join(footer_lines),
        accent_color=match.game.ACCENT_COLOR,
    )


def build_end_request_answers(match: RunningMatch, seat: Seat, locale: str) -> Iterator[tuple[Button, ...]]:
    """Yield a row of buttons for agreeing to other players' requests to end the match, if there are any requests."""
    requested_by = {"agree": match.engine.draw_agreed_by, "cancel": match.engine.cancel_agreed_by}
    if requests := [it for it in _list_ways_to_end(match, seat) if requested_by.get(it)]:
        yield tuple(build_end_match_button(match.id, it, locale) for it in requests)


def build_end_match_button(match_id: int, way_to_end: str, locale: str) -> Button:
    custom_id = CustomId(Action.ASK_TO_END_MATCH, match_id, argument=way_to_end)
    return Button(say(f"button-{way_to_end}", locale), str(custom_id))


def _list_ways_to_end(match: StartedMatch, seat: Seat) -> Iterator[str]:
    """Yield the ways in which this seat can end the match or propose to end it.

    Proposals that the seat has already made are left out.
    """
    if _can_agree_on_draw(match) and seat not in match.engine.draw_agreed_by:
        yield "agree" if match.engine.draw_agreed_by else "offer"
    if seat not in match.engine.cancel_agreed_by and not match.terms.tournament:
        yield "cancel"
    yield "resign"


def _can_agree_on_draw(match: StartedMatch) -> bool:
    """Return whether all players who are still in the match are people.

    An AI player never agrees to a draw.
    """
    return not match.engine.staying_seats & match.ai_controlled_seats


def render_board_text(match: StartedMatch, seat: Seat | None, locale: str) -> Scene:
    view = match.game.forget(match.engine.view_of(seat))
    above = (
        f"### {format_match_title_with_seats(match, locale)}",
        f"```\n{match.game.describe_board(view, locale)}\n```",
    )
    return Scene(above=above, rows=(build_back_buttons(match, seat, locale),), accent_color=match.game.ACCENT_COLOR)


def render_places(match: StartedMatch, seat: Seat | None, places: Sequence[str], locale: str) -> Scene:
    """Render a line about each place of the board that the reader looked up, with what is there."""
    lines = places or [say("place-unknown", locale)]
    above = (f"### {format_match_title_with_seats(match, locale)}", *lines)
    return Scene(above=above, rows=(build_back_buttons(match, seat, locale),), accent_color=match.game.ACCENT_COLOR)


def build_back_buttons(match: MatchState, seat: Seat | None, locale: str) -> tuple[Button, ...]:
    """Build the buttons for leaving a screen that has no actions.

    They lead players back to the match or, after its end, to its review. They lead other people to the inbox.
    """
    if seat is None:
        return build_rules_button(match, locale), build_inbox_button(locale)
    # With `FILM_ARGUMENT`, the review replaces this message. If it were a reply, Discord would quote the message.
    review = Button(say("button-replay", locale), str(CustomId(Action.SHOW_REVIEW, match.id, argument=FILM_ARGUMENT)))
    return review if match.is_over else _build_back_button(match, locale), build_rules_button(match, locale)


def _build_back_button(match: MatchState, locale: str) -> Button:
    return Button(say("button-back", locale), str(CustomId(Action.OPEN_MATCH, match.id)))


def build_rules_button(match: MatchState, locale: str) -> Button:
    return Button(say("button-rules", locale), str(CustomId(Action.SHOW_RULES, match.id)))


def build_proof_button(match: MatchState, locale: str) -> Button:
    return Button(say("button-verify", locale), str(CustomId(Action.SHOW_PROOF, match.id)))


def build_play_on_button(match_id: int, locale: str) -> Button:
    return Button(say("button-play-on", locale), str(CustomId(Action.OPEN_MATCH, match_id)))


def build_profile_button(locale: str) -> Button:
    return Button(say("button-profile", locale), str(CustomId(Action.SHOW_PROFILE)))


def build_follow_person_button(person_id: int, locale: str, *, is_followed: bool) -> Button:
    action, key = (Action.UNFOLLOW, "button-unfollow") if is_followed else (Action.FOLLOW, "button-follow-start")
    return Button(say(key, locale), str(CustomId(action, argument=str(person_id))))


def build_current_practice_buttons(shelved_match_id: int, locale: str) -> tuple[Button, ...]:
    """Build the buttons that lead from a replaced practice match to the current one and to the inbox."""
    current = Button(say("button-practise-on", locale), str(CustomId(Action.OPEN_MATCH, shelved_match_id)), "main")
    return current, build_inbox_button(locale)


def build_inbox_button(locale: str) -> Button:
    return Button(say("button-list", locale), str(CustomId(Action.SHOW_INBOX, argument="0")))


def build_next_match_buttons(match: StartedMatch, waiting_count: int, locale: str) -> Iterator[Button]:
    """Yield a button that opens the next match that is waiting for the reader. Yields nothing if there is none."""
    if waiting_count:
        yield Button(say("button-inbox", locale, count=waiting_count), str(CustomId(Action.SHOW_INBOX, match.id)))


def build_practice_menu(locale: str) -> ButtonMenu:
    """Build a menu of games that starts a practice match of the selected game."""
    games = tuple(build_practice_button(key, game.say("name", locale)) for key, game in GAMES.items())
    return ButtonMenu(say("list-practice", locale), str(CustomId(Action.SELECT_FROM_MENU)), games)


def build_practice_button(game_key: str, label: str, tone: Tone = "plain") -> Button:
    """Build a button that starts a practice match with the usual options."""
    return Button(label, str(CustomId(Action.START_PRACTICE, argument=f"{game_key}.-.-")), tone)


def render_end_confirmation(match: StartedMatch, way_to_end: str, locale: str) -> Scene:
    """Render the question whether a player really wants to resign, cancel the match, or offer or accept a draw.

    Raises `Refused` for a draw in a match with an AI player.
    """
    if way_to_end not in IRREVERSIBLE_ENDS and not _can_agree_on_draw(match):
        raise Refused("house-plays-on")
    tone: Tone = "bad" if way_to_end in IRREVERSIBLE_ENDS else "main"
    yes_id = CustomId(Action.CONFIRM_END_OF_MATCH, match.id, argument=way_to_end)
    yes = Button(say(f"button-{way_to_end}", locale), str(yes_id), tone)
    question, *more = say(f"sure-{way_to_end}", locale).splitlines()
    if way_to_end == "resign":
        more += _format_resign_consequences(match, locale)
    return Scene(
        above=(f"### {question}", format_match_title(match, locale), *more),
        rows=((yes, build_play_on_button(match.id, locale)),),
        accent_color=match.game.ACCENT_COLOR,
    )


def _format_resign_consequences(match: StartedMatch, locale: str) -> Iterator[str]:
    """Yield a line about the less obvious consequences of resigning, if there are any.

    There are such consequences in matches with more than two players, and in rated matches with secret hands.
    """
    if match.engine.seats > 2:
        yield say("sure-resign-several", locale, rated=int(not match.unrated_reason))
    elif not match.unrated_reason and find_seats_with_secrets(match.engine):
        yield say("sure-resign-dealt", locale)


def render_action_done(action_key: str, match: MatchState, person_id: int, locale: str) -> Scene:
    """Render a confirmation of the action that a person has just taken, with buttons for continuing."""
    is_player = isinstance(match, StartedMatch) and match.find_view_seat(person_id) is not None
    row = (
        build_back_buttons(match, match.find_view_seat(person_id), locale)
        if is_player
        else (build_inbox_button(locale),)
    )
    title = (format_match_title(match, locale),) if isinstance(match, StartedMatch) else ()
    return Scene(above=(say(f"done-{action_key}", locale), *title), rows=(row,), accent_color=match.game.ACCENT_COLOR)


def render_practice_conflict(
    match: RunningMatch,
    restart_id: CustomId,
    requested_game: Game[Any, Any, Any],
    locale: str,
    *,
    game_was_picked: bool,
) -> Scene:
    """Render the question whether a person wants to continue their practice match or to start a new one.

    If the person picked another game, the button for the new match comes first and is highlighted.
    """
    is_other_game = requested_game.KEY != match.game.KEY
    facts = {"game": requested_game.say("name", locale)} if is_other_game else {}
    # A phone has no room for the names of both games in a row of buttons.
    continue_label = say("button-play-on" if is_other_game else "button-continue", locale)
    new_label = say("button-begin" if is_other_game else "button-anew", locale, **facts)
    prefers_new = game_was_picked and is_other_game
    tones: tuple[Tone, Tone] = ("plain", "main") if prefers_new else ("main", "plain")
    buttons = (
        Button(continue_label, str(CustomId(Action.OPEN_MATCH, match.id)), tones[0]),
        Button(new_label, str(restart_id), tones[1]),
    )
    consequence = say("practising-other" if is_other_game else "practising-anew", locale, **facts)
    return Scene(
        above=(f"### {say('practising', locale)}", format_match_title(match, locale), consequence),
        rows=(buttons[::-1] if prefers_new else buttons,),
        accent_color=match.game.ACCENT_COLOR,
    )


def render_shelved_practice(match: ClosedMatch, locale: str) -> Scene:
    """Render the note in place of a practice match that a newer one replaced, with a button that starts it again."""
    variant = match.options.list_public_changes().get("variant", "-")
    restart_argument = f"{match.game.KEY}.{variant}.{match.terms.ai_level}"
    restart_id = CustomId(Action.START_PRACTICE, argument=restart_argument)
    restart = Button(say("button-practise-anew", locale), str(restart_id), "main")
    return Scene(
        above=(say("no-closed-shelved", locale),),
        rows=((restart, build_inbox_button(locale)),),
        accent_color=match.game.ACCENT_COLOR,
    )


def render_offer_already_started(match: StartedMatch, locale: str) -> Scene:
    """Render the note that replaces the private menu of an offer after its match has started.

    The note is not edited when the match ends, so its buttons also have to fit a finished match.
    """
    row = build_back_buttons(match, None, locale)
    return Scene(
        above=(f"### {format_match_title(match, locale)}", say("offer-begun", locale)),
        rows=(row,),
        accent_color=match.game.ACCENT_COLOR,
    )


def render_board_pending(match: MatchState, locale: str) -> Scene:
    """Render the confirmation that a match's card will be posted again, with the channel in which it will appear."""
    title = format_match_title(match, locale) if isinstance(match, StartedMatch) else match.game.say("name", locale)
    return Scene(
        above=(say("board-comes", locale, where=f"<#{match.channel_id}>"), title),
        rows=((build_inbox_button(locale),),),
        accent_color=match.game.ACCENT_COLOR,
    )


def render_refusal(refusal: Refused, locale: str, match: MatchState | None = None) -> Scene:
    """Render the reason for a refusal. Pass the `match` only if the reader's command did not name it."""
    title = (format_match_title(match, locale),) if isinstance(match, StartedMatch) else ()
    return Scene(
        above=(say.format_refusal(escape_typed_facts(refusal), locale).rstrip(), *title),
        rows=_build_refusal_rows(refusal, locale),
    )


def format_permissions(missing: Sequence[str], locale: str) -> str:
    """Format a list of permissions by the names in Discord's settings. `missing` contains discord.py's names."""
    return say.format_list([say(f"permission-{name.replace('_', '-')}", locale) for name in missing], locale)


def _build_refusal_rows(refusal: Refused, locale: str) -> tuple[Row, ...]:
    match refusal.key:
        case "closed-shelved":
            return (build_current_practice_buttons(int(refusal.facts["match"]), locale),)
        case "dealt":
            match_id = int(refusal.facts["match"])
            return (tuple(build_end_match_button(match_id, it, locale) for it in ("offer", "resign")),)
        case "nothing-waits" | "no-match-here":
            return (build_practice_menu(locale),)
        case key if key == "plays-elsewhere" or key.startswith("closed-"):
            return ((build_inbox_button(locale),),)
    return ()
