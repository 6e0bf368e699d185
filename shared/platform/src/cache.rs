//! A cache in memory, for data that rarely changes.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

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
    #[must_use]
    pub fn new(lifetime: Duration) -> Self {
        Self {
            lifetime,
            values: Mutex::default(),
        }
    }

    /// The value for `key`, which is fetched when it is missing or too old.
    ///
    /// # Errors
    /// Those of `fetch`.
    pub async fn get_or_fetch<E>(&self, key: K, fetch: impl Future<Output = Result<V, E>>) -> Result<Arc<V>, E> {
        if let Some(cached) = self.fresh(&key) {
            return Ok(cached);
        }
        let value = Arc::new(fetch.await?);
        self.lock().insert(key, (Instant::now(), Arc::clone(&value)));
        Ok(value)
    }

    fn fresh(&self, key: &K) -> Option<Arc<V>> {
        let values = self.lock();
        let (fetched, value) = values.get(key)?;
        (fetched.elapsed() < self.lifetime).then(|| Arc::clone(value))
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
}
