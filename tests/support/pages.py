"""Pages of the dashboard, drawn without a browser."""

from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from dashboard.screens import LIBRARY, SCREENS


def at_page(app: AppTest, screen: str) -> AppTest:
    """The app with the address of this screen, before it is drawn for the first time.

    `switch_page` finds a page by its file's name until the app has said which pages it has. An address that there
    is not would draw the shelf.
    """
    assert screen in LIBRARY | SCREENS, screen
    app._page_hash = calc_hash(screen)
    return app
