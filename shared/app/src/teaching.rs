//! What teachers say of their teaching, when they sign up and when they edit their profile.

use api::{ErrorCode, Form};
use domain::CourseId;
use files::WantedFiles;
use serde::Deserialize;

/// How many courses a teacher may choose (spec §9).
pub(crate) const MAX_COURSES: usize = 2;

/// The fields of `teacher` that are read. There are no others: what else it has is ignored.
#[derive(Debug, Deserialize)]
pub struct TeacherPayload {
    #[serde(default)]
    courses: Vec<String>,
    curriculum: Option<String>,
    video: Option<String>,
}

/// The courses that somebody teaches, and the files that go with it.
#[derive(Debug, Default)]
pub struct Teaching {
    /// One or two; none for somebody who does not teach.
    pub courses: Vec<CourseId>,
    /// The CV and, when there is one, the video.
    pub files: WantedFiles,
}

impl Teaching {
    /// Reads what a teacher sent, as a part of a form.
    pub fn parse(form: &mut Form, payload: Option<TeacherPayload>) -> Option<Self> {
        let Some(payload) = payload else {
            return form.fault("teacher", ErrorCode::OneCourseAtLeast);
        };
        let courses = courses(form, payload.courses);
        let curriculum = form.file("teacher.curriculum", Some(payload.curriculum.unwrap_or_default()));
        let video = form.file("teacher.video", payload.video);
        Some(Self {
            courses: courses?,
            files: WantedFiles {
                image: None,
                curriculum: Some(curriculum?),
                video,
            },
        })
    }
}

fn courses(form: &mut Form, mut chosen: Vec<String>) -> Option<Vec<CourseId>> {
    chosen.sort();
    chosen.dedup();
    if chosen.is_empty() {
        return form.fault("teacher.courses", ErrorCode::OneCourseAtLeast);
    }
    if chosen.len() > MAX_COURSES {
        return form.fault("teacher.courses", ErrorCode::TwoCoursesOnly);
    }
    let ids: Result<_, _> = chosen.into_iter().map(CourseId::try_from).collect();
    form.required("teacher.courses", ids.ok(), ErrorCode::CourseNotFound)
}
