"""A character's sheet: artha, beliefs, instincts, traits, conditions, lifepaths, assets."""

from collections.abc import Iterable

from domain.hot_circle import tracks
from domain.hot_circle.lookup import at_hand, reserved_fate
from domain.hot_circle.phrases import belief_text, instinct_text
from domain.hot_circle.printed import HIGHEST_RATING
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character, Lifepath
from domain.hot_circle.terms import PLACES, AssetKind, ConditionOrigin, Demeanour, GoalStatus, Rank
from domain.kernel.facts import ProgressSet
from domain.kernel.people import GM_ONLY
from domain.kernel.sheet import AnyBlock, Counter, CounterForm, Progress, Section, Sheet, Tag, Tags, Texts

_KINDS = {
    AssetKind.GEAR: "Gear",
    AssetKind.CONTACT: "Contact",
    AssetKind.SUBJECT: "Subject",
    AssetKind.FOCUS: "Focus",
    AssetKind.WISE: "Wise",
    AssetKind.SKILL: "Skill",
    AssetKind.SPECIAL_ITEM: "Special item",
    AssetKind.RELATIONSHIP: "Relationship",
}


def character_sheet(state: Circle, slug: str) -> Sheet:
    """Everything on one character's sheet."""
    it = state.characters[slug]
    sections = (
        Section("Who", tuple(who(slug, it))),
        Section("Artha", tuple(artha(state, slug, it))),
        Section("Beliefs and instincts", tuple(beliefs(state, slug, it))),
        Section("Traits and conditions", tuple(traits(state, slug, it))),
        Section("Lifepaths", tuple(lifepaths(state, slug, it))),
        Section("Assets", tuple(assets(state, slug, it))),
        Section("Other", tuple(other(slug, it))),
        Section("For the gamemaster", tuple(secrets(slug, it))),
    )
    return Sheet(
        character=slug,
        title=it.name,
        subtitle=subtitle(state, it),
        sections=tuple(section for section in sections if section.blocks),
    )


def subtitle(state: Circle, it: Character) -> str:
    """A character in one line."""
    if it.end:
        return f"story over: {it.end}"
    parts = [it.pronouns, f"age {it.age}" if it.age else ""]
    if not it.is_pc:
        parts.append("supporting cast")
        parts.append(state.settings[it.setting_id].name if it.setting_id else "")
        parts.append(state.map.factions[it.faction_id].name if it.faction_id else "")
    elif not it.complete:
        parts.append("not ready yet")
    return ", ".join(part for part in parts if part)


def who(slug: str, it: Character) -> Iterable[AnyBlock]:
    """Age, pronouns, and what the character looks like."""
    for field, text in (("age", it.age), ("pronouns", it.pronouns), ("description", it.description)):
        if text:
            yield Texts(path=f"{slug}.{field}", label=field.title(), texts=(text,))


def artha(state: Circle, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Fate and persona, and what is on offer in compels."""
    if it.is_pc or it.fate or it.persona:
        yield Counter(path=f"{slug}.fate", label="Fate", value=it.fate)
        yield Counter(path=f"{slug}.persona", label="Persona", value=it.persona)
    if reserved := reserved_fate(state, slug):
        yield Counter(path=f"{slug}.fate_reserved", label="Fate on offer", value=reserved)


def progress(track: ProgressSet, label: str = "") -> Progress:
    """A track of advancement as a block."""
    return Progress(
        path=f"{track.owner}.{track.track}",
        label=label or track.label,
        have=track.have,
        need=track.need,
        brings=track.brings,
    )


def beliefs(state: Circle, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Three beliefs with their goals, three instincts."""
    for slot, belief in sorted(it.beliefs.items()):
        yield Texts(
            path=f"{slug}.beliefs.{slot}",
            label=f"{place(slot)} belief",
            texts=(belief_text(belief.stance, belief.goal),),
        )
    if it.beliefs:
        good = {GoalStatus.OPEN: None, GoalStatus.FURTHERED: True, GoalStatus.RESOLVED: True}
        tags = tuple(
            Tag(
                slot,
                belief.goal,
                belief.goal_status.value,
                f"{belief.rewarded} persona" if belief.rewarded else "",
                good[belief.goal_status],
            )
            for slot, belief in sorted(it.beliefs.items())
        )
        yield Tags(path=f"{slug}.goals", label="Goals", tags=tags)
    for slot, instinct in sorted(it.instincts.items()):
        yield Texts(
            path=f"{slug}.instincts.{slot}",
            label=f"{place(slot)} instinct",
            texts=(instinct_text(instinct.form, instinct.trigger, instinct.text),),
        )


def place(slot: str) -> str:
    """The ordinal of a slot, 1 to 3, in words."""
    return PLACES[int(slot) - 1].title() if slot.isdecimal() and 1 <= int(slot) <= len(PLACES) else slot


def traits(state: Circle, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Blocks of the names people call the character, and of its conditions just now."""
    if it.traits:
        yield Tags(
            path=f"{slug}.traits",
            label="Traits",
            tags=tuple(Tag(trait, text) for trait, text in it.traits.items()),
        )
    if it.conditions:
        tags = tuple(
            Tag(
                condition,
                one.text,
                one.rank.value,
                "chosen" if one.origin is ConditionOrigin.VOLUNTARY else "",
                False if one.origin is ConditionOrigin.GM and one.rank is Rank.MAJOR else None,
            )
            for condition, one in it.conditions.items()
        )
        yield Tags(path=f"{slug}.conditions", label="Conditions", tags=tags)
    for condition in it.conditions:
        yield progress(tracks.of_condition(state, slug, condition))


def lifepaths(state: Circle, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Each with its dice, what was spent on it, and what is taxed."""
    if it.lifepaths:
        tags = tuple(
            Tag(path_id, path.name, f"{path.rating}D6", where(state, path))
            for path_id, path in it.lifepaths.items()
        )
        yield Tags(path=f"{slug}.lifepaths", label="Life story", tags=tags)
    for path_id, path in it.lifepaths.items():
        base = f"{slug}.lifepaths.{path_id}"
        yield Counter(
            path=f"{base}.rating",
            label=f"{path.name}: dice",
            value=path.rating,
            high=HIGHEST_RATING,
            form=CounterForm.BOXES,
        )
        if it.is_pc:
            yield progress(tracks.of_lifepath(state, slug, path_id))
            yield Counter(path=f"{base}.spent_fate", label=f"Fate spent as {path.name}", value=path.spent_fate)
    taxed = tuple(
        Tag(f"{path_id}-{ability.value}", f"{ability.value.title()} as {path.name}", "taxed", good=False)
        for path_id, path in it.lifepaths.items()
        for ability in path.taxed
    )
    if taxed:
        yield Tags(path=f"{slug}.taxed", label="Taxed", tags=taxed)


def where(state: Circle, path: Lifepath) -> str:
    """The setting of a lifepath, and whether it led there."""
    setting = state.settings[path.setting_id].name if path.setting_id else ""
    return f"{setting}, by a bridge" if path.is_bridge else setting


def assets(state: Circle, slug: str, it: Character) -> Iterable[AnyBlock]:
    """Blocks of lasting assets, by kind; of noted ones, at hand or not; and of how far each is from lasting."""
    held = tuple(
        Tag(
            asset,
            one.name,
            "lost" if one.lost else "held",
            f"{_KINDS[one.kind]}, {it.lifepaths[one.lifepath_id].name}",
            False if one.lost else None,
        )
        for asset, one in it.permanent_assets.items()
    )
    if held:
        yield Tags(path=f"{slug}.permanent_assets", label="For good", tags=held)
    noted = tuple(
        Tag(
            asset,
            one.name,
            "noted",
            f"{_KINDS[one.kind]}, {it.lifepaths[one.lifepath_id].name}{here}",
            True if here else None,
        )
        for asset, one in it.temporary_assets.items()
        for here in (", at hand" if at_hand(state, one) else "",)
    )
    if noted:
        yield Tags(path=f"{slug}.temporary_assets", label="Noted", tags=noted)
    for asset in it.temporary_assets:
        yield progress(tracks.of_asset(state, slug, asset))


def other(slug: str, it: Character) -> Iterable[AnyBlock]:
    """Blocks of the demeanour of one of the cast, and of what was settled by word."""
    if it.demeanour is not None:
        tag = Tag(
            "towards-characters",
            "Towards the characters",
            it.demeanour.value,
            good=it.demeanour is Demeanour.FRIENDLY,
        )
        yield Tags(path=f"{slug}.demeanour", label="Demeanour", tags=(tag,))
    if it.entered:
        tags = tuple(Tag(path, entered_words(it, path), "entered") for path in it.entered)
        yield Tags(path=f"{slug}.entered", label="Entered from paper", tags=tags)
    for field, value in it.adjudicated.items():
        yield Texts(path=f"{slug}.{field}", label=f"{field} (adjudicated)", texts=(value,))


def entered_words(it: Character, path: str) -> str:
    """An entered value in words: it may have been lost, cleared or raised since."""
    kind, _, slug = path.partition(".")
    named: dict[str, str] = {
        "lifepaths": it.lifepaths[slug].name if slug in it.lifepaths else "",
        "traits": it.traits.get(slug, ""),
        "conditions": it.conditions[slug].text if slug in it.conditions else "",
        "assets": next(
            (held[slug].name for held in (it.temporary_assets, it.permanent_assets) if slug in held), ""
        ),
    }
    return named.get(kind, "") or (slug or kind).replace("-", " ").capitalize()


def secrets(slug: str, it: Character) -> Iterable[AnyBlock]:
    """Block of the beliefs of the supporting cast."""
    if it.notes:
        yield Texts(path=f"{slug}.notes", label="Beliefs", texts=tuple(it.notes), audience=GM_ONLY)
