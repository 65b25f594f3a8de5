"""Lists of common time zones, and a search for a zone by the name of a city or country.

Zones have IANA names, such as `Europe/Berlin`.
"""

from __future__ import annotations

import unicodedata
from datetime import UTC, tzinfo
from functools import cache, lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from games.words import Locale

UTC_ZONE: Final = "UTC"
_ZONES_BY_LOCALE: Final[dict[Locale, tuple[str, ...]]] = {
    "en": ("Europe/London", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    "de": ("Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "Europe/Luxembourg", "Europe/Brussels"),
    "fr": ("Europe/Paris", "Europe/Brussels", "Europe/Zurich", "America/Toronto", "Africa/Abidjan"),
}
_WORLDWIDE_ZONES: Final = (
    "Pacific/Honolulu", "America/Los_Angeles", "America/Chicago", "America/New_York", "America/St_Johns",
    "America/Sao_Paulo", "Europe/London", "Europe/Paris", "Europe/Berlin", "Europe/Athens", "Africa/Lagos",
    "Africa/Johannesburg", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney",
    "Pacific/Auckland",
)  # fmt: skip


def list_common_zones(locale: Locale) -> tuple[str, ...]:
    """Return the zones to suggest to speakers of a language, the most likely zones first."""
    return tuple(dict.fromkeys((UTC_ZONE, *_ZONES_BY_LOCALE.get(locale, ()), *_WORLDWIDE_ZONES)))


def find_zone(typed: str) -> str | None:
    """Return the time zone with this name, city or country, or None if there is none.

    >>> find_zone("new york"), find_zone("asia/kolkata")
    ('America/New_York', 'Asia/Kolkata')
    """
    return _zones_by_plain_name().get(_normalize_name(typed))


@lru_cache(maxsize=1024)
def load_zone(name: str) -> tzinfo:
    """Return the time zone with an IANA name, or UTC if this machine's time zone database does not have it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


@cache
def _zones_by_plain_name() -> dict[str, str]:
    """Return the IANA name of each zone by normalized name and city: `europe/berlin` and `berlin` are `Europe/Berlin`.

    If zones share a city, the one with fewer slashes has it.
    """
    names = sorted(filter(_is_place, available_timezones()), key=lambda name: (name.count("/"), name))
    cities = {_normalize_name(name.rpartition("/")[2]): name for name in reversed(names) if "/" in name}
    return cities | {_normalize_name(name): name for name in (*names, UTC_ZONE)}


def _is_place(name: str) -> bool:
    """Return whether a time zone is named after a place.

    Most people misunderstand other names: `Etc/GMT+5` is behind UTC, and `EST` has no daylight saving time.
    """
    return not name.startswith("Etc/") if "/" in name else name.istitle() and name != "Factory"


def _normalize_name(text: str) -> str:
    """Return the text in lowercase, without accents and word separators: `São_Paulo` becomes `saopaulo`.

    Plus signs stay, because `UTC+2` is not `UTC 2`.
    """
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if letter.isalnum() or letter in "/+")
