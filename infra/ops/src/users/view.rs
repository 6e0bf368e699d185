//! Users as the tool prints them.

use std::fmt::{self, Display};

use domain::{Birthdate, Country, CourseId, EmailAddress, FileReference, Language, PhoneNumber, UserId, UserType};
use serde::Serialize;
use store::{
    payments::Enrolment,
    users::{Consent, EmailChange, PreviousEmail, Review, User},
};

/// A user in one line.
#[derive(Serialize)]
pub(crate) struct UserSummary {
    id: UserId,
    fullname: String,
    email: EmailAddress,
    r#type: UserType,
    verified: bool,
    blocked: bool,
}

/// Everything about a user except password hash, tokens and versions.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserDetails {
    #[serde(flatten)]
    summary: UserSummary,
    phone1: PhoneNumber,
    phone2: Option<PhoneNumber>,
    #[serde(rename = "address")]
    postal_address: String,
    country: String,
    birthdate: Option<Birthdate>,
    language: Language,
    created_at: String,
    /// The courses that a teacher teaches.
    courses: Vec<CourseId>,
    files: Vec<FileReference>,
    /// The review of a teacher's application.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<Review>,
    /// The last agreement to the terms and the privacy policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    consent: Option<Consent>,
    /// The change of the email address that waits for its confirmation.
    #[serde(skip_serializing_if = "Option::is_none")]
    email_change: Option<EmailChange>,
    /// Earlier email addresses with a way back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    previous_emails: Vec<PreviousEmail>,
    /// Enrolments, with payments.
    enrolments: Vec<Enrolment>,
}

impl UserSummary {
    pub(crate) fn of(user: &User) -> Self {
        Self {
            id: user.user_id.clone(),
            fullname: user.profile.fullname.clone(),
            email: user.email.clone(),
            r#type: user.r#type,
            verified: user.verified,
            blocked: user.blocked,
        }
    }

    const fn state(&self) -> &'static str {
        match (self.blocked, self.verified) {
            (true, _) => "blocked",
            (false, true) => "verified",
            (false, false) => "not verified",
        }
    }
}

impl UserDetails {
    pub(super) fn of(user: &User, enrolments: Vec<Enrolment>) -> Self {
        let profile = &user.profile;
        let files = &profile.files;
        let country = Country::by_code(&profile.country).map_or(profile.country.as_str(), Country::english_name);
        Self {
            summary: UserSummary::of(user),
            phone1: profile.phone1.clone(),
            phone2: profile.phone2.clone(),
            postal_address: profile.address.clone(),
            country: country.to_owned(),
            birthdate: profile.birthdate,
            language: user.language,
            created_at: user.created_at.clone(),
            courses: profile.courses.clone(),
            files: [&files.image, &files.curriculum, &files.video]
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
            review: user.review.clone(),
            consent: user.consent.clone(),
            email_change: user.email_change.clone(),
            previous_emails: user.previous_emails.clone(),
            enrolments,
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

impl UserDetails {
    /// The lines below the summary: name and value.
    fn rows(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![("phone", self.phone1.to_string())];
        rows.extend(self.phone2.iter().map(|phone| ("phone", phone.to_string())));
        rows.extend([
            ("address", self.postal_address.clone()),
            ("country", self.country.clone()),
        ]);
        rows.extend(self.birthdate.iter().map(|date| ("born", date.to_string())));
        rows.extend([
            ("language", self.language.code().to_owned()),
            ("created", self.created_at.clone()),
        ]);
        rows.extend(self.review.iter().map(|review| ("review", describe_review(review))));
        rows.extend(
            self.consent
                .iter()
                .map(|consent| ("consent", describe_consent(consent))),
        );
        rows.extend(self.courses.iter().map(|course| ("teaches", course.to_string())));
        let files = self.files.iter();
        rows.extend(files.map(|file| (file.kind.as_str(), format!("{}, {}", file.name.as_str(), file.file_id))));
        rows.extend(self.enrolments.iter().map(|enrolment| {
            let paid_at = enrolment.paid_at;
            ("enrolled", format!("{enrolment}, {paid_at:.0}"))
        }));
        rows
    }
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

/// The status of a review, with its reason.
pub(crate) fn describe_review(review: &Review) -> String {
    let status = review.status.as_str();
    let reason = review.reason.as_deref();
    reason.map_or_else(|| status.to_owned(), |reason| format!("{status}: {reason}"))
}

impl Display for UserDetails {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.summary)?;
        for (name, value) in self.rows() {
            write!(formatter, "\n  {name:<10}{value}")?;
        }
        Ok(())
    }
}
