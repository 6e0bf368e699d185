//! The output of commands: text for operators, JSON for scripts.

use std::{
    env,
    fmt::Display,
    io::{Write, stderr, stdout},
};

use platform::config::ConfigError;
use serde::Serialize;
use serde_json::{Map, Value};
use store::StoreError;

use crate::stack::StackError;

pub(crate) type Output = Box<dyn CommandOutput>;

/// A value that is printed as text, or with `--json` as one line of JSON.
pub(crate) trait CommandOutput: Display {
    fn to_json(&self) -> serde_json::Result<String>;
}

impl<T: Display + Serialize> CommandOutput for T {
    fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

pub(crate) trait CommandError: Display {
    /// See [`Failure::new`].
    fn code(&self) -> &'static str;

    /// Fields of the JSON object besides `code` and `message`.
    fn details(&self) -> Map<String, Value> {
        Map::new()
    }
}

/// The error of any command, ready to be printed.
pub(crate) struct Failure {
    text: String,
    json: Value,
}

impl<E: CommandError> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::with_details(error.code(), error.to_string(), error.details())
    }
}

/// The errors of tables and of the configuration are those of [`StackError`].
impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        StackError::from(error).into()
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        StackError::from(error).into()
    }
}

impl Failure {
    /// `code` is in `snake_case`. Scripts rely on it, so it stays the same when the message changes.
    pub(crate) fn new(code: &str, text: impl Into<String>) -> Self {
        Self::with_details(code, text.into(), Map::new())
    }

    pub(crate) fn with_details(code: &str, text: String, mut details: Map<String, Value>) -> Self {
        details.insert("code".to_owned(), code.into());
        details.insert("message".to_owned(), text.as_str().into());
        Self {
            text,
            json: details.into(),
        }
    }
}

/// Prints a sentence for people on standard error, before the output. Scripts get one line there, and only from a failure.
pub(crate) fn print_notice(text: &str) {
    if !json_requested() {
        writeln!(stderr(), "{text}").ok();
    }
}

pub(crate) fn json_requested() -> bool {
    env::args_os().any(|argument| argument == "--json")
}

/// Prints output on standard output, and a failure on standard error.
pub(crate) fn print_result(result: &Result<Output, Failure>, as_json: bool) {
    let printed = match result {
        Ok(output) if as_json => match output.to_json() {
            Ok(json) => writeln!(stdout(), "{json}"),
            Err(error) => writeln!(stderr(), "The output cannot be written as JSON: {error}\n{output}"),
        },
        Ok(output) => writeln!(stdout(), "{output}"),
        Err(failure) if as_json => writeln!(stderr(), "{}", failure.json),
        Err(failure) => writeln!(stderr(), "{}", failure.text),
    };
    // A reader such as `head` may have closed the pipe.
    printed.ok();
}
