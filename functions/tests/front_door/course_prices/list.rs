//! Front-door tests of `GET /coursePrices`.
//!
//! Protected here: the prices of a country, the default price list as a fallback, exact amounts, and cache headers.

use insta::assert_yaml_snapshot;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("course-prices-list");
/// Otherwise only the first request would send requests to AWS.
const UNCACHED: DeployedFunction = FUNCTION.with(&[("CATALOGUE_MAX_AGE_SECONDS", "0")]);

fn prices() -> TestRequest {
    TestRequest::get("/coursePrices")
}

fn price(list: &str, course: &str, amount: &str, currency: &str) -> Value {
    json!({"priceList": list, "courseId": course, "amount": amount, "currency": currency})
}

/// A stack with these items in a table of its own, and a function that reads them.
async fn function_with(items: &[Value]) -> (Stack, Function) {
    let stack = Stack::running();
    let own = stack.with_own_tables(&["coursePrices"]).await;
    for item in items {
        own.put_item("coursePrices", item.clone()).await;
    }
    let function = FUNCTION.start(&own, &[("CATALOGUE_MAX_AGE_SECONDS", "60")]).await;
    (own, function)
}

#[tokio::test]
async fn returns_a_countrys_prices_with_headers_for_public_caches() {
    let response = Stack::running()
        .send(&prices().query("lang", "fr").query("country", "Algeria"))
        .await;

    let data = response.data().as_array().cloned().unwrap_or_default();
    assert!(data.len() >= 12, "{} prices", data.len());
    assert!(data.iter().all(|price| price["currency"] == "DZD"), "{data:?}");
    assert_json_snapshot!(response, { ".headers.etag" => "[tag]", ".body.data" => "[prices]" }, @r#"
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
async fn returns_304_when_the_etag_is_current() {
    let stack = Stack::running();
    let first = stack.send(&prices().query("country", "Morocco")).await;
    let etag = first.header("etag");

    let again = stack
        .send(&prices().query("country", "Morocco").header("if-none-match", etag))
        .await;
    assert_eq!((again.status, again.header("etag")), (304, etag));

    expect!(
        stack.send(&prices().query("country", "Tunisia").header("if-none-match", etag)),
        200
    );
}

#[tokio::test]
async fn returns_the_default_price_list_for_an_unknown_country() {
    let stack = Stack::running();
    let default = stack.send(&prices()).await;
    assert_eq!(default.data()[0]["currency"], "USD");
    for country in [
        "Atlantis",
        "",
        " ",
        "DZ",
        "default",
        "الجزائر",
        "Algeria OR 1=1",
        "Japan",
    ] {
        let response = stack.send(&prices().query("country", country)).await;
        assert_eq!((response.status, response.data()), (200, default.data()), "{country:?}");
    }
}

#[tokio::test]
async fn default_prices_complete_a_countrys_price_list() {
    let items = [
        price("default", "both", "100.00", "USD"),
        price("default", "only-default", "0.10", "USD"),
        price("TN", "both", "90071992547409.930", "TND"),
        price("DZ", "both", "1.00", "DZD"),
    ];
    let (_, function) = function_with(&items).await;

    let response = function.send(&prices().query("country", "tunisia")).await;
    assert_yaml_snapshot!(response.data(), @r#"
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
async fn reads_every_page_of_the_price_list() {
    // A page of a Query ends at 1 MB. The padding is an attribute that the code does not know.
    let items: Vec<Value> = (0..30)
        .map(|number| {
            let mut item = price("default", &format!("course-{number:03}"), "1.00", "USD");
            item["later"] = "x".repeat(50_000).into();
            item
        })
        .collect();
    let (_, function) = function_with(&items).await;

    let response = function.send(&prices()).await;
    assert_eq!(response.data().as_array().map(Vec::len), Some(30));
}

#[tokio::test]
async fn returns_500_for_a_malformed_price_and_logs_which_one() {
    for (amount, currency, why) in [
        ("12,50", "USD", "is not a decimal"),
        ("12.505", "USD", "has more decimals than the 2 of USD"),
        ("12.50", "DOLLARS", "is not an ISO 4217 currency"),
    ] {
        let (own, function) = function_with(&[price("default", "malformed", amount, currency)]).await;

        refuses!(function, prices(), 500, "internal_error");
        let cause = function.wait_for_log("failed").await["cause"].to_string();
        assert!(
            cause.contains(&own.tables["coursePrices"]) && cause.contains("malformed") && cause.contains(why),
            "{cause}"
        );
    }
}

#[tokio::test]
async fn returns_503_in_the_requested_language_when_tables_are_unreachable() {
    let response =
        checks::returns_503_when_tables_are_unreachable(FUNCTION, &prices().header("accept-language", "fr")).await;
    assert_json_snapshot!(response.body, @r#"
    {
      "code": "service_unavailable",
      "message": "Le service est momentanément inaccessible. Veuillez réessayer dans un instant.",
      "success": false
    }
    "#);
}

#[tokio::test]
async fn after_any_fault_a_retry_returns_the_prices() {
    let prepare = async |_: &Stack| prices().query("country", "Algeria");
    faults::check_every_fault(UNCACHED, prepare, async |case, ()| {
        let again = case.retry().await;
        assert_eq!(again.data()[0]["currency"], "DZD", "{again:?}");
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_do_not_respond(&prices().query("country", "Algeria")),
    every_variable_is_required(&prices()),
);
