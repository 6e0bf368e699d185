//! Metrics, as log lines in `CloudWatch`'s embedded metric format.
//!
//! `CloudWatch` bills each combination of dimension values as one metric. So there are few sets of dimensions, and no dimension is a
//! user, a path, an email address or an IP address. `docs/logging.md` states the costs.

use std::io::{Write, stdout};

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::clock;

/// A metric: its name, its unit, and its sets of dimensions.
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
const FILES_INFECTED: Metric = Metric {
    name: "FilesInfected",
    unit: "Count",
    dimensions: &[&[]],
};
const OLDEST_REMOVAL: Metric = Metric {
    name: "OldestRemoval",
    unit: "Seconds",
    dimensions: &[&[]],
};

#[derive(Debug, Clone, Copy)]
pub enum Event {
    MailFailed {
        /// The template of the email, such as `reset_code`.
        mail: &'static str,
    },
    UploadStarted,
    UploadFinished,
    UploadRefused,
    /// A user was deleted, and some of their data remains.
    DeletionIncomplete,
    FileInfected,
    FilesCleared {
        /// How long the file has waited that waits longest for the end of its removal.
        oldest_seconds: u64,
    },
}

#[derive(Debug, Clone, Copy)]
pub struct ServedRequest<'a> {
    /// The route's template, such as `GET /users/{id}`.
    pub route: &'a str,
    pub milliseconds: u64,
    /// The error code of the response, if it was an error.
    pub code: Option<&'static str>,
    /// Whether it was the first request of the instance.
    pub is_first: bool,
}

#[derive(Debug, Clone)]
pub struct Metrics {
    namespace: String,
}

impl Metrics {
    pub const fn new(namespace: String) -> Self {
        Self { namespace }
    }

    pub fn count(&self, event: Event) {
        match event {
            Event::MailFailed { mail } => self.write(&[(MAILS_FAILED, 1)], &[("mail", mail)]),
            Event::UploadStarted => self.write(&[(UPLOADS_STARTED, 1)], &[]),
            Event::UploadFinished => self.write(&[(UPLOADS_FINISHED, 1)], &[]),
            Event::UploadRefused => self.write(&[(UPLOADS_REFUSED, 1)], &[]),
            Event::DeletionIncomplete => self.write(&[(DELETIONS_INCOMPLETE, 1)], &[]),
            Event::FileInfected => self.write(&[(FILES_INFECTED, 1)], &[]),
            Event::FilesCleared { oldest_seconds } => self.write(&[(OLDEST_REMOVAL, oldest_seconds)], &[]),
        }
    }

    pub fn count_request(&self, request: ServedRequest<'_>) {
        let mut values = vec![(CALLS, 1), (LATENCY, request.milliseconds)];
        let mut dimensions = vec![("route", request.route)];
        if request.is_first {
            values.push((COLD_STARTS, 1));
        }
        if let Some(code) = request.code {
            values.push((ERRORS, 1));
            dimensions.push(("code", code));
        }
        self.write(&values, &dimensions);
    }

    /// Writes a line. A failure is ignored.
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

/// A line: the definitions of metrics, and the values of metrics and dimensions.
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
