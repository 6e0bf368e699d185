//! Random ids: the 32 hexadecimal digits of 128 random bits, which cannot be guessed and are valid in URLs.

#![expect(
    clippy::disallowed_types,
    reason = "this is the one place that makes ids, and the domain does not depend on `platform`"
)]

use rand::{RngExt, rand_core::UnwrapErr, rngs::SysRng};

/// A new id.
///
/// # Panics
/// When the operating system provides no random numbers.
pub fn random() -> String {
    format!("{:032x}", random_bits())
}

/// # Panics
/// When the operating system provides no random numbers.
pub(crate) fn random_bits() -> u128 {
    UnwrapErr(SysRng).random()
}

/// A text that has the form of an id. Everything else is refused, so that no arbitrary text becomes part of a key.
pub(crate) fn parse(text: &str) -> Option<String> {
    let is_id = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_id.then(|| text.to_owned())
}

/// Defines a type for ids, and the error of its parser. A `shown` id can be displayed. A `secret` one grants access to what it names,
/// so its debug output hides it from logs.
macro_rules! id_type {
    ($(#[$doc:meta])* shown $name:ident, $error:ident, $message:literal) => {
        id_type!($(#[$doc])* #[derive(Debug)] $name, $error, $message);

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
    ($(#[$doc:meta])* secret $name:ident, $error:ident, $message:literal) => {
        id_type!($(#[$doc])* $name, $error, $message);

        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(stringify!($name))
            }
        }
    };
    ($(#[$meta:meta])* $name:ident, $error:ident, $message:literal) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        /// The text does not have the form of an id.
        #[derive(Debug, thiserror::Error, PartialEq, Eq)]
        #[error($message)]
        pub struct $error;

        impl $name {
            pub fn random() -> Self {
                Self($crate::id::random())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::id::parse(text).map(Self).ok_or($error)
            }
        }
    };
}

pub(crate) use id_type;

#[cfg(test)]
mod tests {
    use crate::{FileId, FileIdError, UploadId, UploadIdError, UserId, UserIdError};

    #[test]
    fn only_the_form_of_a_random_id_is_accepted() {
        let user = UserId::random();
        assert_eq!(user.as_str().parse(), Ok(user));
        let file = FileId::random();
        assert_eq!(file.as_str().parse(), Ok(file));
        let upload = UploadId::random();
        assert_eq!(upload.as_str().parse(), Ok(upload));
        for other in [
            "",
            "7",
            "../document/0123456789abcdef0123456789ab",
            "0123456789ABCDEF0123456789ABCDEF",
            "0123456789abcdef0123456789abcdef0",
        ] {
            assert_eq!(other.parse::<UserId>(), Err(UserIdError), "{other:?}");
            assert_eq!(other.parse::<FileId>(), Err(FileIdError), "{other:?}");
            assert_eq!(other.parse::<UploadId>(), Err(UploadIdError), "{other:?}");
        }
    }

    #[test]
    fn every_bit_of_a_random_id_is_random() {
        let ids: Vec<_> = (0..200)
            .map(|_| u128::from_str_radix(UploadId::random().as_str(), 16).unwrap())
            .collect();
        assert_eq!(ids.iter().fold(0, |set, id| set | id), u128::MAX);
        assert_eq!(ids.iter().fold(u128::MAX, |set, id| set & id), 0);
    }

    #[test]
    fn debug_output_hides_the_id_of_an_upload() {
        assert_eq!(format!("{:?}", UploadId::random()), "UploadId");
    }
}
