"""Turns of phrase that retellings share."""

from collections.abc import Iterable
from typing import Any

from domain.hot_circle.faces import in_words, is_success, number_of
from domain.hot_circle.printed import DECK, DIE
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.terms import CardWaves, Form, Waves
from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE, GM_ONLY, Audience


def words(value: str) -> str:
    """An identifier read aloud."""
    return value.replace("_", " ")


def told(text: str, form: str, *about: str, to: Audience = EVERYONE) -> Fact:
    """A step that moves no number, in a few words."""
    return facts.Told(text=text, form=form, about=about, audience=to)


def for_gm(state: Circle, event: Event) -> Audience:
    """The audience of preparations, and of beliefs of the supporting cast: the gamemaster."""
    return GM_ONLY


def number(owner: str, name: str, delta: int, now: int, why: str, label: str) -> Fact:
    """A number on a sheet, more or less of it."""
    return facts.NumberChanged(owner=owner, name=name, label=label, delta=delta, now=now, low=0, why=why)


def standing(owner: str, group: str, name: str, was: str, now: str, why: str, label: str, **more: Any) -> Fact:
    """Something on a sheet in another state; an empty one is gone."""
    return facts.StateChanged(owner=owner, group=group, name=name, was=was, now=now, why=why, label=label, **more)


def handful(number: int) -> str:
    """A number of dice, in words."""
    return f"{number} die" if number == 1 else f"{number} dice"


def successes(number: int) -> str:
    """A number of successes, in words."""
    return f"{number} success" if number == 1 else f"{number} successes"


def reads(cards: CardWaves) -> facts.Reads:
    """Successes are counted; cards are drawn, and none of them comes twice."""
    return facts.Reads.DRAWN if cards else facts.Reads.COUNT


def dice_of(waves: Waves, cards: CardWaves) -> tuple[facts.Die, ...]:
    """Every die or card of a roll. Kept ones are successes; later waves say which six brought them on."""
    dice = []
    rolled: tuple[tuple[int | str, ...], ...] = waves or cards
    for wave, shown in enumerate(rolled, start=1):
        for place, one in enumerate(shown, start=1):
            again = "" if wave == 1 else f"rolled again ({wave - 1})"
            if isinstance(one, str):
                label = in_words(one) + (f", {again}" if again else "")
                dice.append(facts.Die(f"w{wave}-{place}", DECK, number_of(one), label, is_success(one), wave > 1))
            else:
                dice.append(facts.Die(f"w{wave}-{place}", DIE, one, again, is_success(one), wave > 1))
    return tuple(dice)


def reading(number: int, ob: int, *, passes: bool) -> str:
    """The result of a roll, in words."""
    return f"{successes(number)} against {ob}: {'passes' if passes else 'fails'} as it stands"


def tester_of(state: Circle) -> str:
    """The tester of the obstacle test under way."""
    return state.obstacle_test.tester_id if state.obstacle_test else ""


def tax(state: Circle, owner: str, lifepath: str, ability: str, was: str, now: str, why: str) -> Fact:
    """A tax laid, or cleared."""
    label = f"{ability.title()} as {state.characters[owner].lifepaths[lifepath].name}"
    return standing(owner, "taxed", f"{lifepath}-{ability}", was, now, why, label, good=not now)


def condition_gone(state: Circle, owner: str, condition: str, why: str) -> Iterable[Fact]:
    """A condition that is no longer on the sheet, and its track at the end."""
    label = state.gone.get(condition, condition)
    yield standing(owner, "conditions", condition, "held", "", why, label, good=True)
    yield facts.ProgressSet(
        owner=owner, track=f"conditions.{condition}.hindered_count", have=0, need=None, brings="gone"
    )


def belief_text(stance: str, goal: str) -> str:
    """A belief as the sheet has it."""
    return f"{stance} — so I must: {goal}"


def instinct_text(form: Form, trigger: str, text: str) -> str:
    """An instinct as the sheet has it."""
    return f"When {trigger}: {text}" if form is Form.WHEN else f"{form.value.title()}: {text}"
