//! What the mails say.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::domain::Language;

/// A mail to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mail {
    /// Asks to prove the mailbox, by a link that carries this token.
    VerifyEmail {
        /// Of [`crate::auth::tokens::Purpose::VerifyEmail`].
        token: String,
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
    footer: String,
    verify_email: Words,
}

#[derive(Deserialize)]
struct Words {
    subject: String,
    text: String,
    button: String,
    note: String,
}

impl Mail {
    /// The mail in a language, to a person of that name, with links to that site.
    pub(super) fn render(&self, language: Language, name: &str, site: &str) -> Rendered {
        let catalogue = catalogue(language);
        let Self::VerifyEmail { token } = self;
        let words = &catalogue.verify_email;
        let link = format!("{site}/verify-email?token={token}");
        let greeting = catalogue.greeting.replace("{name}", name);
        let Words {
            subject,
            text,
            button,
            note,
        } = words;
        let Catalogue { brand, footer, .. } = catalogue;
        Rendered {
            subject: format!("{subject} · {brand}"),
            text: format!("{greeting}\n\n{text}\n\n{link}\n\n{note}\n\n-- \n{footer}\n"),
            html: format!(
                include_str!("layout.html"),
                language = language.code(),
                direction = language.direction(),
                subject = escape(subject),
                brand = escape(brand),
                greeting = escape(&greeting),
                text = escape(text),
                link = escape(&link),
                button = escape(button),
                note = escape(note),
                footer = escape(footer),
            ),
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
