"""Sentences about attacks."""

REFUSALS = {
    "shares_first": "Share out the winnings first, then traits are lost.",
    "no_effect_left": "No effect is left to absorb.",
    "not_its_turn_to_suffer": "Not this one: {component} loses the next trait.",
    "aimed_trait_first": "The attack was aimed at {trait}: it goes first.",
    "not_taken_out": "{component} still acts for itself: charge is taken of what was taken out.",
    "not_the_victor": "{component} was taken out by {victor}; that player decides.",
    "in_charge_already": "{component} is in your hands already.",
    "no_mark_of_theirs": "{component} carries no mark of control by {attacker}.",
    "not_in_control": "{component} is not under your control.",
    "pc_stays": "{component} is a player's own character and cannot be bought.",
    "too_few_traits_kept": "Pay for at least {need:?trait|traits}; {traits:?is|are} named.",
}
EVENTS = {
    "effect_dealt": "{by} deals {target} an effect of {effect}: {cause}",
    "lethal_applied": "{by} is lethal to {target}",
    "reflective_applied": "{by} turns the attack on {target}",
    "trait_disabled": "{component} loses {trait}, {remaining:?point|points} left",
    "component_taken_out": "{component} is taken out: {meaning}",
    "component_destroyed": "{component} is destroyed",
    "control_taken": "{by} takes control of {component}",
    "component_ownership_changed": "{component} is {to}'s for good",
}
