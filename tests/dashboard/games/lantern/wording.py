"""The sentences of the game."""

from domain.kernel.wording.sentences import Wording

WORDING = Wording(
    refusals={
        "already_here": "{character} is here already.",
        "not_here": "Nobody of that name is here.",
        "no_oil": "The lantern is empty.",
    },
    events={
        "lantern.entered.v1": "{name} lights a lantern",
        "lantern.scene_began.v1": "{title}",
        "lantern.faced.v1": "{character} faces the dark",
        "lantern.rerolled.v1": "{character} throws the die again: {was} becomes {now}",
        "lantern.oil_burnt.v1": "{character} burns {by:?measure|measures} of oil",
        "lantern.grew.v1": "{character} comes out of it wiser",
        "lantern.learnt.v1": "{character} learns: {secret}",
    },
)
