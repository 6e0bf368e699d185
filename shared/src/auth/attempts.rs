//! Limits on how often something may be tried (contract, "Accounts").

use std::time::Duration;

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

/// In what time secrets may be guessed as often as the limits say.
const GUESSING_WINDOW: Duration = Duration::from_mins(15);

impl Limit {
    /// How often the password of one account may be guessed, by its e-mail.
    #[must_use]
    pub const fn of_guesses_per_account(attempts: u64) -> Self {
        Self::of_guesses("login-account", attempts)
    }

    /// How often the password of one account may be guessed by somebody who is signed in: apart from the others, whose guesses
    /// are not to keep the owner from leaving.
    #[must_use]
    pub const fn of_guesses_to_delete(attempts: u64) -> Self {
        Self::of_guesses("delete-account", attempts)
    }

    /// How often one client address may guess passwords and codes, whosesoever.
    #[must_use]
    pub const fn of_guesses_per_address(attempts: u64) -> Self {
        Self::of_guesses("login-address", attempts)
    }

    const fn of_guesses(what: &'static str, attempts: u64) -> Self {
        Self {
            what,
            attempts,
            window: GUESSING_WINDOW,
            code: ErrorCode::TooManyAttempts,
        }
    }
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
        let counter = self.counter(limit, who).await?;
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

    /// Forgets the attempts of somebody who proved to be who they are.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn forget(&self, limit: &Limit, who: &str) -> ApiResult<()> {
        let counter = self.counter(limit, who).await?;
        Ok(self.table.delete(&counter).await?)
    }

    /// Reads the key, so that the first request need not.
    pub async fn warm_up(&self) {
        self.pepper.value().await.ok();
    }

    async fn counter(&self, limit: &Limit, who: &str) -> ApiResult<Counter> {
        let who = self.pepper.keyed_hash(limit.what, who).await?;
        Ok(Counter::now(limit.what, &who, limit.window))
    }
}
