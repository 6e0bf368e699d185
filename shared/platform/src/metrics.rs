//! What an operator watches: log lines in `CloudWatch`'s embedded metric format, of which it makes metrics by itself.
//!
//! Each set of dimensions is paid for as one metric for each of the values that it has, so there are few, and none of them names
//! a person, a path or an address. `docs/logging.md` tells what they cost.

use std::io::{Write, stdout};

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::clock;

/// A metric: its name, its unit, and the sets of dimensions under which it is kept.
#[derive(Debug, Clone, Copy)]
struct Metric {
    name: &'static str,
    unit: &'static str,
    dimensions: &'static [&'static [&'static str]],
}

const CALLS: Metric = Metric {
    name: "Calls",
    unit: "Count",
    dimensions: &[&[]],
};
const LATENCY: Metric = Metric {
    name: "Latency",
    unit: "Milliseconds",
    dimensions: &[&["route"]],
};
const COLD_STARTS: Metric = Metric {
    name: "ColdStarts",
    unit: "Count",
    dimensions: &[&[]],
};
const ERRORS: Metric = Metric {
    name: "Errors",
    unit: "Count",
    dimensions: &[&["code"], &["route", "code"]],
};
/// What a release is brought back for: an answer that is a fault of ours, and that trying again does not mend.
const RELEASE_ERRORS: Metric = Metric {
    name: "ReleaseErrors",
    unit: "Count",
    dimensions: &[&["release"]],
};
const MAILS_FAILED: Metric = Metric {
    name: "MailsFailed",
    unit: "Count",
    dimensions: &[&[], &["mail"]],
};
const UPLOADS_STARTED: Metric = Metric {
    name: "UploadsStarted",
    unit: "Count",
    dimensions: &[&[]],
};
const UPLOADS_FINISHED: Metric = Metric {
    name: "UploadsFinished",
    unit: "Count",
    dimensions: &[&[]],
};
const UPLOADS_REFUSED: Metric = Metric {
    name: "UploadsRefused",
    unit: "Count",
    dimensions: &[&[]],
};

const DELETIONS_INCOMPLETE: Metric = Metric {
    name: "DeletionsIncomplete",
    unit: "Count",
    dimensions: &[&[]],
};

/// What is counted beside the calls themselves.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// A mail was not sent.
    MailFailed {
        /// Which mail it was, such as `reset_code`.
        mail: &'static str,
    },
    /// The upload of a video was opened.
    UploadStarted,
    /// The upload of a video became a file.
    UploadFinished,
    /// The upload of a video was ended, since no file could be made of it.
    UploadRefused,
    /// An account was deleted, and something of it was not.
    DeletionIncomplete,
}

/// A request that was answered.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The route's template, such as `GET /users/{id}`.
    pub route: &'a str,
    /// How long the handler took.
    pub milliseconds: u64,
    /// The error code of the response, if it was an error.
    pub code: Option<&'static str>,
    /// Whether the error is a fault of this release, for which it may be rolled back.
    pub is_release_error: bool,
    /// Whether it was the first that the instance was given.
    pub is_first: bool,
    /// The release that answered.
    pub release: &'a str,
}

/// Metrics, in a namespace of one stack.
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

    /// Counts what has happened.
    pub fn count(&self, event: Event) {
        match event {
            Event::MailFailed { mail } => self.write(&[(MAILS_FAILED, 1)], &[("mail", mail)]),
            Event::UploadStarted => self.write(&[(UPLOADS_STARTED, 1)], &[]),
            Event::UploadFinished => self.write(&[(UPLOADS_FINISHED, 1)], &[]),
            Event::UploadRefused => self.write(&[(UPLOADS_REFUSED, 1)], &[]),
            Event::DeletionIncomplete => self.write(&[(DELETIONS_INCOMPLETE, 1)], &[]),
        }
    }

    /// Counts a request, in one line.
    pub fn call(&self, call: Call<'_>) {
        let mut values = vec![(CALLS, 1), (LATENCY, call.milliseconds)];
        let mut dimensions = vec![("route", call.route)];
        if call.is_first {
            values.push((COLD_STARTS, 1));
        }
        if let Some(code) = call.code {
            values.push((ERRORS, 1));
            dimensions.push(("code", code));
            if call.is_release_error {
                values.push((RELEASE_ERRORS, 1));
                dimensions.push(("release", call.release));
            }
        }
        self.write(&values, &dimensions);
    }

    /// Writes a line. A log that cannot be written is no reason to fail.
    fn write(&self, values: &[(Metric, u64)], dimensions: &[(&str, &str)]) {
        let document = Document {
            namespace: &self.namespace,
            values,
            dimensions,
        };
        if let Ok(mut line) = serde_json::to_vec(&document) {
            line.push(b'\n');
            stdout().write_all(&line).ok();
        }
    }
}

/// A line: what to make metrics of, with the values of the metrics and of their dimensions beside it.
struct Document<'a> {
    namespace: &'a str,
    values: &'a [(Metric, u64)],
    dimensions: &'a [(&'a str, &'a str)],
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let directives = self.values.iter().map(|(metric, _)| Directive {
            namespace: self.namespace,
            dimensions: metric.dimensions,
            metrics: [Definition {
                name: metric.name,
                unit: metric.unit,
            }],
        });
        let metadata = Metadata {
            timestamp: u64::try_from(clock::now().as_millisecond()).unwrap_or_default(),
            cloud_watch_metrics: directives.collect(),
        };

        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("_aws", &metadata)?;
        for (name, value) in self.dimensions {
            document.serialize_entry(name, value)?;
        }
        for (metric, value) in self.values {
            document.serialize_entry(metric.name, value)?;
        }
        document.end()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Metadata<'a> {
    timestamp: u64,
    cloud_watch_metrics: Vec<Directive<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Directive<'a> {
    namespace: &'a str,
    dimensions: &'static [&'static [&'static str]],
    metrics: [Definition; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Definition {
    name: &'static str,
    unit: &'static str,
}
