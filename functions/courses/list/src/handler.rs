//! `GET /courses`: lists the courses of the catalogue in one language (contract, call 9).

use api::{ApiRequest, ApiResponse, ApiResult, CachePolicy, Endpoint};
use app::catalogue::ListedCourseView;
use platform::{clock, warm_up};

use crate::wiring::ListCourses;

impl Endpoint for ListCourses {
    /// The response depends only on the language and the date, so the CDN caches it.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let courses = self.catalogue.courses().await?;
        let now = clock::now();
        let data: Vec<_> = courses
            .iter()
            .map(|course| ListedCourseView::new(course, request.language(), now))
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
        warm_up::finish(self.catalogue.courses().await);
    }
}
