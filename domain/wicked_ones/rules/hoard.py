"""Possessions: gold, items, minions, rooms, prisoners (WO-09, WO-10, and what later chapters define)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import MinionPack, Underworld, asked_id
from domain.wicked_ones.terms import DefenseSource, PackStatus

from .common import free_id, living, own, purse_of, too_poor, wrong_amount
from .frame import defense_id
from .pools import throw


def spend_gold(state: Underworld, command: ask.SpendGold, asker: Asker) -> Decision[Event]:
    """WO-10: never below none."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    wrong = wrong_amount(command.amount) or too_poor(state, command.character, command.amount)
    return wrong or [paid(state, command.character, command.amount, command.reason, command.description)]


def paid(state: Underworld, character: str, amount: int, reason: str, description: str) -> say.GoldSpent:
    """Gold that a monster pays."""
    return say.GoldSpent(
        character=CharacterId(character),
        amount=amount,
        reason=reason,
        purse=purse_of(state, character),
        description=description,
    )


def gain_gold(state: Underworld, command: ask.GainGold) -> Decision[Event]:
    """WO-10: what comes in."""
    it = living(state, command.character)
    if isinstance(it, Refusal):
        return it
    return wrong_amount(command.amount) or [
        say.GoldGained(
            character=command.character,
            amount=command.amount,
            reason=command.reason,
            purse=purse_of(state, command.character),
        )
    ]


def gain_item(state: Underworld, command: ask.GainItem) -> Decision[Event]:
    """Something to carry."""
    it = living(state, command.character)
    if isinstance(it, Refusal):
        return it
    item = slugify(command.name)
    if not item:
        return refuse("id_empty", name=command.name)
    if item in it.items:
        return refuse("item_there", character=command.character, item=item)
    return [say.ItemGained(character=command.character, item=item, name=command.name, reason=command.reason)]


def recruit_minions(state: Underworld, command: ask.RecruitMinions, asker: Asker) -> Decision[Event]:
    """WO-09: a hoard carries one pack, or what the house says."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    most = state.house_rules.packs_per_character
    have = [slug for slug, pack in state.packs.items() if pack.owner == command.character and active(pack)]
    if len(have) >= most:
        return refuse("pack_exists", character=command.character, packs=have, most=most)
    if wrong := too_poor(state, command.character, command.gold):
        return wrong
    slug = free_id(state, command.name, command.id)
    if isinstance(slug, Refusal):
        return slug
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


def act_with_minions(state: Underworld, command: ask.ActWithMinions, asker: Asker, dice: Dice) -> Decision[Event]:
    """How minions roll is another chapter's: so many dice, read as ever."""
    pack = state.packs.get(command.pack)
    if pack is None or not active(pack):
        return refuse("pack_missing", pack=command.pack)
    if not asker.is_gm and state.characters[pack.owner].player != asker.person:
        return refuse("not_your_character", character=pack.owner)
    fallen = throw(command.dice, state.house_rules, dice, pack.name)
    if isinstance(fallen, Refusal):
        return fallen
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


def lose_minions(state: Underworld, command: ask.LoseMinions) -> Decision[Event]:
    """A pack is gone."""
    pack = state.packs.get(command.pack)
    if pack is None or not active(pack):
        return refuse("pack_missing", pack=command.pack)
    return [say.MinionsLost(pack=command.pack, why=command.why)]


def build_room(state: Underworld, command: ask.BuildRoom, asker: Asker) -> Decision[Event]:
    """A room, at the price the table settled."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := too_poor(state, command.character, command.cost):
        return wrong
    slug = free_id(state, command.name, command.id)
    if isinstance(slug, Refusal):
        return slug
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


def use_room(state: Underworld, command: ask.UseRoom, asker: Asker) -> Decision[Event]:
    """What the room does is the table's business."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if command.room not in state.dungeon.rooms:
        return refuse("room_missing", room=command.room)
    return [say.RoomUsed(room=command.room, character=command.character, description=command.description)]


def take_prisoner(state: Underworld, command: ask.TakePrisoner) -> Decision[Event]:
    """Somebody for the cells."""
    slug = free_id(state, command.name, command.id)
    if isinstance(slug, Refusal):
        return slug
    return [say.PrisonerTaken(prisoner=slug, name=command.name, how=command.how)]


def break_prisoner(state: Underworld, command: ask.BreakPrisoner) -> Decision[Event]:
    """Nothing left to keep back."""
    prisoner = state.dungeon.prisoners.get(command.prisoner)
    if prisoner is None or prisoner.broken:
        return refuse("prisoner_missing", prisoner=command.prisoner)
    return [say.PrisonerBroken(prisoner=command.prisoner, text=command.text)]


def craft_item(state: Underworld, command: ask.CraftItem, asker: Asker) -> Decision[Event]:
    """How crafting goes is another chapter's; the price it may ask is paid by choice (WO-54)."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if command.roll is not None and command.roll not in state.rolls:
        return refuse("roll_unknown", roll=command.roll)
    tried = say.CraftAttempted(
        character=command.character, item=command.item, roll=command.roll, description=command.description
    )
    if command.cost is None:
        return [tried]
    cost = asked_id(state, "cost", command.id)
    why = f"crafting: {command.item}"
    return [tried, say.CostDemanded(cost=cost, character=command.character, severity=command.cost, why=why)]


def gain_defense(state: Underworld, command: ask.GainDefense) -> Decision[Event]:
    """WO-62: one from gear, which everybody has; others from elsewhere."""
    it = living(state, command.character)
    if isinstance(it, Refusal):
        return it
    if not slugify(command.defense_type):
        return refuse("defense_missing", defense=command.defense_type)
    if command.source is DefenseSource.GEAR:
        return refuse("second_gear_defense", character=command.character)
    return [
        say.DefenseGained(
            defense=defense_id(state, command.character, command.defense_type),
            character=command.character,
            defense_type=command.defense_type.strip(),
            source=command.source,
        )
    ]
