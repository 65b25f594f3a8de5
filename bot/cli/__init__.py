"""The `duel` command: play, replay, review, verify, arena, and commands for hosts.

Depends on `matches`, `ai`, `ratings`, `daily`, `screens`, `discord` and `ops`; `run` also starts `bot.app`. Commands
write text or JSON. An invalid call prints a single line and exits with code 2. Entry points: the typer apps in
`bot.__main__`, `bot.cli.run` and `bot.cli.maintenance`.
"""
