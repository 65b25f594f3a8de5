"""A storm: the real program and a playground as processes, people who play, and everything that can go wrong meanwhile.

`plan` says what goes wrong and when, `weather` does it, `den` is the bot with all its processes, `ford` and `well` are
what lies between them and Discord and their database; `person`, `player` and `bout` play; `witness` keeps account of
what people were told and saw, and `verdict` says at the end what of it is not so.
"""
