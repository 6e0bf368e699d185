//! A cache in memory, for data that rarely changes.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;
use tracing::warn;

use crate::{
    causes::Causes,
    failure::{Failure, PlatformError},
};

/// A cache with one value for each key. All values have the same lifetime.
///
/// A failed fetch stores nothing, so the next request retries. An instance serves one request at a time, so nothing prevents two
/// fetches of one key. The set of keys must be bounded, because values are replaced and never evicted.
#[derive(Debug)]
pub struct TimedCache<K, V> {
    lifetime: Duration,
    values: Mutex<HashMap<K, (Instant, Arc<V>)>>,
}

impl<K: Eq + Hash, V> TimedCache<K, V> {
    /// An empty cache. A `lifetime` of zero fetches every time.
    pub fn new(lifetime: Duration) -> Self {
        Self {
            lifetime,
            values: Mutex::default(),
        }
    }

    async fn get_or_fetch<E>(&self, key: K, fetch: impl Future<Output = Result<V, E>>) -> Result<Arc<V>, E> {
        if let Some(cached) = self.younger_than(self.lifetime, &key) {
            return Ok(cached);
        }
        let value = Arc::new(fetch.await?);
        self.lock().insert(key, (Instant::now(), Arc::clone(&value)));
        Ok(value)
    }

    /// The value for `key`, which is fetched when it is missing or too old. When it is too old and AWS does not respond, the old one is used
    /// for one more lifetime.
    pub async fn get_or_last<E: PlatformError>(
        &self,
        key: K,
        fetch: impl Future<Output = Result<V, E>>,
    ) -> Result<Arc<V>, E>
    where
        K: Clone,
    {
        let fetched = self.get_or_fetch(key.clone(), fetch).await;
        if let Err(cause) = &fetched
            && cause.failure() == Failure::Unavailable
            && let Some(last) = self.younger_than(2 * self.lifetime, &key)
        {
            warn!(cause = %Causes(cause), "cached value not fetched again");
            return Ok(last);
        }
        fetched
    }

    fn younger_than(&self, age: Duration, key: &K) -> Option<Arc<V>> {
        let values = self.lock();
        let (fetched, value) = values.get(key)?;
        (fetched.elapsed() < age).then(|| Arc::clone(value))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<K, (Instant, Arc<V>)>> {
        // A value is complete or absent, even if a thread panicked while it held the lock.
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[derive(Debug, PartialEq, Eq, thiserror::Error)]
    #[error("no table")]
    struct NoTable(Failure);

    impl PlatformError for NoTable {
        fn failure(&self) -> Failure {
            self.0
        }
    }

    async fn get(cache: &TimedCache<&'static str, u32>, key: &'static str, value: u32) -> u32 {
        *cache
            .get_or_fetch(key, async { Ok::<_, Infallible>(value) })
            .await
            .unwrap_or_else(|never| match never {})
    }

    #[tokio::test]
    async fn caches_one_value_for_each_key() {
        let cache = TimedCache::new(Duration::from_mins(1));
        assert_eq!(get(&cache, "a", 1).await, 1);
        assert_eq!(get(&cache, "a", 2).await, 1);
        assert_eq!(get(&cache, "b", 2).await, 2);
    }

    #[tokio::test]
    async fn fetches_again_when_the_value_is_too_old() {
        let cache = TimedCache::new(Duration::ZERO);
        assert_eq!(get(&cache, "a", 1).await, 1);
        assert_eq!(get(&cache, "a", 2).await, 2);
    }

    #[tokio::test]
    async fn stores_nothing_after_a_failed_fetch() {
        let cache = TimedCache::<_, u32>::new(Duration::from_mins(1));
        let failed = cache.get_or_fetch("a", async { Err("no table") }).await;
        assert_eq!(failed, Err("no table"));
        assert_eq!(get(&cache, "a", 2).await, 2);
    }

    #[tokio::test]
    async fn an_outage_keeps_the_last_value_for_one_more_lifetime() {
        let lifetime = Duration::from_secs(20);
        let cache = TimedCache::new(lifetime);
        let fails_by = async |failure| cache.get_or_last("a", async { Err(NoTable(failure)) }).await;
        let error = |failure| Err(NoTable(failure));
        assert_eq!(
            fails_by(Failure::Unavailable).await,
            error(Failure::Unavailable),
            "there is none yet"
        );

        let fetched_before = |age| {
            let then = Instant::now().checked_sub(age).expect("the machine runs for longer");
            cache.lock().insert("a", (then, Arc::new(1)));
        };
        fetched_before(lifetime);
        assert_eq!(fails_by(Failure::Unavailable).await, Ok(Arc::new(1)));
        for fault in [Failure::Internal, Failure::Rejected] {
            assert_eq!(fails_by(fault).await, error(fault), "a fault is not hidden");
        }
        fetched_before(2 * lifetime);
        assert_eq!(fails_by(Failure::Unavailable).await, error(Failure::Unavailable));
        assert_eq!(get(&cache, "a", 2).await, 2);
    }
}
