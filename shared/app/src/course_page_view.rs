//! A course with its details and runs, as the API returns it.

use domain::{Course, Language, Localized, RunId, RunSession, Weekday};
use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use store::course_details::{CountedRun, DetailsAndCountedRuns};

use crate::catalogue::ListedCourseView;

/// A course with its details and runs, in one language.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CoursePageView<'a> {
    #[serde(flatten)]
    listed: ListedCourseView<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_minutes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group_size: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recordings: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audience: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prerequisites: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    takeaway: Option<&'a str>,
    outcomes: Vec<&'a str>,
    syllabus: Vec<&'a str>,
    runs: Vec<RunView<'a>>,
}

/// A run. Its teacher is not part of it: the id of the teacher is not public.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RunView<'a> {
    id: &'a RunId,
    start: Date,
    end: Date,
    weekdays: &'a [Weekday],
    time: String,
    time_zone: &'a str,
    places: u32,
    places_left: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sessions: Vec<SessionView>,
}

/// A session of a run, as the API returns it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    number: u32,
    starts_at: Timestamp,
    ends_at: Timestamp,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cancelled: bool,
}

impl From<&RunSession> for SessionView {
    fn from(session: &RunSession) -> Self {
        Self {
            number: session.number,
            starts_at: session.starts_at,
            ends_at: session.ends_at(),
            cancelled: session.cancelled,
        }
    }
}

impl<'a> CoursePageView<'a> {
    /// The course in that language, without the runs that are cancelled or have ended by `now`.
    pub fn new(course: &'a Course, page: &'a DetailsAndCountedRuns, language: Language, now: Timestamp) -> Self {
        let details = &page.details;
        let text = |text: &'a Option<Localized>| text.as_ref().map(|text| text.get(language));
        let texts = |texts: &'a [Localized]| texts.iter().map(|text| text.get(language)).collect();
        let runs = page.runs.iter();
        let runs = runs.filter(|counted| counted.cancelled.is_none() && !counted.run.has_ended(now));
        Self {
            listed: ListedCourseView::new(course, language, now),
            session_minutes: details.session_minutes,
            group_size: details.group_size,
            recordings: details.recordings,
            audience: text(&details.audience),
            prerequisites: text(&details.prerequisites),
            takeaway: text(&details.takeaway),
            outcomes: texts(&details.outcomes),
            syllabus: texts(&details.syllabus),
            runs: runs.map(RunView::new).collect(),
        }
    }
}

impl<'a> RunView<'a> {
    fn new(counted: &'a CountedRun) -> Self {
        let run = &counted.run;
        Self {
            id: &run.id,
            start: run.start,
            end: run.end,
            weekdays: &run.weekdays,
            time: run.time.strftime("%H:%M").to_string(),
            time_zone: &run.time_zone,
            places: run.places,
            places_left: counted.places_left(),
            language: run.language,
            sessions: counted.sessions.iter().map(SessionView::from).collect(),
        }
    }
}
