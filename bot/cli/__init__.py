"""The `duel` command's rooms: what is played, counted, looked after and started at a terminal.

In come arguments and standard input; out go text, JSON and exit codes: 2 and one line for a wrong call.
"""
