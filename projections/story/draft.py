"""A paragraph in the making: what its records have brought so far."""

from dataclasses import dataclass, field

from domain.kernel.facts import Kind
from projections.story.model import StoryRemark, Text
from projections.story.paragraphs import StoryPiece


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
    readings: dict[str, str] = field(default_factory=dict)
    proof: str = ""
    turned: dict[str, Text] = field(default_factory=dict)
    """By character, the sentence of the record by which they became something else or left."""
