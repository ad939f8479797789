"""The page of a protagonist: who it is, what it believes, does and is called, and the life behind it."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from domain.hot_circle.chapters.people.characters import ChooseTrait, CreateCharacter, SetBelief, SetInstinct
from domain.hot_circle.chapters.people.lifepaths import RepeatLifepath, TakeLifepath
from domain.hot_circle.chapters.people.starting_assets import (
    KNOWLEDGE,
    POSSESSION,
    ChooseStartingAsset,
    CompleteCharacter,
    counted,
    from_paper,
)
from domain.hot_circle.choices import INSTINCT_FORMS, KEEPSAKES
from domain.hot_circle.forms.bridges import BRIDGES, bridge_of, bridges_so_far, strays, wished_for
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.terms import PER_CHARACTER, RESERVED_IDS, AssetKind, Form
from domain.hot_circle.words import fresh_id, same
from domain.kernel.forms.layouts import (
    Answers,
    Batch,
    FormProblem,
    Group,
    Part,
    Paste,
    Pick,
    Slots,
    Write,
    Written,
)
from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, PersonId

_KNOWLEDGE = re.compile(r"[\s-](wise|skill)$", re.IGNORECASE)
INSTINCT_PARTS = (
    Pick(field="form", label="I", of=INSTINCT_FORMS),
    Group(
        title="The moment",
        when=("form", (Form.WHEN.value,)),
        parts=(Write(field="trigger", label="When what happens?"),),
    ),
    Write(field="text", label="Do what?"),
)
"""An instinct, whether it is written first or anew."""


def player_of(moment: Moment[Circle], asker: Asker, subject: str) -> PersonId:
    """The player of a seat; without one, whoever asks."""
    players = moment.campaign.players
    return (
        PersonId(players[int(subject) - 1])
        if subject.isdecimal() and int(subject) <= len(players)
        else asker.person
    )


def protagonist_of(state: Circle, player: str) -> tuple[CharacterId, Character] | None:
    """The protagonist of a player, if there is one."""
    return next(((CharacterId(slug), it) for slug, it in state.pcs.items() if it.player == player), None)


def _page(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    """Everything that the sheet does not say yet; it is complete unless a bridge is still to be allowed."""
    state, player = moment.game, player_of(moment, asker, subject)
    have = protagonist_of(state, player)
    if have is None:
        slug = CharacterId(fresh_id(answers["name"], {*state.characters, *RESERVED_IDS}, "character"))
        yield CreateCharacter(
            player=player,
            name=answers["name"],
            age=answers.get("age", ""),
            pronouns=answers.get("pronouns", ""),
            description=answers.get("description", ""),
        )
    else:
        slug, _ = have
    it = have[1] if have else None
    yield from _convictions(slug, it, answers)
    for text in answers.get("traits", ()):
        if it is None or not any(same(text, known) for known in it.traits.values()):
            yield ChooseTrait(character=slug, text=text)
    life = _Life(state, slug, it, answers)
    yield from life.lived()
    if not life.waits:
        yield CompleteCharacter(character=slug)


def _convictions(slug: CharacterId, it: Character | None, answers: Answers) -> Iterator[Command]:
    """Beliefs and instincts, as far as they are new or written otherwise."""
    for place, each in enumerate(answers["beliefs"], start=1):
        old = it.beliefs.get(str(place)) if it else None
        if old is None or (old.stance, old.goal) != (each["stance"], each["goal"]):
            yield SetBelief(character=slug, slot=place, stance=each["stance"], goal=each["goal"])
    for place, each in enumerate(answers["instincts"], start=1):
        known = it.instincts.get(str(place)) if it else None
        form, trigger = Form(each["form"]), each.get("trigger", "")
        if known is None or (known.form, known.trigger, known.text) != (form, trigger, each["text"]):
            yield SetInstinct(character=slug, slot=place, form=form, trigger=trigger, text=each["text"])


class _Life:
    """The lifepaths of one page, and what they left behind. `waits`: a bridge is still to be allowed."""

    def __init__(self, state: Circle, slug: CharacterId, it: Character | None, answers: Answers) -> None:
        self._state, self._slug, self._it, self._answers = state, slug, it, answers
        self._ids = {path.name: lifepath for lifepath, path in it.lifepaths.items()} if it else {}
        self._kept = list(it.permanent_assets.values()) if it else []
        self.waits = False

    def lived(self) -> Iterator[Command]:
        """The chain of lifepaths, then what each left behind."""
        answers = self._answers
        setting = answers["born_in"]
        childhood = answers.get("childhood") or f"{self._state.settings[setting].name}-born"
        chain = [{"name": childhood, "knows": answers["childhood_knows"]}, *answers.get("lifepaths", ())]
        for step in chain:
            if known := self._known(step["name"]):
                lived = self._it.lifepaths.get(known) if self._it else None
                setting = lived.setting_id if lived else setting
                continue
            if allowed := bridge_of(self._it, step["name"]):
                setting = allowed
            elif wished_for(answers, step["name"], setting) is not None:
                self.waits = True
                break
            lifepath = fresh_id(step["name"], {*self._ids.values()}, "lifepath")
            self._ids[step["name"]] = lifepath
            yield TakeLifepath(character=self._slug, name=step["name"], setting=setting)
        yield from self._twice()
        yield from self._left(chain)

    def _known(self, name: str) -> str | None:
        return next((lifepath for known, lifepath in self._ids.items() if same(known, name)), None)

    def _twice(self) -> Iterator[Command]:
        twice = self._answers.get("twice")
        if twice is None or (self._it is not None and self._it.doubled is not None):
            return
        if (lifepath := self._known(twice)) is not None:
            yield RepeatLifepath(character=self._slug, lifepath=lifepath)
        elif not self.waits:
            raise FormProblem(f"{twice} is taken twice, and is none of the lifepaths above.")

    def _left(self, chain: Iterable[Answers]) -> Iterator[Command]:
        last = ""
        for step in chain:
            lifepath = self._known(step["name"])
            if lifepath is None:
                continue
            last = lifepath
            if not any(one.lifepath_id == lifepath and one.kind in KNOWLEDGE for one in self._kept):
                yield self._asset(lifepath, knowledge(step["knows"]), step["knows"])
        if self.waits or any(one.kind in POSSESSION for one in self._kept):
            return
        of = self._answers.get("keepsake_of")
        lifepath = self._known(of) if of else last
        if lifepath is None:
            raise FormProblem(f"{of} is none of the lifepaths above.")
        yield self._asset(lifepath, AssetKind(self._answers["keepsake_kind"]), self._answers["keepsake"])

    def _asset(self, lifepath: str, kind: AssetKind, name: str) -> ChooseStartingAsset:
        return ChooseStartingAsset(character=self._slug, lifepath=lifepath, kind=kind, name=name)


def knowledge(name: str) -> AssetKind:
    """A wise or a skill, by its ending. Raises `FormProblem` for anything else."""
    ending = _KNOWLEDGE.search(name)
    if ending is None:
        raise FormProblem(f"Let {name} end in -wise for what is known, or in -skill for what is mastered.")
    return AssetKind(ending[1].lower())


def _sheet_so_far(moment: Moment[Circle], asker: Asker, subject: str) -> Answers:
    """A sheet that was begun, as its page would have filled it."""
    have = protagonist_of(moment.game, player_of(moment, asker, subject))
    if have is None:
        return {}
    _, it = have
    said: dict[str, Any] = {
        "name": it.name,
        "age": it.age,
        "pronouns": it.pronouns,
        "description": it.description,
        "beliefs": [{"stance": one.stance, "goal": one.goal} for _, one in sorted(it.beliefs.items())],
        "instincts": [
            {"form": one.form.value, "trigger": one.trigger, "text": one.text}
            for _, one in sorted(it.instincts.items())
        ],
        "traits": list(it.traits.values()),
    }
    return {**said, **_life_so_far(it)}


def _life_so_far(it: Character) -> dict[str, Any]:
    kept = it.kept(*KNOWLEDGE).values()
    knows = {lifepath: one.name for one in kept if (lifepath := one.lifepath_id)}
    said: dict[str, Any] = {}
    rows: list[dict[str, str]] = []
    for lifepath, path in it.lifepaths.items():
        row = {"name": path.name, **({"knows": knows[lifepath]} if lifepath in knows else {})}
        if path.is_born:
            said |= {"born_in": path.setting_id, "childhood": path.name, "childhood_knows": row.get("knows")}
        else:
            rows.append(row)
    rows += [{"name": to.name} for to in it.bridges]
    said |= bridges_so_far(it)
    if it.doubled is not None:
        said["twice"] = it.lifepaths[it.doubled].name
    for one in it.kept(*POSSESSION).values():
        said |= {"keepsake_kind": one.kind.value, "keepsake": one.name}
        said["keepsake_of"] = it.lifepaths[one.lifepath_id].name
    return {**said, "lifepaths": rows}


CONVICTIONS: tuple[Part, ...] = (
    Slots(
        field="beliefs",
        label="Three beliefs",
        help="How the character sees the world, and what that drives it to do.",
        exactly=PER_CHARACTER,
        parts=(Write(field="stance", label="I believe"), Write(field="goal", label="so I must")),
    ),
    Slots(
        field="instincts",
        label="Three instincts",
        help="What it does without thinking.",
        exactly=PER_CHARACTER,
        parts=INSTINCT_PARTS,
    ),
)


def _strays(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> str:
    have = protagonist_of(moment.game, player_of(moment, asker, subject))
    return strays(moment.game.settings, have[1] if have else None, answers)


def page(state: Circle) -> Batch:
    """The page of a new protagonist: as many lifepaths as everybody starts with, out of the settings there are."""
    later = (state.starting_lifepaths or 1) - 1
    types = (f"{it.name}: {', '.join(it.character_types)}" for it in state.settings.values() if it.character_types)
    return Batch(
        title="A protagonist",
        help=f"Lifepaths to choose from. {said}." if (said := " · ".join(types)) else "",
        press="This is my protagonist",
        compile=_page,
        initial=_sheet_so_far,
        keeps=True,
        says=_strays,
        parts=(
            Write(field="name", label="What is the name?"),
            *CONVICTIONS,
            Paste(
                field="traits",
                label="What do people call it? Three traits, one a line",
                line=Line(example="Stubborn"),
                least=PER_CHARACTER,
                most=PER_CHARACTER,
            ),
            Pick(field="born_in", label="Where was it born?", of="setting"),
            Write(
                field="childhood_knows",
                label="What did its childhood teach it?",
                help="It ends in -wise for what is known, or in -skill for what is mastered.",
                example="Fog-wise",
            ),
            *_later(later),
            Pick(field="keepsake_kind", label="What else did its life leave it?", of=KEEPSAKES),
            Write(field="keepsake", label="Who or what is that?"),
            _ASIDE,
        ),
    )


def _later(later: int) -> Iterator[Part]:
    if later > 0:
        yield Slots(
            field="lifepaths",
            label=f"What was it after that? {counted(later, 'lifepath')}, one a line",
            help=(
                "The lifepath, a colon, and the wise or the skill it left. "
                "One taken twice is named under More about it."
            ),
            least=max(1, later - 1),
            most=later,
            line=Line(example="Lamplighter: Ladder-skill", rest="knows"),
            parts=(
                Write(field="name", label="Lifepath", suggest="role"),
                Write(field="knows", label="Its wise or skill", example="Ladder-skill"),
            ),
        )


_ASIDE = Group(
    title="More about it",
    aside=True,
    parts=(
        Write(field="age", required=False),
        Write(field="pronouns", required=False),
        Write(field="description", label="How does it look and sound?", required=False, long=True),
        Write(
            field="childhood",
            label="Another name for the childhood",
            help="It ends in -born.",
            example="Canal-born",
            required=False,
        ),
        Pick(
            field="twice",
            label="A lifepath taken twice",
            help="It begins with 4 dice, and counts as two.",
            of=Written("lifepaths"),
            free=True,
            required=False,
        ),
        *BRIDGES,
        Pick(
            field="keepsake_of",
            label="The lifepath that left the special item or the relationship",
            help="The last one, if nothing else is said.",
            of=Written("lifepaths"),
            free=True,
            required=False,
        ),
    ),
)


def _paper(moment: Moment[Circle], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    have = protagonist_of(moment.game, player_of(moment, asker, subject))
    if have is None:
        raise FormProblem("There is no sheet from paper here.")
    slug, it = have
    yield from _convictions(slug, it, answers)
    yield CompleteCharacter(character=slug)


FROM_PAPER = Batch(
    title="Beliefs and instincts",
    help="The rest of the sheet came from paper.",
    press="This is my protagonist",
    compile=_paper,
    initial=_sheet_so_far,
    parts=CONVICTIONS,
)


def page_for(state: Circle, it: Character | None) -> Batch:
    """The page that a protagonist still needs."""
    return FROM_PAPER if it is not None and from_paper(it) else page(state)
