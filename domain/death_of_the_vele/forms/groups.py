"""The forms of the people and things around the PCs: groups, ties, spotlights, places (VE-35 to VE-38)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.death_of_the_vele.chapters.acts.groups import AddGroupMember, CreateGroup, group_dice
from domain.death_of_the_vele.chapters.acts.objectives import CreateSpotlight
from domain.death_of_the_vele.chapters.acts.ties import ConnectToGroup, PlaceOnMap
from domain.death_of_the_vele.chapters.cast.abilities import CreateAbility
from domain.death_of_the_vele.chapters.cast.aspects import AddAspect
from domain.death_of_the_vele.forms import entered
from domain.death_of_the_vele.forms.dice_plan import dice_plan_for
from domain.death_of_the_vele.forms.ids import free_id
from domain.death_of_the_vele.forms.lines import (
    ABILITY,
    ASPECTS,
    COMPONENT,
    AbilityWritten,
    ability,
    closest,
    trait,
)
from domain.death_of_the_vele.forms.sheets import PRICES, exchange, own_pc, rests_on
from domain.death_of_the_vele.lookup import bag
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import Size, TraitPrinted
from domain.death_of_the_vele.terms.dice import Home, Pool
from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Group, Paste, Pick, Slots, Write
from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.kernel.references import new_id


def _members(state: Vele, group: str, answers: Answers) -> Iterator[AddGroupMember]:
    """The leader and the others, with ids nothing has; one trait makes a minion."""
    taken = {group}
    lines = [(line, True) for line in answers.get("leader", ())]
    for line, leads in [*lines, *((line, False) for line in answers.get("members", ()))]:
        slug = free_id(state, line["name"], taken)
        taken.add(slug)
        traits = tuple(_named(trait(it) for it in line.get("traits", ())))
        size = Size.MAIN if leads else Size.MINION if len(traits) == 1 else Size.NORMAL
        yield AddGroupMember(group=group, name=line["name"], id=slug, size=size, traits=traits)


def _named(traits: Iterable[TraitPrinted]) -> Iterator[TraitPrinted]:
    ids: set[str] = set()
    for it in traits:
        slug = new_id(it.name, ids, "trait")
        ids.add(slug)
        yield it.model_copy(update={"id": slug})


def _group(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    state = moment.game
    group = free_id(state, answers["name"])
    members = list(_members(state, group, answers))
    yield CreateGroup(name=answers["name"], id=group)
    dice = [it.die for member in members for it in member.traits]
    yield from exchange(dice_plan_for(state, group_dice(state), dice, ()), Pool.GROUP, group)
    yield from members
    subjects = {answers["name"]: group, **{it.name: it.id or "" for it in members}}
    for line in answers.get("aspects", ()):
        about = closest(line["name"], subjects, "member")
        yield from (AddAspect(subject=about, text=text) for text in line.get("texts", ()))
    yield from _abilities(state, asker, members, [ability(line) for line in answers.get("abilities", ())])


def _abilities(
    state: Vele, asker: Asker, members: Sequence[AddGroupMember], written: Sequence[AbilityWritten]
) -> Iterator[Command]:
    """Abilities of members, with their owner's story dice."""
    held = bag(state, Home(pool=Pool.STORY, owner=asker.person)).dice
    made = dice_plan_for(state, held, (), [it.price for it in written])
    yield from exchange(made, Pool.STORY)
    by_name = {it.name: it for it in members}
    for it, dice in zip(written, made.payments, strict=True):
        if not it.of:
            raise FormProblem(f"{it.name}: name the member who has it, before its effects.")
        member = closest(it.of[0], by_name, "member")
        traits = {each.name: each.id or "" for each in member.traits}
        focus = next((each.id for each in member.traits if each.is_focus), None)
        yield CreateAbility(
            component=member.id or "",
            trait=rests_on(AbilityWritten(it.name, it.of[1:], it.effects), traits, focus),
            name=it.name,
            effects=it.effects,
            dice=dice,
        )


def _points_left(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> str:
    """Cost of the members as they are written, and the points left. Raises `FormProblem` as they are read."""
    members = list(_members(moment.game, "group", answers))
    cost = sum(it.die.points for member in members for it in member.traits)
    have = group_dice(moment.game).points
    return f"{cost} of {have} points; " + (f"{have - cost} left." if cost <= have else f"{cost - have} too many.")


GROUP = Batch(
    title="A group of story characters",
    help=f"It has 50 points of its own for its members' traits. {PRICES}",
    press="Name the group",
    compile=_group,
    entered=entered.group,
    says=_points_left,
    parts=(
        Write(field="name", label="What is your group called?", example="The Tollmen of Sarn"),
        Paste(
            field="leader",
            label="Who leads it? A name, and three to six traits",
            line=COMPONENT,
            most=1,
            required=False,
        ),
        Paste(
            field="members",
            label="Who else belongs to it? One a line",
            help="One trait makes a minion; others have two to four.",
            line=Line(example="Toll-Guard: Pike d6", items="traits", item=COMPONENT.item),
            required=False,
        ),
        Paste(
            field="aspects",
            label="Aspects, by who has them",
            help="Four for the leader or the group, three for a member; minions have none.",
            line=ASPECTS,
            required=False,
        ),
        Group(
            title="Abilities of its members",
            aside=True,
            parts=(
                Paste(
                    field="abilities",
                    label="Abilities, one a line: a name, whose it is, the trait, what it does",
                    help="Your story dice pay for them.",
                    line=Line(
                        example="Long Reach: Toll-Reeve, Halberd, Power Attack 8",
                        items="brings",
                        item=ABILITY.item,
                    ),
                    required=False,
                ),
            ),
        ),
    ),
)


def _ties(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    state = moment.game
    tied: dict[str, dict[str, Any]] = {}
    for key in answers.get("traits", ()):
        component, _, trait_id = key.partition(".")
        group = state.components[component].group or ""
        _once(state, tied, group, "trait", {"component": component, "trait": trait_id})
    for aspect in answers.get("aspects", ()):
        about = state.aspects[aspect].subject
        group = about if about in state.groups else state.components[about].group or ""
        _once(state, tied, group, "aspect", {"aspect": aspect})
    if not tied:
        raise FormProblem("Choose at least one trait or aspect.")
    yield from (ConnectToGroup.model_validate({"group": group, **by}) for group, by in tied.items())


def _once(state: Vele, tied: dict[str, dict[str, Any]], group: str, what: str, by: Mapping[str, str]) -> None:
    if what in tied.setdefault(group, {}):
        raise FormProblem(f"{state.groups[group].name}: choose one {what} of it.")
    tied[group] |= by


TIES = Batch(
    title="Ties to the groups of others",
    help="One trait and one aspect of each group: a d4 of story dice for each.",
    press="Tie them",
    compile=_ties,
    entered=entered.ties,
    parts=(
        Pick(
            field="traits", label="Whose traits is your PC tied to?", of="tie by trait", many=True, required=False
        ),
        Pick(
            field="aspects",
            label="Which aspects is your PC tied to?",
            of="tie by aspect",
            many=True,
            required=False,
        ),
    ),
)


def _cards(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    state = moment.game
    for card in answers.get("cards", ()):
        yield CreateSpotlight(highlight=card["highlight"], motivation=card.get("motivation", ""))
    if highlight := answers.get("group_highlight"):
        group = next((slug for slug, it in state.groups.items() if it.active and it.owner == asker.person), None)
        yield CreateSpotlight(group=group, highlight=highlight, tie=answers.get("tie"))


SPOTLIGHTS = Batch(
    title="Spotlights",
    help="Cards that ask for a scene about somebody: two for your PC in the whole story, one for your group.",
    press="Lay them out",
    compile=_cards,
    entered=entered.spotlights,
    parts=(
        Slots(
            field="cards",
            label="For your PC",
            most=2,
            required=False,
            parts=(
                Write(field="highlight", label="What is to be shown?"),
                Write(field="motivation", label="Why does it matter?", required=False),
            ),
        ),
        Group(
            title="For your group",
            aside=True,
            parts=(
                Write(field="group_highlight", label="What is to be shown of your group?", required=False),
                Pick(field="tie", label="Which player's PC is tied to it?", of="player", required=False),
            ),
        ),
    ),
)


def _places(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    state = moment.game
    act = state.act
    pc, _ = own_pc(state, asker.person)
    groups = act.groups if act is not None else []
    group = next((slug for slug in groups if state.groups[slug].owner == asker.person), None)
    if group is None:
        raise FormProblem("Name your group first.")
    yield PlaceOnMap(subject=pc, place=answers["pc"])
    yield PlaceOnMap(subject=group, place=answers["group"])


def _places_there(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    state = moment.game
    mine = state.story.players.get(asker.person)
    known = {"pc": state.components[mine.pc].place} if mine is not None and mine.pc is not None else {}
    return {field: place for field, place in known.items() if place}


PLACES = Batch(
    title="Where they are as the act begins",
    press="Place them",
    compile=_places,
    entered=entered.places,
    initial=_places_there,
    parts=(
        Write(field="pc", label="Where is your PC?", suggest="place"),
        Write(field="group", label="Where is your group?", suggest="place"),
    ),
)
