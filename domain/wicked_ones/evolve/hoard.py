"""How possessions change: gold, items, minions, rooms, prisoners, loot, hearts, experience, defenses."""

from domain.wicked_ones import events as say
from domain.wicked_ones.state import Defense, MinionPack, Prisoner, Underworld
from domain.wicked_ones.terms import Action, GrowthKind, PackStatus, RaidStatus

from .fold import character_of, evolve, fresh, known, move_gold, must


@evolve.on(say.GoldSpent)
def _(state: Underworld, event: say.GoldSpent) -> None:
    move_gold(state, event.purse, -event.amount)


@evolve.on(say.GoldGained)
def _(state: Underworld, event: say.GoldGained) -> None:
    move_gold(state, event.purse, event.amount)


@evolve.on(say.GoldLost)
def _(state: Underworld, event: say.GoldLost) -> None:
    move_gold(state, event.purse, -event.amount)


@evolve.on(say.ItemGained)
def _(state: Underworld, event: say.ItemGained) -> None:
    items = character_of(state, event.character).items
    fresh(items, event.item)
    items[event.item] = event.name


@evolve.on(say.ItemLost)
def _(state: Underworld, event: say.ItemLost) -> None:
    items = character_of(state, event.character).items
    known(items, event.item, "item")
    del items[event.item]


@evolve.on(say.MinionsRecruited)
def _(state: Underworld, event: say.MinionsRecruited) -> None:
    fresh(state.packs, event.pack)
    character_of(state, event.owner)
    state.packs[event.pack] = MinionPack(event.name, event.owner, event.gold, event.notes)


@evolve.on(say.MinionsActed)
def _(state: Underworld, event: say.MinionsActed) -> None:
    """Kept for the journal: the table reads what it means."""
    known(state.packs, event.pack, "pack")


@evolve.on(say.MinionsLost)
def _(state: Underworld, event: say.MinionsLost) -> None:
    pack = known(state.packs, event.pack, "pack")
    must(pack.status is PackStatus.ACTIVE, f"{event.pack} is gone already")
    pack.status = PackStatus.GONE


@evolve.on(say.RoomBuilt)
def _(state: Underworld, event: say.RoomBuilt) -> None:
    fresh(state.dungeon.rooms, event.room)
    state.dungeon.rooms[event.room] = event.name


@evolve.on(say.RoomUsed)
def _(state: Underworld, event: say.RoomUsed) -> None:
    known(state.dungeon.rooms, event.room, "room")


@evolve.on(say.PrisonerTaken)
def _(state: Underworld, event: say.PrisonerTaken) -> None:
    fresh(state.dungeon.prisoners, event.prisoner)
    state.dungeon.prisoners[event.prisoner] = Prisoner(event.name)


@evolve.on(say.PrisonerBroken)
def _(state: Underworld, event: say.PrisonerBroken) -> None:
    known(state.dungeon.prisoners, event.prisoner, "prisoner").broken = True


@evolve.on(say.CraftAttempted)
def _(state: Underworld, event: say.CraftAttempted) -> None:
    """What comes of it is recorded by itself."""
    character_of(state, event.character)


@evolve.on(say.LootRolled)
def _(state: Underworld, event: say.LootRolled) -> None:
    must(state.dungeon.loot == event.dice, f"there is loot for {state.dungeon.loot} dice")
    state.dungeon.loot = 0
    state.sharing_loot = True


@evolve.on(say.LootLost)
def _(state: Underworld, event: say.LootLost) -> None:
    if event.raid:
        must(state.raid is not None and state.raid.status is RaidStatus.OPEN, "no raid is under way")
        holder = state.raid or state.dungeon
        holder.loot -= event.amount
        must(holder.loot >= 0, "so much loot was not grabbed")
        return
    state.dungeon.loot -= event.amount
    must(state.dungeon.loot >= 0, "so much loot is not there")


@evolve.on(say.DarkHeartsGained)
def _(state: Underworld, event: say.DarkHeartsGained) -> None:
    character_of(state, event.character).dark_hearts += event.amount


@evolve.on(say.DarkHeartsSpent)
def _(state: Underworld, event: say.DarkHeartsSpent) -> None:
    it = character_of(state, event.character)
    it.dark_hearts -= event.amount
    must(it.dark_hearts >= 0, f"{event.character} has too few dark hearts")


@evolve.on(say.XpEarned)
def _(state: Underworld, event: say.XpEarned) -> None:
    character_of(state, event.character).xp += event.amount


@evolve.on(say.AdvancementTaken)
def _(state: Underworld, event: say.AdvancementTaken) -> None:
    it = character_of(state, event.character)
    it.xp -= event.xp_cost
    must(it.xp >= 0, f"{event.character} has too little experience")
    if event.growth is GrowthKind.ACTION:
        it.ratings[Action(event.into)] += 1
    elif event.growth is GrowthKind.ABILITY:
        it.abilities[event.into] = event.what


@evolve.on(say.DefenseGained)
def _(state: Underworld, event: say.DefenseGained) -> None:
    fresh(state.defenses, event.defense)
    character_of(state, event.character)
    state.defenses[event.defense] = Defense(event.character, event.defense_type, event.source)
