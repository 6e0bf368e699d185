//! `GET /courses`: lists the courses of the catalogue in one language (contract, call 9).

use std::{sync::Arc, time::Duration};

use serde::Serialize;
use shared::{
    cache::TimedCache,
    domain::{Course, CourseId, CourseType, Language},
    http::{Answer, ApiRequest, ApiResult, Endpoint, PublicCopy},
    store::{StoreError, courses::CoursesTable},
};

/// What the endpoint works with.
pub(crate) struct ListCourses {
    pub(crate) table: CoursesTable,
    /// All languages in one copy.
    pub(crate) copy: TimedCache<(), Vec<Course>>,
    pub(crate) max_age: Duration,
}

impl Endpoint for ListCourses {
    /// Everybody gets the same list, so that the CDN can keep it. It is asked for again when the language changes.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let courses = self.courses().await?;
        let data: Vec<CourseView> = courses
            .iter()
            .map(|course| CourseView::new(course, request.language()))
            .collect();
        Answer::public(
            request,
            data,
            PublicCopy {
                max_age: self.max_age,
                in_language: true,
            },
        )
    }

    async fn warm_up(&self) {
        self.courses().await.ok();
    }
}

impl ListCourses {
    async fn courses(&self) -> Result<Arc<Vec<Course>>, StoreError> {
        self.copy.get_or_fetch((), self.table.list()).await
    }
}

/// A course on the wire, in one language.
#[derive(Serialize)]
struct CourseView<'a> {
    _id: &'a CourseId,
    name: &'a str,
    description: &'a str,
    r#type: CourseType,
    #[serde(rename = "enrollmentCount")]
    enrollment_count: u64,
}

impl<'a> CourseView<'a> {
    fn new(course: &'a Course, language: Language) -> Self {
        Self {
            _id: &course.id,
            name: course.name.get(language),
            description: course.description.get(language),
            r#type: course.course_type,
            enrollment_count: course.enrollment_count,
        }
    }
}
