//! `ops catalogue`: checks the catalogue's files and puts them on the site.

mod file;
mod import;
mod read;

use std::{
    fmt::{self, Display},
    path::PathBuf,
};

use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::{Map, Value, json};
use shared::{
    causes::Causes,
    store::{StoreError, course_prices::CoursePricesTable, courses::CoursesTable},
};

use crate::{
    output::{self, Answer},
    stack::{Stack, StackError, Target},
};
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
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  scripts/ops catalogue import --dry-run                     what it would do to the stack of scripts/dev
  scripts/ops catalogue import --stack masar-staging         into a deployed one";

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
            let stack = Stack::of(target).await;
            let tables = import::Tables {
                courses: stack.table(CoursesTable::new, "courses"),
                prices: stack.table(CoursePricesTable::new, "course-prices"),
            };
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
    }
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
}

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::Files(_) => "catalogue_faulty",
            Self::Tables(_) => "tables_unusable",
            Self::Stack(error) => error.code(),
        }
    }

    fn details(&self) -> Map<String, Value> {
        match self {
            Self::Files(faults) => Map::from_iter([("faults".to_owned(), json!(faults))]),
            Self::Tables(_) | Self::Stack(_) => Map::new(),
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
