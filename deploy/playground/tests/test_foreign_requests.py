"""In the browser that shows the playground there are other pages, and none of them may look or act there."""

from __future__ import annotations

from urllib.parse import urlsplit

import aiohttp
import pytest

SEND_MESSAGE_BODY = '{"as": "otter", "do": "send", "channel": "duels", "content": "lured"}'
PAGE_API_PATHS = ("setup", "view?as=otter", "wire", "history?as=otter&channel=duels")


def foreign_headers(url: str) -> list[dict[str, str]]:
    port = urlsplit(url).port
    return [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": f"http://localhost:{port}"},  # by that name it is another page, of whatever else runs here
        {"Host": f"example.org:{port}"},  # a name that was made to lead to loopback
        {"Host": f"example.org:{port}", "Origin": f"http://example.org:{port}"},
    ]


@pytest.mark.parametrize("which", range(5))
async def test_no_stranger_comes_in(playground_url: str, which: int) -> None:
    headers = foreign_headers(playground_url)[which]
    async with aiohttp.ClientSession(headers=headers) as session:
        for door in PAGE_API_PATHS:
            async with session.get(f"{playground_url}playground/{door}") as response:
                assert response.status == 403
        # As a form would send it: nothing that a browser would ask leave for.
        for door in ("act", "control"):
            async with session.post(f"{playground_url}playground/{door}", data=SEND_MESSAGE_BODY) as response:
                assert response.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{playground_url}playground/watch?as=otter")
    async with aiohttp.ClientSession() as session, session.get(f"{playground_url}playground/view?as=otter") as response:
        assert "lured" not in await response.text()


async def test_the_page_itself_comes_in(playground_url: str) -> None:
    own = {"Origin": playground_url.rstrip("/")}
    async with aiohttp.ClientSession(headers=own) as session:
        async with session.get(f"{playground_url}playground/setup") as response:
            assert response.status == 200
        async with session.ws_connect(f"{playground_url}playground/watch?as=otter") as socket:
            assert (await socket.receive_json())["type"] == "view"


async def test_no_other_page_shows_the_page(playground_url: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(playground_url) as response:
        assert response.headers["X-Frame-Options"] == "DENY"


async def test_by_its_other_name_it_leads_to_where_its_pictures_are(playground_url: str) -> None:
    other = {"Host": f"localhost:{urlsplit(playground_url).port}"}
    async with (
        aiohttp.ClientSession(headers=other) as session,
        session.get(playground_url, allow_redirects=False) as response,
    ):
        assert (response.status, response.headers["Location"]) == (307, playground_url)
