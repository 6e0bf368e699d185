//! All tests of the operator's tool, in one binary, because linking is the slowest part of building tests.
#![allow(
    unused_crate_dependencies,
    reason = "a target of a package uses a part of its dependencies"
)]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

mod audit;
mod catalogue;
mod doctor;
mod enrol;
mod receipts;
mod staff;
mod storage;
mod tables;
mod tool;
mod users;

use std::{fs, path::Path};

/// Cargo does not compile a file that no `mod` names.
#[test]
fn every_file_of_tests_is_compiled() {
    let tests = testing::repository().join("infra/ops/tests");
    check_folder(&tests, &tests.join("main.rs"));
}

/// Each source file of the folder, and each folder with a `mod.rs`, must be a module of `parent`.
fn check_folder(folder: &Path, parent: &Path) {
    let source = fs::read_to_string(parent).expect("the parent can be read");
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let root = path.join("mod.rs");
        let is_folder = root.is_file();
        let is_file = path != parent && path.extension().is_some_and(|extension| extension == "rs");
        if is_folder || is_file {
            let module = path.file_stem().and_then(|name| name.to_str()).expect("UTF-8");
            assert!(
                source.contains(&format!("mod {module};\n")),
                "{} lacks mod {module};",
                parent.display()
            );
        }
        if is_folder {
            check_folder(&path, &root);
        }
    }
}

/// What most tests need.
mod prelude {
    pub(crate) use insta::{assert_json_snapshot, assert_snapshot};
    pub(crate) use serde_json::{Value, json};
    pub(crate) use testing::{
        faults::{Fault, NthRequest, Proxy},
        *,
    };

    pub(crate) use crate::tool::*;
}
