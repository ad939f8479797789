"""A sheet as it is entered: names, numbers and features (SPC-03, SPC-04)."""

from collections.abc import Iterable
from typing import Protocol

from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.facts import Fact
from domain.kernel.terms import Name, Points, Slug, slugify
from domain.spc.lookup import features_of
from domain.spc.phrases import feature_told, goal_progress, number_told, pool_told
from domain.spc.state.adventure import Adventure
from domain.spc.terms import (
    RESERVED_IDS,
    SMALLEST_RATING,
    CostedPrinted,
    Die,
    GadgetPrinted,
    Printed,
    RitualPrinted,
    Slot,
    TalentPrinted,
)

chapter = Chapter[Adventure](
    "Sheets",
    {
        "id_empty": "{name} has no letter or digit to be called by. Give it an id.",
        "id_taken": "Something here is called like {name} already. Choose another name, or give it an id of its "
        "own.",
        "id_reserved": "{name} is a word of the game itself. Choose another name, or give it an id of its own.",
        "pool_negative": "{pool} cannot be {value}: a pool is 0 or more.",
        "rating_too_low": "An Obstacle Rating of {value} is too low: it is {least} or more.",
        "feature_named_twice": "Two features of one sheet would be called {name}. Give each its own name.",
    },
)


class TalentEntered(Printed):
    """A talent as entered, its id settled."""

    id: Slug
    name: Name


class CostedEntered(Printed):
    """A power or a weakness as entered, its id settled."""

    id: Slug
    name: Name
    cost: Points


class RitualEntered(Printed):
    """A ritual as entered, its id settled."""

    id: Slug
    name: Name
    ambition: Die
    cunning: Die
    vigilance: Die


class GadgetEntered(Printed):
    """A gadget as entered, its id settled."""

    id: Slug
    name: Name
    slot: Slot
    value: Die


class Named(Protocol):
    """Anything printed with a name, and perhaps an id."""

    @property
    def name(self) -> str:
        """The name as printed."""

    @property
    def id(self) -> str | None:
        """The id as chosen, if it was."""


class Sheeted(Protocol):
    """A command that carries a whole sheet."""

    @property
    def talents(self) -> tuple[TalentPrinted, ...]:
        """Talents: skills, each good for one more die."""

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
    """Refuse a name whose id somebody or something has already."""
    slug = id_of(printed)
    need(slug, "id_empty", name=printed.name)
    need(slug not in RESERVED_IDS, "id_reserved", name=printed.name)
    if slug in state.characters or slug in state.goons or slug in state.seats:
        raise CommandRefused("id_taken", name=printed.name)


def numbers_allowed(ambition: int, cunning: int, vigilance: int, rating: int) -> None:
    """Refuse pools below 0, and a rating below 1."""
    for name, pool in (("Ambition", ambition), ("Cunning", cunning), ("Vigilance", vigilance)):
        need(pool >= 0, "pool_negative", pool=name, value=pool)
    need(rating >= SMALLEST_RATING, "rating_too_low", value=rating, least=SMALLEST_RATING)


def features_allowed(sheet: Sheeted) -> None:
    """Refuse two features of one sheet with the same id."""
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


def costed(printed: Iterable[CostedPrinted]) -> tuple[CostedEntered, ...]:
    """Powers or weaknesses as recorded."""
    return tuple(CostedEntered(id=id_of(it), name=it.name, cost=it.cost) for it in printed)


def talents(printed: Iterable[TalentPrinted]) -> tuple[TalentEntered, ...]:
    """Talents as recorded."""
    return tuple(TalentEntered(id=id_of(it), name=it.name) for it in printed)


def rituals(printed: Iterable[RitualPrinted]) -> tuple[RitualEntered, ...]:
    """Rituals as recorded."""
    return tuple(
        RitualEntered(id=id_of(it), name=it.name, ambition=it.ambition, cunning=it.cunning, vigilance=it.vigilance)
        for it in printed
    )


def gadgets(printed: Iterable[GadgetPrinted]) -> tuple[GadgetEntered, ...]:
    """Gadgets as recorded."""
    return tuple(GadgetEntered(id=id_of(it), name=it.name, slot=it.slot, value=it.value) for it in printed)


MADE = "character sheet"
"""The reason a number stands on a new sheet."""
_WEIGHTS = {"character": 2, "antagonist": 4, "goon": 1}


def on_the_map(state: Adventure, slug: str, kind: str) -> Fact:
    """Fact of somebody on the faction map, as heavy as their kind."""
    name = state.goons[slug].name if slug in state.goons else state.characters[slug].name
    return facts.NodeSet(node=slug, name=name, node_kind=kind, weight=_WEIGHTS[kind])


def sheet_facts(state: Adventure, slug: str) -> Iterable[Fact]:
    """Facts of a sheet as it was entered: pools, rating, features, texts."""
    it = state.characters[slug]
    for slot in Slot:
        yield pool_told(state, slug, slot.value, it.pool(slot), MADE)
    rating = it.obstacle_rating
    yield number_told(slug, "obstacle_rating", "Obstacle Rating", rating, rating, MADE, low=1)
    known = features_of(it)
    for group in ("talents", "powers", "weaknesses", "rituals", "gadgets"):
        for one in getattr(it, group):
            yield feature_told(slug, group, one, known[one], MADE, lasting=False)
    for field in ("goal_text", "drawback_text"):
        if getattr(it, field):
            yield facts.TextSet(owner=slug, field=field, text=getattr(it, field))
    if it.has_tracks:
        yield goal_progress(state, slug)
