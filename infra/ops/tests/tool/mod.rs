//! Runs the tool's real binary on a stack.

use std::process::Command;

use serde_json::Value;
use testing::Stack;

#[derive(Debug)]
pub(crate) struct CommandResult {
    pub(crate) succeeded: bool,
    /// Standard output, then standard error.
    pub(crate) output: String,
}

impl CommandResult {
    /// The output of a command with `--json`.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|error| panic!("{error}: {}", self.output))
    }

    /// Whether a command with `--json` has failed with that code.
    pub(crate) fn has_failed_with(&self, code: &str) -> bool {
        !self.succeeded && self.json()["code"] == code
    }

    /// The output of a command that must succeed.
    pub(crate) fn success(self) -> String {
        assert!(self.succeeded, "{}", self.output);
        self.output
    }

    /// The output of a command that must fail.
    pub(crate) fn failure(self) -> String {
        assert!(!self.succeeded, "{}", self.output);
        self.output
    }
}

/// Runs the tool on the tables of the stack with this name, in the AWS of a stack.
pub(crate) fn ops_on(stack: &Stack, name: &str, arguments: &[&str]) -> CommandResult {
    ops_with(stack, name, arguments, &[])
}

/// As [`ops_on`], with more environment variables.
pub(crate) fn ops_with(stack: &Stack, name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> CommandResult {
    let finished = Command::new(env!("CARGO_BIN_EXE_ops"))
        .args(arguments)
        .env_clear()
        .envs(stack.environment())
        .env("STACK", name)
        .envs(variables.iter().copied())
        .output()
        .expect("the tool starts");
    let output = String::from_utf8([finished.stdout, finished.stderr].concat()).expect("UTF-8");
    CommandResult {
        succeeded: finished.status.success(),
        output: output.trim_end().to_owned(),
    }
}

pub(crate) fn ops(stack: &Stack, arguments: &[&str]) -> CommandResult {
    ops_on(stack, &stack.stack, arguments)
}

/// A stack in the AWS of another one, with the tables of the stack with this name.
pub(crate) fn with_tables_of(on: &Stack, name: &str) -> Stack {
    let mut stack = on.clone();
    for table in stack.tables.values_mut() {
        let suffix = table.strip_prefix(&on.stack).expect("a table is named after its stack");
        *table = format!("{name}{suffix}");
    }
    stack
}

/// The audit records of a user in the table, oldest first.
pub(crate) async fn audit_records(stack: &Stack, user_id: &str) -> Vec<Value> {
    let mut records = stack.scan_items("audit").await;
    records.retain(|record| record["subject"] == user_id);
    records.sort_by_key(|record| record["recordId"].to_string());
    records
}
