//! The operator's tool.

mod catalogue;
mod storage;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The operator's tool.
#[derive(Debug, Parser)]
#[command(name = "ops", version, about)]
struct Cli {
    #[command(subcommand)]
    area: Area,
}

#[derive(Debug, Subcommand)]
enum Area {
    /// The courses and prices of the site, as files that an operator edits
    #[command(subcommand)]
    Catalogue(catalogue::Command),
    /// The files that people upload
    #[command(subcommand)]
    Storage(storage::Command),
}

#[tokio::main(flavor = "current_thread")]
#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is what a command-line tool does"
)]
async fn main() -> ExitCode {
    let outcome = match Cli::parse().area {
        Area::Catalogue(command) => catalogue::run(command).await.map_err(|complaint| complaint.to_string()),
        Area::Storage(command) => storage::run(command).await.map_err(|complaint| complaint.to_string()),
    };
    match outcome {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(complaint) => {
            eprintln!("{complaint}");
            ExitCode::FAILURE
        }
    }
}
