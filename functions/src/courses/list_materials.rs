//! `GET /courses/{id}/runs/{run}/materials`: lists the materials and recordings of a run, for those who take part.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use domain::{CourseId, RunId};
use store::{
    course_details::CourseDetailsTable, meetings::MeetingsTable, place_requests::PlaceRequestsTable, users::UsersTable,
};

wired! {
    pub struct ListMaterials(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        details: CourseDetailsTable = wiring.course_details()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        meetings: MeetingsTable = wiring.meetings()?,
    }
}

impl Endpoint for ListMaterials {
    /// For users with a confirmed place in the run, also after its end, and for its teacher. A run that has left the catalogue keeps them.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?.user_id;
        let not_found = || ApiError::not_found(ErrorCode::RunNotFound);
        let course: CourseId = request.path_id("id").ok_or_else(not_found)?;
        let run: RunId = request.path_id("run").ok_or_else(not_found)?;
        let asked = self.requests.find(&user, &course).await?;
        if !asked.is_some_and(|asked| asked.takes_part_in(&run)) {
            let counted = self.details.find_run(&course, &run).await?.ok_or_else(not_found)?;
            if counted.run.teacher != Some(user) {
                return Err(ErrorCode::NotEnrolled.into());
            }
        }
        let data = self.meetings.materials(&course, &run).await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
