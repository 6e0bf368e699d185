//! The API returns the catalogue of the repository, which the running stack has imported.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::prelude::*;

#[tokio::test]
async fn the_api_lists_the_courses_of_the_catalogue() {
    let running = Stack::running();
    for language in testing::languages() {
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
            for fact in ["type", "level", "languages", "hours", "sessions", "format", "artwork"] {
                assert_eq!(course.get(fact), file.get(fact), "{id}: {fact}");
            }
        }
    }
}

#[tokio::test]
async fn the_api_returns_each_course_of_the_catalogue() {
    let running = Stack::running();
    for (id, file) in toml_files(&repository().join("infra/catalogue/courses")) {
        let request = TestRequest::get(&format!("/courses/{id}")).query("lang", "ar");
        let response = running.send(&request).await;
        let course = response.data();
        for text in ["audience", "prerequisites", "takeaway"] {
            assert_eq!(
                course.get(text),
                file.get(text).map(|texts| &texts["ar"]),
                "{id}: {text}"
            );
        }
        for list in ["outcomes", "syllabus"] {
            let texts = file.get(list).and_then(Value::as_array).into_iter().flatten();
            let texts: Value = texts.map(|texts| texts["ar"].clone()).collect();
            assert_eq!(course[list], texts, "{id}: {list}");
        }
    }
}

#[tokio::test]
async fn the_api_lists_the_prices_of_the_catalogue() {
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
