"""What a contest offers, stage by stage."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible.lookup import gm_elements, hand_size, highest, other_pcs, pcs, tie_to_reroll
from domain.vicious_crucible.state import Contest, Crucible, Scene, Side
from domain.vicious_crucible.terms import GM, Purpose, Stage, Stance, ToolKind

from .outcomes import module_dice, outcomes
from .seats import Seat, die_choice, element_name, seat_of, side_name
from .sparks import sparks


def contest(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Every step that is in order now, for the asker's sides; the GM sees everybody's."""
    scene = state.scene if state.current_scene else None
    if scene is None:
        return
    it = state.contest
    if it is None or not it.open:
        yield from openings(state, scene, asker)
        return
    if it.status is Stage.WON:
        yield from outcomes(state, it, asker)
        return
    if it.status is Stage.DECLARED:
        yield from joining(state, it, scene, asker)
    for slug, side in it.sides.items():
        if seat := seat_of(state, slug, asker):
            yield from steps(state, it, side, seat)


def openings(state: Crucible, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Each player character present may pick up dice, for one of three purposes."""
    group = "Contest"
    for slug, it in pcs(state).items():
        seat = seat_of(state, slug, asker)
        opposed = gm_elements(state) or other_pcs(state, slug)
        if seat is None or slug not in scene.present or not opposed:
            continue
        label = f"{it.name} picks up dice"
        known = {"character": slug, "purpose": Purpose.GENERAL.value, "purpose_target": None}
        yield seat.offer(ask.DeclareContest, label, known, group=group)
        lost = tuple(Choice(tool, held.name) for tool, held in it.tools.items() if not held.available)
        hard = tuple(
            Choice(element, part.name)
            for element, part in state.locations[scene.location].elements.items()
            if part.hard and not part.softened
        )
        for purpose, targets, words in (
            (Purpose.RECOVER_TOOL, lost, "to win a tool back"),
            (Purpose.SOFTEN, hard, "to soften a hard place"),
        ):
            if targets:
                yield seat.offer(
                    ask.DeclareContest,
                    f"{label} {words}",
                    {"character": slug, "purpose": purpose.value},
                    {"purpose_target": targets},
                    group=group,
                )


def joining(state: Crucible, it: Contest, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Who may still become a side. With one character alone, the GM must."""
    group = "Contest: sides"
    for slug in scene.present:
        if slug not in it.sides and state.characters[slug].is_pc and (seat := seat_of(state, slug, asker)):
            label = f"{side_name(state, slug)} joins"
            yield seat.offer(ask.JoinContest, label, {"side": slug}, group=group)
    if GM not in it.sides and gm_elements(state) and (seat := seat_of(state, GM, asker)):
        alone = len(it.sides) == 1 and not other_pcs(state, it.initiator)
        yield seat.offer(ask.JoinContest, "The GM joins", {"side": GM}, group=group, forced=alone)


def steps(state: Crucible, it: Contest, side: Side, seat: Seat) -> Iterable[Offer]:
    """The next step of one side, and what it may do beside it."""
    name = side_name(state, seat.side)
    on_the_table = any(other.rolled for other in it.sides.values())
    if not side.hand and not side.rolled:
        yield choosing(state, seat)
    if side.hand and not side.rolled and len(it.sides) > 1:
        yield seat.offer(
            ask.RollContestDice,
            f"{name} rolls",
            {"side": seat.side},
            group="Contest: roll",
            dice=tuple(die.faces for die in side.hand),
            forced=on_the_table,
        )
    if side.hand and not side.rolled and not on_the_table:
        yield choosing(state, seat)  # another choice, as long as no die has fallen
    if side.presented_die is None and all(other.rolled for other in it.sides.values()):
        yield presenting(state, seat, name, side)
    if side.presented_die is not None:
        yield from after_presenting(state, it, side, seat)
    if it.status is Stage.DECLARED and it.rulesheet is None:
        yield seat.offer(
            ask.InvokeRulesheet,
            f"{name} invokes a rulesheet",
            {"side": seat.side},
            group="Contest: rulesheet",
        )
    yield from module_dice(state, it, seat)


def choosing(state: Crucible, seat: Seat) -> Offer:
    """Three elements out of what there is; told outright where there are no more."""
    name = side_name(state, seat.side)
    if seat.side == GM:
        elements = tuple(gm_choice(state, owner, element) for owner, element in gm_elements(state))
        owners = {owner for owner, _ in gm_elements(state)} & set(state.characters)
    else:
        elements = tuple(
            Choice(slug, element.name)
            for slug, element in state.characters[seat.side].elements.items()
            if element.status.value == "unlocked"
        )
        owners = {seat.side}
    tools = {
        slug: Choice(slug, tool.name)
        for owner in sorted(owners)
        for slug, tool in state.characters[owner].tools.items()
        if tool.available and (tool.tool_kind is not ToolKind.UNIQUE or state.house_rules.unique_tools_in_contests)
    }
    stances = [Stance.UNDECIDED, Stance.HELPS, Stance.HINDERS, *([Stance.TOOL] if tools else [])]
    need = hand_size(state, seat.side)
    known: dict[str, object] = {"side": seat.side}
    open_fields = {"picks.stance": tuple(Choice(it.value, it.value) for it in stances)}
    if tools:
        open_fields["picks.tool"] = tuple(tools.values())
    if need == len(elements):
        known["picks"] = tuple({"element": it.value, **fixed_stance(state, str(it.value))} for it in elements)
    else:
        known["picks"] = tuple({} for _ in range(need))  # so many rows, each to be filled
        open_fields["picks.element"] = elements
    label = f"{name} chooses {need} {'element' if need == 1 else 'elements'}"
    return seat.offer(ask.ChooseElements, label, known, open_fields, group="Contest: elements")


def fixed_stance(state: Crucible, element: str) -> dict[str, str]:
    """The stance of a hard place, which leaves no choice."""
    owner, _, slug = element.partition(".")
    part = state.locations[owner].elements.get(slug) if owner in state.locations else None
    if part is None or not part.hard:
        return {}
    return {"stance": (Stance.SOFTENED if part.softened else Stance.HARD).value}


def gm_choice(state: Crucible, owner: str, element: str) -> Choice:
    """An element the GM may roll, with its owner; a hard place says which die it always is."""
    value = f"{owner}.{element}"
    if owner in state.characters:
        it = state.characters[owner]
        return Choice(value, f"{it.elements[element].name} ({it.name})")
    place = state.locations[owner]
    part = place.elements[element]
    detail = "" if not part.hard else "always a d4" if part.softened else "always a d8"
    return Choice(value, f"{part.name} ({place.name})", detail)


def presenting(state: Crucible, seat: Seat, name: str, side: Side) -> Offer:
    """The highest die, or one of several."""
    best = [die for die in side.hand if die.value == highest(side.hand)]
    if len(best) == 1:
        known = {"side": seat.side, "die_id": best[0].die_id}
        label = f"{name} presents the {best[0].value} of {element_name(state, best[0])}"
        return seat.offer(ask.PresentDie, label, known, group="Contest: present", forced=True)
    return seat.offer(
        ask.PresentDie,
        f"{name} presents one of the highest",
        {"side": seat.side},
        {"die_id": tuple(die_choice(state, die) for die in best)},
        group="Contest: present",
    )


def after_presenting(state: Crucible, it: Contest, side: Side, seat: Seat) -> Iterable[Offer]:
    """Sparks and passing; or, when all have passed, the tie."""
    name = side_name(state, seat.side)
    tied = tie_to_reroll(it)
    if tied:
        if seat.side in tied:
            die = next(die for die in side.hand if die.die_id == side.presented_die)
            yield seat.offer(
                ask.RerollTie,
                f"{name} rerolls the tied d{die.faces} of {element_name(state, die)}",
                {"side": seat.side, "die_id": die.die_id},
                group="Contest: tie",
                dice=(die.faces,),
                forced=True,
            )
        return
    usable = list(sparks(state, it, side, seat))
    yield from usable
    if not side.passed:
        yield seat.offer(
            ask.PassSparks,
            f"{name} passes",
            {"side": seat.side},
            group="Contest: sparks",
            forced=not usable and it.rulesheet is None and it.status is Stage.PRESENTED,
        )
