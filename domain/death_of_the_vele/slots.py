"""Numbers of traits and aspects a component may have (VE-18, VE-28)."""

from domain.death_of_the_vele.house_rules import PcAspects
from domain.death_of_the_vele.printed import (
    LEADER_ASPECTS,
    MEMBER_ASPECTS,
    SLOTS,
    pc_aspect_floor,
    pc_trait_slots,
)
from domain.death_of_the_vele.state.cast import Component
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AspectStatus, Durability, Size


def trait_slots(state: Vele, it: Component) -> int:
    """Trait slots of a component; those of a PC grow with its player's level."""
    if it.size is Size.PC_MAIN:
        return pc_trait_slots(state.story.players[it.owner].level)
    return SLOTS[it.size]


def least_traits(slots: int) -> int:
    """Half the slots, rounded up: what must be bought at once."""
    return (slots + 1) // 2


FIRST_ASPECTS = 2
VALUE_STEP = 10


def aspect_slots(state: Vele, it: Component) -> int:
    """Aspect slots that are open now: those shut by buying off open again at the next level."""
    return max(all_aspect_slots(state, it) - it.shut_slots, 0)


def next_aspect_at(state: Vele, it: Component) -> int | None:
    """The value that brings one more aspect slot; None where value brings none (VE-28)."""
    fixed = it.size is Size.MINION or it.group is not None
    by_level = it.size is Size.PC_MAIN and state.house_rules.pc_aspects is PcAspects.LEVEL
    if fixed or by_level:
        return None
    return VALUE_STEP * (all_aspect_slots(state, it) + 1 - FIRST_ASPECTS)


def slots_by_value(it: Component) -> int:
    """Two aspects, and one more for every ten points."""
    return FIRST_ASPECTS + it.value // VALUE_STEP


def all_aspect_slots(state: Vele, it: Component) -> int:
    """Aspect slots, those shut by buying off among them."""
    if it.size is Size.MINION:
        return 0
    if it.group is not None:
        slots = LEADER_ASPECTS if it.size is Size.MAIN else MEMBER_ASPECTS
    else:
        slots = slots_by_value(it)
        if it.size is Size.PC_MAIN:
            floor = pc_aspect_floor(state.story.players[it.owner].level)
            match state.house_rules.pc_aspects:
                case PcAspects.LARGER:
                    slots = max(slots, floor)
                case PcAspects.LEVEL:
                    slots = floor
                case PcAspects.VALUE:
                    pass
    return slots


def lasting_aspects(state: Vele, subject: str) -> list[str]:
    """The aspects that fill slots: active and permanent."""
    return [
        slug
        for slug, it in state.aspects.items()
        if it.subject == subject and it.status is AspectStatus.ACTIVE and it.durability is Durability.PERMANENT
    ]
