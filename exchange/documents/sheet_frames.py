"""The sheets of a cast at every step of a story, each drawn piece kept once.

Between two records little changes on a sheet. So a frame names pieces by their number, and only the pieces that
are new at a step are drawn: a replay grows with what happened, and not with sheets times records.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from domain.kernel.sheet import Sheet
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.markup import people, text
from exchange.documents.html.sheet import block_html

Frame = list[Any]
"""[step, head, [[section, [block, ...]], ...]] in numbers of pieces; [step, None] where there is no sheet."""


class Frames:
    """Collects sheets step by step."""

    def __init__(self, faces: Faces = NO_FACES) -> None:
        self._faces = faces
        self.pieces: list[str] = []
        """HTML, each written once."""
        self.names: dict[str, str] = {}
        """The last name of each of the cast, in the order they came."""
        self.of: dict[str, list[Frame]] = {}
        """Per character, a frame for each step at which the sheet became another."""
        self._numbers: dict[str, int] = {}
        self._drawn: dict[Hashable, int] = {}

    def take(self, step: int, sheets: Sequence[Sheet]) -> None:
        """The sheets as they stand at a step; taken again for a step, the later ones count."""
        there = set()
        for sheet in sheets:
            there.add(sheet.character)
            self.names[sheet.character] = sheet.title
            self._put(sheet.character, [step, *self._layout(sheet)])
        for character in self.of.keys() - there:
            self._put(character, [step, None])

    def _put(self, character: str, frame: Frame) -> None:
        frames = self.of.setdefault(character, [])
        if frames and frames[-1][0] == frame[0]:
            frames.pop()
        if not frames or frames[-1][1:] != frame[1:]:
            frames.append(frame)

    def _layout(self, sheet: Sheet) -> tuple[int, list[Any]]:
        subtitle = people(sheet.subtitle, "p") if sheet.subtitle else ""
        sections = []
        for section in sheet.sections:
            blocks = []
            for block in section.blocks:
                key = (block, section.names_its_block)
                if key not in self._drawn:
                    self._drawn[key] = self._number(block_html(block, under=section.names_its_block))
                blocks.append(self._drawn[key])
            title = f"<h3>{text(section.title)}</h3>" if section.title else ""
            sections.append([self._number(title), blocks])
        return self._number(self._faces.over(sheet) + people(sheet.title, "h2") + subtitle), sections

    def _number(self, html: str) -> int:
        if html not in self._numbers:
            self._numbers[html] = len(self.pieces)
            self.pieces.append(html)
        return self._numbers[html]
