"""Action types with fixed modifiers, defending, and ambush (SPC-37 to SPC-44)."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, need
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.offers import Offer, Seat
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Text
from domain.spc.chapters.action_types import NAMED_WITH, WHAT_IT_DOES, DeclareActionType, does, known_with
from domain.spc.chapters.acts import acts
from domain.spc.chapters.intentions import intention_holds
from domain.spc.chapters.tracks import room_for_goal
from domain.spc.choices import TYPE_GROUP, name, people, values
from domain.spc.lookup import in_play, participant_of
from domain.spc.state import Adventure, Conflict, Intention
from domain.spc.tables import TYPE_MODIFIERS
from domain.spc.terms import ActionType, IntentionKind, Slot, Stage

chapter = Chapter[Adventure](
    "Fixed modifiers, defending, ambush",
    {
        "ward_self": "Name somebody else to defend: {participant} takes their own blows already.",
        "ward_unknown": "Nobody called “{ward}” is in the conflict to be defended.",
        "ward_defended": "{ward} is defended already, by {defender}.",
    },
)


@does(
    ActionType.FEINT,
    ActionType.BRUTAL,
    ActionType.GUARD,
    ActionType.PROTECT,
    ActionType.ANTICIPATE,
    ActionType.REACT,
)
def plain(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """SPC-37 to SPC-42: nothing but what is added to the dice later on."""
    return []


@does(ActionType.DEFEND)
def defend(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """SPC-43: anybody else in the conflict, by one defender each."""
    ward = command.ward
    need(ward != command.participant, "ward_self", participant=command.participant)
    if ward is None or ward not in in_play(conflict):
        raise CommandRefused("ward_unknown", ward=ward)
    for slug, it in conflict.participants.items():
        need(it.throw.defending != ward, "ward_defended", ward=ward, defender=slug)
    return []


class IntentionChanged(Event):
    """An ambusher wants something else now; Progress stays, the number is to be set anew."""

    type: Literal["spc.intention_changed.v1"] = "spc.intention_changed.v1"
    participant: CharacterSlug
    old: Text
    new: Text
    kind: IntentionKind
    pool: Slot | None = None


@does(ActionType.AMBUSH)
def ambush(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """SPC-44: another intention; its number is set before anybody throws."""
    slug = command.participant
    old = found(conflict.participants[slug].intention, "goons_do_not_act", goon=slug)
    new, kind = command.intention or "", command.kind or IntentionKind.FREE
    intention_holds(state, slug, new, kind, command.pool)
    return [IntentionChanged(participant=slug, old=old.text, new=new, kind=kind, pool=command.pool)]


@chapter.applies(IntentionChanged)
def _(state: Adventure, event: IntentionChanged) -> None:
    it = participant_of(state, event.participant, Stage.TURN)
    it.intention = Intention(event.new, event.kind, event.pool)
    it.itn = None


@chapter.tells(IntentionChanged, "{participant} wants something else now: {new}")
def _(state: Adventure, event: IntentionChanged) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.participant, field="intention", text=event.new)


if missing := set(ActionType) - WHAT_IT_DOES.keys():
    raise TypeError(f"action types without a rule: {sorted(missing)}")
_PLAIN = tuple(one for one in TYPE_MODIFIERS if one not in NAMED_WITH)
"""Types with which nothing is named."""


def plain_types(state: Adventure, seat: Seat, slug: str) -> Offer:
    """Types with which nothing is named, acts among them where there is something at that end of the track."""
    return seat.offer(
        DeclareActionType,
        f"{name(state, slug)} chooses an action type",
        known_with(slug, None),
        {"action_type": values([*acts(state, slug), *_PLAIN])},
        group=TYPE_GROUP,
    )


def defending(state: Adventure, it: Conflict, seat: Seat, slug: str) -> Iterable[Offer]:
    """Anybody else whom nobody defends yet."""
    warded = {part.throw.defending for part in it.participants.values()}
    wards = [other for other in in_play(it) if other != slug and other not in warded]
    if wards:
        known = known_with(slug, ActionType.DEFEND)
        choices = {"ward": people(state, wards)}
        label = f"{name(state, slug)} defends somebody"
        yield seat.offer(DeclareActionType, label, known, choices, group=TYPE_GROUP)


def ambushes(state: Adventure, seat: Seat, slug: str) -> Iterable[Offer]:
    """Another intention, in words or for a pool to grow."""
    who = name(state, slug)
    kinds = [IntentionKind.FREE]
    if state.characters[slug].has_tracks:
        steps = ((IntentionKind.ADVANCE_GOAL, 1), (IntentionKind.ADVANCE_DRAWBACK, -1))
        kinds += [kind for kind, delta in steps if allowed(room_for_goal, state, slug, delta)]
    known = known_with(slug, ActionType.AMBUSH, pool=None)
    label = f"{who} lies in ambush for something else"
    yield seat.offer(DeclareActionType, label, known, {"kind": values(kinds)}, group=TYPE_GROUP)
    known = known_with(slug, ActionType.AMBUSH, kind=IntentionKind.ADVANCE_POOL.value)
    label = f"{who} lies in ambush for a pool to grow"
    yield seat.offer(DeclareActionType, label, known, {"pool": values(Slot)}, group=TYPE_GROUP)
