"""Sentences about narration."""

REFUSALS = {
    "no_change_due": "No extended struggle has ended: the narrator may pass narration, but need not.",
    "narrates_already": "{player} narrates already.",
    "earlier_player_willing": "{player} comes first in the order, and takes it.",
    "lent_already": "Narration is lent to {player}; take it back first.",
    "nothing_lent": "You have lent no narration.",
    "mid_roll": "Not while the dice of a struggle are out. Finish it first.",
    "no_relay": "Narration runs in no relay at this table.",
    "relay_next_only": "In a relay {player} is next.",
    "focus_missing": "{player} has not chosen a focus yet.",
    "twist_for_narrator": "A twist rewards the current narrator, {narrator}.",
    "own_twist": "The other players reward a twist; nobody rewards their own.",
}
EVENTS = {
    "narrator_changed": "{now} narrates",
    "narration_lent": "{narrator} lends narration to {to}",
    "narration_reclaimed": "{narrator} narrates again",
    "focus_chosen": "{player} will narrate: {text}",
    "act_ended": "Act {act} is over{outcome:+: }",
    "story_ended": "The story is told{outcome:+: }",
    "twist_awarded": "A twist by {narrator}: {text}",
}
