"""Sentences about healing."""

REFUSALS = {
    "heal_missing": "{trait} carries no ability to heal or repair.",
    "heals_too_many": "This heals {most:?trait|traits} at most, not {count}.",
    "nothing_damaged": "{component} has no damaged trait.",
    "treated_already": "{component} was treated since the last conflict or sleep. Join that attempt instead.",
    "not_a_payer": "Only the healer and the patient pay for healing, not the {pool} dice of {owner}.",
    "not_treated": "Nobody has treated {component} yet: begin.",
    "healed_by_it": "{component} is part of that attempt already.",
}
EVENTS = {
    "healing_attempted": "{healer} treats {patient}, for {count:?trait|traits}",
    "healing_read": "Healing {result} against {opposition}",
    "healing_joined": "{healer} joins in healing {patient}",
    "trait_healed": "{trait} of {component} is whole",
    "cast_slept": "Everybody sleeps on it",
}
