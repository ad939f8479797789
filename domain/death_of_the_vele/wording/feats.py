"""Sentences about maneuvers, blocks and Chain."""

REFUSALS = {
    "not_for_an_aspect": "This struggle was not for an aspect.",
    "reveal_first": "The roll is hidden. It has to be shown before an aspect comes of it.",
    "struggle_lost": "The struggle was not won.",
    "aspect_placed": "The aspect of this struggle is written.",
    "subject_unknown": "An aspect is about a component, a group, a place, the scene or the story: name one of "
    "them.",
    "maneuver_recharges": "Only a maneuver recharges an aspect.",
    "recharge_sticky_only": "Only a sticky aspect can be recharged, and {aspect} is none.",
    "recharge_spent_only": "{aspect} still has its free tag.",
    "prepared_already": "That preparation brought its aspect already: {preparation}.",
    "chain_missing": "Chain was not declared for this struggle.",
    "chained_already": "Chain reached {component}; it reaches one further target.",
    "same_target": "{component} was struck already: Chain goes to another.",
    "another_zone": "{component} is in another zone.",
}
EVENTS = {
    "aspect_discovered": "It turns out: {text}",
    "aspect_declared": "It is known: {text}",
    "aspect_recharged": "{aspect} has its free tag again",
    "aspect_made_sticky": "{aspect} lasts to the end of the scene",
    "sticky_paid": "{points:?point|points} went into the aspect",
    "preparation_used": "{component} takes the time: {preparation}",
    "block_set": "{blocker} blocks: {forbidden_action}",
    "block_value_fixed": "The block is worth {value}",
    "block_rolled": "{component} rolls again for a block",
    "block_overcome": "{component} overcomes the block",
    "block_held": "The block holds against {component}",
    "block_expired": "The block is over",
    "chain_applied": "It chains to {target}, score {score}",
}
