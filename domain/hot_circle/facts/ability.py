"""Ability tests retold, and what they established."""

from collections.abc import Iterable

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.hot_circle.tables import SUCCESS_FROM
from domain.hot_circle.terms import Demeanour
from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact

from . import tracks
from .obstacle import reading
from .rolls import dice, dice_of, reads
from .telling import standing, tells, told, words


@tells(say.AbilityTestRequested)
def _(state: Circle, event: say.AbilityTestRequested) -> Iterable[Fact]:
    yield facts.TestOpened(
        test=event.test, form=f"{event.ability.value} test", sides=(event.character,), aim=event.about
    )
    path = state.characters[event.character].lifepaths[event.lifepath]
    pool = dice(event.base_dice + event.bonus_dice)
    yield told(f"{path.name} ({words(event.fit)}): {pool} against {event.ob}", "lifepath", event.character)
    if event.cut_advised:
        yield told("This scene has had its tests: after this one, cut.", "advice")


def rolled(event: say.AbilityRolled | say.AbilityRerolled, purpose: str) -> Fact:
    """The dice of an ability test."""
    return facts.DiceRolled(
        roller=event.character, purpose=purpose, dice=dice_of(event.waves, event.cards), test=event.test,
        reads=reads(event.cards), counts_from=SUCCESS_FROM,
        reading=reading(event.successes, event.ob, passes=event.due_to_pass),
    )  # fmt: skip


@tells(say.AbilityRolled)
def _(state: Circle, event: say.AbilityRolled) -> Iterable[Fact]:
    yield rolled(event, "ability")


@tells(say.AbilityRerolled)
def _(state: Circle, event: say.AbilityRerolled) -> Iterable[Fact]:
    yield rolled(event, "reroll: fate")


@tells(say.AbilityTestResolved)
def _(state: Circle, event: say.AbilityTestResolved) -> Iterable[Fact]:
    outcome = "passed" if event.on_failure is None else f"failed: {words(event.on_failure)}"
    who = (event.character,)
    yield facts.TestClosed(
        test=event.test,
        outcome=outcome,
        winner=event.character if event.passed else None,
        losers=() if event.passed else who,
    )


@tells(say.TemporaryAssetGained)
def _(state: Circle, event: say.TemporaryAssetGained) -> Iterable[Fact]:
    yield standing(
        event.character, "temporary_assets", event.asset, "", "noted", words(event.kind), event.name, good=True
    )
    yield tracks.of_asset(state, event.character, event.asset)


@tells(say.AssetMadeAvailable)
def _(state: Circle, event: say.AssetMadeAvailable) -> Iterable[Fact]:
    name = state.characters[event.character].temporary_assets[event.asset].name
    yield told(f"{name} is at hand", "asset", event.character)


@tells(say.DemeanourSet)
def _(state: Circle, event: say.DemeanourSet) -> Iterable[Fact]:
    yield demeanour(event.character, event.demeanour)


def demeanour(who: str, now: Demeanour) -> Fact:
    """How somebody of the cast feels about the characters."""
    return standing(
        who, "demeanour", "towards-characters", "", now.value, "circles", "Demeanour",
        good=now is Demeanour.FRIENDLY,
    )  # fmt: skip


@tells(say.AbilityTaxed)
def _(state: Circle, event: say.AbilityTaxed) -> Iterable[Fact]:
    yield tax(state, event.character, event.lifepath, event.ability.value, "", "taxed", "failed test")


def tax(state: Circle, owner: str, lifepath: str, ability: str, was: str, now: str, why: str) -> Fact:
    """A tax laid, or cleared."""
    label = f"{ability.title()} as {state.characters[owner].lifepaths[lifepath].name}"
    return standing(owner, "taxed", f"{lifepath}-{ability}", was, now, why, label, good=not now)


@tells(say.HostileContactAppeared)
def _(state: Circle, event: say.HostileContactAppeared) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.character, name=event.name, character_kind=CharacterKind.OTHER, how="hostile contact"
    )
    yield demeanour(event.character, Demeanour.HOSTILE)


@tells(say.FactEstablished)
def _(state: Circle, event: say.FactEstablished) -> Iterable[Fact]:
    yield told(event.text, "fact")


@tells(say.FactVetoed)
def _(state: Circle, event: say.FactVetoed) -> Iterable[Fact]:
    yield told(event.text, "fact struck")


@tells(say.Misinformed)
def _(state: Circle, event: say.Misinformed) -> Iterable[Fact]:
    yield told(event.text, "misinformed", event.character)


@tells(say.DeedEstablished)
def _(state: Circle, event: say.DeedEstablished) -> Iterable[Fact]:
    yield told(event.text, "deed", event.character)


@tells(say.DeedRefused)
def _(state: Circle, event: say.DeedRefused) -> Iterable[Fact]:
    why = f"{words(event.reason)}. {event.why}" if event.why else words(event.reason)
    yield told(f"{event.text}: {why}", "deed refused", event.character)


@tells(say.DeedWithConsequences)
def _(state: Circle, event: say.DeedWithConsequences) -> Iterable[Fact]:
    yield told(f"{event.text}: {event.consequence}", "deed", event.character)
