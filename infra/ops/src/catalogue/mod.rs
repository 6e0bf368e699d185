//! `ops catalogue`: checks the catalogue's files, imports them into the tables, and exports them again.

mod closed_days;
mod course_file;
mod diff;
mod export;
mod file;
mod import;
mod localized;
mod read;
mod sold;

use std::{
    fmt::{self, Display},
    fs, io,
    path::PathBuf,
};

use clap::{Args, Subcommand};
use platform::causes::Causes;
use serde::Serialize;
use serde_json::{Map, Value, json};
use store::{
    StoreError, course_details::CourseDetailsTable, course_prices::CoursePricesTable, courses::CoursesTable,
    place_requests::PlaceRequestsTable,
};

use crate::{
    output::{CommandError, Output},
    stack::{Stack, StackError, Target},
};
use diff::Difference;
use export::{ExportError, Exported};
use file::FileError;
use import::Imported;
use read::{Catalogue, CatalogueFileErrors};
use sold::SoldChanges;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Checks the files, and lists every error with file and line. Warns of gaps in price lists. Writes nothing
    #[command(after_help = "Example:\n  scripts/ops catalogue check --from infra/catalogue")]
    Check(Files),
    /// Imports the files into the tables. Writes nothing if a file has an error, or if users have places in a run that it would change
    ///
    /// Can be repeated.
    #[command(after_help = IMPORT_EXAMPLES)]
    Import {
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        target: Target,
        /// Shows what would be written, without writing it
        #[arg(long)]
        dry_run: bool,
    },
    /// Shows the changes that an import would make, for each course and price. Writes nothing
    #[command(after_help = DIFF_EXAMPLES)]
    Diff {
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        target: Target,
        /// Exits with 1 if there are changes
        #[arg(long)]
        check: bool,
    },
    /// Exports the tables as files for an import. Leaves out withdrawn courses
    #[command(after_help = "Example:\n  scripts/ops catalogue export --stack masar-staging --to /tmp/catalogue")]
    Export {
        #[command(flatten)]
        target: Target,
        /// The folder for courses/ and prices/, which must be empty or missing
        #[arg(long, value_name = "FOLDER")]
        to: PathBuf,
    },
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  scripts/ops catalogue import --dry-run               # shows the changes to the stack of scripts/dev
  scripts/ops catalogue import --stack masar-staging   # into a deployed stack";

const DIFF_EXAMPLES: &str = "\
Examples:
  scripts/ops catalogue diff
  scripts/ops catalogue diff --stack masar-staging --check   # fails if an import would change something";

struct Tables {
    courses: CoursesTable,
    details: CourseDetailsTable,
    prices: CoursePricesTable,
    requests: PlaceRequestsTable,
}

impl Tables {
    fn new(stack: &Stack) -> Self {
        Self {
            courses: stack.table(CoursesTable::new, "courses"),
            details: stack.table(CourseDetailsTable::new, "course-details"),
            prices: stack.table(CoursePricesTable::new, "course-prices"),
            requests: stack.place_requests(),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Files {
    /// The folder that has courses/ and prices/
    #[arg(long, value_name = "FOLDER", env = "CATALOGUE", default_value = "infra/catalogue")]
    from: PathBuf,
}

pub(crate) async fn run(command: Command) -> Result<Output, CatalogueError> {
    match command {
        Command::Check(files) => Ok(Box::new(Checked::from(read::read(&files.from)?))),
        Command::Import { files, target, dry_run } => {
            let catalogue = read::read(&files.from)?;
            let stack = Stack::connect(target).await?;
            let tables = Tables::new(&stack);
            // The counts of the courses are read before the runs. So they show whether a place was taken since then.
            let stored = tables.courses.stored().await?;
            let refused = sold::changes(&tables, &catalogue, &stored).await?;
            if !refused.is_empty() {
                return Err(CatalogueError::PlacesTaken(refused));
            }
            let plan = import::plan(&tables, &catalogue, &stored).await?;
            if !dry_run {
                stack.write_audit_record(None, plan.action()).await?;
                import::apply(&tables, &catalogue, &stored, &plan).await?;
            }
            Ok(Box::new(Imported {
                stack: stack.name,
                dry_run,
                plan,
                warnings: catalogue.warnings,
            }))
        }
        Command::Diff { files, target, check } => {
            let catalogue = read::read(&files.from)?;
            let difference = diff::difference(&Tables::new(&Stack::connect(target).await?), &catalogue).await;
            let difference = difference.map_err(CatalogueError::CannotRead)?;
            if check && !difference.is_empty() {
                return Err(CatalogueError::Different(difference));
            }
            Ok(Box::new(difference))
        }
        Command::Export { target, to } => Ok(Box::new(export(target, to).await?)),
    }
}

async fn export(target: Target, to: PathBuf) -> Result<Exported, CatalogueError> {
    if fs::read_dir(&to).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(CatalogueError::FolderNotEmpty(to));
    }
    let exported = export::files(&Tables::new(&Stack::connect(target).await?))
        .await?
        .write(&to);
    exported.map_err(|error| CatalogueError::CannotWriteFolder(to.clone(), error))?;
    // Items in the tables may break a rule that was added after they were imported.
    let catalogue = read::read(&to).map_err(CatalogueError::ExportedInvalid)?;
    Ok(Exported {
        written: Summary::of(&catalogue),
        to,
    })
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum CatalogueError {
    #[error("{0}\nNothing was written.")]
    InvalidFiles(#[from] CatalogueFileErrors),
    /// An import failed. The items that it wrote before are correct.
    #[error("A table cannot be used: {}\nRun the import again: it continues where it stopped.", Causes(.0))]
    Tables(#[from] StoreError),
    #[error("The sessions of a run cannot be planned: {0}")]
    Sessions(#[from] jiff::Error),
    #[error(
        "{0}\nNothing was written. Undo these changes in the files, or agree them with these users and remove the enrolments first (scripts/ops unenrol)."
    )]
    PlacesTaken(SoldChanges),
    #[error(
        "Enrolments or sessions of {0} have changed during the import, and {0} was not written.\nRun the import again: it continues where it stopped."
    )]
    ConcurrentChange(String),
    #[error(transparent)]
    Stack(#[from] StackError),
    #[error("A table cannot be read: {}", Causes(.0))]
    CannotRead(#[source] StoreError),
    /// The finding of `diff --check`.
    #[error("{0}")]
    Different(Difference),
    #[error("{} is not empty.\nNothing was written.", .0.display())]
    FolderNotEmpty(PathBuf),
    #[error("{0}\nNothing was written.")]
    CannotExport(#[from] ExportError),
    #[error("The files cannot be written to {}: {}", .0.display(), .1)]
    CannotWriteFolder(PathBuf, #[source] io::Error),
    #[error("{0}\nThe files were written, but an import would refuse them.")]
    ExportedInvalid(#[source] CatalogueFileErrors),
}

impl CommandError for CatalogueError {
    fn code(&self) -> &'static str {
        match self {
            Self::InvalidFiles(_) | Self::Sessions(_) => "catalogue_faulty",
            Self::Tables(_) | Self::CannotRead(_) | Self::CannotExport(ExportError::Tables(_)) => "tables_unusable",
            Self::PlacesTaken(_) => "places_taken",
            Self::ConcurrentChange(_) => "concurrent_change",
            Self::Different(_) => "catalogue_different",
            Self::FolderNotEmpty(_) => "folder_not_empty",
            Self::CannotExport(ExportError::NotRepresentable(_)) => "catalogue_unsayable",
            Self::CannotWriteFolder(..) => "folder_unusable",
            Self::ExportedInvalid(_) => "catalogue_exported_faulty",
            Self::Stack(error) => error.code(),
        }
    }

    fn details(&self) -> Map<String, Value> {
        match self {
            Self::InvalidFiles(errors) | Self::ExportedInvalid(errors) => {
                Map::from_iter([("faults".to_owned(), json!(errors))])
            }
            Self::PlacesTaken(changes) => Map::from_iter([("runs".to_owned(), json!(changes))]),
            Self::Different(difference) => Map::from_iter([("difference".to_owned(), json!(difference))]),
            _ => Map::new(),
        }
    }
}

#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    summary: Summary,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<FileError>,
}

impl From<Catalogue> for Checked {
    fn from(catalogue: Catalogue) -> Self {
        Self {
            summary: Summary::of(&catalogue),
            warnings: catalogue.warnings,
        }
    }
}

impl Display for Checked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: no errors.", self.summary)?;
        write_warnings(formatter, &self.warnings)
    }
}

fn write_warnings(formatter: &mut fmt::Formatter<'_>, warnings: &[FileError]) -> fmt::Result {
    for warning in warnings {
        write!(formatter, "\nWarning: {warning}")?;
    }
    Ok(())
}

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
