"""Plan of an intake: the entries of a file as commands under a mapping: who speaks, whose numbers move, who may
know it.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.journal.notes import Visibility
from domain.kernel.logged.chapters.entries import AdjustLoggedValue, LogEntry
from domain.kernel.logged.messages import Span
from domain.kernel.logged.played import Grade, LoggedChange, LoggedVoice
from domain.kernel.terms import PersonId
from exchange.imports import mapping as who
from exchange.imports.entries import Said
from exchange.imports.spool import EntryOutline, Spool
from exchange.imports.survey import UNTITLED, Gap
from exchange.imports.texts import from_iso

_LEAST = (Grade.WORDS, Grade.TOTAL)


@dataclass(slots=True)
class Plan:
    """The commands that a mapping makes of entries."""

    mapping: who.Mapping
    names: Mapping[str, str]
    """People and characters of the campaign: id -> name."""
    seats: Mapping[str, str]
    """The people among them: id -> name."""
    gm: str
    gaps: Mapping[str, list[Gap]]
    heard_of: frozenset[str] = frozenset()
    """The ids among `names` that the campaign itself knows: others were only heard in earlier play."""
    _ids: dict[str, str] = field(default_factory=dict)
    _voices: dict[str, who.MappedSpeaker] = field(default_factory=dict)

    def voice(self, speaker: str) -> who.MappedSpeaker:
        """The voice of a speaker. A speaker the mapping does not name keeps the name of the file."""
        found = self._voices.get(speaker)
        if found is None:
            found = self.mapping.speakers.get(speaker) or who.MappedSpeaker(id=self._new(speaker), name=speaker)
            self._voices[speaker] = found
        return found

    def owner(self, name: str) -> tuple[str, str]:
        """Id and name of whom a number belongs to: a speaker, or a thing such as a clock."""
        mapped = self.mapping.speakers.get(name)
        if mapped is not None and mapped.id is not None:
            return mapped.id, mapped.name
        return self._new(name), name

    def _new(self, name: str) -> str:
        if name not in self._ids:
            taken = {**self.names, **{it.id: called for called, it in self.mapping.speakers.items() if it.id}}
            taken.update((known, called) for called, known in self._ids.items())
            self._ids[name] = who.new_id(name, taken)
        return self._ids[name]

    def left_out(self, said: Said | EntryOutline) -> bool:
        """True if the mapping leaves this entry out."""
        if self.voice(said.speaker).id is None or (said.deleted and self.mapping.deleted == "leave-out"):
            return True
        return bool(said.secret) and self.mapping.secrets == "leave-out"

    def command(self, said: Said) -> LogEntry:
        """The command that takes an entry in. Raises `ValidationError` for what no record can hold."""
        voice = self.voice(said.speaker)
        hidden = said.secret or said.deleted
        return LogEntry(
            source_id=said.id,
            form=said.form,
            voice=PersonId(voice.id or self._new(said.speaker)),
            speaker=voice.name,
            player=None if voice.id in self.seats else voice.player,
            text=text_of(said),
            rolls=said.rolls,
            changes=tuple(self._changes(said)) if said.moves else (),
            fidelity=_fidelity(said),
            place=said.place,
            span=Span(start=said.span[0], length=said.span[1], file=said.file) if said.span else None,
            answers=said.answers or None,
            marks=said.marks,
            deleted=said.deleted,
            visibility=Visibility.GM if hidden else Visibility.TABLE,
            only=self._heard_by(said, voice) if said.secret and not said.deleted else None,
        )

    def _changes(self, said: Said) -> Iterator[LoggedChange]:
        for move in said.moves:
            owner, called = self.owner(move.owner or said.speaker)
            yield LoggedChange(owner=owner, owner_name=called, name=move.name, was=move.was, now=move.now)

    def _heard_by(self, said: Said, voice: who.MappedSpeaker) -> str | None:
        """The one person of the table who knows a whisper beside the GM; None where nobody does, or several do."""
        if not said.heard_by:
            return None
        mine = {person for it in (voice, *map(self.voice, said.heard_by)) if (person := it.player or it.id)}
        others = mine - {self.gm}
        alone = next(iter(others)) if len(others) == 1 and self.gm in mine else None
        return alone if alone in self.seats else None

    def adjusted_before(self, source_id: str) -> int:
        """The number of adjustments that close the gaps before an entry."""
        gaps = self.gaps.get(source_id, ()) if self.mapping.adjust.strip() else ()
        return sum(not gap.secret for gap in gaps)

    def adjustments(self, said: Said) -> Iterator[tuple[str, AdjustLoggedValue]]:
        """The adjustments that close the gaps before an entry, each with what names it among them."""
        for gap in self.gaps.get(said.id, ()) if self.mapping.adjust.strip() else ():
            if gap.secret:
                continue  # it would tell the table what only the GM may know
            owner, called = self.owner(gap.owner)
            yield (
                f"{said.id}:adjust:{gap.owner}:{gap.name}"[:400],
                AdjustLoggedValue(
                    owner=owner,
                    owner_name=called,
                    name=gap.name,
                    was=gap.stood,
                    now=gap.found,
                    reason=self.mapping.adjust,
                ),
            )

    def heard(self, speakers: Iterator[str]) -> tuple[LoggedVoice, ...]:
        """Voices that speak for all to hear and have no name in the campaign yet, and the players behind them."""
        found: dict[str, LoggedVoice] = {}
        by_id = {it.id: it for it in self.mapping.speakers.values() if it.id}
        for speaker in speakers:
            voice = self.voice(speaker)
            for it in (voice, by_id.get(voice.player) if voice.player else None):
                if it is not None and it.id and it.id not in self.heard_of:
                    player = it.player if it.player != it.id else None
                    found[it.id] = LoggedVoice(id=PersonId(it.id), name=it.name, player=player)
        return tuple(found.values())


def text_of(said: Said) -> str:
    """The words of an entry: that nothing was said is said."""
    return said.text if said.text.strip() or said.rolls or said.moves or said.marks else "(nothing)"


def _fidelity(said: Said) -> Grade:
    """The least of its rolls; what is kept word for word was not understood."""
    if said.form is EntryForm.VERBATIM:
        return Grade.WORDS
    if not said.rolls:
        return Grade.EXACT
    return next((it for it in _LEAST if any(roll.grade is it for roll in said.rolls)), Grade.EXACT)


class SessionsOfFile:
    """The evening of the mapping that each entry of a spool belongs to, and the session that is already."""

    def __init__(self, mapping: who.Mapping, spool: Spool) -> None:
        timed = [it for it in mapping.evenings if not it.first]
        named = {it.first: it for it in mapping.evenings if it.first}
        self._all = [*sorted(timed, key=lambda it: from_iso(it.starts) or ""), *named.values()]
        self._titles = [it.title for it in self._all] or [spool.title or UNTITLED]
        self._starts = [from_iso(it.starts) or "" for it in timed and self._all[: len(timed)]]
        self._named = {first: len(timed) + place for place, first in enumerate(named)}
        self._of: list[tuple[int, int]] = []
        """(number of the first entry, evening), where it changes."""
        self.sessions: dict[int, int] = {}
        """Evening -> session, for those of which something was taken in."""
        self._divide(spool)
        self._begins = [first for first, _evening in self._of]

    def _divide(self, spool: Spool) -> None:
        current, begun, begun_in = -1, -1, -1
        for number, (source_id, at) in enumerate(spool.times()):
            by_time = bisect_right(self._starts, at) - 1
            if source_id in self._named:
                begun, begun_in = self._named[source_id], by_time
            elif by_time != begun_in:
                begun = -1  # an evening that has its own time
            here = begun if begun >= 0 else max(0, by_time)
            if here != current:
                self._of.append((number, here))
                current = here
            if spool.knows and here not in self.sessions:
                known = spool.known(source_id)
                if known is not None and known.session is not None:
                    self.sessions[here] = known.session

    def of(self, number: int) -> int:
        """The evening of the entry with this number in the spool."""
        return self._of[bisect_right(self._begins, number) - 1][1]

    def title(self, evening: int) -> str:
        """The title of an evening."""
        return self._titles[evening] if evening < len(self._titles) else self._titles[-1]
