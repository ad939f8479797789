"""Pages that are nobody's sheet: the board of arcs that the GM reads, and the places on the map."""

from collections.abc import Iterable

from domain.kernel.people import GM_ONLY
from domain.kernel.sheet import AnyBlock, Section, Sheet, Table, Tag, Tags, Texts

from .printed import DIE_FOR
from .state import Crucible, Location, LocationElement
from .terms import GM, SceneStatus, Stance, Status


def board(state: Crucible) -> Sheet:
    """VC-46: each player character's arc, its three actions and Flux, for whoever presses them."""
    rows = tuple(
        (it.name, arc.name, arc.flux_action, arc.alloy_action, arc.reify_action, str(it.flux))
        for it in state.characters.values()
        if it.is_pc and it.arc is not None and (arc := state.arcs[it.arc])
    )
    columns = ("Character", "Arc", "Flux action", "Alloy action", "Reify action", "Flux")
    table = Table(path=f"{GM}.arcs", label="Arcs to press", columns=columns, rows=rows, audience=GM_ONLY)
    subtitle = state.crucible if state.status is not Status.SETUP else f"{state.crucible}, in preparation"
    return Sheet(
        character=GM, title="The GM's board", subtitle=subtitle, page=True, sections=(Section("Arcs", (table,)),)
    )


def place(state: Crucible, slug: str) -> Sheet:
    """VC-06, VC-07: what is hard or softened at a place, and whose markers stand there."""
    it = state.locations[slug]
    scene = state.scene
    here = scene is not None and scene.status is SceneStatus.OPEN and scene.location == slug
    sections = (
        Section("Elements", tuple(elements(slug, it))),
        Section("Here", tuple(there(state, slug, here=here))),
    )
    return Sheet(
        character=slug,
        title=it.name,
        subtitle="a place, where the scene is" if here else "a place",
        page=True,
        sections=tuple(section for section in sections if section.blocks),
    )


def elements(slug: str, it: Location) -> Iterable[AnyBlock]:
    """Blocks of a place's elements: open ones, hard ones and those that were softened."""
    tags = tuple(element_tag(element, part) for element, part in it.elements.items())
    if tags:
        yield Tags(path=f"{slug}.elements", label="Elements", tags=tags)


def element_tag(slug: str, part: LocationElement) -> Tag:
    """An element of a place, with the die it always rolls if it has one of its own."""
    if not part.hard:
        return Tag(slug, part.name, "open")
    stance = Stance.SOFTENED if part.softened else Stance.HARD
    return Tag(slug, part.name, stance.value, f"always a d{DIE_FOR[stance]}")


def there(state: Crucible, slug: str, *, here: bool) -> Iterable[AnyBlock]:
    """The markers there, the demand of a scene there, and anything settled by word about the place."""
    markers = tuple(
        Tag(who, it.name, "in the scene" if here and state.scene and who in state.scene.present else "there")
        for who, it in state.characters.items()
        if it.marker == slug
    )
    if markers:
        yield Tags(path=f"{slug}.markers", label="Markers", tags=markers)
    if here and state.scene is not None:
        yield Texts(path=f"{slug}.demand", label="To react to", texts=(state.scene.demand,))
    for field, value in state.adjudicated.get(slug, {}).items():
        yield Texts(path=f"{slug}.{field}", label=f"{field.replace('-', ' ')} (adjudicated)", texts=(value,))
