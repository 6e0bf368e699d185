//! Limits on how often something may be tried (contract, "Accounts").

use std::time::Duration;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::secrets::Secret;
use crate::{
    http::{ApiError, ApiResult, ErrorCode},
    store::attempts::{AttemptsTable, Counter},
};

/// So many attempts in a window of time.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// What is limited: part of the counter's key.
    pub what: &'static str,
    /// How many are allowed.
    pub attempts: u64,
    /// In how long.
    pub window: Duration,
    /// What one more is answered with.
    pub code: ErrorCode,
}

/// Counts attempts against limits.
///
/// Who tried is kept as a keyed hash: the table names nobody, and nothing in it outlives its window by much.
#[derive(Debug)]
pub struct Attempts {
    table: AttemptsTable,
    pepper: Secret,
}

impl Attempts {
    /// Attempts counted in a table, with a key for the names in it.
    #[must_use]
    pub const fn new(table: AttemptsTable, pepper: Secret) -> Self {
        Self { table, pepper }
    }

    /// Counts an attempt of somebody before it is made, atomically: of many at once, no more are let through than allowed.
    ///
    /// # Errors
    /// The limit's code when there were too many, and when they cannot be counted: then nothing may be tried.
    pub async fn count(&self, limit: &Limit, who: &str) -> ApiResult<Counter> {
        let counter = Counter::now(limit.what, &self.keyed_hash(who).await?, limit.window);
        if self.table.count(&counter).await? > limit.attempts {
            return Err(ApiError::from(limit.code));
        }
        Ok(counter)
    }

    /// Takes back an attempt that turned out not to be one that is limited.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn take_back(&self, counter: &Counter) -> ApiResult<()> {
        Ok(self.table.take_back(counter).await?)
    }

    /// Reads the key, so that the first request need not.
    pub async fn warm_up(&self) {
        self.pepper.value().await.ok();
    }

    async fn keyed_hash(&self, who: &str) -> ApiResult<String> {
        let pepper = self.pepper.value().await?;
        let mac = Hmac::<Sha256>::new_from_slice(pepper);
        let mut mac = mac.map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
        mac.update(who.as_bytes());
        Ok(URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }
}
