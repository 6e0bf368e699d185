//! Conditional writes that are tried again after another request has changed what was read.

use crate::failure::{Failure, PlatformError};

/// How often a request reads and writes, while other requests change what it has read.
pub const TRIES: u32 = 3;

/// Other requests changed what was read, in each of the [`TRIES`].
#[derive(Debug, thiserror::Error)]
#[error("{what}: other requests changed it in each of {tries} tries", tries = TRIES)]
pub struct Contention {
    what: &'static str,
}

impl Contention {
    /// `what` was changed, such as `the user`.
    pub const fn on(what: &'static str) -> Self {
        Self { what }
    }
}

impl PlatformError for Contention {
    fn failure(&self) -> Failure {
        Failure::Unavailable
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_can_tell_it_from_an_outage() {
        let error = Contention::on("the user");
        assert_eq!(error.failure(), Failure::Unavailable);
        assert_eq!(
            error.to_string(),
            "the user: other requests changed it in each of 3 tries"
        );
    }
}
