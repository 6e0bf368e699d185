//! The front-door tests of all endpoints, in one binary, because linking takes most of a test binary's build time.
//!
//! The tests are beside their functions: in `tests/front_door.rs`, or in `tests/front_door/mod.rs` with a module for each theme. Each
//! module here has the name of the function's binary: `cargo test -- users_login::` runs the tests of `users/login`.
#![allow(
    unused_crate_dependencies,
    reason = "a target of a package uses a part of its dependencies"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "tests take real time, and find ffmpeg by a variable"
)]
#![allow(clippy::expect_used, reason = "a test stops at the first failure")]

#[path = "../../../functions/course-prices/list/tests/front_door.rs"]
mod course_prices_list;
#[path = "../../../functions/courses/get/tests/front_door/mod.rs"]
mod courses_get;
#[path = "../../../functions/courses/list/tests/front_door.rs"]
mod courses_list;
#[path = "../../../functions/courses/request-place/tests/front_door.rs"]
mod courses_request_place;
#[path = "../../../functions/courses/withdraw-request/tests/front_door.rs"]
mod courses_withdraw_request;
#[path = "../../../functions/file/delete/tests/front_door.rs"]
mod file_delete;
#[path = "../../../functions/file/document/tests/front_door/mod.rs"]
mod file_document;
#[path = "../../../functions/file/image/tests/front_door/mod.rs"]
mod file_image;
#[path = "../../../functions/file/video-cancel-upload/tests/front_door.rs"]
mod file_video_cancel_upload;
#[path = "../../../functions/file/video-finalize-upload/tests/front_door/mod.rs"]
mod file_video_finalize_upload;
#[path = "../../../functions/file/video-get-upload/tests/front_door.rs"]
mod file_video_get_upload;
#[path = "../../../functions/file/video-start-upload/tests/front_door.rs"]
mod file_video_start_upload;
#[path = "../../../functions/file/video-upload-chunk/tests/front_door.rs"]
mod file_video_upload_chunk;
#[path = "../../../functions/operator/publish-catalogue/tests/front_door.rs"]
mod operator_publish_catalogue;
#[path = "../../../functions/operator/record-scan/tests/front_door.rs"]
mod operator_record_scan;
#[path = "../../../functions/operator/send-digest/tests/front_door.rs"]
mod operator_send_digest;
#[path = "../../../functions/services/add-interest/tests/front_door.rs"]
mod services_add_interest;
#[path = "../../../functions/services/withdraw-interest/tests/front_door.rs"]
mod services_withdraw_interest;
#[path = "../../../functions/users/add-passkey/tests/front_door.rs"]
mod users_add_passkey;
#[path = "../../../functions/users/begin-passkey/tests/front_door.rs"]
mod users_begin_passkey;
#[path = "../../../functions/users/begin-passkey-login/tests/front_door.rs"]
mod users_begin_passkey_login;
#[path = "../../../functions/users/begin-registration/tests/front_door.rs"]
mod users_begin_registration;
#[path = "../../../functions/users/cancel-email-change/tests/front_door.rs"]
mod users_cancel_email_change;
#[path = "../../../functions/users/change-email/tests/front_door.rs"]
mod users_change_email;
#[path = "../../../functions/users/change-password/tests/front_door.rs"]
mod users_change_password;
#[path = "../../../functions/users/confirm-email-change/tests/front_door.rs"]
mod users_confirm_email_change;
#[path = "../../../functions/users/correct-email/tests/front_door.rs"]
mod users_correct_email;
#[path = "../../../functions/users/delete/tests/front_door/mod.rs"]
mod users_delete;
#[path = "../../../functions/users/end-other-sessions/tests/front_door.rs"]
mod users_end_other_sessions;
#[path = "../../../functions/users/end-session/tests/front_door.rs"]
mod users_end_session;
#[path = "../../../functions/users/get-export/tests/front_door.rs"]
mod users_get_export;
#[path = "../../../functions/users/give-consent/tests/front_door.rs"]
mod users_give_consent;
#[path = "../../../functions/users/list-courses/tests/front_door.rs"]
mod users_list_courses;
#[path = "../../../functions/users/list-passkeys/tests/front_door.rs"]
mod users_list_passkeys;
#[path = "../../../functions/users/list-sessions/tests/front_door.rs"]
mod users_list_sessions;
#[path = "../../../functions/users/login/tests/front_door/mod.rs"]
mod users_login;
#[path = "../../../functions/users/logout/tests/front_door.rs"]
mod users_logout;
#[path = "../../../functions/users/make-export/tests/front_door.rs"]
mod users_make_export;
#[path = "../../../functions/users/me/tests/front_door/mod.rs"]
mod users_me;
#[path = "../../../functions/users/passkey-login/tests/front_door.rs"]
mod users_passkey_login;
#[path = "../../../functions/users/register/tests/front_door/mod.rs"]
mod users_register;
#[path = "../../../functions/users/reject-verification/tests/front_door.rs"]
mod users_reject_verification;
#[path = "../../../functions/users/remove-passkey/tests/front_door.rs"]
mod users_remove_passkey;
#[path = "../../../functions/users/rename-passkey/tests/front_door.rs"]
mod users_rename_passkey;
#[path = "../../../functions/users/request-export/tests/front_door.rs"]
mod users_request_export;
#[path = "../../../functions/users/request-reset/tests/front_door/mod.rs"]
mod users_request_reset;
#[path = "../../../functions/users/resend-verification/tests/front_door.rs"]
mod users_resend_verification;
#[path = "../../../functions/users/reset-password/tests/front_door/mod.rs"]
mod users_reset_password;
#[path = "../../../functions/users/revert-email-change/tests/front_door.rs"]
mod users_revert_email_change;
#[path = "../../../functions/users/update/tests/front_door/mod.rs"]
mod users_update;
#[path = "../../../functions/users/verification/tests/front_door.rs"]
mod users_verification;
#[path = "../../../functions/users/verify-email/tests/front_door.rs"]
mod users_verify_email;
#[path = "../../../functions/users/verify-reset-code/tests/front_door.rs"]
mod users_verify_reset_code;

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// A test file that no `mod` names is not compiled, and its tests do not run.
#[test]
fn every_front_door_test_is_compiled() {
    let source = include_str!("front_door.rs");
    let functions = testing::repository().join("functions");
    for folder in folders(&functions).iter().flat_map(|area| folders(area)) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a function is a package");
        assert!(
            manifest.contains("\nautotests = false\n"),
            "{} has a test binary of its own",
            folder.display()
        );

        let root = root_module(&folder.join("tests"));
        let function = folder.strip_prefix(&functions).expect("the folder is below functions");
        let module = function.to_str().expect("UTF-8").replace(['/', '-'], "_");
        let path = root
            .strip_prefix(testing::repository())
            .expect("the file is in the repository");
        let included = format!("#[path = \"../../../{}\"]\nmod {module};\n", path.display());
        assert!(source.contains(&included), "front_door.rs lacks\n{included}");
    }
}

/// The file that contains a function's front-door tests or names their modules. Fails the test when another source file is not part
/// of it.
fn root_module(tests: &Path) -> PathBuf {
    let folder = tests.join("front_door");
    if !folder.is_dir() {
        let root = tests.join("front_door.rs");
        assert!(sources(tests).iter().eq([&root]), "{} is not alone", root.display());
        return root;
    }
    assert!(
        sources(tests).is_empty(),
        "{} has sources beside front_door",
        tests.display()
    );
    let root = folder.join("mod.rs");
    let modules = fs::read_to_string(&root).expect("the folder has a mod.rs");
    for path in sources(&folder).iter().filter(|path| **path != root) {
        let module = path.file_stem().and_then(OsStr::to_str).expect("UTF-8");
        let declaration = format!("mod {module};");
        let declared = modules
            .lines()
            .any(|line| line.trim_start_matches("pub(crate) ") == declaration);
        assert!(declared, "{} lacks {declaration}", root.display());
    }
    root
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut sources = entries(folder);
    sources.retain(|path| path.extension() == Some(OsStr::new("rs")));
    sources
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
