"""The eighteen action types: what each needs named, and what it does at once (SPC-25 to SPC-44)."""

from collections.abc import Callable, Mapping, Sequence

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.lookup import antagonists_first, in_play
from domain.spc.rules.common import conflict_under_way, in_turn, own_participant
from domain.spc.state import Adventure, Conflict, Participant
from domain.spc.tables import ACT_SPENDS
from domain.spc.terms import ActionType, IntentionKind

from .acting import act, manifest
from .setup import intention_holds

NAMED_WITH: Mapping[ActionType, tuple[str, ...]] = {
    ActionType.ACTION: ("talent",),
    ActionType.OVERPOWER: ("power",),
    ActionType.INVOKE: ("ritual",),
    ActionType.ACTIVATE: ("gadget",),
    ActionType.MANIFEST: ("new_power", "new_weakness"),
    ActionType.EXPLOIT: ("target", "weakness"),
    ActionType.DEFEND: ("ward",),
    ActionType.AMBUSH: ("intention",),
}
"""What has to be named with a type."""
ALSO_NAMED: Mapping[ActionType, tuple[str, ...]] = {
    ActionType.MANIFEST: ("use_now",),
    ActionType.AMBUSH: ("kind", "pool"),
}
"""What may be."""
_CHOICES = (
    "talent", "power", "ritual", "gadget", "new_power", "new_weakness", "use_now", "target", "weakness", "ward",
    "intention", "kind", "pool",
)  # fmt: skip


def declare_action_type(state: Adventure, command: ask.DeclareActionType, asker: Asker, dice: Dice) -> Events:
    """SPC-25, SPC-26: one type for each participant and turn, antagonists before Characters."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    may_choose(state, conflict, command.participant, it)
    chosen = found(command.action_type, "type_missing", participant=command.participant)
    named_with_it(command, chosen)
    follows = WHAT_IT_DOES[chosen](state, conflict, command)
    declared = say.ActionTypeDeclared(
        participant=command.participant, turn=conflict.turn, action_type=chosen, choices=choices_of(command)
    )
    return [declared, *follows]


def may_choose(state: Adventure, conflict: Conflict, slug: str, it: Participant) -> None:
    """SPC-25, SPC-26: for a participant who chooses now."""
    need(not it.taken_out, "is_taken_out", participant=slug)
    if it.throw.action_type is not None:
        if any(other.throw.thrown for other in conflict.participants.values()):
            raise CommandRefused("type_fixed", participant=slug, action_type=it.throw.action_type)
        raise CommandRefused("type_declared", participant=slug, action_type=it.throw.action_type)
    if not state.characters[slug].is_antagonist:
        waiting = [
            other
            for other, them in antagonists_first(state, conflict).items()
            if state.characters[other].is_antagonist and them.throw.action_type is None
        ]
        need(not waiting, "antagonists_first", antagonists=waiting)


def named_with_it(command: ask.DeclareActionType, chosen: ActionType) -> None:
    """For what fits the type: nothing is missing, and nothing belongs to another."""
    needed = NAMED_WITH.get(chosen, ())
    for choice in needed:
        need(getattr(command, choice) not in (None, ""), "choice_missing", choice=choice, action_type=chosen)
    for choice in _CHOICES:
        if choice not in (*needed, *ALSO_NAMED.get(chosen, ())) and getattr(command, choice):
            raise CommandRefused("choice_not_here", choice=choice, asked=chosen)


def choices_of(command: ask.DeclareActionType) -> say.Choices:
    """What was named, as recorded."""
    return say.Choices(
        talent=command.talent,
        power=command.power,
        ritual=command.ritual,
        gadget=command.gadget,
        target=command.target,
        weakness=command.weakness,
        ward=command.ward,
        use_now=command.use_now,
    )


def plain(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Sequence[Event]:
    """SPC-37 to SPC-42: nothing but what is added to the dice later on."""
    return []


def use_talent(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Events:
    """SPC-27: a talent that is on the sheet."""
    slug, talent = command.participant, command.talent
    need(talent in state.characters[slug].talents, "talent_unknown", character=slug, talent=talent)
    return []


def overpower(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Events:
    """SPC-28: the power acts; what it does is adjudicated."""
    power = command.power
    if power is None or power not in state.characters[command.participant].powers:
        raise CommandRefused("power_unknown", character=command.participant, power=power)
    return [say.PowerActivated(participant=command.participant, power=power)]


def invoke(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Events:
    """SPC-29: the ritual's values take the place of a throw."""
    ritual = state.characters[command.participant].rituals.get(command.ritual or "")
    if ritual is None or command.ritual is None:
        raise CommandRefused("ritual_unknown", character=command.participant, ritual=command.ritual)
    return [
        say.RitualInvoked(
            participant=command.participant,
            ritual=command.ritual,
            ambition=ritual.ambition,
            cunning=ritual.cunning,
            vigilance=ritual.vigilance,
        )
    ]


def activate(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Events:
    """SPC-30: the gadget's value takes the place of one die."""
    gadget = state.characters[command.participant].gadgets.get(command.gadget or "")
    if gadget is None or command.gadget is None:
        raise CommandRefused("gadget_unknown", character=command.participant, gadget=command.gadget)
    return [
        say.GadgetActivated(
            participant=command.participant, gadget=command.gadget, slot=gadget.slot, value=gadget.value
        )
    ]


def exploit(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Events:
    """SPC-32: a Character turns on an antagonist's weakness, an antagonist on a Character's."""
    target, weakness = command.target, command.weakness
    if target is None or weakness is None or target not in in_play(conflict):
        raise CommandRefused("target_unknown", target=target)
    mine = state.characters[command.participant].is_antagonist
    theirs = state.characters[target].is_antagonist
    need(theirs != mine, "weakness_of_ally", participant=command.participant, target=target)
    need(weakness in state.characters[target].weaknesses, "weakness_unknown", target=target, weakness=weakness)
    return [say.WeaknessExploited(by=command.participant, target=target, weakness=weakness)]


def defend(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Events:
    """SPC-43: anybody else in the conflict, by one defender each."""
    ward = command.ward
    need(ward != command.participant, "ward_self", participant=command.participant)
    if ward is None or ward not in in_play(conflict):
        raise CommandRefused("ward_unknown", ward=ward)
    for slug, it in conflict.participants.items():
        need(it.throw.defending != ward, "ward_defended", ward=ward, defender=slug)
    return []


def ambush(state: Adventure, conflict: Conflict, command: ask.DeclareActionType) -> Events:
    """SPC-44: another intention; its number is set before anybody throws."""
    slug = command.participant
    old = found(conflict.participants[slug].intention, "goons_do_not_act", goon=slug)
    new, kind = command.intention or "", command.kind or IntentionKind.FREE
    intention_holds(state, slug, new, kind, command.pool)
    return [say.IntentionChanged(participant=slug, old=old.text, new=new, kind=kind, pool=command.pool)]


_Does = Callable[[Adventure, Conflict, ask.DeclareActionType], Events]
WHAT_IT_DOES: Mapping[ActionType, _Does] = {
    ActionType.ACTION: use_talent,
    ActionType.OVERPOWER: overpower,
    ActionType.INVOKE: invoke,
    ActionType.ACTIVATE: activate,
    ActionType.MANIFEST: manifest,
    ActionType.EXPLOIT: exploit,
    **dict.fromkeys(ACT_SPENDS, act),
    **dict.fromkeys(
        (
            ActionType.FEINT,
            ActionType.BRUTAL,
            ActionType.GUARD,
            ActionType.PROTECT,
            ActionType.ANTICIPATE,
            ActionType.REACT,
        ),
        plain,
    ),
    ActionType.DEFEND: defend,
    ActionType.AMBUSH: ambush,
}
if missing := set(ActionType) - WHAT_IT_DOES.keys():
    raise TypeError(f"action types without a rule: {sorted(missing)}")
