//! `ops runs`: shows the sessions of a run, moves and cancels them, says how one takes part, and keeps the materials.

use std::fmt::{self, Display};

use clap::{ArgGroup, Args, Subcommand};
use domain::{CourseId, MAX_MATERIALS, Material, RunId, RunSession, https_url, material_title, reason};
use jiff::{
    ToSpan,
    civil::{Date, DateTime},
};
use platform::clock;
use serde::Serialize;
use store::{
    audit::Action,
    course_details::{CountedRun, CourseDetailsTable, RunCancellation},
    courses::CoursesTable,
    meetings::{Meeting, MeetingsTable},
    place_requests::PlaceRequest,
};

use crate::{
    enrol::parse_course_id,
    output::{CommandError, Output},
    stack::{Stack, StackError, Target},
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Shows the sessions of a run
    #[command(after_help = "Example:\n  scripts/ops runs show project-management 2027-spring")]
    Show(Selected),
    /// Says how one takes part in the sessions of a run: only participants and the teacher see it, when they may join
    #[command(after_help = MEETING_EXAMPLES)]
    Meeting {
        #[command(flatten)]
        of: Selected,
        /// The session that has a meeting of its own. Without it, all others
        #[arg(long, value_name = "NUMBER")]
        session: Option<u32>,
        /// An https URL of any provider
        #[arg(long, value_parser = https_url)]
        url: Option<String>,
        /// A telephone number, with what to enter there
        #[arg(long, value_name = "TEXT")]
        dial_in: Option<String>,
        /// The address of sessions in person, with directions
        #[arg(long, value_name = "TEXT", required_unless_present_any = ["url", "dial_in"])]
        address: Option<String>,
    },
    /// Shows, adds and removes links to materials and recordings. Only participants and the teacher see them
    Material {
        #[command(subcommand)]
        command: MaterialCommand,
    },
    /// Moves a session. The participants are told within some minutes
    #[command(after_help = MOVE_EXAMPLE)]
    Move {
        #[command(flatten)]
        of: Selected,
        /// The number of the session
        session: u32,
        /// The new start, in the time zone of the run
        #[arg(long, value_name = "YYYY-MM-DDTHH:MM")]
        to: DateTime,
        /// The reason, which the participants read
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
    },
    /// Cancels a session. The participants are told within some minutes. Moving it undoes that
    #[command(after_help = CANCEL_EXAMPLE)]
    Cancel {
        #[command(flatten)]
        of: Selected,
        /// The number of the session
        session: u32,
        /// The reason, which the participants read
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
    },
    /// Moves or cancels all sessions of some days, of all runs. The participants are told within some minutes
    #[command(after_help = SHIFT_EXAMPLES)]
    Shift(Shift),
    /// Cancels a whole run. A job ends its places and tells everybody who has or wants one; what was paid is to be refunded
    #[command(after_help = CANCEL_RUN_EXAMPLE)]
    CancelRun {
        #[command(flatten)]
        of: Selected,
        /// The reason, which the participants read
        #[arg(long, value_name = "TEXT", value_parser = reason)]
        reason: String,
        /// The id of the run once more, against mistakes
        #[arg(long, value_name = "RUN")]
        confirm: RunId,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum MaterialCommand {
    /// Shows the materials of a run
    #[command(after_help = "Example:\n  scripts/ops runs material list project-management 2027-spring")]
    List(Selected),
    /// Adds a link. One with the same URL is replaced
    #[command(after_help = MATERIAL_EXAMPLE)]
    Add {
        #[command(flatten)]
        of: Selected,
        /// The session that it belongs to. Without it, the whole run
        #[arg(long, value_name = "NUMBER")]
        session: Option<u32>,
        /// What participants read
        #[arg(long, value_name = "TEXT", value_parser = material_title)]
        title: String,
        /// An https URL of any provider
        #[arg(long, value_parser = https_url)]
        url: String,
    },
    /// Removes a link
    Remove {
        #[command(flatten)]
        of: Selected,
        #[arg(long)]
        url: String,
    },
}

/// Sessions of one day or several days, in all runs.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("change").required(true).args(["by", "cancel"]))]
pub(crate) struct Shift {
    #[command(flatten)]
    target: Target,
    /// The first day, in the time zone of each run
    #[arg(long, value_name = "DATE")]
    from: Date,
    /// The last day
    #[arg(long, value_name = "DATE")]
    until: Date,
    /// Only sessions of this course
    #[arg(long, value_name = "ID", value_parser = parse_course_id)]
    course: Option<CourseId>,
    /// Moves the sessions by that many minutes, such as -60; a day has 1440
    #[arg(long, value_name = "MINUTES", allow_hyphen_values = true)]
    by: Option<i32>,
    /// Cancels the sessions
    #[arg(long)]
    cancel: bool,
    /// The reason, which the participants read. Sessions that have it are left alone: so the command can be run again after an error
    #[arg(long, value_name = "TEXT", value_parser = reason)]
    reason: String,
    /// Shows what would be done, without doing it
    #[arg(long)]
    dry_run: bool,
}

/// The run that a command is about.
#[derive(Debug, Args)]
pub(crate) struct Selected {
    #[command(flatten)]
    target: Target,
    /// The course id
    #[arg(value_parser = parse_course_id)]
    course: CourseId,
    /// The id of the run
    run: RunId,
    /// Shows what would be done, without doing it
    #[arg(long)]
    dry_run: bool,
}

const MEETING_EXAMPLES: &str = "\
Examples:
  scripts/ops runs meeting project-management 2027-spring --url https://meet.example/abc-defg-hij --dial-in '+213 21 00 00 00, 1234#'
  scripts/ops runs meeting project-management 2027-spring --session 3 --address '3 rue Didouche Mourad, Alger'";

const MATERIAL_EXAMPLE: &str = "\
Example:
  scripts/ops runs material add project-management 2027-spring --session 3 --title 'Recording of session 3' --url https://video.example/abc";

const MOVE_EXAMPLE: &str = "\
Example:
  scripts/ops runs move project-management 2027-spring 3 --to 2027-04-11T10:00 --reason 'The teacher is ill.'";

const CANCEL_EXAMPLE: &str = "\
Example:
  scripts/ops runs cancel project-management 2027-spring 3 --reason 'The teacher is ill.'";

const SHIFT_EXAMPLES: &str = "\
Examples:
  scripts/ops runs shift --from 2027-02-08 --until 2027-03-09 --by -60 --reason 'Hours of Ramadan'
  scripts/ops runs shift --from 2027-03-10 --until 2027-03-10 --cancel --reason 'Eid al-Fitr'";

const CANCEL_RUN_EXAMPLE: &str = "\
Example:
  scripts/ops runs cancel-run project-management 2027-spring --reason 'Too few participants.' --confirm 2027-spring";

#[derive(Debug, thiserror::Error)]
pub(crate) enum RunsError {
    #[error("The course {0} has no run {1}. Nothing was written.")]
    RunNotFound(CourseId, RunId),
    #[error("The run has no session {0}. Nothing was written.")]
    SessionNotFound(u32),
    #[error("--confirm does not have the id of the run. Nothing was written.")]
    NotConfirmed,
    #[error("The run is cancelled. Nothing was written.")]
    AlreadyCancelled,
    #[error("Somebody else has changed these runs at the same time: {}. The others are written. Run the command again.", .0.join(", "))]
    SomeChanged(Vec<String>),
    #[error("A run has at most {MAX_MATERIALS} materials. Nothing was written.")]
    TooManyMaterials,
    #[error("The run has no material with that URL. Nothing was written.")]
    MaterialNotFound,
    #[error("The new start is over. Nothing was written.")]
    Past,
    #[error("The session is over. Nothing was written.")]
    Over,
    #[error("{0}. Nothing was written.")]
    Time(#[from] jiff::Error),
    #[error("Somebody else has changed the run at the same time. Look at it again. Nothing was written.")]
    ConcurrentChange,
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl CommandError for RunsError {
    fn code(&self) -> &'static str {
        match self {
            Self::RunNotFound(..) => "run_not_found",
            Self::SessionNotFound(_) => "session_not_found",
            Self::NotConfirmed => "not_confirmed",
            Self::AlreadyCancelled => "already_cancelled",
            Self::TooManyMaterials => "too_many_materials",
            Self::MaterialNotFound => "material_not_found",
            Self::Past => "start_over",
            Self::Over => "session_over",
            Self::Time(_) => "time_invalid",
            Self::ConcurrentChange | Self::SomeChanged(_) => "concurrent_change",
            Self::Stack(error) => error.code(),
        }
    }
}

pub(crate) async fn run(command: Command) -> Result<Output, RunsError> {
    match command {
        Command::Show(of) => {
            let opened = Opened::open(of).await?;
            Ok(Box::new(Shown::of(&opened.counted)))
        }
        Command::Meeting {
            of,
            session,
            url,
            dial_in,
            address,
        } => {
            let opened = Opened::open(of).await?;
            if let Some(number) = session {
                opened.session(number)?;
            }
            opened.set_meeting(session, Meeting { url, dial_in, address }).await
        }
        Command::Material { command } => Box::pin(command.run()).await,
        Command::Move {
            of,
            session,
            to,
            reason,
        } => {
            let opened = Opened::open(of).await?;
            let moved = opened.session(session)?;
            let moved = moved.moved(to, &opened.counted.run.time_zone, reason, clock::now())?;
            if moved.starts_at <= clock::now() {
                return Err(RunsError::Past);
            }
            opened.change(moved).await
        }
        Command::Cancel { of, session, reason } => {
            let opened = Opened::open(of).await?;
            let cancelled = opened.session(session)?.cancelled(reason, clock::now());
            opened.change(cancelled).await
        }
        Command::Shift(shift) => Box::pin(shift.run()).await,
        Command::CancelRun { of, reason, confirm } => {
            let opened = Opened::open(of).await?;
            if confirm != opened.counted.run.id {
                return Err(RunsError::NotConfirmed);
            }
            opened.cancel_run(reason).await
        }
    }
}

/// A run with what changing it needs.
struct Opened {
    stack: Stack,
    details: CourseDetailsTable,
    course: CourseId,
    counted: CountedRun,
    dry_run: bool,
}

impl Opened {
    async fn open(selected: Selected) -> Result<Self, RunsError> {
        let Selected {
            target,
            course,
            run,
            dry_run,
        } = selected;
        let stack = Stack::connect(target).await?;
        let details = stack.table(CourseDetailsTable::new, "course-details");
        let counted = details.find_run(&course, &run).await.map_err(StackError::from)?;
        Ok(Self {
            counted: counted.ok_or_else(|| RunsError::RunNotFound(course.clone(), run))?,
            stack,
            details,
            course,
            dry_run,
        })
    }

    fn session(&self, number: u32) -> Result<&RunSession, RunsError> {
        let session = self.counted.sessions.iter().find(|session| session.number == number);
        let session = session.ok_or(RunsError::SessionNotFound(number))?;
        if session.ends_at() <= clock::now() {
            return Err(RunsError::Over);
        }
        Ok(session)
    }

    /// Writes the changed session and the audit record in one transaction. A job tells the participants.
    async fn change(self, changed: RunSession) -> Result<Output, RunsError> {
        let sessions = self.counted.sessions.iter().map(|session| {
            let is_changed = session.number == changed.number;
            if is_changed { changed.clone() } else { session.clone() }
        });
        let sessions: Vec<_> = sessions.collect();
        if !self.dry_run {
            let action = Action::SessionChange {
                course: self.course.clone(),
                run: self.counted.run.id.clone(),
                session: changed.number,
            };
            if !write(
                &self.stack,
                &self.details,
                &self.course,
                &self.counted,
                &sessions,
                action,
            )
            .await?
            {
                return Err(RunsError::ConcurrentChange);
            }
        }
        let run = CountedRun {
            sessions,
            ..self.counted
        };
        Ok(Box::new(Changed {
            dry_run: self.dry_run,
            session: changed.number,
            run: Shown::of(&run),
        }))
    }

    async fn cancel_run(self, reason: String) -> Result<Output, RunsError> {
        let run = &self.counted.run.id;
        if self.counted.cancelled.is_some() {
            return Err(RunsError::AlreadyCancelled);
        }
        let places = self.stack.place_requests().of_run(&self.course, run).await;
        let mut affected = places.map_err(StackError::from)?;
        affected.retain(|place| place.state.is_open());
        if !self.dry_run {
            let action = Action::RunCancel {
                course: self.course.clone(),
                run: run.clone(),
            };
            let record = self.stack.audit_record(None, action).await?;
            let record = self.stack.audit().record_item(&record).map_err(StackError::from)?;
            let cancellation = RunCancellation {
                at: clock::now(),
                reason,
            };
            let courses = self.stack.table(CoursesTable::new, "courses");
            // Lists show it no longer as the next one.
            let start = match courses.find(&self.course).await.map_err(StackError::from)? {
                Some(course) => courses.remove_start_item(&course, self.counted.run.start),
                None => Ok(None),
            };
            let start = start.map_err(StackError::from)?;
            let cancelled = self.details.cancel_run(&self.course, run, &cancellation, start, record);
            if !cancelled.await.map_err(StackError::from)? {
                return Err(RunsError::ConcurrentChange);
            }
        }
        Ok(Box::new(CancelledRun {
            dry_run: self.dry_run,
            run: run.clone(),
            affected,
        }))
    }

    fn ids(&self) -> (CourseId, RunId) {
        (self.course.clone(), self.counted.run.id.clone())
    }

    async fn materials(&self) -> Result<Vec<Material>, StackError> {
        let meetings = self.stack.table(MeetingsTable::new, "meetings");
        Ok(meetings.materials(&self.course, &self.counted.run.id).await?)
    }

    async fn replace_materials(
        self,
        read: &[Material],
        materials: Vec<Material>,
        action: Action,
    ) -> Result<Output, RunsError> {
        if !self.dry_run {
            let record = self.stack.audit_record(None, action).await?;
            let record = self.stack.audit().record_item(&record).map_err(StackError::from)?;
            let meetings = self.stack.table(MeetingsTable::new, "meetings");
            let run = &self.counted.run.id;
            let replaced = meetings.replace_materials(&self.course, run, read, &materials, record);
            if !replaced.await.map_err(StackError::from)? {
                return Err(RunsError::ConcurrentChange);
            }
        }
        Ok(Box::new(Materials {
            dry_run: self.dry_run,
            materials,
        }))
    }

    async fn set_meeting(self, session: Option<u32>, meeting: Meeting) -> Result<Output, RunsError> {
        if !self.dry_run {
            let action = Action::MeetingSet {
                course: self.course.clone(),
                run: self.counted.run.id.clone(),
                session,
            };
            self.stack.write_audit_record(None, action).await?;
            let meetings = self.stack.table(MeetingsTable::new, "meetings");
            let set = meetings
                .set(&self.course, &self.counted.run.id, session, &meeting)
                .await;
            set.map_err(StackError::from)?;
        }
        Ok(Box::new(MeetingSet {
            dry_run: self.dry_run,
            session,
            meeting,
        }))
    }
}

impl MaterialCommand {
    async fn run(self) -> Result<Output, RunsError> {
        match self {
            Self::List(of) => {
                let opened = Opened::open(of).await?;
                let materials = opened.materials().await?;
                Ok(Box::new(Materials {
                    dry_run: false,
                    materials,
                }))
            }
            Self::Add {
                of,
                session,
                title,
                url,
            } => {
                let opened = Opened::open(of).await?;
                let has_session = |number| opened.counted.sessions.iter().any(|session| session.number == number);
                if let Some(number) = session.filter(|number| !has_session(*number)) {
                    return Err(RunsError::SessionNotFound(number));
                }
                let read = opened.materials().await?;
                let mut materials = read.clone();
                materials.retain(|material| material.url != url);
                materials.push(Material { session, title, url });
                // Those of the whole run first, then by session.
                materials.sort_by_key(|material| material.session);
                if materials.len() > MAX_MATERIALS {
                    return Err(RunsError::TooManyMaterials);
                }
                let (course, run) = opened.ids();
                let action = Action::MaterialAdd { course, run };
                opened.replace_materials(&read, materials, action).await
            }
            Self::Remove { of, url } => {
                let opened = Opened::open(of).await?;
                let read = opened.materials().await?;
                let mut materials = read.clone();
                materials.retain(|material| material.url != url);
                if materials.len() == read.len() {
                    return Err(RunsError::MaterialNotFound);
                }
                let (course, run) = opened.ids();
                let action = Action::MaterialRemove { course, run };
                opened.replace_materials(&read, materials, action).await
            }
        }
    }
}

impl Shift {
    /// Writes each run in a transaction of its own. A job tells the participants.
    async fn run(self) -> Result<Output, RunsError> {
        let stack = Stack::connect(self.target.clone()).await?;
        let details = stack.table(CourseDetailsTable::new, "course-details");
        let (mut runs, mut changed_meanwhile) = (Vec::new(), Vec::new());
        for (course, page) in details.list().await.map_err(StackError::from)? {
            let page = page.map_err(StackError::from)?;
            let Ok(course) = CourseId::try_from(course) else {
                continue;
            };
            if self.course.as_ref().is_some_and(|only| *only != course) {
                continue;
            }
            for counted in &page.runs {
                let (all, changed) = self.sessions_of(counted)?;
                if changed.is_empty() {
                    continue;
                }
                let run = counted.run.id.clone();
                let action = Action::SessionsShift {
                    course: course.clone(),
                    run: run.clone(),
                    sessions: changed.clone(),
                };
                if !self.dry_run && !write(&stack, &details, &course, counted, &all, action).await? {
                    changed_meanwhile.push(format!("{course} {run}"));
                    continue;
                }
                runs.push(ShiftedRun {
                    course: course.clone(),
                    run,
                    sessions: changed,
                });
            }
        }
        if !changed_meanwhile.is_empty() {
            return Err(RunsError::SomeChanged(changed_meanwhile));
        }
        Ok(Box::new(Shifted {
            dry_run: self.dry_run,
            runs,
        }))
    }

    /// All sessions of a run, and the numbers of those that change.
    fn sessions_of(&self, counted: &CountedRun) -> Result<(Vec<RunSession>, Vec<u32>), RunsError> {
        let now = clock::now();
        let mut changed = Vec::new();
        let sessions = counted.sessions.iter().map(|session| {
            let is_of_days = (self.from..=self.until).contains(&session.start.date());
            let is_done = session.reason.as_ref() == Some(&self.reason);
            let takes_place = !session.cancelled && session.starts_at > now && counted.cancelled.is_none();
            if !is_of_days || is_done || !takes_place {
                return Ok(session.clone());
            }
            changed.push(session.number);
            let reason = self.reason.clone();
            let Some(minutes) = self.by else {
                return Ok(session.cancelled(reason, now));
            };
            let start = session.start.checked_add(minutes.minutes())?;
            let moved = session.moved(start, &counted.run.time_zone, reason, now)?;
            if moved.starts_at <= now {
                return Err(RunsError::Past);
            }
            Ok(moved)
        });
        let sessions = sessions.collect::<Result<_, _>>()?;
        Ok((sessions, changed))
    }
}

/// Replaces the sessions of a run, in one transaction with the audit record. False when somebody else has changed it.
async fn write(
    stack: &Stack,
    details: &CourseDetailsTable,
    course: &CourseId,
    read: &CountedRun,
    sessions: &[RunSession],
    action: Action,
) -> Result<bool, StackError> {
    let record = stack.audit_record(None, action).await?;
    let record = stack.audit().record_item(&record)?;
    Ok(details.change_sessions(course, read, sessions, record).await?)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shifted {
    dry_run: bool,
    runs: Vec<ShiftedRun>,
}

#[derive(Serialize)]
struct ShiftedRun {
    course: CourseId,
    run: RunId,
    /// The numbers of the changed sessions.
    sessions: Vec<u32>,
}

impl Display for Shifted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, rest) = if self.dry_run {
            ("Dry run: this would change", "")
        } else {
            ("Changed", " The participants are told within some minutes.")
        };
        write!(formatter, "{first} sessions of {} runs.{rest}", self.runs.len())?;
        for ShiftedRun { course, run, sessions } in &self.runs {
            let sessions: Vec<_> = sessions.iter().map(ToString::to_string).collect();
            write!(formatter, "\n  {course}, {run}: {}", sessions.join(", "))?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CancelledRun {
    dry_run: bool,
    run: RunId,
    /// The places that a job ends.
    affected: Vec<PlaceRequest>,
}

impl Display for CancelledRun {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { run, affected, .. } = self;
        let count = affected.len();
        if self.dry_run {
            write!(formatter, "Dry run: this would cancel {run} and end {count} places.")?;
        } else {
            write!(
                formatter,
                "Cancelled {run}. Within some minutes, {count} places end, and their users are told."
            )?;
        }
        for place in affected {
            write!(formatter, "\n  {}, {}", place.user_id, place.state.as_str())?;
        }
        Ok(())
    }
}

/// A run with its sessions.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    run: RunId,
    time_zone: String,
    places: u32,
    taken: u32,
    sessions: Vec<RunSession>,
}

impl Shown {
    fn of(counted: &CountedRun) -> Self {
        Self {
            run: counted.run.id.clone(),
            time_zone: counted.run.time_zone.clone(),
            places: counted.run.places,
            taken: counted.taken,
            sessions: counted.sessions.clone(),
        }
    }
}

impl Display for Shown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { run, places, taken, .. } = self;
        write!(formatter, "{run}, {taken} of {places} places taken, {}", self.time_zone)?;
        for session in &self.sessions {
            let start = session.start.strftime("%a %Y-%m-%d %H:%M");
            write!(
                formatter,
                "\n  {:>3}  {start}  {} minutes",
                session.number, session.minutes
            )?;
            if session.cancelled {
                formatter.write_str(", cancelled")?;
            }
            if let Some(reason) = &session.reason {
                write!(formatter, ": {reason}")?;
            }
        }
        Ok(())
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    dry_run: bool,
    session: u32,
    run: Shown,
}

impl Display for Changed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { session, run, .. } = self;
        if self.dry_run {
            write!(formatter, "Dry run: this would change session {session}:\n{run}")
        } else {
            write!(
                formatter,
                "Changed session {session}. The participants are told within some minutes.\n{run}"
            )
        }
    }
}

/// The materials of a run, after a change or without one.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Materials {
    dry_run: bool,
    materials: Vec<Material>,
}

impl Display for Materials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if self.dry_run {
            "Dry run: the materials would be"
        } else {
            "Materials"
        };
        write!(formatter, "{first}: {}", self.materials.len())?;
        for Material { session, title, url } in &self.materials {
            let of = session.map_or_else(|| "run".to_owned(), |number| format!("session {number}"));
            write!(formatter, "\n  {of}: {title}\n    {url}")?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MeetingSet {
    dry_run: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<u32>,
    meeting: Meeting,
}

impl Display for MeetingSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self
            .session
            .map_or_else(|| "the run".to_owned(), |number| format!("session {number}"));
        if self.dry_run {
            write!(formatter, "Dry run: this would set the meeting of {what}.")
        } else {
            write!(formatter, "Set the meeting of {what}.")
        }
    }
}
