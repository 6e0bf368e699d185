//! Counts the instructions of each function from the start of its process to its first response, and its peak memory until then, beside a
//! function that does nothing. Unlike times, these numbers are the same on a busy machine. Numbers above the budgets of
//! docs/performance.md fail.
//!
//! Functions have the variables of production, and requests come through the CDN. The local AWS has no TLS, so the instructions of
//! handshakes are not among them.

use std::{collections::BTreeMap, process::Command};

use testing::{Function, Stack, TestRequest, TestResponse, TestUser, binary_path};

use crate::{
    counts::{Counts, as_float, millions},
    journeys::{Functions, Journeys, all_functions},
    production::Production,
};

const HELLO: &str = "examples/hello";
/// The program that hashes one password.
const HASH: &str = "examples/hash";
/// The memory of one hash, in KiB.
const HASH_MEMORY: u64 = 19 * 1024;
/// Under Valgrind, functions are about 50 times slower.
const PATIENT: (&str, &str) = ("AWS_CALL_TIMEOUT_SECONDS", "60");

/// The functions whose work grows with what they get, and which have no budget: one decodes pictures, and one writes objects for each course.
const WITHOUT_BUDGET: [&str; 2] = ["file-image", "operator-publish-catalogue"];
/// The budget of instructions of other functions, in millions, apart from hashing.
const MILLIONS: f64 = 12.0;
/// The functions whose first request has more to do: they delete all data of a user, make an archive, or verify a signature.
const LONG: [&str; 4] = [
    "users-delete",
    "users-make-export",
    "users-passkey-login",
    "users-reject-verification",
];
/// The budget of their instructions, in millions.
const LONG_MILLIONS: f64 = 16.0;
/// The budget of memory in KiB, apart from hashing.
const MEMORY: u64 = 12 * 1024;

pub(crate) async fn measure() {
    let memory = first_requests(Measure::PeakMemory).await;
    let counted = first_requests(Measure::Instructions).await;

    let hello = hello().await;
    let hash = hash();
    println!("{HELLO:<28}{:>8.2} million instructions", millions(hello));
    println!("{HASH:<28}{:>8.2} million instructions", millions(hash));
    let mut exceeded = Vec::new();
    for (binary, instructions) in counted {
        // A hash takes many times the instructions of the rest.
        let (hashes, rest) = (instructions / hash, instructions % hash);
        let memory = memory[binary];
        let times = as_float(rest) / as_float(hello);
        println!(
            "{binary:<28}{:>8.2} million instructions {times:>6.1} times {HELLO}  {:>5.1} MiB  {hashes} hashes",
            millions(rest),
            as_float(memory) / 1024.0
        );
        let memory_budget = MEMORY + if hashes > 0 { HASH_MEMORY } else { 0 };
        let budget = if LONG.contains(&binary) {
            LONG_MILLIONS
        } else {
            MILLIONS
        };
        if !WITHOUT_BUDGET.contains(&binary) && (millions(rest) > budget || memory > memory_budget) {
            exceeded.push(binary);
        }
    }
    assert!(exceeded.is_empty(), "over the budget of cold starts: {exceeded:?}");
}

#[derive(Clone, Copy)]
enum Measure {
    /// The peak memory in KiB.
    PeakMemory,
    Instructions,
}

/// Functions in which each request is the first one.
struct Cold {
    production: Production,
    measure: Measure,
    /// What was measured of the first request to each function.
    measured: BTreeMap<&'static str, u64>,
}

impl Functions for Cold {
    async fn send(&mut self, binary: &'static str, request: &TestRequest) -> TestResponse {
        let request = self.production.request(request);
        self.first(binary, async |function| function.send(&request).await).await
    }
}

impl Cold {
    /// Measures a function until `send` has the first response.
    async fn first<T>(&mut self, binary: &'static str, send: impl AsyncFn(&Function) -> T) -> T {
        let (response, measured) = match self.measure {
            Measure::PeakMemory => {
                let function = self.production.start(binary).await;
                let response = send(&function).await;
                let peak = function.peak_memory().expect("Linux tells it");
                (response, peak)
            }
            Measure::Instructions => {
                let counts = Counts::new();
                let program = counts.program();
                let function = self.production.start_under(&program, binary, &[PATIENT]).await;
                let response = send(&function).await;
                function.terminate().await;
                (response, counts.sum())
            }
        };
        self.measured.entry(binary).or_insert(measured);
        response
    }

    /// Measures the functions that no journey uses: a job finds nothing to do, and an endpoint refuses a request without a token.
    async fn measure_others(&mut self) {
        for binary in all_functions() {
            if !self.measured.contains_key(binary.as_str()) {
                let request = if binary.starts_with("operator-") {
                    TestRequest::scheduled()
                } else {
                    self.production.request(&TestRequest::get("/users/me"))
                };
                self.first(binary.leak(), async |function| function.response_time(&request).await)
                    .await;
            }
        }
    }
}

async fn first_requests(measure: Measure) -> BTreeMap<&'static str, u64> {
    let production = Production::running().await;
    let stack = production.stack.clone();
    let template = TestUser::verified(&stack).await;
    let functions = Cold {
        production,
        measure,
        measured: BTreeMap::new(),
    };
    let mut journeys = Journeys { stack, functions };
    journeys.run(&template).await;
    journeys.functions.measure_others().await;
    journeys.functions.measured
}

/// The instructions of the function that does nothing.
async fn hello() -> u64 {
    let counts = Counts::new();
    let function = Function::start_under(&counts.program(), HELLO, &Stack::running(), &[]).await;
    function.response_time(&TestRequest::get("/courses")).await;
    function.terminate().await;
    counts.sum()
}

/// The instructions of hashing one password.
fn hash() -> u64 {
    let counts = Counts::new();
    let program = counts.program();
    let (name, arguments) = program.split_first().expect("a program");
    let hashed = Command::new(name).args(arguments).arg(binary_path(HASH)).status();
    assert!(hashed.expect("Valgrind runs").success(), "the password is hashed");
    counts.sum()
}
