//! `GET /coursePrices`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use insta::{assert_json_snapshot, assert_yaml_snapshot};
use serde_json::{Value, json};
use testing::{Call, Function, Stack, faults};

const BINARY: &str = "course-prices-list";
const NAME: &str = "CoursePricesListFunction";

fn prices() -> Call {
    Call::get("/coursePrices")
}

fn price(list: &str, course: &str, amount: &str, currency: &str) -> Value {
    json!({"priceList": list, "courseId": course, "amount": amount, "currency": currency})
}

/// A table of the test's own, and a function that reads it.
async fn function_with(items: &[Value]) -> (Stack, String, Function) {
    let stack = Stack::running();
    let table = stack.empty_table_like("coursePrices").await;
    for item in items {
        stack.put_item(&table, item.clone()).await;
    }
    let variables = [
        ("COURSE_PRICES_TABLE", table.as_str()),
        ("CATALOGUE_MAX_AGE_SECONDS", "60"),
    ];
    let function = Function::deployed(BINARY, &stack, NAME, &variables).await;
    (stack, table, function)
}

#[tokio::test]
async fn answers_a_countrys_prices_with_headers_for_public_caches() {
    let reply = Stack::running()
        .send(&prices().query("lang", "fr").query("country", "Algeria"))
        .await;

    let data = reply.data().as_array().cloned().unwrap_or_default();
    assert!(data.len() >= 12, "{} prices", data.len());
    assert!(data.iter().all(|price| price["currency"] == "DZD"), "{data:?}");
    assert_json_snapshot!(reply, { ".headers.etag" => "[tag]", ".body.data" => "[prices]" }, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400",
        "content-type": "application/json; charset=utf-8",
        "etag": "[tag]"
      },
      "body": {
        "data": "[prices]",
        "success": true
      }
    }
    "#);
}

#[tokio::test]
async fn a_current_copy_is_confirmed_without_a_body() {
    let stack = Stack::running();
    let first = stack.send(&prices().query("country", "Morocco")).await;
    let etag = first.header("etag");

    let again = stack
        .send(&prices().query("country", "Morocco").header("if-none-match", etag))
        .await;
    assert_eq!((again.status, again.header("etag")), (304, etag));

    let other_country = stack
        .send(&prices().query("country", "Tunisia").header("if-none-match", etag))
        .await;
    assert_eq!(other_country.status, 200);
}

#[tokio::test]
async fn without_a_known_country_the_default_list_is_answered() {
    let stack = Stack::running();
    let default = stack.send(&prices()).await;
    assert_eq!(default.data()[0]["currency"], "USD");
    for country in ["Atlantis", "", " ", "DZ", "default", "الجزائر", "Algeria'; --", "Japan"] {
        let reply = stack.send(&prices().query("country", country)).await;
        assert_eq!((reply.status, reply.data()), (200, default.data()), "{country:?}");
    }
}

#[tokio::test]
async fn the_default_list_stands_behind_the_countrys_own() {
    let items = [
        price("default", "both", "100.00", "USD"),
        price("default", "only-default", "0.10", "USD"),
        price("TN", "both", "90071992547409.930", "TND"),
        price("DZ", "both", "1.00", "DZD"),
    ];
    let (_, _, function) = function_with(&items).await;

    let reply = function.send(&prices().query("country", "tunisia")).await;
    assert_yaml_snapshot!(reply.data(), @r#"
    - amount: "90071992547409.930"
      course: both
      currency: TND
      id: TN.both
    - amount: "0.10"
      course: only-default
      currency: USD
      id: default.only-default
    "#);
}

#[tokio::test]
async fn reads_every_page_of_a_list_larger_than_one() {
    // A page of a Query ends at 1 MB. The padding is an attribute that a later version might add.
    let items: Vec<Value> = (0..30)
        .map(|number| {
            let mut item = price("default", &format!("course-{number:03}"), "1.00", "USD");
            item["later"] = "x".repeat(50_000).into();
            item
        })
        .collect();
    let (_, _, function) = function_with(&items).await;

    let reply = function.send(&prices()).await;
    assert_eq!(reply.data().as_array().map(Vec::len), Some(30));
}

#[tokio::test]
async fn a_malformed_price_is_a_500_whose_log_line_names_it() {
    for (amount, currency, why) in [
        ("12,50", "USD", "is not a decimal"),
        ("12.505", "USD", "has more decimals than the 2 of USD"),
        ("12.50", "DOLLARS", "is not an ISO 4217 currency"),
    ] {
        let (_, table, function) = function_with(&[price("default", "malformed", amount, currency)]).await;

        let reply = function.send(&prices()).await;
        assert_eq!((reply.status, &reply.body["code"]), (500, &json!("internal_error")));
        let cause = function.logged("failed").await["cause"].to_string();
        assert!(
            cause.contains(&table) && cause.contains("malformed") && cause.contains(why),
            "{cause}"
        );
    }
}

#[tokio::test]
async fn unreachable_tables_are_a_503_in_the_persons_language() {
    let variables = Stack::variables_of(NAME);
    let reply = faults::check_tables_unreachable(BINARY, &variables, &prices().header("accept-language", "fr")).await;
    assert_json_snapshot!(reply.body, @r#"
    {
      "code": "service_unavailable",
      "message": "Le service est momentanément inaccessible. Veuillez réessayer dans un instant.",
      "success": false
    }
    "#);
}

#[tokio::test]
async fn tables_that_hang_are_a_503_before_the_function_times_out() {
    let variables = Stack::variables_of(NAME);
    faults::check_tables_hanging(BINARY, &variables, &prices().query("country", "Algeria")).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &prices()).await;
}
