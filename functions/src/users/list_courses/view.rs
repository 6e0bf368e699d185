//! The data of the response.

use std::cmp::Reverse;

use app::course_page_view::SessionView;
use domain::{Course, CourseId, CourseType, Language, PlaceRequestState, RunId, Weekday};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::Serialize;
use store::{course_details::CountedRun, payments::Enrolment, place_requests::PlaceRequest};

/// A course with the user's request, their enrolment, and the run as the catalogue has it.
pub(crate) struct MyCourse {
    pub(crate) course: Course,
    pub(crate) asked: Option<PlaceRequest>,
    pub(crate) enrolment: Option<Enrolment>,
    pub(crate) run: Option<CountedRun>,
}

#[derive(Serialize)]
pub(crate) struct MyCoursesView<'a> {
    /// Pending and declined requests, the newest first.
    requested: Vec<MyCourseView<'a>>,
    /// Enrolments, by the start of their runs.
    enrolled: Vec<MyCourseView<'a>>,
    /// Requests and enrolments whose run has ended, the newest first.
    past: Vec<MyCourseView<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MyCourseView<'a> {
    course: CourseName<'a>,
    state: MyCourseState,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requested_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enrolled_at: Option<Timestamp>,
}

#[derive(Serialize)]
struct CourseName<'a> {
    #[serde(rename = "_id")]
    id: &'a CourseId,
    name: &'a str,
    r#type: CourseType,
    #[serde(skip_serializing_if = "Option::is_none")]
    artwork: Option<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum MyCourseState {
    Pending,
    Declined,
    Enrolled,
}

/// A run. One that has left the catalogue has only its dates.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunView<'a> {
    id: &'a RunId,
    start: Date,
    end: Date,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    weekdays: &'a [Weekday],
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_zone: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sessions: Vec<SessionView>,
}

impl<'a> MyCoursesView<'a> {
    /// The courses in that language. `now` decides which runs have ended, by the date in UTC.
    pub(crate) fn new(courses: &'a [MyCourse], language: Language, now: Timestamp) -> Self {
        let today = now.to_zoned(TimeZone::UTC).date();
        let views = courses.iter().map(|course| MyCourseView::new(course, language));
        let (mut past, open): (Vec<_>, Vec<_>) =
            views.partition(|view| view.run.as_ref().is_some_and(|run| run.end < today));
        let (mut enrolled, mut requested): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|view| view.state == MyCourseState::Enrolled);
        let start = |view: &MyCourseView<'_>| view.run.as_ref().map(|run| run.start);
        requested.sort_by_key(|view| Reverse(view.requested_at));
        // One without a run, which an operator made without a request, is at the end.
        enrolled.sort_by_key(|view| (start(view).is_none(), start(view)));
        past.sort_by_key(|view| Reverse(start(view)));
        Self {
            requested,
            enrolled,
            past,
        }
    }
}

impl<'a> MyCourseView<'a> {
    fn new(my: &'a MyCourse, language: Language) -> Self {
        let MyCourse {
            course,
            asked,
            enrolment,
            run,
        } = my;
        // A user who was enrolled without their request has no run.
        let asked = asked
            .as_ref()
            .filter(|asked| enrolment.is_none() || asked.state == PlaceRequestState::Accepted);
        Self {
            course: CourseName {
                id: &course.id,
                name: course.name.get(language),
                r#type: course.course_type,
                artwork: course.facts.artwork.as_deref(),
            },
            state: match asked.map(|asked| asked.state) {
                Some(PlaceRequestState::Pending) => MyCourseState::Pending,
                Some(PlaceRequestState::Declined) => MyCourseState::Declined,
                Some(PlaceRequestState::Accepted) | None => MyCourseState::Enrolled,
            },
            run: asked.map(|asked| RunView::new(asked, run.as_ref())),
            message: asked.and_then(|asked| asked.message.as_deref()),
            requested_at: asked.map(|asked| asked.requested_at),
            decided_at: asked.and_then(|asked| asked.decided_at),
            reason: asked.and_then(|asked| asked.reason.as_deref()),
            enrolled_at: enrolment.as_ref().map(|enrolment| enrolment.paid_at),
        }
    }
}

impl<'a> RunView<'a> {
    fn new(asked: &'a PlaceRequest, counted: Option<&'a CountedRun>) -> Self {
        let run = counted.map(|counted| &counted.run);
        Self {
            id: &asked.run_id,
            start: run.map_or(asked.start, |run| run.start),
            end: counted.map_or(asked.end, CountedRun::last_day),
            weekdays: run.map_or(&[], |run| &run.weekdays),
            time: run.map(|run| run.time.strftime("%H:%M").to_string()),
            time_zone: run.map(|run| run.time_zone.as_str()),
            language: run.and_then(|run| run.language),
            sessions: counted.map_or_else(Vec::new, |counted| {
                counted.sessions.iter().map(SessionView::from).collect()
            }),
        }
    }
}
