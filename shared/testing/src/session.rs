//! Sessions of users.

use serde_json::Value;

use crate::{Stack, TestRequest, jwt_claims};

#[derive(Debug, Clone)]
pub struct TestSession {
    /// Its id, which the access token names.
    pub id: String,
    pub token: String,
}

impl TestSession {
    #[must_use]
    pub fn of_token(token: &str) -> Self {
        let id = jwt_claims(token)["sid"]
            .as_str()
            .expect("the token names a session")
            .to_owned();
        let token = token.to_owned();
        Self { id, token }
    }

    #[must_use]
    pub fn claims(&self) -> Value {
        jwt_claims(&self.token)
    }

    /// Whether a request with its access token is accepted. Fails the test when it is refused for another reason.
    pub async fn is_live(&self, stack: &Stack) -> bool {
        let response = stack.send(&TestRequest::get("/users/me").bearer(&self.token)).await;
        match response.status_and_code() {
            (200, _) => true,
            (401, "unauthorized") => false,
            other => panic!("{other:?}"),
        }
    }
}
