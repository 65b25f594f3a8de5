"""The state of a match from the offer to the result, and the rules for what people may do in it.

Depends on `storage` and `games` only. `MatchService` checks and stores actions. `fold` computes the state of a match
from its events. `DeadlineLoop` fires deadlines.
"""
