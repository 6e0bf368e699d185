//! Messages of the API: the files of `shared/locales`, which the web app reads, too.

use std::{collections::HashMap, sync::LazyLock};

use domain::Language;
use strum::{EnumIter, IntoStaticStr};

#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Message {
    EmailVerified,
    /// The user who signed up with the email address of somebody else is deleted.
    SignupRejected,
    /// The email address is changed before its verification, and a link was sent to it.
    EmailCorrected,
    /// A verification link was sent, if a user waits for one.
    VerificationResent,
    /// A password reset code was sent, if the user exists.
    ResetRequested,
    CodeVerified,
    PasswordReset,
    PasswordChanged,
    EmailChanged,
    EmailChangeCancelled,
    EmailChangeReverted,
    AccountDeleted,
    FileDeleted,
    UploadCancelled,
    /// The session of the request has ended.
    SignedOut,
    SessionEnded,
    /// All sessions but that of the request have ended.
    OtherSessionsEnded,
    PlaceRequestWithdrawn,
    PlaceCancelled,
    /// The file shows the payment of an offer, which does not end until somebody has decided about it.
    ProofSent,
    /// Receipts name who pays for the place.
    PayerSet,
    /// An email will tell the user when a service opens.
    InterestAdded,
    MessageSent,
    /// No email will tell the user when a service opens.
    InterestWithdrawn,
    /// No email reminds the user of sessions any more.
    RemindersStopped,
    PasskeyRenamed,
    PasskeyRemoved,
    /// Staff have blocked a user, which has ended all sessions.
    UserBlocked,
    UserUnblocked,
    UserSessionsEnded,
}

impl Message {
    pub fn text(self, language: Language) -> &'static str {
        messages(language).text(self.into())
    }
}

pub(super) struct Translations(HashMap<String, String>);

impl Translations {
    /// The files are part of the binary. A test checks them.
    fn parse(files: &[&str]) -> Self {
        let texts = files
            .iter()
            .map(|json| serde_json::from_str::<HashMap<_, _>>(json).unwrap_or_default());
        Self(texts.flatten().collect())
    }

    pub(super) fn text(&self, key: &str) -> &str {
        self.0
            .get(key)
            .or_else(|| self.0.get("default_error"))
            .map_or("", String::as_str)
    }

    #[cfg(test)]
    pub(super) fn keys(&self) -> std::collections::BTreeSet<&str> {
        self.0.keys().map(String::as_str).collect()
    }
}

macro_rules! translations {
    ($name:ident, $($file:literal),+) => {
        pub(super) fn $name(language: Language) -> &'static Translations {
            static ENGLISH: LazyLock<Translations> =
                LazyLock::new(|| Translations::parse(&[$(include_str!(concat!("../../locales/en/", $file))),+]));
            static FRENCH: LazyLock<Translations> =
                LazyLock::new(|| Translations::parse(&[$(include_str!(concat!("../../locales/fr/", $file))),+]));
            static ARABIC: LazyLock<Translations> =
                LazyLock::new(|| Translations::parse(&[$(include_str!(concat!("../../locales/ar/", $file))),+]));

            match language {
                Language::English => &ENGLISH,
                Language::French => &FRENCH,
                Language::Arabic => &ARABIC,
            }
        }
    };
}

// The pages of staff alone load the second file.
translations!(errors, "errors.json", "staffErrors.json");
translations!(messages, "messages.json");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use strum::IntoEnumIterator;

    use super::*;
    use crate::ErrorCode;

    #[test]
    fn each_language_has_exactly_the_messages_of_all_codes() {
        let codes: BTreeSet<&str> = ErrorCode::iter()
            .map(ErrorCode::as_str)
            .chain(["default_error"])
            .collect();
        let messages_of_api: BTreeSet<&str> = Message::iter().map(Into::into).collect();
        for language in Language::ALL {
            assert_eq!(errors(language).keys(), codes, "errors.json of {language:?}");
            assert_eq!(
                messages(language).keys(),
                messages_of_api,
                "messages.json of {language:?}"
            );
        }
    }
}
