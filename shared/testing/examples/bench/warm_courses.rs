//! Measures a warm `GET /courses`, as a ratio to the DynamoDB `Scan` that it sends, by the SDK alone in the same run. A function that does
//! nothing shows how much of a response the Runtime API of the benchmark takes.

use std::time::Instant;

use testing::{Function, TestRequest};

use crate::{cold_starts::HELLO, median, production::Production};

const BINARY: &str = "courses-list";
const ROUNDS: usize = 300;

pub(crate) async fn measure() {
    let production = Production::running().await;
    let with_max_age = async |seconds| {
        production
            .start_with(BINARY, &[("CATALOGUE_MAX_AGE_SECONDS", seconds)])
            .await
    };
    let (cached, uncached) = (with_max_age("60").await, with_max_age("0").await);
    let hello = Function::start(HELLO, &production.stack, &[]).await;
    let table = production.stack.tables.get("courses").expect("the courses table");
    let client = production.stack.dynamodb();

    let request = production.request(&TestRequest::get("/courses").query("lang", "fr"));
    for function in [&cached, &uncached] {
        assert_eq!(function.send(&request).await.status, 200);
    }
    let (mut scans, mut cached_times, mut uncached_times, mut hello_times) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // The measurements alternate, so that other load affects all alike.
    for _ in 0..ROUNDS {
        let started = Instant::now();
        client
            .scan()
            .table_name(table)
            .filter_expression("attribute_not_exists(withdrawn)")
            .send()
            .await
            .expect("the table can be read");
        scans.push(started.elapsed());

        cached_times.push(cached.response_time(&request).await);
        uncached_times.push(uncached.response_time(&request).await);
        hello_times.push(hello.response_time(&request).await);
    }
    let scan = median(scans);
    let ratio = |times| median(times).as_secs_f64() / scan.as_secs_f64();
    println!(
        "GET /courses with a cached catalogue:  {:.2} of a Scan",
        ratio(cached_times)
    );
    println!(
        "GET /courses with a read of the table: {:.2} of a Scan",
        ratio(uncached_times)
    );
    println!(
        "A function that does nothing:          {:.2} of a Scan",
        ratio(hello_times)
    );
    println!(
        "(medians of {ROUNDS}; a Scan took {:.2} ms here)",
        scan.as_secs_f64() * 1000.0
    );
}
