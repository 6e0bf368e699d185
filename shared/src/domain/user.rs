//! The people with an account.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::opaque::random_id;

/// An account's id: opaque, unguessable, safe in addresses as it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(String);

impl UserId {
    /// A new one.
    #[must_use]
    pub fn random() -> Self {
        Self(random_id())
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What somebody signed up as (spec §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UserType {
    /// Learns.
    Student,
    /// Teaches, with a CV, an optional video and one or two courses.
    Teacher,
}
