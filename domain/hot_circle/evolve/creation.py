"""How characters come to be."""

from domain.hot_circle import events as say
from domain.hot_circle.state import Belief, Bridge, Character, Circle, Instinct, Lifepath, PermanentAsset
from domain.hot_circle.terms import Kind, LifepathOrigin
from domain.hot_circle.words import same

from .fold import character_of, evolve, lifepath_of, must, pc_of


@evolve.on(say.CharacterCreated)
def _(state: Circle, event: say.CharacterCreated) -> None:
    must(event.character not in state.characters, f"there is a character {event.character} already")
    state.characters[event.character] = Character(
        kind=Kind.PC,
        name=event.name,
        player=event.player,
        age=event.age,
        pronouns=event.pronouns,
        description=event.description,
    )


@evolve.on(say.BeliefSet)
def _(state: Circle, event: say.BeliefSet) -> None:
    pc_of(state, event.character).beliefs[event.slot] = Belief(event.stance, event.goal)


@evolve.on(say.InstinctSet)
def _(state: Circle, event: say.InstinctSet) -> None:
    pc_of(state, event.character).instincts[event.slot] = Instinct(event.form, event.trigger, event.text)


@evolve.on(say.TraitGained)
def _(state: Circle, event: say.TraitGained) -> None:
    character = pc_of(state, event.character)
    must(event.trait not in character.traits, f"{event.character} is {event.trait} already")
    character.traits[event.trait] = event.text
    character.traits_changed += event.by_vote


@evolve.on(say.BridgeApproved)
def _(state: Circle, event: say.BridgeApproved) -> None:
    must(event.setting in state.settings, f"there is no setting {event.setting}")
    pc_of(state, event.character).bridges.append(Bridge(event.name, event.setting))


@evolve.on(say.LifepathTaken)
def _(state: Circle, event: say.LifepathTaken) -> None:
    character = pc_of(state, event.character)
    must(event.lifepath not in character.lifepaths, f"{event.character} has been {event.lifepath} already")
    must(event.position == len(character.lifepaths) + 1, "lifepaths follow one another")
    character.lifepaths[event.lifepath] = Lifepath(
        event.name, event.setting, event.position, event.is_born, event.is_bridge, event.rating
    )
    if event.origin is LifepathOrigin.TIME_SKIP:
        must(character.lifepaths_due > 0, f"no time-skip brings {event.character} a lifepath")
        character.lifepaths_due -= 1
    if event.is_bridge:
        character.bridges = [
            it for it in character.bridges if it.setting_id != event.setting or not same(it.name, event.name)
        ]


@evolve.on(say.PrologueTold)
def _(state: Circle, event: say.PrologueTold) -> None:
    """Kept for the journal; by itself it moves nothing."""
    pc_of(state, event.character)


@evolve.on(say.LifepathRepeated)
def _(state: Circle, event: say.LifepathRepeated) -> None:
    character = pc_of(state, event.character)
    must(character.doubled is None, f"{event.character} has taken a lifepath twice already")
    lifepath_of(state, event.character, event.lifepath).rating = event.rating
    character.doubled = event.lifepath


@evolve.on(say.PermanentAssetGained)
def _(state: Circle, event: say.PermanentAssetGained) -> None:
    lifepath_of(state, event.character, event.lifepath)
    assets = pc_of(state, event.character).permanent_assets
    must(event.asset not in assets, f"{event.character} has {event.asset} already")
    assets[event.asset] = PermanentAsset(event.lifepath, event.kind, event.name, event.fate_paid)


@evolve.on(say.CharacterCompleted)
def _(state: Circle, event: say.CharacterCompleted) -> None:
    character = pc_of(state, event.character)
    must(not character.complete, f"{event.character} is complete already")
    character.complete = True


@evolve.on(say.SupportingCharacterRecorded)
def _(state: Circle, event: say.SupportingCharacterRecorded) -> None:
    character = state.characters.setdefault(event.character, Character(Kind.NPC, event.name))
    must(not character.is_pc, f"{event.character} is a player's character")
    character.name = event.name
    character.description = event.description or character.description
    character.setting_id = event.setting or character.setting_id
    character.faction_id = event.faction or character.faction_id
    for lifepath in event.lifepaths:
        character.lifepaths[lifepath.lifepath] = Lifepath(
            lifepath.name,
            lifepath.setting,
            len(character.lifepaths) + 1,
            is_born=False,
            is_bridge=False,
            rating=lifepath.rating,
        )
    character.traits.update((trait.trait, trait.text) for trait in event.traits)


@evolve.on(say.SupportingBeliefNoted)
def _(state: Circle, event: say.SupportingBeliefNoted) -> None:
    character_of(state, event.character).notes.append(event.text)


@evolve.on(say.ArthaGranted)
def _(state: Circle, event: say.ArthaGranted) -> None:
    character = character_of(state, event.character)
    must(not character.is_pc, f"{event.character} is a player's character")
    character.fate += event.fate
    character.persona += event.persona


@evolve.on(say.CharacterFateRecorded)
def _(state: Circle, event: say.CharacterFateRecorded) -> None:
    character = character_of(state, event.character)
    must(not character.end, f"the story of {event.character} is over already")
    character.end = event.what
    if (scene := state.open_scene) and event.character in scene.present:
        scene.present.remove(event.character)
