"""`games`: the games there are, and what one of them knows."""

import inspect
from collections.abc import Sequence
from typing import Any

from cli.options import Options
from cli.outcome import CommandFailed, Status
from cli.printing import as_json, cell, complain, rows, say, table
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command, HouseRules, Message, tag_of
from domain.kernel.schema.events_page import events_page
from domain.kernel.vocabulary import Vocabulary
from ledger.errors import NoSuchGame
from wiring.library import games


def game_called(key: str) -> AnyGame:
    """The game with this key. Raises `NoSuchGame`."""
    known = games()
    if key not in known:
        raise NoSuchGame(f"There is no game {key!r}. There are: {', '.join(sorted(known))}.")
    return known[key]


def all_games() -> list[AnyGame]:
    """Every game that can be played. A package that holds none is told of on stderr."""
    for why in games().unusable:
        complain(why)
    return list(games().values())


def show(options: Options, key: str | None, *, schema: bool, events: bool) -> None:
    """Print the games, or one game's commands, settings and rules, or its JSON Schema, or its page of events.

    Of all games, what can be printed is, and a package that is broken makes the status 1.
    """
    if key is None:
        _show_all(options, schema=schema, events=events)
        return
    game = game_called(key)
    if events:
        print(events_page(game), end="")
    elif schema:
        as_json(schema_of(game))
    elif options.json:
        as_json(game_json(game, whole=True))
    else:
        _print_game(game)


def _show_all(options: Options, *, schema: bool, events: bool) -> None:
    found = all_games()
    if events:
        for game in found:
            print(events_page(game), end="")
    elif options.json or schema:
        as_json([schema_of(game) if schema else game_json(game, whole=False) for game in found])
    else:
        _print_games(found)
    if games().unusable:
        raise CommandFailed(Status.BROKEN)


def game_json(game: AnyGame, *, whole: bool) -> dict[str, Any]:
    """A game as JSON values; `whole` with all its words."""
    short = {
        "key": game.key,
        "title": game.title,
        "blurb": game.blurb,
        "credit": game.credit,
        "rules_version": game.rules_version,
    }
    if not whole:
        return {**short, "commands": len(game.commands), "events": len(game.events), "rules": len(game.rules)}
    return {
        **short,
        "commands": [
            {"type": tag, "does": _first_line(kind)} for tag, kind in sorted(Vocabulary(game).commands.items())
        ],
        "settings": settings_of(game.house_rules),
        "rules": game.rules,
        "readings": game.readings,
        "refusals": game.refusals,
    }


def settings_of(house_rules: type[HouseRules]) -> list[dict[str, Any]]:
    """The settings of a game: name, default, what they do, and their JSON Schema."""
    schema = house_rules.model_json_schema()
    defaults = house_rules().model_dump(mode="json")
    return [
        {"name": name, "default": defaults[name], "does": field.get("description", ""), "schema": field}
        for name, field in schema.get("properties", {}).items()
    ]


def schema_of(game: AnyGame) -> dict[str, Any]:
    """The JSON Schema of every command and event a campaign of this game can hold, by tag."""
    vocabulary = Vocabulary(game)
    return {
        "game": game.key,
        "house_rules": game.house_rules.model_json_schema(),
        "commands": _schemas(vocabulary.commands),
        "events": _schemas(vocabulary.events),
    }


def _schemas(kinds: Any) -> dict[str, Any]:
    return {tag: kind.model_json_schema() for tag, kind in sorted(kinds.items())}


def _first_line(kind: type[Message]) -> str:
    return inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " ")


def _print_games(found: Sequence[AnyGame]) -> None:
    if not found:
        say("There are no games.")
        return
    made = table("game", "title", "what it is", "#commands", "#rules")
    say(
        rows(
            made,
            ((cell(it.key, "bold"), it.title, it.blurb, len(it.commands), len(it.rules)) for it in found),
        )
    )
    say("Played by the rules of:")
    for it in found:
        say(f"- {it.credit.sentence}.")


def _print_game(game: AnyGame) -> None:
    say(f"{game.title}", style="bold")
    say(game.blurb)
    say(f"{game.credit.sentence}.")
    own: list[type[Command]] = list(game.commands)
    shared = [kind for kind in Vocabulary(game).commands.values() if kind not in own]
    for title, kinds in (("Commands", own), ("Commands of every table", shared)):
        say(
            rows(
                table("command", "what it does", title=title),
                ((tag_of(kind), _first_line(kind)) for kind in kinds),
            )
        )
    settings = settings_of(game.house_rules)
    if settings:
        made = table("setting", "default", "what it does", title="House rules")
        say(rows(made, ((it["name"], it["default"], it["does"]) for it in settings)))
    say(rows(table("rule", "what it is about", title="Rules"), ((it.id, it.title) for it in game.rules)))
