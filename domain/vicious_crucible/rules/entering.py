"""Ids for what the sheets print, and the shapes in which it is recorded."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from domain.kernel.decisions import need
from domain.kernel.terms import slugify
from domain.vicious_crucible import events as say
from domain.vicious_crucible.terms import (
    ArcPrinted,
    ElementPrinted,
    LocationElementPrinted,
    LocationPrinted,
    SparkPrinted,
)


class Named(Protocol):
    """Anything printed with a name and perhaps an id."""

    @property
    def name(self) -> str:
        """As printed."""

    @property
    def id(self) -> str | None:
        """As chosen, if it was."""


def id_of(printed: Named) -> str:
    """The id chosen, or the one its name suggests; empty when the name suggests none."""
    return printed.id or slugify(printed.name)


def well_named(printed: Iterable[Named], code: str) -> None:
    """Each has an id, and no two have the same."""
    seen: set[str] = set()
    for one in printed:
        slug = id_of(one)
        need(slug, "id_empty", name=one.name)
        need(slug not in seen, code, name=one.name, id=slug)
        seen.add(slug)


def well_named_elements(elements: Sequence[ElementPrinted]) -> None:
    """The same for elements and the sparks under each."""
    well_named(elements, "element_named_twice")
    for element in elements:
        well_named(element.sparks, "spark_named_twice")


def sparks(printed: Iterable[SparkPrinted]) -> tuple[say.SparkEntered, ...]:
    """Sparks as recorded."""
    return tuple(
        say.SparkEntered(
            id=id_of(it), name=it.name, kind=it.kind, cost=it.cost, text=it.text, rulesheet=it.rulesheet
        )
        for it in printed
    )


def elements(printed: Iterable[ElementPrinted]) -> tuple[say.ElementEntered, ...]:
    """Elements as recorded."""
    return tuple(say.ElementEntered(id=id_of(it), name=it.name, sparks=sparks(it.sparks)) for it in printed)


def location_elements(printed: Iterable[LocationElementPrinted]) -> tuple[say.LocationElementEntered, ...]:
    """A place's elements as recorded."""
    return tuple(say.LocationElementEntered(id=id_of(it), name=it.name, hard=it.hard) for it in printed)


def location(printed: LocationPrinted) -> say.LocationEntered:
    """A place as recorded."""
    return say.LocationEntered(id=id_of(printed), name=printed.name, elements=location_elements(printed.elements))


def arc(printed: ArcPrinted) -> say.ArcEntered:
    """An arc as recorded."""
    return say.ArcEntered(
        id=id_of(printed),
        name=printed.name,
        flux_action=printed.flux_action,
        alloy_action=printed.alloy_action,
        reify_action=printed.reify_action,
        elements=elements(printed.elements),
        sacrifice_count=printed.entry_cost.sacrifice_count,
        sacrifice_named=printed.entry_cost.sacrifice_named,
        other_text=printed.entry_cost.other_text,
        transformation=printed.transformation,
    )
