"""Sentences about dice at home."""

REFUSALS = {
    "pool_unknown": "You have no such pool of {pool} dice.",
    "pools_are_points": "Pools are plain points at this table: there are no dice to exchange.",
    "not_held": "There is no such {die} there: the {pool} dice are {have}.",
    "points_not_held": "This takes {need} points; the {pool} dice are worth {have}.",
    "points_differ": "An exchange keeps the points: you gave {gave} and took {took}.",
    "not_smaller": "A {die} is not smaller than the {smallest} you gave.",
    "no_upgrade_window": "Merge dice as you gain them, to pay an ability effect of theirs, or in an act's set-up.",
    "upgrade_target": "At this table dice merge into d12s only, not into a {die}.",
    "price_not_met": "The price is {price} points and no change is given; {dice} are worth {paid}.",
    "wrong_pool": "{pool} dice do not pay for this: it takes {needed} dice.",
}
EVENTS = {
    "dice_downgraded": "{gave} of the {home} become {took}",
    "dice_upgraded": "{gave} of the {home} become {took}",
    "dice_spent": "{dice} of the {home} go to the bowl: {purpose}",
    "dice_gained": "{dice} come to the {home}: {reason}",
    "merging_closed": "{player} merges no more of what came before",
    "dice_moved": "{dice} go from the {giver} to the {taker}: {reason}",
}
