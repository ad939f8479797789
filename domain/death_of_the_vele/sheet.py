"""A component's sheet; a PC's also holds its player's pools and experience."""

from collections.abc import Iterable

from domain.death_of_the_vele.phrases import progress
from domain.kernel.people import only
from domain.kernel.sheet import AnyBlock, Counter, DicePool, Progress, Section, Sheet, Table, Tag, Tags, Texts
from domain.kernel.terms import PersonId

from .names import only_told, person
from .printed import XP_STEP
from .slots import aspect_slots, lasting_aspects, next_aspect_at, trait_slots
from .state.cast import Ability, Aspect, Component, Trait
from .state.vele import Vele
from .story_sheet import story_sheet
from .terms.cast import AspectStatus, ComponentKind, ComponentStatus, Durability, Nature, Size, TraitKind
from .terms.play import ActStatus, SpotlightStatus

_SIZES = {Size.MINION: "minion", Size.NORMAL: "component", Size.MAIN: "main component", Size.PC_MAIN: "PC"}
_KINDS = {TraitKind.PHYSICAL: "physical", TraitKind.MENTAL: "mental", TraitKind.SOCIAL: "social"}


def sheet(state: Vele, character: str) -> Sheet:
    """One component of the cast, or the story itself."""
    if character not in state.components:
        return story_sheet(state)
    it = state.components[character]
    pc = it.size is Size.PC_MAIN
    sections = (
        Section("Dice", tuple(dice(state, character, it))),
        Section("Experience", tuple(experience(state, it) if pc else ())),
        Section("Traits", tuple(traits(state, character, it))),
        Section("Abilities", tuple(abilities(state, character, it))),
        Section("Aspects", tuple(aspects(state, character, it))),
        Section("Components", tuple(companions(state, character, it) if pc else ())),
        Section("Spotlights", tuple(spotlights(state, character, it))),
        Section("Here and now", tuple(standing(state, character, it))),
    )
    return Sheet(
        character=character,
        title=it.name,
        subtitle=subtitle(state, it),
        sections=tuple(section for section in sections if section.blocks),
    )


def subtitle(state: Vele, it: Component) -> str:
    """Nature, owner and condition of a component, in one line."""
    nature = "" if it.nature is Nature.ORDINARY else it.nature.value.replace("_", " ")
    parts = [it.concept, nature, f"{_SIZES[it.size]} of {person(it.owner)}"]
    if it.size is Size.PC_MAIN:
        parts.append(f"level {state.story.players[it.owner].level}")
    if it.kind is ComponentKind.TEMPORARY:
        parts.append("temporary")
    if it.one_shot:
        parts.append("one-shot")
    if it.status is not ComponentStatus.ACTIVE:
        parts.append(it.status.value.replace("_", " "))
    return ", ".join(part for part in parts if part)


def dice(state: Vele, slug: str, it: Component) -> Iterable[AnyBlock]:
    """A player's pools on their PC's sheet, what backs abilities, a group's dice on its leader's."""
    if it.size is Size.PC_MAIN:
        player = state.story.players[it.owner]
        for name, label, bag in (
            ("character_dice", "Character dice", player.character_dice),
            ("story_dice", "Story dice", player.story_dice),
        ):
            yield DicePool(path=f"{it.owner}.{name}", label=f"{label}, {bag.points} points", dice=bag.dice.pairs)
    if it.allocated_total or it.allocated.points:
        label = f"Allocated dice, {it.allocated.points} of {it.allocated_total} points"
        yield DicePool(path=f"{slug}.allocated", label=label, dice=it.allocated.dice.pairs)
    group = state.groups.get(it.group or "")
    if group is not None and group.leader == slug:
        bag = group.group_dice
        label = f"Dice of {group.name}, {bag.points} points"
        yield DicePool(path=f"{it.group}.group_dice", label=label, dice=bag.dice.pairs)


def experience(state: Vele, it: Component) -> Iterable[AnyBlock]:
    """XP, and what the next twenty points bring; a sealed bid only its player sees."""
    player = state.story.players[it.owner]
    towards = progress(state, it.owner)
    yield Progress(
        path=f"{it.owner}.level",
        label=towards.label,
        have=towards.have,
        need=towards.need,
        brings=f"{towards.brings}, at {(player.steps_taken + 1) * XP_STEP} XP",
    )
    if player.xp_brought:
        proven = f"proven by {player.proven_by}{only_told(player.xp_told)}"
        proof = proven if player.proven_by else "unproven"
        yield Texts(
            path=f"{player.pc}.brought", label="From an earlier story", texts=(f"{player.xp_brought} XP, {proof}",)
        )
    yield Counter(path=f"{it.owner}.xp_earned", label="XP earned", value=player.xp_earned)
    yield Counter(path=f"{it.owner}.xp_balance", label="XP to spend", value=player.xp_balance)
    act = state.act if state.act is not None and state.act.status is ActStatus.SETUP else None
    bidding = act.bidding if act is not None else state.story.priority
    if not bidding.revealed and it.owner in bidding.bids:
        yield Counter(
            path=f"{it.owner}.bid",
            label="Sealed bid",
            value=bidding.bids[it.owner],
            audience=only(PersonId(it.owner)),
        )


def trait_state(state: Vele, trait: Trait) -> tuple[str, bool | None]:
    """A trait's state in words, and True if that is welcome. By house rule marks are written as letters."""
    letters = state.house_rules.damage_marks
    if trait.damage_mark:
        return ("X" if letters else "damaged"), False
    if trait.control_marks:
        names = [state.components[by].name for by in trait.control_marks if by in state.components]
        return (
            "S " + "".join(name[:1] for name in names) if letters else f"controlled by {', '.join(names)}"
        ), False
    return ("ready", True) if trait.active else ("inactive", None)


def traits(state: Vele, slug: str, it: Component) -> Iterable[AnyBlock]:
    """Traits with their dice and marks, and how many slots are filled."""
    tags = []
    for trait_id, trait in it.traits.items():
        now, good = trait_state(state, trait)
        ties = f"tied to {person(trait.connected_to)}" if trait.connected_to else ""
        detail = ", ".join(
            part
            for part in (
                "focus" if trait.is_focus else "",
                _KINDS.get(trait.trait_kind, ""),
                f"ruche {trait.ruche.value}" if trait.ruche else "",
                ties,
            )
            if part
        )
        tags.append(Tag(id=trait_id, text=f"{trait.name} {trait.die}", state=now, detail=detail, good=good))
    label = f"Traits, {len(it.traits)} of {trait_slots(state, it)}"
    yield Tags(path=f"{slug}.traits", label=label, tags=tuple(tags))
    yield Counter(path=f"{slug}.value", label="Value", value=it.value)


def effects(state: Vele, ability: Ability) -> str:
    """An ability's effects with their sizes; by house rule with their points."""
    in_points = state.house_rules.effect_sizes_in_points
    return ", ".join(
        f"{each.effect.value.replace('_', ' ')} {each.size.points if in_points else each.size.sides}"
        for each in ability.effects
    )


def abilities(state: Vele, slug: str, it: Component) -> Iterable[AnyBlock]:
    """Abilities, what they do, what they cost."""
    if not it.abilities:
        return
    yield Tags(
        path=f"{slug}.abilities",
        label="Abilities",
        tags=tuple(
            Tag(
                id=ability_id,
                text=ability.name,
                state="ready" if ability.active else "unbacked",
                detail=f"{effects(state, ability)}; on {it.traits[ability.trait].name}",
                good=ability.active or None,
            )
            for ability_id, ability in it.abilities.items()
            if ability.trait in it.traits
        ),
    )
    rows = tuple(
        (ability.name, effects(state, ability), " + ".join(str(each.size.points) for each in ability.effects))
        for ability in it.abilities.values()
    )
    yield Table(path=f"{slug}.prices", label="Prices", columns=("Ability", "Effects", "Points to use"), rows=rows)
    yield Counter(path=f"{slug}.allocated_total", label="Points behind abilities", value=it.allocated_total)


def aspect_tag(slug: str, it: Aspect) -> Tag:
    """An aspect with its tag and how long it lasts."""
    if it.status is AspectStatus.BOUGHT_OFF:
        return Tag(id=slug, text=it.text, state="bought off", good=False)
    lasting = "" if it.durability is Durability.PERMANENT else it.durability.value
    state = ", ".join(part for part in (lasting, "free tag" if it.free_tag else "") if part)
    return Tag(
        id=slug,
        text=it.text,
        state=state or "active",
        detail="negative" if it.negative else "",
        good=None if it.negative else True,
    )


def tags_of(state: Vele, subject: str) -> tuple[Tag, ...]:
    """The aspects of something, those bought off among them."""
    return tuple(
        aspect_tag(slug, it)
        for slug, it in state.aspects.items()
        if it.subject == subject and it.status is not AspectStatus.EXPIRED and not it.replaced
    )


def aspects(state: Vele, slug: str, it: Component) -> Iterable[AnyBlock]:
    """A component's own aspects and its group's, and the slots still open."""
    if it.size is Size.MINION:
        return
    shut = f", {it.shut_slots} shut until the next level" if it.shut_slots else ""
    label = f"Aspects, {len(lasting_aspects(state, slug))} of {aspect_slots(state, it)}{shut}"
    yield Tags(path=f"{slug}.aspects", label=label, tags=tags_of(state, slug))
    if (need := next_aspect_at(state, it)) is not None:
        yield Progress(
            path=f"{slug}.aspect_slots", label="Value", have=it.value, need=need, brings="one more aspect slot"
        )
    group = state.groups.get(it.group or "")
    if group is not None and (shared := tags_of(state, it.group or "")):
        yield Tags(path=f"{it.group}.aspects", label=f"Aspects of {group.name}", tags=shared)


def companions(state: Vele, slug: str, it: Component) -> Iterable[AnyBlock]:
    """The further components of a PC."""
    rows = tuple(
        (
            one.name,
            ", ".join(f"{trait.name} {trait.die}" for trait in one.traits.values()),
            "attached" if slug in one.attached_to else one.status.value.replace("_", " "),
        )
        for other, one in state.components.items()
        if other != slug and one.owner == it.owner and one.kind is ComponentKind.PC and one.present
    )
    if rows:
        yield Table(path=f"{slug}.components", label="Components", columns=("Name", "Traits", "Now"), rows=rows)


def spotlights(state: Vele, slug: str, it: Component) -> Iterable[AnyBlock]:
    """Cards about this character, or about the group it leads."""
    group = state.groups.get(it.group or "")
    subject = it.group if group is not None and group.leader == slug else slug
    tags = tuple(
        Tag(
            id=card_id,
            text=card.highlight,
            state=card.status.value,
            detail=card.motivation,
            good=True if card.status is SpotlightStatus.SUCCEEDED else None,
        )
        for card_id, card in state.story.spotlights.items()
        if card.subject == subject
    )
    if tags:
        yield Tags(path=f"{subject}.spotlights", label="Spotlights", tags=tags)


def standing(state: Vele, slug: str, it: Component) -> Iterable[AnyBlock]:
    """Blocks of a component's place, of its group and unit, and of those who decide for it."""
    units = [it.name, *(state.components[each].name for each in it.attached_to)] if it.attached_to else []
    group = state.groups.get(it.group or "")
    texts = (
        ("nature", "Holds back", it.held_back),
        ("place", "Is at", it.place or ""),
        ("zone", "Zone", it.zone or ""),
        ("group", "Belongs to", group.name if group is not None else ""),
        ("attached_to", "Acts as one", ", ".join(units)),
        ("played_by", "Played by", person(it.played_by or "")),
        ("controller", "Controlled by", person(it.controller) if it.controller != it.owner else ""),
    )
    for field, label, text in texts:
        if text:
            yield Texts(path=f"{slug}.{field}", label=label, texts=(text,))
    turn = state.scene.components.get(slug) if state.scene is not None and state.scene.initiative_running else None
    if turn is not None:
        done = "has acted" if turn.acted_this_round else "may act"
        skips = "; skips its next action" if turn.must_skip_next_action else ""
        yield Texts(path=f"{slug}.turn", label="This round", texts=(f"{done}{skips}",))
