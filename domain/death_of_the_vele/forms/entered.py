"""A preparation as it was entered, read from what stands: for table files, form by form."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.death_of_the_vele.choices import EFFECTS
from domain.death_of_the_vele.state.cast import Component, Group
from domain.death_of_the_vele.state.table import Bidding
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Die
from domain.kernel.forms.layouts import Answers
from domain.kernel.moment import Moment
from domain.kernel.people import Asker

_CALLED = {it.value: it.label for it in EFFECTS}


def story(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of the story's form: its tone, and what being taken out means."""
    it, there = moment.game.story, moment.campaign
    if not it.started:
        return {}
    return {
        "tone": it.dramatic_tone.value,
        "same_kind_tone": it.same_kind_tone.value if it.same_kind_tone is not None else None,
        "taken_out": it.taken_out_default.value,
        "title": it.title if it.title != there.title else "",
        "keeper_plays": there.gm in it.players,
    }


def guidelines(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of the guidelines' form: those that hold."""
    return {"guidelines": [it.text for it in moment.game.story.guidelines.values()]}


def bid(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of the bid for priority, once all saw it."""
    return _amount(moment.game.story.priority, asker)


def initiative(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of the bid for initiative in the act."""
    act = moment.game.act
    return _amount(act.bidding, asker) if act is not None else {}


def _amount(bidding: Bidding, asker: Asker) -> Answers:
    return {"amount": bidding.bids[asker.person]} if bidding.revealed and asker.person in bidding.bids else {}


def objective(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of the story's objective."""
    it = moment.game.story.objective
    return {"objective": it.text} if it is not None else {}


def opener(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of the act that somebody opens."""
    named = (it.name for it in moment.game.story.act_matrix if it.opener == asker.person)
    return {"act": name} if (name := next(named, None)) is not None else {}


def pc(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of a PC without its traits. One that comes from an earlier story is not entered again."""
    state = moment.game
    mine = _own(state, asker)
    if mine is None or state.story.players[asker.person].xp_brought:
        return {}
    slug, it = mine
    return {"name": it.name, "concept": it.concept, "aspects": list(_aspects(state, slug))}


def sheet(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of a PC's traits and abilities."""
    mine = _own(moment.game, asker)
    if mine is None:
        return {}
    _, it = mine
    return {"traits": list(_traits(it)), "abilities": list(_abilities(it, ()))}


def group(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of a group with its members."""
    state = moment.game
    found = _own_group(state, asker)
    if found is None:
        return {}
    slug, it = found
    members = {member: state.components[member] for member in it.members}
    told = {member: {"name": one.name, "traits": list(_traits(one))} for member, one in members.items()}
    named = {slug: it.name, **{member: one.name for member, one in members.items()}}
    said = {about: list(_aspects(state, about)) for about in named}
    return {
        "name": it.name,
        "leader": [told[it.leader]] if it.leader in told else [],
        "members": [one for member, one in told.items() if member != it.leader],
        "aspects": [{"name": named[about], "texts": texts} for about, texts in said.items() if texts],
        "abilities": [line for one in members.values() for line in _abilities(one, (one.name,))],
    }


def ties(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of a PC's ties to the groups of others."""
    state = moment.game
    groups = (state.groups[slug] for slug in (state.act.groups if state.act is not None else ()))
    tied = [it.connected_by[asker.person] for it in groups if asker.person in it.connected_by]
    traits = [it.trait.partition(".") for it in tied if it.trait is not None]
    members = ((state.components[slug], trait) for slug, _, trait in traits)
    return {
        "traits": [f"{it.traits[trait].name} of {it.name}" for it, trait in members],
        "aspects": [state.aspects[it.aspect].text for it in tied if it.aspect is not None],
    }


def spotlights(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of a player's cards, as far as they name nobody at the table."""
    own = [it for it in moment.game.story.spotlights.values() if it.creator == asker.person and it.tie is None]
    of_group = [it.highlight for it in own if it.group is not None]
    return {
        "cards": [{"highlight": it.highlight, "motivation": it.motivation} for it in own if it.group is None],
        "group_highlight": of_group[0] if of_group else "",
    }


def places(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    """Answers of the places that a PC and a group begin at."""
    mine, ours = _own(moment.game, asker), _own_group(moment.game, asker)
    return {"pc": mine[1].place if mine else "", "group": ours[1].place if ours else ""}


def _own(state: Vele, asker: Asker) -> tuple[str, Component] | None:
    mine = state.story.players.get(asker.person)
    return (mine.pc, state.components[mine.pc]) if mine is not None and mine.pc is not None else None


def _own_group(state: Vele, asker: Asker) -> tuple[str, Group] | None:
    named = state.act.groups if state.act is not None else ()
    return next(((slug, state.groups[slug]) for slug in named if state.groups[slug].owner == asker.person), None)


def _aspects(state: Vele, subject: str) -> Iterable[str]:
    return (it.text for it in state.aspects.values() if it.subject == subject)


def _sides(die: Die) -> int:
    return int(die.value.removeprefix("d"))


def _traits(it: Component) -> Iterable[Mapping[str, Any]]:
    for trait in it.traits.values():
        yield {"name": trait.name, "die": _sides(trait.die), **({"is_focus": True} if trait.is_focus else {})}


def _abilities(it: Component, of: tuple[str, ...]) -> Iterable[Mapping[str, Any]]:
    for ability in it.abilities.values():
        rests = [{"name": name} for name in (*of, it.traits[ability.trait].name)]
        effects = [{"name": _CALLED[one.effect.value], "size": _sides(one.size)} for one in ability.effects]
        yield {"name": ability.name, "brings": [*rests, *effects]}
