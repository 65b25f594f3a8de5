"""The test kit: what the tests of the bot are written with.

`World` (world.py)
    A whole bot in the test's own process: real store and services, fake Discord, a clock that the test moves.
    `create_world`, `restart_world`, `person(id)`, `begin_match(game)`, `refresh(match_id)`, `clock(now_ms)`, `quiet()`.
Matches (match.py)
    Functions that start, play and finish a match: `challenge`, `begun`, `round_of`, `played`, `duel`. They hide the
    offer, the agreement and the seats.
`Person` (person.py)
    Somebody in a `World` who types commands and presses buttons: `click`, `practice`, `replay`, `choose`, ….
    Tests reach the bot's services through it, and not through `world.rooms`.
`scenario.py`
    Scenarios written for a `Player`, which run in process and over the wire.
`WirePerson` (wire_person.py)
    Somebody at the playground who reads messages and presses buttons over the wire.
`Discord` (discord.py)
    The fake Discord of a `World`: the messages that exist, `fails("edit", Unavailable("away"))`,
    `hold("edit")` to put something off, and `meanwhile` for what happens before something is done.
`Process` (process.py)
    The bot as a process of its own at a playground: `start`, `stop`, `kill`, `kill_and_restart`.

`calls.py` counts the calls of a service, or lets them fail. `scenes.py` reads what a message shows. Nothing here
imports from a test.
"""
