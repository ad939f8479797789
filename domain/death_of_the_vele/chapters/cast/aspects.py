"""Aspects (VE-28, VE-108)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import note_deed
from domain.death_of_the_vele.chapters.experience import Awards
from domain.death_of_the_vele.chapters.guards import in_story, known_aspect, not_turned_down, own_component
from domain.death_of_the_vele.lookup import aspect_ids, aspect_of, narrator_of, player_for
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.printed import LEADER_ASPECTS
from domain.death_of_the_vele.slots import aspect_slots, lasting_aspects
from domain.death_of_the_vele.state.cast import Aspect
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AspectStatus, Durability, Origin, Size
from domain.death_of_the_vele.terms.play import ApprovalKind, DeedKind, XpReason
from domain.death_of_the_vele.terms.references import AspectRef, OwnRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Person, Slug, Text

chapter = Chapter[Vele](
    "Aspects",
    {
        "not_your_group": "{group} belongs to {player}: only they may do this.",
        "minion_has_no_aspects": "{component} is a minion, and minions have no aspects.",
        "aspect_unknown": "There is no such aspect{there:+. Those in play: }.",
        "aspect_not_active": "{aspect} no longer counts: it is {status}.",
        "aspect_of_nobody": "{subject} is played by nobody, so nobody earns by its aspects.",
    },
)


HIT, DANGEROUS_HIT = 1, 2


def aspect_slot_free(state: Vele, subject: str, asker: Asker) -> None:
    """Refuse a lasting aspect that is not this person's to write there, or has no free slot."""
    group = state.groups.get(subject)
    if group is not None:
        need(group.owner == asker.person, "not_your_group", group=subject, player=group.owner)
        slots = LEADER_ASPECTS
    else:
        it = own_component(state, subject, asker)
        need(it.size is not Size.MINION, "minion_has_no_aspects", component=subject)
        slots = aspect_slots(state, it)
    there = len(lasting_aspects(state, subject))
    if there < slots:
        return
    raise CommandRefused("aspect_slots_full", component=subject, slots=slots, aspects=there + 1)


class AddAspect(Command):
    """Write the aspect: on a component or a group.

    Needs:    a component or group of one's own with an open slot.
    Refused:  `component_unknown`, `not_your_component`, `not_your_group`, `aspect_slots_full`,
              `minion_has_no_aspects`.
    Yields:   `AspectAdded`.
    """

    type: Literal["death_of_the_vele.add_aspect"] = "death_of_the_vele.add_aspect"
    subject: OwnRef = Field(title="About", description="A component or a group.")
    text: Name = Field(title="Aspect")
    negative: bool = Field(default=False, description="It works against its owner.")


class AspectAdded(Event):
    """Something has a lasting aspect more (VE-28)."""

    type: Literal["death_of_the_vele.aspect_added.v1"] = "death_of_the_vele.aspect_added.v1"
    aspect: Slug
    subject: Slug
    text: Name
    origin: Origin
    negative: bool
    player: Person


@chapter.decides(AddAspect)
def add_aspect(state: Vele, command: AddAspect, asker: Asker, chance: Chance) -> Events:
    """VE-28: write an aspect into a free slot of a component or group."""
    in_story(state, asker)
    aspect_slot_free(state, command.subject, asker)
    ((slug, text),) = aspect_ids(state, (command.text,)).items()
    return [
        AspectAdded(
            aspect=slug,
            subject=command.subject,
            text=text,
            origin=Origin.START,
            negative=command.negative,
            player=asker.person,
        )
    ]


@chapter.applies(AspectAdded, renames=True)
def _(state: Vele, event: AspectAdded) -> None:
    must(event.aspect not in state.aspects, f"there is a {event.aspect} already")
    state.aspects[event.aspect] = Aspect(
        text=event.text, subject=event.subject, origin=event.origin, negative=event.negative
    )
    note_deed(state, DeedKind.ASPECT, event.player, event.aspect)


def aspect_state(
    state: Vele, slug: str, was: str, now: str, why: str, *, good: bool | None = None, lasting: bool = False
) -> Fact:
    """Fact of an aspect in another state: what it was, what it is now, and why."""
    it = state.aspects[slug]
    return facts.StateChanged(
        owner=it.subject,
        group="aspects",
        name=slug,
        label=it.text,
        was=was,
        now=now,
        why=why,
        good=good,
        lasting=lasting,
    )


@chapter.tells(AspectAdded, "{subject}: “{text}”")
def _(state: Vele, event: AspectAdded) -> Iterable[Fact]:
    yield aspect_state(state, event.aspect, "", "active", words(event.origin.value), good=not event.negative)


class HitAspect(Command):
    """Play one's own character to an aspect, so that it matters.

    Needs:    an active aspect of a component one plays, or of a group one has a member of; the table's approval.
    Refused:  `aspect_unknown`, `aspect_not_active`, `aspect_of_nobody`, `not_your_component`, `not_accepted`.
    Yields:   `AspectHit`, `ExperienceAwarded` each.
    """

    type: Literal["death_of_the_vele.hit_aspect"] = "death_of_the_vele.hit_aspect"
    aspect: AspectRef
    danger: bool = Field(default=False, description="It brought danger, or extreme difficulty.")
    how: Text = ""


class AspectHit(Event):
    """A character was played to an aspect (VE-108). `danger`: it brought danger, which pays double."""

    type: Literal["death_of_the_vele.aspect_hit.v1"] = "death_of_the_vele.aspect_hit.v1"
    aspect: Slug
    player: Person
    danger: bool
    how: Text


@chapter.decides(HitAspect)
def hit_aspect(state: Vele, command: HitAspect, asker: Asker, chance: Chance) -> Events:
    """VE-108: pay for an aspect played to: its player, or every player of the group, and the narrator."""
    in_story(state, asker)
    aspect = active_aspect(state, command.aspect)
    among = paid_players(state, aspect, asker)
    not_turned_down(state, ApprovalKind.HIT, aspect.text)
    amount = DANGEROUS_HIT if command.danger else HIT
    reason = XpReason.ASPECT_HIT_DANGER if command.danger else XpReason.ASPECT_HIT
    awards = Awards(state)
    award_with_narrator(state, awards, among, amount, amount, reason, command.aspect)
    hit = AspectHit(aspect=command.aspect, player=asker.person, danger=command.danger, how=command.how)
    return [hit, *awards.events]


def active_aspect(state: Vele, slug: str) -> Aspect:
    """An aspect that still counts; refused for one that does not."""
    aspect = known_aspect(state, slug)
    need(aspect.status is AspectStatus.ACTIVE, "aspect_not_active", aspect=slug, status=aspect.status)
    return aspect


def players_of(state: Vele, subject: str) -> list[str]:
    """Players of an aspect: a component's player, or everybody who plays a member of the group."""
    if subject in state.components:
        return [player_for(state.components[subject])]
    group = found(state.groups.get(subject), "aspect_of_nobody", subject=subject)
    return list(dict.fromkeys(player_for(state.components[slug]) for slug in group.members))


def paid_players(state: Vele, aspect: Aspect, asker: Asker) -> list[str]:
    """Players an aspect pays, if the asker is one of them; refused otherwise."""
    among = players_of(state, aspect.subject)
    if asker.person not in among:
        raise CommandRefused("not_your_component", component=aspect.subject, player=next(iter(among), None))
    return among


def award_with_narrator(
    state: Vele, awards: Awards, among: list[str], amount: int, share: int, reason: XpReason, source: str
) -> None:
    """Award XP to each of these players, and a share to the narrator, who does not earn by the same deed twice."""
    for player in among:
        awards.give(player, amount, reason, source)
    narrator = narrator_of(state)
    if narrator is not None:
        awards.share(narrator, narrator if narrator in among else "", share, reason, source)


@chapter.applies(AspectHit)
def _(state: Vele, event: AspectHit) -> None:
    """No change here: the XP it earns stands in the events after it."""
    must(aspect_of(state, event.aspect).status is AspectStatus.ACTIVE, f"{event.aspect} is gone")


@chapter.tells(AspectHit, "{player} plays to {aspect}{how:+: }")
def _(state: Vele, event: AspectHit) -> Iterable[Fact]:
    about = event.how or state.aspects[event.aspect].text
    subject = state.aspects[event.aspect].subject
    yield told(about, "aspect hit", subject, event.player)
    yield facts.Turn(test="", who=subject, text=event.how)


class AspectPlaced(Event):
    """A struggle, or a ruling, put an aspect on something, with one free tag (VE-78 to VE-80)."""

    type: Literal["death_of_the_vele.aspect_placed.v1"] = "death_of_the_vele.aspect_placed.v1"
    aspect: Slug
    subject: Slug = Field(description="A component, a group, a place, or `scene`.")
    text: Name
    origin: Origin
    durability: Durability
    free_tag: bool
    negative: bool = False
    creator: Slug | None = Field(default=None, description="The component that placed it.")
    player: Person


def fragile_turns_left(state: Vele, event: AspectPlaced) -> int | None:
    """Turns that its creator's player has to end until a fragile aspect is gone; None for any other."""
    scene = state.scene
    if event.durability is not Durability.FRAGILE or scene is None or not scene.initiative_running:
        return None
    return 2 if scene.turn_of == event.player else 1


@chapter.applies(AspectPlaced, renames=True)
def _(state: Vele, event: AspectPlaced) -> None:
    must(event.aspect not in state.aspects, f"there is a {event.aspect} already")
    state.aspects[event.aspect] = Aspect(
        text=event.text,
        subject=event.subject,
        origin=event.origin,
        durability=event.durability,
        free_tag=event.free_tag,
        negative=event.negative,
        creator=event.creator,
        expires_after=fragile_turns_left(state, event),
        scene=state.scene.number if state.scene is not None else None,
    )
    note_deed(state, DeedKind.ASPECT, event.player, event.aspect)


@chapter.tells(AspectPlaced, "{subject} has the {durability} aspect “{text}”")
def _(state: Vele, event: AspectPlaced) -> Iterable[Fact]:
    tag = ", free tag" if event.free_tag else ""
    why = "without a roll" if event.origin is Origin.FICTION else words(event.origin.value)
    yield aspect_state(state, event.aspect, "", f"{event.durability.value}{tag}", why)


class AspectExpired(Event):
    """A temporary aspect is gone."""

    type: Literal["death_of_the_vele.aspect_expired.v1"] = "death_of_the_vele.aspect_expired.v1"
    aspect: Slug
    reason: Text


@chapter.applies(AspectExpired)
def _(state: Vele, event: AspectExpired) -> None:
    aspect = aspect_of(state, event.aspect)
    must(aspect.status is AspectStatus.ACTIVE, f"{event.aspect} is gone already")
    aspect.status = AspectStatus.EXPIRED
    aspect.free_tag = False


@chapter.tells(AspectExpired, "{aspect} is gone: {reason}")
def _(state: Vele, event: AspectExpired) -> Iterable[Fact]:
    yield aspect_state(state, event.aspect, state.aspects[event.aspect].durability.value, "", event.reason)


def owners(state: Vele, subject: str) -> list[str]:
    """The players an aspect belongs to; nobody for scenes and places."""
    return players_of(state, subject) if allowed(players_of, state, subject) else []
