//! Front-door tests of `PUT /users/{id}`.
//!
//! - `success`: what an edit stores and returns.
//! - `validation`: the rules of each field.
//! - `authorization`: only the user edits the profile; requests that bypass the CDN.
//! - `concurrency`: edits of a profile that changed meanwhile.
//! - `files`: claims and releases of images, CVs and videos.
//! - `faults`: failures of AWS, and missing configuration.

mod authorization;
mod concurrency;
mod faults;
mod files;
mod success;
mod validation;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-update");

fn profile() -> Value {
    json!({
        "fullname": "Amina Benali-Haddad",
        "phone1": "+33612345678",
        "phone2": "+213 (21) 63-12-34",
        "address": "3 place du Capitole, Toulouse",
        "country": "France",
        "birthdate": "1994-02-28",
    })
}

fn profile_with(name: &str, value: impl Into<Value>) -> Value {
    let mut profile = profile();
    profile[name] = value.into();
    profile
}

fn profile_without(name: &str) -> Value {
    let mut profile = profile();
    profile.as_object_mut().expect("an object").remove(name);
    profile
}

struct SignedInUser {
    user: TestUser,
    token: String,
}

impl SignedInUser {
    async fn create(stack: &Stack) -> Self {
        Self::sign_in(stack, TestUser::verified(stack).await).await
    }

    async fn with_stack() -> (Stack, Self) {
        let stack = Stack::running();
        let signed_in = Self::create(&stack).await;
        (stack, signed_in)
    }

    async fn sign_in(stack: &Stack, user: TestUser) -> Self {
        let token = user.access_token(stack).await;
        Self { user, token }
    }

    fn update(&self, profile: &Value) -> TestRequest {
        update(&self.user.id, &self.token, profile)
    }

    async fn etag(&self, stack: &Stack) -> String {
        let response = stack.send(&TestRequest::get("/users/me").bearer(&self.token)).await;
        response.header("etag").to_owned()
    }
}

/// A signed-in teacher with the files that the profile refers to.
struct Teacher {
    signed_in: SignedInUser,
    courses: Value,
    cv: TestFile,
    video: TestFile,
}

impl Teacher {
    async fn create(stack: &Stack) -> Self {
        let (cv, video) = (
            TestFile::upload_document(stack, None).await,
            TestFile::insert_video(stack).await,
        );
        let registration = TestUser::teacher_registration(stack, &cv, Some(&video)).await;
        let user = TestUser::verified_with(stack, &registration).await;
        Self {
            signed_in: SignedInUser::sign_in(stack, user).await,
            courses: registration["teacher"]["courses"].clone(),
            cv,
            video,
        }
    }

    fn update(&self, curriculum: &TestFile, video: Option<&TestFile>) -> TestRequest {
        let files =
            json!({"courses": self.courses, "curriculum": curriculum.id, "video": video.map(|video| &video.id)});
        self.signed_in.update(&profile_with("teacher", files))
    }

    fn choose(&self, courses: &Value) -> TestRequest {
        let teaching = json!({"courses": courses, "curriculum": self.cv.id, "video": self.video.id});
        self.signed_in.update(&profile_with("teacher", teaching))
    }

    async fn has(&self, stack: &Stack, file: &TestFile) -> bool {
        file.is_claimed_by(stack, &self.signed_in.user.id).await
    }
}

/// An update with the id of the path in the body, unless the profile has another one.
fn update(id: &str, token: &str, profile: &Value) -> TestRequest {
    let mut body = json!({"_id": id});
    let fields = profile.as_object().expect("an object").clone();
    body.as_object_mut().expect("an object").extend(fields);
    TestRequest::put(&format!("/users/{id}")).bearer(token).json(&body)
}
