"""The words for what is on the table: components, their traits, abilities and aspects."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.terms import Name, Slug

from .dice import Die
from .references import NewThing


class Size(StrEnum):
    """The size of a component (VE-18)."""

    MINION = "minion"
    NORMAL = "normal"
    MAIN = "main"
    PC_MAIN = "pc_main"


class ComponentKind(StrEnum):
    """Kind of component, by the dice it lives on."""

    PC = "pc"
    STORY = "story"
    TEMPORARY = "temporary"
    """Made by a narrator from the bowl."""
    VIRTUAL = "virtual"
    """Mentioned, without numbers."""


class ComponentStatus(StrEnum):
    """State of a component: only an active one can act."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    TAKEN_OUT = "taken_out"
    DESTROYED = "destroyed"
    EXPIRED = "expired"


class Mode(StrEnum):
    """The way a component acts."""

    AUTONOMOUS = "autonomous"
    ATTACHED = "attached"


class TraitKind(StrEnum):
    """An optional mark on a trait."""

    PHYSICAL = "p"
    MENTAL = "m"
    SOCIAL = "s"
    NONE = "none"


class Nature(StrEnum):
    """The nature of a component, born or made, as far as ruche goes (VE-118, VE-119)."""

    ORDINARY = "ordinary"
    MANIPULATOR = "ruche_manipulator"
    MUTANT = "ruche_mutant"
    SMITH = "machine_smith"
    VELE = "vele"
    VERMINITE = "verminite"

    @property
    def beyond_others(self) -> bool:
        """True if it is so powerful that rules of dice touch it only where it holds back."""
        return self in (Nature.VELE, Nature.VERMINITE)

    @property
    def has_domain(self) -> bool:
        """True if it may have mastered a whole domain of ruche."""
        return self in (Nature.MANIPULATOR, Nature.VELE)

    @property
    def has_techniques(self) -> bool:
        """True if it may have learned single techniques of ruche."""
        return self.has_domain or self in (Nature.MUTANT, Nature.SMITH)


class RucheGrade(StrEnum):
    """The grade of ruche manipulation that a trait is (VE-119)."""

    DOMAIN = "domain"
    TECHNIQUE = "technique"


class Justification(StrEnum):
    """The reason why a PC component can be had in the middle of an act (VE-30)."""

    THING_YOU_NEED = "thing_you_need"
    FOUND = "found"
    TRAIT = "trait"
    SETUP = "setup"


class Effect(StrEnum):
    """The effects an ability may have (VE-89 to VE-105)."""

    POWER_ATTACK = "power_attack"
    POWER_DEFENSE = "power_defense"
    LETHAL = "lethal"
    FINESSE = "finesse"
    AUTO_FINESSE = "auto_finesse"
    MOVE = "move"
    RANGE = "range"
    BLOCK = "block"
    AUTO_BLOCK = "auto_block"
    CHAIN = "chain"
    REFLECTIVE = "reflective"
    AREA = "area"
    SELECTIVE_AREA = "selective_area"
    HEAL = "heal"
    FICTION = "fiction"
    CREATE = "create"

    @property
    def takes_in_many(self) -> bool:
        """True if it makes a struggle one against many (VE-82)."""
        return self in (Effect.AREA, Effect.SELECTIVE_AREA)


class AttackMode(StrEnum):
    """The kind of marks that an attack leaves."""

    DAMAGE = "damage"
    CONTROL = "control"


class AttachCost(StrEnum):
    """The price of attaching, or detaching (VE-29)."""

    ACTION = "action"
    FATE = "fate"
    SETUP = "setup"


class Origin(StrEnum):
    """The origin of an aspect."""

    START = "start"
    MANEUVER = "maneuver"
    ASSESSMENT = "assessment"
    DECLARATION = "declaration"
    FICTION = "fiction"


class Durability(StrEnum):
    """The time for which an aspect lasts."""

    PERMANENT = "permanent"
    FRAGILE = "fragile"
    STICKY = "sticky"


class AspectStatus(StrEnum):
    """State of an aspect: only an active one still counts."""

    ACTIVE = "active"
    BOUGHT_OFF = "bought_off"
    EXPIRED = "expired"


class Part(BaseModel):
    """A small shape inside a message."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TraitPrinted(Part):
    """A trait as it is bought. `id` follows from the name when left out."""

    name: Name
    die: Die
    is_focus: bool = False
    trait_kind: TraitKind = TraitKind.NONE
    id: NewThing | None = None


class TraitMade(Part):
    """A trait as it came into the story without being bought."""

    trait: Slug
    name: Name
    die: Die
    is_focus: bool = False
    trait_kind: TraitKind = TraitKind.NONE


class AspectWritten(Part):
    """An aspect as somebody brought it, under the id it has from now on."""

    aspect: Slug
    text: Name


class Quota(Part):
    """The number of dice of the winnings a component may choose."""

    component: Slug
    dice: int


class Wound(Part):
    """A damaged trait that resists being healed."""

    trait: Slug
    die: Die


class EffectPrinted(Part):
    """One effect of an ability, with its size."""

    effect: Effect
    size: Die = Field(description="Its die: d4 costs 1 point, d12 costs 5.")
