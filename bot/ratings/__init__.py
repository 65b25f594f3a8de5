"""How well people play: ratings, leaderboards, seasons, awards, profiles and the mind reader.

Depends on `matches`. Entry points: `RatingPolicy` decides with the append that ends a match whether it counts,
`Leaderboard` reads pages, and `Seasons` begins and ends seasons.
"""
