"""Which traits a healing reaches (VE-83)."""

from domain.death_of_the_vele.events import healing as say
from domain.death_of_the_vele.state import Component, Struggle, Vele
from domain.kernel.messages import Event


def damaged(it: Component) -> list[str]:
    """The damaged traits of a component, the smallest first."""
    marked = [slug for slug, trait in it.traits.items() if trait.damage_mark]
    return sorted(marked, key=lambda slug: it.traits[slug].die.points)


def mended(it: Component, slug: str, score: int, most: int) -> list[Event]:
    """VE-83: the smallest first, each using its points; the last one is healed whole; so many at most."""
    events: list[Event] = []
    for trait in damaged(it):
        if score < 1 or len(events) >= most:
            break
        points = min(score, it.traits[trait].die.points)
        events.append(say.TraitHealed(component=slug, trait=trait, points=points))
        score -= points
    return events


def healed_by(state: Vele, struggle: Struggle, actor_result: int, opponent_result: int, score: int) -> list[Event]:
    """What an attempt comes to, and the traits it heals."""
    slug = struggle.subject or ""
    it = state.components[slug]
    paid = it.healing.paid if it.healing is not None else 0
    read = say.HealingRead(
        struggle=struggle.id,
        patient=slug,
        result=actor_result,
        opposition=opponent_result,
        paid=paid,
    )
    won = actor_result > opponent_result
    return [read, *(mended(it, slug, score, paid) if won else [])]
