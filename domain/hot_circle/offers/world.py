"""What session zero offers, and the map between sessions."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.rules.world import major_of, of_kind
from domain.hot_circle.state import Circle
from domain.hot_circle.tables import (
    FEWEST_AFFECTED,
    FEWEST_FACTIONS_FOR_THE_BAG,
    MOST_FACTIONS_IN_A_SETTING,
    MOST_SETTINGS,
)
from domain.hot_circle.terms import Importance, Randomizer, RelationKind, Stage
from domain.kernel.offers import Choice, Offer

from .seats import SESSION_ZERO, WORLD, one_of


def beginning() -> Iterable[Offer]:
    """Genre and style, before everything else."""
    yield Offer(command=ask.BeginSessionZero, label="Settle genre and style", group=SESSION_ZERO)


def adding_setting(state: Circle) -> Iterable[Offer]:
    """HC-03: another setting, as far as it is advised."""
    if state.stage is Stage.SESSION_ZERO and len(state.settings) < MOST_SETTINGS:
        yield Offer(command=ask.AddSetting, label="Add a setting", group=WORLD)


def randomizer(state: Circle) -> Iterable[Offer]:
    """HC-45: dice or cards."""
    if state.stage is Stage.SESSION_ZERO:
        other = Randomizer.CARDS if state.randomizer is Randomizer.DICE else Randomizer.DICE
        yield Offer(
            command=ask.SetRandomizer, label=f"Play with {other.value}", known={"randomizer": other.value},
            group=SESSION_ZERO,
        )  # fmt: skip


def starting_number(state: Circle) -> Iterable[Offer]:
    """HC-10: with how many lifepaths everybody starts."""
    if state.stage is not Stage.SESSION_ZERO or any(it.complete for it in state.pcs.values()):
        return
    most = max((it.picks for it in state.pcs.values()), default=0)
    counts = tuple(Choice(n, str(n)) for n in range(max(2, most), 7) if n != state.starting_lifepaths)
    if counts:
        yield Offer(
            command=ask.SetStartingLifepaths,
            label="Decide the number of starting lifepaths",
            choices={"count": counts},
            group=SESSION_ZERO,
        )


def founding(state: Circle) -> Iterable[Offer]:
    """Powers for the settings that may have another; a major where there is none."""
    powers = [it.setting_id for it in state.map.factions.values()]
    full = MOST_FACTIONS_IN_A_SETTING if state.house_rules.strict_counts else len(powers) + 1
    room = {slug: it.name for slug, it in state.settings.items() if powers.count(slug) < full}
    free = {slug: name for slug, name in room.items() if major_of(state, slug) is None}
    for importance, settings in ((Importance.MAJOR, free), (Importance.MINOR, room)):
        if settings:
            yield Offer(
                command=ask.AddFaction,
                label=f"Add a {importance.value} faction",
                known={"importance": importance.value},
                choices={"setting": one_of(settings)},
                group=WORLD,
            )


def drawing(state: Circle) -> Iterable[Offer]:
    """The bag: a drawn name first, then the next to draw."""
    draw, factions = state.map.draw, state.map.factions
    if draw is not None:
        name = factions[draw.drawn].name
        yield Offer(command=ask.AcceptDraw, label=f"Take {name}", group="Bag")
        yield Offer(command=ask.RejectDraw, label=f"Put {name} back", group="Bag")
        return
    if state.stage is not Stage.SESSION_ZERO or len(factions) < FEWEST_FACTIONS_FOR_THE_BAG:
        return
    for slug, it in factions.items():
        for kind in (RelationKind.COMPETE, RelationKind.COOPERATE):
            room = len(state.map.relations.get(slug, {})) < len(factions) - 1
            if room and of_kind(state, slug, kind) is None:
                yield Offer(
                    command=ask.DrawRelation,
                    label=f"Draw whom {it.name} should {kind.value} with",
                    known={"source": slug, "kind": kind.value},
                    dice=(len(factions),),
                    group="Bag",
                )
                break


def relating(state: Circle, slug: str) -> Iterable[Offer]:
    """HC-05, HC-07: the relations of a faction still to choose, and those that can turn."""
    factions = {faction: it.name for faction, it in state.map.factions.items()}
    name, row = factions[slug], state.map.relations.get(slug, {})
    others = one_of({to: called for to, called in factions.items() if to != slug and to not in row})
    for kind in RelationKind:
        if others and of_kind(state, slug, kind) is None:
            yield Offer(
                command=ask.RelateFactions,
                label=f"Choose whom {name} should {kind.value} with",
                known={"source": slug, "kind": kind.value},
                choices={"target": others},
                group="Map",
            )
    for to in row:
        known = {"source": slug, "target": to}
        label = f"{name} towards {factions[to]}"
        yield Offer(command=ask.FlipRelation, label=f"Flip {label}", known=known, group="Map")
        yield Offer(command=ask.CutRelation, label=f"End {label}", known=known, group="Map")


def rising_and_falling(state: Circle, slug: str) -> Iterable[Offer]:
    """HC-08: a faction falls always, and rises where its setting has no major power."""
    it = state.map.factions[slug]
    other = Importance.MINOR if it.importance is Importance.MAJOR else Importance.MAJOR
    if other is Importance.MINOR or major_of(state, it.setting_id) is None:
        yield Offer(
            command=ask.ChangeImportance,
            label=f"{it.name} becomes {other.value}",
            known={"faction": slug, "importance": other.value},
            group="Map",
        )


def situation(state: Circle) -> Iterable[Offer]:
    """What it is all about."""
    factions = {slug: it.name for slug, it in state.map.factions.items()}
    if len(factions) >= FEWEST_AFFECTED:
        yield Offer(
            command=ask.StateSituation,
            label="State the situation" if state.situation is None else "State the situation anew",
            choices={"affected_factions": one_of(factions)},
            group=WORLD,
        )
