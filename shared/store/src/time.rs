//! Times as the tables hold them: in seconds since the epoch, which is what a table's TTL reads.

use std::time::{SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::types::AttributeValue;

/// The seconds since the epoch.
pub(super) fn now() -> u64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    since_epoch.unwrap_or_default().as_secs()
}

/// A time as an attribute.
pub(super) fn seconds(time: u64) -> AttributeValue {
    AttributeValue::N(time.to_string())
}
