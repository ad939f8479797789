"""The GM's world retold."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import DUNGEON, GM, MOVES, Footing

from .telling import number, rolled, state_of, tells, told, words

_COUNTED = ("gold", "xp", "dark-hearts", "loot")


@tells(say.EngagementRolled)
def _(state: Underworld, event: say.EngagementRolled) -> Iterable[Fact]:
    yield rolled(event, GM, "engagement")
    was = words(Footing.EQUAL)
    now = words(event.footing)
    why = "; ".join((*event.favor, *event.against)) or "engagement"
    yield state_of(DUNGEON, "scene", "footing", was, now, why, label="Footing")


@tells(say.LuckyTurn)
def _(state: Underworld, event: say.LuckyTurn) -> Iterable[Fact]:
    yield told(event.text, "lucky turn")


@tells(say.FortuneRolled)
def _(state: Underworld, event: say.FortuneRolled) -> Iterable[Fact]:
    yield rolled(event, GM, f"fortune: {event.question}")


@tells(say.CalamityRolled)
def _(state: Underworld, event: say.CalamityRolled) -> Iterable[Fact]:
    yield rolled(event, GM, "calamity")


@tells(say.BlowbackRolled)
def _(state: Underworld, event: say.BlowbackRolled) -> Iterable[Fact]:
    yield rolled(event, GM, "blowback")


@tells(say.OutcomeTold)
def _(state: Underworld, event: say.OutcomeTold) -> Iterable[Fact]:
    yield told(event.text, words(event.form))


@tells(say.InvasionTriggered)
def _(state: Underworld, event: say.InvasionTriggered) -> Iterable[Fact]:
    yield told(event.by, "invasion", DUNGEON)


@tells(say.RaidBegan)
def _(state: Underworld, event: say.RaidBegan) -> Iterable[Fact]:
    yield facts.TextSet(owner=DUNGEON, field="raid", text=event.target)
    if event.plan:
        yield told(event.plan, "plan", DUNGEON)


@tells(say.LootGrabbed)
def _(state: Underworld, event: say.LootGrabbed) -> Iterable[Fact]:
    now = state.raid.loot if state.raid else event.amount
    yield number(DUNGEON, "loot_on_the_way", event.amount, now, "grabbed", label="Loot in hand")
    if event.by is not None:
        yield told(f"grabs {event.amount} loot", "loot", event.by)


@tells(say.RaidEnded)
def _(state: Underworld, event: say.RaidEnded) -> Iterable[Fact]:
    if event.loot:
        # Less of it in hand is no loss here: it lies at home now.
        yield number(DUNGEON, "loot_on_the_way", -event.loot, 0, "home", label="Loot in hand", good=False)
        yield number(DUNGEON, "loot", event.loot, state.dungeon.loot, "brought home from a raid")
    yield told(event.outcome or "home again", "raid", DUNGEON)


@tells(say.InvasionBegan)
def _(state: Underworld, event: say.InvasionBegan) -> Iterable[Fact]:
    yield state_of(DUNGEON, "campaign", "invasion", "", "invaded", event.by, label="Invasion", good=False)


@tells(say.InvasionEnded)
def _(state: Underworld, event: say.InvasionEnded) -> Iterable[Fact]:
    why = event.outcome or "over"
    yield state_of(DUNGEON, "campaign", "invasion", "invaded", "", why, label="Invasion", good=True)
    if event.loot:
        yield number(DUNGEON, "loot", event.loot, state.dungeon.loot, "left behind by invaders")


@tells(say.ClockStarted)
def _(state: Underworld, event: say.ClockStarted) -> Iterable[Fact]:
    why = event.on_full or "begins to run"
    yield state_of(event.clock, "clock", "status", "", "running", why, label=event.name)


@tells(say.ClockClosed)
def _(state: Underworld, event: say.ClockClosed) -> Iterable[Fact]:
    it = state.clocks[event.clock]
    was = "full" if it.filled == it.segments else "running"
    yield state_of(event.clock, "clock", "status", was, "closed", event.why, label=it.name)


@tells(say.AdventurerIntroduced)
def _(state: Underworld, event: say.AdventurerIntroduced) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.adventurer, name=event.name, character_kind=CharacterKind.OTHER, how="adventurer"
    )
    yield number(event.adventurer, "hearts", event.hearts, event.hearts, "arrives", high=event.hearts, good=False)
    yield number(event.adventurer, "moves", event.moves, event.moves, "arrives", high=MOVES, good=False)


@tells(say.MoveSpent)
def _(state: Underworld, event: say.MoveSpent) -> Iterable[Fact]:
    left = state.adventurers[event.adventurer].moves
    yield number(event.adventurer, "moves", -1, left, f"to {event.purpose}", high=MOVES, good=False)


@tells(say.DefensiveMoveRolled)
def _(state: Underworld, event: say.DefensiveMoveRolled) -> Iterable[Fact]:
    yield rolled(event, event.adventurer, "defensive move")
    if event.reading:
        yield told(event.reading, "defensive move", event.adventurer)


@tells(say.MovesRestored)
def _(state: Underworld, event: say.MovesRestored) -> Iterable[Fact]:
    now = state.adventurers[event.adventurer].moves
    yield number(event.adventurer, "moves", event.amount, now, event.why, high=MOVES, good=False)


@tells(say.BargainStruck)
def _(state: Underworld, event: say.BargainStruck) -> Iterable[Fact]:
    yield told(f"{event.price}, for {event.gain}" if event.gain else event.price, "bargain", event.character)


@tells(say.AdjudicationRecorded)
def _(state: Underworld, event: say.AdjudicationRecorded) -> Iterable[Fact]:
    name = event.field.replace("-", "_")
    if event.field in _COUNTED and (event.subject in state.characters or event.subject == DUNGEON):
        now = int(event.after)
        yield number(event.subject, name, now - int(event.before), now, event.reason)
        return
    yield facts.Adjudicated(
        subject=event.subject, field=event.field, before=event.before, after=event.after, reason=event.reason
    )
