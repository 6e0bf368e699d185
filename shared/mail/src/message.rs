//! What the mails say.

use std::sync::LazyLock;

use domain::Language;
use serde::Deserialize;

use super::{Operator, escape};

/// A mail to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mail {
    /// Asks to prove the mailbox, by a link that carries this token.
    VerifyEmail {
        /// A token of `auth`, with the purpose `VerifyEmail`.
        token: String,
    },
    /// Tells the code that allows to choose another password.
    ResetCode {
        /// Six digits.
        code: String,
    },
    /// Says that the password is another one now.
    PasswordChanged,
    /// Says that the account is gone.
    AccountDeleted,
    /// Says that a teacher's application was approved.
    TeacherApproved,
    /// Says that it was declined.
    TeacherDeclined {
        /// Why, in an operator's own words.
        reason: String,
    },
}

/// A mail, ready to send.
pub(super) struct Rendered {
    pub(super) subject: String,
    /// For readers of plain text.
    pub(super) text: String,
    /// With `lang` and `dir`.
    pub(super) html: String,
}

#[derive(Deserialize)]
struct Catalogue {
    brand: String,
    greeting: String,
    greeting_without_name: String,
    footer: String,
    verify_email: Words,
    reset_code: Words,
    password_changed: Words,
    account_deleted: Words,
    teacher_approved: Words,
    teacher_declined: Words,
}

#[derive(Deserialize)]
struct Words {
    subject: String,
    text: String,
    /// Of a mail with a link.
    #[serde(default)]
    button: String,
    note: String,
}

/// What a mail is about, between its text and its note.
enum Matter {
    Link(String),
    Code(String),
    /// What somebody has written, which may be in another language than the mail.
    Quotation(String),
    Nothing,
}

impl Mail {
    /// The name of [`Self::VerifyEmail`].
    pub const VERIFY_EMAIL: &'static str = "verify_email";

    /// What the log calls it.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::VerifyEmail { .. } => Self::VERIFY_EMAIL,
            Self::ResetCode { .. } => "reset_code",
            Self::PasswordChanged => "password_changed",
            Self::AccountDeleted => "account_deleted",
            Self::TeacherApproved => "teacher_approved",
            Self::TeacherDeclined { .. } => "teacher_declined",
        }
    }

    /// The mail in a language, to a person of that name, with links to that site.
    pub(super) fn render(&self, language: Language, name: &str, site: &str) -> Rendered {
        let catalogue = catalogue(language);
        let (words, matter) = match self {
            Self::VerifyEmail { token } => {
                let link = format!("{site}/verify-email?token={token}");
                (&catalogue.verify_email, Matter::Link(link))
            }
            Self::ResetCode { code } => (&catalogue.reset_code, Matter::Code(code.clone())),
            Self::PasswordChanged => (&catalogue.password_changed, Matter::Nothing),
            Self::AccountDeleted => (&catalogue.account_deleted, Matter::Nothing),
            Self::TeacherApproved => (&catalogue.teacher_approved, Matter::Nothing),
            Self::TeacherDeclined { reason } => (&catalogue.teacher_declined, Matter::Quotation(reason.clone())),
        };
        let greeting = match self {
            // Whoever signed up with a stranger's address chose the name, and would be writing to that stranger.
            Self::VerifyEmail { .. } => catalogue.greeting_without_name.clone(),
            _ => catalogue.greeting.replace("{name}", name),
        };
        let Words {
            subject, text, note, ..
        } = words;
        let Catalogue { brand, footer, .. } = catalogue;
        let in_text = matter.in_text();
        let operator = Operator::of(language);
        let signature = operator.in_text();
        Rendered {
            subject: format!("{subject} · {brand}"),
            text: format!("{greeting}\n\n{text}\n\n{in_text}{note}\n\n-- \n{footer}\n{signature}\n"),
            html: format!(
                include_str!("layout.html"),
                language = language.code(),
                direction = language.direction(),
                subject = escape(subject),
                brand = escape(brand),
                greeting = escape(&greeting),
                text = escape(text),
                matter = matter.in_html(&words.button),
                note = escape(note),
                footer = escape(footer),
                operator = operator.in_html(),
            ),
        }
    }
}

impl Matter {
    fn in_text(&self) -> String {
        match self {
            Self::Link(matter) | Self::Code(matter) | Self::Quotation(matter) => format!("{matter}\n\n"),
            Self::Nothing => String::new(),
        }
    }

    fn in_html(&self, button: &str) -> String {
        match self {
            Self::Link(link) => {
                let (link, button) = (escape(link), escape(button));
                format!("<p><a class=\"button\" href=\"{link}\">{button}</a></p>\n")
            }
            Self::Code(code) => format!("<p class=\"code\" dir=\"ltr\">{}</p>\n", escape(code)),
            Self::Quotation(words) => {
                let lines = escape(words).replace('\n', "<br>\n");
                format!("<blockquote dir=\"auto\">{lines}</blockquote>\n")
            }
            Self::Nothing => String::new(),
        }
    }
}

fn catalogue(language: Language) -> &'static Catalogue {
    static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| parse(include_str!("../../locales/en/mails.json")));
    static FRENCH: LazyLock<Catalogue> = LazyLock::new(|| parse(include_str!("../../locales/fr/mails.json")));
    static ARABIC: LazyLock<Catalogue> = LazyLock::new(|| parse(include_str!("../../locales/ar/mails.json")));

    match language {
        Language::English => &ENGLISH,
        Language::French => &FRENCH,
        Language::Arabic => &ARABIC,
    }
}

#[expect(
    clippy::panic,
    reason = "the files are part of the binary, so they are right or the tests fail"
)]
fn parse(json: &str) -> Catalogue {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("mails.json: {error}"))
}
