//! How long a warm `GET /courses` takes, as a ratio to a plain DynamoDB `Scan` of the same table in the same run.

use std::time::Instant;

use testing::{Call, Function, Stack};

use crate::median;

const BINARY: &str = "courses-list";
const NAME: &str = "CoursesListFunction";
const ROUNDS: usize = 300;

pub(crate) async fn measure() {
    let stack = Stack::running();
    let table = stack.tables.get("courses").expect("the courses table").clone();
    let kept = Function::deployed(BINARY, &stack, NAME, &[("CATALOGUE_MAX_AGE_SECONDS", "60")]).await;
    let read = Function::deployed(BINARY, &stack, NAME, &[("CATALOGUE_MAX_AGE_SECONDS", "0")]).await;
    let client = stack.dynamodb();

    let call = Call::get("/courses").query("lang", "fr");
    let (mut scans, mut with_copy, mut without_copy) = (Vec::new(), Vec::new(), Vec::new());
    // Taken in turns, so that what else the machine does falls on all three alike.
    for _ in 0..ROUNDS {
        let started = Instant::now();
        client
            .scan()
            .table_name(&table)
            .send()
            .await
            .expect("the table can be read");
        scans.push(started.elapsed());

        with_copy.push(kept.time(&call).await);
        without_copy.push(read.time(&call).await);
    }
    let scan = median(scans);
    let ratio = |times| median(times).as_secs_f64() / scan.as_secs_f64();
    println!("GET /courses with a copy in memory:  {:.2} of a Scan", ratio(with_copy));
    println!(
        "GET /courses with a read of the table: {:.2} of a Scan",
        ratio(without_copy)
    );
    println!(
        "(medians of {ROUNDS}; a Scan took {:.2} ms here)",
        scan.as_secs_f64() * 1000.0
    );
}
