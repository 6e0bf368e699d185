//! The item of a user, without secrets.

use std::collections::BTreeSet;

use domain::{
    CourseId, EmailAddress, EmailChangeId, FileReference, Language, ServiceArea, StaffRole, UserId, UserType,
};
use jiff::Timestamp;
use platform::clock::{self, TimeError};
use serde::Serialize;
use store::{
    StoreError,
    payments::Enrolment,
    users::{
        Consent, DataExport, DataExportState, EmailChange, Interest, Passkey, PersonalDetails, PreviousEmail, Review,
        Session, User,
    },
};

/// Everything about a user except the password hash and the versions of tokens and profile.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UserDetails {
    pub id: UserId,
    /// The profile without courses and files.
    #[serde(flatten)]
    pub personal: PersonalDetails,
    pub email: EmailAddress,
    pub r#type: UserType,
    /// Whether the user has proved control of the mailbox.
    pub verified: bool,
    /// Whether the owner of the mailbox has said that the registration was not theirs. Such a user is about to be deleted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rejected: bool,
    pub blocked: bool,
    pub language: Language,
    /// False for a user who has turned off the reminders of sessions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminders: Option<bool>,
    pub created_at: Timestamp,
    pub courses: Vec<CourseId>,
    pub files: Vec<FileReference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
    /// The last agreement to the terms and the privacy policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    /// The change of the email address that waits for its confirmation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_change: Option<EmailChangeDetails>,
    /// Earlier email addresses to which the user can revert.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub previous_emails: Vec<EmailChangeDetails>,
    /// The change of the email address that was reverted last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reverted_email_change: Option<EmailChangeId>,
    pub sessions: Vec<SessionDetails>,
    /// The passkeys without their keys, the first one first.
    pub passkeys: Vec<PasskeyDetails>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_export: Option<DataExportDetails>,
    /// The services of whose opening the user wants to be told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interests: Vec<InterestDetails>,
    /// The course from whose page the user signed up, until the mailbox is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted_course: Option<CourseId>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub staff_roles: BTreeSet<StaffRole>,
    pub enrolments: Vec<Enrolment>,
}

/// A change of the email address: the other address, and until when it can be confirmed or reverted.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailChangeDetails {
    pub change_id: EmailChangeId,
    /// The new email address of a pending change, or the former one.
    pub email: EmailAddress,
    /// When it can no longer be confirmed or reverted.
    pub expires_at: Timestamp,
}

/// A session, without its id and the version of its tokens.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionDetails {
    /// The browser, if it is known.
    pub browser: Option<String>,
    /// The operating system, if it is known.
    pub system: Option<String>,
    /// The country of the sign-in, if it is known.
    pub country: Option<String>,
    /// The city of the sign-in, if it is known.
    pub city: Option<String>,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
    /// The idle expiry, which a use postpones.
    pub expires_at: Timestamp,
    /// The absolute expiry.
    pub ends_at: Timestamp,
    /// When the user last signed in as staff in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staff_since: Option<Timestamp>,
}

/// A passkey, without its id and its key.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyDetails {
    pub name: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DataExportDetails {
    pub state: DataExportState,
    pub requested_at: Timestamp,
    pub expires_at: Timestamp,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InterestDetails {
    pub service: ServiceArea,
    pub asked_at: Timestamp,
}

impl UserDetails {
    /// The details of a user with those enrolments.
    pub fn of(user: &User, enrolments: Vec<Enrolment>) -> Result<Self, StoreError> {
        Self::read(user, enrolments).map_err(|error| StoreError::MalformedItem {
            table: "users".to_owned(),
            key: user.user_id.to_string(),
            source: error.into(),
        })
    }

    /// It names every attribute, so that a new one cannot be left out by mistake.
    fn read(user: &User, enrolments: Vec<Enrolment>) -> Result<Self, TimeError> {
        let User {
            user_id,
            r#type,
            email,
            profile,
            profile_version: _,
            language,
            reminders,
            password_hash: _,
            token_version: _,
            sessions,
            passkeys,
            verified,
            rejected,
            blocked,
            review,
            consent,
            created_at,
            email_change,
            previous_emails,
            reverted_email_change,
            data_export,
            interests,
            wanted_course,
            staff,
        } = user.clone();
        let mut sessions: Vec<_> = sessions
            .unwrap_or_default()
            .into_values()
            .map(SessionDetails::of)
            .collect::<Result<_, _>>()?;
        sessions.sort_by_key(|session| session.created_at);
        let mut passkeys: Vec<_> = passkeys
            .unwrap_or_default()
            .into_values()
            .map(PasskeyDetails::of)
            .collect::<Result<_, _>>()?;
        passkeys.sort_by_key(|passkey| passkey.created_at);
        Ok(Self {
            id: user_id,
            personal: profile.details(),
            email,
            r#type,
            verified,
            rejected,
            blocked,
            language,
            reminders,
            created_at,
            courses: profile.courses,
            files: [profile.files.image, profile.files.curriculum, profile.files.video]
                .into_iter()
                .flatten()
                .collect(),
            review,
            consent,
            email_change: email_change.map(EmailChangeDetails::of_pending).transpose()?,
            previous_emails: previous_emails
                .into_iter()
                .map(EmailChangeDetails::of_previous)
                .collect::<Result<_, _>>()?,
            reverted_email_change,
            sessions,
            passkeys,
            data_export: data_export.as_ref().map(DataExportDetails::of).transpose()?,
            interests: interests
                .into_iter()
                .flatten()
                .map(InterestDetails::of)
                .collect::<Result<_, _>>()?,
            wanted_course,
            staff_roles: staff.map(|staff| staff.roles).unwrap_or_default(),
            enrolments,
        })
    }
}

impl EmailChangeDetails {
    fn of_pending(change: EmailChange) -> Result<Self, TimeError> {
        let EmailChange {
            change_id,
            email,
            expires_at,
        } = change;
        Ok(Self {
            change_id,
            email,
            expires_at: clock::timestamp(expires_at)?,
        })
    }

    fn of_previous(previous: PreviousEmail) -> Result<Self, TimeError> {
        let PreviousEmail {
            change_id,
            email,
            expires_at,
        } = previous;
        Ok(Self {
            change_id,
            email,
            expires_at: clock::timestamp(expires_at)?,
        })
    }
}

impl SessionDetails {
    fn of(session: Session) -> Result<Self, TimeError> {
        let Session {
            browser,
            system,
            country,
            city,
            created_at,
            last_seen_at,
            expires_at,
            ends_at,
            idle_seconds: _,
            token_version: _,
            passkey: _,
            staff,
        } = session;
        Ok(Self {
            browser,
            system,
            country,
            city,
            created_at: clock::timestamp(created_at)?,
            last_seen_at: clock::timestamp(last_seen_at)?,
            expires_at: clock::timestamp(expires_at)?,
            ends_at: clock::timestamp(ends_at)?,
            staff_since: staff.map(|sign_in| clock::timestamp(sign_in.at)).transpose()?,
        })
    }
}

impl PasskeyDetails {
    fn of(passkey: Passkey) -> Result<Self, TimeError> {
        let Passkey {
            name,
            created_at,
            last_used_at,
            last_use: _,
            credential: _,
        } = passkey;
        Ok(Self {
            name,
            created_at: clock::timestamp(created_at)?,
            last_used_at: last_used_at.map(clock::timestamp).transpose()?,
        })
    }
}

impl InterestDetails {
    fn of((service, interest): (ServiceArea, Interest)) -> Result<Self, TimeError> {
        let Interest {
            asked_at,
            announcement: _,
        } = interest;
        Ok(Self {
            service,
            asked_at: clock::timestamp(asked_at)?,
        })
    }
}

impl DataExportDetails {
    fn of(export: &DataExport) -> Result<Self, TimeError> {
        Ok(Self {
            state: export.state,
            requested_at: clock::timestamp(export.requested_at)?,
            expires_at: clock::timestamp(export.expires_at)?,
        })
    }
}
