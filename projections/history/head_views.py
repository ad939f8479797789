"""The standing at one position of a line: every view of the head at once, as each audience knows it."""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from pydantic import TypeAdapter

from domain.kernel.facts import Fact
from domain.kernel.people import EVERYONE, GM_ONLY, Audience
from ledger.answers import ToldRecord
from projections.audiences import as_told_to, is_for_all, secrets_in
from projections.projection import Key, Row, Rows
from projections.views.advancement import ADVANCEMENT
from projections.views.relations import NODES, TIES
from projections.views.resources import RESOURCES
from projections.views.roster import MEMBERS, PEOPLE
from projections.views.timeline import DIVIDING, CurrentScene

HEAD: tuple[Rows[Any, Any], ...] = (PEOPLE, MEMBERS, RESOURCES, NODES, TIES, ADVANCEMENT)
"""The projections whose rows are kept for the head."""

_CHANGED_BY: Mapping[type[Fact], tuple[int, ...]] = {
    kind: tuple(index for index, each in enumerate(HEAD) if kind in each.on)
    for kind in {kind for each in HEAD for kind in each.on}
}

_MOVING = frozenset((*_CHANGED_BY, *DIVIDING))
"""The facts after which anything of a standing is another than before."""

Views: TypeAlias = tuple[Mapping[Any, Any], ...]
"""One view for each of `HEAD`, in its order."""


@dataclass(frozen=True, slots=True)
class Known:
    """The clock and the views that one audience knows."""

    clock: CurrentScene
    views: Views

    def view(self, projection: Rows[Key, Row]) -> Mapping[Key, Row]:
        """The view of one of the projections in `HEAD`."""
        return self.views[HEAD.index(projection)]

    def after(self, told: ToldRecord, done: "_Done") -> "Known":
        """The same after one more record, told to the audience as far as it may know it."""
        touched = [index for fact in told.retelling.facts for index in _CHANGED_BY.get(type(fact), ())]
        clock = self.clock.after(told)
        if not touched:
            return self if clock is self.clock else Known(clock, self.views)
        views = list(self.views)
        for index in touched if len(touched) == 1 else set(touched):
            # Most audiences have the same view, and are told the same: it is worked out once and stays the same.
            view = views[index]
            key = index, id(view), id(told)
            if key not in done:
                done[key] = HEAD[index].apply(view, told)
            views[index] = done[key]
        return Known(clock, tuple(views))


_Done: TypeAlias = dict[tuple[int, int, int], Mapping[Any, Any]]
"""Views after one record: by their projection, the view before it and what of the record was told."""

_NOTHING = Known(CurrentScene(), tuple(each.initial for each in HEAD))
_AT_FIRST: Mapping[Audience, Known] = MappingProxyType({EVERYONE: _NOTHING})


@dataclass(frozen=True, slots=True)
class HeadViews:
    """The knowledge of every audience at one position.

    `known` always holds the whole table; another audience is in it from the first thing that it alone learns.
    An audience that is missing knows what the whole table knows.
    """

    position: int = 0
    known: Mapping[Audience, Known] = field(default_factory=lambda: _AT_FIRST)

    def of(self, audience: Audience) -> Known:
        """The knowledge of this audience."""
        return self.known.get(audience) or self.known[EVERYONE]

    def after(self, told: ToldRecord) -> "HeadViews":
        """The standing after one more record of the line."""
        if is_for_all(told.retelling):
            if _MOVING.isdisjoint(map(type, told.retelling.facts)):
                return HeadViews(told.record.position, self.known)  # as most of what is taken in
            done: _Done = {}
            known = {audience: before.after(told, done) for audience, before in self.known.items()}
        else:
            known = self._after_secrets(told)
        same = known.keys() == self.known.keys() and all(known[each] is self.known[each] for each in known)
        return HeadViews(told.record.position, self.known if same else MappingProxyType(known))

    def after_facts(self, position: int, facts: Sequence[Fact]) -> "HeadViews":
        """The standing after records up to this position with these facts, none of them secret or a new scene.

        What `after` would come to for one record after the other; but views are copied once for all of them.
        """
        touched = {index for fact in facts for index in _CHANGED_BY.get(type(fact), ())}
        if not touched:
            return HeadViews(position, self.known)
        done: dict[tuple[int, int], Mapping[Any, Any]] = {}
        known = {}
        for audience, before in self.known.items():
            views = list(before.views)
            for index in touched:
                view = views[index]
                key = index, id(view)
                if key not in done:
                    done[key] = HEAD[index].of_facts(facts, view)
                views[index] = done[key]
            known[audience] = Known(before.clock, tuple(views))
        return HeadViews(position, MappingProxyType(known))

    def _after_secrets(self, told: ToldRecord) -> dict[Audience, Known]:
        """The knowledge of every audience after a record that not all are told alike."""
        known: dict[Audience, Known] = {}
        done: _Done = {}
        heard = []  # what was told to each stays where it is until all have heard it: `done` goes by identity
        for audience in {*self.known, *secrets_in(told.retelling), GM_ONLY}:
            mine = as_told_to(audience, told)
            heard.append(mine)
            before = self.of(audience)
            known[audience] = before if mine is None else before.after(mine, done)
        return known

    def narrower(self) -> Iterator[Audience]:
        """The audiences that know something which the whole table does not, in order."""
        table = self.known[EVERYONE]
        return iter(sorted(each for each, known in self.known.items() if each != EVERYONE and known != table))

    def to_bytes(self) -> bytes:
        """Compressed JSON, the same for the same standing."""
        told = {
            audience: [
                [self.of(audience).clock.session, self.of(audience).clock.scene],
                *(
                    _ADAPTERS[each.name].dump_python([view[key] for key in sorted(view)], mode="json")
                    for each, view in zip(HEAD, self.of(audience).views, strict=True)
                ),
            ]
            for audience in (EVERYONE, *self.narrower())
        }
        text = json.dumps([self.position, told], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return zlib.compress(text.encode())

    @classmethod
    def from_bytes(cls, stored: bytes) -> "HeadViews":
        """The standing in these bytes. Raises `ValueError` or `zlib.error` when they are not one."""
        position, told = json.loads(zlib.decompress(stored))
        known = {
            Audience(audience): Known(
                CurrentScene(*clock),
                tuple(
                    each.of(_ADAPTERS[each.name].validate_python(rows))
                    for each, rows in zip(HEAD, views, strict=True)
                ),
            )
            for audience, (clock, *views) in told.items()
        }
        return cls(position, MappingProxyType(known))


def plain_facts(told: Sequence[ToldRecord]) -> list[Fact] | None:
    """The facts of records that are told to all alike; None where one is secret, or begins or ends a scene."""
    plain = []
    for each in told:
        retelling = each.retelling
        if retelling.audience != EVERYONE:
            return None
        for fact in retelling.facts:
            if fact.audience != EVERYONE or type(fact) in DIVIDING:
                return None
            plain.append(fact)
    return plain


_ADAPTERS: Mapping[str, TypeAdapter[list[Any]]] = {each.name: TypeAdapter(list[each.row]) for each in HEAD}  # type: ignore[name-defined]
