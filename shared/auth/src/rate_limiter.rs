//! Counts attempts against rate limits.

use api::{ApiError, ApiResult};
use platform::deadline;
use store::attempts::{AttemptCounter, AttemptsTable};
use tracing::warn;

use crate::{rate_limits::RateLimit, secrets::Secret};

/// Counts attempts against rate limits.
///
/// The table has a keyed hash of the email address or IP address that an attempt counts for, and keeps it for little longer than
/// the window.
#[derive(Debug)]
pub struct RateLimiter {
    table: AttemptsTable,
    pepper: Secret,
}

impl RateLimiter {
    /// Counts in that table; `pepper` is the key of the hashes.
    #[must_use]
    pub const fn new(table: AttemptsTable, pepper: Secret) -> Self {
        Self { table, pepper }
    }

    /// Counts an attempt for `key` before it is made. Counting is atomic: of many attempts at once, no more than allowed pass.
    ///
    /// # Errors
    /// The limit's code, with the time until its window is over, when there were too many attempts; and when the attempt cannot be
    /// counted. Then it must not be made.
    pub async fn count(&self, limit: &RateLimit, key: &str) -> ApiResult<AttemptCounter> {
        Ok(self.count_numbered(limit, key).await?.0)
    }

    /// As [`Self::count`]. Returns the number of the attempt in its window, too, which is 1 for the first.
    ///
    /// # Errors
    /// As [`Self::count`].
    pub async fn count_numbered(&self, limit: &RateLimit, key: &str) -> ApiResult<(AttemptCounter, u64)> {
        let counter = self.counter(limit, key).await?;
        let number = self.table.count(&counter).await?;
        if number > limit.attempts {
            return Err(ApiError::from(limit.code).with_retry_after(counter.seconds_left()));
        }
        Ok((counter, number))
    }

    /// How many attempts were counted for `key` in the window. Counts nothing.
    ///
    /// # Errors
    /// When the counter cannot be read.
    pub async fn attempts(&self, limit: &RateLimit, key: &str) -> ApiResult<u64> {
        let counter = self.counter(limit, key).await?;
        Ok(self.table.attempts(&counter).await?)
    }

    /// Does the work of a counted attempt, and refunds the attempt when `is_free` says that this result does not count. The work ends
    /// early enough for the refund.
    ///
    /// # Errors
    /// Those of the work, and when it did not end in time.
    pub async fn refund_if<T>(
        &self,
        counter: &AttemptCounter,
        is_free: impl FnOnce(&ApiResult<T>) -> bool,
        work: impl Future<Output = ApiResult<T>>,
    ) -> ApiResult<T> {
        let result = deadline::leave_time_to_undo(work)
            .await
            .unwrap_or_else(|late| Err(late.into()));
        if is_free(&result) {
            self.refund(counter).await;
        }
        result
    }

    /// Decrements a counter, because the attempt does not count. A failure is logged, and the attempt stays counted until its window is
    /// over.
    pub async fn refund(&self, counter: &AttemptCounter) {
        if let Err(cause) = in_time(self.table.refund(counter)).await {
            warn!(%cause, "an attempt stays counted");
        }
    }

    /// Deletes the counter of `key`, whose attempts no longer count. A failure is logged.
    pub async fn reset(&self, limit: &RateLimit, key: &str) {
        if let Err(cause) = in_time(self.try_reset(limit, key)).await {
            warn!(%cause, "attempts stay counted");
        }
    }

    async fn try_reset(&self, limit: &RateLimit, key: &str) -> ApiResult<()> {
        let counter = self.counter(limit, key).await?;
        Ok(self.table.delete(&counter).await?)
    }

    /// Reads the key of the hashes before the first request.
    pub async fn warm_up(&self) {
        self.pepper.value().await.ok();
    }

    async fn counter(&self, limit: &RateLimit, key: &str) -> ApiResult<AttemptCounter> {
        let key = self.pepper.keyed_hash(limit.name, key).await?;
        Ok(AttemptCounter::now(limit.name, &key, limit.window))
    }
}

/// Does what must not fail a request that is otherwise done. That the invocation has no time left is an error, too.
fn in_time<E>(work: impl Future<Output = Result<(), E>>) -> impl Future<Output = ApiResult<()>>
where
    E: Into<ApiError>,
{
    let done = deadline::leave_time_to_respond(work);
    async move { done.await?.map_err(Into::into) }
}
