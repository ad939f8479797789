"""Components: one-shots, things of the narrator's, who plays what (VE-25, VE-26, VE-31)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.buying import made_traits
from domain.death_of_the_vele.chapters.guards import (
    act_in,
    fresh_id,
    in_story,
    known_component,
    must_narrate,
    own_component,
)
from domain.death_of_the_vele.lookup import act_of, component_of, player_for, rolled_struggle, running_struggle
from domain.death_of_the_vele.phrases import entered, told, towards_an_aspect, trait_state
from domain.death_of_the_vele.seats import COMPONENTS, Seat, components, played_by, players, seats
from domain.death_of_the_vele.state.cast import Component, Trait
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind, ComponentStatus, Size, TraitMade, TraitPrinted
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.play import AbsentReason, ActStatus
from domain.death_of_the_vele.terms.references import ComponentRef, NewThing
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.references import PersonRef
from domain.kernel.terms import Name, Person, Slug, Text

chapter = Chapter[Vele](
    "Components: one-shots, things of the narrator's, who plays what",
    {
        "not_a_one_shot": "{component} is no one-shot.",
        "one_shot_used": "{component} was used already, and it works once.",
        "nobody_away": "Nobody is away, so nothing is picked in turns.",
        "owner_present": "{player} is here and plays it.",
        "passed_already": "{player} has passed, and picks no more.",
    },
)


class UseOneShot(Command):
    """Use a one-shot: in the struggle under way, or for fiction.

    Needs:    a one-shot of one's own that was not used.
    Refused:  `component_unknown`, `not_your_component`, `not_a_one_shot`, `one_shot_used`, `roll_made`.
    Yields:   `OneShotUsed`; outside a struggle `ComponentExpired`.
    """

    type: Literal["death_of_the_vele.use_one_shot"] = "death_of_the_vele.use_one_shot"
    component: ComponentRef = Field(title="Who")


class OneShotUsed(Event):
    """A one-shot was used (VE-25)."""

    type: Literal["death_of_the_vele.one_shot_used.v1"] = "death_of_the_vele.one_shot_used.v1"
    component: Slug
    struggle: Slug | None


class ComponentExpired(Event):
    """A component is out of the story for good."""

    type: Literal["death_of_the_vele.component_expired.v1"] = "death_of_the_vele.component_expired.v1"
    component: Slug
    reason: Text


@chapter.decides(UseOneShot)
def use_one_shot(state: Vele, command: UseOneShot, asker: Asker, chance: Chance) -> Events:
    """VE-25: use a one-shot, once; in a struggle it lasts until that is finished."""
    in_story(state, asker)
    it = own_component(state, command.component, asker)
    need(it.one_shot, "not_a_one_shot", component=command.component)
    need(not it.used, "one_shot_used", component=command.component)
    if (rolled := rolled_struggle(state)) is not None:
        raise CommandRefused("roll_made", struggle=rolled.id)
    struggle = running_struggle(state)
    used = OneShotUsed(component=command.component, struggle=struggle.id if struggle else None)
    return [used] if struggle else [used, ComponentExpired(component=command.component, reason="used up")]


@chapter.applies(OneShotUsed)
def _(state: Vele, event: OneShotUsed) -> None:
    it = component_of(state, event.component)
    must(it.one_shot and not it.used, f"{event.component} cannot be used")
    it.used = True
    it.used_in = event.struggle


def leave_unit(state: Vele, component: str) -> None:
    """Detach a component from everything that was attached to it."""
    for slug in state.components[component].attached_to:
        state.components[slug].attached_to.remove(component)
    state.components[component].attached_to = []


@chapter.applies(ComponentExpired)
def _(state: Vele, event: ComponentExpired) -> None:
    it = component_of(state, event.component)
    must(it.status is not ComponentStatus.EXPIRED, f"{event.component} is gone already")
    it.status = ComponentStatus.EXPIRED
    leave_unit(state, event.component)


@chapter.tells(OneShotUsed, "{component} is used, once and for all")
def _(state: Vele, event: OneShotUsed) -> Iterable[Fact]:
    yield told("used", "one-shot", event.component)


@chapter.tells(ComponentExpired, "{component} is gone: {reason}")
def _(state: Vele, event: ComponentExpired) -> Iterable[Fact]:
    yield facts.CharacterLeft(character=event.component, how=event.reason)


class CreateTemporaryComponent(Command):
    """Give numbers to something in the scene, with dice from the bowl.

    Needs:    to narrate.
    Refused:  `narrator_only`, `id_taken`, `id_empty`, `trait_slots_full`, `second_focus`, `pc_main_is_brought`.
    Yields:   `TemporaryComponentCreated`.
    """

    type: Literal["death_of_the_vele.create_temporary_component"] = "death_of_the_vele.create_temporary_component"
    name: Name
    id: NewThing | None = None
    size: Size = Size.NORMAL
    traits: tuple[TraitPrinted, ...] = Field(default=(), description="Left out, a plain d6 stands in.")


class TemporaryComponentCreated(Event):
    """The narrator gave numbers to something in the scene (VE-26)."""

    type: Literal["death_of_the_vele.temporary_component_created.v1"] = (
        "death_of_the_vele.temporary_component_created.v1"
    )
    component: Slug
    name: Name
    owner: Person
    size: Size
    traits: tuple[TraitMade, ...]


@chapter.decides(CreateTemporaryComponent)
def create_temporary_component(
    state: Vele, command: CreateTemporaryComponent, asker: Asker, chance: Chance
) -> Events:
    """VE-26: give something in the scene traits from the bowl; without traits it rolls a d6."""
    in_story(state, asker)
    must_narrate(state, asker)
    need(command.size is not Size.PC_MAIN, "pc_main_is_brought")
    slug = fresh_id(state, command.id, command.name)
    plain = (TraitPrinted(name=command.name, die=Die.D6, id="default"),)
    traits = made_traits(state, command.size, command.traits or plain)
    return [
        TemporaryComponentCreated(
            component=slug, name=command.name, owner=asker.person, size=command.size, traits=tuple(traits)
        )
    ]


@chapter.applies(TemporaryComponentCreated, renames=True)
def _(state: Vele, event: TemporaryComponentCreated) -> None:
    must(event.component not in state.components, f"there is a {event.component} already")
    state.virtual.pop(event.component, None)
    state.components[event.component] = Component(
        name=event.name,
        owner=event.owner,
        controller=event.owner,
        size=event.size,
        kind=ComponentKind.TEMPORARY,
        traits={it.trait: Trait(it.name, it.die, it.is_focus, it.trait_kind) for it in event.traits},
    )


def first_traits(slug: str, traits: Iterable[TraitMade]) -> Iterable[Fact]:
    """Facts of the traits something comes with."""
    for it in traits:
        yield trait_state(slug, it.trait, f"{it.name} {it.die}", "", "ready", f"made, {it.die}")


@chapter.tells(TemporaryComponentCreated, "{owner} makes {name} from the bowl")
def _(state: Vele, event: TemporaryComponentCreated) -> Iterable[Fact]:
    yield entered(state, event.component, "temporary")
    yield from first_traits(event.component, event.traits)
    yield from towards_an_aspect(state, event.component)


class NoteVirtualComponent(Command):
    """Note something that is only mentioned; it has no numbers until it becomes temporary.

    Needs:    to narrate.
    Refused:  `narrator_only`, `id_taken`, `id_empty`.
    Yields:   `VirtualComponentNoted`.
    """

    type: Literal["death_of_the_vele.note_virtual_component"] = "death_of_the_vele.note_virtual_component"
    name: Name
    id: NewThing | None = None


class VirtualComponentNoted(Event):
    """Something was mentioned; it has no numbers."""

    type: Literal["death_of_the_vele.virtual_component_noted.v1"] = "death_of_the_vele.virtual_component_noted.v1"
    component: Slug
    name: Name


@chapter.decides(NoteVirtualComponent)
def note_virtual_component(state: Vele, command: NoteVirtualComponent, asker: Asker, chance: Chance) -> Events:
    """VE-26: note something by name; it has no numbers."""
    in_story(state, asker)
    must_narrate(state, asker)
    slug = fresh_id(state, command.id, command.name)
    need(slug not in state.virtual, "id_taken", id=slug, name=command.name)
    return [VirtualComponentNoted(component=slug, name=command.name)]


@chapter.applies(VirtualComponentNoted)
def _(state: Vele, event: VirtualComponentNoted) -> None:
    state.virtual[event.component] = event.name


@chapter.tells(VirtualComponentNoted, "{name} is mentioned")
def _(state: Vele, event: VirtualComponentNoted) -> Iterable[Fact]:
    yield told(event.name, "mentioned")


class AssignComponentPlay(Command):
    """Have somebody else play a component: its player is away, or two of its player's clash.

    Needs:    its owner or, for one who is away, anybody; a player who has not passed on it.
    Refused:  `component_unknown`, `not_in_story`, `not_your_component`, `owner_present`, `passed_already`,
              `no_change`.
    Yields:   `ComponentPlayAssigned`.
    """

    type: Literal["death_of_the_vele.assign_component_play"] = "death_of_the_vele.assign_component_play"
    component: ComponentRef
    to: PersonRef = Field(title="To whom")
    reason: AbsentReason = Field(default=AbsentReason.OWN_CLASH, title="Reason")


class ComponentPlayAssigned(Event):
    """Player `to` plays a component for now instead of `was` (VE-31). `dice_of`: whose dice they use."""

    type: Literal["death_of_the_vele.component_play_assigned.v1"] = "death_of_the_vele.component_play_assigned.v1"
    component: Slug
    was: Person
    to: Person
    dice_of: Person
    reason: AbsentReason


@chapter.decides(AssignComponentPlay)
def assign_component_play(state: Vele, command: AssignComponentPlay, asker: Asker, chance: Chance) -> Events:
    """VE-31: have another player play a component, with whose dice the reason says."""
    in_story(state, asker)
    it = known_component(state, command.component)
    need(command.to in state.story.players, "not_in_story", player=command.to)
    now = player_for(it)
    need(command.to != now, "no_change")
    passed = state.act.passed_picks if state.act is not None else []
    if command.to != it.owner:
        if command.reason is AbsentReason.OWN_CLASH:
            need(asker.person == it.owner, "not_your_component", component=command.component, player=it.owner)
        elif state.story.players[it.owner].present:
            raise CommandRefused("owner_present", player=it.owner)
        if command.reason is AbsentReason.ABSENT_TURNS and command.to in passed:
            raise CommandRefused("passed_already", player=command.to)
    elif asker.person not in (it.owner, now):
        raise CommandRefused("not_your_component", component=command.component, player=it.owner)
    own_dice = command.reason in (AbsentReason.OWN_CLASH, AbsentReason.ABSENT_TURNS)
    return [
        ComponentPlayAssigned(
            component=command.component,
            was=now,
            to=command.to,
            dice_of=command.to if own_dice else it.owner,
            reason=command.reason,
        )
    ]


@chapter.applies(ComponentPlayAssigned)
def _(state: Vele, event: ComponentPlayAssigned) -> None:
    it = component_of(state, event.component)
    back = event.to == it.owner
    it.played_by = None if back else event.to
    it.plays_on = None if back else event.dice_of


@chapter.tells(ComponentPlayAssigned, "{to} plays {component} with the dice of {dice_of}")
def _(state: Vele, event: ComponentPlayAssigned) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.component, field="played_by", text=event.to)


class PassComponentPick(Command):
    """Pick no component: who passes, when those of somebody away are picked in turns, does not return.

    Needs:    an act; somebody who is away; not to have passed.
    Refused:  `no_act`, `nobody_away`, `passed_already`.
    Yields:   `ComponentPickPassed`.
    """

    type: Literal["death_of_the_vele.pass_component_pick"] = "death_of_the_vele.pass_component_pick"


class ComponentPickPassed(Event):
    """A player picks no more components of somebody who is away."""

    type: Literal["death_of_the_vele.component_pick_passed.v1"] = "death_of_the_vele.component_pick_passed.v1"
    player: Person


@chapter.decides(PassComponentPick)
def pass_component_pick(state: Vele, command: PassComponentPick, asker: Asker, chance: Chance) -> Events:
    """VE-31: pass; whoever passes picks no more in this act."""
    in_story(state, asker)
    act = act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    need(any(not it.present for it in state.story.players.values()), "nobody_away")
    need(asker.person not in act.passed_picks, "passed_already", player=asker.person)
    return [ComponentPickPassed(player=asker.person)]


@chapter.applies(ComponentPickPassed)
def _(state: Vele, event: ComponentPickPassed) -> None:
    act_of(state).passed_picks.append(event.player)


@chapter.tells(ComponentPickPassed, "{player} picks no more")
def _(state: Vele, event: ComponentPickPassed) -> Iterable[Fact]:
    yield told("passes", "picking components", event.player)


def one_shots(state: Vele, seat: Seat, mine: list[str]) -> Iterable[Offer]:
    """Offers to use one-shots."""
    for slug in mine:
        it = state.components[slug]
        if it.one_shot and not it.used and rolled_struggle(state) is None:
            yield seat.offer(UseOneShot, f"Use {it.name}", {"component": slug}, group=COMPONENTS)


def standing_in(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to play components of players who are away, and to give them back."""
    away = [player for player, it in state.story.players.items() if not it.present]
    for seat in seats(state, asker):
        left = [slug for player in away for slug in played_by(state, player)]
        if left and state.story.players[seat.player].present:
            yield seat.offer(
                AssignComponentPlay,
                f"{seat.who} plays for somebody who is away",
                {"to": seat.player},
                {"component": components(state, left)},
                group=COMPONENTS,
            )
            act = state.act
            if act is not None and act.status is not ActStatus.ENDED and seat.player not in act.passed_picks:
                yield seat.offer(PassComponentPick, f"{seat.who} picks no more", group=COMPONENTS)
        mine = played_by(state, seat.player)
        if len(mine) > 1 and len(state.story.players) > 1:
            yield seat.offer(
                AssignComponentPlay,
                f"{seat.who} hands a component over",
                {},
                {"component": components(state, mine), "to": players(state)},
                group=COMPONENTS,
            )
