//! Measures the duration of a warm request for each function, as its log states it (`milliseconds`), and the time from the start of the
//! process to its first response. The times in `infra/costs/calls.toml` come from here.
//!
//! `scripts/bench` runs it with release builds.

mod courses;
mod users;

use std::time::Instant;

use serde_json::{Value, json};
use testing::{
    DOCUMENT, Function, PART_SIZE, Stack, TestFile, TestRequest, TestResetCode, TestResponse, TestUpload, TestUser,
};

use crate::images::jpeg;

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
    async fn new(stack: &Stack, binary: &'static str, first: &TestRequest) -> Self {
        let started = Instant::now();
        let function = Function::start_deployed(binary, stack, &logical_id(binary), &[]).await;
        function.send(first).await;
        let start = started.elapsed().as_millis();
        Self {
            name: binary,
            function,
            start,
        }
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

/// The name of a function in the template: `UsersLoginFunction` for `users-login`.
pub(crate) fn logical_id(binary: &str) -> String {
    let words = binary.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect::<String>() + "Function"
}

/// The functions, each with its first request, which needs no preparation.
pub(crate) fn first_requests() -> Vec<(&'static str, TestRequest)> {
    let post = |path| TestRequest::post(path).json(&json!({}));
    let mut requests = vec![
        ("users-register", post("/users/register")),
        ("users-verify-email", post("/users/verify-email")),
        ("users-login", post("/users/login")),
        ("users-me", TestRequest::get("/users/me")),
        ("users-update", TestRequest::put("/users/0").json(&json!({}))),
        ("users-request-reset", post("/users/request-reset")),
        ("users-verify-reset-code", post("/users/verify-reset-code")),
        ("users-reset-password", post("/users/reset-password")),
        ("users-delete", post("/users/delete")),
        ("file-document", TestRequest::post("/file/document")),
        ("file-image", TestRequest::post("/file/image")),
        ("file-delete", TestRequest::delete("/file/0")),
        ("file-video-start-upload", TestRequest::post("/file/video/start-upload")),
        ("file-video-upload-chunk", post("/file/video/upload-chunk")),
        ("file-video-finalize-upload", post("/file/video/finalize-upload")),
        ("file-video-get-upload", TestRequest::get("/file/video/0")),
        ("file-video-cancel-upload", TestRequest::delete("/file/video/0")),
    ];
    requests.extend(courses::first_requests());
    requests.extend(users::first_requests());
    requests
}

pub(crate) async fn measure() {
    let stack = Stack::running();
    let template = TestUser::verified(&stack).await;
    let bench = Bench::start(stack).await;
    for round in 0..ROUNDS {
        bench.read_courses(round).await;
        bench.register().await;
        let user = template.duplicate(&bench.stack).await;
        bench.edit_profile(&user).await;
        bench.reset_password(&user).await;
        bench.upload_files().await;
        bench.verify_another_way().await;
        bench.use_sessions(&user).await;
        bench.ask_for_place(&user).await;
        bench.add_interest(&user).await;
        bench.use_passkeys(&user).await;
        bench.export_data(&user).await;
        bench.change_password_and_email(&user).await;
        bench
            .delete_file_and_user(&template.duplicate(&bench.stack).await)
            .await;
    }
    for measured in &bench.functions {
        measured.print();
    }
}

/// The running functions, and what users do with them.
struct Bench {
    stack: Stack,
    functions: Vec<Measured>,
}

impl Bench {
    async fn start(stack: Stack) -> Self {
        let mut functions = Vec::new();
        for (binary, first) in first_requests() {
            functions.push(Measured::new(&stack, binary, &first).await);
        }
        Self { stack, functions }
    }

    async fn send(&self, binary: &str, request: &TestRequest) -> TestResponse {
        let measured = self.functions.iter().find(|measured| measured.name == binary);
        measured.expect("a function of the bench").function.send(request).await
    }

    async fn send_successfully(&self, binary: &str, request: &TestRequest) -> TestResponse {
        let response = self.send(binary, request).await;
        assert!(response.status < 300, "{binary}: {response:?}");
        response
    }

    async fn register(&self) {
        let registration = TestUser::registration();
        let register = TestRequest::post("/users/register").json(&registration);
        self.send("users-register", &register).await;
        let email = registration["email"].as_str().expect("an email address");
        let sent = self.stack.emails_to(email).await.pop().expect("an email");
        let token = json!({"token": sent.verification_token()});
        let verify = TestRequest::post("/users/verify-email").json(&token);
        self.send("users-verify-email", &verify).await;
    }

    async fn edit_profile(&self, user: &TestUser) {
        let signed_in = self.send("users-login", &user.login_request()).await.body;
        let token = signed_in["token"].as_str().expect("a token");
        let me = TestRequest::get("/users/me").bearer(token);
        let profile = self.send("users-me", &me).await.body["data"].clone();
        let edit = TestRequest::put(&format!("/users/{}", user.id)).json(&edited(profile));
        let saved = self.send("users-update", &edit.bearer(token)).await;
        assert!(saved.body["success"] == true, "the profile is accepted");
    }

    async fn reset_password(&self, user: &TestUser) {
        let request = TestRequest::post("/users/request-reset").json(&json!({"email": user.email}));
        let requested = self.send("users-request-reset", &request).await;
        let code = TestResetCode {
            digits: user.last_email(&self.stack).await.reset_code(),
            cookie: requested.set_cookie("__Host-reset").to_owned(),
        };
        let exchange = code.exchange_request(&user.email);
        let exchanged = self.send("users-verify-reset-code", &exchange).await;
        let new = json!({"email": user.email, "newPassword": user.password});
        let reset = TestRequest::post("/users/reset-password").json(&new);
        let reset = reset.cookie(exchanged.set_cookie("__Host-reset"));
        self.send("users-reset-password", &reset).await;
    }

    async fn upload_files(&self) {
        let document = TestRequest::post("/file/document").file("document", "cv.pdf", DOCUMENT);
        self.send("file-document", &document).await;
        let image = TestRequest::post("/file/image").file("image", "me.jpg", &jpeg(IMAGE_SIZE));
        self.send("file-image", &image).await;

        let start = TestRequest::post("/file/video/start-upload");
        let started = self.send("file-video-start-upload", &start).await.body;
        let upload = TestUpload {
            id: started["uploadId"].as_str().expect("an id").to_owned(),
        };
        let part = upload.part_url_request(0, PART_SIZE);
        self.send("file-video-upload-chunk", &part).await;
        upload.store_part(&self.stack, 0, DOCUMENT).await;
        self.send(
            "file-video-get-upload",
            &TestRequest::get(&format!("/file/video/{}", upload.id)),
        )
        .await;
        // The object is not a video, which the function detects where it would read the duration.
        let finalize = upload.finalize_request("me.mp4", 1);
        self.send("file-video-finalize-upload", &finalize).await;

        let cancelled = TestUpload::start(&self.stack).await;
        let cancel = TestRequest::delete(&format!("/file/video/{}", cancelled.id));
        self.send("file-video-cancel-upload", &cancel).await;
    }

    async fn delete_file_and_user(&self, user: &TestUser) {
        let token = user.access_token(&self.stack).await;
        let file = TestFile::upload_image(&self.stack, Some(&token)).await;
        let delete = TestRequest::delete(&format!("/file/{}", file.id));
        self.send("file-delete", &delete.bearer(&token)).await;
        let password = json!({"password": user.password});
        let delete = TestRequest::post("/users/delete").json(&password);
        self.send("users-delete", &delete.bearer(&token)).await;
    }
}

/// A profile with two fields changed.
fn edited(mut profile: Value) -> Value {
    profile["address"] = "1 rue Larbi Ben M'hidi, Oran".into();
    profile["birthdate"] = "1990-01-01".into();
    profile
}
