"""Checklist, budget and day plan as files: Markdown, CSV, a page to print, PDF."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, NamedTuple

from jinja2 import Environment, PackageLoader, Template, select_autoescape

from tripintent.app.exports.document_pages import DocumentPage, budget_page, checklist_page, days_page
from tripintent.app.exports.export import Exported, ExportError
from tripintent.app.itineraries import Itineraries
from tripintent.app.planning import PlanningDocuments
from tripintent.app.session import Session
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist

DocumentKind = Literal["checklist", "budget", "itinerary"]
DocumentForm = Literal["md", "csv", "html", "pdf"]


async def document_file(session: Session, thread: str, kind: DocumentKind, form: DocumentForm) -> Exported:
    """Return a document of a conversation as a file. Raises SessionError when it is missing, ExportError for a library."""
    documents = PlanningDocuments(session)
    if kind == "checklist":
        page = checklist_page(await documents.read(thread, Checklist))
    elif kind == "budget":
        page = budget_page(await documents.read(thread, Budget))
    else:
        language = (await session.trip(thread)).request.language
        page = days_page(await Itineraries(session).shown(thread), language)
    return written(page, kind, form)


def written(page: DocumentPage, kind: DocumentKind, form: DocumentForm) -> Exported:
    """Return a page in one form."""
    try:
        content = FORMS[form].maker(page)
    except ModuleNotFoundError as error:
        raise ExportError(f"this export needs {error.name}: pip install 'tripintent[export]'") from error
    return Exported(content, FORMS[form].media_type, f"{kind}.{form}")


def _markdown(page: DocumentPage) -> bytes:
    lines = [f"# {page.title}", "", *([page.lead, ""] if page.lead else [])]
    for section in page.sections:
        lines += [f"## {section.heading}", ""]
        if section.boxes:
            lines += [
                f"- [{'x' if done else ' '}] {_inline(row[0])}" + (f" — {_inline(row[1])}" if row[1] else "")
                for done, row in zip(section.boxes, section.rows, strict=True)
            ]
        else:
            rows = [section.columns, ["---"] * len(section.columns), *section.rows]
            lines += ["| " + " | ".join(_inline(cell) for cell in row) + " |" for row in rows]
        lines.append("")
    lines += [f"> {_inline(note)}" for note in (() if page.pictures else page.notes)]  # a legend without its picture
    return ("\n".join(lines).rstrip() + "\n").encode()


def _inline(text: str) -> str:
    """Return a text that stays one cell of one line: what a person wrote is no markup."""
    plain = " ".join(text.split())
    return "".join(f"\\{letter}" if letter in "\\|`*_<>[]" else letter for letter in plain)


def _csv(page: DocumentPage) -> bytes:
    """Return the rows of all sections, headed once where their columns are the same; the byte order mark says that it is UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    columns: list[str] = []
    for section in page.sections:
        first = [""] if section.boxes else []
        if section.columns != columns:
            columns = section.columns
            writer.writerow(["", *first, *map(_cell, columns)])
        for number, row in enumerate(section.rows):
            done = [("x" if section.boxes[number] else "")] if section.boxes else []
            writer.writerow([_cell(section.heading), *done, *map(_cell, row)])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def _cell(text: str) -> str:
    """Return a cell that a spreadsheet takes for text: one that begins like a formula would be run."""
    return f"'{text}" if text.startswith(_BEGINS_A_FORMULA) else text


def _html(page: DocumentPage) -> bytes:
    return template("document.html").render(page=page).encode()


def _pdf(page: DocumentPage) -> bytes:
    from tripintent.app.exports.pdf import typeset  # noqa: PLC0415 - an extra

    return typeset("document.typ", {"page": json.dumps(page.plain())})


@cache
def template(name: str) -> Template:
    """Return one of our HTML templates."""
    loader = PackageLoader("tripintent.app.exports", "templates")
    return Environment(loader=loader, autoescape=select_autoescape(["html"])).get_template(name)


class FileForm(NamedTuple):
    """How a page is written, and what it is then."""

    maker: Callable[[DocumentPage], bytes]
    media_type: str


FORMS: Mapping[DocumentForm, FileForm] = {
    "md": FileForm(_markdown, "text/markdown; charset=utf-8"),
    "csv": FileForm(_csv, "text/csv; charset=utf-8"),
    "html": FileForm(_html, "text/html; charset=utf-8"),
    "pdf": FileForm(_pdf, "application/pdf"),
}
