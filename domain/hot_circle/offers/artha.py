"""What fate and persona offer: awards, compels, and assets made to last."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.rules.artha import paid_by_test
from domain.hot_circle.rules.common import reserved_fate
from domain.hot_circle.rules.contacts import hostile
from domain.hot_circle.state import Character, Circle
from domain.hot_circle.tables import FATE_TO_UPGRADE, UPGRADES
from domain.hot_circle.terms import AssetKind, CompelStatus, FateCause
from domain.kernel.offers import Offer
from domain.kernel.people import Asker

from .seats import Seat, one_of, own_seats, seat_of

_GROUP = "Artha"


def artha(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Compels to settle first, then what may be offered, awarded and made to last."""
    yield from compels(state, asker)
    for seat in own_seats(state, asker):
        yield from upgrades(state, seat)
    for seat in own_seats(state, asker):
        if seat.by is None and not asker.is_gm and seat.it.fate > reserved_fate(state, seat.who):
            yield from compelling(state, seat)
    if asker.is_gm:
        yield from awarding(state)


def on_sheet(it: Character) -> dict[FateCause, dict[str, str]]:
    """What of a character's can bring complications, by cause."""
    return {
        FateCause.STANCE: {slot: belief.stance for slot, belief in it.beliefs.items()},
        FateCause.INSTINCT: {slot: instinct.text for slot, instinct in it.instincts.items()},
        FateCause.TRAIT: dict(it.traits),
        FateCause.RELATIONSHIP: {slug: one.name for slug, one in it.kept(AssetKind.RELATIONSHIP).items()},
    }


def awarding(state: Circle) -> Iterable[Offer]:
    """HC-56: one offer for each character and cause."""
    for slug, it in state.pcs.items():
        for cause, named in on_sheet(it).items():
            free = {
                source: name
                for source, name in named.items()
                if not (cause is FateCause.TRAIT and paid_by_test(state, slug, source))
            }
            if free:
                yield Offer(
                    command=ask.AwardFate,
                    label=f"Fate for {it.name}: {cause.value}",
                    known={"character": slug, "cause": cause.value},
                    choices={"source": one_of(free)},
                    group=_GROUP,
                )


def compelling(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-58: one offer for each other character and cause."""
    for slug, it in state.pcs.items():
        if slug == seat.who:
            continue
        causes = on_sheet(it) | {
            FateCause.HINDERING_LIFEPATH: {path: one.name for path, one in it.lifepaths.items()},
            FateCause.HINDERING_TRAIT: dict(it.traits),
            FateCause.HINDERING_CONDITION: {one: it.conditions[one].text for one in it.conditions},
        }
        for cause, named in causes.items():
            if named:
                yield seat.offer(
                    ask.OfferCompel,
                    f"Compel {it.name}: {cause.value.replace('_', ' ')}",
                    {"compeller": seat.who, "target": slug, "cause": cause.value},
                    {"source": one_of(named)},
                    group="Compel",
                )


def compels(state: Circle, asker: Asker) -> Iterable[Offer]:
    """What is on offer: the gamemaster judges, the target answers."""
    for slug, compel in state.compels.items():
        if compel.status is CompelStatus.OFFERED and asker.is_gm:
            for valid, label in ((True, "Worth a fate point"), (False, "Not worth a fate point")):
                known = {"compel": slug, "valid": valid}
                yield Offer(
                    command=ask.JudgeCompel, label=f"{label}: {compel.choice}", known=known, group="Compel"
                )
        seat = seat_of(state, compel.target, asker) if compel.status is CompelStatus.VALID else None
        if seat is None or seat.it.end:
            continue
        free = seat.it.fate > reserved_fate(state, compel.target)
        clearing = compel.cause in (FateCause.HINDERING_LIFEPATH, FateCause.HINDERING_CONDITION)
        yield seat.offer(
            ask.AcceptCompel,
            f"{seat.it.name} accepts: {compel.choice}",
            {"compel": slug} if clearing else {"compel": slug, "clears": False},
            group="Compel",
            forced=not free and not clearing,
        )
        if free:
            label = f"{seat.it.name} pays a fate point to refuse"
            yield seat.offer(ask.RefuseCompel, label, {"compel": slug}, group="Compel")


def upgrades(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-64: what the fate spent on a lifepath is enough for."""
    it = seat.it
    for slug, asset in it.temporary_assets.items():
        spent = it.lifepaths[asset.lifepath_id].spent_fate
        if spent >= FATE_TO_UPGRADE[asset.kind] and not hostile(state, asset.npc_id):
            becomes = UPGRADES[asset.kind].value.replace("_", " ")
            yield seat.offer(
                ask.UpgradeAsset,
                f"{it.name}: make {asset.name} a {becomes}",
                {"character": seat.who, "asset": slug, "lifepath": None},
                group=_GROUP,
            )
