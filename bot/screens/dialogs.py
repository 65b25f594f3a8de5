"""Small private scenes around a table: what else can be done, the board in letters, are you sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import ClosedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import FILM_ARGUMENT, Action, CustomId
from bot.screens.match_card import (
    format_awaited_players,
    format_match_title,
    format_match_title_with_seats,
    format_recent_steps,
    list_recent_views,
    render_board,
    render_latest_reveal,
    render_reveal,
)
from bot.screens.phrases import escape_typed_facts
from bot.screens.proof import format_commitment, format_seal
from bot.screens.scene import Button, ButtonMenu, Row, Scene, Tone
from games import GAMES
from games.core import Game, Level, Seat
from games.match import find_seats_with_secrets
from games.refused import Refused

IRREVERSIBLE_ENDS: Final = frozenset({"resign", "cancel"})
"""What there is no way back from."""


def render_more_menu(match: StartedMatch, seat: Seat | None, locale: str) -> Scene:
    rows: list[Row] = [
        (
            Button(say("button-text", locale), str(CustomId(Action.SHOW_BOARD_TEXT, match.id, 0))),
            build_rules_button(match, locale),
            build_proof_button(match, locale),
            build_inbox_button(locale),
        )
    ]
    if match.is_practice and not match.is_over:
        # Begun once more by other rules.
        rows.append((Button(say("button-options", locale), str(CustomId(Action.SHOW_OPTIONS, match.id, 0))),))
    if seat is not None and not match.is_over:
        rows.append(tuple(_build_end_match_button(match, what, locale) for what in _list_ways_to_end(match, seat)))
    small = [say("match-number", locale, match=match.id)]
    if isinstance(match, RunningMatch) and seat is not None and seat in match.engine.sealed:
        small[:0] = filter(None, [format_commitment(match, seat, locale, full=True)])
    elif isinstance(match, RunningMatch) and seat is not None:
        small[:0] = [format_seal(match, locale)]
    if isinstance(match, RunningMatch) and seat is not None and not match.is_practice:
        # Here one looks for what is missing beside the choices.
        small[:0] = [f"💡 {say('no-no-hints', locale)}"]
    ways = [say("more-ends", locale, alone=int(match.is_practice))] if seat is not None and not match.is_over else []
    return Scene(
        above=(f"### {format_match_title_with_seats(match, locale)}", *ways),
        rows=tuple(rows),
        footer="\n-# ".join(small),
    )


def build_end_request_answers(match: RunningMatch, seat: Seat, locale: str) -> Iterator[tuple[Button, ...]]:
    """To what others wish; the row is there only while somebody does."""
    heard = {"agree": match.engine.draw_agreed_by, "cancel": match.engine.cancel_agreed_by}
    if calls := [what for what in _list_ways_to_end(match, seat) if heard.get(what)]:
        yield tuple(_build_end_match_button(match, what, locale) for what in calls)


def _build_end_match_button(match: StartedMatch, way_to_end: str, locale: str) -> Button:
    return Button(say(f"button-{way_to_end}", locale), str(CustomId(Action.ASK_TO_END_MATCH, match.id, 0, way_to_end)))


def _list_ways_to_end(match: StartedMatch, seat: Seat) -> Iterator[str]:
    """What one has not said yet, and may."""
    if _can_agree_on_draw(match) and seat not in match.engine.draw_agreed_by:
        yield "agree" if match.engine.draw_agreed_by else "offer"
    if seat not in match.engine.cancel_agreed_by:
        yield "cancel"
    yield "resign"


def _can_agree_on_draw(match: StartedMatch) -> bool:
    """All must agree, and the house plays to the end."""
    return not match.engine.staying_seats & match.ai_controlled_seats


def render_board_text(match: StartedMatch, seat: Seat | None, locale: str) -> Scene:
    view = match.game.forget(match.engine.view_of(seat))
    above = (
        f"### {format_match_title_with_seats(match, locale)}",
        f"```\n{match.game.describe_board(view, locale)}\n```",
    )
    return Scene(above=above, rows=(build_back_buttons(match, seat, locale),))


def build_back_buttons(match: MatchState, seat: Seat | None, locale: str) -> tuple[Button, ...]:
    """From what is only read: back to where one plays, or to the rules and to what one plays oneself."""
    if seat is None:
        return build_rules_button(match, locale), build_inbox_button(locale)
    # In its place, and not as an answer to it, which would quote it for good.
    review = Button(say("button-replay", locale), str(CustomId(Action.SHOW_REVIEW, match.id, 0, FILM_ARGUMENT)))
    return review if match.is_over else build_play_on_button(match, locale), build_rules_button(match, locale)


def build_rules_button(match: MatchState, locale: str) -> Button:
    return Button(say("button-rules", locale), str(CustomId(Action.SHOW_RULES, match.id, 0)))


def build_proof_button(match: MatchState, locale: str) -> Button:
    return Button(say("button-verify", locale), str(CustomId(Action.SHOW_PROOF, match.id, 0)))


def build_play_on_button(match: MatchState, locale: str) -> Button:
    return Button(say("button-play-on", locale), str(CustomId(Action.OPEN_MATCH, match.id, 0)))


def build_profile_button(locale: str) -> Button:
    return Button(say("button-profile", locale), str(CustomId(Action.SHOW_PROFILE, 0, 0)))


def build_current_practice_buttons(shelved_match_id: int, locale: str) -> tuple[Button, ...]:
    """From practice that was put away, to what is practised now."""
    on = Button(say("button-practise-on", locale), str(CustomId(Action.OPEN_MATCH, shelved_match_id, 0)), "main")
    return on, build_inbox_button(locale)


def build_inbox_button(locale: str) -> Button:
    return Button(say("button-list", locale), str(CustomId(Action.SHOW_INBOX, 0, 0, "0")))


def build_next_match_buttons(match: StartedMatch, waiting_count: int, locale: str) -> Iterator[Button]:
    """Yield a button that opens the next match that waits for the reader, if there are any."""
    if waiting_count:
        yield Button(say("button-inbox", locale, count=waiting_count), str(CustomId(Action.SHOW_INBOX, match.id)))


def build_practice_menu(locale: str) -> ButtonMenu:
    """A match at once, for whoever has none."""
    games = tuple(
        Button(game.say("name", locale), str(CustomId(Action.START_PRACTICE, 0, 0, f"{key}.-.{Level.STEADY}")))
        for key, game in GAMES.items()
    )
    return ButtonMenu(say("list-practice", locale), str(CustomId(Action.SELECT_FROM_MENU, 0, 0)), games)


def render_temporary_reveal(match: RunningMatch, seat: Seat, locale: str) -> Scene:
    """What everybody saw for ten seconds; it is covered again here, too."""
    view = match.engine.view_of(seat)
    return Scene(
        above=(f"### {format_match_title(match, locale)}", *format_recent_steps(match, [view], locale)),
        reveal=render_reveal(match, view, locale),
        board=render_board(match, view, locale),
        rows=(build_back_buttons(match, seat, locale),),
        footer=say("look-closes", locale),
    )


def render_temporary_reveal_closed(match: MatchState, seat: Seat | None, locale: str) -> Scene:
    return Scene(above=(say("look-closed", locale),), rows=(build_back_buttons(match, seat, locale),))


def render_end_confirmation(match: StartedMatch, way_to_end: str, locale: str) -> Scene:
    """The question first, and the way back beside what cannot be taken back; which match it is about is said too, for
    one may sit at many.
    """
    if way_to_end not in IRREVERSIBLE_ENDS and not _can_agree_on_draw(match):
        raise Refused("house-plays-on")
    tone: Tone = "bad" if way_to_end in IRREVERSIBLE_ENDS else "main"
    yes = Button(
        say(f"button-{way_to_end}", locale), str(CustomId(Action.CONFIRM_END_OF_MATCH, match.id, 0, way_to_end)), tone
    )
    question, *more = say(f"sure-{way_to_end}", locale).splitlines()
    if way_to_end == "resign":
        more += _format_resign_consequences(match, locale)
    return Scene(
        above=(f"### {question}", format_match_title(match, locale), *more),
        rows=((yes, build_play_on_button(match, locale)),),
    )


def _format_resign_consequences(match: StartedMatch, locale: str) -> Iterator[str]:
    """What giving up comes to, where that is more than whoever plays two might think."""
    if match.engine.seats > 2:
        yield say("sure-resign-several", locale, rated=int(not match.unrated_reason))
    elif not match.unrated_reason and find_seats_with_secrets(match.engine):
        yield say("sure-resign-dealt", locale)


def render_action_done(action_key: str, match: MatchState, person_id: int, locale: str) -> Scene:
    """What somebody has just done, and how they go on."""
    begun = isinstance(match, StartedMatch) and match.find_view_seat(person_id) is not None
    row = build_back_buttons(match, match.find_view_seat(person_id), locale) if begun else (build_inbox_button(locale),)
    return Scene(above=(say(f"done-{action_key}", locale),), rows=(row,))


def render_spectator_board(match: StartedMatch, locale: str, absences: Absences) -> Scene:
    """The board as everybody sees it, for somebody who does not play there."""
    view, views = match.game.forget(match.engine.view_of(None)), list_recent_views(match, locale, uncovered=False)
    return Scene(
        above=(f"### {format_match_title(match, locale)}", *format_recent_steps(match, views, locale)),
        reveal=render_latest_reveal(match, views, locale),
        board=render_board(match, view, locale),
        below=tuple(format_awaited_players(match, locale, absences)) if isinstance(match, RunningMatch) else (),
        rows=(build_back_buttons(match, None, locale),),
    )


def render_practice_conflict(
    match: RunningMatch,
    restart_id: CustomId,
    requested_game: Game[Any, Any, Any],
    locale: str,
    *,
    game_was_picked: bool,
) -> Scene:
    """Somebody who practises already goes on, or begins anew. Where they `picked` another game that is what they want,
    and it comes first.
    """
    other = requested_game.KEY != match.game.KEY
    facts = {"game": requested_game.say("name", locale)} if other else {}
    # Which one that is stands above; both names side by side are more than a phone shows in a line.
    on = say("button-play-on" if other else "button-continue", locale)
    new = say("button-begin" if other else "button-anew", locale, **facts)
    game_was_picked = game_was_picked and other
    tones: tuple[Tone, Tone] = ("plain", "main") if game_was_picked else ("main", "plain")
    buttons = (
        Button(on, str(CustomId(Action.OPEN_MATCH, match.id, 0)), tones[0]),
        Button(new, str(restart_id), tones[1]),
    )
    put_away = say("practising-other" if other else "practising-anew", locale, **facts)
    asks = (say("practising", locale), format_match_title(match, locale), put_away)
    return Scene(above=(f"### {asks[0]}", *asks[1:]), rows=(buttons[::-1] if game_was_picked else buttons,))


def render_shelved_practice(match: ClosedMatch, locale: str) -> Scene:
    """Practice that was put away, where no other runs: it is begun anew as it was."""
    variant = match.options.list_public_changes().get("variant", "-")
    to = CustomId(Action.START_PRACTICE, 0, 0, f"{match.game.KEY}.{variant}.{match.terms.ai_level}")
    anew = Button(say("button-practise-anew", locale), str(to), "main")
    return Scene(above=(say("no-closed-shelved", locale),), rows=((anew, build_inbox_button(locale)),))


def render_offer_already_started(match: StartedMatch, locale: str) -> Scene:
    """What stands where an offer could be changed, once it is one no more. It stays when the match is over: nothing in
    it is about what one does there.
    """
    row = build_back_buttons(match, None, locale)
    return Scene(above=(f"### {format_match_title(match, locale)}", say("offer-begun", locale)), rows=(row,))


def render_board_pending(locale: str) -> Scene:
    return Scene(above=(say("board-comes", locale),), rows=((build_inbox_button(locale),),))


def render_refusal(refusal: Refused, locale: str) -> Scene:
    return Scene(
        above=(say.format_refusal(escape_typed_facts(refusal), locale),), rows=_build_refusal_rows(refusal, locale)
    )


def format_permissions(missing: Sequence[str], locale: str) -> str:
    """Name permissions, given as the library spells them, as Discord's settings name them in this language."""
    return say.format_list([say(f"permission-{name.replace('_', '-')}", locale) for name in missing], locale)


def _build_refusal_rows(refusal: Refused, locale: str) -> tuple[Row, ...]:
    match refusal.key:
        case "closed-shelved":
            return (build_current_practice_buttons(int(refusal.facts["match"]), locale),)
        case "dealt":
            match_id = int(refusal.facts["match"])
            ways = (
                Button(say(f"button-{it}", locale), str(CustomId(Action.ASK_TO_END_MATCH, match_id, 0, it)))
                for it in ("offer", "resign")
            )
            return (tuple(ways),)
        case "nothing-waits" | "no-match-here":
            return (build_practice_menu(locale),)
        case key if key.startswith("closed-"):
            return ((build_inbox_button(locale),),)
    return ()
