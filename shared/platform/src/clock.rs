//! The wall clock. A rule that depends on the time takes it as a parameter, so that tests can choose it; its caller reads it here.
//!
//! Durations are measured with `tokio::time::Instant`, which a test can pause.

use jiff::Timestamp;

use crate::failure::{Failure, PlatformError};

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the wall clock"
)]
pub fn now() -> Timestamp {
    Timestamp::now()
}

/// The time now, in seconds since the epoch.
pub fn seconds() -> u64 {
    u64::try_from(now().as_second()).unwrap_or_default()
}

/// The time that is `seconds` after the epoch, as the tables have it.
pub fn timestamp(seconds: u64) -> Result<Timestamp, TimeError> {
    let time = i64::try_from(seconds).ok();
    let time = time.and_then(|seconds| Timestamp::from_second(seconds).ok());
    time.ok_or(TimeError(seconds))
}

/// A number of seconds that is not a time. No code writes one, so the item that has it is malformed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} seconds after the epoch is not a time")]
pub struct TimeError(u64);

impl PlatformError for TimeError {
    fn failure(&self) -> Failure {
        Failure::Internal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_seconds_is_a_time_until_the_year_9999() {
        let time = timestamp(1_764_230_400).map(|time| time.to_string());
        assert_eq!(time.as_deref(), Ok("2025-11-27T08:00:00Z"));
        for seconds in [253_402_300_800, u64::MAX] {
            assert_eq!(timestamp(seconds), Err(TimeError(seconds)));
        }
    }
}
