//! Responses at a fixed time. Whether an email was sent, and how long that took, cannot be seen from outside.
//!
//! Sending the email ends before the response, with success or by its timeout. Lambda freezes the process after the response, so
//! unfinished work would continue during another request, or never.

use std::time::Duration;

use platform::deadline;
use tokio::time::{Instant, sleep_until};

/// Time from the request to its response: the time of the email, and the usual time of the tables.
const RESPONSE_AFTER: Duration = Duration::from_secs(2);
/// Minimum time from the start of the email to the response, for when the tables are slow. It exceeds the timeout of the email.
const EMAIL_WINDOW: Duration = Duration::from_millis(1_700);
/// Divides the timeout of an AWS call to get the timeout of the email: 6 s / 4 = 1.5 s, which ends before the response. With a longer AWS
/// timeout, as on a slow machine, the response may wait for the email.
const EMAIL_TIMEOUT_DIVISOR: u32 = 4;

/// The timeout of the email, for [`crate::Mailer::send_with_timeout`].
pub fn email_timeout(aws_call_timeout: Duration) -> Duration {
    aws_call_timeout / EMAIL_TIMEOUT_DIVISOR
}

/// Sends an email, or does nothing, and returns when the response to the request that `started` then is due. When the invocation has less
/// time left, it returns then, whether there is an email or not.
pub fn respond_after(started: Instant, email: impl Future<Output = ()>) -> impl Future<Output = ()> {
    let due = async move {
        let respond_at = (started + RESPONSE_AFTER).max(Instant::now() + EMAIL_WINDOW);
        tokio::join!(sleep_until(respond_at), email);
    };
    let due = deadline::leave_time_to_respond(due);
    async {
        due.await.ok();
    }
}
