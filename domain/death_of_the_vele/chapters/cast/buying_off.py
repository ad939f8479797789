"""Aspects bought off and replaced (VE-109, VE-115)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.aspects import (
    AddAspect,
    HitAspect,
    active_aspect,
    aspect_slot_free,
    aspect_state,
    award_with_narrator,
    owners,
    paid_players,
)
from domain.death_of_the_vele.chapters.deeds import note_deed, undoes
from domain.death_of_the_vele.chapters.experience import Awards
from domain.death_of_the_vele.chapters.guards import in_story, known_aspect, not_turned_down, own_component
from domain.death_of_the_vele.lookup import aspect_ids, aspect_of, component_of
from domain.death_of_the_vele.printed import LEADER_ASPECTS
from domain.death_of_the_vele.seats import ASPECTS, Seat, played_by, quoted, seats
from domain.death_of_the_vele.slots import aspect_slots, lasting_aspects
from domain.death_of_the_vele.state.cast import Aspect
from domain.death_of_the_vele.state.table import Deed
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AspectStatus, ComponentKind, Durability, Origin
from domain.death_of_the_vele.terms.play import ActStatus, ApprovalKind, DeedKind, XpReason
from domain.death_of_the_vele.terms.references import AspectRef
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Person, Slug, Text

chapter = Chapter[Vele](
    "Aspects bought off and replaced",
    {
        "story_aspects_stay": "{component} is a story component; only PCs' and groups' aspects are bought off.",
        "aspect_passes": "{aspect} is {durability} and goes by itself: only what lasts is bought off.",
        "no_new_level": "{aspect} can be replaced when the next level is reached, not between levels.",
    },
)


BOUGHT_OFF, BOUGHT_OFF_SHARE = 10, 3


class BuyOffAspect(Command):
    """Settle an aspect for good, and lose it.

    Needs:    an active aspect of one's PC, or of a group one has a member of; the table's approval.
    Refused:  `aspect_unknown`, `aspect_not_active`, `story_aspects_stay`, `aspect_of_nobody`,
              `not_your_component`, `not_accepted`, `aspect_passes`.
    Yields:   `AspectBoughtOff`, `ExperienceAwarded` each, `LevelDieGained`, `LevelGained`.
    """

    type: Literal["death_of_the_vele.buy_off_aspect"] = "death_of_the_vele.buy_off_aspect"
    aspect: AspectRef
    cause: Text = Field(default="", title="Reason")


class AspectBoughtOff(Event):
    """An aspect was settled for good (VE-109)."""

    type: Literal["death_of_the_vele.aspect_bought_off.v1"] = "death_of_the_vele.aspect_bought_off.v1"
    aspect: Slug
    player: Person
    cause: Text


@chapter.decides(BuyOffAspect)
def buy_off_aspect(state: Vele, command: BuyOffAspect, asker: Asker, chance: Chance) -> Events:
    """VE-109: settle an aspect of a PC or a group; its slot stays shut until the next level."""
    in_story(state, asker)
    aspect = active_aspect(state, command.aspect)
    among = paid_players(state, aspect, asker)
    it = state.components.get(aspect.subject)
    if it is not None and it.kind is not ComponentKind.PC:
        raise CommandRefused("story_aspects_stay", component=aspect.subject)
    need(
        aspect.durability is Durability.PERMANENT,
        "aspect_passes",
        aspect=command.aspect,
        durability=aspect.durability,
    )
    not_turned_down(state, ApprovalKind.BUY_OFF, aspect.text)
    awards = Awards(state)
    award_with_narrator(
        state, awards, among, BOUGHT_OFF, BOUGHT_OFF_SHARE, XpReason.ASPECT_BOUGHT_OFF, command.aspect
    )
    done = AspectBoughtOff(aspect=command.aspect, player=asker.person, cause=command.cause)
    return [done, *awards.events]


@chapter.applies(AspectBoughtOff)
def _(state: Vele, event: AspectBoughtOff) -> None:
    aspect = aspect_of(state, event.aspect)
    must(aspect.status is AspectStatus.ACTIVE, f"{event.aspect} is gone already")
    aspect.status = AspectStatus.BOUGHT_OFF
    aspect.free_tag = False
    it = state.components.get(aspect.subject)
    if it is not None:
        it.shut_slots += 1
        it.aspects_bought_off += 1


@chapter.tells(AspectBoughtOff, "{player} buys off {aspect}{cause:+: }")
def _(state: Vele, event: AspectBoughtOff) -> Iterable[Fact]:
    why = event.cause or "settled for good"
    yield aspect_state(state, event.aspect, "active", "bought off", why, lasting=True)


class ReplaceBoughtOffAspect(Command):
    """Write the new aspect: in the place of one bought off, when a new level was reached.

    Needs:    a level gained since it was bought off.
    Refused:  `aspect_unknown`, `not_your_component`, `no_new_level`, `aspect_slots_full`.
    Yields:   `AspectReplaced`.
    """

    type: Literal["death_of_the_vele.replace_bought_off_aspect"] = "death_of_the_vele.replace_bought_off_aspect"
    old: AspectRef = Field(title="Aspect")
    text: Name = Field(title="New aspect")


class AspectReplaced(Event):
    """A new aspect took the place of one bought off (VE-115)."""

    type: Literal["death_of_the_vele.aspect_replaced.v1"] = "death_of_the_vele.aspect_replaced.v1"
    old: Slug
    new: Slug
    text: Name
    player: Person


@chapter.decides(ReplaceBoughtOffAspect)
def replace_bought_off_aspect(
    state: Vele, command: ReplaceBoughtOffAspect, asker: Asker, chance: Chance
) -> Events:
    """VE-115: write a new aspect in the place of one bought off, after a new level."""
    in_story(state, asker)
    old = known_aspect(state, command.old)
    it = own_component(state, old.subject, asker)
    need(command.old in it.replaceable, "no_new_level", aspect=command.old)
    aspect_slot_free(state, old.subject, asker)
    ((slug, text),) = aspect_ids(state, (command.text,)).items()
    return [AspectReplaced(old=command.old, new=slug, text=text, player=asker.person)]


@chapter.applies(AspectReplaced, renames=True)
def _(state: Vele, event: AspectReplaced) -> None:
    old = aspect_of(state, event.old)
    it = component_of(state, old.subject)
    must(event.old in it.replaceable and event.new not in state.aspects, f"{event.old} cannot be replaced")
    it.replaceable.remove(event.old)
    old.replaced = True
    state.aspects[event.new] = Aspect(text=event.text, subject=old.subject, origin=Origin.START)
    note_deed(state, DeedKind.ASPECT, event.player, event.new)


@undoes(DeedKind.ASPECT)
def _(state: Vele, done: Deed) -> None:
    aspect_of(state, done.subject).status = AspectStatus.EXPIRED


@chapter.tells(AspectReplaced, "{player} writes “{text}” in the place of {old}")
def _(state: Vele, event: AspectReplaced) -> Iterable[Fact]:
    yield aspect_state(state, event.new, "", "active", "in the place of one bought off", lasting=True)


def aspects(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to write aspects, to play to them, to buy them off."""
    for seat in seats(state, asker):
        yield from writing(state, seat)
        mine = [
            slug
            for slug, it in state.aspects.items()
            if it.status is AspectStatus.ACTIVE and seat.player in owners(state, it.subject)
        ]
        if state.act is None or state.act.status is not ActStatus.PLAYING:
            continue
        if mine:
            yield seat.offer(
                HitAspect,
                f"{seat.who} plays to an aspect",
                {},
                {"aspect": quoted(state, mine)},
                group=ASPECTS,
            )
        if to_settle := [slug for slug in mine if can_be_bought_off(state, slug)]:
            yield seat.offer(
                BuyOffAspect,
                f"{seat.who} buys an aspect off",
                {},
                {"aspect": quoted(state, to_settle)},
                group=ASPECTS,
            )


def can_be_bought_off(state: Vele, slug: str) -> bool:
    """True if an aspect can be bought off: not one of a story component."""
    it = state.components.get(state.aspects[slug].subject)
    return it is None or it.kind is ComponentKind.PC


def writing(state: Vele, seat: Seat) -> Iterable[Offer]:
    """Offers to write into open aspect slots, and into those that a new level opened again."""
    room = [
        Choice(slug, state.components[slug].name)
        for slug in played_by(state, seat.player)
        if len(lasting_aspects(state, slug)) < aspect_slots(state, state.components[slug])
    ]
    room += [
        Choice(slug, group.name)
        for slug, group in state.groups.items()
        if group.owner == seat.player and group.active and len(lasting_aspects(state, slug)) < LEADER_ASPECTS
    ]
    if room:
        yield seat.offer(
            AddAspect,
            f"{seat.who} writes an aspect",
            {},
            {"subject": tuple(room)},
            group=ASPECTS,
            weight=Weight.ASIDE,
        )
    old = [aspect for slug in played_by(state, seat.player) for aspect in state.components[slug].replaceable]
    if old:
        yield seat.offer(
            ReplaceBoughtOffAspect,
            f"{seat.who} replaces an aspect bought off",
            {},
            {"old": quoted(state, old)},
            group=ASPECTS,
        )
