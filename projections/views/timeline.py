"""The records of a campaign, one entry each, and the sessions and scenes they are divided into."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from unicodedata import normalize

from domain.kernel import facts
from domain.kernel.facts import Fact, Kind
from domain.kernel.logged.messages import PREFIX as LOGGED_PREFIX
from domain.kernel.people import Audience
from ledger.answers import ToldRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """One record on the timeline, as one audience may know it."""

    position: int
    parent: int
    ruling: int
    type: str
    by: str
    at: str
    happened_at: str | None
    fiction_time: str | None
    session: int
    """0 before the first."""
    scene: str
    """Id of the scene it belongs to, "" if none is open."""
    kind: Kind
    headline: str
    audience: Audience
    concerns: tuple[str, ...]
    opens: str
    """The part that begins here: "session", "scene", "test" or ""."""


def by_of(told: ToldRecord) -> str:
    """The person behind a record: who asked for it, and of play that was taken in whose it was."""
    return told.retelling.by or told.record.envelope.by


def recorded_at(told: ToldRecord) -> str:
    """The time a record was made; empty for play that was taken in, whose day that is not."""
    envelope = told.record.envelope
    return "" if envelope.type.startswith(LOGGED_PREFIX) else envelope.at


def played_at(told: ToldRecord) -> str:
    """The time it happened, as far as anything says it."""
    return told.record.envelope.happened_at or recorded_at(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A session or scene that begins on a line."""

    position: int
    form: str
    """"session" or "scene"."""
    title: str
    session: int


@dataclass(frozen=True, slots=True)
class CurrentScene:
    """The session and the scene by now."""

    session: int = 0
    scene: str = ""

    def after(self, told: ToldRecord) -> "CurrentScene":
        """The clock after one more record."""
        clock = self
        for fact in told.retelling.facts:
            if type(fact) in DIVIDING:
                clock = clock._then(fact)
        return clock

    def _then(self, fact: Fact) -> "CurrentScene":
        match fact:
            case facts.SessionOpened():
                return CurrentScene(fact.session)
            case facts.SceneOpened():
                return replace(self, scene=fact.scene)
            case facts.SceneClosed() if fact.scene == self.scene:
                return replace(self, scene="")
        return self


DIVIDING = frozenset((facts.SessionOpened, facts.SceneOpened, facts.SceneClosed))
"""The facts that move the clock of a line."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The entries of a line in order, and the clock at its end."""

    clock: CurrentScene = CurrentScene()
    entries: tuple[TimelineEntry, ...] = ()


_OPENING: dict[type[Fact], str] = {
    facts.SessionOpened: "session",
    facts.SceneOpened: "scene",
    facts.TestOpened: "test",
}


_NOTHING_OPENS = "", ""


def opening(told: ToldRecord) -> tuple[str, str]:
    """Part that begins with a record, and its title. A session is more than a scene, a scene more than a test."""
    facts_told = told.retelling.facts
    if _OPENING.keys().isdisjoint(map(type, facts_told)):
        return _NOTHING_OPENS
    opened = [fact for fact in facts_told if type(fact) in _OPENING]
    first = min(opened, key=lambda fact: list(_OPENING).index(type(fact)))
    return _OPENING[type(first)], str(getattr(first, "title", "") or getattr(first, "aim", ""))


def scene_of(before: CurrentScene, after: CurrentScene) -> str:
    """The scene a record belongs to, given the clock before and after it: one that closes a scene, to that one."""
    return after.scene or (before.scene if after.session == before.session else "")


def entry_of(told: ToldRecord, before: CurrentScene, after: CurrentScene) -> TimelineEntry:
    """The entry of a record, given the clock before and after it."""
    envelope, retelling = told.record.envelope, told.retelling
    return TimelineEntry(
        position=envelope.position,
        parent=envelope.parent,
        ruling=envelope.ruling,
        type=envelope.type,
        by=by_of(told),
        at=recorded_at(told),
        happened_at=envelope.happened_at,
        fiction_time=envelope.fiction_time,
        session=after.session,
        scene=scene_of(before, after),
        kind=retelling.kind,
        headline=retelling.headline,
        audience=retelling.audience,
        concerns=retelling.concerns,
        opens=opening(told)[0],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineProjection:
    """Retells a line entry by entry."""

    name: str = "timeline"
    version: int = 3
    initial: Timeline = Timeline()

    def apply(self, view: Timeline, told: ToldRecord) -> Timeline:
        """The timeline after one more record."""
        return self.fold((told,), view)

    def fold(self, told: Iterable[ToldRecord], since: Timeline | None = None) -> Timeline:
        """The timeline after these records."""
        view = self.initial if since is None else since
        clock, entries = view.clock, list(view.entries)
        for each in told:
            before, clock = clock, clock.after(each)
            entries.append(entry_of(each, before, clock))
        return Timeline(clock, tuple(entries))


TIMELINE = TimelineProjection()

_PROSE = frozenset(
    ("text", "title", "place", "outcome", "why", "reading", "aim", "reason", "before", "after", "what", "brings")
) | frozenset(("label", "relation", "name", "now", "how"))
_KEYS = (facts.NumberChanged, facts.NumberMoved, facts.StateChanged)
"""Their `name` is what the program calls a number or a state; people read its `label`."""
_TERMS = frozenset(("now", "why", "reading", "how", "label", "place", "before", "after"))
_A_TERM = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)+")
"""The pattern of the program's own terms: such a value of `_TERMS` nobody wrote, and nobody reads."""


TEXTS_VERSION = 4
"""Rises whenever other words of a record can be looked for, or they are kept in another order."""


def text_beside(told: ToldRecord) -> str:
    """Everything in a record that somebody may look for and that its headline does not say, a line for each: what
    people wrote and what is told, things by name. It goes on behind the headline.
    """
    headline, names = told.retelling.headline, told.retelling.names
    said: list[str] = []
    for fact in told.retelling.facts:
        for name, may_be_term in _PROSE_OF.get(type(fact)) or _prose_fields(type(fact)):
            value = getattr(fact, name)
            if not value or not isinstance(value, str):
                continue
            words = names.get(value, value)
            if words not in headline and words not in said and not (may_be_term and _is_term(words)):
                said.append(words)
    return "\n" + "\n".join(said) if said else ""


def folded(text: str) -> str:
    """Text as it is compared in a search."""
    return text.lower() if text.isascii() else normalize("NFKC", normalize("NFKC", text).casefold())


def _is_term(words: str) -> bool:
    """True for one of the program's own terms, in which a mark joins the words."""
    joined = "_" in words or "-" in words or "." in words
    return joined and _A_TERM.fullmatch(words) is not None


def _prose_fields(kind: type[Fact]) -> tuple[tuple[str, bool], ...]:
    """The fields of a fact in which people read, each with whether a term of the program's own may stand there."""
    if kind not in _PROSE_OF:
        _PROSE_OF[kind] = tuple(
            (each.name, each.name in _TERMS)
            for each in fields(kind)
            if each.name in _PROSE and not (each.name == "name" and kind in _KEYS)
        )
    return _PROSE_OF[kind]


_PROSE_OF: dict[type[Fact], tuple[tuple[str, bool], ...]] = {}
