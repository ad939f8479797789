"""Loot, dark hearts, experience: what a raid leaves in the end (WO-37, WO-65)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import GrowthKind, HeartsReason, XpReason

from .common import action_named, living, own, own_or_gm, purse_of, wrong_amount, wrong_reason
from .frame import too_high
from .pools import throw, wrong_count


def roll_loot(state: Underworld, command: ask.RollLoot, asker: Asker, dice: Dice) -> Decision[Event]:
    """WO-37: a die for each loot that was brought home, once."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    loot = state.dungeon.loot
    if not loot:
        return refuse("no_loot")
    if wrong := wrong_count(loot, command.dice):
        return wrong
    fallen = throw(loot, state.house_rules, dice, "the loot")
    if isinstance(fallen, Refusal):
        return fallen
    return [
        say.LootRolled(
            character=command.character,
            dice=loot,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
            description=command.description,
        )
    ]


def take_loot_outcome(state: Underworld, command: ask.TakeLootOutcome, asker: Asker) -> Decision[Event]:
    """WO-37: amounts as the table finds, for one monster at a time."""
    it = own_or_gm(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if not state.sharing_loot:
        return refuse("no_loot")
    events: list[Event] = []
    if command.gold:
        purse = purse_of(state, command.character)
        events.append(say.GoldGained(character=command.character, amount=command.gold, reason="loot", purse=purse))
    have = set(it.items)
    for name in command.items:
        item = slugify(name)
        if not item:
            return refuse("id_empty", name=name)
        if item not in have:
            events.append(say.ItemGained(character=command.character, item=item, name=name, reason="loot"))
            have.add(item)
    if command.dark_hearts:
        events.append(
            say.DarkHeartsGained(
                character=command.character, amount=command.dark_hearts, reason=HeartsReason.REVELRY
            )
        )
    return events or refuse("nothing_taken")


def gain_dark_hearts(state: Underworld, command: ask.GainDarkHearts) -> Decision[Event]:
    """WO-65: by revelry; those for a knell come with it."""
    it = living(state, command.character)
    if isinstance(it, Refusal):
        return it
    if command.reason is not HeartsReason.REVELRY:
        return refuse("bad_reason", reason=command.reason, known=[HeartsReason.REVELRY])
    return wrong_amount(command.amount) or [
        say.DarkHeartsGained(character=command.character, amount=command.amount, reason=command.reason)
    ]


def spend_dark_hearts(state: Underworld, command: ask.SpendDarkHearts, asker: Asker) -> Decision[Event]:
    """What they buy is another chapter's; there must be so many."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := wrong_amount(command.amount):
        return wrong
    if it.dark_hearts < command.amount:
        return refuse("too_few_dark_hearts", need=command.amount, have=it.dark_hearts)
    return [
        say.DarkHeartsSpent(
            character=command.character,
            amount=command.amount,
            reason=command.reason,
            description=command.description,
        )
    ]


def award_xp(state: Underworld, command: ask.AwardXp) -> Decision[Event]:
    """Experience beside WO-05, with a reason."""
    it = living(state, command.character)
    if isinstance(it, Refusal):
        return it
    return (
        wrong_amount(command.amount)
        or wrong_reason(command.why)
        or [
            say.XpEarned(
                character=command.character, amount=command.amount, reason=XpReason.OTHER, why=command.why
            )
        ]
    )


def take_advancement(state: Underworld, command: ask.TakeAdvancement, asker: Asker) -> Decision[Event]:
    """What experience buys and for how much is the table's: a die in an action, an ability, or something else."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    into = slugify(command.what)
    if command.growth is GrowthKind.ACTION:
        action = action_named(command.what)
        if isinstance(action, Refusal):
            return action
        if wrong := too_high(state, it.ratings[action] + 1):
            return wrong
    elif not into:
        return refuse("id_empty", name=command.what)
    elif command.growth is GrowthKind.ABILITY and into in it.abilities:
        return refuse("item_there", character=command.character, item=into)
    if it.xp < command.xp_cost:
        return refuse("too_little_xp", need=command.xp_cost, have=it.xp)
    return [
        say.AdvancementTaken(
            character=command.character,
            growth=command.growth,
            what=command.what,
            into=into,
            xp_cost=command.xp_cost,
            description=command.description,
        )
    ]
