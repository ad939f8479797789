"""What a sheet still needs, step by step."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.rules.creation import in_creation, missing
from domain.hot_circle.rules.lifepaths import KNOWLEDGE, POSSESSION
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import PER_CHARACTER, PLACES, Ability, AssetKind, Form, Rank
from domain.kernel.offers import Offer
from domain.kernel.people import Asker

from .seats import CHARACTER, Seat, any_of, one_of


def creating(state: Circle, asker: Asker) -> Iterable[Offer]:
    """HC-11: a protagonist, for whoever has none."""
    have = {it.player for it in state.pcs.values()}
    for player in state.seated_players:
        if player not in have and (asker.is_gm or asker.person == player):
            whose = "" if asker.person == player else f" for {state.seated_names.get(player, player)}"
            yield Offer(
                command=ask.CreateCharacter,
                label=f"Create a protagonist{whose}",
                known={"player": player, "replaces": None},
                group=CHARACTER,
            )


def entering(state: Circle, seat: Seat) -> Offer:
    """A paper sheet of a campaign that has been running."""
    settings = one_of({slug: it.name for slug, it in state.settings.items()})
    choices = {
        "lifepaths.setting": settings,
        "lifepaths.taxed": any_of(Ability),
        "conditions.rank": any_of(Rank),
        "assets.kind": any_of(AssetKind),
    }
    return seat.offer(
        ask.EnterSheet,
        f"{seat.it.name}: enter a paper sheet",
        {"character": seat.who},
        {name: found for name, found in choices.items() if found},
        group=CHARACTER,
    )


def convictions(seat: Seat) -> Iterable[Offer]:
    """Beliefs, instincts and traits that are still missing on a sheet."""
    it, who = seat.it, {"character": seat.who}
    for slot in range(1, PER_CHARACTER + 1):
        if str(slot) not in it.beliefs:
            label = f"{it.name}: {PLACES[slot - 1]} belief"
            yield seat.offer(ask.SetBelief, label, {**who, "slot": slot}, group=CHARACTER)
        if str(slot) not in it.instincts:
            label = f"{it.name}: {PLACES[slot - 1]} instinct"
            yield seat.offer(
                ask.SetInstinct, label, {**who, "slot": slot}, {"form": any_of(Form)}, group=CHARACTER
            )
    if len(it.traits) < PER_CHARACTER:
        yield seat.offer(ask.ChooseTrait, f"{it.name}: {PLACES[len(it.traits)]} trait", who, group=CHARACTER)


def starting_assets(seat: Seat) -> Iterable[Offer]:
    """HC-18: what lifepaths left behind."""
    it, who = seat.it, {"character": seat.who}
    known = {asset.lifepath_id for asset in it.kept(*KNOWLEDGE).values()}
    for slug, path in it.lifepaths.items():
        if slug not in known:
            yield seat.offer(
                ask.ChooseStartingAsset,
                f"{it.name}: a wise or a skill of {path.name}",
                {**who, "lifepath": slug},
                {"kind": any_of(KNOWLEDGE)},
                group=CHARACTER,
            )
    if it.lifepaths and not it.kept(*POSSESSION):
        yield seat.offer(
            ask.ChooseStartingAsset,
            f"{it.name}: a special item or a relationship",
            who,
            {
                "kind": any_of(POSSESSION),
                "lifepath": one_of({slug: path.name for slug, path in it.lifepaths.items()}),
            },
            group=CHARACTER,
        )


def completing(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-20: a sheet that lacks nothing."""
    if not missing(state, seat.it):
        label = f"{seat.it.name} is ready"
        yield seat.offer(ask.CompleteCharacter, label, {"character": seat.who}, group=CHARACTER)


def stories(state: Circle, seat: Seat) -> Iterable[Offer]:
    """The next lifepath, here or by a bridge; or one of them twice."""
    if state.starting_lifepaths is None or seat.it.picks >= state.starting_lifepaths:
        return
    it, who = seat.it, {"character": seat.who}
    settings = {slug: one.name for slug, one in state.settings.items()}
    if it.lifepaths:
        yield from next_lifepath(state, seat)
        if it.doubled is None:
            paths = one_of({slug: path.name for slug, path in it.lifepaths.items()})
            yield seat.offer(
                ask.RepeatLifepath, f"{it.name}: take one twice", who, {"lifepath": paths}, group=CHARACTER
            )
    elif settings:
        yield seat.offer(
            ask.TakeLifepath,
            f"{it.name}: a childhood, ending in -born",
            {**who, "prologue": ""},
            {"setting": one_of(settings)},
            group=CHARACTER,
        )


def next_lifepath(state: Circle, seat: Seat) -> Iterable[Offer]:
    """The next lifepath in the setting of the last, or an approved bridge; and for the gamemaster the approval."""
    it, who = seat.it, {"character": seat.who}
    last = list(it.lifepaths.values())[-1].setting_id or ""
    yield seat.offer(
        ask.TakeLifepath,
        f"{it.name}: the next lifepath in {state.settings[last].name}",
        {**who, "setting": last},
        group=CHARACTER,
    )
    for bridge in it.bridges:
        known = {**who, "name": bridge.name, "setting": bridge.setting_id}
        yield seat.offer(ask.TakeLifepath, f"{it.name}: {bridge.name}, a bridge", known, group=CHARACTER)


def lifepath_due(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-68: after a time-skip, a lifepath."""
    if seat.it.lifepaths_due and seat.it.lifepaths and not in_creation(state, seat.it):
        yield from next_lifepath(state, seat)


def bridging(state: Circle) -> Iterable[Offer]:
    """HC-15: bridges the gamemaster may allow."""
    for slug, it in state.pcs.items():
        last = list(it.lifepaths.values())[-1].setting_id if it.lifepaths else None
        wanting = it.lifepaths_due > 0 or in_creation(state, it)
        elsewhere = one_of({to: one.name for to, one in state.settings.items() if to != last})
        if wanting and last is not None and elsewhere:
            yield Offer(
                command=ask.ApproveBridge,
                label=f"Allow {it.name} a bridge",
                known={"character": slug},
                choices={"setting": elsewhere},
                group=CHARACTER,
            )
