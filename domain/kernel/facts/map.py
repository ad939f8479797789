"""Facts about the map: powers and places, and how they stand towards each other."""

from dataclasses import dataclass

from domain.kernel.facts.fact import Fact, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeSet(Fact):
    """A group, place or power is on the map, or changed its weight. `removed` takes it off."""

    node: str
    name: str
    node_kind: str
    weight: int = 1
    group: str = ""
    removed: bool = False

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.node,)

    @property
    def path(self) -> str | None:
        return f"map.{self.node}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationSet(Fact):
    """One node now stands so towards another; `relation` is empty when the tie is cut."""

    source: str
    target: str
    relation: str
    friendly: bool | None = None
    """True for ties that help, False for ties that hurt, None for ties that are neither."""

    @property
    def kind(self) -> Kind:
        return Kind.STORY if self.friendly is None else Kind.GAIN if self.friendly else Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.source, self.target)

    @property
    def path(self) -> str | None:
        return f"map.{self.source}.{self.target}"
