"""Keeping a component out of a scene (VE-40)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import (
    in_story,
    known_component,
    must_narrate,
    open_scene,
    own_component,
)
from domain.death_of_the_vele.chapters.pools import DiceMoved, dice_held
from domain.death_of_the_vele.lookup import (
    as_held,
    bag,
    main_pool,
    player_for,
    running_struggle,
    scene_of,
    single,
    standing_offer,
)
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.seats import THE_SCENE, seat_of
from domain.death_of_the_vele.state.act import Exclusion, Scene
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Die, Home, Pool
from domain.death_of_the_vele.terms.references import ComponentRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug

chapter = Chapter[Vele](
    "Keeping a component out of a scene",
    {
        "own_component": "{component} is your own: leave it out without asking.",
        "offered_die_gone": "{player} has no {die} left, so the offer is void. Another may be made.",
        "no_exclusion": "No offer waits for an answer of yours.",
    },
)


class OfferExclusion(Command):
    """Offer a story die to keep it out: somebody's component stays away from the scene.

    Needs:    to narrate; one story die of one's own; a component of somebody else's in the scene.
    Refused:  `no_scene`, `narrator_only`, `component_unknown`, `not_in_scene`, `own_component`,
              `exclusion_open`, `struggle_running`, `not_held`, `points_not_held`.
    Yields:   `ExclusionOffered`.
    """

    type: Literal["death_of_the_vele.offer_exclusion"] = "death_of_the_vele.offer_exclusion"
    component: ComponentRef = Field(title="Whom")
    die: Die


class ExclusionOffered(Event):
    """The narrator offered a die for keeping a component out (VE-40)."""

    type: Literal["death_of_the_vele.exclusion_offered.v1"] = "death_of_the_vele.exclusion_offered.v1"
    component: Slug
    narrator: Person
    die: Die


@chapter.decides(OfferExclusion)
def offer_exclusion(state: Vele, command: OfferExclusion, asker: Asker, chance: Chance) -> Events:
    """VE-40: offer one of the narrator's story dice for keeping a component out."""
    in_story(state, asker)
    scene = open_scene(state)
    must_narrate(state, asker)
    it = known_component(state, command.component)
    if offer := standing_offer(state, scene):
        raise CommandRefused("exclusion_open", component=offer.component)
    no_struggle_runs(state)
    need(command.component in scene.cast, "not_in_scene", component=command.component)
    need(player_for(it) != asker.person, "own_component", component=command.component)
    home = Home(pool=Pool.STORY, owner=asker.person)
    dice_held(state, home, single(command.die))
    return [ExclusionOffered(component=command.component, narrator=asker.person, die=command.die)]


@chapter.applies(ExclusionOffered)
def _(state: Vele, event: ExclusionOffered) -> None:
    scene = scene_of(state)
    before = scene.exclusion
    there = before is not None and bag(state, Home(pool=Pool.STORY, owner=before.narrator)).count(before.die) > 0
    must(not there, "another offer is open")
    scene.exclusion = Exclusion(event.component, event.die, event.narrator)


@chapter.tells(ExclusionOffered, "{narrator} offers a {die} to keep {component} out")
def _(state: Vele, event: ExclusionOffered) -> Iterable[Fact]:
    yield told(f"offers a {event.die}", "exclusion", event.component, event.narrator)


class AcceptExclusion(Command):
    """Take the narrator's die, and stay out.

    Needs:    an offer for a component of one's own.
    Refused:  `no_exclusion`, `not_your_component`, `struggle_running`, `offered_die_gone`.
    Yields:   `ExclusionAccepted`, `DiceMoved`.
    """

    type: Literal["death_of_the_vele.accept_exclusion"] = "death_of_the_vele.accept_exclusion"


class ExclusionAccepted(Event):
    """The die was taken; the component stays out."""

    type: Literal["death_of_the_vele.exclusion_accepted.v1"] = "death_of_the_vele.exclusion_accepted.v1"
    component: Slug


@chapter.decides(AcceptExclusion)
def accept_exclusion(state: Vele, command: AcceptExclusion, asker: Asker, chance: Chance) -> Events:
    """VE-40: take the narrator's die into one's character dice, and stay out."""
    in_story(state, asker)
    offer = offered_to(state, asker)
    giver = Home(pool=Pool.STORY, owner=offer.narrator)
    taker = Home(pool=Pool.CHARACTER, owner=asker.person)
    dice = as_held(state, single(offer.die))
    return [
        ExclusionAccepted(component=offer.component),
        DiceMoved(giver=giver, taker=taker, dice=dice, reason="kept out of the scene"),
    ]


def offered_to(state: Vele, asker: Asker) -> Exclusion:
    """The offer that the asker has to answer; refused without one."""
    scene = state.scene if state.scene is not None and state.scene.open else None
    offer = found(scene.exclusion if scene is not None else None, "no_exclusion")
    own_component(state, offer.component, asker)
    no_struggle_runs(state)
    need(standing_offer(state, scene_of(state)), "offered_die_gone", player=offer.narrator, die=offer.die)
    return offer


def no_struggle_runs(state: Vele) -> None:
    """Refuse while a struggle is under way: a component may have dice there."""
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)


def keep_out(state: Vele, component: str) -> None:
    """Keep a component out of the scene."""
    scene = scene_of(state)
    must(scene.exclusion is not None and scene.exclusion.component == component, "no such offer is open")
    scene.exclusion = None
    scene.excluded.append(component)
    if component in scene.cast:
        scene.cast.remove(component)


@chapter.applies(ExclusionAccepted)
def _(state: Vele, event: ExclusionAccepted) -> None:
    keep_out(state, event.component)


@chapter.tells(ExclusionAccepted, "{component} stays out")
def _(state: Vele, event: ExclusionAccepted) -> Iterable[Fact]:
    yield told("stays out of the scene", "exclusion", event.component)


class ContestExclusion(Command):
    """Contest the die offered: roll one character die, or none, against it. The loser gets both dice.

    Needs:    an offer for a component of one's own; a die held.
    Refused:  `no_exclusion`, `not_your_component`, `struggle_running`, `offered_die_gone`,
              `not_held`, `points_not_held`.
    Yields:   `ExclusionContested`, `DiceMoved`.
    """

    type: Literal["death_of_the_vele.contest_exclusion"] = "death_of_the_vele.contest_exclusion"
    die: Die | None = None


class ExclusionContested(Event):
    """Owner and narrator rolled for it. Rolls are listed round by round; the last are unequal."""

    type: Literal["death_of_the_vele.exclusion_contested.v1"] = "death_of_the_vele.exclusion_contested.v1"
    component: Slug
    owner: Person
    owner_die: Die | None
    owner_rolls: tuple[int, ...]
    narrator: Person
    narrator_die: Die
    narrator_rolls: tuple[int, ...]
    winner: Person


@chapter.decides(ContestExclusion)
def contest_exclusion(state: Vele, command: ContestExclusion, asker: Asker, chance: Chance) -> Events:
    """VE-40: roll for it: the winner gets their way, the loser both dice; equal rolls again (VE-A31)."""
    in_story(state, asker)
    offer = offered_to(state, asker)
    own = Home(pool=Pool.CHARACTER, owner=asker.person)
    if command.die is not None:
        dice_held(state, own, single(command.die))
    sizes = ([command.die.sides] if command.die is not None else []) + [offer.die.sides]
    mine: list[int] = []
    theirs: list[int] = []
    while not theirs or mine[-1] == theirs[-1]:
        faces = chance.roll(*sizes)
        mine.append(faces[0] if command.die is not None else 0)
        theirs.append(faces[-1])
    wins = mine[-1] > theirs[-1]
    contested = ExclusionContested(
        component=offer.component,
        owner=asker.person,
        owner_die=command.die,
        owner_rolls=tuple(mine),
        narrator=offer.narrator,
        narrator_die=offer.die,
        narrator_rolls=tuple(theirs),
        winner=asker.person if wins else offer.narrator,
    )
    story = Home(pool=Pool.STORY, owner=offer.narrator)
    if wins:
        lost = [] if command.die is None else [(own, story, command.die)]
    else:
        lost = [(story, main_pool(state.components[offer.component]), offer.die)]
    moved = [
        DiceMoved(giver=giver, taker=taker, dice=as_held(state, single(die)), reason="consolation")
        for giver, taker, die in lost
    ]
    return [contested, *moved]


@chapter.applies(ExclusionContested)
def _(state: Vele, event: ExclusionContested) -> None:
    if event.winner == event.narrator:
        keep_out(state, event.component)
    else:
        scene_of(state).exclusion = None


def contest_rolls(player: str, die: Die | None, rolls: tuple[int, ...]) -> Iterable[Fact]:
    """Facts of the dice that one of the two rolled, the last being the one that counts."""
    if die is not None:
        dice = tuple(
            facts.Die(f"{die}-{n}", die.sides, face, kept=n == len(rolls)) for n, face in enumerate(rolls, start=1)
        )
        yield facts.DiceRolled(roller=player, purpose="exclusion", dice=dice, reading=str(rolls[-1]))


@chapter.tells(ExclusionContested, "{owner} contests it: {winner} gets their way")
def _(state: Vele, event: ExclusionContested) -> Iterable[Fact]:
    yield from contest_rolls(event.owner, event.owner_die, event.owner_rolls)
    yield from contest_rolls(event.narrator, event.narrator_die, event.narrator_rolls)
    out = event.winner == event.narrator
    yield told("stays out of the scene" if out else "is in the scene", "exclusion", event.component)


def exclusion(state: Vele, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Offers of the answers to the narrator's die."""
    offer = standing_offer(state, scene)
    if offer is None or running_struggle(state) is not None:
        return
    owner = player_for(state.components[offer.component])
    if not (asker.is_gm or asker.person == owner):
        return
    seat, name = seat_of(owner, asker), state.components[offer.component].name
    yield seat.offer(AcceptExclusion, f"{name} stays out for a {offer.die}", group=THE_SCENE)
    held = bag(state, Home(pool=Pool.CHARACTER, owner=owner))
    points = state.house_rules.points_pools
    for die in Die:
        if held.points >= die.points if points else held.count(die):
            yield seat.offer(
                ContestExclusion,
                f"{owner} contests it with a {die}",
                {"die": die.value},
                group=THE_SCENE,
                dice=(die.sides, offer.die.sides),
            )
    yield seat.offer(
        ContestExclusion,
        f"{owner} contests it without a die",
        {"die": None},
        group=THE_SCENE,
        dice=(offer.die.sides,),
    )
