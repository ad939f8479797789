"""The part of a record that a viewer may know: records are retold to an audience without what is not for it.

Whoever looks belongs to one of three: the whole table, one person at it, or the GM. Read models are folded for
each of them from what that audience may know, so that nothing secret has to be taken out of a view afterwards.
What two people may know is told to each of the two.
"""

from dataclasses import replace

from domain.kernel.facts import Fact, Retelling
from domain.kernel.people import EVERYONE, GM_ONLY, Audience, Viewer, narrower, only, parts_of
from ledger.answers import ToldRecord


def audience_of(viewer: Viewer | None) -> Audience:
    """The audience a viewer looks with. Without a viewer: what the whole table knows."""
    if viewer is None:
        return EVERYONE
    return GM_ONLY if viewer.is_gm else only(viewer.person)


def knows(audience: Audience, of: Audience) -> bool:
    """True if somebody who looks with `audience` may know what is meant for `of`."""
    return of == EVERYONE or audience in (of, GM_ONLY) or audience in parts_of(of)


def secrets_in(retelling: Retelling) -> set[Audience]:
    """The audiences that learn something here which the whole table does not."""
    if is_for_all(retelling):
        return set()
    audiences = {narrower(retelling.audience, fact.audience) for fact in retelling.facts}
    return {part for it in (audiences | {retelling.audience}) - {EVERYONE} for part in parts_of(it)}


def is_for_all(retelling: Retelling) -> bool:
    """True if nothing in a record is secret, as in most."""
    if retelling.audience != EVERYONE:
        return False
    for fact in retelling.facts:  # noqa: SIM110 - asked of every record for every audience: a loop is quicker
        if fact.audience != EVERYONE:
            return False
    return True


def as_told_to(audience: Audience, told: ToldRecord) -> ToldRecord | None:
    """The record as this audience may know it: only its own facts; None if it may not know of it at all."""
    retelling = told.retelling
    if audience == GM_ONLY or is_for_all(retelling):
        return told
    if not knows(audience, retelling.audience):
        return None

    def mine(fact: Fact) -> bool:
        return knows(audience, narrower(retelling.audience, fact.audience))

    if all(mine(fact) for fact in retelling.facts):
        return told
    return ToldRecord(told.record, replace(retelling, facts=tuple(filter(mine, retelling.facts))))
