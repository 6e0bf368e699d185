//! `GET /courses`: lists the courses of the catalogue in one language (contract, call 9).

use api::{ApiRequest, ApiResponse, ApiResult, CachePolicy, Endpoint};
use app::catalogue::CourseView;

use crate::wiring::ListCourses;

impl Endpoint for ListCourses {
    /// The response depends only on the language, so the CDN caches it.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let courses = self.catalogue.courses().await?;
        let data: Vec<CourseView> = courses
            .iter()
            .map(|course| CourseView::new(course, request.language()))
            .collect();
        ApiResponse::public(
            request,
            data,
            CachePolicy {
                max_age: self.max_age,
                is_translated: true,
            },
        )
    }

    async fn warm_up(&self) {
        self.catalogue.courses().await.ok();
    }
}
