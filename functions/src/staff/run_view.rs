//! A run as staff see it, with its sessions and participants.

use std::collections::BTreeSet;

use api::ApiResult;
use app::{catalogue::Catalogue, run_desk::OpenRun};
use auth::staff::StaffGate;
use domain::{Course, Language, Material, RunId, RunSession};
use jiff::{
    Timestamp,
    civil::{Date, DateTime},
};
use serde::Serialize;
use store::{
    course_details::{CountedRun, RunCancellation},
    meetings::Meeting,
    place_requests::PlaceRequestsTable,
};

use super::place_view::{CourseName, ListedPlace, course_name};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunView {
    course: CourseName,
    id: RunId,
    version: String,
    start: Date,
    end: Date,
    time_zone: String,
    places: u32,
    taken: u32,
    /// The name. None without a teacher, and when the account is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    teacher: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancelled: Option<RunCancellation>,
    sessions: Vec<SessionView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meeting: Option<Meeting>,
    materials: Vec<Material>,
    participants: Vec<ListedPlace>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionView {
    number: u32,
    start: DateTime,
    starts_at: Timestamp,
    minutes: u32,
    cancelled: bool,
    over: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meeting: Option<Meeting>,
}

impl SessionView {
    pub(super) fn new(session: &RunSession, meeting: Option<Meeting>, now: Timestamp) -> Self {
        Self {
            number: session.number,
            start: session.start,
            starts_at: session.starts_at,
            minutes: session.minutes,
            cancelled: session.cancelled,
            over: session.ends_at() <= now,
            reason: session.reason.clone(),
            meeting,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedRun {
    course: CourseName,
    id: RunId,
    start: Date,
    end: Date,
    time_zone: String,
    places: u32,
    taken: u32,
    cancelled: bool,
    /// The first that takes place and is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<SessionView>,
    /// Those of the month that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    sessions: Option<Vec<SessionView>>,
}

impl ListedRun {
    pub(super) fn new(course: CourseName, counted: CountedRun, month: Option<&str>, now: Timestamp) -> Self {
        let view = |session: &RunSession| SessionView::new(session, None, now);
        let takes_place = |session: &&RunSession| !session.cancelled && session.ends_at() > now;
        let next = counted.sessions.iter().filter(takes_place);
        let next = next.min_by_key(|session| session.starts_at).map(view);
        let sessions = month.map(|month| sessions_of(&counted, month).map(view).collect());
        Self {
            course,
            start: counted.run.start,
            end: counted.last_day(),
            time_zone: counted.run.time_zone,
            places: counted.run.places,
            taken: counted.taken,
            next: next.filter(|_| counted.cancelled.is_none()),
            cancelled: counted.cancelled.is_some(),
            sessions,
            id: counted.run.id,
        }
    }
}

/// The sessions of a run in a month, such as `2027-04`.
pub(super) fn sessions_of<'a>(counted: &'a CountedRun, month: &'a str) -> impl Iterator<Item = &'a RunSession> {
    let is_of_month = move |session: &&RunSession| session.start.strftime("%Y-%m").to_string() == month;
    counted.sessions.iter().filter(is_of_month)
}

/// A run with its participants, in the language of the request.
pub(super) async fn view_run(
    gate: &StaffGate,
    requests: &PlaceRequestsTable,
    catalogue: &Catalogue,
    opened: OpenRun,
    language: Language,
) -> ApiResult<RunView> {
    let version = opened.version();
    let OpenRun {
        course,
        counted,
        mut meetings,
    } = opened;
    // Boxed, because these futures contain whole SDK calls.
    let (mut places, courses) = tokio::try_join!(
        Box::pin(requests.of_run(&course, &counted.run.id)),
        Box::pin(catalogue.courses())
    )?;
    places.sort_by_key(|place| place.requested_at);
    let mut ids: BTreeSet<_> = places.iter().map(|place| place.user_id.clone()).collect();
    ids.extend(counted.run.teacher.clone());
    let users = gate.users.find_all(&ids).await?;
    let teacher = counted.run.teacher.as_ref().and_then(|id| users.get(id));
    let now = platform::clock::now();
    let sessions = counted.sessions.iter().map(|session| {
        let own = meetings.of_sessions.remove(&session.number);
        SessionView::new(session, own, now)
    });
    let sessions = sessions.collect();
    let courses: &[Course] = &courses;
    let participants = places
        .into_iter()
        .map(|place| ListedPlace::new(place, &users, courses, language));
    Ok(RunView {
        participants: participants.collect(),
        course: course_name(courses, &course, language),
        version,
        start: counted.run.start,
        end: counted.last_day(),
        teacher: teacher.map(|user| user.profile.fullname.clone()),
        time_zone: counted.run.time_zone,
        places: counted.run.places,
        taken: counted.taken,
        cancelled: counted.cancelled,
        sessions,
        meeting: meetings.of_run,
        materials: meetings.materials,
        id: counted.run.id,
    })
}
