"""Keeping somebody's component out of a scene (VE-40)."""

from domain.death_of_the_vele.commands import scenes as ask
from domain.death_of_the_vele.events import scenes as say
from domain.death_of_the_vele.events.economy import DiceMoved
from domain.death_of_the_vele.state import Exclusion, Vele
from domain.death_of_the_vele.terms import Home, Pool
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers, rolls_for
from .common import component, narrating, open_scene, own_component, player_for, purse
from .pools import as_held, not_held, single


@answers(ask.OfferExclusion)
def offer_exclusion(state: Vele, command: ask.OfferExclusion, asker: Asker) -> Decision[Event]:
    """VE-40: one story die of the narrator's."""
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if refusal := narrating(state, asker):
        return refusal
    it = component(state, command.component)
    if isinstance(it, Refusal):
        return it
    if scene.exclusion is not None:
        return refuse("exclusion_open", component=scene.exclusion.component)
    if command.component not in scene.cast:
        return refuse("not_in_scene", component=command.component)
    if player_for(it) == asker.person:
        return refuse("own_component", component=command.component)
    home = Home(pool=Pool.STORY, owner=asker.person)
    if refusal := not_held(state, home, single(command.die)):
        return refusal
    return [say.ExclusionOffered(component=command.component, narrator=asker.person, die=command.die)]


def offered_to(state: Vele, asker: Asker) -> Exclusion | Refusal:
    """The offer this person has to answer."""
    scene = open_scene(state)
    if isinstance(scene, Refusal) or scene.exclusion is None:
        return refuse("no_exclusion")
    it = own_component(state, scene.exclusion.component, asker)
    return it if isinstance(it, Refusal) else scene.exclusion


@answers(ask.AcceptExclusion)
def accept_exclusion(state: Vele, command: ask.AcceptExclusion, asker: Asker) -> Decision[Event]:
    """VE-40: the narrator's die goes to the owner's character dice."""
    offer = offered_to(state, asker)
    if isinstance(offer, Refusal):
        return offer
    giver = Home(pool=Pool.STORY, owner=offer.narrator)
    taker = Home(pool=Pool.CHARACTER, owner=asker.person)
    dice = as_held(state, single(offer.die))
    return [
        say.ExclusionAccepted(component=offer.component),
        DiceMoved(giver=giver, taker=taker, dice=dice, reason="kept out of the scene"),
    ]


@rolls_for(ask.ContestExclusion)
def contest_exclusion(state: Vele, command: ask.ContestExclusion, asker: Asker, chance: Chance) -> Decision[Event]:
    """VE-40: the winner gets their way, the loser both dice; equal rolls are rolled again (VE-A31)."""
    offer = offered_to(state, asker)
    if isinstance(offer, Refusal):
        return offer
    own = Home(pool=Pool.CHARACTER, owner=asker.person)
    if command.die is not None and (refusal := not_held(state, own, single(command.die))):
        return refusal
    sizes = ([command.die.sides] if command.die is not None else []) + [offer.die.sides]
    mine: list[int] = []
    theirs: list[int] = []
    while not theirs or mine[-1] == theirs[-1]:
        faces = chance.roll(*sizes)
        mine.append(faces[0] if command.die is not None else 0)
        theirs.append(faces[-1])
    wins = mine[-1] > theirs[-1]
    contested = say.ExclusionContested(
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
        lost = [(story, purse(state.components[offer.component]), offer.die)]
    moved = [
        DiceMoved(giver=giver, taker=taker, dice=as_held(state, single(die)), reason="consolation")
        for giver, taker, die in lost
    ]
    return [contested, *moved]
