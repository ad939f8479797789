"""Things that commands refer to, by kind and name, as far as whoever asks may know them."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.hot_circle.chapters.people.starting_assets import KNOWLEDGE
from domain.hot_circle.names import called, quoted
from domain.hot_circle.seats import alive
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.terms import HOME, PER_CHARACTER, PLACES
from domain.kernel.offers import Choice
from domain.kernel.people import Asker


def references(state: Circle, kind: str, asker: Asker) -> Iterable[Choice]:
    """All there is of a kind. What only the gamemaster prepared is listed for nobody else."""
    if kind in _SECRET and not asker.is_gm:
        return ()
    found = _KINDS.get(kind)
    return found(state) if found is not None else ()


def _settings(state: Circle) -> Iterator[Choice]:
    for slug, it in state.settings.items():
        yield Choice(slug, it.name, ", ".join(it.character_types))


def _factions(state: Circle) -> Iterator[Choice]:
    for slug, it in state.map.factions.items():
        yield Choice(slug, it.name, f"{state.settings[it.setting_id].name}, {it.importance.value}")


def _characters(state: Circle) -> Iterator[Choice]:
    for slug in alive(state):
        it = state.characters[slug]
        yield Choice(slug, it.name, _run_by(state, it))


def _protagonists(state: Circle) -> Iterator[Choice]:
    for slug, it in state.pcs.items():
        yield Choice(slug, it.name, _run_by(state, it))


def _cast(state: Circle) -> Iterator[Choice]:
    for slug in alive(state):
        it = state.characters[slug]
        if not it.is_pc:
            yield Choice(slug, it.name, it.description)


def _subjects(state: Circle) -> Iterator[Choice]:
    """Everybody, and the campaign itself."""
    yield from _characters(state)
    yield Choice(HOME, "The circle", "the campaign itself")


def _settled(state: Circle) -> Iterator[Choice]:
    """Matters that may be settled by word: the points of a sheet, and what was settled before."""
    yield Choice("fate", "Fate points")
    yield Choice("persona", "Persona points")
    on_sheets = (it.adjudicated for it in state.characters.values())
    for field in dict.fromkeys(field for found in (*on_sheets, *state.adjudicated.values()) for field in found):
        if field not in ("fate", "persona"):
            yield Choice(field, field.replace("-", " ").capitalize())


def _run_by(state: Circle, it: Character) -> str:
    return state.seated_names.get(it.player or "", "") if it.is_pc else "supporting cast"


def _gone(state: Circle) -> Iterator[Choice]:
    """Protagonists whose story is over: their place can be taken."""
    for slug, it in state.characters.items():
        if it.is_pc and it.end:
            yield Choice(slug, it.name, it.end)


def _lifepaths(state: Circle) -> Iterator[Choice]:
    for it in _everybody(state):
        for slug, path in it.lifepaths.items():
            yield Choice(slug, path.name, f"{it.name}, {path.rating} dice")


def _traits(state: Circle) -> Iterator[Choice]:
    for it in _everybody(state):
        for slug, text in it.traits.items():
            yield Choice(slug, text, f"{it.name}, trait")


def _conditions(state: Circle) -> Iterator[Choice]:
    for it in _everybody(state):
        for slug, condition in it.conditions.items():
            yield Choice(slug, condition.text, f"{it.name}, {condition.rank.value} condition")


def _assets(state: Circle) -> Iterator[Choice]:
    for it in _everybody(state):
        for slug, noted in it.temporary_assets.items():
            yield Choice(slug, noted.name, f"{it.name}, {noted.kind.value}")
        for slug, kept in it.permanent_assets.items():
            if not kept.lost:
                yield Choice(slug, kept.name, f"{it.name}, {kept.kind.value.replace('_', ' ')}")


def _helping(state: Circle) -> Iterator[Choice]:
    """Everything on a sheet that may add a die, or hinder."""
    yield from _traits(state)
    yield from _conditions(state)
    yield from _lifepaths(state)
    for it in _everybody(state):
        for slug, kept in it.kept(*KNOWLEDGE).items():
            yield Choice(slug, kept.name, f"{it.name}, {kept.kind.value}")


def _sources(state: Circle) -> Iterator[Choice]:
    """Everything on a sheet that may earn a fate point; beliefs and instincts by their place."""
    for it in state.pcs.values():
        for slot, belief in sorted(it.beliefs.items()):
            yield Choice(slot, belief.stance, f"{it.name}, stance")
        for slot, instinct in sorted(it.instincts.items()):
            yield Choice(slot, instinct.text, f"{it.name}, instinct")
    yield from _traits(state)
    yield from _conditions(state)
    yield from _lifepaths(state)
    yield from _assets(state)


def _places(state: Circle) -> Iterator[Choice]:
    """The places of beliefs and instincts on a sheet."""
    for number in range(PER_CHARACTER):
        yield Choice(str(number + 1), f"The {PLACES[number]}")


def _everybody(state: Circle) -> Iterable[Character]:
    return (state.characters[slug] for slug in alive(state))


def _scenes(state: Circle) -> Iterator[Choice]:
    """The scenes there were, the last one first."""
    for slug, scene in reversed(state.scenes.items()):
        yield Choice(slug, scene.title, "open" if scene.open else "")


def _tests(state: Circle) -> Iterator[Choice]:
    """The tests under way, then those that are over, the last one first."""
    claim, test = state.ability_test, state.obstacle_test
    if claim is not None and claim.open:
        yield Choice(claim.id, f"The test of {claim.ability.value} about {quoted(claim.about)}", "under way")
    if test is not None and test.open:
        yield Choice(test.id, f"The test against {quoted(test.obstacle)}", "under way")
    for slug, result in reversed(state.results.items()):
        name = called(result)
        yield Choice(slug, name[:1].upper() + name[1:], "passed" if result.passed else "failed")


def _compels(state: Circle) -> Iterator[Choice]:
    for slug, compel in reversed(state.compels.items()):
        giver, taker = (state.characters[one].name for one in (compel.compeller, compel.target))
        yield Choice(slug, compel.choice, f"{giver} to {taker}, {compel.status.value}")


def _votes(state: Circle) -> Iterator[Choice]:
    vote = state.trait_vote
    if vote is not None:
        name = f"The vote on {state.characters[vote.character_id].name}"
        yield Choice(f"vote-{state.votes}", name, vote.round.value)


def _locations(state: Circle) -> Iterator[Choice]:
    for slug, it in state.locations.items():
        yield Choice(slug, it.name)


def _roles(state: Circle) -> Iterator[Choice]:
    """Those who live in the settings: lifepaths to choose from."""
    for it in state.settings.values():
        for role in it.character_types:
            name = role[:1].upper() + role[1:]
            yield Choice(name, name, it.name)


_KINDS: Mapping[str, Callable[[Circle], Iterator[Choice]]] = {
    "asset": _assets,
    "cast": _cast,
    "character": _characters,
    "compel": _compels,
    "condition": _conditions,
    "faction": _factions,
    "helping": _helping,
    "lifepath": _lifepaths,
    "location": _locations,
    "once": _gone,
    "place": _places,
    "protagonist": _protagonists,
    "role": _roles,
    "scene": _scenes,
    "setting": _settings,
    "settled": _settled,
    "source": _sources,
    "subject": _subjects,
    "test": _tests,
    "trait": _traits,
    "vote": _votes,
}
_SECRET = frozenset({"location"})
