//! Users. Each test makes its own.

use std::sync::OnceLock;

use api::ApiRequest;
use auth::{passwords::Passwords, sessions::SignIn};
use domain::{Password, UserId};
use jiff::Timestamp;
use lambda_http::Request;
use serde_json::{Value, json};
use store::users::{User, UsersTable, VerificationOutcome};

use crate::{
    JwtAlgorithm, SentEmail, Stack, TestFile, TestRequest, TestSession, sign_jwt,
    stack::{unique_id, unique_name},
};

/// The cookie of the browser that requested a password reset code.
const RESET_COOKIE: &str = "__Host-reset";

/// A password reset code, and the cookie of the browser that requested it.
#[derive(Debug, Clone)]
pub struct TestResetCode {
    pub digits: String,
    /// The `Set-Cookie` header.
    pub cookie: String,
}

#[derive(Debug, Clone)]
pub struct TestUser {
    /// The email address, which no other user has.
    pub email: String,
    pub password: String,
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
        Self::registered_with_body_and_proof(stack, registration).await.0
    }

    /// Registers a student. Returns the cookie with the proof of the sign-up, too.
    pub async fn registered_with_proof(stack: &Stack) -> (Self, String) {
        Self::registered_with_body_and_proof(stack, &Self::registration()).await
    }

    /// Registers a user with this body. Returns the cookie with the proof of the sign-up, too.
    pub async fn registered_with_body_and_proof(stack: &Stack, registration: &Value) -> (Self, String) {
        let request = TestRequest::post("/users/register").json(registration);
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

    /// A student with a verified email address, written as a registration writes. No email was sent, and no attempt counted.
    pub async fn verified(stack: &Stack) -> Self {
        static HASH: OnceLock<String> = OnceLock::new();
        let registration = Self::registration();
        let text = |name: &str| registration[name].as_str().expect("text").to_owned();
        let password = text("password");
        let hash = HASH.get_or_init(|| {
            let password = Password::new(password.clone()).expect("a password that registrations accept");
            Passwords::default().hash(&password).expect("a hash")
        });
        let profile = ["fullname", "phone1", "address", "country"].map(|name| (name.to_owned(), text(name).into()));
        let id = unique_id();
        let user = json!({
            "userId": id,
            "type": "student",
            "email": registration["email"],
            "profile": Value::Object(profile.into_iter().collect()),
            "profileVersion": 0,
            "language": "en",
            "passwordHash": hash,
            "tokenVersion": 0,
            "verified": true,
            "blocked": false,
            "createdAt": Timestamp::now(),
        });
        create(stack, &serde_json::from_value(user).expect("a user")).await;
        Self {
            email: text("email"),
            password,
            id,
        }
    }

    /// Registers a user with this body, and marks the email address as verified.
    pub async fn verified_with(stack: &Stack, registration: &Value) -> Self {
        let user = Self::registered_with(stack, registration).await;
        let outcome = users(stack).mark_verified(&user.stored(stack).await).await;
        assert_eq!(
            outcome.expect("the table can be written"),
            VerificationOutcome::Verified
        );
        user
    }

    /// Writes a copy of this user's record with another id and email address.
    pub async fn duplicate(&self, stack: &Stack) -> Self {
        let duplicate = Self {
            email: format!("{}@example.org", unique_name()),
            password: self.password.clone(),
            id: unique_id(),
        };
        let user = User {
            user_id: duplicate.user_id(),
            email: duplicate.email.parse().expect("an email address"),
            ..self.stored(stack).await
        };
        create(stack, &user).await;
        duplicate
    }

    #[must_use]
    pub fn login_request(&self) -> TestRequest {
        self.login_request_with(&self.password)
    }

    /// A login with another password.
    #[must_use]
    pub fn login_request_with(&self, password: &str) -> TestRequest {
        TestRequest::post("/users/login").json(&json!({"email": self.email, "password": password}))
    }

    /// Signs in on a device that the user is not told about, and returns the access token.
    pub async fn access_token(&self, stack: &Stack) -> String {
        let wiring = stack.wiring();
        let sessions = wiring.sessions().expect("the variables of a login");
        let tokens = wiring.token_issuer().expect("the variables of a login");
        let sign_in = SignIn {
            user: &self.stored(stack).await,
            request: &ApiRequest::new(Request::default()),
            place: None,
            remember: None,
            passkey: None,
        };
        let started = sessions
            .start(&tokens, sign_in)
            .await
            .expect("the table can be written");
        started.expect("the user has not changed meanwhile").token
    }

    /// A verified user, with an access token.
    pub async fn signed_in(stack: &Stack) -> (Self, String) {
        let user = Self::verified(stack).await;
        let token = user.access_token(stack).await;
        (user, token)
    }

    /// The access token of a new user.
    pub async fn any_token() -> String {
        let (_, _, token) = Stack::with_signed_in_user().await;
        token
    }

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

    pub async fn last_email(&self, stack: &Stack) -> SentEmail {
        stack.emails_to(&self.email).await.pop().expect("an email")
    }

    fn user_id(&self) -> UserId {
        self.id.parse().expect("an id")
    }

    /// The user as functions read it.
    pub(crate) async fn stored(&self, stack: &Stack) -> User {
        let user = users(stack).find(&self.user_id()).await.expect("the table can be read");
        user.expect("the user exists")
    }

    /// The user's record in the table; null when there is none.
    pub async fn record(&self, stack: &Stack) -> Value {
        let key = format!("user#{}", self.id);
        stack.get_item("users", ("pk", &key)).await
    }

    /// Deletes the user's record, as another request does meanwhile.
    pub async fn delete_record(&self, stack: &Stack) {
        let key = format!("user#{}", self.id);
        stack.delete_item("users", ("pk", &key)).await;
    }

    /// Changes an attribute of the user's record, as an operator or another version of the code would.
    pub async fn set_attribute(&self, stack: &Stack, attribute: &str, value: Value) {
        let mut record = self.record(stack).await;
        record[attribute] = value;
        stack.put_item("users", record).await;
    }
}

/// Most tests begin with one of these.
impl Stack {
    /// The running stack, and a user of the test.
    pub async fn with_user() -> (Self, TestUser) {
        let stack = Self::running();
        let user = TestUser::verified(&stack).await;
        (stack, user)
    }

    /// As [`Self::with_user`], with an access token.
    pub async fn with_signed_in_user() -> (Self, TestUser, String) {
        let stack = Self::running();
        let (user, token) = TestUser::signed_in(&stack).await;
        (stack, user, token)
    }

    /// As [`Self::with_user`]. The email address is not verified.
    pub async fn with_unverified_user() -> (Self, TestUser) {
        let stack = Self::running();
        let user = TestUser::registered(&stack).await;
        (stack, user)
    }
}

fn users(stack: &Stack) -> UsersTable {
    stack.wiring().users().expect("the variables of a login")
}

async fn create(stack: &Stack, user: &User) {
    let created = users(stack).create(user, Vec::new()).await;
    created.expect("the email address is unique, and the table can be written");
}

impl TestUser {
    #[must_use]
    pub fn unused_email() -> String {
        format!("{}@example.org", unique_name())
    }

    /// The request for a change of the email address, with the right password.
    #[must_use]
    pub fn change_email_request(&self, token: &str, email: &str) -> TestRequest {
        let body = json!({"email": email, "password": self.password});
        TestRequest::post("/users/me/email").bearer(token).json(&body)
    }

    /// Requests a change of the email address, and returns the token of the link in the new mailbox.
    pub async fn request_email_change(&self, stack: &Stack, email: &str) -> String {
        let token = self.access_token(stack).await;
        let response = stack.send(&self.change_email_request(&token, email)).await;
        assert_eq!(response.status, 200, "{response:?}");
        stack.last_link_token(email).await
    }

    /// Changes the email address. Returns the user with it, and the token of the revert link.
    pub async fn change_email(&self, stack: &Stack, email: &str) -> (Self, String) {
        let confirmation = self.request_email_change(stack, email).await;
        let response = stack.send(&TestRequest::confirm_email_change(&confirmation)).await;
        assert_eq!(response.status, 200, "{response:?}");
        let changed = Self {
            email: email.to_owned(),
            ..self.clone()
        };
        (changed, stack.last_link_token(&self.email).await)
    }
}

impl TestRequest {
    #[must_use]
    pub fn confirm_email_change(token: &str) -> Self {
        Self::post("/users/me/email/confirm").json(&json!({"token": token}))
    }

    #[must_use]
    pub fn revert_email_change(token: &str) -> Self {
        Self::post("/users/me/email/revert").json(&json!({"token": token}))
    }
}

impl Stack {
    /// The token of the link in the last email to an email address.
    pub async fn last_link_token(&self, email: &str) -> String {
        self.emails_to(email)
            .await
            .pop()
            .expect("an email")
            .verification_token()
    }

    /// The claim on an email address; null when there is none.
    pub async fn email_claim(&self, email: &str) -> Value {
        self.get_item("users", ("pk", &format!("email#{email}"))).await
    }
}
