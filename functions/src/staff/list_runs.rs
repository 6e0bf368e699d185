//! `GET /staff/runs`: lists the runs that are not over, those that are, or those with sessions in a month.

use std::cmp::Reverse;

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{catalogue::Catalogue, run_desk::RunDesk, wired};
use auth::staff::StaffGate;
use domain::{ClosedDay, CourseId, StaffRole};
use platform::clock;
use serde::Serialize;
use store::course_details::CountedRun;

use super::{
    place_view::course_name,
    run_view::{ListedRun, sessions_of},
};

/// How many runs an answer has at most, except that of a month.
const PAGE: usize = 100;

wired! {
    pub struct ListRuns(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        desk: RunDesk = wiring.make()?,
        catalogue: Catalogue = wiring.catalogue()?,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunList {
    runs: Vec<ListedRun>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// Of the month.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_days: Option<Vec<ClosedDay>>,
}

impl Endpoint for ListRuns {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let roles = [StaffRole::Admissions, StaffRole::Finance];
        self.gate.admit(request, &roles).await?;
        let (runs, courses) = tokio::try_join!(Box::pin(self.desk.runs()), Box::pin(self.catalogue.courses()))?;
        let month = request.query("month");
        let (runs, next) = match month {
            Some(month) => (of_month(runs, month), None),
            None => page(runs, request.query("state") == Some("over"), request.query("cursor")),
        };
        let closed_days = match month {
            Some(month) => Some(self.closed_days(month).await?),
            None => None,
        };
        let now = clock::now();
        let listed = runs.into_iter().map(|(course, counted)| {
            let course = course_name(&courses, &course, request.language());
            ListedRun::new(course, counted, month, now)
        });
        let data = RunList {
            runs: listed.collect(),
            next,
            closed_days,
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl ListRuns {
    async fn closed_days(&self, month: &str) -> ApiResult<Vec<ClosedDay>> {
        let mut days = self.desk.meetings.closed_days().await?.days;
        days.retain(|day| day.date.to_string().starts_with(month));
        Ok(days)
    }
}

type Run = (CourseId, CountedRun);

/// The place of a run in the list.
fn key((course, counted): &Run) -> String {
    format!("{}#{course}#{}", counted.run.start, counted.run.id)
}

fn of_month(mut runs: Vec<Run>, month: &str) -> Vec<Run> {
    runs.retain(|(_, counted)| sessions_of(counted, month).next().is_some());
    runs.sort_by_cached_key(key);
    runs
}

/// The runs that are over, the latest first, or those that are not, the earliest first, after the cursor; and the cursor of the next page.
fn page(mut runs: Vec<Run>, are_over: bool, cursor: Option<&str>) -> (Vec<Run>, Option<String>) {
    let now = clock::now();
    runs.retain(|run| {
        let is_after = |cursor: &str| {
            let key = key(run);
            if are_over { *key < *cursor } else { *key > *cursor }
        };
        run.1.is_over(now) == are_over && cursor.is_none_or(is_after)
    });
    if are_over {
        runs.sort_by_cached_key(|run| Reverse(key(run)));
    } else {
        runs.sort_by_cached_key(key);
    }
    let next = runs.get(PAGE - 1).filter(|_| runs.len() > PAGE).map(key);
    runs.truncate(PAGE);
    (runs, next)
}
