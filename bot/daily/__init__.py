"""The daily duel: each day, everybody on a server makes one secret choice, which is scored against all others' choices.

Depends on no other package. `DailyService` collects choices and closes days. All other modules are pure.
"""
