"""Traces over OpenTelemetry: what ran, how long, and whether it failed; what was said only where somebody asks for it.

Off by default. ``TRIPINTENT_TRACES=console`` writes JSON lines to stderr or a file, ``otlp`` sends to the collector that
the standard ``OTEL_EXPORTER_OTLP_…`` variables name. Graph, nodes and model calls are traced by openinference, suppliers
and the ledger by ``tripintent.app.spans``. LangSmith needs nothing of this: its own variables switch it on.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TextIO

from pydantic import ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from tripintent.app.spans import SCOPE
from tripintent.tools.errors import ToolError

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Tracer


class TracesUnavailable(ToolError):
    """Traces cannot be written: their libraries are not installed, or a setting of theirs is wrong."""


class TraceSettings(BaseSettings):
    """``TRIPINTENT_TRACES…`` in the environment or in ``.env``."""

    model_config = SettingsConfigDict(env_prefix="TRIPINTENT_", env_file=".env", extra="ignore", populate_by_name=True)

    traces: Literal["off", "console", "otlp"] = "off"
    traces_file: Path | None = None
    traces_content: bool = False


@contextmanager
def tracing(settings: TraceSettings | None = None, exporter: "SpanExporter | None" = None) -> Iterator["Tracer | None"]:
    """Trace while the block runs, and send what is left at its end. Yields None when traces are off.

    ``exporter`` replaces the one of the settings. Raises TracesUnavailable.
    """
    chosen = settings or _from_environment()
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


def _from_environment() -> TraceSettings:
    try:
        return TraceSettings()
    except ValidationError as error:
        rows = (
            f"TRIPINTENT_{'.'.join(map(str, e['loc'])).upper()}: {e['msg']}" for e in error.errors(include_url=False)
        )
        raise TracesUnavailable("; ".join(rows)) from error


def _provider(settings: TraceSettings, exporter: "SpanExporter | None", stack: ExitStack) -> "TracerProvider":
    try:
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - an optional extra
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    from tripintent.app.trace_content import HidingExporter  # noqa: PLC0415 - needs the extra too

    named = {"service.name": os.environ.get("OTEL_SERVICE_NAME", SCOPE)}
    provider = TracerProvider(resource=Resource.create(named))
    sink = exporter or _exporter(settings, stack)
    sink = sink if settings.traces_content else HidingExporter(sink)
    at_once = settings.traces == "console"
    provider.add_span_processor(SimpleSpanProcessor(sink) if at_once else BatchSpanProcessor(sink))
    return provider


def _exporter(settings: TraceSettings, stack: ExitStack) -> "SpanExporter":
    if settings.traces == "otlp":
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
        except ModuleNotFoundError as error:
            raise _missing(error) from error
        return OTLPSpanExporter()
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter  # noqa: PLC0415

    out = stack.enter_context(_appending(settings.traces_file)) if settings.traces_file else sys.stderr
    return ConsoleSpanExporter(out=out, formatter=lambda span: f"{span.to_json(indent=None)}\n")


def _appending(file: Path) -> TextIO:
    try:
        return file.expanduser().open("a", encoding="utf-8", buffering=1)
    except OSError as error:
        raise TracesUnavailable(f"the file of the traces, {file}, cannot be written: {error.strerror}") from error


def _instrumentor() -> Any:
    try:
        from openinference.instrumentation.langchain import LangChainInstrumentor  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    return LangChainInstrumentor()


def _content(settings: TraceSettings) -> object:
    from openinference.instrumentation import TraceConfig  # noqa: PLC0415 - an optional extra

    hidden = not settings.traces_content
    return TraceConfig(hide_inputs=hidden, hide_outputs=hidden, hide_llm_invocation_parameters=hidden)


def _missing(error: ModuleNotFoundError) -> TracesUnavailable:
    return TracesUnavailable(f"traces need {error.name}: pip install 'tripintent[traces]', or TRIPINTENT_TRACES=off")
