"""The campaign's own sheet: the situation, settings and factions, the season, the GM's preparation."""

from collections.abc import Iterable

from domain.hot_circle.lookup import gm_pool, unrelated
from domain.hot_circle.printed import FEWEST_SETTINGS, LEVELS, MOST_FACTIONS_IN_A_SETTING, MOST_SETTINGS, STEPS
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.world import PreparedObstacle
from domain.hot_circle.terms import HOME, RelationKind, SessionStatus
from domain.kernel.people import GM_ONLY
from domain.kernel.sheet import AnyBlock, Counter, Section, Sheet, Table, Tag, Tags, Texts


def page(state: Circle) -> Sheet:
    """The campaign's page."""
    sections = (
        Section("The story", tuple(story(state))),
        Section("Settings and factions", tuple(world(state))),
        Section("Settled", tuple(settled(state))),
        Section("For the gamemaster", tuple(secrets(state))),
    )
    session = state.game_session
    step = session.ending_step.value.replace("_", " ")
    stage = {
        SessionStatus.OPEN: f"session {session.session_no}",
        SessionStatus.ENDING: f"session {session.session_no}, ending: {step}",
        SessionStatus.CLOSED: state.stage.value.replace("_", " "),
    }[session.status]
    return Sheet(
        character=HOME,
        title="The circle",
        subtitle=f"{state.genre}, {state.style}. Season {state.season}, {stage}",
        sections=tuple(section for section in sections if section.blocks),
    )


def story(state: Circle) -> Iterable[AnyBlock]:
    """Genre, style, situation, and the scene that is on."""
    yield Texts(path=f"{HOME}.genre", label="Genre", texts=(state.genre,))
    yield Texts(path=f"{HOME}.style", label="Style", texts=(state.style,))
    if state.situation is not None:
        yield Texts(path=f"{HOME}.situation", label="Situation", texts=(state.situation.text,))
        affected = tuple(Tag(slug, state.map.factions[slug].name) for slug in state.situation.affected_factions)
        yield Tags(path=f"{HOME}.affected_factions", label="Affects", tags=affected)
    scene = state.open_scene
    if scene is not None:
        tags = tuple(Tag(slug, state.characters[slug].name) for slug in scene.present)
        yield Tags(path=f"{HOME}.scene", label=f"On stage: {scene.title}", tags=tags)


def world(state: Circle) -> Iterable[AnyBlock]:
    """Blocks of the settings with those who live there, and of the factions with the power they hold."""
    rows = tuple((it.name, ", ".join(it.character_types)) for it in state.settings.values())
    if rows:
        yield Table(path=f"{HOME}.settings", label="Settings", columns=("Setting", "Home of"), rows=rows)
    powers = tuple(
        (
            it.name,
            state.settings[it.setting_id].name,
            it.importance.value,
            related(state, slug, RelationKind.COOPERATE),
            related(state, slug, RelationKind.COMPETE),
        )
        for slug, it in state.map.factions.items()
    )
    if powers:
        columns = ("Faction", "Setting", "Rank", "Cooperates with", "Competes with")
        yield Table(path=f"{HOME}.factions", label="Factions", columns=columns, rows=powers)
    if advice := tuple(advised(state)):
        yield Texts(path=f"{HOME}.advice", label="Advice", texts=advice)


def related(state: Circle, slug: str, kind: RelationKind) -> str:
    """Everybody a faction cooperates or competes with, by name."""
    row = state.map.relations.get(slug, {})
    return ", ".join(state.map.factions[to].name for to, relation in row.items() if relation.kind is kind)


def advised(state: Circle) -> Iterable[str]:
    """HC-03 to HC-05: sentences about what the rules advise and this campaign has otherwise."""
    if state.situation is None:
        return
    if not FEWEST_SETTINGS <= len(state.settings) <= MOST_SETTINGS:
        yield f"{FEWEST_SETTINGS} to {MOST_SETTINGS} settings are usual; here are {len(state.settings)}."
    if unrelated(state):
        yield "Each faction usually cooperates with one other and competes with another; here none does."
    for slug, setting in state.settings.items():
        powers = sum(it.setting_id == slug for it in state.map.factions.values())
        if not 1 <= powers <= MOST_FACTIONS_IN_A_SETTING:
            yield f"One or two factions in a setting are usual; {setting.name} has {powers}."


def settled(state: Circle) -> Iterable[AnyBlock]:
    """Blocks of the facts and results that tests and votes have left behind."""
    facts = tuple(it.text for it in state.lore.values() if not it.vetoed)
    if facts:
        yield Texts(path=f"{HOME}.lore", label="Facts of the world", texts=facts)
    overcome = tuple(
        Tag(test, it.obstacle, f"session {it.session_no}", good=True)
        for test, it in state.results.items()
        if it.passed and it.obstacle
    )
    if overcome:
        yield Tags(path=f"{HOME}.let_it_ride", label="Overcome for good (Let It Ride)", tags=overcome)
    if state.house_rules.gm_persona_pool:
        yield Counter(path=f"{HOME}.gm_persona", label="The gamemaster's persona", value=gm_pool(state))
    if state.milestone_due:
        yield Texts(path=f"{HOME}.milestone", label="Milestone", texts=("a trait vote is due at session's end",))
    for field, value in state.adjudicated.get(HOME, {}).items():
        yield Texts(path=f"{HOME}.{field}", label=f"{field} (adjudicated)", texts=(value,))


def secrets(state: Circle) -> Iterable[AnyBlock]:
    """Blocks for the gamemaster alone."""
    for slug, it in state.map.factions.items():
        if it.notes:
            yield Texts(
                path=f"{HOME}.notes.{slug}", label=f"Plans: {it.name}", texts=tuple(it.notes), audience=GM_ONLY
            )
    yield from prepared(state)
    if state.prep_notes:
        yield Texts(
            path=f"{HOME}.prep_notes", label="Preparation", texts=tuple(state.prep_notes), audience=GM_ONLY
        )


def prepared(state: Circle) -> Iterable[AnyBlock]:
    """Places with the obstacles planned there, then the obstacles that may be met anywhere."""
    for slug, place in state.locations.items():
        setting = f" ({state.settings[place.setting_id].name})" if place.setting_id else ""
        there = tuple(planned(it) for it in state.obstacles.values() if it.location_id == slug)
        yield Texts(
            path=f"{HOME}.locations.{slug}",
            label=f"Location: {place.name}{setting}",
            texts=(place.text, *there),
            audience=GM_ONLY,
        )
    anywhere = tuple(planned(it) for it in state.obstacles.values() if it.location_id is None)
    if anywhere:
        yield Texts(path=f"{HOME}.obstacles", label="Obstacles", texts=anywhere, audience=GM_ONLY)


def planned(it: PreparedObstacle) -> str:
    """An obstacle to come, in one line."""
    text = f": {it.text}" if it.text else ""
    return f"Obstacle: {it.name}{how_hard(it.level, it.step)}{text}"


def how_hard(level: int | None, step: int | None) -> str:
    """Difficulty planned for something, in words; empty where that was left open."""
    if level is None or step is None:
        return ""
    return f", {STEPS[step - 1]} for {LEVELS[level]}"
