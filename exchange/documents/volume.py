"""A campaign as a book to keep, in no format yet: title, people, powers, sessions and who is found where."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from domain.kernel.campaign.state import TakenSeat
from domain.kernel.people import Audience
from exchange.documents.html.face import Face, FaceKind, face
from exchange.documents.html.faces import POWERS
from exchange.documents.plates import NOT_HUNG, PlacedPlates, Plate, hung
from exchange.documents.portraits import Portrait
from projections.story.model import (
    Member,
    Paragraph,
    Part,
    Power,
    Scene,
    SpanKind,
    Story,
    StoryRemark,
    Text,
    gathered,
)
from projections.views.story import NO_SEATS, UNNAMED, who_may_read

PEOPLE, POWERS_TITLE, INDEX = "The people", "The powers", "Who is where"
PREVIOUSLY = "Previously"
SECRET = "not for everybody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """Everything that stands in the book."""

    title: str
    game_title: str
    seats: str
    reads: str
    """For whom it is, as a sentence."""
    story: Story
    people: tuple[Member, ...]
    """The people on its first pages: those of the story, and whoever speaks in play that was taken in."""
    names: Mapping[str, str]
    """The people looked up in it: id -> name, in the order of the alphabet; those of one name stand there once."""
    looked_up_as: Mapping[str, str] = field(default_factory=dict)
    """The id in `names` of everybody who is looked up."""
    portraits: Mapping[str, Portrait] = field(default_factory=dict)
    """By whom they show."""
    hung: PlacedPlates = NOT_HUNG
    """The other pictures, by where they stand."""

    def found_in(self, part: Paragraph) -> list[str]:
        """The subjects of a paragraph, of those who are looked up."""
        spoken_of = (span.who for span in part.text if span.role is SpanKind.NAME)
        looked_up = (self.looked_up_as.get(who) for who in (*spoken_of, *part.concerns))
        return list(dict.fromkeys(who for who in looked_up if who is not None))


def volume(
    parts: Iterable[Part],
    title: str,
    game_title: str,
    seats: Iterable[str],
    audience: Audience,
    portraits: Mapping[str, Portrait] | None = None,
    plates: Iterable[Plate] = (),
    *,
    people: Mapping[str, TakenSeat] = NO_SEATS,
    whole: bool = True,
) -> Volume:
    """A book of the parts of a story, as `audience` may know them. `people` are those of the campaign, by id.

    Pictures of what is not told in it stand in front, where it is the `whole` campaign.
    """
    parts = list(parts)
    story = gathered(parts)
    names = _names(story)
    first = {name.casefold(): who for who, name in reversed(names.items())}
    return Volume(
        title=title,
        game_title=game_title,
        seats=", ".join(seats),
        reads=who_may_read(audience, people),
        story=story,
        people=_people(story),
        names={who: name for who, name in names.items() if first[name.casefold()] == who},
        looked_up_as={who: first[name.casefold()] for who, name in names.items()},
        portraits=portraits or {},
        hung=hung(plates, parts, whole=whole),
    )


def _people(story: Story) -> tuple[Member, ...]:
    """Those of the story, then whoever speaks in it, each name once; what only has values there is nobody."""
    speak = {
        part.voice
        for scene in scenes_of(story)
        for part in scene.parts
        if isinstance(part, StoryRemark) and part.voice
    }
    found = {it.name.casefold() for it in story.prelude.people}
    heard: list[Member] = []
    for voice in sorted(story.prelude.voices, key=lambda it: not it.players):
        if voice.who in speak and voice.name.casefold() not in found:
            found.add(voice.name.casefold())
            heard.append(voice)
    return (*story.prelude.people, *heard)


def _names(story: Story) -> dict[str, str]:
    """The longest that each subject of the story is called by."""
    found: dict[str, str] = {}
    front = story.prelude
    found.update((member.who, member.name) for member in _people(story))
    found.update((power.who, power.name) for power in front.powers)
    for scene in scenes_of(story):
        for part in scene.parts:
            notes = part.remarks if isinstance(part, Paragraph) else (part,)
            found |= {who: it.by for it in notes if (who := it.voice or it.person) and who not in found}
        texts: list[Text] = [part.text for part in scene.parts if isinstance(part, Paragraph)]
        here: Text = scene.head.present if scene.head else ()
        for text in (here, *texts):
            for span in text:
                if span.role is not SpanKind.NAME or not span.who:
                    continue
                if len(span.text) > len(found.get(span.who, "")):
                    unnamed = span.text.removeprefix("the ").casefold() in UNNAMED  # in no sentence here
                    found[span.who] = span.text[:1].upper() + span.text[1:] if unnamed else span.text
    return dict(sorted(found.items(), key=lambda it: it[1].casefold().removeprefix("the ")))


def scenes_of(story: Story) -> Iterable[Scene]:
    """Every scene, in order."""
    return (scene for session in story.sessions for scene in session.scenes)


def face_of_member(member: Member) -> Face:
    """The face beside somebody's name."""
    return face(member.who, member.name, FaceKind.PLAYERS if member.players else FaceKind.OTHERS)


def face_of_power(power: Power) -> Face:
    """The face beside a power's or a place's name."""
    return face(power.who, power.name, FaceKind.FACTION if power.kind in POWERS else FaceKind.OTHERS)


def lines_of(text: str) -> list[str]:
    """The lines of what somebody wrote, without empty ones."""
    return [line for line in text.splitlines() if line.strip()]


def beside_name(member: Member) -> str:
    """The words beside a name: who plays them, else what they are, and what stands on their sheet by its name."""
    first = f"played by {member.player}" if member.player else member.how
    return " · ".join(part for part in (first, *member.traits) if part)
