"""Sentences about initiative and movement."""

REFUSALS = {
    "initiative_runs": "Players are taking turns now: stop initiative first.",
    "initiative_stopped": "Nobody is taking turns now.",
    "turn_running": "It is {player}'s turn.",
    "zone_unknown": "There is no way to {zone}: the zones are {zones}.",
    "zone_too_far": "That is {zones} zones away, and a move is one zone.",
    "moved_already": "{component} has made its free move this round; another zone is its action.",
    "effect_moves_itself": "A move by an ability happens with its struggle.",
}
EVENTS = {
    "initiative_started": "Initiative: {order}",
    "turn_started": "{player}'s turn, round {round}",
    "component_acted": "{component} has acted",
    "turn_ended": "{player} ends the turn",
    "initiative_stopped": "Initiative stops",
    "component_moved": "{component} moves to {to}",
}
