"""The page in front of a story: who is in it, which powers there are, and what was written before it began."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from domain.kernel import facts
from domain.kernel.facts import CharacterKind
from domain.kernel.logged.messages import NOBODY
from domain.kernel.people import EVERYONE, Role
from domain.kernel.wording.number import is_several
from ledger.answers import ToldRecord
from projections.story.model import (
    Member,
    Paragraph,
    Power,
    Prelude,
    SpanKind,
    StoryRemark,
    StorySpan,
    Text,
)
from projections.story.paragraphs import STORY
from projections.story.relation_words import as_of_one
from projections.story.sentences import Speech, joined, stopped, taken_apart
from projections.story.subjects import Subjects
from projections.story.words import AS_A_SENTENCE, worded


class FrontMatter:
    """The part before the first session, folded into a page of people and one of powers."""

    def __init__(self) -> None:
        self._members: dict[str, Member] = {}
        self._voices: dict[str, Member] = {}
        self._runs_it: set[str] = set()
        self._lines: dict[tuple[str, str], Text] = {}
        self._powers: dict[str, Power] = {}
        self._ties: dict[tuple[str, str], tuple[str, bool]] = {}
        self._names: Mapping[str, str] = {}
        self._records: list[tuple[int, str]] = []

    def add(self, told: ToldRecord, words: tuple[str, ...]) -> tuple[str, ...]:
        """Add a record; the texts that people wrote in it and these pages do not show."""
        retelling = told.retelling
        self._names = retelling.names
        self._records.append((told.record.position, retelling.headline))
        shown: list[str] = []
        for fact in retelling.facts:
            secret = (retelling.audience, fact.audience) != _EVERY
            shown.extend(self._take(fact, words, secret=secret))
        said = "\n".join(shown)
        left = tuple(word for word in words if word not in said)
        about = next(iter(retelling.concerns), "")
        if about not in self._members | self._powers.keys() or any(
            isinstance(it, STORY) for it in retelling.facts
        ):
            return left
        return tuple(word for word in left if not self._note(told, about, word))

    def _note(self, told: ToldRecord, who: str, word: str) -> bool:
        """Put a sentence that somebody wrote about one of them to their name; False for a mere term."""
        if worded(word) < AS_A_SENTENCE:
            return False
        secret = told.retelling.audience != EVERYONE or any(
            fact.audience != EVERYONE and word in " ".join(str(getattr(fact, "text", "")).split())
            for fact in told.retelling.facts
        )
        place = f"{told.record.position} {len(self._lines)}"
        self._lines[who, place] = stopped((StorySpan(SpanKind.SAID, word, secret=secret),))
        return True

    def _take(self, fact: facts.Fact, words: tuple[str, ...], *, secret: bool) -> Iterator[str]:
        match fact:
            case facts.CharacterEntered():
                self._enter(fact)
                yield fact.name
            case facts.PersonSeated():
                (self._runs_it.add if fact.role is Role.GM else self._runs_it.discard)(fact.person)
            case facts.VoiceHeard() if not secret and fact.name != NOBODY:
                player = "" if fact.player is None or fact.player in self._runs_it else fact.player
                self._voices[fact.voice] = Member(
                    who=fact.voice, name=fact.name, player=player, how="", players=bool(player)
                )
            case facts.TextSet() if fact.field == _WHERE:
                yield fact.text
            case facts.TextSet() if fact.owner in self._members:
                text = " ".join(fact.text.split())
                if any(word in text for word in words):
                    spans = taken_apart(text, [(word, SpanKind.SAID, "") for word in words])
                    line = stopped(replace(span, secret=secret) for span in spans)
                    self._lines[fact.owner, fact.field] = line
                    yield text
            case facts.StateChanged() if fact.owner in self._members and (fact.named or fact.label) in words:
                if not secret and fact.now:
                    member = self._members[fact.owner]
                    begun = fact.label[:1].upper() + fact.label[1:]  # they stand in a line of their own
                    traits = tuple(dict.fromkeys((*member.traits, begun)))
                    self._members[fact.owner] = replace(member, traits=traits)
                    yield fact.label
            case facts.NodeSet() if not secret:
                if fact.removed or fact.node in self._members:
                    self._powers.pop(fact.node, None)
                else:
                    self._powers[fact.node] = Power(who=fact.node, name=fact.name, kind=fact.node_kind)
                yield fact.name
            case facts.RelationSet() if not secret:
                self._ties.pop((fact.source, fact.target), None)
                if fact.relation:
                    self._ties[fact.source, fact.target] = fact.relation, fact.relation in words
                yield fact.relation

    def _enter(self, fact: facts.CharacterEntered) -> None:
        before = self._members.get(fact.character)
        players = fact.character_kind is CharacterKind.PLAYERS
        how = f"{fact.how}s" if fact.how.isalpha() and is_several(fact.name) else fact.how  # Wreckers are goons
        member = Member(who=fact.character, name=fact.name, player=fact.player or "", how=how, players=players)
        self._members[fact.character] = replace(
            member, lines=before.lines if before else (), traits=before.traits if before else ()
        )
        self._powers.pop(fact.character, None)

    def prelude(self, paragraphs: tuple[Paragraph | StoryRemark, ...], subjects: Subjects) -> Prelude:
        """The page as it stands when the first session begins."""
        people = tuple(
            replace(
                member,
                player=self._names.get(member.player, member.player),
                lines=self._about(member.who),
            )
            for member in sorted(self._members.values(), key=lambda it: not it.players)
        )
        powers = tuple(
            replace(power, text=joined(*self._about(power.who), self._towards(power.who, subjects)))
            for power in self._powers.values()
        )
        voices = tuple(
            replace(voice, player=self._names.get(voice.player, voice.player))
            for who, voice in self._voices.items()
            if who not in self._members
        )
        return Prelude(
            people=people,
            voices=voices,
            powers=powers,
            paragraphs=paragraphs,
            records=tuple(self._records),
        )

    def _about(self, who: str) -> tuple[Text, ...]:
        return tuple(line for (owner, _), line in self._lines.items() if owner == who)

    def _towards(self, source: str, subjects: Subjects) -> Text:
        ties = [(target, *tie) for (one, target), tie in self._ties.items() if one == source]
        speech = Speech()
        speech.names, speech.subjects = self._names, subjects
        of_one = any(as_of_one(tie) for _, tie, _ in ties)  # then they are one in each of them
        name = "" if of_one else self._names.get(source, source)
        return joined(
            *(speech.relation("", tie, target, written=written, under=name) for target, tie, written in ties)
        )


_EVERY = (EVERYONE, EVERYONE)
_WHERE = "place"
"""The text that says where somebody stands when it begins, which the first scene does."""
