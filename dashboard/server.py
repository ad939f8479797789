"""The screens' server: `python -m dashboard.server run …` is `streamlit run …` that loads ahead."""

from streamlit.web import cli  # with all that the server itself is made of, before a second thread loads anything

from dashboard.warming import begin


def main() -> None:
    """Serve until the process is told to end. Streamlit reads its options from the command line."""
    begin()
    cli.main(prog_name="streamlit")


if __name__ == "__main__":
    main()
