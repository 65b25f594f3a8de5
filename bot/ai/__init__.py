"""Who plays where nobody sits: the house's seats, and the processes that think for them.

In comes a table with a seat of the house; out goes a legal word for it, from what that seat may see. Hints, too;
and what the coach says of a match that is over.
"""
