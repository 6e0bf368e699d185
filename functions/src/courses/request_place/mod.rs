//! `POST /courses/{id}/requests`: requests a place in a run of a course.

mod view;

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, Form, StatusCode};
use app::{Wired, Wiring};
use auth::{
    authenticate,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use domain::{Course, CourseId, CourseRun, Language, PlaceRequestState, RunId};
use mail::{MailTemplate, Mailer};
use platform::{clock, config::ConfigError};
use serde::Deserialize;
use store::{
    course_details::CourseDetailsTable,
    courses::CoursesTable,
    payments::PaymentsTable,
    place_requests::{AskOutcome, PlaceRequest, PlaceRequestsTable},
    users::UsersTable,
};

use view::PlaceRequestView;

/// The maximum length of the message, in characters.
const MAX_MESSAGE: usize = 500;

pub struct RequestPlace {
    tokens: Tokens,
    users: UsersTable,
    courses: CoursesTable,
    details: CourseDetailsTable,
    payments: PaymentsTable,
    requests: PlaceRequestsTable,
    mailer: Mailer,
    rate_limiter: RateLimiter,
    per_user: RateLimit,
}

impl Wired for RequestPlace {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            courses: wiring.courses()?,
            details: wiring.course_details()?,
            payments: wiring.payments()?,
            requests: wiring.place_requests()?,
            mailer: wiring.mailer()?,
            rate_limiter: wiring.rate_limiter()?,
            per_user: wiring.rate_limit(rate_limits::PLACE_REQUESTS_PER_USER)?,
        })
    }
}

#[derive(Deserialize)]
struct Payload {
    run: Option<String>,
    message: Option<String>,
}

impl Endpoint for RequestPlace {
    /// A user has one place request for each course. A repeated request changes nothing but the message, and a request for another run
    /// replaces it. An email confirms a request that is new, or for another run.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        let mut form = Form::default();
        let (run, message) = (
            form.run(payload.run),
            form.optional_text("message", payload.message, MAX_MESSAGE),
        );
        let run = form.finish(run)?;
        let course: CourseId = request.path_id("id").ok_or_else(course_not_found)?;
        // No read depends on another. Boxed, because these futures contain whole SDK calls.
        let (listed, open_run, before) = tokio::join!(
            Box::pin(self.courses.find_listed(&course)),
            Box::pin(self.find_open_run(&course, &run)),
            Box::pin(self.requests.find(&user.user_id, &course))
        );
        // A withdrawn course is not found, like an unknown one.
        let listed = listed?.ok_or_else(course_not_found)?;
        let before = before?;
        let (asked, confirmation) = match &before {
            Some(before) if before.state == PlaceRequestState::Accepted => {
                return Err(ErrorCode::AlreadyEnrolled.into());
            }
            // It waits for a decision, whether the run is still open or not. It keeps its time, so that a new message does not move it to
            // the end of the queue.
            Some(before) if before.state == PlaceRequestState::Pending && before.run_id == run => {
                let asked = match open_run {
                    Ok(run) => PlaceRequest {
                        requested_at: before.requested_at,
                        ..PlaceRequest::new(user.user_id.clone(), course, &run, message)
                    },
                    Err(_) => PlaceRequest {
                        message,
                        ..before.clone()
                    },
                };
                (asked, None)
            }
            _ => {
                let run = open_run?;
                let asked = PlaceRequest::new(user.user_id.clone(), course, &run, message);
                (asked, Some(confirmation(&listed, run, user.language)))
            }
        };
        if before.as_ref() != Some(&asked) {
            self.ask(before.as_ref(), &asked).await?;
        }
        if let Some(mail) = confirmation {
            self.mailer.send(&user, &mail).await;
        }
        let data = PlaceRequestView::new(&asked);
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up(), self.rate_limiter.warm_up());
    }
}

fn confirmation(course: &Course, run: CourseRun, language: Language) -> MailTemplate {
    MailTemplate::PlaceRequested {
        course: course.name.get(language).to_owned(),
        start: run.start,
        end: run.end,
        time: run.time,
        time_zone: run.time_zone,
    }
}

fn course_not_found() -> ApiError {
    ApiError::not_found(ErrorCode::CourseNotFound)
}

impl RequestPlace {
    /// A run that has not started and has a free place. The acceptance checks the places again, because many requests may be pending for
    /// the last place.
    async fn find_open_run(&self, course: &CourseId, id: &RunId) -> ApiResult<CourseRun> {
        let Some(counted) = self.details.find_run(course, id).await? else {
            return Err(ApiError::invalid(vec![("run", ErrorCode::RunNotFound)]));
        };
        if counted.run.has_started(clock::now()) {
            return Err(ErrorCode::RunStarted.into());
        }
        if counted.is_full() {
            return Err(ErrorCode::RunFull.into());
        }
        Ok(counted.run)
    }

    /// Counts the request, and writes it.
    async fn ask(&self, before: Option<&PlaceRequest>, asked: &PlaceRequest) -> ApiResult<()> {
        let user = &asked.user_id;
        let attempts = self.rate_limiter.for_request();
        attempts.count(&self.per_user, user.as_str()).await?;
        let user_exists = self.users.exists_item(user)?;
        let not_enrolled = self.payments.not_enrolled_item(user, &asked.course_id)?;
        let asked = self.requests.ask(before, asked, user_exists, not_enrolled);
        match attempts.refund_on_failure(asked).await? {
            AskOutcome::Asked => Ok(()),
            AskOutcome::AlreadyEnrolled => Err(ErrorCode::AlreadyEnrolled.into()),
            // The user was deleted since the request was authenticated.
            AskOutcome::NoUser => Err(ErrorCode::Unauthorized.into()),
            AskOutcome::Changed => Err(ErrorCode::Conflict.into()),
        }
    }
}
