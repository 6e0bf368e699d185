//! `ops runs`: shows the sessions of a run, moves and cancels them, and says how one takes part.

use std::fmt::{self, Display};

use clap::{Args, Subcommand};
use domain::{CourseId, RunId, RunSession};
use jiff::civil::DateTime;
use platform::clock;
use serde::Serialize;
use store::{
    audit::Action,
    course_details::{CountedRun, CourseDetailsTable},
    meetings::{Meeting, MeetingsTable},
};

use crate::{
    enrol::parse_course_id,
    output::{CommandError, Output},
    stack::{Stack, StackError, Target},
    teachers::reason,
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

const MOVE_EXAMPLE: &str = "\
Example:
  scripts/ops runs move project-management 2027-spring 3 --to 2027-04-11T10:00 --reason 'The teacher is ill.'";

const CANCEL_EXAMPLE: &str = "\
Example:
  scripts/ops runs cancel project-management 2027-spring 3 --reason 'The teacher is ill.'";

fn https_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").unwrap_or_default();
    let is_url =
        !rest.is_empty() && !text.contains(|character: char| character.is_whitespace() || character.is_control());
    is_url
        .then(|| text.to_owned())
        .ok_or_else(|| "it must begin with https://".to_owned())
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum RunsError {
    #[error("The course {0} has no run {1}. Nothing was written.")]
    RunNotFound(CourseId, RunId),
    #[error("The run has no session {0}. Nothing was written.")]
    SessionNotFound(u32),
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
            Self::Past => "start_over",
            Self::Over => "session_over",
            Self::Time(_) => "time_invalid",
            Self::ConcurrentChange => "concurrent_change",
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
            let record = self.stack.audit_record(None, action).await?;
            let record = self.stack.audit().record_item(&record).map_err(StackError::from)?;
            let written = self
                .details
                .change_sessions(&self.course, &self.counted, &sessions, record)
                .await;
            if !written.map_err(StackError::from)? {
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
