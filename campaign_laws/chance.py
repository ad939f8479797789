"""Random play of any game: commands filled from offers and schemas, on top of its own scripts."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from random import Random
from typing import Any

from domain.kernel.available_offers import offers_at
from domain.kernel.game import AnyGame
from domain.kernel.journal import files
from domain.kernel.messages import Command, tag_of
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.ruling import names_at
from domain.kernel.vocabulary import MalformedCommand, Vocabulary

_CANARIES = count(1)


@cache
def schema_of(command: type[Command]) -> Mapping[str, Any]:
    """The JSON schema of a command, worked out once. Nobody may change it."""
    return command.model_json_schema()


OF_FILES: frozenset[type[Command]] = frozenset(files.chapter.rules)
"""Nothing of these is made up: no file is attached before its bytes were put in."""
_KINDS: dict[str, tuple[AnyGame, Vocabulary, Sequence[type[Command]]]] = {}
"""The commands of each game, sorted once."""


def _kinds(game: AnyGame) -> tuple[Vocabulary, Sequence[type[Command]]]:
    known = _KINDS.get(game.key)
    if known is None or known[0] is not game:
        vocabulary = Vocabulary(game)
        kinds = (kind for kind in vocabulary.commands.values() if kind not in OF_FILES)
        known = _KINDS[game.key] = (game, vocabulary, sorted(kinds, key=tag_of))
    return known[1], known[2]


class Chance:
    """Makes up commands. Every text it writes holds a word found nowhere else, so that it can be traced."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self.game = game
        self.random = random
        self.vocabulary, self.kinds = _kinds(game)

    def offers(self, moment: AnyMoment, by: str) -> Sequence[Offer]:
        """The commands that somebody may ask for."""
        return offers_at(self.game, moment, by)

    def ask(self, moment: AnyMoment) -> tuple[str, Command] | None:
        """Somebody, and something well-formed to ask: mostly what is on offer, sometimes anything at all."""
        people = [*moment.campaign.people, "stranger"]
        by = self.random.choice(people)
        offers = self.offers(moment, by)
        if offers and self.random.random() < 0.8:
            offer = self.random.choice(offers)
            raw, by = self.fill(offer, moment), offer.by or by
        else:
            kind = self.random.choice(self.kinds)
            raw = self.fill(Offer(command=kind, label=""), moment)
        try:
            return by, self.vocabulary.command(raw)
        except MalformedCommand:
            return None  # a made-up value broke a bound of the schema; the laws are about well-formed commands

    def fill(self, offer: Offer, moment: AnyMoment) -> dict[str, Any]:
        """The command on offer as raw JSON, open fields filled from its choices or out of thin air."""
        schema = schema_of(offer.command)
        raw = self._object(schema, schema.get("$defs", {}), offer.choices, "", moment)
        return {**raw, **offer.known, "type": offer.tag}

    def _object(
        self,
        schema: Mapping[str, Any],
        defs: Mapping[str, Any],
        choices: Mapping[str, Any],
        at: str,
        moment: AnyMoment,
    ) -> dict[str, Any]:
        filled = {}
        for name, field in schema.get("properties", {}).items():
            if name not in schema.get("required", ()) and self.random.random() < 0.3:
                continue
            path = f"{at}{name}"
            filled[name] = self._value(field, defs, choices, path, moment)
        return filled

    def _value(
        self,
        field: Mapping[str, Any],
        defs: Mapping[str, Any],
        choices: Mapping[str, Any],
        path: str,
        moment: AnyMoment,
    ) -> Any:
        while "$ref" in field:
            field = defs[field["$ref"].rsplit("/", 1)[1]]
        if "anyOf" in field:
            field = self.random.choice(field["anyOf"])
            return self._value(field, defs, choices, path, moment)
        offered = choices.get(path)
        if field.get("type") == "array":
            return self._array(field, defs, choices, path, moment)
        if offered:
            return self.random.choice(offered).value
        if "const" in field:
            return field["const"]
        if "enum" in field:
            return self.random.choice(field["enum"])
        match field.get("type"):
            case "object" if "properties" in field:
                return self._object(field, defs, choices, f"{path}.", moment)
            case "object":
                named = [name for name in choices if name.startswith(f"{path}.")]
                return {name.removeprefix(f"{path}."): self.random.choice(choices[name]).value for name in named}
            case "integer":
                low = field.get("minimum", -3)
                return self.random.choice(
                    [low, low + 1, self.random.randint(low, min(field.get("maximum", 12), 12))]
                )
            case "boolean":
                return self.random.random() < 0.5
            case "null":
                return None
            case "string" if "pattern" in field:
                return self._id(moment)
            case "string":
                return self._text()
        return self._text()

    def _array(
        self,
        field: Mapping[str, Any],
        defs: Mapping[str, Any],
        choices: Mapping[str, Any],
        path: str,
        moment: AnyMoment,
    ) -> list[Any]:
        offered = choices.get(path)
        low = field.get("minItems", 0)
        if offered:
            values = [choice.value for choice in offered]
            self.random.shuffle(values)
            return values[: max(low, self.random.randint(0, len(values)))]
        many = self.random.choice([low, max(low, 1), max(low, 3), field.get("maxItems", 3)])
        return [self._value(field.get("items", {}), defs, choices, path, moment) for _ in range(min(many, 6))]

    def _id(self, moment: AnyMoment) -> str:
        known = sorted(names_at(self.game, moment)) or ["nobody"]
        return self.random.choice([*known, *known, "gm", f"made-up-{self.random.randint(1, 9)}"])

    def _text(self) -> str:
        word = f"canary{next(_CANARIES)}x"
        return self.random.choice([word, f"{word} <script>", f"![x](http://x) {word}", f"שלום {word}"])


def canaries_in(value: object) -> Iterator[str]:
    """Every traceable word inside a JSON value or anything that prints."""
    for word in str(value).replace("'", " ").replace('"', " ").replace(",", " ").split():
        start = word.find("canary")
        if start >= 0:
            yield word[start:].split("x")[0] + "x"
