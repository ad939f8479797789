"""Matching of a statement with the step on offer that it means, and the command that it makes of it.

Every word has to be accounted for: by a choice of an open field, by the words of the step itself, or by who it is
about. A step that leaves a word over is not meant. Of those that leave none, the one that says most of it is.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from domain.kernel.messages import Command
from domain.kernel.offers import Choice, Offer
from exchange.command_forms.fields import UNSET, CommandForm, Field, Shape, walk
from exchange.command_forms.reading import Checked, check, read, row_fields
from exchange.command_forms.schema import Terms, form_of
from exchange.summaries.filling import value_in
from exchange.summaries.naming import LITTLE, among, may_mean, named_choice, words_taken
from exchange.summaries.statements import DICE, Statement, plain, words_of

_VALUES = re.compile(r'["“”=]')
_CHOSEN = (Shape.CHOICE, Shape.MANY, Shape.SLUG)
_TEXTS = (Shape.TEXT, Shape.LONG_TEXT)
_NOTATION = "notation"
"""The field of dice that somebody writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepMatch:
    """A step that a statement may mean, and how well: higher is better."""

    offer: Offer
    checked: Checked
    faces: tuple[int, ...]
    values: Mapping[str, object]
    """The values filled in, by place."""
    score: tuple[int, int, int, int, int]
    """The number of words that speak for it, whether it is due, whether it begins as the statement does, how many
    of the words are its own, and how few of its own were left out.
    """

    @property
    def command(self) -> Command | None:
        """The command, once nothing is missing."""
        return self.checked.command


@dataclass(slots=True)
class _Reading:
    """One offer being read into: what was placed where, and which words are still over."""

    form: CommandForm
    names: Mapping[str, str]
    values: dict[str, object] = field(default_factory=dict)
    chosen: int = 0

    def choose(self, each: Field, at: str, words: list[str], kept: Collection[str] = ()) -> None:
        """Take the words of a choice out of the words, if one is named by others than those that are kept."""
        while (found := named_choice(each.choices, [word for word in words if word not in kept])) is not None:
            choice, used = found
            own = words_of(choice.label)
            for word in used:
                for _ in range(max(1, min(own.count(word), words.count(word)))):
                    words.remove(word)
            self.chosen += len(used)
            if each.shape is not Shape.MANY:
                self.values[at] = choice.value
                return
            before = self.values.get(at, [])
            assert isinstance(before, list)
            self.values[at] = [*before, choice.value]


def meanings(
    offers: Sequence[Offer],
    statement: Statement,
    names: Mapping[str, str],
    terms: Terms,
    cast: Iterable[str] | None = None,
) -> list[StepMatch]:
    """The steps on offer that a statement may mean, the likeliest first. `terms` are the words of the choices on
    the game's forms.

    Where no step names the one it is about, those whose words begin with nobody of the
    `cast` may be meant, if one is given: first those that choose among several.
    """
    found = [meant for offer in offers if (meant := _meant(offer, statement, names, terms)) is not None]
    if not found and statement.who and cast is not None:
        people = {word for name in cast for word in words_of(name)} - LITTLE
        nobodys = [offer for offer in offers if not people & {*words_of(offer.label)[:1]}]
        chosen = replace(statement, who=(), parts=((*statement.who, *statement.parts[0]), *statement.parts[1:]))
        for instead in (chosen, replace(statement, who=())):
            found = found or [it for offer in nobodys if (it := _meant(offer, instead, names, terms)) is not None]
    return sorted(found, key=lambda meant: (meant.command is None, *(-part for part in meant.score)))


def named_outright(offers: Sequence[Offer], text: str, names: Mapping[str, str], terms: Terms) -> StepMatch | None:
    """The one step whose own words these are, with or without whose step it is; with nothing filled in.

    A text that quotes something or fills a field says more than a step's own words, and is never taken for them.
    """
    if _VALUES.search(text):
        return None
    words = words_of(text)
    named = [it for it in offers if words and words in (words_of(it.label), words_of(label_of(it, names)))]
    if len(named) != 1:
        return None
    reading = _Reading(form_of(named[0].command, named[0], terms=terms), {})
    _left_alone(reading)
    checked = check(reading.form, named[0].command, read(reading.form, _value_of(reading.values)))
    return StepMatch(
        offer=named[0], checked=checked, faces=(), values=reading.values, score=(len(words), 0, 1, len(words), 0)
    )


def label_of(offer: Offer, names: Mapping[str, str]) -> str:
    """The words of a step with whose it is, where that is somebody else than who asks."""
    return f"{offer.label} ({names.get(offer.by, offer.by)})" if offer.by else offer.label


def _meant(offer: Offer, statement: Statement, names: Mapping[str, str], terms: Terms) -> StepMatch | None:
    label = [*words_of(offer.label)]
    about = [*label, *_settled_words(offer, names)]
    if not all(among(word, about) for word in statement.who):
        return None
    if not _could_be(offer, statement, about, names, _term_words(offer, terms)):
        return None
    for numbers_are_faces in (True, False) if offer.dice else (False, True):
        words = [list(part) for part in statement.parts]
        faces = _faces(words) if numbers_are_faces else ()
        if numbers_are_faces and not faces and any(word.isdecimal() for part in words for word in part):
            continue
        meant = _read_into(offer, statement, words, faces, label, about, names, terms)
        if meant is not None:
            return meant
    return None


def _could_be(
    offer: Offer, statement: Statement, about: list[str], names: Mapping[str, str], of_terms: Iterable[str]
) -> bool:
    """True if every word could be placed at all: most offers are ruled out here, before a form is made."""
    chosen = " ".join(f"{it.label} {it.value}" for choices in offer.choices.values() for it in choices)
    begun = " ".join(
        f"{value} {names.get(str(value), '')}"
        for known in offer.known.values()
        if isinstance(known, tuple | list)
        for row in known
        if isinstance(row, Mapping)
        for value in row.values()
    )
    bag = [*about, *of_terms, *words_of(f"{chosen} {begun}".replace("_", " ").replace(".", " "))]
    throws = _NOTATION not in offer.known
    return all(
        word in LITTLE or word.isdecimal() or (throws and DICE.fullmatch(word)) or among(word, bag)
        for word in statement.words
    )


def _term_words(offer: Offer, terms: Terms) -> frozenset[str]:
    """The words of every choice that the form of this step has by itself, whatever the moment."""
    return _own_words(offer.command, tuple(terms.items()))


@lru_cache(maxsize=1024)
def _own_words(
    command: type[Command], terms: tuple[tuple[type[StrEnum], tuple[Choice, ...]], ...]
) -> frozenset[str]:
    fields = walk(form_of(command, terms=dict(terms)).fields)
    said = (f"{it.label} {it.value}" for field in fields for it in field.choices)
    return frozenset(words_of(" ".join(said).replace("_", " ").replace(".", " ")))


def _read_into(
    offer: Offer,
    statement: Statement,
    parts: list[list[str]],
    faces: tuple[int, ...],
    label: list[str],
    about: list[str],
    names: Mapping[str, str],
    terms: Terms,
) -> StepMatch | None:
    form = form_of(offer.command, offer, terms=terms)
    reading, texts = _Reading(form, names), list(statement.quoted)
    if not _by_name(reading, statement):
        return None
    for each in form.open_fields:
        if each.shape is Shape.ROWS:
            _rows(reading, each, parts, texts)
    _choose_in_order(reading, offer, parts, label)
    _dice(reading, parts)
    if not _texts(reading, texts):
        return None
    over = [word for words in parts for word in words]
    said = [word for word in over if among(word, about)]
    if any(word not in LITTLE for word in over if word not in said):
        return None
    _left_alone(reading)
    checked = check(form, offer.command, read(form, _value_of(reading.values)))
    told = [*statement.who, *said]
    if not reading.chosen and not said and not (faces and offer.dice):
        return None
    called = [{*words_of(text)} for text in _settled_texts(offer, names)]
    own = {*label} - LITTLE - {word for name in called if name & {*told} for word in name}
    left = sum(not any(may_mean(word, given) for given in told) for word in own)
    score = (
        reading.chosen + len(said),
        (offer.forced or offer.usual_after is not None) * 2 + bool(faces and offer.dice),
        bool(label and statement.words and may_mean(label[0], statement.words[0])),
        len(said),
        -left,
    )
    return StepMatch(offer=offer, checked=checked, faces=faces, values=reading.values, score=score)


def _choose_in_order(reading: _Reading, offer: Offer, parts: list[list[str]], label: list[str]) -> None:
    """Fill in what is chosen: the field of which most words are said takes them first."""
    # What the step's own words say is no choice of a field that may be left alone.
    places = [
        (at, each, () if each.required or each.asked or at in offer.choices else label)
        for at, each in _open_places(reading.form)
        if each.shape in _CHOSEN and at not in reading.values
    ]
    for words in parts:
        waiting = [it for it in places if words and words_taken(it[1], words, it[2])]
        while waiting:
            best = max(waiting, key=lambda it: words_taken(it[1], words, it[2]))
            waiting.remove(best)
            reading.choose(best[1], best[0], words, best[2])


def _by_name(reading: _Reading, statement: Statement) -> bool:
    """Fields that were named outright. False when one of them is not there, or cannot hold that."""
    known = _called(reading.form)
    for name, raw in statement.named:
        at, each = known.get(name, ("", None))
        value = UNSET if each is None else value_in(each, raw, reading.names)
        if value is UNSET:
            return False
        reading.values[at] = value
        reading.chosen += 2
    return True


def _open_places(form: CommandForm) -> Iterator[tuple[str, Field]]:
    """Yield the open fields by their places; those of a group, such as what a roll asks for, each for itself."""
    for each in form.open_fields:
        if each.shape is Shape.OBJECT and not each.sparse:
            yield from ((f"{each.name}.{part.name}", part) for part in each.parts if part.open)
        else:
            yield each.name, each


def _called(form: CommandForm) -> dict[str, tuple[str, Field]]:
    """The open fields by what a person may call them: by their names, and by their labels where one has each."""
    places = list(_open_places(form))
    labels = [(plain(each.label).replace(" ", "_"), at, each) for at, each in places]
    once = {label: (at, each) for label, at, each in labels if [it[0] for it in labels].count(label) == 1}
    inner_first = sorted(
        places, key=lambda it: it[0] == it[1].name
    )  # a field of the step goes before one of a group
    return once | {each.name: (at, each) for at, each in inner_first}


def _rows(reading: _Reading, each: Field, parts: list[list[str]], texts: list[tuple[int, str]]) -> None:
    """Fill in what is said between commas, one row each. Rows that the offer has begun are told by what stands
    in them.
    """
    begun = len(each.initial) if isinstance(each.initial, Sequence) else 0
    taken: set[int] = set()
    for number, words in enumerate(parts):
        row = _row_for(reading, each, words, begun, taken)
        if row is None:
            continue
        at, fields = f"{each.name}.{row}", row_fields(each, row)
        before = len(words)
        for part in fields:
            if part.settled is not UNSET:
                for word in [word for word in words if among(word, words_of(_said(part.settled, reading.names)))]:
                    words.remove(word)
                    reading.chosen += 1
            elif part.shape in _CHOSEN:
                reading.choose(part, f"{at}.{part.name}" if part.name else at, words)
        if len(words) < before:
            taken.add(row)
            _row_texts(reading, fields, at, number, texts)
    if taken and not begun:
        reading.values[f"{each.name}.#"] = len(taken)


def _row_texts(
    reading: _Reading, fields: Sequence[Field], at: str, number: int, texts: list[tuple[int, str]]
) -> None:
    """The texts of a row: what is quoted in its part, and nothing where nothing is."""
    for part in fields:
        if not part.open or part.shape not in _TEXTS:
            continue
        said = next((each for each in texts if each[0] == number), None)
        if said is not None:
            texts.remove(said)
            reading.values[f"{at}.{part.name}"] = said[1]
        elif part.required and part.blank:
            reading.values[f"{at}.{part.name}"] = ""


def _row_for(reading: _Reading, each: Field, words: list[str], begun: int, taken: set[int]) -> int | None:
    free = [row for row in range(max(begun, len(taken) + 1)) if row not in taken]
    for row in free if begun else ():
        for part in row_fields(each, row):
            if part.settled is not UNSET and any(
                among(word, words_of(_said(part.settled, reading.names))) for word in words
            ):
                return row
    anonymous = [
        row for row in free if row >= begun or all(part.settled is UNSET for part in row_fields(each, row))
    ]
    return anonymous[0] if anonymous else None


def _dice(reading: _Reading, parts: list[list[str]]) -> None:
    """The dice that are named, where a step asks which are thrown."""
    if not any(each.name == _NOTATION for each in reading.form.open_fields) or _NOTATION in reading.values:
        return
    for words in parts:
        for word in words:
            if DICE.fullmatch(word):
                words.remove(word)
                reading.values[_NOTATION] = word
                reading.chosen += 1
                return


def _texts(reading: _Reading, texts: Sequence[tuple[int, str]]) -> bool:
    """Texts in quotes, in the order of the fields that hold text."""
    waiting = [one for one in reading.form.open_fields if one.shape in _TEXTS and one.name not in reading.values]
    waiting.sort(key=lambda one: not one.required)
    if len(texts) > len(waiting):
        return False
    for each, (_part, text) in zip(waiting, texts, strict=False):
        reading.values[each.name] = text
    return True


def _left_alone(reading: _Reading) -> None:
    """Fill in what a form holds where nobody touched it: a text may be empty, and one choice is no choice."""
    for at, each in _open_places(reading.form):
        if at in reading.values or not each.required:
            continue
        if each.shape in _TEXTS and each.blank:
            reading.values[at] = ""
        elif each.shape is Shape.CHOICE and len(each.choices) == 1:
            reading.values[at] = each.choices[0].value
        elif each.shape is Shape.FLAG:
            reading.values[at] = bool(each.initial)


def _value_of(values: Mapping[str, object]) -> Callable[[str], object]:
    return lambda place: values.get(place, UNSET)


def _faces(parts: list[list[str]]) -> tuple[int, ...]:
    """The numbers at the end, taken out of the words. Commas between them do not count."""
    faces: list[int] = []
    for words in reversed(parts):
        while words and words[-1].isascii() and words[-1].isdecimal() and len(words[-1]) < 5:
            faces.append(int(words.pop()))
        if words:
            break
    return tuple(reversed(faces))


def _settled_texts(offer: Offer, names: Mapping[str, str]) -> list[str]:
    """The values that the offer has settled, and whose step it is, as ids and as names."""
    values = [offer.by, *offer.known.values()] if offer.by else [*offer.known.values()]
    texts = [text for value in values if isinstance(value, str) for text in (value, names.get(value, ""))]
    return [text.replace("_", " ") for text in texts]


def _settled_words(offer: Offer, names: Mapping[str, str]) -> list[str]:
    return [*words_of(" ".join(_settled_texts(offer, names))), *words_of(offer.group)]


def _said(value: Any, names: Mapping[str, str]) -> str:
    return f"{names.get(str(value), '')} {str(value).replace('.', ' ').replace('_', ' ')}"
