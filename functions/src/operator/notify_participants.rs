//! Tells participants about sessions that were moved or cancelled, and reminds them a day and an hour before a session.
//!
//! A schedule invokes this function every few minutes. Before an email is sent, its marks are written to the place, under the condition that
//! they are new: so each participant gets one email about each version of a session, also when two runs overlap. After a crash in between, it is
//! unknown whether the email was sent, and it is not sent again.

use api::{ApiResult, ErrorCode};
use app::{
    jobs::{Job, Scheduled},
    places::tell_once,
    run_calendar::{RunCalendar, join_path},
    wired,
};
use auth::reminders::ReminderLinks;
use domain::{
    Course, CourseDetails, CourseId, NoticeKind, PlaceState, RunSession, SessionNotice, due_notices, has_notices,
};
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use mail::{Attachment, MailTemplate, Mailer, SessionChange};
use platform::clock;
use store::{
    StoreError,
    course_details::{CountedRun, CourseDetailsTable, DetailsAndCountedRuns},
    courses::CoursesTable,
    place_requests::{PlaceRequest, PlaceRequestsTable},
    users::{User, UsersTable},
};
use tracing::error;

/// How many participants are told at once. SES takes 14 emails a second from a new account.
const CONCURRENT_PARTICIPANTS: usize = 4;

wired! {
    pub struct NotifyParticipants(wiring) {
        courses: CoursesTable = wiring.courses()?,
        details: CourseDetailsTable = wiring.course_details()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        users: UsersTable = wiring.users()?,
        links: ReminderLinks = wiring.reminder_links()?,
        mailer: Mailer = wiring.mailer_without_retries()?,
    }
}

struct NotifiedRun<'a> {
    course: &'a Course,
    details: &'a CourseDetails,
    run: &'a CountedRun,
    now: Timestamp,
}

impl Job for NotifyParticipants {
    type Event = Scheduled;

    /// A course or a participant that fails does not keep the others from being told.
    async fn run(&self, _: Scheduled) -> ApiResult<()> {
        let now = clock::now();
        let mut has_failed = false;
        for (id, page) in self.details.list().await? {
            if let Err(error) = self.notify_course(&id, page, now).await {
                error!(
                    course = id,
                    cause = error.cause().map(display),
                    "participants not notified"
                );
                has_failed = true;
            }
        }
        if has_failed {
            return Err(ErrorCode::ServiceUnavailable.into());
        }
        Ok(())
    }
}

impl NotifyParticipants {
    async fn notify_course(
        &self,
        id: &str,
        page: Result<DetailsAndCountedRuns, StoreError>,
        now: Timestamp,
    ) -> ApiResult<()> {
        let page = page?;
        // Another job tells the participants of a cancelled run.
        let is_due =
            |run: &&CountedRun| run.cancelled.is_none() && run.sessions.iter().any(|session| has_notices(session, now));
        let runs: Vec<_> = page.runs.iter().filter(is_due).collect();
        if runs.is_empty() {
            return Ok(());
        }
        let Ok(id) = CourseId::try_from(id.to_owned()) else {
            return Ok(());
        };
        let Some(course) = self.courses.find(&id).await? else {
            return Ok(());
        };
        for run in runs {
            let mut places = self.requests.of_run(&id, &run.run.id).await?;
            places.retain(|place| place.state == PlaceState::Confirmed);
            let notified = &NotifiedRun {
                course: &course,
                details: &page.details,
                run,
                now,
            };
            let results =
                stream::iter(places).map(|place| async move { self.notify_participant(notified, &place).await });
            let results: Vec<_> = results.buffer_unordered(CONCURRENT_PARTICIPANTS).collect().await;
            results.into_iter().collect::<ApiResult<()>>()?;
        }
        Ok(())
    }

    async fn notify_participant(&self, run: &NotifiedRun<'_>, place: &PlaceRequest) -> ApiResult<()> {
        let since = place.decided_at.unwrap_or(place.requested_at);
        let notices: Vec<_> = due_notices(&run.run.sessions, since, &place.told, run.now).collect();
        if notices.is_empty() {
            return Ok(());
        }
        let user = self.users.find(&place.user_id).await?;
        // A blocked user keeps the place, and is not told.
        let Some(user) = user.filter(|user| !user.blocked) else {
            return Ok(());
        };
        let (changes, reminders): (Vec<_>, Vec<_>) = notices
            .into_iter()
            .partition(|notice| notice.kind == NoticeKind::Changed);
        if !changes.is_empty() {
            let mail = run.changes_mail(&user, &changes);
            let file = run.calendar(&user, self.mailer.site()).file();
            self.tell(place, &user, &changes, &mail, Some(file)).await?;
        }
        let reminders = reminders.into_iter().filter(|_| user.wants_reminders());
        for reminder in reminders {
            let stop_token = self.links.token(&user.user_id).await?;
            let mail = run.reminder_mail(&user, reminder.session, stop_token);
            self.tell(place, &user, &[reminder], &mail, None).await?;
        }
        Ok(())
    }

    /// Sends one email about changes, or about one session that comes.
    async fn tell(
        &self,
        place: &PlaceRequest,
        user: &User,
        notices: &[SessionNotice<'_>],
        mail: &MailTemplate,
        file: Option<Attachment>,
    ) -> Result<(), StoreError> {
        // The marks that this run wrote for another email are not in the place that it has read. `mark_told` copes with that.
        let marks: Vec<_> = notices.iter().map(SessionNotice::mark).collect();
        tell_once(&self.requests, &self.mailer, place, &marks, user, mail, file).await
    }
}

impl<'a> NotifiedRun<'a> {
    fn reminder_mail(&self, user: &User, session: &RunSession, stop_token: String) -> MailTemplate {
        let CountedRun { run, sessions, .. } = self.run;
        MailTemplate::SessionReminder {
            course: self.course.name.get(user.language).to_owned(),
            number: session.number,
            sessions: sessions.len(),
            start: session.start,
            time_zone: run.time_zone.clone(),
            join: join_path(&self.course.id, &run.id, session.number),
            stop_token,
        }
    }

    fn changes_mail(&self, user: &User, notices: &[SessionNotice<'_>]) -> MailTemplate {
        let changes = notices.iter().map(|SessionNotice { session, .. }| SessionChange {
            number: session.number,
            start: (!session.cancelled).then_some(session.start),
            reason: session.reason.clone().unwrap_or_default(),
        });
        MailTemplate::SessionsChanged {
            course: self.course.name.get(user.language).to_owned(),
            changes: changes.collect(),
            time_zone: self.run.run.time_zone.clone(),
        }
    }

    const fn calendar(&self, user: &User, site: &'a str) -> RunCalendar<'a> {
        RunCalendar {
            course: self.course,
            details: self.details,
            run: self.run,
            language: user.language,
            site,
        }
    }
}
