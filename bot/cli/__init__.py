"""The `duel` command: play, replay, review, verify, arena, and the commands of a host.

Depends on `matches`, `ai`, `ratings`, `screens` and `ops`; `run` also starts `bot.app`. Commands write text or JSON and
exit with 2 and a single line if they were called wrongly. Entry points: the typer apps in `bot.__main__`, `run` and
`maintenance`.
"""
