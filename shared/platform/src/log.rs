//! The log: one JSON object a line on standard output (`docs/logging.md`).

use tracing_subscriber::EnvFilter;

/// Writes log lines as JSON from now on. `RUST_LOG` sets the level; without it the level is `info`.
pub fn init() {
    let level = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_current_span(true)
        .with_span_list(false)
        .with_target(false)
        .with_env_filter(level)
        .init();
}
