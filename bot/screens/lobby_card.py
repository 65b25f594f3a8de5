"""The lobby card, which shows who is waiting for an opponent, running matches and the latest results of a server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n import say
from bot.matches.model import FinishedMatch, RunningMatch
from bot.screens.channel_line import format_match_link, format_players, format_result_line, format_running_score
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_practice_button
from bot.screens.phrases import format_mention, format_relative_time
from bot.screens.scene import Button, ButtonMenu, Scene, Section
from games import GAMES, find_game
from storage import MatchHeader, QuickMatch

QUICK_MATCH_SEATS: Final = 2
WAITING_PEOPLE_MAX: Final = 5
"""The maximum number of waiting people that the card shows."""


@dataclass(frozen=True, slots=True)
class LobbyContent:
    """The data on a server's lobby card: people who wait, running matches, latest results and the leader."""

    waiting: tuple[QuickMatch, ...]
    """The people who wait for an opponent, at most one per game."""
    live_matches: tuple[tuple[MatchHeader, RunningMatch], ...]
    """The running matches to show, each with its header."""
    results: tuple[FinishedMatch, ...]
    leader_id: int | None
    """The player who is first on the ladder among those who have played this week."""
    has_daily: bool
    """Whether the server has a daily duel."""


def render_lobby(lobby: LobbyContent, locale: str) -> Scene:
    lines = [*_format_matches(lobby, locale)]
    if not lobby.waiting and not lines:
        lines.append(say("lobby-quiet", locale))
    return Scene(
        above=(f"### {say('lobby-title', locale)}", *lines),
        sections=tuple(_render_waiting_person(each, locale) for each in lobby.waiting[:WAITING_PEOPLE_MAX]),
        rows=(
            (
                Button(say("button-quick-match", locale), str(CustomId(Action.QUICK_MATCH)), "main"),
                Button(say("button-open-table", locale), str(CustomId(Action.OPEN_TABLE))),
                Button(say("button-play-bot", locale), str(CustomId(Action.SHOW_GAME))),
                *([Button(say("button-daily", locale), str(CustomId(Action.SHOW_DAILY)))] if lobby.has_daily else []),
            ),
        ),
    )


def _format_matches(lobby: LobbyContent, locale: str) -> Iterator[str]:
    if lobby.live_matches:
        yield f"**{say('lobby-live', locale)}**"
        for header, match in lobby.live_matches:
            score = format_running_score(match)
            game = format_match_link(header, match.game.say("name", locale))
            parts = [format_players(match, locale), game, f"**{score}**" if score else ""]
            yield " · ".join(filter(None, parts))
    if lobby.results:
        yield f"**{say('lobby-results', locale)}**"
        yield from (format_result_line(match, locale) for match in lobby.results)
    if lobby.leader_id is not None:
        yield say("lobby-leader", locale, who=format_mention(lobby.leader_id, locale))


def _render_waiting_person(waiting: QuickMatch, locale: str) -> Section:
    who, game = format_mention(waiting.person_id, locale), find_game(waiting.game).say("name", locale)
    join_id = CustomId(Action.JOIN_QUICK_MATCH, argument=waiting.game)
    return Section(
        say("lobby-waits", locale, who=who, game=game), Button(say("button-sit-open", locale), str(join_id), "good")
    )


def render_waiting(waiting: QuickMatch, others: Sequence[QuickMatch], until_ms: int, locale: str) -> Scene:
    """Render the private screen of a person who waits in the lobby, with the people who wait for other games."""
    game = find_game(waiting.game)
    other_games = tuple(
        Button(other.say("name", locale), str(CustomId(Action.QUICK_MATCH, argument=other.KEY)))
        for other in GAMES.values()
        if QUICK_MATCH_SEATS in other.SEATS and other is not game
    )
    offers_bot = waiting.state == "bot_offered"
    play_bot = build_practice_button(game.KEY, say("button-play-bot-meanwhile", locale), "main")
    stop = Button(say("button-stop-waiting", locale), str(CustomId(Action.LEAVE_QUICK_MATCH)))
    menu = ButtonMenu(say("lobby-other-game", locale), str(CustomId(Action.SELECT_FROM_MENU)), other_games)
    return Scene(
        above=(say("lobby-waiting", locale, game=game.say("name", locale), until=format_relative_time(until_ms)),),
        sections=tuple(_render_waiting_person(it, locale) for it in others),
        rows=((play_bot, stop) if offers_bot else (stop,), *([menu] if other_games else [])),
        accent_color=game.ACCENT_COLOR,
    )


def render_waiting_stopped(locale: str) -> Scene:
    return Scene(above=(say("lobby-left", locale),))


def render_waiting_lapsed(waiting: QuickMatch, locale: str) -> Scene:
    """Render the private note that nobody has joined in time, with buttons to play the AI or to wait again."""
    game = find_game(waiting.game)
    buttons = (
        build_practice_button(game.KEY, say("button-play-bot", locale), "main"),
        Button(say("button-wait-again", locale), str(CustomId(Action.QUICK_MATCH, argument=game.KEY))),
    )
    line = say("lobby-lapsed", locale, game=game.say("name", locale))
    return Scene(above=(line,), rows=(buttons,), accent_color=game.ACCENT_COLOR)
