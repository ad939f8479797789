"""Contacts: one of the cast or new, where they belong, how they feel about the characters (HC-49)."""

from collections.abc import Iterable
from typing import Literal

from domain.hot_circle.chapters.guards import known_setting
from domain.hot_circle.chapters.people.cast import SupportingCharacterRecorded
from domain.hot_circle.lookup import character_of, scene_of, shared_settings, tie_to
from domain.hot_circle.phrases import standing
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.state.play import AbilityTest
from domain.hot_circle.terms import RESERVED_IDS, Demeanour, Kind, SceneId, TestId
from domain.hot_circle.words import fresh_id
from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import MOST_NAMED, CommandRefused, found, need
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Name, Slug

chapter = Chapter[Circle](
    "Contacts",
    {
        "npc_unknown": "Nobody of the supporting cast is called so{there:+. Those there are: }.",
        "setting_missing": "Say which setting the contact belongs to.",
        "no_shared_setting": "The contact belongs to {setting}; {character} has no lifepath there.",
        "hostile_only_for_new": "{asset} is a contact already and cannot turn up hostile instead; apply the tax.",
        "contact_needs_name": "Give the contact a name.",
    },
)


def contact_of(it: Character, noted: str | None, npc: CharacterId | None) -> CharacterId | None:
    """The one of the cast whom a circles test is about: the noted contact before anybody named beside it."""
    asset = it.temporary_assets.get(noted or "")
    return CharacterId(asset.npc_id) if asset is not None and asset.npc_id else npc


def places_of(npc: Character | None) -> list[str]:
    """The settings somebody of the cast is known to belong to."""
    if npc is None:
        return []
    places = [npc.setting_id, *(path.setting_id for path in npc.lifepaths.values())]
    return [place for place in dict.fromkeys(places) if place is not None]


def place_of(state: Circle, it: Character, noted: str | None, contact: str | None, said: str | None) -> str | None:
    """The setting a contact belongs to: one that is known counts before the one said now."""
    known = places_of(state.characters.get(contact or ""))
    asset = it.temporary_assets.get(noted or "")
    if not known and asset is not None and asset.setting_id is not None:
        known = [asset.setting_id]
    mine = shared_settings(state, it)
    return next((place for place in known if place in mine), known[0] if known else said)


def contact_place(state: Circle, slug: str, noted: str | None, contact: str | None, said: str | None) -> str:
    """HC-49: where a contact belongs. It is one of the cast, or new, and shares a setting with the character."""
    it, known = state.characters[slug], state.characters.get(contact or "")
    if contact is not None and (known is None or known.is_pc or known.end):
        there = [slug for slug, one in state.characters.items() if not one.is_pc and not one.end]
        raise CommandRefused("npc_unknown", there=there[-MOST_NAMED:])
    if said is not None:
        known_setting(state, said)
    place = found(place_of(state, it, noted, contact, said), "setting_missing")
    need(place in shared_settings(state, it), "no_shared_setting", setting=place, character=slug)
    return place


class DemeanourSet(Event):
    """The demeanour of somebody of the supporting cast towards the characters."""

    type: Literal["hot_circle.demeanour_set.v1"] = "hot_circle.demeanour_set.v1"
    character: CharacterSlug
    demeanour: Demeanour


class HostileContactAppeared(Event):
    """The contact is there, and hostile."""

    type: Literal["hot_circle.hostile_contact_appeared.v1"] = "hot_circle.hostile_contact_appeared.v1"
    character: CharacterSlug
    name: Name
    scene: SceneId
    test: TestId
    setting: Slug | None


def new_contact(slug: CharacterId, name: str, setting: str | None) -> Event:
    """Somebody the character turns out to know."""
    return SupportingCharacterRecorded(
        character=slug, name=name, description="", lifepaths=(), traits=(), setting=setting, faction=None
    )


def turned_hostile(state: Circle, said: str, test: AbilityTest, it: Character) -> Event:
    """HC-49: a new contact is there, and hostile: no asset, but one of the cast."""
    if (known := tie_to(it, test.npc_id)) is not None:
        raise CommandRefused("hostile_only_for_new", asset=known)
    npc = state.characters.get(test.npc_id or "")
    named = npc.name if npc is not None else said.strip()
    if not named or len(named.splitlines()) > 1:
        raise CommandRefused("contact_needs_name")
    slug = test.npc_id or fresh_id(named, {*state.characters, *RESERVED_IDS}, "somebody")
    return HostileContactAppeared(
        character=CharacterId(slug), name=named, scene=test.scene_id, test=test.id, setting=test.setting_id
    )


def feeling(who: str, now: Demeanour) -> Fact:
    """Fact of the demeanour of one of the cast towards the characters."""
    return standing(
        who,
        "demeanour",
        "towards-characters",
        "",
        now.value,
        "circles",
        "Demeanour",
        good=now is Demeanour.FRIENDLY,
    )


@chapter.applies(DemeanourSet)
def _(state: Circle, event: DemeanourSet) -> None:
    character_of(state, event.character).demeanour = event.demeanour
    if (scene := state.open_scene) and event.character not in scene.present:
        scene.present.append(event.character)


@chapter.tells(DemeanourSet, "{character} is {demeanour}")
def _(state: Circle, event: DemeanourSet) -> Iterable[Fact]:
    yield feeling(event.character, event.demeanour)


@chapter.applies(HostileContactAppeared, renames=True)
def _(state: Circle, event: HostileContactAppeared) -> None:
    npc = state.characters.setdefault(event.character, Character(Kind.NPC, event.name))
    npc.demeanour = Demeanour.HOSTILE
    npc.setting_id = npc.setting_id or event.setting
    scene = scene_of(state, event.scene)
    if event.character not in scene.present:
        scene.present.append(event.character)


@chapter.tells(HostileContactAppeared, "{name} is there, and hostile")
def _(state: Circle, event: HostileContactAppeared) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.character, name=event.name, character_kind=CharacterKind.OTHER, how="hostile contact"
    )
    yield feeling(event.character, Demeanour.HOSTILE)
