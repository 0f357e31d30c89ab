"""The server: the application, and running it."""

import logging
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import timedelta

import uvicorn
from fastapi import Depends, FastAPI
from fastapi.middleware.cors import CORSMiddleware
from uvicorn.supervisors import multiprocess

from tripintent.app.directory import directory_of
from tripintent.app.errors import SessionError
from tripintent.app.front_door import service_of
from tripintent.app.http import (
    agui,
    approver_page,
    assets,
    chat_completions,
    health,
    responses,
    routes_approvals,
    routes_documents,
    routes_organisation,
    routes_sharing,
    routes_threads,
    routes_turns,
    routes_webhooks,
    routes_widget,
)
from tripintent.app.http.approver_page import refusal_page
from tripintent.app.http.assets import Assets
from tripintent.app.http.branding import brand_files, reader_file
from tripintent.app.http.correspondence import Correspondence
from tripintent.app.http.described import describe
from tripintent.app.http.guards import BodyLimit, RateLimit, SameSite, SecurityHeaders, keep_secrets_out, limited_reads
from tripintent.app.http.owners import Owners
from tripintent.app.http.problems import answer_with_problems
from tripintent.app.http.users import Authenticate, Hook, awaited, bearer, local_user, with_guests
from tripintent.app.http.web import Running, Turns, Web
from tripintent.app.http.web_settings import WebSettings, as_environment
from tripintent.app.opening import context_of, open_session
from tripintent.app.recovery import upkeep
from tripintent.app.selling import OwnSupplier
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.tools.channels.whatsapp import WhatsApp
from tripintent.tools.ports.messages import Messages

_LOG = logging.getLogger(__name__)
API_VERSION = "1.0"
ROUTERS = (
    routes_threads.router, routes_turns.router, routes_turns.tools_router, routes_turns.calls_router,
    routes_documents.pictures_router, routes_documents.documents_router, routes_documents.exports_router,
    routes_sharing.grants_router, routes_sharing.links_router, routes_documents.itinerary_router, routes_threads.one_router,
    routes_approvals.router, routes_organisation.policy_router, routes_organisation.me_router,
    routes_organisation.desk_router, routes_webhooks.suppliers_router, routes_webhooks.channels_router,
    routes_widget.router, agui.router, chat_completions.router, responses.router, health.router, approver_page.router,
    assets.router,
)  # fmt: skip
READS = (
    routes_turns.tools_router, routes_threads.router, routes_threads.one_router, routes_documents.pictures_router,
    routes_documents.exports_router, routes_documents.documents_router, routes_approvals.router,
    routes_organisation.policy_router, routes_organisation.me_router, routes_organisation.desk_router,
)  # fmt: skip
"""Where a look at something costs work: it is counted."""
WORKER_PATIENCE_SECONDS = 60
"""A worker that says nothing for so long is replaced; uvicorn's five seconds would kill a busy one on a busy machine."""
KEEP_ALIVE_SECONDS = 75
"""Longer than the clients' own patience (proxies: 60), so that no request meets a connection that is just being closed."""


def create_app(
    settings: Settings | None = None,
    web_settings: WebSettings | None = None,
    *,
    session: Session | None = None,
    authenticate: Hook | None = None,
    suppliers: Sequence[OwnSupplier] = (),
) -> FastAPI:
    """Return the application. Its lifespan opens the session: an application that mounts it enters that in its own.

    Args:
        settings: of the session, which the application opens and closes. Defaults come from the environment.
        web_settings: of the server.
        session: a host's own open session, instead of one made from ``settings``.
        suppliers: a host's own, as ``open_session`` takes them.
        authenticate: a host's own users; without it bearer tokens of ``web_settings``, or the one local user.

    Raises:
        SessionError: The settings say that the server is public, and there are neither users nor tokens.
    """
    chosen, web = settings or Settings(), web_settings or WebSettings()
    strangers_are_told_apart(chosen, web, authenticate)
    app = FastAPI(
        title="tripintent",
        version=API_VERSION,
        summary="Booking trips in a conversation, with a person's approval.",
        lifespan=_running(chosen, web, session, authenticate, suppliers),
        docs_url=None,  # the bundled documentation pages load from elsewhere; /openapi.json does not
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state = Running()
    for router in ROUTERS:
        app.include_router(router, dependencies=[Depends(limited_reads)] if router in READS else None)
    answer_with_problems(app, refusal_page)
    describe(app)
    _guard(app, web)
    return app


def strangers_are_told_apart(settings: Settings, web: WebSettings, authenticate: Hook | None = None) -> None:
    """Check that a server that others reach knows who comes. Raises SessionError with the settings that say so.

    Without tokens everybody would be the person at this machine, to whom every conversation belongs.
    """
    service = service_of(settings)
    signs = [*web.public(), *([f"widget_origins of {settings.service}"] if service and service.widget_origins else [])]
    if authenticate is not None or web.tokens or web.open or not signs:
        return
    raise SessionError(
        f"others than you reach this server ({', '.join(signs)}), and each would be you: set TRIPINTENT_HTTP_TOKENS first, "
        "or give create_app an authenticate hook (TRIPINTENT_HTTP_OPEN=true serves everybody as you)",
        "bad_setting",
    )


def _running(
    settings: Settings,
    web: WebSettings,
    session: Session | None,
    authenticate: Hook | None,
    suppliers: Sequence[OwnSupplier],
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Return what opens the session and the databases before the first request, and closes them after the last turn."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        keep_secrets_out()
        if web.open and not (authenticate or web.tokens):
            _LOG.warning("TRIPINTENT_HTTP_OPEN: everybody who reaches this server reads and does whatever you may")
        async with AsyncExitStack() as stack:
            own_session = open_session(settings, suppliers=suppliers, web_settings=web)
            opened = session if session is not None else await stack.enter_async_context(own_session)
            owners = Owners.open(settings)
            stack.callback(owners.close)
            own = bearer(web, context_of(settings)) if web.tokens else local_user(context_of(settings))
            turns = await _ready(
                app, settings, web, opened, owners, users=awaited(authenticate) if authenticate else own
            )
            await stack.enter_async_context(
                upkeep(opened.ports, timedelta(minutes=web.upkeep_minutes), settings.audit_anchors)
            )
            await stack.enter_async_context(app.state.correspondence.running())
            yield
            await turns.drain(web.drain_seconds / 2)

    return lifespan


async def _ready(
    app: FastAPI, settings: Settings, web: WebSettings, opened: Session, owners: Owners, *, users: Authenticate
) -> Turns:
    """Put what the routes need into the application's state; return the turns that run, for their end."""
    turns = Turns(web.turns_at_once)
    rate, reads = RateLimit(web.writes_per_minute), RateLimit(web.reads_per_minute)
    known = directory_of(settings, tuple(web.tokens.values()))
    service = service_of(settings)
    origins = tuple(dict.fromkeys((*(service.widget_origins if service else ()), *web.widget_origins)))
    if origins:
        users = with_guests(users, await owners.key(), context_of(settings))
    app.state.web = Web(web, settings, opened, owners, users, rate, reads, turns, known, origins)
    app.state.correspondence = Correspondence(app.state.web, channels_of(web), await owners.key())
    app.state.widget = routes_widget.script_for(service) if origins else None
    ours = reader_file(opened.reader, web.sign_in_url, web.sign_out_url)
    app.state.assets = Assets({**(brand_files(service) if service else {}), **ours})
    return turns


def channels_of(web: WebSettings) -> dict[str, Messages]:
    """Return the messaging channels that are set up."""
    if not web.whatsapp_number:
        return {}
    one = WhatsApp(
        url=web.whatsapp_url,
        number=web.whatsapp_number,
        token=web.whatsapp_token,
        app_secret=web.whatsapp_app_secret,
        verify=web.whatsapp_verify,
    )
    return {one.name: one}


def _guard(app: FastAPI, web: WebSettings) -> None:
    """Put the guards around the application; the last one added is met first."""
    app.add_middleware(BodyLimit, max_bytes=web.max_body_bytes, max_upload=web.max_upload_bytes)
    if web.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(web.cors_origins),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["authorization", "content-type", "if-none-match", "x-conversation-id"],
            expose_headers=["etag"],
        )
    app.add_middleware(SameSite, hosts=(*web.allowed_hosts, web.host), origins=web.cors_origins)
    app.add_middleware(SecurityHeaders)


class _Worker(multiprocess.Process):
    """One of several processes. Its end of the pipe is its own alone, so that one that died is not waited for."""

    def start(self) -> None:
        super().start()
        self.child_conn.close()


def serve(settings: Settings | None = None, web_settings: WebSettings | None = None) -> None:
    """Run the server until it is told to stop; then it takes nothing new and lets running turns end."""
    chosen, web = settings or Settings(), web_settings or WebSettings()
    strangers_are_told_apart(chosen, web)
    several = web.workers > 1
    logging.getLogger("uvicorn.error").addFilter(_tells_something)
    if several:
        os.environ.update(as_environment(chosen) | as_environment(web))
        multiprocess.Process = _Worker  # type: ignore[misc]  # uvicorn has no other door for it
    uvicorn.run(
        f"{__name__}:{create_app.__name__}" if several else create_app(chosen, web),
        factory=several,
        host=web.host,
        port=web.port,
        workers=web.workers,
        server_header=False,
        timeout_worker_healthcheck=WORKER_PATIENCE_SECONDS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=max(1, round(web.drain_seconds / 2)),  # then turns without a reader
    )


def _tells_something(record: logging.LogRecord) -> bool:
    """Keep warnings and the line with the address; the server's other lines about its own start are noise."""
    return record.levelno > logging.INFO or str(record.msg).startswith("Uvicorn running on")
