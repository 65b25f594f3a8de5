"""The kit that the tests of the bot are written with.

`World` (`world.py`)
    A whole bot in the process of the test: real store and services, fake Discord, a clock that the test sets.
    `create_world`, `restart_world`, `person(id)`, `begin_match(game)`, `refresh(match_id)`, `advance_time(now_ms)`.
`matches.py`
    Functions that start, play and finish a match: `offer_match`, `begin_match`, `play_move`, `play_to_end`. They hide
    the offer, the terms and the seats.
`Person` (`person.py`)
    A user in a `World` who types commands and presses buttons: `click`, `practice`, `open_review`, `submit_move`, ….
    Tests use the bot's services through it, and not through `world.services`.
`scenarios.py`
    Scenarios written for a `Player`, which run in process and over the wire.
`WirePerson` (`wire_person.py`)
    A user at the playground who reads messages and presses buttons over the wire.
`FakeDiscord` (`fake_discord.py`)
    The Discord of a `World`: the messages that exist, `fail_next("edit_message", DiscordUnavailable("away"))`,
    `hold_operation("edit_message")` to delay an operation, and `callbacks_before` to do something before it.
`BotProcess` (`bot_process.py`)
    The bot as a separate process at a playground: `start`, `stop`, `kill`, `kill_and_restart`.

`calls.py` counts the calls of a service, or lets them fail. `scene_reading.py` reads what a message shows. Nothing
here imports from a test.
"""
