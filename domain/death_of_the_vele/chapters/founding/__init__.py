"""A story is founded: bids, its framework, the player characters (VE-08 to VE-11, VE-32, VE-116)."""

from . import bidding, framework, player_characters

CHAPTERS = (
    bidding.chapter,
    framework.chapter,
    player_characters.chapter,
)
