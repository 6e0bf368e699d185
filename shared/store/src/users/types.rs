//! Users as the table has them.

use domain::{
    CourseId, EmailAddress, EmailChangeId, EmailRecipient, Language, LegalVersions, ReviewStatus, UserId, UserType,
};
use jiff::Timestamp;
use platform::clock;
use serde::{Deserialize, Serialize};

use super::{DataExport, EmailChange, Interests, Passkeys, PreviousEmail, Sessions, Staff, UserProfile};
use crate::StoreError;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub user_id: UserId,
    pub r#type: UserType,
    pub email: EmailAddress,
    /// What the user edits.
    pub profile: UserProfile,
    /// How often the profile was edited.
    pub profile_version: u64,
    pub language: Language,
    /// False for a user who has turned off the reminders of sessions. None for all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminders: Option<bool>,
    /// Argon2id, in PHC string format.
    pub password_hash: String,
    /// The version that tokens must have. It grows when all tokens of the user must end.
    pub token_version: u64,
    /// The sessions. None until the first sign-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sessions: Option<Sessions>,
    /// The passkeys. None until the first is added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkeys: Option<Passkeys>,
    /// What the user may do as staff. None for users who are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff: Option<Staff>,
    /// Whether the user has proved control of the mailbox.
    pub verified: bool,
    /// Whether the owner of the mailbox has rejected the sign-up, or not verified it in time. The deletion of the user has begun.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rejected: bool,
    pub blocked: bool,
    /// The review of a teacher's application. None when applications are not reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
    /// The user's last agreement to the terms and the privacy policy. None for users who registered without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    pub created_at: Timestamp,
    /// The change of the email address that waits for its confirmation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_change: Option<EmailChange>,
    /// Earlier email addresses to which the user can revert, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub previous_emails: Vec<PreviousEmail>,
    /// The change of the email address that was reverted last. A repeated request gets the same response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverted_email_change: Option<EmailChangeId>,
    /// The last export of the data that the user requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_export: Option<DataExport>,
    /// The services of whose opening the user wants to be told. None until the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interests: Option<Interests>,
    /// The course from whose page the user signed up. The verification of the mailbox removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wanted_course: Option<CourseId>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    pub status: ReviewStatus,
    /// Why the application was declined, as staff wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub at: Timestamp,
    /// Whether the email about the decision is still to be sent.
    #[serde(default, skip_serializing_if = "is_false")]
    pub untold: bool,
}

/// An agreement to the terms, after reading the privacy policy. It is not consent to processing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    /// The versions that the user read.
    #[serde(flatten)]
    pub versions: LegalVersions,
    /// The language in which the user read them.
    pub language: Language,
    pub at: Timestamp,
}

#[derive(Debug, thiserror::Error)]
pub enum CreateUserError {
    #[error("the email address is claimed")]
    EmailTaken,
    /// A file of the profile is not as it was read.
    #[error("a file is claimed or deleted")]
    FileChanged,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum VerificationOutcome {
    Verified,
    AlreadyVerified,
    /// The user is deleted, was rejected, or has another email address now.
    Refused,
}

/// Why a profile was not written.
#[derive(Debug, thiserror::Error)]
pub enum UpdateProfileError {
    /// The profile was edited since it was read, or the user was deleted.
    #[error("the profile is not the one that was read")]
    ProfileChanged,
    /// A file that the profile starts or stops referring to is not as it was read.
    #[error("a file is claimed or deleted")]
    FileChanged,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl<'a> From<&'a User> for EmailRecipient<'a> {
    fn from(user: &'a User) -> Self {
        let profile = &user.profile;
        Self::user(
            &user.email,
            &profile.fullname,
            user.verified,
            user.language,
            &profile.country,
        )
    }
}

impl User {
    pub fn wants_reminders(&self) -> bool {
        self.reminders != Some(false)
    }

    pub const fn awaits_verification(&self) -> bool {
        !self.verified && !self.rejected && !self.blocked
    }
}

impl Review {
    /// A review of this moment.
    pub fn now(status: ReviewStatus, reason: Option<String>) -> Self {
        Self {
            status,
            reason,
            at: clock::now(),
            untold: false,
        }
    }
}

impl Consent {
    pub fn now(versions: LegalVersions, language: Language) -> Self {
        Self {
            versions,
            language,
            at: clock::now(),
        }
    }
}
