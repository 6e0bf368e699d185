//! Every environment variable that a function reads, typed.
//!
//! `template.yaml` sets them. A missing or malformed one is a [`ConfigError`] that names it; the function then answers
//! `internal_error` to every request and logs that line (see [`crate::http::serve`]).

use std::time::Duration;

/// The process's environment, read at the cold start.
#[derive(Debug)]
pub struct Environment(());

impl Environment {
    /// The environment that the process was started with.
    pub(crate) const fn of_process() -> Self {
        Self(())
    }

    /// `COURSES_TABLE`: the name of the table of [`crate::store::courses`].
    ///
    /// # Errors
    /// When it is not set.
    pub fn courses_table(&self) -> Result<String, ConfigError> {
        self.required("COURSES_TABLE")
    }

    /// `COURSE_PRICES_TABLE`: the name of the table of [`crate::store::course_prices`].
    ///
    /// # Errors
    /// When it is not set.
    pub fn course_prices_table(&self) -> Result<String, ConfigError> {
        self.required("COURSE_PRICES_TABLE")
    }

    /// `CATALOGUE_MAX_AGE_SECONDS`: how long a warm instance, the CDN and browsers each keep their copy of the catalogue.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn catalogue_max_age(&self) -> Result<Duration, ConfigError> {
        let name = "CATALOGUE_MAX_AGE_SECONDS";
        let seconds = self.required(name)?;
        seconds
            .parse()
            .map(Duration::from_secs)
            .map_err(|_| ConfigError::Malformed {
                name,
                expected: "a whole number of seconds",
            })
    }

    #[expect(clippy::unused_self, reason = "whoever holds an `Environment` may read it")]
    fn required(&self, name: &'static str) -> Result<String, ConfigError> {
        match std::env::var(name) {
            Ok(value) if !value.trim().is_empty() => Ok(value),
            _ => Err(ConfigError::Missing { name }),
        }
    }
}

/// A variable that a function cannot do without.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// It is not set, or empty.
    #[error("environment variable {name} is not set")]
    Missing {
        /// The variable.
        name: &'static str,
    },
    /// It has a value that makes no sense. The value is not repeated, since it may be a secret.
    #[error("environment variable {name} must be {expected}")]
    Malformed {
        /// The variable.
        name: &'static str,
        /// What it should be.
        expected: &'static str,
    },
}
