"""The pytest fixture `playground`: a server of its own for each test, and a person on it.

async def test_hello(playground: PlaygroundFixture) -> None:
    async with playground.run_bot("my_bot.py"):
        answer = await playground.person.command("duels", "hello")
    assert "Hello" in text(answer.message)
"""
