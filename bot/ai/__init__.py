"""The AI opponent: the seats it plays, the worker processes that compute moves, and the coach.

Depends on `matches` and `ops`. `AiSeats` plays the AI's seats and those that people left. `AiWorkers` computes moves
and hints outside the event loop. `Coach` reviews finished matches.
"""
