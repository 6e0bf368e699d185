//! Requests for a place in a run of a course.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantNames};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PlaceRequestState {
    /// No operator has decided it yet.
    Pending,
    /// The user has the place, and is enrolled.
    Accepted,
    /// The user does not have the place. An email gave the reason.
    Declined,
}

impl PlaceRequestState {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
