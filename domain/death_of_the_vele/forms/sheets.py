"""The forms that pay for a PC, the first time and again in each act (VE-20, VE-27, VE-34)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.death_of_the_vele.chapters.acts.paying_again import BackAbility, LeaveTraitInactive, RepurchaseTrait
from domain.death_of_the_vele.chapters.cast.abilities import CreateAbility
from domain.death_of_the_vele.chapters.cast.buying import BuyTrait
from domain.death_of_the_vele.chapters.struggle_dice.exchanging import UpgradeDice
from domain.death_of_the_vele.forms import entered
from domain.death_of_the_vele.forms.dice_plan import DicePlan, dice_plan_for
from domain.death_of_the_vele.forms.lines import ABILITY, TRAIT, AbilityWritten, ability, closest, trait
from domain.death_of_the_vele.lookup import bag, main_pool
from domain.death_of_the_vele.state.cast import Component
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind, TraitPrinted
from domain.death_of_the_vele.terms.dice import Pool
from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Group, Part, Paste, Pick
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.kernel.references import new_id

PRICES = "A d4 costs 1 point, d6 2, d8 3, d10 4, d12 5; larger and smaller dice are exchanged for you."


def own_pc(state: Vele, player: str) -> tuple[str, Component]:
    """The main component of somebody's PC. Raises `FormProblem` without one."""
    known = state.story.players.get(player)
    if known is None or known.pc is None:
        raise FormProblem("Bring a PC first.")
    return known.pc, state.components[known.pc]


def exchange(plan_made: DicePlan, pool: Pool, of: str | None = None) -> Iterator[Command]:
    """The exchange that a plan begins with, if it has one."""
    if plan_made.gave:
        yield UpgradeDice(pool=pool, of=of, gave=plan_made.gave, took=plan_made.took)


def trait_purchases(component: str, taken: Iterable[str], traits: Iterable[TraitPrinted]) -> Iterator[BuyTrait]:
    """A trait after the other, each with an id nothing of the component has."""
    ids = set(taken)
    for it in traits:
        slug = new_id(it.name, ids, "trait")
        ids.add(slug)
        yield BuyTrait(component=component, name=it.name, id=slug, die=it.die, is_focus=it.is_focus)


def rests_on(written: AbilityWritten, traits: Mapping[str, str], focus: str | None) -> str:
    """The trait an ability names, by name -> id; without a name the focus."""
    if written.of:
        return str(closest(written.of[-1], traits, "trait"))
    if focus is None:
        raise FormProblem(f"{written.name}: name the trait it rests on, before its effects.")
    return focus


def _traits_and_abilities(
    state: Vele, player: str, answers: Answers, paid: Sequence[TraitPrinted]
) -> Iterator[Command]:
    """Commands that buy what is new, `paid` being paid for again before it."""
    slug, pc = own_pc(state, player)
    traits = [trait(line) for line in answers.get("traits", ())]
    abilities = [ability(line) for line in answers.get("abilities", ())]
    home = main_pool(pc)
    again = [pc.abilities[it].price for it in answers.get("abilities_again", ()) if it in pc.abilities]
    prices = [*again, *(it.price for it in abilities)]
    made = dice_plan_for(state, bag(state, home).dice, [it.die for it in (*paid, *traits)], prices)
    yield from exchange(made, home.pool)
    for component, trait_id in _unpaid(state, player):
        picked = f"{component}.{trait_id}" in answers.get("traits_again", ())
        kind = RepurchaseTrait if picked else LeaveTraitInactive
        if picked or not state.components[component].traits[trait_id].left_inactive:
            yield kind(component=component, trait=trait_id)
    new = list(trait_purchases(slug, pc.traits, traits))
    yield from new
    names = {it.name: known for known, it in pc.traits.items()} | {it.name: it.id or "" for it in new}
    focus = pc.focus or next((it.id for it in new if it.is_focus), None)
    payments = iter(made.payments)
    for ability_id in answers.get("abilities_again", ()):
        yield BackAbility(component=slug, ability=ability_id, dice=next(payments))
    ids = set(pc.abilities)
    for it in abilities:
        ability_id = new_id(it.name, ids, "ability")
        ids.add(ability_id)
        yield CreateAbility(
            component=slug,
            trait=rests_on(it, names, focus),
            name=it.name,
            id=ability_id,
            effects=it.effects,
            dice=next(payments),
        )


def _unpaid(state: Vele, player: str) -> list[tuple[str, str]]:
    """The traits of a player's PC and its components that wait to be paid for: component and trait."""
    mine = ((slug, it) for slug, it in state.components.items() if it.owner == player)
    pcs = ((slug, it) for slug, it in mine if it.kind is ComponentKind.PC and it.present)
    return [(slug, trait_id) for slug, it in pcs for trait_id, known in it.traits.items() if not known.active]


def waits_for_pay(state: Vele, player: str) -> bool:
    """True if anything of a player's PC was had in an earlier act and is not paid for in this one."""
    return bool(_unpaid(state, player))


def _first(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    yield from _traits_and_abilities(moment.game, asker.person, answers, ())


def _again(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    state = moment.game
    picked = [key.partition(".") for key in answers.get("traits_again", ())]
    paid = [state.components[slug].traits[it] for slug, _, it in picked]
    printed = [TraitPrinted(name=it.name, die=it.die) for it in paid]
    yield from _traits_and_abilities(state, asker.person, answers, printed)


def points_left(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> str:
    """Cost of the sheet as it is filled in, and the points left for wagers. Raises `FormProblem` as it is read."""
    state = moment.game
    _, pc = own_pc(state, asker.person)
    again = (key.partition(".") for key in answers.get("traits_again", ()))
    dice = [state.components[it].traits[trait_id].die for it, _, trait_id in again if it in state.components]
    dice += [trait(line).die for line in answers.get("traits", ())]
    prices = [pc.abilities[it].price for it in answers.get("abilities_again", ()) if it in pc.abilities]
    prices += [ability(line).price for line in answers.get("abilities", ())]
    have, cost = bag(state, main_pool(pc)).points, sum(die.points for die in dice) + sum(prices)
    if cost > have:
        return f"{cost} of {have} points: {cost - have} too many."
    return f"{cost} of {have} points; {have - cost} left for {pc.name} to wager."


def _usual_again(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    state = moment.game
    mine = state.story.players.get(asker.person)
    pc = state.components[mine.pc] if mine is not None and mine.pc is not None else None
    answers: dict[str, Any] = {"traits_again": [f"{slug}.{it}" for slug, it in _unpaid(state, asker.person)]}
    if pc is not None:
        answers["abilities_again"] = [slug for slug, it in pc.abilities.items() if not it.active]
    return answers


def _new_ones(*, required: bool) -> tuple[Part, ...]:
    return (
        Paste(
            field="traits",
            label="Traits, one a line: a name and its die",
            help="An exclamation mark makes it the focus, the broadest one. A PC has three at least, "
            "a d4, a d6 and a d8 among them.",
            line=TRAIT,
            required=required,
        ),
        Paste(
            field="abilities",
            label="Abilities, one a line: a name, the trait it rests on, what it does",
            help="Effects with their size, as in “Power Attack 8”. Their price is set aside.",
            line=ABILITY,
            required=False,
        ),
    )


FIRST_SHEET = Batch(
    title="Traits and abilities",
    help=f"You have the act's character dice for both. {PRICES}",
    press="Pay for them",
    compile=_first,
    entered=entered.sheet,
    says=points_left,
    parts=_new_ones(required=True),
)

SHEET_AGAIN = Batch(
    title="Traits and abilities, paid for again",
    help=f"A new act: what is not paid for rests. {PRICES}",
    press="Pay for them",
    compile=_again,
    says=points_left,
    initial=_usual_again,
    parts=(
        Pick(
            field="traits_again",
            label="Which traits do you pay for again?",
            of="unpaid trait",
            many=True,
            required=False,
        ),
        Pick(
            field="abilities_again",
            label="Which abilities?",
            of="unpaid ability",
            many=True,
            required=False,
        ),
        Group(title="New ones", aside=True, parts=_new_ones(required=False)),
    ),
)
