"""The screen between two sessions in HTML: what happened, what is open, what moved. Pure functions."""

from collections.abc import Mapping, Sequence

from dashboard.pages.recap.since_last_session import BetweenSessions
from dashboard.ui.drawing.advancement import label_of
from domain.kernel.people import Role
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.markup import joined, number, people, signed, text
from projections.views.advancement import Track, outlook
from projections.views.dates import day_words
from projections.views.recap import Highlight, NetChange, Recap, RecapTest, SceneRecap, StandingText
from projections.views.recap_words import BETWEEN_SCENES, teams_words, told_of, words
from projections.views.relations import pairings, triangles
from projections.views.roster import Roster

MOST_TOLD = 14
"""The most tests and other records of one scene that are shown."""
MOST_AHEAD = 5
MOST_TEXTS = 9
MOST_OFFERS = 6
_OPENED_AND_CLOSED = 2
"""Records of a session in which nothing else was recorded."""

Names = Mapping[str, str]


def go(position: int, inside: str, css: str = "") -> str:
    """Something that leads to a record."""
    return (
        f'<button type="button" class="{" ".join(("go", css)).strip()}" data-go="{position}" '
        f'title="Replay from moment {number(position)}">{inside}</button>'
    )


# --- what happened ---------------------------------------------------------------------------------------


def banner_html(recap: Recap) -> str:
    """Say which session this is about, as the page's first sentence."""
    if not recap.begun:
        return '<p class="banner">No session was played yet. <small>What was prepared stands below.</small></p>'
    played = day_words(recap.at)
    title = f", {people(recap.title, 'em')}," if recap.title and recap.title != played else ""
    ended = f"was played on {text(played)}" if played else "has ended"
    state = "is open" if recap.closed is None else ended
    scenes = [scene for scene in recap.scenes if scene.scene]
    trials = sum(len(scene.trials) for scene in recap.scenes)
    count = " and ".join(
        part for part in (_many(len(scenes), "scene"), _many(trials, "test")) if not part.startswith("0 ")
    )
    told = f" <small>{count}</small>" if count else ""
    if not recap.session:
        return f'<p class="banner">Play has begun, and no session was opened yet.{told}</p>'
    return f'<p class="banner">Session {number(recap.session)}{title} {state}.{told}</p>'


def _many(count: int, one: str) -> str:
    return f"{number(count)} {one}{'' if count == 1 else 's'}"


def recap_html(recap: Recap, names: Names, faces: Faces = NO_FACES, said: Sequence[str] = ()) -> str:
    """The session scene by scene: what was tried, how it came out, what is worth retelling.

    `said` are words of a session in which no scene was played.
    """
    scenes = joined(_scene(scene, names, faces) for scene in recap.scenes if _tells(scene))
    if not scenes and said:
        rows = joined(people(line, "li") for line in said)
        return f'<ul class="evening">{rows}</ul><p class="quiet">All of it stands in the Story.</p>'
    if not scenes:
        first = "Nothing has happened yet. Open the first session on Play: what happens in it stands here."
        played = "No scene was played, and nobody came or went."
        if recap.records > _OPENED_AND_CLOSED:
            played += " What was said and rolled stands in the Story."
        happened = recap.nets or recap.dice or recap.records > _OPENED_AND_CLOSED
        nothing = played if happened else "Nothing has happened in it yet."
        return f'<p class="quiet">{nothing if recap.begun else first}</p>'
    return f'<ol class="recap">{scenes}</ol>'


def has_scenes(recap: Recap) -> bool:
    """True where scenes are drawn, or what happened outside of them, and not the words that were said."""
    return any(map(_tells, recap.scenes))


def _tells(scene: SceneRecap) -> bool:
    return bool(scene.scene or scene.trials or scene.highlights)


def _scene(scene: SceneRecap, names: Names, faces: Faces) -> str:
    title = scene.title or ("A scene" if scene.scene else BETWEEN_SCENES)
    place = names.get(scene.place, scene.place)
    who = ", ".join(
        faces.beside_name_of(someone) + people(names.get(someone, someone)) for someone in scene.present
    )
    about = " · ".join(part for part in (people(place) if place and place != title else "", who) if part)
    head = go(scene.opened, people(title, "h2")) + (f'<p class="who">{about}</p>' if about else "")
    going = '<p class="open">still open</p>' if scene.scene and scene.closed is None else ""
    told = [_trial(it, names) if isinstance(it, RecapTest) else _highlight(it) for it in told_of(scene, MOST_TOLD)]
    more = len(scene.trials) + len(scene.highlights) - len(told)
    rest = f'<li class="rest">and {number(more)} more</li>' if more > 0 else ""
    rows = f"<ul>{joined(told)}{rest}</ul>" if told else ""
    outcome = people(scene.outcome, "p", "outcome") if scene.outcome else ""
    css = "" if scene.scene else ' class="aside"'
    return f"<li{css}>{head}{going}{rows}{outcome}</li>"


def _trial(trial: RecapTest, names: Names) -> str:
    sides = teams_words(trial.teams, lambda side: people(names.get(side, side), "b")) or text(words(trial.form))
    aim = (
        f": {people(trial.aim)}" if trial.aim else f" {text(trial.form.replace('_', ' '))}" if trial.teams else ""
    )
    if trial.closed is None:
        came = '<em class="open">not settled</em>'
    else:
        won = trial.won_by_one_of_them
        css = "won" if won else "lost" if trial.winner else ""
        winner = ""
        if trial.winner and not won:
            winner = f"{people(names.get(trial.winner, trial.winner))}: "
        outcome = trial.outcome.replace("_", " ").removesuffix(f": {trial.aim}")  # which was said already
        came = f'<em class="{css}">{winner}{people(outcome)}</em>'
    return f'<li class="k-dice"><i></i>{go(trial.opened, f"<span>{sides}{aim}</span>{came}")}</li>'


def _highlight(mark: Highlight) -> str:
    return f'<li class="k-{mark.kind.value}"><i></i>{go(mark.position, people(mark.headline))}</li>'


def nets_html(nets: Mapping[tuple[str, str], NetChange], names: Names, faces: Faces = NO_FACES) -> str:
    """List what everybody's numbers came to over the session. What ended where it began is left out."""
    owners: dict[str, list[NetChange]] = {}
    for net in nets.values():
        if net.delta:
            owners.setdefault(net.owner, []).append(net)
    rows = joined(
        f"<li>{_named(owner, names, faces)}<span>{joined(_net(net) for net in own)}</span></li>"
        for owner, own in owners.items()
    )
    return f'<ul class="nets">{rows}</ul>'


def _named(who: str, names: Names, faces: Faces) -> str:
    return f"<b>{faces.beside_name_of(who)}{people(names.get(who, who))}</b>"


def _net(net: NetChange) -> str:
    kind = "gain" if (net.delta > 0) == net.good else "loss"
    label = people(net.label or words(net.name))
    return f'<span class="k-{kind}"><b>{signed(net.delta)}</b> {label} <small>now {number(net.now)}</small></span>'


# --- what is open ----------------------------------------------------------------------------------------


def open_html(it: BetweenSessions, *, steps: bool = True) -> str:
    """List what somebody began and nobody ended, and the steps that are in order now, unless they stand
    elsewhere.
    """
    rows = [f"<li>{people(chapter.title, 'b')} <small>goes on</small></li>" for chapter in it.chapters]
    recap = it.recap
    if recap.session and recap.closed is None:
        rows.append(
            f"<li>{go(recap.opened, f'<b>Session {number(recap.session)}</b>')} <small>is open</small></li>"
        )
    if scene := recap.open_scene:
        rows.append(f"<li>{go(scene.opened, people(scene.title, 'b'))} <small>the scene goes on</small></li>")
    for trial in recap.open_trials:
        what = people(trial.aim or words(trial.form), "b")
        rows.append(f"<li>{go(trial.opened, what)} <small>is not settled</small></li>")
    rows += [
        f"<li>{go(dispute.position, people(dispute.text, 'b'))} <small>moment {number(dispute.position)} "
        "is disputed</small></li>"
        for key, dispute in it.moment.journal.disputes.items()
        if it.moment.journal.is_open(key)
    ]
    began = f'<ul class="plain">{joined(rows)}</ul>' if rows else '<p class="quiet">Nothing was left open.</p>'
    return began + (_offers(it) if steps else "")


def _offers(it: BetweenSessions) -> str:
    labels = list(dict.fromkeys(_offer_label(offer.label, offer.by, it.names) for offer in it.offers))
    if not labels:
        return ""
    rows = joined(f"<li>{people(label)}</li>" for label in labels[:MOST_OFFERS])
    more = len(labels) - MOST_OFFERS
    rest = f'<li class="rest">and {number(more)} more</li>' if more > 0 else ""
    return f'<p class="lead">In order now</p><ul class="steps-open">{rows}{rest}</ul>'


def _offer_label(label: str, by: str | None, names: Names) -> str:
    return label if by is None else f"{label} ({names.get(by, by)})"


# --- who grows, what moved, what stands ------------------------------------------------------------------


def growing_html(it: BetweenSessions) -> str:
    """List who can take something now, and who comes to something next."""
    present = {key for key, member in it.roster.members.items() if member.present}
    tracks = [
        story.track
        for story in it.growth.values()
        if story.track.owner in present or story.track.owner not in it.roster.members
    ]
    view = outlook(tracks)
    nearest: dict[str, Track] = {}
    for track in view.ahead:
        nearest.setdefault(track.owner, track)
    rows = [_comes(track, "<em>can be taken now</em>", it) for track in view.ready]
    rows += [
        _comes(track, f"<small>{number(track.left or 0)} more</small>", it)
        for track in list(nearest.values())[: max(0, MOST_AHEAD - len(rows))]
    ]
    if not rows:
        return '<p class="quiet">Nobody is on the way to anything.</p>'
    return f'<ul class="marked">{joined(rows)}</ul>'


def _comes(track: Track, how: str, it: BetweenSessions) -> str:
    label = label_of(track, it.names)
    of = f"<small>{people(words(label))}</small>" if track.brings else ""
    return (
        f'<li class="k-growth now"><i></i><span>{_named(track.owner, it.names, it.faces)}: '
        f"{people(track.brings or label)} {how}{of}</span></li>"
    )


def moved_html(it: BetweenSessions) -> str:
    """List the powers that the session moved, those that it only met, and those at odds."""
    if not it.map_history:
        return '<p class="quiet">Nothing is on the map yet.</p>'
    now = it.map_history.at(it.head)
    parts = []
    for lead, found in (("Moved", it.moved), ("Met", it.met)):
        if found:
            names = sorted(found, key=lambda node: (-found[node], node))
            parts.append(f'<p class="lead">{lead}</p><p class="names">{_tags(names, it.names)}</p>')
    torn = [(pair.one, pair.other) for pair in pairings(now) if pair.tense]
    if torn:
        parts.append(f'<p class="lead">At odds</p>{_marked(torn, it.names)}')
    between = [each.nodes for each in triangles(now)]
    if between:
        parts.append(f'<p class="lead">Between two at odds</p>{_marked(between, it.names)}')
    return joined(parts) or '<p class="quiet">The session left the map as it was.</p>'


def _marked(rows: Sequence[Sequence[str]], names: Names) -> str:
    """Two that stand so to each other; of three, the one between the two others comes first."""
    lines = []
    for row in rows:
        *first, one, other = (people(names.get(each, each), "b") for each in row)
        lines.append(f"{joined(f'{each}: ' for each in first)}{one} and {other}")
    return f'<ul class="marked">{joined(map(_line, lines))}</ul>'


def _line(said: str) -> str:
    return f'<li class="k-growth"><i></i><span>{said}</span></li>'


def _tags(ids: Sequence[str], names: Names) -> str:
    return joined(people(names.get(one, one), "span", "tag") for one in ids)


def texts_html(texts: Sequence[StandingText], names: Names) -> str:
    """List what is written about the campaign and its places, the latest first."""
    if not texts:
        return '<p class="quiet">Nothing is written about the campaign itself yet.</p>'
    rows = joined(_text(one, names) for one in texts[:MOST_TEXTS])
    more = len(texts) - MOST_TEXTS
    rest = f'<p class="quiet">and {number(more)} more</p>' if more > 0 else ""
    return f'<dl class="sayings">{rows}</dl>{rest}'


def _text(one: StandingText, names: Names) -> str:
    named = [names.get(part) or words(part) for part in (one.owner, *one.field.split(".")) if part]
    label = " · ".join(it[:1].upper() + it[1:] for it in named)
    why = people(one.why, "small") if one.why else ""
    said = names.get(one.text, one.text)  # where the text is who holds something, it is said by name
    return f"<dt>{go(one.position, people(label))}</dt><dd>{people(said)}{why}</dd>"


def seats_html(roster: Roster, faces: Faces = NO_FACES) -> str:
    """List the people at the table, and whom they play."""
    if not roster.people:
        return '<p class="quiet">Nobody has a seat.</p>'
    played: dict[str, list[str]] = {}
    for member in roster.members.values():
        if member.player and member.present:
            played.setdefault(member.player, []).append(member.name)
    people_first = sorted(roster.people.values(), key=lambda it: it.role is not Role.GM)
    rows = joined(
        f"<li>{faces.beside_author(it.person)}{people(it.name, 'b')} "
        f"<small>{_seat(it.role, played.get(it.person, ()))}</small></li>"
        for it in people_first
    )
    return f'<ul class="plain">{rows}</ul>'


def _seat(role: Role, plays: Sequence[str]) -> str:
    if role is Role.GM:
        return "runs the game"
    return f"plays {people(', '.join(plays))}" if plays else "plays nobody yet"
