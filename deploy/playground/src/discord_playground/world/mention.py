"""Whom a message means to reach, and whom it may."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from discord_playground.world.component import TEXT

USER: Final = re.compile(r"<@!?(\d+)>")
ROLE: Final = re.compile(r"<@&(\d+)>")
EVERYONE: Final = re.compile(r"@(?:everyone|here)\b")


class Mentions(NamedTuple):
    users: list[str]
    roles: list[str]
    everyone: bool


def mentions(text: str, allowed: Mapping[str, Any] | None, replied: str | None, *, to_everyone: bool) -> Mentions:
    """Without `allowed` all that is written counts, and who is replied to; with it, only what it names."""
    users, roles = list(dict.fromkeys(USER.findall(text))), list(dict.fromkeys(ROLE.findall(text)))
    everyone = to_everyone and bool(EVERYONE.search(text))
    if allowed is not None:
        parse = allowed.get("parse") or []
        named_users = {str(one) for one in allowed.get("users") or []}
        named_roles = {str(one) for one in allowed.get("roles") or []}
        users = [one for one in users if "users" in parse or one in named_users]
        roles = [one for one in roles if "roles" in parse or one in named_roles]
        everyone = everyone and "everyone" in parse
    if replied and (allowed is None or allowed.get("replied_user", False)) and replied not in users:
        users.append(replied)
    return Mentions(users, roles, everyone)


def written(content: str, components: list[dict[str, Any]]) -> str:
    """All text of a message in which a mention counts."""
    return "\n".join([content, *_texts(components)])


def _texts(components: list[dict[str, Any]]) -> Iterator[str]:
    for component in components:
        if component["type"] == TEXT:
            yield component["content"]
        yield from _texts(component.get("components", []))
