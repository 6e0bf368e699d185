//! Windows of time in which attempts are counted.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// As many seconds as a test takes that must not cross the border of two windows.
const NEEDED: u64 = 30;

/// Waits for the next window when the one of that length that is open now ends too soon for a test.
pub async fn well_inside_a_window(length: Duration) {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("the clock is right");
    let left = length.as_secs() - now.as_secs() % length.as_secs();
    if left < NEEDED {
        tokio::time::sleep(Duration::from_secs(left + 1)).await;
    }
}
