"""How a conflict's setup, its count and its resolution change an adventure."""

from domain.spc import events as say
from domain.spc.state import Adventure, Conflict, Fact, Intention, Participant, Throw
from domain.spc.terms import Slot, Stage

from .fold import character_of, conflict_of, evolve, must, participant_of


@evolve.on(say.ConflictOpened)
def _(state: Adventure, event: say.ConflictOpened) -> None:
    must(state.conflict is None or not state.conflict.open, "a conflict is open already")
    state.conflicts += 1
    state.conflict = Conflict(id=event.conflict, action=event.action)


@evolve.on(say.ParticipantEntered)
def _(state: Adventure, event: say.ParticipantEntered) -> None:
    conflict = conflict_of(state, Stage.SETUP)
    must(event.participant not in conflict.participants, f"{event.participant} takes part already")
    character_of(state, event.participant)
    conflict.participants[event.participant] = Participant()


@evolve.on(say.OppositionDeclared)
def _(state: Adventure, event: say.OppositionDeclared) -> None:
    conflict = conflict_of(state, Stage.SETUP)
    must({event.a, event.b} <= conflict.participants.keys(), "both of a pair take part")
    must(event.a != event.b and event.b not in conflict.opponents(event.a), "a pair is two, and declared once")
    conflict.oppositions.append((event.a, event.b))


@evolve.on(say.IntentionDeclared)
def _(state: Adventure, event: say.IntentionDeclared) -> None:
    it = participant_of(state, event.participant, Stage.SETUP)
    must(it.intention is None, f"{event.participant} has an intention already")
    it.intention = Intention(event.text, event.kind, event.pool)


@evolve.on(say.IntentionChanged)
def _(state: Adventure, event: say.IntentionChanged) -> None:
    it = participant_of(state, event.participant, Stage.TURN)
    it.intention = Intention(event.new, event.kind, event.pool)
    it.itn = None


@evolve.on(say.IntentionTargetSet)
def _(state: Adventure, event: say.IntentionTargetSet) -> None:
    it = participant_of(state, event.participant, Stage.SETUP, Stage.TURN)
    must(it.intention is not None and it.itn is None, f"no number is to be set for {event.participant}")
    it.itn = event.itn


@evolve.on(say.TurnBegun)
def _(state: Adventure, event: say.TurnBegun) -> None:
    conflict = conflict_of(state, Stage.SETUP, Stage.TURN)
    must(event.turn == conflict.turn + 1, "turns follow one another")
    conflict.status = Stage.TURN
    conflict.turn = event.turn
    conflict.compared = conflict.narrated = False
    conflict.narration = ""
    for it in conflict.participants.values():
        it.throw = Throw()


@evolve.on(say.OppositionCompared)
def _(state: Adventure, event: say.OppositionCompared) -> None:
    conflict_of(state, Stage.TURN).compared = True


@evolve.on(say.ProgressGained)
def _(state: Adventure, event: say.ProgressGained) -> None:
    participant_of(state, event.participant, Stage.TURN).progress += event.amount


@evolve.on(say.AbuseTaken)
def _(state: Adventure, event: say.AbuseTaken) -> None:
    participant_of(state, event.participant, Stage.TURN).abuse += event.amount


@evolve.on(say.HarmEscaped)
def _(state: Adventure, event: say.HarmEscaped) -> None:
    """Told for the record: harm from that side was nothing already."""
    participant_of(state, event.participant, Stage.TURN)


@evolve.on(say.IntentionAchieved)
def _(state: Adventure, event: say.IntentionAchieved) -> None:
    it = participant_of(state, event.participant, Stage.TURN)
    must(not it.achieved, f"{event.participant} has achieved already")
    it.achieved = True


@evolve.on(say.ParticipantTakenOut)
def _(state: Adventure, event: say.ParticipantTakenOut) -> None:
    it = participant_of(state, event.participant, Stage.TURN)
    must(it.abuse == event.abuse and not it.taken_out, f"{event.participant} is not taken out by this")
    it.taken_out = True


@evolve.on(say.TurnNarrated)
def _(state: Adventure, event: say.TurnNarrated) -> None:
    conflict = conflict_of(state, Stage.TURN)
    must(conflict.compared, "a turn is narrated after its comparison")
    conflict.narrated = True
    conflict.narration = event.text


@evolve.on(say.ConflictResolving)
def _(state: Adventure, event: say.ConflictResolving) -> None:
    conflict_of(state, Stage.TURN).status = Stage.RESOLVING


@evolve.on(say.IntentionGranted)
def _(state: Adventure, event: say.IntentionGranted) -> None:
    """Told for the record: what it brings follows as events of its own."""
    must(participant_of(state, event.participant, Stage.RESOLVING).achieved, "only what was achieved is granted")


@evolve.on(say.PoolAdvanced)
def _(state: Adventure, event: say.PoolAdvanced) -> None:
    it = character_of(state, event.participant)
    match event.pool:
        case Slot.AMBITION:
            it.ambition_pool += event.amount
        case Slot.CUNNING:
            it.cunning_pool += event.amount
        case Slot.VIGILANCE:
            it.vigilance_pool += event.amount


@evolve.on(say.FactTurnGiven)
def _(state: Adventure, event: say.FactTurnGiven) -> None:
    conflict = conflict_of(state, Stage.RESOLVING)
    conflict.fact_turn = event.participant


@evolve.on(say.FactStated)
def _(state: Adventure, event: say.FactStated) -> None:
    conflict = conflict_of(state, Stage.RESOLVING)
    must(event.number == state.fact_number + 1, "Facts are counted in order")
    participant_of(state, event.participant, Stage.RESOLVING).facts_told += 1
    state.fact_number = event.number
    state.facts[event.number] = Fact(event.participant, event.text, event.verbs, event.nouns, event.number)
    conflict.facts.append(event.number)
    conflict.fact_turn = None
    if state.scene is not None:
        state.scene.facts.append(event.number)


@evolve.on(say.FactRejected)
def _(state: Adventure, event: say.FactRejected) -> None:
    conflict = conflict_of(state, Stage.RESOLVING)
    must(conflict.facts[-1:] == [event.number], "only the Fact last told can be taken back")
    del state.facts[event.number]
    conflict.facts.pop()
    if event.frees_number:
        state.fact_number = event.number - 1
    participant_of(state, event.participant, Stage.RESOLVING).facts_told -= 1
    if state.scene is not None:
        state.scene.facts.remove(event.number)


@evolve.on(say.FactsPassed)
def _(state: Adventure, event: say.FactsPassed) -> None:
    participant_of(state, event.participant, Stage.RESOLVING).facts_passed = True
    conflict_of(state).fact_turn = None


@evolve.on(say.SetbackSuffered)
def _(state: Adventure, event: say.SetbackSuffered) -> None:
    it = participant_of(state, event.participant, Stage.RESOLVING)
    must(it.abuse >= 1, "only Abuse has setbacks")
    it.setback = True
    character_of(state, event.participant).setbacks.append(event.text)


@evolve.on(say.ConflictClosed)
def _(state: Adventure, event: say.ConflictClosed) -> None:
    conflict = conflict_of(state, Stage.RESOLVING)
    must(conflict.id == event.conflict, f"{event.conflict} is not the open conflict")
    conflict.status = Stage.CLOSED
