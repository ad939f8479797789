"""The chapters of SPC, in the order of the rules: each imports only those before it."""

from domain.kernel.chapter import Rulebook
from domain.spc.state import Adventure
from domain.spc.terms import ActionType

from . import (
    action_types,
    actions,
    acts,
    adjudication,
    adventures,
    assigning,
    bounds,
    characters,
    closing,
    comparing,
    ending,
    features,
    goons,
    intentions,
    objecting,
    opening,
    opposing,
    scenes,
    seats,
    sheets,
    telling_facts,
    throwing,
    tracks,
    turns,
    who,
)

RULEBOOK = Rulebook[Adventure](
    who.chapter,
    seats.chapter,
    adventures.chapter,
    sheets.chapter,
    characters.chapter,
    goons.chapter,
    tracks.chapter,
    scenes.chapter,
    opening.chapter,
    ending.chapter,
    actions.chapter,
    opposing.chapter,
    intentions.chapter,
    action_types.chapter,
    features.chapter,
    acts.chapter,
    throwing.chapter,
    assigning.chapter,
    comparing.chapter,
    telling_facts.chapter,
    objecting.chapter,
    turns.chapter,
    closing.chapter,
    bounds.chapter,
    adjudication.chapter,
)
if missing := set(ActionType) - action_types.WHAT_IT_DOES.keys():
    raise TypeError(f"action types without a rule: {sorted(missing)}")
