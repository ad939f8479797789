"""The story's own sheet: its act, its order, its objectives, and the narrator's card."""

from collections.abc import Iterable

from domain.death_of_the_vele.lookup import narrator_of
from domain.kernel.people import only
from domain.kernel.sheet import AnyBlock, Section, Sheet, Table, Tag, Tags, Texts
from domain.kernel.terms import PersonId

from .names import person
from .state.table import Objective
from .state.vele import Vele
from .terms.cast import AspectStatus
from .terms.play import SpotlightStatus

STORY = "story"


def story_sheet(state: Vele) -> Sheet:
    """The sheet that everybody at the table shares."""
    story = state.story
    sections = (
        Section("The act", tuple(act(state))),
        Section("The story", tuple(framework(state))),
        Section("The scene", tuple(scene(state))),
        Section("The narrator's card", tuple(card(state))),
    )
    tone = story.dramatic_tone.value
    more = f", {story.same_kind_tone.value} among equals" if story.same_kind_tone is not None else ""
    return Sheet(
        character=STORY,
        title=story.title or "The story",
        subtitle=f"{tone}{more}" if story.started else "",
        sections=tuple(section for section in sections if section.blocks),
    )


def objective_tag(name: str, objective: Objective) -> Tag:
    """An objective and what became of it."""
    outcome = objective.outcome
    return Tag(
        id=name,
        text=objective.text,
        state="open" if outcome is None else outcome.value,
        good=None if outcome is None else outcome.pays,
    )


def act(state: Vele) -> Iterable[AnyBlock]:
    """The act under way: event, narrator, order."""
    it = state.act
    if it is None:
        return
    yield Texts(path=f"act-{it.number}.name", label=f"Act {it.number}", texts=(it.name,))
    yield Texts(path=f"act-{it.number}.first focus", label="Starting event", texts=(it.starting_event,))
    if (narrator := narrator_of(state)) is not None:
        yield Texts(path=f"{STORY}.narrator", label="Narrates", texts=(person(narrator),))
    if it.focus and state.house_rules.narration_relay:
        yield Texts(path=f"{STORY}.focus", label="Focus", texts=(person(it.focus),))
    if it.initiative_order:
        order = tuple(
            (str(n), person(player), str(it.bidding.bids.get(player, "")))
            for n, player in enumerate(it.initiative_order, start=1)
        )
        columns = ("Place", "Player", "Bid")
        yield Table(path=f"{STORY}.initiative", label="Initiative", columns=columns, rows=order)
    grouped = tuple(
        (group.name, person(group.owner), group.place or "", ", ".join(map(person, group.connected_by)))
        for group in (state.groups[slug] for slug in it.groups)
    )
    if grouped:
        heads = ("Group", "Owner", "Where", "Tied to")
        yield Table(path=f"{STORY}.groups", label="Groups", columns=heads, rows=grouped)


def framework(state: Vele) -> Iterable[AnyBlock]:
    """Objectives, guidelines, the matrix of acts."""
    story = state.story
    objectives = [objective_tag("story", story.objective)] if story.objective is not None else []
    if state.act is not None and state.act.objective is not None:
        objectives.append(objective_tag("act", state.act.objective))
    if objectives:
        yield Tags(path=f"{STORY}.objectives", label="Objectives", tags=tuple(objectives))
    for slug, guideline in story.guidelines.items():
        yield Texts(
            path=f"{STORY}.{slug}", label=f"Guideline, {person(guideline.author)}", texts=(guideline.text,)
        )
    if story.twists_awarded:
        told = f"{story.twists_awarded} so far; about one a story, and at most one an act, is the guide"
        yield Texts(path=f"{STORY}.twists", label="Twists rewarded", texts=(told,))
    rows = tuple(
        (str(n), row.name, row.first_focus, row.objective, person(row.opener or ""))
        for n, row in enumerate(story.act_matrix, start=1)
    )
    if rows:
        columns = ("Act", "Name", "Starting event", "Objective", "Opened by")
        yield Table(path=f"{STORY}.act_matrix", label="Acts", columns=columns, rows=rows)


def scene(state: Vele) -> Iterable[AnyBlock]:
    """The open scene: who is there, what is true of it, whose turn it is."""
    it = state.scene
    if it is None or not it.open:
        return
    there = ", ".join(state.components[slug].name for slug in it.cast)
    yield Texts(path=f"scene-{it.number}.title", label=f"Scene {it.number}", texts=(it.title,))
    if there:
        yield Texts(path=f"scene-{it.number}.cast", label="Present", texts=(there,))
    tags = tuple(
        Tag(id=slug, text=aspect.text, state=aspect.durability.value, detail="free tag" if aspect.free_tag else "")
        for slug, aspect in state.aspects.items()
        if aspect.status is AspectStatus.ACTIVE and aspect.subject not in (*state.components, *state.groups)
    )
    if tags:
        yield Tags(path="scene.aspects", label="Aspects here", tags=tags)
    if it.initiative_running:
        whose = person(it.turn_of) if it.turn_of else "nobody"
        yield Texts(path=f"{STORY}.turn", label=f"Round {it.round}", texts=(f"turn of {whose}",))


def card(state: Vele) -> Iterable[AnyBlock]:
    """VE-50: for each PC its negative aspects and open spotlights, shown to whoever narrates."""
    narrator = narrator_of(state)
    if narrator is None:
        return
    rows = []
    for player in state.story.players.values():
        if player.pc is None:
            continue
        negative = [
            it.text
            for it in state.aspects.values()
            if it.subject == player.pc and it.negative and it.status is AspectStatus.ACTIVE
        ]
        open_cards = [
            it.highlight
            for it in state.story.spotlights.values()
            if it.subject == player.pc and it.status is SpotlightStatus.OPEN
        ]
        rows.append((state.components[player.pc].name, "; ".join(negative), "; ".join(open_cards)))
    yield Table(
        path=f"{STORY}.narrator_card",
        label="The characters",
        columns=("PC", "Works against them", "Spotlights"),
        rows=tuple(rows),
        audience=only(PersonId(narrator)),
    )
