"""Sentences about aspects, objectives and spotlights."""

REFUSALS = {
    "not_your_group": "{group} belongs to {player}: only they may do this.",
    "group_unknown": "There is no such group in this act.",
    "minion_has_no_aspects": "{component} is a minion, and minions have no aspects.",
    "aspect_unknown": "There is no such aspect. Name one that is in play.",
    "aspect_not_active": "{aspect} no longer counts: it is {status}.",
    "aspect_of_nobody": "{subject} is played by nobody, so nobody earns by its aspects.",
    "story_aspects_stay": "{component} is a story component; only PCs' and groups' aspects are bought off.",
    "aspect_passes": "{aspect} is {durability} and goes by itself: only what lasts is bought off.",
    "no_new_level": "{aspect} can be replaced when the next level is reached, not between levels.",
    "no_objective": "The {scope} has no objective.",
    "objective_resolved": "That objective is settled already: {outcome}.",
    "no_pc": "Bring a PC first.",
    "spotlights_used": "Your PC had all its spotlights of this story, and {most} are all there are.",
    "group_has_card": "{group} has its card already, one for each act.",
    "spotlight_untied": "Tie the card of {group} to a player whose PC is connected to it.",
    "spotlight_unknown": "There is no such card. Name one that lies out.",
    "spotlight_closed": "The card {spotlight} is closed.",
    "narrator_or_owner": "Only the narrator, {narrator}, or {player}, whose card it is, may say so.",
}
EVENTS = {
    "aspect_added": "{subject}: “{text}”",
    "aspect_placed": "{subject} has the aspect “{text}”, {durability}",
    "aspect_expired": "{aspect} is gone: {reason}",
    "aspect_hit": "{player} plays to {aspect}{how:+: }",
    "aspect_bought_off": "{player} buys off {aspect}{cause:+: }",
    "aspect_replaced": "{player} writes “{text}” in its place",
    "objective_bought_off": "The objective of the {scope} is {outcome}{reason:+: }",
    "objective_lapsed": "The objective of the {scope} lapses, {outcome}{reason:+: }",
    "spotlight_created": "{creator} lays out a spotlight on {subject}: {highlight}",
    "spotlight_succeeded": "The spotlight {spotlight} has had its scene",
}
