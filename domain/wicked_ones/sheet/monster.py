"""A Wicked One's sheet."""

from collections.abc import Iterable

from domain.kernel.sheet import AnyBlock, Counter, CounterForm, Section, Sheet, Tag, Tags, Texts
from domain.wicked_ones.house_rules import GoldOwner
from domain.wicked_ones.lookup import standing_of
from domain.wicked_ones.printed import ACTIONS, MANNER
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import WickedOne
from domain.wicked_ones.terms.bounds import STRESS_SEGMENTS
from domain.wicked_ones.terms.frame import SceneStatus
from domain.wicked_ones.terms.harm import CostStatus
from domain.wicked_ones.terms.holdings import PackStatus
from domain.wicked_ones.terms.rolls import Attribute, RollStatus


def monster(state: Underworld, slug: str) -> Sheet:
    """The whole sheet of a Wicked One, living or dead."""
    it = state.characters[slug]
    sections = (
        Section("Body and mind", tuple(body(slug, it))),
        Section("Now", tuple(now(state, slug))),
        *(
            Section(attribute_title(it, attribute), tuple(actions(state, slug, it, attribute)))
            for attribute in ACTIONS
        ),
        Section("Defenses", tuple(defenses(state, slug))),
        Section("Nature", tuple(nature(slug, it))),
        Section("Hoard", tuple(hoard(state, slug, it))),
        Section("Other", tuple(other(slug, it))),
    )
    return Sheet(
        character=slug,
        title=it.name,
        subtitle=", ".join(filter(None, (it.calling, *conditions(it)))),
        sections=tuple(section for section in sections if section.blocks),
    )


def conditions(it: WickedOne) -> Iterable[str]:
    """A monster's conditions, in a word each."""
    if not it.alive:
        yield "dead"
    if it.feral:
        yield "feral"
    if it.bloodied:
        yield "bloodied"


def body(slug: str, it: WickedOne) -> Iterable[AnyBlock]:
    """Stress as a clock, shock by attribute, what is worse."""
    yield Counter(
        path=f"{slug}.stress", label="Stress", value=it.stress, high=STRESS_SEGMENTS, form=CounterForm.CLOCK
    )
    tags = tuple(
        Tag(
            attribute.value,
            attribute.value.capitalize(),
            "shock" if struck else "clear",
            "next roll -1d" if struck else "",
            False if struck else None,
        )
        for attribute, struck in it.shock.items()
    )
    yield Tags(path=f"{slug}.shock", label="Shock", tags=tags)
    wrong = tuple(Tag(word, word, "yes", good=False) for word in conditions(it))
    if wrong:
        yield Tags(path=f"{slug}.condition", label="Condition", tags=wrong)


def now(state: Underworld, slug: str) -> Iterable[AnyBlock]:
    """Blocks of the scene for a monster: its position, pending consequences, prices owed, a compel."""
    scene = state.scene
    if scene is not None and scene.status is SceneStatus.OPEN and slug in scene.present:
        standing = standing_of(state, slug)
        tag = Tag("standing", "Position", standing.value, scene.title, good=None)
        yield Tags(path=f"{slug}.scene", label="Stands", tags=(tag,))
    attempts = tuple(
        Tag(
            roll_id,
            f"{roll.action.value.capitalize()}: {roll.intention}",
            roll.status.value,
            f"{roll.position} position, {roll.effect} effect",
        )
        for roll_id, roll in state.rolls.items()
        if roll.character == slug and roll.status in (RollStatus.PROPOSED, RollStatus.FRAMED)
    )
    if attempts:
        yield Tags(path=f"{slug}.attempts", label="On the table", tags=attempts)
    hanging = tuple(
        Tag(consequence, it.details or it.kind.value.replace("_", " "), "pending", it.severity.value, good=False)
        for consequence, it in state.consequences.items()
        if it.target == slug and it.pending
    )
    if hanging:
        yield Tags(path=f"{slug}.consequences", label="Hangs over it", tags=hanging)
    owed = tuple(
        Tag(cost, it.why, "owed", it.severity.value, good=False)
        for cost, it in state.costs.items()
        if it.owner == slug and it.status is CostStatus.OWED
    )
    if owed:
        yield Tags(path=f"{slug}.costs", label="Owes", tags=owed)
    pushes = tuple(compel.act for compel in state.compels.values() if compel.character == slug)
    if pushes:
        yield Texts(path=f"{slug}.compels", label="The impulse pushes", texts=pushes)


def attribute_title(it: WickedOne, attribute: Attribute) -> str:
    """The heading of three actions, with the shock that weighs on them."""
    title = attribute.value.capitalize()
    return f"{title}, in shock: -1d" if it.shock[attribute] else title


def actions(state: Underworld, slug: str, it: WickedOne, attribute: Attribute) -> Iterable[AnyBlock]:
    """The three ratings of an attribute, drawn as dots; they have a limit only by house rule."""
    for action in ACTIONS[attribute]:
        yield Counter(
            path=f"{slug}.{action.value}",
            label=f"{action.value.capitalize()}, {MANNER[action]}",
            value=it.ratings[action],
            high=state.house_rules.max_rating,
            form=CounterForm.BOXES,
        )


def defenses(state: Underworld, slug: str) -> Iterable[AnyBlock]:
    """Each with its type, where it comes from, and whether it is used."""
    tags = tuple(
        Tag(
            defense,
            f"against {it.type}",
            "used" if it.used else "ready",
            it.source.value.replace("_", " "),
            good=not it.used,
        )
        for defense, it in state.defenses.items()
        if it.owner == slug
    )
    if tags:
        yield Tags(path=f"{slug}.defenses", label="Defenses", tags=tags)


def nature(slug: str, it: WickedOne) -> Iterable[AnyBlock]:
    """Calling, impulse, abilities, dark hearts."""
    yield Texts(path=f"{slug}.calling", label="Calling", texts=(it.calling,))
    if it.dark_impulse:
        yield Texts(path=f"{slug}.dark_impulse", label="Dark impulse", texts=(it.dark_impulse,))
    if it.abilities:
        tags = tuple(Tag(ability, name, "known", good=True) for ability, name in it.abilities.items())
        yield Tags(path=f"{slug}.abilities", label="Abilities", tags=tags)
    yield Counter(path=f"{slug}.dark_hearts", label="Dark hearts", value=it.dark_hearts)


def hoard(state: Underworld, slug: str, it: WickedOne) -> Iterable[AnyBlock]:
    """Gold, things, minions, experience."""
    if state.house_rules.gold_owner is GoldOwner.CHARACTER or it.gold:
        yield Counter(path=f"{slug}.gold", label="Gold", value=it.gold)
    if it.items:
        tags = tuple(Tag(item, name, "carried") for item, name in it.items.items())
        yield Tags(path=f"{slug}.items", label="Carries", tags=tags)
    packs = tuple(
        Tag(pack, known.name, known.status.value, known.notes, good=known.status is PackStatus.ACTIVE)
        for pack, known in state.packs.items()
        if known.owner == slug
    )
    if packs:
        yield Tags(path=f"{slug}.minions", label="Minions", tags=packs)
    yield Counter(path=f"{slug}.xp", label="XP", value=it.xp)


def other(slug: str, it: WickedOne) -> Iterable[AnyBlock]:
    """Blocks of what was settled by word."""
    for field, value in it.adjudicated.items():
        yield Texts(path=f"{slug}.{field}", label=f"{field.replace('-', ' ')} (adjudicated)", texts=(value,))
