//! The front-door tests of all functions, in one binary, since linking is most of what a test binary costs.
//!
//! They are beside their functions. Each module has the name of the function's binary: `cargo test -- users_login::` runs those of
//! `users/login`.
#![allow(clippy::expect_used, reason = "a test stops at the first thing that is wrong")]

#[path = "../../../functions/course-prices/list/tests/front_door.rs"]
mod course_prices_list;
#[path = "../../../functions/courses/list/tests/front_door.rs"]
mod courses_list;
#[path = "../../../functions/file/delete/tests/front_door.rs"]
mod file_delete;
#[path = "../../../functions/file/document/tests/front_door.rs"]
mod file_document;
#[path = "../../../functions/file/image/tests/front_door.rs"]
mod file_image;
#[path = "../../../functions/file/video-finalize-upload/tests/front_door.rs"]
mod file_video_finalize_upload;
#[path = "../../../functions/file/video-start-upload/tests/front_door.rs"]
mod file_video_start_upload;
#[path = "../../../functions/file/video-upload-chunk/tests/front_door.rs"]
mod file_video_upload_chunk;
#[path = "../../../functions/users/delete/tests/front_door.rs"]
mod users_delete;
#[path = "../../../functions/users/login/tests/front_door.rs"]
mod users_login;
#[path = "../../../functions/users/me/tests/front_door.rs"]
mod users_me;
#[path = "../../../functions/users/register/tests/front_door.rs"]
mod users_register;
#[path = "../../../functions/users/request-reset/tests/front_door.rs"]
mod users_request_reset;
#[path = "../../../functions/users/reset-password/tests/front_door.rs"]
mod users_reset_password;
#[path = "../../../functions/users/update/tests/front_door.rs"]
mod users_update;
#[path = "../../../functions/users/verify-email/tests/front_door.rs"]
mod users_verify_email;
#[path = "../../../functions/users/verify-reset-code/tests/front_door.rs"]
mod users_verify_reset_code;

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// What is not named above is not compiled, and nobody would miss its tests.
#[test]
fn the_tests_of_every_function_are_here() {
    let source = include_str!("front_door.rs");
    let functions = testing::repository().join("functions");
    for folder in folders(&functions).iter().flat_map(|area| folders(area)) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a function is a package");
        assert!(
            manifest.contains("\nautotests = false\n"),
            "{} has a test binary of its own",
            folder.display()
        );

        let tests = entries(&folder.join("tests"));
        let sources = tests.iter().filter(|path| path.extension() == Some(OsStr::new("rs")));
        let expected = folder.join("tests/front_door.rs");
        assert!(sources.eq([&expected]), "{} is not alone", expected.display());

        let function = folder.strip_prefix(&functions).expect("it is below");
        let function = function.to_str().expect("UTF-8");
        let module = function.replace(['/', '-'], "_");
        let included = format!("#[path = \"../../../functions/{function}/tests/front_door.rs\"]\nmod {module};\n");
        assert!(source.contains(&included), "front_door.rs lacks\n{included}");
    }
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let mut folders = entries(path);
    folders.retain(|path| path.is_dir());
    folders
}

fn entries(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).expect("the folder can be read");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}
