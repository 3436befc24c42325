//! What the process says while it serves: its log, and its traces where a collector is named.

use std::io::IsTerminal;

use recollect_engine::SPANS;
use recollect_model::Environment;
use tracing::Metadata;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use super::super::CommandError;
use super::traces::Traces;
use crate::configuration::{LogFormat, ServeOptions};

/// Begins to write the log, and to send traces if that is wanted.
pub(super) fn start(
    options: &ServeOptions,
    environment: &Environment,
) -> Result<Option<Traces>, CommandError> {
    let filter = EnvFilter::try_new(&options.log).map_err(|error| CommandError::Setting {
        flag: "--log",
        reason: error.to_string(),
    })?;
    // The log does not name the spans that are sent. The library of the protocol MCP tells what was refused in the words of
    // whoever asked, as they came.
    let filter = [SPANS, "rmcp"].iter().fold(filter, |filter, target| {
        let silent = format!("{target}=off").parse();
        filter.add_directive(silent.expect("it is a directive of a filter"))
    });
    let log = tracing_subscriber::fmt::layer()
        .with_target(false)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let log = match options.log_format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().boxed(),
    };
    let traces = Traces::begin(&options.traces, environment)?;
    let registry = tracing_subscriber::registry();
    match &traces {
        None => registry.with(log).with(filter).init(),
        Some(traces) => {
            // Of what the log says nothing is in a trace.
            let sent = traces.layer().with_filter(filter_fn(is_sent));
            registry.with(log.with_filter(filter)).with(sent).init();
        }
    }
    Ok(traces)
}

fn is_sent(metadata: &Metadata<'_>) -> bool {
    metadata.is_span() && metadata.target() == SPANS
}
