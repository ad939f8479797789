"""Loot, dark hearts, experience: what a raid leaves in the end (WO-37, WO-65)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import GrowthKind, HeartsReason, XpReason

from .common import action_named, living, own, own_or_gm, positive, purse_of, reason_given
from .frame import rating_allowed
from .pools import right_count, throw


def roll_loot(state: Underworld, command: ask.RollLoot, asker: Asker, dice: Dice) -> Events:
    """WO-37: a die for each loot that was brought home, once."""
    own(state, command.character, asker)
    loot = state.dungeon.loot
    need(loot, "no_loot")
    right_count(loot, command.dice)
    fallen = throw(loot, state.house_rules, dice, "the loot")
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


def take_loot_outcome(state: Underworld, command: ask.TakeLootOutcome, asker: Asker) -> Events:
    """WO-37: amounts as the table finds, for one monster at a time."""
    it = own_or_gm(state, command.character, asker)
    need(state.sharing_loot, "no_loot")
    events: list[Event] = []
    if command.gold:
        purse = purse_of(state, command.character)
        events.append(say.GoldGained(character=command.character, amount=command.gold, reason="loot", purse=purse))
    have = set(it.items)
    for name in command.items:
        item = slugify(name)
        need(item, "id_empty", name=name)
        if item not in have:
            events.append(say.ItemGained(character=command.character, item=item, name=name, reason="loot"))
            have.add(item)
    if command.dark_hearts:
        events.append(
            say.DarkHeartsGained(
                character=command.character, amount=command.dark_hearts, reason=HeartsReason.REVELRY
            )
        )
    need(events, "nothing_taken")
    return events


def gain_dark_hearts(state: Underworld, command: ask.GainDarkHearts) -> Events:
    """WO-65: by revelry; those for a knell come with it."""
    living(state, command.character)
    need(command.reason is HeartsReason.REVELRY, "bad_reason", reason=command.reason, known=[HeartsReason.REVELRY])
    positive(command.amount)
    return [say.DarkHeartsGained(character=command.character, amount=command.amount, reason=command.reason)]


def spend_dark_hearts(state: Underworld, command: ask.SpendDarkHearts, asker: Asker) -> Events:
    """What they buy is another chapter's; there must be so many."""
    it = own(state, command.character, asker)
    positive(command.amount)
    need(it.dark_hearts >= command.amount, "too_few_dark_hearts", need=command.amount, have=it.dark_hearts)
    return [
        say.DarkHeartsSpent(
            character=command.character,
            amount=command.amount,
            reason=command.reason,
            description=command.description,
        )
    ]


def award_xp(state: Underworld, command: ask.AwardXp) -> Events:
    """Experience beside WO-05, with a reason."""
    living(state, command.character)
    positive(command.amount)
    reason_given(command.why)
    return [
        say.XpEarned(character=command.character, amount=command.amount, reason=XpReason.OTHER, why=command.why)
    ]


def take_advancement(state: Underworld, command: ask.TakeAdvancement, asker: Asker) -> Events:
    """What experience buys and for how much is the table's: a die in an action, an ability, or something else."""
    it = own(state, command.character, asker)
    into = slugify(command.what)
    if command.growth is GrowthKind.ACTION:
        action = action_named(command.what)
        rating_allowed(state, it.ratings[action] + 1)
    elif not into:
        raise CommandRefused("id_empty", name=command.what)
    elif command.growth is GrowthKind.ABILITY and into in it.abilities:
        raise CommandRefused("item_there", character=command.character, item=into)
    need(it.xp >= command.xp_cost, "too_little_xp", need=command.xp_cost, have=it.xp)
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
