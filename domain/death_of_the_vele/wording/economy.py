"""Sentences about dice at home."""

REFUSALS = {
    "pool_unknown": "You have no such pool of dice.",
    "pools_are_points": "Pools are plain points at this table: there are no dice to exchange.",
    "not_held": "There is no such {die} there: what is there is {have}.",
    "points_not_held": "This takes {need:?point|points}; the dice there are worth {have}.",
    "points_differ": "An exchange keeps the points: you gave {gave} and took {took}.",
    "not_smaller": "A {die} is not smaller than the {smallest} you gave.",
    "no_upgrade_window": "Merge dice as you gain them, to pay an ability effect of theirs, or in an act's set-up.",
    "upgrade_target": "At this table dice merge into d12s only, not into a {die}.",
    "price_not_met": "The price is {price:?point|points} and no change is given; {dice} make {paid}.",
    "wrong_pool": "Dice of that pool do not pay for this. Pay with {needed}.",
}
EVENTS = {
    "dice_downgraded": "The {home} give {gave} for {took}",
    "dice_upgraded": "The {home} give {gave} for {took}",
    "dice_spent": "The {home} pay {dice}: {purpose}",
    "dice_gained": "The {home} gain {dice}: {reason}",
    "merging_closed": "{player} merges no more of what came before",
    "dice_moved": "The {giver} give {dice} to the {taker}: {reason}",
}
