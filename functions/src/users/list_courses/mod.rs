//! `GET /users/me/courses`: lists the requested, current and past courses of the user.

mod view;

use std::collections::BTreeMap;

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{Wired, Wiring};
use auth::{authenticate, tokens::Tokens};
use domain::{CourseId, PlaceRequestState, UserId};
use platform::{clock, config::ConfigError};
use store::{
    StoreError,
    course_details::{CountedRun, CourseDetailsTable},
    courses::CoursesTable,
    payments::{Enrolment, PaymentsTable},
    place_requests::{PlaceRequest, PlaceRequestsTable},
    users::UsersTable,
};

use view::{MyCourse, MyCoursesView};

pub struct ListCourses {
    tokens: Tokens,
    users: UsersTable,
    requests: PlaceRequestsTable,
    payments: PaymentsTable,
    courses: CoursesTable,
    details: CourseDetailsTable,
}

impl Wired for ListCourses {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
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

impl Endpoint for ListCourses {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let mut courses = Vec::new();
        for (id, (asked, enrolment)) in self.asked_and_enrolled(&user.user_id).await? {
            // Courses are never deleted, so a course without an item was never imported into this stack.
            let Some(course) = self.courses.find(&id).await? else {
                continue;
            };
            let run = self.run_of(asked.as_ref()).await?;
            courses.push(MyCourse {
                course,
                asked,
                enrolment,
                run,
            });
        }
        let data = MyCoursesView::new(&courses, request.language(), clock::now());
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}

impl ListCourses {
    /// The place request and the enrolment of each course that has one of them. The payments decide who is enrolled: an accepted request
    /// without one was read while an operator removed the enrolment.
    async fn asked_and_enrolled(
        &self,
        user: &UserId,
    ) -> Result<BTreeMap<CourseId, (Option<PlaceRequest>, Option<Enrolment>)>, StoreError> {
        let mut courses: BTreeMap<CourseId, (Option<PlaceRequest>, Option<Enrolment>)> = BTreeMap::new();
        for asked in self.requests.of_user(user).await? {
            let course = asked.course_id.clone();
            courses.entry(course).or_default().0 = Some(asked);
        }
        for enrolment in self.payments.of_user(user).await? {
            let course = enrolment.course_id.clone();
            courses.entry(course).or_default().1 = Some(enrolment);
        }
        courses.retain(|_, (asked, enrolment)| {
            let is_accepted = asked
                .as_ref()
                .is_some_and(|asked| asked.state == PlaceRequestState::Accepted);
            enrolment.is_some() || !is_accepted
        });
        Ok(courses)
    }

    /// The run as the catalogue has it now, which may be postponed.
    async fn run_of(&self, asked: Option<&PlaceRequest>) -> Result<Option<CountedRun>, StoreError> {
        let Some(asked) = asked else { return Ok(None) };
        self.details.find_run(&asked.course_id, &asked.run_id).await
    }
}
