//! The measurements of `scripts/bench`. The arguments select measurements by name; without arguments, all run. The functions' binaries
//! are those in the parent folder of this program, and `STACK_FILE` describes the running stack.
//!
//! All measurements are one program, because linking takes most of its build time.
#![allow(
    unused_crate_dependencies,
    reason = "a target of a package uses a part of its dependencies"
)]
#![expect(clippy::disallowed_methods, reason = "a measurement takes real time")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement stops at the first failure, and prints its results"
)]

mod cold_starts;
mod counts;
#[path = "../../tests/front_door/file/image/images/extreme.rs"]
mod extreme;
mod file_memory;
mod images;
mod journeys;
mod load;
mod production;
mod reads;
mod reminders;
mod staff_lists;
mod video_upload;
mod videos;

use std::time::Duration;

const MEASUREMENTS: [&str; 6] = [
    "video_upload",
    "file_memory",
    "cold_starts",
    "load",
    "reminders",
    "staff_lists",
];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let selected: Vec<String> = std::env::args().skip(1).collect();
    for name in &selected {
        assert!(
            MEASUREMENTS.contains(&name.as_str()),
            "{name} is not one of {MEASUREMENTS:?}"
        );
    }
    for measurement in MEASUREMENTS {
        if selected.is_empty() || selected.iter().any(|name| name == measurement) {
            measure(measurement).await;
        }
    }
}

async fn measure(measurement: &str) {
    match measurement {
        "video_upload" => Box::pin(video_upload::measure()).await,
        "file_memory" => Box::pin(file_memory::measure()).await,
        "cold_starts" => Box::pin(cold_starts::measure()).await,
        "load" => Box::pin(load::measure()).await,
        "reminders" => Box::pin(reminders::measure()).await,
        "staff_lists" => Box::pin(staff_lists::measure()).await,
        _ => panic!("unknown measurement: {measurement}"),
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
