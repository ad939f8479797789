"""A session in a dozen lines of plain text, ready to be pasted: from facts alone, and exact about numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from projections.views.dates import day_words, titled
from projections.views.recap import Highlight, NetChange, Recap, RecapTest, SceneRecap

MOST_LINES = 12
BETWEEN_SCENES = "Between scenes"
SO_FAR = "Play so far"
"""The heading of what was played before any session was opened."""
_STOPS = (".", "!", "?", "…")
MOST_TOLD = 4
"""The most tests and other records in the line of one scene."""
LONGEST = 400
"""Signs of one line; what a person wrote may be longer, and is cut with an ellipsis."""
_LEAST = 270
"""Signs that there are for what happened in a scene, however many were there."""

Names = Mapping[str, str]
SceneTelling = Callable[[SceneRecap, int], str]
"""A scene as it is told in so many signs at most; empty where nothing in it is worth that."""


def teams_words(teams: Iterable[Iterable[str]], say: Callable[[str], str]) -> str:
    """The sides of a test: `Ada and Brin against the Warden`. `say` gives the words for one of them."""
    return " against ".join(_listed([say(one) for one in team]) for team in teams)


def _listed(said: list[str]) -> str:
    return " and ".join((", ".join(said[:-1]), said[-1])) if len(said) > 1 else "".join(said)


def recap_lines(
    recap: Recap,
    names: Names,
    campaign: str = "",
    said: Sequence[str] = (),
    telling: SceneTelling | None = None,
) -> list[str]:
    """The session's lines: its title, a line for each scene, numbers, what is open, and how it was told.

    Never more than `MOST_LINES`; what there was no room for is counted. `campaign` is its title; `said` are words
    of a session in which no scene was played. With a `telling` a scene is told as the story tells it, else by the
    tests and other records in it; what lies between scenes is then left out where the story tells none of it.
    """
    if not recap.begun:
        return ["No session was played yet."]
    scenes = [scene for scene in recap.scenes if scene.scene or scene.trials or scene.highlights]
    if said and not any(scene.trials or scene.highlights or scene.outcome for scene in scenes):
        scenes, goes_on = [], ""  # titles of notes that were taken in, with nothing played in them
    else:
        goes_on = _open(recap, names)
    if telling is not None:
        scenes = [scene for scene in scenes if scene.scene or telling(scene, LONGEST)]
    after = [line for line in (_numbers(recap, names), goes_on) if line] + [_how(recap)]
    room = MOST_LINES - 1 - len(after)
    if len(scenes) > room:
        scenes = [scene for scene in scenes if scene.scene] or scenes
    told = scenes if len(scenes) <= room else scenes[: room - 1]
    lines = [_title(recap, campaign), *(_scene(scene, names, telling) for scene in told)]
    if left := scenes[len(told) :]:
        lines.append(_short(f"- And {_many(len(left), 'more scene')}: {'; '.join(map(_called, left))}."))
    if not scenes:
        lines += [_short(f"- {_one_line(each)}") for each in said[:room]]
    return lines + after


def words(term: str) -> str:
    """A game's own term as words: it begins a line, with spaces between them."""
    spoken = term.replace("_", " ").replace("-", " ").strip()
    return spoken[:1].upper() + spoken[1:]


def _title(recap: Recap, campaign: str) -> str:
    of = f"{_one_line(campaign)}: " if campaign.strip() else ""
    if not recap.session:
        return _short(f"{of}{SO_FAR}")
    day = day_words(recap.at)
    called = titled(_one_line(recap.title))
    title = f", {called}" if called else ""
    told = not day or called == day  # an evening taken in is called after its day
    state = "so far" if recap.closed is None else "" if told else f"played on {day}"
    return _short(f"{of}Session {recap.session}{title}{f' ({state})' if state else ''}")


def _called(scene: SceneRecap) -> str:
    return _one_line(scene.title) or ("A scene" if scene.scene else BETWEEN_SCENES)


def told_of(scene: SceneRecap, most: int = MOST_TOLD) -> list[RecapTest | Highlight]:
    """The parts of a scene that are told, in order: who became something else or left before its last tests, and
    those before anything else.
    """
    turning = [mark for mark in scene.highlights if mark.turning]
    others = [mark for mark in scene.highlights if not mark.turning]
    chosen: list[RecapTest | Highlight] = [*reversed(turning), *reversed(scene.trials), *others]
    return sorted(chosen[:most], key=_began)


def _began(it: RecapTest | Highlight) -> int:
    return it.opened if isinstance(it, RecapTest) else it.position


def _scene(scene: SceneRecap, names: Names, telling: SceneTelling | None) -> str:
    who = ", ".join(_named(someone, names) for someone in scene.present)
    head = f"- {_called(scene)}{f' ({who})' if who else ''}"
    if telling is not None:
        told_so = telling(scene, max(LONGEST - len(head) - 2, _LEAST))
        return _short(f"{head}: {told_so}" if told_so else f"{head}.", 2 * LONGEST)
    told = told_of(scene)
    parts = [_trial(it, names) if isinstance(it, RecapTest) else _sentence(it.headline) for it in told]
    if more := len(scene.trials) + len(scene.highlights) - len(told):
        parts.append(f"{more} more")
    outcome = _one_line(scene.outcome)
    if outcome:
        outcome = outcome[0].upper() + outcome[1:] + ("" if outcome.rstrip("”’\"')").endswith(_STOPS) else ".")
    said = " ".join(part for part in (f"{'; '.join(parts)}." if parts else "", outcome) if part)
    return _short(f"{head}{f': {said}' if said else '.'}")


def _trial(trial: RecapTest, names: Names) -> str:
    sides = teams_words(trial.teams, lambda side: _named(side, names))
    what = _sentence(trial.aim) or words(trial.form).lower()
    came = "not settled"
    if trial.closed is not None:
        won = trial.winner is None or trial.won_by_one_of_them
        outcome = trial.outcome.replace("_", " ").removesuffix(f": {_one_line(trial.aim)}")
        came = ("" if won else f"{_named(trial.winner or '', names)}, ") + outcome
    return f"{sides}, {what} ({came})" if sides else f"{what} ({came})"


def _numbers(recap: Recap, names: Names) -> str:
    owners: dict[str, list[NetChange]] = {}
    for net in recap.nets.values():
        if net.delta:
            owners.setdefault(net.owner, []).append(net)
    each = [_sums(_named(owner, names), nets) for owner, nets in owners.items()]
    return _fitted("- In numbers: ", each) if each else ""


def _sums(owner: str, nets: list[NetChange]) -> str:
    """Say the sums of somebody's numbers. A thing that is its own number, such as a clock, is named once."""
    said = ", ".join(map(_net, nets))
    return said if _label(nets[0]) == owner else f"{owner} {said}"


def _label(net: NetChange) -> str:
    return net.label or words(net.name)


def _net(net: NetChange) -> str:
    return f"{_label(net)} {net.delta:+d} (now {net.now})"


def _open(recap: Recap, names: Names) -> str:
    each = [_one_line(recap.open_scene.title) or "the scene"] if recap.open_scene else []
    each += [_trial(trial, names).removesuffix(" (not settled)") for trial in recap.open_trials]
    return _fitted("- Still open: ", each) if each else ""


def _how(recap: Recap) -> str:
    trials = sum(len(scene.trials) for scene in recap.scenes)
    last = f" to {recap.closed}" if recap.closed is not None else " on"
    return (
        f"(Told mechanically from {_many(recap.records, 'record')}, from {recap.opened}{last}: "
        f"{_many(trials, 'test')}, {_many(recap.dice, 'die', 'dice')}.)"
    )


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count} {one if count == 1 else several or f'{one}s'}"


def _fitted(head: str, each: list[str]) -> str:
    """As many as go on a line; the others are counted."""
    return f"{head}{'; '.join(_within(each, LONGEST - len(head)))}."


def _within(each: list[str], room: int) -> Iterator[str]:
    for done, one in enumerate(each):
        room -= len(one) + 2
        if done and room < len("; 999 more."):
            yield f"{len(each) - done} more"
            return
        yield _short(one)


def _named(someone: str, names: Names) -> str:
    return _one_line(names.get(someone, someone))


def _sentence(text: str) -> str:
    return _one_line(text).removesuffix(".")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _short(text: str, most: int = LONGEST) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
