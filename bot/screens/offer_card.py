"""The card of an offer (a challenge or an open offer), the offer's menu, and the card of a closed offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.i18n import say
from bot.matches.model import ClosedMatch, EventType, MatchState, Offer, UnreadableMatch
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_current_practice_buttons, build_inbox_button
from bot.screens.match_options import ADVANCED_ARGUMENT
from bot.screens.phrases import (
    format_duration,
    format_game_and_options,
    format_mention,
    format_player_seeds,
    format_preset_start,
    format_relative_time,
    format_short_seal,
)
from bot.screens.rules import render_banner
from bot.screens.scene import Button, Form, PersonSelect, Row, Scene, TextField, Tone
from bot.wall_clock import NEW_ACCOUNT_DAYS, find_new_accounts

PLAYER_SEED_MAX_LENGTH: Final = 100
"""The maximum length of a player seed, in characters."""
DEFAULT_TERMS: Final = MatchTerms(seats=1)
HOUSE_ARGUMENT: Final = "house"
"""The argument that makes `START_MATCH` fill the free seats with AI players."""


def render_offer_card(match: Offer, locale: str, absences: Absences, *, pinged_ids: frozenset[int]) -> Scene:
    expiry = say("offer-stands", locale, until=format_relative_time(match.compute_expiry(absences)))
    more = Button(say("button-more", locale), str(CustomId(Action.SHOW_MORE, match.id)))
    # Only the host can use these buttons, but a card shows everybody the same ones.
    start_buttons = () if match.is_full else _build_start_buttons(match, locale)
    return Scene(
        above=(f"### {format_offer_title(match, locale)}", match.game.say("about", locale)),
        board=render_banner(match.game.KEY, locale),
        below=(
            *_format_score_so_far(match, locale),
            _format_terms(match, locale),
            *_format_answers(match, locale, absences),
        ),
        rows=((*_build_answer_buttons(match, locale), *start_buttons, more),),
        footer=" · ".join([expiry, format_short_seal(match)]),
        pinged_ids=pinged_ids,
        accent_color=match.game.ACCENT_COLOR,
    )


def render_closed_offer(match: ClosedMatch, locale: str) -> Scene:
    """Render the reason why an offer or match was closed. A match with outdated rules gets a rematch button."""
    if match.close_reason == EventType.PRACTICE_CLOSED:
        return Scene(
            above=(say("no-closed-shelved", locale),),
            rows=(build_current_practice_buttons(match.id, locale),),
            accent_color=match.game.ACCENT_COLOR,
        )
    if match.close_reason == "newer":
        # This version cannot read the match, so it only says that a newer version of the bot can show the result.
        return Scene(above=(f"### {format_offer_title(match, locale)}", say("no-closed-newer", locale)))
    closed_by_id = match.host_id if match.declined_by_id is None else match.declined_by_id
    facts = {
        "host": format_mention(match.host_id, locale),
        "who": format_mention(closed_by_id, locale),
        "game": match.game.say("name", locale),
    }
    title, reason = format_offer_title(match, locale), say(f"offer-{match.close_reason}", locale, **facts)
    if not isinstance(match, UnreadableMatch):
        return Scene(above=(f"{title} · {reason.rstrip('.')}",))
    rows: tuple[Row, ...] = ()
    if match.player_ids:
        rows = ((Button(say("button-rematch", locale), str(CustomId(Action.OFFER_REMATCH, match.id)), "main"),),)
    return Scene(above=(f"### {title}", reason), rows=rows, accent_color=match.game.ACCENT_COLOR)


def format_offer_title(match: MatchState, locale: str) -> str:
    facts = {"host": format_mention(match.host_id, locale), "game": match.game.say("name", locale)}
    if match.terms.kind == "challenge":
        ai_players = [None] * match.terms.house
        guests = [format_mention(person_id, locale) for person_id in (*match.invited_ids, *ai_players)]
        is_rematch = match.terms.won is not None
        key = "offer-rematch" if is_rematch else "offer-challenge"
        return say(key, locale, guests=say.format_list(guests, locale), **facts)
    return say(f"offer-{match.terms.kind}", locale, **facts)


def format_own_offer_title(match: MatchState, person_id: int, locale: str) -> str:
    """Return the title of an offer as one person reads it. The host and invited people are addressed as “you”."""
    is_host, is_challenge = person_id == match.host_id, match.terms.kind == "challenge"
    if match.terms.kind == "practice" or not (is_host or (is_challenge and person_id in match.invited_ids)):
        return format_offer_title(match, locale)
    game = match.game.say("name", locale)
    if not is_challenge:
        return say("offer-open-own", locale, game=game)
    ai_players = [None] * match.terms.house
    others = [format_mention(it, locale) for it in (*match.invited_ids, *ai_players) if it != person_id]
    return say(
        f"{'offer-challenge' if match.terms.won is None else 'offer-rematch'}-{'own' if is_host else 'you'}",
        locale,
        host=format_mention(match.host_id, locale),
        guests=say.format_list(others, locale) if others else "",
        count=len(others),
        game=game,
    )


def _format_score_so_far(match: Offer, locale: str) -> Iterator[str]:
    """Yield a line with how many matches of a series of rematches each player has won, if this is a rematch."""
    if match.terms.won is not None:
        people = (format_mention(person_id, locale) for person_id in (match.host_id, *match.invited_ids))
        scores = (f"{who} {won}" for who, won in zip(people, match.terms.won, strict=True))
        yield say("offer-so-far", locale, scores=" – ".join(scores))


def _format_terms(match: Offer, locale: str) -> str:
    """Return a line about the terms: whether the match is rated, its clock, and what differs from the defaults.

    Unless the start is preset, the line also includes the options that decide how the match opens.
    """
    terms = match.terms
    labels = [
        say("term-unrated" if _is_unrated(match) or _find_new_accounts(match) else "term-rated", locale),
        say("term-no-clock", locale)
        if terms.clock is None
        else say("term-clock", locale, span=format_duration(terms.clock, locale)),
    ]
    if terms.limit is not None:
        labels.append(say("term-limit", locale, span=format_duration(terms.limit, locale)))
    labels += [*format_game_and_options(match.game, match.options, locale, before_match=True)][1:]
    labels += format_preset_start(match.game, match.options, locale)
    if terms.level != DEFAULT_TERMS.level and (terms.house or terms.fills is not None):
        labels.append(say("term-level", locale, level=say(f"level-{terms.level}", locale)))
    if terms.shakes:
        labels.append(say("term-shakes", locale))
    return "⚙️ " + " · ".join(labels)


def _is_unrated(match: MatchState) -> bool:
    return bool(match.terms.house) or not match.terms.rated or match.options.is_preset


def _find_new_accounts(match: Offer) -> Sequence[int]:
    """Return the players whose Discord accounts are too new for a rated match. Only matches on servers can be rated."""
    return find_new_accounts(sorted(match.active_person_ids), match.offered_ms) if match.server_id else ()


def _format_answers(match: Offer, locale: str, absences: Absences) -> Iterator[str]:
    """Yield lines about who has joined or declined, and what the start still waits for, such as seeds or the host."""
    host = format_mention(match.host_id, locale)
    joined = [format_mention(player.person_id, locale) for player in match.joined_players]
    if match.terms.kind == "open":
        seats = match.terms.seats
        yield say("offer-seats", locale, taken=len(joined), seats=seats, who=say.format_list(joined, locale))
    elif guests := joined[1:]:
        yield say("offer-there", locale, who=say.format_list(guests, locale), count=len(guests))
    if match.declined_ids:
        declined = [format_mention(person_id, locale) for person_id in match.declined_ids]
        yield say("offer-passed", locale, who=say.format_list(declined, locale))
    if match.unseated_ids:
        unseated = [format_mention(person_id, locale) for person_id in match.unseated_ids]
        yield say("offer-unseated", locale, who=say.format_list(unseated, locale))
    yield from format_player_seeds(match, locale)
    if match.players_delaying_start:
        delaying = [format_mention(player.person_id, locale) for player in match.players_delaying_start]
        yield say("offer-unshaken", locale, who=say.format_list(delaying, locale))
    elif match.were_seeds_discarded:
        yield say("offer-spilt", locale)
    if match.is_waiting_for_host:
        yield say("offer-at-host", locale, host=host)
    if match.has_ai_joined and not match.is_full:
        yield say("offer-filled", locale, host=host, rest=match.terms.seats - len(joined) - 1)
    new_accounts = _find_new_accounts(match)
    if new_accounts and not _is_unrated(match):
        who = say.format_list([format_mention(person_id, locale) for person_id in new_accounts], locale)
        yield say("offer-young", locale, who=who, days=NEW_ACCOUNT_DAYS)
    fill_ms = match.compute_ai_fill_time(absences)
    if fill_ms is not None:
        yield say("offer-fills", locale, until=format_relative_time(fill_ms))


def _build_answer_buttons(match: Offer, locale: str) -> tuple[Button, ...]:
    kind = match.terms.kind
    if match.is_full:
        buttons = [_build_button(match, "shake", Action.OPEN_SEED_FORM, locale, tone="good")]
    else:
        buttons = [_build_button(match, f"sit-{kind}", Action.JOIN_OFFER, locale, tone="good")]
    if kind == "challenge":
        buttons.append(_build_button(match, "decline", Action.DECLINE_OFFER, locale, tone="bad"))
    return tuple(buttons)


def render_offer_menu(match: Offer, person_id: int, locale: str, note: str = "") -> Scene:
    """Render the private menu that “More” on an offer opens, with the actions that are available to this person.

    `note` describes the result of the last action in the menu.
    """
    rows: list[Row] = []
    player = match.find_joined_player(person_id)
    if person_id == match.host_id:
        rows += filter(None, [tuple(_build_start_buttons(match, locale))])
        if match.declined_ids:
            rows.append(PersonSelect(say("offer-invite", locale), str(CustomId(Action.INVITE_PERSON, match.id))))
        rows.append(
            (
                _build_button(match, "options", Action.SHOW_OPTIONS, locale),
                _build_button(match, "advanced", Action.SHOW_OPTIONS, locale, ADVANCED_ARGUMENT),
                _build_button(match, "withdraw", Action.WITHDRAW_OFFER, locale, tone="bad"),
            )
        )
    elif player and (match.terms.kind == "open" or match.is_full):
        leave = "rise" if match.terms.kind == "open" else "decline"
        rows.append((_build_button(match, leave, Action.DECLINE_OFFER, locale),))
    last_row: tuple[Button, ...] = (
        _build_button(match, "rules", Action.SHOW_RULES, locale),
        _build_button(match, "verify", Action.SHOW_PROOF, locale),
    )
    above = [f"### {format_own_offer_title(match, person_id, locale)}", *filter(None, [note])]
    if person_id == match.host_id and len(match.joined_players) > 1:
        above.append(say("options-unseat", locale))
    if player in match.players_without_seed:
        rows.insert(0, (_build_button(match, "shake", Action.OPEN_SEED_FORM, locale, tone="main"),))
        above.append(say("offer-asks", locale))
    elif player:
        last_row = (_build_button(match, "shake", Action.OPEN_SEED_FORM, locale), *last_row)
    return Scene(above=tuple(above), rows=(*rows, last_row), accent_color=match.game.ACCENT_COLOR)


def render_changed_offer(match: Offer, person_id: int, locale: str) -> Scene:
    """Render the menu of an offer after its host has changed the options."""
    return render_offer_menu(match, person_id, locale, _format_terms(match, locale))


def render_offer_from_list(match: Offer, person_id: int, locale: str, absences: Absences) -> Scene:
    """Render the offer privately for a person who selected it in a list, with the buttons that they can use."""
    card = render_offer_card(match, locale, absences, pinged_ids=frozenset())
    _, *above = card.above
    card = replace(card, above=(f"### {format_own_offer_title(match, person_id, locale)}", *above))
    may_join = person_id in match.unanswered_ids or (
        match.terms.kind == "open" and not match.is_full and person_id not in match.involved_person_ids
    )
    inbox = build_inbox_button(locale)
    if may_join:
        rules = _build_button(match, "rules", Action.SHOW_RULES, locale)
        return replace(card, rows=(_build_answer_buttons(match, locale), (rules, inbox)))
    return replace(card, rows=(*render_offer_menu(match, person_id, locale).rows, (inbox,)))


def render_seed_form(match: Offer, locale: str) -> Form:
    return Form(
        title=say("form-shake", locale),
        custom_id=str(CustomId(Action.SUBMIT_SEED, match.id)),
        fields=(TextField(say("form-shake-line", locale), say("form-shake-about", locale), PLAYER_SEED_MAX_LENGTH),),
    )


def _build_start_buttons(match: Offer, locale: str) -> Iterator[Button]:
    """Yield the buttons with which the host can start the match, if that is already possible."""
    if not match.can_host_start:
        return
    if match.is_full:
        yield _build_button(match, "unshaken", Action.START_MATCH, locale)
        return
    needs_more_players = match.terms.fills is None and len(match.joined_players) < max(2, match.game.SEATS[0])
    if not needs_more_players:
        yield _build_button(match, "start", Action.START_MATCH, locale, tone="main")
    if match.terms.kind == "challenge" and len(match.joined_players) > 1:
        yield _build_button(match, "house", Action.START_MATCH, locale, HOUSE_ARGUMENT)


def _build_button(
    match: Offer, label_key: str, action: Action, locale: str, argument: str = "", tone: Tone = "plain"
) -> Button:
    return Button(say(f"button-{label_key}", locale), str(CustomId(action, match.id, argument=argument)), tone)
