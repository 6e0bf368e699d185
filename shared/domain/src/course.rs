//! Courses of the catalogue.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{CourseFacts, Localized};

/// The id of a course: the name of its file in the catalogue. It is valid in URLs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CourseId(String);

impl CourseId {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for CourseId {
    type Error = CourseIdError;

    fn try_from(id: String) -> Result<Self, Self::Error> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (3..=60).contains(&id.len()) && id.bytes().all(allowed) {
            Ok(Self(id))
        } else {
            Err(CourseIdError(id))
        }
    }
}

impl FromStr for CourseId {
    type Err = CourseIdError;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        id.to_owned().try_into()
    }
}

impl From<CourseId> for String {
    fn from(id: CourseId) -> Self {
        id.0
    }
}

impl fmt::Display for CourseId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a course id, which is 3 to 60 of a-z, 0-9 and '-'")]
pub struct CourseIdError(String);

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
