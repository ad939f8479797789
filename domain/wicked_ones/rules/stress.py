"""Stress, going feral, dark impulses, and what a segment buys (WO-14 to WO-20)."""

from domain.kernel.decisions import Decision, Refusal, refuse
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


def too_tense(it: WickedOne, character: str) -> Refusal | None:
    """WO-A3: why no segment can be spent, or None."""
    return refuse("no_stress_left", character=character, segments=STRESS_SEGMENTS) if it.stress_left == 0 else None


def spend_stress(state: Underworld, command: ask.SpendStress, asker: Asker) -> Decision[Event]:
    """WO-14: one segment for one of the listed uses."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if command.reason not in SPENT_BY_HAND:
        return refuse("bad_reason", reason=command.reason, known=list(SPENT_BY_HAND))
    return too_tense(it, command.character) or spent(it, command.character, 1, command.reason)


def clear_stress(state: Underworld, command: ask.ClearStress, asker: Asker) -> Decision[Event]:
    """WO-15: by an ability; recovery and critical resistance come by themselves."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if command.reason is StressReason.RECOVERY:
        return refuse("already_recovered", came=state.cycle_no)
    if command.reason is not StressReason.ABILITY:
        return refuse("bad_reason", reason=command.reason, known=[StressReason.ABILITY])
    if wrong := not_owned(it, command.character, command.ability or ""):
        return wrong
    if command.amount != 1 and not command.note.strip():
        return refuse("amount_without_note", usual=1, given=command.amount)
    return [cleared(it, command.character, command.amount, command.reason)]


def not_owned(it: WickedOne, character: str, name: str) -> Refusal | None:
    """WO-20: why this is no ability or item of the monster, or None."""
    slug = slugify(name)
    return None if slug in it.abilities or slug in it.items else refuse(
        "ability_not_owned", character=character, ability=name
    )  # fmt: skip


def end_feral(state: Underworld, command: ask.EndFeral) -> Decision[Event]:
    """WO-16: before the next recovery, by the GM's word."""
    it = living(state, command.character)
    if isinstance(it, Refusal):
        return it
    if not it.feral:
        return refuse("not_feral", character=command.character)
    return [say.FeralEnded(character=command.character, how=command.how)]


def compel_impulse(state: Underworld, command: ask.CompelImpulse) -> Decision[Event]:
    """WO-17: one push at a time."""
    it = living(state, command.character)
    if isinstance(it, Refusal):
        return it
    for slug, compel in state.compels.items():
        if compel.character == command.character:
            return refuse("compelled_already", character=command.character, compel=slug)
    act = command.act.strip() or it.dark_impulse
    return [
        say.ImpulseCompelled(compel=asked_id(state, "compel", command.id), character=command.character, act=act)
    ]


def suppress_impulse(state: Underworld, command: ask.SuppressImpulse, asker: Asker) -> Decision[Event]:
    """WO-17: for one segment."""
    it = pushed(state, command.compel, asker)
    if isinstance(it, Refusal):
        return it
    character = state.compels[command.compel].character
    held = say.ImpulseSuppressed(
        compel=command.compel, character=CharacterId(character), description=command.description
    )
    return too_tense(it, character) or [held, *spent(it, character, 1, StressReason.SUPPRESS_IMPULSE)]


def follow_impulse(state: Underworld, command: ask.FollowImpulse, asker: Asker) -> Decision[Event]:
    """WO-17: for nothing."""
    it = pushed(state, command.compel, asker)
    if isinstance(it, Refusal):
        return it
    character = CharacterId(state.compels[command.compel].character)
    return [say.ImpulseFollowed(compel=command.compel, character=character, description=command.description)]


def pushed(state: Underworld, compel: str, asker: Asker) -> WickedOne | Refusal:
    """One's own monster that this impulse pushes."""
    found = state.compels.get(compel)
    return refuse("compel_unknown", compel=compel) if found is None else own(state, found.character, asker)


def flashback(state: Underworld, command: ask.Flashback, asker: Asker) -> Decision[Event]:
    """WO-18: within a scene, for one segment."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    played = say.FlashbackPlayed(character=command.character, uses=command.uses, description=command.description)
    return too_tense(it, command.character) or [played, *spent(it, command.character, 1, StressReason.FLASHBACK)]


def team_up(state: Underworld, command: ask.TeamUp, asker: Asker) -> Decision[Event]:
    """WO-19: for one segment, with somebody."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    partners = tuple(slug for slug in dict.fromkeys(command.partners) if slug != command.character)
    if not partners:
        return refuse("nobody_with_you", character=command.character)
    for slug in partners:
        partner = living(state, slug)
        if isinstance(partner, Refusal):
            return partner
    together = say.TeamedUp(
        character=command.character,
        partners=partners,
        agreed_benefit=command.agreed_benefit,
        description=command.description,
    )
    return too_tense(it, command.character) or [together, *spent(it, command.character, 1, StressReason.TEAM_UP)]


def use_ability(state: Underworld, command: ask.UseAbility, asker: Asker) -> Decision[Event]:
    """WO-20: what the house says it costs, unless its text says otherwise; magic items may be free."""
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := not_owned(it, command.character, command.ability):
        return wrong
    slug = slugify(command.ability)
    item = slug not in it.abilities
    usual = state.house_rules.ability_stress
    cost = usual if command.stress is None else command.stress
    if cost != usual and not (item and cost == 0) and not command.note.strip():
        return refuse("amount_without_note", usual=usual, given=cost)
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
    return too_tense(it, command.character) or [used, *spent(it, command.character, cost, reason)]
