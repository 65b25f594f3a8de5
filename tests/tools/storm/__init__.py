"""A storm: people play with the real bot at a playground while processes, network, database and Discord fail.

`faults` plans and injects what goes wrong. `processes` runs the bot, `proxy` lies between it and Discord and its
database. `witness` records what people were told and saw, and `verdict` lists what was wrong at the end.
"""
