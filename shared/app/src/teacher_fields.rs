//! The fields of the form that only teachers have, in registration and in the profile.

use api::{ErrorCode, Form};
use domain::CourseId;
use files::RequestedFiles;
use serde::Deserialize;

/// How many courses a teacher may choose (spec §9).
pub(crate) const MAX_COURSES: usize = 2;

/// The object `teacher` of a request. Other fields of it are ignored.
#[derive(Debug, Deserialize)]
pub struct TeacherPayload {
    #[serde(default)]
    courses: Vec<String>,
    curriculum: Option<String>,
    video: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct TeacherFields {
    /// One or two courses. None for a student, and for a teacher whose courses are all withdrawn and kept.
    pub courses: Vec<CourseId>,
    /// The CV, and the video when there is one.
    pub files: RequestedFiles,
}

impl TeacherPayload {
    #[must_use]
    pub const fn has_no_course(&self) -> bool {
        self.courses.is_empty()
    }
}

impl TeacherFields {
    /// Validates what a teacher sent, as part of a form. `needs_course` is false when courses that the teacher cannot see are kept.
    pub fn parse(form: &mut Form, payload: Option<TeacherPayload>, needs_course: bool) -> Option<Self> {
        let Some(payload) = payload else {
            return form.reject("teacher", ErrorCode::OneCourseAtLeast);
        };
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
