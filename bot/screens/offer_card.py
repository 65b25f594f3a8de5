"""The card of a challenge or an open table, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.i18n import say
from bot.matches.model import ClosedMatch, EventType, MatchState, Offer, UnreadableMatch
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_current_practice_buttons, build_inbox_button
from bot.screens.move_buttons import ELLIPSIS
from bot.screens.phrases import (
    escape_markdown,
    format_duration,
    format_game_and_options,
    format_mention,
    format_relative_time,
)
from bot.screens.proof import format_seal
from bot.screens.rules import render_banner
from bot.screens.scene import Button, Form, PersonSelect, Row, Scene, Tone
from bot.wall_clock import NEW_ACCOUNT_DAYS, find_new_accounts

PLAYER_SEED_MAX_LENGTH: Final = 100
"""Characters with which the dice may be shaken."""
DEFAULT_TERMS: Final = MatchTerms(seats=1)
HOUSE_ARGUMENT: Final = "house"
"""Behind the button with which the house takes the seats of those who would rather not."""


def render_offer_card(match: Offer, locale: str, absences: Absences, *, pinged_ids: frozenset[int]) -> Scene:
    """Who against whom and what the game is; below, what is not as usual and who has answered."""
    stands = say("offer-stands", locale, until=format_relative_time(match.compute_expiry(absences)))
    return Scene(
        above=(f"### {format_offer_title(match, locale)}", match.game.say("about", locale)),
        board=render_banner(match.game.KEY, locale),
        below=(
            *_format_score_so_far(match, locale),
            *_format_unusual_terms(match, locale),
            *_format_answers(match, locale, absences),
        ),
        # What is rarely needed opens for one alone.
        rows=((*_build_answer_buttons(match, locale), Button(ELLIPSIS, str(CustomId(Action.SHOW_MORE, match.id, 0)))),),
        footer=" · ".join([stands, format_seal(match, locale)]),
        pinged_ids=pinged_ids,
    )


def render_player_seed(match: MatchState, person_id: int, text: str, locale: str) -> Scene:
    """What somebody shook the dice with, as they wrote it: no sign in it does anything."""
    return Scene(
        above=(
            say(
                "offer-shaken",
                locale,
                who=format_mention(person_id, locale),
                match=match.id,
                text=escape_markdown(text),
            ),
        )
    )


def render_closed_offer(match: ClosedMatch, locale: str) -> Scene:
    """Nothing came of it, and why; a match that was called off can be played anew."""
    if match.close_reason == EventType.PRACTICE_CLOSED:
        # Practice that was put away has been offered to nobody.
        return Scene(
            above=(say("no-closed-shelved", locale),), rows=(build_current_practice_buttons(match.id, locale),)
        )
    by = match.host_id if match.declined_by_id is None else match.declined_by_id
    facts = {
        "host": format_mention(match.host_id, locale),
        "who": format_mention(by, locale),
        "game": match.game.say("name", locale),
    }
    rows: tuple[Row, ...] = ()
    if isinstance(match, UnreadableMatch) and match.player_ids:
        rows = ((Button(say("button-rematch", locale), str(CustomId(Action.OFFER_REMATCH, match.id, 0)), "main"),),)
    return Scene(
        above=(f"### {format_offer_title(match, locale)}", say(f"offer-{match.close_reason}", locale, **facts)),
        rows=rows,
    )


def format_offer_title(match: MatchState, locale: str) -> str:
    facts = {"host": format_mention(match.host_id, locale), "game": match.game.say("name", locale)}
    if match.terms.kind == "challenge":
        house = [format_mention(None, locale)] * match.terms.house
        guests = say.format_list([*(format_mention(guest, locale) for guest in match.invited_ids), *house], locale)
        again = match.terms.won is not None
        return say("offer-rematch" if again else "offer-challenge", locale, guests=guests, **facts)
    return say(f"offer-{match.terms.kind}", locale, **facts)


def _format_score_so_far(match: Offer, locale: str) -> Iterator[str]:
    """How it stands between those who play once more."""
    if match.terms.won is not None:
        people = (format_mention(person_id, locale) for person_id in (match.host_id, *match.invited_ids))
        scores = (f"{who} {won}" for who, won in zip(people, match.terms.won, strict=True))
        yield say("offer-so-far", locale, scores=" – ".join(scores))


def _format_unusual_terms(match: MatchState, locale: str) -> Iterator[str]:
    """In a line: how it opens, then every option, the clock and whatever else was agreed that is not as usual."""
    _, *found = format_game_and_options(match.game, match.options, locale, before_match=True)
    agreement = match.terms
    if match.options.is_preset:
        found.append(say("term-drawn", locale))
    if agreement.clock is None:
        found.append(say("term-no-clock", locale))
    elif agreement.clock != DEFAULT_TERMS.clock:
        found.append(say("term-clock", locale, span=format_duration(agreement.clock, locale)))
    if agreement.limit is not None:
        found.append(say("term-limit", locale, span=format_duration(agreement.limit, locale)))
    if agreement.level != DEFAULT_TERMS.level and (agreement.house or agreement.fills is not None):
        found.append(say("term-level", locale, level=say(f"level-{agreement.level}", locale)))
    if _is_unrated(match):
        found.append(say("term-unrated", locale))
    if agreement.shakes:
        found.append(say("term-shakes", locale))
    if found:
        yield "⚙️ " + " · ".join(found)


def _is_unrated(match: MatchState) -> bool:
    return bool(match.terms.house) or not match.terms.rated or match.options.is_preset


def _format_answers(match: Offer, locale: str, absences: Absences) -> Iterator[str]:
    """Who is in and who is not, and what it waits for where that is not they."""
    host = format_mention(match.host_id, locale)
    there = [format_mention(sitter.person_id, locale) for sitter in match.joined_players]
    if match.terms.kind == "open":
        yield say("offer-seats", locale, taken=len(there), seats=match.terms.seats, who=say.format_list(there, locale))
    elif there[1:]:
        yield say("offer-there", locale, who=say.format_list(there[1:], locale), count=len(there) - 1)
    if match.declined_ids:
        told = [format_mention(person_id, locale) for person_id in match.declined_ids]
        yield say("offer-passed", locale, who=say.format_list(told, locale), count=len(told))
    if match.players_delaying_start:
        waits = [format_mention(sitter.person_id, locale) for sitter in match.players_delaying_start]
        yield say("offer-unshaken", locale, who=say.format_list(waits, locale))
    elif match.were_seeds_discarded:
        yield say("offer-spilt", locale)
    if match.is_waiting_for_host:
        yield say("offer-at-host", locale, host=host)
    if match.has_ai_joined and not match.is_full:
        yield say("offer-filled", locale, host=host)
    new = find_new_accounts(sorted(match.active_person_ids), match.offered_ms)
    if new and match.server_id and not _is_unrated(match):
        who = say.format_list([format_mention(person_id, locale) for person_id in new], locale)
        yield say("offer-young", locale, who=who, count=len(new), days=NEW_ACCOUNT_DAYS)
    fills = match.compute_ai_fill_time(absences)
    if fills is not None:
        yield say("offer-fills", locale, until=format_relative_time(fills))


def _build_answer_buttons(match: Offer, locale: str) -> tuple[Button, ...]:
    kind = match.terms.kind
    if match.is_full:
        first = [_build_button(match, "shake", Action.OPEN_SEED_FORM, locale, tone="good")]
    else:
        first = [_build_button(match, f"sit-{kind}", Action.JOIN_OFFER, locale, tone="good")]
    if kind == "challenge":
        first.append(_build_button(match, "decline", Action.DECLINE_OFFER, locale, tone="bad"))
    return tuple(first)


def render_offer_menu(match: Offer, person_id: int, locale: str, note: str = "") -> Scene:
    """Behind the sign at the end of the row: what there is to read, and what this person may do besides. `note` says
    what has come of the last of it.
    """
    rows: list[Row] = []
    sitter = match.find_joined_player(person_id)
    if person_id == match.host_id:
        rows += filter(None, [tuple(_build_start_buttons(match, locale))])
        if match.declined_ids:
            rows.append(PersonSelect(say("offer-invite", locale), str(CustomId(Action.INVITE_PERSON, match.id, 0))))
        rows.append(
            (
                _build_button(match, "options", Action.SHOW_OPTIONS, locale),
                _build_button(match, "withdraw", Action.WITHDRAW_OFFER, locale, tone="bad"),
            )
        )
    elif sitter and (match.terms.kind == "open" or match.is_full):
        leave = "rise" if match.terms.kind == "open" else "decline"
        rows.append((_build_button(match, leave, Action.DECLINE_OFFER, locale),))
    reads: tuple[Button, ...] = (
        _build_button(match, "rules", Action.SHOW_RULES, locale),
        _build_button(match, "verify", Action.SHOW_PROOF, locale),
    )
    if sitter in match.players_without_seed:
        rows.insert(0, (_build_button(match, "shake", Action.OPEN_SEED_FORM, locale, tone="main"),))
    elif sitter:
        reads = (_build_button(match, "shake", Action.OPEN_SEED_FORM, locale), *reads)
    asks = [say("offer-asks", locale)] if sitter in match.players_without_seed else []
    return Scene(above=(f"### {format_offer_title(match, locale)}", *filter(None, [note]), *asks), rows=(*rows, reads))


def render_offer_from_list(match: Offer, person_id: int, locale: str, absences: Absences) -> Scene:
    """The same for one alone, who came from a list: whoever may answer does so here."""
    card = render_offer_card(match, locale, absences, pinged_ids=frozenset())
    may_sit = person_id in match.unanswered_ids or (
        match.terms.kind == "open" and not match.is_full and person_id not in match.involved_person_ids
    )
    beside = (_build_button(match, "rules", Action.SHOW_RULES, locale), build_inbox_button(locale))
    rows = (
        (_build_answer_buttons(match, locale), beside)
        if may_sit
        else (*render_offer_menu(match, person_id, locale).rows, beside[1:])
    )
    return replace(card, rows=rows)


def render_seed_form(match: Offer, locale: str) -> Form:
    """For the line with which somebody shakes the dice."""
    asks, about = say("form-shake-line", locale), say("form-shake-about", locale)
    return Form(
        say("form-shake", locale), asks, about, str(CustomId(Action.SUBMIT_SEED, match.id, 0)), PLAYER_SEED_MAX_LENGTH
    )


def _build_start_buttons(match: Offer, locale: str) -> Iterator[Button]:
    """How a host begins with those who came."""
    if not match.can_host_start:
        return
    if match.is_full:
        yield _build_button(match, "unshaken", Action.START_MATCH, locale)
        return
    few = match.terms.fills is None and len(match.joined_players) < max(2, match.game.SEATS[0])
    if not few:
        yield _build_button(match, "start", Action.START_MATCH, locale, tone="main")
    if match.terms.kind == "challenge" and len(match.joined_players) > 1:
        yield _build_button(match, "house", Action.START_MATCH, locale, HOUSE_ARGUMENT)


def _build_button(
    match: Offer, label_key: str, action: Action, locale: str, argument: str = "", tone: Tone = "plain"
) -> Button:
    return Button(say(f"button-{label_key}", locale), str(CustomId(action, match.id, 0, argument)), tone)
