"""Acts that spend a track for a die, fixed modifiers, defending and ambush (SPC-33 to SPC-44, SPC-48)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Seat
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Text
from domain.spc.chapters.adventure.tracks import goal_moved, purity_moved, room_for_goal, room_for_purity
from domain.spc.chapters.conflicts.action_types import NAMED_WITH, DeclareActionType, known_with, rule_of
from domain.spc.chapters.conflicts.intentions import intention_allowed, kinds
from domain.spc.chapters.guards import conflict_under_way, in_turn, own_participant
from domain.spc.choices import ACTION_TYPES, INTENTIONS
from domain.spc.house_rules import SelfishRaises
from domain.spc.lookup import in_play, participant_of, throw_of, value_of
from domain.spc.phrases import test_of
from domain.spc.printed import ACT_SPENDS, TYPE_MODIFIERS
from domain.spc.seats import DICE_GROUP, TYPE_GROUP, dice_of, name, people, values
from domain.spc.state.adventure import Adventure
from domain.spc.state.conflict import Conflict, Intention, Participant, Throw
from domain.spc.terms import (
    ActionType,
    DieId,
    DieRef,
    IntentionKind,
    ParticipantRef,
    Slot,
    Stage,
    TrackEnd,
    TrackReason,
)

chapter = Chapter[Adventure](
    "Acts, fixed modifiers, defending, ambush",
    {
        "nothing_at_that_end": "{character} has no {end}: this takes 1 or more.",
        "no_act": "{participant} has chosen no act that adds a track to a die.",
        "keep_first": "{participant} has not chosen yet which dice to keep.",
        "increased_already": "{participant} has added the track to a die already.",
        "die_not_kept": "Choose among the dice kept, which show {values}.",
        "already_assigned": "{participant} has assigned the dice already.",
        "ward_self": "Name somebody else to defend: {participant} takes their own blows already.",
        "ward_unknown": "Nobody of that name is in the conflict to be defended. Name somebody who is.",
        "ward_defended": "{ward} is defended already, by {defender}.",
    },
)


_PURITY_STEPS = {ActionType.PURE_ACT: -1, ActionType.CORRUPT_ACT: 1}
_GOAL_STEPS = {ActionType.SELFISH_ACT: 1, ActionType.INSPIRED_ACT: -1}


@rule_of(*ACT_SPENDS)
def spend_track(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of the four acts (SPC-33, SPC-34, SPC-35, SPC-36): refused with nothing at that end of the track."""
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
    """Refuse an act whose step the track cannot take."""
    if chosen in _PURITY_STEPS:
        room_for_purity(state, slug, _PURITY_STEPS[chosen])
        return
    room_for_goal(state, slug, _GOAL_STEPS[chosen])
    if raises_purity(state, chosen):
        room_for_purity(state, slug, 1)


def raises_purity(state: Adventure, chosen: ActionType) -> bool:
    """True if this act is a step towards Purity besides what it spends."""
    rule = state.house_rules.selfish_act_raises
    return chosen is ActionType.SELFISH_ACT and rule is SelfishRaises.PURITY


class IncreaseDie(Command):
    """Increase a die: after a pure, corrupt, selfish or inspired act, add that end of its track to one kept die;
    the track then falls by one.

    Needs:    your own throw, kept and not assigned, after such an act.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `no_act`, `keep_first`, `already_assigned`,
              `increased_already`, `die_not_kept`, `goons_do_not_act`.
    Yields:   `DieIncreased`, then `PurityTrackMoved` or `GoalTrackMoved` or both.
    """

    type: Literal["spc.increase_die"] = "spc.increase_die"
    participant: ParticipantRef = Field(title="Who")
    die_id: DieRef = Field(title="Die")


class DieIncreased(Event):
    """One end of a track, `source`, added `amount` to a kept die, as it stood before it fell."""

    type: Literal["spc.die_increased.v1"] = "spc.die_increased.v1"
    participant: CharacterSlug
    die_id: DieId
    amount: int
    source: TrackEnd


@chapter.decides(IncreaseDie)
def increase_die(state: Adventure, command: IncreaseDie, asker: Asker, dice: Dice) -> Events:
    """SPC-48: add that end as it stands to one kept die; then the track moves."""
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
    return increase_events(state, command, throw, chosen)


def increase_events(state: Adventure, command: IncreaseDie, throw: Throw, chosen: ActionType) -> Events:
    """Events of the increase, and of the step down from it. A step that has no room left by now is not made."""
    slug, end = command.participant, ACT_SPENDS[chosen]
    amount = max(0, state.characters[slug].at_end(end, state.house_rules))
    if state.house_rules.clamp_dice:
        amount = min(amount, max(0, state.house_rules.die_faces - throw.thrown[command.die_id]))
    events: list[Event] = [DieIncreased(participant=slug, die_id=command.die_id, amount=amount, source=end)]
    reason = TrackReason(chosen.value)
    if chosen in _PURITY_STEPS and allowed(room_for_purity, state, slug, _PURITY_STEPS[chosen]):
        events.append(purity_moved(state, slug, _PURITY_STEPS[chosen], reason))
    if chosen in _GOAL_STEPS and allowed(room_for_goal, state, slug, _GOAL_STEPS[chosen]):
        events.append(goal_moved(state, slug, _GOAL_STEPS[chosen], reason))
    if raises_purity(state, chosen) and allowed(room_for_purity, state, slug, 1):
        events.append(purity_moved(state, slug, 1, reason))
    return events


@chapter.applies(DieIncreased)
def _(state: Adventure, event: DieIncreased) -> None:
    throw = throw_of(state, event.participant)
    must(event.die_id in throw.kept and not throw.die_addition, "one kept die is increased, once")
    throw.die_addition = {event.die_id: event.amount}


@chapter.tells(DieIncreased, "{participant} adds {amount} {source} to a kept die")
def _(state: Adventure, event: DieIncreased) -> Iterable[Fact]:
    was = throw_of(state, event.participant).thrown[event.die_id]
    yield facts.DieChanged(
        roller=event.participant,
        die=event.die_id,
        size=state.house_rules.die_faces,
        was=was,
        now=was + event.amount,
        why=event.source.value.title(),
        test=test_of(state),
        reading=f"{event.source.value.title()} +{event.amount}",
    )


@rule_of(
    ActionType.FEINT,
    ActionType.BRUTAL,
    ActionType.GUARD,
    ActionType.PROTECT,
    ActionType.ANTICIPATE,
    ActionType.REACT,
)
def plain_type(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of the types without a choice (SPC-37, SPC-38, SPC-39, SPC-40, SPC-41, SPC-42): nothing at once."""
    return []


@rule_of(ActionType.DEFEND)
def defend(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of defending: anybody else in the conflict, by one defender each (SPC-43)."""
    ward = command.ward
    need(ward != command.participant, "ward_self", participant=command.participant)
    if ward is None or ward not in in_play(conflict):
        raise CommandRefused("ward_unknown", ward=ward)
    for slug, it in conflict.participants.items():
        need(it.throw.defending != ward, "ward_defended", ward=ward, defender=slug)
    return []


class IntentionChanged(Event):
    """An ambusher has another intention; Progress stays, the target number is to be set anew."""

    type: Literal["spc.intention_changed.v1"] = "spc.intention_changed.v1"
    participant: CharacterSlug
    old: Text
    new: Text
    kind: IntentionKind
    pool: Slot | None = None


@rule_of(ActionType.AMBUSH)
def ambush(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of ambush: another intention; its number is set before anybody throws (SPC-44)."""
    slug = command.participant
    old = found(conflict.participants[slug].intention, "goons_do_not_act", goon=slug)
    new, kind = command.intention or "", command.kind or IntentionKind.FREE
    intention_allowed(state, slug, new, kind, command.pool)
    return [IntentionChanged(participant=slug, old=old.text, new=new, kind=kind, pool=command.pool)]


@chapter.applies(IntentionChanged)
def _(state: Adventure, event: IntentionChanged) -> None:
    it = participant_of(state, event.participant, Stage.TURN)
    it.intention = Intention(event.new, event.kind, event.pool)
    it.itn = None


@chapter.tells(IntentionChanged, "{participant} wants something else now: {new}")
def _(state: Adventure, event: IntentionChanged) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.participant, field="intention", text=event.new)
    test = state.conflict.id if state.conflict else ""
    yield facts.Turn(test=test, who=event.participant, text=event.new, way=facts.Way.WANTS_NOW)


_PLAIN = tuple(one for one in TYPE_MODIFIERS if one not in NAMED_WITH)
"""Types with which nothing is named."""


def acts(state: Adventure, slug: str) -> list[ActionType]:
    """Acts for which there is something at that end of the track."""
    it, rules = state.characters[slug], state.house_rules
    if not it.has_tracks:
        return []
    return [
        act
        for act, end in ACT_SPENDS.items()
        if (it.at_end(end, rules) >= 1 or rules.allow_empty_acts) and allowed(room_for_act, state, slug, act)
    ]


def increasing(state: Adventure, seat: Seat, slug: str, part: Participant) -> Offer:
    """Offer of the kept dice, one of which the track is added to."""
    choices = {"die_id": dice_of(part.throw, part.throw.kept)}
    label = f"{name(state, slug)} adds the track to a die"
    return seat.offer(IncreaseDie, label, {"participant": slug}, choices, group=DICE_GROUP)


def plain_types(state: Adventure, seat: Seat, slug: str) -> Offer:
    """Types with which nothing is named, acts among them where there is something at that end of the track."""
    return seat.offer(
        DeclareActionType,
        f"{name(state, slug)} chooses an action type",
        known_with(slug, None),
        {"action_type": values([*acts(state, slug), *_PLAIN], ACTION_TYPES)},
        group=TYPE_GROUP,
    )


def defending(state: Adventure, it: Conflict, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offers to defend anybody else whom nobody defends yet."""
    warded = {part.throw.defending for part in it.participants.values()}
    wards = [other for other in in_play(it) if other != slug and other not in warded]
    if wards:
        known = known_with(slug, ActionType.DEFEND)
        choices = {"ward": people(state, wards)}
        label = f"{name(state, slug)} defends somebody"
        yield seat.offer(DeclareActionType, label, known, choices, group=TYPE_GROUP)


def ambushes(state: Adventure, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offers of another intention, in words or for a pool to grow."""
    who = name(state, slug)
    known = known_with(slug, ActionType.AMBUSH, pool=None)
    label = f"{who} lies in ambush for something else"
    yield seat.offer(
        DeclareActionType, label, known, {"kind": values(kinds(state, slug), INTENTIONS)}, group=TYPE_GROUP
    )
    known = known_with(slug, ActionType.AMBUSH, kind=IntentionKind.ADVANCE_POOL.value)
    label = f"{who} lies in ambush for a pool to grow"
    yield seat.offer(DeclareActionType, label, known, {"pool": values(Slot)}, group=TYPE_GROUP)
