//! What the API says to people: the files of `shared/locales`, which the web app reads too.

use std::{collections::HashMap, sync::LazyLock};

use domain::Language;
use strum::{EnumIter, IntoStaticStr};

/// What a person is told of something that was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Message {
    /// The mailbox is proved.
    EmailVerified,
    /// A code was mailed, if there is such an account.
    ResetRequested,
    /// The code was right.
    CodeVerified,
    /// The new password is set.
    PasswordReset,
    /// The account is gone.
    AccountDeleted,
    /// The file is gone.
    FileDeleted,
}

impl Message {
    /// The sentence for a person.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        messages(language).text(self.into())
    }
}

/// The words of one file.
pub(super) struct Words(HashMap<String, String>);

impl Words {
    /// The files are part of the binary, so they are right or the tests fail.
    fn parse(json: &str) -> Self {
        Self(serde_json::from_str(json).unwrap_or_default())
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

macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $file:literal) => {
        $(#[$doc])*
        pub(super) fn $name(language: Language) -> &'static Words {
            static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words::parse(include_str!(concat!("../../locales/en/", $file))));
            static FRENCH: LazyLock<Words> = LazyLock::new(|| Words::parse(include_str!(concat!("../../locales/fr/", $file))));
            static ARABIC: LazyLock<Words> = LazyLock::new(|| Words::parse(include_str!(concat!("../../locales/ar/", $file))));

            match language {
                Language::English => &ENGLISH,
                Language::French => &FRENCH,
                Language::Arabic => &ARABIC,
            }
        }
    };
}

words!(
    /// The words of error codes.
    errors,
    "errors.json"
);
words!(
    /// The words of messages.
    messages,
    "messages.json"
);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use strum::IntoEnumIterator;

    use super::*;
    use crate::ErrorCode;

    #[test]
    fn every_code_and_message_has_words_in_every_language_and_no_word_is_left_over() {
        let codes: BTreeSet<&str> = ErrorCode::iter()
            .map(ErrorCode::as_str)
            .chain(["default_error"])
            .collect();
        let said: BTreeSet<&str> = Message::iter().map(Into::into).collect();
        for language in Language::ALL {
            assert_eq!(errors(language).keys(), codes, "errors.json of {language:?}");
            assert_eq!(messages(language).keys(), said, "messages.json of {language:?}");
        }
    }
}
