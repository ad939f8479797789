"""Which rulings may be called in question: those of play, on the current line."""

from domain.kernel.decisions import Refusal, refuse
from domain.kernel.past import Past, PastRuling, RulingForm


def questionable(past: Past, number: int) -> PastRuling | Refusal:
    """The ruling with this number, or why nobody can dispute or overturn it."""
    found = past.ruling(number)
    if found is None:
        return refuse("ruling_unknown", ruling=number)
    if found.form is RulingForm.JOURNAL:
        return refuse("ruling_is_of_the_journal", ruling=number, moment=found.last)
    if found.form is RulingForm.REWIND:
        return refuse("ruling_is_a_rewind", ruling=number, moment=found.last)
    if not found.current:
        successor = past.successor(number)
        now = past.ruling(successor) if successor is not None else None
        where = now.last if now else ""
        return refuse("ruling_abandoned", ruling=number, moment=found.last, successor=successor or "", now=where)
    return found
