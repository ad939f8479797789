"""A character's sheet."""

from collections.abc import Iterable

from domain.kernel.people import GM_ONLY
from domain.kernel.sheet import AnyBlock, Counter, Progress, Section, Sheet, Table, Tag, Tags, Texts
from domain.kernel.terms import slugify

from .page_sheets import board, place
from .phrases import alloy, for_player
from .printed import spark_cost
from .state import CORE, Character, Crucible, Spark
from .terms import GM, ElementStatus, Kind, SparkKind

_KINDS = {
    Kind.UNASSIGNED: "to be picked",
    Kind.PC: "player character",
    Kind.CAST_OFF: "cast-off",
    Kind.SUPPORTING: "supporting character",
    Kind.BENCHED: "not in play",
}

_DEEDS = {
    SparkKind.REROLL: "rerolls a die",
    SparkKind.SHIFT: "shifts points",
    SparkKind.DOUBLE_HEAT: "doubles a d4's Heat",
}


def sheet(state: Crucible, character: str) -> Sheet:
    """One of the twelve; for `gm` the board of everybody's arcs, for a place what is there."""
    if character == GM:
        return board(state)
    if character in state.locations:
        return place(state, character)
    it = state.characters[character]
    sections = (
        Section("Pools", tuple(pools(state, character, it))),
        Section("Elements", tuple(traits(state, character, it))),
        Section("Arc", tuple(story(state, character, it))),
        Section("Tools", tuple(tools(character, it))),
        Section("Other", tuple(other(state, character, it))),
        Section("For the GM", tuple(secrets(character, it))),
    )
    return Sheet(
        character=character,
        title=it.name,
        subtitle=", ".join((_KINDS[it.kind], *it.condition)),
        sections=tuple(section for section in sections if section.blocks),
    )


def pools(state: Crucible, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Heat and Flux; only player characters have them."""
    if not it.is_pc:
        return
    yield Counter(path=f"{slug}.heat", label="Heat", value=it.heat or 0)
    if it.earmarked:
        yield Counter(path=f"{slug}.earmarked", label="Heat kept for contests", value=it.earmarked)
    cap = state.house_rules.flux_cap
    yield Counter(path=f"{slug}.flux", label="Flux", value=it.flux or 0, high=cap)
    towards = alloy(state, slug)
    yield Progress(
        path=f"{slug}.alloy",
        label=towards.label,
        have=towards.have,
        need=towards.need,
        brings=towards.brings,
    )


def spark_words(spark: Spark) -> str:
    """A spark in a few words."""
    return f"{spark.name}: {spark.text or spark.kind.replace('_', ' ')}"


def traits(state: Crucible, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Core elements, the arc's elements, and the sparks under them."""
    good = {ElementStatus.UNLOCKED: True, ElementStatus.LOCKED: None, ElementStatus.SACRIFICED: False}
    tags = tuple(
        Tag(
            id=element_id,
            text=element.name,
            state=element.status.value,
            detail="; ".join(
                (
                    "core" if element.origin == CORE else state.arcs[element.origin].name,
                    *(spark_words(spark) for spark in element.sparks.values()),
                )
            ),
            good=good[element.status],
        )
        for element_id, element in it.elements.items()
    )
    if tags:
        yield Tags(path=f"{slug}.elements", label="Elements", tags=tags)
    rows = tuple(spark_rows(state, it))
    if rows:
        yield Table(
            path=f"{slug}.sparks",
            label="Sparks",
            columns=("Spark", "On", "Does", "Heat", "Usable"),
            rows=rows,
        )


def does(spark: Spark) -> str:
    """The effect of a spark at the table, and its printed words."""
    deed = _DEEDS.get(spark.kind) or (f"with {spark.rulesheet}" if spark.rulesheet else "with its rulesheet")
    return f"{deed}. {spark.text}" if spark.text else deed


def spark_rows(state: Crucible, it: Character) -> Iterable[tuple[str, ...]]:
    """Every spark on a sheet: where it is printed, what it does, its price."""
    printed = [
        (element.name, element.status is ElementStatus.UNLOCKED, element.sparks)
        for element in it.elements.values()
    ] + [(tool.name, tool.available, tool.sparks) for tool in it.tools.values()]
    for source, usable, sparks in printed:
        for spark in sparks.values():
            cost = spark_cost(spark, state.house_rules) if it.is_pc else 0
            yield spark.name, source, does(spark), str(cost), "yes" if usable else "no"


def story(state: Crucible, slug: str, it: Character) -> Iterable[AnyBlock]:
    """The arc with its three actions, what was offered, and what lies behind."""
    if it.arc is not None:
        arc = state.arcs[it.arc]
        yield Texts(path=f"{slug}.arc", label="Arc", texts=(arc.name,))
        yield Texts(path=f"{slug}.arc.flux_action", label="Flux", texts=(arc.flux_action,))
        yield Texts(path=f"{slug}.arc.alloy_action", label="Alloy", texts=(arc.alloy_action,))
        yield Texts(path=f"{slug}.arc.reify_action", label="Reify", texts=(arc.reify_action,))
    if it.offered_arcs:
        tags = tuple(Tag(arc, state.arcs[arc].name, "offered") for arc in it.offered_arcs)
        yield Tags(path=f"{slug}.offered_arcs", label="Arcs on offer", tags=tags, audience=for_player(state, slug))
    if it.past_arcs:
        past = tuple(Tag(arc, state.arcs[arc].name, "past") for arc in dict.fromkeys(it.past_arcs))
        yield Tags(path=f"{slug}.arcs", label="Past arcs", tags=past)


def tools(slug: str, it: Character) -> Iterable[AnyBlock]:
    """Possessions, and which of them are out of use."""
    if it.tools:
        tags = tuple(
            Tag(
                id=tool_id,
                text=tool.name,
                state="available" if tool.available else "denied",
                detail="; ".join((tool.tool_kind.value, *(spark_words(it) for it in tool.sparks.values()))),
                good=tool.available,
            )
            for tool_id, tool in it.tools.items()
        )
        yield Tags(path=f"{slug}.tools", label="Tools", tags=tags)


def other(state: Crucible, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Blocks of the character's place, its conditions, and what was settled by word."""
    if it.marker is not None:
        yield Texts(path=f"{slug}.marker", label="Is at", texts=(state.locations[it.marker].name,))
    if it.condition:
        tags = tuple(Tag(slugify(tag) or tag, tag) for tag in it.condition)
        yield Tags(path=f"{slug}.condition", label="Condition", tags=tags)
    for field, value in it.adjudicated.items():
        yield Texts(path=f"{slug}.{field}", label=f"{field.replace('-', ' ')} (adjudicated)", texts=(value,))


def secrets(slug: str, it: Character) -> Iterable[AnyBlock]:
    """Things only the GM knows."""
    if it.plan:
        yield Texts(path=f"{slug}.plan", label="Plan", texts=(it.plan,), audience=GM_ONLY)
    if it.notes:
        yield Texts(path=f"{slug}.notes", label="Notes", texts=tuple(it.notes), audience=GM_ONLY)
