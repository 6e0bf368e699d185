//! The tests of the operator's tool, in one binary, since linking is most of what a test binary costs.
#![allow(clippy::expect_used, reason = "a test stops at the first thing that is wrong")]

mod accounts;
mod audit;
mod catalogue;
mod costs;
mod doctor;
mod enrol;
mod storage;
mod tables;
mod teachers;
mod tool;

/// A file that is not named above is not compiled, and nobody would miss its tests.
#[test]
fn every_file_of_tests_is_here() {
    let source = include_str!("main.rs");
    let folder = testing::repository().join("infra/ops/tests");
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let module = path.file_stem().and_then(|name| name.to_str()).expect("UTF-8");
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        let is_named = source.contains(&format!("mod {module};\n"));
        assert!(
            is_named || !is_source || module == "main",
            "main.rs lacks mod {module};"
        );
    }
}
