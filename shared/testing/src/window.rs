//! Windows of time in which attempts are counted.

use std::{
    panic::{AssertUnwindSafe, resume_unwind},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use futures_util::FutureExt;

/// Runs a test that counts in windows of that length. A run that was in two of them says nothing, whether it failed or not, and is
/// followed by another.
pub async fn in_one_window(length: Duration, test: impl AsyncFn()) {
    loop {
        let window = window(length);
        let ran = AssertUnwindSafe(test()).catch_unwind().await;
        if window == self::window(length) {
            return ran.unwrap_or_else(|panic| resume_unwind(panic));
        }
    }
}

/// The number of the window that is open.
fn window(length: Duration) -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("the clock is right");
    now.as_secs() / length.as_secs()
}
