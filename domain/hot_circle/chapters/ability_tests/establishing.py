"""The end of an ability test: facts it establishes, or the meaning of its failure (HC-48 to HC-53, HC-57)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.ability_tests.contacts import DemeanourSet, new_contact, turned_hostile
from domain.hot_circle.chapters.ability_tests.deeds import DeedEstablished, with_consequences
from domain.hot_circle.chapters.ability_tests.wises import FactEstablished, Misinformed
from domain.hot_circle.chapters.guards import acted_for, in_play, open_ability_test
from domain.hot_circle.chapters.obstacle_tests.resolving import fate
from domain.hot_circle.chapters.scenes.assets import AssetMadeAvailable, TemporaryAssetGained
from domain.hot_circle.lookup import ability_of, lifepath_of, tie_to
from domain.hot_circle.phrases import tax, words
from domain.hot_circle.printed import ALTERNATIVE, ASSET_OF, UPGRADES
from domain.hot_circle.refs import TestRef
from domain.hot_circle.seats import ABILITY_TEST, Seat, any_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.state.play import AbilityTest, Result
from domain.hot_circle.terms import (
    RESERVED_IDS,
    Ability,
    Demeanour,
    FateCause,
    Fit,
    OnFailure,
    Rank,
    TestId,
    TestStatus,
)
from domain.hot_circle.words import blank, fresh_id, same, with_ending
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Slug, Text

chapter = Chapter[Circle](
    "What an ability test establishes",
    {
        "gear_needs_name": "Say what the gear is called.",
        "subject_needs_name": "Name the subject, such as Harbour law.",
        "focus_needs_name": "Name the focus, such as Burglary.",
        "falsehood_missing": "Say what the character wrongly believes from now on.",
        "failure_elsewhere": "A failed test of {ability} cannot mean this: {failure}.",
    },
)


_NAME_MISSING = {
    Ability.RESOURCES: "gear_needs_name",
    Ability.CIRCLES: "contact_needs_name",
    Ability.WISES: "subject_needs_name",
    Ability.DEEDS: "focus_needs_name",
}
_ENDINGS = {Ability.WISES: "-wise", Ability.DEEDS: "-skill"}


class ResolveAbilityTest(Command):
    """Let the result stand: name what was established, or let the gamemaster choose what the failure means.

    Needs:    a rolled ability test; the player or the gamemaster when it passed, the gamemaster when it failed.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `not_rolled`, `gm_only`,
              `gear_needs_name`, `contact_needs_name`, `subject_needs_name`, `focus_needs_name`,
              `failure_elsewhere`, `hostile_only_for_new`, `consequence_missing`, `falsehood_missing`,
              `condition_one_line`, `condition_exists`, `already_major`.
    Yields:   `AbilityTestResolved`, `FateAwarded` for a hindering lifepath; then what was established
              (`SupportingCharacterRecorded`, `TemporaryAssetGained`, `AssetMadeAvailable`, `DemeanourSet`,
              `FactEstablished`, `DeedEstablished`) or what the failure means (`AbilityTaxed`,
              `HostileContactAppeared`, `Misinformed`, `DeedWithConsequences`, `ConditionApplied`).
    """

    type: Literal["hot_circle.resolve_ability_test"] = "hot_circle.resolve_ability_test"
    test: TestRef
    name: Text = Field(
        title="What is it called?",
        default="",
        description="What the gear, the contact, the subject or the focus is called.",
    )
    fact: Text = Field(
        title="What is so?", default="", description="Wises: the fact, or what the character wrongly believes."
    )
    on_failure: OnFailure = Field(default=OnFailure.TAX, title="What does the failure mean?")
    consequence: Text = Field(title="What came of it?", default="", description="Deeds: what came of it.")
    condition: Text = Field(
        title="A condition it left", default="", description="Deeds: a condition it left, if it left one."
    )
    condition_rank: Rank = Field(default=Rank.MINOR, title="How deep does it go?")


class AbilityTestResolved(Event):
    """The result stands."""

    type: Literal["hot_circle.ability_test_resolved.v1"] = "hot_circle.ability_test_resolved.v1"
    test: TestId
    character: CharacterSlug
    ability: Ability
    passed: bool
    on_failure: OnFailure | None


class AbilityTaxed(Event):
    """An ability is barred for a lifepath until it is cleared."""

    type: Literal["hot_circle.ability_taxed.v1"] = "hot_circle.ability_taxed.v1"
    character: CharacterSlug
    ability: Ability
    lifepath: Slug
    test: TestId


@chapter.decides(ResolveAbilityTest)
def resolve_ability_test(state: Circle, command: ResolveAbilityTest, asker: Asker, dice: Dice) -> Events:
    """HC-48, HC-49, HC-50, HC-51: resolve: passed, it is so; failed, the gamemaster says what that means."""
    in_play(state)
    test = open_ability_test(state, command.test)
    it = acted_for(state, test.tester_id, asker)
    need(test.status is TestStatus.ROLLED, "not_rolled", test=command.test)
    need(test.due_to_pass or asker.is_gm, "gm_only")
    follows = is_so(state, command, test, it, asker) if test.due_to_pass else is_not_so(state, command, test, it)
    who = CharacterId(test.tester_id)
    resolved: list[Event] = [
        AbilityTestResolved(
            test=test.id,
            character=who,
            ability=test.ability,
            passed=test.due_to_pass,
            on_failure=None if test.due_to_pass else command.on_failure,
        )
    ]
    if test.fit is Fit.HINDERING:
        resolved.append(fate(who, FateCause.HINDERING_LIFEPATH, test.lifepath_id, test.id))
    return [*resolved, *follows]


def is_so(
    state: Circle, command: ResolveAbilityTest, test: AbilityTest, it: Character, asker: Asker
) -> list[Event]:
    """HC-48 to HC-51: assets noted, people who appear, texts that become facts."""
    who = CharacterId(test.tester_id)
    known = test.existing_asset_id
    named = command.name.strip()
    npc = state.characters.get(test.npc_id or "")
    if npc is not None and not named:
        named = npc.name
    if known is None and (not named or len(named.splitlines()) > 1):
        raise CommandRefused(_NAME_MISSING[test.ability])
    follows: list[Event] = []
    contact = CharacterId(test.npc_id) if test.npc_id else None
    if test.ability is Ability.CIRCLES and contact is None and known is None:
        contact = CharacterId(fresh_id(named, {*state.characters, *RESERVED_IDS}, "somebody"))
        follows.append(new_contact(contact, named, test.setting_id))
    noted = known if known is not None else same_asset(it, test, named)
    if noted is None:
        name = with_ending(named, _ENDINGS[test.ability]) if test.ability in _ENDINGS else named
        kind = ASSET_OF[test.ability]
        noted = fresh_id(name, {*it.temporary_assets, *it.permanent_assets}, kind.value)
        follows.append(
            TemporaryAssetGained(
                character=who,
                asset=noted,
                lifepath=test.lifepath_id,
                kind=kind,
                name=name,
                npc=contact,
                setting=test.setting_id,
            )
        )
        follows.append(AssetMadeAvailable(character=who, asset=noted, scene=test.scene_id))
    elif noted in it.temporary_assets:
        follows.append(AssetMadeAvailable(character=who, asset=noted, scene=test.scene_id))
    if contact is not None:
        follows.append(DemeanourSet(character=contact, demeanour=Demeanour.FRIENDLY))
    if test.ability is Ability.WISES and not blank(command.fact):
        follows.append(FactEstablished(test=test.id, question=test.about, text=command.fact, by=asker.person))
    if test.ability is Ability.DEEDS:
        follows.append(DeedEstablished(character=who, text=test.about, test=test.id))
    return follows


def same_asset(it: Character, test: AbilityTest, named: str) -> str | None:
    """The asset noted or held for good under this name, or of this person: it is not noted anew."""
    if test.ability is Ability.CIRCLES:
        return tie_to(it, test.npc_id)
    kind = ASSET_OF[test.ability]
    name = with_ending(named, _ENDINGS[test.ability]) if test.ability in _ENDINGS else named
    held = {slug: asset.name for slug, asset in it.temporary_assets.items() if asset.kind is kind}
    held |= {slug: asset.name for slug, asset in it.kept(UPGRADES[kind]).items()}
    return next((slug for slug, known in held.items() if same(known, name)), None)


def is_not_so(state: Circle, command: ResolveAbilityTest, test: AbilityTest, it: Character) -> list[Event]:
    """HC-52: a tax, or what this ability allows instead."""
    who = CharacterId(test.tester_id)
    if command.on_failure is OnFailure.TAX:
        return [AbilityTaxed(character=who, ability=test.ability, lifepath=test.lifepath_id, test=test.id)]
    need(
        command.on_failure is ALTERNATIVE.get(test.ability),
        "failure_elsewhere",
        failure=command.on_failure,
        ability=test.ability,
    )
    match command.on_failure:
        case OnFailure.HOSTILE:
            return [turned_hostile(state, command.name, test, it)]
        case OnFailure.MISINFORMED:
            need(not blank(command.fact), "falsehood_missing")
            return [Misinformed(character=who, test=test.id, text=command.fact)]
    return with_consequences(test, it, command.consequence, command.condition.strip(), command.condition_rank)


@chapter.applies(AbilityTestResolved, renames=True)
def _(state: Circle, event: AbilityTestResolved) -> None:
    test = ability_of(state, event.test)
    must(test.due_to_pass is event.passed, f"{event.test} cannot end like that")
    test.status, test.passed = TestStatus.RESOLVED, event.passed
    state.results[event.test] = Result(
        session_no=state.game_session.session_no,
        passed=event.passed,
        tester_id=test.tester_id,
        ability=test.ability,
        about=test.about,
    )


@chapter.tells(
    AbilityTestResolved,
    "The test of {ability} by {character} has {passed:=yes>passed|no>failed}{on_failure:=None>|tax>, for a tax"
    "|hostile>, and somebody is hostile|misinformed>, and what was learned is wrong"
    "|consequences>, and has consequences}",
)
def _(state: Circle, event: AbilityTestResolved) -> Iterable[Fact]:
    outcome = "passed" if event.on_failure is None else f"failed: {words(event.on_failure)}"
    who = (event.character,)
    yield facts.TestClosed(
        test=event.test,
        outcome=outcome,
        winner=event.character if event.passed else None,
        losers=() if event.passed else who,
    )
    yield facts.Outcome(test=event.test, who=event.character, came=_came(event))


def _came(event: AbilityTestResolved) -> facts.Came:
    """The outcome as the story says it: a question is answered or not, a claim is true or not."""
    match event.ability:
        case Ability.WISES if event.passed or event.on_failure is OnFailure.MISINFORMED:
            return facts.Came.UNSAID  # the answer is told behind it
        case Ability.WISES:
            return facts.Came.UNKNOWN
        case Ability.DEEDS:
            return facts.Came.SO if event.passed else facts.Came.NOT_SO
        case _:
            return facts.Came.AS_WANTED if event.passed else facts.Came.NOT


@chapter.applies(AbilityTaxed)
def _(state: Circle, event: AbilityTaxed) -> None:
    lifepath = lifepath_of(state, event.character, event.lifepath)
    must(event.ability not in lifepath.taxed, f"{event.ability} is taxed for {event.lifepath} already")
    lifepath.taxed.append(event.ability)


@chapter.tells(AbilityTaxed, "For {character} as {lifepath}, {ability} is taxed")
def _(state: Circle, event: AbilityTaxed) -> Iterable[Fact]:
    yield tax(state, event.character, event.lifepath, event.ability.value, "", "taxed", "failed test")


def it_is_so(test: AbilityTest, seat: Seat) -> Offer:
    """Name what was established."""
    known: dict[str, object] = {
        "test": test.id,
        "on_failure": OnFailure.TAX.value,
        "consequence": "",
        "condition": "",
        "condition_rank": Rank.MINOR.value,
    }
    if test.existing_asset_id is not None or test.npc_id is not None:
        known["name"] = ""
    if test.ability is not Ability.WISES:
        known["fact"] = ""
    return seat.offer(ResolveAbilityTest, "It is so", known, group=ABILITY_TEST)


def it_is_not_so(test: AbilityTest, seat: Seat, *, rerolls: bool) -> Iterable[Offer]:
    """A tax, or what this ability allows instead."""
    base: dict[str, object] = {"test": test.id, "name": "", "fact": "", "consequence": "", "condition": ""}
    base |= {"condition_rank": Rank.MINOR.value}
    known = {**base, "on_failure": OnFailure.TAX.value}
    other = ALTERNATIVE.get(test.ability)
    if other is OnFailure.HOSTILE and tie_to(seat.it, test.npc_id) is not None:
        other = None
    alone = other is None and not rerolls
    label = f"Tax {test.ability.value}"
    yield Offer(command=ResolveAbilityTest, label=label, known=known, group=ABILITY_TEST, forced=alone)
    if other is None:
        return
    needs = {
        OnFailure.HOSTILE: ("name",),
        OnFailure.MISINFORMED: ("fact",),
        OnFailure.CONSEQUENCES: ("consequence", "condition", "condition_rank"),
    }[other]
    known = {field: value for field, value in base.items() if field not in needs}
    yield Offer(
        command=ResolveAbilityTest,
        label=f"Instead of a tax: {other.value}",
        known={**known, "on_failure": other.value},
        choices={"condition_rank": any_of(Rank)} if other is OnFailure.CONSEQUENCES else {},
        group=ABILITY_TEST,
    )
