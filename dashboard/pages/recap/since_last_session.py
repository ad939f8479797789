"""Summary for a group between two sessions: what happened last, what is open, and what has moved since.

Worked out here as a value, as one viewer may know it; nothing here draws.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dashboard.files.addresses import addresses_for
from dashboard.ui.attached.faces import faces_at
from dashboard.ui.position_cache import Remembered
from domain.kernel.facts import ChapterOpened
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.people import Role, Viewer
from domain.kernel.ruling import names_at
from domain.kernel.sheet import Sheet
from exchange.documents.html.faces import Faces
from ledger.answers import ToldRecord
from ledger.handle import CampaignHandle
from projections.read_models import Filter, ReadModels
from projections.story.between import (
    Between,
    SinceLastSession,
    between_sessions,
    session_story,
    steps_in_order,
    told_by_scene,
    words_of,
)
from projections.story.speakers import LOOKED_BACK, HeardEvening, evenings_heard
from projections.views.advancement import Growth
from projections.views.faction_map import MapHistory
from projections.views.recap import RECAP, Recap, StandingText, sessions_in, spans_of
from projections.views.recap_words import SceneTelling
from projections.views.roster import Roster
from projections.views.timeline import Mark, TimelineEntry

MOST_SINCE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class BetweenSessions:
    """Everything the screen between sessions shows."""

    head: int
    moment: AnyMoment
    names: Mapping[str, str]
    recap: Recap
    said: Sequence[str]
    """Words of that session, where it is play taken in and no scene came to anything."""
    telling: SceneTelling
    """The scenes of that session as the story tells them."""
    heard: Sequence[HeardEvening]
    """The last evenings, where they are play taken in: what was said, and who spoke."""
    before: Recap | None
    """The session before it, while this one goes on: that is what was played last."""
    telling_before: SceneTelling
    chapters: Sequence[ChapterOpened]
    offers: Sequence[Offer]
    """Steps of the game that are in order now, for whoever looks."""
    growth: Growth
    map_history: MapHistory
    moved: Mapping[str, int]
    """Nodes of the map that the session moved, with how often."""
    met: Mapping[str, int]
    """Nodes of the map that records of the session were about otherwise, with how often."""
    roster: Roster
    texts: Sequence[StandingText]
    """Texts about the campaign, and not about one of its characters; the latest first."""
    faces: Faces
    own: Between
    """The viewer's own part: their characters, what they can take, what waits for them."""
    since: Sequence[TimelineEntry]
    """The records after the session, or, while it goes on, the notes written in it; the latest first."""


def meanwhile(
    campaign: CampaignHandle, views: ReadModels, remembered: Remembered, viewer: Viewer
) -> BetweenSessions:
    """The campaign as it stands now, or where it is damaged stood last, between its last session and the next."""
    lines, head, game, moment = campaign.lines, campaign.head, campaign.game, campaign.now
    marks = views.marks(campaign, at=head, viewer=viewer)
    sessions = sessions_in(marks)
    begun = sessions[-1].position if sessions else 1
    told = remembered.told(campaign, head, lines.parent(begun), viewer)
    recap = RECAP.fold(told)
    before, told_before = None, list[ToldRecord]()
    if recap.closed is None and len(sessions) > 1:
        spans = spans_of(marks, (sessions[-2].session,), lines, head)
        told_before = [it for since, until in spans for it in remembered.told(campaign, until, since, viewer)]
        before = RECAP.fold(told_before)
    names = names_at(game, moment)
    roster = views.roster_history(campaign, viewer).at(head)
    story = session_story(told if recap.opened else (), roster)
    map_history = views.map_history(campaign, viewer)
    ended = recap.closed or head
    moved = map_history.touched(ended, lines.parent(begun))
    offers = _steps(campaign, viewer) if campaign.soundness.why is None else []
    growth = views.growth(campaign, viewer, at=head)
    later = views.timeline(
        campaign,
        viewer,
        at=head,
        where=Filter(first=recap.closed + 1) if recap.closed else Filter(first=begun, type="journal"),
        limit=MOST_SINCE,
        newest_first=True,
    )
    week = SinceLastSession(
        game=campaign.game,
        moment=moment,
        viewer=viewer,
        before=lines.parent(recap.opened) if recap.opened else head,
        ended=ended,
        head=head,
        roster=roster,
        growth=growth,
        offers=offers,
        names=map_history.names() | names,
    )
    on_map = map_history.at(head).nodes.keys() - roster.members.keys()
    return BetweenSessions(
        head=head,
        moment=moment,
        names=map_history.names() | names,
        recap=recap,
        said=words_of(story),
        telling=told_by_scene(story, recap),
        heard=evenings_heard(
            _played(campaign, remembered, viewer, marks), roster, viewer, map_history.names() | names
        ),
        before=before,
        telling_before=told_by_scene(session_story(told_before, roster), before or Recap()),
        chapters=views.chapters(campaign, viewer, at=head),
        offers=offers,
        growth=growth,
        map_history=map_history,
        moved={node: often for node, often in moved.items() if node not in roster.members},
        met={node: often for node, often in recap.spoken_of.items() if node in on_map and node not in moved},
        roster=roster,
        texts=_about_the_campaign(views.standing_texts(campaign, viewer, at=head), roster),
        faces=faces_at(campaign, views, remembered, viewer, head, addresses_for(campaign.slug, viewer)),
        own=between_sessions(week, _Remembered(remembered, campaign, viewer)),
        since=later,
    )


def _played(
    campaign: CampaignHandle, remembered: Remembered, viewer: Viewer, marks: Sequence[Mark]
) -> Iterator[tuple[Mark, Sequence[ToldRecord]]]:
    """Yield the sessions with their records, the last first."""
    for mark in reversed(sessions_in(marks)[-LOOKED_BACK:]):
        spans = spans_of(marks, (mark.session,), campaign.lines, campaign.head)
        yield mark, [it for since, until in spans for it in remembered.told(campaign, until, since, viewer)]


@dataclass(frozen=True, slots=True)
class _Remembered:
    """Records and sheets of a campaign for one viewer, out of the cache of its positions."""

    remembered: Remembered
    campaign: CampaignHandle
    viewer: Viewer

    def told(self, at: int, since: int) -> Sequence[ToldRecord]:
        return self.remembered.told(self.campaign, at, since, self.viewer)

    def sheets(self, at: int) -> Sequence[Sheet]:
        return self.remembered.sheets(self.campaign, at, self.viewer)


def _steps(campaign: CampaignHandle, viewer: Viewer) -> list[Offer]:
    return [] if viewer.role is Role.READER else steps_in_order(campaign.offers(viewer.person), campaign.game)


def _about_the_campaign(said: Sequence[StandingText], roster: Roster) -> list[StandingText]:
    return [it for it in reversed(said) if it.owner not in roster.members and it.owner not in roster.people]
