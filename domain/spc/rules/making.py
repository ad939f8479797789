"""Making Characters, antagonists and goons (SPC-03, SPC-04)."""

from collections.abc import Iterable
from typing import Protocol

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, slugify
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.state import Adventure
from domain.spc.terms import (
    RESERVED_IDS,
    SMALLEST_RATING,
    CostedPrinted,
    GadgetPrinted,
    RitualPrinted,
    TalentPrinted,
)

from .common import antagonist, between_scenes, blank
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


def badly_called(state: Adventure, printed: Named) -> Refusal | None:
    """Why nobody new can be called so, or None. One id means one thing."""
    slug = id_of(printed)
    if not slug:
        return refuse("id_empty", name=printed.name)
    if slug in RESERVED_IDS:
        return refuse("id_reserved", name=printed.name)
    if slug in state.characters or slug in state.goons or slug in state.seats:
        return refuse("id_taken", name=printed.name)
    return None


def badly_numbered(ambition: int, cunning: int, vigilance: int, rating: int) -> Refusal | None:
    """Why a sheet cannot have these numbers, or None."""
    for name, pool in (("Ambition", ambition), ("Cunning", cunning), ("Vigilance", vigilance)):
        if pool < 0:
            return refuse("pool_negative", pool=name, value=pool)
    if rating < SMALLEST_RATING:
        return refuse("rating_too_low", value=rating, least=SMALLEST_RATING)
    return None


def badly_featured(sheet: Sheeted) -> Refusal | None:
    """Why these features cannot stand on one sheet: each needs an id of its own."""
    seen: set[str] = set()
    for one in every_feature(sheet):
        slug = id_of(one)
        if not slug:
            return refuse("id_empty", name=one.name)
        if slug in seen:
            return refuse("feature_named_twice", name=one.name)
        seen.add(slug)
    return None


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


def may_make(state: Adventure, asker: Asker) -> Refusal | None:
    """Why this person makes no Character now, or None (SPC-03)."""
    if asker.is_gm:
        return refuse("mastermind_plays_nobody", player=asker.person)
    mine = state.character_of(asker.person)
    if mine is not None:
        return refuse("has_character", character=mine)
    return between_scenes(state)


def create_character(state: Adventure, command: ask.CreateCharacter, asker: Asker) -> Decision[Event]:
    """SPC-03: pools, rating, features and texts as agreed; both tracks begin at 0."""
    wrong = (
        may_make(state, asker)
        or badly_called(state, command)
        or badly_numbered(
            command.ambition_pool, command.cunning_pool, command.vigilance_pool, command.obstacle_rating
        )
        or badly_featured(command)
    )
    if wrong:
        return wrong
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


def bring_back_character(state: Adventure, command: ask.BringBackCharacter, asker: Asker) -> Decision[Event]:
    """A Character of an earlier adventure, as the sheet stands."""
    it = state.characters.get(command.character)
    if it is None:
        return refuse("character_unknown", character=command.character)
    if it.player != asker.person:
        return refuse("not_your_character", character=command.character)
    if wrong := may_make(state, asker):
        return wrong
    back = say.CharacterReturned(character=command.character, player=asker.person)
    return [*seated(state, asker.person), back]


def introduce_antagonist(state: Adventure, command: ask.IntroduceAntagonist) -> Decision[Event]:
    """SPC-04: a sheet like a Character's; features and tracks may be left out."""
    wrong = (
        badly_called(state, command)
        or badly_numbered(
            command.ambition_pool, command.cunning_pool, command.vigilance_pool, command.obstacle_rating
        )
        or badly_featured(command)
    )
    if wrong:
        return wrong
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


def introduce_goon(state: Adventure, command: ask.IntroduceGoon) -> Decision[Event]:
    """SPC-04, SPC-24: a name and a description. Numbers only where the table lets goons roll."""
    if wrong := badly_called(state, command):
        return wrong
    given = (command.ambition_pool, command.cunning_pool, command.vigilance_pool, command.obstacle_rating)
    numbers = None
    if any(number is not None for number in given):
        if not state.house_rules.goons_roll:
            return refuse("goons_have_no_numbers", goon=command.name)
        ambition, cunning, vigilance, rating = given
        if ambition is None or cunning is None or vigilance is None or rating is None:
            return refuse("goon_numbers_missing", goon=command.name)
        if wrong := badly_numbered(ambition, cunning, vigilance, rating):
            return wrong
        numbers = say.GoonNumbers(
            ambition_pool=ambition, cunning_pool=cunning, vigilance_pool=vigilance, obstacle_rating=rating
        )
    return [
        say.GoonIntroduced(
            goon=id_of(command), name=command.name, description=command.description, numbers=numbers
        )
    ]


def note_scheme(state: Adventure, command: ask.NoteScheme) -> Decision[Event]:
    """What only the Mastermind knows about an antagonist."""
    found = antagonist(state, command.antagonist)
    if isinstance(found, Refusal):
        return found
    return blank(command.text, "the scheme") or [say.SchemeNoted(antagonist=command.antagonist, text=command.text)]
