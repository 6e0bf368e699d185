//! `ops costs`, and its input: the requests of each endpoint, the sizes of items, and the tables in docs/costs.md.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test panics when it fails"
)]

use std::{env, fmt::Write, fs, process::Command, sync::Mutex};

use serde_json::{Value, json};
use testing::{Stack, TestFile, TestUpload, TestUser, repository};

use crate::tool;

const COSTS: &str = "docs/costs.md";
const SCALING: &str = "docs/scaling.md";
/// The commands whose output documents have.
const DOCUMENTED_COMMANDS: [(&str, &[&str]); 2] = [
    (COSTS, &["costs", "--users", "0,100,10000,1000000"]),
    (SCALING, &["costs", "--limits"]),
];

fn ops(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ops"))
        .args(arguments)
        .env_clear()
        .output()
        .expect("the tool starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn calls() -> Value {
    let text = read("infra/costs/calls.toml");
    toml::from_str(&text).expect("the file is TOML")
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// `UPDATE_DOCS=1` updates the pages.
#[test]
fn the_pages_have_the_current_estimates() {
    for (path, command) in DOCUMENTED_COMMANDS {
        let begin = format!("```text\n$ scripts/ops {}\n", command.join(" "));
        check_page(path, &begin, "```\n", &ops(command));
    }
}

/// Compares the text between two lines of a page.
fn check_page(path: &str, begin: &str, end: &str, expected: &str) {
    // Two tests update the same file.
    static PAGE: Mutex<()> = Mutex::new(());
    let _guard = PAGE.lock();
    let page = read(path);
    let (before, rest) = page.split_once(begin).expect("the page has the first line");
    let (_, after) = rest.split_once(end).expect("the page has the last line");
    let updated = format!("{before}{begin}{expected}{end}{after}");
    #[expect(clippy::disallowed_methods, reason = "UPDATE_DOCS=1 rewrites the page")]
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(repository().join(path), updated).expect("the page can be written");
    } else {
        assert_eq!(page, updated, "UPDATE_DOCS=1 cargo test --workspace --test ops costs");
    }
}

/// `UPDATE_DOCS=1` updates the page.
#[test]
fn the_page_has_the_current_prices() {
    let prices: toml::Table = toml::from_str(&read("infra/costs/prices.toml")).expect("the file is TOML");
    let date = prices["date"].as_str().expect("a date");
    let mut table = format!(
        "\nAs of {date}:\n\n| Service | What | US dollars | For | Source |\n| --- | --- | ---: | --- | --- |\n"
    );
    for price in prices.values().filter_map(toml::Value::as_table) {
        let text = |name: &str| price[name].as_str().expect("text");
        let source = price
            .get("note")
            .map_or("price list", |note| note.as_str().expect("text"));
        let (service, what, usd, unit) = (
            text("service"),
            text("what"),
            price["usd"].as_float().expect("a number"),
            text("unit"),
        );
        writeln!(table, "| {service} | {what} | {usd} | {unit} | {source} |").expect("a string accepts all text");
    }
    table.push('\n');
    check_page(
        COSTS,
        "<!-- Written by UPDATE_DOCS=1 cargo test --workspace --test ops costs. -->\n",
        "<!-- The end of the prices. -->\n",
        &table,
    );
}

#[test]
fn actual_usage_is_compared_with_the_estimate() {
    let stack = Stack::running();
    let json = tool::ops(&stack, &["costs", "--users", "10000", "--actual", "--json"]).json();
    assert_eq!(json["people"], 10000);
    let rows = json["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 9);
    for row in rows {
        assert!(row["estimated"].as_f64().expect("a number") > 0.0, "{row}");
        assert_eq!(row["counted"], Value::Null, "missing metrics are not shown as 0: {row}");
    }
    let routes = json["routes"].as_array().expect("routes").iter();
    let routes: Vec<_> = routes.filter_map(|route| route["route"].as_str()).collect();
    assert!(routes.contains(&"POST /users/login"), "{routes:?}");
    assert_eq!(
        json["leftOut"],
        json!(["everything: the local AWS has no usage metrics"])
    );
    let output = tool::ops(&stack, &["costs", "--users", "10000", "--actual"]).success();
    assert!(
        output.contains("API requests") && output.contains("Left out:\n  everything"),
        "{output}"
    );
}

#[test]
fn json_has_every_price() {
    let json: Value = serde_json::from_str(&ops(&["costs", "--users", "10", "--json"])).expect("it is JSON");
    let month = &json["estimates"][0];
    let lines = month["lines"].as_array().expect("lines").iter();
    let usd: f64 = lines.filter_map(|line| line["usd"].as_f64()).sum();
    assert!((usd - month["usd"].as_f64().expect("a sum")).abs() < 1e-9);
    assert_eq!(json["freeTier"], false);
}

#[test]
fn json_of_a_day_at_the_limits_has_every_route() {
    let json: Value = serde_json::from_str(&ops(&["costs", "--limits", "--json"])).expect("it is JSON");
    let routes = json["routes"].as_array().expect("routes");
    let usd: f64 = routes.iter().filter_map(|route| route["usd"].as_f64()).sum();
    assert!((usd - json["usd"].as_f64().expect("a sum")).abs() < 1e-6);
    assert!(
        routes.iter().any(|route| route["route"] == "POST /users/login"),
        "{json}"
    );
}

#[test]
fn shows_free_tier_and_each_price_on_request() {
    let output = ops(&["costs", "--users", "1000", "--free-tier", "--explain"]);
    assert!(output.contains("after the free tier"), "{output}");
    assert!(output.contains("DynamoDB, write units"), "{output}");
}

/// The source of all front-door tests of an endpoint, such as `users/login`.
fn front_door_tests(endpoint: &str) -> String {
    let folder = repository().join("functions").join(endpoint).join("tests");
    let mut folders = vec![folder];
    let mut source = String::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the tests of the endpoint") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                source += &fs::read_to_string(&path).expect("UTF-8");
            }
        }
    }
    source
}

/// The estimate uses the same lists of requests that the front-door tests of the functions assert.
#[test]
fn the_requests_of_each_endpoint_are_asserted_by_a_front_door_test() {
    for call in calls()["call"].as_array().expect("calls") {
        let asks: Vec<_> = call["asks"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let Some(test) = call.get("held_by").and_then(Value::as_str) else {
            assert!(asks.is_empty(), "{} has no test of its requests", call["name"]);
            continue;
        };
        let (folder, name) = test.split_once(' ').expect("a folder and a name");
        let tests = front_door_tests(folder);
        let (_, from) = tests.split_once(&format!("async fn {name}()")).expect(name);
        let (body, _) = from.split_once("\n}\n").expect("the test ends");
        // All lists in brackets in the body of the test.
        let lists = body.split('[').skip(1).filter_map(|list| Some(list.split_once(']')?.0));
        let lists: Vec<Vec<&str>> = lists.map(|list| list.split('"').skip(1).step_by(2).collect()).collect();
        assert!(lists.contains(&asks), "{test} asserts {lists:?}, not {asks:?}");
    }
}

#[tokio::test]
async fn items_are_not_larger_than_the_estimate_assumes() {
    let stack = &Stack::running();
    let (cv, video) = (
        TestFile::upload_document(stack, None).await,
        TestFile::insert_video(stack).await,
    );
    let registration = TestUser::teacher_registration(stack, &cv, Some(&video)).await;
    let teacher = TestUser::verified_with(stack, &registration).await;
    let upload = TestUpload::start(stack).await;
    let claim = ("pk", &*format!("email#{}", teacher.email));
    teacher.request_reset_code(stack).await;
    for _ in 0..2 {
        teacher.access_token(stack).await;
    }

    let items = &calls()["items"];
    for (name, item) in [
        ("user", teacher.record(stack).await),
        ("claim", stack.get_item(&stack.tables["users"], claim).await),
        ("file", cv.record(stack).await),
        ("upload", upload.record(stack).await),
        // Answers for repeated requests are in the same table, and few.
        (
            "attempt",
            largest_of(stack, "attempts", |item| item["answer"].is_null()).await,
        ),
        ("reset", largest(stack, "passwordResets").await),
        ("course", largest(stack, "courses").await),
        ("course-details", largest(stack, "courseDetails").await),
    ] {
        let assumed = items[name].as_u64().expect("a number");
        let bytes = size(&item);
        // Real profiles are longer than those of tests, and S3 has longer upload ids than the local AWS.
        assert!(
            (bytes..bytes * 3).contains(&assumed),
            "{name}: {bytes} bytes, but the estimate assumes {assumed}"
        );
    }
}

async fn largest(stack: &Stack, table: &str) -> Value {
    largest_of(stack, table, |_| true).await
}

async fn largest_of(stack: &Stack, table: &str, is_meant: impl Fn(&Value) -> bool) -> Value {
    let items = stack.scan_items(&stack.tables[table]).await;
    let items = items.into_iter().filter(is_meant);
    items.max_by_key(size).expect("an item")
}

/// The size that DynamoDB bills: UTF-8 names and texts, about a byte for two digits, three bytes for each list or map, and one for
/// each element.
fn size(item: &Value) -> u64 {
    let bytes = |text: &str| u64::try_from(text.len()).expect("a length");
    match item {
        Value::Null | Value::Bool(_) => 1,
        Value::Number(number) => bytes(&number.to_string()).div_ceil(2) + 1,
        Value::String(text) => bytes(text),
        Value::Array(list) => 3 + list.iter().map(|value| 1 + size(value)).sum::<u64>(),
        Value::Object(map) => {
            3 + map
                .iter()
                .map(|(name, value)| 1 + bytes(name) + size(value))
                .sum::<u64>()
        }
    }
}
