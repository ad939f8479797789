"""The dungeon's sheet, which everybody shares: clocks, loot, rooms, the world around."""

from collections.abc import Iterable

from domain.kernel.people import GM_ONLY
from domain.kernel.sheet import (
    AnyBlock,
    Counter,
    CounterForm,
    Progress,
    Section,
    Sheet,
    Table,
    Tag,
    Tags,
    Texts,
)
from domain.wicked_ones.house_rules import GoldOwner
from domain.wicked_ones.lookup import roll_owes, start_owes
from domain.wicked_ones.printed import RIPE_TIER
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.frame import Phase, RaidStatus, SceneStatus
from domain.wicked_ones.terms.harm import ClockStatus
from domain.wicked_ones.terms.holdings import FactStatus, PackStatus


def dungeon(state: Underworld) -> Sheet:
    """Home, and what is known of the rest."""
    sections = (
        Section("The plan", tuple(plan(state))),
        Section("Clocks", tuple(clocks(state))),
        Section("Halls and cells", tuple(rooms_and_loot(state))),
        Section("The world", tuple(world(state))),
        Section("For the GM", tuple(secrets(state))),
    )
    subtitle = f"tier {state.dungeon.tier}"
    if state.phase is not Phase.NONE:
        subtitle += f", {state.phase}, cycle {state.cycle_no}"
    return Sheet(
        character=DUNGEON,
        title=state.dungeon.name,
        subtitle=subtitle,
        sections=tuple(section for section in sections if section.blocks),
    )


def plan(state: Underworld) -> Iterable[AnyBlock]:
    """Blocks of tier, master plan, phase, and what is pending over the dungeon."""
    it = state.dungeon
    if it.master_plan:
        yield Texts(path=f"{DUNGEON}.master_plan", label="Master plan", texts=(it.master_plan,))
    yield Counter(path=f"{DUNGEON}.tier", label="Tier", value=it.tier)
    yield Progress(
        path=f"{DUNGEON}.growth",
        label="Towards the master plan",
        have=it.tier,
        need=RIPE_TIER if it.tier < RIPE_TIER else None,
        brings="the master plan is within reach",
    )
    campaign = [Tag("phase", "Phase", state.phase.value, f"cycle {state.cycle_no}")]
    if it.invasion is not None:
        campaign.append(Tag("invasion", "Invasion", "invaded", it.invasion, good=False))
    yield Tags(path=f"{DUNGEON}.campaign", label="Cycle", tags=tuple(campaign))
    scene = state.scene
    if scene is not None and scene.status is SceneStatus.OPEN:
        footing = Tag("footing", "Footing", scene.footing.value.replace("_", " "), scene.title)
        yield Tags(path=f"{DUNGEON}.scene", label="Scene", tags=(footing,))
    owed = tuple(owing(state))
    if owed:
        yield Tags(path=f"{DUNGEON}.owed", label="A consequence is owed", tags=owed)
    hanging = tuple(
        Tag(slug, it.details or it.kind.value.replace("_", " "), "pending", it.severity.value, good=False)
        for slug, it in state.consequences.items()
        if it.target == DUNGEON and it.pending
    )
    if hanging:
        yield Tags(path=f"{DUNGEON}.consequences", label="Hangs over it", tags=hanging)


def owing(state: Underworld) -> Iterable[Tag]:
    """Tags for all that failed or was mixed and has brought nothing bad yet."""
    if start_owes(state):
        yield Tag("start", "How the scene started", "owed", good=False)
    for slug, roll in state.rolls.items():
        if roll_owes(state, slug, roll):
            label = f"{state.characters[roll.character].name}: {roll.intention}"
            yield Tag(slug, label, "owed", roll.result.value if roll.result else "", good=False)


def clocks(state: Underworld) -> Iterable[AnyBlock]:
    """Every clock on the table, full ones as well."""
    for slug, it in state.clocks.items():
        if it.status is not ClockStatus.CLOSED:
            label = f"{it.name}: {it.on_full}" if it.on_full else it.name
            yield Counter(
                path=f"{slug}.filled",
                label=label,
                value=it.filled,
                high=it.segments,
                form=CounterForm.CLOCK,
            )


def rooms_and_loot(state: Underworld) -> Iterable[AnyBlock]:
    """Rooms, prisoners, loot, minions."""
    it = state.dungeon
    if it.rooms:
        rooms = tuple(Tag(slug, name, "dug", good=True) for slug, name in it.rooms.items())
        yield Tags(path=f"{DUNGEON}.rooms", label="Rooms", tags=rooms)
    if it.prisoners:
        held = tuple(
            Tag(slug, known.name, "broken" if known.broken else "held") for slug, known in it.prisoners.items()
        )
        yield Tags(path=f"{DUNGEON}.prisoners", label="Prisoners", tags=held)
    yield Counter(path=f"{DUNGEON}.loot", label="Loot", value=it.loot)
    if state.raid is not None and state.raid.status is RaidStatus.OPEN:
        yield Texts(path=f"{DUNGEON}.raid", label="Raid", texts=(state.raid.target,))
        yield Counter(path=f"{DUNGEON}.loot_on_the_way", label="Loot in hand", value=state.raid.loot)
    if state.house_rules.gold_owner is GoldOwner.HOARD or it.gold:
        yield Counter(path=f"{DUNGEON}.gold", label="Gold", value=it.gold)
    packs = tuple(
        (known.name, state.characters[known.owner].name, known.notes)
        for known in state.packs.values()
        if known.status is PackStatus.ACTIVE
    )
    if packs:
        yield Table(path=f"{DUNGEON}.packs", label="Minions", columns=("Pack", "Works for", "Notes"), rows=packs)


def world(state: Underworld) -> Iterable[AnyBlock]:
    """Factions with their tiers and stances, and what was established."""
    rows = tuple((it.name, str(it.tier), it.stance) for it in state.sandbox.values())
    if rows:
        yield Table(path=f"{DUNGEON}.factions", label="Factions", columns=("Faction", "Tier", "Stance"), rows=rows)
    for slug, fact in state.world.items():
        if fact.status in (FactStatus.ESTABLISHED, FactStatus.REVEALED):
            label = "Learnt" if fact.status is FactStatus.REVEALED else "It is so"
            yield Texts(path=f"{DUNGEON}.facts.{slug}", label=label, texts=(fact.text,))
    for subject, fields in state.adjudicated.items():
        for field, value in fields.items():
            yield Texts(
                path=f"{subject}.{field}", label=f"{field.replace('-', ' ')} (adjudicated)", texts=(value,)
            )


def secrets(state: Underworld) -> Iterable[AnyBlock]:
    """Blocks for the GM alone."""
    for slug, fact in state.world.items():
        if fact.hidden:
            yield Texts(path=f"{DUNGEON}.secrets.{slug}", label="Hidden", texts=(fact.text,), audience=GM_ONLY)
