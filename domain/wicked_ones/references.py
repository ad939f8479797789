"""Things that commands and forms refer to, by kind and name, as far as the asker may know."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.kernel.offers import Choice
from domain.kernel.people import Asker

from .chapters.consequences.harm import for_anybody
from .lookup import active
from .names import names
from .phrases import words
from .printed import ATTRIBUTE_OF, MANNER
from .seats import powers_of, seats
from .state.underworld import Underworld
from .state.world import WickedOne
from .terms.bounds import DUNGEON
from .terms.harm import AdventurerStatus, ClockStatus
from .terms.holdings import FactStatus
from .terms.rolls import Attribute, RollStatus


def references(state: Underworld, kind: str, asker: Asker) -> Iterable[Choice]:
    """Everything of this kind; nothing for a kind that there is not."""
    of = KINDS.get(kind)
    return of(state, asker) if of else ()


def _monsters(keep: Callable[[WickedOne], bool]) -> Callable[[Underworld, Asker], Iterator[Choice]]:
    def of(state: Underworld, asker: Asker) -> Iterator[Choice]:
        for slug, it in state.characters.items():
            if keep(it):
                yield Choice(slug, it.name, it.calling if it.alive else f"{it.calling}, dead")

    return of


def _own(state: Underworld, asker: Asker) -> Iterable[Choice]:
    return (Choice(seat.character, seat.name, seat.it.calling) for seat in seats(state, asker))


def _own_actions(state: Underworld, asker: Asker) -> Iterator[Choice]:
    """The nine, with the dice of the asker's monster; for who has none or several, without."""
    mine = list(seats(state, asker))
    for action, attribute in ATTRIBUTE_OF.items():
        brings = f"{attribute}, {MANNER[action]}"
        if len(mine) == 1:
            brings = f"{_dice_in_words(mine[0].it, action, attribute)}, {brings}"
        yield Choice(action.value, action.value.capitalize(), brings)


def _dice_in_words(it: WickedOne, action: str, attribute: Attribute) -> str:
    rating = {each.value: dice for each, dice in it.ratings.items()}[action]
    return f"{max(0, rating - 1)}d after shock" if it.shock[attribute] else f"{rating}d"


def _own_powers(state: Underworld, asker: Asker) -> Iterator[Choice]:
    known: set[object] = set()
    for seat in seats(state, asker):
        for it in powers_of(seat):
            if it.value not in known:
                known.add(it.value)
                yield Choice(it.value, it.label, seat.name if asker.is_gm else "")


def _powers(state: Underworld, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.sandbox.items():
        yield Choice(slug, it.name, f"tier {it.tier}{f', {it.stance}' if it.stance else ''}")


def _impulses(state: Underworld, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.compels.items():
        owner = state.characters[it.character]
        yield Choice(slug, it.act or owner.dark_impulse, owner.name)


def _minions(state: Underworld, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.packs.items():
        if active(it):
            yield Choice(slug, it.name, state.characters[it.owner].name)


def _rooms(state: Underworld, asker: Asker) -> Iterable[Choice]:
    return (Choice(slug, name) for slug, name in state.dungeon.rooms.items())


def _prisoners(state: Underworld, asker: Asker) -> Iterable[Choice]:
    return (Choice(slug, it.name, "broken" if it.broken else "") for slug, it in state.dungeon.prisoners.items())


def _actions(state: Underworld, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.rolls.items():
        if it.status is not RollStatus.WITHDRAWN:
            came = it.result.value if it.result else it.status.value
            yield Choice(slug, it.intention, f"{state.characters[it.character].name}, {it.action}, {came}")


def _questions(state: Underworld, asker: Asker) -> Iterable[Choice]:
    return (Choice(slug, it.question) for slug, it in state.questions.items())


def _facts(state: Underworld, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.world.items():
        if it.status in (FactStatus.PROPOSED, FactStatus.FORTUNE):
            yield Choice(slug, it.text)


def _secrets(state: Underworld, asker: Asker) -> Iterator[Choice]:
    """The GM's alone."""
    if asker.is_gm:
        yield from (Choice(slug, it.text) for slug, it in state.world.items() if it.hidden)


def _clocks(state: Underworld, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.clocks.items():
        if it.status is not ClockStatus.CLOSED:
            yield Choice(slug, it.name, f"{it.filled} of {it.segments}")


def _adventurers(state: Underworld, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.adventurers.items():
        if it.status is AdventurerStatus.ACTIVE:
            yield Choice(slug, it.name, f"{it.hearts_left} of {it.hearts} hearts, {it.moves} moves left")


def _ticked(state: Underworld, asker: Asker) -> Iterator[Choice]:
    yield from _clocks(state, asker)
    yield from _adventurers(state, asker)


def _targets(state: Underworld, asker: Asker) -> Iterator[Choice]:
    yield from _monsters(lambda it: it.alive)(state, asker)
    yield from _minions(state, asker)
    if state.dungeon.name:
        yield Choice(DUNGEON, state.dungeon.name, "the dungeon")


def _losses(state: Underworld, asker: Asker) -> Iterator[Choice]:
    """Things that can be lost, moved on or shocked. An item that several carry is listed once."""
    owners: dict[str, list[str]] = {}
    called: dict[str, str] = {}
    for it in state.characters.values():
        for slug, name in it.items.items() if it.alive else ():
            owners.setdefault(slug, []).append(it.name)
            called[slug] = name
    yield from (Choice(slug, called[slug], f"item of {' and '.join(who)}") for slug, who in owners.items())
    yield from (Choice(it.value, it.label, f"minions of {it.detail}") for it in _minions(state, asker))
    yield from (Choice(it.value, it.label, f"clock, {it.detail}") for it in _clocks(state, asker))
    yield from (Choice(it.value, it.value.capitalize(), "shock") for it in Attribute)


def _consequences(state: Underworld, asker: Asker) -> Iterator[Choice]:
    told = names(state)
    for slug, it in state.consequences.items():
        if it.pending:
            what = it.details or words(it.kind)
            yield Choice(slug, what, f"{told.get(it.target, 'the dungeon')}, {it.severity}")


def _defenses(state: Underworld, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.defenses.items():
        owner = state.characters[it.owner]
        if owner.alive:
            yield Choice(slug, f"Against {it.type}", f"{owner.name}, {'used' if it.used else 'ready'}")


def _prices(state: Underworld, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.costs.items():
        yield Choice(slug, it.why, f"{state.characters[it.owner].name}, {it.severity}, {it.status}")


def _kinds(state: Underworld, asker: Asker) -> Iterable[Choice]:
    return for_anybody(state)


def _names(state: Underworld, asker: Asker) -> Iterator[Choice]:
    """Subjects that may be settled by word: monsters, the dungeon, and what else has a name of its own."""
    yield from _monsters(lambda it: True)(state, asker)
    if state.dungeon.name:
        yield Choice(DUNGEON, state.dungeon.name, "the dungeon")
    yield from _powers(state, asker)
    yield from _minions(state, asker)
    yield from _ticked(state, asker)
    told = names(state)
    for slug in state.adjudicated:
        if slug != DUNGEON and slug not in state.sandbox and slug not in state.packs:
            yield Choice(slug, told.get(slug, slug.replace("-", " ")))


KINDS: Mapping[str, Callable[[Underworld, Asker], Iterable[Choice]]] = {
    "monster": _monsters(lambda it: True),
    "living monster": _monsters(lambda it: it.alive),
    "dead monster": _monsters(lambda it: not it.alive),
    "own monster": _own,
    "own action": _own_actions,
    "own ability or item": _own_powers,
    "power": _powers,
    "impulse": _impulses,
    "minions": _minions,
    "room": _rooms,
    "prisoner": _prisoners,
    "action": _actions,
    "question": _questions,
    "proposed fact": _facts,
    "secret": _secrets,
    "clock": _clocks,
    "adventurer": _adventurers,
    "clock or adventurer": _ticked,
    "target": _targets,
    "loss": _losses,
    "consequence": _consequences,
    "kind of consequence": _kinds,
    "defense": _defenses,
    "price": _prices,
    "name": _names,
}
