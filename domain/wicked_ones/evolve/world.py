"""How the GM's world changes: its rolls, raids, clocks, adventurers, and what was settled by word."""

from domain.wicked_ones import events as say
from domain.wicked_ones.state import Adventurer, Clock, Dungeon, Raid, Underworld, WickedOne, WorldRoll
from domain.wicked_ones.terms import DUNGEON, ClockStatus, GmRoll, RaidStatus

from .fold import character_of, evolve, fresh, known, must, numbered, scene_of

COUNTED = ("gold", "xp", "dark-hearts")


@evolve.on(say.EngagementRolled)
def _(state: Underworld, event: say.EngagementRolled) -> None:
    scene = scene_of(state)
    must(not scene.engaged and scene.id == event.scene, f"{event.scene} cannot be engaged now")
    scene.engaged = True
    scene.footing = event.footing
    scene.at_the_start = True
    state.world_roll = WorldRoll(GmRoll.ENGAGEMENT, event.result)


@evolve.on(say.LuckyTurn)
def _(state: Underworld, event: say.LuckyTurn) -> None:
    state.world_roll = None


@evolve.on(say.FortuneRolled)
def _(state: Underworld, event: say.FortuneRolled) -> None:
    state.world_roll = WorldRoll(GmRoll.FORTUNE, event.result)


@evolve.on(say.CalamityRolled)
def _(state: Underworld, event: say.CalamityRolled) -> None:
    state.world_roll = WorldRoll(GmRoll.CALAMITY, event.result)


@evolve.on(say.BlowbackRolled)
def _(state: Underworld, event: say.BlowbackRolled) -> None:
    state.world_roll = WorldRoll(GmRoll.BLOWBACK, event.result)


@evolve.on(say.OutcomeTold)
def _(state: Underworld, event: say.OutcomeTold) -> None:
    must(
        state.world_roll is not None and state.world_roll.form is event.form, f"no {event.form} roll is to be told"
    )
    state.world_roll = None


@evolve.on(say.InvasionTriggered)
def _(state: Underworld, event: say.InvasionTriggered) -> None:
    """They are on their way; the invasion itself begins by its own event."""


@evolve.on(say.RaidBegan)
def _(state: Underworld, event: say.RaidBegan) -> None:
    must(state.raid is None or state.raid.status is RaidStatus.OVER, "a raid is under way")
    numbered(state, "raid", event.raid)
    state.raid = Raid(event.raid, event.target, event.plan)


def raid_of(state: Underworld) -> Raid:
    """The raid under way."""
    must(state.raid is not None and state.raid.status is RaidStatus.OPEN, "no raid is under way")
    return state.raid or Raid("", "", "")


@evolve.on(say.LootGrabbed)
def _(state: Underworld, event: say.LootGrabbed) -> None:
    raid_of(state).loot += event.amount


@evolve.on(say.RaidEnded)
def _(state: Underworld, event: say.RaidEnded) -> None:
    raid = raid_of(state)
    must(raid.loot == event.loot, f"{raid.loot} loot was grabbed")
    raid.status = RaidStatus.OVER
    state.dungeon.loot += event.loot


@evolve.on(say.InvasionBegan)
def _(state: Underworld, event: say.InvasionBegan) -> None:
    must(state.dungeon.invasion is None, "the dungeon is invaded already")
    state.dungeon.invasion = event.by


@evolve.on(say.InvasionEnded)
def _(state: Underworld, event: say.InvasionEnded) -> None:
    must(state.dungeon.invasion is not None, "the dungeon is not invaded")
    state.dungeon.invasion = None
    state.dungeon.loot += event.loot


@evolve.on(say.ClockStarted)
def _(state: Underworld, event: say.ClockStarted) -> None:
    fresh(state.clocks, event.clock)
    state.clocks[event.clock] = Clock(event.name, event.segments, event.on_full)


@evolve.on(say.ClockClosed)
def _(state: Underworld, event: say.ClockClosed) -> None:
    known(state.clocks, event.clock, "clock").status = ClockStatus.CLOSED


@evolve.on(say.AdventurerIntroduced)
def _(state: Underworld, event: say.AdventurerIntroduced) -> None:
    fresh(state.adventurers, event.adventurer)
    state.adventurers[event.adventurer] = Adventurer(event.name, event.hearts, event.hearts, event.moves)


@evolve.on(say.MoveSpent)
def _(state: Underworld, event: say.MoveSpent) -> None:
    it = known(state.adventurers, event.adventurer, "adventurer")
    it.moves -= 1
    must(it.moves >= 0, f"{event.adventurer} has no move left")


@evolve.on(say.DefensiveMoveRolled)
def _(state: Underworld, event: say.DefensiveMoveRolled) -> None:
    """Kept for the journal: the GM reads what it means."""
    known(state.adventurers, event.adventurer, "adventurer")


@evolve.on(say.MovesRestored)
def _(state: Underworld, event: say.MovesRestored) -> None:
    known(state.adventurers, event.adventurer, "adventurer").moves += event.amount


@evolve.on(say.BargainStruck)
def _(state: Underworld, event: say.BargainStruck) -> None:
    """Its price is a consequence of its own."""
    character_of(state, event.character)


@evolve.on(say.AdjudicationRecorded)
def _(state: Underworld, event: say.AdjudicationRecorded) -> None:
    it = state.characters.get(event.subject)
    if it is None:
        if event.subject == DUNGEON and event.field in ("loot", "gold"):
            set_number(state.dungeon, event)
        else:
            write(state.adjudicated.setdefault(event.subject, {}), event)
    elif event.field in COUNTED:
        set_number(it, event)
    else:
        write(it.adjudicated, event)


def write(fields: dict[str, str], event: say.AdjudicationRecorded) -> None:
    """Keep a plain value; an empty one takes the field away."""
    must(fields.get(event.field, "") == event.before, f"{event.subject}.{event.field} was not {event.before!r}")
    fields[event.field] = event.after
    if not event.after:
        del fields[event.field]


def set_number(it: WickedOne | Dungeon, event: say.AdjudicationRecorded) -> None:
    """Set a counted thing to what was settled."""
    name = event.field.replace("-", "_")
    must(event.after.isdecimal(), f"{event.field} cannot become {event.after!r}")
    must(str(getattr(it, name)) == event.before, f"{event.field} was not {event.before}")
    setattr(it, name, int(event.after))
