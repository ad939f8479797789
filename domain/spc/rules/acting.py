"""Action types that move a track: a power manifested, a track added to a die (SPC-31, SPC-33 to 36, SPC-48)."""

from collections.abc import Sequence

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.house_rules import SelfishRaises
from domain.spc.lookup import features_of, value_of
from domain.spc.state import Adventure, Conflict, Throw
from domain.spc.tables import ACT_SPENDS
from domain.spc.terms import ActionType, TrackReason

from .common import in_turn, own_participant
from .making import id_of
from .tracks import goal_blocked, goal_moved, purity_blocked, purity_moved

_PURITY_STEPS = {ActionType.PURE_ACT: -1, ActionType.CORRUPT_ACT: 1}
_GOAL_STEPS = {ActionType.SELFISH_ACT: 1, ActionType.INSPIRED_ACT: -1}


def manifest(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Sequence[Event] | Refusal:
    """SPC-31: a new power, a new weakness of the same cost, and a step towards Corruption at once."""
    slug, power, weakness = command.participant, command.new_power, command.new_weakness
    it = state.characters[slug]
    if not it.has_tracks:
        return refuse("no_tracks", character=slug)
    if power is None or weakness is None:
        return refuse("choice_missing", choice="new_weakness", action_type=ActionType.MANIFEST)
    for one, taken, code in ((power, it.powers, "power_owned"), (weakness, it.weaknesses, "weakness_owned")):
        if not id_of(one):
            return refuse("id_empty", name=one.name)
        if id_of(one) in taken:
            return refuse(code, character=slug, feature=id_of(one))
        if id_of(one) in features_of(it) or id_of(power) == id_of(weakness):
            return refuse("feature_named_twice", name=one.name)
    if power.cost != weakness.cost:
        return refuse("costs_differ", power_cost=power.cost, weakness_cost=weakness.cost)
    if wrong := purity_blocked(state, slug, -1):
        return wrong
    events: list[Event] = [
        say.PowerManifested(participant=slug, power=id_of(power), name=power.name, cost=power.cost),
        say.WeaknessGained(participant=slug, weakness=id_of(weakness), name=weakness.name, cost=weakness.cost),
        purity_moved(state, slug, -1, TrackReason.MANIFEST),
    ]
    return [*events, say.PowerActivated(participant=slug, power=id_of(power))] if command.use_now else events


def act(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Sequence[Event] | Refusal:
    """SPC-33 to SPC-36: there has to be something at that end of the track."""
    it, chosen = state.characters[command.participant], command.action_type
    if not it.has_tracks:
        return refuse("no_tracks", character=command.participant)
    if chosen is None:
        return refuse("type_missing", participant=command.participant)
    have = it.at_end(ACT_SPENDS[chosen], state.house_rules)
    if have < 1 and not state.house_rules.allow_empty_acts:
        return refuse("nothing_at_that_end", character=command.participant, end=ACT_SPENDS[chosen].value.title())
    return act_blocked(state, command.participant, chosen) or []


def act_blocked(state: Adventure, slug: str, chosen: ActionType) -> Refusal | None:
    """Why the track cannot take the step of this act, or None."""
    if chosen in _PURITY_STEPS:
        return purity_blocked(state, slug, _PURITY_STEPS[chosen])
    if wrong := goal_blocked(state, slug, _GOAL_STEPS[chosen]):
        return wrong
    return purity_blocked(state, slug, 1) if raises_purity(state, chosen) else None


def raises_purity(state: Adventure, chosen: ActionType) -> bool:
    """Whether this act is a step towards Purity besides what it spends."""
    rule = state.house_rules.selfish_act_raises
    return chosen is ActionType.SELFISH_ACT and rule is SelfishRaises.PURITY


def increase_die(state: Adventure, conflict: Conflict, command: ask.IncreaseDie, asker: Asker) -> Decision[Event]:
    """SPC-48: that end as it stands, onto one kept die; then the track moves."""
    if wrong := in_turn(conflict):
        return wrong
    it = own_participant(state, conflict, command.participant, asker)
    if isinstance(it, Refusal):
        return it
    throw, chosen = it.throw, it.throw.action_type
    if chosen is None or chosen not in ACT_SPENDS:
        return refuse("no_act", participant=command.participant)
    if not throw.kept:
        return refuse("keep_first", participant=command.participant)
    if throw.assigned:
        return refuse("already_assigned", participant=command.participant)
    if throw.die_addition:
        return refuse("increased_already", participant=command.participant)
    if command.die_id not in throw.kept:
        return refuse("die_not_kept", values=[value_of(throw, die) for die in throw.kept])
    return increased(state, command, throw, chosen)


def increased(state: Adventure, command: ask.IncreaseDie, throw: Throw, chosen: ActionType) -> Sequence[Event]:
    """What is added, and the step down from it. A step that has no room left by now is not made."""
    slug, end = command.participant, ACT_SPENDS[chosen]
    amount = max(0, state.characters[slug].at_end(end, state.house_rules))
    if state.house_rules.clamp_dice:
        amount = min(amount, max(0, state.house_rules.die_faces - throw.thrown[command.die_id]))
    events: list[Event] = [say.DieIncreased(participant=slug, die_id=command.die_id, amount=amount, source=end)]
    reason = TrackReason(chosen.value)
    if chosen in _PURITY_STEPS and not purity_blocked(state, slug, _PURITY_STEPS[chosen]):
        events.append(purity_moved(state, slug, _PURITY_STEPS[chosen], reason))
    if chosen in _GOAL_STEPS and not goal_blocked(state, slug, _GOAL_STEPS[chosen]):
        events.append(goal_moved(state, slug, _GOAL_STEPS[chosen], reason))
    if raises_purity(state, chosen) and not purity_blocked(state, slug, 1):
        events.append(purity_moved(state, slug, 1, reason))
    return events
