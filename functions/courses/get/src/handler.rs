//! `GET /courses/{id}`: returns a course of the catalogue with its details and runs, in one language.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, CachePolicy, Endpoint, ErrorCode};
use app::course_page_view::CoursePageView;
use domain::CourseId;
use platform::clock;

use crate::wiring::{CoursePage, GetCourse};

impl Endpoint for GetCourse {
    /// The response depends only on the path, the language and the date, so the CDN caches it. It has no price: prices depend on the
    /// country (`GET /coursePrices`).
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let id: CourseId = request.path_id("id").ok_or_else(not_found)?;
        let CoursePage { course, page } = &*self.cache.get_or_fetch(id.clone(), self.fetch(&id)).await?;
        ApiResponse::public(
            request,
            CoursePageView::new(course, page, request.language(), clock::now()),
            CachePolicy {
                max_age: self.max_age,
                is_translated: true,
            },
        )
    }

    async fn warm_up(&self) {
        self.courses.warm_up().await;
    }
}

impl GetCourse {
    /// Fails for a course that is not listed. The cache stores no failure, so it has no more entries than the catalogue has courses.
    /// An id that does not exist costs one read.
    async fn fetch(&self, id: &CourseId) -> ApiResult<CoursePage> {
        let course = self.courses.find_listed(id).await?.ok_or_else(not_found)?;
        let page = self.details.get(id).await?;
        Ok(CoursePage { course, page })
    }
}

/// A withdrawn course does not exist for clients.
fn not_found() -> ApiError {
    ApiError::not_found(ErrorCode::CourseNotFound)
}
