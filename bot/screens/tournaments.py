"""The screens of tournaments: the public card, the messages in the thread, the standings, and private answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n import say
from bot.messenger import ServerEvent
from bot.screens.charts.tournament_picture import (
    BRACKET_COLUMNS,
    MAX_CELLS,
    BracketBox,
    StandingsRow,
    draw_bracket,
    draw_standings,
)
from bot.screens.custom_ids import CONFIRMED_ARGUMENT, Action, CustomId
from bot.screens.match_labels import LABEL_MAX_LENGTH
from bot.screens.phrases import (
    MEDAL_EMOJI,
    SCORE_SEPARATOR,
    escape_markdown,
    format_duration,
    format_mention,
    format_relative_time,
    shorten_text,
)
from bot.screens.scene import Button, Row, Scene, SceneImage, Tone
from bot.tournaments import progress
from bot.tournaments.arena import is_idle
from bot.tournaments.knockout import find_knockout_winner
from bot.tournaments.loaded import LoadedTournament
from bot.tournaments.model import FixtureKind, Format, Outcome, list_active_numbers
from bot.tournaments.pairing import Pairing, group_pairings
from bot.tournaments.progress import LIVE_NO_SHOW_MS
from bot.tournaments.rules import TournamentRules
from bot.tournaments.standings import Standing, Tiebreak, list_standings
from bot.wall_clock import MINUTE_MS
from games import GAMES
from games.chain import SHORT_SEAL_LENGTH, encode_hash
from storage import StoredFixture, TournamentHeader

CARD_ROWS: Final = 10
"""The number of places that the picture of a card and its alt text show."""
MAX_LISTED_PLAYERS: Final = 20
MAX_LISTED_PAIRINGS: Final = 12
PAGE_SIZE: Final = 16
MIN_STREAK: Final = 3
"""The shortest streak of wins that is worth mentioning."""
PROOF_ARGUMENT: Final = "proof"
EXPECTED_ROUNDS: Final = 4
EXPECTED_ROUND_MS: Final = 20 * MINUTE_MS
"""How long a live round is expected to take. The end of the scheduled Discord event is estimated from it."""


@dataclass(frozen=True, slots=True)
class PodiumFacts:
    """The highlights of a finished tournament: the closest match, the biggest upset, and the longest streak of wins."""

    match_of_the_night: StoredFixture | None
    upset: StoredFixture | None
    streak: Standing | None


# The card


def render_tournament_card(loaded: LoadedTournament, locale: str) -> Scene:
    body = {"open": _format_open, "running": _format_running, "finished": _format_podium}.get(loaded.status)
    return Scene(
        above=(f"### 🏆 {_format_tournament_name(loaded, locale)}", format_rules(loaded, locale)),
        board=None if loaded.status in {"open", "canceled"} else render_standings_image(loaded, locale),
        below=tuple(body(loaded, locale)) if body else (say("tournament-canceled", locale),),
        rows=_build_card_rows(loaded, locale),
        footer=_format_draw_seal(loaded, locale),
        accent_color=GAMES[loaded.header.game].ACCENT_COLOR,
    )


def _format_tournament_name(loaded: LoadedTournament, locale: str) -> str:
    name = loaded.header.name
    return escape_markdown(name) if name else say("tournament-unnamed", locale, number=loaded.id)


def format_rules(loaded: LoadedTournament, locale: str) -> str:
    """Return the game, the format and the clock in one line."""
    tournament, rules = loaded.header, loaded.rules
    parts = [
        GAMES[tournament.game].say("name", locale),
        say(f"tournament-format-{rules.format}", locale),
        _format_turn_time(rules, locale),
    ]
    if rules.format is Format.ARENA:
        parts.append(format_duration(rules.minutes * MINUTE_MS, locale))
    elif rules.round_count and loaded.status != "open":
        parts.append(say("tournament-rounds", locale, count=rules.round_count))
    if rules.is_mirror:
        parts.append(say("tournament-mirror", locale))
    if not rules.is_rated:
        parts.append(say("term-unrated", locale))
    return " · ".join(parts)


def _format_turn_time(rules: TournamentRules, locale: str) -> str:
    time, first = (format_duration(length_ms, locale) for length_ms in (rules.clock, LIVE_NO_SHOW_MS))
    if not rules.is_live or rules.clock == LIVE_NO_SHOW_MS:
        return say("tournament-turn", locale, time=time)
    return say("tournament-turn-live", locale, time=time, first=first)


def _format_open(loaded: LoadedTournament, locale: str) -> Iterator[str]:
    tournament = loaded.header
    host = format_mention(tournament.host_id, locale)
    about = say(f"tournament-about-{loaded.rules.format}", locale)
    yield f"{about} {say('tournament-about-mirror', locale)}" if loaded.rules.is_mirror else about
    yield (
        say("tournament-starts", locale, when=format_relative_time(tournament.starts_ms))
        if tournament.starts_ms
        else say("tournament-waits", locale, host=host)
    )
    names = [format_mention(entrant.person_id, locale) for entrant in loaded.stored.entrants]
    listed, more = names[:MAX_LISTED_PLAYERS], len(names) - MAX_LISTED_PLAYERS
    yield say("tournament-entered", locale, count=len(names), who=", ".join(listed), more=max(0, more))


def _format_running(loaded: LoadedTournament, locale: str) -> Iterator[str]:
    if loaded.rules.format is Format.ARENA:
        yield say("tournament-ends", locale, when=format_relative_time(loaded.terms.ends_ms))
        open_fixtures = [each for each in loaded.stored.fixtures if each.outcome is None]
        yield from _list_limited([_format_fixture(loaded, each, locale) for each in open_fixtures], locale)
        return
    number = progress.get_round(loaded.fixtures)
    fixtures = [each for each in loaded.stored.fixtures if each.round == number]
    open_count = sum(fixture.outcome is None for fixture in fixtures)
    count = progress.count_rounds(loaded.terms, loaded.entrants, loaded.fixtures)
    yield say("tournament-round", locale, round=number, rounds=count, open=open_count)
    if loaded.rules.round_time_ms and fixtures:
        due = format_relative_time(fixtures[0].created_ms + loaded.rules.round_time_ms)
        yield say("tournament-round-due", locale, when=due)
    yield from _list_limited([_format_fixture(loaded, each, locale) for each in fixtures], locale)


def _list_limited(lines: Sequence[str], locale: str) -> Iterator[str]:
    yield from lines[:MAX_LISTED_PAIRINGS]
    if len(lines) > MAX_LISTED_PAIRINGS:
        yield say("list-more", locale, count=len(lines) - MAX_LISTED_PAIRINGS)


def _format_fixture(loaded: LoadedTournament, fixture: StoredFixture, locale: str) -> str:
    first = format_mention(loaded.person_ids[fixture.first], locale)
    if fixture.second is None:
        return f"• {say('tournament-bye', locale, who=first)}"
    second = format_mention(loaded.person_ids[fixture.second], locale)
    if fixture.outcome is None:
        return f"• {first} – {second}"
    match Outcome(fixture.outcome):
        case Outcome.BOTH_ABSENT:
            return f"• {say('tournament-both-absent', locale, first=first, second=second)}"
        case Outcome.FIRST_ABSENT:
            return f"• {say('tournament-absent', locale, winner=second, loser=first)}"
        case Outcome.SECOND_ABSENT:
            return f"• {say('tournament-absent', locale, winner=first, loser=second)}"
    first_points, second_points = fixture.first_points, fixture.second_points
    is_signs = fixture.kind == FixtureKind.SIGNS
    if fixture.outcome == Outcome.DRAWN:
        if is_signs:
            return f"• {first} {say('tournament-signs', locale)} {second}"
        # Players can agree on a draw while one of them has more points.
        score = _format_score(loaded, first_points, second_points) if _agrees_with_points(fixture) else "½–½"
        return f"• {first} {score} {second}"
    # The winner comes first, because mentions do not look bold on Discord.
    winner, loser, points, other_points = first, second, first_points, second_points
    if fixture.outcome == Outcome.SECOND_WON:
        winner, loser, points, other_points = loser, winner, other_points, points
    if is_signs:
        return f"• **{winner}** {say('tournament-signs', locale)} {loser}"
    if not _agrees_with_points(fixture):
        return f"• {say('tournament-beats', locale, winner=winner, loser=loser)}"
    return f"• **{winner}** {_format_score(loaded, points, other_points)} {loser}"


def _format_score(loaded: LoadedTournament, *points: int) -> str:
    game = GAMES[loaded.header.game]
    return SCORE_SEPARATOR.join(game.format_scores([score]) for score in points)


def _format_podium(loaded: LoadedTournament, locale: str) -> Iterator[str]:
    standings = list_standings(loaded.terms, loaded.entrants, loaded.fixtures)
    yield _format_medals(loaded, standings, locale)
    facts = find_podium_facts(loaded, standings)
    for key, fixture in (("night", facts.match_of_the_night), ("upset", facts.upset)):
        if fixture:
            line = _format_fixture(loaded, fixture, locale).removeprefix("• ")
            yield say(f"tournament-{key}", locale, line=line, match=fixture.match_id or 0)
    if facts.streak:
        who = format_mention(loaded.person_ids[facts.streak.number], locale)
        yield say("tournament-streak", locale, who=who, count=facts.streak.longest_streak)


def _format_medals(loaded: LoadedTournament, standings: Sequence[Standing], locale: str) -> str:
    return " · ".join(
        f"{MEDAL_EMOJI[standing.place]} {format_mention(loaded.person_ids[standing.number], locale)}"
        for standing in standings
        if standing.place in MEDAL_EMOJI
    )


def _agrees_with_points(fixture: StoredFixture) -> bool:
    """Return whether the outcome follows from the points: the winner has more of them, or a draw has equal points.

    Otherwise, a player resigned, ran out of time or agreed to a draw, and the points would be misleading.
    """
    lead = fixture.first_points - fixture.second_points
    leads = {Outcome.FIRST_WON: lead > 0, Outcome.SECOND_WON: lead < 0, Outcome.DRAWN: lead == 0}
    return leads.get(Outcome(fixture.outcome), False) if fixture.outcome else False


def find_podium_facts(loaded: LoadedTournament, standings: Sequence[Standing]) -> PodiumFacts:
    ratings = {entrant.number: entrant.rating for entrant in loaded.stored.entrants}
    played = [
        each
        for each in loaded.stored.fixtures
        if each.second is not None and each.kind != FixtureKind.SIGNS and _agrees_with_points(each)
    ]

    def rate_closeness(fixture: StoredFixture) -> tuple[int, float]:
        return -abs(fixture.first_points - fixture.second_points), ratings[fixture.first] + ratings[fixture.second or 0]

    def measure_upset(fixture: StoredFixture) -> float:
        gap = ratings[fixture.second or 0] - ratings[fixture.first]
        return gap if fixture.outcome == Outcome.FIRST_WON else -gap

    decided = [each for each in played if each.outcome != Outcome.DRAWN]
    upset = max(decided, key=measure_upset, default=None)
    streak = max(standings, key=lambda each: each.longest_streak, default=None)
    return PodiumFacts(
        max(played, key=rate_closeness, default=None),
        upset if upset and measure_upset(upset) > 0 else None,
        streak if streak and streak.longest_streak >= MIN_STREAK else None,
    )


def _build_card_rows(loaded: LoadedTournament, locale: str) -> tuple[Row, ...]:
    def build(action: Action, key: str) -> Button:
        main_action = Action.ENTER_TOURNAMENT if loaded.status == "open" else Action.OPEN_TOURNAMENT_MATCH
        tone: Tone = "main" if action == main_action else "plain"
        return Button(say(f"button-tournament-{key}", locale), str(CustomId(action, loaded.id)), tone)

    enter, leave = build(Action.ENTER_TOURNAMENT, "enter"), build(Action.LEAVE_TOURNAMENT, "leave")
    match loaded.status:
        case "open":
            return ((enter, leave, build(Action.START_TOURNAMENT, "start")),)
        case "running":
            standings = build(Action.SHOW_STANDINGS, "standings")
            can_join = progress.can_join(loaded.terms, loaded.fixtures, loaded.header.started_ms or 0)
            play = build(Action.OPEN_TOURNAMENT_MATCH, "play")
            return ((play, *([enter] if can_join else []), leave, standings),)
        case "finished":
            return ((build(Action.SHOW_STANDINGS, "standings"),),)
    return ()


def build_standings_button(tournament_id: int, locale: str) -> Button:
    return Button(say("button-tournament-standings", locale), build_standings_custom_id(tournament_id))


def build_standings_custom_id(tournament_id: int) -> str:
    """Return the custom ID of the button that opens the standings.

    Only one message in a tournament's thread has this button, so it identifies the message with the podium.
    """
    return str(CustomId(Action.SHOW_STANDINGS, tournament_id))


def _build_play_button(loaded: LoadedTournament, locale: str) -> Button:
    return Button(say("button-tournament-play", locale), str(CustomId(Action.OPEN_TOURNAMENT_MATCH, loaded.id)), "main")


def _format_draw_seal(loaded: LoadedTournament, locale: str) -> str:
    """Return a line with the start of the hash of the tournament's seed. “Fair play” shows the complete hash."""
    seal = f"`{encode_hash(loaded.seed_hash)[:SHORT_SEAL_LENGTH]}`"
    return f"🎲 {say('tournament-seal', locale, seal=seal)}"


def render_draw_proof(loaded: LoadedTournament, locale: str) -> Scene:
    """Render the hash of the seed that decides all drawing of lots. After the tournament, also show the seed itself."""
    lines = [say("tournament-proof", locale), say("tournament-seal", locale, seal=f"`{encode_hash(loaded.seed_hash)}`")]
    if loaded.is_over:
        lines.append(say("tournament-seed", locale, seed=f"`{loaded.header.seed}`"))
    back = Button(say("button-back", locale), str(CustomId(Action.SHOW_STANDINGS, loaded.id)))
    return _render_note(loaded, "\n".join(lines), locale, (back,))


# Standings


def render_standings_image(loaded: LoadedTournament, locale: str) -> SceneImage:
    """Render the bracket of a knockout's last rounds, or the first places of the standings."""
    standings = list_standings(loaded.terms, loaded.entrants, loaded.fixtures)
    first_lines = (f"{each.place}. {_format_player_points(loaded, each, locale)}" for each in standings[:CARD_ROWS])
    alt = say("tournament-alt", locale, lines=" · ".join(first_lines))
    person_ids = [loaded.person_ids[standing.number] for standing in standings]
    names = tuple(say("somebody", locale) if person_id < 0 else person_id for person_id in person_ids)
    name_indexes = {standing.number: index for index, standing in enumerate(standings)}
    columns = _list_bracket_columns(loaded, name_indexes) if loaded.rules.format is Format.KNOCKOUT else []
    if columns:
        return SceneImage(draw_bracket(columns), alt, names)
    active = list_active_numbers(loaded.entrants, loaded.fixtures)
    pairings = group_pairings(loaded.terms, loaded.fixtures)
    rows = [
        StandingsRow(
            standing.place,
            name_indexes[standing.number],
            format_points(standing.points),
            tuple(_list_cells(loaded, standing.number, pairings, standings)),
            standing.number not in active,
        )
        for standing in standings[:CARD_ROWS]
    ]
    return SceneImage(draw_standings(rows), alt, names)


def format_points(points: float) -> str:
    """Format tournament points, with a half as a fraction.

    >>> format_points(2.5)
    '2½'
    """
    whole, half = int(points), points % 1
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def _list_cells(
    loaded: LoadedTournament, number: int, pairings: Sequence[Pairing], standings: Sequence[Standing]
) -> Iterator[str]:
    """Yield the cells of a player's row in the standings: results by opponent in a round robin, otherwise by round."""
    own = [pairing for pairing in pairings if number in pairing.players]
    if loaded.rules.format is Format.ROUND_ROBIN and len(standings) <= MAX_CELLS:
        by_opponent = {pairing.find_opponent(number): pairing for pairing in own}
        for standing in standings:
            pairing = by_opponent.get(standing.number)
            yield "×" if standing.number == number else _format_cell(pairing, number) if pairing else ""
        return
    for pairing in own:
        yield _format_cell(pairing, number)


def _format_cell(pairing: Pairing, number: int) -> str:
    if pairing.outcome is None:
        return "·"
    if pairing.second is None:
        return "–"
    return {1.0: "1", 0.5: "½"}.get(pairing.get_score(number), "0")


def _list_bracket_columns(loaded: LoadedTournament, name_indexes: dict[int, int]) -> list[list[BracketBox]]:
    """Return a column of pairings for each of a knockout's last rounds, or [] while earlier rounds are played."""
    round_count = progress.count_rounds(loaded.terms, loaded.entrants, loaded.fixtures)
    first_round = max(1, round_count - BRACKET_COLUMNS + 1)
    if progress.get_round(loaded.fixtures) < first_round:
        return []
    pairings = group_pairings(loaded.terms, loaded.fixtures)
    columns = []
    for number in range(first_round, round_count + 1):
        boxes = [_build_box(loaded, each, name_indexes) for each in pairings if each.round == number]
        missing = 2 ** (round_count - number) - len(boxes)
        columns.append([*boxes, *[BracketBox((None, None))] * missing])
    return columns


def _build_box(loaded: LoadedTournament, pairing: Pairing, name_indexes: dict[int, int]) -> BracketBox:
    winner = find_knockout_winner(pairing, loaded.entrants)
    players = (pairing.first, pairing.second)
    return BracketBox(
        (name_indexes[pairing.first], None if pairing.second is None else name_indexes[pairing.second]),
        None if winner is None else players.index(winner),
    )


def _format_player_points(loaded: LoadedTournament, standing: Standing, locale: str) -> str:
    who = format_mention(loaded.person_ids[standing.number], locale)
    return f"{who} {format_points(standing.points)}"


def render_standings(loaded: LoadedTournament, start: int, person_id: int, locale: str) -> Scene:
    """Render a page of the standings. Where a tiebreak decided between equal points, the line names it."""
    standings = list_standings(loaded.terms, loaded.entrants, loaded.fixtures)
    page = standings[start : start + PAGE_SIZE]
    own_number = next((each.number for each in loaded.stored.entrants if each.person_id == person_id), None)
    is_running_arena = loaded.rules.format is Format.ARENA and loaded.status == "running"
    lines = []
    for standing in page:
        line = f"{_format_player_points(loaded, standing, locale)} ({standing.wins}/{standing.draws}/{standing.losses})"
        if standing.decided_by:
            line += f" · {_format_tiebreak(standing, standing.decided_by, locale)}"
        if is_running_arena and standing.has_double_points:
            line += " 🔥"
        # Discord would renumber lines that begin with a plain number, and so change equal places.
        is_own = standing.number == own_number
        lines.append(f"**{standing.place}. {line}**" if is_own else f"**{standing.place}.** {line}")
    previous_id = CustomId(Action.SHOW_STANDINGS, loaded.id, argument=str(max(0, start - PAGE_SIZE)))
    next_id = CustomId(Action.SHOW_STANDINGS, loaded.id, 1, argument=str(start + PAGE_SIZE))
    proof_id = CustomId(Action.SHOW_STANDINGS, loaded.id, argument=PROOF_ARGUMENT)
    proof = Button(say("button-verify", locale), str(proof_id))
    paging = (
        Button(say("button-before", locale), str(previous_id), disabled=not start),
        Button(say("button-next", locale), str(next_id), disabled=start + PAGE_SIZE >= len(standings)),
    )
    return Scene(
        above=(f"### 🏆 {_format_tournament_name(loaded, locale)}", format_rules(loaded, locale)),
        below=(*lines, say("tournament-legend-arena" if is_running_arena else "tournament-legend", locale)),
        rows=((*(paging if len(standings) > PAGE_SIZE else ()), proof),),
        accent_color=GAMES[loaded.header.game].ACCENT_COLOR,
    )


def _format_tiebreak(standing: Standing, rule: Tiebreak, locale: str) -> str:
    value = standing.tiebreak_values.get(rule, 0)
    return say(f"tournament-tie-{rule.replace('_', '-')}", locale, value=format_points(value))


def format_choice(tournament: TournamentHeader, locale: str) -> str:
    """Return the label of a tournament in the suggestions for a command's option: its name and its game."""
    label = f"{format_plain_name(tournament, locale)} · {GAMES[tournament.game].say('name', locale)}"
    return shorten_text(label, LABEL_MAX_LENGTH)


def format_plain_name(tournament: TournamentHeader, locale: str) -> str:
    """Return a tournament's name without escapes, for places without Markdown, such as the name of a thread."""
    return tournament.name or say("tournament-unnamed", locale, number=tournament.id)


def build_event(loaded: LoadedTournament, locale: str) -> ServerEvent:
    """Build the Discord event that announces a tournament on the server. Its end is estimated from the rules."""
    tournament, rules = loaded.header, loaded.rules
    starts_ms = tournament.starts_ms or tournament.opened_ms
    if rules.format is Format.ARENA:
        length_ms = rules.minutes * MINUTE_MS
    else:
        length_ms = (rules.round_count or EXPECTED_ROUNDS) * (rules.round_time_ms or EXPECTED_ROUND_MS)
    return ServerEvent(
        format_plain_name(tournament, locale),
        format_rules(loaded, locale),
        f"https://discord.com/channels/{tournament.server_id}/{tournament.channel_id}",
        starts_ms,
        starts_ms + length_ms,
    )


# Private answers


def render_opened(loaded: LoadedTournament, locale: str) -> Scene:
    return _render_note(loaded, say("tournament-opened", locale), locale)


def render_canceled(loaded: LoadedTournament, locale: str) -> Scene:
    return _render_note(loaded, say("tournament-canceled", locale), locale)


def render_entered(loaded: LoadedTournament, locale: str) -> Scene:
    key = "tournament-in-running" if loaded.status == "running" else "tournament-in"
    return _render_note(loaded, say(key, locale, count=len(loaded.entrants)), locale)


def render_left(loaded: LoadedTournament, locale: str) -> Scene:
    key = "tournament-out-running" if loaded.status == "running" else "tournament-out"
    return _render_note(loaded, say(key, locale), locale)


def render_leave_question(loaded: LoadedTournament, locale: str) -> Scene:
    yes = CustomId(Action.LEAVE_TOURNAMENT, loaded.id, argument=CONFIRMED_ARGUMENT)
    button = Button(say("button-tournament-leave", locale), str(yes), "bad")
    return _render_note(loaded, say("tournament-leave-question", locale), locale, (button,))


def render_cancel_question(loaded: LoadedTournament, locale: str) -> Scene:
    yes = CustomId(Action.CANCEL_TOURNAMENT, loaded.id, argument=CONFIRMED_ARGUMENT)
    button = Button(say("button-tournament-cancel", locale), str(yes), "bad")
    return _render_note(loaded, say("tournament-cancel-question", locale), locale, (button,))


def render_waiting(loaded: LoadedTournament, person_id: int, now_ms: int, locale: str) -> Scene:
    """Render the answer to a person who asked for their next match but has none now, with the reason."""
    entrant = loaded.find_entrant(person_id)
    again = _build_play_button(loaded, locale)
    if loaded.status == "open":
        return _render_note(loaded, say("tournament-not-started", locale), locale)
    if entrant is None:
        return _render_note(loaded, say("tournament-watching", locale), locale)
    standings = build_standings_button(loaded.id, locale)
    if entrant.status == "withdrawn" or entrant.number not in list_active_numbers(loaded.entrants, loaded.fixtures):
        return _render_note(loaded, say("tournament-withdrawn", locale), locale, (standings,))
    if loaded.is_out(person_id, now_ms):
        return _render_note(loaded, say("tournament-over-for-you", locale), locale, (standings,))
    if loaded.rules.format is not Format.ARENA:
        return _render_note(loaded, say("tournament-next-round", locale), locale, (again,))
    here = Button(say("button-tournament-here", locale), str(CustomId(Action.ENTER_TOURNAMENT, loaded.id)), "main")
    pause = Button(say("button-tournament-pause", locale), str(CustomId(Action.PAUSE_TOURNAMENT, loaded.id)))
    (own,) = [each for each in loaded.entrants if each.number == entrant.number]
    if is_idle(own, now_ms):
        return _render_note(loaded, say("tournament-paused", locale), locale, (here,))
    return _render_note(loaded, say("tournament-pairing-soon", locale), locale, (again, pause))


def _render_note(loaded: LoadedTournament, text: str, locale: str, buttons: tuple[Button, ...] = ()) -> Scene:
    return Scene(
        above=(f"### 🏆 {_format_tournament_name(loaded, locale)}", text),
        rows=(buttons,) if buttons else (),
        accent_color=GAMES[loaded.header.game].ACCENT_COLOR,
    )


def render_results(
    loaded: LoadedTournament, fixtures: Sequence[StoredFixture], called_ids: Sequence[int], locale: str
) -> Scene:
    """Render the thread's message about matches that just ended, which pings `called_ids` to play their next match."""
    lines = [_format_fixture(loaded, each, locale) for each in fixtures]
    if called_ids:
        who = " ".join(format_mention(person_id, locale) for person_id in called_ids)
        lines.append(say("tournament-your-turn", locale, who=who))
    return Scene(
        above=tuple(lines),
        rows=((_build_play_button(loaded, locale),),) if called_ids else (),
        pinged_ids=frozenset(called_ids),
    )


def render_podium(loaded: LoadedTournament, locale: str) -> Scene:
    """Render the last message in the tournament's thread, with the medals and a button for the standings."""
    standings = list_standings(loaded.terms, loaded.entrants, loaded.fixtures)
    return Scene(
        above=(f"### 🏁 {_format_tournament_name(loaded, locale)}", _format_medals(loaded, standings, locale)),
        rows=((build_standings_button(loaded.id, locale),),),
        accent_color=GAMES[loaded.header.game].ACCENT_COLOR,
    )


def render_round_start(loaded: LoadedTournament, round_number: int, pinged_ids: frozenset[int], locale: str) -> Scene:
    """Render the thread's message about a new round: its pairings, a ping for `pinged_ids`, and a button to play."""
    lines = [
        _format_fixture(loaded, each, locale)
        for each in loaded.stored.fixtures
        if each.round == round_number and each.number == 1
    ]
    return Scene(
        above=(f"### {say('tournament-round-begins', locale, round=round_number)}", *_list_limited(lines, locale)),
        rows=((_build_play_button(loaded, locale),),),
        pinged_ids=pinged_ids,
        accent_color=GAMES[loaded.header.game].ACCENT_COLOR,
    )
