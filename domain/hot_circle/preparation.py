"""Preparation: session zero up to the first scene, and what is due before every later session."""

from collections.abc import Iterable, Iterator

from domain.hot_circle.chapters.people.bridges import bridging
from domain.hot_circle.chapters.people.characters import creating
from domain.hot_circle.chapters.people.lifepaths import lifepath_due
from domain.hot_circle.chapters.people.paper_sheets import entering
from domain.hot_circle.chapters.people.starting_assets import missing
from domain.hot_circle.chapters.scenes.scenes import first_scene
from domain.hot_circle.chapters.world.bag import drawing
from domain.hot_circle.chapters.world.factions import rising_and_falling
from domain.hot_circle.chapters.world.preparation import situation
from domain.hot_circle.chapters.world.relations import turning
from domain.hot_circle.forms import (
    CAST,
    FACTIONS,
    GENRE,
    LIFEPATHS,
    NOTES,
    RELATIONS,
    SETTINGS,
    page_for,
    protagonist_of,
)
from domain.hot_circle.lookup import map_missing
from domain.hot_circle.printed import FEWEST_AFFECTED, FEWEST_SETTINGS
from domain.hot_circle.seats import SESSION_ZERO, Seat
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.terms import SessionStatus, Stage
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.campaign.state import Campaign
from domain.kernel.offers import Offer
from domain.kernel.people import Asker, Role
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Preparation, Step
from domain.kernel.terms import PersonId

WORLD = "The world"
PROTAGONISTS = "Protagonists"
BEFORE = "Before you begin"
_AFTER_GENRE = ("genre",)


def prepares(state: Circle, campaign: Campaign) -> Preparation | None:
    """Session zero until the first scene is set; between sessions, what the next one waits for."""
    match state.stage:
        case Stage.SESSION_ZERO:
            return _session_zero(state, campaign)
        case Stage.IN_SESSION if not state.scenes and state.game_session.status is SessionStatus.OPEN:
            return _session_zero(state, campaign)
        case Stage.BETWEEN_SESSIONS:
            return _next_session(state, campaign)
    return None


def _session_zero(state: Circle, campaign: Campaign) -> Preparation:
    steps = [_genre(state), *_world(state), _lifepaths(state, campaign), *_protagonists(state, campaign)]
    steps += [*_bridges(state), _cast(state), _notes(state)]
    steps.append(_session(state, after=tuple(step.key for step in steps if step.need is not None)))
    return Preparation(title="Session zero", steps=tuple(steps), begins=first_scene(state))


def _next_session(state: Circle, campaign: Campaign) -> Preparation:
    lacking = [step for step in _world(state) if (step.need is not None and step.have < step.need) or step.missing]
    steps = [
        *lacking,
        *_protagonists(state, campaign),
        *_after_a_skip(state, campaign),
        *_bridges(state),
        *_world_moves(state, lacking),
        _cast(state),
        _notes(state),
    ]
    return Preparation(title="The next session", steps=tuple(steps), begins=_opening())


def _genre(state: Circle) -> Step:
    return Step(
        key="genre",
        label="Genre and style",
        why="What kind of story you want to tell together.",
        have=int(bool(state.genre)),
        need=1,
        missing=() if state.genre else ("a genre and a style",),
        form=GENRE,
    )


def _world(state: Circle) -> Iterator[Step]:
    yield _settings(state)
    yield _factions(state)
    yield _relations(state)
    yield _situation(state)


def _settings(state: Circle) -> Step:
    need = FEWEST_SETTINGS if state.house_rules.strict_counts else 1
    have = len(state.settings)
    return Step(
        key="settings",
        label="Settings",
        why="Four to six places, classes or cultures that people are born into.",
        have=have,
        need=need,
        after=_AFTER_GENRE,
        missing=_lacking(need - have, "setting"),
        form=SETTINGS,
        under=WORLD,
    )


def _factions(state: Circle) -> Step:
    have, powers = len(state.map.factions), {it.setting_id for it in state.map.factions.values()}
    missing = _lacking(FEWEST_AFFECTED - have, "faction")
    if state.house_rules.strict_counts:
        missing += tuple(f"a faction in {it.name}" for slug, it in state.settings.items() if slug not in powers)
    return Step(
        key="factions",
        label="Factions",
        why="One or two powers in each setting: whoever wants something there.",
        have=have,
        need=FEWEST_AFFECTED,
        after=("settings",),
        missing=missing,
        form=FACTIONS,
        under=WORLD,
    )


def _relations(state: Circle) -> Step:
    """HC-05: two for each faction make a complete map; the rules only want one, or the word that there is none."""
    have = sum(len(row) for row in state.map.relations.values())
    whole = 2 * len(state.map.factions)
    due = map_missing(state)
    drawn = tuple(drawing(state)) if state.map.draw is not None else ()
    return Step(
        key="relations",
        label="How the factions stand",
        why=f"Each competes with another and cooperates with a third: {have} of {whole} stand."
        if whole and have < whole
        else "Each competes with another and cooperates with a third.",
        have=have,
        need=max(whole, 1) if due or have >= whole > 0 else None,
        after=("factions",),
        missing=("a relation between factions",) if due else (),
        form=None if drawn else RELATIONS,
        asks=drawn,
        under=WORLD,
    )


def _situation(state: Circle) -> Step:
    return Step(
        key="situation",
        label="The situation",
        why="The conflict that the whole campaign is about.",
        have=int(state.situation is not None),
        need=1,
        after=("factions",),
        missing=() if state.situation else ("what the campaign is about",),
        asks=tuple(situation(state)),
        under=WORLD,
    )


def _lifepaths(state: Circle, campaign: Campaign) -> Step:
    """HC-10: needed by whoever makes a protagonist; sheets from paper bring their own."""
    wanted = state.stage is Stage.SESSION_ZERO and any(_unready(state, campaign))
    have = int(state.starting_lifepaths is not None)
    return Step(
        key="lifepaths",
        label="Starting lifepaths",
        why="How much of a life the protagonists have behind them.",
        have=have,
        need=1 if wanted or have else None,
        after=_AFTER_GENRE,
        missing=("how many lifepaths everybody starts with",) if wanted and not have else (),
        form=LIFEPATHS,
        under=PROTAGONISTS,
    )


def _unready(state: Circle, campaign: Campaign) -> Iterator[PersonId]:
    """The players whose protagonist is not complete."""
    for player in campaign.players:
        have = protagonist_of(state, player)
        if have is None or not have[1].complete:
            yield player


def _protagonists(state: Circle, campaign: Campaign) -> Iterator[Step]:
    """A page for each player. Once a session is open, a newcomer's can wait for the next."""
    for seat, player in enumerate(campaign.players, start=1):
        have = protagonist_of(state, player)
        slug, it = have or ("", None)
        ready = it is not None and it.complete
        name = campaign.people[player].name
        lacking = tuple(missing(state, it)) if it is not None else (f"a protagonist for {name}",)
        yield Step(
            key=f"protagonist:{player}",
            label=f"A protagonist for {name}" if it is None else f"{it.name}, whom {name} plays",
            why="Beliefs, instincts, traits, and the life that led here.",
            whose=frozenset({player}),
            have=int(ready),
            need=1 if ready or state.stage is not Stage.IN_SESSION else None,
            after=("settings", "lifepaths"),
            missing=() if ready else lacking or (f"the word that {it.name if it else name} is ready",),
            form=page_for(state, it),
            subject=str(seat),
            asks=() if ready else tuple(_by_hand(state, campaign, player, slug)),
            under=PROTAGONISTS,
        )


def _by_hand(state: Circle, campaign: Campaign, player: PersonId, slug: str) -> Iterable[Offer]:
    """Other ways to a sheet: a name first, then what stands on paper."""
    if not state.genre:
        return
    if not slug:
        for offer in creating(state, Asker(player, Role.PLAYER)):
            if offer.known["player"] == player:
                yield Offer(
                    command=offer.command,
                    label="Begin with a name, for a sheet on paper",
                    known=offer.known,
                    group=offer.group,
                    by=player,
                )
    elif state.stage is not Stage.IN_SESSION:
        yield entering(state, Seat(slug, state.characters[slug], by=player))


def _after_a_skip(state: Circle, campaign: Campaign) -> Iterator[Step]:
    """HC-68: the lifepath that years brought. Nobody has to take it before the next session."""
    for player in campaign.players:
        have = protagonist_of(state, player)
        if have is None:
            continue
        slug, it = have
        asks = tuple(lifepath_due(state, Seat(slug, it, by=player)))
        if asks:
            yield Step(
                key=f"years:{player}",
                label=f"What the years made of {it.name}",
                why="A time-skip brings everybody one lifepath.",
                whose=frozenset({player}),
                asks=asks,
                under=PROTAGONISTS,
            )


def _world_moves(state: Circle, lacking: list[Step]) -> Iterator[Step]:
    """HC-72: between sessions the gamemaster may turn the map and state the situation anew. Nobody has to."""
    due = {step.key for step in lacking}
    turns = tuple(
        turn for slug in state.map.factions for turn in (*turning(state, slug), *rising_and_falling(state, slug))
    )
    if turns and "relations" not in due:
        yield Step(
            key="map",
            label="The faction map moves",
            why="What the last session changed between the powers: who turned, who rose, who fell.",
            asks=turns,
            under=BEFORE,
        )
    if state.situation is not None and "situation" not in due:
        yield Step(
            key="situation_anew",
            label="The situation anew",
            why="What the campaign is about now, if that has changed.",
            asks=tuple(situation(state)),
            under=BEFORE,
        )


def _bridges(state: Circle) -> Iterator[Step]:
    """HC-15: bridges for those whose life is still being told."""
    asks = tuple(bridging(state)) if state.genre else ()
    if asks:
        yield Step(
            key="bridges",
            label="Bridges",
            why="A lifepath that leads into another setting needs your word.",
            have=sum(len(it.bridges) for it in state.pcs.values()),
            asks=asks,
            under=PROTAGONISTS,
        )


def _cast(state: Circle) -> Step:
    return Step(
        key="cast",
        label="The supporting cast",
        why="Whoever the protagonists are likely to meet. More can come at any time.",
        have=sum(not it.is_pc for it in state.characters.values()),
        after=_AFTER_GENRE,
        form=CAST,
        under=BEFORE,
    )


def _notes(state: Circle) -> Step:
    return Step(
        key="notes",
        label="What only you know",
        why="Notes, places and obstacles that nobody else reads.",
        have=len(state.prep_notes) + len(state.locations) + len(state.obstacles),
        after=_AFTER_GENRE,
        form=NOTES,
        under=BEFORE,
    )


def _session(state: Circle, after: tuple[str, ...]) -> Step:
    is_open = state.stage is Stage.IN_SESSION
    return Step(
        key="session",
        label="The first session",
        why="From here on you play.",
        have=int(is_open),
        need=1,
        after=(PLAYERS, *after),
        missing=() if is_open else ("an open session",),
        asks=() if is_open else (_opening(),),
        under=BEFORE,
    )


def _opening() -> Offer:
    return Offer(command=OpenSession, label="Open the session", group=SESSION_ZERO)


def _lacking(number: int, what: str) -> tuple[str, ...]:
    return (f"{number} {what}" if number == 1 else f"{number} {what}s",) if number > 0 else ()
