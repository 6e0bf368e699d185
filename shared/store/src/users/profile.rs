//! The profiles of users: what each enters about themselves.

use domain::{Birthdate, Country, CourseId, FileId, FileReference, PhoneNumber};
use serde::{Deserialize, Serialize};

/// What a user enters about themselves. It is written as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserProfile {
    pub fullname: String,
    pub phone1: PhoneNumber,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone2: Option<PhoneNumber>,
    pub address: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// None until the first edit for users whose registration did not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birthdate: Option<Birthdate>,
    /// The courses that a teacher teaches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub courses: Vec<CourseId>,
    #[serde(default, skip_serializing_if = "ProfileFiles::is_empty")]
    pub files: ProfileFiles,
}

/// The part of a profile that looks the same wherever it is read: in the API, in an export of the data, and for an operator. Courses and
/// files do not.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonalDetails {
    pub fullname: String,
    pub phone1: PhoneNumber,
    pub phone2: Option<PhoneNumber>,
    pub address: String,
    /// The English name.
    pub country: String,
    pub birthdate: Option<Birthdate>,
}

/// The files that a profile refers to. The user owns them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileFiles {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<FileReference>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curriculum: Option<FileReference>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub video: Option<FileReference>,
}

impl UserProfile {
    /// It names every field, so that a new one cannot be left out by mistake.
    pub fn details(&self) -> PersonalDetails {
        let Self {
            fullname,
            phone1,
            phone2,
            address,
            country,
            birthdate,
            courses: _,
            files: _,
        } = self.clone();
        PersonalDetails {
            fullname,
            phone1,
            phone2,
            address,
            country: Country::by_code(&country).map_or(country, |known| known.english_name().to_owned()),
            birthdate,
        }
    }

    /// The profile without a file. None when it does not refer to the file.
    pub fn without_file(&self, id: &FileId) -> Option<Self> {
        let other = |file: &Option<FileReference>| file.clone().filter(|file| file.file_id != *id);
        let files = ProfileFiles {
            image: other(&self.files.image),
            curriculum: other(&self.files.curriculum),
            video: other(&self.files.video),
        };
        (files != self.files).then(|| Self { files, ..self.clone() })
    }
}

impl ProfileFiles {
    /// The ids of all of them.
    pub fn ids(&self) -> impl Iterator<Item = &FileId> {
        let all = [&self.image, &self.curriculum, &self.video];
        all.into_iter().flatten().map(|file| &file.file_id)
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
