"""Traces over OpenTelemetry: what ran, how long, and whether it failed; what was said only where somebody asks for it.

Off by default. ``TRIPINTENT_TRACES=console`` writes JSON lines to stderr or a file, ``otlp`` sends to the collector that
the standard ``OTEL_EXPORTER_OTLP_…`` variables name. Graph, nodes and model calls are traced by openinference; suppliers
and the ledger's desk by ``traced_ports``. LangSmith needs nothing of this: its own variables switch it on.
"""

import inspect
import sys
from collections.abc import Callable, Iterator, Sized
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from tripintent.tools.errors import ToolError
from tripintent.tools.ports.desk import Desk
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.suppliers import FlightSupplier, HotelSupplier

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span, Tracer

SCOPE = "tripintent"


class TracesUnavailable(ToolError):
    """Traces are switched on, and their libraries are not installed."""


class TraceSettings(BaseSettings):
    """``TRIPINTENT_TRACES…`` in the environment or in ``.env``."""

    model_config = SettingsConfigDict(env_prefix="TRIPINTENT_", env_file=".env", extra="ignore", populate_by_name=True)

    traces: Literal["off", "console", "otlp"] = "off"
    traces_file: Path | None = Field(default=None, description="for console: append to this file instead of stderr")
    traces_content: bool = Field(default=False, description="also what was said and answered: personal data")


@contextmanager
def tracing(settings: TraceSettings | None = None, exporter: "SpanExporter | None" = None) -> Iterator["Tracer | None"]:
    """Trace while the block runs, and send what is left at its end. Yields None when traces are off.

    ``exporter`` replaces the one of the settings. Raises TracesUnavailable.
    """
    chosen = settings or TraceSettings()
    if chosen.traces == "off":
        yield None
        return
    with ExitStack() as stack:
        provider = _provider(chosen, exporter, stack)
        stack.callback(provider.shutdown)
        instrumentor = _instrumentor()
        instrumentor.instrument(tracer_provider=provider, config=_content(chosen))
        stack.callback(instrumentor.uninstrument)
        yield provider.get_tracer(SCOPE)


def traced_ports(ports: Ports, tracer: "Tracer | None") -> Ports:
    """Return ports whose suppliers and desk make a span of each call; the same ports when nothing is traced."""
    if tracer is None:
        return ports
    return replace(
        ports,
        flights=cast("FlightSupplier", Traced(ports.flights, "supplier.flights", tracer)),
        hotels=cast("HotelSupplier", Traced(ports.hotels, "supplier.hotels", tracer)),
        desk=cast("Desk", Traced(ports.desk, "ledger", tracer)),
    )


class Traced:
    """An adapter whose coroutine methods are spans ``<name>.<method>``; everything else is the adapter's own.

    A span carries how many things came back, the kind of an outcome and the type of an error: never an argument, a result
    or an error's text, which hold what travellers said and who they are.
    """

    def __init__(self, adapter: Any, name: str, tracer: "Tracer") -> None:
        self._adapter = adapter
        self._name = name
        self._tracer = tracer

    def __getattr__(self, method: str) -> Any:
        """Return the adapter's attribute, its coroutine methods wrapped."""
        found = getattr(self._adapter, method)
        return self._spanned(found, method) if inspect.iscoroutinefunction(found) else found

    def _spanned(self, call: Callable[..., Any], method: str) -> Callable[..., Any]:
        @wraps(call)
        async def spanned(*args: Any, **kwargs: Any) -> Any:
            with self._span(method) as span:
                result = await call(*args, **kwargs)
                _mark(span, result)
                return result

        return spanned

    @contextmanager
    def _span(self, method: str) -> Iterator["Span"]:
        """Start a span below the node that is running."""
        from opentelemetry.trace import StatusCode  # noqa: PLC0415 - an optional extra

        with self._tracer.start_as_current_span(
            f"{self._name}.{method}", context=_node(), record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield span
            except Exception as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(StatusCode.ERROR, type(error).__name__)
                raise


def _node() -> Any:
    """Return the context of the node's span: openinference makes it, and does not make it the current one."""
    from openinference.instrumentation.langchain import get_current_span  # noqa: PLC0415 - an optional extra
    from opentelemetry.trace import set_span_in_context  # noqa: PLC0415

    span = get_current_span()
    return set_span_in_context(span) if span else None


def _mark(span: "Span", result: Any) -> None:
    if isinstance(result, Sized) and not isinstance(result, str | bytes):
        span.set_attribute("tripintent.count", len(result))
    if isinstance(kind := getattr(result, "kind", None), str):
        span.set_attribute("tripintent.outcome", kind)


def _provider(settings: TraceSettings, exporter: "SpanExporter | None", stack: ExitStack) -> "TracerProvider":
    try:
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - an optional extra
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    from tripintent.app.trace_content import HidingExporter  # noqa: PLC0415 - needs the extra too

    provider = TracerProvider(resource=Resource.create({"service.name": SCOPE}))
    sink = exporter or _exporter(settings, stack)
    sink = sink if settings.traces_content else HidingExporter(sink)
    at_once = settings.traces == "console"
    provider.add_span_processor(SimpleSpanProcessor(sink) if at_once else BatchSpanProcessor(sink))
    return provider


def _exporter(settings: TraceSettings, stack: ExitStack) -> "SpanExporter":
    if settings.traces == "otlp":
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415

        return OTLPSpanExporter()
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter  # noqa: PLC0415

    file = settings.traces_file
    out = stack.enter_context(file.open("a", encoding="utf-8", buffering=1)) if file else sys.stderr
    return ConsoleSpanExporter(out=out, formatter=lambda span: f"{span.to_json(indent=None)}\n")


def _instrumentor() -> Any:
    try:
        from openinference.instrumentation.langchain import LangChainInstrumentor  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    return LangChainInstrumentor()


def _content(settings: TraceSettings) -> Any:
    from openinference.instrumentation import TraceConfig  # noqa: PLC0415 - an optional extra

    hidden = not settings.traces_content
    return TraceConfig(hide_inputs=hidden, hide_outputs=hidden, hide_llm_invocation_parameters=hidden)


def _missing(error: ModuleNotFoundError) -> TracesUnavailable:
    return TracesUnavailable(f"traces need {error.name}: pip install 'tripintent[traces]', or TRIPINTENT_TRACES=off")
