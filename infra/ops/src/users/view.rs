//! Users as the tool prints them.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
};

use domain::{EmailAddress, UserId, UserType};
use export::{SessionDetails, UserDetails};
use serde::Serialize;
use store::{
    StoreError,
    payments::Enrolment,
    users::{Consent, PersonalDetails, Review, User},
};

/// The keys of malformed items that a scan found. The scan continues after them.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub(crate) struct MalformedItems(pub(crate) Vec<String>);

impl MalformedItems {
    /// A line for each item.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|key| format!("{key}: its item is malformed"))
    }
}

/// A user in one line.
#[derive(Serialize)]
pub(crate) struct UserSummary {
    id: UserId,
    fullname: String,
    email: EmailAddress,
    r#type: UserType,
    verified: bool,
    /// Whether the owner of the mailbox has rejected the sign-up, and its deletion was interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rejected: bool,
    blocked: bool,
}

/// A user with everything that an export has about them, except for files and actions.
#[derive(Serialize)]
pub(super) struct ShownUser {
    #[serde(skip)]
    summary: UserSummary,
    #[serde(flatten)]
    details: UserDetails,
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

impl ShownUser {
    pub(super) fn of(user: &User, enrolments: Vec<Enrolment>) -> Result<Self, StoreError> {
        Ok(Self {
            summary: UserSummary::of(user),
            details: UserDetails::of(user, enrolments)?,
        })
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

impl ShownUser {
    /// The lines below the summary: name and value.
    fn rows(&self) -> Vec<(String, String)> {
        let user = &self.details;
        let mut rows = vec![
            ("language", user.language.code().to_owned()),
            ("created", user.created_at.to_string()),
        ];
        rows.extend(user.review.iter().map(|review| ("review", describe_review(review))));
        rows.extend(
            user.consent
                .iter()
                .map(|consent| ("consent", describe_consent(consent))),
        );
        rows.extend(user.courses.iter().map(|course| ("teaches", course.to_string())));
        let sessions = user.sessions.iter();
        rows.extend(sessions.map(|session| ("session", describe_session(session))));
        let files = user.files.iter();
        rows.extend(files.map(|file| (file.kind.as_str(), format!("{}, {}", file.name.as_str(), file.file_id))));
        rows.extend(user.enrolments.iter().map(|enrolment| {
            let paid_at = enrolment.paid_at;
            ("enrolled", format!("{enrolment}, {paid_at:.0}"))
        }));
        let rows = rows.into_iter().map(|(name, value)| (name.to_owned(), value));
        personal_rows(&user.personal).chain(rows).collect()
    }
}

/// The fields of a profile that have a value, named as in the API. The summary has the name of the user.
fn personal_rows(personal: &PersonalDetails) -> impl Iterator<Item = (String, String)> {
    // It is a map of texts, so it cannot fail to be JSON.
    let fields: BTreeMap<String, Option<String>> = serde_json::to_value(personal)
        .and_then(serde_json::from_value)
        .unwrap_or_default();
    let fields = fields.into_iter().filter(|(name, _)| name != "fullname");
    fields.filter_map(|(name, value)| Some((name, value?)))
}

/// The versions and the time of an agreement.
fn describe_consent(consent: &Consent) -> String {
    let Consent { versions, language, at } = consent;
    let language = language.code();
    format!(
        "terms of {}, privacy policy of {}, in {language}, {at}",
        versions.terms, versions.privacy
    )
}

/// Device, place and times of a session.
fn describe_session(session: &SessionDetails) -> String {
    let parts = [&session.browser, &session.system, &session.city, &session.country];
    let mut parts: Vec<_> = parts.into_iter().flatten().cloned().collect();
    let (created_at, last_seen_at, expires_at) = (session.created_at, session.last_seen_at, session.expires_at);
    parts.extend([
        format!("signed in {created_at}"),
        format!("last used {last_seen_at}"),
        format!("until {expires_at}"),
    ]);
    parts.join(", ")
}

/// The status of a review, with its reason.
fn describe_review(review: &Review) -> String {
    let status = review.status.as_str();
    let reason = review.reason.as_deref();
    reason.map_or_else(|| status.to_owned(), |reason| format!("{status}: {reason}"))
}

impl Display for ShownUser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.summary)?;
        let rows = self.rows();
        let width = rows.iter().map(|(name, _)| name.len() + 2).max().unwrap_or_default();
        for (name, value) in rows {
            write!(formatter, "\n  {name:<width$}{value}")?;
        }
        Ok(())
    }
}
