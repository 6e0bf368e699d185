//! `ops catalogue`, as an operator runs it: the real binary, real files, the tables of the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use aws_sdk_dynamodb::types::AttributeValue;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tempfile::TempDir;
use testing::{Stack, TestRequest, repository};

const DESCRIPTION: &str = "A description that is long enough to fill a card: what one learns, how one learns it, and what \
                           one leaves with at the end of the course, in two or three sentences.";

/// A catalogue in a folder of the test's own: two courses with default prices, and a list for Algeria.
struct Catalogue(TempDir);

impl Catalogue {
    fn new() -> Self {
        let catalogue = Self(TempDir::new().expect("a folder"));
        catalogue.write("courses/first.toml", &course("cpd", 10));
        catalogue.write("courses/second.toml", &course("additional", 10));
        catalogue.write(
            "prices/default.toml",
            "currency = \"USD\"\n[amounts]\nfirst = \"10.00\"\nsecond = \"20.00\"\n",
        );
        catalogue.write(
            "prices/algeria.toml",
            "country = \"Algeria\"\ncurrency = \"DZD\"\n[amounts]\nfirst = \"900.00\"\n",
        );
        catalogue
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    fn delete(&self, name: &str) {
        fs::remove_file(self.path().join(name)).expect("the file is there");
    }

    /// Runs `ops catalogue` on the folder, and returns whether it succeeded and what it said, with the folder's name left out.
    fn run(&self, arguments: &[&str]) -> (bool, String) {
        self.run_with(arguments, "--from")
    }

    /// As [`Self::run`], with the folder as that argument.
    fn run_with(&self, arguments: &[&str], folder: &str) -> (bool, String) {
        let stack = Stack::running();
        let output = Command::new(env!("CARGO_BIN_EXE_ops"))
            .arg("catalogue")
            .args(arguments)
            .arg(folder)
            .arg(self.path())
            .env_clear()
            .envs(stack.environment())
            .output()
            .expect("the tool starts");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).expect("it says text");
        let folder = self.path().display().to_string();
        let said = said.replace(&format!("{folder}/"), "").replace(&folder, "[folder]");
        (output.status.success(), said)
    }

    fn check(&self) -> (bool, String) {
        self.run(&["check"])
    }

    fn import(&self, stack: &str) -> (bool, String) {
        let (succeeded, said) = self.run(&["import", "--stack", stack]);
        (succeeded, said.replace(stack, "[stack]"))
    }

    /// What an import would change.
    fn diff(&self, stack: &str) -> (bool, String) {
        self.run(&["diff", "--stack", stack])
    }

    /// Whether an import would change nothing.
    fn is_imported(&self, stack: &str) -> bool {
        self.run(&["diff", "--check", "--stack", stack]).0
    }

    /// What the tables of a stack say, in a folder of the test's own.
    fn exported(stack: &str) -> (Self, bool, String) {
        let folder = Self(TempDir::new().expect("a folder"));
        let (succeeded, said) = folder.run_with(&["export", "--stack", stack], "--to");
        (folder, succeeded, said)
    }

    /// Every file's path and text.
    fn files(folder: &Path) -> BTreeMap<String, String> {
        let inside = ["courses", "prices"].map(|name| folder.join(name));
        let listed = inside.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let paths = listed.map(|entry| entry.expect("an entry").path());
        let named = paths.map(|path| {
            let text = fs::read_to_string(&path).expect("the file can be read");
            let name = path.strip_prefix(folder).expect("it is inside");
            (name.display().to_string(), text)
        });
        named.collect()
    }
}

fn course(course_type: &str, position: u32) -> String {
    format!(
        "type = \"{course_type}\"\nposition = {position}\n\
         [name]\nen = \"Name\"\nfr = \"Nom\"\nar = \"اسم\"\n\
         [description]\nen = \"{DESCRIPTION}\"\nfr = \"{DESCRIPTION}\"\nar = \"{DESCRIPTION}\"\n"
    )
}

#[test]
fn a_catalogue_without_faults_is_summed_up() {
    let (succeeded, said) = Catalogue::new().check();
    assert!(succeeded);
    assert_snapshot!(said, @"2 courses and 3 prices in 2 lists: no faults.");
}

#[test]
fn every_fault_of_a_course_is_told_with_file_and_line() {
    let catalogue = Catalogue::new();
    catalogue.write(
        "courses/first.toml",
        &format!(
            "typ = \"cpd\"\ntype = \"evening\"\nposition = \"1st\"\n\
             [name]\nen = \"{}\"\nfr = \" \"\nde = \"Name\"\n\
             [description]\nen = \"short\"\nfr = 7\nar = \"{DESCRIPTION}\"\n",
            "n".repeat(61)
        ),
    );
    catalogue.write("courses/Not An Id.toml", &course("additional", 20));
    catalogue.write("courses/loud.TOML", &course("additional", 30));
    catalogue.write("courses/.first.toml.swp.toml", "an editor's own");
    catalogue.write(
        "courses/fourth.toml",
        &course("cpd", 40)
            .replace("\"Nom\"", "\"Nom\u{202e}\"")
            .replace("= 40", "= -40"),
    );
    catalogue.write("courses/third.toml", &course("additional", 10));
    catalogue.write("courses/torn.toml", "type = \"cpd\nposition = 1\n");
    let (succeeded, said) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(said);
}

#[test]
fn every_fault_of_a_price_list_is_told_with_file_and_line() {
    let catalogue = Catalogue::new();
    catalogue.write(
        "prices/default.toml",
        "country = \"Algeria\"\ncurrency = \"DZD\"\n[amounts]\nfirst = \"10.00\"\n",
    );
    catalogue.write(
        "prices/tunisia.toml",
        "country = \"Tunisia\"\ncurrency = \"TND\"\n[amounts]\nfirst = \"1.0005\"\nsecond = 20.5\nthird = \"1.000\"\n",
    );
    catalogue.write(
        "prices/morocco.toml",
        "country = \"Morocco\"\ncurrency = \"MAD\"\n[amounts]\nfirst = \"0.00\"\nsecond = \"20\"\n",
    );
    catalogue.write(
        "prices/algeria-again.toml",
        "country = \"algeria\"\ncurrency = \"DZD\"\n[amounts]\n",
    );
    catalogue.write(
        "prices/atlantis.toml",
        "country = \"Atlantis\"\ncurrency = \"ATL\"\n[amounts]\nfirst = \"1.00\"\n",
    );
    catalogue.write("prices/nowhere.toml", "currency = \"EUR\"\n");
    let (succeeded, said) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(said);
}

#[test]
fn a_folder_that_is_no_catalogue_is_a_fault() {
    let catalogue = Catalogue(TempDir::new().expect("a folder"));
    catalogue.write(
        "prices/algeria.toml",
        "country = \"Algeria\"\ncurrency = \"DZD\"\n[amounts]\n",
    );
    let (succeeded, said) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(said, @r"
    courses:1: No such file or directory (os error 2)
    prices/default.toml:1: the default price list is missing
    2 faults.
    Nothing was written.
    ");
}

#[tokio::test]
async fn nothing_is_written_when_there_is_a_fault() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let catalogue = Catalogue::new();
    catalogue.write("courses/third.toml", &course("additional", 10));

    let (succeeded, said) = catalogue.import(&stack);
    assert!(!succeeded);
    assert_snapshot!(said, @r#"
    courses/third.toml:2: position 10 is taken by courses/second.toml:2
    prices/default.toml:1: "third" has no default price
    2 faults.
    Nothing was written.
    "#);
    assert!(running.scan_items(&format!("{stack}-courses")).await.is_empty());
    assert!(running.scan_items(&format!("{stack}-course-prices")).await.is_empty());
}

#[tokio::test]
async fn an_import_can_be_repeated_and_never_resets_an_enrolment_count() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let courses = format!("{stack}-courses");
    let catalogue = Catalogue::new();

    let (succeeded, said) = catalogue.import(&stack);
    assert!(succeeded, "{said}");
    assert_snapshot!(said, @r"
    Imported to [stack]:
      written: 2 courses and 3 prices in 2 lists
    ");
    let mut enrolled = course_item(&running, &courses, "first").await;
    enrolled["enrollmentCount"] = 41.into();
    running.put_item(&courses, enrolled.clone()).await;

    assert!(catalogue.import(&stack).0);
    assert_eq!(course_item(&running, &courses, "first").await, enrolled);
    assert_eq!(running.scan_items(&courses).await.len(), 2);
    assert_eq!(running.scan_items(&format!("{stack}-course-prices")).await.len(), 3);
}

#[tokio::test]
async fn what_left_the_files_leaves_the_site_and_can_come_back() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let courses = format!("{stack}-courses");
    let catalogue = Catalogue::new();
    assert!(catalogue.import(&stack).0);
    let mut enrolled = course_item(&running, &courses, "second").await;
    enrolled["enrollmentCount"] = 7.into();
    running.put_item(&courses, enrolled.clone()).await;

    catalogue.delete("courses/second.toml");
    catalogue.delete("prices/algeria.toml");
    catalogue.write(
        "prices/default.toml",
        "currency = \"USD\"\n[amounts]\nfirst = \"11.50\"\n",
    );
    let expected = "  written: 1 course and 1 price in 1 list
  withdrawn, enrolment count kept: second
  price deleted: DZ.first
  price deleted: default.second
";
    let (_, said) = catalogue.run(&["import", "--stack", &stack, "--dry-run"]);
    assert_eq!(
        said,
        format!("Nothing was written. An import to {stack} would do this:\n{expected}")
    );
    assert_eq!(running.scan_items(&format!("{stack}-course-prices")).await.len(), 3);

    let (_, said) = catalogue.import(&stack);
    assert_eq!(said, format!("Imported to [stack]:\n{expected}"));
    let prices = running.scan_items(&format!("{stack}-course-prices")).await;
    assert_eq!(
        prices,
        [json!({"priceList": "default", "courseId": "first", "amount": "11.50", "currency": "USD"})]
    );
    let withdrawn = course_item(&running, &courses, "second").await;
    assert_eq!(
        (&withdrawn["withdrawn"], &withdrawn["enrollmentCount"]),
        (&json!(true), &json!(7))
    );

    assert!(Catalogue::new().import(&stack).0);
    assert_eq!(course_item(&running, &courses, "second").await, enrolled);
}

#[tokio::test]
async fn a_machine_is_told_the_same() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let catalogue = Catalogue::new();
    assert_snapshot!(catalogue.run(&["check", "--json"]).1, @r#"{"courses":2,"prices":3,"lists":2}"#);
    assert!(catalogue.import(&stack).0);

    catalogue.delete("prices/algeria.toml");
    let (succeeded, said) = catalogue.run(&["--json", "import", "--stack", &stack, "--dry-run"]);
    assert!(succeeded, "{said}");
    assert_snapshot!(said.replace(&stack, "[stack]"), @r#"{"stack":"[stack]","dryRun":true,"written":{"courses":2,"prices":2,"lists":1},"withdrawn":[],"deletedPrices":[{"priceList":"DZ","courseId":"first"}]}"#);

    catalogue.delete("courses/second.toml");
    let (succeeded, said) = catalogue.run(&["--json", "check"]);
    assert!(!succeeded);
    assert_snapshot!(said, @r#"{"code":"catalogue_faulty","faults":[{"file":"prices/default.toml","line":4,"what":"there is no course \"second\""}],"message":"prices/default.toml:4: there is no course \"second\"\n1 fault.\nNothing was written."}"#);
    let (succeeded, said) = catalogue.run(&["--json", "publish"]);
    assert!(!succeeded);
    assert!(said.starts_with(r#"{"code":"usage","message":""#), "{said}");
}

#[tokio::test]
async fn what_is_malformed_in_the_tables_is_mended() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let (courses, prices) = (format!("{stack}-courses"), format!("{stack}-course-prices"));
    running
        .put_item(
            &courses,
            json!({"courseId": "first", "type": "evening", "enrollmentCount": 5}),
        )
        .await;
    running.put_item(&courses, json!({"courseId": "No Id"})).await;
    running
        .put_item(
            &prices,
            json!({"priceList": "DZ", "courseId": "No Id", "amount": "a lot"}),
        )
        .await;

    let (succeeded, said) = Catalogue::new().import(&stack);
    assert!(succeeded, "{said}");
    let mended = course_item(&running, &courses, "first").await;
    assert_eq!(
        (&mended["type"], &mended["enrollmentCount"]),
        (&json!("cpd"), &json!(5))
    );
    assert_eq!(course_item(&running, &courses, "No Id").await["withdrawn"], true);
    assert_eq!(running.scan_items(&prices).await.len(), 3);
}

#[tokio::test]
async fn what_an_import_would_change_is_told_before_it() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let (courses, prices) = (format!("{stack}-courses"), format!("{stack}-course-prices"));
    let catalogue = Catalogue::new();
    let (succeeded, said) = catalogue.diff(&stack);
    assert!(succeeded);
    assert_snapshot!(said, @r"
    An import would change 2 courses and 3 prices.
      course first: new
      course second: new
      price DZ.first: new, 900.00 DZD
      price default.first: new, 10.00 USD
      price default.second: new, 20.00 USD
    ");

    assert!(catalogue.import(&stack).0);
    let (succeeded, said) = catalogue.diff(&stack);
    assert!(succeeded);
    assert_snapshot!(said, @"An import would change nothing.");

    let mut second = course_item(&running, &courses, "second").await;
    second["enrollmentCount"] = 7.into();
    running.put_item(&courses, second.clone()).await;
    second["courseId"] = "third".into();
    second["withdrawn"] = true.into();
    running.put_item(&courses, second.clone()).await;
    let malformed = json!({"courseId": "fourth", "type": "evening"});
    running.put_item(&courses, malformed).await;
    let malformed = json!({"priceList": "DZ", "courseId": "fourth", "amount": "a lot"});
    running.put_item(&prices, malformed).await;
    catalogue.delete("courses/second.toml");
    catalogue.write("courses/first.toml", &course("additional", 20).replace("Nom", "Le nom"));
    catalogue.write("courses/third.toml", &course("additional", 10));
    catalogue.write("courses/fourth.toml", &course("additional", 30));
    catalogue.write(
        "prices/default.toml",
        "currency = \"USD\"\n[amounts]\nfirst = \"11.00\"\nthird = \"20.00\"\nfourth = \"1.00\"\n",
    );
    let (succeeded, said) = catalogue.diff(&stack);
    assert!(succeeded);
    assert_snapshot!(said, @r"
    An import would change 4 courses and 5 prices.
      course first: type, position, name.fr
        - type = cpd
        + type = additional
        - position = 10
        + position = 20
        - name.fr = Nom
        + name.fr = Le nom
      course fourth: its item is malformed, and is written anew
      course second: withdrawn, with 7 enrolled
      course third: listed again, with 7 enrolled
      price DZ.fourth: deleted; its item is malformed
      price default.first: 10.00 USD → 11.00 USD
      price default.fourth: new, 1.00 USD
      price default.second: deleted, was 20.00 USD
      price default.third: new, 20.00 USD
    ");
    assert_eq!(
        course_item(&running, &courses, "third").await,
        second,
        "nothing was written"
    );

    assert!(catalogue.import(&stack).0);
    assert!(catalogue.is_imported(&stack));
}

#[tokio::test]
async fn the_platforms_own_catalogue_comes_back_as_it_went() {
    let running = Stack::running();
    let (exported, succeeded, said) = Catalogue::exported(&running.stack);
    assert!(succeeded, "{said}");
    let own = Catalogue::files(&repository().join("infra/catalogue"));
    assert_eq!(Catalogue::files(exported.path()), own);
}

#[tokio::test]
async fn an_export_leaves_out_what_is_withdrawn_and_can_be_imported() {
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

    let (exported, succeeded, said) = Catalogue::exported(&stack);
    assert!(succeeded, "{said}");
    assert_snapshot!(said, @"Exported 1 course and 2 prices in 2 lists to [folder].");
    assert!(exported.is_imported(&stack));

    let (succeeded, said) = exported.run_with(&["export", "--stack", &stack], "--to");
    assert!(!succeeded);
    assert_snapshot!(said, @r"
    [folder] is not empty.
    Nothing was written.
    ");
}

#[tokio::test]
async fn what_no_file_can_say_is_not_exported() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    assert!(Catalogue::new().import(&stack).0);
    let malformed = json!({"courseId": "third", "type": "evening"});
    running.put_item(&format!("{stack}-courses"), malformed).await;
    for (list, course, amount, currency) in [
        ("DZ", "second", "1.00", "USD"),
        ("DZ", "third", "1.00", "DZD"),
        ("ZZ", "first", "1.00", "USD"),
        ("default", "third", "a lot", "USD"),
    ] {
        let price = json!({"priceList": list, "courseId": course, "amount": amount, "currency": currency});
        running.put_item(&format!("{stack}-course-prices"), price).await;
    }
    let (exported, succeeded, said) = Catalogue::exported(&stack);
    assert!(!succeeded);
    assert_snapshot!(said, @r"
    course third: its item is malformed
    price default.third: its item is malformed
    price list DZ: a list has one currency, not DZD and USD
    price DZ.third: its course is not listed
    price list ZZ: there is no such country
    Nothing was written.
    ");
    assert!(Catalogue::files(exported.path()).is_empty());
}

#[tokio::test]
async fn an_export_that_an_import_would_refuse_is_told() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    assert!(Catalogue::new().import(&stack).0);
    let key = [("priceList", "default"), ("courseId", "second")];
    let key = key.map(|(name, value)| (name.to_owned(), AttributeValue::S(value.to_owned())));
    let delete = running.dynamodb().delete_item();
    let delete = delete.table_name(format!("{stack}-course-prices"));
    let deleted = delete.set_key(Some(key.into())).send().await;
    deleted.expect("the price can be deleted");

    let (_, succeeded, said) = Catalogue::exported(&stack);
    assert!(!succeeded);
    assert_snapshot!(said, @r#"
    prices/default.toml:1: "second" has no default price
    1 fault.
    The files were written, and an import would refuse them.
    "#);
}

#[test]
fn tables_that_cannot_be_used_are_said_to_be() {
    let (succeeded, said) = Catalogue::new().import("no-such-stack");
    assert!(!succeeded);
    assert!(
        said.contains("The tables cannot be used") && said.contains("[stack]-courses"),
        "{said}"
    );
    assert!(said.contains("Run the import again"), "{said}");
}

#[tokio::test]
async fn the_site_lists_what_the_platforms_own_catalogue_says() {
    let running = Stack::running();
    for language in ["en", "fr", "ar"] {
        let reply = running
            .send(&TestRequest::get("/courses").query("lang", language))
            .await;
        let listed = reply.data().as_array().expect("a list");
        let files = toml_files(&repository().join("infra/catalogue/courses"));
        assert_eq!(listed.len(), files.len());
        for (id, file) in files {
            let course = listed
                .iter()
                .find(|course| course["_id"] == id)
                .unwrap_or_else(|| panic!("{id} is not listed"));
            assert_eq!(course["name"], file["name"][language], "{id}");
            assert_eq!(course["description"], file["description"][language], "{id}");
            assert_eq!(course["type"], file["type"], "{id}");
        }
    }
}

#[tokio::test]
async fn the_site_has_the_prices_that_the_platforms_own_lists_say() {
    let running = Stack::running();
    for (name, file) in toml_files(&repository().join("infra/catalogue/prices")) {
        let country = file["country"].as_str().unwrap_or("nowhere");
        let reply = running
            .send(&TestRequest::get("/coursePrices").query("country", country))
            .await;
        for (course, amount) in file["amounts"].as_object().expect("amounts") {
            let price = reply
                .data()
                .as_array()
                .expect("a list")
                .iter()
                .find(|price| price["course"] == course.as_str());
            let price = price.unwrap_or_else(|| panic!("{name} has no price for {course}"));
            assert_eq!(
                (&price["amount"], &price["currency"]),
                (amount, &file["currency"]),
                "{name}: {course}"
            );
        }
    }
}

async fn course_item(stack: &Stack, table: &str, id: &str) -> Value {
    let items = stack.scan_items(table).await;
    items
        .into_iter()
        .find(|item| item["courseId"] == id)
        .unwrap_or_else(|| panic!("{id} is not in {table}"))
}

/// The content of a folder's TOML files, by their names without the ending.
fn toml_files(folder: &Path) -> Vec<(String, Value)> {
    let paths = fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, toml::from_str(&text).expect("the file is TOML"))
    };
    paths.map(read).collect()
}
