//! The people with an account.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use super::opaque::{parse_id, random_id};

/// An account's id: opaque, unguessable, safe in addresses as it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(String);

/// Not an id that we give.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("not the id of an account, which is 32 of 0-9 and a-f")]
pub struct UserIdError;

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

impl FromStr for UserId {
    type Err = UserIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_id(text).map(Self).ok_or(UserIdError)
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What somebody signed up as (spec §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum UserType {
    /// Learns.
    Student,
    /// Teaches, with a CV, an optional video and one or two courses.
    Teacher,
}

/// Whether teachers wait for an operator's approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum TeacherApproval {
    /// Whoever signs up as a teacher is one.
    Off,
    /// An operator reviews each application first.
    Required,
}

/// What became of a teacher's application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ReviewStatus {
    /// Nobody has looked at it yet.
    Pending,
    /// They may teach.
    Approved,
    /// They may not, for a reason that they were told.
    Declined,
}

impl ReviewStatus {
    /// The status as text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl UserType {
    /// The type as text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
