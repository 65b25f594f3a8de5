"""Measures of how well people play: ratings, ladders, seasons, awards, profiles and the mind reader.

Depends on `matches`. Entry points: `RatingPolicy` decides whether a finished match counts and computes the
ratings to store, `Ladder` loads ladder pages, and `Seasons` begins and ends seasons.
"""
