"""Things that commands and forms refer to, by kind and name, as far as the asker may know.

One id may stand for several things of one name, `Fencing` on two sheets: it is listed once, with all that tells
them apart.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from domain.kernel.offers import Choice
from domain.kernel.people import Asker

from .chapters.turns.objecting import objectors
from .lookup import aloud, features_of, in_play, open_conflict, ordinal, scene_under_way, value_of
from .seats import seat_of
from .state.adventure import Adventure
from .state.cast import Character
from .terms import Kind

Of: TypeAlias = Callable[[Adventure, Asker], Iterable[Choice]]
_KIND = {Kind.CHARACTER: "", Kind.ANTAGONIST: "antagonist", Kind.GOON: "goon"}


def references(state: Adventure, kind: str, asker: Asker) -> Iterable[Choice]:
    """Everything of this kind; nothing for a kind that there is not."""
    of = KINDS.get(kind)
    found: dict[str | int | bool, Choice] = {}
    for it in of(state, asker) if of else ():
        before = found.get(it.value)
        if before is None:
            found[it.value] = it
        elif it.detail and it.detail not in before.detail.split("; "):
            found[it.value] = Choice(it.value, before.label, "; ".join(filter(None, (before.detail, it.detail))))
    return found.values()


def _acts(state: Adventure, slug: str, asker: Asker) -> bool:
    """True for somebody whose steps the asker takes, for themselves or in a player's name."""
    return seat_of(state, slug, asker) is not None


def _cast(keep: Callable[[Adventure, str, Character, Asker], bool]) -> Of:
    def of(state: Adventure, asker: Asker) -> Iterator[Choice]:
        for slug, it in state.characters.items():
            if keep(state, slug, it, asker):
                yield Choice(slug, it.name, _KIND[it.kind])

    return of


def _earlier(state: Adventure, slug: str, it: Character, asker: Asker) -> bool:
    return it.kind is Kind.CHARACTER and it.adventure != state.adventure and it.player == asker.person


def _own(state: Adventure, slug: str, it: Character, asker: Asker) -> bool:
    return it.kind is Kind.CHARACTER and it.adventure == state.adventure and _acts(state, slug, asker)


def _here(state: Adventure, slug: str, it: Character, asker: Asker) -> bool:
    scene = scene_under_way(state)
    return scene is not None and slug in scene.present and _acts(state, slug, asker)


def _fighting(state: Adventure, slug: str) -> bool:
    conflict = open_conflict(state)
    return conflict is not None and slug in conflict.participants


def _goons(state: Adventure, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.goons.items():
        yield Choice(slug, it.name, it.description)


def _features(groups: Iterable[str], *, own: bool = False) -> Of:
    """Talents, powers and so on of everybody, or of those whose steps are the asker's."""
    kept = frozenset(groups)

    def of(state: Adventure, asker: Asker) -> Iterator[Choice]:
        for slug, it in state.characters.items():
            if own and not _acts(state, slug, asker):
                continue
            called = features_of(it)
            for group in ("talents", "powers", "weaknesses", "rituals", "gadgets"):
                if group in kept:
                    yield from (Choice(one, called[one], it.name) for one in getattr(it, group))

    return of


_ALL = ("talents", "powers", "weaknesses", "rituals", "gadgets")


def _other_side(state: Adventure, asker: Asker) -> Iterator[Choice]:
    """Those in the conflict who have a weakness that the asker can exploit."""
    conflict = open_conflict(state)
    for slug in in_play(conflict) if conflict else ():
        it = state.characters[slug]
        if it.weaknesses and it.is_antagonist != asker.is_gm:
            yield Choice(slug, it.name, _KIND[it.kind])


def _weaknesses_there(state: Adventure, asker: Asker) -> Iterator[Choice]:
    for other in _other_side(state, asker):
        it = state.characters[str(other.value)]
        yield from (Choice(slug, one.name, it.name) for slug, one in it.weaknesses.items())


def _dice(state: Adventure, asker: Asker) -> Iterator[Choice]:
    """The dice of the asker's throws, those kept where some were; everybody's for who has none."""
    conflict = open_conflict(state)
    thrown = {slug: it.throw for slug, it in in_play(conflict).items() if it.throw.thrown} if conflict else {}
    own = {slug: throw for slug, throw in thrown.items() if _acts(state, slug, asker)} or thrown
    for slug, throw in own.items():
        for at, die in enumerate(throw.thrown, start=1):
            if not throw.kept or die in throw.kept:
                showing = f"showing {value_of(throw, die)}"
                yield Choice(
                    die,
                    f"The {ordinal(at)} die",
                    showing if len(own) == 1 else f"{state.characters[slug].name}, {showing}",
                )


def _facts(state: Adventure, asker: Asker) -> Iterator[Choice]:
    for number, it in state.facts.items():
        yield Choice(number, it.text, f"Fact {number}, {state.characters[it.author].name}")


def _objectors(state: Adventure, asker: Asker) -> Iterable[Choice]:
    return objectors(state)


def _names(state: Adventure, asker: Asker) -> Iterator[Choice]:
    """The cast, goons, and whatever else was settled by word."""
    for slug, it in state.characters.items():
        yield Choice(slug, it.name, _KIND[it.kind])
    yield from (it for it in _goons(state, asker) if it.value not in state.characters)
    for slug in state.adjudicated:
        if slug not in state.characters and slug not in state.goons:
            yield Choice(slug, aloud(slug))


KINDS: Mapping[str, Of] = {
    "character": _cast(lambda state, slug, it, asker: True),
    "own character": _cast(_own),
    "earlier character": _cast(_earlier),
    "antagonist": _cast(lambda state, slug, it, asker: it.kind is Kind.ANTAGONIST),
    "villain": _cast(lambda state, slug, it, asker: it.is_antagonist),
    "own in the scene": _cast(_here),
    "participant": _cast(lambda state, slug, it, asker: _fighting(state, slug)),
    "own participant": _cast(lambda state, slug, it, asker: _fighting(state, slug) and _acts(state, slug, asker)),
    "other side": _other_side,
    "goon": _goons,
    "feature": _features(_ALL),
    "talent": _features(("talents",)),
    "power": _features(("powers",)),
    "weakness": _features(("weaknesses",)),
    "ritual": _features(("rituals",)),
    "gadget": _features(("gadgets",)),
    "own feature": _features(_ALL, own=True),
    "own talent": _features(("talents",), own=True),
    "own power": _features(("powers",), own=True),
    "own ritual": _features(("rituals",), own=True),
    "own gadget": _features(("gadgets",), own=True),
    "weakness of the other side": _weaknesses_there,
    "die": _dice,
    "fact": _facts,
    "objector": _objectors,
    "name": _names,
}
