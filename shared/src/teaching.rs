//! What teachers say of their teaching, when they sign up and when they edit their profile.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::{
    files::Files,
    http::{ApiResult, ErrorCode, Form},
    store::courses::CoursesTable,
};

/// How many courses a teacher may choose (spec §9).
const MAX_COURSES: usize = 2;

/// The fields of `teacher` that are read. There are no others: what else it has is ignored.
#[derive(Debug, Deserialize)]
pub struct TeacherPayload {
    #[serde(default)]
    courses: Vec<String>,
    curriculum: Option<String>,
    video: Option<String>,
}

/// The courses that somebody teaches, and the files that go with it.
#[derive(Debug)]
pub struct Teaching {
    courses: BTreeSet<String>,
    /// The ids of the CV and, when there is one, the video.
    files: Vec<String>,
}

impl Teaching {
    /// Reads what a teacher sent, as a part of a form.
    pub fn parse(form: &mut Form, payload: Option<TeacherPayload>) -> Option<Self> {
        let Some(payload) = payload else {
            return form.fault("teacher", ErrorCode::OneCourseAtLeast);
        };
        let courses: BTreeSet<String> = payload.courses.into_iter().collect();
        if courses.is_empty() {
            return form.fault("teacher.courses", ErrorCode::OneCourseAtLeast);
        }
        if courses.len() > MAX_COURSES {
            return form.fault("teacher.courses", ErrorCode::TwoCoursesOnly);
        }
        let curriculum = form.required("teacher.curriculum", payload.curriculum, ErrorCode::FileNotFound)?;
        let files = [Some(curriculum), payload.video].into_iter().flatten().collect();
        Some(Self { courses, files })
    }

    /// Makes sure that the courses are listed, and claims the files.
    ///
    /// # Errors
    /// `course_not_found`, `file_not_found`, and when a table cannot be read.
    pub async fn claim(&self, courses: &CoursesTable, files: &Files) -> ApiResult<()> {
        let listed = courses.listed_ids().await?;
        if !self.courses.iter().all(|id| listed.contains(id)) {
            return Err(ErrorCode::CourseNotFound.into());
        }
        for file in &self.files {
            files.claim(file).await?;
        }
        Ok(())
    }
}
