"""A paragraph in the making: what its records have brought so far."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from domain.kernel.facts import Aim, DiceRolled, Fact, Kind, Outcome, TestClosed, TestOpened, Turn
from ledger.answers import ToldRecord
from projections.story.alike import StoryPiece
from projections.story.model import ChapterHead, Part, SceneEnd, SceneHead, SessionHead, StoryRemark, Text
from projections.story.paragraphs import STORY
from projections.story.pieces import reading_of
from projections.story.subjects import SubjectKind, Subjects

MANY = 3
"""The number of rolls from which on a paragraph says how many there were, and of none how it fell."""

_PLAY = (TestOpened, Aim, Turn)
"""By these it is known that play goes on, in a session that has no scenes."""


@dataclass(slots=True)
class ParagraphDraft:
    """A paragraph in the making."""

    test: str = ""
    closed: bool = False
    secret: bool = False
    positions: list[int] = field(default_factory=list)
    records: list[tuple[int, str]] = field(default_factory=list)
    pieces: list[StoryPiece] = field(default_factory=list)
    kinds: dict[Kind, None] = field(default_factory=dict)
    concerns: dict[str, None] = field(default_factory=dict)
    remarks: list[StoryRemark] = field(default_factory=list)
    readings: dict[tuple[str, str], str] = field(default_factory=dict)
    """Dice as they were read, by test and roller: what is rolled again in a test is read anew."""
    proofs: dict[tuple[str, str], str] = field(default_factory=dict)
    """The same for what dice came to."""
    turned: dict[str, Text] = field(default_factory=dict)
    """By character, the sentence of the record by which they became something else or left."""
    gone: list[Text] = field(default_factory=list)
    """Those of whoever left, without the reasons."""

    @property
    def texts(self) -> int:
        """The number of pieces that somebody wrote, or that say how something came out."""
        return sum(bool(it.words) or isinstance(it.fact, Outcome) or _has_text(it) for it in self.pieces)

    def take(self, told: ToldRecord, pieces: Iterable[StoryPiece], test: str, *, secret: bool) -> None:
        """Take in a record with the pieces that it adds."""
        retelling, position = told.retelling, told.record.position
        self.secret, self.test = self.secret or secret, self.test or test
        self.positions.append(position)
        self.records.append((position, retelling.headline))
        self.pieces += pieces
        self.kinds[retelling.kind] = None
        acting = (who for it in retelling.facts if isinstance(it, STORY) and (who := str(getattr(it, "who", ""))))
        self.concerns |= dict.fromkeys((*retelling.concerns, *acting))

    def note(self, fact: Fact) -> None:
        """Note that a test ends, what dice came to, or how they are read; no other fact is noted.

        Rolls that belong to no test stand each for itself.
        """
        if isinstance(fact, TestClosed):
            self.closed = True
        elif isinstance(fact, Outcome):
            if fact.proof:
                self.proofs[fact.test or f"roll {len(self.proofs)}", fact.who] = fact.proof
        elif isinstance(fact, DiceRolled):
            self.readings[fact.test or f"roll {len(self.readings)}", fact.roller] = reading_of(fact)

    def dice_in_words(self) -> str:
        """The dice of the paragraph by what they came to; the number of rolls, where they are many."""
        found = [it for it in (self.proofs or self.readings).values() if it]
        return ", ".join(found) if len(found) < MANY else f"{len(found)} rolls"


def _has_text(piece: StoryPiece) -> bool:
    return bool(getattr(piece.fact, "text", ""))


def put_under_session(parts: list[Part], part: Part) -> bool:
    """Put a remark under the last session of these parts, whose chapters come behind it. False for any other part,
    and where no session has begun.
    """
    begun = any(isinstance(it, SessionHead) for it in parts)
    if not begun or not isinstance(part, StoryRemark):
        return False
    above = [at for at, it in enumerate(parts) if isinstance(it, SessionHead | StoryRemark)]
    parts.insert(above[-1] + 1, part)
    return True


def is_play(told: ToldRecord, subjects: Subjects) -> bool:
    """True for a record by which play goes on, in a session that has no scene yet."""
    begun = any(it.kind is SubjectKind.PLAYERS for it in subjects.values())
    return any(isinstance(fact, (*_PLAY, DiceRolled) if begun else _PLAY) for fact in told.retelling.facts)


def once_headed(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of a story without heads of scenes of which nothing is told, where the next is called the same.

    So it is where everything in a scene that was taken in was whispered.
    """
    held: list[Part] = []
    for part in parts:
        first = held[0] if held else None
        if isinstance(first, SceneHead) and isinstance(part, SceneEnd) and not (part.outcome or held[1:]):
            held.append(part)
            continue
        same = isinstance(first, SceneHead) and isinstance(part, SceneHead) and part.title == first.title
        yield from [] if same else held
        held = [part] if isinstance(part, SceneHead) and not (part.text or part.demand or part.present) else []
        yield from [] if held else [part]
    yield from held


def under_one(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of a story; heads of chapters right under one another are one, as of a story and its act."""
    waiting: ChapterHead | None = None
    for part in parts:
        if isinstance(part, ChapterHead):
            title = f"{waiting.title}: {part.title}" if waiting is not None else part.title
            waiting = replace(part, title=title)
            continue
        if waiting is not None:
            yield waiting
            waiting = None
        yield part
    if waiting is not None:
        yield waiting
