"""What a character's arc, and its Heat, offer."""

from collections.abc import Iterable

from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible.lookup import pcs, spendable, usable_elements
from domain.vicious_crucible.rules.arcs import free_arc
from domain.vicious_crucible.state import Character, Crucible
from domain.vicious_crucible.tables import ALLOY_PRICE
from domain.vicious_crucible.terms import CORE_ELEMENTS, ElementStatus

from .seats import Seat, choices, seat_of

_GROUP = "Arc"


def arcs(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Arc actions in a scene; for the GM also arcs to offer and transformations."""
    for slug, it in pcs(state).items():
        seat = seat_of(state, slug, asker)
        if seat is None:
            continue
        if state.scene and state.current_scene and slug in state.scene.present and it.arc:
            yield from actions(state, seat, it)
    if asker.is_gm:
        yield from for_the_gm(state)


def heat(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """What Heat may be spent on at any time."""
    for slug, it in pcs(state).items():
        seat, have = seat_of(state, slug, asker), spendable(state, it)
        if seat and have:
            yield seat.offer(
                ask.SpendHeat,
                f"{it.name}: spend Heat on a rulesheet's technique",
                {"character": slug},
                {"amount": tuple(Choice(n, f"{n} Heat") for n in range(1, min(have, 12) + 1))},
                group="Heat",
            )


def actions(state: Crucible, seat: Seat, it: Character) -> Iterable[Offer]:
    """Flux, Alloy and Reify of one character."""
    arc = state.arcs[it.arc or ""]
    yield seat.offer(
        ask.PerformFlux,
        f"{it.name}, Flux: {arc.flux_action}",
        {"character": seat.side},
        group=_GROUP,
    )
    locked = tuple(
        Choice(slug, element.name)
        for slug, element in it.elements.items()
        if element.status is ElementStatus.LOCKED
    )
    if locked and (it.flux or 0) >= ALLOY_PRICE:
        yield seat.offer(
            ask.PerformAlloy,
            f"{it.name}, Alloy: {arc.alloy_action} (unlock for {ALLOY_PRICE} Flux)",
            {"character": seat.side},
            {"element": locked},
            group=_GROUP,
        )
    yield seat.offer(
        ask.PerformAlloy,
        f"{it.name}, Alloy: {arc.alloy_action} (buying nothing)",
        {"character": seat.side, "element": None},
        group=_GROUP,
    )
    for new in it.offered_arcs:
        yield from reify(state, seat, it, new)


def reify(state: Crucible, seat: Seat, it: Character, new: str) -> Iterable[Offer]:
    """Entering an arc on offer, where its price can be paid."""
    price = payable(state, it, new)
    if price is None or not allowed(free_arc, state, seat.side, it, new):
        return
    known: dict[str, object] = {"character": seat.side, "new_arc": new}
    open_fields: dict[str, tuple[Choice, ...]] = {}
    named, more = price
    if more:
        open_fields["sacrifice"] = tuple(Choice(slug, it.elements[slug].name) for slug in usable_elements(it))
        named_words = f", among them {', '.join(it.elements[slug].name for slug in named)}" if named else ""
        label = f" (gives up {more + len(named)}{named_words})"
    else:
        known["sacrifice"] = tuple(named)
        label = f" (gives up {', '.join(it.elements[slug].name for slug in named)})" if named else ""
    if not state.arcs[new].entry_cost.other_text:
        known["other_text"] = ""
    yield seat.offer(
        ask.PerformReify,
        f"{it.name}, Reify: begin {state.arcs[new].name}{label}",
        known,
        open_fields,
        group=_GROUP,
    )


def payable(state: Crucible, it: Character, arc: str) -> tuple[list[str], int] | None:
    """What entering an arc takes: the named elements, and how many more; None when it cannot be paid."""
    cost = state.arcs[arc].entry_cost
    named = list(dict.fromkeys(cost.sacrifice_named))
    usable = usable_elements(it)
    need = max(cost.sacrifice_count, len(named))
    fewest = 1 if state.house_rules.allow_fewer_than_three else CORE_ELEMENTS
    if any(slug not in usable for slug in named) or (need and len(usable) - need < fewest):
        return None
    return named, need - len(named)


def for_the_gm(state: Crucible) -> Iterable[Offer]:
    """Arcs to lay before a player, and what changes a character for good."""
    for slug, it in pcs(state).items():
        ready = tuple(
            Choice(arc_id, arc.name, arc.reify_action)
            for arc_id, arc in state.arcs.items()
            if arc_id not in it.offered_arcs and arc_id != it.arc
        )
        if ready:
            yield Offer(
                command=ask.OfferArcs,
                label=f"Offer arcs to {it.name}",
                known={"character": slug},
                choices={"arcs": ready},
                group="GM",
            )
    for arc_id, arc in state.arcs.items():
        cost = arc.entry_cost
        plain = not (cost.sacrifice_count or cost.sacrifice_named)
        those = [slug for slug, it in pcs(state).items() if plain and allowed(free_arc, state, slug, it, arc_id)]
        if arc.transformation is not None and those:
            yield Offer(
                command=ask.RecordTransformation,
                label=f"Transformation ({arc.transformation}): {arc.name}",
                known={"arc": arc_id, "sacrifice": ()},
                choices={"character": choices(state, those)},
                group="GM",
            )
