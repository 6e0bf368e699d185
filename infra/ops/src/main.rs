//! The operator's tool.

mod accounts;
mod audit;
mod catalogue;
mod costs;
mod deployment;
mod doctor;
mod enrol;
mod output;
mod simulate;
mod stack;
mod storage;
mod tables;
mod teachers;
mod unenrol;

use std::{env, io::stderr, process::ExitCode};

use clap::{CommandFactory, Parser, Subcommand};
use tracing_subscriber::filter::LevelFilter;

use output::{Answer, Failure, tell};

/// The operator's tool: what nobody can do in the web app.
///
/// Every command works on the stack of `scripts/dev`, unless `--stack` (or STACK) names a deployed one; that takes your own AWS
/// credentials and `AWS_REGION`. What writes has `--dry-run`, which says what would be done and does nothing.
#[derive(Debug, Parser)]
#[command(name = "ops", bin_name = "scripts/ops", version, after_help = EXAMPLES)]
struct Cli {
    /// Answers in one line of JSON, on standard output; a failure, with `code` and `message`, on standard error
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    area: Area,
}

const EXAMPLES: &str = "\
Examples:
  scripts/ops catalogue check
  scripts/ops catalogue import --stack masar-staging --dry-run
  scripts/ops catalogue diff --stack masar-staging
  scripts/ops accounts show amina@example.org
  scripts/ops enrol amina@example.org project-management --amount 120.00 --currency EUR
  scripts/ops costs --users 10000
  scripts/ops doctor --stack masar-production
  scripts/ops storage sweep --dry-run --json

Ends with 0 when it did what was asked, with 1 when it could not, and with 2 when it did not understand.";

#[derive(Debug, Subcommand)]
enum Area {
    /// The courses and prices of the site, as files that an operator edits
    #[command(subcommand)]
    Catalogue(catalogue::Command),
    /// What the platform costs in a month, for so many people
    Costs(costs::Costs),
    /// Looks at a running stack, and says what is wrong with it and where the runbook has it
    Doctor(doctor::Doctor),
    /// What a crowd would do to the tables
    #[command(subcommand)]
    Simulate(simulate::Command),
    /// The files that people upload
    #[command(subcommand)]
    Storage(storage::Command),
    /// The people with an account
    #[command(subcommand)]
    Accounts(accounts::Command),
    /// Enrols somebody in a course, and keeps what they paid. Both are written together with the course's count
    #[command(after_help = enrol::EXAMPLES)]
    Enrol(enrol::Enrol),
    /// Takes an enrolment back that was a mistake, or was paid back. It goes with its payment and from the course's count
    #[command(after_help = unenrol::EXAMPLES)]
    Unenrol(unenrol::Unenrol),
    /// Who teaches, and the review of who wants to
    #[command(subcommand)]
    Teachers(teachers::Command),
    /// What operators did with this tool
    #[command(subcommand)]
    Audit(audit::Command),
    /// Items that were lost
    #[command(subcommand)]
    Tables(tables::Command),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help is asked for, and no failure.
        Err(refused) if wants_json() && refused.use_stderr() => {
            tell(&Err(Failure::usage(&refused.to_string())), true);
            return ExitCode::from(2);
        }
        Err(refused) => refused.format(&mut Cli::command()).exit(),
    };
    log_errors(cli.json);
    let outcome = run(cli.area).await;
    tell(&outcome, cli.json);
    match outcome {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

async fn run(area: Area) -> Result<Answer, Failure> {
    Ok(match area {
        Area::Catalogue(command) => catalogue::run(command).await?,
        Area::Costs(question) => costs::run(question).await?,
        Area::Doctor(command) => doctor::run(command).await?,
        Area::Simulate(command) => simulate::run(&command)?,
        Area::Storage(command) => storage::run(command).await?,
        Area::Accounts(command) => accounts::run(command).await?,
        Area::Enrol(command) => enrol::run(command).await?,
        Area::Unenrol(command) => unenrol::run(command).await?,
        Area::Teachers(command) => teachers::run(command).await?,
        Area::Audit(command) => audit::run(command).await?,
        Area::Tables(command) => tables::run(command).await?,
    })
}

/// Tells on standard error what goes wrong beside what was asked for, such as a file that a deletion has left.
fn log_errors(as_json: bool) {
    let log = tracing_subscriber::fmt()
        .with_writer(stderr)
        .with_max_level(LevelFilter::ERROR);
    if as_json {
        log.json().init();
    } else {
        log.without_time().with_target(false).init();
    }
}

/// Whether a command line that was not understood asks for JSON.
fn wants_json() -> bool {
    env::args_os().any(|argument| argument == "--json")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Commands in the documents, and in the help, are understood as they stand there.
    #[test]
    fn what_is_written_down_can_be_typed() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let mut texts: Vec<String> = ["docs", "docs/operations"]
            .into_iter()
            .flat_map(|folder| fs::read_dir(format!("{root}/{folder}")).expect("documents"))
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
            .map(|path| fs::read_to_string(path).expect("text"))
            .collect();
        texts.push(fs::read_to_string(format!("{root}/README.md")).expect("text"));
        texts.extend(helps(&Cli::command()));

        let lines = texts.iter().flat_map(|text| text.lines());
        let commands: Vec<_> = lines
            .filter_map(|line| line.trim().trim_start_matches("$ ").strip_prefix("scripts/ops "))
            .collect();
        assert!(commands.len() > 30, "{commands:?}");
        for command in commands {
            let words = shlex::split(command).expect("quotation marks in pairs");
            // What `scripts/ops` itself fills in, where a command has it and the line has not.
            let understood = (0..8).any(|which| {
                let filled_in = ["--stack", "--from", "--bucket"].into_iter().enumerate();
                let more = filled_in
                    .filter(|(bit, _)| which & 1 << bit != 0)
                    .flat_map(|(_, option)| [option, "any"]);
                Cli::try_parse_from(["ops"].into_iter().chain(words.iter().map(String::as_str)).chain(more)).is_ok()
            });
            assert!(understood, "scripts/ops {command}");
        }
    }

    /// What each command says after its help.
    fn helps(command: &clap::Command) -> Vec<String> {
        let own = command.get_after_help().map(ToString::to_string);
        own.into_iter()
            .chain(command.get_subcommands().flat_map(helps))
            .collect()
    }
}
