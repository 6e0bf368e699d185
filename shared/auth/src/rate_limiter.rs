//! Counts attempts against rate limits.

use std::{
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
};

use api::{ApiError, ApiResult};
use futures_util::future::join_all;
use platform::{deadline, warm_up};
use store::attempts::{AttemptCounter, AttemptsTable};
use tracing::warn;

use crate::{origin_check::Client, rate_limits::RateLimit, secrets::Secret};

/// Counts attempts against rate limits.
///
/// The table has a keyed hash of the email address or IP address that an attempt counts for, and keeps it for little longer than
/// the window.
#[derive(Debug)]
pub struct RateLimiter {
    table: AttemptsTable,
    pepper: Secret,
}

/// The attempts that one request counts, so that they can be refunded together.
#[derive(Debug)]
pub struct RequestAttempts<'a> {
    rate_limiter: &'a RateLimiter,
    counted: Mutex<Vec<AttemptCounter>>,
}

impl RateLimiter {
    /// Counts in that table; `pepper` is the key of the hashes.
    pub const fn new(table: AttemptsTable, pepper: Secret) -> Self {
        Self { table, pepper }
    }

    /// The attempts that a request is going to count.
    pub const fn for_request(&self) -> RequestAttempts<'_> {
        RequestAttempts {
            rate_limiter: self,
            counted: Mutex::new(Vec::new()),
        }
    }

    /// How many attempts were counted for `key` in the window. Counts nothing.
    pub async fn attempts(&self, limit: &RateLimit, key: &str) -> ApiResult<u64> {
        let counter = self.counter(limit, key).await?;
        Ok(self.table.attempts(&counter).await?)
    }

    /// Refuses when `key` has no attempt left in the window. Counts nothing.
    ///
    /// # Errors
    /// The limit's code, with the time until its window is over; and when the counter cannot be read.
    pub async fn require_left(&self, limit: &RateLimit, key: &str) -> ApiResult<()> {
        let counter = self.counter(limit, key).await?;
        if self.table.attempts(&counter).await? < limit.attempts {
            return Ok(());
        }
        Err(ApiError::from(limit.code).with_retry_after(counter.seconds_left()))
    }

    /// As [`Self::attempts`], for a client: see [`RequestAttempts::count_client`].
    pub async fn attempts_of_client(&self, limit: &RateLimit, client: &Client) -> ApiResult<u64> {
        let mut number = 0;
        for (network, times) in client.networks() {
            number = number.max(self.attempts(limit, network).await?.div_ceil(times));
        }
        Ok(number)
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
        warm_up::finish(self.pepper.value().await);
    }

    async fn counter(&self, limit: &RateLimit, key: &str) -> ApiResult<AttemptCounter> {
        let key = self.pepper.keyed_hash(limit.name, key).await?;
        Ok(AttemptCounter::now(limit.name, &key, limit.window))
    }
}

impl RequestAttempts<'_> {
    /// Counts an attempt for `key` before it is made. Counting is atomic: of many attempts at once, no more than allowed pass. Returns the
    /// counter.
    ///
    /// # Errors
    /// The limit's code, with the time until its window is over, when there were too many attempts; and when the attempt cannot be
    /// counted. Then it must not be made.
    pub async fn count(&self, limit: &RateLimit, key: &str) -> ApiResult<AttemptCounter> {
        Ok(self.count_numbered(limit, key).await?.0)
    }

    /// As [`Self::count`], for an attempt that can be left out. False when there were too many.
    ///
    /// # Errors
    /// When the attempt cannot be counted. Then it must not be made.
    pub async fn try_count(&self, limit: &RateLimit, key: &str) -> ApiResult<bool> {
        let (counter, number) = self.count_any(limit, key).await?;
        let is_allowed = number <= limit.attempts;
        if is_allowed {
            self.counted().push(counter);
        }
        Ok(is_allowed)
    }

    /// As [`Self::count`]. Returns the number of the attempt in its window, too, which is 1 for the first.
    pub async fn count_numbered(&self, limit: &RateLimit, key: &str) -> ApiResult<(AttemptCounter, u64)> {
        self.count_up_to(limit.attempts, limit, key).await
    }

    /// As [`Self::count_numbered`], with another number of attempts than that of the limit.
    pub async fn count_up_to(&self, most: u64, limit: &RateLimit, key: &str) -> ApiResult<(AttemptCounter, u64)> {
        let (counter, number) = self.count_any(limit, key).await?;
        if number > most {
            return Err(ApiError::from(limit.code).with_retry_after(counter.seconds_left()));
        }
        self.counted().push(counter.clone());
        Ok((counter, number))
    }

    /// Counts an attempt of a client, for each of its networks, up to `most`. `of` is what else the limit is about; empty for nothing.
    /// A /56 of IPv6 addresses has twice the attempts of a /64, and a /48 four times. Returns the number of the attempt as if one /64
    /// had made all.
    pub async fn count_client(&self, most: u64, limit: &RateLimit, client: &Client, of: &str) -> ApiResult<u64> {
        // A network may be counted when the next one fails.
        self.refund_on_failure(self.count_networks(most, limit, client, of))
            .await
    }

    async fn count_networks(&self, most: u64, limit: &RateLimit, client: &Client, of: &str) -> ApiResult<u64> {
        let mut highest = 0;
        for (network, times) in client.networks() {
            let key = if of.is_empty() {
                network.to_owned()
            } else {
                format!("{network}\0{of}")
            };
            let (_, number) = self.count_up_to(most.saturating_mul(times), limit, &key).await?;
            highest = highest.max(number.div_ceil(times));
        }
        Ok(highest)
    }

    /// Counts an attempt, also one above the limit. Returns the counter, and the number of the attempt.
    async fn count_any(&self, limit: &RateLimit, key: &str) -> ApiResult<(AttemptCounter, u64)> {
        let counter = self.rate_limiter.counter(limit, key).await?;
        let number = self.rate_limiter.table.count(&counter).await?;
        Ok((counter, number))
    }

    /// Does work of the request. When the platform fails it, the attempts that the request has counted do not count: a short failure would
    /// otherwise lock users out for a long time.
    pub fn refund_on_failure<T, E: Into<ApiError>>(
        &self,
        work: impl Future<Output = Result<T, E>>,
    ) -> impl Future<Output = ApiResult<T>> {
        let is_failure = |result: &ApiResult<T>| result.as_ref().is_err_and(ApiError::is_internal);
        self.refund_if(is_failure, async { work.await.map_err(Into::into) })
    }

    /// Does work of the request, and refunds the attempts that the request has counted when `is_free` says that this result does not
    /// count.
    pub fn refund_if<T>(
        &self,
        is_free: impl FnOnce(&ApiResult<T>) -> bool,
        work: impl Future<Output = ApiResult<T>>,
    ) -> impl Future<Output = ApiResult<T>> {
        let work = deadline::leave_time_to_undo(work);
        async move {
            let result = work.await.unwrap_or_else(|late| Err(late.into()));
            if is_free(&result) {
                self.refund().await;
            }
            result
        }
    }

    /// Refunds the attempts that the request has counted so far, because they do not count. A failure is logged, and the attempt stays
    /// counted until its window is over.
    pub async fn refund(&self) {
        let counted = mem::take(&mut *self.counted());
        join_all(counted.iter().map(async |counter| {
            if let Err(cause) = in_time(self.rate_limiter.table.refund(counter)).await {
                warn!(%cause, "an attempt stays counted");
            }
        }))
        .await;
    }

    /// The counters of the attempts that the request has counted so far, for what refunds them in another request.
    pub fn counters(&self) -> Vec<AttemptCounter> {
        self.counted().clone()
    }

    fn counted(&self) -> MutexGuard<'_, Vec<AttemptCounter>> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
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
