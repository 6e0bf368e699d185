//! The operator's tool.
#![cfg_attr(
    test,
    allow(
        unused_crate_dependencies,
        reason = "a target of a package uses a part of its dependencies"
    )
)]

mod audit;
mod catalogue;
mod deployment;
mod doctor;
mod enrol;
mod output;
mod receipts;
mod stack;
mod staff;
mod storage;
mod tables;
mod users;

use std::{io::stderr, process::ExitCode};

use clap::{CommandFactory, Parser, Subcommand};
use tracing_subscriber::filter::LevelFilter;

use output::{Failure, Output, json_requested, print_result};

/// The operator's tool: tasks that the web app does not offer.
///
/// Commands use the stack of `scripts/dev`, unless `--stack` (or STACK) names a deployed stack. A deployed stack needs your AWS
/// credentials and `AWS_REGION`. Commands that write have `--dry-run`, which shows the changes without making them.
#[derive(Debug, Parser)]
#[command(name = "ops", bin_name = "scripts/ops", version, after_help = EXAMPLES)]
struct Cli {
    /// Prints one line of JSON. Errors go to standard error, with `code` and `message`
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  scripts/ops catalogue check
  scripts/ops catalogue import --stack masar-staging --dry-run
  scripts/ops catalogue diff --stack masar-staging
  scripts/ops users find amina@example.org
  scripts/ops enrol amina@example.org project-management --amount 120.00 --currency EUR
  scripts/ops doctor --stack masar-production
  scripts/ops storage sweep --dry-run --json

Exit codes: 0 for success, 1 for a failure, 2 for a command line that cannot be parsed.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Checks, imports and exports the courses and prices of the site
    #[command(subcommand)]
    Catalogue(catalogue::Command),
    /// Checks a running stack, and names the runbook entry for each problem
    Doctor(doctor::Doctor),
    /// Cleans up the files bucket
    #[command(subcommand)]
    Storage(storage::Command),
    /// Finds, exports and deletes users
    #[command(subcommand, alias = "accounts")]
    Users(users::Command),
    /// Enrols a user in a course, and records the payment
    #[command(after_help = enrol::EXAMPLES)]
    Enrol(enrol::Enrol),
    /// Removes an enrolment with its payment, for example after a refund
    #[command(after_help = enrol::UNENROL_EXAMPLES)]
    Unenrol(enrol::Unenrol),
    /// Exports the receipts of a year, and repairs their counter
    #[command(subcommand)]
    Receipts(receipts::Command),
    /// Names owners, who manage staff in the web app
    #[command(subcommand)]
    Staff(staff::Command),
    /// Lists what operators did with this tool
    #[command(subcommand)]
    Audit(audit::Command),
    /// Copies items between tables, for example after a restore
    #[command(subcommand)]
    Tables(tables::Command),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // `--help` and `--version` are errors to clap, and are printed on standard output.
        // `--json` may be anywhere in a command line that cannot be parsed.
        Err(error) if json_requested() && error.use_stderr() => {
            print_result(&Err(Failure::new("usage", error.to_string().trim_end())), true);
            return ExitCode::from(2);
        }
        Err(error) => error.format(&mut Cli::command()).exit(),
    };
    log_errors(cli.json);
    // Boxed because the futures of SDK calls are large.
    let result = Box::pin(run(cli.command)).await;
    print_result(&result, cli.json);
    match result {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

async fn run(command: Command) -> Result<Output, Failure> {
    match command {
        Command::Catalogue(command) => Ok(catalogue::run(command).await?),
        Command::Doctor(command) => doctor::run(command).await,
        Command::Storage(command) => storage::run(command).await,
        Command::Users(command) => Box::pin(users::run(command)).await,
        Command::Enrol(command) => Box::pin(enrol::enrol(command)).await,
        Command::Unenrol(command) => enrol::unenrol(command).await,
        Command::Receipts(command) => receipts::run(command).await,
        Command::Staff(command) => Box::pin(staff::run(command)).await,
        Command::Audit(command) => audit::run(command).await,
        Command::Tables(command) => tables::run(command).await,
    }
}

/// Logs errors that do not fail the command to standard error, such as a file that a deletion could not remove.
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn commands_in_documents_and_help_texts_can_be_parsed() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let mut texts: Vec<String> = ["docs", "docs/operations"]
            .into_iter()
            .flat_map(|folder| fs::read_dir(format!("{root}/{folder}")).expect("documents"))
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
            .map(|path| fs::read_to_string(path).expect("text"))
            .collect();
        texts.push(fs::read_to_string(format!("{root}/README.md")).expect("text"));
        texts.extend(help_examples(&Cli::command()));

        let lines = texts.iter().flat_map(|text| text.lines());
        let commands: Vec<_> = lines
            .filter_map(|line| line.trim().trim_start_matches("$ ").strip_prefix("scripts/ops "))
            .collect();
        assert!(commands.len() > 30, "{commands:?}");
        for command in commands {
            let arguments = shlex::split(command).expect("quotation marks in pairs");
            // `scripts/ops` sets these options by environment variables. Any of them may be missing in a document.
            let parses = (0..8).any(|which| {
                let options = ["--stack", "--from", "--bucket"].into_iter().enumerate();
                let more = options
                    .filter(|(bit, _)| which & 1 << bit != 0)
                    .flat_map(|(_, option)| [option, "any"]);
                Cli::try_parse_from(
                    ["ops"]
                        .into_iter()
                        .chain(arguments.iter().map(String::as_str))
                        .chain(more),
                )
                .is_ok()
            });
            assert!(parses, "scripts/ops {command}");
        }
    }

    #[test]
    fn accounts_is_a_hidden_alias_of_users() {
        let cli = Cli::try_parse_from(["ops", "accounts", "find", "amina@example.org", "--stack", "any"]);
        assert!(matches!(cli.expect("it is parsed").command, Command::Users(_)));
        let help = Cli::command().render_long_help().to_string();
        assert!(help.contains("  users") && !help.contains("accounts"), "{help}");
    }

    /// The examples after the help of each command.
    fn help_examples(command: &clap::Command) -> Vec<String> {
        let own = command.get_after_help().map(ToString::to_string);
        own.into_iter()
            .chain(command.get_subcommands().flat_map(help_examples))
            .collect()
    }
}
