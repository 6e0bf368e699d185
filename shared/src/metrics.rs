//! Counts for an operator to watch: log lines in `CloudWatch`'s embedded metric format, of which it makes metrics by itself.

use std::{
    io::{Write, stdout},
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::json;

/// What is counted.
#[derive(Debug, Clone, Copy)]
pub enum Metric {
    /// A mail that was not sent, by which mail it was.
    MailsFailed {
        /// Its name, such as `reset_code`.
        mail: &'static str,
    },
}

/// Counts, in a namespace of one stack.
#[derive(Debug, Clone)]
pub struct Metrics {
    namespace: String,
}

impl Metrics {
    /// Metrics of that namespace.
    #[must_use]
    pub const fn new(namespace: String) -> Self {
        Self { namespace }
    }

    /// Counts one. A log that cannot be written is no reason to fail.
    pub fn count(&self, metric: Metric) {
        let (name, dimension, value) = match metric {
            Metric::MailsFailed { mail } => ("MailsFailed", "mail", mail),
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let line = json!({
            "_aws": {
                "Timestamp": u64::try_from(now.as_millis()).unwrap_or_default(),
                "CloudWatchMetrics": [{
                    "Namespace": self.namespace,
                    // Of all, and of each.
                    "Dimensions": [[], [dimension]],
                    "Metrics": [{"Name": name, "Unit": "Count"}],
                }],
            },
            dimension: value,
            name: 1,
        });
        writeln!(stdout(), "{line}").ok();
    }
}
