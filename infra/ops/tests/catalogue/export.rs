//! `ops catalogue export`.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Catalogue, whole_course};
use crate::prelude::*;

#[tokio::test]
async fn an_export_is_identical_to_the_imported_files() {
    let running = Stack::running();
    let (exported, succeeded, output) = Catalogue::exported(&running.stack);
    assert!(succeeded, "{output}");
    let own = Catalogue::files(&repository().join("infra/catalogue"));
    assert_eq!(Catalogue::files(exported.path()), own);
}

#[tokio::test]
async fn an_export_has_everything_that_a_course_can_have() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let catalogue = Catalogue::new();
    catalogue.write("courses/first.toml", &whole_course(10));
    let (succeeded, output) = catalogue.import(&stack);
    assert!(succeeded, "{output}");

    let (exported, succeeded, output) = Catalogue::exported(&stack);
    assert!(succeeded, "{output}");
    let path = "courses/first.toml";
    assert_eq!(
        Catalogue::files(exported.path())[path],
        Catalogue::files(catalogue.path())[path]
    );
}

#[tokio::test]
async fn an_export_leaves_out_withdrawn_courses_and_can_be_imported() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let catalogue = Catalogue::new();
    assert!(catalogue.import(&stack).0);
    catalogue.delete("courses/second.toml");
    catalogue.write(
        "prices/default.toml",
        "currency = \"USD\"\n[amounts]\nfirst = \"10.00\"\n",
    );
    assert!(catalogue.import(&stack).0);

    let (exported, succeeded, output) = Catalogue::exported(&stack);
    assert!(succeeded, "{output}");
    assert_snapshot!(output, @"Exported 1 course and 2 prices in 2 lists to [folder].");
    assert!(exported.is_imported(&stack));

    let (succeeded, output) = exported.run_with(&["export", "--stack", &stack], "--to");
    assert!(!succeeded);
    assert_snapshot!(output, @r"
    [folder] is not empty.
    Nothing was written.
    ");
}

#[tokio::test]
async fn an_export_refuses_items_that_files_cannot_represent() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    assert!(Catalogue::new().import(&stack).0);
    let malformed = json!({"courseId": "third", "type": "evening"});
    running.put_item(&format!("{stack}-courses"), malformed).await;
    let malformed = json!({"courseId": "first", "part": "run#spring"});
    running.put_item(&format!("{stack}-course-details"), malformed).await;
    for (list, course, amount, currency) in [
        ("DZ", "second", "1.00", "USD"),
        ("DZ", "third", "1.00", "DZD"),
        ("ZZ", "first", "1.00", "USD"),
        ("default", "third", "a lot", "USD"),
    ] {
        let price = json!({"priceList": list, "courseId": course, "amount": amount, "currency": currency});
        running.put_item(&format!("{stack}-course-prices"), price).await;
    }
    let (exported, succeeded, output) = Catalogue::exported(&stack);
    assert!(!succeeded);
    assert_snapshot!(output, @r"
    course third: its item is malformed
    course first: its details are malformed
    price default.third: its item is malformed
    price list DZ: a list has one currency, not DZD and USD
    price DZ.third: its course is not listed
    price list ZZ: the country does not exist
    Nothing was written.
    ");
    assert!(Catalogue::files(exported.path()).is_empty());
}

#[tokio::test]
async fn reports_an_export_that_an_import_would_refuse() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    assert!(Catalogue::new().import(&stack).0);
    let key = [("priceList", "default"), ("courseId", "second")];
    let key = key.map(|(name, value)| (name.to_owned(), AttributeValue::S(value.to_owned())));
    let delete = running.dynamodb().delete_item();
    let delete = delete.table_name(format!("{stack}-course-prices"));
    let deleted = delete.set_key(Some(key.into())).send().await;
    deleted.expect("the price can be deleted");

    let (_, succeeded, output) = Catalogue::exported(&stack);
    assert!(!succeeded);
    assert_snapshot!(output, @r#"
    prices/default.toml:1: "second" has no default price
    1 error.
    The files were written, but an import would refuse them.
    "#);
}
