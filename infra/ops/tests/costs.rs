//! `ops costs`, and whether what it counts with is so: what calls ask for, how large items are, and what docs/costs.md says.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::{env, fmt::Write, fs, process::Command, sync::Mutex};

use serde_json::{Value, json};
use testing::{Stack, TestFile, TestUpload, TestUser, repository};

use crate::tool;

/// The estimate that docs/costs.md shows.
const SHOWN: [&str; 3] = ["costs", "--users", "0,100,10000,1000000"];

fn ops(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ops"))
        .args(arguments)
        .env_clear()
        .output()
        .expect("the tool starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it says text")
}

fn calls() -> Value {
    let text = read("infra/costs/calls.toml");
    toml::from_str(&text).expect("the file is TOML")
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// `UPDATE_DOCS=1` writes the page anew.
#[test]
fn the_page_shows_what_the_tool_says() {
    let begin = format!("```text\n$ scripts/ops {}\n", SHOWN.join(" "));
    check_page(&begin, "```\n", &ops(&SHOWN));
}

/// What the page has between two lines is that.
fn check_page(begin: &str, end: &str, wanted: &str) {
    // Of two tests at once, one would write what the other had read.
    static PAGE: Mutex<()> = Mutex::new(());
    let _turn = PAGE.lock();
    let page = read("docs/costs.md");
    let (before, rest) = page.split_once(begin).expect("the page has it");
    let (_, after) = rest.split_once(end).expect("it ends");
    let page_now = format!("{before}{begin}{wanted}{end}{after}");
    #[expect(clippy::disallowed_methods, reason = "a person who runs the test sets it")]
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(repository().join("docs/costs.md"), page_now).expect("the page can be written");
    } else {
        assert_eq!(page, page_now, "UPDATE_DOCS=1 cargo test --workspace --test ops costs");
    }
}

/// `UPDATE_DOCS=1` writes the page anew.
#[test]
fn the_page_shows_the_prices() {
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
        writeln!(table, "| {service} | {what} | {usd} | {unit} | {source} |").expect("a string takes everything");
    }
    table.push('\n');
    check_page(
        "<!-- Written by UPDATE_DOCS=1 cargo test --workspace --test ops costs. -->\n",
        "<!-- The end of the prices. -->\n",
        &table,
    );
}

#[test]
fn what_a_stack_took_stands_beside_the_estimate() {
    let stack = Stack::running();
    let told = tool::ops(&stack, &["costs", "--users", "10000", "--actual", "--json"]).json();
    assert_eq!(told["people"], 10000);
    let rows = told["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 9);
    for row in rows {
        assert!(row["estimated"].as_f64().expect("a number") > 0.0, "{row}");
        assert_eq!(row["counted"], Value::Null, "nothing is taken for nothing: {row}");
    }
    let routes = told["routes"].as_array().expect("routes").iter();
    let routes: Vec<_> = routes.filter_map(|route| route["route"].as_str()).collect();
    assert!(routes.contains(&"POST /users/login"), "{routes:?}");
    assert_eq!(
        told["leftOut"],
        json!(["anything: the local AWS counts no calls, units, bytes or mails"])
    );
    let said = tool::ops(&stack, &["costs", "--users", "10000", "--actual"]).done();
    assert!(
        said.contains("calls of the API") && said.contains("Not counted:\n  anything"),
        "{said}"
    );
}

#[test]
fn a_machine_is_told_every_line() {
    let told: Value = serde_json::from_str(&ops(&["costs", "--users", "10", "--json"])).expect("it is JSON");
    let month = &told["estimates"][0];
    let lines = month["lines"].as_array().expect("lines").iter();
    let usd: f64 = lines.filter_map(|line| line["usd"].as_f64()).sum();
    assert!((usd - month["usd"].as_f64().expect("a sum")).abs() < 1e-9);
    assert_eq!(told["freeTier"], false);
}

#[test]
fn what_is_free_and_each_line_are_told_when_asked_for() {
    let said = ops(&["costs", "--users", "1000", "--free-tier", "--explain"]);
    assert!(said.contains("less what is free"), "{said}");
    assert!(said.contains("DynamoDB, write units"), "{said}");
}

/// The calculator and the tests of the functions have the same lists.
#[test]
fn calls_ask_for_what_their_tests_hold() {
    let mut held = 0;
    for call in calls()["call"].as_array().expect("calls") {
        let Some(test) = call.get("held_by").and_then(Value::as_str) else {
            continue;
        };
        let (folder, name) = test.split_once(' ').expect("a folder and a name");
        let tests = format!("functions/{folder}/tests/front_door");
        let is_one_file = repository().join(format!("{tests}.rs")).is_file();
        let tests = read(&if is_one_file {
            format!("{tests}.rs")
        } else {
            format!("{tests}/faults.rs")
        });
        let (_, from) = tests.split_once(&format!("async fn {name}()")).expect(name);
        let (body, _) = from.split_once("\n}\n").expect("the test ends");
        // Every list in brackets that the test compares with.
        let lists = body.split('[').skip(1).filter_map(|list| Some(list.split_once(']')?.0));
        let lists: Vec<Vec<&str>> = lists.map(|list| list.split('"').skip(1).step_by(2).collect()).collect();
        let asks: Vec<_> = call["asks"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert!(lists.contains(&asks), "{test} does not hold {asks:?} but {lists:?}");
        held += 1;
    }
    assert!(held >= 12, "{held}");
}

#[tokio::test]
async fn items_are_no_larger_than_is_counted_with() {
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

    let items = &calls()["items"];
    for (name, item) in [
        ("account", teacher.record(stack).await),
        ("claim", stack.get_item(&stack.tables["users"], claim).await),
        ("file", cv.record(stack).await),
        ("upload", upload.record(stack).await),
        ("attempt", largest(stack, "attempts").await),
        ("reset", largest(stack, "passwordResets").await),
    ] {
        let counted_with = items[name].as_u64().expect("a number");
        let bytes = size(&item);
        // People write more than the test does, and S3's ids of uploads are longer than the local ones.
        assert!(
            (bytes..bytes * 3).contains(&counted_with),
            "{name}: {bytes} bytes, and counted with as {counted_with}"
        );
    }
}

async fn largest(stack: &Stack, table: &str) -> Value {
    let items = stack.scan_items(&stack.tables[table]).await;
    items.into_iter().max_by_key(size).expect("an item")
}

/// As DynamoDB counts: names and texts in UTF-8, about a byte for two digits, and three and one for each list or map and element.
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
