//! Tests that depend on the window of a rate limit.

use std::{
    panic::{AssertUnwindSafe, resume_unwind},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use futures_util::FutureExt;

/// Runs a test that counts attempts in windows of this length. When a window ended during the run, the result is
/// not valid, and the test runs again.
pub async fn in_one_window(length: Duration, test: impl AsyncFn()) {
    loop {
        let window = current_window(length);
        let result = AssertUnwindSafe(Box::pin(test())).catch_unwind().await;
        if window == current_window(length) {
            return result.unwrap_or_else(|panic| resume_unwind(panic));
        }
    }
}

/// The number of the current window, counted from the Unix epoch.
fn current_window(length: Duration) -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("the clock is right");
    now.as_secs() / length.as_secs()
}
