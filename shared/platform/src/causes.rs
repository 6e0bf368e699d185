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
}
