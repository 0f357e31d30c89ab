"""Keeping what people said out of traces: exceptions carry it too, an interrupt's the whole approval card."""

from collections.abc import Sequence

from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import Status

KEPT = frozenset({"exception.type", "exception.escaped"})


class HidingExporter(SpanExporter):
    """Exports spans without the texts of their exceptions; type, time and place stay."""

    def __init__(self, sink: SpanExporter) -> None:
        self._sink = sink

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Export cleaned copies."""
        return self._sink.export([_hidden(span) for span in spans])

    def shutdown(self) -> None:
        """Close the sink."""
        self._sink.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Send what the sink holds."""
        return self._sink.force_flush(timeout_millis)


def _hidden(span: ReadableSpan) -> ReadableSpan:
    return ReadableSpan(
        name=span.name,
        context=span.get_span_context(),
        parent=span.parent,
        resource=span.resource,
        attributes=span.attributes,
        events=[_without_text(event) for event in span.events],
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _without_text(event: Event) -> Event:
    kept = {name: value for name, value in (event.attributes or {}).items() if name in KEPT}
    return Event(event.name, kept, event.timestamp)
