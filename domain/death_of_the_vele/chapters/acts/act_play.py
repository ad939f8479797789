"""An act is played (VE-19, VE-24, VE-38)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import note_deed, undoes
from domain.death_of_the_vele.chapters.guards import act_in, in_story, must_narrate
from domain.death_of_the_vele.choices import COLUMNS
from domain.death_of_the_vele.lookup import act_of, narrator_of
from domain.death_of_the_vele.names import about, person
from domain.death_of_the_vele.phrases import STORY, words
from domain.death_of_the_vele.seats import seats
from domain.death_of_the_vele.slots import least_traits, trait_slots
from domain.death_of_the_vele.state.act import Act
from domain.death_of_the_vele.state.table import Deed, Player
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.play import ActStatus, DeedKind, MatrixColumn
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Text

chapter = Chapter[Vele](
    "An act is played",
    {
        "starting_narrator_only": "{player} opens this act, and begins its play.",
        "setup_unfinished": "Still missing: {missing}.",
        "pc_too_few_traits": "{pc} needs {least:?trait|traits} to play, and has {traits}.",
        "pc_lacks_die": "{pc} has no {die} trait: a PC has a d4, a d6 and a d8 at least.",
    },
)


PC_SPREAD = (Die.D4, Die.D6, Die.D8)


class BeginActPlay(Command):
    """Begin to play the act. The starting narrator narrates.

    Needs:    the starting narrator; initiative; everybody's PC paid for, of enough traits, with a d4, a d6 and a
              d8 among them; everybody's group, and all of them placed.
    Refused:  `no_act`, `act_in_play`, `starting_narrator_only`, `setup_unfinished`, `pc_too_few_traits`,
              `pc_lacks_die`.
    Yields:   `ActPlayBegun`.
    """

    type: Literal["death_of_the_vele.begin_act_play"] = "death_of_the_vele.begin_act_play"


class ActPlayBegun(Event):
    """The act is being played (VE-38)."""

    type: Literal["death_of_the_vele.act_play_begun.v1"] = "death_of_the_vele.act_play_begun.v1"
    narrator: Person


@chapter.decides(BeginActPlay)
def begin_act_play(state: Vele, command: BeginActPlay, asker: Asker, chance: Chance) -> Events:
    """VE-38, VE-24: begin to play the act; refused while a step of set-up is open or a PC is not whole."""
    in_story(state, asker)
    act = act_in(state, ActStatus.SETUP)
    need(asker.person == act.starting_narrator, "starting_narrator_only", player=act.starting_narrator)
    if missing := unfinished(state, act):
        raise CommandRefused("setup_unfinished", missing=missing)
    for it in state.story.players.values():
        if it.pc is not None:
            pc_whole(state, it.pc)
    return [ActPlayBegun(narrator=asker.person)]


def unfinished(state: Vele, act: Act) -> list[str]:
    """The steps of set-up still open, in words."""
    missing = [] if act.initiative_order else ["the order of initiative"]
    for player, it in state.story.players.items():
        if it.present:
            missing += still_to_do(state, act, player, it)
    return missing


def still_to_do(state: Vele, act: Act, player: str, it: Player) -> list[str]:
    """Tasks one player still has before the act, in words."""
    if it.pc is None:
        return [f"a PC for {person(player)}"]
    missing = []
    mine = [one for one in state.components.values() if one.owner == player and one.kind is ComponentKind.PC]
    if any(not trait.active and not trait.left_inactive for one in mine for trait in one.traits.values()):
        missing.append(f"the traits of {state.components[it.pc].name}")
    group = next((slug for slug in act.groups if state.groups[slug].owner == player), None)
    if group is None:
        missing.append(f"a group of {person(player)}")
    missing += [
        f"a place for {about(state, slug)}" for slug in (it.pc, group) if slug and slug not in act.map_positions
    ]
    return missing


def pc_whole(state: Vele, slug: str) -> None:
    """Refuse a PC with fewer traits than half its slots, or without a d4, a d6 and a d8 (VE-19, VE-24)."""
    it = state.components[slug]
    dice = [trait.die for trait in it.traits.values() if trait.active]
    least = least_traits(trait_slots(state, it))
    if len(dice) < least:
        raise CommandRefused("pc_too_few_traits", pc=slug, least=least, traits=len(dice))
    lacking = next((die for die in PC_SPREAD if die not in dice), None)
    need(lacking is None, "pc_lacks_die", pc=slug, die=lacking)


def pcs_whole(state: Vele) -> bool:
    """True if every PC has the traits to play with."""
    return all(allowed(pc_whole, state, it.pc) for it in state.story.players.values() if it.pc is not None)


@chapter.applies(ActPlayBegun)
def _(state: Vele, event: ActPlayBegun) -> None:
    act = act_of(state)
    must(act.status is ActStatus.SETUP, "the act is being played already")
    act.status = ActStatus.PLAYING
    act.narrator = event.narrator
    act.focus = act.starting_event


@chapter.tells(ActPlayBegun, "{narrator} begins to narrate")
def _(state: Vele, event: ActPlayBegun) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field="narrator", text=event.narrator)


class ReviseAct(Command):
    """Rename or change the act: another title, starting event or objective.

    Needs:    to narrate; an objective only while it is open.
    Refused:  `narrator_only`, `text_missing`, `no_change`, `objective_resolved`.
    Yields:   `ActRevised`.
    """

    type: Literal["death_of_the_vele.revise_act"] = "death_of_the_vele.revise_act"
    field: MatrixColumn = Field(title="What of the act")
    text: Text = Field(title="How it reads now")


class ActRevised(Event):
    """The narrator changed one of the three texts of the act's row in the matrix; `field` says which."""

    type: Literal["death_of_the_vele.act_revised.v1"] = "death_of_the_vele.act_revised.v1"
    field: MatrixColumn
    text: Text
    narrator: Person


@chapter.decides(ReviseAct)
def revise_act(state: Vele, command: ReviseAct, asker: Asker, chance: Chance) -> Events:
    """VE-38: give the act another name, starting event or objective, at the narrator's word."""
    in_story(state, asker)
    must_narrate(state, asker)
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
    return [ActRevised(field=command.field, text=command.text, narrator=asker.person)]


def rewrite(act: Act, field: MatrixColumn, text: str) -> None:
    """Write one of the three things an act is laid out by."""
    match field:
        case MatrixColumn.NAME:
            act.name = text
        case MatrixColumn.FIRST_FOCUS:
            act.starting_event = text
        case MatrixColumn.OBJECTIVE:
            if act.objective is not None:
                act.objective.text = text


@chapter.applies(ActRevised, renames=True)
def _(state: Vele, event: ActRevised) -> None:
    act = act_of(state)
    was = {MatrixColumn.NAME: act.name, MatrixColumn.FIRST_FOCUS: act.starting_event}.get(
        event.field, act.objective.text if act.objective is not None else ""
    )
    rewrite(act, event.field, event.text)
    note_deed(state, DeedKind.ACT_REVISED, event.narrator, event.field.value, was=was)


@undoes(DeedKind.ACT_REVISED)
def _(state: Vele, done: Deed) -> None:
    rewrite(act_of(state), MatrixColumn(done.subject), done.was)


def act_id(state: Vele) -> str:
    """The act as a chapter."""
    return f"act-{state.act.number}" if state.act is not None else "act"


@chapter.tells(ActRevised, "{narrator} revises the {field} of the act: {text}")
def _(state: Vele, event: ActRevised) -> Iterable[Fact]:
    yield facts.TextSet(owner=act_id(state), field=words(event.field.value), text=event.text)


def revising(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to the narrator to change the act."""
    narrator = narrator_of(state)
    for seat in seats(state, asker):
        if seat.player == narrator:
            yield seat.offer(
                ReviseAct, f"{person(narrator)} revises the act", {}, {"field": COLUMNS}, group="Narration"
            )
