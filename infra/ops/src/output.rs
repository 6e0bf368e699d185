//! What the tool says: in sentences to a person, as JSON to a machine.

use std::{
    fmt::Display,
    io::{Write, stderr, stdout},
};

use serde::Serialize;
use serde_json::{Map, Value};

/// What a command has to say, for both.
pub(crate) type Answer = Box<dyn Said>;

/// Something that both can be told. Every command answers with a value of its own that can be shown and serialised.
pub(crate) trait Said: Display {
    /// One line of JSON.
    fn to_json(&self) -> serde_json::Result<String>;
}

impl<T: Display + Serialize> Said for T {
    fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

/// Why a command did not do what was asked.
pub(crate) trait Complaint: Display {
    /// What a machine knows it by, in `snake_case`. It stays when the words change.
    fn code(&self) -> &'static str;

    /// What a machine is told besides `code` and `message`.
    fn details(&self) -> Map<String, Value> {
        Map::new()
    }
}

/// A complaint of any command.
pub(crate) struct Failure {
    text: String,
    json: Value,
}

impl<C: Complaint> From<C> for Failure {
    fn from(complaint: C) -> Self {
        Self::new(complaint.code(), complaint.to_string(), complaint.details())
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

    /// A command line that says nothing that the tool knows.
    pub(crate) fn usage(text: &str) -> Self {
        Self::new("usage", text.trim_end().to_owned(), Map::new())
    }
}

/// Says what came of a command, to whichever of the two asked: what was done on standard output, what was not on standard error.
pub(crate) fn tell(outcome: &Result<Answer, Failure>, as_json: bool) {
    let said = match outcome {
        Ok(answer) if as_json => match answer.to_json() {
            Ok(json) => writeln!(stdout(), "{json}"),
            Err(error) => writeln!(stderr(), "What was done cannot be told as JSON: {error}\n{answer}"),
        },
        Ok(answer) => writeln!(stdout(), "{answer}"),
        Err(failure) if as_json => writeln!(stderr(), "{}", failure.json),
        Err(failure) => writeln!(stderr(), "{}", failure.text),
    };
    // Who listened has heard enough, as `head` has.
    said.ok();
}
