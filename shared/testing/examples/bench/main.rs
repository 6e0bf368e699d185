//! What `scripts/bench` measures of the functions, with those that are built in the folder above this program's own; and of that, what
//! the arguments name. The stack that runs is the one that `STACK_FILE` describes.
//!
//! One program, since linking is most of what it costs to build.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement stops at what is wrong, and prints"
)]

mod billed_milliseconds;
mod file_memory;
mod login_hashing;
mod photo;
mod video_upload;
mod warm_courses;

use std::time::Duration;

const MEASUREMENTS: [&str; 5] = [
    "warm_courses",
    "login_hashing",
    "video_upload",
    "file_memory",
    "billed_milliseconds",
];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    for name in &named {
        assert!(
            MEASUREMENTS.contains(&name.as_str()),
            "{name} is none of {MEASUREMENTS:?}"
        );
    }
    for measurement in MEASUREMENTS {
        if named.is_empty() || named.iter().any(|name| name == measurement) {
            measure(measurement).await;
        }
    }
}

async fn measure(measurement: &str) {
    match measurement {
        "warm_courses" => Box::pin(warm_courses::measure()).await,
        "login_hashing" => Box::pin(login_hashing::measure()).await,
        "video_upload" => Box::pin(video_upload::measure()).await,
        "file_memory" => Box::pin(file_memory::measure()).await,
        "billed_milliseconds" => Box::pin(billed_milliseconds::measure()).await,
        _ => panic!("nobody has written {measurement}"),
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
