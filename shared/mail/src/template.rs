//! The emails, in each language.

use std::sync::LazyLock;

use domain::Language;
use serde::Deserialize;

use super::{Operator, escape};

/// An email to one user, with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailTemplate {
    /// Contains the verification link.
    VerifyEmail {
        /// The verification token.
        token: String,
    },
    /// Contains the password reset code.
    ResetCode {
        /// Six digits.
        code: String,
    },
    /// Reports that the password has changed.
    PasswordChanged,
    /// Reports that the account is deleted.
    AccountDeleted,
    /// Reports that a teacher's application is approved.
    TeacherApproved,
    /// Reports that a teacher's application is declined.
    TeacherDeclined {
        /// The reason, as the operator wrote it.
        reason: String,
    },
}

/// An email that is ready to be sent.
pub(super) struct RenderedMail {
    pub(super) subject: String,
    /// The plain text.
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
    verify_email: TemplateTexts,
    reset_code: TemplateTexts,
    password_changed: TemplateTexts,
    account_deleted: TemplateTexts,
    teacher_approved: TemplateTexts,
    teacher_declined: TemplateTexts,
}

#[derive(Deserialize)]
struct TemplateTexts {
    subject: String,
    text: String,
    /// The label of the link, in an email that has one.
    #[serde(default)]
    button: String,
    note: String,
}

/// What stands between the text and the note of an email.
enum MailBody {
    Link(String),
    Code(String),
    /// Text that an operator wrote, which may be in another language than the email.
    Quotation(String),
    Nothing,
}

impl MailTemplate {
    /// The name of [`Self::VerifyEmail`].
    pub const VERIFY_EMAIL: &'static str = "verify_email";

    /// Its name in the log and in metrics.
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

    /// Renders the email in a language, for a user with that name if it may be shown, with links to that site.
    pub(super) fn render(&self, language: Language, name: Option<&str>, site: &str) -> RenderedMail {
        let translations = translations(language);
        let (texts, body) = match self {
            Self::VerifyEmail { token } => {
                let link = format!("{site}/verify-email?token={token}");
                (&translations.verify_email, MailBody::Link(link))
            }
            Self::ResetCode { code } => (&translations.reset_code, MailBody::Code(code.clone())),
            Self::PasswordChanged => (&translations.password_changed, MailBody::Nothing),
            Self::AccountDeleted => (&translations.account_deleted, MailBody::Nothing),
            Self::TeacherApproved => (&translations.teacher_approved, MailBody::Nothing),
            Self::TeacherDeclined { reason } => (&translations.teacher_declined, MailBody::Quotation(reason.clone())),
        };
        let greeting = match name {
            Some(name) => translations.greeting.replace("{name}", name),
            None => translations.greeting_without_name.clone(),
        };
        let TemplateTexts {
            subject, text, note, ..
        } = texts;
        let Translations { brand, footer, .. } = translations;
        let in_text = body.in_text();
        let operator = Operator::of(language);
        let signature = operator.in_text();
        RenderedMail {
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
                body = body.in_html(&texts.button),
                note = escape(note),
                footer = escape(footer),
                operator = operator.in_html(),
            ),
        }
    }
}

impl MailBody {
    fn in_text(&self) -> String {
        match self {
            Self::Link(body) | Self::Code(body) | Self::Quotation(body) => format!("{body}\n\n"),
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
            Self::Quotation(text) => {
                let lines = escape(text).replace('\n', "<br>\n");
                format!("<blockquote dir=\"auto\">{lines}</blockquote>\n")
            }
            Self::Nothing => String::new(),
        }
    }
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
