"""Turns of phrase that retellings share."""

from collections.abc import Sequence
from typing import Any

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.wicked_ones.names import names
from domain.wicked_ones.printed import RIPE_TIER
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON, FACES, STRESS_SEGMENTS
from domain.wicked_ones.terms.rolls import Result

WON = (Result.SUCCESS, Result.CRITICAL)
"""Results that bring what was wanted."""
CAME = {Result.MIXED: facts.Came.IN_PART}
"""Outcomes of results besides `WON` for whoever wanted it; with any other result it fails."""


def faces_in_words(faces: Sequence[int]) -> str:
    """Dice as they lie: "6, 2 and 4"."""
    shown = [str(face) for face in faces]
    return " and ".join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 else "".join(shown)


def words(value: str) -> str:
    """An identifier read aloud."""
    return value.replace("_", " ")


def called(state: Underworld, slug: str) -> str:
    """The name of an id."""
    return names(state).get(slug, slug)


def told(text: str, form: str, *about: str) -> Fact:
    """Fact of a step that moves no number, in a few words."""
    return facts.Told(text=text, form=form, about=about)


def number(owner: str, name: str, delta: int, now: int, why: str, **more: Any) -> Fact:
    """Fact of a counted thing that is `delta` more or less, and `now` in all."""
    label = more.pop("label", words(name).capitalize())
    low = more.pop("low", 0)
    return facts.NumberChanged(owner=owner, name=name, label=label, delta=delta, now=now, low=low, why=why, **more)


def stress(owner: str, delta: int, now: int, why: str) -> Fact:
    """Fact of stress that changed; full is bad."""
    return number(owner, "stress", delta, now, why, high=STRESS_SEGMENTS, good=False)


def gold(state: Underworld, purse: str, delta: int, why: str) -> Fact:
    """Fact of gold that changed in a purse: a monster's, or the hoard."""
    now = state.dungeon.gold if purse == DUNGEON else state.characters[purse].gold
    return number(purse, "gold", delta, now, why)


def xp(state: Underworld, owner: str, delta: int, why: str) -> Fact:
    """Fact of experience that changed."""
    return number(owner, "xp", delta, state.characters[owner].xp, why, label="XP")


def tier_progress(tier: int) -> Fact:
    """Fact of the dungeon's progress towards its plan."""
    need = RIPE_TIER if tier < RIPE_TIER else None
    brings = "the master plan is within reach"
    return facts.ProgressSet(
        owner=DUNGEON, track="growth", have=tier, need=need, brings=brings, label="Towards the master plan"
    )


def state_of(owner: str, group: str, name: str, was: str, now: str, why: str, **more: Any) -> Fact:
    """Fact of something in another state."""
    return facts.StateChanged(owner=owner, group=group, name=name, was=was, now=now, why=why, **more)


def condition(owner: str, name: str, *, comes: bool, why: str, good: bool | None = None) -> Fact:
    """Fact of a condition such as bloodied or feral that came or went."""
    was, now = ("", "yes") if comes else ("yes", "")
    welcome = not comes if good is None else good
    return state_of(owner, "condition", name, was, now, why, label=words(name), good=welcome)


def shock(owner: str, attribute: str, *, comes: bool, why: str) -> Fact:
    """Fact of shock to an attribute that came or went."""
    was, now = ("clear", "shock") if comes else ("shock", "clear")
    return state_of(owner, "shock", attribute, was, now, why, label=attribute.capitalize(), good=not comes)


def dice(faces: Sequence[int], kept: int, label: str = "", *, critical: bool = False) -> tuple[facts.Die, ...]:
    """Six-sided dice as they fell; the one that counts is kept, and both sixes of a critical."""
    fallen = []
    left = 2 if critical else 1
    for number_, face in enumerate(faces, start=1):
        counts = face == kept and left > 0
        left -= counts
        fallen.append(facts.Die(f"d{FACES}-{number_}", FACES, face, label, counts))
    return tuple(fallen)


def reads(event: Any) -> facts.Reads:
    """Reading of the dice, by the one that counts: of none at all two are thrown and the lowest does.

    Some rolls do not say whether they were of none; then two equal faces leave it open.
    """
    zero = getattr(event, "zero_dice", None)
    if zero is None:
        if len(event.faces) == 2 and len(set(event.faces)) == 1:
            return facts.Reads.UNSAID
        zero = event.kept < max(event.faces)
    return facts.Reads.LOWEST if zero else facts.Reads.HIGHEST


def rolled(event: Any, roller: str, purpose: str, test: str | None = None, label: str = "") -> facts.DiceRolled:
    """Fact of the dice of an event that holds faces, the kept one and a result."""
    critical = event.result is Result.CRITICAL
    return facts.DiceRolled(
        roller=roller,
        purpose=purpose,
        dice=dice(event.faces, event.kept, label, critical=critical),
        test=test,
        reading=words(event.result),
        reads=reads(event),
    )


def settlement(state: Underworld, slug: str, now: str, why: str, *, good: bool | None) -> Fact:
    """Fact of a consequence in another state, on the sheet of its target."""
    it = state.consequences[slug]
    label = it.details or words(it.kind)
    return state_of(it.target, "consequences", slug, "pending", now, why, label=label, good=good)
