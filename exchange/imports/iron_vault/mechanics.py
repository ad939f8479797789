"""Reader of Iron Vault's mechanics: nodes of its blocks, and its inline code, as entries of earlier play.

Source: the plugin's documentation of mechanics blocks and of inline mechanics.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.kernel.logged.played import LoggedRoll
from exchange.imports import rolls
from exchange.imports.entries import Moved
from exchange.imports.iron_vault.kdl import KdlNode, Value
from exchange.imports.texts import clean, name, whole

TICKS = {"troublesome": 12, "dangerous": 8, "formidable": 4, "extreme": 2, "epic": 1}
"""Ticks of one step of progress, by rank."""
SUPPLY = "Momentum"
_LINKED = 2_000
"""Characters in which links are looked for."""
_PAGE = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]")
_NAMED_PAGE = re.compile(r"\[\[([^\[\]|]*)\|[^\[\]]*\]\]")
_TO = re.compile(r"\[([^\[\]]*)\]\([^)]*\)")


@dataclass(slots=True)
class NodeContent:
    """The content of one node or inline code."""

    text: str = ""
    rolls: list[LoggedRoll] = field(default_factory=list)
    moves: list[Moved] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    """Words beside it: the rank of a track, the page behind a link."""
    understood: bool = True

    def add(self, other: "NodeContent") -> None:
        """Take in what is said within it."""
        self.text = "\n".join(part for part in (self.text, other.text) if part)
        self.rolls += other.rolls
        self.moves += other.moves
        self.marks += other.marks
        self.understood = self.understood and other.understood


def plain(value: Value) -> str:
    """A name without the links of notes: `[[Folder/Reck.md|Reck]]`, `[Face Danger](move:x)`."""
    return name(in_words("" if value is None else str(value)[:_LINKED]))


def track(value: Value) -> str:
    """The name of a track. Of a second one of the same name it is that of its page, `[[Wolves 1.md|Wolves]]`."""
    shown = plain(value)
    found = _NAMED_PAGE.search("" if value is None else str(value)[:_LINKED])
    called = found[1].replace("\\", "").split("/")[-1].removesuffix(".md").strip() if found else ""
    return name(called) if re.fullmatch(rf"{re.escape(shown)} \d{{1,4}}", called) else shown


def in_words(value: Value) -> str:
    """The same of a text of any length, with nothing cut off; in a very long one links stay as they are."""
    text = "" if value is None else str(value)
    if len(text) <= _LINKED:
        text = _PAGE.sub(lambda found: found[1].split("/")[-1].removesuffix(".md"), text)
        text = _TO.sub(r"\1", text)
    return clean(text).strip()


def of_node(node: KdlNode, owner: str, depth: int = 0) -> NodeContent:
    """Read a node, with all that is in it; numbers that move without a name of their own are the owner's."""
    read = _NODES.get(node.name)
    if node.broken or read is None or depth > 40:
        return NodeContent(understood=False)
    told = read(node, owner)
    for child in node.children if node.name != "dice-expr" else ():
        told.add(of_node(child, owner, depth + 1))
    return told


def _move(node: KdlNode, owner: str) -> NodeContent:
    return NodeContent(in_words(node.get("name", 0)) or in_words(node.get("id")))


def _words(node: KdlNode, owner: str) -> NodeContent:
    return NodeContent("\n".join(in_words(it) for it in node.values))


def _add(node: KdlNode, owner: str) -> NodeContent:
    return NodeContent(f"+{in_words(node.get('amount', 0))} {in_words(node.get('from', 1))}".strip())


def _action(stat: str, action: Value, value: Value, adds: Value, first: Value, second: Value) -> NodeContent:
    die, score = whole(action), [whole(it) or 0 for it in (action, value, adds)]
    dice = (rolls.die(6, die), rolls.die(10, first), rolls.die(10, second))
    formula = f"1d6+{score[1]}+{score[2]} against 2d10"
    return NodeContent(rolls=[rolls.rolled(formula, dice, min(sum(score), 10), stat, each_told=True)])


def _roll(node: KdlNode, owner: str) -> NodeContent:
    names = ("action", "stat", "adds", "vs1", "vs2")
    named = bool(node.properties.keys() & {"action", "vs1"})
    stat = plain(node.get("stat-name", 0)) if node.values else plain(node.get("stat-name"))
    values = [node.get(each, None if named else place) for place, each in enumerate(names, start=1)]
    return _action(stat, *values)


def _progress_roll(node: KdlNode, owner: str) -> NodeContent:
    label = plain(node.get("name", 0))
    score, first, second = (node.get(each, place) for place, each in ((1, "score"), (2, "vs1"), (3, "vs2")))
    dice = (rolls.die(10, first), rolls.die(10, second))
    return NodeContent(
        rolls=[rolls.rolled("progress against 2d10", dice, whole(score) or 0, label, each_told=True)]
    )


def _reroll(node: KdlNode, owner: str) -> NodeContent:
    dice = [(6, node.get("action", 0)), (10, node.get("vs1", 1)), (10, node.get("vs2", 2))]
    fallen = [rolls.die(size, face) for size, face in dice if face is not None]
    return NodeContent(rolls=[rolls.rolled("reroll", fallen, each_told=True)])


def _oracle(node: KdlNode, owner: str) -> NodeContent:
    label, result = plain(node.get("name", 0)), in_words(node.get("result", 2))
    return NodeContent(result, [_of_table(node.get("roll", 1), label)])


def _of_table(face: Value, label: str) -> LoggedRoll:
    shown = whole(face)
    return rolls.rolled("1d100", [rolls.die(100, face)], "" if shown is None else shown, label)


def _named(what: str) -> Callable[[KdlNode, str], NodeContent]:
    """A node that says something in words: its name and what became of it."""

    def read(node: KdlNode, owner: str) -> NodeContent:
        given = [in_words(value) for value in (*node.values, *node.properties.values())]
        return NodeContent(" ".join(part for part in (what, *given) if part))

    return read


def _moved(owner: str, what: str, was: Value, now: Value) -> list[Moved]:
    first, last = whole(was), whole(now)
    return [Moved(owner, what, first, last)] if what and first is not None and last is not None else []


def _meter(node: KdlNode, owner: str) -> NodeContent:
    what = plain(node.get("name", 0))
    return _counted(what, owner, what, node.get("from", 1), node.get("to", 2))


def _burn(node: KdlNode, owner: str) -> NodeContent:
    return _counted("Burns momentum", owner, SUPPLY, node.get("from", 0), node.get("to", 1))


def _xp(node: KdlNode, owner: str) -> NodeContent:
    return _counted("Experience", owner, "Experience", node.get("from", 0), node.get("to", 1))


def _clock(node: KdlNode, owner: str) -> NodeContent:
    what = plain(node.get("name", 0))
    if node.get("status") is not None:
        return NodeContent(f"Clock {what}: {plain(node.get('status'))}")
    return _counted(f"Clock {what}", what, "Clock", node.get("from", 1), node.get("to", 2))


def _counted(text: str, owner: str, what: str, was: Value, now: Value) -> NodeContent:
    moves = _moved(owner, what, was, now)
    return NodeContent(text, moves=moves, understood=bool(moves))


def _progress(node: KdlNode, owner: str) -> NodeContent:
    what, rank = track(node.get("name", 0)), str(node.get("rank", 2)).lower()
    boxes, ticks = whole(node.get("from-boxes")), whole(node.get("from-ticks"))
    was = whole(node.get("from", 1)) if boxes is None and ticks is None else (boxes or 0) * 4 + (ticks or 0)
    steps = whole(node.get("steps", 3))
    return _advanced(what, was, rank, 1 if steps is None else steps)


def _advanced(what: str, was: int | None, rank: str, steps: int) -> NodeContent:
    if was is None or rank not in TICKS or not what:
        return NodeContent(f"Progress on {what}" if what else "", understood=False)
    now = max(0, min(40, was + steps * TICKS[rank]))
    beside = f"{rank}, {steps} {'step' if steps == 1 else 'steps'}"
    return NodeContent(f"Progress on {what}", moves=[Moved(what, "Progress", was, now)], marks=[beside])


def _track(node: KdlNode, owner: str) -> NodeContent:
    what = plain(node.get("name", 0))
    if node.get("status") is not None:
        return NodeContent(f"Track {what}: {plain(node.get('status'))}")
    if "from" in node.properties or "to" in node.properties:
        return _counted(f"Track {what}", what, "Progress", node.get("from"), node.get("to"))
    ends = []
    for end in ("from", "to"):
        boxes, ticks = whole(node.get(f"{end}-boxes")), whole(node.get(f"{end}-ticks"))
        ends.append(None if boxes is None and ticks is None else (boxes or 0) * 4 + (ticks or 0))
    return _counted(f"Track {what}", what, "Progress", *ends)


def _dice_expr(node: KdlNode, owner: str) -> NodeContent:
    dice = []
    for child in node.children:
        size = re.fullmatch(r"\d*d(\d{1,6})", str(child.get("dice")))
        dice += [rolls.die(size[1], value) for value in child.values] if size and child.name == "rolls" else []
    return NodeContent(rolls=[rolls.rolled(plain(node.get("expr", 0)), dice, plain(node.get("result", 1)))])


_NODES: Mapping[str, Callable[[KdlNode, str], NodeContent]] = {
    "move": _move,
    "actor": lambda node, owner: NodeContent(),
    "-": _words,
    "add": _add,
    "roll": _roll,
    "progress-roll": _progress_roll,
    "reroll": _reroll,
    "meter": _meter,
    "burn": _burn,
    "xp": _xp,
    "clock": _clock,
    "progress": _progress,
    "track": _track,
    "oracle": _oracle,
    "oracle-group": _move,
    "dice-expr": _dice_expr,
    "asset": _named("Asset"),
    "impact": _named("Impact"),
    "initiative": _named("Initiative"),
    "position": _named("Position"),
}


def of_inline(code: str, owner: str) -> NodeContent:
    """Read inline code, `iv-meter:Momentum|5|6`."""
    kind, _colon, rest = code.partition(":")
    given = [part.replace("\\", "") for part in re.split(r"(?<!\\)\|", rest)]
    read = _INLINE.get(kind)
    return read(given + [""] * 8, owner) if read else NodeContent(understood=False)


def _inline_move(given: Sequence[str], owner: str) -> NodeContent:
    told = _action(plain(given[1]), given[2], given[3], given[4], given[5], given[6])
    told.text = in_words(given[0])
    for extra in given[7:]:
        if burnt := re.fullmatch(r"burn=(\d+):(\d+)", extra):
            told.moves += _moved(owner, SUPPLY, burnt[1], burnt[2])
    return told


def _inline_oracle(given: Sequence[str], owner: str) -> NodeContent:
    return NodeContent(in_words(given[2]), [_of_table(given[1], plain(given[0]))])


def _inline_reroll(given: Sequence[str], owner: str) -> NodeContent:
    size = 6 if given[0].strip().lower() == "action" else 10
    fallen = [rolls.die(size, given[1], False), rolls.die(size, given[2])]
    return NodeContent(rolls=[rolls.rolled(f"reroll of {plain(given[0])}", fallen, each_told=True)])


def _inline_progress(given: Sequence[str], owner: str) -> NodeContent:
    dice = (rolls.die(10, given[2]), rolls.die(10, given[3]))
    return NodeContent(
        plain(given[0]), [rolls.rolled("progress against 2d10", dice, plain(given[1]), each_told=True)]
    )


def _inline_clock(given: Sequence[str], owner: str) -> NodeContent:
    what = plain(given[0])
    return _counted(f"Clock {what}", what, "Clock", given[2], given[3])


def _inline_words(what: str, *places: int) -> Callable[[Sequence[str], str], NodeContent]:
    def read(given: Sequence[str], owner: str) -> NodeContent:
        return NodeContent(
            " ".join(part for part in (what, *(in_words(given[place]) for place in places)) if part)
        )

    return read


_INLINE: Mapping[str, Callable[[Sequence[str], str], NodeContent]] = {
    "iv-move": _inline_move,
    "iv-action-roll": lambda given, owner: _action(plain(given[0]), *given[1:6]),
    "iv-progress": _inline_progress,
    "iv-noroll": _inline_words("", 0),
    "iv-oracle": _inline_oracle,
    "iv-reroll": _inline_reroll,
    "iv-meter": lambda given, owner: _counted(plain(given[0]), owner, plain(given[0]), given[1], given[2]),
    "iv-burn": lambda given, owner: _counted("Burns momentum", owner, SUPPLY, given[0], given[1]),
    "iv-track-create": _inline_words("New track", 0),
    "iv-track-advance": lambda given, owner: _advanced(
        plain(given[0]), whole(given[2]), given[4].strip().lower(), whole(given[5]) or 1
    ),
    "iv-track-complete": _inline_words("Track completed:", 0),
    "iv-track-reopen": _inline_words("Track reopened:", 0),
    "iv-clock-create": _inline_words("New clock", 0),
    "iv-clock-advance": _inline_clock,
    "iv-clock-resolve": _inline_words("Clock resolved:", 0),
    "iv-initiative": _inline_words("Initiative", 0, 1),
    "iv-entity-create": _inline_words("", 0, 1),
    "iv-dice": lambda given, owner: NodeContent(rolls=[rolls.rolled(plain(given[0]), (), plain(given[1]))]),
    "iv-ooc": _inline_words("", 0),
}


def inline_codes(line: str) -> Iterator[tuple[int, int, str]]:
    """Find inline mechanics in a line: (first, after the last, the code)."""
    for found in re.finditer(r"`(iv-[a-z-]+(?::[^`]*)?)`", line):
        yield found.start(), found.end(), found[1]
