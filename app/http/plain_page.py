"""A page without script and sign-in: what an approver's link shows, and a refusal that somebody opened in a browser."""

from http import HTTPStatus
from importlib.resources import files

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FunctionLoader, StrictUndefined

from tripintent.app.http.assets import Assets
from tripintent.app.http.localized import saying
from tripintent.app.http.problems import ROUTING, Problem
from tripintent.app.words import Catalogue, accepted, catalogue


def _template(name: str) -> str:
    return Assets().linked((files("tripintent.app.page") / name).read_text("utf-8"))


_pages = Environment(
    loader=FunctionLoader(_template), undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True
)


def plain_page(words: Catalogue, status: int, title: str, **facts: object) -> HTMLResponse:
    """Return the page in the reader's language; what the agent says on it is in the language of the conversation."""
    text = _pages.get_template("approver.html").render(facts, title=title, say=saying(words), language=words.tag)
    headers = {"x-robots-tag": "noindex", "content-language": words.language, "vary": "accept-language"}
    return HTMLResponse(text, status, headers=headers)


def refusal_page(problem: Problem, accept_language: str, title: str = "link_unusable") -> HTMLResponse:
    """Return a refusal as a sentence, and a way on. A conversation that is gone is not named."""
    words = catalogue(accepted(accept_language))
    if problem.code == ROUTING and problem.status_code == HTTPStatus.NOT_FOUND:  # an address that leads nowhere
        return plain_page(words, problem.status_code, words.say("page", "no_page"), way_on=True)
    message = words.problem(problem.code, problem.detail)
    if problem.code == "unknown_thread":
        message = f"{words.say('page', 'unknown_thread')} {words.say('page', 'unknown_more')}"
    return plain_page(words, problem.status_code, words.say("page", title), message=message, way_on=True)
