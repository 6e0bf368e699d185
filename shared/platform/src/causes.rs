//! An error with everything that caused it, in one line, for logs and for operators.

use std::{error::Error, fmt};

/// Shows an error, then what caused it, and so on: `reading the table: connection refused`.
///
/// Only what each error says of itself is shown. An SDK's debug output would show whole answers, with the data in them.
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
    fn the_whole_chain_is_told() {
        let error = Outer(std::io::Error::other("connection refused"));
        assert_eq!(Causes(&error).to_string(), "reading the table: connection refused");
    }
}
