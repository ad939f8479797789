"""Keeping somebody's component out of a scene (VE-40)."""

from domain.death_of_the_vele.commands import scenes as ask
from domain.death_of_the_vele.events import scenes as say
from domain.death_of_the_vele.events.economy import DiceMoved
from domain.death_of_the_vele.state import Exclusion, Vele
from domain.death_of_the_vele.terms import Home, Pool
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.people import Asker

from .cases import answers, rolls_for
from .common import component, narrating, open_scene, own_component, player_for, purse
from .pools import as_held, dice_held, single


@answers(ask.OfferExclusion)
def offer_exclusion(state: Vele, command: ask.OfferExclusion, asker: Asker) -> Events:
    """VE-40: one story die of the narrator's."""
    scene = open_scene(state)
    narrating(state, asker)
    it = component(state, command.component)
    if scene.exclusion is not None:
        raise CommandRefused("exclusion_open", component=scene.exclusion.component)
    need(command.component in scene.cast, "not_in_scene", component=command.component)
    need(player_for(it) != asker.person, "own_component", component=command.component)
    home = Home(pool=Pool.STORY, owner=asker.person)
    dice_held(state, home, single(command.die))
    return [say.ExclusionOffered(component=command.component, narrator=asker.person, die=command.die)]


def offered_to(state: Vele, asker: Asker) -> Exclusion:
    """The offer this person has to answer."""
    scene = state.scene if state.scene is not None and state.scene.open else None
    offer = found(scene.exclusion if scene is not None else None, "no_exclusion")
    own_component(state, offer.component, asker)
    return offer


@answers(ask.AcceptExclusion)
def accept_exclusion(state: Vele, command: ask.AcceptExclusion, asker: Asker) -> Events:
    """VE-40: the narrator's die goes to the owner's character dice."""
    offer = offered_to(state, asker)
    giver = Home(pool=Pool.STORY, owner=offer.narrator)
    taker = Home(pool=Pool.CHARACTER, owner=asker.person)
    dice = as_held(state, single(offer.die))
    return [
        say.ExclusionAccepted(component=offer.component),
        DiceMoved(giver=giver, taker=taker, dice=dice, reason="kept out of the scene"),
    ]


@rolls_for(ask.ContestExclusion)
def contest_exclusion(state: Vele, command: ask.ContestExclusion, asker: Asker, chance: Chance) -> Events:
    """VE-40: the winner gets their way, the loser both dice; equal rolls are rolled again (VE-A31)."""
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
