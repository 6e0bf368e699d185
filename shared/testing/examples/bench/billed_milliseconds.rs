//! Measures the duration of a warm request for each function, as its log states it (`milliseconds`), and the time from the start of the
//! process to its first response. The times in `infra/costs/calls.toml` come from here.
//!
//! `scripts/bench` runs it with release builds.

use std::time::Instant;

use serde_json::Value;
use testing::{Function, TestRequest, TestResponse, TestUser};

use crate::{
    journeys::{Functions, Journeys},
    production::Production,
};

/// The rounds after the first one. Each reads another course, and the catalogue has 20.
const ROUNDS: usize = 19;

/// A function that is measured.
struct Measured {
    name: &'static str,
    function: Function,
    /// The time from the start of its process to its first response, in milliseconds.
    start: u128,
}

impl Measured {
    /// Prints the median of all requests but the first, and the time to the first response.
    fn print(&self) {
        let log = self.function.log();
        let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut times: Vec<_> = lines.filter_map(|line| line["milliseconds"].as_u64()).skip(1).collect();
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        println!(
            "{:<26}{median:>6} ms{:>6} ms from its start to its first response  ({} requests)",
            self.name,
            self.start,
            times.len()
        );
    }
}

/// Functions that stay warm after their first request.
struct Warm {
    production: Production,
    started: Vec<Measured>,
}

impl Functions for Warm {
    async fn send(&mut self, binary: &'static str, request: &TestRequest) -> TestResponse {
        let request = self.production.request(request);
        if let Some(measured) = self.started.iter().find(|measured| measured.name == binary) {
            return measured.function.send(&request).await;
        }
        let begun = Instant::now();
        let function = self.production.start(binary).await;
        let response = function.send(&request).await;
        self.started.push(Measured {
            name: binary,
            function,
            start: begun.elapsed().as_millis(),
        });
        response
    }
}

pub(crate) async fn measure() {
    let production = Production::running().await;
    let stack = production.stack.clone();
    let template = TestUser::verified(&stack).await;
    let started = Vec::new();
    let mut journeys = Journeys {
        stack,
        functions: Warm { production, started },
    };
    for round in 0..=ROUNDS {
        journeys.run(round, &template).await;
    }
    for measured in &journeys.functions.started {
        measured.print();
    }
}
