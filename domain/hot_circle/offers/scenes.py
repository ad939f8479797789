"""What scenes offer, and what the gamemaster may record at any time."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.names import called
from domain.hot_circle.rules.cast import not_needed
from domain.hot_circle.rules.common import any_test_open, at_hand
from domain.hot_circle.state import Circle, Scene
from domain.hot_circle.terms import (
    HOME,
    AssetKind,
    ConditionCause,
    EndStep,
    NoTest,
    Rank,
    SessionStatus,
    Verdict,
)
from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker

from .seats import Seat, alive, any_of, characters, one_of, own_seats

_GROUP = "Scene"


def scenes(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Scenes open and close; in between, what happens without a roll."""
    scene = state.open_scene
    if scene is None:
        if asker.is_gm:
            yield from setting(state)
        return
    for seat in own_seats(state, asker):
        yield from freely(state, seat, present=seat.who in scene.present)
    if asker.is_gm:
        yield from directing(state, scene)


def setting(state: Circle) -> Iterable[Offer]:
    """The next scene, or the session's end."""
    everybody = characters(state, alive(state))
    choices = {"present": everybody} if everybody else {}
    nobody: dict[str, object] = {} if everybody else {"present": ()}
    yield Offer(
        command=ask.OpenScene,
        label="Set a scene",
        known={**nobody, "continues": None},
        choices=choices,
        group=_GROUP,
    )
    if state.scenes:
        last = list(state.scenes)[-1]
        yield Offer(
            command=ask.OpenScene,
            label=f"Go straight on from {state.scenes[last].title}",
            known={**nobody, "continues": last},
            choices=choices,
            group=_GROUP,
        )
    if any_test_open(state) is None and not any(compel.open for compel in state.compels.values()):
        yield Offer(command=ask.BeginSessionEnd, label="Begin the session's end", group="Session's end")


def freely(state: Circle, seat: Seat, *, present: bool) -> Iterable[Offer]:
    """Instincts and assets of one character."""
    it, who = seat.it, {"character": seat.who}
    test = state.obstacle_test
    torn = test is not None and test.open and test.versus and seat.who in test.sides
    if it.instincts and not torn:
        choices = {"instinct": one_of({slot: instinct.text for slot, instinct in it.instincts.items()})}
        yield seat.offer(ask.AssertInstinct, f"{it.name} follows an instinct", who, choices, group="Instincts")
    if not present:
        return
    for slug in it.kept(AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP):
        label = f"{it.name} brings {it.permanent_assets[slug].name}"
        yield seat.offer(ask.BringAsset, label, {**who, "asset": slug}, group="Assets")
    usable = {slug: one.name for slug, one in it.temporary_assets.items() if at_hand(state, one)}
    usable.update((slug, one.name) for slug, one in it.permanent_assets.items() if not one.lost)
    if usable:
        label = f"{it.name} uses something"
        yield seat.offer(ask.UseAsset, label, who, {"asset": one_of(usable)}, group="Assets")


def directing(state: Circle, scene: Scene) -> Iterable[Offer]:
    """What the gamemaster does with an open scene."""
    there = [slug for slug in scene.present if not state.characters[slug].end]
    test = state.obstacle_test
    rolled = test is not None and test.open and (test.rolls or test.opposed)
    deciding = [slug for slug in there if not (rolled and test is not None and test.tester_id == slug)]
    if deciding:
        yield Offer(
            command=ask.DecideWithoutTest,
            label="Decide without a test",
            choices={
                "character": characters(state, deciding),
                "decision": any_of(Verdict),
                "why": any_of(NoTest),
            },
            group=_GROUP,
        )
    absent = [slug for slug in alive(state) if slug not in scene.present]
    if absent:
        yield Offer(
            command=ask.ChangePresence,
            label="Somebody enters",
            known={"present": True},
            choices={"character": characters(state, absent)},
            group=_GROUP,
        )
    if any_test_open(state) is None:
        if scene.present:
            yield Offer(
                command=ask.ChangePresence,
                label="Somebody leaves",
                known={"present": False},
                choices={"character": characters(state, there)},
                group=_GROUP,
            )
        advised = scene.obstacle_tests >= 1 or scene.ability_tests >= 2
        label = "Close the scene (it has had its tests)" if advised else "Close the scene"
        yield Offer(command=ask.CloseScene, label=label, group=_GROUP, weight=Weight.ASIDE)


def records(state: Circle) -> Iterable[Offer]:
    """What the gamemaster may write down at any time."""
    group = "Records"
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
        group=group,
    )
    everybody = alive(state)
    pcs = [slug for slug in everybody if state.characters[slug].is_pc]
    npcs = [slug for slug in everybody if not state.characters[slug].is_pc]
    if npcs:
        choices = {"character": characters(state, npcs)}
        yield Offer(command=ask.GrantArtha, label="Give the cast artha", choices=choices, group=group)
    if factions:
        yield Offer(
            command=ask.NoteFaction, label="Note a faction's plans", choices={"faction": factions}, group=group
        )
    yield Offer(command=ask.RequireLifepaths, label="Hold a lifepath back", group=group)
    if pcs:
        yield from about_characters(state, pcs, everybody)
    failed = one_of({test: called(it) for test, it in state.results.items() if not it.passed})
    if failed:
        yield Offer(
            command=ask.RecordConsequence,
            label="Say what a failure changed",
            choices={"test": failed, "affects": characters(state, everybody)},
            group=group,
        )
    struck = one_of({test: lore.text for test, lore in state.lore.items() if not lore.vetoed})
    if struck:
        yield Offer(command=ask.VetoFact, label="Strike a fact", choices={"test": struck}, group=group)
    subjects = (*characters(state, everybody), Choice(HOME, "The campaign"))
    yield Offer(command=ask.RecordAdjudication, label="Settle by word", choices={"subject": subjects}, group=group)
    in_time = state.game_session.ending_step in (EndStep.NONE, EndStep.PERSONA, EndStep.BELIEFS)
    if state.game_session.status is not SessionStatus.CLOSED and in_time:
        yield Offer(command=ask.RecordMilestone, label="Record a milestone", group=group)


def about_characters(state: Circle, pcs: list[str], everybody: list[str]) -> Iterable[Offer]:
    """Conditions, losses, refused deeds, and stories that end."""
    group = "Records"
    yield Offer(
        command=ask.ApplyCondition,
        label="Apply a condition",
        known={"test": None},
        choices={
            "character": characters(state, everybody),
            "rank": any_of(Rank),
            "cause": any_of(ConditionCause),
        },
        group=group,
    )
    yield Offer(
        command=ask.RefuseDeed, label="Refuse a deed", choices={"character": characters(state, pcs)}, group=group
    )
    for slug in everybody:
        it = state.characters[slug]
        minor = one_of(
            {one: it.conditions[one].text for one in it.conditions if it.conditions[one].rank is Rank.MINOR}
        )
        if minor:
            yield Offer(
                command=ask.RaiseCondition,
                label=f"Make a condition of {it.name} major",
                known={"character": slug},
                choices={"condition": minor},
                group=group,
            )
        held = one_of({one: asset.name for one, asset in it.permanent_assets.items() if not asset.lost})
        if held:
            yield Offer(
                command=ask.LoseAsset,
                label=f"{it.name} loses something",
                known={"character": slug},
                choices={"asset": held},
                group=group,
            )
    free = [slug for slug in everybody if allowed(not_needed, state, slug)]
    if free:
        yield Offer(
            command=ask.RecordCharacterFate,
            label="End a character's story",
            known={"test": None},
            choices={"character": characters(state, free)},
            group=group,
            weight=Weight.ASIDE,
        )
