//! Errors with their causes, in one line, for logs and operators.

use std::{error::Error, fmt};

/// Displays an error with its chain of causes: `reading the table: connection refused`.
///
/// It uses the display text of each error. The debug output of the AWS SDK would contain whole responses with their data.
#[derive(Debug)]
pub struct Causes<'a>(pub &'a dyn Error);

impl fmt::Display for Causes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(error) = cause {
            write!(formatter, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

/// What is wrong with a JSON document from outside, and where. The display text of the error would quote the document, which may contain
/// passwords, tokens and personal data.
pub fn of_json(error: &serde_json::Error) -> String {
    let (kind, line, column) = (error.classify(), error.line(), error.column());
    format!("{kind:?} error at line {line}, column {column}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("reading the table")]
    struct Outer(#[source] std::io::Error);

    #[test]
    fn displays_the_whole_chain() {
        let error = Outer(std::io::Error::other("connection refused"));
        assert_eq!(Causes(&error).to_string(), "reading the table: connection refused");
    }

    #[test]
    fn an_error_of_json_quotes_no_value() {
        for (json, expected) in [
            (r#"["Passw0rd"]"#, "Data error at line 1, column 11"),
            ("[Passw0rd", "Syntax error at line 1, column 2"),
        ] {
            let error = serde_json::from_str::<Vec<u32>>(json).unwrap_err();
            assert_eq!(of_json(&error), expected);
        }
    }
}
