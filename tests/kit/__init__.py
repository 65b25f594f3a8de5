"""Helpers for the tests of the bot.

`World` (`world.py`)
    A complete bot in the test process: real store and services, a fake Discord, and a clock that the test sets.
    `create_world`, `restart_world`, `person(id)`, `begin_match(game)`, `refresh(match_id)`, `advance_time(now_ms)`.
`matches.py`
    Functions that start, play and finish a match: `offer_match`, `begin_match`, `play_move`, `play_for_seat`,
    `play_to_end`. They have defaults for the offer, the terms and the seats. `make_click` is for all other actions.
`Person` (`person.py`)
    A user in a `World` who types commands and presses buttons: `click`, `press`, `practice`, `submit_move`, ….
    Tests call the bot's services through a `Person` rather than through `world.services`. `play_and_give_up` is a
    scenario for a `Player`, which runs in process and over the wire.
`WirePerson` (`wire_person.py`)
    A user at the playground who reads messages and presses buttons over the wire.
`FakeDiscord` (`fake_discord.py`)
    The Discord of a `World`: the messages that exist, `fail_next("edit_message", DiscordUnavailable("away"))` to plan
    errors, `hold_operation("edit_message")` to delay an operation, and `callbacks_before` to run code before it.
`BotProcess` (`bot_process.py`)
    A bot that runs as a separate process at a playground: `start`, `stop`, `kill`, `kill_and_restart`.

`calls.py` records the calls of a service or makes them fail. `scene_reading.py` reads the text and buttons of messages.
No module of the kit imports from a test module.
"""
