"""The connection to Discord: the client, slash commands, responses and messages. Only this package imports discord.py.

Depends on `handlers`, `rendering`, `screens`, `ratings`, `tournaments`, `daily`, `matches` and `ops`. Entry points:
`Client` connects, `Router` receives each interaction, `Responder` sends its response, and `Messages` implements
`Messenger`.
"""
