//! `GET /courses`: lists the courses of the catalogue in one language (contract, call 9).

use std::time::Duration;

use api::{ApiRequest, ApiResponse, ApiResult, CachePolicy, Endpoint, WarmUp};
use app::{
    catalogue::{Catalogue, ListedCourseView},
    wired,
};
use platform::{clock, warm_up};

wired! {
    pub struct ListCourses(wiring) {
        catalogue: Catalogue = wiring.catalogue()?,
        max_age: Duration = wiring.environment().catalogue_max_age()?,
    }
}

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
}

impl WarmUp for ListCourses {
    async fn warm_up(&self) {
        warm_up::finish(self.catalogue.courses().await);
    }
}
