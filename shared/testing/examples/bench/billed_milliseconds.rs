//! Measures the duration of a warm request for each function, as its log states it (`milliseconds`), and the time from the start of the
//! process to its first response. The times in `infra/costs/calls.toml` come from here.
//!
//! `scripts/bench` runs it with release builds.

use std::time::Instant;

use serde_json::{Value, json};
use testing::{DOCUMENT, Function, PART_SIZE, Stack, TestFile, TestRequest, TestResetCode, TestUpload, TestUser};

use crate::jpeg::jpeg;

const ROUNDS: usize = 20;
/// The size in pixels of an image as the web app sends it, scaled down.
const IMAGE_SIZE: (u32, u32) = (800, 600);

/// A function that is measured.
struct Measured {
    name: &'static str,
    function: Function,
    start: u128,
}

impl Measured {
    async fn new(stack: &Stack, binary: &'static str, deployed: &str, first: &TestRequest) -> Self {
        let started = Instant::now();
        let function = Function::start_deployed(binary, stack, deployed, &[]).await;
        function.send(first).await;
        let start = started.elapsed().as_millis();
        Self {
            name: binary,
            function,
            start,
        }
    }

    async fn send(&self, request: &TestRequest) -> Value {
        self.function.send(request).await.body
    }

    /// Prints the median of all requests but the first, and the time to the first response.
    fn print(&self) {
        let log = self.function.log();
        let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut times: Vec<_> = lines.filter_map(|line| line["milliseconds"].as_u64()).skip(1).collect();
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        println!(
            "{:<26}{median:>6} ms{:>6} ms from its start to its first response  ({} requests)",
            self.name,
            self.start,
            times.len()
        );
    }
}

#[expect(clippy::too_many_lines, reason = "one line for each endpoint")]
pub(crate) async fn measure() {
    let stack = &Stack::running();
    let measured = async |binary, deployed, first: &TestRequest| Measured::new(stack, binary, deployed, first).await;
    let template = TestUser::verified(stack).await;
    let empty_post = |path| TestRequest::post(path).json(&json!({}));

    let courses = measured("courses-list", "CoursesListFunction", &TestRequest::get("/courses")).await;
    let prices = measured(
        "course-prices-list",
        "CoursePricesListFunction",
        &TestRequest::get("/coursePrices"),
    )
    .await;
    let register = measured(
        "users-register",
        "UsersRegisterFunction",
        &empty_post("/users/register"),
    )
    .await;
    let verify = measured(
        "users-verify-email",
        "UsersVerifyEmailFunction",
        &empty_post("/users/verify-email"),
    )
    .await;
    let login = measured("users-login", "UsersLoginFunction", &empty_post("/users/login")).await;
    let me = measured("users-me", "UsersMeFunction", &TestRequest::get("/users/me")).await;
    let empty_put = TestRequest::put("/users/0").json(&json!({}));
    let update = measured("users-update", "UsersUpdateFunction", &empty_put).await;
    let request_reset = measured(
        "users-request-reset",
        "UsersRequestResetFunction",
        &empty_post("/users/request-reset"),
    )
    .await;
    let code = empty_post("/users/verify-reset-code");
    let code = measured("users-verify-reset-code", "UsersVerifyResetCodeFunction", &code).await;
    let reset = measured(
        "users-reset-password",
        "UsersResetPasswordFunction",
        &empty_post("/users/reset-password"),
    )
    .await;
    let delete = measured("users-delete", "UsersDeleteFunction", &empty_post("/users/delete")).await;
    let document = measured(
        "file-document",
        "FileDocumentFunction",
        &TestRequest::post("/file/document"),
    )
    .await;
    let image = measured("file-image", "FileImageFunction", &TestRequest::post("/file/image")).await;
    let remove = measured("file-delete", "FileDeleteFunction", &TestRequest::delete("/file/0")).await;
    let start_upload = TestRequest::post("/file/video/start-upload");
    let start_upload = measured("file-video-start-upload", "FileVideoStartUploadFunction", &start_upload).await;
    let upload_chunk = empty_post("/file/video/upload-chunk");
    let upload_chunk = measured("file-video-upload-chunk", "FileVideoUploadChunkFunction", &upload_chunk).await;
    let finalize_upload = empty_post("/file/video/finalize-upload");
    let finalize_upload = measured(
        "file-video-finalize-upload",
        "FileVideoFinalizeUploadFunction",
        &finalize_upload,
    )
    .await;

    for _ in 0..ROUNDS {
        courses.send(&TestRequest::get("/courses").query("lang", "fr")).await;
        prices
            .send(&TestRequest::get("/coursePrices").query("country", "Algeria"))
            .await;

        let registration = TestUser::registration();
        register
            .send(&TestRequest::post("/users/register").json(&registration))
            .await;
        let email = registration["email"].as_str().expect("an email address");
        let token = stack
            .emails_to(email)
            .await
            .pop()
            .expect("an email")
            .verification_token();
        verify
            .send(&TestRequest::post("/users/verify-email").json(&json!({"token": token})))
            .await;

        let user = template.duplicate(stack).await;
        let signed_in = login.send(&user.login_request()).await;
        let token = signed_in["token"].as_str().expect("a token");
        let profile = me.send(&TestRequest::get("/users/me").bearer(token)).await["data"].clone();
        let edit = TestRequest::put(&format!("/users/{}", user.id)).json(&edited(profile));
        assert!(
            update.send(&edit.bearer(token)).await["success"] == true,
            "the profile is accepted"
        );

        let requested = TestRequest::post("/users/request-reset").json(&json!({"email": user.email}));
        let requested = request_reset.function.send(&requested).await;
        let requested_code = TestResetCode {
            digits: user.last_email(stack).await.reset_code(),
            cookie: requested.set_cookie("__Host-reset").to_owned(),
        };
        let exchanged = code.function.send(&requested_code.exchange_request(&user.email)).await;
        let cookie = exchanged.set_cookie("__Host-reset").to_owned();
        let new = json!({"email": user.email, "newPassword": user.password});
        reset
            .send(&TestRequest::post("/users/reset-password").json(&new).cookie(&cookie))
            .await;

        document
            .send(&TestRequest::post("/file/document").file("document", "cv.pdf", DOCUMENT))
            .await;
        image
            .send(&TestRequest::post("/file/image").file("image", "me.jpg", &jpeg(IMAGE_SIZE)))
            .await;
        let started = start_upload.send(&TestRequest::post("/file/video/start-upload")).await;
        let upload = TestUpload {
            id: started["uploadId"].as_str().expect("an id").to_owned(),
        };
        upload_chunk.send(&upload.part_url_request(0, PART_SIZE)).await;
        upload.store_part(stack, 0, DOCUMENT).await;
        // The object is not a video, which the function detects where it would read the duration.
        finalize_upload.send(&upload.finalize_request("me.mp4", 1)).await;

        let token = user.access_token(stack).await;
        let file = TestFile::upload_image(stack, Some(&token)).await;
        remove
            .send(&TestRequest::delete(&format!("/file/{}", file.id)).bearer(&token))
            .await;
        let password = json!({"password": user.password});
        delete
            .send(&TestRequest::post("/users/delete").json(&password).bearer(&token))
            .await;
    }
    for measured in [
        courses,
        prices,
        register,
        verify,
        login,
        me,
        update,
        request_reset,
        code,
        reset,
        delete,
        document,
        image,
        remove,
        start_upload,
        upload_chunk,
        finalize_upload,
    ] {
        measured.print();
    }
}

/// A profile with two fields changed.
fn edited(mut profile: Value) -> Value {
    profile["address"] = "1 rue Larbi Ben M'hidi, Oran".into();
    profile["birthdate"] = "1990-01-01".into();
    profile
}
