"""What comes of struggles, retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import outcomes as say
from domain.death_of_the_vele.evolve.struggles import table_of
from domain.death_of_the_vele.reckoning import ACTOR, OPPONENT, player_of_component
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import Dice, Home, Pool, Winner
from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.people import EVERYONE, Audience, only
from domain.kernel.terms import PersonId

from .struggles import die
from .telling import dice_moved, sealed, tells, told, words

BOWL = Home(pool=Pool.BOWL)


@tells(say.FatePassed)
def _(state: Vele, event: say.FatePassed) -> Iterable[Fact]:
    yield told("done with fate", "struggle", *main_of(state, event.side))


def main_of(state: Vele, side: str) -> tuple[str, ...]:
    """The main component of a side, if it has one."""
    main = state.struggle.sides[side].main if state.struggle is not None else None
    return (main,) if main is not None else ()


@sealed(say.StruggleDecided)
def _(state: Vele, event: say.StruggleDecided) -> Audience:
    return known_to(state)


def known_to(state: Vele) -> Audience:
    """Who may know how the struggle came out: a hidden roll is its roller's."""
    struggle = state.struggle
    main = struggle.sides[OPPONENT].main if struggle is not None else None
    if struggle is None or struggle.known or main is None:
        return EVERYONE
    return only(PersonId(player_of_component(state, main)))


@tells(say.StruggleDecided)
def _(state: Vele, event: say.StruggleDecided) -> Iterable[Fact]:
    yield from closed(state, event, event.side, known_to(state))


def closed(
    state: Vele, event: say.StruggleDecided | say.HiddenRollRevealed, side: str, audience: Audience
) -> Iterable[Fact]:
    """Who won, by how much."""
    actor, opponent = main_of(state, ACTOR), main_of(state, side)
    result = f"{event.actor_result} against {event.opponent_result}"
    winners, losers = (actor, opponent) if event.winner is Winner.ACTOR else (opponent, actor)
    nobody = event.winner is Winner.NONE
    yield facts.TestClosed(
        test=event.struggle,
        outcome=f"{result}: nobody wins" if nobody else f"{result}: score {event.score}",
        winner=winners[0] if winners and not nobody else None,
        losers=() if nobody else losers,
        audience=audience,
    )


@tells(say.HiddenOutcomeTold)
def _(state: Vele, event: say.HiddenOutcomeTold) -> Iterable[Fact]:
    yield told(event.told or "nothing is said of how it came out", "hidden roll", *main_of(state, OPPONENT))


@tells(say.HiddenRollRevealed)
def _(state: Vele, event: say.HiddenRollRevealed) -> Iterable[Fact]:
    roller = (*main_of(state, OPPONENT), OPPONENT)[0]
    yield facts.DiceRolled(
        roller=roller, purpose="the hidden roll, shown",
        dice=tuple(die(state, n, roll, kept=True) for n, roll in enumerate(event.rolls)), test=event.struggle,
        reads=facts.Reads.HIGHEST, shown=True,
    )  # fmt: skip
    yield from closed(state, event, OPPONENT, EVERYONE)


@tells(say.PowerDiceDiscarded)
def _(state: Vele, event: say.PowerDiceDiscarded) -> Iterable[Fact]:
    yield told(f"power dice are gone: {event.dice.said({})}", "struggle")


@tells(say.WagerLost)
def _(state: Vele, event: say.WagerLost) -> Iterable[Fact]:
    yield told(f"{event.dice.said({})} wagered and lost", "struggle", event.player)


@tells(say.MassWagerLost)
def _(state: Vele, event: say.MassWagerLost) -> Iterable[Fact]:
    yield told(f"the dice pushed are lost: {event.dice.said({})}", "struggle", *main_of(state, ACTOR))


@tells(say.WinningsTaken)
def _(state: Vele, event: say.WinningsTaken) -> Iterable[Fact]:
    yield told(f"winnings: {event.dice.said({})}", "winnings", *(it.component for it in event.quotas))


@tells(say.CopyOfDiceGranted)
def _(state: Vele, event: say.CopyOfDiceGranted) -> Iterable[Fact]:
    yield from dice_moved(state, BOWL, table_of(event.struggle), event.dice, "a like set for another winner")


@tells(say.WinningsUnclaimed)
def _(state: Vele, event: say.WinningsUnclaimed) -> Iterable[Fact]:
    yield from dice_moved(state, table_of(event.struggle), BOWL, event.dice, "nobody to win them")


@tells(say.WinningsDieChosen)
def _(state: Vele, event: say.WinningsDieChosen) -> Iterable[Fact]:
    yield told(f"takes a {event.die}", "winnings", event.component)


@tells(say.StruggleDieReturned)
def _(state: Vele, event: say.StruggleDieReturned) -> Iterable[Fact]:
    yield from dice_moved(state, table_of(event.struggle), event.source, event.dice, "goes home")


@tells(say.BowlFeePaid)
def _(state: Vele, event: say.BowlFeePaid) -> Iterable[Fact]:
    paid = Dice.of((event.fee_die, event.bowl_die) if event.returned else (event.fee_die,))
    yield from dice_moved(state, table_of(event.struggle), BOWL, paid, "fee for a borrowed die")


@tells(say.WinningsKept)
def _(state: Vele, event: say.WinningsKept) -> Iterable[Fact]:
    yield from dice_moved(state, table_of(event.struggle), event.home, event.dice, "won")


@tells(say.ShareSettled)
def _(state: Vele, event: say.ShareSettled) -> Iterable[Fact]:
    yield told("share settled", "winnings", event.component)


@tells(say.BelowAverageClaimed)
def _(state: Vele, event: say.BelowAverageClaimed) -> Iterable[Fact]:
    yield told("relied on a d4 alone", "struggle", event.component)


@tells(say.SpinUsed)
def _(state: Vele, event: say.SpinUsed) -> Iterable[Fact]:
    about = (event.component,) if event.target is None else (event.component, event.target)
    yield told(f"{words(event.use.value)}: {event.text}", "spin", *about)


@tells(say.StruggleCompleted)
def _(state: Vele, event: say.StruggleCompleted) -> Iterable[Fact]:
    yield told("the struggle is finished", "struggle")
