//! The users table: users, and the claim of each on an email address.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `pk` | S, partition | `user#<id>` for a user, `email#<email address>` for a claim, `staff` for the list of users with roles, `announcements` for those of services |
//! | `application` | S, partition of the index `applications` | the status of the review of a teacher, or `pending` |
//! | `createdAt` | S, sort of the index `applications` | when the user registered |
//!
//! Reads are in `reads`, writes in `writes`, all that is about sessions in `sessions`, about changes of email addresses in
//! `email_changes`, about exports of the data in `data_exports`, about passkeys in `passkeys`, and about services that are not open in
//! `interests` and `announcements`, about roles of staff in `staff`, about teachers' applications in `applications`. Access patterns: a user by id, a user by email address (claim, then user), create (in one transaction with the files
//! that the profile refers to), delete (in one transaction with the removal of files), write the profile (if it is the one that was
//! read; in one transaction with its files), set the language or the reminders, mark as verified, mark as rejected, replace the password hash, reset
//! the password (in one transaction with the password reset token), correct, change or revert the email address (in one transaction
//! with the claims), add, use and end sessions, begin and end an export, add, use, rename and remove passkeys, add and withdraw interest
//! in a service; for staff, applications by status, block, unblock, end all sessions and review (in one transaction with the audit record); for
//! jobs, announce a service, find those who are not verified, and scan.

mod announcements;
mod applications;
mod data_exports;
mod email_changes;
mod interests;
mod passkeys;
mod profile;
mod reads;
mod sessions;
mod staff;
#[cfg(test)]
mod tests;
mod types;
mod writes;

use domain::{EmailAddress, UserId};
use platform::warm_up;
use serde::{Deserialize, Serialize};

pub use announcements::{Announcements, SentAnnouncement, WaitingUsers, WantedAnnouncement};
pub use applications::{Applicant, ApplicationCursor};
pub use data_exports::{ARCHIVE_PERIOD, DataExport, DataExportState, MAKING_PERIOD};
pub use email_changes::{ChangeEmailError, EmailChange, PreviousEmail};
pub use interests::{Interest, Interests};
pub use passkeys::{Passkey, Passkeys};
pub use profile::{PersonalDetails, ProfileFiles, UserProfile};
pub use reads::UserScan;
pub use sessions::{Session, Sessions};
pub use staff::{Staff, StaffCode, StaffOutcome, StaffSignIn};
pub use types::{Consent, CreateUserError, Review, UpdateProfileError, User, VerificationOutcome};

use crate::table::{Item, key, named_table};

named_table!(UsersTable);

/// The claim on an email address.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EmailClaim {
    user_id: UserId,
    /// For an email address that the user no longer has, and that is reserved for reverting the change: when that ends. It is the
    /// table's TTL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<u64>,
}

impl EmailClaim {
    fn of(id: &UserId) -> Self {
        Self {
            user_id: id.clone(),
            expires_at: None,
        }
    }

    /// Whether nobody else can claim the email address. DynamoDB deletes an expired claim with a delay.
    fn holds(&self, now: u64) -> bool {
        self.expires_at.is_none_or(|expires_at| now < expires_at)
    }
}

impl UsersTable {
    /// Opens the connection before the first request.
    pub async fn warm_up(&self) {
        warm_up::finish(self.find(&UserId::random()).await);
    }
}

pub fn user_key(id: &UserId) -> String {
    format!("user#{id}")
}

/// The partition key of the claim on an email address.
pub fn email_key(email: &EmailAddress) -> String {
    format!("email#{email}")
}

fn user_item_key(id: &UserId) -> Item {
    key("pk", user_key(id))
}

fn email_item_key(email: &EmailAddress) -> Item {
    key("pk", email_key(email))
}
