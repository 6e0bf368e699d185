//! `GET /courses`: lists the courses of the catalogue in one language (contract, call 9).

use std::time::Duration;

use api::{ApiRequest, ApiResponse, ApiResult, CachePolicy, Endpoint};
use app::{
    Wired, Wiring,
    catalogue::{Catalogue, ListedCourseView},
};
use platform::{clock, config::ConfigError, warm_up};

pub struct ListCourses {
    catalogue: Catalogue,
    max_age: Duration,
}

impl Wired for ListCourses {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            catalogue: wiring.catalogue()?,
            max_age: wiring.environment().catalogue_max_age()?,
        })
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

    async fn warm_up(&self) {
        warm_up::finish(self.catalogue.courses().await);
    }
}
