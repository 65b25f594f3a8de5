"""Webhooks of channels: made by who may, spoken through by who has the token, under any name but two."""

from __future__ import annotations

import pytest

from deploy.playground.client import JSON
from deploy.playground.tests.ground import Ground, allowed
from deploy.playground.tests.plain import Plain, plainly


async def made(bot: Plain, name: str = "Crow") -> JSON:
    await allowed(bot.ground, "manage_webhooks")
    status, webhook = await bot.asks("POST", f"/channels/{bot.ground.duels}/webhooks", {"name": name})
    assert status == 200
    told: JSON = webhook
    return told


def by_token(webhook: JSON) -> str:
    return f"/webhooks/{webhook['id']}/{webhook['token']}"


# resources/webhook, execute webhook.
async def test_whoever_has_the_token_speaks_under_any_name(ground: Ground) -> None:
    async with plainly(ground) as bot:
        webhook = await made(bot)
        path, nobody = by_token(webhook), {"Authorization": ""}
        assert await bot.asks("POST", path, {"content": "Caw"}, **nobody) == (204, None)
        body = {"content": "Hoo", "username": "Wren"}
        status, message = await bot.asks("POST", path + "?wait=true", body, **nobody)
        assert (status, message["author"]["username"], message["webhook_id"]) == (200, "Wren", webhook["id"])
        seen = [(one["author"]["username"], one["content"]) for one in await ground.heron.messages(ground.duels)]
        assert seen == [("Crow", "Caw"), ("Wren", "Hoo")]
        one = f"{path}/messages/{message['id']}"
        assert (await bot.asks("PATCH", one, {"content": "Hee"}, **nobody))[1]["content"] == "Hee"
        assert (await bot.asks("GET", one, **nobody))[1]["content"] == "Hee"
        status, answer = await bot.asks("PATCH", f"/channels/{ground.duels}/messages/{message['id']}", {"content": "A"})
        assert (status, answer["code"]) == (403, 50005)
        assert await bot.asks("DELETE", one, **nobody) == (204, None)
        assert len(await ground.heron.messages(ground.duels)) == 1


@pytest.mark.parametrize("own", [True, False])
async def test_a_webhook_is_told_changed_and_ended(ground: Ground, own: bool) -> None:
    async with plainly(ground) as bot:
        webhook = await made(bot)
        path = f"/webhooks/{webhook['id']}" if own else by_token(webhook)
        assert ("user" in (await bot.asks("GET", path))[1]) == own
        assert (await bot.asks("PATCH", path, {"name": "Rook"}))[1]["name"] == "Rook"
        assert await bot.asks("DELETE", path) == (204, None)
        status, answer = await bot.asks("GET", f"/webhooks/{webhook['id']}")
        assert (status, answer["code"]) == (404, 10015)
        assert (await bot.asks("POST", by_token(webhook), {"content": "Caw"}))[0] in {401, 404}
