"""The library, driven without a browser: empty, full, founding, and a database that cannot be opened."""

from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from streamlit.testing.v1 import AppTest

from campaign_laws.submissions import just_seen
from dashboard.ui.filters import NO_SHELF
from dashboard.ui.open_ledger import sample_loading
from dashboard.ui.shelf import card_data, who_plays
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from ledger.answers import Refused, Ruled, Submission
from projections.tables.shelves import Summary
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import HOSTILE, Night, whole_night
from tests.support.disks import no_file_beyond
from tests.support.own_games import with_quick_starts
from wiring.library import Library, database_name
from wiring.play_scripts import RULINGS_PER_TRANSACTION
from wiring.samples import found, lacking, samples

AT_ONCE = 24
"""So many campaigns stand on the shelf before more are asked for."""
Visit = Callable[..., AppTest]


def test_an_empty_shelf_says_what_to_do(visit: Visit) -> None:
    app = visit("campaigns")
    assert not app.exception
    assert "The shelf is empty" in drawn(app)
    assert app.button(key="load-samples")
    assert app.button(key="found-it")
    app.button(key="taking-in-open").click().run()  # earlier play founds a campaign, so that none has to be there
    assert not app.exception
    assert app.selectbox(key="intake-campaign").options == ["A new campaign, founded for it"]
    app.button(key="taking-in-close").click().run()
    assert "The shelf is empty" in drawn(app)


def test_the_samples_can_be_put_on_an_empty_shelf(visit: Visit, library: Library) -> None:
    app = visit("campaigns")
    app.button(key="load-samples").click().run(timeout=120)
    app = _when_loaded(visit)
    assert not app.exception
    expected = {sample.slug for sample in samples(library.ledger.games)}
    assert {entry.slug for entry in library.ledger.campaigns()} == expected
    assert "The shelf is empty" not in drawn(app)
    assert "load-samples" not in {it.key for it in app.button}


def test_samples_are_put_on_the_shelf_once_and_to_the_end_whatever_is_pressed_meanwhile(
    visit: Visit, library: Library
) -> None:
    app = visit("campaigns")
    app.button(key="load-samples").click().run(timeout=120)
    visit("campaigns").run(timeout=120)  # the page loaded anew
    sample_loading().start()  # and the press of a page that was open before
    assert not _when_loaded(visit).exception
    assert lacking(library.ledger, samples(library.ledger.games)) == []
    assert not sample_loading().problem


def test_a_sample_that_broke_off_with_the_server_can_be_finished(visit: Visit, library: Library) -> None:
    known = samples(library.ledger.games)
    first = next(it for it in known if len(it.script.script.steps) > 2 * RULINGS_PER_TRANSACTION)

    def ends(done: int, _of: int) -> None:
        if done >= RULINGS_PER_TRANSACTION:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found(library.ledger, first, ends)
    app = visit("campaigns")
    assert app.button(key="load-samples").label == "Put the other sample campaigns on the shelf"
    app.button(key="load-samples").click().run(timeout=120)
    assert not _when_loaded(visit).exception
    assert lacking(library.ledger, known) == []


def _when_loaded(visit: Visit) -> AppTest:
    while sample_loading().progress is not None:
        sleep(0.05)
    return visit("campaigns")


def test_a_campaign_can_be_founded_and_opens_at_its_table(visit: Visit, library: Library) -> None:
    app = visit("campaigns")
    app.pills(key="found-game").set_value("lantern").run()
    app.text_input(key="found-title").set_value("Salt & Iron").run()
    app.text_input(key="found-gm").set_value(HOSTILE)
    app.number_input(key="house-lantern-oil").set_value(7)
    app.button(key="found-it").click().run()
    assert not app.exception
    moment = library.ledger.moment("salt-iron")
    assert moment.campaign.title == "Salt & Iron"
    assert moment.campaign.people[moment.campaign.gm].name == HOSTILE
    assert moment.game.house_rules.oil == 7
    assert "Salt &amp; Iron" in drawn(app)
    assert app.query_params["campaign"] == "salt-iron"


def test_the_address_of_a_rulebook_is_a_link_beside_the_game(visit: Visit) -> None:
    app = visit("campaigns")
    app.pills(key="found-game").set_value("death_of_the_vele").run()
    source = games()["death_of_the_vele"].credit.source
    assert f'<a href="{source}" target="_blank" rel="noopener noreferrer">{source}</a>' in drawn(app)


def test_a_campaign_for_which_the_disk_has_no_room_is_a_sentence_and_keeps_what_was_typed(
    visit: Visit, library: Library
) -> None:
    Night(library, "causeway")
    app = visit("campaigns")
    app.button(key="founding-open").click().run()
    app.text_input(key="found-title").set_value("Second").run()
    path = Path(database_name())
    with no_file_beyond(10_000):
        app.button(key="found-it").click().run()
    assert not app.exception
    assert f"The disk that holds {path}" in drawn(app)
    assert app.text_input(key="found-title").value == "Second"
    app.button(key="found-it").click().run()
    assert [it.slug for it in library.ledger.campaigns()] == ["causeway", "second"]


def test_a_title_that_is_taken_gets_another_link_name(visit: Visit, library: Library) -> None:
    Night(library, "causeway")
    app = visit("campaigns")
    app.button(key="founding-open").click().run()
    app.pills(key="found-game").set_value("lantern").run()
    app.text_input(key="found-title").set_value("Causeway").run()
    app.button(key="found-it").click().run()
    assert not app.exception
    assert len(library.ledger.campaigns()) == 2
    assert app.query_params["campaign"] != "causeway"


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_is_founded_with_the_settings_nobody_touched(visit: Visit, library: Library, game: str) -> None:
    app = visit("campaigns")
    app.pills(key="found-game").set_value(game).run()
    app.text_input(key="found-title").set_value("As the book says").run()
    app.text_area(key="found-players").set_value("Ada\n\n  Brin ")
    app.button(key="found-it").click().run()
    assert not app.exception
    moment = library.ledger.moment("as-the-book-says")
    assert moment.game.house_rules == library.ledger.game(game).house_rules()
    assert [moment.campaign.people[it].name for it in moment.campaign.players] == ["Ada", "Brin"]
    assert app.query_params["campaign"] == "as-the-book-says"
    prepared = preparation_of(library.ledger.game(game), moment) is None
    assert prepared or any(it.key.startswith("prep|as-the-book-says|") for it in app.button)  # and no empty replay


@pytest.mark.parametrize("game", with_quick_starts())
def test_a_quick_start_founds_a_ready_table(visit: Visit, library: Library, game: str) -> None:
    app = visit("campaigns")
    app.pills(key="found-game").set_value(game).run()
    app.text_area(key="found-players").set_value("Ada\nBrin\nCleo\nDov")
    app.button(key="found-quick-0").click().run()
    assert not app.exception
    (entry,) = library.ledger.campaigns()
    assert app.query_params["campaign"] == entry.slug
    assert preparation_of(library.ledger.game(game), library.ledger.moment(entry.slug)) is None
    (scene,) = [it for it in app.expander if it.label == "The scene"]
    (began,) = [it.value for it in scene.get("html")]  # it lies open, to be read aloud
    assert began.count("<li") >= 1


def test_a_quick_start_without_a_player_asks_who_plays_and_founds_nothing(visit: Visit, library: Library) -> None:
    app = visit("campaigns")
    app.button(key="found-quick-0").click().run()
    assert not app.exception
    assert "Write who plays, one a line" in drawn(app)
    assert library.ledger.campaigns() == []
    app.text_area(key="found-players").set_value("Ada")
    app.button(key="found-quick-0").click().run()
    (entry,) = library.ledger.campaigns()
    assert app.query_params["campaign"] == entry.slug


def test_a_table_file_that_cannot_be_read_says_why_and_founds_nothing(visit: Visit, library: Library) -> None:
    app = visit("campaigns")
    app.file_uploader(key="found-file").upload("mine.toml", b"table = 1\ngame = ").run()
    app.text_input(key="found-title").set_value("Mine").run()
    app.button(key="found-it").click().run()
    assert not app.exception
    assert "That is no table file" in drawn(app)
    assert library.ledger.campaigns() == []


def test_all_faults_of_a_table_file_are_said_and_nothing_is_founded(visit: Visit, library: Library) -> None:
    words = b'table = 1\ngame = "wicked_ones"\ntitle = "Mine"\n[dungon]\ndungeon = "A hole"\n'
    app = visit("campaigns")
    app.file_uploader(key="found-file").upload("mine.toml", words).run()
    app.button(key="found-it").click().run()
    assert not app.exception
    assert "did you mean `dungeon`?" in drawn(app)
    assert library.ledger.campaigns() == []


def test_a_form_without_a_title_asks_for_one(visit: Visit) -> None:
    app = visit("campaigns")
    app.button(key="found-it").click().run()
    assert "Give the campaign a title" in drawn(app)


def test_a_volume_tells_what_a_campaign_is(library: Library) -> None:
    whole_night(library)
    (summary,) = library.views.summaries()
    card = card_data(library.ledger, library.views, summary)
    assert card["title"] == "The long causeway"
    assert card["game_title"] == "Lantern"
    assert card["who"] == "Ana and 1 player"
    assert (card["sessions"], card["records"]) == (2, library.ledger.head("causeway"))
    assert card["density"]


def test_who_plays_in_words() -> None:
    def summary(players: int) -> Summary:
        return Summary(
            slug="s",
            title="t",
            game="g",
            game_title="G",
            gm="Ana",
            players=players,
            sessions=0,
            rulings=1,
            struck=0,
            entries=0,
            records=1,
            last_played="",
        )

    assert who_plays(summary(0)) == "Ana runs it; nobody else has a seat yet"
    assert who_plays(summary(1)) == "Ana and 1 player"
    assert who_plays(summary(4)) == "Ana and 4 players"


@pytest.mark.parametrize("name", ["no/such/folder/x.sqlite3", "folder"])
def test_a_database_that_cannot_be_opened_is_drawn_as_that(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "no").write_text("a file where a folder should be")
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / name))
    app = visit("campaigns")
    assert not app.exception
    assert "The ledger cannot be read" in drawn(app)


def test_the_shelf_is_narrowed_down(visit: Visit, library: Library) -> None:
    for slug, title in (("salt", "Salt"), ("sand", "Sand"), ("rest", "At rest")):
        Night(library, slug, title)
    Night(library, "sea", "The sea").rule("journal.tag_campaign", add=("blue",))
    for fields in ({"type": "journal.put_away"}, {"type": "journal.shelve_campaign", "shelf": HOSTILE[:50]}):
        assert isinstance(_ruled(library, "rest" if "away" in fields["type"] else "sand", fields), Ruled)

    def shown(app: AppTest) -> set[str]:
        assert not app.exception
        return {it.slug for it in library.views.summaries() if app.session_state["shelf-of"].fits(it)}

    app = visit("campaigns")
    assert shown(app) == {"salt", "sand", "sea"}
    app.text_input(key="shelf-words").set_value("SA").run()
    assert shown(app) == {"salt", "sand"}
    app.selectbox(key="shelf-name").set_value(NO_SHELF).run()
    assert shown(app) == {"salt"}
    app.text_input(key="shelf-words").set_value("nowhere").run()
    assert "No campaign fits" in drawn(app)
    app.text_input(key="shelf-words").set_value("").run()
    app.multiselect(key="shelf-tags").set_value(["blue"]).run()
    assert shown(app) == {"sea"}
    app.multiselect(key="shelf-tags").set_value([]).run()
    app.toggle(key="shelf-away").set_value(True).run()
    assert shown(app) == {"rest"}


def test_a_library_of_many_campaigns_is_drawn_a_part_at_a_time(visit: Visit, library: Library) -> None:
    for number in range(AT_ONCE + 2):
        library.ledger.found(FoundCampaign(game="lantern", title=f"Tale {number}", slug=f"tale-{number}"))
    app = visit("campaigns")
    assert not app.exception
    app.button(key="shelf-more").click().run()
    assert not app.exception
    assert "shelf-more" not in {button.key for button in app.button}


def _ruled(library: Library, slug: str, fields: dict[str, str]) -> Ruled | Refused:
    command = Vocabulary(library.ledger.game("lantern")).command(fields)
    return library.ledger.rule(slug, just_seen(library.ledger, slug, Submission(command=command, by="gm")))


def test_a_campaign_is_put_on_a_shelf_tagged_and_put_away(visit: Visit, library: Library) -> None:
    Night(library, "sea", "The sea").rule("journal.tag_campaign", add=("blue",))
    app = visit("campaigns")
    app.button(key="placing-open").click().run()
    app.text_input(key="place-shelf-sea").set_value("Tuesdays")
    app.text_input(key="place-tags-sea").set_value("salt, wind")
    app.toggle(key="place-away-sea").set_value(True)
    app.button(key="place-it").click().run()
    assert not app.exception
    (it,) = library.views.summaries()
    assert (it.shelf, set(it.tags), it.put_away) == ("Tuesdays", {"salt", "wind"}, True)
    head = library.ledger.head("sea")
    app.button(key="placing-open").click().run()
    app.button(key="place-it").click().run()
    assert library.ledger.head("sea") == head  # kept as it was, nothing is recorded


def test_people_are_found_at_all_their_tables(visit: Visit, library: Library) -> None:
    whole_night(library)
    Night(library, "sea", HOSTILE[:60]).rule("campaign.seat_person", person="bo", name="Bo", role="player")
    app = visit("people")
    assert not app.exception
    assert "The long causeway" in drawn(app)
    assert "Old Moss" in drawn(app)
    assert "<script>" not in drawn(app)
    app.selectbox(key="people-who").set_value("bo").run()
    assert "What Bo played" in drawn(app)
    assert drawn(app).count('href="replay?campaign=sea"') == 3
