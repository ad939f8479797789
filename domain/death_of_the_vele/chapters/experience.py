"""Experience and levels (VE-113 to VE-115)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.pools import gain
from domain.death_of_the_vele.house_rules import LevelBasis
from domain.death_of_the_vele.lookup import as_held, player_of, single
from domain.death_of_the_vele.phrases import dice_moved, level_brings, progress, towards_an_aspect
from domain.death_of_the_vele.printed import STEPS_IN_A_LEVEL, XP_STEP, pc_aspect_floor, pc_trait_slots, step_die
from domain.death_of_the_vele.state.table import Bidding
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AspectStatus
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.play import ActStatus, XpReason
from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import must
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Points, Text

chapter = Chapter[Vele]("Experience and levels")


@dataclass(slots=True)
class _Account:
    """One player's XP within a ruling: earned, `apart` of it for no level, spent; `steps` of 20 XP paid out."""

    earned: int
    apart: int
    spent: int
    steps: int


class Awards:
    """XP that people earn and spend in one ruling, in order, with the dice and levels that crossing a step brings.

    Several awards to one player in the same ruling are reckoned one after the other, so that each step of
    20 XP pays once.
    """

    def __init__(self, state: Vele) -> None:
        self._state = state
        self._accounts: dict[str, _Account] = {}
        self.events: list[Event] = []

    def _account(self, player: str) -> _Account:
        if player not in self._accounts:
            it = self._state.story.players[player]
            self._accounts[player] = _Account(it.xp_earned, it.xp_apart, it.xp_spent, it.steps_taken)
        return self._accounts[player]

    def balance(self, player: str) -> int:
        """XP a player can spend, after everything so far."""
        account = self._account(player)
        return account.earned - account.spent

    def give(self, player: str, amount: int, reason: XpReason, source: str = "") -> None:
        """Award XP; nothing is recorded for an award of none."""
        if amount < 1:
            return
        rules = self._state.house_rules
        apart = reason is XpReason.BID_STIPEND and not rules.stipend_counts_for_level
        self.events.append(
            ExperienceAwarded(player=player, amount=amount, reason=reason, source=source, apart=apart)
        )
        account = self._account(player)
        account.earned += amount
        account.apart += amount if apart else 0
        basis = account.earned - account.apart
        if rules.level_basis is LevelBasis.BALANCE:
            basis -= account.spent
        while basis >= (account.steps + 1) * XP_STEP:
            account.steps += 1
            self._step(player, account.steps)

    def _step(self, player: str, step: int) -> None:
        die = step_die(step)
        if die is not None:
            dice = as_held(self._state, single(die))
            threshold = step * XP_STEP
            self.events.append(LevelDieGained(player=player, threshold=threshold, die=die, dice=dice))
            return
        level = 1 + step // STEPS_IN_A_LEVEL
        self.events.append(
            LevelGained(
                player=player,
                level=level,
                aspect_slots=pc_aspect_floor(level) - pc_aspect_floor(level - 1),
                trait_slots=pc_trait_slots(level) - pc_trait_slots(level - 1),
            )
        )

    def spend(self, player: str, amount: int, reason: XpReason, source: str = "") -> None:
        """Take XP off the balance. The rule has looked before that it is there."""
        if amount < 1:
            return
        self._account(player).spent += amount
        self.events.append(ExperienceSpent(player=player, amount=amount, reason=reason, source=source))

    def share(self, narrator: str | None, player: str, amount: int, reason: XpReason, source: str = "") -> None:
        """Give the narrator's share of `player`'s deed: none for one person twice, but by house rule (VE-A33)."""
        if narrator is not None and (narrator != player or self._state.house_rules.narrator_double):
            self.give(narrator, amount, reason, source)


class ExperienceAwarded(Event):
    """A player earned XP. `source` says by what: a component, an aspect, a struggle."""

    type: Literal["death_of_the_vele.experience_awarded.v1"] = "death_of_the_vele.experience_awarded.v1"
    player: Person
    amount: Points
    reason: XpReason
    source: Text = ""
    apart: bool = Field(default=False, description="True when it counts for no level.")


def bidding_of(state: Vele) -> Bidding:
    """The bidding that is going on: the act's, if one is under way, else the story's."""
    if state.act is not None and state.act.status is not ActStatus.ENDED:
        return state.act.bidding
    return state.story.priority


@chapter.applies(ExperienceAwarded)
def _(state: Vele, event: ExperienceAwarded) -> None:
    player = player_of(state, event.player)
    player.xp_earned += event.amount
    player.xp_balance += event.amount
    if event.apart:
        player.xp_apart += event.amount
    if event.reason is XpReason.BID_STIPEND:
        bidding_of(state).stipends.append(event.player)


def xp_changed(player: str, name: str, label: str, delta: int, now: int, why: str) -> Fact:
    """Fact of XP that came or went: by `delta`, to `now`."""
    return facts.NumberChanged(owner=player, name=name, label=label, delta=delta, now=now, low=0, why=why)


XP_FOR = {
    XpReason.BID_STIPEND: "the stipend before a bidding",
    XpReason.PRIORITY_BID: "bid for priority",
    XpReason.INITIATIVE_BID: "bid for initiative",
    XpReason.RETURNING: "an earlier story",
    XpReason.TRAIT_DISABLED: "traits that a story component disabled",
    XpReason.TARGETED_TRAIT_DISABLED: "the trait a story component aimed at, disabled",
    XpReason.STRUGGLE_WON: "a struggle won by a story component",
    XpReason.ASPECT_HIT: "an aspect played to",
    XpReason.ASPECT_HIT_DANGER: "an aspect played to in danger",
    XpReason.ASPECT_BOUGHT_OFF: "an aspect bought off",
    XpReason.OBJECTIVE: "an objective settled",
    XpReason.SPOTLIGHT_SUCCEEDED: "a spotlight that succeeded",
    XpReason.BELOW_AVERAGE: "a d4 trait pushed alone",
    XpReason.TWIST: "a twist",
    XpReason.FOCUS: "a focus narrated",
    XpReason.EXTENDED_FAILURE: "a PC's failure in an extended struggle",
    XpReason.FATE: "fate",
}
"""Reasons for XP as a sheet says them."""


@chapter.tells(ExperienceAwarded, "{player} earns {amount} XP: {reason}")
def _(state: Vele, event: ExperienceAwarded) -> Iterable[Fact]:
    it, why = state.story.players[event.player], XP_FOR[event.reason]
    yield xp_changed(event.player, "xp_earned", "XP earned", event.amount, it.xp_earned, why)
    yield xp_changed(event.player, "xp_balance", "XP to spend", event.amount, it.xp_balance, why)
    yield progress(state, event.player)


class ExperienceSpent(Event):
    """A player paid XP off the balance; what was earned stays earned."""

    type: Literal["death_of_the_vele.experience_spent.v1"] = "death_of_the_vele.experience_spent.v1"
    player: Person
    amount: Points
    reason: XpReason
    source: Text = ""


@chapter.applies(ExperienceSpent)
def _(state: Vele, event: ExperienceSpent) -> None:
    player = player_of(state, event.player)
    player.xp_spent += event.amount
    player.xp_balance -= event.amount
    must(player.xp_balance >= 0, f"{event.player} has too little XP for this")
    scene = state.scene
    if event.reason is XpReason.FATE and scene is not None and scene.open:
        scene.fate_xp_used[event.player] = scene.fate_xp_used.get(event.player, 0) + event.amount


@chapter.tells(ExperienceSpent, "{player} spends {amount} XP: {reason}")
def _(state: Vele, event: ExperienceSpent) -> Iterable[Fact]:
    it = state.story.players[event.player]
    yield xp_changed(event.player, "xp_balance", "XP to spend", -event.amount, it.xp_balance, XP_FOR[event.reason])


class LevelDieGained(Event):
    """A step of 20 XP within a level brought a die (VE-114).

    `threshold`: the XP reached; `dice`: as the pool holds it.
    """

    type: Literal["death_of_the_vele.level_die_gained.v1"] = "death_of_the_vele.level_die_gained.v1"
    player: Person
    threshold: int
    die: Die
    dice: Dice


@chapter.applies(LevelDieGained)
def _(state: Vele, event: LevelDieGained) -> None:
    player = player_of(state, event.player)
    must(event.threshold == (player.steps_taken + 1) * XP_STEP, f"{event.player} is not at {event.threshold} XP")
    player.steps_taken += 1
    home = Home(pool=Pool.CHARACTER, owner=event.player)
    gain(state, home, event.dice)


@chapter.tells(LevelDieGained, "{player} gains a {die} at {threshold} XP")
def _(state: Vele, event: LevelDieGained) -> Iterable[Fact]:
    home = Home(pool=Pool.CHARACTER, owner=event.player)
    yield from dice_moved(state, Home(pool=Pool.BOWL), home, event.dice, f"{event.threshold} XP")
    yield facts.Advanced(owner=event.player, track="level", what=f"a {event.die} for {event.threshold} XP")
    yield progress(state, event.player)


class LevelGained(Event):
    """Another hundred XP brought a level (VE-115). `aspect_slots`, `trait_slots`: how many slots come with it."""

    type: Literal["death_of_the_vele.level_gained.v1"] = "death_of_the_vele.level_gained.v1"
    player: Person
    level: int
    aspect_slots: int
    trait_slots: int


@chapter.applies(LevelGained)
def _(state: Vele, event: LevelGained) -> None:
    player = player_of(state, event.player)
    must(player.steps_taken + 1 == (event.level - 1) * STEPS_IN_A_LEVEL, f"{event.player} is not at this level")
    player.steps_taken += 1
    player.level = event.level
    for slug, it in state.components.items():
        if it.owner == event.player and it.shut_slots:
            it.shut_slots = 0
            it.replaceable = [
                aspect
                for aspect, known in state.aspects.items()
                if known.subject == slug and known.status is AspectStatus.BOUGHT_OFF and not known.replaced
            ]


@chapter.tells(LevelGained, "{player} reaches level {level}")
def _(state: Vele, event: LevelGained) -> Iterable[Fact]:
    gained = level_brings(state, event.player, event.level)
    yield facts.Advanced(owner=event.player, track="level", what=gained)
    yield progress(state, event.player)
    if (pc := state.story.players[event.player].pc) is not None:
        yield from towards_an_aspect(state, pc)
