//! The dependencies of `GET /users/me/courses`.

use app::Wiring;
use auth::tokens::Tokens;
use platform::config::ConfigError;
use store::{
    course_details::CourseDetailsTable, courses::CoursesTable, payments::PaymentsTable,
    place_requests::PlaceRequestsTable, users::UsersTable,
};

/// The clients and services that the handler uses.
pub(crate) struct ListCourses {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) requests: PlaceRequestsTable,
    pub(crate) payments: PaymentsTable,
    pub(crate) courses: CoursesTable,
    pub(crate) details: CourseDetailsTable,
}

impl ListCourses {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            requests: wiring.place_requests()?,
            payments: wiring.payments()?,
            courses: wiring.courses()?,
            details: wiring.course_details()?,
        })
    }
}
