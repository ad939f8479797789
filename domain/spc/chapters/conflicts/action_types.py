"""The action type of a turn, and what has to be named with it (SPC-25, SPC-26)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Points, Slug, Text
from domain.spc.chapters.guards import conflict_under_way, in_turn, own_participant
from domain.spc.lookup import antagonists_first, throw_of
from domain.spc.names import names
from domain.spc.phrases import told, words
from domain.spc.state.adventure import Adventure
from domain.spc.state.conflict import Conflict, Participant
from domain.spc.terms import (
    ActionType,
    CostedPrinted,
    GadgetRef,
    IntentionKind,
    ParticipantRef,
    PowerRef,
    Printed,
    RitualRef,
    Slot,
    TalentRef,
    WeaknessRef,
)

chapter = Chapter[Adventure](
    "Choosing an action type",
    {
        "is_taken_out": "{participant} is out of the conflict.",
        "type_missing": "Choose an action type for {participant}.",
        "type_declared": "{participant} has chosen {action_type} for this turn: one type a turn.",
        "type_fixed": "Dice have fallen: {participant} keeps to {action_type}.",
        "antagonists_first": "Antagonists choose their action types first; still to choose: {antagonists}.",
        "choice_missing": "Name the {choice:_} that goes with this action type: {action_type}.",
    },
)


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
"""Fields that have to be named with a type."""
ALSO_NAMED: Mapping[ActionType, tuple[str, ...]] = {
    ActionType.MANIFEST: ("use_now",),
    ActionType.AMBUSH: ("kind", "pool"),
}
"""Fields that may be named with a type."""
_CHOICES = (
    "talent", "power", "ritual", "gadget", "new_power", "new_weakness", "use_now", "target", "weakness", "ward",
    "intention", "kind", "pool",
)  # fmt: skip


class DeclareActionType(Command):
    """Choose an action type for this turn. One that takes something of a sheet, or a ward, is a step of its own.

    Needs:    a participant of your own; every antagonist has chosen before any Character does.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `goons_do_not_act`, `not_a_participant`,
              `is_taken_out`, `not_your_character`, `mastermind_only`, `type_fixed`, `type_declared`,
              `antagonists_first`, `type_missing`, `choice_missing`, `choice_not_here`, `talent_unknown`,
              `power_unknown`, `ritual_unknown`, `gadget_unknown`, `no_tracks`, `costs_differ`, `power_owned`,
              `weakness_owned`, `id_empty`, `track_at_limit`, `target_unknown`, `weakness_of_ally`,
              `weakness_unknown`, `nothing_at_that_end`, `goal_at_its_end`, `ward_self`, `ward_defended`,
              `ward_unknown`, `words_missing`, `pool_missing`, `feature_named_twice`.
    Yields:   `ActionTypeDeclared`; then by type `PowerActivated`, `RitualInvoked`, `GadgetActivated`,
              `PowerManifested`, `WeaknessGained`, `PurityTrackMoved`, `WeaknessExploited`, `IntentionChanged`.
    """

    type: Literal["spc.declare_action_type"] = "spc.declare_action_type"
    participant: ParticipantRef = Field(title="Who")
    action_type: ActionType | None = None
    talent: TalentRef | None = Field(default=None, description="Action: the talent it is done with.")
    power: PowerRef | None = Field(default=None, description="Overpower: the power.")
    ritual: RitualRef | None = Field(default=None, description="Invoke: the ritual.")
    gadget: GadgetRef | None = Field(default=None, description="Activate: the gadget.")
    new_power: CostedPrinted | None = Field(default=None, description="Manifest: the power that is new.")
    new_weakness: CostedPrinted | None = Field(
        default=None, description="Manifest: the weakness that pays for it."
    )
    use_now: bool = Field(
        default=False, title="Use it now", description="Manifest: whether the power acts this turn already."
    )
    target: ParticipantRef | None = Field(default=None, title="Whom", description="Exploit: whose weakness.")
    weakness: WeaknessRef | None = Field(default=None, description="Exploit: the weakness.")
    ward: ParticipantRef | None = Field(
        default=None, title="Whom", description="Defend: who is to be spared Abuse."
    )
    intention: Text | None = Field(default=None, description="Ambush: the new intention.")
    kind: IntentionKind | None = Field(default=None, description="Ambush: its kind; left out, it is free.")
    pool: Slot | None = Field(default=None, description="Ambush, or to advance a pool: which one.")


class Choices(Printed):
    """The choices named with an action type; only those that the type asks for are there."""

    talent: Slug | None = None
    power: Slug | None = None
    ritual: Slug | None = None
    gadget: Slug | None = None
    target: CharacterSlug | None = None
    weakness: Slug | None = None
    ward: CharacterSlug | None = None
    use_now: bool = False


class ActionTypeDeclared(Event):
    """A participant chose an action type for this turn, with what it names."""

    type: Literal["spc.action_type_declared.v1"] = "spc.action_type_declared.v1"
    participant: CharacterSlug
    turn: Points
    action_type: ActionType
    choices: Choices


Follows = Callable[[Adventure, Conflict, DeclareActionType], Events]
"""Events an action type brings at once."""
WHAT_IT_DOES: dict[ActionType, Follows] = {}
"""The rule of each action type. The chapters after this one fill it."""


def rule_of(*types: ActionType) -> Callable[[Follows], Follows]:
    """Register the rule of these action types: what choosing them does at once."""

    def register(follows: Follows) -> Follows:
        if twice := WHAT_IT_DOES.keys() & set(types):
            raise TypeError(f"action types with two rules: {sorted(twice)}")
        WHAT_IT_DOES.update(dict.fromkeys(types, follows))
        return follows

    return register


@chapter.decides(DeclareActionType)
def declare_action_type(state: Adventure, command: DeclareActionType, asker: Asker, dice: Dice) -> Events:
    """SPC-25, SPC-26: choose one type for each participant and turn, antagonists before Characters."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    may_choose(state, conflict, command.participant, it)
    chosen = found(command.action_type, "type_missing", participant=command.participant)
    named_with_it(command, chosen)
    follows = WHAT_IT_DOES[chosen](state, conflict, command)
    declared = ActionTypeDeclared(
        participant=command.participant, turn=conflict.turn, action_type=chosen, choices=choices_of(command)
    )
    return [declared, *follows]


def may_choose(state: Adventure, conflict: Conflict, slug: str, it: Participant) -> None:
    """Refuse a participant who has chosen, has no choice, or has to wait for antagonists (SPC-25, SPC-26)."""
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


def named_with_it(command: DeclareActionType, chosen: ActionType) -> None:
    """Refuse what does not fit the type: something missing, or something that belongs to another."""
    needed = NAMED_WITH.get(chosen, ())
    for choice in needed:
        need(getattr(command, choice) not in (None, ""), "choice_missing", choice=choice, action_type=chosen)
    for choice in _CHOICES:
        if choice not in (*needed, *ALSO_NAMED.get(chosen, ())) and getattr(command, choice):
            raise CommandRefused("choice_not_here", choice=choice, asked=chosen)


def choices_of(command: DeclareActionType) -> Choices:
    """The choices named, as recorded."""
    return Choices(
        talent=command.talent,
        power=command.power,
        ritual=command.ritual,
        gadget=command.gadget,
        target=command.target,
        weakness=command.weakness,
        ward=command.ward,
        use_now=command.use_now,
    )


@chapter.applies(ActionTypeDeclared)
def _(state: Adventure, event: ActionTypeDeclared) -> None:
    throw = throw_of(state, event.participant)
    must(throw.action_type is None, f"{event.participant} has chosen already")
    throw.action_type = event.action_type
    throw.talent = event.choices.talent
    throw.target = event.choices.target
    throw.weakness = event.choices.weakness
    throw.defending = event.choices.ward


@chapter.tells(ActionTypeDeclared, "{participant} chooses: {action_type:_}")
def _(state: Adventure, event: ActionTypeDeclared) -> Iterable[Fact]:
    named = (getattr(event.choices, name) for name in ("talent", "target", "weakness", "ward"))
    called = names(state)
    told_with = ", ".join(called.get(one, one) for one in named if one)
    yield told(
        f"{words(event.action_type)}{': ' if told_with else ''}{told_with}", "action type", event.participant
    )


def known_with(slug: str, chosen: ActionType | None, **more: object) -> dict[str, object]:
    """Known fields of a declaration: everything that the type does not ask for is left out."""
    open_fields = {*NAMED_WITH.get(chosen, ()), *ALSO_NAMED.get(chosen, ())} if chosen else set()
    every = {one for fields in (*NAMED_WITH.values(), *ALSO_NAMED.values()) for one in fields}
    closed = {one: False if one == "use_now" else None for one in sorted(every - open_fields)}
    return {"participant": slug, **closed, **({"action_type": chosen.value} if chosen else {}), **more}
