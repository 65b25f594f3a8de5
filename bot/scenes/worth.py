"""What a ladder thinks of somebody, in a few characters: points, how sure they are, and what a rank still takes."""

from __future__ import annotations

from bot.ladder.rating import figure, missing, most, strangers, unsure
from bot.texts import say
from storage import Rating, Standing


def worth(rating: Rating, locale: str) -> str:
    """As the edition means it, by which their ladder is counted."""
    if rating.edition == 1:
        return say("worth-surely", locale, points=figure(rating), most=most(rating))
    return say("worth-likely", locale, points=figure(rating), unsure=unsure(rating))


def ranked(standing: Standing, locale: str) -> str:
    left, new = missing(standing.rating), strangers(standing.rating)
    if left:
        return say("rank-missing", locale, matches=left, strangers=new)
    return say("rated-rank", locale, rank=standing.rank)
