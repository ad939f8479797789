"""Making Characters, antagonists and goons (SPC-03, SPC-04)."""

from collections.abc import Iterable
from typing import Protocol

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, slugify
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.rules.common import antagonist, between_scenes, gm_only, previewed, written
from domain.spc.state import Adventure
from domain.spc.terms import (
    RESERVED_IDS,
    SMALLEST_RATING,
    CostedPrinted,
    GadgetPrinted,
    RitualPrinted,
    TalentPrinted,
)

from .seats import seated


class Named(Protocol):
    """Anything printed with a name and perhaps an id."""

    @property
    def name(self) -> str:
        """As printed."""

    @property
    def id(self) -> str | None:
        """As chosen, if it was."""


class Sheeted(Protocol):
    """A command that carries a whole sheet."""

    @property
    def talents(self) -> tuple[TalentPrinted, ...]:
        """Skills."""

    @property
    def powers(self) -> tuple[CostedPrinted, ...]:
        """Powers."""

    @property
    def weaknesses(self) -> tuple[CostedPrinted, ...]:
        """Weaknesses."""

    @property
    def rituals(self) -> tuple[RitualPrinted, ...]:
        """Rituals."""

    @property
    def gadgets(self) -> tuple[GadgetPrinted, ...]:
        """Gadgets."""


def id_of(printed: Named) -> str:
    """The id chosen, or the one its name suggests; empty when the name suggests none."""
    return printed.id or slugify(printed.name)


def name_is_free(state: Adventure, printed: Named) -> None:
    """For a name that is free, since one id means one thing."""
    slug = id_of(printed)
    need(slug, "id_empty", name=printed.name)
    need(slug not in RESERVED_IDS, "id_reserved", name=printed.name)
    if slug in state.characters or slug in state.goons or slug in state.seats:
        raise CommandRefused("id_taken", name=printed.name)


def numbers_hold(ambition: int, cunning: int, vigilance: int, rating: int) -> None:
    """For numbers that a sheet can have."""
    for name, pool in (("Ambition", ambition), ("Cunning", cunning), ("Vigilance", vigilance)):
        need(pool >= 0, "pool_negative", pool=name, value=pool)
    need(rating >= SMALLEST_RATING, "rating_too_low", value=rating, least=SMALLEST_RATING)


def features_hold(sheet: Sheeted) -> None:
    """For features that can stand on one sheet: each has an id of its own."""
    seen: set[str] = set()
    for one in every_feature(sheet):
        slug = id_of(one)
        need(slug, "id_empty", name=one.name)
        need(slug not in seen, "feature_named_twice", name=one.name)
        seen.add(slug)


def every_feature(sheet: Sheeted) -> Iterable[Named]:
    """All the features of a sheet."""
    yield from sheet.talents
    yield from sheet.powers
    yield from sheet.weaknesses
    yield from sheet.rituals
    yield from sheet.gadgets


def costed(printed: Iterable[CostedPrinted]) -> tuple[say.CostedEntered, ...]:
    """Powers or weaknesses as recorded."""
    return tuple(say.CostedEntered(id=id_of(it), name=it.name, cost=it.cost) for it in printed)


def talents(printed: Iterable[TalentPrinted]) -> tuple[say.TalentEntered, ...]:
    """Talents as recorded."""
    return tuple(say.TalentEntered(id=id_of(it), name=it.name) for it in printed)


def rituals(printed: Iterable[RitualPrinted]) -> tuple[say.RitualEntered, ...]:
    """Rituals as recorded."""
    return tuple(
        say.RitualEntered(
            id=id_of(it), name=it.name, ambition=it.ambition, cunning=it.cunning, vigilance=it.vigilance
        )
        for it in printed
    )


def gadgets(printed: Iterable[GadgetPrinted]) -> tuple[say.GadgetEntered, ...]:
    """Gadgets as recorded."""
    return tuple(say.GadgetEntered(id=id_of(it), name=it.name, slot=it.slot, value=it.value) for it in printed)


def may_make(state: Adventure, asker: Asker) -> None:
    """SPC-03: for a player who has no Character yet, between scenes."""
    need(not asker.is_gm, "mastermind_plays_nobody", player=asker.person)
    mine = state.character_of(asker.person)
    need(mine is None, "has_character", character=mine)
    between_scenes(state)


def create_character(state: Adventure, command: ask.CreateCharacter, asker: Asker, dice: Dice) -> Events:
    """SPC-03: pools, rating, features and texts as agreed; both tracks begin at 0."""
    previewed(state)
    may_make(state, asker)
    name_is_free(state, command)
    numbers_hold(command.ambition_pool, command.cunning_pool, command.vigilance_pool, command.obstacle_rating)
    features_hold(command)
    created = say.CharacterCreated(
        character=CharacterId(id_of(command)),
        player=asker.person,
        name=command.name,
        ambition_pool=command.ambition_pool,
        cunning_pool=command.cunning_pool,
        vigilance_pool=command.vigilance_pool,
        obstacle_rating=command.obstacle_rating,
        talents=talents(command.talents),
        powers=costed(command.powers),
        weaknesses=costed(command.weaknesses),
        rituals=rituals(command.rituals),
        gadgets=gadgets(command.gadgets),
        goal_text=command.goal_text,
        drawback_text=command.drawback_text,
    )
    return [*seated(state, asker.person), created]


def bring_back_character(state: Adventure, command: ask.BringBackCharacter, asker: Asker, dice: Dice) -> Events:
    """A Character of an earlier adventure, as the sheet stands."""
    previewed(state)
    it = found(state.characters.get(command.character), "character_unknown", character=command.character)
    need(it.player == asker.person, "not_your_character", character=command.character)
    may_make(state, asker)
    back = say.CharacterReturned(character=command.character, player=asker.person)
    return [*seated(state, asker.person), back]


def introduce_antagonist(state: Adventure, command: ask.IntroduceAntagonist, asker: Asker, dice: Dice) -> Events:
    """SPC-04: a sheet like a Character's; features and tracks may be left out."""
    gm_only(asker)
    previewed(state)
    name_is_free(state, command)
    numbers_hold(command.ambition_pool, command.cunning_pool, command.vigilance_pool, command.obstacle_rating)
    features_hold(command)
    return [
        say.AntagonistIntroduced(
            antagonist=CharacterId(id_of(command)),
            name=command.name,
            ambition_pool=command.ambition_pool,
            cunning_pool=command.cunning_pool,
            vigilance_pool=command.vigilance_pool,
            obstacle_rating=command.obstacle_rating,
            talents=talents(command.talents),
            powers=costed(command.powers),
            weaknesses=costed(command.weaknesses),
            rituals=rituals(command.rituals),
            gadgets=gadgets(command.gadgets),
            tracks=command.tracks,
            goal_text=command.goal_text,
            drawback_text=command.drawback_text,
        )
    ]


def introduce_goon(state: Adventure, command: ask.IntroduceGoon, asker: Asker, dice: Dice) -> Events:
    """SPC-04, SPC-24: a name and a description. Numbers only where the table lets goons roll."""
    gm_only(asker)
    previewed(state)
    name_is_free(state, command)
    given = (command.ambition_pool, command.cunning_pool, command.vigilance_pool, command.obstacle_rating)
    numbers = None
    if any(number is not None for number in given):
        need(state.house_rules.goons_roll, "goons_have_no_numbers", goon=command.name)
        ambition, cunning, vigilance, rating = given
        if ambition is None or cunning is None or vigilance is None or rating is None:
            raise CommandRefused("goon_numbers_missing", goon=command.name)
        numbers_hold(ambition, cunning, vigilance, rating)
        numbers = say.GoonNumbers(
            ambition_pool=ambition, cunning_pool=cunning, vigilance_pool=vigilance, obstacle_rating=rating
        )
    return [
        say.GoonIntroduced(
            goon=id_of(command), name=command.name, description=command.description, numbers=numbers
        )
    ]


def note_scheme(state: Adventure, command: ask.NoteScheme, asker: Asker, dice: Dice) -> Events:
    """What only the Mastermind knows about an antagonist."""
    gm_only(asker)
    previewed(state)
    antagonist(state, command.antagonist)
    written(command.text, "the scheme")
    return [say.SchemeNoted(antagonist=command.antagonist, text=command.text)]
