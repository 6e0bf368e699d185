//! Copies of slow-changing data, kept in memory by a warm instance for a short time.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// A copy per key, each good for the same time after it was fetched.
///
/// A failed fetch keeps nothing, so the next request tries again. An instance serves one request at a time, hence there is no
/// guard against two fetches of one key. Keys must come from a bounded set, since a copy is replaced but never evicted.
#[derive(Debug)]
pub struct TimedCache<K, V> {
    lifetime: Duration,
    copies: Mutex<HashMap<K, (Instant, Arc<V>)>>,
}

impl<K: Eq + Hash, V> TimedCache<K, V> {
    /// An empty cache. A `lifetime` of zero fetches every time.
    #[must_use]
    pub fn new(lifetime: Duration) -> Self {
        Self {
            lifetime,
            copies: Mutex::default(),
        }
    }

    /// The copy for `key`, fetched first when there is none or it is too old.
    ///
    /// # Errors
    /// What `fetch` fails with.
    pub async fn get_or_fetch<E>(&self, key: K, fetch: impl Future<Output = Result<V, E>>) -> Result<Arc<V>, E> {
        if let Some(copy) = self.fresh(&key) {
            return Ok(copy);
        }
        let value = Arc::new(fetch.await?);
        self.lock().insert(key, (Instant::now(), Arc::clone(&value)));
        Ok(value)
    }

    fn fresh(&self, key: &K) -> Option<Arc<V>> {
        let copies = self.lock();
        let (fetched, value) = copies.get(key)?;
        (fetched.elapsed() < self.lifetime).then(|| Arc::clone(value))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<K, (Instant, Arc<V>)>> {
        // A copy is whole or absent whatever happened to the thread that held the lock.
        self.copies.lock().unwrap_or_else(PoisonError::into_inner)
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
    async fn keeps_a_copy_per_key() {
        let cache = TimedCache::new(Duration::from_mins(1));
        assert_eq!(get(&cache, "a", 1).await, 1);
        assert_eq!(get(&cache, "a", 2).await, 1);
        assert_eq!(get(&cache, "b", 2).await, 2);
    }

    #[tokio::test]
    async fn fetches_again_when_the_copy_is_too_old() {
        let cache = TimedCache::new(Duration::ZERO);
        assert_eq!(get(&cache, "a", 1).await, 1);
        assert_eq!(get(&cache, "a", 2).await, 2);
    }

    #[tokio::test]
    async fn keeps_nothing_of_a_failed_fetch() {
        let cache = TimedCache::<_, u32>::new(Duration::from_mins(1));
        let failed = cache.get_or_fetch("a", async { Err("no table") }).await;
        assert_eq!(failed, Err("no table"));
        assert_eq!(get(&cache, "a", 2).await, 2);
    }
}
