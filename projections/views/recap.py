"""Between sessions: what the last one was, retold in short, and what has been written about the campaign.

A recap begins anew with each session, so that the fold of a whole line is the recap of its last one.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from domain.kernel import facts
from domain.kernel.facts import Fact, Kind
from ledger.answers import ToldRecord
from ledger.log.lines import Lines
from ledger.log.tags import JOURNAL_PREFIX
from projections.history.stored_facts import StoredFact
from projections.projection import NO_ROWS
from projections.views.timeline import Mark, played_at


@dataclass(frozen=True, slots=True, kw_only=True)
class RecapTest:
    """Something that was settled by dice, or still lies open (`closed` None)."""

    test: str
    form: str
    aim: str
    teams: tuple[tuple[str, ...], ...]
    """Those who act together, then those against them."""
    opened: int
    closed: int | None = None
    outcome: str = ""
    winner: str | None = None

    @property
    def won_by_one_of_them(self) -> bool:
        """True if the winner is among those who took part, so that it need not be named again."""
        return any(self.winner in team for team in self.teams)


@dataclass(frozen=True, slots=True)
class Highlight:
    """A record worth retelling by itself."""

    position: int
    kind: Kind
    headline: str
    concerns: tuple[str, ...] = ()
    turning: bool = False
    """True if somebody became something else by it or is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneRecap:
    """One scene, or what happened between two (`scene` empty)."""

    scene: str
    title: str
    place: str
    present: tuple[str, ...]
    opened: int
    closed: int | None = None
    outcome: str = ""
    trials: tuple[RecapTest, ...] = ()
    highlights: tuple[Highlight, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NetChange:
    """The change of a number over the session: `delta` altogether, `now` at its end."""

    owner: str
    name: str
    label: str
    delta: int
    now: int
    good: bool
    """True if more of it is welcome."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recap:
    """The session played last, or all of play while none was opened: then `session` is 0, and `opened` the record
    of the first scene or test, 0 before there was one. `closed` is None while it goes on.
    """

    session: int = 0
    title: str = ""
    opened: int = 0
    closed: int | None = None
    at: str = ""
    """The time of play: that of its first record."""
    scenes: tuple[SceneRecap, ...] = ()
    nets: Mapping[tuple[str, str], NetChange] = field(default_factory=lambda: NO_ROWS)
    spoken_of: Mapping[str, int] = field(default_factory=lambda: NO_ROWS)
    """The number of records of the session that concern somebody or something, by id."""
    records: int = 0
    """The number of records of play it is told from, and of dice that fell in them."""
    dice: int = 0
    elsewhere: bool = False
    """True while an earlier session was opened again after this one: what comes then is no part of it."""

    @property
    def begun(self) -> bool:
        """True once anything was played."""
        return bool(self.session or self.opened)

    @property
    def open_scene(self) -> SceneRecap | None:
        """The scene that goes on."""
        last = self.scenes[-1] if self.scenes else None
        return last if last and last.scene and last.closed is None else None

    @property
    def open_trials(self) -> tuple[RecapTest, ...]:
        """The trials that are not settled yet."""
        return tuple(trial for scene in self.scenes for trial in scene.trials if trial.closed is None)


_TELLING = (
    *(facts.CharacterEntered, facts.CharacterChanged, facts.CharacterLeft, facts.Advanced),
    *(facts.NodeSet, facts.RelationSet, facts.Adjudicated, facts.ChapterOpened, facts.ChapterClosed),
)


_PLAYED = (facts.SceneOpened, facts.TestOpened)
_TURNING = (facts.CharacterChanged, facts.CharacterLeft, facts.Advanced)


class _RecapBuilder:
    """A recap being made: changed in place, handed out as a value."""

    def __init__(self, begun: Recap) -> None:
        self._begin(begun)

    def _begin(self, begun: Recap) -> None:
        self.whole, self.elsewhere = begun, begun.elsewhere
        self.scenes = list(begun.scenes)
        self.nets = dict(begun.nets)
        self.spoken_of = Counter(begun.spoken_of)
        self.records, self.dice = begun.records, begun.dice

    def add(self, told: ToldRecord) -> None:
        position = told.record.position
        for fact in told.retelling.facts:
            if isinstance(fact, _PLAYED) and not self.whole.opened:
                self._begin(Recap(opened=position, at=_time(told)))  # what was prepared is no part of play
            if isinstance(fact, facts.SessionOpened) and fact.session < self.whole.session:
                self.elsewhere = True  # an earlier session, to which later messages were taken in
            elif isinstance(fact, facts.SessionOpened) and fact.session == self.whole.session:
                self.elsewhere = False
                self.whole = replace(self.whole, closed=None)  # the next part of an intake goes on with it
            elif isinstance(fact, facts.SessionOpened):
                self._begin(Recap(session=fact.session, title=fact.title, opened=position, at=_time(told)))
        if self.elsewhere or self.whole.closed is not None or told.record.envelope.type.startswith(JOURNAL_PREFIX):
            return  # what is written about a session is no part of it
        self.records += 1
        for fact in told.retelling.facts:
            self._take(fact, position)
        self.spoken_of.update(told.retelling.concerns)
        if any(_worth_telling(fact) for fact in told.retelling.facts):
            scene = self._scene(position)
            turning = any(isinstance(fact, _TURNING) for fact in told.retelling.facts)
            retold = told.retelling
            mark = Highlight(position, retold.kind, retold.headline, retold.concerns, turning)
            self.scenes[-1] = replace(scene, highlights=(*scene.highlights, mark))

    def _scene(self, position: int) -> SceneRecap:
        """The scene that a record belongs to; the one that it closes as well."""
        if not self.scenes or self.scenes[-1].closed not in (None, position):
            self.scenes.append(SceneRecap(scene="", title="", place="", present=(), opened=position))
        return self.scenes[-1]

    def _take(self, fact: Fact, position: int) -> None:
        match fact:
            case facts.SessionClosed():
                self.whole = replace(self.whole, closed=position)  # a scene may go on in the next session
            case facts.SceneOpened():
                self._end_scene("", position)
                self._set_up(fact)
                self.scenes.append(
                    SceneRecap(
                        scene=fact.scene, title=fact.title, place=fact.place, present=fact.present, opened=position
                    )
                )
            case facts.SceneClosed() if self.scenes and self.scenes[-1].scene == fact.scene:
                self._end_scene(fact.outcome, position)
            case facts.TestOpened():
                trial = RecapTest(test=fact.test, form=fact.form, aim=fact.aim, teams=fact.teams, opened=position)
                scene = self._scene(position)
                self.scenes[-1] = replace(scene, trials=(*scene.trials, trial))
            case facts.TestClosed():
                self._settle(fact, position)
            case facts.DiceRolled():
                self.dice += len(fact.dice)
            case facts.NumberChanged():
                self._count(fact)
            case facts.NumberMoved():
                for half in fact.halves():
                    self._count(half)

    def _set_up(self, scene: facts.SceneOpened) -> None:
        """Leave out what only brought those of a scene to where it is played: that stands above the scene."""
        if self.scenes and not self.scenes[-1].scene:
            there = {*scene.present, scene.place}
            before = self.scenes[-1]
            told = [it for it in before.highlights if it.turning or not it.concerns]
            kept = (it for it in before.highlights if it in told or not there.issuperset(it.concerns))
            self.scenes[-1] = replace(before, highlights=tuple(kept))

    def _end_scene(self, outcome: str, position: int) -> None:
        if self.scenes and self.scenes[-1].closed is None:
            scene = self.scenes[-1]
            self.scenes[-1] = replace(scene, closed=position, outcome=outcome or scene.outcome)

    def _settle(self, fact: facts.TestClosed, position: int) -> None:
        for place in range(len(self.scenes) - 1, -1, -1):
            trials = self.scenes[place].trials
            for index in range(len(trials) - 1, -1, -1):
                if trials[index].test == fact.test and trials[index].closed is None:
                    settled = replace(trials[index], closed=position, outcome=fact.outcome, winner=fact.winner)
                    others = (*trials[:index], settled, *trials[index + 1 :])
                    self.scenes[place] = replace(self.scenes[place], trials=others)
                    return

    def _count(self, fact: facts.NumberChanged) -> None:
        key = fact.owner, fact.name
        before = self.nets.get(key)
        self.nets[key] = NetChange(
            owner=fact.owner,
            name=fact.name,
            label=fact.label or (before.label if before else ""),
            delta=fact.delta + (before.delta if before else 0),
            now=fact.now,
            good=fact.good,
        )

    def told(self) -> Recap:
        return replace(
            self.whole,
            scenes=tuple(self.scenes),
            nets=MappingProxyType(dict(self.nets)),
            spoken_of=MappingProxyType(dict(self.spoken_of)),
            records=self.records,
            dice=self.dice,
            elsewhere=self.elsewhere,
        )


def _worth_telling(fact: Fact) -> bool:
    return isinstance(fact, _TELLING) or (isinstance(fact, facts.StateChanged) and fact.lasting)


def _time(told: ToldRecord) -> str:
    return played_at(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecapProjection:
    """Retells the session played last."""

    name: str = "recap"
    version: int = 7
    initial: Recap = field(default_factory=Recap)

    def apply(self, view: Recap, told: ToldRecord) -> Recap:
        """The recap after one more record."""
        return self.fold((told,), view)

    def fold(self, told: Iterable[ToldRecord], since: Recap | None = None) -> Recap:
        """The recap after these records."""
        builder = _RecapBuilder(self.initial if since is None else since)
        for each in told:
            builder.add(each)
        return builder.told()


RECAP = RecapProjection()


def sessions_in(marks: Iterable[Mark]) -> list[Mark]:
    """The sessions among the marks of a line, in order; one of several parts of an intake is there once."""
    found: dict[int, Mark] = {}
    for mark in marks:
        if mark.form == "session":
            found.setdefault(mark.session, mark)
    return list(found.values())


def spans_of(marks: Iterable[Mark], numbers: Container[int], lines: Lines, head: int) -> list[tuple[int, int]]:
    """The ends of each part of the records of sessions on their line: after the first of these, up to the second.

    There is more than one part where later messages were taken in after other sessions. `marks` are those of the
    whole line up to `head`, in order. Raises `KeyError` where none of the sessions is there.
    """
    sessions = [mark for mark in marks if mark.form == "session"]
    ends = [*(lines.parent(mark.position) for mark in sessions), head]
    spans: list[tuple[int, int]] = []
    for place, mark in enumerate(sessions):
        if mark.session not in numbers:
            continue
        since, until = ends[place], ends[place + 1]
        if spans and spans[-1][1] == since:
            since = spans.pop()[0]
        spans.append((since, until))
    if not spans:
        raise KeyError(numbers)
    return spans


# --- the situation as it stands --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingText:
    """A text that stands: whose it is (empty: nobody's), which one, and the record that set it last."""

    owner: str
    field: str
    text: str
    why: str
    position: int


def standing_texts(kept: Iterable[StoredFact]) -> list[StandingText]:
    """Every text that stands after these facts, the one written last at the end.

    Of what was merely told, about nobody in particular, the last of each form stands.
    """
    found: dict[tuple[str, str], StandingText] = {}
    for each in kept:
        match each.fact:
            case facts.TextSet(owner=owner, field=name, text=text):
                said = StandingText(owner=owner, field=name, text=text, why="", position=each.position)
            case facts.Adjudicated(subject=owner, field=name, after=text, reason=why):
                said = StandingText(owner=owner, field=name, text=text, why=why, position=each.position)
            case facts.Told(form=name, about=(), text=text):
                said = StandingText(owner="", field=name, text=text, why="", position=each.position)
            case _:
                continue
        found.pop((said.owner, said.field), None)
        if said.text:
            found[said.owner, said.field] = said
    return list(found.values())


def open_chapters(kept: Iterable[StoredFact]) -> list[facts.ChapterOpened]:
    """The chapters that go on, the widest first."""
    found: dict[str, facts.ChapterOpened] = {}
    for each in kept:
        match each.fact:
            case facts.ChapterOpened() as opened:
                found[opened.chapter] = opened
            case facts.ChapterClosed(chapter=chapter):
                found.pop(chapter, None)
    return list(found.values())
