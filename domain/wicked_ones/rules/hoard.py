"""Possessions: gold, items, minions, rooms, prisoners (WO-09, WO-10, and what later chapters define)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import MinionPack, Underworld, asked_id
from domain.wicked_ones.terms import DefenseSource, PackStatus

from .common import affordable, free_id, living, own, positive, purse_of
from .frame import defense_id
from .pools import throw


def spend_gold(state: Underworld, command: ask.SpendGold, asker: Asker) -> Events:
    """WO-10: never below none."""
    own(state, command.character, asker)
    positive(command.amount)
    affordable(state, command.character, command.amount)
    return [paid(state, command.character, command.amount, command.reason, command.description)]


def paid(state: Underworld, character: str, amount: int, reason: str, description: str) -> say.GoldSpent:
    """Gold that a monster pays."""
    return say.GoldSpent(
        character=CharacterId(character),
        amount=amount,
        reason=reason,
        purse=purse_of(state, character),
        description=description,
    )


def gain_gold(state: Underworld, command: ask.GainGold) -> Events:
    """WO-10: what comes in."""
    living(state, command.character)
    positive(command.amount)
    return [
        say.GoldGained(
            character=command.character,
            amount=command.amount,
            reason=command.reason,
            purse=purse_of(state, command.character),
        )
    ]


def gain_item(state: Underworld, command: ask.GainItem) -> Events:
    """Something to carry."""
    it = living(state, command.character)
    item = slugify(command.name)
    need(item, "id_empty", name=command.name)
    need(item not in it.items, "item_there", character=command.character, item=item)
    return [say.ItemGained(character=command.character, item=item, name=command.name, reason=command.reason)]


def recruit_minions(state: Underworld, command: ask.RecruitMinions, asker: Asker) -> Events:
    """WO-09: a hoard carries one pack, or what the house says."""
    own(state, command.character, asker)
    most = state.house_rules.packs_per_character
    have = [slug for slug, pack in state.packs.items() if pack.owner == command.character and active(pack)]
    need(len(have) < most, "pack_exists", character=command.character, packs=have, most=most)
    affordable(state, command.character, command.gold)
    slug = free_id(state, command.name, command.id)
    recruited = say.MinionsRecruited(
        pack=slug,
        owner=command.character,
        name=command.name,
        gold=command.gold,
        notes=command.notes,
        description=command.description,
    )
    if not command.gold:
        return [recruited]
    return [recruited, paid(state, command.character, command.gold, "minions", command.description)]


def active(pack: MinionPack) -> bool:
    """Whether a pack is still there."""
    return pack.status is PackStatus.ACTIVE


def act_with_minions(state: Underworld, command: ask.ActWithMinions, asker: Asker, dice: Dice) -> Events:
    """How minions roll is another chapter's: so many dice, read as ever."""
    pack = state.packs.get(command.pack)
    if pack is None or not active(pack):
        raise CommandRefused("pack_missing", pack=command.pack)
    if not asker.is_gm and state.characters[pack.owner].player != asker.person:
        raise CommandRefused("not_your_character", character=pack.owner)
    fallen = throw(command.dice, state.house_rules, dice, pack.name)
    return [
        say.MinionsActed(
            pack=command.pack,
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
            description=command.description,
        )
    ]


def lose_minions(state: Underworld, command: ask.LoseMinions) -> Events:
    """A pack is gone."""
    pack = state.packs.get(command.pack)
    if pack is None or not active(pack):
        raise CommandRefused("pack_missing", pack=command.pack)
    return [say.MinionsLost(pack=command.pack, why=command.why)]


def build_room(state: Underworld, command: ask.BuildRoom, asker: Asker) -> Events:
    """A room, at the price the table settled."""
    own(state, command.character, asker)
    affordable(state, command.character, command.cost)
    slug = free_id(state, command.name, command.id)
    built = say.RoomBuilt(
        room=slug,
        name=command.name,
        by=command.character,
        cost=command.cost,
        description=command.description,
    )
    if not command.cost:
        return [built]
    return [built, paid(state, command.character, command.cost, "a room", command.description)]


def use_room(state: Underworld, command: ask.UseRoom, asker: Asker) -> Events:
    """What the room does is the table's business."""
    own(state, command.character, asker)
    need(command.room in state.dungeon.rooms, "room_missing", room=command.room)
    return [say.RoomUsed(room=command.room, character=command.character, description=command.description)]


def take_prisoner(state: Underworld, command: ask.TakePrisoner) -> Events:
    """Somebody for the cells."""
    slug = free_id(state, command.name, command.id)
    return [say.PrisonerTaken(prisoner=slug, name=command.name, how=command.how)]


def break_prisoner(state: Underworld, command: ask.BreakPrisoner) -> Events:
    """Nothing left to keep back."""
    prisoner = state.dungeon.prisoners.get(command.prisoner)
    if prisoner is None or prisoner.broken:
        raise CommandRefused("prisoner_missing", prisoner=command.prisoner)
    return [say.PrisonerBroken(prisoner=command.prisoner, text=command.text)]


def craft_item(state: Underworld, command: ask.CraftItem, asker: Asker) -> Events:
    """How crafting goes is another chapter's; the price it may ask is paid by choice (WO-54)."""
    own(state, command.character, asker)
    if command.roll is not None and command.roll not in state.rolls:
        raise CommandRefused("roll_unknown", roll=command.roll)
    tried = say.CraftAttempted(
        character=command.character, item=command.item, roll=command.roll, description=command.description
    )
    if command.cost is None:
        return [tried]
    cost = asked_id(state, "cost", command.id)
    why = f"crafting: {command.item}"
    return [tried, say.CostDemanded(cost=cost, character=command.character, severity=command.cost, why=why)]


def gain_defense(state: Underworld, command: ask.GainDefense) -> Events:
    """WO-62: one from gear, which everybody has; others from elsewhere."""
    living(state, command.character)
    need(slugify(command.defense_type), "defense_missing", defense=command.defense_type)
    need(command.source is not DefenseSource.GEAR, "second_gear_defense", character=command.character)
    return [
        say.DefenseGained(
            defense=defense_id(state, command.character, command.defense_type),
            character=command.character,
            defense_type=command.defense_type.strip(),
            source=command.source,
        )
    ]
