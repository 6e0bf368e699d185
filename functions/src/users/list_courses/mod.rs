//! `GET /users/me/courses`: lists the requested, current and past courses of the user.

mod view;

use std::collections::BTreeMap;

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{places::ways_to_pay, wired};
use auth::{authenticate, tokens::Tokens};
use domain::{CourseId, PlaceState, UserId};
use platform::clock;
use store::{
    StoreError,
    course_details::{CountedRun, CourseDetailsTable},
    courses::CoursesTable,
    payments::{Payments, PaymentsTable},
    place_requests::{PlaceRequest, PlaceRequestsTable},
    users::UsersTable,
};

use view::{MyCourse, MyCoursesView};

wired! {
    pub struct ListCourses(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        payments: PaymentsTable = wiring.payments()?,
        courses: CoursesTable = wiring.courses()?,
        details: CourseDetailsTable = wiring.course_details()?,
    }
}

impl Endpoint for ListCourses {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let mut courses = Vec::new();
        let payments = self.payments.of_user(&user.user_id).await?;
        for (id, asked) in self.asked_and_enrolled(&user.user_id, &payments).await? {
            // Courses are never deleted, so a course without an item was never imported into this stack.
            let Some(course) = self.courses.find(&id).await? else {
                continue;
            };
            let run = self.run_of(asked.as_ref()).await?;
            let ways = match &asked {
                Some(place) => {
                    let reader = (request.language(), user.profile.country.as_str());
                    ways_to_pay(&self.payments, place, &payments, reader).await?
                }
                None => Vec::new(),
            };
            courses.push(MyCourse {
                course,
                asked,
                payments: &payments,
                run,
                ways,
            });
        }
        let data = MyCoursesView::new(&courses, request.language(), clock::now());
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl ListCourses {
    /// The courses that the user has asked for or is enrolled in, with the place in a run, if there is one. The payments decide who is
    /// enrolled: a confirmed place without an enrolment was read while it was cancelled.
    async fn asked_and_enrolled(
        &self,
        user: &UserId,
        payments: &Payments,
    ) -> Result<BTreeMap<CourseId, Option<PlaceRequest>>, StoreError> {
        let enrolled = payments.enrolments.iter().map(|enrolment| enrolment.course_id.clone());
        let mut courses: BTreeMap<_, _> = enrolled.map(|course| (course, None)).collect();
        for asked in self.requests.of_user(user).await? {
            if asked.state != PlaceState::Confirmed || courses.contains_key(&asked.course_id) {
                courses.insert(asked.course_id.clone(), Some(asked));
            }
        }
        Ok(courses)
    }

    /// The run as the catalogue has it now, which may be postponed.
    async fn run_of(&self, asked: Option<&PlaceRequest>) -> Result<Option<CountedRun>, StoreError> {
        let Some(asked) = asked else { return Ok(None) };
        self.details.find_run(&asked.course_id, &asked.run_id).await
    }
}
