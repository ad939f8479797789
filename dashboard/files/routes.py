"""Routes where files are asked for and sent in. What that takes is loaded when somebody first does."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from dashboard.files.addresses import FILES


async def file_out(request: Request) -> Response:
    """A file that is attached to a campaign."""
    from dashboard.files.serving import hand_out

    return await hand_out(request)


async def file_in(request: Request) -> Response:
    """A file that a page attaches."""
    from dashboard.files.uploading import take_in

    return await take_in(request)


async def nothing_there(_request: Request) -> Response:
    """The answer to whatever else is asked for below: Streamlit would send its page, whoever asks."""
    return PlainTextResponse("Not found.", 404)


ROUTES = (
    Route(FILES + "{campaign}/{digest}", file_out),
    Route(FILES + "{campaign}/{digest}/{width:int}", file_out),
    Route(FILES + "{campaign}", file_in, methods=["PUT"]),
    Route(FILES + "{anything:path}", nothing_there),
)
