//! The parts of the work that a collector of traces may be sent: searches with their steps, batches of texts with
//! theirs, and attempts at deliveries.
//!
//! They are spans of one target, which nobody takes note of unless the service is told to send traces; then each
//! costs a few microseconds, and otherwise none. What they say is nobody's, as what is counted: no text, no name, no
//! address, no id.

use tracing::{Span, field, info_span};

use crate::EngineError;
use crate::metrics::{DeliveryOutcome, ProcessingStep, SearchStep};

/// The target of every span that may be sent, and of nothing else.
pub const SPANS: &str = "recollect_spans";

/// All of one search.
pub(crate) fn search() -> Span {
    info_span!(target: SPANS, "search")
}

/// A step of a search.
pub(crate) fn search_step(search: &Span, step: SearchStep) -> Span {
    match step {
        SearchStep::Question => info_span!(target: SPANS, parent: search, "search question"),
        SearchStep::Indexes => info_span!(target: SPANS, parent: search, "search indexes"),
        SearchStep::Rank => info_span!(target: SPANS, parent: search, "search rank"),
        SearchStep::Read => info_span!(target: SPANS, parent: search, "search read"),
        SearchStep::Whole => Span::none(),
    }
}

/// All of one batch of a lane, which begins a trace: the texts came with many requests.
pub(crate) fn batch(texts: usize) -> Span {
    info_span!(
        target: SPANS,
        parent: None,
        "process batch",
        otel.status_code = field::Empty,
        recollect.batch.texts = texts,
        recollect.batch.settled = field::Empty,
        "error.type" = field::Empty,
    )
}

/// What became of a batch: so many of its texts left the queue.
pub(crate) fn batch_ended(span: &Span, settled: &Result<usize, EngineError>) {
    match settled {
        Ok(settled) => span.record("recollect.batch.settled", settled),
        Err(error) => span
            .record("error.type", error_type(error))
            .record("otel.status_code", "ERROR"),
    };
}

/// A step of a batch.
pub(crate) fn processing_step(step: ProcessingStep) -> Span {
    match step {
        ProcessingStep::Read => info_span!(target: SPANS, "process read"),
        ProcessingStep::Embed => info_span!(target: SPANS, "process embed"),
        ProcessingStep::Settle => info_span!(target: SPANS, "process settle"),
    }
}

/// An attempt at a delivery, which was tried so often before. Where it goes to is its owner's.
pub(crate) fn delivery(tried: u32) -> Span {
    let resent = (tried > 0).then_some(tried);
    info_span!(
        target: SPANS,
        parent: None,
        "deliver webhook",
        otel.kind = "client",
        otel.status_code = field::Empty,
        http.request.method = "POST",
        http.request.resend_count = resent,
        http.response.status_code = field::Empty,
        "error.type" = field::Empty,
        recollect.delivery.outcome = field::Empty,
    )
}

/// What became of an attempt, and what the receiver answered, if it did.
pub(crate) fn delivery_ended(span: &Span, status: Option<u16>, outcome: DeliveryOutcome) {
    span.record("recollect.delivery.outcome", outcome.name());
    if let Some(status) = status {
        span.record("http.response.status_code", status);
    }
    if let DeliveryOutcome::Failed = outcome {
        span.record("otel.status_code", "ERROR");
        match status {
            Some(status) => span.record("error.type", status.to_string()),
            None => span.record("error.type", "unreached"),
        };
    }
}

const fn error_type(error: &EngineError) -> &'static str {
    match error {
        EngineError::Unavailable { .. } => "unavailable",
        _ => "internal",
    }
}
