"""A stored tournament, with its rows converted to the values that the formats use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from bot.tournaments.model import Entrant, Fixture, FixtureKind, Format, Outcome, Tournament
from bot.tournaments.rules import TournamentRules
from bot.wall_clock import MINUTE_MS
from storage import StoredEntrant, StoredFixture, StoredTournament, TournamentStatus


@dataclass(frozen=True, slots=True)
class LoadedTournament:
    """A tournament, as it was stored at one moment."""

    stored: StoredTournament
    rules: TournamentRules
    terms: Tournament
    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]

    @property
    def id(self) -> int:
        return self.stored.tournament.id

    @property
    def status(self) -> TournamentStatus:
        return self.stored.tournament.status

    @property
    def is_over(self) -> bool:
        return self.status in {"finished", "canceled"}

    @property
    def seed_hash(self) -> bytes:
        """The hash of the seed, which players can see from the beginning."""
        return sha256(bytes.fromhex(self.stored.tournament.seed)).digest()

    @property
    def person_ids(self) -> Mapping[int, int]:
        """The person IDs of the entrants, by number."""
        return {entrant.number: entrant.person_id for entrant in self.stored.entrants}

    def find_entrant(self, person_id: int) -> StoredEntrant | None:
        return next((each for each in self.stored.entrants if each.person_id == person_id), None)

    def list_called_entrants(self, *, must_play: bool = True) -> list[StoredEntrant]:
        """Return the players whom the thread must ping because they have a match to play.

        With `must_play=False`, return those whose match has ended in the meantime.
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
    tournament = stored.tournament
    rules = TournamentRules.model_validate_json(tournament.rules)
    started_ms = tournament.started_ms or 0
    terms = Tournament(
        rules.format,
        tournament.seed,
        is_mirror=rules.is_mirror,
        round_count=rules.round_count or 0,
        ends_ms=started_ms + rules.minutes * MINUTE_MS if rules.format is Format.ARENA else 0,
    )
    entrants = tuple(
        Entrant(
            each.number,
            each.rating,
            ready_ms=max(each.active_ms, started_ms),
            last_click_ms=each.active_ms,
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
