"""The model of the daily duel's players, and the generator of its boards."""
