//! `ops catalogue`: checks the catalogue's files, puts them on the site, and brings them back from it.

mod diff;
mod export;
mod file;
mod import;
mod read;

use std::{
    fmt::{self, Display},
    fs, io,
    path::PathBuf,
};

use clap::{Args, Subcommand};
use platform::causes::Causes;
use serde::Serialize;
use serde_json::{Map, Value, json};
use store::{StoreError, course_prices::CoursePricesTable, courses::CoursesTable};

use crate::{
    output::{self, Answer},
    stack::{Stack, StackError, Target},
};
use diff::Difference;
use export::Exported;
use import::Imported;
use read::{Catalogue, Faults};

/// What can be done with the catalogue.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Says every fault of the files, with file and line. Writes nothing
    #[command(after_help = "Example:\n  scripts/ops catalogue check --from infra/catalogue")]
    Check(Files),
    /// Makes the tables say what the files say. Writes nothing when there is a fault; may be run again at any time
    #[command(after_help = IMPORT_EXAMPLES)]
    Import {
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        target: Target,
        /// Says what would be written, and writes nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Says what an import would change, course by course and price by price. Writes nothing
    #[command(after_help = DIFF_EXAMPLES)]
    Diff {
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        target: Target,
        /// Ends with 1 when there is something
        #[arg(long)]
        check: bool,
    },
    /// Writes what the tables say as files that an import reads. Withdrawn courses are left out
    #[command(after_help = "Example:\n  scripts/ops catalogue export --stack masar-staging --to /tmp/catalogue")]
    Export {
        #[command(flatten)]
        target: Target,
        /// The folder to make courses/ and prices/ in: one that is missing or empty
        #[arg(long, value_name = "FOLDER")]
        to: PathBuf,
    },
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  scripts/ops catalogue import --dry-run               # what it would do to the stack of scripts/dev
  scripts/ops catalogue import --stack masar-staging   # into a deployed one";

const DIFF_EXAMPLES: &str = "\
Examples:
  scripts/ops catalogue diff
  scripts/ops catalogue diff --stack masar-staging --check   # for a script: fails when the site is not as the files say";

/// Where a catalogue is, when it is on a site.
struct Tables {
    courses: CoursesTable,
    prices: CoursePricesTable,
}

impl Tables {
    fn of(stack: &Stack) -> Self {
        Self {
            courses: stack.table(CoursesTable::new, "courses"),
            prices: stack.table(CoursePricesTable::new, "course-prices"),
        }
    }
}

/// Where the catalogue is.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// The folder with courses/ and prices/
    #[arg(long, value_name = "FOLDER", env = "CATALOGUE", default_value = "infra/catalogue")]
    from: PathBuf,
}

/// Runs a command, and returns what it has to say.
pub(crate) async fn run(command: Command) -> Result<Answer, Complaint> {
    match command {
        Command::Check(files) => Ok(Box::new(Checked(Summary::of(&read::read(&files.from)?)))),
        Command::Import { files, target, dry_run } => {
            let catalogue = read::read(&files.from)?;
            let stack = Stack::of(target).await?;
            let tables = Tables::of(&stack);
            let plan = import::plan(&tables, &catalogue).await.map_err(Complaint::Tables)?;
            if !dry_run {
                stack.note(None, plan.action()).await?;
                import::carry_out(&tables, &catalogue, &plan)
                    .await
                    .map_err(Complaint::Tables)?;
            }
            let stack = stack.name;
            Ok(Box::new(Imported { stack, dry_run, plan }))
        }
        Command::Diff { files, target, check } => {
            let catalogue = read::read(&files.from)?;
            let difference = diff::difference(&Tables::of(&Stack::of(target).await?), &catalogue).await;
            let difference = difference.map_err(Complaint::Reading)?;
            if check && !difference.is_none() {
                return Err(Complaint::Different(difference));
            }
            Ok(Box::new(difference))
        }
        Command::Export { target, to } => Ok(Box::new(export(target, to).await?)),
    }
}

async fn export(target: Target, to: PathBuf) -> Result<Exported, Complaint> {
    if fs::read_dir(&to).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Complaint::Occupied(to));
    }
    let exported = export::files(&Tables::of(&Stack::of(target).await?)).await?.write(&to);
    exported.map_err(|error| Complaint::Folder(to.clone(), error))?;
    // What older rules let in is told now, and not by an import later.
    let catalogue = read::read(&to).map_err(Complaint::Exported)?;
    Ok(Exported {
        written: Summary::of(&catalogue),
        to,
    })
}

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// The files are not right.
    #[error("{0}\nNothing was written.")]
    Files(#[from] Faults),
    /// The tables did not do what was asked of them. What was written before that is right, and an import can be repeated.
    #[error("The tables cannot be used: {}\nRun the import again when they can: it finishes what was begun.", Causes(.0))]
    Tables(#[source] StoreError),
    /// It is not known who imports, or that cannot be noted.
    #[error(transparent)]
    Stack(#[from] StackError),
    /// Nothing was to be written, so there is nothing to finish.
    #[error("The tables cannot be read: {}", Causes(.0))]
    Reading(#[source] StoreError),
    /// That was to be checked.
    #[error("{0}")]
    Different(Difference),
    /// What is in a folder stays.
    #[error("{} is not empty.\nNothing was written.", .0.display())]
    Occupied(PathBuf),
    /// There are no files that say what the tables say.
    #[error("{0}\nNothing was written.")]
    NoFiles(#[from] export::Refusal),
    /// Some files may be there.
    #[error("The files cannot be written to {}: {}", .0.display(), .1)]
    Folder(PathBuf, #[source] io::Error),
    /// The files say what the tables say.
    #[error("{0}\nThe files were written, and an import would refuse them.")]
    Exported(#[source] Faults),
}

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::Files(_) => "catalogue_faulty",
            Self::Tables(_) | Self::Reading(_) | Self::NoFiles(export::Refusal::Tables(_)) => "tables_unusable",
            Self::Different(_) => "catalogue_different",
            Self::Occupied(_) => "folder_not_empty",
            Self::NoFiles(export::Refusal::Unsayable(_)) => "catalogue_unsayable",
            Self::Folder(..) => "folder_unusable",
            Self::Exported(_) => "catalogue_exported_faulty",
            Self::Stack(error) => error.code(),
        }
    }

    fn details(&self) -> Map<String, Value> {
        match self {
            Self::Files(faults) | Self::Exported(faults) => Map::from_iter([("faults".to_owned(), json!(faults))]),
            Self::Different(difference) => Map::from_iter([("difference".to_owned(), json!(difference))]),
            _ => Map::new(),
        }
    }
}

/// A catalogue without faults.
#[derive(Serialize)]
struct Checked(Summary);

impl Display for Checked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: no faults.", self.0)
    }
}

/// How much there is.
#[derive(Serialize)]
struct Summary {
    courses: usize,
    prices: usize,
    lists: usize,
}

impl Summary {
    const fn of(catalogue: &Catalogue) -> Self {
        Self {
            courses: catalogue.courses.len(),
            prices: catalogue.prices.len(),
            lists: catalogue.lists,
        }
    }
}

impl Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let courses = counted(self.courses, "course");
        let prices = counted(self.prices, "price");
        let lists = counted(self.lists, "list");
        write!(formatter, "{courses} and {prices} in {lists}")
    }
}

/// `1 course`, `2 courses`.
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
