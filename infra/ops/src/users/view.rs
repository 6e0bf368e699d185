//! Users as the tool prints them.

use std::fmt::{self, Display};

use domain::{EmailAddress, UserId, UserType};
use serde::Serialize;
use store::users::User;

/// The keys of malformed items that a scan found. The scan continues after them.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub(crate) struct MalformedItems(pub(crate) Vec<String>);

impl MalformedItems {
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|key| format!("{key}: its item is malformed"))
    }
}

#[derive(Serialize)]
pub(crate) struct UserSummary {
    id: UserId,
    fullname: String,
    email: EmailAddress,
    r#type: UserType,
    verified: bool,
    /// Whether the owner of the mailbox has rejected the sign-up, or not verified it in time, and its deletion was interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rejected: bool,
    blocked: bool,
}

impl UserSummary {
    pub(crate) fn of(user: &User) -> Self {
        Self {
            id: user.user_id.clone(),
            fullname: user.profile.fullname.clone(),
            email: user.email.clone(),
            r#type: user.r#type,
            verified: user.verified,
            rejected: user.rejected,
            blocked: user.blocked,
        }
    }

    const fn state(&self) -> &'static str {
        match self {
            Self { rejected: true, .. } => "rejected",
            Self { blocked: true, .. } => "blocked",
            Self { verified: true, .. } => "verified",
            _ => "not verified",
        }
    }
}

impl Display for UserSummary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id, fullname, email, ..
        } = self;
        let (kind, state) = (self.r#type.as_str(), self.state());
        write!(formatter, "{id}  {fullname} <{email}>, {kind}, {state}")
    }
}
