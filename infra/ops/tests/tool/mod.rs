//! The tool as an operator runs it: the real binary, on a stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::process::Command;

use serde_json::Value;
use testing::Stack;

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) succeeded: bool,
    /// On standard output, and then on standard error.
    pub(crate) said: String,
}

impl Ran {
    /// What was said with `--json`.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.said).unwrap_or_else(|error| panic!("{error}: {}", self.said))
    }

    /// What an operator who asked for something that was done was told.
    pub(crate) fn done(self) -> String {
        assert!(self.succeeded, "{}", self.said);
        self.said
    }

    /// What an operator was told whose command could not be carried out.
    pub(crate) fn refused(self) -> String {
        assert!(!self.succeeded, "{}", self.said);
        self.said
    }
}

/// Runs the tool on a stack, and on the tables of the stack of that name.
pub(crate) fn ops_on(stack: &Stack, name: &str, arguments: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_ops"))
        .args(arguments)
        .env_clear()
        .envs(stack.environment())
        .env("STACK", name)
        .output()
        .expect("the tool starts");
    let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("it says text");
    Ran {
        succeeded: output.status.success(),
        said: said.trim_end().to_owned(),
    }
}

/// Runs the tool on a stack.
pub(crate) fn ops(stack: &Stack, arguments: &[&str]) -> Ran {
    ops_on(stack, &stack.stack, arguments)
}

/// What operators did to an account, as the table has it, oldest first.
pub(crate) async fn audit_of(stack: &Stack, account: &str) -> Vec<Value> {
    let mut records = stack.scan_items(&stack.tables["audit"]).await;
    records.retain(|record| record["subject"] == account);
    records.sort_by_key(|record| record["recordId"].to_string());
    records
}
