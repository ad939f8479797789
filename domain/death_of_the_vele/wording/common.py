"""Sentences that every chapter may need."""

REFUSALS = {
    "no_story": "No story has begun. Start one first.",
    "story_ended": "{story} is told to its end. Nothing more can happen in it.",
    "not_a_player": "{person} does not play in this story; only its players may do this.",
    "no_change": "That is how it stands already, so there is nothing to record.",
    "text_missing": "Write it down: the text is empty.",
    "narrator_only": "Only the narrator may do this, and that is {narrator}.",
    "component_unknown": "There is no such component in this story. Name one that is in play.",
    "not_your_component": "{component} is played by {player}: only they may do this.",
    "id_taken": "{name} is the name of something here already. Choose another id.",
    "id_empty": "{name} has no letter or digit to be called by. Give it an id.",
    "not_accepted": "The table did not accept this {approval}: “{text}”. Ask for something else.",
}
EVENTS: dict[str, str] = {}
