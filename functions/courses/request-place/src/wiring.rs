//! The dependencies of `POST /courses/{id}/requests`.

use app::Wiring;
use auth::{
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use platform::config::ConfigError;
use store::{
    course_details::CourseDetailsTable, courses::CoursesTable, payments::PaymentsTable,
    place_requests::PlaceRequestsTable, users::UsersTable,
};

/// The clients and services that the handler uses.
pub(crate) struct RequestPlace {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) courses: CoursesTable,
    pub(crate) details: CourseDetailsTable,
    pub(crate) payments: PaymentsTable,
    pub(crate) requests: PlaceRequestsTable,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_user: RateLimit,
}

impl RequestPlace {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            courses: wiring.courses()?,
            details: wiring.course_details()?,
            payments: wiring.payments()?,
            requests: wiring.place_requests()?,
            rate_limiter: wiring.rate_limiter()?,
            per_user: wiring.rate_limit(rate_limits::PLACE_REQUESTS_PER_USER)?,
        })
    }
}
