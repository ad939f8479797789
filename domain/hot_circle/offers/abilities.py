"""What ability tests offer, stage by stage."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.rules.common import shared_settings
from domain.hot_circle.rules.contacts import tie_to
from domain.hot_circle.state import AbilityTest, Circle
from domain.hot_circle.tables import ALTERNATIVE, BONUS_FOR, MODIFIERS
from domain.hot_circle.terms import Ability, AssetKind, DeedRefusal, Fit, OnFailure, Rank
from domain.kernel.offers import Choice, Offer

from .seats import ABILITY_TEST, Seat, any_of, handful, levels, one_of, sizes, steps

_ALL = tuple(dict.fromkeys(name for names in MODIFIERS.values() for name in names))
_CLAIMS = {
    Ability.RESOURCES: "has something",
    Ability.CIRCLES: "knows somebody",
    Ability.WISES: "knows something",
    Ability.DEEDS: "did something",
}


def ability_roll(state: Circle, test: AbilityTest, seat: Seat) -> Offer:
    """The dice of a test that was asked for."""
    pool = test.base_dice + test.bonus_dice
    label = f"{seat.it.name} rolls {handful(pool)} against {test.ob}"
    known = {"test": test.id, "pool": None, "again": None}
    return seat.offer(ask.RollAbility, label, known, group=ABILITY_TEST, dice=sizes(state, pool))


def ability_reroll(state: Circle, test: AbilityTest, seat: Seat) -> Offer:
    """HC-47: a fate point for another result."""
    known = {"test": test.id, "pool": None, "again": None}
    label = f"{seat.it.name} spends a fate point: reroll"
    return seat.offer(ask.RerollAbility, label, known, group=ABILITY_TEST, dice=sizes(state, test.pool or 0))


def refusing_asked(test: AbilityTest) -> Offer:
    """HC-51: a deed that was asked for and is not rolled yet."""
    return Offer(
        command=ask.RefuseDeed,
        label="Refuse this deed",
        known={"character": test.tester_id, "test": test.id, "text": ""},
        choices={"reason": any_of(DeedRefusal)},
        group=ABILITY_TEST,
    )


def claiming(state: Circle, seat: Seat) -> Iterable[Offer]:
    """One offer for each ability that some lifepath is free for."""
    it = seat.it
    settings = shared_settings(state, it)
    cast = {
        slug: npc.name
        for slug, npc in state.characters.items()
        if not npc.is_pc and not npc.end and (not npc.setting_id or npc.setting_id in settings)
    }
    for ability in Ability:
        free = {slug: path.name for slug, path in it.lifepaths.items() if ability not in path.taxed}
        if not free or (ability is Ability.CIRCLES and not settings):
            continue
        known: dict[str, object] = {"character": seat.who, "ability": ability.value, "reward": None}
        known |= {name: 0 for name in _ALL if name not in MODIFIERS[ability]}
        choices = {"lifepath": one_of(free), "fit": any_of(Fit)}
        for name in MODIFIERS[ability]:
            choices[name] = tuple(Choice(n, str(n)) for n in range(2 if ability is Ability.CIRCLES else 4))
        existing = one_of(
            {
                slug: one.name
                for slug, one in it.temporary_assets.items()
                if one.kind in BONUS_FOR[ability] and not (one.npc_id and state.characters[one.npc_id].end)
            }
            | {slug: one.name for slug, one in it.kept(*BONUS_FOR[ability]).items()}
        )
        if existing:
            choices["existing_asset"] = existing
        else:
            known["existing_asset"] = None
        if ability is Ability.DEEDS:
            choices |= {"level": levels(), "step": steps()}
        else:
            known |= {"level": None, "step": None}
        if ability is Ability.CIRCLES:
            choices["setting"] = one_of({slug: one.name for slug, one in settings.items()})
            ties = one_of({slug: one.name for slug, one in it.kept(AssetKind.RELATIONSHIP).items()})
            choices |= {"relationship": ties} if ties else {}
            known |= {} if ties else {"relationship": None}
            choices |= {"npc": one_of(cast)} if cast else {}
            known |= {} if cast else {"npc": None}
        else:
            known |= {"relationship": None, "npc": None, "setting": None}
        label = f"{it.name} {_CLAIMS[ability]} ({ability.value})"
        yield seat.offer(ask.RequestAbilityTest, label, known, choices, group=ABILITY_TEST)


def it_is_so(test: AbilityTest, seat: Seat) -> Offer:
    """Name what was established."""
    known: dict[str, object] = {
        "test": test.id, "on_failure": OnFailure.TAX.value, "consequence": "", "condition": "",
    }  # fmt: skip
    if test.existing_asset_id is not None:
        known["name"] = ""
    if test.ability is not Ability.WISES:
        known["fact"] = ""
    return seat.offer(ask.ResolveAbilityTest, "It is so", known, group=ABILITY_TEST)


def it_is_not_so(test: AbilityTest, seat: Seat, *, rerolls: bool) -> Iterable[Offer]:
    """A tax, or what this ability allows instead."""
    base: dict[str, object] = {"test": test.id, "name": "", "fact": "", "consequence": "", "condition": ""}
    known = {**base, "on_failure": OnFailure.TAX.value}
    other = ALTERNATIVE.get(test.ability)
    if other is OnFailure.HOSTILE and tie_to(seat.it, test.npc_id) is not None:
        other = None
    alone = other is None and not rerolls
    label = f"Tax {test.ability.value}"
    yield Offer(command=ask.ResolveAbilityTest, label=label, known=known, group=ABILITY_TEST, forced=alone)
    if other is None:
        return
    needs = {
        OnFailure.HOSTILE: ("name",),
        OnFailure.MISINFORMED: ("fact",),
        OnFailure.CONSEQUENCES: ("consequence", "condition"),
    }[other]
    known = {field: value for field, value in base.items() if field not in needs}
    yield Offer(
        command=ask.ResolveAbilityTest,
        label=f"Instead of a tax: {other.value}",
        known={**known, "on_failure": other.value},
        choices={"condition_rank": any_of(Rank)} if other is OnFailure.CONSEQUENCES else {},
        group=ABILITY_TEST,
    )
