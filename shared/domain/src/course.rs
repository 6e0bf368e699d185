//! Courses of the catalogue.

use serde::{Deserialize, Serialize};

use super::{CourseFacts, Localized};

/// Defines a type for ids that people choose in the catalogue, and the error of its parser. They are valid in URLs.
macro_rules! chosen_id_type {
    ($(#[$doc:meta])* $name:ident, $error:ident, $message:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        #[derive(Debug, thiserror::Error)]
        #[error($message)]
        pub struct $error(String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = $error;

            fn try_from(id: String) -> Result<Self, Self::Error> {
                let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
                if (3..=60).contains(&id.len()) && id.bytes().all(allowed) {
                    Ok(Self(id))
                } else {
                    Err($error(id))
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $error;

            fn from_str(id: &str) -> Result<Self, Self::Err> {
                id.to_owned().try_into()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}
pub(crate) use chosen_id_type;

chosen_id_type!(
    /// The id of a course: the name of its file in the catalogue.
    CourseId,
    CourseIdError,
    "{0:?} is not a course id, which is 3 to 60 of a-z, 0-9 and '-'"
);

/// The two groups of the catalogue, in the order in which they are shown (spec §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CourseType {
    /// Continuing professional development
    Cpd,
    /// Additional training programs
    Additional,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    pub id: CourseId,
    pub course_type: CourseType,
    /// Its position in the group, lowest first.
    pub position: u32,
    pub name: Localized,
    /// What it teaches, in two or three sentences.
    pub description: Localized,
    /// What fits on its card.
    pub facts: CourseFacts,
    pub enrollment_count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_name_of_a_catalogue_file_is_a_course_id() {
        for text in ["abc", "project-management", "2027", &"a".repeat(60)] {
            let id = CourseId::try_from(text.to_owned()).unwrap();
            assert_eq!((id.as_str(), id.to_string().as_str()), (text, text));
            assert_eq!(text.parse().ok(), Some(id.clone()));
            assert_eq!(String::from(id), text);
        }
        for text in ["", "ab", &"a".repeat(61), "Abc", "a_b", "a/b", "a.b", "cours-é"] {
            assert!(CourseId::try_from(text.to_owned()).is_err(), "{text:?}");
            assert!(text.parse::<CourseId>().is_err(), "{text:?}");
        }
    }
}
