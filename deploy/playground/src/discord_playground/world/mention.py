"""Parsing of mentions in messages."""

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
    """Return the mentions in a text that `allowed_mentions` permits.

    None permits all mentions. `replied_user_id` is the author of the message replied to, who may be mentioned too.
    """
    user_ids = list(dict.fromkeys(USER_MENTION.findall(text)))
    role_ids = list(dict.fromkeys(ROLE_MENTION.findall(text)))
    everyone = may_mention_everyone and bool(EVERYONE_MENTION.search(text))
    if allowed_mentions is not None:
        parse = allowed_mentions.get("parse") or []
        allowed_users = {str(user_id) for user_id in allowed_mentions.get("users") or []}
        allowed_roles = {str(role_id) for role_id in allowed_mentions.get("roles") or []}
        user_ids = [user_id for user_id in user_ids if "users" in parse or user_id in allowed_users]
        role_ids = [role_id for role_id in role_ids if "roles" in parse or role_id in allowed_roles]
        everyone = everyone and "everyone" in parse
    if (
        replied_user_id
        and (allowed_mentions is None or allowed_mentions.get("replied_user", False))
        and replied_user_id not in user_ids
    ):
        user_ids.append(replied_user_id)
    return ParsedMentions(user_ids, role_ids, everyone)


def collect_text(content: str, components: list[dict[str, Any]]) -> str:
    """Return all text of a message that may contain mentions: its content and its text displays."""
    return "\n".join([content, *_walk_texts(components)])


def _walk_texts(components: list[dict[str, Any]]) -> Iterator[str]:
    for component in components:
        if component["type"] == TEXT_DISPLAY:
            yield component["content"]
        yield from _walk_texts(component.get("components", []))
