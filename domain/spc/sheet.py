"""A sheet of the cast, and the adventure itself as a sheet."""

from collections.abc import Iterable

from domain.kernel.people import GM_ONLY
from domain.kernel.sheet import AnyBlock, Counter, CounterForm, Progress, Section, Sheet, Table, Tag, Tags, Texts
from domain.spc.lookup import open_conflict

from .lookup import aloud, ordinal
from .names import next_setter
from .state.adventure import Adventure
from .state.cast import Character, Costed
from .state.conflict import Participant
from .terms import GOAL_REACHED, TABLE, Kind, Slot, Status, TrackEnd

SHORTEST_TRACK = 4
"""Steps a track is drawn either way when it has not gone further."""

_KINDS = {
    Kind.CHARACTER: "Character",
    Kind.ANTAGONIST: "antagonist",
    Kind.GOON: "goon",
}


def sheet(state: Adventure, character: str) -> Sheet:
    """Somebody of the cast; for the page `table`, the adventure with its turns, Facts and schemes."""
    if character == TABLE:
        return board(state)
    it = state.characters[character]
    conflict = open_conflict(state)
    part = conflict.participants.get(character) if conflict else None
    sections = (
        Section("Pools", tuple(pools(character, it))),
        Section("Tracks", tuple(tracks(state, character, it))),
        Section("Conflict", tuple(in_conflict(state, character, it, part)) if part else ()),
        Section("Harm", tuple(harm(character, it))),
        Section("Features", tuple(features(character, it))),
        Section("Story", tuple(story(state, character, it))),
        Section("For the Mastermind", tuple(secrets(character, it))),
    )
    away = it.kind is Kind.CHARACTER and it.adventure != state.adventure
    return Sheet(
        character=character,
        title=it.name,
        subtitle=", ".join((_KINDS[it.kind], *(("not in this adventure",) if away else ()))),
        sections=tuple(section for section in sections if section.blocks),
    )


def pools(slug: str, it: Character) -> Iterable[AnyBlock]:
    """Counters of the pools that every total starts from, and of the Abuse that can be borne."""
    for slot in Slot:
        yield Counter(path=f"{slug}.{slot}_pool", label=slot.value.title(), value=it.pool(slot))
    yield Counter(path=f"{slug}.obstacle_rating", label="Obstacle Rating", value=it.obstacle_rating, low=1)


def tracks(state: Adventure, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Both tracks with their two ends, or by house rule the four numbers; then how far the goal is."""
    if not it.has_tracks:
        return
    if state.house_rules.two_pools:
        for end in (TrackEnd.PURITY, TrackEnd.CORRUPTION, TrackEnd.DRAWBACK):
            value = it.at_end(end, state.house_rules)
            yield Counter(path=f"{slug}.{end}", label=end.value.title(), value=value)
    else:
        yield two_ended(state, slug, "purity_track", it.purity_track or 0, ("Corruption", "Purity"), None)
        yield two_ended(state, slug, "goal_track", it.goal_track or 0, ("Drawback", "Goal"), GOAL_REACHED)
    yield Progress(
        path=f"{slug}.goal",
        label="Towards the goal",
        have=max(0, it.at_end(TrackEnd.GOAL, state.house_rules)),
        need=GOAL_REACHED,
        brings=it.goal_text or "the goal",
    )


def two_ended(
    state: Adventure, slug: str, field: str, value: int, ends: tuple[str, str], top: int | None
) -> Counter:
    """A track around 0, drawn as far as it has to be."""
    limit = state.house_rules.track_limit
    reach = limit or max(SHORTEST_TRACK, abs(value))
    return Counter(
        path=f"{slug}.{field}",
        label=" or ".join(reversed(ends)),
        value=value,
        low=-reach,
        high=top if top is not None else reach,
        form=CounterForm.TWO_ENDED,
        ends=ends,
    )


def in_conflict(state: Adventure, slug: str, it: Character, part: Participant) -> Iterable[AnyBlock]:
    """Blocks that last as long as the conflict, and the dice of this turn."""
    if part.intention is not None:
        yield Texts(path=f"{slug}.intention", label="Intention", texts=(part.intention.text,))
    yield Counter(
        path=f"{slug}.progress",
        label="Progress",
        value=part.progress,
        high=part.itn if part.itn is not None and part.itn > 0 else None,
        form=CounterForm.CLOCK if part.itn is not None and part.itn > 0 else CounterForm.POOL,
    )
    yield Counter(
        path=f"{slug}.abuse", label="Abuse", value=part.abuse, high=it.obstacle_rating, form=CounterForm.BOXES
    )
    if part.taken_out or part.achieved:
        told = [Tag("taken_out", "Out of the conflict", good=False)] if part.taken_out else []
        told += [Tag("achieved", "Intention achieved", good=True)] if part.achieved else []
        yield Tags(path=f"{slug}.conflict", label="So far", tags=tuple(told))
    yield from this_turn(state, slug, it, part)


def this_turn(state: Adventure, slug: str, it: Character, part: Participant) -> Iterable[AnyBlock]:
    """The dice as they lie, and what each slot comes to."""
    throw = part.throw
    if throw.action_type is not None:
        label = throw.action_type.value.replace("_", " ")
        yield Texts(path=f"{slug}.action_type", label="Action type", texts=(label,))
    if throw.thrown:
        lies = {die: slot for slot, die in throw.dice.items()}
        tags = tuple(
            Tag(
                id=die,
                text=str(value + throw.die_addition.get(die, 0)),
                state=lies.get(die) or ("kept" if die in throw.kept else "left" if throw.kept else "thrown"),
                detail=f"{value} + {throw.die_addition[die]}" if die in throw.die_addition else "",
                good=None if not throw.kept else die in throw.kept,
            )
            for die, value in throw.thrown.items()
        )
        yield Tags(path=f"{slug}.dice", label="Dice", tags=tags)
    if throw.assigned:
        rows = tuple(
            (
                slot.value.title(),
                str(it.pool(slot)),
                str(throw.assigned[slot.value]),
                f"{throw.modifiers.get(slot.value, 0):+d}" if throw.modifiers.get(slot.value) else "–",
                str(it.pool(slot) + throw.total(slot)),
            )
            for slot in Slot
        )
        columns = ("Slot", "Pool", "Die", "Modifier", "Total")
        yield Table(path=f"{slug}.totals", label="This turn", columns=columns, rows=rows)


def harm(slug: str, it: Character) -> Iterable[AnyBlock]:
    """Penalty dice to come, and what was suffered."""
    if it.kind is Kind.CHARACTER or it.penalty_next_roll:
        yield Counter(
            path=f"{slug}.penalty_next_roll",
            label="Penalty die on the next throw",
            value=it.penalty_next_roll,
            high=1,
            form=CounterForm.BOXES,
        )
    if it.penalty_scene is not None or it.penalty_next_scene:
        now = "this scene" if it.penalty_scene is not None else "next scene"
        if it.penalty_next_scene and it.penalty_scene is not None:
            now = "this scene and the next"
        tag = Tag("scene", "A penalty die on every throw", now, good=False)
        yield Tags(path=f"{slug}.harm", label="Harm", tags=(tag,))
    if it.setbacks:
        tags = tuple(Tag(str(at), text, good=False) for at, text in enumerate(it.setbacks, start=1))
        yield Tags(path=f"{slug}.setbacks", label="Setbacks", tags=tags)


def costed(slug: str, group: str, label: str, printed: dict[str, Costed]) -> Iterable[AnyBlock]:
    """Powers or weaknesses with their prices."""
    if printed:
        tags = tuple(Tag(one, it.name, detail=f"price {it.cost}") for one, it in printed.items())
        yield Tags(path=f"{slug}.{group}", label=label, tags=tags)


def features(slug: str, it: Character) -> Iterable[AnyBlock]:
    """Everything that can be named with an action type."""
    if it.talents:
        tags = tuple(Tag(one, name) for one, name in it.talents.items())
        yield Tags(path=f"{slug}.talents", label="Talents", tags=tags)
    yield from costed(slug, "powers", "Vampire powers", it.powers)
    yield from costed(slug, "weaknesses", "Weaknesses", it.weaknesses)
    if it.rituals:
        tags = tuple(
            Tag(
                one, r.name, "on the sheet", f"Ambition {r.ambition}, Cunning {r.cunning}, Vigilance {r.vigilance}"
            )
            for one, r in it.rituals.items()
        )
        yield Tags(path=f"{slug}.rituals", label="Rituals", tags=tags)
    if it.gadgets:
        tags = tuple(Tag(one, g.name, detail=f"{g.slot.value.title()} {g.value}") for one, g in it.gadgets.items())
        yield Tags(path=f"{slug}.gadgets", label="Gadgets", tags=tags)


def story(state: Adventure, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Goal and drawback, goals behind, Facts told, and what was settled by word."""
    if it.goal_text:
        yield Texts(path=f"{slug}.goal_text", label="Goal", texts=(it.goal_text,))
    if it.drawback_text:
        yield Texts(path=f"{slug}.drawback_text", label="Drawback", texts=(it.drawback_text,))
    if it.goals_reached:
        yield Texts(path=f"{slug}.goals_reached", label="Goals reached", texts=tuple(it.goals_reached))
    told = tuple(Tag(str(n), fact.text) for n, fact in state.facts.items() if fact.author == slug)
    if told:
        yield Tags(path=f"{slug}.facts", label="Facts told", tags=told)
    for field, value in it.adjudicated.items():
        yield Texts(
            path=f"{slug}.{field}",
            label=f"{aloud(field)} (adjudicated)",
            texts=(value,),
        )


def secrets(slug: str, it: Character) -> Iterable[AnyBlock]:
    """Blocks for the Mastermind alone."""
    if it.schemes:
        yield Texts(path=f"{slug}.schemes", label="Schemes", texts=tuple(it.schemes), audience=GM_ONLY)


def board(state: Adventure) -> Sheet:
    """The adventure itself: what it is about, whose turn it is, what is true by now, and who schemes what."""
    blocks: list[AnyBlock] = []
    if state.preview is not None:
        blocks.append(Texts(path=f"{TABLE}.preview", label="The villainy", texts=(state.preview,)))
    if state.status is Status.PLAYING:
        setter = Texts(path=f"{TABLE}.next", label="Next to set a scene", texts=(next_setter(state),))
        blocks.append(setter)
    owed = tuple(Tag(slug, state.characters[slug].name, "owed") for slug in state.pending_goal_scenes)
    if owed:
        blocks.append(Tags(path=f"{TABLE}.goal_scenes", label="Goal scenes", tags=owed))
    if state.facts:
        rows = tuple((str(n), it.text, state.characters[it.author].name) for n, it in state.facts.items())
        blocks.append(Table(path=f"{TABLE}.facts", label="Facts", columns=("Fact", "What", "Told by"), rows=rows))
    if state.goons:
        goons = tuple(Tag(slug, it.name, detail=it.description) for slug, it in state.goons.items())
        blocks.append(Tags(path=f"{TABLE}.goons", label="Goons", tags=goons))
    schemes = tuple((it.name, text) for it in state.characters.values() for text in it.schemes)
    if schemes:
        columns = ("Antagonist", "Scheme")
        blocks.append(
            Table(path=f"{TABLE}.schemes", label="Schemes", columns=columns, rows=schemes, audience=GM_ONLY)
        )
    return Sheet(
        character=TABLE,
        title="The adventure",
        subtitle=f"the {ordinal(state.adventure)}, {state.status.value}",
        page=True,
        sections=(Section("Adventure", tuple(blocks)),) if blocks else (),
    )
