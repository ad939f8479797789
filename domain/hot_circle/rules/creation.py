"""Player characters before they play: beliefs, instincts, traits, completion (HC-11 to HC-14, HC-19, HC-20)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle
from domain.hot_circle.tables import STARTING_FATE, STARTING_PERSONA
from domain.hot_circle.terms import (
    PER_CHARACTER,
    RESERVED_IDS,
    AssetKind,
    FateCause,
    Form,
    PersonaCause,
    Stage,
)
from domain.hot_circle.words import fresh_id, same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import blank, own_pc


def create_character(state: Circle, command: ask.CreateCharacter, asker: Asker) -> Events:
    """HC-11, HC-19: one protagonist for each player, with one point of each kind."""
    need(command.player != state.seated_gm, "gm_cannot_be_player", person=command.player)
    need(command.player in state.seated_players, "not_a_player", person=command.player)
    need(asker.is_gm or asker.person == command.player, "not_your_character", character=command.name)
    for slug, it in state.pcs.items():
        need(it.player != command.player, "has_character", character=slug, player=command.player)
    if command.replaces is not None and command.replaces not in state.characters:
        raise CommandRefused("character_unknown", character=command.replaces)
    slug = CharacterId(fresh_id(command.name, {*state.characters, *RESERVED_IDS}, "character"))
    return [
        say.CharacterCreated(
            character=slug,
            player=command.player,
            name=command.name,
            age=command.age,
            pronouns=command.pronouns,
            description=command.description,
            replaces=command.replaces,
        ),
        say.FateAwarded(
            character=slug, amount=STARTING_FATE, cause=FateCause.STARTING, source=None, test=None, complication=""
        ),
        say.PersonaAwarded(character=slug, amount=STARTING_PERSONA, cause=PersonaCause.STARTING, source=None),
    ]


def in_creation(state: Circle, it: Character) -> bool:
    """Whether a sheet is still being written: in session zero, and for whoever joins later until complete."""
    return state.stage is Stage.SESSION_ZERO or not it.complete


def being_written(state: Circle, slug: str, asker: Asker) -> Character:
    """One's own character, whose sheet may still be written."""
    it = own_pc(state, slug, asker)
    need(in_creation(state, it), "wrong_time", character=slug)
    return it


def set_belief(state: Circle, command: ask.SetBelief, asker: Asker) -> Events:
    """HC-12: a stance and a goal, three times."""
    being_written(state, command.character, asker)
    need(command.slot <= PER_CHARACTER, "too_many_beliefs", most=PER_CHARACTER)
    if blank(command.stance) or blank(command.goal):
        raise CommandRefused("belief_incomplete")
    return [
        say.BeliefSet(
            character=command.character, slot=str(command.slot), stance=command.stance, goal=command.goal
        )
    ]


def well_formed(form: Form, trigger: str, text: str) -> None:
    """HC-13: I always, I never, or when this then I; only the last has a trigger."""
    if blank(text) or (form is Form.WHEN) is blank(trigger):
        raise CommandRefused("instinct_form", form=form)


def set_instinct(state: Circle, command: ask.SetInstinct, asker: Asker) -> Events:
    """HC-13: three of them, each in one of three forms."""
    being_written(state, command.character, asker)
    need(command.slot <= PER_CHARACTER, "too_many_instincts", most=PER_CHARACTER)
    well_formed(command.form, command.trigger, command.text)
    return [
        say.InstinctSet(
            character=command.character,
            slot=str(command.slot),
            form=command.form,
            trigger=command.trigger,
            text=command.text,
        )
    ]


def choose_trait(state: Circle, command: ask.ChooseTrait, asker: Asker) -> Events:
    """HC-14: three to begin with; after that traits change by vote only."""
    it = own_pc(state, command.character, asker)
    need(in_creation(state, it), "traits_by_vote_only")
    need(not any(same(text, command.text) for text in it.traits.values()), "trait_exists", trait=command.text)
    need(len(it.traits) < PER_CHARACTER, "too_many_traits", most=PER_CHARACTER)
    return [
        say.TraitGained(
            character=command.character,
            trait=fresh_id(command.text, it.traits, "trait"),
            text=command.text,
            by_vote=False,
        )
    ]


def missing(state: Circle, it: Character) -> list[str]:
    """HC-20: what a sheet still needs, in words."""
    wanted = [
        counted(PER_CHARACTER - len(it.beliefs), "belief"),
        counted(PER_CHARACTER - len(it.instincts), "instinct"),
        counted(PER_CHARACTER - len(it.traits), "trait"),
        counted((state.starting_lifepaths or 1) - it.picks, "lifepath"),
    ]
    if from_paper(it):
        return [each for each in wanted[:2] if each]
    known = {asset.lifepath_id for asset in it.kept(AssetKind.WISE, AssetKind.SKILL).values()}
    wanted += [f"a wise or a skill for {path.name}" for slug, path in it.lifepaths.items() if slug not in known]
    if not it.kept(AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP):
        wanted.append("a special item or a relationship")
    return [each for each in wanted if each]


def from_paper(it: Character) -> bool:
    """Whether lifepaths were entered from a paper sheet: such a character has long begun, and its assets came and
    went in play, as its traits did.
    """
    return any(path.startswith("lifepaths.") for path in it.entered)


def counted(number: int, what: str) -> str:
    """So many things, in words; nothing when there are none."""
    return "" if number <= 0 else f"{number} {what}{'' if number == 1 else 's'}"


def complete_character(state: Circle, command: ask.CompleteCharacter, asker: Asker) -> Events:
    """HC-20: everything on the sheet, and then it is ready."""
    it = own_pc(state, command.character, asker)
    need(not it.complete, "no_change")
    if lacking := missing(state, it):
        raise CommandRefused("character_incomplete", character=command.character, missing=lacking)
    return [say.CharacterCompleted(character=command.character)]
