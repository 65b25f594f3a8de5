"""Channels, threads, DMs and themselves, as bots make and change them."""

from __future__ import annotations

from deploy.playground.limits.emoji import Image
from deploy.playground.limits.shape import Among, Each, Model, Moment, Permissions, Snowflake, Text, Whole, Yes, model

ARCHIVED_AFTER = Among((60, 1440, 4320, 10080))
SLOWLY = Whole(0, 21600)

ANY = Permissions(None, None)
OVERWRITE = model("id type", id=Snowflake(), type=Among((0, 1)), allow=ANY, deny=ANY)
ONE_OVERWRITE = model("type", type=Among((0, 1)), allow=ANY, deny=ANY)
CHANNEL = model(
    name=Text(1, 100),
    type=Among((0, 2, 4, 5, 13, 14, 15)),
    topic=Text(0, 1024),
    nsfw=Yes(),
    position=Whole(0, 2**31 - 1),
    parent_id=Snowflake(),
    permission_overwrites=Each(OVERWRITE, most=100),
    rate_limit_per_user=SLOWLY,
    default_auto_archive_duration=ARCHIVED_AFTER,
    archived=Yes(),
    locked=Yes(),
    invitable=Yes(),
    auto_archive_duration=ARCHIVED_AFTER,
    flags=Whole(0),
    applied_tags=Each(Snowflake(), most=5),
)
NEW_CHANNEL = Model(CHANNEL.fields, frozenset({"name"}))
NEW_THREAD = model(
    "name",
    name=Text(1, 100),
    auto_archive_duration=ARCHIVED_AFTER,
    rate_limit_per_user=SLOWLY,
    type=Among((10, 11, 12)),
    invitable=Yes(),
    applied_tags=Each(Snowflake(), most=5),
)
NEW_DM = model("recipient_id", recipient_id=Snowflake())
PORTRAIT = Image(10 * 1024 * 1024)
WEBHOOK = model(name=Text(1, 80), avatar=PORTRAIT, channel_id=Snowflake())
NEW_WEBHOOK = Model(WEBHOOK.fields, frozenset({"name"}))
MEMBER = model(nick=Text(0, 32), roles=Each(Snowflake()), communication_disabled_until=Moment())
MYSELF = model(username=Text(2, 32), avatar=PORTRAIT)
APPLICATION = model(description=Text(0, 400), interactions_endpoint_url=Text(0, 2048))
DELETED = model("messages", messages=Each(Snowflake(), 2, 100))

SHAPES = {
    "POST /guilds/{}/channels": NEW_CHANNEL,
    "PATCH /channels/{}": CHANNEL,
    "PUT /channels/{}/permissions/{}": ONE_OVERWRITE,
    "POST /channels/{}/threads": NEW_THREAD,
    "POST /channels/{}/messages/{}/threads": NEW_THREAD,
    "POST /channels/{}/messages/bulk-delete": DELETED,
    "POST /users/@me/channels": NEW_DM,
    "PATCH /guilds/{}/members/@me": MEMBER,
    "PATCH /guilds/{}/members/{}": MEMBER,
    "POST /channels/{}/webhooks": NEW_WEBHOOK,
    "PATCH /webhooks/{}": WEBHOOK,
    "PATCH /webhooks/{}/{}": WEBHOOK,
    "PATCH /users/@me": MYSELF,
    "PATCH /applications/@me": APPLICATION,
}
