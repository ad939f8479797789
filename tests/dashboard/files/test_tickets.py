"""Tickets for files: good for one campaign, seat and visitor, for some hours, and only as they were signed."""

import pytest

from dashboard.files.addresses import file_address, upload_address
from dashboard.files.tickets import LASTS, Ticket, read, signed
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId

NOW = 1_800_000_000.0
TICKET = Ticket("salz-gäte", "zoë", "zoe@example.org")
GIVEN = ("salz-gäte", "zoe@example.org")


def test_a_ticket_is_read_as_it_was_signed_and_stays_the_same_for_hours() -> None:
    said = signed(TICKET, NOW)
    assert read(said, *GIVEN, now=NOW) == TICKET
    assert signed(TICKET, NOW + 60) == said
    assert read(said, *GIVEN, now=NOW + LASTS / 2 - 1) == TICKET
    assert read(said, *GIVEN, now=NOW + LASTS + 1) is None
    assert read(said, *GIVEN, now=NOW - LASTS) is None


@pytest.mark.parametrize(
    ("campaign", "address", "uploads"),
    [("other", GIVEN[1], False), (GIVEN[0], "ben@example.org", False), (*GIVEN, True)],
)
def test_it_opens_nothing_else(campaign: str, address: str, uploads: bool) -> None:
    assert read(signed(TICKET, NOW), campaign, address, uploads=uploads, now=NOW) is None


def test_nothing_of_it_can_be_another() -> None:
    end, person, mark = signed(TICKET, NOW).split(".")
    other = signed(Ticket(GIVEN[0], "gm", GIVEN[1]), NOW).split(".")[1]
    for said in (
        f"{int(end) + 1}.{person}.{mark}",
        f"{end}.{other}.{mark}",
        f"{end}.{person}.{'0' * 64}",
        f"{end}.{person}",
        f"0{end}.{person}.{mark}",
        f"{end}.%%.{mark}",
        f"{end}.ü.{mark}",
        f"x.{person}.{mark}",
        "",
        "9" * 700,
    ):
        assert read(said, *GIVEN, now=NOW) is None, said


def test_an_address_names_the_file_and_the_width_that_is_enough() -> None:
    viewer = Asker(PersonId("zoë"), Role.PLAYER)
    plain = file_address("salz-gäte", "5f" * 32, viewer, address=GIVEN[1])
    assert plain.startswith("./files/salz-g%C3%A4te/" + "5f" * 32 + "?t=")
    assert read(plain.split("?t=")[1], *GIVEN) == TICKET
    for wanted, sent in ((40, "/64?"), (65, "/128?"), (4_000, "5f?")):
        assert sent in file_address("salz-gäte", "5f" * 32, viewer, wanted, address=GIVEN[1])
    said = upload_address("salz-gäte", viewer, address=GIVEN[1])
    assert read(said.split("?t=")[1], *GIVEN, uploads=True) is not None
