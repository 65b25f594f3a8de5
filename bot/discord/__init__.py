"""The only package that imports discord.py: the connection, slash commands, and scenes as messages.

Depends on `handlers`, `rendering`, `screens`, `ratings`, `matches` and `ops`. Entry points: `Client` connects, `Router`
receives each interaction, `Responder` answers it, and `Messages` implements `Messenger`.
"""
