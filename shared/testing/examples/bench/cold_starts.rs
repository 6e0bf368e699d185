//! Counts the instructions of each function from the start of its process to its first response, and its peak memory until then, beside a
//! function that does nothing. Unlike times, these numbers are the same on a busy machine.
//!
//! Functions have the variables of the stack, but require the CDN, as in production. The local AWS has no TLS, so the instructions of
//! handshakes are not among them.

use std::path::Path;

use testing::{Function, Stack, TestRequest};

use crate::billed_milliseconds::{first_requests, logical_id};

/// The function that does nothing.
const HELLO: &str = "examples/hello";

pub(crate) async fn measure() {
    let stack = Stack::running();
    let hello = instructions(HELLO, &stack, &[], &TestRequest::get("/courses")).await;
    print(HELLO, hello, hello, None);
    for (binary, first) in first_requests() {
        let deployed = Stack::function_variables(&logical_id(binary));
        let mut variables: Vec<(&str, &str)> = deployed
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        if let Some((_, secret)) = variables.iter().find(|(name, _)| *name == "ORIGIN_SECRET").copied() {
            variables.push(("REQUIRED_ORIGIN", secret));
        }
        let function = Function::start(binary, &stack, &variables).await;
        function.send(&first).await;
        let memory = function.peak_memory();
        print(
            binary,
            instructions(binary, &stack, &variables, &first).await,
            hello,
            memory,
        );
    }
}

fn print(binary: &str, instructions: u64, hello: u64, memory: Option<String>) {
    let millions = as_float(instructions) / 1e6;
    let times = as_float(instructions) / as_float(hello);
    let memory = memory.unwrap_or_default();
    println!("{binary:<28}{millions:>8.2} million instructions {times:>6.1} times {HELLO}  {memory:>12}");
}

#[expect(clippy::cast_precision_loss, reason = "the number is printed with two digits")]
const fn as_float(count: u64) -> f64 {
    count as f64
}

/// Runs a function under Valgrind's Cachegrind, which counts instructions.
async fn instructions(binary: &str, stack: &Stack, variables: &[(&str, &str)], first: &TestRequest) -> u64 {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let counts = folder.path().join("counts");
    let program = [
        "valgrind".to_owned(),
        "--quiet".to_owned(),
        "--tool=cachegrind".to_owned(),
        "--cache-sim=no".to_owned(),
        format!("--cachegrind-out-file={}", counts.display()),
    ];
    let function = Function::start_under(&program, binary, stack, variables).await;
    function.response_time(first).await;
    function.terminate().await;
    summary(&counts)
}

/// The sum in the last line of Cachegrind's file.
fn summary(counts: &Path) -> u64 {
    let text = std::fs::read_to_string(counts).expect("Cachegrind writes its counts");
    let line = text.lines().find_map(|line| line.strip_prefix("summary:"));
    let sum = line.and_then(|line| line.trim().parse().ok());
    sum.expect("a sum of instructions")
}
