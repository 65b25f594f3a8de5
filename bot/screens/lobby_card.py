"""The lobby card, which shows who is waiting for an opponent, running matches and the latest results of a server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.i18n import say
from bot.matches.model import FinishedMatch, RunningMatch
from bot.screens.channel_line import (
    SCORE_SEPARATOR,
    format_message_link,
    format_result_line,
    format_running_score,
)
from bot.screens.custom_ids import Action, CustomId
from bot.screens.phrases import format_mention, format_relative_time
from bot.screens.scene import Button, Scene, Section
from games import find_game
from storage import MatchHeader, QuickMatch

JOIN_ARGUMENT = "join"


@dataclass(frozen=True, slots=True)
class LobbyContent:
    """What the lobby of a server shows."""

    waiting: QuickMatch | None
    live_matches: tuple[tuple[MatchHeader, RunningMatch], ...]
    """The running matches to show, each with its header."""
    results: tuple[FinishedMatch, ...]
    leader_id: int | None
    """The player who is first on the leaderboard among those who have played this week."""


def render_lobby(lobby: LobbyContent, locale: str) -> Scene:
    waiting = lobby.waiting
    lines = [*_format_matches(lobby, locale)]
    if waiting is None and not lines:
        lines.append(say("lobby-quiet", locale))
    return Scene(
        above=(f"### {say('lobby-title', locale)}", *lines),
        sections=(_render_waiting_person(waiting, locale),) if waiting else (),
        rows=(
            (
                Button(say("button-quick-match", locale), str(CustomId(Action.QUICK_MATCH)), "main"),
                Button(say("button-open-table", locale), str(CustomId(Action.OPEN_TABLE))),
                Button(say("button-play-bot", locale), str(CustomId(Action.SHOW_GAME))),
            ),
        ),
    )


def _format_matches(lobby: LobbyContent, locale: str) -> Iterator[str]:
    if lobby.live_matches:
        yield f"**{say('lobby-live', locale)}**"
        for header, match in lobby.live_matches:
            players = f" {SCORE_SEPARATOR} ".join(format_mention(person_id, locale) for person_id in match.player_ids)
            score = format_running_score(match)
            game = _link_to_match(header, match.game.say("name", locale))
            parts = [players, game, f"**{score}**" if score else ""]
            yield " · ".join(filter(None, parts))
    if lobby.results:
        yield f"**{say('lobby-results', locale)}**"
        yield from (format_result_line(match, locale) for match in lobby.results)
    if lobby.leader_id is not None:
        yield say("lobby-leader", locale, who=format_mention(lobby.leader_id, locale))


def _link_to_match(header: MatchHeader, game: str) -> str:
    """Return the name of the game as a link to the card, or followed by the thread of the match."""
    if header.is_in_thread:
        return f"{game} <#{header.channel_id}>"
    if header.card_message_id is None:
        return game
    return f"[{game}]({format_message_link(header.server_id, (header.channel_id, header.card_message_id))})"


def _render_waiting_person(waiting: QuickMatch, locale: str) -> Section:
    who, game = format_mention(waiting.person_id, locale), find_game(waiting.game).say("name", locale)
    join = Button(say("button-sit-open", locale), str(CustomId(Action.QUICK_MATCH, argument=JOIN_ARGUMENT)), "good")
    return Section(say("lobby-waits", locale, who=who, game=game), join)


def render_waiting(waiting: QuickMatch, until_ms: int, locale: str) -> Scene:
    """Tell a person in private that they wait in the lobby, and offer them to play the bot meanwhile."""
    game = find_game(waiting.game)
    buttons = (
        Button(say("button-play-bot", locale), str(CustomId(Action.SHOW_GAME, argument=game.KEY))),
        Button(say("button-stop-waiting", locale), str(CustomId(Action.LEAVE_QUICK_MATCH))),
    )
    line = say("lobby-waiting", locale, game=game.say("name", locale), until=format_relative_time(until_ms))
    return Scene(above=(line,), rows=(buttons,), accent_color=game.ACCENT_COLOR)


def render_waiting_stopped(locale: str) -> Scene:
    return Scene(above=(say("lobby-left", locale),))
