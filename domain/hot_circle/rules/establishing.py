"""What an ability test establishes, and what its failure means (HC-48 to HC-53, HC-57)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import AbilityTest, Character, Circle
from domain.hot_circle.tables import ALTERNATIVE, ASSET_OF, UPGRADES
from domain.hot_circle.terms import (
    RESERVED_IDS,
    Ability,
    ConditionCause,
    DeedRefusal,
    Demeanour,
    FateCause,
    Fit,
    OnFailure,
    TestStatus,
)
from domain.hot_circle.words import fresh_id, same, same_deed, with_ending
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import acted_for, blank, character, open_ability_test
from .contacts import tie_to
from .resolving import fate, new_to_sheet

_NAME_MISSING = {
    Ability.RESOURCES: "gear_needs_name",
    Ability.CIRCLES: "contact_needs_name",
    Ability.WISES: "subject_needs_name",
    Ability.DEEDS: "focus_needs_name",
}
_ENDINGS = {Ability.WISES: "-wise", Ability.DEEDS: "-skill"}


def resolve_ability_test(state: Circle, command: ask.ResolveAbilityTest, asker: Asker) -> Events:
    """HC-48 to HC-51: passed, it is so; failed, the gamemaster says what that means."""
    test = open_ability_test(state, command.test)
    it = acted_for(state, test.tester_id, asker)
    need(test.status is TestStatus.ROLLED, "not_rolled", test=command.test)
    need(test.due_to_pass or asker.is_gm, "gm_only")
    follows = passed(state, command, test, it, asker) if test.due_to_pass else failed(state, command, test, it)
    who = CharacterId(test.tester_id)
    resolved: list[Event] = [
        say.AbilityTestResolved(
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


def passed(
    state: Circle, command: ask.ResolveAbilityTest, test: AbilityTest, it: Character, asker: Asker
) -> list[Event]:
    """What is noted, who appears, what becomes a fact."""
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
            say.TemporaryAssetGained(
                character=who,
                asset=noted,
                lifepath=test.lifepath_id,
                kind=kind,
                name=name,
                npc=contact,
                setting=test.setting_id,
            )
        )
        follows.append(say.AssetMadeAvailable(character=who, asset=noted, scene=test.scene_id))
    elif noted in it.temporary_assets:
        follows.append(say.AssetMadeAvailable(character=who, asset=noted, scene=test.scene_id))
    if contact is not None:
        follows.append(say.DemeanourSet(character=contact, demeanour=Demeanour.FRIENDLY))
    if test.ability is Ability.WISES and not blank(command.fact):
        follows.append(say.FactEstablished(test=test.id, question=test.about, text=command.fact, by=asker.person))
    if test.ability is Ability.DEEDS:
        follows.append(say.DeedEstablished(character=who, text=test.about, test=test.id))
    return follows


def new_contact(slug: CharacterId, name: str, setting: str | None) -> Event:
    """Somebody the character turns out to know."""
    return say.SupportingCharacterRecorded(
        character=slug, name=name, description="", lifepaths=(), traits=(), setting=setting, faction=None
    )


def same_asset(it: Character, test: AbilityTest, named: str) -> str | None:
    """What is noted or held for good under this name, or of this person: that is not noted anew."""
    if test.ability is Ability.CIRCLES:
        return tie_to(it, test.npc_id)
    kind = ASSET_OF[test.ability]
    name = with_ending(named, _ENDINGS[test.ability]) if test.ability in _ENDINGS else named
    held = {slug: asset.name for slug, asset in it.temporary_assets.items() if asset.kind is kind}
    held |= {slug: asset.name for slug, asset in it.kept(UPGRADES[kind]).items()}
    return next((slug for slug, known in held.items() if same(known, name)), None)


def failed(state: Circle, command: ask.ResolveAbilityTest, test: AbilityTest, it: Character) -> list[Event]:
    """HC-52: a tax, or what this ability allows instead."""
    who = CharacterId(test.tester_id)
    if command.on_failure is OnFailure.TAX:
        return [say.AbilityTaxed(character=who, ability=test.ability, lifepath=test.lifepath_id, test=test.id)]
    need(
        command.on_failure is ALTERNATIVE.get(test.ability),
        "failure_elsewhere",
        failure=command.on_failure,
        ability=test.ability,
    )
    match command.on_failure:
        case OnFailure.HOSTILE:
            return turned_hostile(state, command, test, it)
        case OnFailure.MISINFORMED:
            need(not blank(command.fact), "consequence_missing")
            return [say.Misinformed(character=who, test=test.id, text=command.fact)]
    return with_consequences(command, test, it)


def turned_hostile(
    state: Circle, command: ask.ResolveAbilityTest, test: AbilityTest, it: Character
) -> list[Event]:
    """HC-49: a new contact is there, and hostile: no asset, but one of the cast."""
    if (known := tie_to(it, test.npc_id)) is not None:
        raise CommandRefused("hostile_only_for_new", asset=known)
    npc = state.characters.get(test.npc_id or "")
    named = npc.name if npc is not None else command.name.strip()
    if not named or len(named.splitlines()) > 1:
        raise CommandRefused("contact_needs_name")
    slug = test.npc_id or fresh_id(named, {*state.characters, *RESERVED_IDS}, "somebody")
    return [
        say.HostileContactAppeared(
            character=CharacterId(slug), name=named, scene=test.scene_id, test=test.id, setting=test.setting_id
        )
    ]


def with_consequences(command: ask.ResolveAbilityTest, test: AbilityTest, it: Character) -> list[Event]:
    """HC-51: it was done, and something came of it."""
    who = CharacterId(test.tester_id)
    condition = command.condition.strip()
    need(not blank(command.consequence), "consequence_missing")
    need(len(condition.splitlines()) <= 1, "condition_one_line")
    if condition:
        new_to_sheet(it, condition)
    follows: list[Event] = [
        say.DeedWithConsequences(character=who, test=test.id, text=test.about, consequence=command.consequence)
    ]
    if condition:
        follows.append(
            say.ConditionApplied(
                character=who,
                condition=fresh_id(condition, it.conditions, "condition"),
                text=condition,
                rank=command.condition_rank,
                cause=ConditionCause.DEED,
                test=test.id,
            )
        )
    return follows


def veto_fact(state: Circle, command: ask.VetoFact, asker: Asker) -> Events:
    """HC-50: the gamemaster protects what is established, without giving reasons."""
    need(asker.is_gm, "only_gm")
    lore = state.lore.get(command.test)
    if lore is None or lore.vetoed:
        raise CommandRefused("no_fact", test=command.test)
    vetoed: list[Event] = [say.FactVetoed(test=command.test, text=lore.text)]
    if not blank(command.instead):
        vetoed.append(
            say.FactEstablished(test=command.test, question=lore.question, text=command.instead, by=asker.person)
        )
    return vetoed


def refuse_deed(state: Circle, command: ask.RefuseDeed) -> Events:
    """HC-51: some deeds are better played, some cannot have been."""
    it = character(state, command.character)
    need(it.is_pc, "not_a_pc", character=command.character)
    asked = None if command.test is None else deed_asked_for(state, command)
    text = asked or command.text
    need(not blank(text), "about_missing", ability=Ability.DEEDS)
    refused = say.DeedRefused(character=command.character, text=text, reason=command.reason, why=command.why)
    if command.test is None:
        return [refused]
    return [say.TestCancelled(test=command.test, why=command.why), refused]


def deed_asked_for(state: Circle, command: ask.RefuseDeed) -> str:
    """The deed of a test that waits for its dice, which the gamemaster finds to be one that is barred."""
    test = open_ability_test(state, command.test or "")
    if test.ability is not Ability.DEEDS or test.tester_id != command.character:
        raise CommandRefused("no_such_deed", character=command.character)
    need(not test.rolls, "already_rolled", test=test.id)
    return test.about


_DEED_REFUSED = {
    DeedRefusal.BETTER_PLAYED: "deed_refused",
    DeedRefusal.OPPOSED: "deed_opposed",
    DeedRefusal.CONTRADICTS: "contradicts_record",
}


def deed_allowed(state: Circle, character: str, deed: str) -> None:
    """HC-51: what was refused before stays refused, however it is told, as long as the words are the same."""
    known = state.refused_deeds.get(character, {})
    refused = next((why for told, why in known.items() if same_deed(told, deed)), None)
    if refused is not None:
        raise CommandRefused(_DEED_REFUSED[refused])
