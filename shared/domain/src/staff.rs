//! Staff of the training company: users with roles.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantNames};

/// What a staff member may do. The roles are fixed, and an owner has all of them.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StaffRole {
    /// Decides about places and teachers' applications, runs the sessions, and helps users.
    Admissions,
    /// Records payments and refunds.
    Finance,
    /// Edits courses, runs and prices.
    Catalogue,
    /// Manages staff.
    Owner,
}

impl StaffRole {
    /// Of an endpoint for every staff member.
    pub const ALL: &'static [Self] = &[Self::Admissions, Self::Finance, Self::Catalogue, Self::Owner];

    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
