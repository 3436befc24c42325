//! What can be set about traces.

use clap::Args;

/// Whether traces are sent to a collector of OpenTelemetry, and how many.
#[derive(Debug, Clone, Args)]
pub struct TraceOptions {
    /// The address of a collector of OpenTelemetry, such as `http://127.0.0.1:4318`; traces are sent to `/v1/traces` below it
    /// (OTLP over HTTP), and nothing in them is anybody's. None by default
    #[arg(long, env = "RECOLLECT_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// The part of the traces that is sent, between 0 and 1; of a request that is part of a trace already (`traceparent`), its
    /// sender has decided
    #[arg(
        long,
        env = "RECOLLECT_OTLP_SAMPLING",
        value_name = "RATIO",
        default_value_t = 1.0,
        value_parser = ratio
    )]
    pub otlp_sampling: f64,
}

fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.parse().ok();
    ratio
        .filter(|ratio| (0.0..=1.0).contains(ratio))
        .ok_or_else(|| "it must be a number between 0 and 1".to_owned())
}
