"""What a match is, from the offer to the result, and who may do what in it.

Depends on `storage` and `games` only. Entry points: `MatchService` checks and stores what people do, `fold` computes
the state of a match from its events, and `DeadlineLoop` fires what is due.
"""
