//! Users. Each test makes its own.

use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::{
    JwtAlgorithm, SentEmail, Stack, TestFile, TestRequest, TestSession, sign_jwt,
    stack::{unique_id, unique_name},
};

/// The cookie of the browser that requested a password reset code.
const RESET_COOKIE: &str = "__Host-reset";

/// A password reset code, and the cookie of the browser that requested it.
#[derive(Debug, Clone)]
pub struct TestResetCode {
    /// The digits.
    pub digits: String,
    /// The `Set-Cookie` header.
    pub cookie: String,
}

/// A user of the running stack.
#[derive(Debug, Clone)]
pub struct TestUser {
    /// The email address, which no other user has.
    pub email: String,
    /// The password.
    pub password: String,
    /// The id.
    pub id: String,
}

impl TestResetCode {
    /// A code that no request has created.
    #[must_use]
    pub fn unknown() -> Self {
        Self {
            digits: "123456".to_owned(),
            cookie: format!("{RESET_COOKIE}={};", "A".repeat(43)),
        }
    }

    /// Other digits, entered in the same browser.
    #[must_use]
    pub fn with_digits(&self, digits: &str) -> Self {
        Self {
            digits: digits.to_owned(),
            cookie: self.cookie.clone(),
        }
    }

    /// Other digits than these, entered in the same browser.
    #[must_use]
    pub fn wrong(&self) -> Self {
        let number: u32 = self.digits.parse().expect("digits");
        self.with_digits(&format!("{:06}", (number + 1) % 1_000_000))
    }

    /// The request that exchanges this code for a password reset token, for the user with that email address.
    #[must_use]
    pub fn exchange_request(&self, email: &str) -> TestRequest {
        TestRequest::post("/users/verify-reset-code")
            .json(&json!({"email": email, "resetCode": self.digits}))
            .cookie(&self.cookie)
    }
}

impl TestUser {
    /// The body of a registration as a student, with a unique email address. It has no optional field.
    #[must_use]
    pub fn registration() -> Value {
        let mut registration: Value =
            serde_json::from_str(include_str!("../../data/sample-user.json")).expect("a JSON document");
        registration["email"] = format!("{}@example.org", unique_name()).into();
        registration
    }

    /// The body of an update that leaves the profile as it is, with a birthdate.
    #[must_use]
    pub fn profile_update(&self) -> Value {
        let mut update = Self::registration();
        update["_id"] = self.id.as_str().into();
        update["email"] = self.email.as_str().into();
        update["birthdate"] = "1994-02-28".into();
        update
    }

    /// The body of a registration as a teacher of the first two courses in the catalogue, with a unique email address.
    pub async fn teacher_registration(stack: &Stack, curriculum: &TestFile, video: Option<&TestFile>) -> Value {
        let courses = stack.send(&TestRequest::get("/courses")).await;
        let mut registration = Self::registration();
        registration["type"] = "teacher".into();
        registration["teacher"] = json!({
            "courses": [courses.data()[0]["_id"], courses.data()[1]["_id"]],
            "curriculum": curriculum.id,
            "video": video.map(|video| &video.id),
        });
        registration
    }

    /// Registers a student, whose email address stays unverified.
    pub async fn registered(stack: &Stack) -> Self {
        Self::registered_with(stack, &Self::registration()).await
    }

    /// Registers a user with this body. The email address stays unverified.
    pub async fn registered_with(stack: &Stack, registration: &Value) -> Self {
        let request = TestRequest::post("/users/register").json(registration);
        let response = stack.send(&request).await;
        assert_eq!(response.status, 201, "{response:?}");
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        Self {
            email: text(&registration["email"]),
            password: text(&registration["password"]),
            id: text(&response.data()["_id"]),
        }
    }

    /// Registers a student. Returns the cookie with the proof of the sign-up, too.
    pub async fn registered_with_proof(stack: &Stack) -> (Self, String) {
        let registration = Self::registration();
        let request = TestRequest::post("/users/register").json(&registration);
        let response = stack.send(&request).await;
        assert_eq!(response.status, 201, "{response:?}");
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let user = Self {
            email: text(&registration["email"]),
            password: text(&registration["password"]),
            id: text(&response.data()["_id"]),
        };
        (user, response.set_cookie("__Host-signup").to_owned())
    }

    /// Registers a student and verifies the email address through the link in the email.
    pub async fn verified(stack: &Stack) -> Self {
        Self::verified_with(stack, &Self::registration()).await
    }

    /// Registers a user with this body and verifies the email address through the link in the email.
    pub async fn verified_with(stack: &Stack, registration: &Value) -> Self {
        let user = Self::registered_with(stack, registration).await;
        let token = user.last_email(stack).await.verification_token();
        let request = TestRequest::post("/users/verify-email").json(&json!({"token": token}));
        let response = stack.send(&request).await;
        assert_eq!(response.status, 200, "{response:?}");
        user
    }

    /// A verified user to whom no email was sent: a copy of one that this process has registered. It is faster than a registration, for
    /// the many cases of a fault matrix.
    pub async fn verified_copy(stack: &Stack) -> Self {
        static ORIGINAL: OnceCell<TestUser> = OnceCell::const_new();
        let original = ORIGINAL.get_or_init(|| Self::verified(stack)).await;
        original.duplicate(stack).await
    }

    /// Writes a copy of this user's record with another id and email address.
    pub async fn duplicate(&self, stack: &Stack) -> Self {
        let duplicate = Self {
            email: format!("{}@example.org", unique_name()),
            password: self.password.clone(),
            id: unique_id(),
        };
        let table = users_table(stack);
        let mut record = self.record(stack).await;
        record["pk"] = format!("user#{}", duplicate.id).into();
        record["userId"] = duplicate.id.as_str().into();
        record["email"] = duplicate.email.as_str().into();
        stack.put_item(table, record).await;
        let claim = json!({"pk": format!("email#{}", duplicate.email), "userId": duplicate.id});
        stack.put_item(table, claim).await;
        duplicate
    }

    /// A login with the right password.
    #[must_use]
    pub fn login_request(&self) -> TestRequest {
        self.login_request_with(&self.password)
    }

    /// A login with another password.
    #[must_use]
    pub fn login_request_with(&self, password: &str) -> TestRequest {
        TestRequest::post("/users/login").json(&json!({"email": self.email, "password": password}))
    }

    /// Signs in and returns the access token.
    pub async fn access_token(&self, stack: &Stack) -> String {
        let response = stack.send(&self.login_request()).await;
        assert_eq!(response.status, 200, "{response:?}");
        response.body["token"].as_str().expect("a token").to_owned()
    }

    /// Signs in and returns the session.
    pub async fn sign_in(&self, stack: &Stack) -> TestSession {
        TestSession::of_token(&self.access_token(stack).await)
    }

    /// An access token that predates sessions. Only a function with [`Stack::former_tokens`] accepts it.
    pub async fn token_without_session(&self, stack: &Stack) -> String {
        let (key_id, key) = stack.secret("signingKey").await;
        let now = Timestamp::now().as_second();
        let version = self.record(stack).await["tokenVersion"].clone();
        let claims = json!({"sub": self.id, "iat": now, "exp": now + 600, "ver": version, "purpose": "session"});
        sign_jwt(&claims, Some(&key_id), &key, JwtAlgorithm::Hs256)
    }

    /// Changes an attribute of a session of the user, as if time had passed.
    pub async fn set_session(&self, stack: &Stack, session: &TestSession, attribute: &str, value: Value) {
        let mut sessions = self.record(stack).await["sessions"].clone();
        sessions[&session.id][attribute] = value;
        self.set_attribute(stack, "sessions", sessions).await;
    }

    /// The user's record without a session. A test writes it while a function tries again, which leaves no time for a request.
    pub async fn record_without_session(&self, stack: &Stack, session: &TestSession) -> Value {
        let mut record = self.record(stack).await;
        let sessions = record["sessions"].as_object_mut().expect("sessions");
        sessions.remove(&session.id).expect("the session");
        record
    }

    /// An IP address with a port, which no other test uses, in the form of the header `cloudfront-viewer-address`.
    #[must_use]
    pub fn client_ip_and_port(&self) -> String {
        let number = u32::from_str_radix(&self.id[..8], 16).expect("an id is hexadecimal");
        let [a, b, c, d] = number.to_be_bytes();
        format!("{a}.{b}.{c}.{d}:50000")
    }

    /// Requests a password reset code from a new browser, and reads it from the email.
    pub async fn request_reset_code(&self, stack: &Stack) -> TestResetCode {
        let count = stack.emails_to(&self.email).await.len();
        let request = TestRequest::post("/users/request-reset").json(&json!({"email": self.email}));
        let response = stack.send(&request).await;
        assert_eq!(response.status, 200, "{response:?}");
        let emails = stack.emails_to(&self.email).await;
        assert_eq!(emails.len(), count + 1);
        TestResetCode {
            digits: emails[count].reset_code(),
            cookie: response.set_cookie(RESET_COOKIE).to_owned(),
        }
    }

    /// Proves control of the mailbox in a new browser, by a password reset code. Returns the request of that browser that sets a new
    /// password.
    pub async fn reset_password_request(&self, stack: &Stack, password: &str) -> TestRequest {
        let code = self.request_reset_code(stack).await;
        let exchanged = stack.send(&code.exchange_request(&self.email)).await;
        assert_eq!(exchanged.status, 200, "{exchanged:?}");
        TestRequest::post("/users/reset-password")
            .json(&json!({"email": self.email, "newPassword": password}))
            .cookie(exchanged.set_cookie(RESET_COOKIE))
    }

    /// The last email to the user.
    pub async fn last_email(&self, stack: &Stack) -> SentEmail {
        stack.emails_to(&self.email).await.pop().expect("an email")
    }

    /// The user's record in the table; null when there is none.
    pub async fn record(&self, stack: &Stack) -> Value {
        let key = format!("user#{}", self.id);
        stack.get_item(users_table(stack), ("pk", &key)).await
    }

    /// Deletes the user's record, as another request does meanwhile.
    pub async fn delete_record(&self, stack: &Stack) {
        let key = format!("user#{}", self.id);
        stack.delete_item(users_table(stack), ("pk", &key)).await;
    }

    /// Changes an attribute of the user's record, as an operator or another version of the code would.
    pub async fn set_attribute(&self, stack: &Stack, attribute: &str, value: Value) {
        let mut record = self.record(stack).await;
        record[attribute] = value;
        stack.put_item(users_table(stack), record).await;
    }
}

fn users_table(stack: &Stack) -> &str {
    stack.tables.get("users").expect("the users table")
}
