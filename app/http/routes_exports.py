"""The booked trip as a file."""

from fastapi import APIRouter, Response

from tripintent.app.exports import ExportError, Format, export
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.web import CurrentWeb

router = APIRouter(
    prefix="/api/threads", tags=["exports"], responses={k: PROBLEMS[k] for k in (401, 404, 409, 422, 503)}
)
FILES: dict[str, object] = {
    kind: {} for kind in ("text/calendar", "application/pdf", "text/html", "application/ld+json")
}


@router.get(
    "/{thread_id}/exports/{form}",
    response_class=Response,
    responses={200: {"content": FILES, "description": "The file."}},
)
async def read_export(thread_id: str, form: Format, web: CurrentWeb, user: CurrentUser) -> Response:
    """Return the booked trip as a calendar, a printed itinerary, a mail or structured data."""
    session = await web.enter(thread_id, user)
    try:
        made = await export(await session.trip(thread_id), form, session.acting(thread_id))
    except ExportError as error:
        raise Problem(409, "no_export", str(error)) from error
    headers = {"content-disposition": f'attachment; filename="{made.filename}"'}
    return Response(made.content, media_type=made.media_type, headers=headers)
