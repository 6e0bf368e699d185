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
mod images;
mod journeys;
mod production;
mod reads;
mod reminders;
mod staff_lists;
mod videos;

const MEASUREMENTS: [&str; 3] = ["cold_starts", "reminders", "staff_lists"];

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
        "cold_starts" => Box::pin(cold_starts::measure()).await,
        "reminders" => Box::pin(reminders::measure()).await,
        "staff_lists" => Box::pin(staff_lists::measure()).await,
        _ => panic!("unknown measurement: {measurement}"),
    }
}
