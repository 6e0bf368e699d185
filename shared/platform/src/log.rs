//! The log: one JSON object a line on standard output (`docs/logging.md`).

use std::fmt;

use serde_json::json;
use tracing::{Event, Subscriber};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt::{
        FmtContext, FormatEvent, FormatFields, MakeWriter,
        format::{Format, Json, JsonFields, Writer},
        layer,
    },
    layer::SubscriberExt,
    registry,
    registry::LookupSpan,
    util::SubscriberInitExt,
};

use crate::config::Environment;

/// Writes log lines as JSON from now on. `RUST_LOG` sets the level, for all targets or for each; without it the level is `info`.
pub fn init(environment: &Environment) {
    let function = environment.function_name().unwrap_or_default();
    let levels = levels(environment.log_levels().as_deref());
    subscriber(&function, levels, std::io::stdout).init();
}

fn subscriber<W>(function: &str, levels: Targets, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = layer()
        .fmt_fields(JsonFields::new())
        .event_format(Line::new(function))
        .with_writer(writer);
    registry().with(levels).with(lines)
}

/// A line that begins with the name of the function: all functions write into one log group.
struct Line {
    /// `{"function":"…",`
    start: String,
    rest: Format<Json>,
}

impl Line {
    fn new(function: &str) -> Self {
        let rest = Format::default().json().flatten_event(true);
        Self {
            start: format!("{{\"function\":{},", json!(function)),
            rest: rest.with_current_span(true).with_span_list(false).with_target(false),
        }
    }
}

impl<S, N> FormatEvent<S, N> for Line
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut line = String::new();
        self.rest.format_event(context, Writer::new(&mut line), event)?;
        writer.write_str(&self.start)?;
        writer.write_str(line.strip_prefix('{').ok_or(fmt::Error)?)
    }
}

/// The levels of a setting, such as `info` or `warn,api=debug`. `info` for one that is malformed.
fn levels(setting: Option<&str>) -> Targets {
    let levels = setting.and_then(|setting| setting.parse().ok());
    levels.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO))
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Write},
        sync::{Arc, Mutex},
    };

    use serde_json::Value;
    use tracing::{error, info_span, subscriber::with_default};

    use super::*;

    #[derive(Clone, Default)]
    struct Output(Arc<Mutex<Vec<u8>>>);

    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_names_the_function_and_its_span() {
        let output = Output::default();
        let writer = output.clone();
        let log = subscriber("stack-UsersLoginFunction-1", levels(None), move || writer.clone());
        with_default(log, || {
            let _span = info_span!("call", route = "GET /courses").entered();
            error!(code = "internal_error", "failed");
        });
        let line: Value = serde_json::from_slice(&output.0.lock().unwrap()).unwrap();
        let fields =
            ["/function", "/level", "/message", "/code", "/span/route"].map(|field| line.pointer(field).cloned());
        let expected = [
            "stack-UsersLoginFunction-1",
            "ERROR",
            "failed",
            "internal_error",
            "GET /courses",
        ];
        assert_eq!(fields, expected.map(|value| Some(Value::from(value))));
    }

    fn logs(setting: Option<&str>, target: &str, level: LevelFilter) -> bool {
        levels(setting).would_enable(target, &level.into_level().unwrap())
    }

    #[test]
    fn the_setting_has_levels_for_all_targets_or_for_each() {
        assert!(logs(None, "api", LevelFilter::INFO) && !logs(None, "api", LevelFilter::DEBUG));
        assert!(logs(Some("debug"), "api", LevelFilter::DEBUG) && !logs(Some("debug"), "api", LevelFilter::TRACE));
        let setting = Some("warn,api=debug");
        assert!(logs(setting, "api::serve", LevelFilter::DEBUG) && !logs(setting, "store", LevelFilter::INFO));
    }

    #[test]
    fn a_malformed_setting_counts_as_info() {
        for malformed in ["api=loud", "api=info=debug", "api[{field=info"] {
            assert!(logs(Some(malformed), "api", LevelFilter::INFO), "{malformed}");
            assert!(!logs(Some(malformed), "api", LevelFilter::DEBUG), "{malformed}");
        }
    }
}
