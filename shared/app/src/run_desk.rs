//! What staff do with the runs of courses: sessions, meetings, materials, and the cancellation of a run.

use api::{ApiError, ApiResult, ErrorCode};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    ClosedDays, CourseId, MAX_MATERIALS, Material, RunId, RunSession, Weekday, https_url, material_title, reason,
};
use jiff::{
    ToSpan,
    civil::{Date, DateTime},
};
use platform::clock;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use store::{
    StoreError, TransactionItem,
    audit::Action,
    course_details::{CountedRun, CourseDetailsTable, RunCancellation},
    courses::CoursesTable,
    meetings::{Meeting, MeetingsTable, RunMeetings},
};
use tracing::error;

use crate::wired;

/// The length of a telephone number or an address of a meeting, in characters.
const MAX_DIRECTIONS: usize = 500;

wired! {
    #[derive(Debug)]
    pub struct RunDesk(wiring) {
        pub details: CourseDetailsTable = wiring.course_details()?,
        pub courses: CoursesTable = wiring.courses()?,
        pub meetings: MeetingsTable = wiring.meetings()?,
    }
}

#[derive(Debug)]
pub struct OpenRun {
    pub course: CourseId,
    pub counted: CountedRun,
    pub meetings: RunMeetings,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum RunChange {
    /// A cancelled session takes place then.
    MoveSession {
        session: u32,
        start: DateTime,
        reason: String,
    },
    CancelSession {
        session: u32,
        reason: String,
    },
    /// Without anything, the meeting is removed.
    SetMeeting {
        session: Option<u32>,
        #[serde(flatten)]
        meeting: Meeting,
    },
    /// One with the same URL is replaced.
    AddMaterial {
        session: Option<u32>,
        title: String,
        url: String,
    },
    RemoveMaterial {
        url: String,
    },
    /// A job ends the places, and tells everybody.
    Cancel {
        reason: String,
        /// The id of the run, against mistakes.
        confirm: String,
    },
}

/// Sessions of some days that are moved or cancelled, in all runs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shift {
    /// In the time zone of each run.
    from: Date,
    until: Date,
    /// None for all courses.
    course: Option<CourseId>,
    /// In minutes.
    by: Option<i32>,
    /// Cancels the sessions, in place of moving them.
    #[serde(default)]
    cancel: bool,
    /// Moves each to the next day that the run could have a session on after its last one, at the same time.
    #[serde(default)]
    to_end: bool,
    /// Sessions that have it are left alone, so that a shift can be repeated after a failure.
    reason: String,
    #[serde(default)]
    pub dry_run: bool,
}

/// A run with sessions to move or cancel.
#[derive(Debug)]
pub struct ShiftedRun {
    pub course: CourseId,
    read: CountedRun,
    /// All sessions, as they are after the shift.
    sessions: Vec<RunSession>,
    pub changed: Vec<u32>,
}

impl ShiftedRun {
    pub const fn run(&self) -> &RunId {
        &self.read.run.id
    }
}

impl OpenRun {
    /// It differs after every change of what staff change. Places that are taken meanwhile do not change it.
    pub fn version(&self) -> String {
        let state = json!([self.counted.sessions, self.counted.cancelled, self.meetings]);
        URL_SAFE_NO_PAD.encode(Sha256::digest(state.to_string()))
    }

    fn session(&self, number: u32) -> ApiResult<&RunSession> {
        let session = self.counted.sessions.iter().find(|session| session.number == number);
        session.ok_or_else(|| ApiError::not_found(ErrorCode::CourseSessionNotFound))
    }

    /// Requires that the run has a session, if one is named.
    fn require_session(&self, number: Option<u32>) -> ApiResult<()> {
        number.map_or(Ok(()), |number| self.session(number).map(|_| ()))
    }

    /// A session that is not over, of a run that takes place.
    fn coming_session(&self, number: u32) -> ApiResult<&RunSession> {
        let session = self.session(number)?;
        if self.counted.cancelled.is_some() {
            return Err(ErrorCode::RunCancelled.into());
        }
        if session.ends_at() <= clock::now() {
            return Err(ErrorCode::SessionOver.into());
        }
        Ok(session)
    }

    fn ids(&self) -> (CourseId, RunId) {
        (self.course.clone(), self.counted.run.id.clone())
    }
}

impl RunDesk {
    /// A run, as it is now.
    pub async fn open(&self, course: CourseId, run: &RunId) -> ApiResult<OpenRun> {
        let (counted, meetings) =
            tokio::try_join!(self.details.find_run(&course, run), self.meetings.of_run(&course, run))?;
        let counted = counted.ok_or_else(|| ApiError::not_found(ErrorCode::RunNotFound))?;
        Ok(OpenRun {
            course,
            counted,
            meetings,
        })
    }

    /// Changes a run, in one transaction with the record that `audit_record` makes of it. Jobs tell the participants.
    ///
    /// # Errors
    /// When it cannot be changed so, `conflict` when somebody else has changed it since it was opened, and when a table fails.
    pub async fn change(
        &self,
        read: &OpenRun,
        change: RunChange,
        audit_record: impl FnOnce(Action) -> Result<TransactionItem, StoreError>,
    ) -> ApiResult<()> {
        let is_written = match change {
            RunChange::MoveSession { session, start, reason } => {
                let (session, why) = (read.coming_session(session)?, checked(&reason)?);
                let moved = moved("start", session, start, &read.counted, &why)?;
                Box::pin(self.change_session(read, moved, audit_record)).await?
            }
            RunChange::CancelSession { session, reason } => {
                let session = read.coming_session(session)?;
                let cancelled = session.cancelled(checked(&reason)?, clock::now());
                Box::pin(self.change_session(read, cancelled, audit_record)).await?
            }
            RunChange::SetMeeting { session, meeting } => {
                read.require_session(session)?;
                let meeting = checked_meeting(meeting)?;
                let (course, run) = read.ids();
                let record = audit_record(Action::MeetingSet { course, run, session })?;
                let run = &read.counted.run.id;
                let set = self.meetings.set(&read.course, run, session, meeting.as_ref(), record);
                Box::pin(set).await?;
                true
            }
            RunChange::AddMaterial { session, title, url } => {
                read.require_session(session)?;
                let title = material_title(&title).map_err(|_| invalid("title", ErrorCode::TitleInvalid))?;
                let url = checked_url(&url)?;
                let mut materials = read.meetings.materials.clone();
                materials.retain(|material| material.url != url);
                materials.push(Material { session, title, url });
                // Those of the whole run first, then by session.
                materials.sort_by_key(|material| material.session);
                if materials.len() > MAX_MATERIALS {
                    return Err(ErrorCode::TooManyMaterials.into());
                }
                let (course, run) = read.ids();
                let record = audit_record(Action::MaterialAdd { course, run })?;
                Box::pin(self.replace_materials(read, &materials, record)).await?
            }
            RunChange::RemoveMaterial { url } => {
                let mut materials = read.meetings.materials.clone();
                materials.retain(|material| material.url != url);
                if materials.len() == read.meetings.materials.len() {
                    return Err(ApiError::not_found(ErrorCode::MaterialNotFound));
                }
                let (course, run) = read.ids();
                let record = audit_record(Action::MaterialRemove { course, run })?;
                Box::pin(self.replace_materials(read, &materials, record)).await?
            }
            RunChange::Cancel { reason, confirm } => {
                Box::pin(self.cancel(read, &reason, &confirm, audit_record)).await?
            }
        };
        if is_written {
            Ok(())
        } else {
            Err(ErrorCode::Conflict.into())
        }
    }

    async fn change_session(
        &self,
        read: &OpenRun,
        changed: RunSession,
        audit_record: impl FnOnce(Action) -> Result<TransactionItem, StoreError>,
    ) -> ApiResult<bool> {
        // A repetition of what was done tells nobody again.
        let before = read.session(changed.number)?;
        if (before.start, before.cancelled) == (changed.start, changed.cancelled) {
            return Ok(true);
        }
        let (course, run) = read.ids();
        let record = audit_record(Action::SessionChange {
            course,
            run,
            session: changed.number,
        })?;
        let mut sessions = read.counted.sessions.clone();
        for session in &mut sessions {
            if session.number == changed.number {
                session.clone_from(&changed);
            }
        }
        let written = self
            .details
            .change_sessions(&read.course, &read.counted, &sessions, record);
        Ok(written.await?)
    }

    async fn replace_materials(
        &self,
        read: &OpenRun,
        materials: &[Material],
        audit_record: TransactionItem,
    ) -> Result<bool, StoreError> {
        let (before, run) = (&read.meetings.materials, &read.counted.run.id);
        let replaced = self
            .meetings
            .replace_materials(&read.course, run, before, materials, audit_record);
        replaced.await
    }

    async fn cancel(
        &self,
        read: &OpenRun,
        why: &str,
        confirm: &str,
        audit_record: impl FnOnce(Action) -> Result<TransactionItem, StoreError>,
    ) -> ApiResult<bool> {
        let (course, run) = read.ids();
        if confirm.trim() != run.as_str() {
            return Err(invalid("confirm", ErrorCode::NotConfirmed));
        }
        if read.counted.cancelled.is_some() {
            return Err(ErrorCode::RunCancelled.into());
        }
        if read.counted.is_over(clock::now()) {
            return Err(ErrorCode::RunOver.into());
        }
        let cancellation = RunCancellation {
            at: clock::now(),
            reason: checked(why)?,
        };
        // Lists show it no longer as the next one.
        let start = match self.courses.find(&course).await? {
            Some(course) => self.courses.remove_start_item(&course, read.counted.run.start)?,
            None => None,
        };
        let record = audit_record(Action::RunCancel {
            course: course.clone(),
            run: run.clone(),
        })?;
        Ok(self
            .details
            .cancel_run(&course, &run, &cancellation, start, record)
            .await?)
    }

    /// What a shift changes, run by run.
    ///
    /// # Errors
    /// `malformed_request` unless it is one of a number of minutes, a cancellation and a move to the end, and when the last day is before the first;
    /// `reason_required`, `start_over`, and when the table cannot be read, or any course in it: no session may be left out unseen.
    pub async fn plan_shift(&self, shift: &Shift) -> ApiResult<Vec<ShiftedRun>> {
        let kinds = [shift.by.is_some(), shift.cancel, shift.to_end];
        if kinds.into_iter().filter(|is_given| *is_given).count() != 1 || shift.until < shift.from {
            return Err(ErrorCode::MalformedRequest.into());
        }
        let why = checked(&shift.reason)?;
        let closed = if shift.to_end {
            self.meetings.closed_days().await?
        } else {
            ClosedDays::default()
        };
        let mut runs = Vec::new();
        for (course, page) in self.details.list().await? {
            let page = page?;
            if let Ok(course) = CourseId::try_from(course) {
                runs.extend(page.runs.into_iter().map(|run| (course.clone(), run)));
            }
        }
        if let Some(only) = &shift.course {
            runs.retain(|(course, _)| course == only);
        }
        let mut shifted = Vec::new();
        for (course, counted) in runs {
            let mut sessions = counted.sessions.clone();
            let mut changed = Vec::new();
            let mut later_days = days_after(&counted, &closed);
            for session in &mut sessions {
                if shift.concerns(session, &counted, &closed, &why) {
                    *session = shift.applied(session, &counted, &mut later_days, &why)?;
                    changed.push(session.number);
                }
            }
            if !changed.is_empty() {
                shifted.push(ShiftedRun {
                    course,
                    read: counted,
                    sessions,
                    changed,
                });
            }
        }
        Ok(shifted)
    }

    /// Writes the sessions of a run, in one transaction with the record that `audit_record` makes of it. False when somebody else has
    /// changed the run.
    pub async fn shift(
        &self,
        shifted: &ShiftedRun,
        audit_record: impl FnOnce(Action) -> Result<TransactionItem, StoreError>,
    ) -> Result<bool, StoreError> {
        let record = audit_record(Action::SessionsShift {
            course: shifted.course.clone(),
            run: shifted.run().clone(),
            sessions: shifted.changed.clone(),
        })?;
        let written = self
            .details
            .change_sessions(&shifted.course, &shifted.read, &shifted.sessions, record);
        written.await
    }

    /// All runs of the catalogue, for a list. What cannot be read of a course is logged, and does not hide the others.
    pub async fn runs(&self) -> Result<Vec<(CourseId, CountedRun)>, StoreError> {
        let mut runs = Vec::new();
        for (id, page) in self.details.list().await? {
            match (CourseId::try_from(id.clone()), page) {
                (Ok(course), Ok(page)) => runs.extend(page.runs.into_iter().map(|run| (course.clone(), run))),
                (_, Err(cause)) => error!(course = id, %cause, "runs of a course not listed"),
                (Err(_), Ok(_)) => {}
            }
        }
        Ok(runs)
    }

    /// The coming sessions that take place on a closed day, in their order.
    pub async fn sessions_on(&self, closed: &ClosedDays) -> Result<Vec<(CourseId, RunId, RunSession)>, StoreError> {
        let now = clock::now();
        let mut found = Vec::new();
        for (course, counted) in self.runs().await? {
            let CountedRun {
                run,
                sessions,
                cancelled,
                ..
            } = counted;
            let takes_place = |session: &RunSession| {
                cancelled.is_none() && !session.cancelled && session.starts_at > now && closed.has(session.start.date())
            };
            let on_closed_days = sessions.into_iter().filter(takes_place);
            found.extend(on_closed_days.map(|session| (course.clone(), run.id.clone(), session)));
        }
        found.sort_by_key(|(_, _, session)| session.starts_at);
        Ok(found)
    }
}

impl Shift {
    /// A session that was moved for the same reason has left the days, unless it is on another closed one.
    fn concerns(&self, session: &RunSession, run: &CountedRun, closed: &ClosedDays, why: &str) -> bool {
        let takes_place = !session.cancelled && session.starts_at > clock::now() && run.cancelled.is_none();
        takes_place
            && self.by != Some(0)
            && (self.from..=self.until).contains(&session.start.date())
            && (session.reason.as_deref() != Some(why) || closed.has(session.start.date()))
    }

    fn applied(
        &self,
        session: &RunSession,
        run: &CountedRun,
        later_days: &mut impl Iterator<Item = Date>,
        why: &str,
    ) -> ApiResult<RunSession> {
        if self.to_end {
            let day = later_days.next().ok_or(ErrorCode::MalformedRequest)?;
            return moved("from", session, day.to_datetime(session.start.time()), run, why);
        }
        let Some(minutes) = self.by else {
            return Ok(session.cancelled(why.to_owned(), clock::now()));
        };
        let start = session.start.checked_add(minutes.minutes());
        let start = start.map_err(|_| ErrorCode::MalformedRequest)?;
        moved("by", session, start, run, why)
    }
}

/// The weekdays of a run after its last session that are not closed.
fn days_after<'a>(run: &CountedRun, closed: &'a ClosedDays) -> impl Iterator<Item = Date> + use<'a> {
    let weekdays = run.run.weekdays.clone();
    let taking_place = run.sessions.iter().filter(|session| !session.cancelled);
    let last = taking_place.map(|session| session.start.date()).max();
    let following = last.into_iter().flat_map(|last| last.series(1.day()).skip(1));
    following.filter(move |day| weekdays.contains(&Weekday::of(*day)) && !closed.has(*day))
}

/// `field` is the one that says when.
fn moved(
    field: &'static str,
    session: &RunSession,
    start: DateTime,
    run: &CountedRun,
    why: &str,
) -> ApiResult<RunSession> {
    let now = clock::now();
    let moved = session.moved(start, &run.run.time_zone, why.to_owned(), now);
    let moved = moved.map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
    if moved.starts_at <= now {
        return Err(invalid(field, ErrorCode::StartOver));
    }
    Ok(moved)
}

fn checked(why: &str) -> ApiResult<String> {
    reason(why).map_err(|_| invalid("reason", ErrorCode::ReasonRequired))
}

fn checked_url(url: &str) -> ApiResult<String> {
    https_url(url.trim()).map_err(|_| invalid("url", ErrorCode::UrlInvalid))
}

/// None without anything.
fn checked_meeting(meeting: Meeting) -> ApiResult<Option<Meeting>> {
    let given = |text: Option<String>| {
        let text = text.map(|text| text.trim().to_owned());
        text.filter(|text| !text.is_empty())
    };
    let meeting = Meeting {
        url: given(meeting.url).map(|url| checked_url(&url)).transpose()?,
        dial_in: given(meeting.dial_in),
        address: given(meeting.address),
    };
    for (field, text) in [("dialIn", &meeting.dial_in), ("address", &meeting.address)] {
        if text.as_ref().is_some_and(|text| text.chars().count() > MAX_DIRECTIONS) {
            return Err(invalid(field, ErrorCode::FieldTooLong));
        }
    }
    let is_empty = meeting.url.is_none() && meeting.dial_in.is_none() && meeting.address.is_none();
    Ok((!is_empty).then_some(meeting))
}

fn invalid(field: &'static str, code: ErrorCode) -> ApiError {
    ApiError::invalid(vec![(field, code)])
}
