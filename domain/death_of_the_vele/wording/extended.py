"""Sentences about extended struggles."""

REFUSALS = {
    "sides_missing": "Name who tries, and who is against it.",
    "on_both_sides": "Each component is on one side, once.",
    "none_of_yours": "You play nobody on that side.",
    "three_or_open": "Plan 3 attempts or leave it open; {planned} is neither.",
    "goals_for_each": "Name a goal for each of the {planned} planned attempts; {goals:?goal|goals} will not do.",
    "planned_goal": "This attempt is for one of the goals planned: {goals}.",
    "never_planned": "A {kind} goes on until it is decided; it has no number of attempts.",
    "extended_missing": "Say which extended struggle goes on.",
    "extended_unknown": "There is no such extended struggle.",
    "extended_over": "That is over: {goal}.",
    "attempt_kind": "An attempt is a simple struggle, one against one, rolled openly.",
    "not_on_a_side": "{component} is on no side of it.",
    "resisting_side": "{component} resists; only the other side makes attempts.",
    "lead_too_small": "A tug-of-war takes a lead of {need}; it stands at {lead}.",
    "nobody_gave_up": "Both sides can go on, and nobody gave up.",
    "plan_unfinished": "{attempts:?attempt is|attempts are} made of {planned}; it ends by itself with the last.",
    "goal_not_reached": "No attempt has succeeded, so the goal is not reached.",
}
EVENTS = {
    "extended_struggle_started": "{goal}: {kind}",
    "attempt_goals_planned": "Each attempt has its goal: {goals}",
    "extended_side_joined": "{component} joins {side}",
    "extended_attempt_recorded": "An attempt of {side} at {extended}",
    "side_surrendered": "{side} gives up",
    "extended_struggle_ended": "{extended} is over: {reason}",
}
