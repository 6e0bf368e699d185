//! Users.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::id::id_type;

id_type!(
    shown UserId, UserIdError, "not a user id, which is 32 of 0-9 and a-f"
);

/// How long after the sign-up a user is deleted whose mailbox was never verified, as the privacy policy says. Links are valid for three days, so
/// there is time to ask for others.
pub const UNVERIFIED_PERIOD: SignedDuration = SignedDuration::from_hours(30 * 24);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum UserType {
    Student,
    /// Teaches one or two courses. Has a CV and may have a video.
    Teacher,
}

/// Whether operators review teachers' applications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum TeacherApproval {
    Off,
    /// An operator reviews each application first.
    Required,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ReviewStatus {
    Pending,
    Approved,
    /// The teacher may not teach. An email gave the reason.
    Declined,
}

impl ReviewStatus {
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl UserType {
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
