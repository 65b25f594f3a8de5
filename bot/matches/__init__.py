"""The states of a match from offer to result, and the rules for what people may do in a match.

Depends on `storage` and `games` only. `MatchService` checks and stores actions, `fold` computes the state of a match
from its events, and `DeadlineLoop` fires deadlines.
"""
