"""Whom a message means to reach, and whom it may."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from discord_playground.world.component import TEXT_DISPLAY

USER_MENTION: Final = re.compile(r"<@!?(\d+)>")
ROLE_MENTION: Final = re.compile(r"<@&(\d+)>")
EVERYONE_MENTION: Final = re.compile(r"@(?:everyone|here)\b")


class ParsedMentions(NamedTuple):
    user_ids: list[str]
    role_ids: list[str]
    mentions_everyone: bool


def parse_mentions(
    text: str, allowed_mentions: Mapping[str, Any] | None, replied_user_id: str | None, *, may_mention_everyone: bool
) -> ParsedMentions:
    """Without `allowed` all that is written counts, and who is replied to; with it, only what it names."""
    users, roles = list(dict.fromkeys(USER_MENTION.findall(text))), list(dict.fromkeys(ROLE_MENTION.findall(text)))
    everyone = may_mention_everyone and bool(EVERYONE_MENTION.search(text))
    if allowed_mentions is not None:
        parse = allowed_mentions.get("parse") or []
        named_users = {str(one) for one in allowed_mentions.get("users") or []}
        named_roles = {str(one) for one in allowed_mentions.get("roles") or []}
        users = [one for one in users if "users" in parse or one in named_users]
        roles = [one for one in roles if "roles" in parse or one in named_roles]
        everyone = everyone and "everyone" in parse
    if (
        replied_user_id
        and (allowed_mentions is None or allowed_mentions.get("replied_user", False))
        and replied_user_id not in users
    ):
        users.append(replied_user_id)
    return ParsedMentions(users, roles, everyone)


def collect_text(content: str, components: list[dict[str, Any]]) -> str:
    """All text of a message in which a mention counts."""
    return "\n".join([content, *_walk_texts(components)])


def _walk_texts(components: list[dict[str, Any]]) -> Iterator[str]:
    for component in components:
        if component["type"] == TEXT_DISPLAY:
            yield component["content"]
        yield from _walk_texts(component.get("components", []))
