"""An act opened, bought anew and begun; late joiners (VE-32 to VE-34, VE-38)."""

from domain.death_of_the_vele.commands import acts as ask
from domain.death_of_the_vele.events import acts as say
from domain.death_of_the_vele.events.components import DiceAllocated
from domain.death_of_the_vele.events.experience import ExperienceAwarded, ExperienceSpent
from domain.death_of_the_vele.events.framework import ObjectiveCreated, RollOff
from domain.death_of_the_vele.names import person
from domain.death_of_the_vele.slots import least_traits, trait_slots
from domain.death_of_the_vele.state import Act, Component, Player, Trait, Vele
from domain.death_of_the_vele.tables import HIGHEST_BID, STIPEND, XP_STEP, level_dice
from domain.death_of_the_vele.terms import (
    SET,
    ActStatus,
    ComponentKind,
    Dice,
    Die,
    Home,
    MatrixColumn,
    ObjectiveScope,
    Pool,
    XpReason,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .bidding import rolled_off
from .buying import buying_time, spent_on
from .cases import answers, rolls_for
from .common import act_in, narrating, own_component, purse, running_struggle
from .pools import as_held, dice_held, price_paid, single

PC_SPREAD = (Die.D4, Die.D6, Die.D8)


def starting_dice(state: Vele, steps: int) -> tuple[Dice, Dice]:
    """Character and story dice at the start of an act: the sets, and the level dice of so many steps (VE-33)."""
    rules = state.house_rules
    character = level_dice(steps * XP_STEP)
    for _ in range(rules.start_sets_character):
        character += SET
    story = Dice()
    for _ in range(rules.start_sets_story):
        story += SET
    return as_held(state, character), as_held(state, story)


def granted(state: Vele, player: str, steps: int) -> list[Event]:
    """The dice of a new act for one player."""
    character, story = starting_dice(state, steps)
    return [
        say.ActDiceGranted(home=Home(pool=Pool.CHARACTER, owner=player), dice=character),
        say.ActDiceGranted(home=Home(pool=Pool.STORY, owner=player), dice=story),
    ]


@answers(ask.StartAct)
def start_act(state: Vele, command: ask.StartAct, asker: Asker) -> Events:
    """VE-33: everything begins afresh."""
    need(state.story.framework_finished, "framework_first")
    act = state.act
    if act is not None and act.status is not ActStatus.ENDED:
        raise CommandRefused("act_running", act=act.name)
    number = act.number + 1 if act is not None else 1
    if number > len(state.story.act_matrix):
        raise CommandRefused("no_more_acts", acts=len(state.story.act_matrix))
    row = state.story.act_matrix[number - 1]
    emptied: list[Event] = [say.PoolEmptied(home=home, dice=dice) for home, dice in leftovers(state) if dice]
    started = say.ActStarted(
        act=number,
        name=row.name,
        starting_event=row.first_focus,
        starting_narrator=row.opener or asker.person,
        leaving=tuple(
            slug for slug, it in state.components.items() if it.kind is not ComponentKind.PC and it.present
        ),
        groups=tuple(slug for slug, group in state.groups.items() if group.active),
        unbacked={slug: it.allocated_total for slug, it in state.components.items() if it.allocated_total},
    )
    dice = [
        event for player, it in state.story.players.items() for event in granted(state, player, it.steps_taken)
    ]
    objective = ObjectiveCreated(scope=ObjectiveScope.ACT, text=row.objective)
    return [*emptied, started, *dice, objective]


def leftovers(state: Vele) -> list[tuple[Home, Dice]]:
    """What lies in every counted pool."""
    left: list[tuple[Home, Dice]] = []
    for player, it in state.story.players.items():
        left.append((Home(pool=Pool.CHARACTER, owner=player), it.character_dice.dice))
        left.append((Home(pool=Pool.STORY, owner=player), it.story_dice.dice))
    for slug, component in state.components.items():
        left.append((Home(pool=Pool.ALLOCATED, owner=slug), component.allocated.dice))
    for slug, group in state.groups.items():
        left.append((Home(pool=Pool.GROUP, owner=slug), group.group_dice.dice))
    return left


@rolls_for(ask.JoinLate)
def join_late(state: Vele, command: ask.JoinLate, asker: Asker, chance: Chance) -> Events:
    """VE-32: the same bid as everybody's, slotted in by its amount."""
    need(asker.person not in state.story.players, "plays_already", player=asker.person)
    act = act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    need(act.initiative_order, "initiative_missing")
    need(not command.seen, "bids_seen")
    low = state.house_rules.bid_min
    need(low <= command.bid <= HIGHEST_BID, "bid_out_of_bounds", amount=command.bid, low=low, high=HIGHEST_BID)
    bids = act.bidding.bids
    tied = [player for player in act.initiative_order if bids.get(player) == command.bid]
    rounds: list[tuple[RollOff, ...]] = []
    place = sum(1 for player in act.initiative_order if bids.get(player, 0) > command.bid)
    if tied:
        place += rolled_off([*tied, asker.person], chance, rounds).index(asker.person)
    return [
        say.PlayerJoinedLate(player=asker.person, bid=command.bid, roll_off=tuple(rounds), place=place + 1),
        *welcome(state, asker.person, command.bid),
        *granted(state, asker.person, 0),
    ]


def welcome(state: Vele, player: str, bid: int) -> list[Event]:
    """The stipend of somebody new, and their bid paid from it."""
    apart = not state.house_rules.stipend_counts_for_level
    given = ExperienceAwarded(player=player, amount=STIPEND, reason=XpReason.BID_STIPEND, apart=apart)
    if not bid:
        return [given]
    return [given, ExperienceSpent(player=player, amount=bid, reason=XpReason.INITIATIVE_BID)]


def unpaid(state: Vele, component: str, slug: str, asker: Asker) -> tuple[Component, Trait]:
    """A trait of one's own that is not paid for in this act."""
    it = own_component(state, component, asker)
    trait = found(it.traits.get(slug), "trait_unknown", component=component, trait=slug)
    need(not trait.active, "trait_paid", trait=slug, component=component)
    return (it, trait)


@answers(ask.RepurchaseTrait)
def repurchase_trait(state: Vele, command: ask.RepurchaseTrait, asker: Asker) -> Events:
    """VE-34: one die of its size, again."""
    it, trait = unpaid(state, command.component, command.trait, asker)
    buying_time(state)
    home = purse(it)
    dice_held(state, home, single(trait.die))
    return [
        say.TraitRepurchased(component=command.component, trait=command.trait),
        spent_on(state, home, trait.die, trait.name),
    ]


@answers(ask.LeaveTraitInactive)
def leave_trait_inactive(state: Vele, command: ask.LeaveTraitInactive, asker: Asker) -> Events:
    """VE-34: what is not paid for cannot be used."""
    act_in(state, ActStatus.SETUP)
    _, trait = unpaid(state, command.component, command.trait, asker)
    need(not trait.left_inactive, "no_change")
    return [say.TraitLeftInactive(component=command.component, trait=command.trait)]


@answers(ask.BackAbility)
def back_ability(state: Vele, command: ask.BackAbility, asker: Asker) -> Events:
    """VE-34: abilities are paid for anew like traits."""
    it = own_component(state, command.component, asker)
    act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    ability = found(
        it.abilities.get(command.ability), "ability_unknown", component=command.component, ability=command.ability
    )
    need(not ability.active, "ability_backed", ability=command.ability)
    home = purse(it)
    price_paid(state, home, command.dice, ability.price)
    return [
        say.AbilityBacked(component=command.component, ability=command.ability, cost=ability.price),
        DiceAllocated(
            component=command.component, home=home, dice=as_held(state, command.dice), points=ability.price
        ),
    ]


@answers(ask.BeginActPlay)
def begin_act_play(state: Vele, command: ask.BeginActPlay, asker: Asker) -> Events:
    """VE-38, VE-24: every step of set-up is done, and every PC is whole."""
    act = act_in(state, ActStatus.SETUP)
    need(asker.person == act.starting_narrator, "starting_narrator_only", player=act.starting_narrator)
    if missing := unfinished(state, act):
        raise CommandRefused("setup_unfinished", missing=missing)
    for it in state.story.players.values():
        if it.pc is not None:
            pc_whole(state, it.pc)
    return [say.ActPlayBegun(narrator=asker.person)]


def unfinished(state: Vele, act: Act) -> list[str]:
    """The steps of set-up still open, in words."""
    missing = [] if act.initiative_order else ["the order of initiative"]
    for player, it in state.story.players.items():
        if it.present:
            missing += still_to_do(state, act, player, it)
    return missing


def still_to_do(state: Vele, act: Act, player: str, it: Player) -> list[str]:
    """What one player has still to do."""
    if it.pc is None:
        return [f"a PC for {person(player)}"]
    missing = []
    mine = [one for one in state.components.values() if one.owner == player and one.kind is ComponentKind.PC]
    if any(not trait.active and not trait.left_inactive for one in mine for trait in one.traits.values()):
        missing.append(f"the traits of {state.components[it.pc].name}")
    group = next((slug for slug in act.groups if state.groups[slug].owner == player), None)
    if group is None:
        missing.append(f"a group of {player}")
    missing += [f"a place for {slug}" for slug in (it.pc, group) if slug and slug not in act.map_positions]
    return missing


def pc_whole(state: Vele, slug: str) -> None:
    """VE-19, VE-24: half its slots, and a d4, a d6 and a d8 among its traits."""
    it = state.components[slug]
    dice = [trait.die for trait in it.traits.values() if trait.active]
    least = least_traits(trait_slots(state, it))
    if len(dice) < least:
        raise CommandRefused("pc_too_few_traits", pc=slug, least=least, traits=len(dice))
    lacking = next((die for die in PC_SPREAD if die not in dice), None)
    need(lacking is None, "pc_lacks_die", pc=slug, die=lacking)


@answers(ask.ReviseAct)
def revise_act(state: Vele, command: ask.ReviseAct, asker: Asker) -> Events:
    """VE-38: the narrator may give the act another name, starting event or objective."""
    narrating(state, asker)
    act = found(state.act, "no_act")
    need(command.text.strip(), "text_missing")
    objective = act.objective
    now = {
        MatrixColumn.NAME: act.name,
        MatrixColumn.FIRST_FOCUS: act.starting_event,
        MatrixColumn.OBJECTIVE: objective.text if objective is not None else "",
    }[command.field]
    need(now != command.text, "no_change")
    if command.field is MatrixColumn.OBJECTIVE and objective is not None and objective.outcome is not None:
        raise CommandRefused("objective_resolved", outcome=objective.outcome)
    return [say.ActRevised(field=command.field, text=command.text, narrator=asker.person)]
