"""Runs tournaments: opens them, lets players in and out, pairs them, creates their matches and collects the results.

Everything follows from what is stored. `advance` reads a tournament and does whatever is due, so it does not matter
which process calls it, how often, or what was interrupted before.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace
from hmac import digest
from secrets import token_hex
from typing import Any, Final

from bot.matches.deadlines import PAUSE_DELAY_MS
from bot.matches.model import FinishedMatch, MatchState, Offer, RunningMatch, StartedMatch, UnreadableMatch
from bot.matches.service import MatchService
from bot.matches.terms import DealSource, TournamentTerms
from bot.tournaments import progress
from bot.tournaments.loaded import LoadedTournament, convert_tournament
from bot.tournaments.model import MAX_ENTRANTS, MIN_ENTRANTS, Fixture, FixtureKind, Format, Outcome, judge_absence
from bot.tournaments.rules import TournamentRules, check_rules, complete_options
from bot.tournaments.swiss import suggest_round_count
from bot.wall_clock import MINUTE_MS
from games import GAMES, find_game
from games.options import validate_options
from games.refused import Refused
from storage import OFFER_PANEL, OWN_INTERACTION_IDS, NewTournament, PlayerMessage, Store, StoredFixture

MAX_LIVE_PER_SERVER: Final = 3
MAX_NAME_LENGTH: Final = 60
START_GRACE_MS: Final = 10 * MINUTE_MS
"""How long after its planned start a tournament waits for missing players before it is canceled."""


@dataclass(eq=False)
class TournamentService:
    _store: Store
    _matches: MatchService
    _load_rating: Callable[[int, str, int], Awaitable[float]]
    """Returns the rating of a person by server, game and person ID."""
    _schedule_refresh: Callable[[int], None]

    async def open_tournament(
        self,
        *,
        server_id: int,
        channel_id: int,
        host_id: int,
        name: str,
        game_key: str,
        options: Mapping[str, Any],
        rules: TournamentRules,
        starts_ms: int | None,
        interaction_id: int,
        now_ms: int,
    ) -> LoadedTournament:
        game = find_game(game_key)
        check_rules(rules, game)
        if starts_ms is not None and starts_ms <= now_ms:
            raise Refused("tournament-past")
        if len(await self._store.tournaments.list_live_on_server(server_id)) >= MAX_LIVE_PER_SERVER:
            raise Refused("tournament-many", most=MAX_LIVE_PER_SERVER)
        checked = validate_options(game.options_class, complete_options(rules, game, options))
        if checked.is_preset:
            raise Refused("tournament-preset")
        new = NewTournament(
            server_id,
            channel_id,
            host_id,
            interaction_id,
            name[:MAX_NAME_LENGTH],
            game_key,
            checked.model_dump_json(exclude_defaults=True),
            rules.model_dump_json(),
            token_hex(32),
            now_ms,
            starts_ms,
        )
        return await self.load(await self._store.tournaments.open_tournament(new))

    async def load(self, tournament_id: int) -> LoadedTournament:
        stored = await self._store.tournaments.load(tournament_id)
        if stored is None:
            raise Refused("no-tournament")
        return convert_tournament(stored)

    async def enter(self, tournament_id: int, person_id: int, now_ms: int) -> LoadedTournament:
        """Add a person to a tournament, or let a player who paused or withdrew continue."""
        async with self._hold_lock(tournament_id):
            loaded = await self._load_unfinished(tournament_id)
            entrant = loaded.find_entrant(person_id)
            if entrant is None or entrant.status == "withdrawn":
                if loaded.status == "running" and not progress.can_join(loaded.terms, loaded.fixtures, now_ms):
                    raise Refused("tournament-late")
                if entrant is None and len(loaded.entrants) >= MAX_ENTRANTS:
                    raise Refused("tournament-full", most=MAX_ENTRANTS)
            tournament = loaded.header
            rating = await self._load_rating(tournament.server_id, tournament.game, person_id)
            await self._store.tournaments.enter(tournament_id, person_id, rating, now_ms)
            return await self.load(tournament_id)

    async def leave(self, tournament_id: int, person_id: int, now_ms: int) -> LoadedTournament:
        """Withdraw a person. If the tournament has begun, they lose the match that they are playing."""
        async with self._hold_lock(tournament_id):
            loaded = await self._load_unfinished(tournament_id)
            entrant = loaded.find_entrant(person_id)
            if entrant is None or entrant.status == "withdrawn":
                raise Refused("tournament-not-in")
            if loaded.status == "open":
                await self._store.tournaments.remove_entrant(tournament_id, person_id)
                return await self.load(tournament_id)
            await self._store.tournaments.apply_changes(
                tournament_id, now_ms, entrants=[replace(entrant, status="withdrawn", active_ms=now_ms)]
            )
            fixture = loaded.find_open_fixture(person_id)
            if fixture and fixture.match_id:
                # The match may have ended in the meantime.
                with suppress(Refused):
                    await self._matches.quit_match(fixture.match_id, person_id, now_ms=now_ms)
                self._schedule_refresh(fixture.match_id)
        return await self.advance(tournament_id, now_ms)

    async def pause(self, tournament_id: int, person_id: int, now_ms: int) -> LoadedTournament:
        """Stop pairing a player of an arena until they enter again."""
        async with self._hold_lock(tournament_id):
            loaded = await self._load_unfinished(tournament_id)
            entrant = loaded.find_entrant(person_id)
            if entrant is None or loaded.rules.format is not Format.ARENA:
                raise Refused("tournament-not-in")
            await self._store.tournaments.apply_changes(
                tournament_id, now_ms, entrants=[replace(entrant, status="paused", active_ms=now_ms)]
            )
            return await self.load(tournament_id)

    async def start(self, tournament_id: int, now_ms: int) -> LoadedTournament:
        async with self._hold_lock(tournament_id):
            loaded = await self._load_unfinished(tournament_id)
            if loaded.status != "open":
                raise Refused("tournament-running")
            if len(loaded.entrants) < MIN_ENTRANTS:
                raise Refused("tournament-few", least=MIN_ENTRANTS, entered=len(loaded.entrants))
            await self._start(loaded, now_ms)
        return await self.advance(tournament_id, now_ms)

    async def cancel(self, tournament_id: int, now_ms: int) -> LoadedTournament:
        """End a tournament without a winner. Matches that are being played go on."""
        async with self._hold_lock(tournament_id):
            await self._load_unfinished(tournament_id)
            await self._store.tournaments.apply_changes(tournament_id, now_ms, status="canceled")
            return await self.load(tournament_id)

    async def _load_unfinished(self, tournament_id: int) -> LoadedTournament:
        loaded = await self.load(tournament_id)
        if loaded.is_over:
            raise Refused("tournament-over")
        return loaded

    def _hold_lock(self, tournament_id: int) -> AbstractAsyncContextManager[None]:
        return self._store.hold_lock(f"tournament {tournament_id}")

    # Advancing

    async def advance(self, tournament_id: int, now_ms: int) -> LoadedTournament:
        """Do everything that is due in a tournament, and return its new state. Repeated calls are safe."""
        async with self._hold_lock(tournament_id):
            loaded = await self.load(tournament_id)
            if loaded.status == "open":
                await self._start_if_due(loaded, now_ms)
            while (loaded := await self.load(tournament_id)).status == "running":
                if not await self._take_one_step(loaded, now_ms):
                    break
            return loaded

    async def _start_if_due(self, loaded: LoadedTournament, now_ms: int) -> None:
        starts_ms = loaded.header.starts_ms
        if starts_ms is None or now_ms < starts_ms:
            return
        if len(loaded.entrants) >= MIN_ENTRANTS:
            await self._start(loaded, now_ms)
        elif now_ms >= starts_ms + START_GRACE_MS:
            await self._store.tournaments.apply_changes(loaded.id, now_ms, status="canceled")

    async def _start(self, loaded: LoadedTournament, now_ms: int) -> None:
        count = len(loaded.entrants)
        format_ = progress.choose_format(loaded.rules.format, count)
        round_count = (loaded.rules.round_count or suggest_round_count(count)) if format_ is Format.SWISS else None
        rules = loaded.rules.model_copy(update={"format": format_, "round_count": round_count})
        await self._store.tournaments.apply_changes(loaded.id, now_ms, status="running", rules=rules.model_dump_json())

    async def _take_one_step(self, loaded: LoadedTournament, now_ms: int) -> bool:
        """Collect results, create missing matches, or pair players. Return whether anything has changed."""
        if ended := await self._collect_results(loaded, now_ms):
            await self._store.tournaments.apply_changes(loaded.id, now_ms, ended_fixtures=ended)
            return True
        if await self._create_matches(loaded, now_ms):
            return True
        # Use a thread, because pairing 64 players takes a quarter of a second.
        new = await asyncio.to_thread(
            progress.list_next_fixtures, loaded.terms, loaded.entrants, loaded.fixtures, now_ms
        )
        if new:
            await self._store.tournaments.apply_changes(
                loaded.id, now_ms, new_fixtures=[_store_fixture(each, now_ms) for each in new]
            )
            return True
        if progress.is_finished(loaded.terms, loaded.entrants, loaded.fixtures, now_ms):
            await self._store.tournaments.apply_changes(loaded.id, now_ms, status="finished")
            return True
        return False

    async def _collect_results(self, loaded: LoadedTournament, now_ms: int) -> list[StoredFixture]:
        ended: list[StoredFixture] = []
        for fixture in loaded.stored.fixtures:
            if fixture.outcome is not None or fixture.match_id is None:
                continue
            match = await self._matches.find_match(fixture.match_id)
            if isinstance(match, UnreadableMatch) and match.close_reason == "newer":
                # A newer version of the bot, which can run at the same time, collects the result.
                continue
            round_time_ms = loaded.rules.round_time_ms
            if isinstance(match, RunningMatch) and round_time_ms and now_ms >= fixture.created_ms + round_time_ms:
                match = (await self._matches.adjudicate_match(match.id, now_ms=now_ms)).match
                self._schedule_refresh(match.id)
            if match.is_over:
                results = await self._store.results.list_of_match(match.id)
                outcome = find_outcome(match)
                if isinstance(match, UnreadableMatch) and results:
                    # The match ended just before an upgrade of the bot, under rules that it cannot read anymore.
                    outcome = _compare_ranks([result.rank for result in results])
                first_points, second_points = [result.score for result in results] or (0, 0)
                ended.append(
                    replace(
                        fixture,
                        outcome=outcome,
                        first_points=first_points,
                        second_points=second_points,
                        ended_ms=now_ms,
                    )
                )
        return ended

    async def _create_matches(self, loaded: LoadedTournament, now_ms: int) -> bool:
        missing = [each for each in loaded.stored.fixtures if each.outcome is None and each.match_id is None]
        for fixture in missing:
            match_id = await self._create_match(loaded, fixture, now_ms)
            await self._store.tournaments.set_match(loaded.id, fixture, match_id)
            self._schedule_refresh(match_id)
        return bool(missing)

    async def _create_match(self, loaded: LoadedTournament, fixture: StoredFixture, now_ms: int) -> int:
        """Create a fixture's match, let both players join, and return the match ID. Repeated calls are safe.

        The match's seed is derived from the tournament's seed, so the bot cannot draw seeds until it likes one.
        """
        tournament, rules = loaded.header, loaded.rules
        assert fixture.second is not None
        first_id, second_id = (loaded.person_ids[number] for number in (fixture.first, fixture.second))
        key = f"{fixture.round} {fixture.table_number} {fixture.number}"
        interaction_id = _make_interaction_id(loaded, fixture)
        is_signs = fixture.kind == FixtureKind.SIGNS
        decider = next(each for each in GAMES.values() if each.DECIDER_OPTIONS is not None)
        game = decider if is_signs else GAMES[tournament.game]
        round_number = None if rules.format is Format.ARENA else fixture.round
        terms = rules.build_match_terms(
            TournamentTerms(
                id=loaded.id,
                name=tournament.name,
                round=round_number,
                is_mirror=rules.is_mirror and not is_signs,
            )
        )
        if fixture.kind == FixtureKind.MIRROR:
            terms = terms.model_copy(update={"deal": await self._find_deal(loaded, fixture)})
        result = await self._matches.create_offer(
            first_id,
            [second_id],
            game,
            decider.DECIDER_OPTIONS or {} if is_signs else json.loads(tournament.options),
            terms,
            server_id=tournament.server_id,
            channel_id=tournament.thread_id or tournament.channel_id,
            interaction_id=interaction_id,
            now_ms=now_ms,
            seed=digest(bytes.fromhex(tournament.seed), key.encode(), "sha256"),
        )
        if isinstance(result.match, Offer):
            for person_id in (first_id, second_id):
                await self._open_in_waiting_message(loaded, person_id, result.match.id, now_ms)
            await self._matches.join_offer(result.match.id, second_id, interaction_id=interaction_id + 1, now_ms=now_ms)
        return result.match.id

    async def _open_in_waiting_message(
        self, loaded: LoadedTournament, person_id: int, match_id: int, now_ms: int
    ) -> None:
        """Make a match replace the private message that says that its player waits for it.

        Do nothing if the message shows another match by now, or if its token is about to expire.
        """
        entrant = loaded.find_entrant(person_id)
        if entrant is None or entrant.waiting_message_id is None:
            return
        clicked_ms = entrant.waiting_ms or 0
        _, messages = await self._store.player_messages.load_presence_and_messages(person_id)
        # The player may play another match in this message now.
        is_in_use = any(it.message_id == entrant.waiting_message_id for it in messages)
        if not is_in_use and now_ms - clicked_ms < PAUSE_DELAY_MS:
            panel = PlayerMessage(
                match_id,
                person_id,
                entrant.waiting_message_id,
                entrant.waiting_channel_id,
                0,
                clicked_ms,
                entrant.waiting_token,
                kind=OFFER_PANEL,
            )
            await self._store.player_messages.save_message(panel, was_pressed=True)
        await self._store.tournaments.set_waiting_message(loaded.id, person_id, None)

    async def _find_deal(self, loaded: LoadedTournament, mirror: StoredFixture) -> DealSource | None:
        """Return the deal that a mirror must repeat, that of the fixture before it, or None if that was not played."""
        key = (mirror.round, mirror.table_number, mirror.number - 1)
        first = next(each for each in loaded.stored.fixtures if each.key == key)
        match = await self._matches.find_match(first.match_id) if first.match_id else None
        if not isinstance(match, StartedMatch):
            return None
        return DealSource(match_id=match.id, key=match.engine.chance.key.hex())


def find_outcome(match: MatchState) -> Outcome:
    """Return the outcome of a match for its two seats. A match without a result counts as a draw."""
    if not isinstance(match, FinishedMatch):
        return Outcome.DRAWN
    absent = match.forfeiting_seats
    if forfeit := judge_absence(is_first_present=0 not in absent, is_second_present=1 not in absent):
        return forfeit
    return _compare_ranks(match.result.ranks)


def _compare_ranks(ranks: Sequence[int]) -> Outcome:
    first_rank, second_rank = ranks
    if first_rank == second_rank:
        return Outcome.DRAWN
    return Outcome.FIRST_WON if first_rank < second_rank else Outcome.SECOND_WON


def _store_fixture(fixture: Fixture, now_ms: int) -> StoredFixture:
    return StoredFixture(
        fixture.round,
        fixture.table,
        fixture.number,
        fixture.kind,
        fixture.first,
        fixture.second,
        now_ms,
        fixture.outcome,
        ended_ms=None if fixture.outcome is None else now_ms,
    )


def _make_interaction_id(loaded: LoadedTournament, fixture: StoredFixture) -> int:
    """Return a made-up interaction ID for the offer of a fixture. The next number is for joining the offer.

    No other fixture has these IDs, so repeated calls do not create the match twice.
    """
    # A round has at most 32 tables, and a pairing hardly ever more than six fixtures.
    key = (fixture.round << 10) + (fixture.table_number << 4) + fixture.number
    return OWN_INTERACTION_IDS.start + (loaded.id << 22) + 2 * key
