"""Experience as it comes and goes in one ruling, with the dice and levels it brings (VE-113 to VE-115)."""

from dataclasses import dataclass

from domain.death_of_the_vele.events import experience as say
from domain.death_of_the_vele.house_rules import LevelBasis
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.tables import (
    STEPS_IN_A_LEVEL,
    XP_STEP,
    pc_aspect_floor,
    pc_trait_slots,
    step_die,
)
from domain.death_of_the_vele.terms import XpReason
from domain.kernel.messages import Event

from .pools import as_held, single


@dataclass(slots=True)
class _Account:
    earned: int
    apart: int
    spent: int
    steps: int


class Awards:
    """What people earn and spend in one ruling, in order, with what crossing a step brings.

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
        """What a player can spend, after everything so far."""
        account = self._account(player)
        return account.earned - account.spent

    def give(self, player: str, amount: int, reason: XpReason, source: str = "") -> None:
        """Award XP; nothing is recorded for an award of none."""
        if amount < 1:
            return
        rules = self._state.house_rules
        apart = reason is XpReason.BID_STIPEND and not rules.stipend_counts_for_level
        self.events.append(
            say.ExperienceAwarded(player=player, amount=amount, reason=reason, source=source, apart=apart)
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
            self.events.append(say.LevelDieGained(player=player, threshold=threshold, die=die, dice=dice))
            return
        level = 1 + step // STEPS_IN_A_LEVEL
        self.events.append(
            say.LevelGained(
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
        self.events.append(say.ExperienceSpent(player=player, amount=amount, reason=reason, source=source))

    def share(self, narrator: str | None, player: str, amount: int, reason: XpReason, source: str = "") -> None:
        """The narrator's share of a deed of `player`'s: none for one person twice, but by house rule (VE-A33)."""
        if narrator is not None and (narrator != player or self._state.house_rules.narrator_double):
            self.give(narrator, amount, reason, source)
