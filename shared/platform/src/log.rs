//! The log: one JSON object a line on standard output (`docs/logging.md`).

use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt,
    registry,
    util::SubscriberInitExt,
};

use crate::config::Environment;

/// Writes log lines as JSON from now on. `RUST_LOG` sets the level, for all targets or for each; without it the level is `info`.
pub fn init(environment: &Environment) {
    let lines = fmt::layer()
        .json()
        .flatten_event(true)
        .with_current_span(true)
        .with_span_list(false)
        .with_target(false);
    registry()
        .with(levels(environment.log_levels().as_deref()))
        .with(lines)
        .init();
}

/// The levels of a setting, such as `info` or `warn,api=debug`. `info` for one that is malformed.
fn levels(setting: Option<&str>) -> Targets {
    let levels = setting.and_then(|setting| setting.parse().ok());
    levels.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO))
}

#[cfg(test)]
mod tests {
    use super::*;

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
