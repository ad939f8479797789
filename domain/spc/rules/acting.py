"""Action types that move a track: a power manifested, a track added to a die (SPC-31, SPC-33 to 36, SPC-48)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, allowed, found, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.house_rules import SelfishRaises
from domain.spc.lookup import features_of, value_of
from domain.spc.rules.common import conflict_under_way, in_turn, own_participant
from domain.spc.state import Adventure, Conflict, Throw
from domain.spc.tables import ACT_SPENDS
from domain.spc.terms import ActionType, TrackReason

from .making import id_of
from .tracks import goal_moved, purity_moved, room_for_goal, room_for_purity

_PURITY_STEPS = {ActionType.PURE_ACT: -1, ActionType.CORRUPT_ACT: 1}
_GOAL_STEPS = {ActionType.SELFISH_ACT: 1, ActionType.INSPIRED_ACT: -1}


def manifest(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Events:
    """SPC-31: a new power, a new weakness of the same cost, and a step towards Corruption at once."""
    slug, power, weakness = command.participant, command.new_power, command.new_weakness
    it = state.characters[slug]
    need(it.has_tracks, "no_tracks", character=slug)
    if power is None or weakness is None:
        raise CommandRefused("choice_missing", choice="new_weakness", action_type=ActionType.MANIFEST)
    for one, taken, code in ((power, it.powers, "power_owned"), (weakness, it.weaknesses, "weakness_owned")):
        need(id_of(one), "id_empty", name=one.name)
        if id_of(one) in taken:
            raise CommandRefused(code, character=slug, feature=id_of(one))
        if id_of(one) in features_of(it) or id_of(power) == id_of(weakness):
            raise CommandRefused("feature_named_twice", name=one.name)
    need(power.cost == weakness.cost, "costs_differ", power_cost=power.cost, weakness_cost=weakness.cost)
    room_for_purity(state, slug, -1)
    events: list[Event] = [
        say.PowerManifested(participant=slug, power=id_of(power), name=power.name, cost=power.cost),
        say.WeaknessGained(participant=slug, weakness=id_of(weakness), name=weakness.name, cost=weakness.cost),
        purity_moved(state, slug, -1, TrackReason.MANIFEST),
    ]
    return [*events, say.PowerActivated(participant=slug, power=id_of(power))] if command.use_now else events


def act(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Events:
    """SPC-33 to SPC-36: there has to be something at that end of the track."""
    it, chosen = state.characters[command.participant], command.action_type
    need(it.has_tracks, "no_tracks", character=command.participant)
    chosen = found(chosen, "type_missing", participant=command.participant)
    have = it.at_end(ACT_SPENDS[chosen], state.house_rules)
    if have < 1 and not state.house_rules.allow_empty_acts:
        end = ACT_SPENDS[chosen].value.title()
        raise CommandRefused("nothing_at_that_end", character=command.participant, end=end)
    room_for_act(state, command.participant, chosen)
    return []


def room_for_act(state: Adventure, slug: str, chosen: ActionType) -> None:
    """For an act whose step the track can take."""
    if chosen in _PURITY_STEPS:
        room_for_purity(state, slug, _PURITY_STEPS[chosen])
        return
    room_for_goal(state, slug, _GOAL_STEPS[chosen])
    if raises_purity(state, chosen):
        room_for_purity(state, slug, 1)


def raises_purity(state: Adventure, chosen: ActionType) -> bool:
    """Whether this act is a step towards Purity besides what it spends."""
    rule = state.house_rules.selfish_act_raises
    return chosen is ActionType.SELFISH_ACT and rule is SelfishRaises.PURITY


def increase_die(state: Adventure, command: ask.IncreaseDie, asker: Asker, dice: Dice) -> Events:
    """SPC-48: that end as it stands, onto one kept die; then the track moves."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    throw, chosen = it.throw, it.throw.action_type
    if chosen is None or chosen not in ACT_SPENDS:
        raise CommandRefused("no_act", participant=command.participant)
    need(throw.kept, "keep_first", participant=command.participant)
    need(not throw.assigned, "already_assigned", participant=command.participant)
    need(not throw.die_addition, "increased_already", participant=command.participant)
    if command.die_id not in throw.kept:
        raise CommandRefused("die_not_kept", values=[value_of(throw, die) for die in throw.kept])
    return increased(state, command, throw, chosen)


def increased(state: Adventure, command: ask.IncreaseDie, throw: Throw, chosen: ActionType) -> Events:
    """What is added, and the step down from it. A step that has no room left by now is not made."""
    slug, end = command.participant, ACT_SPENDS[chosen]
    amount = max(0, state.characters[slug].at_end(end, state.house_rules))
    if state.house_rules.clamp_dice:
        amount = min(amount, max(0, state.house_rules.die_faces - throw.thrown[command.die_id]))
    events: list[Event] = [say.DieIncreased(participant=slug, die_id=command.die_id, amount=amount, source=end)]
    reason = TrackReason(chosen.value)
    if chosen in _PURITY_STEPS and allowed(room_for_purity, state, slug, _PURITY_STEPS[chosen]):
        events.append(purity_moved(state, slug, _PURITY_STEPS[chosen], reason))
    if chosen in _GOAL_STEPS and allowed(room_for_goal, state, slug, _GOAL_STEPS[chosen]):
        events.append(goal_moved(state, slug, _GOAL_STEPS[chosen], reason))
    if raises_purity(state, chosen) and allowed(room_for_purity, state, slug, 1):
        events.append(purity_moved(state, slug, 1, reason))
    return events
