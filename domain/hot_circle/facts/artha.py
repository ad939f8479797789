"""Fate and persona retold, and what they paid for."""

from collections.abc import Iterable

from domain.hot_circle import events as say
from domain.hot_circle.names import names
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import HOME, PersonaCause
from domain.kernel import facts
from domain.kernel.facts import Fact

from . import tracks
from .ability import tax
from .telling import number, standing, tells, told, words


@tells(say.FateAwarded)
def _(state: Circle, event: say.FateAwarded) -> Iterable[Fact]:
    now = state.characters[event.character].fate
    why = event.complication or words(event.cause)
    yield number(event.character, "fate", event.amount, now, why, "Fate")


@tells(say.PersonaAwarded)
def _(state: Circle, event: say.PersonaAwarded) -> Iterable[Fact]:
    now = state.characters[event.character].persona
    yield number(event.character, "persona", event.amount, now, words(event.cause), "Persona")
    if event.cause in (PersonaCause.GOAL_FURTHERED, PersonaCause.GOAL_RESOLVED) and event.source:
        yield tracks.of_goal(state, event.character, event.source)


@tells(say.FateSpent)
def _(state: Circle, event: say.FateSpent) -> Iterable[Fact]:
    it = state.characters[event.character]
    path = it.lifepaths[event.lifepath]
    yield number(event.character, "fate", -event.amount, it.fate, "reroll", "Fate")
    yield number(
        event.character, f"lifepaths.{event.lifepath}.spent_fate", event.amount, path.spent_fate, "reroll",
        f"Fate spent as {path.name}",
    )  # fmt: skip
    yield from tracks.of_assets(state, event.character, event.lifepath)


@tells(say.PersonaSpent)
def _(state: Circle, event: say.PersonaSpent) -> Iterable[Fact]:
    it = state.characters[event.character]
    yield number(event.character, "persona", -event.amount, it.persona, "reroll", "Persona")
    if event.lifepath is not None:
        path = it.lifepaths[event.lifepath]
        yield number(
            event.character, f"lifepaths.{event.lifepath}.spent_persona", event.amount, path.spent_persona,
            "reroll", f"Persona spent as {path.name}",
        )  # fmt: skip
        yield tracks.of_lifepath(state, event.character, event.lifepath)


@tells(say.GmPersonaSpent)
def _(state: Circle, event: say.GmPersonaSpent) -> Iterable[Fact]:
    left = max(0, state.house_rules.gm_persona_pool - state.gm_persona_spent)
    yield number(HOME, "gm_persona", -event.amount, left, "reroll", "The gamemaster's persona")


@tells(say.CompelOffered)
def _(state: Circle, event: say.CompelOffered) -> Iterable[Fact]:
    yield told(event.choice, "compel", event.compeller, event.target)


@tells(say.CompelJudged)
def _(state: Circle, event: say.CompelJudged) -> Iterable[Fact]:
    compel = state.compels[event.compel]
    yield told(words(event.verdict), "compel", compel.compeller, compel.target)


@tells(say.CompelAccepted)
def _(state: Circle, event: say.CompelAccepted) -> Iterable[Fact]:
    compel = state.compels[event.compel]
    yield told("accepts, to clear" if event.clears else "accepts", "compel", event.target, compel.compeller)


@tells(say.CompelRefused)
def _(state: Circle, event: say.CompelRefused) -> Iterable[Fact]:
    yield told("refuses", "compel", event.target, state.compels[event.compel].compeller)


@tells(say.FateTransferred)
def _(state: Circle, event: say.FateTransferred) -> Iterable[Fact]:
    yield facts.NumberMoved(
        giver=event.giver, taker=event.taker, name="fate", label="Fate", amount=event.amount,
        giver_now=state.characters[event.giver].fate, taker_now=state.characters[event.taker].fate, why="compel",
    )  # fmt: skip


@tells(say.TaxCleared)
def _(state: Circle, event: say.TaxCleared) -> Iterable[Fact]:
    for ability in event.abilities:
        yield tax(state, event.character, event.lifepath, ability.value, "taxed", "", "hindered a test")


@tells(say.ConditionHindered)
def _(state: Circle, event: say.ConditionHindered) -> Iterable[Fact]:
    text = state.characters[event.character].conditions[event.condition].text
    yield number(
        event.character, f"conditions.{event.condition}.hindered_count", 1, event.count, "hindered a test",
        f"Tests hindered by being {text}",
    )  # fmt: skip
    yield tracks.of_condition(state, event.character, event.condition)


@tells(say.ConditionCleared)
def _(state: Circle, event: say.ConditionCleared) -> Iterable[Fact]:
    label = state.gone.get(event.condition, event.condition)
    yield from gone(state, event.character, event.condition, "cleared by hindering")
    yield facts.Advanced(
        owner=event.character, track=f"conditions.{event.condition}.hindered_count", what=f"no longer {label}"
    )


def gone(state: Circle, owner: str, condition: str, why: str) -> Iterable[Fact]:
    """A condition that is no longer on the sheet, and its track at the end."""
    label = state.gone.get(condition, condition)
    yield standing(owner, "conditions", condition, "held", "", why, label, good=True)
    yield facts.ProgressSet(
        owner=owner, track=f"conditions.{condition}.hindered_count", have=0,
        need=None, brings="gone",
    )  # fmt: skip


@tells(say.LifepathRaised)
def _(state: Circle, event: say.LifepathRaised) -> Iterable[Fact]:
    path = state.characters[event.character].lifepaths[event.lifepath]
    owner, base = event.character, f"lifepaths.{event.lifepath}"
    yield number(
        owner, f"{base}.spent_persona", -event.erased, path.spent_persona, "raised",
        f"Persona spent as {path.name}",
    )  # fmt: skip
    yield number(owner, f"{base}.rating", event.now - event.was, event.now, "persona", f"{path.name}: dice")
    yield tracks.of_lifepath(state, owner, event.lifepath)
    yield facts.Advanced(owner=owner, track=f"{base}.spent_persona", what=f"{path.name} at {event.now} dice")


@tells(say.AssetUpgraded)
def _(state: Circle, event: say.AssetUpgraded) -> Iterable[Fact]:
    it = state.characters[event.character]
    path, name = it.lifepaths[event.lifepath], it.permanent_assets[event.asset].name
    owner, track = event.character, f"temporary_assets.{event.asset}.upgrade"
    yield number(
        owner, f"lifepaths.{event.lifepath}.spent_fate", -event.erased, path.spent_fate, "upgrade",
        f"Fate spent as {path.name}",
    )  # fmt: skip
    yield standing(owner, "temporary_assets", event.asset, "noted", "", "upgrade", name)
    yield standing(owner, "permanent_assets", event.asset, "", "held", "upgrade", name, lasting=True)
    yield facts.ProgressSet(owner=owner, track=track, have=event.erased, need=None, brings=f"{name}, for good")
    yield facts.Advanced(owner=owner, track=track, what=f"{name}: {names(state).get(event.now, words(event.now))}")
    yield from tracks.of_assets(state, owner, event.lifepath)
