"""The supporting cast, and how a character's story ends (HC-21)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle
from domain.hot_circle.terms import RESERVED_IDS
from domain.hot_circle.words import fresh_id, same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Event
from domain.kernel.terms import CharacterId

from .common import any_test_open, blank, character


def record_supporting_character(state: Circle, command: ask.RecordSupportingCharacter) -> Events:
    """HC-21: any of it or none; no numbers are demanded."""
    name = command.name.strip()
    it = None
    if command.character is not None:
        it = character(state, command.character)
        need(not it.is_pc, "not_an_npc", character=command.character)
    elif not name or "\n" in name or "\r" in name:
        raise CommandRefused("name_missing")
    for setting in (command.setting, *(path.setting for path in command.lifepaths)):
        if setting is not None and setting not in state.settings:
            raise CommandRefused("setting_unknown", setting=setting)
    if command.faction is not None and command.faction not in state.map.factions:
        raise CommandRefused("faction_unknown", faction=command.faction)
    slug = command.character or CharacterId(fresh_id(name, {*state.characters, *RESERVED_IDS}, "somebody"))
    recorded: list[Event] = [
        say.SupportingCharacterRecorded(
            character=slug,
            name=" ".join(name.split()) or (it.name if it else name),
            description=command.description,
            lifepaths=cast_lifepaths(it, command.lifepaths),
            traits=cast_traits(it, command.traits),
            setting=command.setting,
            faction=command.faction,
        )
    ]
    recorded += [say.SupportingBeliefNoted(character=slug, text=text) for text in command.beliefs]
    return recorded


def cast_lifepaths(
    it: Character | None, lifepaths: tuple[ask.CastLifepath, ...]
) -> tuple[say.CastLifepathTaken, ...]:
    """Lifepaths that are new to somebody, each with an id of its own."""
    ids = dict.fromkeys(it.lifepaths if it else ())
    known = [path.name for path in it.lifepaths.values()] if it else []
    new = []
    for path in lifepaths:
        if any(same(path.name, name) for name in known):
            continue
        slug = fresh_id(path.name, ids, "lifepath")
        ids[slug] = None
        known.append(path.name)
        new.append(say.CastLifepathTaken(lifepath=slug, name=path.name, setting=path.setting, rating=path.rating))
    return tuple(new)


def cast_traits(it: Character | None, traits: tuple[str, ...]) -> tuple[say.CastTrait, ...]:
    """Traits that are new to somebody, each with an id of its own."""
    ids = dict.fromkeys(it.traits if it else ())
    known = list(it.traits.values()) if it else []
    new = []
    for text in traits:
        if any(same(text, name) for name in known):
            continue
        slug = fresh_id(text, ids, "trait")
        ids[slug] = None
        known.append(text)
        new.append(say.CastTrait(trait=slug, text=text))
    return tuple(new)


def grant_artha(state: Circle, command: ask.GrantArtha) -> Events:
    """HC-19, HC-21: starting points are given once, to player characters; others have what they are given."""
    it = character(state, command.character)
    need(not it.is_pc, "grant_twice", character=command.character)
    need(not blank(command.reason), "reason_missing")
    need(command.fate or command.persona, "no_change")
    return [
        say.ArthaGranted(
            character=command.character, fate=command.fate, persona=command.persona, reason=command.reason
        )
    ]


def record_character_fate(state: Circle, command: ask.RecordCharacterFate) -> Events:
    """A story ends; the player may begin another."""
    character(state, command.character)
    need(not blank(command.what), "text_missing")
    if command.test is not None and command.test not in state.results:
        raise CommandRefused("test_unknown", test=command.test)
    not_needed(state, command.character)
    return [say.CharacterFateRecorded(character=command.character, what=command.what, test=command.test)]


def not_needed(state: Circle, slug: str) -> None:
    """A story can end: nothing is open that nobody but this character could settle."""
    if (test := any_test_open(state)) is not None:
        raise CommandRefused("test_open", test=test)
    for offer, compel in state.compels.items():
        if compel.open and slug in (compel.compeller, compel.target):
            raise CommandRefused("compel_open", compel=offer)
    vote = state.trait_vote
    if vote is not None and vote.open and vote.character_id == slug:
        raise CommandRefused("vote_open", character=slug)
