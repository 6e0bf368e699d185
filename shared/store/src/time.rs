//! Times in the tables: seconds since the epoch, the format of a table's TTL.

use platform::clock;

/// The current time in seconds since the epoch.
pub(crate) fn now() -> u64 {
    u64::try_from(clock::now().as_second()).unwrap_or_default()
}
