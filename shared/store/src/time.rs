//! Times in the tables: seconds since the epoch, the format of a table's TTL.

use std::time::{SystemTime, UNIX_EPOCH};

/// The current time in seconds since the epoch.
pub(crate) fn now() -> u64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    since_epoch.unwrap_or_default().as_secs()
}
