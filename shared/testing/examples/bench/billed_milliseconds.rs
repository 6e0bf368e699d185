//! How long each function takes for a call, as it says itself (`milliseconds` in its log), warm; and how long it takes from its
//! start to its first answer. What `infra/costs/calls.toml` knows of time is from here.
//!
//! `scripts/bench` runs it with what is built for release.

use std::time::Instant;

use serde_json::{Value, json};
use testing::{CHUNK, Call, DOCUMENT, File, Function, Person, Stack, VideoUpload};

use crate::photo::photo;

const ROUNDS: usize = 20;
/// A photo as the web app sends it, scaled down.
const PHOTO: (u32, u32) = (800, 600);

/// A function that is measured.
struct Measured {
    name: &'static str,
    function: Function,
    start: u128,
}

impl Measured {
    async fn new(stack: &Stack, binary: &'static str, deployed: &str, first: &Call) -> Self {
        let started = Instant::now();
        let function = Function::deployed(binary, stack, deployed, &[]).await;
        function.send(first).await;
        let start = started.elapsed().as_millis();
        Self {
            name: binary,
            function,
            start,
        }
    }

    async fn take(&self, call: &Call) -> Value {
        self.function.send(call).await.body
    }

    /// The median of all calls but the first, and the start.
    fn tell(&self) {
        let log = self.function.log();
        let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut times: Vec<_> = lines.filter_map(|line| line["milliseconds"].as_u64()).skip(1).collect();
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        println!(
            "{:<26}{median:>6} ms{:>6} ms from its start to its first answer  ({} calls)",
            self.name,
            self.start,
            times.len()
        );
    }
}

#[expect(clippy::too_many_lines, reason = "one line for each call")]
pub(crate) async fn measure() {
    let stack = &Stack::running();
    let measured = async |binary, deployed, first: &Call| Measured::new(stack, binary, deployed, first).await;
    let like = Person::verified(stack).await;
    let nobody = |path| Call::post(path).json(&json!({}));

    let courses = measured("courses-list", "CoursesListFunction", &Call::get("/courses")).await;
    let prices = measured(
        "course-prices-list",
        "CoursePricesListFunction",
        &Call::get("/coursePrices"),
    )
    .await;
    let register = measured("users-register", "UsersRegisterFunction", &nobody("/users/register")).await;
    let verify = measured(
        "users-verify-email",
        "UsersVerifyEmailFunction",
        &nobody("/users/verify-email"),
    )
    .await;
    let login = measured("users-login", "UsersLoginFunction", &nobody("/users/login")).await;
    let me = measured("users-me", "UsersMeFunction", &Call::get("/users/me")).await;
    let anybody = Call::put("/users/0").json(&json!({}));
    let update = measured("users-update", "UsersUpdateFunction", &anybody).await;
    let ask = measured(
        "users-request-reset",
        "UsersRequestResetFunction",
        &nobody("/users/request-reset"),
    )
    .await;
    let code = nobody("/users/verify-reset-code");
    let code = measured("users-verify-reset-code", "UsersVerifyResetCodeFunction", &code).await;
    let reset = measured(
        "users-reset-password",
        "UsersResetPasswordFunction",
        &nobody("/users/reset-password"),
    )
    .await;
    let delete = measured("users-delete", "UsersDeleteFunction", &nobody("/users/delete")).await;
    let document = measured("file-document", "FileDocumentFunction", &Call::post("/file/document")).await;
    let image = measured("file-image", "FileImageFunction", &Call::post("/file/image")).await;
    let remove = measured("file-delete", "FileDeleteFunction", &Call::delete("/file/0")).await;
    let begin = Call::post("/file/video/start-upload");
    let begin = measured("file-video-start-upload", "FileVideoStartUploadFunction", &begin).await;
    let chunk = nobody("/file/video/upload-chunk");
    let chunk = measured("file-video-upload-chunk", "FileVideoUploadChunkFunction", &chunk).await;
    let end = nobody("/file/video/finalize-upload");
    let end = measured("file-video-finalize-upload", "FileVideoFinalizeUploadFunction", &end).await;

    for _ in 0..ROUNDS {
        courses.take(&Call::get("/courses").query("lang", "fr")).await;
        prices
            .take(&Call::get("/coursePrices").query("country", "Algeria"))
            .await;

        let registration = Person::registration();
        register.take(&Call::post("/users/register").json(&registration)).await;
        let email = registration["email"].as_str().expect("an address");
        let token = stack.mails_to(email).await.pop().expect("a mail").token();
        verify
            .take(&Call::post("/users/verify-email").json(&json!({"token": token})))
            .await;

        let person = like.twin(stack).await;
        let signed_in = login.take(&person.login()).await;
        let token = signed_in["token"].as_str().expect("a token");
        let profile = me.take(&Call::get("/users/me").bearer(token)).await["data"].clone();
        let edit = Call::put(&format!("/users/{}", person.id)).json(&edited(profile));
        assert!(
            update.take(&edit.bearer(token)).await["success"] == true,
            "the profile is taken"
        );

        ask.take(&Call::post("/users/request-reset").json(&json!({"email": person.email})))
            .await;
        let told = person.last_mail(stack).await.code();
        let told = json!({"email": person.email, "resetCode": told});
        let proof = code
            .function
            .send(&Call::post("/users/verify-reset-code").json(&told))
            .await;
        let cookie = proof.header("set-cookie").to_owned();
        let new = json!({"email": person.email, "newPassword": person.password});
        reset
            .take(&Call::post("/users/reset-password").json(&new).cookie(&cookie))
            .await;

        document
            .take(&Call::post("/file/document").file("document", "cv.pdf", DOCUMENT))
            .await;
        image
            .take(&Call::post("/file/image").file("image", "me.jpg", &photo(PHOTO)))
            .await;
        let started = begin.take(&Call::post("/file/video/start-upload")).await;
        let upload = VideoUpload {
            id: started["uploadId"].as_str().expect("an id").to_owned(),
        };
        chunk.take(&upload.announce(0, CHUNK)).await;
        upload.store(stack, 0, DOCUMENT).await;
        // It is no video, and that is found where a video's length would be.
        end.take(&upload.finalize("me.mp4", 1)).await;

        let token = person.token(stack).await;
        let file = File::image(stack, Some(&token)).await;
        remove
            .take(&Call::delete(&format!("/file/{}", file.id)).bearer(&token))
            .await;
        let password = json!({"password": person.password});
        delete
            .take(&Call::post("/users/delete").json(&password).bearer(&token))
            .await;
    }
    for measured in [
        courses, prices, register, verify, login, me, update, ask, code, reset, delete, document, image, remove, begin,
        chunk, end,
    ] {
        measured.tell();
    }
}

/// A profile with an edit.
fn edited(mut profile: Value) -> Value {
    profile["address"] = "1 rue Larbi Ben M'hidi, Oran".into();
    profile["birthdate"] = "1990-01-01".into();
    profile
}
