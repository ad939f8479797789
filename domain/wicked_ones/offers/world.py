"""What the GM may record for the world at any time."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.wicked_ones import commands as ask
from domain.wicked_ones.state import Underworld, next_id
from domain.wicked_ones.terms import (
    DUNGEON,
    MOVES,
    AdventurerStatus,
    Answer,
    ClockStatus,
    DefenseSource,
    FactStatus,
    HeartsReason,
    Kind,
    Origin,
    PackStatus,
    Phase,
    RaidStatus,
    RollStatus,
)

from .kinds import defense_types, for_anybody, threats
from .seats import alive


def waiting(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Answers the players wait for."""
    if not asker.is_gm:
        return
    if state.world_roll is not None:
        form = state.world_roll.form.value
        yield Offer(
            command=ask.TellOutcome,
            label=f"Tell what the dice mean: {form}, {state.world_roll.result}",
            known={} if state.world_roll.form.value in ("calamity", "blowback") else {"invasion_by": ""},
            group="GM",
        )
    for slug, question in state.questions.items():
        for hidden, words in ((False, "Answer"), (True, "Hidden")):
            label = f"{words}: {question.question}"
            known = {"question": slug, "hidden": hidden}
            yield Offer(command=ask.AnswerQuestion, label=label, known=known, group="GM")
    for slug, fact in state.world.items():
        if fact.status in (FactStatus.PROPOSED, FactStatus.FORTUNE):
            answers = tuple(Choice(answer.value, answer.value) for answer in Answer)
            yield Offer(
                command=ask.RuleFact,
                label=f"Is it so? {fact.text}",
                known={"fact": slug},
                choices={"answer": answers},
                group="GM",
            )


def world(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Everything that is the GM's to record."""
    if not asker.is_gm:
        return
    people = alive(state)
    yield from dangers(state, people)
    yield from gifts(state, people)
    yield from dungeon(state)
    yield Offer(command=ask.RollFortune, label="Let fortune answer", group="GM")
    yield Offer(command=ask.KeepSecret, label="Keep a secret", known={"id": next_id(state, "fact")}, group="GM")
    yield Offer(command=ask.MakeContact, label="Record a contact", group="GM")
    yield Offer(command=ask.AddFaction, label="Add a faction", group="Map")
    factions = tuple(Choice(slug, it.name, it.stance) for slug, it in state.sandbox.items())
    if factions:
        yield Offer(
            command=ask.ChangeStance,
            label="A faction changes its stance",
            choices={"faction": factions},
            group="Map",
        )
    subjects = (*people, Choice(DUNGEON, state.dungeon.name))
    yield Offer(
        command=ask.RecordAdjudication,
        label="Record an adjudication",
        choices={"subject": subjects},
        group="GM",
    )


def dangers(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Consequences beside rolls, prices, impulses, clocks, adventurers."""
    if people:
        inflicted: dict[str, object] = {
            "id": next_id(state, "consequence"),
            "origin": Origin.INFLICTED.value, "roll": None, "clock": None, "severity": None, "also": (),
            "attributes": (), "changes": (), "hopeless": (), "resistible": True,
        }  # fmt: skip
        yield Offer(
            command=ask.DeclareConsequence,
            label="Inflict a consequence",
            known=inflicted,
            choices={"target": people, "kind": for_anybody(state)},
            suggested=threats(state),
            group="Dangers",
        )
        yield Offer(
            command=ask.DeclareConsequence,
            label=f"Inflict a complication on {state.dungeon.name}",
            known={**inflicted, "target": DUNGEON, "kind": Kind.COMPLICATION.value},
            suggested=threats(state),
            group="Dangers",
        )
        yield Offer(
            command=ask.DemandCost,
            label="Let somebody pay a price",
            known={"id": next_id(state, "cost")},
            choices={"character": people},
            group="Dangers",
        )
        pushed = {it.character for it in state.compels.values()}
        free = tuple(choice for choice in people if choice.value not in pushed)
        if free:
            yield Offer(
                command=ask.CompelImpulse,
                label="Push a dark impulse",
                known={"id": next_id(state, "compel")},
                choices={"character": free},
                group="Dangers",
            )
        yield Offer(
            command=ask.StrikeBargain,
            label="Strike a dark bargain",
            choices={"character": people},
            group="Dangers",
        )
    yield Offer(command=ask.StartClock, label="Start a clock", known={"segments": 6}, group="Clocks")
    running = tuple(
        Choice(slug, it.name, f"{it.filled} of {it.segments}")
        for slug, it in state.clocks.items()
        if it.status is ClockStatus.RUNNING
    )
    if running:
        known = {"amount": 1}
        choices = {"clock": running}
        yield Offer(command=ask.TickClock, label="Tick a clock", known=known, choices=choices, group="Clocks")
    there = tuple(
        Choice(slug, it.name) for slug, it in state.clocks.items() if it.status is not ClockStatus.CLOSED
    )
    if there:
        yield Offer(
            command=ask.CloseClock, label="Take a clock off the table", choices={"clock": there}, group="Clocks"
        )
    yield from adventurers(state, people)


def adventurers(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Their coming, and their moves."""
    yield Offer(command=ask.IntroduceAdventurer, label="An adventurer comes", known={"hearts": 5}, group="Dangers")
    attempts = tuple(
        Choice(slug, roll.intention)
        for slug, roll in state.rolls.items()
        if roll.status in (RollStatus.FRAMED, RollStatus.ROLLED)
    )
    for slug, it in state.adventurers.items():
        if it.status is AdventurerStatus.DEFEATED:
            continue
        if it.moves and people:
            yield Offer(
                command=ask.MoveToInflict,
                label=f"{it.name} strikes, {it.moves} of {MOVES} moves left",
                known={
                    "id": next_id(state, "consequence"), "adventurer": slug, "also": (), "attributes": (),
                    "changes": (), "hopeless": (), "resistible": True, "severity": None,
                },
                choices={"target": people, "kind": for_anybody(state)},
                suggested=threats(state),
                group="Dangers",
            )  # fmt: skip
        if it.moves and attempts:
            yield Offer(
                command=ask.MoveToResist,
                label=f"{it.name} withstands, {it.moves} of {MOVES} moves left",
                known={"adventurer": slug, "dice": 2},
                choices={"roll": attempts},
                dice=(6, 6),
                group="Dangers",
            )
        if it.moves < MOVES:
            label = f"{it.name} gets its moves back"
            yield Offer(command=ask.RestoreMoves, label=label, known={"adventurer": slug}, group="Dangers")


def gifts(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """What monsters get."""
    if not people:
        return
    choices = {"character": people}
    yield Offer(command=ask.GainGold, label="Give gold", known={"amount": 1}, choices=choices, group="Gifts")
    yield Offer(command=ask.GainItem, label="Give an item", choices=choices, group="Gifts")
    yield Offer(command=ask.AwardXp, label="Award xp", known={"amount": 1}, choices=choices, group="Gifts")
    hearts = {"amount": 1, "reason": HeartsReason.REVELRY.value}
    yield Offer(
        command=ask.GainDarkHearts, label="Give a dark heart", known=hearts, choices=choices, group="Gifts"
    )
    sources = tuple(
        Choice(source.value, source.value.replace("_", " "))
        for source in DefenseSource
        if source is not DefenseSource.GEAR
    )
    yield Offer(
        command=ask.GainDefense,
        label="Give a defense",
        choices={**choices, "source": sources},
        suggested={"defense_type": defense_types(state)},
        group="Gifts",
    )
    feral = tuple(choice for choice in people if state.characters[str(choice.value)].feral)
    if feral:
        yield Offer(command=ask.EndFeral, label="Tame the beast", choices={"character": feral}, group="Gifts")


def dungeon(state: Underworld) -> Iterable[Offer]:
    """Home: prisoners, minions, tier, plan; and loot on a raid."""
    yield Offer(command=ask.TakePrisoner, label="Take a prisoner", group="Dungeon")
    held = tuple(Choice(slug, it.name) for slug, it in state.dungeon.prisoners.items() if not it.broken)
    if held:
        yield Offer(
            command=ask.BreakPrisoner, label="A prisoner breaks", choices={"prisoner": held}, group="Dungeon"
        )
    packs = tuple(Choice(slug, it.name) for slug, it in state.packs.items() if it.status is PackStatus.ACTIVE)
    if packs:
        yield Offer(command=ask.LoseMinions, label="Minions are lost", choices={"pack": packs}, group="Dungeon")
    yield Offer(command=ask.RaiseTier, label="The dungeon grows", group="Dungeon")
    yield Offer(command=ask.AdvanceMasterPlan, label="The master plan moves on", group="Dungeon")
    if state.raid is not None and state.raid.status is RaidStatus.OPEN:
        yield Offer(
            command=ask.GrabLoot,
            label="Loot is grabbed",
            known={"amount": 1},
            choices={"character": alive(state)} if alive(state) else {},
            group="Cycle",
        )
    if state.dungeon.invasion is None and state.phase is not Phase.NONE:
        yield Offer(command=ask.BeginInvasion, label="Somebody invades the dungeon", group="Cycle")
