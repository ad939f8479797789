"""A conflict's setup, its count and its resolution retold."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.spc import events as say
from domain.spc.names import names
from domain.spc.state import Adventure
from domain.spc.terms import Slot

from .telling import count, number, pool, tells, test_of, told, words


@tells(say.ConflictOpened)
def _(state: Adventure, event: say.ConflictOpened) -> Iterable[Fact]:
    action = state.action
    if action is not None:
        yield told(action.text, "conflict", action.character)


@tells(say.ParticipantEntered)
def _(state: Adventure, event: say.ParticipantEntered) -> Iterable[Fact]:
    yield told("is in the conflict", "conflict", event.participant)


@tells(say.OppositionDeclared)
def _(state: Adventure, event: say.OppositionDeclared) -> Iterable[Fact]:
    for source, target in ((event.a, event.b), (event.b, event.a)):
        yield facts.RelationSet(source=source, target=target, relation="opposes", friendly=False)


@tells(say.IntentionDeclared)
def _(state: Adventure, event: say.IntentionDeclared) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.participant, field="intention", text=event.text)


@tells(say.IntentionChanged)
def _(state: Adventure, event: say.IntentionChanged) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.participant, field="intention", text=event.new)


@tells(say.IntentionTargetSet)
def _(state: Adventure, event: say.IntentionTargetSet) -> Iterable[Fact]:
    parts = "".join(f", {words(part.modifier)} {part.amount:+d}" for part in event.modifiers)
    yield told(f"{event.base}{parts}: {event.itn}", "target number", event.participant)


@tells(say.TurnBegun)
def _(state: Adventure, event: say.TurnBegun) -> Iterable[Fact]:
    conflict, action = state.conflict, state.action
    if conflict is None or action is None:
        return
    sides = tuple(conflict.participants)
    if event.turn == 1:  # by now it is known who takes part
        yield facts.TestOpened(test=conflict.id, form="conflict", sides=sides, aim=action.text)
    yield told(f"turn {event.turn}", "conflict", *sides)


@tells(say.OppositionCompared)
def _(state: Adventure, event: say.OppositionCompared) -> Iterable[Fact]:
    lines = (
        f"{slot.value} {event.a_totals[slot]} against {other.value} {event.b_totals[other]}"
        for slot, other in (
            (Slot.AMBITION, Slot.AMBITION),
            (Slot.CUNNING, Slot.VIGILANCE),
            (Slot.VIGILANCE, Slot.CUNNING),
        )
    )
    yield told("\n".join(lines), "comparison", event.a, event.b)


@tells(say.ProgressGained)
def _(state: Adventure, event: say.ProgressGained) -> Iterable[Fact]:
    called = names(state)
    now = state.conflict.participants[event.participant].progress if state.conflict else 0
    why = f"Ambition {event.totals[0]} against {event.totals[1]} of {called.get(event.opponent, event.opponent)}"
    yield count(event.participant, "progress", event.amount, now, why)


@tells(say.AbuseTaken)
def _(state: Adventure, event: say.AbuseTaken) -> Iterable[Fact]:
    called = names(state)
    now = state.conflict.participants[event.participant].abuse if state.conflict else 0
    why = f"the Cunning of {called.get(event.opponent, event.opponent)}"
    if event.redirected_from is not None:
        why += f", in place of {called.get(event.redirected_from, event.redirected_from)}"
        yield facts.RelationSet(
            source=event.participant, target=event.redirected_from, relation="took the blow for", friendly=True
        )
    yield count(event.participant, "abuse", event.amount, now, why, good=False)


@tells(say.HarmEscaped)
def _(state: Adventure, event: say.HarmEscaped) -> Iterable[Fact]:
    yield told("escapes harm", "conflict", event.participant, event.opponent)


@tells(say.IntentionAchieved)
def _(state: Adventure, event: say.IntentionAchieved) -> Iterable[Fact]:
    how = f"Progress {event.progress} of {event.itn}" if event.by == "progress" else words(event.by)
    yield told(f"achieves the intention: {how}", "conflict", event.participant)


@tells(say.ParticipantTakenOut)
def _(state: Adventure, event: say.ParticipantTakenOut) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.participant, group="conflict", name="taken_out", was="", now="taken out", good=False,
        why=f"Abuse {event.abuse} above {event.obstacle_rating}", label="Taken out",
    )  # fmt: skip


@tells(say.TurnNarrated)
def _(state: Adventure, event: say.TurnNarrated) -> Iterable[Fact]:
    yield told(event.text, "narration", *(state.conflict.participants if state.conflict else ()))


@tells(say.ConflictResolving)
def _(state: Adventure, event: say.ConflictResolving) -> Iterable[Fact]:
    yield told("no more turns", "conflict", *(state.conflict.participants if state.conflict else ()))


@tells(say.IntentionGranted)
def _(state: Adventure, event: say.IntentionGranted) -> Iterable[Fact]:
    yield told(event.text, "intention", event.participant)


@tells(say.PoolAdvanced)
def _(state: Adventure, event: say.PoolAdvanced) -> Iterable[Fact]:
    yield pool(state, event.participant, event.pool.value, event.amount, "intention")
    now = state.characters[event.participant].pool(event.pool)
    yield facts.Advanced(owner=event.participant, track="pools", what=f"{event.pool.value.title()} {now}")


@tells(say.FactTurnGiven)
def _(state: Adventure, event: say.FactTurnGiven) -> Iterable[Fact]:
    yield told(f"tells a Fact; {event.left} left", "fact", event.participant)


@tells(say.FactStated)
def _(state: Adventure, event: say.FactStated) -> Iterable[Fact]:
    yield told(event.text, "fact", event.participant)
    yield facts.StateChanged(
        owner=event.participant, group="facts", name=str(event.number), was="", now="true", why="told",
        label=event.text, lasting=True,
    )  # fmt: skip


def objected_by(state: Adventure, objector: str | None) -> str:
    """Who objected to a Fact, where it was said."""
    return "" if objector is None else f", objected by {names(state).get(objector, objector)}"


@tells(say.FactRejected)
def _(state: Adventure, event: say.FactRejected) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.participant, group="facts", name=str(event.number), was="true", now="not true",
        why=f"negates Fact {event.conflicts_with}{objected_by(state, event.objector)}", label=event.text,
        good=False,
    )  # fmt: skip


@tells(say.FactsPassed)
def _(state: Adventure, event: say.FactsPassed) -> Iterable[Fact]:
    yield told("passes", "fact", event.participant)


@tells(say.SetbackSuffered)
def _(state: Adventure, event: say.SetbackSuffered) -> Iterable[Fact]:
    at = len(state.characters[event.participant].setbacks)
    yield facts.StateChanged(
        owner=event.participant, group="setbacks", name=str(at), was="", now="suffered", why="Abuse",
        label=event.text, good=False,
    )  # fmt: skip


@tells(say.ConflictClosed)
def _(state: Adventure, event: say.ConflictClosed) -> Iterable[Fact]:
    conflict = state.conflict
    if conflict is None:
        return
    got = [slug for slug, it in conflict.participants.items() if it.achieved]
    called = names(state)
    outcome = ", ".join(called.get(slug, slug) for slug in got)
    yield facts.TestClosed(
        test=test_of(state) or "",
        outcome=f"{outcome} achieved" if got else "nobody achieved",
        winner=got[0] if len(got) == 1 else None,
        losers=tuple(slug for slug in conflict.participants if slug not in got),
    )
    for a, b in conflict.oppositions:
        for source, target in ((a, b), (b, a)):
            yield facts.RelationSet(source=source, target=target, relation="")
    for slug, it in conflict.participants.items():
        if it.progress:
            yield count(slug, "progress", -it.progress, 0, "the conflict is over")
        if it.abuse:
            yield number(slug, "abuse", "Abuse", -it.abuse, 0, "the conflict is over", low=0, good=False)
        if it.taken_out:
            yield facts.StateChanged(
                owner=slug, group="conflict", name="taken_out", was="taken out", now="", good=True,
                why="the conflict is over", label="Taken out",
            )  # fmt: skip
