//! What goes wrong, as a client is told: a stable code, its status, and words in the person's language.

use std::{collections::HashMap, error::Error as StdError, fmt, sync::LazyLock};

use lambda_http::http::StatusCode;
use strum::{EnumIter, IntoStaticStr};

use crate::{causes::Causes, domain::Language};

/// What a handler returns.
pub type ApiResult<T> = Result<T, ApiError>;

/// Every code that the API answers. The wire form is the name in `snake_case`; the words are in
/// `shared/locales/<language>/errors.json`, which the web app reads too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// A fault of ours that trying again will not mend: a malformed item, a missing setting.
    InternalError,
    /// A service that the function depends on did not answer as it should. Trying again later helps.
    ServiceUnavailable,
}

impl ErrorCode {
    /// The code on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The HTTP status that goes with the code.
    #[must_use]
    pub const fn status(self) -> StatusCode {
        match self {
            Self::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::ServiceUnavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The sentence for a person.
    #[must_use]
    pub fn message(self, language: Language) -> &'static str {
        let words = words(language);
        words
            .get(self.as_str())
            .or_else(|| words.get("default_error"))
            .map_or("", String::as_str)
    }
}

/// An error on its way to the client, with the cause on its way to the log.
#[derive(Debug)]
pub struct ApiError {
    code: ErrorCode,
    cause: Option<Box<dyn StdError + Send + Sync>>,
}

impl ApiError {
    /// An error whose cause is logged and never sent.
    pub fn caused_by(code: ErrorCode, cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self {
            code,
            cause: Some(cause.into()),
        }
    }

    /// What the client is told.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        self.code
    }
}

/// The code and its causes, in one line, for the log.
impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code.as_str())?;
        match self.cause.as_deref() {
            Some(cause) => write!(formatter, ": {}", Causes(cause)),
            None => Ok(()),
        }
    }
}

type Words = HashMap<String, String>;

fn words(language: Language) -> &'static Words {
    static ENGLISH: LazyLock<Words> = LazyLock::new(|| parse(include_str!("../../locales/en/errors.json")));
    static FRENCH: LazyLock<Words> = LazyLock::new(|| parse(include_str!("../../locales/fr/errors.json")));
    static ARABIC: LazyLock<Words> = LazyLock::new(|| parse(include_str!("../../locales/ar/errors.json")));

    match language {
        Language::English => &ENGLISH,
        Language::French => &FRENCH,
        Language::Arabic => &ARABIC,
    }
}

/// The files are part of the binary, so they are right or the tests below fail.
fn parse(json: &str) -> Words {
    serde_json::from_str(json).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn every_code_has_words_in_every_language_and_no_word_is_left_over() {
        let codes: BTreeSet<&str> = ErrorCode::iter()
            .map(ErrorCode::as_str)
            .chain(["default_error"])
            .collect();
        for language in Language::ALL {
            let keys: BTreeSet<&str> = words(language).keys().map(String::as_str).collect();
            assert_eq!(keys, codes, "errors.json of {language:?}");
        }
    }
}
