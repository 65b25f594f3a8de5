"""Test that other web pages in the same browser can neither read from the playground nor perform actions on it."""

from __future__ import annotations

from urllib.parse import urlsplit

import aiohttp
import pytest

SEND_MESSAGE_BODY = '{"as": "otter", "do": "send", "channel": "duels", "content": "lured"}'
PAGE_API_PATHS = ("setup", "view?as=otter", "wire", "history?as=otter&channel=duels")


def make_foreign_headers(url: str) -> list[dict[str, str]]:
    port = urlsplit(url).port
    return [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": f"http://localhost:{port}"},  # the name `localhost` may belong to another server on this machine
        {"Host": f"example.org:{port}"},  # DNS rebinding to loopback
        {"Host": f"example.org:{port}", "Origin": f"http://example.org:{port}"},
    ]


@pytest.mark.parametrize("case", range(5))
async def test_requests_from_other_origins_get_403(playground_url: str, case: int) -> None:
    headers = make_foreign_headers(playground_url)[case]
    async with aiohttp.ClientSession(headers=headers) as session:
        for path in PAGE_API_PATHS:
            async with session.get(f"{playground_url}playground/{path}") as response:
                assert response.status == 403
        # These requests are like form submissions, which need no CORS preflight.
        for path in ("act", "control"):
            async with session.post(f"{playground_url}playground/{path}", data=SEND_MESSAGE_BODY) as response:
                assert response.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{playground_url}playground/watch?as=otter")
    async with aiohttp.ClientSession() as session, session.get(f"{playground_url}playground/view?as=otter") as response:
        assert "lured" not in await response.text()


async def test_requests_from_own_page_are_accepted(playground_url: str) -> None:
    headers = {"Origin": playground_url.rstrip("/")}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.get(f"{playground_url}playground/setup") as response:
            assert response.status == 200
        async with session.ws_connect(f"{playground_url}playground/watch?as=otter") as socket:
            assert (await socket.receive_json())["type"] == "view"


async def test_page_cannot_be_framed(playground_url: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(playground_url) as response:
        assert response.headers["X-Frame-Options"] == "DENY"


async def test_localhost_redirects_to_loopback_address(playground_url: str) -> None:
    headers = {"Host": f"localhost:{urlsplit(playground_url).port}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(playground_url, allow_redirects=False) as response,
    ):
        assert (response.status, response.headers["Location"]) == (307, playground_url)
