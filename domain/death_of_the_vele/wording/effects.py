"""Sentences about ability effects."""

REFUSALS = {
    "hidden_without_effects": "A hidden roll is read by one side alone: no abilities in it.",
    "effect_missing": "{ability} does not have {effect} in that size.",
    "trait_not_pushed": "Push {trait} first: the ability is tied to it.",
    "declared_already": "{effect} of this ability is declared.",
    "for_attackers": "{effect} is for the acting side.",
    "for_defenders": "{effect} is for the side that resists.",
    "needs_an_attack": "{effect} does something in an attack only.",
    "area_first": "Declare Area or Selective Area first, then other effects.",
    "effects_at_each": "With Area every target is paid for, {targets} in all; {chosen:?is|are} named.",
    "target_unknown": "Not everything named can be a target of this. Name components of this struggle.",
    "zones_missing": "Say how many zones it reaches.",
    "zones_too_many": "{zones} zones do not fit: it carries {most}.",
    "target_too_far": "The target is {zones:?zone|zones} away, and you pay for {reach}.",
    "mass_only": "{effect} is for a struggle against many.",
    "area_everybody": "Area takes in everybody in the zone. Name among its targets: {spared}.",
    "create_traits": "Say which traits it will have.",
    "create_trait_too_large": "{trait} cannot be a {die}: Create makes traits up to {size}.",
    "bowl_pays_one_shots": "The bowl pays for one-shots only, and {component} is none.",
}
EVENTS = {
    "ability_effect_declared": "{component} uses {ability}: {effect} {size}, {points:?point|points}",
    "area_declared": "It takes in {targets}",
    "targets_added": "It is against more: {targets}",
    "range_used": "{component} reaches over {zones:?zone|zones}",
    "component_created": "{name} comes into being",
}
