//! The catalogue's courses, as functions and people see them.

use std::sync::Arc;

use api::{ApiError, ApiResult, ErrorCode};
use domain::{Course, CourseId, CourseType, Language};
use platform::cache::TimedCache;
use serde::Serialize;
use store::{StoreError, courses::CoursesTable};

use crate::teaching::MAX_COURSES;

/// The courses of the table, behind a copy in memory.
#[derive(Debug)]
pub struct Catalogue {
    table: CoursesTable,
    /// All languages in one copy.
    copy: TimedCache<(), Vec<Course>>,
}

impl Catalogue {
    /// The courses of that table, kept in that cache.
    #[must_use]
    pub const fn new(table: CoursesTable, copy: TimedCache<(), Vec<Course>>) -> Self {
        Self { table, copy }
    }

    /// The listed courses, in the order in which they are shown.
    ///
    /// # Errors
    /// When the table cannot be read, and when an item is malformed.
    pub async fn courses(&self) -> Result<Arc<Vec<Course>>, StoreError> {
        self.copy.get_or_fetch((), self.table.list()).await
    }

    /// Makes sure that the courses which a teacher chose are listed. For none, nothing is read.
    ///
    /// # Errors
    /// `course_not_found`, and as [`Self::courses`].
    pub async fn require(&self, chosen: &[CourseId]) -> ApiResult<()> {
        if chosen.is_empty() {
            return Ok(());
        }
        let listed = self.courses().await?;
        if chosen.iter().all(|id| listed.iter().any(|course| course.id == *id)) {
            Ok(())
        } else {
            Err(ApiError::invalid(vec![("teacher.courses", ErrorCode::CourseNotFound)]))
        }
    }

    /// What a teacher chose, and as far as there is room what they taught before and is not listed any more: it may return, and
    /// nobody who cannot see it has given it up.
    ///
    /// # Errors
    /// As [`Self::courses`].
    pub async fn with_withdrawn(&self, chosen: &[CourseId], before: &[CourseId]) -> Result<Vec<CourseId>, StoreError> {
        let mut courses = chosen.to_vec();
        if !before.iter().all(|id| chosen.contains(id)) {
            let listed = self.courses().await?;
            let withdrawn = before
                .iter()
                .filter(|id| !listed.iter().any(|course| course.id == **id));
            courses.extend(withdrawn.take(MAX_COURSES.saturating_sub(chosen.len())).cloned());
        }
        Ok(courses)
    }
}

/// A course on the wire, in one language.
#[derive(Debug, Serialize)]
pub struct CourseView {
    _id: CourseId,
    name: String,
    description: String,
    r#type: CourseType,
    #[serde(rename = "enrollmentCount")]
    enrollment_count: u64,
}

impl CourseView {
    /// The course in a language.
    #[must_use]
    pub fn new(course: &Course, language: Language) -> Self {
        Self {
            _id: course.id.clone(),
            name: course.name.get(language).to_owned(),
            description: course.description.get(language).to_owned(),
            r#type: course.course_type,
            enrollment_count: course.enrollment_count,
        }
    }
}
