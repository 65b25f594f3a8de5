"""The computer opponent: its seats in matches, the worker processes that think, and the coach.

Depends on `matches` and `ops`. Entry points: `AiSeats` plays the seats of the house and seats that people left,
`AiWorkers` computes moves and hints outside the event loop, and `Coach` reviews finished matches.
"""
