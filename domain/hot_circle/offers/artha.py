"""What fate and persona offer: awards, compels, and assets made to last."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.rules.artha import paid_by_test
from domain.hot_circle.rules.common import reserved_fate
from domain.hot_circle.rules.contacts import hostile
from domain.hot_circle.state import Character, Circle, Compel
from domain.hot_circle.tables import FATE_TO_UPGRADE, UPGRADES
from domain.hot_circle.terms import AssetKind, CompelStatus, FateCause
from domain.kernel.offers import Offer

from .seats import ARTHA, Seat, one_of


def may_complicate(it: Character) -> dict[FateCause, dict[str, str]]:
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
        for cause, named in may_complicate(it).items():
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
                    group=ARTHA,
                )


def compelling(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-58: one offer for each other character and cause, while there is a point to offer."""
    if seat.it.fate <= reserved_fate(state, seat.who):
        return
    for slug, it in state.pcs.items():
        if slug == seat.who:
            continue
        causes = may_complicate(it) | {
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


def judging_compel(slug: str, compel: Compel) -> Iterable[Offer]:
    """HC-58: the gamemaster says whether it is worth a point."""
    if compel.status is CompelStatus.OFFERED:
        for valid, label in ((True, "Worth a fate point"), (False, "Not worth a fate point")):
            known = {"compel": slug, "valid": valid}
            yield Offer(command=ask.JudgeCompel, label=f"{label}: {compel.choice}", known=known, group="Compel")


def answering(state: Circle, slug: str, compel: Compel, seat: Seat) -> Iterable[Offer]:
    """HC-58: the target accepts, or pays to refuse."""
    if compel.status is not CompelStatus.VALID or seat.it.end:
        return
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
                group=ARTHA,
            )
