//! The fields that the forms of registration and profile have in common.

use api::{ErrorCode, Form};
use domain::{CourseId, UserType};
use files::RequestedFiles;
use serde::Deserialize;
use store::users::{ProfileFiles, UserProfile};

/// How many courses a teacher may choose (spec §9).
pub(crate) const MAX_COURSES: usize = 2;

/// The part of a payload that registration and profile update have in common, after the name.
#[derive(Debug, Deserialize)]
pub struct ProfilePayload {
    phone1: Option<String>,
    phone2: Option<String>,
    address: Option<String>,
    birthdate: Option<String>,
    country: Option<String>,
    teacher: Option<TeacherPayload>,
}

/// The form that a payload comes from, which decides what is required.
#[derive(Debug, Clone, Copy)]
pub enum ProfileForm {
    /// The birthdate is optional, and a teacher chooses a course.
    Registration,
    /// The birthdate is required. A teacher chooses a course, unless courses that the teacher cannot see are kept.
    Update {
        /// Whether such courses are kept.
        keeps_courses: bool,
    },
}

#[derive(Debug)]
pub struct EnteredProfile {
    /// The profile without its files. Only a teacher has courses, and none when those that the teacher cannot see are kept.
    pub profile: UserProfile,
    /// A teacher's CV, and the video when there is one. The photo is not among the fields.
    pub files: RequestedFiles,
}

/// The object `teacher` of a payload. Other fields of it are ignored.
#[derive(Debug, Deserialize)]
struct TeacherPayload {
    #[serde(default)]
    courses: Vec<String>,
    curriculum: Option<String>,
    video: Option<String>,
}

#[derive(Debug, Default)]
struct TeacherFields {
    courses: Vec<CourseId>,
    files: RequestedFiles,
}

impl ProfilePayload {
    /// Whether it is of a teacher who has chosen no course.
    pub fn has_no_course(&self) -> bool {
        self.teacher.as_ref().is_some_and(|teacher| teacher.courses.is_empty())
    }

    /// Validates every field, in the order of the form, after the name. `type` is none when the payload names no type of users.
    pub fn parse(
        self,
        form: &mut Form,
        source: ProfileForm,
        fullname: Option<String>,
        r#type: Option<UserType>,
    ) -> Option<EnteredProfile> {
        let phone1 = form.phone1(self.phone1);
        let phone2 = form.phone2(self.phone2);
        let address = form.address(self.address);
        let birthdate = match source {
            ProfileForm::Registration => form.optional_birthdate(self.birthdate),
            ProfileForm::Update { .. } => form.birthdate(self.birthdate),
        };
        let country = form.country(self.country);
        let r#type = form.required("type", r#type, ErrorCode::TypeInvalid);
        let TeacherFields { courses, files } = match (r#type?, self.teacher) {
            (UserType::Student, None) => TeacherFields::default(),
            (UserType::Student, Some(_)) => form.reject("teacher", ErrorCode::TeacherNotAllowed)?,
            (UserType::Teacher, teacher) => TeacherFields::parse(form, teacher, source)?,
        };
        Some(EnteredProfile {
            profile: UserProfile {
                fullname: fullname?,
                phone1: phone1?,
                phone2,
                address: address?,
                country: country?.code().to_owned(),
                birthdate,
                courses,
                files: ProfileFiles::default(),
            },
            files,
        })
    }
}

impl TeacherFields {
    fn parse(form: &mut Form, payload: Option<TeacherPayload>, source: ProfileForm) -> Option<Self> {
        let Some(payload) = payload else {
            return form.reject("teacher", ErrorCode::OneCourseAtLeast);
        };
        let needs_course = !matches!(source, ProfileForm::Update { keeps_courses: true });
        let courses = courses(form, payload.courses, needs_course);
        let curriculum = form.file("teacher.curriculum", Some(payload.curriculum.unwrap_or_default()));
        let video = form.optional_file("teacher.video", payload.video);
        Some(Self {
            courses: courses?,
            files: RequestedFiles {
                image: None,
                curriculum: Some(curriculum?),
                video,
            },
        })
    }
}

fn courses(form: &mut Form, mut chosen: Vec<String>, needs_course: bool) -> Option<Vec<CourseId>> {
    chosen.sort();
    chosen.dedup();
    if chosen.is_empty() && needs_course {
        return form.reject("teacher.courses", ErrorCode::OneCourseAtLeast);
    }
    if chosen.len() > MAX_COURSES {
        return form.reject("teacher.courses", ErrorCode::TwoCoursesOnly);
    }
    let ids: Result<_, _> = chosen.into_iter().map(CourseId::try_from).collect();
    form.required("teacher.courses", ids.ok(), ErrorCode::CourseNotFound)
}
