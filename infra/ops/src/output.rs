//! The output of commands: text for operators, JSON for scripts.

use std::{
    env,
    fmt::Display,
    io::{Write, stderr, stdout},
};

use serde::Serialize;
use serde_json::{Map, Value};

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
    /// The error code, in `snake_case`. Scripts rely on it, so it stays the same when the message changes.
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
        Self::new(error.code(), error.to_string(), error.details())
    }
}

impl Failure {
    fn new(code: &str, text: String, mut details: Map<String, Value>) -> Self {
        details.insert("code".to_owned(), code.into());
        details.insert("message".to_owned(), text.as_str().into());
        Self {
            text,
            json: details.into(),
        }
    }

    /// The failure for a command line that cannot be parsed.
    pub(crate) fn usage(text: &str) -> Self {
        Self::new("usage", text.trim_end().to_owned(), Map::new())
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
