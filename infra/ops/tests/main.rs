//! All tests of the operator's tool, in one binary, because linking is the slowest part of building tests.
#![allow(
    unused_crate_dependencies,
    reason = "a target of a package uses a part of its dependencies"
)]
#![allow(clippy::expect_used, reason = "a test panics when it fails")]

mod audit;
mod catalogue;
mod costs;
mod doctor;
mod enrol;
mod storage;
mod tables;
mod teachers;
mod tool;
mod users;

use std::{fs, path::Path};

/// Cargo does not compile a file that no `mod` names.
#[test]
fn every_file_of_tests_is_compiled() {
    let tests = testing::repository().join("infra/ops/tests");
    check_folder(&tests, &tests.join("main.rs"));
}

/// Each source file of the folder, and of folders in it, must be a module of the file above it.
fn check_folder(folder: &Path, parent: &Path) {
    let source = fs::read_to_string(parent).expect("the parent can be read");
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let module = path.file_stem().and_then(|name| name.to_str()).expect("UTF-8");
        if path.is_dir() {
            let parent = folder.join(format!("{module}.rs"));
            if parent.is_file() {
                check_folder(&path, &parent);
            }
        } else if path != parent && path.extension().is_some_and(|extension| extension == "rs") {
            assert!(
                source.contains(&format!("mod {module};\n")),
                "{} lacks mod {module};",
                parent.display()
            );
        }
    }
}
