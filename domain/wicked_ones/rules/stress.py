"""Stress, going feral, dark impulses, and what a segment buys (WO-14 to WO-20)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld, WickedOne, asked_id
from domain.wicked_ones.terms import STRESS_SEGMENTS, StressReason

from .common import living, open_scene, own

SPENT_BY_HAND = (StressReason.ABILITY, StressReason.FLASHBACK, StressReason.TEAM_UP, StressReason.MAGIC_ITEM)


def spent(it: WickedOne, character: str, amount: int, reason: StressReason, *, dying: bool = False) -> list[Event]:
    """WO-14, WO-16: fill segments; what finds no room is lost, and the last one lets the beast out.

    Who dies of it does not go feral any more.
    """
    filled = min(amount, it.stress_left)
    events: list[Event] = [
        say.StressSpent(character=CharacterId(character), amount=filled, lost=amount - filled, reason=reason)
    ]
    if it.stress + filled == STRESS_SEGMENTS and not it.feral and not dying:
        events.append(say.WentFeral(character=CharacterId(character), by=reason))
    return events


def cleared(it: WickedOne, character: str, amount: int, reason: StressReason) -> say.StressCleared:
    """WO-15: empty segments, never below none."""
    return say.StressCleared(character=CharacterId(character), amount=min(amount, it.stress), reason=reason)


def segment_left(it: WickedOne, character: str) -> None:
    """WO-A3: a segment is left to be spent."""
    need(it.stress_left, "no_stress_left", character=character, segments=STRESS_SEGMENTS)


def spend_stress(state: Underworld, command: ask.SpendStress, asker: Asker) -> Events:
    """WO-14: one segment for one of the listed uses."""
    it = own(state, command.character, asker)
    need(command.reason in SPENT_BY_HAND, "bad_reason", reason=command.reason, known=list(SPENT_BY_HAND))
    segment_left(it, command.character)
    return spent(it, command.character, 1, command.reason)


def clear_stress(state: Underworld, command: ask.ClearStress, asker: Asker) -> Events:
    """WO-15: by an ability; recovery and critical resistance come by themselves."""
    it = own(state, command.character, asker)
    need(command.reason is not StressReason.RECOVERY, "already_recovered", came=state.cycle_no)
    need(command.reason is StressReason.ABILITY, "bad_reason", reason=command.reason, known=[StressReason.ABILITY])
    owned(it, command.character, command.ability or "")
    if command.amount != 1 and not command.note.strip():
        raise CommandRefused("amount_without_note", usual=1, given=command.amount)
    return [cleared(it, command.character, command.amount, command.reason)]


def owned(it: WickedOne, character: str, name: str) -> None:
    """WO-20: this is an ability or an item of the monster."""
    slug = slugify(name)
    need(slug in it.abilities or slug in it.items, "ability_not_owned", character=character, ability=name)


def end_feral(state: Underworld, command: ask.EndFeral) -> Events:
    """WO-16: before the next recovery, by the GM's word."""
    it = living(state, command.character)
    need(it.feral, "not_feral", character=command.character)
    return [say.FeralEnded(character=command.character, how=command.how)]


def compel_impulse(state: Underworld, command: ask.CompelImpulse) -> Events:
    """WO-17: one push at a time."""
    it = living(state, command.character)
    for slug, compel in state.compels.items():
        need(compel.character != command.character, "compelled_already", character=command.character, compel=slug)
    act = command.act.strip() or it.dark_impulse
    return [
        say.ImpulseCompelled(compel=asked_id(state, "compel", command.id), character=command.character, act=act)
    ]


def suppress_impulse(state: Underworld, command: ask.SuppressImpulse, asker: Asker) -> Events:
    """WO-17: for one segment."""
    it = pushed(state, command.compel, asker)
    character = state.compels[command.compel].character
    held = say.ImpulseSuppressed(
        compel=command.compel, character=CharacterId(character), description=command.description
    )
    segment_left(it, character)
    return [held, *spent(it, character, 1, StressReason.SUPPRESS_IMPULSE)]


def follow_impulse(state: Underworld, command: ask.FollowImpulse, asker: Asker) -> Events:
    """WO-17: for nothing."""
    pushed(state, command.compel, asker)
    character = CharacterId(state.compels[command.compel].character)
    return [say.ImpulseFollowed(compel=command.compel, character=character, description=command.description)]


def pushed(state: Underworld, compel: str, asker: Asker) -> WickedOne:
    """One's own monster that this impulse pushes."""
    it = found(state.compels.get(compel), "compel_unknown", compel=compel)
    return own(state, it.character, asker)


def flashback(state: Underworld, command: ask.Flashback, asker: Asker) -> Events:
    """WO-18: within a scene, for one segment."""
    it = own(state, command.character, asker)
    open_scene(state)
    played = say.FlashbackPlayed(character=command.character, uses=command.uses, description=command.description)
    segment_left(it, command.character)
    return [played, *spent(it, command.character, 1, StressReason.FLASHBACK)]


def team_up(state: Underworld, command: ask.TeamUp, asker: Asker) -> Events:
    """WO-19: for one segment, with somebody."""
    it = own(state, command.character, asker)
    partners = tuple(slug for slug in dict.fromkeys(command.partners) if slug != command.character)
    need(partners, "nobody_with_you", character=command.character)
    for slug in partners:
        living(state, slug)
    together = say.TeamedUp(
        character=command.character,
        partners=partners,
        agreed_benefit=command.agreed_benefit,
        description=command.description,
    )
    segment_left(it, command.character)
    return [together, *spent(it, command.character, 1, StressReason.TEAM_UP)]


def use_ability(state: Underworld, command: ask.UseAbility, asker: Asker) -> Events:
    """WO-20: what the house says it costs, unless its text says otherwise; magic items may be free."""
    it = own(state, command.character, asker)
    owned(it, command.character, command.ability)
    slug = slugify(command.ability)
    item = slug not in it.abilities
    usual = state.house_rules.ability_stress
    cost = usual if command.stress is None else command.stress
    if cost != usual and not (item and cost == 0) and not command.note.strip():
        raise CommandRefused("amount_without_note", usual=usual, given=cost)
    used = say.AbilityUsed(
        character=command.character,
        ability=it.items[slug] if item else it.abilities[slug],
        stress=cost,
        effect_text=command.effect_text,
        note=command.note,
        description=command.description,
    )
    if not cost:
        return [used]
    reason = StressReason.MAGIC_ITEM if item else StressReason.ABILITY
    segment_left(it, command.character)
    return [used, *spent(it, command.character, cost, reason)]
