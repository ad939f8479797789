"""Characters before they play, and the supporting cast, retold."""

from collections.abc import Iterable

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import Form, LifepathOrigin
from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.people import GM_ONLY

from . import tracks
from .telling import number, standing, tells, told, words


def belief_text(stance: str, goal: str) -> str:
    """A belief as the sheet has it."""
    return f"{stance} — so I must: {goal}"


def instinct_text(form: Form, trigger: str, text: str) -> str:
    """An instinct as the sheet has it."""
    return f"When {trigger}: {text}" if form is Form.WHEN else f"{form.value.title()}: {text}"


@tells(say.CharacterCreated)
def _(state: Circle, event: say.CharacterCreated) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.character, name=event.name, character_kind=CharacterKind.PLAYERS, player=event.player,
        how="player character",
    )  # fmt: skip
    for field, text in (("age", event.age), ("pronouns", event.pronouns), ("description", event.description)):
        if text:
            yield facts.TextSet(owner=event.character, field=field, text=text)


@tells(say.BeliefSet)
def _(state: Circle, event: say.BeliefSet) -> Iterable[Fact]:
    yield facts.TextSet(
        owner=event.character, field=f"beliefs.{event.slot}", text=belief_text(event.stance, event.goal)
    )
    yield tracks.of_goal(state, event.character, event.slot)


@tells(say.InstinctSet)
def _(state: Circle, event: say.InstinctSet) -> Iterable[Fact]:
    text = instinct_text(event.form, event.trigger, event.text)
    yield facts.TextSet(owner=event.character, field=f"instincts.{event.slot}", text=text)


@tells(say.TraitGained)
def _(state: Circle, event: say.TraitGained) -> Iterable[Fact]:
    why = "trait vote" if event.by_vote else "creation"
    yield standing(event.character, "traits", event.trait, "", "held", why, event.text, lasting=event.by_vote)


@tells(say.BridgeApproved)
def _(state: Circle, event: say.BridgeApproved) -> Iterable[Fact]:
    yield told(f"{event.name}: a bridge into {state.settings[event.setting].name}", "bridge", event.character)


@tells(say.LifepathTaken)
def _(state: Circle, event: say.LifepathTaken) -> Iterable[Fact]:
    owner, slug = event.character, event.lifepath
    why = words(event.origin)
    grown = event.origin is LifepathOrigin.TIME_SKIP
    yield standing(owner, "lifepaths", slug, "", "taken", why, event.name, lasting=grown)
    yield number(owner, f"lifepaths.{slug}.rating", event.rating, event.rating, why, f"{event.name}: dice")
    yield tracks.of_lifepath(state, owner, slug)


@tells(say.PrologueTold)
def _(state: Circle, event: say.PrologueTold) -> Iterable[Fact]:
    yield told(event.text, "prologue", event.character)


@tells(say.LifepathRepeated)
def _(state: Circle, event: say.LifepathRepeated) -> Iterable[Fact]:
    owner, slug = event.character, event.lifepath
    label = f"{state.characters[owner].lifepaths[slug].name}: dice"
    yield number(owner, f"lifepaths.{slug}.rating", 1, event.rating, "taken twice", label)
    yield tracks.of_lifepath(state, owner, slug)


@tells(say.PermanentAssetGained)
def _(state: Circle, event: say.PermanentAssetGained) -> Iterable[Fact]:
    yield standing(event.character, "permanent_assets", event.asset, "", "held", words(event.kind), event.name)


@tells(say.CharacterCompleted)
def _(state: Circle, event: say.CharacterCompleted) -> Iterable[Fact]:
    yield told("ready to play", "character", event.character)


@tells(say.SupportingCharacterRecorded)
def _(state: Circle, event: say.SupportingCharacterRecorded) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.character, name=event.name, character_kind=CharacterKind.OTHER, how="supporting cast"
    )
    if event.description:
        yield facts.TextSet(owner=event.character, field="description", text=event.description)
    for path in event.lifepaths:
        yield standing(event.character, "lifepaths", path.lifepath, "", "taken", "supporting cast", path.name)
        yield number(
            event.character, f"lifepaths.{path.lifepath}.rating", path.rating, path.rating, "supporting cast",
            f"{path.name}: dice",
        )  # fmt: skip
    for trait in event.traits:
        yield standing(event.character, "traits", trait.trait, "", "held", "supporting cast", trait.text)


@tells(say.SupportingBeliefNoted)
def _(state: Circle, event: say.SupportingBeliefNoted) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.character, field="notes", text=event.text, audience=GM_ONLY)


@tells(say.ArthaGranted)
def _(state: Circle, event: say.ArthaGranted) -> Iterable[Fact]:
    it = state.characters[event.character]
    if event.fate:
        yield number(event.character, "fate", event.fate, it.fate, event.reason, "Fate")
    if event.persona:
        yield number(event.character, "persona", event.persona, it.persona, event.reason, "Persona")


@tells(say.CharacterFateRecorded)
def _(state: Circle, event: say.CharacterFateRecorded) -> Iterable[Fact]:
    yield facts.CharacterLeft(character=event.character, how=event.what)
