"""Winnings taken and shared out (VE-62)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import in_story, own_component, struggle_decided
from domain.death_of_the_vele.chapters.outcomes.wagers import take_all
from domain.death_of_the_vele.lookup import BOWL, struggle_of, table_of
from domain.death_of_the_vele.phrases import dice_moved, told
from domain.death_of_the_vele.state.struggle import Share, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import (
    ACTOR,
    by_initiative,
    dice_of,
    next_chooser,
    next_settlement,
    player_of_component,
    pushed_by,
)
from domain.death_of_the_vele.terms.cast import Quota
from domain.death_of_the_vele.terms.dice import Dice, Die
from domain.death_of_the_vele.terms.references import ComponentRef
from domain.death_of_the_vele.terms.struggle import Winner
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, ImpossibleHistoryError, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug

chapter = Chapter[Vele](
    "Winnings taken and shared out",
    {
        "nobody_won": "Nobody won; the dice go home.",
        "winnings_gathered": "The winnings lie ready: choose and settle.",
        "nothing_to_win": "All winnings are shared out.",
        "no_winnings": "All these winnings are shared out: there is nothing left to choose from.",
        "no_share": "{component} has no share of these winnings.",
        "quota_full": "{component} has its {quota:?die|dice}: one for each trait it contributed.",
        "not_your_pick": "{component} chooses now.",
        "not_in_winnings": "There is no {die} in the winnings: {dice}.",
    },
)


class TakeWinnings(Command):
    """Gather the winnings: of the next side that lost. A lone winner takes them all.

    Needs:    a decided struggle with dice to be won.
    Refused:  `no_struggle`, `not_decided`, `nobody_won`, `winnings_gathered`, `nothing_to_win`.
    Yields:   `WinningsTaken`, `CopyOfDiceGranted` for a second winner over the same dice,
              `WinningsDieChosen` where nobody has a choice.
    """

    type: Literal["death_of_the_vele.take_winnings"] = "death_of_the_vele.take_winnings"


class CopyOfDiceGranted(Event):
    """A further winner gets a like set of dice from the bowl (VE-82)."""

    type: Literal["death_of_the_vele.copy_of_dice_granted.v1"] = "death_of_the_vele.copy_of_dice_granted.v1"
    struggle: Slug
    player: Person
    dice: Dice


class WinningsTaken(Event):
    """The dice of a losing side were gathered.

    `quotas`: how many each winner may choose, in order (VE-62); `copied`: they are a like set from the bowl, for a
    further winner (VE-82).
    """

    type: Literal["death_of_the_vele.winnings_taken.v1"] = "death_of_the_vele.winnings_taken.v1"
    struggle: Slug
    winner: Slug
    loser: Slug
    dice: Dice
    quotas: tuple[Quota, ...]
    copied: bool = False


class WinningsDieChosen(Event):
    """A winner took a die of the winnings. `rest`: left over after everybody's quota (VE-62)."""

    type: Literal["death_of_the_vele.winnings_die_chosen.v1"] = "death_of_the_vele.winnings_die_chosen.v1"
    struggle: Slug
    component: Slug
    player: Person
    die: Die
    rest: bool = False


@chapter.decides(TakeWinnings)
def take_winnings(state: Vele, command: TakeWinnings, asker: Asker, chance: Chance) -> Events:
    """VE-62: gather the losing side's dice, with quotas by traits contributed, the main winner last."""
    in_story(state, asker)
    struggle = struggle_decided(state)
    need(struggle.winner is not Winner.NONE, "nobody_won")
    need(not struggle.shares, "winnings_gathered")
    sides = found(next_settlement(struggle), "nothing_to_win")
    winner, loser = sides
    side = struggle.sides[winner]
    copied = loser == ACTOR and struggle.actor.taken
    dice = Dice.of(dice_of(struggle.sides[loser], still_there=not copied))
    main = side.main or ""
    quotas = {slug: len(pushed_by(state, side, slug)) for slug in (*side.allies, main)}
    order = [*(slug for slug in by_initiative(state, side.allies) if quotas[slug]), main]
    events: list[Event] = []
    if copied:
        player = player_of_component(state, main)
        events.append(CopyOfDiceGranted(struggle=struggle.id, player=player, dice=dice))
    events.append(
        WinningsTaken(
            struggle=struggle.id,
            winner=winner,
            loser=loser,
            dice=dice,
            quotas=tuple(Quota(component=slug, dice=quotas[slug]) for slug in order),
            copied=copied,
        )
    )
    if order == [main]:
        events += rest_to_main_winner(
            state, struggle, main, sorted(dice.each(), key=lambda die: -die.points), False
        )
    return events


def rest_to_main_winner(
    state: Vele, struggle: Struggle, main: str, dice: list[Die], left_over: bool
) -> list[Event]:
    """Events of dice that go to the main winner without anybody's choice."""
    player = player_of_component(state, main)
    return [
        WinningsDieChosen(struggle=struggle.id, component=main, player=player, die=die, rest=left_over)
        for die in dice
    ]


@chapter.applies(CopyOfDiceGranted)
def _(state: Vele, event: CopyOfDiceGranted) -> None:
    """No change to any pool: the dice come from the bowl, onto the table."""
    must(struggle_of(state).actor.taken, "nobody has won those dice yet")


@chapter.applies(WinningsTaken)
def _(state: Vele, event: WinningsTaken) -> None:
    struggle = struggle_of(state)
    must(next_settlement(struggle) == (event.winner, event.loser) and not struggle.shares, "nothing to take")
    if not event.copied:
        take_all(struggle, event.loser)
    struggle.winnings = sorted(event.dice.each(), key=lambda die: -die.points)
    struggle.shares = {
        it.component: Share(component=it.component, player=player_of_component(state, it.component), quota=it.dice)
        for it in event.quotas
    }


def share_of(struggle: Struggle, component: str) -> Share:
    """The share of a winner; raises where it has none."""
    share = struggle.shares.get(component)
    if share is None:
        raise ImpossibleHistoryError(f"{component} has no share")
    return share


@chapter.applies(WinningsDieChosen)
def _(state: Vele, event: WinningsDieChosen) -> None:
    struggle = struggle_of(state)
    must(event.die in struggle.winnings, f"there is no {event.die} in the winnings")
    struggle.winnings.remove(event.die)
    share_of(struggle, event.component).dice.append(event.die)


@chapter.tells(CopyOfDiceGranted, "{player} gets a like set from the bowl: {dice}")
def _(state: Vele, event: CopyOfDiceGranted) -> Iterable[Fact]:
    yield from dice_moved(state, BOWL, table_of(event.struggle), event.dice, "a like set for another winner")


@chapter.tells(WinningsTaken, "{winner} takes {dice} from {loser}")
def _(state: Vele, event: WinningsTaken) -> Iterable[Fact]:
    yield told(f"winnings: {event.dice.said({})}", "winnings", *(it.component for it in event.quotas))


@chapter.tells(WinningsDieChosen, "{component} takes a {die}")
def _(state: Vele, event: WinningsDieChosen) -> Iterable[Fact]:
    yield told(f"takes a {event.die}", "winnings", event.component)


class ChooseWinningsDie(Command):
    """Take one die of the winnings, in turn; what is left after everybody's quota is the main winner's.

    Needs:    one's turn to choose.
    Refused:  `no_struggle`, `no_winnings`, `component_unknown`, `not_your_component`, `quota_full`,
              `not_your_pick`, `not_in_winnings`, `no_share`.
    Yields:   `WinningsDieChosen`.
    """

    type: Literal["death_of_the_vele.choose_winnings_die"] = "death_of_the_vele.choose_winnings_die"
    component: ComponentRef = Field(title="Who")
    die: Die


@chapter.decides(ChooseWinningsDie)
def choose_winnings_die(state: Vele, command: ChooseWinningsDie, asker: Asker, chance: Chance) -> Events:
    """VE-62: take one die in turn up to the quota; what is left over is the main winner's."""
    in_story(state, asker)
    struggle = struggle_decided(state)
    need(struggle.winnings, "no_winnings")
    own_component(state, command.component, asker)
    share = found(struggle.shares.get(command.component), "no_share", component=command.component)
    need(len(share.dice) < share.quota, "quota_full", component=command.component, quota=share.quota)
    turn = next_chooser(struggle)
    need(turn == command.component, "not_your_pick", component=turn)
    if command.die not in struggle.winnings:
        raise CommandRefused("not_in_winnings", die=command.die, dice=Dice.of(struggle.winnings))
    chosen = WinningsDieChosen(
        struggle=struggle.id, component=command.component, player=asker.person, die=command.die
    )
    left = list(struggle.winnings)
    left.remove(command.die)
    missing = sum(each.quota - len(each.dice) for each in struggle.shares.values()) - 1
    main = list(struggle.shares)[-1]
    return [chosen, *(rest_to_main_winner(state, struggle, main, left, True) if missing < 1 else [])]
