"""What the GM settles by word, and what no word can settle (VC-47 and section 7)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.people import Asker
from domain.kernel.terms import LONGEST_NAME, slugify
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.state import Character, Crucible
from domain.vicious_crucible.terms import GM, Kind, ToolKind

from .common import (
    gm_only,
    in_play,
)

MOST_POINTS = 1_000_000
_POOLS = ("heat", "flux")
_GROWTH = frozenset({"elements", "arc", "past-arcs", "offered-arcs"})
_RULED = _GROWTH | {
    "name", "kind", "player", "playable", "registered", "marker", "earmarked", "plan", "mentions", "notes",
}  # fmt: skip


def record_adjudication(state: Crucible, command: ask.RecordAdjudication, asker: Asker, dice: Dice) -> Events:
    """VC-47: anything outside the rules, with a reason; what the rules decide stays theirs."""
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
        say.AdjudicationRecorded(
            subject=command.subject,
            field=field,
            before=before,
            after=after,
            reason=command.reason,
            rulesheet=command.rulesheet,
        )
    ]


def free_of_rules(state: Crucible, place: str, parts: list[str]) -> None:
    """A place's elements are changed by contests alone, and a softened one never again."""
    for slug, element in state.locations[place].elements.items():
        if element.softened and slug in parts:
            raise CommandRefused("softened_for_good", element=slug)
    ruled = parts[0] in ("elements", "name") or parts[0] in state.locations[place].elements
    need(not ruled, "ruled_elsewhere", field=in_words(parts))


def in_words(parts: list[str]) -> str:
    """A field as a person would call it."""
    return " ".join(parts).replace("-", " ")


def before_on_sheet(character: Character, command: ask.RecordAdjudication, parts: list[str], after: str) -> str:
    """What stands on the sheet now, or why no word may change it."""
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


def before_in_pool(character: Character, command: ask.RecordAdjudication, field: str, after: str) -> str:
    """Heat and Flux: a player character's, whole and not below 0."""
    need(character.is_pc, "npc_has_no_heat", character=command.subject)
    short = after.isascii() and after.isdecimal() and len(after) <= len(str(MOST_POINTS))
    if field not in _POOLS or not short or int(after) > MOST_POINTS:
        raise CommandRefused("out_of_bounds", pool=field.partition(".")[0].title(), after=after, most=MOST_POINTS)
    return str(character.heat if field == "heat" else character.flux)


def before_in_conditions(character: Character, command: ask.RecordAdjudication, after: str) -> str:
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
