"""Notes on NPCs, and adjudications: what the GM settles by word, and what no word can settle (VC-45, VC-47)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import GM_ONLY, Asker, Audience
from domain.kernel.terms import LONGEST_NAME, Name, NameOrId, Slug, Text, slugify
from domain.vicious_crucible.chapters.guards import gm_only, in_play, known_character
from domain.vicious_crucible.lookup import character_of, pc_of
from domain.vicious_crucible.phrases import alloy, condition, number
from domain.vicious_crucible.seats import choices
from domain.vicious_crucible.state import Character, Crucible, Tool
from domain.vicious_crucible.terms import GM, RULESHEET, CharacterRef, CharacterSlug, Kind, SubjectRef, ToolKind

chapter = Chapter[Crucible](
    "Notes and adjudications",
    {
        "npc_only": "{character} is a player character; notes on plans are for NPCs.",
        "note_missing": "Write the note: it is empty.",
        "softened_for_good": "{element} stays softened for the rest of the game.",
        "ruled_elsewhere": "The rules of the game change this, not somebody's word: {field}.",
        "out_of_bounds": "{pool} is a whole number from 0 to {most}; it cannot be {after}.",
        "condition_missing": "{character} is not {tag}, so there is nothing of that kind to take away.",
        "tool_needs_contest": "{tool} was denied in {contest}: only a contest wins it back.",
        "tool_kind_missing": (
            "A tool that is gained is normal, quality or unique; for one that is lost, say nothing."
        ),
    },
)


MOST_POINTS = 1_000_000
_POOLS = ("heat", "flux")
_GROWTH = frozenset({"elements", "arc", "past-arcs", "offered-arcs"})
_RULED = _GROWTH | {
    "name", "kind", "player", "playable", "registered", "marker", "earmarked", "plan", "mentions", "notes",
}  # fmt: skip


class NoteNpcPlan(Command):
    """Note how an NPC follows its plan or its old arc. A note for the GM; an NPC gains nothing by it.

    Needs:    the GM.
    Refused:  `gm_only`, `not_playing`, `character_unknown`, `npc_only`, `note_missing`.
    Yields:   `NpcPlanNoted`.
    """

    type: Literal["vicious_crucible.note_npc_plan"] = "vicious_crucible.note_npc_plan"
    character: CharacterRef = Field(title="Who?")
    note: Text


class NpcPlanNoted(Event):
    """The GM noted how an NPC follows its plan. Nobody gains anything."""

    type: Literal["vicious_crucible.npc_plan_noted.v1"] = "vicious_crucible.npc_plan_noted.v1"
    character: CharacterSlug
    note: Text


@chapter.decides(NoteNpcPlan)
def note_npc_plan(state: Crucible, command: NoteNpcPlan, asker: Asker, dice: Dice) -> Events:
    """VC-45: note what an NPC is up to; nothing is gained by it."""
    gm_only(asker)
    in_play(state)
    character = known_character(state, command.character)
    need(not character.is_pc, "npc_only", character=command.character)
    need(command.note.strip(), "note_missing")
    return [NpcPlanNoted(character=command.character, note=command.note)]


@chapter.applies(NpcPlanNoted)
def _(state: Crucible, event: NpcPlanNoted) -> None:
    character_of(state, event.character).notes.append(event.note)


def gm_alone(state: Crucible, event: NpcPlanNoted) -> Audience:
    """Audience of notes on plans: the GM alone."""
    return GM_ONLY


@chapter.tells(NpcPlanNoted, "{character}: {note}", to=gm_alone)
def _(state: Crucible, event: NpcPlanNoted) -> Iterable[Fact]:
    yield facts.Told(text=event.note, form="plan", about=(event.character,), audience=GM_ONLY)


class RecordAdjudication(Command):
    """Record what the GM settled by word: a rulesheet's result, a tool gained or lost, a condition.

    Needs:    the GM; play. `subject` is a character, a place or anything the table speaks of. For a character the
              fields `heat` and `flux` (a player character's), `condition` and `tools.<tool>` change the sheet
              itself; every other field is kept as plain text.
    Refused:  `gm_only`, `not_playing`, `reason_missing`, `id_empty`, `no_change`, `cast_off_stays`,
              `npc_has_no_heat`, `out_of_bounds`, `condition_missing`, `tool_kind_missing`,
              `tool_needs_contest`, `softened_for_good`,
              `npcs_gain_nothing`, `ruled_elsewhere`.
    Yields:   `AdjudicationRecorded`.
    """

    type: Literal["vicious_crucible.record_adjudication"] = "vicious_crucible.record_adjudication"
    subject: SubjectRef = Field(title="Whom or what is it about?")
    field: Name = Field(title="What changes?", description="Such as: wounds, drain, Heat, condition.")
    after: Text = Field(
        title="To what?",
        default="",
        description="The new value. For a condition: the tag to add. For a tool: its kind.",
    )
    remove: Text = Field(
        title="Which condition goes?", default="", description="Only for a condition: the tag it takes away."
    )
    reason: Text = Field(title="Why?")
    rulesheet: Text = Field(title="Which rulesheet?", default="", description=RULESHEET)


class AdjudicationRecorded(Event):
    """The GM settled by word what the rules leave open."""

    type: Literal["vicious_crucible.adjudication_recorded.v1"] = "vicious_crucible.adjudication_recorded.v1"
    subject: Slug
    field: NameOrId
    before: Text
    after: Text
    reason: Text
    rulesheet: Text


@chapter.decides(RecordAdjudication)
def record_adjudication(state: Crucible, command: RecordAdjudication, asker: Asker, dice: Dice) -> Events:
    """VC-47: settle by word anything outside the rules, with a reason; what the rules decide stays theirs."""
    gm_only(asker)
    in_play(state)
    need(command.reason.strip(), "reason_missing")
    parts = [slugify(part) for part in command.field.split(".")]
    field = ".".join(parts)
    if not all(parts) or len(field) > LONGEST_NAME:
        raise CommandRefused("id_empty", name=command.field)
    after = command.after.strip()
    character = state.characters.get(command.subject)
    if command.subject == GM and parts[0] in _POOLS:
        raise CommandRefused("npc_has_no_heat", character=GM)
    if command.subject in state.locations:
        free_of_rules(state, command.subject, parts)
    if character is None:
        before = state.adjudicated.get(command.subject, {}).get(field, "")
    else:
        before = before_on_sheet(character, command, parts, after)
    if character is not None and field in _POOLS:
        after = str(int(after))
    need(before != after, "no_change")
    return [
        AdjudicationRecorded(
            subject=command.subject,
            field=field,
            before=before,
            after=after,
            reason=command.reason,
            rulesheet=command.rulesheet,
        )
    ]


def free_of_rules(state: Crucible, place: str, parts: list[str]) -> None:
    """Refuse to settle a place's elements by word: contests alone change them, and a softened one never again."""
    for slug, element in state.locations[place].elements.items():
        if element.softened and slug in parts:
            raise CommandRefused("softened_for_good", element=slug)
    ruled = parts[0] in ("elements", "name") or parts[0] in state.locations[place].elements
    need(not ruled, "ruled_elsewhere", field=in_words(parts))


def in_words(parts: list[str]) -> str:
    """A field as a person would call it."""
    return " ".join(parts).replace("-", " ")


def before_on_sheet(character: Character, command: RecordAdjudication, parts: list[str], after: str) -> str:
    """The value on the sheet now; refused where no word may change it."""
    field = ".".join(parts)
    if parts[0] in _POOLS:
        return before_in_pool(character, command, field, after)
    if field == "condition":
        return before_in_conditions(character, command, after)
    if parts[0] == "tools":
        return before_in_tools(character, parts, after)
    if parts[0] in _GROWTH and not character.is_pc:
        raise CommandRefused("npcs_gain_nothing", character=command.subject)
    if parts[0] == "kind" and character.kind is Kind.CAST_OFF:
        raise CommandRefused("cast_off_stays", character=command.subject)
    need(parts[0] not in _RULED, "ruled_elsewhere", field=in_words(parts))
    return character.adjudicated.get(field, "")


def before_in_pool(character: Character, command: RecordAdjudication, field: str, after: str) -> str:
    """Heat and Flux: a player character's, whole and not below 0."""
    need(character.is_pc, "npc_has_no_heat", character=command.subject)
    short = after.isascii() and after.isdecimal() and len(after) <= len(str(MOST_POINTS))
    if field not in _POOLS or not short or int(after) > MOST_POINTS:
        raise CommandRefused("out_of_bounds", pool=field.partition(".")[0].title(), after=after, most=MOST_POINTS)
    return str(character.heat if field == "heat" else character.flux)


def before_in_conditions(character: Character, command: RecordAdjudication, after: str) -> str:
    """One tag comes, or goes, or takes the place of another."""
    gone = command.remove.strip()
    if gone and gone not in character.condition:
        raise CommandRefused("condition_missing", character=command.subject, tag=gone)
    return after if after in character.condition and not gone else gone


def before_in_tools(character: Character, parts: list[str], after: str) -> str:
    """A tool is gained with its kind, or lost. A denied one is won back by a contest only."""
    slug = parts[1] if len(parts) > 1 else ""
    tool = character.tools.get(slug)
    if tool is not None and not tool.available:
        raise CommandRefused("tool_needs_contest", tool=slug, contest=tool.denied_by_contest)
    gained = tool is None and after in set(ToolKind)
    lost = tool is not None and not after
    if len(parts) != 2 or not (gained or lost):
        raise CommandRefused("tool_kind_missing")
    return tool.tool_kind.value if tool is not None else ""


@chapter.applies(AdjudicationRecorded, renames=True)
def _(state: Crucible, event: AdjudicationRecorded) -> None:
    character = state.characters.get(event.subject)
    group, _, tool = event.field.partition(".")
    if character is None:
        write(state.adjudicated.setdefault(event.subject, {}), event)
    elif event.field in ("heat", "flux"):
        adjudicate_points(pc_of(state, event.subject), event)
    elif event.field == "condition":
        must(not event.before or event.before in character.condition, f"{event.subject} is not {event.before}")
        character.condition = [tag for tag in character.condition if tag != event.before]
        character.condition += [event.after] if event.after else []
    elif group == "tools" and tool:
        must((tool in character.tools) == bool(event.before), f"{event.subject} and {tool}: not as recorded")
        if gone := character.tools.pop(tool, None):
            character.lost_tools[tool] = gone.name
        if event.after:
            character.tools[tool] = Tool(tool.replace("-", " ").title(), ToolKind(event.after))
    else:
        write(character.adjudicated, event)


def write(fields: dict[str, str], event: AdjudicationRecorded) -> None:
    """Set a plain field; an empty value removes it."""
    must(fields.get(event.field, "") == event.before, f"{event.subject}.{event.field} was not {event.before!r}")
    fields[event.field] = event.after
    if not event.after:
        del fields[event.field]


def adjudicate_points(character: Character, event: AdjudicationRecorded) -> None:
    """Set Heat or Flux to what was settled."""
    must(event.after.isdecimal(), f"{event.field} cannot become {event.after!r}")
    must(str(getattr(character, event.field)) == event.before, f"{event.field} was not {event.before}")
    setattr(character, event.field, int(event.after))
    character.earmarked = min(character.earmarked or 0, character.heat or 0)


@chapter.tells(AdjudicationRecorded, "The GM rules on {field:_} of {subject}: {after}. {reason}")
def _(state: Crucible, event: AdjudicationRecorded) -> Iterable[Fact]:
    yield facts.Adjudicated(
        subject=event.subject, field=event.field, before=event.before, after=event.after, reason=event.reason
    )
    character = state.characters.get(event.subject)
    if character is None:
        return
    if event.field in ("heat", "flux"):
        now = int(event.after)
        yield number(event.subject, event.field, now - int(event.before), now, event.reason)
        yield alloy(state, event.subject)
    elif event.field == "condition":
        for tag, was, after in ((event.before, "yes", ""), (event.after, "", "yes")):
            if tag:
                yield condition(event.subject, tag, was, after, event.reason)
    elif event.field.startswith("tools."):
        slug = event.field.partition(".")[2]
        yield facts.StateChanged(
            owner=event.subject,
            group="tools",
            name=slug,
            why=event.reason,
            good=bool(event.after),
            was="available" if event.before else "",
            now="available" if event.after else "lost",
        )


def plans_to_note(state: Crucible) -> Iterable[Offer]:
    """A note on how an NPC follows its plan."""
    npcs = choices(state, (slug for slug, it in state.characters.items() if not it.is_pc))
    if npcs:
        yield Offer(command=NoteNpcPlan, label="Note an NPC's plan", choices={"character": npcs}, group="GM")


def adjudication(state: Crucible) -> Offer:
    """Anything else that the GM settles."""
    return Offer(
        command=RecordAdjudication,
        label="Settle something by word",
        choices={"subject": choices(state, state.characters)},
        group="GM",
    )
