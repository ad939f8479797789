"""`prepare`, `tables` and `new --from`: what is to be prepared, and campaigns that begin with it done."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pydantic import JsonValue

from cli.campaigns.rulings import NAMELESS, founding, setting
from cli.games.rulebooks import all_games, game_called
from cli.options import Options
from cli.outcome import CommandFailed, Status, usage_error
from cli.printing import as_json, cell, complain, counted, remark, rows, say, table
from cli.viewer import OUTSIDER
from domain.kernel.available_offers import offers_at
from domain.kernel.forms.filling import Fault
from domain.kernel.moment import AnyMoment
from domain.kernel.preparation.next_step import Next, next_for, preparation_of
from domain.kernel.preparation.steps import Preparation, Step, StepStatus
from domain.kernel.preparation.table_file import TableFile
from domain.kernel.terms import slugify
from exchange.tables.founding import FoundedTable, found_table
from exchange.tables.house_rules import RulesProblem, rules_from
from exchange.tables.quick_starts import QuickStart, quick_starts
from exchange.tables.reading import TableProblem, table_file
from wiring.library import games

MOST_FAULTS = 50
"""The most faults of a table that are printed, before how many more there are."""
WAITS = {StepStatus.BLOCKED: "waits"}


# --- what is to be prepared --------------------------------------------------------------------------------------


def prepare(options: Options, campaign: str, who: str | None) -> None:
    """Print the steps of the preparation, and what comes next for somebody."""
    with options.existing() as library:
        entry = library.ledger.find(campaign)
        game, moment = library.ledger.game(entry.game), library.ledger.moment(entry.slug)
    person = _person(moment, entry.slug, who)
    preparation = preparation_of(game, moment)
    hands = frozenset(moment.campaign.players) if who is None else frozenset()
    asker = moment.campaign.asker(person)
    following = next_for(game, moment, asker, offers_at(game, moment, person), hands)
    if options.json:
        as_json(_preparation_json(entry.slug, moment, preparation, person, following))
        return
    if preparation is None:
        say(f"Nothing is to be prepared in {entry.slug}.")
    else:
        made = table("step", "standing", "#have", "whose", "missing", title=preparation.title)
        say(rows(made, (_row(moment, preparation, step) for step in preparation.steps)))
    say(_next_said(moment, person, following))


def _person(moment: AnyMoment, campaign: str, who: str | None) -> str:
    """The person asked about: whoever is named, else the GM."""
    people = moment.campaign.people
    if who is None:
        return str(moment.campaign.gm or OUTSIDER)
    for person, seat in people.items():
        if who == person or who.casefold() == seat.name.casefold():
            return str(person)
    if who == OUTSIDER:
        return OUTSIDER
    raise usage_error(f"{who!r} has no seat in {campaign}. Seated: {', '.join(people) or 'nobody'}.")


def _row(moment: AnyMoment, preparation: Preparation, step: Step) -> tuple[object, ...]:
    standing = preparation.standing(step)
    style = "bold" if standing is StepStatus.DUE else ""
    return (
        cell(step.label, style),
        cell(WAITS.get(standing, standing.value), style),
        _have(step),
        " and ".join(_whose(moment, step)),
        ", ".join(step.missing),
    )


def _have(step: Step) -> str:
    return str(step.have) if step.need is None else f"{step.have} of {step.need}"


def _whose(moment: AnyMoment, step: Step) -> list[str]:
    people = moment.campaign.people
    named = [people[it].name for it in sorted(step.whose) if it in people]
    gm = moment.campaign.gm
    return named or [people[gm].name if gm in people else "the GM"]


def _next_said(moment: AnyMoment, person: str, following: Next) -> str:
    people = moment.campaign.people
    name = people[person].name if person in people else "a reader"
    acting = f" (for {people[following.by].name})" if following.by in people and following.by != person else ""
    if following.step is not None:
        return f"Next for {name}: {following.step.label}{acting}."
    if following.offer is not None:
        return f"Next for {name}: {following.offer.label}{acting}."
    if following.waiting:
        return f"{name} waits for {'; '.join(following.waiting)}."
    return f"Nothing is next for {name}."


def _preparation_json(
    campaign: str, moment: AnyMoment, preparation: Preparation | None, person: str, following: Next
) -> dict[str, object]:
    offer = following.offer
    return {
        "campaign": campaign,
        "title": preparation.title if preparation else None,
        "ready": preparation.ready if preparation else None,
        "steps": [_step_json(preparation, step) for step in preparation.steps] if preparation else [],
        "next": {
            "who": person,
            "step": following.step.key if following.step else None,
            "label": following.step.label if following.step else offer.label if offer else None,
            "command": offer.tag if offer else None,
            "by": following.by,
            "waiting": list(following.waiting),
        },
    }


def _step_json(preparation: Preparation, step: Step) -> dict[str, object]:
    standing = preparation.standing(step)
    return {
        "key": step.key,
        "label": step.label,
        "why": step.why,
        "under": step.under,
        "standing": WAITS.get(standing, standing.value),
        "have": step.have,
        "need": step.need,
        "whose": sorted(step.whose),
        "after": list(step.after),
        "missing": list(step.missing),
        "warns": step.warns,
    }


# --- prepared tables ---------------------------------------------------------------------------------------------


def tables(options: Options, key: str | None) -> None:
    """Print the quick starts of a game, or of all games."""
    wanted = [game_called(key)] if key else all_games()
    found = [(game, it) for game in wanted for it in quick_starts(game)]
    if options.json:
        as_json([{"name": it.name, "game": game.key, **_head(it.table)} for game, it in found])
        return
    if not found:
        say("There are no prepared tables.")
        return
    made = table("name", "game", "title", "what it is")
    say(rows(made, ((cell(it.name, "bold"), game.key, it.table.title, it.table.blurb) for game, it in found)))


def _head(it: TableFile) -> dict[str, str]:
    return {"title": it.title, "blurb": it.blurb}


def found(
    options: Options,
    source: str | None,
    players: Sequence[str],
    *,
    game: str | None,
    title: str | None,
    slug: str | None,
    settings: Sequence[str],
    gm: str,
    by: str,
    system: str | None = None,
) -> None:
    """Found a campaign from a table with these players, all of it or nothing, and print what came of it."""
    it = _table(source, game) if source is not None else None
    key = it.game if it is not None else game
    ready: dict[str, JsonValue] = {}
    if system is not None:
        key, ready = _with(system, key)
    if key is None:
        raise usage_error("Name a game with --game, or a prepared table with --from.")
    called = title or (it.title if it is not None else "")
    if not called.strip():
        raise usage_error("Give the campaign a title with --title.")
    command = founding(
        game=game_called(key).key,
        title=called,
        slug=slug or slugify(called) or NAMELESS,
        gm_name=gm,
        house_rules={
            **(it.house_rules if it is not None else {}),
            **ready,
            **dict(setting(text) for text in settings),
        },
    )
    with options.library() as library:
        answer = found_table(library.ledger, command, by, list(players), it)
        if answer.faults:
            raise _not_founded(options, answer.faults)
        left = preparation_of(library.ledger.game(command.game), library.ledger.moment(answer.slug)) is not None
    _print_founded(options, answer, command.title, steps_left=left)


def _with(system: str, game: str | None) -> tuple[str, dict[str, JsonValue]]:
    """The house rules of a system that comes ready, or of a file, and their game. Raises `CommandFailed`."""
    known = {game: game_called(game)} if game is not None else games()
    try:
        it, ready = rules_from(known, system, game)
    except RulesProblem as problem:
        raise usage_error(str(problem)) from problem
    return it.key, ready


def _table(source: str, game: str | None) -> TableFile:
    """The table of a file, or the quick start of this name. Raises `CommandFailed`."""
    if "\0" in source:
        raise usage_error("No file can have that name.")
    place = Path(source)
    if not place.is_file():
        ready = _ready()
        if source in ready:
            it = ready[source].table
        elif place.is_dir():
            raise usage_error(f"{source} is a folder, and no table file.")
        else:
            names = ", ".join(ready) or "none"
            raise usage_error(f"There is no file {source}, and no quick start of that name. There are: {names}.")
    else:
        try:
            it = table_file(place, games())
        except TableProblem as problem:
            raise usage_error(f"{source}: {problem}") from problem
    if game is not None and game != it.game:
        raise usage_error(f"{source} is a table of the game {it.game}, not of {game}.")
    return it


def _ready() -> dict[str, QuickStart]:
    return {it.name: it for game in games().values() for it in quick_starts(game)}


def _not_founded(options: Options, faults: Sequence[Fault]) -> CommandFailed:
    """Everything that is wrong, a line each."""
    if options.json:
        as_json({"founded": False, "faults": [asdict(it) for it in faults]})
    for fault in faults[:MOST_FAULTS]:
        complain(str(fault))
    if len(faults) > MOST_FAULTS:
        complain(f"And {len(faults) - MOST_FAULTS} more.")
    return CommandFailed(Status.USAGE)


def _print_founded(options: Options, answer: FoundedTable, title: str, *, steps_left: bool) -> None:
    if options.json:
        as_json(
            {
                "campaign": answer.slug,
                "founded": True,
                "rulings": answer.rulings,
                "waiting": list(answer.waiting),
            }
        )
        return
    say(f"{title} is founded, with {counted(answer.rulings, 'ruling')}. In commands it is called {answer.slug}.")
    if answer.waiting:
        more = "The file says more, for seats that nobody has taken or for what comes later. "
        steps = f"Those steps are left to take: campaign prepare {answer.slug} lists them."
        remark(more + (steps if steps_left else "Of that nothing was recorded, and play can begin without it."))
