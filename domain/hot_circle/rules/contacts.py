"""Who a contact is and where they belong (HC-49)."""

from domain.hot_circle import commands as ask
from domain.hot_circle.state import Character, Circle
from domain.hot_circle.terms import AssetKind, Demeanour
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.terms import CharacterId

from .common import shared_settings


def contact_of(command: ask.RequestAbilityTest, it: Character) -> CharacterId | None:
    """Whom of the cast a circles test is about: the existing contact before anybody named beside it."""
    asset = it.temporary_assets.get(command.existing_asset or "")
    return CharacterId(asset.npc_id) if asset is not None and asset.npc_id else command.npc


def hostile(state: Circle, npc: str | None) -> bool:
    """Whether a contact has turned against the characters since."""
    known = state.characters.get(npc or "")
    return known is not None and known.demeanour is Demeanour.HOSTILE


def tie_to(it: Character, npc: str | None) -> str | None:
    """The contact or the relationship that a character has to one of the cast: for it, they are not new."""
    if npc is None:
        return None
    held = {slug: asset.npc_id for slug, asset in it.temporary_assets.items()}
    held |= {slug: asset.npc_id for slug, asset in it.kept(AssetKind.RELATIONSHIP).items()}
    return next((slug for slug, known in held.items() if known == npc), None)


def places_of(npc: Character | None) -> list[str]:
    """The settings somebody of the cast is known to belong to."""
    if npc is None:
        return []
    places = [npc.setting_id, *(path.setting_id for path in npc.lifepaths.values())]
    return [place for place in dict.fromkeys(places) if place is not None]


def place_of(state: Circle, command: ask.RequestAbilityTest, it: Character) -> str | None:
    """Where a contact belongs: what is known of them counts before what is said now."""
    known = places_of(state.characters.get(contact_of(command, it) or ""))
    asset = it.temporary_assets.get(command.existing_asset or "")
    if not known and asset is not None and asset.setting_id is not None:
        known = [asset.setting_id]
    mine = shared_settings(state, it)
    return next((place for place in known if place in mine), known[0] if known else command.setting)


def may_be_contact(state: Circle, command: ask.RequestAbilityTest, it: Character) -> None:
    """HC-49: a contact is one of the cast, or new, and shares a setting with the character."""
    npc = contact_of(command, it)
    known = state.characters.get(npc or "")
    if npc is not None and (known is None or known.is_pc or known.end):
        raise CommandRefused("npc_unknown", character=npc)
    if command.setting is not None and command.setting not in state.settings:
        raise CommandRefused("setting_unknown", setting=command.setting)
    place = found(place_of(state, command, it), "setting_missing")
    need(place in shared_settings(state, it), "no_shared_setting", setting=place, character=command.character)
