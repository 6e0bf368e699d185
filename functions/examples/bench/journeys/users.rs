//! What users do with their account: verification, sessions, passkeys, exports, changes of password and email address.

use jiff::Timestamp;
use serde_json::json;
use testing::{TestPasskey, TestRequest, TestSession, TestUser, reminder_token};

use super::{Functions, Journeys};

const NEW_PASSWORD: &str = "Another horse 2";

impl<F: Functions> Journeys<F> {
    /// A sign-up whose verification link is sent again and rejected, and one whose email address is corrected.
    pub(super) async fn verify_another_way(&mut self) {
        let challenge = TestRequest::get("/users/registration-challenge");
        self.send_successfully("users-begin-registration", &challenge).await;
        let user = TestUser::registered(&self.stack).await;
        let resend = TestRequest::post("/users/resend-verification").json(&json!({"email": user.email}));
        self.send_successfully("users-resend-verification", &resend).await;
        let link = json!({"token": self.stack.last_link_token(&user.email).await});
        let asked = TestRequest::post("/users/verification").json(&link);
        self.send_successfully("users-verification", &asked).await;
        let reject = TestRequest::post("/users/reject-verification").json(&link);
        self.send_successfully("users-reject-verification", &reject).await;

        let (_, proof) = TestUser::registered_with_proof(&self.stack).await;
        let correct = TestRequest::post("/users/correct-email").json(&json!({"email": TestUser::unused_email()}));
        self.send_successfully("users-correct-email", &correct.cookie(&proof))
            .await;
    }

    pub(super) async fn use_sessions(&mut self, user: &TestUser) {
        let session = user.sign_in(&self.stack).await;
        let other = user.sign_in(&self.stack).await;
        let with = |request: TestRequest| request.bearer(&session.token);
        self.send_successfully("users-list-sessions", &with(TestRequest::get("/users/me/sessions")))
            .await;
        let end = TestRequest::delete(&format!("/users/me/sessions/{}", other.id));
        self.send_successfully("users-end-session", &with(end)).await;
        user.sign_in(&self.stack).await;
        self.send_successfully(
            "users-end-other-sessions",
            &with(TestRequest::delete("/users/me/sessions")),
        )
        .await;
        let me = self.stack.send(&with(TestRequest::get("/users/me"))).await;
        let agree = TestRequest::put("/users/me/consent").json(&me.data()["consent"]["current"]);
        self.send_successfully("users-give-consent", &with(agree)).await;
        let language = TestRequest::put("/users/me/language").json(&json!({"language": "fr"}));
        self.send_successfully("users-set-language", &with(language)).await;
        let reminders = TestRequest::put("/users/me/reminders").json(&json!({"reminders": false}));
        self.send_successfully("users-set-reminders", &with(reminders)).await;
        let token = reminder_token(&self.stack, &user.id).await;
        let stop = TestRequest::post("/users/stop-reminders").query("token", &token);
        self.send_successfully("users-stop-reminders", &stop).await;
        self.send_successfully("users-logout", &with(TestRequest::post("/users/logout")))
            .await;
    }

    pub(super) async fn use_passkeys(&mut self, user: &TestUser) {
        let TestSession { token, .. } = user.sign_in(&self.stack).await;
        let begun = self
            .send_successfully("users-begin-passkey", &user.begin_passkey_request(&token))
            .await;
        let mut passkey = TestPasskey::new();
        let credential = passkey.register(&begun.data()["options"]);
        let body = json!({"challenge": begun.data()["challenge"], "credential": credential});
        let add = TestRequest::post("/users/me/passkeys").bearer(&token).json(&body);
        let added = self.send_successfully("users-add-passkey", &add).await;
        let path = format!("/users/me/passkeys/{}", added.data()["_id"].as_str().expect("an id"));

        let options = TestRequest::post("/users/passkey-login/options");
        let begun = self.send_successfully("users-begin-passkey-login", &options).await;
        self.send_successfully("users-passkey-login", &passkey.login_request_for(&begun))
            .await;

        let list = TestRequest::get("/users/me/passkeys").bearer(&token);
        self.send_successfully("users-list-passkeys", &list).await;
        let rename = TestRequest::put(&path).bearer(&token).json(&json!({"name": "Phone"}));
        self.send_successfully("users-rename-passkey", &rename).await;
        let remove = TestRequest::delete(&path).bearer(&token);
        self.send_successfully("users-remove-passkey", &remove).await;
    }

    /// Requests an export, which the function of the stack makes, and makes another one.
    pub(super) async fn export_data(&mut self, user: &TestUser) {
        let TestSession { token, .. } = user.sign_in(&self.stack).await;
        let get = TestRequest::get("/users/me/export").bearer(&token);
        let password = json!({"password": user.password});
        let request = TestRequest::post("/users/me/export").bearer(&token).json(&password);
        self.send_successfully("users-request-export", &request).await;
        self.send_successfully("users-get-export", &get).await;
        while self.stack.send(&get).await.data()["state"] == "making" {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        let now = Timestamp::now().as_second();
        let export = json!({"exportId": user.id, "state": "making", "requestedAt": now, "expiresAt": now + 600});
        user.set_attribute(&self.stack, "dataExport", export).await;
        let job = TestRequest::job(&json!({"userId": user.id, "exportId": user.id}));
        self.send_successfully("users-make-export", &job).await;
    }

    /// Changes the password, and the email address there and back. The user then has no password (docs/decisions/0050).
    pub(super) async fn change_password_and_email(&mut self, user: &TestUser) {
        let TestSession { token, .. } = user.sign_in(&self.stack).await;
        let body = json!({"currentPassword": user.password, "newPassword": NEW_PASSWORD});
        let change = TestRequest::put("/users/me/password").bearer(&token).json(&body);
        let changed = self.send_successfully("users-change-password", &change).await;
        let token = changed.body["token"].as_str().expect("a token");
        let user = TestUser {
            password: NEW_PASSWORD.to_owned(),
            ..user.clone()
        };

        let email = TestUser::unused_email();
        let change = user.change_email_request(token, &email);
        self.send_successfully("users-change-email", &change).await;
        let cancel = TestRequest::delete("/users/me/email").bearer(token);
        self.send_successfully("users-cancel-email-change", &cancel).await;
        self.send_successfully("users-change-email", &change).await;
        let confirmation = TestRequest::confirm_email_change(&self.stack.last_link_token(&email).await);
        self.send_successfully("users-confirm-email-change", &confirmation)
            .await;
        let reversion = TestRequest::revert_email_change(&self.stack.last_link_token(&user.email).await);
        self.send_successfully("users-revert-email-change", &reversion).await;
    }
}
