//! What users do, as requests to the functions, which answer with success.

mod courses;
mod users;

use std::{collections::BTreeSet, ffi::OsStr, path::Path};

use serde_json::{Value, json};
use testing::{
    DOCUMENT, PART_SIZE, Stack, TestFile, TestRequest, TestResetCode, TestResponse, TestUpload, TestUser, repository,
    scan_event,
};

use crate::{images::jpeg, videos::mp4};

/// The size in pixels of an image as the web app sends it, scaled down.
const IMAGE_SIZE: (u32, u32) = (800, 600);
/// The size of a video in bytes, of one part.
const VIDEO_SIZE: usize = 256 * 1024;

/// The functions that a measurement sends the requests to.
pub(crate) trait Functions {
    /// Sends a request to a function, such as `users-login`, and returns the response.
    async fn send(&mut self, binary: &'static str, request: &TestRequest) -> TestResponse;
}

/// The names of all functions, which are their binaries.
pub(crate) fn all_functions() -> BTreeSet<String> {
    let binaries = ["size", "speed"].into_iter().flat_map(|package| {
        let folder = repository().join("functions").join(package).join("src/bin");
        std::fs::read_dir(folder).expect("the binaries of the package")
    });
    let name = |path: &Path| path.file_stem().and_then(OsStr::to_str).expect("a name").to_owned();
    binaries.map(|entry| name(&entry.expect("an entry").path())).collect()
}

pub(crate) struct Journeys<F> {
    pub(crate) stack: Stack,
    pub(crate) functions: F,
}

impl<F: Functions> Journeys<F> {
    /// `template` is a verified user, whose copies the requests are of.
    pub(crate) async fn run(&mut self, template: &TestUser) {
        self.read_courses().await;
        self.register().await;
        let user = template.duplicate(&self.stack).await;
        self.edit_profile(&user).await;
        self.reset_password(&user).await;
        self.upload_files().await;
        self.verify_another_way().await;
        self.use_sessions(&user).await;
        self.ask_for_place(&user).await;
        self.add_interest(&user).await;
        self.use_passkeys(&user).await;
        self.export_data(&user).await;
        self.change_password_and_email(&user).await;
        let user = template.duplicate(&self.stack).await;
        self.delete_file_and_user(&user).await;
    }

    async fn send_successfully(&mut self, binary: &'static str, request: &TestRequest) -> TestResponse {
        let response = self.functions.send(binary, request).await;
        assert!(response.status < 300, "{binary}: {response:?}");
        response
    }

    async fn register(&mut self) {
        let registration = TestUser::registration();
        let register = TestRequest::post("/users/register").json(&registration);
        self.send_successfully("users-register", &register).await;
        let email = registration["email"].as_str().expect("an email address");
        let sent = self.stack.emails_to(email).await.pop().expect("an email");
        let token = json!({"token": sent.verification_token()});
        let verify = TestRequest::post("/users/verify-email").json(&token);
        self.send_successfully("users-verify-email", &verify).await;
    }

    async fn edit_profile(&mut self, user: &TestUser) {
        let signed_in = self.send_successfully("users-login", &user.login_request()).await.body;
        let token = signed_in["token"].as_str().expect("a token");
        let me = TestRequest::get("/users/me").bearer(token);
        let profile = self.send_successfully("users-me", &me).await.body["data"].clone();
        let edit = TestRequest::put(&format!("/users/{}", user.id)).json(&edited(profile));
        let saved = self.send_successfully("users-update", &edit.bearer(token)).await;
        assert!(saved.body["success"] == true, "the profile is accepted");
    }

    async fn reset_password(&mut self, user: &TestUser) {
        let request = TestRequest::post("/users/request-reset").json(&json!({"email": user.email}));
        let requested = self.send_successfully("users-request-reset", &request).await;
        let code = TestResetCode {
            digits: user.last_email(&self.stack).await.reset_code(),
            cookie: requested.set_cookie("__Host-reset").to_owned(),
        };
        let exchange = code.exchange_request(&user.email);
        let exchanged = self.send_successfully("users-verify-reset-code", &exchange).await;
        let new = json!({"email": user.email, "newPassword": user.password});
        let reset = TestRequest::post("/users/reset-password").json(&new);
        let reset = reset.cookie(exchanged.set_cookie("__Host-reset"));
        self.send_successfully("users-reset-password", &reset).await;
    }

    async fn upload_files(&mut self) {
        let document = TestRequest::post("/file/document").file("document", "cv.pdf", DOCUMENT);
        let uploaded = self.send_successfully("file-document", &document).await;
        let id = uploaded.data()["_id"].as_str().expect("an id");
        let scanned = scan_event(&self.stack, &format!("document/{id}"), "version-1", "NO_THREATS_FOUND");
        self.send_successfully("operator-record-scan", &scanned).await;
        let image = TestRequest::post("/file/image").file("image", "me.jpg", &jpeg(IMAGE_SIZE));
        self.send_successfully("file-image", &image).await;

        let start = TestRequest::post("/file/video/start-upload");
        let started = self.send_successfully("file-video-start-upload", &start).await.body;
        let upload = TestUpload {
            id: started["uploadId"].as_str().expect("an id").to_owned(),
        };
        let part = upload.part_url_request(0, PART_SIZE);
        self.send_successfully("file-video-upload-chunk", &part).await;
        upload.store_part(&self.stack, 0, &mp4(VIDEO_SIZE)).await;
        self.send_successfully(
            "file-video-get-upload",
            &TestRequest::get(&format!("/file/video/{}", upload.id)),
        )
        .await;
        let finalize = upload.finalize_request("me.mp4", 1);
        self.send_successfully("file-video-finalize-upload", &finalize).await;

        let cancelled = TestUpload::start(&self.stack).await;
        let cancel = TestRequest::delete(&format!("/file/video/{}", cancelled.id));
        self.send_successfully("file-video-cancel-upload", &cancel).await;
    }

    async fn delete_file_and_user(&mut self, user: &TestUser) {
        let token = user.access_token(&self.stack).await;
        let file = TestFile::upload_image(&self.stack, Some(&token)).await;
        let delete = TestRequest::delete(&format!("/file/{}", file.id));
        self.send_successfully("file-delete", &delete.bearer(&token)).await;
        let password = json!({"password": user.password});
        let delete = TestRequest::post("/users/delete").json(&password);
        self.send_successfully("users-delete", &delete.bearer(&token)).await;
    }
}

fn edited(mut profile: Value) -> Value {
    profile["address"] = "1 rue Larbi Ben M'hidi, Oran".into();
    profile["birthdate"] = "1990-01-01".into();
    profile
}
