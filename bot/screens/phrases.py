"""Short texts that several screens share: players, times, absences, options, outcomes and seals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.screens.scene import MentionFallbacks
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games.chain import SHORT_SEAL_LENGTH, encode_hash
from games.core import Game, Seat
from games.match import UNRATED_REASONS, Match
from games.options import Options, list_choices
from games.refused import INVISIBLE_MARK, Refused

SCORE_SEPARATOR: Final = "–"
MEDAL_EMOJI: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
TYPED_FACTS: Final = frozenset({"given", "match", "near", "option", "typed", "value", "word"})
"""The names of the facts of a refusal whose values can contain text typed by a person."""


def is_forgotten(person_id: int) -> bool:
    """Return whether a person deleted their data. In stored matches, a negative number replaces their ID."""
    return person_id < 0


def format_mention(person_id: int | None, locale: str) -> str:
    """Return a mention of a person, which Discord shows as the person's name.

    For an AI player (None) or a forgotten person, return a phrase instead. A mention pings only the people in
    `Scene.pinged_ids`.
    """
    if person_id is None:
        return say("the-house", locale)
    return say("somebody", locale) if is_forgotten(person_id) else f"<@{person_id}>"


def escape_markdown(text: str) -> str:
    """Escape typed text, so that Discord shows it unchanged, without formatting or mentions."""
    return re.sub(r"([!-+\--/:-@\[-`{-~])", r"\\\1", text)


def escape_typed_facts(refusal: Refused) -> Refused:
    """Return a refusal that is safe to show although it quotes typed text (`TYPED_FACTS`): its Markdown is escaped."""
    facts = dict(refusal.facts)
    for name, fact in refusal.facts.items():
        if name in TYPED_FACTS and isinstance(fact, str):
            facts[name] = escape_markdown(fact.replace(INVISIBLE_MARK, ""))
    return Refused(refusal.key, refusal.package, **facts)


def capitalize_sentence(line: str) -> str:
    """Capitalize the first letter of a line, which may come after an emoji or other symbols."""
    return re.sub(r"\w", lambda first: first[0].upper(), line, count=1)


def shorten_text(text: str, max_length: int) -> str:
    """Return the text, cut off with an ellipsis if it is longer than `max_length` characters."""
    return text if len(text) <= max_length else f"{text[: max_length - 1].rstrip()}…"


def format_player_names(match: StartedMatch, locale: str) -> tuple[str, ...]:
    """Return the name of each player, by seat.

    A forgotten person is shown as their seat's name. If there are several AI players, their names include their seats.
    If a player left a running match, the name says that the AI plays for this player.
    """
    ai_count = match.player_ids.count(None)

    def name_player(seat: Seat) -> str:
        person_id = match.player_ids[seat]
        if person_id is None:
            return format_seated_player(match, seat, locale) if ai_count > 1 else format_mention(person_id, locale)
        name = format_person_in_seat(match, seat, locale)
        return say("house-for", locale, who=name) if seat in _list_replaced_seats(match) else name

    return tuple(name_player(seat) for seat in range(match.engine.seats))


def format_person_in_seat(match: StartedMatch, seat: Seat, locale: str) -> str:
    """Return the name of the person who sits in a seat or who left it."""
    person_id = match.player_ids[seat]
    if person_id is not None and is_forgotten(person_id):
        return match.game.say(f"seat-{seat}", locale)
    return format_mention(person_id, locale)


def _list_replaced_seats(match: StartedMatch) -> frozenset[Seat]:
    """Return the seats that the AI plays for people who left. After the match, they are the people's seats again."""
    return frozenset() if match.is_over else match.engine.left_seats


def format_title_names(match: StartedMatch, locale: str) -> tuple[str, ...]:
    """Return each player's name for a title, by seat. In two-player games, the name includes the player's side."""
    if match.game.SEATS[-1] > 2:
        # Games for more players show the names beside the board, so the title needs no sides.
        return format_player_names(match, locale)
    return tuple(format_seated_player(match, seat, locale) for seat in range(match.engine.seats))


def format_seated_player(match: StartedMatch, seat: Seat, locale: str) -> str:
    """Return a player's name together with the name of their seat."""
    return say(
        "seated",
        locale,
        seat=match.game.say(f"seat-{seat}", locale),
        who=format_mention(match.player_ids[seat], locale),
    )


def list_mention_fallbacks(match: StartedMatch, locale: str) -> MentionFallbacks:
    """Return the name of each person's seat, which menus and buttons show if the person's own name is not known."""
    return tuple(
        (person_id, match.game.say(f"seat-{seat}", locale))
        for seat, person_id in enumerate(match.player_ids)
        if person_id is not None and not is_forgotten(person_id)
    )


def list_picture_names(match: StartedMatch, locale: str) -> tuple[int | str, ...]:
    """Return the name to draw at each seat of a picture: a person ID to look up, or a fixed string.

    If the AI plays several seats, the names have the numbers of the seats, so that they do not change when another
    player leaves.
    """
    ai_seats = {
        seat
        for seat, person_id in enumerate(match.player_ids)
        if person_id is None or seat in _list_replaced_seats(match)
    }

    def choose_name(seat: Seat) -> int | str:
        if seat in ai_seats:
            if len(ai_seats) > 1:
                return say("house-numbered", locale, number=seat + 1)
            return say("house-short", locale)
        person_id = match.player_ids[seat]
        assert person_id is not None
        return match.game.say(f"seat-{seat}", locale) if is_forgotten(person_id) else person_id

    return tuple(choose_name(seat) for seat in range(match.engine.seats))


def format_tournament(match: MatchState, locale: str) -> Iterator[str]:
    """Yield the name and the round of the tournament to which a match belongs, if it does."""
    if tournament := match.terms.tournament:
        name = escape_markdown(tournament.name) or say("tournament-unnamed", locale, number=tournament.id)
        yield say("tournament-in-match", locale, name=f"🏆 {name}", round=tournament.round or 0)


def format_duration(duration_ms: int | None, locale: str) -> str:
    """Format a duration in the largest unit that divides it, or in seconds if no larger unit does."""
    if duration_ms is None:
        return say("span-none", locale)
    for unit, name in ((DAY_MS, "days"), (HOUR_MS, "hours"), (MINUTE_MS, "minutes")):
        if duration_ms % unit == 0:
            return say(f"span-{name}", locale, count=duration_ms // unit)
    return say("span-seconds", locale, count=max(1, duration_ms // 1000))


def format_relative_time(time_ms: int) -> str:
    """Return a timestamp that Discord shows relative to the current time, for example as “in 5 minutes”."""
    return f"<t:{time_ms // 1000}:R>"


def format_time_left(deadline_ms: int, locale: str) -> str:
    """Return a phrase that says when the time for choosing a move is up."""
    return say("time-up", locale, until=format_relative_time(deadline_ms))


def format_date(time_ms: int) -> str:
    """Return a timestamp that Discord shows as a date in the reader's format."""
    return f"<t:{time_ms // 1000}:D>"


@dataclass(frozen=True, slots=True)
class AbsentPlayers:
    """The players of a match who have left the server or are on holiday."""

    left_server_ids: frozenset[int] = frozenset()
    holidays: tuple[tuple[int, int], ...] = ()
    """Pairs of a person ID and the time at which the holiday ends, in milliseconds."""

    def without(self, person_id: int) -> AbsentPlayers:
        """Return a copy without this person, for a screen that this person reads."""
        return AbsentPlayers(
            self.left_server_ids - {person_id}, tuple(holiday for holiday in self.holidays if holiday[0] != person_id)
        )


NO_ABSENT_PLAYERS: Final = AbsentPlayers()


def format_absences(absent: AbsentPlayers, locale: str) -> Iterator[str]:
    """Yield a line for the players who left the server, and a line for each player on holiday."""
    if absent.left_server_ids:
        who = [format_mention(person_id, locale) for person_id in sorted(absent.left_server_ids)]
        yield say("absent-gone", locale, who=say.format_list(who, locale), count=len(who))
    for person_id, until in absent.holidays:
        yield say("absent-away", locale, who=format_mention(person_id, locale), until=format_date(until))


def format_outcome(engine: Match, locale: str) -> Iterator[str]:
    """Yield the reason why a match ended, then a line for each seat, best rank first.

    If the match does not count, yields only the reason. Yields nothing for a running match.
    """
    if not engine.result:
        return
    say = engine.game.say
    places = {seat: say(f"seat-{seat}", locale) for seat in range(engine.seats)}
    yield format_end_reason(engine, places, locale)
    if engine.result.reason in UNRATED_REASONS:
        return
    for rank, seat, score in list_ranking(engine):
        yield say("rank", locale, rank=rank, who=places[seat], score=score)


def format_end_reason(engine: Match, seat_names: Mapping[Seat, str], locale: str) -> str:
    """Return the reason why a match ended, with the players who resigned, timed out or asked to cancel it."""
    assert engine.result
    reason = engine.result.reason
    # After a resignation or timeout, everybody else is ranked first.
    seats = [seat for seat, rank in enumerate(engine.result.ranks) if rank > 1]
    if reason == "cancelled":
        seats = sorted(engine.cancel_agreed_by)
    elif engine.no_show_seats:
        reason, seats = "no-show", sorted(engine.no_show_seats)
    who = engine.game.say.format_list([seat_names[seat] for seat in seats], locale)
    return engine.game.say(f"reason-{reason}", locale, who=who)


def format_win_reason(engine: Match, seat_names: Mapping[Seat, str], locale: str) -> str:
    """Return why the sole winner won a match that the rules of its game did not decide, without a period."""
    if len(engine.staying_seats) == 1:
        return say("over-alone", locale)
    if engine.result and engine.result.reason == "time":
        return say("over-time", locale)
    return format_end_reason(engine, seat_names, locale).rstrip(".")


def list_ranking(engine: Match) -> list[tuple[int, Seat, int]]:
    """Return the rank, seat and score of every seat, starting with the best rank."""
    assert engine.result
    return sorted(
        zip(engine.result.ranks, range(engine.seats), engine.result.scores, strict=True), key=lambda row: row[:2]
    )


def format_game_and_options(
    game: Game[Any, Any, Any], options: Options, locale: str, *, before_match: bool = False
) -> Iterator[str]:
    """Yield the name of the game, then each option that differs from the default, except a preset start.

    With `before_match`, also yield the options that decide how the match opens, even if they have their default values.
    If the start is preset, these options are left out.
    """
    yield game.say("name", locale)
    changes = options.list_opening_changes() if before_match else options.list_public_changes()
    for name, value in changes.items():
        is_named = str(value) in list_choices(type(options).model_fields[name].annotation)
        yield (
            game.say(f"agreed-{name}-{value}", locale) if is_named else game.say(f"agreed-{name}", locale, value=value)
        )


def format_preset_start(game: Game[Any, Any, Any], options: Options, locale: str) -> Iterator[str]:
    """Yield a line about the parts of a match's start that were preset instead of left to the dice, if any.

    Players must know about them before they join.
    """
    if presets := options.list_presets():
        labels = [game.say(f"option-{name}", locale) for name in presets]
        yield say("laid-by-hand", locale, what=say.format_list(labels, locale))


def format_message_link(server_id: int | None, location: tuple[int, int]) -> str:
    """Return a link to a message. `location` is its channel ID and message ID."""
    channel_id, message_id = location
    return f"https://discord.com/channels/{server_id}/{channel_id}/{message_id}"


def format_short_seal(match: MatchState) -> str:
    """Format the start of a match's seal (a hash that proves its dice) for the card. “Fair play” shows all of it."""
    return f"🎲 `{encode_hash(match.public_seal)[:SHORT_SEAL_LENGTH]}`"


def format_player_seeds(match: MatchState, locale: str) -> Iterator[str]:
    """Yield a line about the players who added seeds for the dice. The seeds themselves are private."""
    who = [format_mention(player.person_id, locale) for player in match.joined_players if player.player_seed_hash]
    if who:
        yield say("offer-shaken", locale, who=say.format_list(who, locale))


def format_commitment(match: RunningMatch, seat: Seat, locale: str) -> str:
    """Format the hash that later proves that a player did not change their sealed move.

    Returns "" if there is no sealed move.
    """
    line = match.find_sealed_move(seat)
    if not line or not line.commitment:
        return ""
    if match.choice_counts[seat] == 1:
        # Show the seal of a first choice. From the commitment, the player could find out if others changed their moves.
        return say("proof-your-seal", locale, seal=encode_hash(match.first_choice_seals[seat]))
    return say("proof-your-receipt", locale, receipt=line.commitment)
