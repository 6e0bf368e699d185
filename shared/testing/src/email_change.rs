//! Changes of email addresses of test users.

use serde_json::json;

use crate::{Stack, TestRequest, TestUser, stack::unique_name};

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
    pub async fn email_claim(&self, email: &str) -> serde_json::Value {
        let table = self.tables.get("users").expect("the users table");
        self.get_item(table, ("pk", &format!("email#{email}"))).await
    }
}
