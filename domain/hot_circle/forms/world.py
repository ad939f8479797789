"""Forms of session zero: genre, settings, factions, how they stand, the situation, the number of lifepaths."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from domain.hot_circle.chapters.people.bridges import RequireLifepaths, SetStartingLifepaths
from domain.hot_circle.chapters.world.bag import AcceptDraw, DrawRelation
from domain.hot_circle.chapters.world.factions import AddFaction
from domain.hot_circle.chapters.world.preparation import StateSituation
from domain.hot_circle.chapters.world.relations import LeaveMapEmpty, RelateFactions, of_kind
from domain.hot_circle.chapters.world.session_zero import AddSetting, BeginSessionZero, SetRandomizer
from domain.hot_circle.choices import GENRES, RANDOMIZERS, STARTING_LIFEPATHS, STYLES
from domain.hot_circle.printed import FEWEST_FACTIONS_FOR_THE_BAG
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.terms import Importance, Randomizer, RelationKind
from domain.hot_circle.words import same
from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Group, Layout, Paste, Pick, Slots, Tick, Write
from domain.kernel.forms.line_grammar import Item, Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker


def _genre(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    yield BeginSessionZero(genre=answers["genre"], style=answers["style"])
    if answers["randomizer"] != moment.game.randomizer:
        yield SetRandomizer(randomizer=Randomizer(answers["randomizer"]))


def _genre_agreed(moment: Moment[Circle], asker: Asker, subject: str) -> Answers:
    it = moment.game
    return {"genre": it.genre, "style": it.style, "randomizer": it.randomizer.value}


GENRE = Batch(
    title="Genre and style",
    press="That is our story",
    compile=_genre,
    entered=_genre_agreed,
    parts=(
        Write(field="genre", label="What kind of story is it?", suggest=GENRES),
        Write(field="style", label="How is it told?", suggest=STYLES),
        Group(
            title="Dice or cards",
            aside=True,
            parts=(
                Pick(
                    field="randomizer",
                    label="What do you roll?",
                    of=RANDOMIZERS,
                    initial=Randomizer.DICE.value,
                    required=False,
                ),
            ),
        ),
    ),
)


def _settings(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    known = [it.name for it in moment.game.settings.values()]
    for each in answers["settings"]:
        if not any(same(each["name"], name) for name in known):
            yield AddSetting(name=each["name"], character_types=tuple(each.get("types", ())))


def _settings_there(moment: Moment[Circle], asker: Asker, subject: str) -> Answers:
    there = moment.game.settings.values()
    return {"settings": [{"name": it.name, "types": list(it.character_types)} for it in there]}


SETTINGS = Batch(
    title="Settings",
    help="A place, a class or a culture that people are born into, and after the colon who lives there. "
    "Four to six are advised.",
    press="Add the settings",
    compile=_settings,
    entered=_settings_there,
    parts=(
        Paste(
            field="settings",
            label="Settings, one a line",
            help="Those who live there are the lifepaths that protagonists choose from.",
            line=Line(example="Canals: lamplighter, mudlark", items="types"),
            least=1,
        ),
    ),
)


def _factions(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    settings = {it.name: slug for slug, it in moment.game.settings.items()}
    known = [it.name for it in moment.game.map.factions.values()]
    for line in answers["factions"]:
        setting = named(line["name"], settings, "setting")
        for each in line.get("factions", ()):
            if any(same(each["name"], name) for name in known):
                continue
            importance = Importance.MAJOR if each.get("major") else Importance.MINOR
            yield AddFaction(name=each["name"], setting=setting, importance=importance)


def named(name: str, known: Mapping[str, str], what: str) -> str:
    """The id of what is called so. Raises `FormProblem` with the name that was perhaps meant."""
    for called, slug in known.items():
        if same(called, name):
            return slug
    near = get_close_matches(name, list(known), n=1)
    raise FormProblem(f"There is no {what} {name}" + (f": did you mean {near[0]}?" if near else "."))


def _settings_to_fill(moment: Moment[Circle], asker: Asker, subject: str) -> Answers:
    """A line for each setting, with the powers it has."""
    lines: list[dict[str, Any]] = []
    for slug, setting in moment.game.settings.items():
        powers = [it for it in moment.game.map.factions.values() if it.setting_id == slug]
        line: dict[str, Any] = {"name": setting.name}
        if powers:
            major = Importance.MAJOR
            line["factions"] = [
                {"name": it.name, **({"major": True} if it.importance is major else {})} for it in powers
            ]
        lines.append(line)
    return {"factions": lines}


FACTIONS = Batch(
    title="Factions",
    help="One or two powers in each setting, three in all if you want to draw how they stand. A star makes one "
    "the major power of its setting.",
    press="Add the factions",
    compile=_factions,
    initial=_settings_to_fill,
    parts=(
        Paste(
            field="factions",
            label="Factions of each setting",
            help="The setting, a colon, its factions: Canals: Lamp Guild*, Low Water Company.",
            line=Line(
                example="Canals: Lamp Guild*, Low Water Company",
                items="factions",
                item=Item(marks={"*": "major"}),
            ),
            least=1,
        ),
    ),
)

_KINDS = ((RelationKind.COMPETE, "competes"), (RelationKind.COOPERATE, "cooperates"))


def _relations(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    chosen = {row["faction"]: row for row in answers.get("relations", ())}
    asked: list[Command] = []
    for slug, row in chosen.items():
        for kind, field in _KINDS:
            if row.get(field) is not None and row[field] != of_kind(moment.game, slug, kind):
                asked.append(RelateFactions(source=slug, target=row[field], kind=kind))
    bag = len(moment.game.map.factions) >= FEWEST_FACTIONS_FOR_THE_BAG
    if answers["draw"] and bag and not answers.get("without"):
        for slug in moment.game.map.factions:
            for kind, field in _KINDS:
                if of_kind(moment.game, slug, kind) is None and chosen.get(slug, {}).get(field) is None:
                    asked += [DrawRelation(source=slug, kind=kind), AcceptDraw()]
    if answers.get("without"):
        asked.append(LeaveMapEmpty(reason=answers["without"]))
    if not asked:
        raise FormProblem("Choose how a faction stands, or let the bag decide for three factions or more.")
    return asked


def _relations_so_far(moment: Moment[Circle], asker: Asker, subject: str) -> Answers:
    """A row for each faction, with whom it competes and cooperates so far."""
    rows = []
    for slug in moment.game.map.factions:
        row = {"faction": slug}
        row |= {field: other for kind, field in _KINDS if (other := of_kind(moment.game, slug, kind))}
        rows.append(row)
    return {"relations": rows}


def _relations_there(moment: Moment[Circle], asker: Asker, subject: str) -> Answers:
    """Those that stand. What was left open stays so."""
    rows = [row for row in _relations_so_far(moment, asker, subject)["relations"] if len(row) > 1]
    whole = sum(len(row) - 1 for row in rows) == len(_KINDS) * len(moment.game.map.factions)
    return {"draw": whole, "relations": rows} if rows else {}


RELATIONS = Batch(
    title="How the factions stand",
    help="Each faction competes with one other and cooperates with another, in its own eyes.",
    press="Draw the map",
    compile=_relations,
    entered=_relations_there,
    initial=_relations_so_far,
    parts=(
        Tick(field="draw", label="Draw what is left open from the bag", initial=True),
        Slots(
            field="relations",
            label="Factions",
            required=False,
            parts=(
                Pick(field="faction", label="Faction", of="faction"),
                Pick(
                    field="competes",
                    label="Competes with",
                    of="faction",
                    required=False,
                    besides=("faction", "cooperates"),
                ),
                Pick(
                    field="cooperates",
                    label="Cooperates with",
                    of="faction",
                    required=False,
                    besides=("faction", "competes"),
                ),
            ),
        ),
        Group(
            title="Begin without",
            aside=True,
            parts=(Write(field="without", label="Why are there no relations yet?", required=False),),
        ),
    ),
)

SITUATION = Layout(
    command=StateSituation,
    title="The situation",
    press="State the situation",
    parts=(
        Write(field="text", label="What is the campaign about?", help="A conflict nobody can ignore.", long=True),
        Pick(
            field="affected_factions", label="Which factions does it affect? Two at least", of="faction", many=True
        ),
    ),
)


def _lifepaths(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    if answers["count"] != moment.game.starting_lifepaths:
        yield SetStartingLifepaths(count=answers["count"])
    for each in answers.get("rare", ()):
        yield RequireLifepaths(lifepath_name=each["name"], requires=tuple(each.get("requires", ())))


def _lifepaths_agreed(moment: Moment[Circle], asker: Asker, subject: str) -> Answers:
    rare = moment.game.requirements.values()
    return {
        "count": moment.game.starting_lifepaths,
        "rare": [{"name": it.lifepath_name, "requires": list(it.requires)} for it in rare],
    }


LIFEPATHS = Batch(
    title="Starting lifepaths",
    press="Everybody starts with so many",
    compile=_lifepaths,
    entered=_lifepaths_agreed,
    parts=(
        Pick(
            field="count",
            label="How experienced are the protagonists?",
            help="So many lifepaths each of them has behind them, the childhood among them.",
            of=STARTING_LIFEPATHS,
        ),
        Group(
            title="Rare lifepaths",
            aside=True,
            parts=(
                Paste(
                    field="rare",
                    label="Lifepaths that need others first",
                    required=False,
                    line=Line(example="Captain: Deckhand, Mate", items="requires"),
                ),
            ),
        ),
    ),
)
