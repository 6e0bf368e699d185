//! The emails, in each language.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use askama::Template;
use domain::{Country, EmailRecipient, Language, PaymentMethod, Place, ServiceArea, WayToPay, time_zone_name};
use jiff::civil::{Date, DateTime, Time};
use serde::Deserialize;
use strum::{EnumDiscriminants, IntoStaticStr};

use super::{Operator, Price, months};

/// An email to one user, with its values.
#[derive(Debug, Clone, PartialEq, Eq, EnumDiscriminants)]
#[strum_discriminants(
    name(MailName),
    vis(pub),
    doc = "The name of an email in the log, in metrics, and in `mails.json`.",
    derive(Hash, Deserialize, IntoStaticStr),
    cfg_attr(test, derive(strum::EnumIter)),
    serde(rename_all = "snake_case"),
    strum(serialize_all = "snake_case")
)]
pub enum MailTemplate {
    VerifyEmail {
        token: String,
    },
    ResetCode {
        /// Six digits.
        code: String,
    },
    PasswordChanged,
    PasskeyAdded,
    PasskeyRemoved,
    NewSignIn {
        /// The device. Empty when it is not known.
        device: String,
        /// Where it came from, if that is known.
        place: Option<Place>,
        /// When it was, as text.
        time: String,
    },
    /// Contains the link that confirms a new email address, for its mailbox.
    ConfirmEmailChange {
        token: String,
    },
    /// Reports to the mailbox of an email address that somebody else tried to use it.
    EmailInUse,
    /// Reports that a change of the email address waits for its confirmation, to the current mailbox.
    EmailChangeRequested,
    /// Reports that the email address has changed, to the old mailbox, with the revert link.
    EmailChanged {
        token: String,
    },
    /// Reports that a change of the email address was reverted, to the mailbox that is no longer the user's.
    EmailChangeReverted,
    /// Reports that the archive of the user's data can be downloaded. It leads to the settings, where the user signs in: an email
    /// contains no link to the archive.
    ExportReady,
    /// Repeats the message that the user has sent to the operator.
    MessageCopy {
        message: String,
    },
    AccountDeleted,
    /// Confirms that the user has asked for a place.
    PlaceRequested(PlaceFacts),
    /// Reports that the run is full, and that the user waits for a seat.
    PlaceWaiting(PlaceFacts),
    /// Offers a seat, with the price, how to pay it and until when.
    PlaceOffered(PlaceFacts),
    PaymentReminder(PlaceFacts),
    /// Reports that the place is the user's.
    PlaceAccepted(PlaceFacts),
    /// Reports that the user does not get the place, with the reason.
    PlaceDeclined(PlaceFacts),
    /// Reports that an offer was not paid in time.
    PlaceExpired(PlaceFacts),
    /// Reports that an offer was taken back, and that the request waits again.
    PlaceRetracted(PlaceFacts),
    /// Reports that the run has started without the user.
    PlaceMissed(PlaceFacts),
    /// Reports that a confirmed place was given up, or taken.
    PlaceCancelled(PlaceFacts),
    /// Reports that a declined request waits for a decision again.
    PlaceReopened(PlaceFacts),
    RunCancelled(PlaceFacts),
    /// Reports that a proof of payment does not show the payment, with the reason and what is still to pay.
    ProofRefused(PlaceFacts),
    /// Reports that the user has other dates.
    PlaceMoved(PlaceFacts),
    /// Reminds of a session. Leads to the page from which the user joins it.
    SessionReminder {
        /// The name of the course, in the language of the email.
        course: String,
        number: u32,
        /// The number of sessions of the run.
        sessions: usize,
        /// Local to the time zone.
        start: DateTime,
        time_zone: String,
        /// The path of the page from which the user joins the session.
        join: String,
        /// The token that turns reminders off.
        stop_token: String,
    },
    /// Reports that sessions were moved or cancelled. Leads to the courses in the profile.
    SessionsChanged {
        /// The name of the course, in the language of the email.
        course: String,
        changes: Vec<SessionChange>,
        time_zone: String,
    },
    /// Reports that a service is open, to a user who asked to be told.
    ServiceOpened {
        service: ServiceArea,
    },
    /// Tells an owner that how users pay was changed.
    PaymentInstructionsChanged,
    TeacherApproved,
    TeacherDeclined {
        reason: String,
    },
}

/// What an email about a place can say. The texts of the email have the labels of what it does say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceFacts {
    /// The name of the course, in the language of the email.
    pub course: String,
    /// The path of the page about the place.
    pub page: String,
    /// The first and the last day of the run.
    pub start: Date,
    pub end: Date,
    /// The day of the first session that takes place.
    pub first_session: Date,
    /// The time of the first session, with its zone. None when the run has left the catalogue.
    pub time: Option<(Time, String)>,
    pub price: Option<Price>,
    /// What is still to pay.
    pub due: Option<Price>,
    pub pay_by: Option<Date>,
    /// What a payment names.
    pub reference: Option<String>,
    /// What is paid back.
    pub refund: Option<Price>,
    /// In the words of whoever decided.
    pub reason: Option<String>,
    /// How to pay what is due.
    pub ways: Vec<WayToPay>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionChange {
    pub number: u32,
    /// When it takes place, local to the time zone of its run. None for a cancelled session.
    pub start: Option<DateTime>,
    /// The reason, in the words of who changed it.
    pub reason: String,
}

pub(super) struct RenderedMail {
    pub(super) subject: String,
    pub(super) text: String,
    /// The HTML, with `lang` and `dir`.
    pub(super) html: String,
}

#[derive(Deserialize)]
struct Translations {
    brand: String,
    greeting: String,
    greeting_without_name: String,
    footer: String,
    /// The names of the months in a date, January first. Those of Arabic are as in Algeria.
    months: Vec<String>,
    /// The names of the services, as the web app has them.
    services: HashMap<ServiceArea, String>,
    /// The label of the account of a way to pay.
    account: String,
    payment_methods: HashMap<PaymentMethod, String>,
    /// What paying in cash adds: `{duty}` and `{total}`.
    stamp_duty: String,
    #[serde(flatten)]
    templates: HashMap<MailName, TemplateTexts>,
}

impl Translations {
    #[expect(clippy::indexing_slicing, reason = "a test looks for the texts of each email")]
    fn texts(&self, name: MailName) -> &TemplateTexts {
        &self.templates[&name]
    }
}

#[derive(Deserialize)]
struct TemplateTexts {
    subject: String,
    text: String,
    /// The label of the link, in an email that has one.
    #[serde(default)]
    button: String,
    note: String,
    /// The label of the link after the note, in an email that has one.
    #[serde(default)]
    note_button: String,
    /// The labels of the details, in an email that has some.
    #[serde(flatten)]
    labels: Labels,
}

/// The labels of the details of a sign-in or of a place in a course.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Labels {
    time: String,
    device: String,
    place: String,
    unknown: String,
    course: String,
    start: String,
    dates: String,
    decision: String,
    price: String,
    due: String,
    pay_by: String,
    reference: String,
    payment: String,
    refund: String,
    date: String,
    session: String,
    cancelled: String,
    reason: String,
}

/// What paying in cash adds to an amount.
pub fn stamp_duty(duty: &Price, total: &Price, language: Language) -> String {
    let text = &translations(language).stamp_duty;
    text.replace("{duty}", &duty.write(language))
        .replace("{total}", &total.write(language))
}

pub fn brand(language: Language) -> &'static str {
    &translations(language).brand
}

/// The part of an email between its text and its note.
enum MailBody {
    Link(String),
    Code(String),
    /// Labels with their values, and a link.
    Details(Vec<(String, String)>, String),
    /// Text that an operator wrote, which may be in another language than the email.
    Quotation(String),
    Nothing,
}

impl MailTemplate {
    pub(super) fn name(&self) -> MailName {
        self.into()
    }

    /// Renders the email for its recipient, with links to that site.
    pub(super) fn render(&self, to: &EmailRecipient<'_>, site: &str) -> askama::Result<RenderedMail> {
        let language = to.language();
        let translations = translations(language);
        let months = months::of(language, to.country()).unwrap_or(&translations.months);
        // The page has the language of the email, in a browser that has chosen none. A token is last: what a mail program adds to a link then
        // follows the token.
        let page = |path: &str, rest: &str| format!("{site}{path}?lang={}{rest}", language.code());
        let texts = translations.texts(self.name());
        let body = match self {
            Self::VerifyEmail { token } => MailBody::Link(page("/verify-email", &format!("&token={token}"))),
            Self::ConfirmEmailChange { token } => MailBody::Link(page("/change-email", &format!("&token={token}"))),
            Self::EmailChanged { token } => MailBody::Link(page("/revert-email", &format!("&token={token}"))),
            Self::PasskeyAdded | Self::PasskeyRemoved | Self::ExportReady => MailBody::Link(page("/settings", "")),
            Self::PaymentInstructionsChanged => MailBody::Link(page("/staff/payment-instructions", "")),
            Self::ServiceOpened { service } => MailBody::Link(page(&format!("/about/{}", service.as_str()), "")),
            Self::ResetCode { code } => MailBody::Code(code.clone()),
            Self::NewSignIn { device, place, time } => {
                let place = place.as_ref().map(|place| name_of_place(place, language));
                let details = texts.labels.of_sign_in(time, device, &place.unwrap_or_default());
                MailBody::Details(details, page("/forgot-password", ""))
            }
            Self::PlaceDeclined(PlaceFacts { reason, .. }) => MailBody::Quotation(reason.clone().unwrap_or_default()),
            Self::TeacherDeclined { reason } => MailBody::Quotation(reason.clone()),
            Self::MessageCopy { message } => MailBody::Quotation(message.clone()),
            Self::PlaceRequested(place)
            | Self::PlaceWaiting(place)
            | Self::PlaceOffered(place)
            | Self::PaymentReminder(place)
            | Self::PlaceAccepted(place)
            | Self::PlaceExpired(place)
            | Self::PlaceRetracted(place)
            | Self::PlaceMissed(place)
            | Self::PlaceCancelled(place)
            | Self::PlaceReopened(place)
            | Self::RunCancelled(place)
            | Self::ProofRefused(place)
            | Self::PlaceMoved(place) => {
                let details = place.details(&texts.labels, translations, months, language, Operator::of(language));
                MailBody::Details(details, page(&place.page, ""))
            }
            Self::SessionsChanged { .. } => {
                let details = self.details_of_sessions(texts, months, language);
                MailBody::Details(details, page("/my-courses", ""))
            }
            Self::SessionReminder { join, .. } => {
                let details = self.details_of_sessions(texts, months, language);
                MailBody::Details(details, page(join, ""))
            }
            Self::PasswordChanged
            | Self::EmailInUse
            | Self::EmailChangeRequested
            | Self::EmailChangeReverted
            | Self::AccountDeleted
            | Self::TeacherApproved => MailBody::Nothing,
        };
        let greeting = match to.greeting_name() {
            Some(name) => translations.greeting.replace("{name}", name),
            None => translations.greeting_without_name.clone(),
        };
        let subject = self.fill(&texts.subject, translations);
        let mail = Content {
            language,
            subject: &subject,
            brand: &translations.brand,
            greeting: &greeting,
            text: &self.fill(&texts.text, translations),
            body: &body,
            button: &texts.button,
            note: &texts.note,
            note_link: self
                .note_page()
                .map(|(path, rest)| (texts.note_button.as_str(), page(path, &rest))),
            footer: &translations.footer,
            operator: Operator::of(language),
        };
        Ok(RenderedMail {
            subject: format!("{} · {}", mail.subject, mail.brand),
            text: TextTemplate { mail: &mail }.render()?,
            html: HtmlTemplate { mail: &mail }.render()?,
        })
    }
}

impl MailTemplate {
    /// The page that the note leads to, and what follows the language. On the home page, users withdraw their interests in services.
    fn note_page(&self) -> Option<(&'static str, String)> {
        match self {
            Self::ServiceOpened { .. } => Some(("/", "#pillars".to_owned())),
            Self::SessionReminder { stop_token, .. } => Some(("/stop-reminders", format!("&token={stop_token}"))),
            _ => None,
        }
    }

    /// Where email programs send the request that ends emails of this kind (RFC 8058). None for one that the user cannot turn off.
    pub(super) fn unsubscribe_url(&self, site: &str) -> Option<String> {
        match self {
            Self::SessionReminder { stop_token, .. } => {
                Some(format!("{site}/api/users/stop-reminders?token={stop_token}"))
            }
            _ => None,
        }
    }

    /// A text with the name of the course or service that the email is about.
    fn fill(&self, text: &str, translations: &Translations) -> String {
        match self {
            Self::PlaceRequested(place)
            | Self::PlaceWaiting(place)
            | Self::PlaceOffered(place)
            | Self::PaymentReminder(place)
            | Self::PlaceAccepted(place)
            | Self::PlaceDeclined(place)
            | Self::PlaceExpired(place)
            | Self::PlaceRetracted(place)
            | Self::PlaceMissed(place)
            | Self::PlaceCancelled(place)
            | Self::PlaceReopened(place)
            | Self::RunCancelled(place)
            | Self::ProofRefused(place)
            | Self::PlaceMoved(place) => text.replace("{course}", &place.course),
            Self::SessionReminder { course, .. } | Self::SessionsChanged { course, .. } => {
                text.replace("{course}", course)
            }
            Self::ServiceOpened { service } => {
                let name = translations.services.get(service).map_or("", String::as_str);
                text.replace("{service}", name)
            }
            _ => text.to_owned(),
        }
    }

    /// What an email about sessions says of them. Dates and times are local, as in the catalogue.
    fn details_of_sessions(
        &self,
        TemplateTexts { labels, .. }: &TemplateTexts,
        months: &[String],
        language: Language,
    ) -> Vec<(String, String)> {
        match self {
            Self::SessionReminder {
                number,
                sessions,
                start,
                time_zone,
                ..
            } => vec![
                (labels.session.clone(), format!("{number} / {sessions}")),
                (labels.date.clone(), date(start.date(), months, language)),
                (labels.time.clone(), local_time(start.time(), time_zone, language)),
            ],
            Self::SessionsChanged { changes, time_zone, .. } => {
                let row = |change: &SessionChange| {
                    let what = change.start.map_or_else(
                        || labels.cancelled.clone(),
                        |start| {
                            let date = date(start.date(), months, language);
                            format!("{date}, {}", local_time(start.time(), time_zone, language))
                        },
                    );
                    (labels.session.replace("{number}", &change.number.to_string()), what)
                };
                let reasons: BTreeSet<_> = changes.iter().map(|change| change.reason.as_str()).collect();
                let reasons = reasons
                    .into_iter()
                    .map(|reason| (labels.reason.clone(), reason.to_owned()));
                changes.iter().map(row).chain(reasons).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl PlaceFacts {
    /// The rows for which the email has a label. Dates and times are local, as in the catalogue.
    fn details(
        &self,
        labels: &Labels,
        translations: &Translations,
        months: &[String],
        language: Language,
        operator: &Operator,
    ) -> Vec<(String, String)> {
        let written = |price: &Option<Price>| price.as_ref().map_or_else(String::new, |price| price.write(language));
        let time = self.time.as_ref();
        let mut rows = Labels::rows([
            (&labels.course, self.course.clone()),
            (&labels.dates, date_range(self.start, self.end, months, language)),
            (&labels.start, date(self.first_session, months, language)),
            (
                &labels.time,
                time.map_or_else(String::new, |(time, zone)| local_time(*time, zone, language)),
            ),
            (&labels.decision, operator.decision.to_owned()),
            (&labels.price, written(&self.price)),
            // Beside the price, what is due is said when it is another amount.
            (
                &labels.due,
                if labels.price.is_empty() || self.due != self.price {
                    written(&self.due)
                } else {
                    String::new()
                },
            ),
            (
                &labels.pay_by,
                self.pay_by
                    .map_or_else(String::new, |pay_by| date(pay_by, months, language)),
            ),
            (&labels.reference, self.reference.clone().unwrap_or_default()),
            (&labels.refund, written(&self.refund)),
            (&labels.reason, self.reason.clone().unwrap_or_default()),
        ]);
        // In Arabic, a method with a Latin name does not turn its line around, and a label not the digits of an account.
        let (mark, ltr) = match language {
            Language::Arabic => ("\u{200f}", "\u{200e}"),
            _ => ("", ""),
        };
        // An email that does not say how to pay has no label of it.
        let ways = self.ways.iter().filter(|_| !labels.payment.is_empty());
        for WayToPay { method, account, text } in ways {
            let method = translations.payment_methods.get(method).map_or("", String::as_str);
            rows.extend(Labels::rows([
                (&labels.payment, format!("{mark}{method} – {text}")),
                (
                    &translations.account,
                    account
                        .as_ref()
                        .map_or_else(String::new, |account| format!("{ltr}{account}")),
                ),
            ]));
        }
        rows
    }
}

struct Content<'a> {
    language: Language,
    subject: &'a str,
    brand: &'a str,
    greeting: &'a str,
    text: &'a str,
    body: &'a MailBody,
    button: &'a str,
    note: &'a str,
    /// The label and the URL of the link after the note.
    note_link: Option<(&'a str, String)>,
    footer: &'a str,
    operator: &'a Operator,
}

#[derive(Template)]
#[template(path = "mail.txt")]
struct TextTemplate<'a> {
    mail: &'a Content<'a>,
}

/// Escapes every value.
#[derive(Template)]
#[template(path = "mail.html")]
struct HtmlTemplate<'a> {
    mail: &'a Content<'a>,
}

impl Labels {
    /// The rows that have a label and a value.
    fn rows<'a>(rows: impl IntoIterator<Item = (&'a String, String)>) -> Vec<(String, String)> {
        let rows = rows
            .into_iter()
            .filter(|(label, value)| !label.is_empty() && !value.is_empty());
        rows.map(|(label, value)| (label.clone(), value)).collect()
    }

    fn of_sign_in(&self, time: &str, device: &str, place: &str) -> Vec<(String, String)> {
        let rows = [(&self.time, time), (&self.device, device), (&self.place, place)];
        let known = |value: &str| {
            if value.is_empty() {
                self.unknown.clone()
            } else {
                value.to_owned()
            }
        };
        rows.map(|(label, value)| (label.clone(), known(value))).into()
    }
}

/// A date in words: `27 March 2027`.
fn date(date: Date, months: &[String], language: Language) -> String {
    format!("{} {}", day_and_month(date, months, language), date.year())
}

/// The first and the last day of a run, as the page of a course writes them: `27 March – 12 June 2027`.
fn date_range(start: Date, end: Date, months: &[String], language: Language) -> String {
    let end_text = date(end, months, language);
    if start == end {
        return end_text;
    }
    if start.year() != end.year() {
        return format!("{} – {end_text}", date(start, months, language));
    }
    if start.month() != end.month() {
        return format!("{} – {end_text}", day_and_month(start, months, language));
    }
    // The page has spaces around this dash in English only.
    let dash = if language == Language::English { " – " } else { "–" };
    format!("{}{dash}{end_text}", day(start, language))
}

fn day_and_month(date: Date, months: &[String], language: Language) -> String {
    let month = usize::try_from(date.month() - 1)
        .ok()
        .and_then(|index| months.get(index));
    format!("{} {}", day(date, language), month.map_or("", String::as_str))
}

fn day(date: Date, language: Language) -> String {
    match (language, date.day()) {
        (Language::French, 1) => "1er".to_owned(),
        (_, day) => day.to_string(),
    }
}

/// A time of day with the name of its time zone, as the page of a course writes it: `18:30 (Algiers time)`.
fn local_time(time: Time, time_zone: &str, language: Language) -> String {
    let zone = time_zone_name(time_zone, language).unwrap_or(time_zone);
    format!("{} ({zone})", time.strftime("%H:%M"))
}

/// City and country.
fn name_of_place(place: &Place, language: Language) -> String {
    let country = Country::by_code(&place.country).map_or(place.country.as_str(), |country| country.name(language));
    place
        .city
        .as_ref()
        .map_or_else(|| country.to_owned(), |city| format!("{city} ({country})"))
}

fn translations(language: Language) -> &'static Translations {
    static ENGLISH: LazyLock<Translations> = LazyLock::new(|| parse(include_str!("../../locales/en/mails.json")));
    static FRENCH: LazyLock<Translations> = LazyLock::new(|| parse(include_str!("../../locales/fr/mails.json")));
    static ARABIC: LazyLock<Translations> = LazyLock::new(|| parse(include_str!("../../locales/ar/mails.json")));

    match language {
        Language::English => &ENGLISH,
        Language::French => &FRENCH,
        Language::Arabic => &ARABIC,
    }
}

#[expect(clippy::panic, reason = "the files are part of the binary, and tests parse them")]
fn parse(json: &str) -> Translations {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("mails.json: {error}"))
}

#[cfg(test)]
mod tests {
    use domain::TaxStatement;
    use strum::IntoEnumIterator;

    use super::*;

    const fn operator(decision: &'static str) -> Operator {
        Operator {
            name: "East & West",
            address: "1 Long Lane",
            mail: "contact@site.org",
            decision,
            registration: "",
            tax: TaxStatement::None,
            tax_percent: None,
            stamp_duty: None,
            time_zone: "Africa/Algiers",
        }
    }

    #[test]
    fn each_email_has_texts_in_each_language() {
        for (language, name) in Language::ALL
            .into_iter()
            .flat_map(|language| MailName::iter().map(move |name| (language, name)))
        {
            assert!(
                translations(language).templates.contains_key(&name),
                "{name:?} in {language:?}"
            );
        }
    }

    /// What the web app writes: `formatDateRange`.
    #[test]
    fn dates_are_written_as_the_page_of_a_course_writes_them() {
        let ranges = [
            (
                Date::constant(2027, 3, 27),
                Date::constant(2027, 6, 12),
                [
                    "27 March – 12 June 2027",
                    "27 mars – 12 juin 2027",
                    "27 مارس – 12 جوان 2027",
                ],
            ),
            (
                Date::constant(2027, 3, 6),
                Date::constant(2027, 3, 27),
                ["6 – 27 March 2027", "6–27 mars 2027", "6–27 مارس 2027"],
            ),
            (
                Date::constant(2027, 11, 1),
                Date::constant(2028, 2, 27),
                [
                    "1 November 2027 – 27 February 2028",
                    "1er novembre 2027 – 27 février 2028",
                    "1 نوفمبر 2027 – 27 فيفري 2028",
                ],
            ),
            (
                Date::constant(2027, 4, 1),
                Date::constant(2027, 4, 1),
                ["1 April 2027", "1er avril 2027", "1 أفريل 2027"],
            ),
        ];
        for (start, end, written) in ranges {
            let range = |language| date_range(start, end, &translations(language).months, language);
            assert_eq!(Language::ALL.map(range), written);
        }
    }

    #[test]
    fn an_arabic_email_names_months_as_the_country_of_its_reader_does() {
        let email = "amina@example.org".parse().expect("an email address");
        let reminder = MailTemplate::SessionReminder {
            course: "Rust".to_owned(),
            number: 1,
            sessions: 12,
            start: DateTime::constant(2027, 8, 3, 18, 30, 0, 0),
            time_zone: "Africa/Algiers".to_owned(),
            join: "/join/rust/1".to_owned(),
            stop_token: "token".to_owned(),
        };
        for (country, date) in [("MA", "3 غشت 2027"), ("EG", "3 أغسطس 2027"), ("DZ", "3 أوت 2027")] {
            let to = EmailRecipient::user(&email, "Amina Benali", true, Language::Arabic, country);
            let RenderedMail { text, .. } = reminder.render(&to, "https://site.org").expect("the email");
            assert!(text.contains(date), "{country}: {text}");
        }
    }

    fn facts() -> PlaceFacts {
        PlaceFacts {
            course: "Rust".to_owned(),
            page: "/my-courses/rust".to_owned(),
            start: Date::constant(2027, 3, 27),
            end: Date::constant(2027, 6, 12),
            first_session: Date::constant(2027, 3, 27),
            time: Some((Time::constant(18, 30, 0, 0), "Africa/Algiers".to_owned())),
            price: None,
            due: None,
            pay_by: None,
            reference: None,
            refund: None,
            reason: None,
            ways: Vec::new(),
        }
    }

    fn details(mail: MailName, facts: &PlaceFacts, language: Language, operator: &Operator) -> Vec<(String, String)> {
        let translations = translations(language);
        let texts = translations.texts(mail);
        facts.details(&texts.labels, translations, &translations.months, language, operator)
    }

    #[test]
    fn a_requested_place_says_how_soon_the_operator_decides_if_the_operator_says_it() {
        let row = |label: &str, value: &str| (label.to_owned(), value.to_owned());
        let run = [
            row("Course:", "Rust"),
            row("Dates:", "27 March – 12 June 2027"),
            row("Time:", "18:30 (Algiers time)"),
        ];
        let details = |decision| {
            details(
                MailName::PlaceRequested,
                &facts(),
                Language::English,
                &operator(decision),
            )
        };
        assert_eq!(details(""), run);
        let decided = row("Our decision:", "within a week");
        assert_eq!(details("within a week"), [&run[..], &[decided]].concat());
    }

    #[test]
    fn a_time_zone_without_a_name_keeps_its_iana_name() {
        let time = Time::constant(9, 5, 0, 0);
        let written = local_time(time, "Asia/Kathmandu", Language::French);
        assert_eq!(written, "09:05 (Asia/Kathmandu)");
    }

    #[test]
    fn an_offer_says_what_to_pay_until_when_and_how() {
        let methods = ["Cash", "Espèces", "نقدًا"];
        let accounts = ["Account:", "Compte\u{a0}:", "الحساب:"];
        let prices = [
            "DA\u{a0}19,900",
            "19\u{202f}900\u{a0}DA",
            "\u{2066}\u{200f}19.900\u{a0}د.ج.\u{200f}\u{2069}",
        ];
        let dates = ["20 March 2027", "20 mars 2027", "20 مارس 2027"];
        let price = Price {
            amount: "19900.00".to_owned(),
            currency: "DZD".to_owned(),
            country: "DZ".to_owned(),
        };
        let offered = PlaceFacts {
            price: Some(price.clone()),
            due: Some(price),
            pay_by: Some(Date::constant(2027, 3, 20)),
            reference: Some("MS-7K4Q-92BX".to_owned()),
            ways: [(PaymentMethod::Ccp, Some("0012 3")), (PaymentMethod::Cash, None)]
                .map(|(method, account)| WayToPay {
                    method,
                    account: account.map(str::to_owned),
                    text: "Here.".to_owned(),
                })
                .into(),
            ..facts()
        };
        for (index, language) in Language::ALL.into_iter().enumerate() {
            for name in [MailName::PlaceOffered, MailName::PaymentReminder] {
                let rows = details(name, &offered, language, &operator(""));
                let last = &rows[rows.len() - 6..];
                let values: Vec<_> = last.iter().map(|(_, value)| value.as_str()).collect();
                let mark = ["", "", "\u{200f}"][index];
                let account = ["0012 3", "0012 3", "\u{200e}0012 3"][index];
                let [ccp, cash] = ["CCP", methods[index]].map(|method| format!("{mark}{method} – Here."));
                let expected = [prices[index], dates[index], "MS-7K4Q-92BX", &ccp, account, &cash];
                assert_eq!(values, expected, "{name:?}");
                assert_eq!(last[4].0, accounts[index]);
            }
            let rows = details(MailName::PlaceRequested, &offered, language, &operator(""));
            assert!(rows.iter().all(|(_, value)| !value.contains("0012 3")), "{rows:?}");
            // A place that is paid says nothing of payments.
            let paid = PlaceFacts {
                due: None,
                reference: None,
                ways: Vec::new(),
                ..offered.clone()
            };
            let rows = details(MailName::PlaceAccepted, &paid, language, &operator(""));
            assert_eq!(rows.len(), 3, "{rows:?}");
        }
    }

    #[test]
    fn html_values_are_escaped_and_text_is_not() {
        let operator = operator("");
        let mail = Content {
            language: Language::English,
            subject: "Subject",
            brand: "Brand",
            greeting: "Hello Amina <b>Benali,",
            text: "Text",
            body: &MailBody::Quotation("1 < 2\n\"A\"".to_owned()),
            button: "",
            note: "Note",
            note_link: Some(("More & more", "https://site.org/?a=1&b=2".to_owned())),
            footer: "Footer",
            operator: &operator,
        };
        let text = TextTemplate { mail: &mail }.render().expect("the text");
        assert_eq!(
            text,
            "Hello Amina <b>Benali,\n\nText\n\n1 < 2\n\"A\"\n\nNote\nhttps://site.org/?a=1&b=2\n\n-- \nFooter\nEast & West\n1 Long Lane\ncontact@site.org\n"
        );
        let html = HtmlTemplate { mail: &mail }.render().expect("the HTML");
        for part in [
            "<p>Hello Amina &#60;b&#62;Benali,</p>\n",
            "<blockquote dir=\"auto\">1 &#60; 2<br>\n&#34;A&#34;</blockquote>\n<p>Note<br>\n<a href=\"https://site.org/?a=1&#38;b=2\">More &#38; more</a></p>\n",
            "<small>Footer<br>\n<bdi>East &#38; West</bdi><br>\n<bdi>1 Long Lane</bdi><br>\n<bdi>contact@site.org</bdi></small>\n",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
    }
}
