//! The catalogue's courses, cached, and as the API returns them.

use std::sync::Arc;

use api::{ApiError, ApiResult, ErrorCode};
use domain::{Course, CourseFormat, CourseId, CourseLevel, CourseType, Language};
use jiff::{Timestamp, civil::Date};
use platform::cache::TimedCache;
use serde::Serialize;
use store::{StoreError, courses::CoursesTable};

use crate::profile_payload::MAX_COURSES;

#[derive(Debug)]
pub struct Catalogue {
    table: CoursesTable,
    /// One value for all languages.
    cache: TimedCache<(), Vec<Course>>,
}

impl Catalogue {
    pub const fn new(table: CoursesTable, cache: TimedCache<(), Vec<Course>>) -> Self {
        Self { table, cache }
    }

    /// The listed courses, in the order in which they are shown.
    ///
    /// # Errors
    /// When the table cannot be read and no earlier list is recent enough, and when an item is malformed.
    pub async fn courses(&self) -> Result<Arc<Vec<Course>>, StoreError> {
        self.cache.get_or_last((), self.table.list()).await
    }

    /// Requires that the courses that a teacher chose are listed. Without courses, nothing is read.
    ///
    /// # Errors
    /// `course_not_found`, and as [`Self::courses`].
    pub async fn require_listed(&self, chosen: &[CourseId]) -> ApiResult<()> {
        if chosen.is_empty() {
            return Ok(());
        }
        let listed = self.courses().await?;
        if chosen.iter().all(|id| is_listed(&listed, id)) {
            Ok(())
        } else {
            Err(ApiError::invalid(vec![("teacher.courses", ErrorCode::CourseNotFound)]))
        }
    }

    /// Whether a teacher has courses, all of which are withdrawn. Without courses, nothing is read.
    pub async fn are_withdrawn(&self, courses: &[CourseId]) -> Result<bool, StoreError> {
        if courses.is_empty() {
            return Ok(false);
        }
        let listed = self.courses().await?;
        Ok(!courses.iter().any(|id| is_listed(&listed, id)))
    }

    /// The courses that a teacher chose, with the withdrawn courses that the teacher had before, up to the maximum. The teacher
    /// cannot see a withdrawn course, so an edit without it does not remove it. The course may return.
    pub async fn with_withdrawn(&self, chosen: &[CourseId], before: &[CourseId]) -> Result<Vec<CourseId>, StoreError> {
        let mut courses = chosen.to_vec();
        if !before.iter().all(|id| chosen.contains(id)) {
            let listed = self.courses().await?;
            let withdrawn = before.iter().filter(|id| !is_listed(&listed, id));
            courses.extend(withdrawn.take(MAX_COURSES.saturating_sub(chosen.len())).cloned());
        }
        Ok(courses)
    }
}

fn is_listed(listed: &[Course], id: &CourseId) -> bool {
    listed.iter().any(|course| course.id == *id)
}

/// A course as the API returns it, in one language.
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

/// A course with its facts, as in the list of courses.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedCourseView<'a> {
    #[serde(flatten)]
    course: CourseView,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<CourseLevel>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    languages: &'a [Language],
    #[serde(skip_serializing_if = "Option::is_none")]
    hours: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sessions: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<CourseFormat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_start: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    artwork: Option<&'a str>,
}

impl<'a> ListedCourseView<'a> {
    /// The course in that language. `now` decides which run is the next.
    pub fn new(course: &'a Course, language: Language, now: Timestamp) -> Self {
        let facts = &course.facts;
        Self {
            course: CourseView::new(course, language),
            level: facts.level,
            languages: &facts.languages,
            hours: facts.hours,
            sessions: facts.sessions,
            format: facts.format,
            next_start: facts.next_start(now),
            artwork: facts.artwork.as_deref(),
        }
    }
}
