"""The daily duel: one board a day, one secret choice per person, and everybody on a server meets everybody else.

Depends on no other package. `DailyService` collects choices and closes days. All other modules are pure.
"""
