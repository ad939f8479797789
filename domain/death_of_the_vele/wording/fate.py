"""Sentences about fate and free tags."""

REFUSALS = {
    "own_aspect_only": "By the rules of this house, fate works on an aspect of one's own only.",
    "reroll_needs_aspect": "A reroll takes a fitting aspect; without one fate gives +1.",
    "die_unknown": "There is no such die on the side of {side}.",
    "not_for_narrator": "The narrator needs no fate for this.",
    "own_aspect_needed": "Name an aspect of one of your own components.",
    "attaches_otherwise": "Attach the components, and pay with fate there.",
    "free_tag_used": "The free tag of {aspect} was used; a fate XP would call on it.",
}
EVENTS = {
    "fate_used": "{player} uses fate: {use}{text:+, }",
    "free_tag_used": "{player} uses the free tag of {aspect}: {use}",
}
