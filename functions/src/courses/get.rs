//! `GET /courses/{id}`: returns a course of the catalogue with its details and runs, in one language.

use std::time::Duration;

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, CachePolicy, Endpoint, ErrorCode};
use app::{course_page_view::CoursePageView, wired};
use domain::{Course, CourseId};
use platform::{
    cache::TimedCache,
    clock,
    failure::{Failure, PlatformError},
};
use store::{
    StoreError,
    course_details::{CourseDetailsTable, DetailsAndCountedRuns},
    courses::CoursesTable,
};
use thiserror::Error;

wired! {
    pub struct GetCourse(wiring), warm_up(courses) {
        courses: CoursesTable = wiring.courses()?,
        details: CourseDetailsTable = wiring.course_details()?,
        /// One entry for each listed course that was asked for.
        cache: TimedCache<CourseId, CoursePage> = TimedCache::new(wiring.environment().catalogue_max_age()?),
        max_age: Duration = wiring.environment().catalogue_max_age()?,
    }
}

pub(crate) struct CoursePage {
    pub(crate) course: Course,
    pub(crate) page: DetailsAndCountedRuns,
}

#[derive(Debug, Error)]
enum FetchError {
    /// It is not in the catalogue, or withdrawn. A withdrawn course does not exist for clients.
    #[error("the course is not listed")]
    NotListed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Endpoint for GetCourse {
    /// The response depends only on the path, the language and the date, so the CDN caches it. It has no price: prices depend on the
    /// country (`GET /coursePrices`).
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let id: CourseId = request.path_id("id").ok_or_else(not_found)?;
        let fetched = self.cache.get_or_last(id.clone(), Box::pin(self.fetch(&id))).await;
        let CoursePage { course, page } = &*fetched.map_err(FetchError::into_api_error)?;
        ApiResponse::public(
            request,
            CoursePageView::new(course, page, request.language(), clock::now()),
            CachePolicy {
                max_age: self.max_age,
                is_translated: true,
            },
        )
    }
}

impl GetCourse {
    /// Fails for a course that is not listed. The cache stores no failure, so it has no more entries than the catalogue has courses.
    /// An id that does not exist costs one read.
    async fn fetch(&self, id: &CourseId) -> Result<CoursePage, FetchError> {
        let course = self.courses.find_listed(id).await?.ok_or(FetchError::NotListed)?;
        let page = self.details.get(id).await?;
        Ok(CoursePage { course, page })
    }
}

impl FetchError {
    fn into_api_error(self) -> ApiError {
        match self {
            Self::NotListed => not_found(),
            Self::Store(error) => error.into(),
        }
    }
}

impl PlatformError for FetchError {
    fn failure(&self) -> Failure {
        match self {
            // The cache must not answer with the last value: the course is withdrawn.
            Self::NotListed => Failure::Internal,
            Self::Store(error) => error.failure(),
        }
    }
}

fn not_found() -> ApiError {
    ApiError::not_found(ErrorCode::CourseNotFound)
}
