"""An event put where it does not belong follows and can be retold, or is an impossible history: never a fault."""

from collections import defaultdict
from random import Random

from campaign_laws.base import Laws, has_samples, only_where
from campaign_laws.scripts import longest_sample
from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.messages import Event
from domain.kernel.ruling import apply, retell
from ledger.ledger import Ledger
from ledger.records.snapshots import MomentFormat

PLACES = 8
OF_A_KIND = 2


class ImpossibleHistoryLaws(Laws):
    """Laws of events that cannot follow: they are said so."""

    @only_where(has_samples)
    def test_what_cannot_follow_is_said_so(self, ledger_of_samples: Ledger) -> None:
        game, random, ledger = self.game, Random(self.game.key), ledger_of_samples
        slug = longest_sample(game).slug
        form = MomentFormat(game)
        of_kind: dict[type[Event], list[Event]] = defaultdict(list)
        for told in ledger.told(slug):
            of_kind[type(told.record.event)].append(told.record.event)
        impossible = followed = 0
        places = range(1, ledger.head(slug) + 1)[1:]
        for place in random.sample(places, min(PLACES, len(places))):
            there = ledger.moment(slug, place)
            for events in of_kind.values():
                for event in random.sample(events, min(OF_A_KIND, len(events))):
                    moment = form.copy(there)
                    try:
                        apply(game, moment, event)
                    except ImpossibleHistoryError:
                        impossible += 1
                        continue
                    except Exception as fault:
                        fault.add_note(f"{event.type} does not fit here: what applies it has to say so by `must`")
                        raise
                    assert retell(game, moment, event).headline
                    followed += 1
        assert impossible, "a campaign is founded once: there is always something that cannot follow"
        assert followed
