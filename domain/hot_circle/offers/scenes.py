"""What scenes offer, and what the gamemaster may record at any time."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.names import called
from domain.hot_circle.rules.cast import not_needed
from domain.hot_circle.rules.common import any_test_open, at_hand
from domain.hot_circle.state import Character, Circle, Scene
from domain.hot_circle.terms import (
    HOME,
    AssetKind,
    ConditionCause,
    NoTest,
    Rank,
    Verdict,
)
from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer, Weight

from .seats import RECORDS, SCENE, Seat, alive, any_of, characters, one_of


def opening(state: Circle) -> Iterable[Offer]:
    """HC-24: the next scene."""
    everybody = characters(state, alive(state))
    choices = {"present": everybody} if everybody else {}
    nobody: dict[str, object] = {} if everybody else {"present": ()}
    yield Offer(
        command=ask.OpenScene,
        label="Set a scene",
        known={**nobody, "continues": None},
        choices=choices,
        group=SCENE,
    )
    if state.scenes:
        last = list(state.scenes)[-1]
        yield Offer(
            command=ask.OpenScene,
            label=f"Go straight on from {state.scenes[last].title}",
            known={**nobody, "continues": last},
            choices=choices,
            group=SCENE,
        )


def following(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-22: an instinct, unless a versus test is to settle it."""
    it, who = seat.it, {"character": seat.who}
    test = state.obstacle_test
    torn = test is not None and test.open and test.versus and seat.who in test.sides
    if it.instincts and not torn:
        choices = {"instinct": one_of({slot: instinct.text for slot, instinct in it.instincts.items()})}
        yield seat.offer(ask.AssertInstinct, f"{it.name} follows an instinct", who, choices, group="Instincts")


def using(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-53, HC-54: what a character in the scene brings and uses."""
    it, who = seat.it, {"character": seat.who}
    for slug in it.kept(AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP):
        label = f"{it.name} brings {it.permanent_assets[slug].name}"
        yield seat.offer(ask.BringAsset, label, {**who, "asset": slug}, group="Assets")
    usable = {slug: one.name for slug, one in it.temporary_assets.items() if at_hand(state, one)}
    usable.update((slug, one.name) for slug, one in it.permanent_assets.items() if not one.lost)
    if usable:
        label = f"{it.name} uses something"
        yield seat.offer(ask.UseAsset, label, who, {"asset": one_of(usable)}, group="Assets")


def deciding(state: Circle, scene: Scene) -> Iterable[Offer]:
    """HC-25: what the gamemaster settles without dice."""
    there = [slug for slug in scene.present if not state.characters[slug].end]
    test = state.obstacle_test
    rolled = test is not None and test.open and (test.rolls or test.opposed)
    waiting = [slug for slug in there if not (rolled and test is not None and test.tester_id == slug)]
    if waiting:
        yield Offer(
            command=ask.DecideWithoutTest,
            label="Decide without a test",
            choices={
                "character": characters(state, waiting),
                "decision": any_of(Verdict),
                "why": any_of(NoTest),
            },
            group=SCENE,
        )


def directing(state: Circle, scene: Scene) -> Iterable[Offer]:
    """HC-24: who comes and goes, and the scene's end."""
    there = [slug for slug in scene.present if not state.characters[slug].end]
    absent = [slug for slug in alive(state) if slug not in scene.present]
    if absent:
        yield Offer(
            command=ask.ChangePresence,
            label="Somebody enters",
            known={"present": True},
            choices={"character": characters(state, absent)},
            group=SCENE,
        )
    if any_test_open(state) is None:
        if scene.present:
            yield Offer(
                command=ask.ChangePresence,
                label="Somebody leaves",
                known={"present": False},
                choices={"character": characters(state, there)},
                group=SCENE,
            )
        advised = scene.obstacle_tests >= 1 or scene.ability_tests >= 2
        label = "Close the scene (it has had its tests)" if advised else "Close the scene"
        yield Offer(command=ask.CloseScene, label=label, group=SCENE, weight=Weight.ASIDE)


def recording_cast(state: Circle) -> Iterable[Offer]:
    """HC-21: somebody of the supporting cast."""
    settings = one_of({slug: it.name for slug, it in state.settings.items()})
    factions = one_of({slug: it.name for slug, it in state.map.factions.items()})
    yield Offer(
        command=ask.RecordSupportingCharacter,
        label="Record a supporting character",
        known={"character": None},
        choices={
            name: named
            for name, named in (("setting", settings), ("lifepaths.setting", settings), ("faction", factions))
            if named
        },
        group=RECORDS,
    )


def granting(state: Circle) -> Iterable[Offer]:
    """HC-21: points for the supporting cast."""
    npcs = [slug for slug in alive(state) if not state.characters[slug].is_pc]
    if npcs:
        choices = {"character": characters(state, npcs)}
        yield Offer(command=ask.GrantArtha, label="Give the cast artha", choices=choices, group=RECORDS)


def noting(state: Circle) -> Iterable[Offer]:
    """What factions plan."""
    factions = one_of({slug: it.name for slug, it in state.map.factions.items()})
    if factions:
        choices = {"faction": factions}
        yield Offer(command=ask.NoteFaction, label="Note a faction's plans", choices=choices, group=RECORDS)


def holding_back() -> Offer:
    """HC-17: a lifepath that waits for others."""
    return Offer(command=ask.RequireLifepaths, label="Hold a lifepath back", group=RECORDS)


def applying(state: Circle) -> Offer:
    """HC-60: a condition, on anybody."""
    return Offer(
        command=ask.ApplyCondition,
        label="Apply a condition",
        known={"test": None},
        choices={
            "character": characters(state, alive(state)),
            "rank": any_of(Rank),
            "cause": any_of(ConditionCause),
        },
        group=RECORDS,
    )


def raising(slug: str, it: Character) -> Iterable[Offer]:
    """HC-60: a minor condition that becomes major."""
    minor = one_of({one: held.text for one, held in it.conditions.items() if held.rank is Rank.MINOR})
    if minor:
        yield Offer(
            command=ask.RaiseCondition,
            label=f"Make a condition of {it.name} major",
            known={"character": slug},
            choices={"condition": minor},
            group=RECORDS,
        )


def losing(slug: str, it: Character) -> Iterable[Offer]:
    """HC-65: something permanent that is lost."""
    held = one_of({one: asset.name for one, asset in it.permanent_assets.items() if not asset.lost})
    if held:
        yield Offer(
            command=ask.LoseAsset,
            label=f"{it.name} loses something",
            known={"character": slug},
            choices={"asset": held},
            group=RECORDS,
        )


def refusing(state: Circle) -> Offer:
    """HC-51: a deed before it is asked for."""
    pcs = characters(state, (slug for slug in alive(state) if state.characters[slug].is_pc))
    return Offer(command=ask.RefuseDeed, label="Refuse a deed", choices={"character": pcs}, group=RECORDS)


def ending_stories(state: Circle) -> Iterable[Offer]:
    """Stories that may end: of everybody whom nothing open needs."""
    free = [slug for slug in alive(state) if allowed(not_needed, state, slug)]
    if free:
        yield Offer(
            command=ask.RecordCharacterFate,
            label="End a character's story",
            known={"test": None},
            choices={"character": characters(state, free)},
            group=RECORDS,
            weight=Weight.ASIDE,
        )


def failures(state: Circle) -> Iterable[Offer]:
    """HC-43: what failed tests changed."""
    failed = one_of({test: called(it) for test, it in state.results.items() if not it.passed})
    if failed:
        yield Offer(
            command=ask.RecordConsequence,
            label="Say what a failure changed",
            choices={"test": failed, "affects": characters(state, alive(state))},
            group=RECORDS,
        )


def striking(state: Circle) -> Iterable[Offer]:
    """HC-50: facts that the gamemaster may strike."""
    standing = one_of({test: lore.text for test, lore in state.lore.items() if not lore.vetoed})
    if standing:
        yield Offer(command=ask.VetoFact, label="Strike a fact", choices={"test": standing}, group=RECORDS)


def settling(state: Circle) -> Offer:
    """What the game leaves open, settled by word."""
    subjects = (*characters(state, alive(state)), Choice(HOME, "The campaign"))
    return Offer(
        command=ask.RecordAdjudication, label="Settle by word", choices={"subject": subjects}, group=RECORDS
    )
