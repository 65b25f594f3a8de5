"""A snapshot of a stored tournament, converted to the types that the functions for pairings and standings use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from bot.tournaments import progress
from bot.tournaments.knockout import find_knockout_winner
from bot.tournaments.model import (
    Entrant,
    Fixture,
    FixtureKind,
    Format,
    Outcome,
    Tournament,
    list_active_numbers,
)
from bot.tournaments.pairing import group_pairings
from bot.tournaments.rules import TournamentRules
from bot.wall_clock import MINUTE_MS
from storage import StoredEntrant, StoredFixture, StoredTournament, TournamentHeader, TournamentStatus


@dataclass(frozen=True, slots=True)
class LoadedTournament:
    """A snapshot of a stored tournament."""

    stored: StoredTournament
    rules: TournamentRules
    terms: Tournament
    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]

    @property
    def header(self) -> TournamentHeader:
        return self.stored.header

    @property
    def id(self) -> int:
        return self.header.id

    @property
    def status(self) -> TournamentStatus:
        return self.header.status

    @property
    def is_over(self) -> bool:
        return self.status in {"finished", "canceled"}

    @property
    def seed_hash(self) -> bytes:
        """The hash of the seed, which players can see from the beginning."""
        return sha256(bytes.fromhex(self.header.seed)).digest()

    @property
    def person_ids(self) -> Mapping[int, int]:
        """The person IDs of the entrants, by number."""
        return {entrant.number: entrant.person_id for entrant in self.stored.entrants}

    def find_entrant(self, person_id: int) -> StoredEntrant | None:
        return next((each for each in self.stored.entrants if each.person_id == person_id), None)

    def is_out(self, person_id: int, now_ms: int) -> bool:
        """Return whether a person has no more matches to play in this tournament."""
        entrant = self.find_entrant(person_id)
        if entrant is None or self.is_over or entrant.number not in list_active_numbers(self.entrants, self.fixtures):
            return True
        own = [it for it in group_pairings(self.terms, self.fixtures) if entrant.number in it.players]
        if any(pairing.outcome is None for pairing in own):
            return False
        if self.rules.format is Format.ARENA:
            return self.status == "running" and not progress.can_join(self.terms, self.fixtures, now_ms)
        if not own:
            return False
        if self.rules.format is Format.KNOCKOUT and find_knockout_winner(own[-1], self.entrants) != entrant.number:
            return True
        return own[-1].round >= progress.count_rounds(self.terms, self.entrants, self.fixtures)

    def add_result(self, match_id: int, outcome: Outcome) -> LoadedTournament:
        """Return the tournament with the result of a match that has not been collected yet."""
        fixtures = (
            replace(it, outcome=outcome) if it.match_id == match_id and it.outcome is None else it
            for it in self.stored.fixtures
        )
        return convert_tournament(replace(self.stored, fixtures=tuple(fixtures)))

    def list_called_entrants(self, *, must_play: bool = True) -> list[StoredEntrant]:
        """Return the players who are due to be pinged in the tournament's thread and have a match to play.

        With `must_play=False`, return those who are due but have no match to play anymore, and so need no ping.
        """
        called = [each for each in self.stored.entrants if each.call_state == "due"]
        return [each for each in called if (self.find_open_fixture(each.person_id) is not None) == must_play]

    def find_open_fixture(self, person_id: int) -> StoredFixture | None:
        """Return the fixture that a person has to play now, or None."""
        entrant = self.find_entrant(person_id)
        if entrant is None:
            return None
        return next(
            (
                fixture
                for fixture in reversed(self.stored.fixtures)
                if fixture.outcome is None and entrant.number in {fixture.first, fixture.second}
            ),
            None,
        )


def convert_tournament(stored: StoredTournament) -> LoadedTournament:
    rules = TournamentRules.model_validate_json(stored.header.rules)
    started_ms = stored.header.started_ms or 0
    terms = Tournament(
        rules.format,
        stored.header.seed,
        is_mirror=rules.is_mirror,
        round_count=rules.round_count or 0,
        ends_ms=started_ms + rules.minutes * MINUTE_MS if rules.format is Format.ARENA else 0,
    )
    entrants = tuple(
        Entrant(
            each.number,
            each.rating,
            ready_ms=max(each.active_ms, started_ms),
            last_click_ms=each.last_active_ms,
            is_paused=each.status == "paused",
            is_withdrawn=each.status == "withdrawn",
        )
        for each in stored.entrants
    )
    fixtures = tuple(
        Fixture(
            each.round,
            each.table_number,
            each.number,
            FixtureKind(each.kind),
            each.first,
            each.second,
            Outcome(each.outcome) if each.outcome else None,
            each.first_points,
            each.second_points,
            each.created_ms,
            each.ended_ms or 0,
        )
        for each in stored.fixtures
    )
    return LoadedTournament(stored, rules, terms, entrants, fixtures)
