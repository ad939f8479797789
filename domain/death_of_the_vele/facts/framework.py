"""The framework and its biddings retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import framework as say
from domain.death_of_the_vele.names import only_told
from domain.death_of_the_vele.state import Vele
from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.people import Audience, only

from .experience import progress
from .story import STORY
from .telling import sealed, tells, told, towards_an_aspect, words


@sealed(say.BidPlaced)
def _(state: Vele, event: say.BidPlaced) -> Audience:
    return only(event.player)


@tells(say.BidPlaced)
def _(state: Vele, event: say.BidPlaced) -> Iterable[Fact]:
    yield told(f"bids {event.amount} XP", "bid", event.player, audience=only(event.player))


def rolled_off(rounds: Iterable[Iterable[say.RollOff]]) -> Iterable[Fact]:
    """The d6s that told tied bids apart."""
    for faces in rounds:
        dice = tuple(facts.Die(f"d6-{n}", 6, it.face, it.player) for n, it in enumerate(faces, start=1))
        yield facts.DiceRolled(roller=STORY, purpose="tied bids", dice=dice)


@tells(say.BidsRevealed)
def _(state: Vele, event: say.BidsRevealed) -> Iterable[Fact]:
    yield from rolled_off(event.roll_offs)
    for player in event.order:
        yield told(f"had bid {event.bids[player]} XP", "bid", player)


@tells(say.PriorityOrderSet)
def _(state: Vele, event: say.PriorityOrderSet) -> Iterable[Fact]:
    yield told("priority", "order", *event.order)


@tells(say.InitiativeOrderSet)
def _(state: Vele, event: say.InitiativeOrderSet) -> Iterable[Fact]:
    yield told("initiative", "order", *event.order)


@tells(say.ObjectiveCreated)
def _(state: Vele, event: say.ObjectiveCreated) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field=f"objective_{event.scope.value}", text=event.text)


@tells(say.ActMatrixCellFilled)
def _(state: Vele, event: say.ActMatrixCellFilled) -> Iterable[Fact]:
    yield told(f"act {event.row}, {words(event.column.value)}: {event.text}", "act matrix", event.player)


@tells(say.ActMatrixCompleted)
def _(state: Vele, event: say.ActMatrixCompleted) -> Iterable[Fact]:
    yield told(f"{event.rows} acts", "act matrix")


@tells(say.ActsOrdered)
def _(state: Vele, event: say.ActsOrdered) -> Iterable[Fact]:
    yield told(", ".join(row.name for row in state.story.act_matrix), "acts in order")


@tells(say.StartingNarratorChosen)
def _(state: Vele, event: say.StartingNarratorChosen) -> Iterable[Fact]:
    yield told(f"opens {state.story.act_matrix[event.act - 1].name}", "narration", event.player)


@tells(say.FrameworkFinished)
def _(state: Vele, event: say.FrameworkFinished) -> Iterable[Fact]:
    yield told("the story is framed", "framework")


@tells(say.PlayerCharacterBrought)
def _(state: Vele, event: say.PlayerCharacterBrought) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.pc, name=event.name, character_kind=CharacterKind.PLAYERS, player=event.player,
        how=event.concept or "player character",
    )  # fmt: skip
    for it in event.aspects:
        yield facts.StateChanged(
            owner=event.pc, group="aspects", name=it.aspect, label=it.text, was="", now="active",
            why="brought along", good=True,
        )  # fmt: skip
    player = state.story.players[event.player]
    if event.xp_earned:
        yield facts.NumberChanged(
            owner=event.player, name="xp_earned", label="XP earned", delta=event.xp_earned,
            now=player.xp_earned, low=0, why="an earlier story",
        )  # fmt: skip
        yield facts.NumberChanged(
            owner=event.player, name="xp_balance", label="XP to spend",
            delta=event.xp_earned - event.xp_spent, now=player.xp_balance, low=0, why="an earlier story",
        )  # fmt: skip
    yield progress(state, event.player)
    yield from towards_an_aspect(state, event.pc)


@tells(say.ExperienceProven)
def _(state: Vele, event: say.ExperienceProven) -> Iterable[Fact]:
    text = f"{event.xp_earned} XP, proven by “{event.story}”" + only_told(event.told)
    yield facts.TextSet(owner=event.pc, field="brought", text=text)
