//! `POST /courses/{id}/requests`: requests a place in a run of a course.

mod view;

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, Form, StatusCode};
use app::{places::Places, wired};
use auth::{
    authenticate,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use domain::{CourseId, CourseRun, PlaceMail, PlaceState, RunId};
use platform::clock;
use serde::Deserialize;
use store::place_requests::{PlaceItems, PlaceOutcome, PlaceRequest};

use view::PlaceRequestView;

/// The maximum length of the message, in characters.
const MAX_MESSAGE: usize = 500;

wired! {
    pub struct RequestPlace(wiring), warm_up(tokens, places.users, rate_limiter) {
        tokens: Tokens = wiring.tokens()?,
        places: Places = wiring.make()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_user: RateLimit = wiring.rate_limit(rate_limits::PLACE_REQUESTS_PER_USER)?,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    run: Option<String>,
    message: Option<String>,
    waiting_list: Option<bool>,
}

impl Endpoint for RequestPlace {
    /// A user has one place request for each course. A repeated request changes nothing but the message, and a request for another run
    /// replaces it. An email confirms a request that is new, or for another run. A full run takes the request for its waiting list.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.places.users, request).await?;
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
            Box::pin(self.places.courses.find_listed(&course)),
            Box::pin(self.find_open_run(&course, &run, payload.waiting_list.unwrap_or(false))),
            Box::pin(self.places.requests.find(&user.user_id, &course))
        );
        // A withdrawn course is not found, like an unknown one.
        listed?.ok_or_else(course_not_found)?;
        let before = before?;
        let asked = match &before {
            Some(before) if before.state == PlaceState::Confirmed => return Err(ErrorCode::AlreadyEnrolled.into()),
            Some(before) if before.state == PlaceState::Offered && before.run_id == run => before.clone(),
            Some(before) if before.state == PlaceState::Offered => return Err(ErrorCode::PlaceReserved.into()),
            // It waits for a decision, whether the run is still open or not. It keeps its time, so that a new message does not move it to
            // the end of the queue.
            Some(before) if before.state.is_open() && before.run_id == run => {
                // The run may have been postponed.
                let dates = open_run.map_or((before.start, before.end), |(run, _)| (run.start, run.end));
                PlaceRequest {
                    message,
                    start: dates.0,
                    end: dates.1,
                    ..before.clone()
                }
            }
            before => {
                let (run, is_full) = open_run?;
                let asked = PlaceRequest::new(user.user_id, course, &run, message, before.as_ref());
                if is_full {
                    PlaceRequest {
                        state: PlaceState::Waiting,
                        mail: Some(PlaceMail::Waiting),
                        ..asked
                    }
                } else {
                    asked
                }
            }
        };
        if before.as_ref() != Some(&asked) {
            let asked = PlaceRequest {
                version: before.as_ref().map_or(1, |before| before.version + 1),
                ..asked.clone()
            };
            self.ask(before.as_ref(), &asked).await?;
            Box::pin(self.places.tell_in_time(&asked)).await;
        }
        let data = PlaceRequestView::new(&asked);
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

fn course_not_found() -> ApiError {
    ApiError::not_found(ErrorCode::CourseNotFound)
}

impl RequestPlace {
    /// A run that has not started, and whether it is full. The acceptance checks the places again, because many requests may be pending for
    /// the last place.
    async fn find_open_run(&self, course: &CourseId, id: &RunId, waits: bool) -> ApiResult<(CourseRun, bool)> {
        let counted = self.places.details.find_run(course, id).await?;
        let Some(counted) = counted.filter(|counted| counted.cancelled.is_none()) else {
            return Err(ApiError::invalid(vec![("run", ErrorCode::RunNotFound)]));
        };
        if counted.run.has_started(clock::now()) {
            return Err(ErrorCode::RunStarted.into());
        }
        let is_full = counted.is_full();
        if is_full && !waits {
            return Err(ErrorCode::RunFull.into());
        }
        Ok((counted.run, is_full))
    }

    async fn ask(&self, before: Option<&PlaceRequest>, asked: &PlaceRequest) -> ApiResult<()> {
        let user = &asked.user_id;
        let attempts = self.rate_limiter.for_request();
        attempts.count(&self.per_user, user.as_str()).await?;
        let items = PlaceItems {
            user_exists: Some(self.places.users.exists_item(user)?),
            enrolment: Some(self.places.payments.not_enrolled_item(user, &asked.course_id)?),
            ..PlaceItems::default()
        };
        let asked = self.places.requests.write(before, Some(asked), items);
        match attempts.refund_on_failure(asked).await? {
            PlaceOutcome::Written => Ok(()),
            PlaceOutcome::AlreadyEnrolled => Err(ErrorCode::AlreadyEnrolled.into()),
            // The user was deleted since the request was authenticated.
            PlaceOutcome::NoUser => Err(ErrorCode::Unauthorized.into()),
            _ => Err(ErrorCode::Conflict.into()),
        }
    }
}
