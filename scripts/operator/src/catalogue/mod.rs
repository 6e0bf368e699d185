//! `ops catalogue`: checks the catalogue's files and puts them on the site.

mod file;
mod import;
mod read;

use std::{
    fmt::{self, Display},
    path::PathBuf,
};

use aws_sdk_dynamodb::Client;
use clap::{Args, Subcommand};
use shared::{
    aws,
    causes::Causes,
    store::{StoreError, course_prices::CoursePricesTable, courses::CoursesTable},
};

use read::{Catalogue, Faults};

/// What can be done with the catalogue.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Says every fault of the files, with file and line. Writes nothing
    Check(Files),
    /// Makes the tables say what the files say. Writes nothing when there is a fault; may be run again at any time
    Import {
        #[command(flatten)]
        files: Files,
        /// The name of the deployed stack; its tables are NAME-courses and NAME-course-prices
        #[arg(long, value_name = "NAME", env = "STACK")]
        stack: String,
        /// Says what would be written, and writes nothing
        #[arg(long)]
        dry_run: bool,
    },
}

/// Where the catalogue is.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// The folder with courses/ and prices/
    #[arg(long, value_name = "FOLDER", env = "CATALOGUE", default_value = "infra/catalogue")]
    from: PathBuf,
}

/// Runs a command, and returns what it has to say.
pub(crate) async fn run(command: Command) -> Result<String, Complaint> {
    match command {
        Command::Check(files) => {
            let catalogue = read::read(&files.from)?;
            Ok(format!("{}: no faults.", Summary(&catalogue)))
        }
        Command::Import { files, stack, dry_run } => {
            let catalogue = read::read(&files.from)?;
            let client = Client::new(&aws::sdk_config().await);
            let tables = import::Tables {
                courses: CoursesTable::new(client.clone(), format!("{stack}-courses")),
                prices: CoursePricesTable::new(client, format!("{stack}-course-prices")),
            };
            let plan = import::plan(&tables, &catalogue).await.map_err(Complaint::Tables)?;
            if dry_run {
                return Ok(format!(
                    "Nothing was written. An import to {stack} would do this:\n{plan}"
                ));
            }
            import::carry_out(&tables, &catalogue, &plan)
                .await
                .map_err(Complaint::Tables)?;
            Ok(format!("Imported to {stack}:\n{plan}"))
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
}

/// How much there is.
struct Summary<'a>(&'a Catalogue);

impl Display for Summary<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let courses = counted(self.0.courses.len(), "course");
        let prices = counted(self.0.prices.len(), "price");
        let lists = counted(self.0.lists, "list");
        write!(formatter, "{courses} and {prices} in {lists}")
    }
}

/// `1 course`, `2 courses`.
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
