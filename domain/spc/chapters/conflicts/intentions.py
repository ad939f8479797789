"""Intentions and their target numbers (SPC-21 to SPC-24)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Delta, Text
from domain.spc.chapters.adventure.tracks import room_for_goal
from domain.spc.chapters.conflicts.opposing import in_setup
from domain.spc.chapters.guards import conflict_under_way, gm_only, must_have_words, own_participant, taking_part
from domain.spc.choices import INTENTIONS, TARGETS
from domain.spc.house_rules import TargetBase
from domain.spc.lookup import participant_of, wants_something
from domain.spc.phrases import told, words
from domain.spc.printed import BROUGHT_BY_KIND, TARGET_MODIFIERS
from domain.spc.seats import SETUP_GROUP, TURN_GROUP, name, seat_of, values
from domain.spc.state.adventure import Adventure
from domain.spc.state.conflict import Conflict, Intention, Participant
from domain.spc.terms import IntentionKind, ParticipantRef, Printed, Slot, Stage, TargetModifier

chapter = Chapter[Adventure](
    "Intentions and target numbers",
    {
        "no_opponent": "{participant} opposes nobody yet. Declare an opposition first.",
        "intention_declared": "{participant} has an intention already; only an ambush changes it.",
        "intention_first": "{participant} has no intention yet: the number is set for one.",
        "itn_stands": "The target number of {participant} is {itn}, and stands; only an ambush changes it.",
        "characters_first": "Antagonists come after the Characters; still without a target number: {characters}.",
        "pool_missing": "Say which pool is to grow.",
        "no_tracks": "{character} has no tracks.",
        "modifier_twice": "Each modifier counts once, and this one is there already: {modifier}.",
        "easy_and_hard": "It cannot be easy and hard at once.",
        "base_missing": "At this table the Mastermind names the number that modifiers are added to.",
        "base_follows": "The number follows from an Obstacle Rating; leave the base out.",
        "choice_not_here": "Leave the {choice:_} out: it does not belong to this choice, {asked}.",
    },
)


def characters_without_number(state: Adventure, conflict: Conflict) -> list[str]:
    """Players' Characters whose number is still to be set: antagonists come after them (SPC-24)."""
    return [
        slug
        for slug, it in conflict.participants.items()
        if it.itn is None and not state.characters[slug].is_antagonist
    ]


def after_characters(state: Adventure, conflict: Conflict, slug: str) -> None:
    """Refuse an antagonist's step while a Character's number is still to be set (SPC-24)."""
    waiting = characters_without_number(state, conflict)
    if state.characters[slug].is_antagonist and waiting:
        raise CommandRefused("characters_first", characters=waiting)


def intention_allowed(state: Adventure, slug: str, text: str, kind: IntentionKind, pool: Slot | None) -> None:
    """Refuse an intention without words, without the pool it names, or whose track has no room."""
    must_have_words(text, "the intention")
    if kind is IntentionKind.ADVANCE_POOL:
        need(pool is not None, "pool_missing")
        return
    need(pool is None, "choice_not_here", choice="pool", asked=kind)
    if kind is IntentionKind.FREE:
        return
    need(state.characters[slug].has_tracks, "no_tracks", character=slug)
    room_for_goal(state, slug, 1 if kind is IntentionKind.ADVANCE_GOAL else -1)


class DeclareIntention(Command):
    """Say what you want from the conflict, and what it would bring.

    Needs:    a participant of your own with an opponent; antagonists only once every Character has a number.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `setup_is_over`, `goons_do_not_act`,
              `not_a_participant`, `not_your_character`, `mastermind_only`, `no_opponent`, `itn_stands`,
              `intention_declared`, `characters_first`, `words_missing`, `pool_missing`, `choice_not_here`,
              `no_tracks`, `goal_at_its_end`, `track_at_limit`.
    Yields:   `IntentionDeclared`.
    """

    type: Literal["spc.declare_intention"] = "spc.declare_intention"
    participant: ParticipantRef = Field(title="Who")
    text: Text
    kind: IntentionKind = IntentionKind.FREE
    pool: Slot | None = Field(default=None, description="To advance a pool: which one is to grow.")


class IntentionDeclared(Event):
    """A participant declared an intention; `pool` is the one that is to grow."""

    type: Literal["spc.intention_declared.v1"] = "spc.intention_declared.v1"
    participant: CharacterSlug
    text: Text
    kind: IntentionKind
    pool: Slot | None = None


@chapter.decides(DeclareIntention)
def declare_intention(state: Adventure, command: DeclareIntention, asker: Asker, dice: Dice) -> Events:
    """SPC-21, SPC-24: declare one intention each; goons have none."""
    conflict = conflict_under_way(state)
    in_setup(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    need(wants_something(state, command.participant), "goons_do_not_act", goon=command.participant)
    need(conflict.opponents(command.participant), "no_opponent", participant=command.participant)
    need(it.itn is None, "itn_stands", participant=command.participant, itn=it.itn)
    need(it.intention is None, "intention_declared", participant=command.participant)
    after_characters(state, conflict, command.participant)
    intention_allowed(state, command.participant, command.text, command.kind, command.pool)
    return [
        IntentionDeclared(participant=command.participant, text=command.text, kind=command.kind, pool=command.pool)
    ]


@chapter.applies(IntentionDeclared)
def _(state: Adventure, event: IntentionDeclared) -> None:
    it = participant_of(state, event.participant, Stage.SETUP)
    must(it.intention is None, f"{event.participant} has an intention already")
    it.intention = Intention(event.text, event.kind, event.pool)


@chapter.tells(IntentionDeclared, "{participant} wants: {text}")
def _(state: Adventure, event: IntentionDeclared) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.participant, field="intention", text=event.text)
    test = state.conflict.id if state.conflict else ""
    yield facts.Aim(test=test, who=event.participant, text=event.text)


class SetIntentionTarget(Command):
    """Set the Intention Target Number. What the kind of intention brings is added by itself.

    Needs:    the Mastermind; the intention; antagonists after every Character.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `goons_do_not_act`,
              `not_a_participant`, `intention_first`, `itn_stands`, `characters_first`, `modifier_twice`,
              `easy_and_hard`, `base_missing`, `base_follows`.
    Yields:   `IntentionTargetSet`.
    """

    type: Literal["spc.set_intention_target"] = "spc.set_intention_target"
    participant: ParticipantRef = Field(title="Who")
    modifiers: tuple[TargetModifier, ...] = Field(default=(), description="Whatever applies besides its kind.")
    base: Delta | None = Field(default=None, description="Only where the house rule lets the Mastermind name it.")


class TargetPart(Printed):
    """One modifier of an Intention Target Number, and what it adds."""

    modifier: TargetModifier
    amount: int


class IntentionTargetSet(Event):
    """The Intention Target Number was set: `itn` is the Progress the intention takes."""

    type: Literal["spc.intention_target_set.v1"] = "spc.intention_target_set.v1"
    participant: CharacterSlug
    base: int
    modifiers: tuple[TargetPart, ...]
    itn: int


@chapter.decides(SetIntentionTarget)
def set_intention_target(state: Adventure, command: SetIntentionTarget, asker: Asker, dice: Dice) -> Events:
    """SPC-22, SPC-23: set a target number from a rating and what applies. Again only after an ambush."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    it = taking_part(state, conflict, command.participant)
    need(wants_something(state, command.participant), "goons_do_not_act", goon=command.participant)
    need(it.intention is not None, "intention_first", participant=command.participant)
    need(it.itn is None, "itn_stands", participant=command.participant, itn=it.itn)
    if conflict.status is Stage.SETUP:
        after_characters(state, conflict, command.participant)
    modifiers = modifiers_of(it, command.modifiers)
    base = target_base(state, conflict, command)
    itn = base + sum(TARGET_MODIFIERS[one] for one in modifiers)
    floor = state.house_rules.itn_floor
    return [
        IntentionTargetSet(
            participant=command.participant,
            base=base,
            modifiers=tuple(TargetPart(modifier=one, amount=TARGET_MODIFIERS[one]) for one in modifiers),
            itn=itn if floor is None else max(itn, floor),
        )
    ]


def modifiers_of(it: Participant, named: tuple[TargetModifier, ...]) -> list[TargetModifier]:
    """Modifiers of a target number: what the kind brings, then what is named, each once (SPC-23)."""
    brought = BROUGHT_BY_KIND.get(it.intention.kind) if it.intention else None
    modifiers = [*((brought,) if brought else ()), *named]
    for one in modifiers:
        need(modifiers.count(one) <= 1, "modifier_twice", modifier=one)
    if TargetModifier.EASY in modifiers and TargetModifier.HARD in modifiers:
        raise CommandRefused("easy_and_hard")
    return modifiers


def target_base(state: Adventure, conflict: Conflict, command: SetIntentionTarget) -> int:
    """The number a target number starts from (SPC-22)."""
    rule, slug = state.house_rules.itn_base, command.participant
    if rule is TargetBase.MANUAL:
        return found(command.base, "base_missing", participant=slug)
    need(command.base is None, "base_follows", participant=slug)
    if rule is TargetBase.HIGHEST_OPPOSING_OR:
        return max(state.characters[other].obstacle_rating for other in conflict.opponents(slug))
    return state.characters[slug].obstacle_rating


@chapter.applies(IntentionTargetSet)
def _(state: Adventure, event: IntentionTargetSet) -> None:
    it = participant_of(state, event.participant, Stage.SETUP, Stage.TURN)
    must(it.intention is not None and it.itn is None, f"no number is to be set for {event.participant}")
    it.itn = event.itn


@chapter.tells(IntentionTargetSet, "{participant} needs {itn} Progress")
def _(state: Adventure, event: IntentionTargetSet) -> Iterable[Fact]:
    parts = "".join(f", {words(part.modifier)} {part.amount:+d}" for part in event.modifiers)
    yield told(f"{event.base}{parts}: {event.itn}", "target number", event.participant)


def intending(state: Adventure, it: Conflict, slug: str, asker: Asker) -> Iterable[Offer]:
    """Offers of an intention in words, or of one that makes a pool grow."""
    seat, part = seat_of(state, slug, asker), it.participants[slug]
    waits = state.characters[slug].is_antagonist and characters_without_number(state, it)
    if seat is None or part.intention or waits or not it.opponents(slug) or not wants_something(state, slug):
        return
    who = name(state, slug)
    plain = {"participant": slug, "pool": None}
    yield seat.offer(
        DeclareIntention,
        f"{who} wants something",
        plain,
        {"kind": values(kinds(state, slug), INTENTIONS)},
        group=SETUP_GROUP,
    )
    grows = {"participant": slug, "kind": IntentionKind.ADVANCE_POOL.value}
    yield seat.offer(
        DeclareIntention, f"{who} wants a pool to grow", grows, {"pool": values(Slot)}, group=SETUP_GROUP
    )


def kinds(state: Adventure, slug: str) -> list[IntentionKind]:
    """Kinds of intention that name no pool and that this one's track has room for."""
    if not state.characters[slug].has_tracks:
        return [IntentionKind.FREE]
    steps = ((IntentionKind.ADVANCE_GOAL, 1), (IntentionKind.ADVANCE_DRAWBACK, -1))
    return [IntentionKind.FREE, *(kind for kind, delta in steps if allowed(room_for_goal, state, slug, delta))]


def targets(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offers to set target numbers, before the first turn or after an ambush."""
    if not asker.is_gm:
        return
    late = it.status is Stage.SETUP and bool(characters_without_number(state, it))
    for slug, part in it.participants.items():
        if part.intention is None or part.itn is not None or (late and state.characters[slug].is_antagonist):
            continue
        known: dict[str, object] = {"participant": slug}
        if state.house_rules.itn_base is not TargetBase.MANUAL:
            known["base"] = None
        yield Offer(
            command=SetIntentionTarget,
            label=f"Set the target number of {name(state, slug)}",
            known=known,
            choices={"modifiers": modifiers(part)},
            group=SETUP_GROUP if it.status is Stage.SETUP else TURN_GROUP,
        )


def modifiers(part: Participant) -> tuple[Choice, ...]:
    """Modifiers that may be named besides the one the kind of intention brings."""
    brought = BROUGHT_BY_KIND.get(part.intention.kind) if part.intention else None
    return values((one for one in TargetModifier if one is not brought), TARGETS)
