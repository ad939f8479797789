"""Components with their traits, abilities and aspects; and groups."""

from dataclasses import dataclass, field

from domain.death_of_the_vele.terms.cast import (
    AspectStatus,
    ComponentKind,
    ComponentStatus,
    Durability,
    Effect,
    Nature,
    Origin,
    RucheGrade,
    Size,
    TraitKind,
)
from domain.death_of_the_vele.terms.dice import Die

from .dice import DiceBag


@dataclass(slots=True)
class Trait:
    """A named competence with a die."""

    name: str
    die: Die
    is_focus: bool = False
    trait_kind: TraitKind = TraitKind.NONE
    active: bool = True
    """Paid for in this act."""
    left_inactive: bool = False
    """True if its player chose not to pay for it in this act."""
    damage_mark: bool = False
    control_marks: list[str] = field(default_factory=list)
    """Components whose attacks marked it."""
    connected_to: str | None = None
    """A player whose PC it is tied to."""
    ruche: RucheGrade | None = None
    """The grade of ruche manipulation that it is."""

    @property
    def usable(self) -> bool:
        """Paid for, not damaged, under nobody's control."""
        return self.active and not self.damage_mark and not self.control_marks


@dataclass(slots=True)
class AbilityEffect:
    """One effect of an ability."""

    effect: Effect
    size: Die


@dataclass(slots=True)
class Ability:
    """A permission, tied to one trait, to pay dice for effects."""

    name: str
    trait: str
    effects: list[AbilityEffect]
    active: bool = True
    """Backed by dice in this act."""

    @property
    def price(self) -> int:
        """Points to allocate for it."""
        return sum(it.size.points for it in self.effects)


@dataclass(slots=True)
class HealingAttempt:
    """The treatment of a patient: what the healers' and the wounds' dice came to, and for how many traits."""

    struggle: str
    result: int
    opposition: int
    paid: int
    used: int = 0
    """Points of the score that healing has used up."""
    beside_dice: int = 0
    """Bonuses less difficulties of the healers, which hold for the die of whoever joins them as well."""
    healed: list[str] = field(default_factory=list)
    healers: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Component:
    """Anything that can act, or be acted on, with traits."""

    name: str
    owner: str
    size: Size
    kind: ComponentKind
    concept: str = ""
    nature: Nature = Nature.ORDINARY
    held_back: str = ""
    """The reason why a Vele or a Verminite acts on the level of the others; empty, no rule of dice touches it."""
    controller: str = ""
    """The player who decides for it: its owner, unless somebody took control."""
    played_by: str | None = None
    """Another player who plays it for now (VE-31, VE-46)."""
    plays_on: str | None = None
    """Id of the player whose dice that player uses."""
    group: str | None = None
    one_shot: bool = False
    used: bool = False
    used_in: str | None = None
    """The struggle a one-shot was used in; it expires when that is finished."""
    traits: dict[str, Trait] = field(default_factory=dict)
    abilities: dict[str, Ability] = field(default_factory=dict)
    shut_slots: int = 0
    """Aspect slots shut by buying off, until the next level."""
    aspects_bought_off: int = 0
    """Number of them in the whole story, for whoever reads the state: rules go by the shut slots."""
    attached_to: list[str] = field(default_factory=list)
    zone: str | None = None
    place: str | None = None
    """Its place on the map of the act."""
    allocated_total: int = 0
    allocated: DiceBag = field(default_factory=DiceBag)
    status: ComponentStatus = ComponentStatus.ACTIVE
    healing_used_in: str | None = None
    """The window in which it was last treated (VE-83)."""
    replaceable: list[str] = field(default_factory=list)
    """Aspects bought off that may be replaced since the last new level."""
    replenished_in: int | None = None
    """The closed scene after which it last took dice (VE-45)."""
    healing: HealingAttempt | None = None
    """The last attempt, which later healers join."""
    controlled_by: str | None = None
    """The component that controls it until the scene ends (VE-76)."""
    taken_out_by: str | None = None
    """The component whose side took it out (VE-75)."""
    bonus_of: str | None = None
    scene_long: bool = False
    """Expires when the scene closes (Create)."""

    @property
    def beyond_dice(self) -> bool:
        """True if no rule of dice touches it (VE-118)."""
        return self.nature.beyond_others and not self.held_back

    @property
    def value(self) -> int:
        """Points of its traits, and what was allocated for its abilities (VE-28)."""
        return sum(trait.die.points for trait in self.traits.values()) + self.allocated_total

    def damage_cleared(self) -> None:
        """Clear every mark of damage and control from all traits."""
        for trait in self.traits.values():
            trait.damage_mark = False
            trait.control_marks = []

    @property
    def focus(self) -> str | None:
        """Its focus trait, if it has one."""
        return next((slug for slug, trait in self.traits.items() if trait.is_focus), None)

    @property
    def present(self) -> bool:
        """True if it is still in the story as something that can suffer or act."""
        return self.status in (ComponentStatus.ACTIVE, ComponentStatus.TAKEN_OUT)


@dataclass(slots=True)
class Aspect:
    """A phrase about something. `subject` is a component, a group, a place, or `scene` or `story`."""

    text: str
    subject: str
    origin: Origin
    durability: Durability = Durability.PERMANENT
    free_tag: bool = False
    negative: bool = False
    status: AspectStatus = AspectStatus.ACTIVE
    replaced: bool = False
    """Bought off, and another stands in its place."""
    creator: str | None = None
    """The component, or player, who placed it."""
    connected_to: str | None = None
    """A player whose PC it is tied to."""
    expires_after: int | None = None
    """For a fragile one under initiative: how many turns its creator has still to end."""
    scene: int | None = None
    """The scene it belongs to, when it ends with one."""


@dataclass(slots=True)
class Connection:
    """The tie of a player's PC to a group: by a trait, an aspect, or both."""

    trait: str | None
    """`component.trait`."""
    aspect: str | None


@dataclass(slots=True)
class Group:
    """Story components of one player. `handed_out`: members by who plays them for now; `place`: on the map."""

    name: str
    owner: str
    leader: str | None = None
    members: list[str] = field(default_factory=list)
    group_dice: DiceBag = field(default_factory=DiceBag)
    connected_by: dict[str, Connection] = field(default_factory=dict)
    spotlight: str | None = None
    handed_out: dict[str, str] = field(default_factory=dict)
    place: str | None = None
    active: bool = True
    """False once its act is over."""
