"""Measures of how well people play: ratings, leaderboards, seasons, awards, profiles and the mind reader.

Depends on `matches`. Entry points: `RatingPolicy` decides whether a finished match counts and computes the
ratings to store, `Leaderboard` loads leaderboard pages, and `Seasons` begins and ends seasons.
"""
