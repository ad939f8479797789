"""How fate and persona move, and what they pay for."""

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, Compel, PermanentAsset
from domain.hot_circle.terms import CompelStatus, FateCause, PersonaCause

from .fold import (
    belief_of,
    character_of,
    condition_of,
    evolve,
    lifepath_of,
    must,
    pc_of,
    temporary_of,
    there,
)


@evolve.on(say.FateAwarded)
def _(state: Circle, event: say.FateAwarded) -> None:
    character = pc_of(state, event.character)
    character.fate += event.amount
    if event.cause is FateCause.LOST_ASSET:
        must(event.source in character.refunds, f"{event.source} was not lost this session")


@evolve.on(say.PersonaAwarded)
def _(state: Circle, event: say.PersonaAwarded) -> None:
    character = pc_of(state, event.character)
    character.persona += event.amount
    if event.cause is PersonaCause.LOST_ASSET:
        must(event.source in character.refunds, f"{event.source} was not lost this session")
        character.refunds.remove(event.source or "")
    elif event.cause in (PersonaCause.GOAL_FURTHERED, PersonaCause.GOAL_RESOLVED):
        belief_of(state, event.character, event.source or "").rewarded += event.amount


@evolve.on(say.FateSpent)
def _(state: Circle, event: say.FateSpent) -> None:
    character = character_of(state, event.character)
    must(character.fate >= event.amount, f"{event.character} has only {character.fate} fate")
    character.fate -= event.amount
    lifepath_of(state, event.character, event.lifepath).spent_fate += event.amount


@evolve.on(say.PersonaSpent)
def _(state: Circle, event: say.PersonaSpent) -> None:
    character = character_of(state, event.character)
    must(character.persona >= event.amount, f"{event.character} has only {character.persona} persona")
    character.persona -= event.amount
    if event.lifepath is not None:
        lifepath_of(state, event.character, event.lifepath).spent_persona += event.amount


@evolve.on(say.GmPersonaSpent)
def _(state: Circle, event: say.GmPersonaSpent) -> None:
    state.gm_persona_spent += event.amount


def compel_of(state: Circle, compel: str) -> Compel:
    """A compel that is still on offer."""
    found = there(state.compels.get(compel), f"compel {compel}")
    must(found.open, f"{compel} is settled")
    return found


@evolve.on(say.CompelOffered)
def _(state: Circle, event: say.CompelOffered) -> None:
    must(event.compel not in state.compels, f"there is a {event.compel} already")
    state.compels[event.compel] = Compel(event.compeller, event.target, event.choice, event.cause, event.source)


@evolve.on(say.CompelJudged)
def _(state: Circle, event: say.CompelJudged) -> None:
    compel_of(state, event.compel).status = event.verdict


@evolve.on(say.CompelAccepted)
def _(state: Circle, event: say.CompelAccepted) -> None:
    compel_of(state, event.compel).status = CompelStatus.ACCEPTED


@evolve.on(say.CompelRefused)
def _(state: Circle, event: say.CompelRefused) -> None:
    compel_of(state, event.compel).status = CompelStatus.REFUSED


@evolve.on(say.FateTransferred)
def _(state: Circle, event: say.FateTransferred) -> None:
    giver, taker = pc_of(state, event.giver), pc_of(state, event.taker)
    must(giver.fate >= event.amount, f"{event.giver} has only {giver.fate} fate")
    giver.fate -= event.amount
    taker.fate += event.amount


@evolve.on(say.TaxCleared)
def _(state: Circle, event: say.TaxCleared) -> None:
    lifepath = lifepath_of(state, event.character, event.lifepath)
    must(set(event.abilities) == set(lifepath.taxed), f"{event.lifepath} is taxed otherwise")
    lifepath.taxed = []


@evolve.on(say.ConditionHindered)
def _(state: Circle, event: say.ConditionHindered) -> None:
    condition = condition_of(state, event.character, event.condition)
    must(event.count == condition.hindered_count + 1, f"{event.condition} hindered otherwise")
    condition.hindered_count = event.count


@evolve.on(say.ConditionCleared)
def _(state: Circle, event: say.ConditionCleared) -> None:
    state.gone[event.condition] = condition_of(state, event.character, event.condition).text
    del character_of(state, event.character).conditions[event.condition]


@evolve.on(say.LifepathRaised)
def _(state: Circle, event: say.LifepathRaised) -> None:
    lifepath = lifepath_of(state, event.character, event.lifepath)
    must(lifepath.rating == event.was and lifepath.spent_persona >= event.erased, "not enough was spent")
    lifepath.rating = event.now
    lifepath.spent_persona -= event.erased


@evolve.on(say.AssetUpgraded)
def _(state: Circle, event: say.AssetUpgraded) -> None:
    character = character_of(state, event.character)
    lifepath = lifepath_of(state, event.character, event.lifepath)
    asset = temporary_of(state, event.character, event.asset)
    must(lifepath.spent_fate >= event.erased, f"only {lifepath.spent_fate} fate is spent on {event.lifepath}")
    lifepath.spent_fate -= event.erased
    del character.temporary_assets[event.asset]
    character.permanent_assets[event.asset] = PermanentAsset(
        event.lifepath, event.now, asset.name, fate_paid=event.erased, npc_id=asset.npc_id
    )
