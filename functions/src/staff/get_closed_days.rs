//! `GET /staff/closed-days`: returns the days on which no run should have a session, and the coming sessions on such days.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{catalogue::Catalogue, run_desk::RunDesk, wired};
use auth::staff::StaffGate;
use domain::{ClosedDays, RunId, StaffRole};
use jiff::civil::DateTime;
use serde::Serialize;

use super::place_view::{CourseName, course_name};

wired! {
    pub struct GetClosedDays(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        desk: RunDesk = wiring.make()?,
        catalogue: Catalogue = wiring.catalogue()?,
    }
}

#[derive(Serialize)]
struct View {
    #[serde(flatten)]
    closed: ClosedDays,
    sessions: Vec<SessionOnClosedDay>,
}

#[derive(Serialize)]
struct SessionOnClosedDay {
    course: CourseName,
    run: RunId,
    number: u32,
    start: DateTime,
}

impl Endpoint for GetClosedDays {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let roles = [StaffRole::Admissions, StaffRole::Finance];
        self.gate.admit(request, &roles).await?;
        let (closed, courses) = tokio::try_join!(self.desk.meetings.closed_days(), Box::pin(self.catalogue.courses()))?;
        let sessions = Box::pin(self.desk.sessions_on(&closed)).await?.into_iter();
        let sessions = sessions.map(|(course, run, session)| SessionOnClosedDay {
            course: course_name(&courses, &course, request.language()),
            run,
            number: session.number,
            start: session.start,
        });
        let data = View {
            sessions: sessions.collect(),
            closed,
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
