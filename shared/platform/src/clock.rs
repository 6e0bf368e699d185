//! The wall clock. A rule that depends on the time takes it as a parameter, so that tests can choose it; its caller reads it here.
//!
//! Durations are measured with `tokio::time::Instant`, which a test can pause.

use jiff::Timestamp;

/// The time now.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the wall clock"
)]
pub fn now() -> Timestamp {
    Timestamp::now()
}

/// The time now, in seconds since the epoch.
#[must_use]
pub fn seconds() -> u64 {
    u64::try_from(now().as_second()).unwrap_or_default()
}
