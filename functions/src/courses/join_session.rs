//! `POST /courses/{id}/runs/{run}/sessions/{number}/join`: lets a participant into a session.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use domain::{CourseId, Joining, RunId};
use platform::{causes::Causes, clock, deadline};
use store::{
    course_details::CourseDetailsTable, meetings::MeetingsTable, place_requests::PlaceRequestsTable, users::UsersTable,
};
use tracing::error;

wired! {
    pub struct JoinSession(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        details: CourseDetailsTable = wiring.course_details()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        meetings: MeetingsTable = wiring.meetings()?,
    }
}

impl Endpoint for JoinSession {
    /// Besides the pages of staff, the response is the only place with the link to the meeting. The clock of the server decides when it is
    /// given, and to whom: users with a place in the run, and its teacher.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?.user_id;
        let not_found = || ApiError::not_found(ErrorCode::CourseSessionNotFound);
        let course: CourseId = request.path_id("id").ok_or_else(not_found)?;
        let run: RunId = request.path_id("run").ok_or_else(not_found)?;
        let number: u32 = request.path_id("number").ok_or_else(not_found)?;
        // No read depends on another.
        let (counted, asked) = tokio::join!(
            Box::pin(self.details.find_run(&course, &run)),
            Box::pin(self.requests.find(&user, &course))
        );
        let counted = counted?.ok_or_else(not_found)?;
        let session = counted.sessions.iter().find(|session| session.number == number);
        let session = session.ok_or_else(not_found)?;
        let is_teacher = counted.run.teacher.as_ref() == Some(&user);
        let place = asked?.filter(|asked| asked.takes_part_in(&run));
        if place.is_none() && !is_teacher {
            return Err(ErrorCode::NotEnrolled.into());
        }
        if counted.cancelled.is_some() {
            return Err(ErrorCode::SessionCancelled.into());
        }
        match session.joining(clock::now()) {
            Joining::Open => {}
            Joining::Opens(_) => return Err(ErrorCode::SessionNotOpen.into()),
            Joining::Over => return Err(ErrorCode::SessionOver.into()),
            Joining::Cancelled => return Err(ErrorCode::SessionCancelled.into()),
        }
        let meeting = self.meetings.of_session(&course, &run, number).await?;
        let data = meeting.ok_or(ErrorCode::MeetingMissing)?;
        if let Some(place) = place
            && !place.joined.contains_key(&number)
        {
            // The participant gets in also when this cannot be noted.
            let noted = deadline::leave_time_to_respond(self.requests.note_joined(&place, number)).await;
            if let Ok(Err(cause)) = noted {
                error!(cause = %Causes(&cause), "joining not noted");
            }
        }
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
